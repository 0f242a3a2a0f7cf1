"""clocks: proves that the farm continues when the server's clock jumps by hours, forwards and back:
games end the same, and the games of dead and frozen workers are handed back soon, not hours later.

A file sets the error of the server's clock (tests/crash/clock.c). SEED draws the games.
"""
import contextlib
import os
import shutil
import signal
import time

import farm
import pytest
import workers
from farm import holds, value, wait_for
from workers import Frozen, outcome

HOUR = 3600
PLAYERS = ("ares(depth=2,age=40),random", "--rounds", 40)


def create(name):
    farm.create(name, *PLAYERS, games=12)


def clock_is(seconds):
    """Sets the error of the server's clock, in seconds."""
    with open(clock_is.path, "r+", encoding="utf-8") as file:
        file.write(f"{seconds:<30}\n")


@pytest.fixture(scope="module")
def expected():
    """Starts the server again, with that clock. Returns the results of an undisturbed run."""
    farm.ctl("down")
    farm.forget_session()
    folder = os.environ["TMPDIR"]
    clock_is.path = folder + "/off"
    with open(clock_is.path, "x", encoding="utf-8") as file:
        file.write(" " * 31)
    clock_is(0)
    library = shutil.copy(f"{farm.B}/clock.so", folder)
    farm.ctl("up", env={"LD_PRELOAD": library, "CLOCK_FILE": clock_is.path,
                        "ASAN_OPTIONS": "verify_asan_link_order=0"})
    create("undisturbed")
    farm.aresd("--until-done", "--workers", 2)
    return outcome("undisturbed")


def start(lease):
    daemon = workers.start("--workers", 1, "--lease", lease)
    wait_for(lambda: workers.workers_of(daemon), 10)
    return daemon


@contextlib.contextmanager
def two(lease):
    """Two aresds with a worker each, and a correct clock."""
    clock_is(0)
    with start(lease) as one, start(lease) as other:
        yield one, other


def fresh():
    """Two workers exist, and have sent a heartbeat at the current time."""
    return holds("count(*) = 2 from farm.workers where gone_at is null"
                 " and abs(extract(epoch from now() - heartbeat_at)) < 2")


def has_games(pid):
    return holds("exists (select from farm.games g join farm.workers w on w.id = g.worker_id"
                 " where g.state = 'claimed' and w.pid = %s)", pid)


def ended_alike(name, expected, *daemons):
    wait_for(lambda: farm.finished(name), 30, "all games to be played")
    assert outcome(name) == expected
    for daemon in daemons:
        assert daemon.stop() == 0


def test_jumps(expected):
    """Both farms play on, whatever the time is."""
    with two(12) as both:
        create("back")
        with Frozen("back", *both):
            clock_is(-3 * HOUR)
        wait_for(fresh, 5)
        create("ahead")
        with Frozen("ahead", *both):
            clock_is(2 * HOUR)
            ahead = value("select extract(epoch from now())::float8") - time.time()
            assert abs(ahead - 2 * HOUR) < HOUR / 2
        ended_alike("back", expected)
        ended_alike("ahead", expected, *both)


def test_frozen_meanwhile(expected):
    """A farm stands still while the clock goes back. Its last heartbeat is hours ahead."""
    with two(12) as (one, other):
        create("frozen")
        with Frozen("frozen", one, other) as frozen:
            pid = frozen.victims[1]
            workers.send(signal.SIGCONT, one.pid, *workers.workers_of(one))
            clock_is(-3 * HOUR)
            wait_for(lambda: not has_games(pid), 5)
        ended_alike("frozen", expected, one, other)


def test_sessions_from_before(expected):
    """Sessions that began before the clock went back have begun hours in the future. They still
    belong to their workers. So a worker that misses some heartbeats keeps its games for the lease.
    One that dies loses them at once."""
    with two(HOUR) as (one, other):
        wait_for(fresh, 5)
        clock_is(-3 * HOUR)
        wait_for(fresh, 5)
        create("sessions")
        with Frozen("sessions", one, other) as frozen:
            pid = frozen.victims[1]
            workers.send(signal.SIGCONT, one.pid, *workers.workers_of(one))
            time.sleep(4.5)
            assert has_games(pid)
            workers.send(signal.SIGKILL, *workers.workers_of(other), other.pid)
            wait_for(lambda: not has_games(pid), 3)
        ended_alike("sessions", expected, one)


def test_alive(expected):
    """Health checks ignore a heartbeat that is hours in the future."""
    def status():
        return farm.run(*farm.program("aresctl", "alive", 60)).returncode

    with two(HOUR) as both:
        wait_for(lambda: status() == 0, 3, "a heartbeat")
        for daemon in both:
            daemon.send(signal.SIGSTOP)
            workers.send(signal.SIGKILL, *workers.workers_of(daemon), daemon.pid)
    assert status() == 0
    clock_is(-3 * HOUR)
    assert status() == 1


def test_deadline(expected):
    """A turn's deadline is a time of day: when the clock jumps past it, it is over."""
    farm.query("create role alice in role farm_agent")
    farm.create("turns", "@alice" + ",random" * 6, "--rounds", 1, "--diplomatic-time", "1h",
                "--adjustment-time", "1h", rules="standard")
    clock_is(0)
    with start(12):
        wait_for(lambda: holds("exists (select from farm.turns t join farm.games g"
                               " on g.id = t.game_id and g.state = 'waiting')"), 5)
        assert workers.boards("turns") == 0
        clock_is(2 * HOUR)
        wait_for(lambda: workers.boards("turns"), 5)
