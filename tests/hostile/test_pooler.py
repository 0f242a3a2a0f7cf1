"""pooler: proves that the programs refuse a pooler that lends the server's processes for
single transactions or statements, in one line that says what works, and play through a pooler that
keeps a process for a client. The poolers are pooler.pl."""
import os
import subprocess
import time
from contextlib import contextmanager

import farm
import pytest
import sessions

USER = farm.value("select current_user")


@contextmanager
def pooler(mode):
    """Programs of the farm go through a pooler of this mode."""
    server = os.open(os.environ["ARESFARM_HOME"] + "/pg", os.O_RDONLY)  # for the path may be long
    folder = os.environ["TMPDIR"] + "/" + mode
    os.mkdir(folder)
    server, own = f"/proc/{os.getpid()}/fd/{server}/.s.PGSQL.5432", folder + "/.s.PGSQL.5432"
    process = subprocess.Popen(["perl", "tests/hostile/pooler.pl", server, own, mode])
    try:
        farm.wait_for(lambda: os.path.exists(own), 5)
        os.environ["CONNINFO"] = f"host={folder} dbname=aresfarm user={USER}"
        yield
    finally:
        del os.environ["CONNINFO"]
        process.kill()


def refused(name, *arguments):
    farm.refused("use pool_mode = session", *farm.program(name, *arguments))


@pytest.mark.parametrize("mode", ["transaction", "statement"])
def test_refused(mode):
    """Other clients that come and go make no difference. The program asks three times whether its
    process was lent. It does not notice if others are between each time, so they pause."""
    served, over = [], []

    def come_and_go():
        while not over:
            with farm.connect() as session:
                served.append(session.execute("select 1").fetchone())
            time.sleep(0.1)

    with pooler(mode):
        refused("aresctl", "tournament", "list")
        refused("aresctl", "init")
        refused("aresd", "--until-done")
        refused("aresweb", "--listen", "127.0.0.1:0")
        clients = [sessions.background(come_and_go) for _ in range(3)]
        for _ in range(5):
            count = len(served)
            farm.wait_for(lambda: len(served) > count + 3)
            refused("aresctl", "tournament", "list")
        over.append(True)
        for client in clients:
            sessions.result(client)


def test_session_mode_works():
    def play(name):
        farm.create(name, "random,random", "--rounds", 4, games=8)
        log = farm.aresd("--workers", 2, "--until-done")
        assert farm.went_wrong(log) == []
        return farm.digest(name), sessions.digests(name, 8)

    expected = play("direct")
    assert len(expected[1]) == 8
    with pooler("session"):
        assert play("pooled") == expected
        farm.Daemon("aresweb", listens=True).kill()
