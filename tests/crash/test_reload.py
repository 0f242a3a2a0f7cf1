"""reload: proves that aresd reads its settings file again at SIGHUP, and that no phase is lost by
it.

Changes the file of a running aresd: more workers, fewer, other settings of workers. SEED draws the games.
hostile/settings has mistakes in the file.
"""
import os
import signal

import farm
from farm import value, wait_for
from workers import outcome, workers_of

SETTINGS = os.environ["TMPDIR"] + "/aresd.conf"


def set_to(*lines):
    farm.write(SETTINGS, "\n".join(["# settings", "", *lines, ""]))


def start(*arguments):
    return farm.Daemon("aresd", "--config", SETTINGS, *arguments)


def workers_are(daemon, number):
    """Waits until it has as many workers, which have claims or look for some; returns their
    processes."""
    def there():
        found = workers_of(daemon)
        registered = value("select array_agg(pid) from farm.workers where gone_at is null")
        return len(found) == number and set(registered or []) == set(found) and found

    return wait_for(there, 5, f"{number} workers")


def test_workers_come_and_go():
    for name in ("same", "come"):
        farm.create(name, "ares(age=40),random", "--rounds", 40, games=16)
        if name == "same":
            farm.aresd("--until-done", "--workers", 2)
    set_to("workers = 2", "batch = 4 # small", "bot-games = 1")
    with start() as daemon:
        before = set(workers_are(daemon, 2))
        for number, batch, bot_games, kept in ((4, 4, 1, 2), (1, 4, 1, 1), (3, 16, 1, 0), (3, 16, 2, 0)):
            set_to(f"workers = {number}", f"batch = {batch}", f"bot-games = {bot_games}")
            daemon.send(signal.SIGHUP)
            wait_for(lambda: len(before.intersection(workers_of(daemon))) == kept, 5,
                     "new workers for other settings")
            now = set(workers_are(daemon, number))
            assert len(now & before) == kept
            before = now
        wait_for(lambda: farm.finished("come"), 20, "all games to be played")
        assert daemon.stop() == 0
    assert outcome("come") == outcome("same")
    assert daemon.log().count("settings read anew") == 4
    assert value("select sum(refused_writes) from farm.workers") == 0


def test_command_line_first():
    """An option of the command line counts more than the file."""
    set_to("workers = 4")
    with start("--workers", 1) as daemon:
        before = workers_are(daemon, 1)
        daemon.send(signal.SIGHUP)
        wait_for(lambda: "settings read anew: 1 workers" in daemon.log(), 3)
        assert workers_of(daemon) == before
        assert daemon.stop() == 0


def test_bots_come_and_go():
    """Workers have the bots that the file names now."""
    set_to("workers = 1", "bot.old = cat")
    with start() as daemon:
        workers_are(daemon, 1)
        set_to("workers = 1", "bot.new = cat")
        daemon.send(signal.SIGHUP)
        question = "select array_agg(bots) from farm.workers where gone_at is null"
        wait_for(lambda: value(question) == [["new"]], 5)
        assert daemon.stop() == 0
