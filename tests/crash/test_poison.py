"""poison: proves that a game which breaks its worker three times in one phase is quarantined with the
reason, and that other games continue.

Makes games whose players think too long or need too much memory, and kills workers with several
signals. SEED draws the games. Tests of memory are skipped under the sanitizers (SAN), which need
memory of their own.
"""
import os
import signal
import time

import farm
import pytest
import workers
from farm import query, value, wait_for
from workers import finish

FOREVER = "ares(depth=8,age=1000,cycles=20000,islands=16,keep=0)"
OF = f"from {workers.GAMES} where t.name = %s"
limited = pytest.mark.skipif(bool(os.environ.get("SAN")), reason="a sanitizer needs more memory")


def start(*arguments):
    # else a sanitizer makes exits of these signals
    signals = {"ASAN_OPTIONS": "handle_segv=0:handle_sigbus=0"}
    return farm.Daemon("aresd", "--workers", 2, "--until-done", *arguments, env=signals)


def play(*arguments):
    with start(*arguments) as daemon:
        finish(daemon, 20, status=2)
    return daemon.log()


def stop_after(boards, name):
    """Plays until that tournament has so many boards, and stops."""
    with start("--batch", 1) as daemon:
        wait_for(lambda: workers.boards(name) >= boards, 10, f"{boards} boards")
        daemon.stop()


def poison(name, player):
    """One game that breaks its worker, and some that do not."""
    farm.create(f"poison-{name}", f"{player},{player}")
    farm.create(f"good-{name}", "random,random", "--rounds", 30, games=12)


def put_aside(name, reason):
    """The game was quarantined with this reason, and the others were finished."""
    assert value(f"select g.reason {OF}", f"poison-{name}") == f"3 times in S1901M: {reason}"
    assert farm.finished(f"good-{name}")


def test_decision_too_long():
    poison("long", FOREVER)
    play("--decision", 1)
    put_aside("long", "a decision took too long")
    assert value(f"select epoch {OF}", "poison-long") == 3


def test_stopped_worker():
    """A worker is stopped for longer than the limit while its players think. It must not be killed
    when it continues: a stopped worker does not think."""
    farm.create("stopped", "ares(age=1000,cycles=1500),ares(age=1000,cycles=1500)", games=50)
    with start("--decision", 2, "--workers", 1) as daemon:
        wait_for(lambda: workers.boards("stopped"), 10, "a board")
        pid, = workers.workers_of(daemon)
        for _ in range(2):
            workers.send(signal.SIGSTOP, pid)
            time.sleep(2.5)
            workers.send(signal.SIGCONT, pid)
            before = workers.boards("stopped")
            wait_for(lambda: workers.boards("stopped") > before, 10, "the next board")
        assert workers.workers_of(daemon) == [pid]
        daemon.stop()
    assert "took too long" not in daemon.log()
    farm.cancel("stopped")


@farm.promise("One game is one game's trouble")
def test_worker_dies():
    """Only faults of the worker itself count. A kill from outside is not a game's fault, however often
    it happens. aresd waits up to 5 s before it starts a worker that dies repeatedly."""
    claims = (f"select w.pid, g.epoch from {workers.GAMES}"
              " join farm.workers w on w.id = g.worker_id"
              " where t.name = 'poison-dies' and g.state = 'claimed' and g.epoch > %s")
    poison("dies", FOREVER)
    epoch = 0
    with start() as daemon:
        for name in "KILL SEGV KILL KILL ABRT KILL BUS".split():
            (pid, epoch), = wait_for(lambda: query(claims, epoch), 6, "a claim")
            wait_for(lambda: farm.seconds_used(pid) > 0.15, 5, "the worker to think")
            workers.send(signal.Signals["SIG" + name], pid)
        finish(daemon, 20, status=2)
    put_aside("dies", "its worker died: Bus error")


@limited
def test_memory():
    poison("memory", "ares(cycles=20000,islands=16)")
    play("--memory", 100)
    put_aside("memory", "its worker ran out of memory")


@limited
def test_phase():
    """The reason names the phase that was played when the worker died, not the game's first. 48 MiB
    are more than a worker needs, and less than its players do."""
    players = "ares(age=1000,cycles=20000),ares(age=1000,cycles=19999)"
    farm.create("phase", players, "--rounds", 10000)
    stop_after(2, "phase")
    play("--memory", 48)
    before = workers.boards("phase")
    reason = value(f"select g.reason {OF}", "phase")
    farm.ctl("game", "retry", "phase/1")
    stop_after(before + 1, "phase")
    next_phase = value("""select farm.phase_name(b.phase) from farm.boards b
        join farm.tournaments t on t.id = b.tournament_id
        where t.name = 'phase' order by b.phase offset %s limit 1""", before)
    assert reason.startswith(f"3 times in {next_phase}: ") and next_phase != "S1901M"
    farm.cancel("phase")


@limited
def test_memory_for_what_is_stored():
    """A worker that has no memory for what the server sends does not wait for it with its claims:
    its game is quarantined, too."""
    farm.create("stored", "holdbot,holdbot", "--rounds", 10000)
    stop_after(1000, "stored")
    play("--memory", 7)
    told = "3 times in S1901M: its worker ran out of memory"
    assert value(f"select g.reason {OF}", "stored") == told


@limited
@farm.promise("One game is one game's trouble")
def test_retry():
    """Without the limit, a game that is retried continues where it was, and comes out the same."""
    for name in ("calm", "tried"):
        farm.create(name, "ares(cycles=20000),random", "--rounds", 3)
    farm.ctl("tournament", "pause", "calm")
    play("--memory", 16)
    reason = value(f"select g.reason {OF} and g.state = 'quarantined'", "tried")
    assert reason.startswith("3 times in S1901M: ")
    farm.ctl("game", "retry", "tried/1")
    farm.ctl("tournament", "resume", "calm")
    farm.aresd("--until-done")
    assert farm.finished("tried") and farm.digest("tried") == farm.digest("calm")
    assert value(f"select failures {OF}", "tried") == 0


def test_death_counts_once():
    """A worker's death is told twice, because the first answer was lost. It counts once, and both
    answers are the same."""
    game, = farm.create("twice", "random,random")
    answers = []
    for _ in range(3):
        worker = value("insert into farm.workers (host, pid, supervisor, gone_at)"
                       " values ('nowhere', 1, 1, now()) returning id")
        query("update farm.games set state = 'claimed', worker_id = %s where id = %s", worker, game)
        for _ in range(2):
            answers.append(value("select farm.game_failed(%s, %s, 0::smallint, 'x')", game, worker))
    assert answers == [False, False, False, False, True, True]
    assert value("select failures from farm.games where id = %s", game) == 3
