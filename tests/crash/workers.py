"""workers: how the suites of this room handle aresd and its workers."""
import os
import signal

import contain
import farm

GAMES = "farm.games g join farm.tournaments t on t.id = g.tournament_id"


def start(*arguments, **options):
    """aresd with two workers and small batches, so that there is time to kill it within a game."""
    return farm.Daemon("aresd", "--workers", 2, "--batch", 4, *arguments, **options)


def workers_of(daemon):
    """The processes of its workers."""
    return [process for process, parent in contain.parents().items() if parent == daemon.pid]


def send(number, *processes):
    for process in processes:
        try:
            os.kill(process, number)
        except ProcessLookupError:
            pass


def boards(name):
    return farm.value("select count(*) from farm.boards b join farm.tournaments t"
                      " on t.id = b.tournament_id where t.name = %s", name)


def amid(name):
    """The processes of the workers that have claimed a game of the tournament which has boards."""
    return [pid for pid, in farm.query(
        f"select w.pid from {GAMES} join farm.workers w on w.id = g.worker_id where t.name = %s"
        " and g.state = 'claimed' and exists (select from farm.boards b"
        " where b.tournament_id = t.id and b.game_id = g.id)", name)]


class Frozen:
    """Stops these aresds and their workers until the block ends, so that no game ends meanwhile.
    victims: of each, a worker that is amid a game of the tournament."""

    def __init__(self, name, *daemons):
        self.name, self.daemons = name, daemons

    def __enter__(self):
        farm.wait_for(self.caught, 20, f"workers amid games of {self.name}")
        return self

    def caught(self):
        self.frozen = []
        for daemon in self.daemons:
            daemon.ended()
            daemon.send(signal.SIGSTOP)
            self.frozen += workers_of(daemon)
        send(signal.SIGSTOP, *self.frozen)
        holding = set(amid(self.name))
        found = [holding.intersection(workers_of(daemon)) for daemon in self.daemons]
        if all(found):
            self.victims = [min(pids) for pids in found]
            return True
        self.__exit__()
        return False

    def __exit__(self, *_):
        send(signal.SIGCONT, *self.frozen, *(daemon.pid for daemon in self.daemons))


def kill_workers(daemon, name, count):
    """Kills workers, one after the other, each within a game. aresd starts another at once."""
    for _ in range(count):
        with Frozen(name, daemon) as frozen:
            send(signal.SIGKILL, *frozen.victims)


def finish(daemon, seconds=60, status=0):
    """Waits until aresd has played all games; status 2: until the rest was quarantined."""
    farm.wait_for(lambda: daemon.process.poll() is not None, seconds, "all games to be played")
    assert daemon.process.returncode == status, daemon.log()


def outcome(name):
    """The values that must not depend on crashes: the digests of the tournament and of its games,
    the number of finished games, and the number of boards."""
    return (farm.value("select farm.tournament_digest(%s)", name), *farm.query(
        "select encode(sha256(string_agg(g.digest, ''::bytea order by number)), 'hex'),"
        f" count(*) filter (where g.state = 'finished') from {GAMES} where t.name = %s", name)[0],
        boards(name))


def tell(request, text):
    """Prints a line although pytest captures the output."""
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print("# " + text, flush=True)
