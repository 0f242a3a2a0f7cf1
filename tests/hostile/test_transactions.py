"""transactions: an external player submits orders in a transaction and leaves it open. Neither the
farm nor another player waits for it.
"""
import os
import signal

import farm
import psycopg
import pytest
import sessions
from farm import holds, query, value, wait_for
from sessions import Session, promptly

PROMISE = "External players change nothing but their own orders"
SEATS = "random,random,@alice,random,@bob,random,random"
SUBMIT = """select problem from api.submit_orders(%s, string_to_array(%s, ';'), %s, power => %s)
    where problem is not null"""
BURGUNDY, PICARDY = "A mar H;A par - bur;F bre H", "A mar H;A par - pic;F bre H"
sessions.roles("farm_agent", "alice", "bob")


@pytest.fixture(name="aresd", scope="module", autouse=True)
def _aresd():
    """Those that play; the last one is the one that runs."""
    daemons = [farm.Daemon("aresd", "--workers", 2, "--lease", 3600)]
    yield daemons
    daemons[-1].kill()


def asks(game, phase):
    """Waits until a game asks alice and bob for the orders of a phase; returns the game."""
    wait_for(lambda: holds("count(*) > 0 from farm.awaited where game = %s and phase = %s",
                           game, phase), what=f"a game to ask {phase}")
    return game


def begin(name, *options, games=1):
    """Games that have asked for the first orders."""
    made = farm.create(name, SEATS, "--rounds", 2, *options, games=games)
    return [asks(game, "S1901M") for game in made]


def waits(game):
    """Has the farm look at all orders that it may take: whether the game waits all the same."""
    query("select farm.turns_lapse()")
    return holds("state = 'waiting' from farm.games where id = %s", game)


def played(game, power):
    """Waits until the first phase has been played: the orders."""
    wait_for(lambda: holds("count(*) > 0 from farm.boards where game_id = %s", game))
    return value("select string_agg(text, ';' order by text) from farm.orders where game = %s"
                 " and phase_name = 'S1901M' and power = %s", game, power)


def bob_submits(game, orders):
    assert promptly(query, SUBMIT, game, orders, True, "ITA", role="bob") == []


class Alice(Session):
    """A session of alice, who plays France, on one game."""

    def __init__(self, game):
        super().__init__("alice")
        self.game = game

    def submit(self, orders, final=False):
        """What is wrong with them."""
        return [problem for problem, in self.say(SUBMIT, self.game, orders, final, "FRA")]

    def hold(self, orders):
        """Submits orders in a transaction that stays open."""
        self.say("begin")
        assert self.submit(orders) == []

    def hold_past_deadline(self, orders):
        """The same, and the deadline comes soon: when. The farm looks at it later."""
        for seconds in 0.5, 2, 8, 32:  # on a slow machine, it may be over when she submits
            due = value("""update farm.turns set deadline = clock_timestamp() + %s * interval '1 s'
                where game_id = %s returning deadline""", seconds, self.game)
            self.say("begin")
            problems = self.submit(orders)
            if problems == []:
                break
            self.say("rollback")
        assert problems == []
        query("update farm.games set look_at = %s where id = %s", due, self.game)
        return due

    def turn(self):
        return self.say("select phase, submitted from api.my_turns where game = %s", self.game)[0]


@farm.promise(PROMISE)
@pytest.mark.parametrize("end", ["commit", "rollback"])
def test_others_submit_at_once(end):
    """Alice changes orders that were complete. The game waits for the end of her transaction."""
    game, = begin("game-" + end)
    with Alice(game) as alice:
        assert alice.submit(PICARDY) == []
        alice.hold(BURGUNDY)
        bob_submits(game, "A rom - apu;A ven H;F nap H")
        assert waits(game)
        alice.say(end)
        assert played(game, "FRA") == (BURGUNDY if end == "commit" else PICARDY)
    assert played(game, "ITA") == "A rom - apu;A ven H;F nap H"


@farm.promise(PROMISE)
def test_deadline_is_kept():
    """The holder has a second after the deadline, and the supervisor looks each second. What was
    committed before counts. The game continues while the holder keeps what it holds. Its commit
    comes too late."""
    game, = begin("deadline", "--diplomatic-time", "1h", "--adjustment-time", "1s")
    with Alice(game) as alice:
        assert alice.submit("A par - pic") == []
        due = alice.hold_past_deadline(BURGUNDY)
        assert played(game, "FRA") == PICARDY
        late = value("select taken_at - %s from farm.taken_orders where game_id = %s and power = 2",
                     due, game)
        assert 1 <= late.total_seconds() <= 2.5 * farm.PATIENCE
        bob_submits(asks(game, "F1901M"), "")
        alice.say("commit")
        assert alice.turn() == ("F1901M", None)
        assert alice.submit("", final=True) == []
    wait_for(lambda: farm.finished("deadline"))
    assert query("select orders from farm.played_orders where game = %s and phase = 'S1901M'"
                 " and power = 'FRA'", game) == [(["A par - pic"],)]
    assert query("select * from farm.turns where game_id = %s", game) == []


