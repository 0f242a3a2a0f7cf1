"""ares.diplomacy, which replaces the package diplomacy. The expectations are facts about that
package."""
import copy
import json
import pickle
import random

import farm
import pytest
from ares.diplomacy import Game, GamePhaseData, Map, Message, Power
from ares.diplomacy.utils import export, order_results
from ares.diplomacy.utils.exceptions import GamePhaseException, MapPowerException
from ares.diplomacy.utils.sorted_dict import SortedDict


def position(phase="S1903M", rules=None, **units):
    """A game with these units, in capitals; a text has several units, separated by commas."""
    game = Game(rules=rules)
    game.clear_units()
    game.set_current_phase(phase)
    for power, text in units.items():
        game.set_units(power, text.split(","))
    return game


def test_start():
    game = Game()
    assert game.get_current_phase() == game.current_short_phase == "S1901M" and game.phase == "SPRING 1901 MOVEMENT"
    assert (game.phase_type, game.status, game.win, game.victory, len(game.game_id)) == ("M", "forming", 18, [18], 16)
    assert game.rules == ["NO_DEADLINE", "CD_DUMMIES", "ALWAYS_WAIT", "SOLITAIRE", "NO_PRESS", "IGNORE_ERRORS",
                          "POWER_CHOICE"]
    assert Game(rules=[]).rules == [] and Game("mine", nonsense=1).game_id == "mine"
    assert list(game.powers) == ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]
    assert game.get_units("france") == ["F BRE", "A MAR", "A PAR"]
    assert game.get_centers()["RUSSIA"] == ["MOS", "SEV", "STP", "WAR"]
    assert isinstance(game.get_power("ITALY"), Power) and game.get_power("italy") is None
    with pytest.raises(AttributeError):
        game.get_units("POLAND")
    with pytest.raises(MapPowerException):
        game.set_orders("POLAND", [])


def test_rules():
    game = Game(rules=["SOLITAIRE", "NO_PRESS", "NONSENSE"])
    assert {"SOLITAIRE", "NO_DEADLINE", "CD_DUMMIES", "ALWAYS_WAIT", "NO_PRESS"} == set(game.rules) and game.no_press
    game.add_rule("PUBLIC_PRESS")
    assert not game.no_press and "PUBLIC_PRESS" in game.rules
    game.remove_rule("PUBLIC_PRESS")
    game.remove_rule("PUBLIC_PRESS")
    assert "PUBLIC_PRESS" not in game.rules


def test_possible_orders():
    game = Game()
    orders = game.get_all_possible_orders()
    assert list(orders) == [place.upper() for place in game.map.locs] and len(orders) == 82
    assert sum(map(len, orders.values())) == 244
    assert len({order for row in orders.values() for order in row}) == 238
    assert orders["STP"] == orders["STP/SC"] and orders["SWI"] == []
    game = position(FRANCE="F GAS,A MAR", ITALY="F MAO,F WES", TURKEY="F LYO")
    orders = game.get_all_possible_orders()
    assert {"F MAO S F GAS - SPA", "F MAO S F GAS - SPA/NC", "F MAO - SPA/NC", "F MAO - SPA/SC",
            "A MAR - NAF VIA", "F WES C A MAR - NAF", "F MAO S A MAR - SPA"} <= {
                order for row in orders.values() for order in row}
    assert "A MAR - NAF" not in orders["MAR"] and "F MAO - SPA" not in orders["MAO"]


def test_convoys_that_no_route_needs_are_not_listed():
    # the Gulf of Lyon and the Western Mediterranean reach both shores; the Tyrrhenian Sea is of no use
    game = position(FRANCE="A SPA", ITALY="F WES,F TYS")
    orders = game.get_all_possible_orders()
    assert "F WES C A SPA - TUN" in orders["WES"] and "F TYS C A SPA - TUN" not in orders["TYS"]
    assert "F TYS C A SPA - NAP" in orders["TYS"] and "F WES C A SPA - NAP" in orders["WES"]


