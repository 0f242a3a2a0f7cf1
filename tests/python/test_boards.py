"""Maps, boards, orders, judging and whole games of the package ares."""
import copy
import pickle

import ares
import numpy
import pytest


def test_map():
    m = ares.Map()
    assert m.powers == ("AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR")
    assert (m.province_count, m.place_count, m.centre_count) == (75, 81, 34)
    stp = m.place("stp")
    assert [m.codes[coast] for coast in m.coasts(stp)] == ["stp/nc", "stp/sc"]
    assert sorted(m.codes[to] for to in m.exits(1, m.place("stp/nc"))) == ["bar", "nwy"]
    assert m.homes["RUS"] == ["mos", "sev", "stp", "war"]
    assert ares.Map.read(str(m)).codes == m.codes
    assert set(ares.list_maps()) >= {"standard", "balkans2", "europe5"}
    assert pickle.loads(pickle.dumps(m)).codes == m.codes
    own = ares.Map.read(str(m).replace("Paris", "Parigi"), "standard")
    assert "Parigi" in pickle.loads(pickle.dumps(own)).names


def test_board():
    board = ares.Board()
    assert board.phase == "S1901M" and len(board.units) == 22 and board.retreats == []
    assert board.owners["TUR"] == ["ank", "con", "smy"]
    assert board.counts()["RUS"] == (4, 4, 0)
    assert board.verdict() == ("running", None, list(board.map.powers))
    assert ares.Board.read(str(board)) == board == pickle.loads(pickle.dumps(board))
    winter = ares.Board(units=[("FRA", "A par")], phase="W1903A", owners={"FRA": ["par", "mar", "bre"]})
    assert winter.counts()["FRA"] == (3, 1, 2)
    assert winter == ares.Board(units=winter.units, phase=winter.phase, owners=winter.owners)
    retreat = ares.Board(units=[("FRA", "A bur")], phase="S1903R", owners={"FRA": "par"},
                         retreats=[("GER", "A bur", "par")])
    assert retreat.owners["FRA"] == ["par"]
    assert retreat == ares.Board(units=retreat.units, phase="S1903R", owners=retreat.owners,
                                 retreats=retreat.retreats)


def test_judge():
    board = ares.Board()
    phase = ares.judge(board, {"FRA": ["A par - bur", "A mar S A par - bur"], "GER": ["A mun - bur", "A par H"]})
    assert phase.verdicts == ["legal"] * 3 + ["the unit is another power's"]
    results = {str(row.order): row.result for row in phase.orders}
    assert results["A par - bur"] == results["A mar S A par - bur"] == "succeeds"
    assert results["A mun - bur"] == "bounced"
    assert phase.after.phase == "F1901M"
    assert "bur" in {unit.place for unit in phase.after.units if unit.power == "FRA"}
    number = next(n for n, row in enumerate(phase.orders) if row.result == "bounced")
    assert phase.why(number)


def test_legal_orders():
    board = ares.Board()
    found = ares.legal(board, "FRA")
    assert sorted(found) == ["A mar", "A par", "F bre"] and "A par - bur" in found["A par"]
    numbers, slots = board.legal_numbers()
    assert len(slots) == 22 and sum(slots["count"]) == len(numbers)
    mask = board.legal_mask()
    assert sorted(numbers.tolist()) == mask.nonzero()[0].tolist()
    masks = board.legal_masks()
    assert (masks.any(0) == mask).all() and (masks[2] == board.legal_mask("FRA")).all()
    words = ares.vocabulary()
    assert len(words) == board.map.vocabulary == len(set(words.texts))
    assert ares.vocabulary(board.map) is words
    assert all(ares.Order(board.map, words.bytes[n]).number == n for n in range(0, len(words), 997))


def test_lanes():
    board = ares.Board()
    menus = list(ares.legal(board).values())
    rng = numpy.random.default_rng(1)
    places = numpy.stack([rng.integers(len(menu), size=70) for menu in menus])
    lanes = ares.Lanes(board, menus)
    follows, dislodged = lanes.resolve(places)
    assert follows.shape == dislodged.shape == (70, 22) and not follows.all() and follows.any()
    for number in range(0, 70, 10):
        orders = [(unit.power, menu[at])
                  for unit, menu, at in zip(board.units, menus, places[:, number])]
        played = ares.judge(board, orders).orders
        assert [row.result == "succeeds" or row.result == "holds" for row in played] == follows[number].tolist()
        assert [row.dislodged for row in played] == dislodged[number].tolist()
    with pytest.raises(ares.BadArray, match=r"places\[0, 0\] is -1"):
        lanes.resolve(places - places.max())
    with pytest.raises(ares.BadArray, match="21 menus"):
        ares.Lanes(board, menus[1:])


def test_retreats_and_winter_are_listed():
    board = ares.Board(units=[("FRA", "A bur")], phase="S1903R", retreats=[("GER", "A bur", "par")])
    assert set(ares.legal(board)["A bur"]) >= {"A bur D", "A bur R mun"}
    assert "A bur R par" not in ares.legal(board)["A bur"]
    winter = ares.Board(units=[], phase="W1903A", owners={"RUS": ["stp"]})
    assert ares.legal(winter)["RUS"] == ["build A stp", "build F stp/nc", "build F stp/sc", "waive"]


