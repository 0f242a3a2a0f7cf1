"""blame: proves that a game is blamed for what its worker dies of within that game, and for nothing
else: not for a signal that comes while the worker waits for the database. If the kernel kills a
worker because memory is short, its game is blamed, whatever process has used the memory.

The kernel kills in a memory cgroup, which needs root."""
import contextlib
import os
import resource
import signal
import subprocess
import sys

import farm
import pytest
from farm import holds, query, value, wait_for

THINKER = "ares(depth=8,age=1000,cycles=20000,islands=16,keep=0)"  # takes long, and 10 MB
HUNGRY = "ares(depth=3,age=1000,cycles=20000,islands=16)"  # takes 50 MB more each second
MEMORY_SHORT = "its worker was killed because memory was short"

resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
# Otherwise a sanitizer ends the process by an exit instead of these signals.
os.environ["ASAN_OPTIONS"] = "handle_segv=0:handle_sigbus=0:handle_abort=0"


class Aresd(farm.Daemon):
    """aresd. begin: what its process does first."""

    def __init__(self, workers, begin=None):
        self.log_path = os.environ["TMPDIR"] + "/aresd.log"
        words = farm.program("aresd", "--until-done", "--batch", 1, "--workers", workers)
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(words, stderr=log, preexec_fn=begin)
        self.pid = self.process.pid

    def hands_back(self, times):
        """Waits until claims of dead workers were handed back this number of times."""
        wait_for(lambda: self.log().count("are handed back") == times, 10, "claims handed back")


def worker_of(name):
    """The process that plays the tournament."""
    return wait_for(lambda: value("""select max(pid) from farm.workers w
        join farm.games g on g.worker_id = w.id join farm.tournaments t on t.id = g.tournament_id
        where g.state = 'claimed' and t.name = %s""", name), 10, f"a worker of {name}")


def failures(name):
    return query("select sum(failures), max(failure) from farm.games g"
                 " join farm.tournaments t on t.id = tournament_id where t.name = %s", name)[0]


def status(process):
    """Its state, and how long it has computed, in ticks of 10 ms."""
    fields = farm.text_of(f"/proc/{process}/stat").rpartition(")")[2].split()
    return fields[0], int(fields[11])


def decides(process):
    """Waits until a worker of THINKER has computed much longer than it takes to begin."""
    wait_for(lambda: status(process)[1] > 20, 10, "a decision")


def test_counted():
    """The third worker that dies of a game in one phase quarantines it. One that reports it again is told the
    same, and does not count; nor does one that no longer has the game."""
    game, other = farm.create("counted", "random,random", games=2)
    with farm.connect(autocommit=False) as session:
        workers = [worker for worker, in session.execute(
            "insert into farm.workers (host, pid, supervisor)"
            " select 'test', n, 0 from generate_series(1, 6) n returning id")]
        said = []
        for worker, phase in (0, 3), (0, 3), (1, 3), (2, 4), (3, 4), (4, 4), (4, 4), (5, 4):
            session.execute("update farm.games set state = 'claimed', worker_id = %s"
                            " where state <> 'quarantined' and id = any (%s)",
                            (workers[worker], [game, other]))
            session.execute("select farm.game_failed(%s, %s, %s::smallint, 'x')",
                            (game, workers[5 - worker], phase))
            said += session.execute("select farm.game_failed(%s, %s, %s::smallint, 'it died'), failures"
                                    " from farm.games where id = %s",
                                    (game, workers[worker], phase, game)).fetchall()
        assert said == [(False, 0), (False, 1), (False, 1), (False, 2), (False, 1), (True, 2), (True, 3),
                        (False, 3)]
        assert session.execute("select state::text, reason, failures, failed_phase from farm.games"
                               " where id = any (%s) order by id", ([game, other],)).fetchall() == [
            ("quarantined", "3 times in W1901A: it died", 3, 4), ("claimed", None, 0, None)]
        session.rollback()
    farm.cancel("counted")