@pytest.mark.parametrize("given, stored", [
    ("Army Paris -> Burgundy", "A PAR - BUR"), ("FRANCE: A PAR-BUR", "A PAR - BUR"), ("a par to bur", "A PAR - BUR"),
    ("A PAR BUR", "A PAR - BUR"), ("PAR H", "A PAR H"), ("A PAR HOLD", "A PAR H"),
    ("mar supports par - bur", "A MAR S A PAR - BUR"), ("A PAR M BUR", None), ("A PAR - BUR VIA", None),
    ("A PAR - LON", None), ("A MUN - BUR", None), ("A TYR H", None), ("A MAR S A RUH", None), ("A PAR R BUR", None),
])
def test_what_orders_are_read_as(given, stored):
    game = Game()
    game.set_orders("FRANCE", given)
    assert game.get_orders("FRANCE") == ([stored] if stored else [])
    assert bool(game.error) == (stored is None)


@pytest.mark.parametrize("power, given, stored", [
    ("ENGLAND", "A LON - NTH - NWY", "A LON - NWY VIA"), ("ENGLAND", "A LON - BEL", "A LON - BEL"),
    ("FRANCE", "F GAS - SPA", "F GAS - SPA/NC"), ("ITALY", "F MAO - SPA", None), ("FRANCE", "F GAS - SPA/SC", None),
    ("RUSSIA", "F STP - BOT", "F STP/SC - BOT"), ("RUSSIA", "F STP/NC - BOT", "F STP/SC - BOT"),
    ("FRANCE", "A MAR - SPA/SC", "A MAR - SPA"), ("ITALY", "F WES S A MAR - SPA/SC", "F WES S A MAR - SPA"),
    ("ENGLAND", "F POR S F GAS - SPA/SC", "F POR S F GAS - SPA/NC"),
    ("ENGLAND", "F POR S F MAO - SPA", "F POR S F MAO - SPA"),
])
def test_coasts_and_convoys(power, given, stored):
    game = position(ENGLAND="A LON,F NTH,F POR", FRANCE="F GAS,A MAR", ITALY="F MAO,F WES", RUSSIA="F STP/SC")
    game.set_orders(power, [given])
    assert game.get_orders(power) == ([stored] if stored else [])


def test_a_support_names_the_coast_of_a_fleet():
    game = position(FRANCE="A GAS", ITALY="F SPA/NC")
    game.set_orders("FRANCE", ["A GAS S F SPA/SC"])
    assert game.get_orders("FRANCE") == []
    game.set_orders("FRANCE", ["A GAS S F SPA"])
    assert game.get_orders("FRANCE") == ["A GAS S F SPA/NC"]


def test_orders_replace_and_add():
    game = Game()
    assert game.get_power("FRANCE").order_is_set == 0
    game.set_orders("FRANCE", [])
    assert game.get_power("FRANCE").order_is_set == 1
    assert game.has_power("FRANCE") and not game.has_power("POLAND")
    for power in list(game.powers)[1:]:
        game.clear_units(power)
        game.clear_centers(power)
    game.set_orders("AUSTRIA", [])
    assert not game.does_not_wait()
    game.set_wait("AUSTRIA", False)
    assert game.does_not_wait()
    game = Game()
    game.set_orders("FRANCE", ["A PAR - BUR", "F BRE - MAO"])
    game.set_orders("FRANCE", ["A PAR - PIC", "A PAR - LON", "A MAR H"])
    assert game.get_orders("FRANCE") == ["A PAR - PIC", "F BRE - MAO", "A MAR H"]
    game.set_orders("FRANCE", ["A PAR H"], replace=False)
    assert game.get_orders("FRANCE")[0] == "A PAR - PIC"
    game.set_orders("FRANCE", ["par h"], expand=False)
    assert game.get_orders("FRANCE")[0] == "A PAR - PIC"
    assert game.get_power("FRANCE").orders == {"A PAR": "- PIC", "F BRE": "- MAO", "A MAR": "H"}
    game.clear_orders("FRANCE")
    assert game.get_orders("FRANCE") == [] and game.get_power("FRANCE").order_is_set == 0