def test_game():
    game = ares.Game(seats={power: "dumbbot" for power in ares.Map().powers if power != "FRA"}, years=2)
    assert game.submit("FRA", ["A par - bur", "A ber H"]) == ["legal", "the unit is another power's"]
    assert [str(order) for order in game.submitted("FRA")][0] == "A par - bur"
    assert game.submit("FRA", "A mar H") == ["legal"]
    first = game.process()
    assert first.before.phase == "S1901M" and len(game) == 1
    other = game.copy()
    while not game.is_over:
        game.process()
    assert game.verdict()[0] == "draw" and len(other) == 1
    game.undo(len(game) - 1)
    assert game.board == other.board


def test_players():
    assert {"random", "dumbbot", "trinity"} <= set(ares.list_players())
    assert ares.settings("ares")["depth"].normal == 2
    board = ares.Board()
    orders = ares.Player("dumbbot", "FRA").order(board, seed=7)
    assert len(orders) == 3 and orders == ares.Player("dumbbot", "FRA").order(board, seed=7)
    assert set(map(str, orders)) <= {order for row in ares.legal(board, "FRA").values() for order in row}


def test_pictures_show_themselves():
    board = ares.Board()
    phase = ares.judge(board, {"FRA": ["A par - bur"]})
    for value in board, phase, ares.Game(), phase.picture("a < b"):
        assert value._repr_svg_().startswith("<svg") and value._repr_svg_().rstrip().endswith("</svg>")


@pytest.mark.parametrize("call, error, words", [
    (lambda: ares.Map("mars"), ares.UnknownMap, "mars"),
    (lambda: ares.Map().place("xyz"), ares.UnknownName, "xyz"),
    (lambda: ares.Map().power("POL"), ares.UnknownName, "POL"),
    (lambda: ares.Map().power(7), ares.BadArgument, "7"),
    (lambda: ares.Map.read("code\nx"), ares.AresError, ""),
    (lambda: ares.Board(units=[("FRA", "F par")]), ares.BadBoard, "F par"),
    (lambda: ares.Board(units=[("FRA", "par")]), ares.BadText, "par"),
    (lambda: ares.Board(units=[("FRA", "A", "par")]), ares.BadText, "a unit is written as"),
    (lambda: ares.Board(units=[("FRA", "A par"), ("GER", "A par")]), ares.BadBoard, "par"),
    (lambda: ares.Board.of(ares.Map(), b"x" * 512), ares.BadBoard, ""),
    (lambda: ares.Board.read("unit FRA"), ares.AresError, ""),
    (lambda: ares.read_phase("S01"), ares.BadText, "S01"),
    (lambda: ares.Order.read(ares.Map(), "A par -"), ares.BadText, ""),
    (lambda: ares.Order.read(ares.Map(), "A par H", "morse"), ares.BadArgument, "morse"),
    (lambda: ares.Order.of(ares.Map(), 22430), ares.BadOrder, "22430"),
    (lambda: ares.Order.of(ares.Map(), 1 << 32), ares.BadOrder, "4294967296"),
    (lambda: ares.Order.of(ares.Map(), 3.5), TypeError, "float"),
    (lambda: ares.Game().submit("FRA", ares.Order.read(ares.Map("europe5"), "A par H")),
     ares.BadOrder, "europe5"),
    (lambda: ares.Order(ares.Map(), b"abc"), ares.BadArgument, "8 bytes"),
    (lambda: ares.judge(ares.Board(), {"FRA": ["A par H"] * 449}), ares.BadArgument, "449"),
    (lambda: ares.judge(ares.Board(), {}, rules="chess"), ares.UnknownName, "chess"),
    (lambda: ares.judge(ares.Board(), {}, judge="judy"), ares.UnknownName, "judy"),
    (lambda: ares.Game().submit("FRA", b"A par H"), TypeError, "bytes"),
    (lambda: ares.Player("nobody", "FRA"), ares.UnknownName, "nobody"),
    (lambda: ares.Player("dumbbot", "FRA").observe(ares.Board()), TypeError, "not a Board"),
    (lambda: ares.Player("dumbbot", "FRA").order(ares.Game()), TypeError, "not a Game"),
    (lambda: ares.Game(seed=1 << 64), ares.BadArgument, "seed: 18446744073709551616 is out of range"),
    (lambda: ares.VectorEnv((1 << 32) + 1), ares.BadArgument, "games: 4294967297 is out of range"),
    (lambda: ares.Game(seats={"FRA": "dumbbot"}).submit("FRA", []), ares.AresError, ""),
])
def test_bad_input_is_named(call, error, words):
    with pytest.raises(error) as raised:
        call()
    assert words in str(raised.value)


def test_copies():
    board = ares.Board()
    assert copy.deepcopy(board) == board and hash(copy.copy(board)) == hash(board)
    phase = ares.judge(board, {"FRA": ["A par - bur", "A ber H"]})
    again = pickle.loads(pickle.dumps(phase))
    assert (again.orders, again.verdicts, again.after) == (phase.orders, phase.verdicts, phase.after)
    game = ares.Game()
    for other in copy.copy(game), copy.deepcopy(game):
        other.process()
    assert len(game) == 0 and len(other) == 1


def test_what_has_a_handle_is_not_copied():
    """The copy would close the handle once more."""
    board = ares.Board()
    lanes = ares.Lanes(board, list(ares.legal(board).values()))
    for held in ares.Player("dumbbot", "FRA"), ares.VectorEnv(), lanes:
        for call in copy.copy, copy.deepcopy, pickle.dumps:
            with pytest.raises(TypeError, match=f"a {type(held).__name__} cannot be pickled"):
                call(held)
    with pytest.raises(TypeError, match="what its save"):
        pickle.dumps(ares.Game())
