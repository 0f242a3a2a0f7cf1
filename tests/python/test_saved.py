"""Saved games of the package diplomacy, read and written by ares.diplomacy and by the library."""
import json
import random

import ares
import farm
import pytest
from ares.diplomacy import Game, GamePhaseData
from ares.diplomacy.utils import export

with open("tests/saved/package.jsonl", encoding="utf-8") as file:
    SAVED = {game["id"]: game for game in map(json.loads, file) if "rules" in game}


def play(years=4):
    """A random game; each phase has a message."""
    rng, game = random.Random(farm.SEED), Game("played", rules=["POWER_CHOICE"])
    while not game.is_game_done and game.get_current_phase()[1:5] < str(1901 + years):
        possible = game.get_all_possible_orders()
        for power, places in game.get_orderable_locations().items():
            game.set_orders(power, [rng.choice(possible[place]) for place in places if possible[place]])
        game.add_message(game.new_global_message("Hello", sender="FRANCE"))
        game.process()
    return game


@pytest.mark.parametrize("name", SAVED)
def test_read_and_written_again(name):
    game = export.from_saved_game_format(SAVED[name])
    again = export.to_saved_game_format(game)
    assert (again["id"], again["map"], again["rules"]) == tuple(SAVED[name][key] for key in ("id", "map", "rules"))
    for one, other in zip(SAVED[name]["phases"][:-1], again["phases"][:-1], strict=True):
        for key in "name", "orders", "results", "messages":
            assert one[key] == other[key]
        for key in "units", "centers", "retreats":
            assert one["state"][key] == other["state"][key]
    last = SAVED[name]["phases"][-1]["state"]
    assert {power: sorted(units) for power, units in last["units"].items()} == \
        {power: sorted(units) for power, units in game.get_units().items()}


@pytest.mark.parametrize("name", SAVED)
def test_phases_come_out_as_in_the_package(name):
    saved = SAVED[name]
    for phase, following in zip(saved["phases"], saved["phases"][1:]):
        if not phase["results"]:
            continue
        game = Game(map_name=saved["map"], rules=["SOLITAIRE", *saved["rules"]])
        game.set_phase_data(GamePhaseData.from_dict(phase))
        game.clear_orders()
        for power, orders in phase["orders"].items():
            game.set_orders(power, orders)
        results = game.process().to_dict()["results"]
        # a unit that had nowhere to go is told of a phase later, which here is played by itself
        expected = {unit: words for unit, words in phase["results"].items() if unit in results or words != ["disband"]}
        assert results == expected
        assert game.get_current_phase() == following["name"]
        state = game.get_state()
        for key in "units", "centers":
            assert {power: sorted(row) for power, row in state[key].items()} == \
                {power: sorted(row) for power, row in following["state"][key].items()}
        assert state["retreats"] == following["state"]["retreats"]


def test_validator():
    saved = export.to_saved_game_format(play(2))
    for phase in saved["phases"]:
        phase["messages"] = []
    assert export.is_valid_saved_game(saved), list(export.find_faults(saved))
    for spoil in (lambda s: s.pop("map"), lambda s: s["phases"][1]["state"]["units"]["FRANCE"].append("A TUN"),
                  lambda s: s["phases"][0]["orders"].update(FRANCE=["A PAR - LON"]),
                  lambda s: s["phases"][0]["orders"].update(FRANCE=None)):
        spoilt = json.loads(json.dumps(saved))
        spoil(spoilt)
        assert not export.is_valid_saved_game(spoilt)


def test_files(tmp_path):
    path = tmp_path / "games.jsonl"
    game = play(1)
    for _ in range(2):
        export.to_saved_game_format(game, str(path))
    games = export.load_saved_games_from_disk(str(path))
    assert [again.game_id for again in games] == ["played"] * 2 and games[0].get_hash() == game.get_hash()
    assert games[0].message_history["S1901M"].first_value().message == "Hello"
    path.write_text("{}x\n")
    assert export.load_saved_games_from_disk(str(path), on_error="ignore") == []
    with pytest.raises(ValueError):
        export.load_saved_games_from_disk(str(path))


@pytest.fixture
def saving():
    """Saved games of the library."""
    try:
        return ares.library.lib.ares_game_load, ares.library.lib.ares_game_save
    except ares.LibraryMissing as error:
        pytest.skip(str(error))


def test_games_of_the_library_are_written_and_read_again(saving):
    game = ares.Game(seats={power: "dumbbot" for power in ares.Map().powers}, years=2, seed=farm.SEED)
    while not game.is_over:
        game.process()
    again = ares.Game.load(game.save("g"))
    assert [again[n].after for n in range(len(again))] == [game[n].after for n in range(len(game))]
    with pytest.raises(ares.AresError):
        ares.Game.load("{")


def test_the_library_reads_what_the_stand_in_writes(saving):
    """Both play the same game: positions that differ would be refused."""
    game = play()
    other = ares.Game.load(json.dumps(export.to_saved_game_format(game)))
    assert len(other) == len(game.state_history)
    units = {f"{other.map.power_names[other.map.power(unit.power)]} {unit.type} {unit.place.upper()}"
             for unit in other.board.units}
    assert units == {f"{power} {unit}" for power, row in game.get_units().items() for unit in row if unit[0] != "*"}


def test_the_stand_in_reads_what_the_library_writes(saving):
    seats = {power: "random" for power in ares.Map().powers}
    game = ares.Game(seats=seats, seed=farm.SEED, years=3)
    while not game.is_over:
        game.process()
    saved = json.loads(game.save("ours"))
    other = export.from_saved_game_format(saved)
    drawn = game.verdict()[0] == "draw"  # leaves the phase that was open, without orders
    assert len(other.state_history) == len(game) + drawn
    assert not [fault for fault in export.find_faults(saved) if "normal form" not in fault]
