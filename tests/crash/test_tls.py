"""tls: proves that aresd and aresctl speak only to the right server where sslmode=verify-full asks
for it. They say what is wrong with another, and aresd continues once it is mended.

Makes a server whose certificate is of a CA of its own.
"""
import os
import re
import time

import farm
import pytest
import servers
import workers
from farm import refused, wait_for

INVALID = "certificate verify failed: it has expired, or no CA of sslrootcert has signed it"


class Server(servers.Server):
    """It has certificates, of two authorities. The calls of farm.py ask for the right one."""

    def __init__(self):
        place = servers.Place()
        for name in ("ca", "stranger"):
            servers.certificate(f"{place.path}/{name}", name)
        super().__init__(place=place, tcp=True, settings=servers.TLS)
        self.certify()
        self.start()
        os.environ["CONNINFO"] = (
            f"host=localhost hostaddr=127.0.0.1 port={self.port} dbname=postgres"
            f" user={servers.USER} sslmode=verify-full sslrootcert={place.path}/ca.crt")
        farm.ctl("init")

    def certify(self, host="localhost", ca="ca", days_ago=0):
        """Gives the server a certificate for that host, which is valid for a day. Open sessions
        continue; new ones see it."""
        files = self.place.path
        servers.certificate(
            files + "/new", host, "-addext", f"subjectAltName=DNS:{host}", "-days", 1,
            "-CA", f"{files}/{ca}.crt", "-CAkey", f"{files}/{ca}.key", env=dict(
                LD_PRELOAD=f"{farm.B}/clock.so", CLOCK_OFF=str(-days_ago * 86400),
                ASAN_OPTIONS="verify_asan_link_order=0"))
        for kind in ("crt", "key"):
            os.rename(f"{files}/new.{kind}", f"{files}/server.{kind}")
        if self.runs():
            self.reload()


@pytest.fixture(scope="module")
def made():
    return Server()


@pytest.fixture
def server(made):
    """It has the right certificate at the beginning and at the end."""
    yield made
    made.certify()
    made.ask("alter system reset ssl")
    made.reload()
    wait_for(lambda: listed() == "")


def listed(more=""):
    """The output of aresctl when it connects."""
    database = os.environ["CONNINFO"] + more
    return farm.run(f"{farm.B}/aresctl", "-d", database, "tournament", "list").stderr


def both_refused(pattern, more=""):
    """Both programs end with status 2 and this line."""
    wait_for(lambda: pattern in listed(more), 10, pattern)
    database = "-d", os.environ["CONNINFO"] + more
    refused(pattern, f"{farm.B}/aresctl", *database, "tournament", "list")
    refused(pattern, f"{farm.B}/aresd", *database, "--until-done")


def test_right_server(server):
    farm.create("right", "random,random", games=4)
    farm.aresd("--until-done")
    assert "all agree" in farm.ctl("verify", "right")
    assert farm.holds("ssl from pg_stat_ssl where pid = pg_backend_pid()")


@pytest.mark.parametrize("certificate, why", [
    (dict(days_ago=2), INVALID), (dict(ca="stranger"), INVALID), (dict(host="elsewhere.example"),
     'server certificate for "elsewhere.example" does not match host name "localhost"'),
], ids=["expired", "unknown_ca", "other_host"])
def test_wrong_certificate(server, certificate, why):
    server.certify(**certificate)
    both_refused(why)


def test_no_tls(server):
    server.ask("alter system set ssl = off")
    server.reload()
    both_refused("server does not support SSL")


def test_no_root_certificate(server):
    none = server.place.path + "/none.crt"
    both_refused(f'root certificate file "{none}" does not exist', f" sslrootcert={none}")


def test_expires_meanwhile(server):
    """The certificate expires while aresd plays. Its sessions continue. Then they end. It tries
    again, less and less often, and says why. When the certificate is renewed, it continues."""
    for name in ("undisturbed", "meanwhile"):
        farm.create(name, "ares(depth=2,age=20),random", "--rounds", 20, games=16)
        if name == "undisturbed":
            farm.aresd("--until-done")
    daemon = workers.start("--until-done")
    sessions = "from pg_stat_activity where application_name like 'aresd%'"
    wait_for(lambda: server.ask(f"select count(*) {sessions}") == [(3,)])  # the supervisor and both workers
    with workers.Frozen("meanwhile", daemon):  # else they might be done before the certificate is
        server.certify(days_ago=2)
        wait_for(lambda: "certificate verify failed" in listed())
        assert server.ask(f"select count(pg_terminate_backend(pid)) {sessions}") == [(3,)]
    wait_for(lambda: re.search("trying again: .*certificate verify failed", daemon.log()))
    time.sleep(2)
    daemon.ended()
    assert 4 <= daemon.log().count("\n") < 30, daemon.log()
    server.certify()
    workers.finish(daemon)
    assert workers.outcome("meanwhile") == workers.outcome("undisturbed")
    assert "all agree" in farm.ctl("verify", "meanwhile")