def test_orders_are_those_of_when_they_were_set():
    game = Game()
    orders = ["A PAR - BUR", "A PAR - LON"]
    game.set_orders("FRANCE", orders)
    orders[0] = "A PAR H"
    assert len(game.error) == 1 and game.get_power("FRANCE").order_is_set == 2
    game.set_orders("GERMANY", ["A MUN H\nA BER H", "A MUN - BUR"])
    game.set_units("GERMANY", "A GAS")
    assert game.get_orders("GERMANY") == ["A MUN - BUR"] and len(game.error) == 2
    game.get_power("ITALY").units.append("A TUN")
    game.set_orders("ITALY", ["A TUN H", "A VEN - TYR"])
    data = game.process()
    assert data.results["A PAR"] == ["bounce"] and data.results["A TUN"] == [] and game.error == []
    assert data.orders["ITALY"] == ["A TUN H", "A VEN - TYR"] and "A TUN" in game.get_units("ITALY")


def test_what_a_game_returns_belongs_to_the_reader():
    game, same = Game(), Game()
    for each in game, same:
        each.set_orders("FRANCE", ["A PAR - BUR"])
        each.process()
    game.get_all_possible_orders()["BUR"].clear()
    game.get_units("FRANCE").clear()
    game.get_orderable_locations("FRANCE").clear()
    game.get_state()["centers"]["FRANCE"].clear()
    game.state_history["S1901M"]["units"]["FRANCE"].append("A TUN")
    data = game.get_phase_from_history("S1901M")
    data.results["A PAR"].append(order_results.VOID)
    for key in "units", "centers", "influence":
        assert game.get_state()[key] == same.get_state()[key]
    assert game.get_all_possible_orders() == same.get_all_possible_orders()


def test_a_movement_phase():
    game = Game()
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR S A PAR - BUR"])
    game.set_orders("GERMANY", ["A MUN - BUR"])
    data = game.process()
    assert data.name == "S1901M" and data.state["units"]["FRANCE"] == ["F BRE", "A MAR", "A PAR"]
    assert data.orders["FRANCE"] == ["A PAR - BUR", "A MAR S A PAR - BUR"] and data.orders["ITALY"] == []
    assert data.results["A PAR"] == [] and data.results["A MUN"] == ["bounce"] == [order_results.BOUNCE]
    assert game.get_current_phase() == "F1901M" and game.get_units("FRANCE") == ["F BRE", "A MAR", "A BUR"]
    assert game.get_order_status("GERMANY", "A MUN") == ["bounce"]
    assert game.get_order_status(loc="MUN") == ("A MUN", ["bounce"])
    assert game.get_order_status("FRANCE") == {"A PAR": [], "A MAR": [], "F BRE": []}
    assert game.command["A PAR"] == "- BUR" and game.ordered_units["FRANCE"] == ["A PAR", "A MAR"]
    assert "S1901M" in game.state_history and str(game.result_history.last_key()) == "S1901M"
    assert game.order_history["S1901M"]["GERMANY"] == ["A MUN - BUR"] and game.get_orders("FRANCE") == []


def test_retreats():
    game = position(FRANCE="A PAR,A MAR", GERMANY="A BUR,A GAS")
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR S A PAR - BUR"])
    game.process()
    assert game.get_current_phase() == "S1903R" and game.dislodged == {"A BUR": "PAR"}
    assert game.get_units("GERMANY") == ["A GAS", "*A BUR"] and game.get_orderable_locations("GERMANY") == ["BUR"]
    assert game.get_state()["retreats"]["GERMANY"] == {"A BUR": ["BEL", "MUN", "PIC", "RUH"]}
    assert set(game.get_all_possible_orders()["BUR"]) == {"A BUR D"} | {f"A BUR R {to}" for to in
                                                                        ("BEL", "MUN", "PIC", "RUH")}
    game.set_orders("GERMANY", ["A BUR - PAR"])
    assert game.get_orders("GERMANY") == []
    game.set_orders("GERMANY", ["A BUR - BEL"])
    assert game.get_orders("GERMANY") == ["A BUR R BEL"]
    data = game.process()
    assert data.results == {"A BUR": ["void"]} and game.get_units("GERMANY") == ["A GAS", "A BEL"]
    assert game.get_current_phase() == "F1903M"


def test_two_retreats_into_one_place():
    game = position(FRANCE="A PAR,A MAR,A VEN,A ROM", GERMANY="A BUR", AUSTRIA="A TUS,A PIC")
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR S A PAR - BUR", "A VEN - TUS", "A ROM S A VEN - TUS"])
    game.process()
    game.set_orders("AUSTRIA", ["A TUS R PIE"])
    game.set_orders("GERMANY", ["A BUR D"])
    data = game.process()
    assert data.results == {"A BUR": ["disband"], "A TUS": []}
    assert game.get_units("AUSTRIA") == ["A PIC", "A PIE"]


