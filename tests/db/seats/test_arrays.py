"""arrays: boards of a tournament in Python, and a seat that a Python function plays (ares.farm)."""
import os
import sys
import time
import warnings

import people
import pytest

import farm
from farm import query, value

numpy = pytest.importorskip("numpy")
os.environ["ARES_LIBRARY"] = os.path.abspath(f"{farm.B}/libares.so.1")
sys.path.insert(0, os.path.abspath("python"))
pytestmark = pytest.mark.skipif(os.path.basename(farm.B) == "san", reason="Python has no sanitizers in it")


def connect(role=None):
    from ares.farm import connect
    found = os.environ.get("CONNINFO") or farm.ctl("conninfo")
    return connect(f"{found} options='-c role={role}'" if role else found)


def test_boards_are_those_of_sql():
    with connect() as connection:
        connection.create("arrays", "random,dumbbot", 4, options=["--seed", str(farm.SEED), "--rounds", "12"],
                          program=f"{farm.B}/aresctl")
        farm.aresd("--until-done")
        assert [row for row in connection.tournaments() if row.tournament == "arrays"] == [("arrays", 4, 4)]
        batches = list(connection.boards("arrays", most=7))
    from ares import farm as ares_farm
    assert [len(batch.game) for batch in batches[:-1]] == [7] * (len(batches) - 1)
    where = "from farm.boards b join farm.tournaments t on t.id = b.tournament_id where t.name = 'arrays'"
    assert sum(len(batch.game) for batch in batches) == value(f"select count(*) {where}")
    rows = []
    for batch in batches:
        assert batch.first[-1] == len(batch.units) == len(batch.orders)
        for n in range(len(batch.game)):
            part = slice(batch.first[n], batch.first[n + 1])
            units, orders = ares_farm.unit_parts(batch.units[part]), ares_farm.order_parts(batch.orders[part])
            rows.append((batch.game[n], batch.phase[n], batch.owners[n].tobytes().decode(), units["place"].sum(),
                         units["power"].sum(), orders["to"][batch.orders[part] >= 0].sum(),
                         orders["result"][batch.orders[part] >= 0].sum()))
    expected = query(f"""select game_id, phase, owners, (select sum(farm.unit_area(u)) from unnest(units) u),
        (select sum(farm.unit_power(u)) from unnest(units) u),
        coalesce((select sum(coalesce(farm.order_to(o), 127)) from unnest(orders) o), 0),
        coalesce((select sum(farm.order_result(o)) from unnest(orders) o), 0) {where} order by game_id, phase""")
    assert ["|".join(map(str, row)) for row in rows] == ["|".join(map(str, row)) for row in expected]


def test_an_unknown_tournament_is_named():
    with connect() as connection, pytest.raises(KeyError, match="nowhere"):
        next(connection.boards("nowhere"))


def test_a_function_plays_a_seat():
    people.make_roles(alice="farm_agent")
    farm.create("seat", "random,random,@alice,random,random,random,random", "--rounds", 4, games=1)
    people.start()
    seen = []

    def choose(turn):
        seen.append((turn.phase, turn.power))
        if turn.phase == "S1901M":
            return []  # all units hold, and nothing is asked twice
        if turn.phase.endswith("A"):
            return ["waive"] * turn.due if "waive" in turn.legal else sorted(turn.legal)[:turn.due]
        chosen = {order.split()[1]: order for order in turn.legal}
        return list(chosen.values())

    with connect("alice") as connection:
        connection.play(choose, until=lambda: value("select finished from farm.progress where tournament = 'seat'") == 1,
                        pause=0.5)
    people.stop()
    assert seen.count(("S1901M", "FRA")) == 1 and ("F1902M", "FRA") in seen


def test_what_a_function_must_not_return_is_an_error():
    from ares.errors import BadOrder
    farm.create("wrong", "random,random,@alice,random,random,random,random", games=1)
    people.start()
    with connect("alice") as connection:
        for returned, error, message in [("A par H", TypeError, "a list"), (None, TypeError, "a list"),
                                         (["A par H"] * 65, BadOrder, "65 orders, but 3 due"),
                                         (["A par - lon"], BadOrder, "no legal order")]:
            with pytest.raises(error, match=message):
                connection.play(lambda turn: returned, pause=0.5)
    people.stop()


def test_a_turn_that_is_not_stored_is_asked_again_after_the_pause():
    asked, end = [], time.monotonic() + 1
    with connect("alice") as connection, warnings.catch_warnings():
        warnings.simplefilter("error")  # alice has an open game
        connection.connection.execute("set default_transaction_isolation = serializable")
        connection.play(lambda turn: asked.append(turn) or [], lambda: time.monotonic() > end, pause=0.5)
    assert 1 <= len(asked) <= 3
    query("select farm.tournament_cancel('wrong')")


def test_a_role_without_a_seat_is_warned():
    with connect() as connection, pytest.warns(UserWarning, match="has no seat in an open game"):
        connection.play(lambda turn: [], until=lambda: True)


def test_a_tournament_that_cannot_be_made_says_why():
    with connect() as connection, pytest.raises(ValueError, match="'rndom' is not a player"):
        connection.create("bad", "rndom,dumbbot", program=f"{farm.B}/aresctl")
