"""logins: proves that owner, workers, readers and players can log in by TCP with passwords: over
SCRAM and TLS, without any password in a log or a command line, each with the rights of its role and
no more.

Makes a server with a certificate and a role for each of them. Passwords are new every time.
"""
import contextlib
import os
import re
import secrets

import farm
import psycopg
import pytest
import servers
import workers
from farm import refused, run, wait_for

ROLES = ("aresfarm", "aresd", "aresd2", "analyst", "alice")
GROUPS = "farm_worker, farm_reader, farm_agent, farm_web, farm_daide"
TLS = "select ssl from pg_stat_ssl where pid = pg_backend_pid()"


class Server(servers.Server):
    """The owner may not create roles: it makes a farm without them, and plays in it. Then somebody
    makes them. said has what init says, and what it says then."""

    def __init__(self):
        place = servers.Place()
        servers.certificate(f"{place.path}/server", "server")
        super().__init__(place=place, tcp=True, options=servers.SCRAM,
                         settings=servers.TLS + "log_connections = on")
        self.start()
        self.passwords = {role: "geheim" + secrets.token_hex(12) for role in ROLES}
        os.environ["PGPASSFILE"] = self.pass_file("right", self.passwords)
        # as deploy/README.md has it
        for role, password in self.passwords.items():
            self.ask(f"create role {role} login password '{password}'")
        self.ask("create database aresfarm owner aresfarm")
        self.ask("revoke all on database aresfarm from public")
        self.said = [run(*self.aresctl("aresfarm", "init"))]
        self.ctl("tournament", "create", "first", "--games", 1, "--seats", "random,random")
        farm.done(*self.aresd("aresfarm"))
        assert "all agree" in self.ctl("verify", "first")
        for sql in (*(f"create role {group}" for group in GROUPS.split(", ")),
                    "grant farm_worker to aresd, aresd2", "grant farm_reader to analyst",
                    "grant farm_agent to alice", f"grant connect on database aresfarm to {GROUPS}"):
            self.ask(sql)
        refused("permission denied for schema farm", *self.aresd("aresd"))
        self.said.append(run(*self.aresctl("aresfarm", "init")))

    def pass_file(self, name, passwords):
        return servers.write_private(f"{self.place.path}/{name}", "".join(
            f"127.0.0.1:{self.port}:aresfarm:{role}:{word}\n" for role, word in passwords.items()))

    def login(self, role, more=""):
        return f"host=127.0.0.1 port={self.port} dbname=aresfarm user={role} {more}"

    def aresctl(self, role, *words, more=""):
        return f"{farm.B}/aresctl", "--quiet", "-d", self.login(role, more), *words

    def aresd(self, role, *words, more=""):
        return f"{farm.B}/aresd", "-d", self.login(role, more), "--until-done", *words

    def ctl(self, *words):
        """aresctl as the owner."""
        return farm.done(*self.aresctl("aresfarm", *words))

    def told(self, role, sql, more=""):
        """The first field of what the role is told."""
        with psycopg.connect(self.login(role, more), autocommit=True) as session:
            return session.execute(sql).fetchone()[0]

    def admin(self, sql):
        return self.ask(sql, database="aresfarm")

    def start_aresd(self, *arguments):
        os.environ["CONNINFO"] = self.login("aresd")
        return farm.Daemon("aresd", *arguments)


@pytest.fixture(scope="module")
def server():
    return Server()


def quiet(text):
    """There is a log, and no password in it."""
    assert text and "geheim" not in text


def test_owner_without_createrole(server):
    """It is told which roles are missing. Once they are there, init grants them their rights."""
    first, second = server.said
    assert first.returncode == 0
    assert ("WARNING:  there is no role farm_agent, farm_daide, farm_reader, farm_web, farm_worker,"
            " and aresfarm may not create it") in first.stderr
    assert ('HINT:  have "create role farm_agent" done and the like, then aresctl init'
            in first.stderr)
    assert (second.returncode, second.stdout) == (0, "")
    assert second.stderr == (
        "WARNING:  any role may fill the disk of this server: have a superuser run server.sql, which takes"
        " pg_logical_emit_message and its like from public\n")  # the server was made without it
    assert server.admin("select rolsuper or rolcreaterole from pg_roles"
                        " where rolname = 'aresfarm'") == [(False,)]


def test_worker_by_scram_over_tls(server):
    """Every connection uses SCRAM and, by default, TLS. Nothing others can see has a password."""
    before = len(server.log())
    server.ctl("tournament", "create", "tls", "--games", 99, "--seats", "ares(depth=2),random")
    with server.start_aresd("--workers", 2, "--batch", 4) as daemon:
        wait_for(lambda: server.admin(
            "select count(*), bool_and(ssl) from pg_stat_activity join pg_stat_ssl using (pid)"
            " where usename = 'aresd'") == [(3, True)])
        wait_for(lambda: server.told("analyst", "select finished > 0 from farm.progress"
                                     " where tournament = 'tls'"))
        processes = [daemon.pid, *workers.workers_of(daemon)]
        assert len(processes) == 3
        for process in processes:
            words = farm.text_of(f"/proc/{process}/cmdline")
            assert "user=aresd" in words and "geheim" not in words
        assert server.admin("select count(*) from pg_stat_activity"
                            " where query like '%geh' || 'eim%'") == [(0,)]
        server.ctl("tournament", "cancel", "tls")
        assert daemon.stop() == 0
    wrong = [line for line in farm.went_wrong(daemon.log()) if "taken from worker" not in line]
    assert wrong == []
    said = farm.done(*server.aresctl("analyst", "verify", "--players", "tls"))
    assert "all agree" in said
    log = server.log()[before:]
    quiet(log)
    methods = re.findall('connection authenticated: identity="(.*?)" method=(.*?) ', log)
    assert ("aresd", "scram-sha-256") in methods
    assert {method for _, method in methods} == {"scram-sha-256"}
    logins = re.findall("connection authorized: user=a.*", log)
    assert logins and all("SSL enabled" in line for line in logins)