def test_a_unit_without_a_retreat_is_gone():
    game = position("F1903M", FRANCE="A GAS,F MAO,A MAR", ITALY="F POR,A SPA")
    game.set_orders("FRANCE", ["A GAS S A MAR - SPA", "F MAO S A MAR - SPA", "A MAR - SPA"])
    assert game.process().results["A SPA"] == ["dislodged"]
    assert game.popped == ["A SPA"] and game.get_current_phase() == "W1903A"
    assert game.process().results["A SPA"] == ["disband"]


def test_their_error_of_convoyed_attacks_is_behind_a_switch():
    retreats = []
    for rules in [], ["PACKAGE_ERRORS"]:
        game = position("F1903M", rules, ENGLAND="A YOR,F NTH,F NWG", RUSSIA="A NWY", GERMANY="A FIN,A STP", FRANCE="A MOS")
        game.set_orders("ENGLAND", ["A YOR - NWY VIA", "F NTH C A YOR - NWY", "F NWG S A YOR - NWY"])
        game.set_orders("GERMANY", ["A STP - FIN"])
        assert game.process().results["A NWY"] == ["dislodged"]
        retreats.append(game.get_power("RUSSIA").retreats["A NWY"])
    assert retreats == [["SWE"], ["FIN", "STP", "SWE"]]


def test_winter():
    game = Game()
    game.set_orders("RUSSIA", ["F SEV - RUM"])
    game.process()
    game.process()
    assert game.get_current_phase() == "W1901A" and game.lost == {}
    assert game.get_centers("RUSSIA") == ["MOS", "SEV", "STP", "WAR", "RUM"]
    assert game.get_state()["builds"]["RUSSIA"] == {"count": 1, "homes": ["SEV"]}
    assert game.get_orderable_locations() == {power: ["SEV"] if power == "RUSSIA" else [] for power in game.powers}
    assert set(game.get_all_possible_orders()["SEV"]) == {"A SEV B", "F SEV B", "WAIVE"}
    game.set_orders("RUSSIA", ["BUILD F SEVASTOPOL", "A MOS B"])
    assert game.get_orders("RUSSIA") == ["F SEV B"]
    data = game.process()
    assert data.results == {"A MOS": ["void"], "F SEV": [""]} and data.results["F SEV"][0].code == 0
    assert game.get_current_phase() == "S1902M" and game.get_units("RUSSIA")[-1] == "F SEV"


def test_builds_on_coasts():
    game = position("W1903A", RUSSIA="A MOS,A WAR")
    orders = game.get_all_possible_orders()
    assert set(orders["STP"]) == {"A STP B", "F STP/NC B", "F STP/SC B", "WAIVE"}
    assert set(orders["STP/NC"]) == {"F STP/NC B", "WAIVE"}
    game.set_orders("RUSSIA", ["F STP B", "F STP/NC B", "WAIVE", "WAIVE"])
    data = game.process()
    assert data.results == {"F STP": ["void"], "F STP/NC": [""]}


def test_missing_removals():
    game = position("W1903A", FRANCE="A PAR,A MUN,F NTH,A WAR")
    game.clear_centers()
    game.set_centers("FRANCE", ["PAR"])
    assert game.get_state()["builds"]["FRANCE"]["count"] == -3
    assert game.get_orderable_locations("FRANCE") == ["MUN", "NTH", "PAR", "WAR"]
    data = game.process()
    assert data.results == {"A WAR": [""], "F NTH": [""], "A MUN": [""]} and game.get_units("FRANCE") == ["A PAR"]


