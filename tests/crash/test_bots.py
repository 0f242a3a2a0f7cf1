"""bots: proves that games with a bot end and count, whatever happens to the bot and to the workers;
and that each failed decision is counted once.

The bot of doc/bots plays GAMES=14 short games against Ares. At times drawn by SEED, it is killed,
hangs or lies (tests/hostile/liar.py), and KILLS workers are killed, by default one per seven games.
make bots plays 1,000 games.
"""
import os
import random
import signal

import contain
import farm
import pytest
import workers
from farm import query, value, wait_for

GAMES = int(os.environ.get("GAMES") or 14)
KILLS = int(os.environ.get("KILLS") or max(GAMES // 7, 1))
MARK = "mark-of-liars"
SETTINGS = os.environ["TMPDIR"] + "/bots.conf"


def done_games():
    return value("select finished from farm.progress where tournament = 'lies'")


def marked():
    """What liars have left behind."""
    return [pid for pid in contain.parents() if MARK in contain.command_of(pid)]


@pytest.fixture(scope="module", autouse=True)
def log():
    """Plays the games, and kills a worker after each few finished games. Returns the log of
    aresd."""
    farm.write(SETTINGS, f"bot.liar = python3 tests/hostile/liar.py chance {farm.SEED} {MARK}"
               " python3 doc/bots/greedy.py\nbot-time = 2\nbot-start = 60\n")
    players = "bot:liar,ares(depth=1,age=2)"
    farm.create("lies", players, "--rounds", 8, games=GAMES, rules="standard")
    drawn = random.Random(farm.SEED)
    with farm.Daemon("aresd", "--workers", 2, "--until-done", "--config", SETTINGS) as daemon:
        for number in range(1, KILLS + 1):
            wait_for(lambda: done_games() >= number * GAMES // (KILLS + 1), 60, "more games")
            wait_for(lambda: workers.workers_of(daemon), 5, "a worker")
            workers.send(signal.SIGKILL, drawn.choice(workers.workers_of(daemon)))
        workers.finish(daemon, 20 + GAMES)
    return daemon.log()


def test_games_end(log):
    assert done_games() == GAMES
    assert log.count("was killed by signal 9") >= KILLS > 0
    wait_for(lambda: not marked(), 5, "the bots' children to end")
    assert "its worker died" not in log and "out of memory" not in log


def test_faults_are_counted():
    """A power has at most three faults: then it is in civil disorder, also if another worker
    resumes the game."""
    assert query("""select game, power, count(*) from farm.faults_told where tournament = 'lies'
        group by 1, 2 having count(*) > 3""") == []
    assert query("""select d.game, d.power, o.text from farm.disorders d join farm.orders o
        on o.tournament = d.tournament and o.game = d.game and o.power = d.power
        and o.phase >= d.phase where d.tournament = 'lies'
        and o.action not in ('hold', 'disband', 'remove')""") == []
    assert value("select count(*) from farm.faults_told where tournament = 'lies'") > 0


def test_faults_are_of_phases():
    """A fault is stored with its phase: the board exists. The power had no orders in it: its units
    held, or were disbanded."""
    assert query("""select f.game, f.phase from farm.faults_told f
        where tournament = 'lies' and not exists (
            select from farm.boards b where b.tournament_id = f.tournament_id
            and b.game_id = f.game and b.phase = f.phase)""") == []
    ordered = {action for action, in query("""select distinct o.action
        from farm.faults_told f
        join farm.orders o on o.game = f.game and o.phase = f.phase and o.power = f.power
        where f.tournament = 'lies' and o.tournament = 'lies'""")}
    assert "hold" in ordered and ordered <= {"hold", "disband", "remove"}


def test_verify():
    """The stored data are enough to replay: no bot is asked."""
    farm.ctl("verify", "lies")
    faulted = value("""select count(distinct (f.game, f.power))
        from farm.faults_told f join farm.games g on g.id = f.game
        where f.tournament = 'lies' and g.state = 'finished'""")
    assert query("select faulted from farm.standings where tournament = 'lies'"
                 " and player = 'bot:liar'") == [(faulted,)]


def test_others_play_on():
    """Games without bots are played by the same workers as before."""
    for name, options in (("plain", (1, "--config", SETTINGS)), ("plain2", (2,))):
        farm.create(name, "randbot,random", "--rounds", 20, games=8, rules="standard")
        farm.aresd("--until-done", "--workers", *options)
    assert farm.finished("plain") and workers.outcome("plain") == workers.outcome("plain2")
