"""slow: bots that think for long. One worker plays many of their games at once, each as if it were alone; a bot that hangs
keeps no other game waiting, one that dies harms its own game only; what is in play is given back, and resumed."""
import os
import signal
import sys
import time

import farm
import people
import pytest
from farm import query, value, wait_for

GAMES = 20
SEATS = ("bot:several,holdbot", "--rounds", 2, "--team", 2)
MUTE = ("--bot", f"mute={sys.executable} tests/hostile/liar.py mute mark")  # it never answers
SLOW_GAMES = "A slow bot keeps no game waiting"


def bot(at_once, log, *words):
    """The option of aresd with a bot that writes a log."""
    path = f"{os.environ['TMPDIR']}/{log}.log"
    return "--bot", " ".join(map(str, (f"several={sys.executable} tests/hostile/several.py", at_once, path, *(words or ("none",) * 2))))


def log_of(name):
    return farm.text_of(f"{os.environ['TMPDIR']}/{name}.log").splitlines()


def opened(log):
    """How many questions the bot had at each question, and of how many games."""
    return [tuple(map(int, line.split()[1:])) for line in log if line.startswith("open")]


def most_games(log):
    """Of how many games the bot had questions at the same time."""
    return max(games for _, games in opened(log))


def play(name, at_once, *options, words=(), games=GAMES):
    farm.create(name, *SEATS, games=games)
    log = farm.aresd("--until-done", "--workers", 1, *bot(at_once, name, *words), *options)
    assert farm.finished(name)
    return log


def in_play(name):
    return value("""select count(*) from farm.games g join farm.tournaments t on t.id = g.tournament_id where t.name = %s
        and g.state = 'claimed' and exists (select from farm.boards b where b.game_id = g.id and b.tournament_id = t.id)""", name)


def faults(name):
    return query("select distinct number, power, kind from farm.faults_told where tournament = %s", name)


@pytest.fixture(scope="module")
def digest():
    """Of games that are played one after the other."""
    play("one-by-one", 100, "--bot-games", 1)
    assert most_games(log_of("one-by-one")) == 1 and faults("one-by-one") == []
    return farm.digest("one-by-one")


@farm.promise(SLOW_GAMES)
def test_many_at_once(digest):
    """The bot has questions of many games at the same time, all of a phase, and one process. The games are
    the same. On a loaded machine the first games are answered before the last ones begin."""
    play("at-once", 100)
    log = log_of("at-once")
    assert most_games(log) > GAMES // 2 and log.count("start") == 1
    assert any(questions > games for questions, games in opened(log))
    assert farm.digest("at-once") == digest and faults("at-once") == []
    farm.ctl("verify", "at-once")


def test_no_more_than_it_takes(digest):
    play("few", 3)
    assert max(opened(log_of("few")))[0] == 3 and farm.digest("few") == digest


def test_copies(digest):
    """A bot that takes one question at a time has as many processes as are allowed, and needed."""
    play("copies", 1, "--bot-copies", 6)
    log = log_of("copies")
    assert log.count("start") == 6 and most_games(log) == 1
    assert farm.digest("copies") == digest


@farm.promise(SLOW_GAMES)
def test_hangs():
    """Games with another bot, and without one, are played while a bot has not answered for its game. That is given back."""
    farm.create("hangs", "bot:mute,holdbot", "--rounds", 2, "--team", 1)
    farm.create("others", "bot:several,random", "--rounds", 2, "--team", 1, games=4)
    farm.create("plain", "random,holdbot", "--rounds", 2, games=4)
    options = ("--workers", 1, "--bot-time", 86400, *MUTE, *bot(1, "beside"))
    with farm.Daemon("aresd", *options) as daemon:
        wait_for(lambda: farm.finished("others") and farm.finished("plain"), 60, "the other games")
        assert value("select count(*) from farm.games where state = 'claimed'") == 1
        assert daemon.stop() == 0
    assert query("select finished, pending from farm.progress where tournament = 'hangs'") == [(0, 1)]
    farm.cancel("hangs")


def test_orders_wake_a_worker():
    """Orders of an external player are played at once while a bot of the same worker thinks."""
    people.make_roles(alice="farm_agent")
    farm.create("thinks", "bot:mute,holdbot", "--rounds", 2, "--team", 1)
    farm.create("external", "@alice,holdbot", "--rounds", 10, "--team", 1)
    game, phase, took = people.Game("external"), None, []
    with farm.Daemon("aresd", "--workers", 1, "--bot-time", 86400, *MUTE):
        wait_for(lambda: value("select claimed from farm.progress where tournament = 'thinks'") == 1)
        phase = game.next_phase(None)
        for _ in range(10):
            began = time.monotonic()
            game.ask("alice", "select * from api.submit_orders(%s, '{}', true)")
            phase = game.next_phase(phase)
            took.append(time.monotonic() - began)
    farm.cancel("thinks")
    assert min(took) < 0.5, took


@farm.promise(SLOW_GAMES)
@pytest.mark.parametrize("kind, fault, options", [("moon", "illegal", ()), ("mute", "late", ("--bot-time", 2)), ("dies", "dead", ())])
@pytest.mark.usefixtures("digest")
def test_a_fault_is_of_its_seat(kind, fault, options):
    """It is of one power and one game, also where it ends the process that plays the others."""
    power = value("""select power from farm.results where tournament = 'one-by-one' and player = 'bot:several' and number = 3
        and fate in ('draw', 'win') order by centres desc, 1 limit 1""")
    play(kind, 100, *options, words=(kind, power, 3), games=8)
    assert faults(kind) == [(3, power, fault)]
    assert kind != "moon" or log_of(kind).count("start") == 1


@farm.promise(SLOW_GAMES)
def test_killed(digest):
    """A worker that is killed with its games in play loses none."""
    farm.create("killed", *SEATS, games=GAMES)
    with farm.Daemon("aresd", "--workers", 1, *bot(100, "killed")):
        wait_for(lambda: in_play("killed") >= 10, 30, "games in play")
        os.kill(value("select pid from farm.workers where gone_at is null"), signal.SIGKILL)
        wait_for(lambda: farm.finished("killed"), 60, "the games")
    assert value("select sum(epoch) > 20 from farm.games g join farm.tournaments t on t.id = g.tournament_id where name = 'killed'")
    assert farm.digest("killed") == digest


@farm.promise(SLOW_GAMES)
def test_stopped(digest):
    """One that must stop hands its games back at once."""
    farm.create("stopped", *SEATS, games=GAMES)
    with farm.Daemon("aresd", "--workers", 1, *bot(100, "stopped")) as daemon:
        wait_for(lambda: in_play("stopped") >= 10, 30, "games in play")
        assert daemon.stop() == 0
    assert value("select claimed = 0 and pending >= 10 from farm.progress where tournament = 'stopped'")
    farm.aresd("--until-done", "--workers", 2, *bot(100, "stopped"))
    assert farm.digest("stopped") == digest