def beat():
    """Waits until each worker that is alive has a new heartbeat."""
    now = value("select clock_timestamp()")
    wait_for(lambda: holds("bool_and(heartbeat_at > %s) from farm.workers where gone_at is null",
                           now), 3, "heartbeats")


def claim(game=None):
    """A new worker claims games and hands them back: the game's state meanwhile, how many games."""
    # in one transaction: a living supervisor hands back what a worker without one has claimed
    with Session(options="-c statement_timeout=5s") as session:
        (worker,), = session.say("""begin; insert into farm.workers (host, pid, supervisor)
            values ('test', 1, 0) returning id""")
        session.say("select from farm.games_claim(%s, 8)", worker)
        state = session.say("select state from farm.games where id = %s", game)
        handed_back = session.say("select farm.workers_leave(array[%s])", worker)
        session.say("commit")
        return state + handed_back


def test_the_farm_goes_on(aresd):
    """Alice holds a turn of a game that waits, and one of a game that is claimed. Heartbeats come,
    a dead worker's games are handed back, other games are played, aresd stops, the tournament is
    cancelled and dropped. What she does not hold is swept."""
    waiting, claimed = begin("held", games=2)
    with Alice(waiting) as first, Alice(claimed) as second:
        first.hold("A par - bur")
        assert second.submit(PICARDY) == []
        workers = sessions.workers()
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)
        second.hold_past_deadline(BURGUNDY)
        wait_for(lambda: holds("state = 'pending' from farm.games where id = %s", claimed))
        assert claim(claimed) == [("claimed",), (1,)]
        for worker in workers:
            os.kill(worker, signal.SIGCONT)
        beat()
        os.kill(workers[0], signal.SIGKILL)
        wait_for(lambda: len(set(sessions.workers()) - {workers[0]}) == 2, 3, "another worker")
        beat()
        claim()
        farm.create("free", "random,random", "--rounds", 5, games=8)
        wait_for(lambda: farm.finished("free"))
        assert aresd[-1].stop(seconds=2) == 0
        promptly(farm.cancel, "held")
        for name in "held", "free":
            promptly(farm.ctl, "tournament", "drop", "--yes", name)
        aresd.append(farm.Daemon("aresd", "--workers", 1))
        dropped = "count(*) = %s from farm.tournaments where dropped"
        wait_for(lambda: holds(dropped, 1))
        first.say("rollback")
        second.say("rollback")
        wait_for(lambda: holds(dropped, 0))


def test_refusals():
    """A second session of a player gets an answer within its bound, and holds nothing up. Orders
    are refused by a snapshot that would not show that they were taken."""
    held = "this turn is held by another session of yours, or is just being taken: try again"
    older = "submit orders in a transaction of isolation level read committed"
    game, = begin("refusals")
    with Alice(game) as first, Alice(game) as second:
        first.hold("A par - bur")
        assert promptly(second.submit, "A par - pic", seconds=2) == [held]
        first.say("rollback")
        for level, problems in (("repeatable read", [older]), ("serializable", [older]),
                                ("read uncommitted", [])):
            second.say(f"begin isolation level {level}")
            assert second.submit("A par - pic") == problems, level
            second.say("commit")
            assert second.turn() == ("S1901M", None if problems else ["A par - pic"])


def test_old_transactions_end():
    """A player undoes the timeouts of its role: its session ends if its transaction is too old."""
    sessions.roles("farm_reader", "reader")
    farm.done("sed", "-i", "1i local all alice,reader trust",
              os.environ["ARESFARM_HOME"] + "/pg/pg_hba.conf")
    query("select pg_reload_conf()")
    login = [f"{farm.conninfo()} user={role}" for role in ("alice", "reader")]
    wait_for(lambda: farm.run("psql", "-X", login[0], "-c", "select 1").returncode == 0)
    with psycopg.connect(login[0]) as alice, psycopg.connect(login[1]) as reader:
        for session in alice, reader:
            session.execute("set idle_in_transaction_session_timeout = 0")
        assert value("select farm.agents_bound()") == 0
        assert value("select farm.agents_end('1 ms')") == 1
        with pytest.raises(psycopg.OperationalError, match="terminating connection"):
            alice.execute("select 1")
        assert reader.execute("select 1").fetchall() == [(1,)]