def test_victory():
    game = position("F1909M", FRANCE="A ROM,F TYS,A APU", TURKEY="F NAP")
    game.set_centers("TURKEY", ["ANK", "CON", "SMY", "NAP"], reset=True)
    game.set_centers("FRANCE", "BRE MAR PAR SPA POR BEL HOL LON LVP EDI DEN SWE KIE BER MUN TUN ROM".split(), reset=True)
    game.set_orders("FRANCE", ["A ROM - NAP", "F TYS S A ROM - NAP"])
    game.set_orders("TURKEY", ["F NAP - ION"])
    game.process()
    assert game.is_game_done and game.get_current_phase() == "COMPLETED" and game.status == "completed"
    assert game.outcome == ["W1909A", "FRANCE"] and game.note == "Victory by: FRA"
    assert [str(key) for key in game.state_history] == ["F1909M"]
    assert not any(game.get_all_possible_orders().values())
    assert game.get_orderable_locations("FRANCE") == ["APU", "NAP", "TYS"]


def test_eighteen_centres_that_were_set_do_not_win():
    game = Game()
    game.set_centers("FRANCE", game.map.scs[:20])
    for _ in range(2):
        game.process()
    assert not game.is_game_done


def test_draw():
    game = Game()
    game.process()
    before, after = game.draw()
    assert before.name == "F1901M" and after.name == "COMPLETED" and game.is_game_done
    assert game.outcome == ["F1901M", *game.powers] and game.note.startswith("Victory by: AUS, ENG, FRA")
    game = Game()
    game.draw(["FRANCE", "ENGLAND"])
    assert game.outcome == ["S1901M", "FRANCE", "ENGLAND"]


def test_no_check():
    game = position(rules=["NO_CHECK"], FRANCE="A PAR,A MAR,A GAS", GERMANY="A BUR,A SIL")
    game.set_orders("FRANCE", ["A PAR - LON", "A MAR - Nowhere", "A GAS - BUR"])
    game.set_orders("GERMANY", ["A SIL - WAR VIA"])
    assert game.get_orders("FRANCE") == ["A PAR - LON", "A MAR - Nowhere", "A GAS - BUR"]
    results = game.process().results
    assert results["A PAR"] == results["A MAR"] == results["A SIL"] == ["void"] and results["A GAS"] == ["bounce"]


def test_phases_that_are_not_skipped():
    game = position("F1903M", ["DONT_SKIP_PHASES"], ENGLAND="F LON,F NTH,F EDI")
    names = []
    for _ in range(3):
        game.process()
        names.append(game.get_current_phase())
    assert names == ["F1903R", "W1903A", "S1904M"]


def test_messages():
    game = Game(rules=[])
    first = game.add_message(Message(sender="ENGLAND", recipient="FRANCE", message="Hello", phase="S1901M"))
    second = game.add_message(Message(sender="FRANCE", recipient="GLOBAL", message="All", phase="S1901M"))
    assert second > first > 10 ** 15 and len(game.messages) == 2 and game.messages.last_value().is_global()
    with pytest.raises(GamePhaseException):
        game.add_message(Message(sender="ENGLAND", recipient="FRANCE", message="Late", phase="F1901M"))
    data = game.process()
    assert [message.message for message in data.messages.values()] == ["Hello", "All"] and not game.messages
    assert game.message_history["S1901M"].first_value().sender == "ENGLAND"
    for role, seen in (("FRANCE", ["Hello", "All"]), ("ENGLAND", ["Hello", "All"]), ("ITALY", ["All"]),
                       (["ITALY", "ENGLAND"], ["Hello", "All"]), ("observer_type", ["All"]),
                       ("omniscient_type", ["Hello", "All"]), (None, ["Hello", "All"])):
        for phase in game.get_phase_from_history("S1901M", role), *game.get_phase_history(game_role=role):
            assert [message.message for message in phase.messages.values()] == seen
    assert list(Game.filter_messages(data.messages, "FRANCE", second)) == [second]
    with pytest.raises(TypeError):
        Message(sender="ENGLAND", recipient="FRANCE", phase="S1901M")


def test_states():
    game = Game()
    state = game.get_state()
    assert sorted(state) == sorted(["timestamp", "zobrist_hash", "note", "name", "units", "retreats", "centers", "homes",
                                    "influence", "civil_disorder", "builds"])
    hashed = game.get_hash()
    game.process()
    assert game.get_hash() == hashed  # nothing has moved
    game.set_orders("FRANCE", ["A PAR - BUR"])
    game.process()
    assert game.get_hash() != hashed
    other = Game()
    other.set_state(state)
    assert other.get_hash() == hashed and other.get_state()["units"] == state["units"]
    with pytest.raises(RuntimeError, match="modern"):
        other.set_state({**state, "map": "modern"})
    only = Game()
    only.set_state({"name": "F1905M", "units": {"FRANCE": ["A BUR"]}, "centers": {}})
    assert only.get_units("FRANCE") == ["A BUR"] and only.get_units("ITALY") == ["F NAP", "A ROM", "A VEN"]


