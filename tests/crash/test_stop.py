"""stop: proves that aresd ends within two seconds of SIGTERM, whatever the database does, and at
once after a second signal; and that a supervisor whose statement waits still manages its workers.

Freezes the server by SIGSTOP, and holds locks. SEED draws the games.
"""
import glob
import os
import re
import signal
import socket
import subprocess
import time

import contain
import farm
import pytest
import servers
import workers
from farm import holds, query, wait_for


@pytest.fixture(scope="module", autouse=True)
def games():
    """More games than the suite plays."""
    farm.create("games", "ares(depth=2,age=100),random", games=500)


def server():
    """The server's processes."""
    return [farm.postmaster(), *contain.descendants(farm.postmaster())]


def freeze():
    workers.send(signal.SIGSTOP, *server())


def thaw():
    workers.send(signal.SIGCONT, *server())


def working():
    """aresd, whose two workers have claims. The server runs."""
    thaw()
    daemon = farm.Daemon("aresd", "--workers", 2)
    wait_for(lambda: len(set(workers.workers_of(daemon)) & {pid for pid, in query(
        "select w.pid from farm.games g join farm.workers w on w.id = g.worker_id"
        " where g.state = 'claimed'")}) == 2, 10, "claims")
    return daemon


def ends(daemon, number=signal.SIGTERM):
    """It must end in time after the signal and leave no worker."""
    left = workers.workers_of(daemon)
    assert daemon.stop(number, 2) in (0, 128 + number, -number), daemon.log()
    assert not contain.parents().keys() & set(left)


@pytest.fixture(scope="module")
def frozen():
    """The server is frozen for 1.5 s. Two aresds that were working, and one that connects."""
    daemons = working(), working()
    freeze()
    connecting = farm.Daemon("aresd")
    time.sleep(1.5)
    yield *daemons, connecting
    thaw()


def test_server_stands_still(frozen):
    ends(frozen[0])


def test_while_it_connects(frozen):
    ends(frozen[2])


def test_next_server(frozen):
    """A server that stands still costs connect_timeout, then the next one is tried. An address
    comes before a name."""
    still = farm.conninfo("postgres").split()[0].removeprefix("host=")
    following = servers.Server(tcp=True).start()
    deaf = socket.create_server(("127.0.0.1", 0))

    def listing(hosts, ports, more=""):
        database = (f"host={hosts} port={ports} {more} connect_timeout=2 dbname=postgres"
                    f" user={servers.USER}")
        return subprocess.Popen([f"{farm.B}/aresctl", "-d", database, "tournament", "list"],
                                stderr=subprocess.PIPE, text=True)

    asked = [listing(f"{still},{following.here},{still}", f"5432,{following.port},5432"),
             listing(f"{still},{still}", 5432),
             listing("a.invalid,b.invalid", f"{deaf.getsockname()[1]},{following.port}",
                     "hostaddr=127.0.0.1,127.0.0.1")]
    patterns = ("not initialised", "timeout expired connection to server on socket",
                "not initialised")
    for process, pattern in zip(asked, patterns):
        said = process.communicate()[1]
        assert process.returncode == 2 and said.count("\n") == 1 and pattern in said, said
    deaf.close()


def test_while_it_connects_again(frozen):
    """After ten seconds without an answer it connects anew, in vain."""
    daemon = frozen[1]
    told = re.compile("aresd: connection given up: .*no answer for 10")
    wait_for(lambda: told.search(daemon.log()), 15, "it to give up")
    time.sleep(0.5)
    ends(daemon)


def test_second_signal():
    """At the second signal it hands back no game, for which it would wait for the server until 1.6
    s after the first. A slow machine may be late once, not each time."""
    for _ in range(5):
        daemon = working()
        freeze()
        daemon.send(signal.SIGINT)
        time.sleep(0.4)  # a signal that comes with the first counts as the same
        began = time.monotonic()
        ends(daemon)
        took = time.monotonic() - began
        thaw()
        if took < 0.8:
            return
    pytest.fail(f"it ended {took:.1f} s after the second signal")


def test_locked_workers():
    """A statement of the supervisor waits for the rows of its workers: it still manages them, and
    hands back what it can."""
    daemon = working()
    with farm.connect(autocommit=False) as holder:
        holder.execute("select from farm.workers where gone_at is null for update")
        time.sleep(1.5)
        victim = workers.workers_of(daemon)[0]
        workers.send(signal.SIGKILL, victim)
        wait_for(lambda: len({victim, *workers.workers_of(daemon)}) == 3, 2, "another worker")
        wait_for(lambda: "the supervisor must wait, trying again: 55P03" in daemon.log(), 5)
        ends(daemon)
    assert daemon.log().count("was killed by signal 9") == 1


def test_chores_are_independent():
    """If rows cannot be removed, lapsed turns, a dead worker's games and heartbeats are still
    handled."""
    farm.create("dropped", "random,random")
    daemon = working()
    with farm.connect(autocommit=False) as holder:
        holder.execute("lock table farm.tournaments in access exclusive mode")
        query("insert into farm.workers (host, pid, supervisor, heartbeat_at)"
              " values ('gone', 1, 999999, now() - interval '1 h')")
        wait_for(lambda: holds("gone_at is not null from farm.workers where host = 'gone'"), 6)
        ends(daemon)


def test_quick_stops():
    """A worker that is told to stop before it has its handlers ends as told."""
    for number in range(20):
        daemon = farm.Daemon("aresd", "--workers", 2)
        time.sleep(number * 0.005)
        assert daemon.stop() in (0, -signal.SIGTERM), daemon.log()  # else it had not begun
        assert "killed by signal" not in daemon.log()


@pytest.mark.skipif(bool(os.environ.get("SAN") or glob.glob(f"{farm.B}/*.gcno")),
                    reason="programs with sanitizers, or that count lines, need more descriptors")
@pytest.mark.parametrize("command", ["aresctl tournament list", "aresd --until-done"])
def test_few_descriptors(command):
    farm.refused("Too many open files", "sh", "-c", f"ulimit -n 4; exec {farm.B}/{command}")
