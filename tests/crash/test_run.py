"""run: proves that deploy/run.sh, which make run calls, continues with an open tournament or begins
another, and never changes games that were played.

Runs it several times, also interrupted by ^C. SEED does not matter: run.sh chooses its own.
"""
import os
import pty
import re
import select
import signal
import subprocess

import farm
import pytest
from farm import done, holds, query, value, wait_for
from workers import GAMES

SEATS = "ares(depth=2,age=10),random"


def run(*games):
    return done("deploy/run.sh", *games)


def finished():
    return dict(query("select tournament, finished from farm.progress"))


def nothing_runs():
    return holds("not exists (select from pg_stat_activity where application_name ~ '^ares')"
                 " and not exists (select from farm.workers where gone_at is null)")


def test_first_run():
    os.makedirs(os.environ["ARESFARM_HOME"], exist_ok=True)
    said = run(4)
    for text in ("tournament thesis-1: 4 games", "4 of 4 games", "Points by player", "any stage",
                 "show thesis-1/1"):
        assert text in said


def test_second_run_begins_another():
    digest = farm.digest("thesis-1")
    assert (f"the result of thesis-1: {farm.B}/aresctl query standings thesis-1\n"
            "tournament thesis-2: 3 games") in run(3)
    assert farm.digest("thesis-1") == digest
    assert finished() == {"thesis-1": 4, "thesis-2": 3}


def test_interrupted_run_goes_on():
    """^C reaches the script and aresd. The games played stay, and the next run continues."""
    farm.create("mine", SEATS, games=200)
    process = subprocess.Popen(["deploy/run.sh"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True, start_new_session=True)
    wait_for(lambda: finished()["mine"] > 0, 10, "a game")
    os.killpg(process.pid, signal.SIGINT)
    assert "Nothing is lost" in process.communicate()[0]
    assert process.returncode == 130
    assert 0 < finished()["mine"] < 200
    assert holds("claimed = 0 from farm.progress where tournament = 'mine'")
    # so that the rest takes no time
    query("update farm.tournaments set round_limit = 1 where name = 'mine'")
    said = run(7)
    assert re.search("^continuing with tournament mine: [1-9][0-9]* of 200 games are played$", said,
                     re.M)
    assert re.search("^You asked for 7 games: type it again ", said, re.M)
    assert f"\n{farm.B}/aresctl tournament cancel mine\n" in said
    assert finished() == {"thesis-1": 4, "thesis-2": 3, "mine": 200}


@pytest.mark.parametrize("games", [(3,), ()])
def test_going_on_as_asked(games):
    """The number of games is named only where another was asked for."""
    name = f"again-{len(games)}"
    farm.create(name, "random,random", games=3)
    said = run(*games)
    assert f"continuing with tournament {name}: 0 of 3 games are played\n" in said
    assert "You asked" not in said


def test_person_under_way():
    """A game of a person is nobody's to continue with, and nobody waits until he has played it:
    neither when it was never asked for, nor when it waits for him. What he has handed in is
    played."""
    def asked():
        return query(f"select g.state, farm.phase_name(g.asked) from {GAMES}"
                     " where t.name = 'person'")

    farm.ctl("game", "create", "person", "--seats", "@" + ",random" * 6)
    assert re.search("^tournament thesis-[0-9]*: 2 games ", run(2), re.M)
    assert asked() == [("waiting", "S1901M")]
    assert re.search("^2 of 2 games", run(2), re.M)
    query("select farm.turn_submit(t.game_id, t.power, '{A vie H}', true, null, null)"
          " from farm.turns t")
    farm.aresd("--until-done", "--quiet")
    assert asked() == [("waiting", "F1901M")]
    farm.cancel("person")


class Terminal:
    """run.sh in a terminal of its own, once it has shown that games are played."""

    def __init__(self):
        self.process, self.screen = pty.fork()
        if self.process == 0:
            os.execve("deploy/run.sh", ["deploy/run.sh"], dict(os.environ, TERM="xterm"))
        self.said = b""
        wait_for(lambda: self.read() and self.said.count(b" games, ") >= 2, 10, "games to be shown")

    def read(self):
        """Whether anybody still has the terminal."""
        if select.select([self.screen], [], [], 0.1)[0]:
            try:
                more = os.read(self.screen, 4096)
            except OSError:
                more = b""
            self.said += more
            return bool(more)
        return True

    def status(self):
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def test_interrupted_in_a_terminal():
    """Nothing comes after what run.sh says last, and nothing continues."""
    farm.create("long", SEATS, games=1000)
    terminal = Terminal()
    os.write(terminal.screen, b"\x03")
    wait_for(lambda: not terminal.read(), 5, "everybody to leave the terminal")
    assert terminal.status() == 130
    last = terminal.said.decode().replace("\r", "\n").rstrip("\n").rpartition("\n")[2]
    assert last == "Stopped. Nothing is lost: make run continues with long where it is."
    assert nothing_runs()


def test_terminal_closed():
    assert value("select pending from farm.progress where tournament = 'long'") > 0
    terminal = Terminal()
    os.close(terminal.screen)
    terminal.status()
    wait_for(nothing_runs, 5)