def test_units_that_are_set():
    game = Game()
    game.set_units("FRANCE", ["A BER", "F PAR", "A ZZZ"])
    assert "A BER" in game.get_units("FRANCE") and "A BER" not in game.get_units("GERMANY") and len(game.error) == 2
    game.set_units("FRANCE", "F SPA/NC", reset=True)
    assert game.get_units("FRANCE") == ["F SPA/NC"]
    game.set_current_phase("S1901R")
    game.set_units("GERMANY", "*A SPA")
    assert game.get_power("GERMANY").retreats == {"A SPA": ["GAS", "MAR", "POR"]}
    assert game._unit_owner("F SPA/NC") is game.get_power("FRANCE") and game._unit_owner("F SPA") is None
    assert game._unit_owner("F SPA", coast_required=0) is game.get_power("FRANCE")


def test_history_as_phases():
    game = Game()
    for _ in range(4):
        game.process()
    names = [phase.name for phase in game.get_phase_history()]
    assert names == ["S1901M", "F1901M", "S1902M", "F1902M"]
    assert [phase.name for phase in game.get_phase_history("F1901M", "S1902M")] == names[1:3]
    assert [phase.name for phase in game.get_phase_history(-2)] == names[2:]
    assert game.get_phase_from_history("F1901M").name == "F1901M"
    history = game.state_history
    assert history.first_key() == "S1901M" and history.key_from_index(1) == "F1901M" and len(history) == 4
    assert history.sub_keys("F1901M", "F1902M") == names[1:] and len(history.sub("F1901M")) == 3
    other = Game()
    other.set_phase_data(game.get_phase_history() + [game.get_phase_data()])
    assert other.get_current_phase() == "S1903M" and len(other.state_history) == 4


def test_map():
    m = Map()
    assert m is Map() is Map("standard") and m is not Map(use_cache=False)
    assert m.find_coasts("STP") == ["STP/NC", "STP/SC", "STP"] and m.find_coasts("XYZ") == []
    assert m.abuts("F", "GAS", "S", "SPA") == 1 and m.abuts("F", "GAS", "-", "SPA") == 0
    assert m.area_type("PAR") == "LAND" and m.area_type("SWI") == "SHUT" and m.area_type("XYZ") is None
    assert not m.is_valid_unit("F SPA") and m.is_valid_unit("F SPA", no_coast_ok=1)
    assert m.default_coast(["F", "GAS", "-", "SPA"])[-1] == "SPA/NC"
    assert m.phase_abbr("FALL 1901 RETREATS") == "F1901R" and m.phase_abbr("x") == m.phase_long("x") == "?????"
    assert m.phase_long("W1905A") == "WINTER 1905 ADJUSTMENTS" and m.phase_long("COMPLETED") == "COMPLETED"
    assert m.find_next_phase("SPRING 1901 MOVEMENT") == "SPRING 1901 RETREATS"
    assert m.find_next_phase("SPRING 1901 MOVEMENT", "M") == "FALL 1901 MOVEMENT"
    assert m.find_next_phase("WINTER 1901 ADJUSTMENTS") == "SPRING 1902 MOVEMENT"
    assert m.find_previous_phase("SPRING 1902 MOVEMENT", "M") == "FALL 1901 MOVEMENT"
    assert [m.compare_phases(*pair) for pair in (("S1901M", "F1901M"), ("W1901A", "W1901A"), ("S1902M", "W1901A"))] == \
        [-1, 0, 1]
    assert len(m.locs) == 82 and m.locs[-1] == "SWI" and {"BUL/EC", "bul"} <= set(m.locs)
    assert m.locs.index("NWY") < m.locs.index("NTH") and len(m.scs) == 34 and m.scs[:3] == ["BUD", "TRI", "VIE"]
    assert "edi" in m.loc_abut["LVP"] and "CLY" in m.loc_abut["LVP"] and "SPA/NC" in m.loc_abut
    assert max(m.convoy_paths) == 9
    assert len({(start, end) for rows in m.convoy_paths.values() for start, _, ends in rows for end in ends}) == 1194
    assert m.aliases["MID"] == "MAO" and m.aliases["LIV"] == "LVN" and m.aliases["GOL"] == "LYO"
    with pytest.raises(KeyError, match="mars"):
        Map("mars")