def test_sslmode(server):
    """require connects only over TLS; prefer, the default, also without. crash/tls has verify-full."""
    assert server.told("analyst", TLS, "sslmode=disable") is False
    assert server.told("analyst", TLS) is True
    server.ask("alter system set ssl = off")
    server.reload()
    wait_for(lambda: server.told("analyst", TLS) is False)
    require = dict(more="sslmode=require")
    for command in (server.aresd("aresd", **require),
                    server.aresctl("analyst", "tournament", "list", **require)):
        refused("server does not support SSL", *command)
    server.ask("alter system reset ssl")
    server.reload()
    wait_for(lambda: server.told("analyst", TLS))
    assert server.told("analyst", TLS, "sslmode=require") is True


def test_wrong_password(server):
    """A wrong password and a missing one are reported in one line, which does not repeat them."""
    wrong = {"PGPASSFILE": server.pass_file("wrong", dict.fromkeys(ROLES, "ungeheim"))}
    none = {"PGPASSFILE": server.pass_file("none", {})}
    failed = "password authentication failed for user"
    for why, command, env in (
            (failed, server.aresd("aresd"), wrong),
            (failed, server.aresd("aresd", "--log", "json"), wrong),
            (failed, server.aresctl("aresd", "tournament", "list"), wrong),
            (failed, server.aresd("aresd"), {"PGPASSWORD": "geheimnis"}),
            ("no password supplied", server.aresd("aresd"), none)):
        refused(why, *command, env=env)
        quiet(run(*command, env=env).stderr)
    quiet(server.log())


def sleeper(server, name):
    """A session of role aresd that claims the game of a new tournament, and sleeps while it holds
    the game's lock."""
    server.ctl("tournament", "create", name, "--games", 1, "--seats", "random,random")
    session = psycopg.connect(server.login("aresd"), autocommit=True)
    [worker] = session.execute("insert into farm.workers (host, pid, supervisor)"
                               " values ('test', 1, 0) returning id").fetchone()
    session.execute("select * from farm.games_claim(%s, 8)", [worker])
    session.execute("begin")
    session.execute("select farm.batch_write(id, false, claims, '{1}', '{}', '{}')"
                    " from farm.workers where id = %s", [worker])
    session.pgconn.send_query(b"select pg_sleep(600)")
    wait_for(lambda: server.admin(
        "select count(*) from pg_stat_activity where query = 'select pg_sleep(600)'"
        " and backend_xid is not null") == [(1,)])
    return contextlib.closing(session)


def recover(server, role):
    """What the function returns or fails with, and what it warns of."""
    warnings = []
    with psycopg.connect(server.login(role), autocommit=True) as session:
        session.add_notice_handler(lambda notice: warnings.append(notice.message_primary))
        try:
            return session.execute("select farm.workers_recover('1 hour')").fetchone()[0], warnings
        except psycopg.Error as error:
            return error.diag.message_primary, warnings


def test_recovery_among_roles(server):
    """Recovery ends a session that sleeps while it holds a game's lock, if the session has the same
    role, or if its own role may signal others."""
    refusal = "canceling statement due to lock timeout"
    with sleeper(server, "same-role"):
        assert recover(server, "aresd") == (1, [])
    server.ctl("tournament", "cancel", "same-role")
    with sleeper(server, "another-role"):
        assert recover(server, "aresd2") == (refusal, [])
        server.ask("grant pg_read_all_stats to aresd2")
        said, [warning] = recover(server, "aresd2")
        assert said == refusal
        assert "sleeps in a game's lock, and aresd2 may not end it" in warning
        server.ask("grant pg_signal_backend to aresd2")
        assert recover(server, "aresd2") == (1, [])
    server.ctl("tournament", "cancel", "another-role")


def test_reader_and_agent(server):
    """A reader and an external player, each with a login of its own."""
    server.ctl("tournament", "create", "outside", "--games", 1, "--rules", "standard",
               "--seats", "random,random,@alice,random,random,random,random", "--rounds", 2,
               "--diplomatic-time", "1h")
    with server.start_aresd("--workers", 1):
        wait_for(lambda: server.told("alice", "select count(*) = 1 from api.my_turns"))
        assert server.told("alice", """select count(problem) from api.submit_orders(
            (select game from api.my_turns), '{A par H, A mar H, F bre H}')""") == 0
        wait_for(lambda: server.told("analyst", "select count(*) = 1 from farm.played_orders"
                                     " where tournament = 'outside'"))
        server.ctl("tournament", "cancel", "outside")


@pytest.mark.parametrize("role, sql", [
    ("alice", "select * from farm.boards"), ("alice", "set role farm_worker"),
    ("analyst", "select * from farm.turns"), ("analyst", "update farm.games set winner = 0"),
    ("aresd", "update farm.boards set owners = null"), ("aresd", "set role aresfarm")])
def test_denied(server, role, sql):
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        server.told(role, sql)
