"""final: a worker reads the orders of external players, hands the game back, and reveals them to
another player. Then nobody can change orders: the phase is played with those that were taken first,
whichever worker claims the game."""
import farm
import pytest
import sessions

GONE = [("you have no such turn: its orders were taken, or it is not yours",)]
TAKEN = "select * from farm.taken_orders where game_id = %s order by power"
SUBMIT = "select problem from api.submit_orders(%s, %s, %s) where problem is not null"


def play_until(condition, *parameters):
    with farm.Daemon("aresd", "--workers", 1) as daemon:
        farm.wait_for(lambda: farm.holds(condition, *parameters), 5)
        assert daemon.stop() == 0


@pytest.fixture(name="games", scope="module")
def _games():
    """Games that wait for alice's France and bob's Italy; the last two have a deadline."""
    farm.query("alter database aresfarm set jit = off")  # as for roles of aresctl role create
    sessions.roles("farm_agent", "alice", "bob")
    sessions.roles("farm_worker", "mallory")
    seats = "random,random,@alice,random,@bob,random,random"
    games = farm.create("final", seats, games=2)
    games += farm.create("timed", seats, "--diplomatic-time", "1d", games=2)
    play_until("count(*) = 4 from farm.games where state = 'waiting'")
    return games


def worker(sql, *parameters):
    """Rows of a statement of mallory, a worker."""
    return farm.query(sql, *parameters, role="mallory")


def give(role, game, *orders, final=True):
    """Submits orders; returns their problems."""
    return farm.query(SUBMIT, game, list(orders), final, role=role)


def claim(game):
    """A new worker claims the game: game, worker, epoch, as SQL; None if it cannot."""
    (number,), = worker("insert into farm.workers (host, pid, supervisor) values ('test', 1, 0)"
                        " returning id")
    claimed = dict(worker("select id, epoch from farm.games_claim(%s, 8)", number))
    return f"{game}, {number}, {claimed[game]}" if game in claimed else None


def seen(claimed):
    """The orders that a worker with this claim can read."""
    return worker(f"select power, text from farm.orders_submitted({claimed}, 0::smallint)"
                  " order by 1, 2")


def leave(claimed):
    """The worker hands the game back."""
    worker(f"select farm.workers_leave('{{{claimed.split(', ')[1]}}}')")


def state(game):
    return farm.value("select state::text from farm.games where id = %s", game)


@farm.promise("External players change nothing but their own orders")
def test_orders_are_final_once_read(games):
    """Once a worker could read orders, they are played, also by another worker."""
    game = games[0]
    france = ["A mar S A par - bur", "A par - bur", "F bre - mao"]
    assert give("alice", game, *france, final=False) == []
    assert claim(game) is None
    assert give("bob", game, "A rom - apu") == []
    orders = [*((2, order) for order in france), (4, "A rom - apu")]
    for _ in "first", "second":
        claimed = claim(game)
        assert seen(claimed) == orders
        leave(claimed)
        assert state(game) == "pending"
        assert give("bob", game, "A ven - pie", "A rom - ven", "F nap - tys") == GONE
        assert give("alice", game) == GONE
        for role in "alice", "bob":
            turns = "select 1 from api.my_turns where game = %s"
            assert farm.query(turns, game, role=role) == []
    play_until("count(*) > 0 from farm.boards where game_id = %s", game)
    assert farm.query("""select text from farm.orders where game = %s and phase = 0
        and power = 'ITA' order by 1""", game) == [("A rom - apu",), ("A ven H",), ("F nap H",)]
    played = "select power, orders from farm.played_orders where game = %s order by 1"
    assert farm.query(played, game) == [("FRA", france), ("ITA", ["A rom - apu"])]


def test_no_function_asks_again(games):
    """Whatever functions a worker calls for its game, no player is asked again, and taken orders
    stay."""
    game = games[1]
    assert give("alice", game) + give("bob", game, "A rom - apu") == []
    claimed = claim(game)
    number = claimed.split(", ")[1]
    before = farm.query(TAKEN, game)
    assert len(before) == 2
    ask = f"select farm.turn_ask({claimed}, 4::smallint, %s::smallint, '{{}}', '', 3, 'A rom H')"
    wait = f"select farm.game_wait({claimed})"
    over = f"select farm.turns_over({claimed}, %s::smallint)"
    assert "were taken, and are final" in farm.fails("RF001", ask % 0, role="mallory")
    assert "has nothing to wait for" in farm.fails("RF001", wait, role="mallory")
    # another phase may be asked for; this one stays as it is
    for call in ask % 2, over % 0, over % 2:
        worker(call)
    assert "has nothing to wait for" in farm.fails("RF001", wait, role="mallory")
    for call in (f"game_failed({game}, {number}, 0::smallint, 'x')", "sweep(10)", "turns_lapse()",
                 f"workers_leave('{{{number}}}')"):
        worker(f"select farm.{call}")
        assert farm.query(TAKEN, game) == before, call
        assert give("bob", game, "A rom - ven") == GONE, call
    claimed = claim(game)
    for problem in "x", "y":  # problems are noted once
        worker(f"select farm.orders_played({claimed}, 4::smallint, 0::smallint, '{problem}')")
    noted = "select orders, problems from farm.taken_orders where game_id = %s and power = 4"
    assert farm.query(noted, game) == [(["A rom - apu"], ["x"])]
    worker(f"select farm.game_put_aside({claimed}, 'x')")
    assert give("bob", game, "A rom - ven") == GONE
    farm.query("select farm.game_retry(%s)", game)
    assert state(game) == "pending"
    assert give("bob", game, "A rom - ven") == GONE
    assert seen(claim(game)) == [(2, None), (4, "A rom - apu")]


@pytest.mark.parametrize("how", ["game_quarantine(%s, 'x')", "game_cancel(%s)"])
def test_put_aside_while_it_waits(games, how):
    """A game that a user quarantined while it waited waits again and keeps the submitted orders.
    The time in quarantine does not count."""
    game = games[3 if "cancel" in how else 2]
    awaited = f"select power from farm.awaited where game = {game}"
    france = ["A mar H", "A par - bur", "F bre H"]
    assert give("alice", game, *france, final=False) == []
    farm.query("select farm." + how, game)
    assert give("bob", game) == GONE
    assert farm.query(awaited) == []
    farm.query(f"""
        update farm.games set finished_at = finished_at - interval '2 d' where id = {game};
        update farm.turns set deadline = deadline - interval '2 d' where game_id = {game};
        select farm.turns_lapse()""")
    farm.query("select farm.game_retry(%s)", game)
    farm.query("select farm.turns_lapse()")
    assert state(game) == "waiting"
    assert farm.query(awaited) == [("ITA",)]
    assert give("bob", game) == []
    assert seen(claim(game)) == [*((2, order) for order in france), (4, None)]