def test_order_results():
    assert str(order_results.BOUNCE) == "bounce" and repr(order_results.BOUNCE) == "10002:bounce"
    assert order_results.OK.code == 0 and order_results.VOID == "void" and order_results.VOID != order_results.OK


def test_sorted_dict():
    values = SortedDict(int, str, {5: "e", "1": "a", 3: "c"})
    assert values.keys() == [1, 3, 5] and values.values() == ["a", "c", "e"] and values.last_item() == (5, "e")
    assert values.sub(2) == ["c", "e"] and values.key_from_index(-1) == 5 and values.key_from_index(9) is None
    assert values.get(4) is None and values.remove(3) == "c" and 3 not in values and values.copy() == values
    assert values.get_previous_key(5) == 1 and values.get_next_key(1) == 5


def test_copies():
    game = Game()
    game.set_orders("FRANCE", ["A PAR - BUR"])
    other = copy.deepcopy(game)
    other.set_orders("FRANCE", ["A PAR - PIC"])
    other.process()
    assert game.get_orders("FRANCE") == ["A PAR - BUR"] and other.map is game.map and not game.state_history
    assert game.get_current_phase() == "S1901M" and other.get_units("FRANCE") == ["F BRE", "A MAR", "A PIC"]
    for again in (Game.from_dict(json.loads(json.dumps(other.to_dict()))), pickle.loads(pickle.dumps(other))):
        assert again.get_state()["units"] == other.get_state()["units"] and again.get_hash() == other.get_hash()
        assert again.result_history["S1901M"] == other.result_history["S1901M"]


def test_pictures(tmp_path):
    game = Game()
    game.set_orders("FRANCE", ["A PAR - BUR"])
    assert game.render().startswith("<svg") and game.render() != game.render(incl_orders=False)
    game.render(output_path=tmp_path / "game.svg")
    assert (tmp_path / "game.svg").read_text() == game.render()
    with pytest.raises(ValueError, match="png"):
        game.render(output_format="png")


def test_random_games_are_consistent():
    """Every listed order is accepted; each unit is on the board once; a copy plays the same
    game."""
    rng = random.Random(farm.SEED)
    for _ in range(3):
        game = Game()
        while not game.is_game_done and game.get_current_phase()[1:5] < "1908":
            possible = game.get_all_possible_orders()
            for power, places in game.get_orderable_locations().items():
                count = abs(game.get_state()["builds"][power]["count"]) if game.phase_type == "A" else len(places)
                orders = [rng.choice(possible[place]) for place in places if possible[place]][:count]
                game.set_orders(power, orders)
                assert sorted(game.get_orders(power)) == sorted(order for order in orders if order != "WAIVE")
            assert not game.error
            other = copy.deepcopy(game)
            results = game.process().results
            assert other.process().results == results
            provinces = [unit[2:5] for units in game.get_units().values() for unit in units if unit[0] != "*"]
            assert len(provinces) == len(set(provinces))
            assert {power: sorted(units) for power, units in game.get_units().items()} == \
                {power: sorted(units) for power, units in other.get_units().items()}


def test_game_phase_data():
    data = Game().process()
    assert GamePhaseData.from_dict(json.loads(json.dumps(data.to_dict()))) == data


def test_no_text_makes_set_orders_raise():
    rng = random.Random(farm.SEED)
    words = ["A", "F", "PAR", "BUR", "SPA/NC", "(SC)", "STP", "-", "->", "S", "C", "H", "R", "D", "B", "VIA", "WAIVE", "LIV",
             "North Sea", "to", "FRANCE:", "/", "", "*A PAR", "é", "mid-atlantic", "north coast", "1", ",", "SWI", "build"]
    for phase in "S1903M", "S1903R", "W1903A":
        game = position(phase, FRANCE="A PAR,F SPA/NC,A MAR,*A BUR", GERMANY="A MUN,F NTH")
        for _ in range(1500):
            text = " ".join(rng.choices(words, k=rng.randint(0, 7)))
            game.set_orders("FRANCE", [text], expand=rng.random() < 0.9)
        assert game.error and all(unit in game.get_units("FRANCE") or phase[-1] != "M"
                                  for unit in game.get_power("FRANCE").orders)
        game.process()