@farm.promise("One game is one game's trouble")
def test_outside_of_a_game():
    """A worker dies while it waits for its write, because another session has locked its games."""
    farm.create("outside", "random,random", "--rounds", 30, games=1000, rules="thesis")
    with Aresd(1) as aresd, farm.connect() as holder:
        for times, number in enumerate((signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS), 1):
            worker, seen = worker_of("outside"), []

            def sleeps():
                seen.append(status(worker))
                return seen[-5:] == [("S", seen[-1][1])] * 5

            with holder.transaction():
                holder.execute("select from farm.games where state = 'claimed' for update")
                wait_for(lambda: holds("""exists (select from pg_stat_activity
                    where application_name = 'aresd worker' and wait_event_type = 'Lock')"""))
                wait_for(sleeps)  # meanwhile it plays the next phase
                os.kill(worker, number)
            aresd.hands_back(times)
        assert aresd.stop() == 0
    farm.cancel("outside")
    assert failures("outside") == (0, None)


@farm.promise("One game is one game's trouble")
def test_within_a_game():
    """A worker dies within a decision."""
    farm.create("within", f"{THINKER},{THINKER}", rules="thesis")
    with Aresd(1) as aresd:
        for times, number in enumerate((signal.SIGABRT, signal.SIGSEGV), 1):
            worker = worker_of("within")
            decides(worker)
            os.kill(worker, number)
            aresd.hands_back(times)
        assert aresd.stop() == 0
    farm.cancel("within")
    assert failures("within") == (2, "its worker died: Segmentation fault")


@contextlib.contextmanager
def memory_group(megabytes):
    """A cgroup whose processes have this much memory together: what a process calls to enter it."""
    if os.environ.get("SAN"):
        pytest.skip("a sanitizer needs more memory")
    old = os.path.isdir("/sys/fs/cgroup/memory")
    group = f"/sys/fs/cgroup/{'memory/' if old else ''}aresfarm-{os.getpid()}"
    limit = "memory.limit_in_bytes" if old else "memory.max"

    def write(name, number):
        farm.write(f"{group}/{name}", str(number))

    try:
        try:
            os.mkdir(group)
            write(limit, megabytes << 20)
        except OSError as error:
            pytest.skip(f"no cgroup can limit memory here: {error}")
        yield lambda: write("cgroup.procs", os.getpid())
    finally:
        wait_for(lambda: not os.path.exists(group) or farm.run("rmdir", group).returncode == 0)


@farm.promise("One game is one game's trouble")
def test_kernel_kills_the_culprit():
    """The kernel kills the worker whose game uses the memory."""
    with memory_group(40) as enter:
        farm.create("hungry", f"{HUNGRY},{HUNGRY}", rules="thesis")
        farm.create("small", "random,random", "--rounds", 30, games=24, rules="thesis")
        with Aresd(2, enter) as aresd:
            wait_for(lambda: aresd.process.poll() is not None, 30, "aresd to end")
    assert query("select reason from farm.games where state = 'quarantined'") == [
        (f"3 times in S1901M: {MEMORY_SHORT}",)]
    assert farm.finished("small")
    assert failures("small") == (0, None)


@farm.promise("One game is one game's trouble")
def test_kernel_kills_a_bystander():
    """The kernel kills another process than the one that uses the memory. That looks the same: the
    game of the killed worker is blamed, once. It continues."""
    with memory_group(60) as enter:
        farm.create("bystander", f"{THINKER},{THINKER}", rules="thesis")
        with Aresd(1, enter) as aresd:
            worker = worker_of("bystander")
            decides(worker)
            farm.write(f"/proc/{worker}/oom_score_adj", "1000")
            subprocess.run([sys.executable, "-c", "b'a' * 100_000_000"], preexec_fn=enter)
            aresd.hands_back(1)
            worker_of("bystander")
            assert aresd.stop() == 0
    farm.cancel("bystander")
    assert failures("bystander") == (1, MEMORY_SHORT)