def test_retreats_name_what_is_void_and_who_is_gone():
    game = position("S1901M", AUSTRIA="F TRI,A SER", TURKEY="F GRE", ITALY="A VEN,A TYR,F ION,F AEG")
    game.set_orders("ITALY", ["A VEN S A TYR - TRI", "A TYR - TRI", "F ION - GRE", "F AEG S F ION - GRE"])
    game.process()
    assert (game.popped, game.dislodged) == ([], {"F TRI": "TYR", "F GRE": "ION"})
    assert game.command["A SER"] == "H" and game.command["A TYR"] == "- TRI" and "A SER" not in game.ordered_units
    game.set_orders("AUSTRIA", ["F TRI - ALB", "A SER S F TRI - ALB", "A SER H"])
    game.set_orders("TURKEY", "F GRE - ALB")
    game.process()
    gone = [order_results.BOUNCE, order_results.DISBAND]
    assert game.result_history.last_value() == {"F TRI": gone, "F GRE": gone, "A SER": [order_results.VOID]}
    assert (game.popped, game.dislodged) == (["F TRI", "F GRE"], {})


@pytest.mark.parametrize("units, calls, orders, results", [
    ("A UKR", [["A SEV B", "F SEV B"]], ["A SEV B"], {"A SEV": [""], "F SEV": ["void"]}),
    ("A UKR", [["A MOS B", "A MOS B"]], ["A MOS B"], {"A MOS": ["void", ""]}),
    ("A UKR", [["A MOS B"], ["A MOS B"]], ["A MOS B"], {"A MOS": [""], "WAIVE": ["void"]}),
    ("A UKR", [["WAIVE", "A MOS B", "A SEV B"]], ["A MOS B", "A SEV B"], {"A MOS": [""], "A SEV": [""]}),
    ("A UKR", [["WAIVE"], ["A SEV B"]], ["A SEV B"], {"A SEV": [""], "WAIVE": ["void"]}),
    ("A UKR,A GAL", [["A MOS B"], ["A SEV B"]], ["A MOS B", "A SEV B"], {"A MOS": [""], "A SEV": ["void"]}),
    ("A UKR,A MOS,A GAL,A RUM", [["F LYO D", "A UKR D", "A MOS D", "WAIVE"]], ["A UKR D", "A MOS D"],
     {"A UKR": [""], "A MOS": ["void"], "F LYO": ["void"], "WAIVE": ["void"]})])
def test_winter_orders_that_are_too_many(units, calls, orders, results, capsys):
    game = position("W1901A", RUSSIA=units)
    game.clear_centers()
    game.set_centers("RUSSIA", ["STP", "MOS", "SEV"])
    for call in calls:
        game.set_orders("RUSSIA", call)
    assert game.get_orders("RUSSIA") == orders
    game.process()
    assert {unit: [str(word) for word in words] for unit, words in game.result_history.last_value().items()} == results
    assert export.is_valid_saved_game(export.to_saved_game_format(game)) and capsys.readouterr().out == ""


def test_orders_of_units_that_are_gone():
    game = Game()
    game.set_orders("FRANCE", ["A PAR H", "A MAR - BUR"])
    game.clear_units("FRANCE")
    game.process()
    assert game.get_current_phase() == "F1901M" and not game.get_units("FRANCE")
    assert game.rebuild_hash() == game.get_hash() == str(game.zobrist_hash)


def test_map_reads_what_is_left_open():
    found = Map()
    assert found.phase_long("s1901m") == "SPRING 1901 MOVEMENT" and found.find_next_phase("FORMING") == "FORMING"
    assert found.compare_phases("S1901?", "S1901R") == 0 and found.compare_phases("S1901?", "F1901R") == -1
    assert found.is_valid_unit("? BUR") and not found.is_valid_unit("? SWI")
    assert (found.abuts("A", "POR", "C", "MAO"), found.abuts("A", "POR", "C", "SPA/NC")) == (1, 0)
