"""Makes the Python package diplomacy load saved games and replay each phase with its own engine.
Prints a line for each difference, and the number of games and phases. Status 1: something
differs."""
import json
import sys

from diplomacy import Game
from diplomacy.utils.export import from_saved_game_format
from diplomacy.utils.game_phase_data import GamePhaseData


def names_another_coast(unit, phase):
    """Whether a unit supports a move to another coast than the move names: void by the rules, but not
    in the package."""
    texts = [order for orders in phase["orders"].values() for order in orders or ()]
    order = next(text for text in texts if text.startswith(unit + " "))
    mover, _, to = order.partition(" S ")[2].partition(" - ")
    coasts = [text for text in texts if text.startswith(f"{mover} - {to[:3]}/")]
    return "/" in to and any(not text.endswith(to) for text in coasts)


def differences(game, phase, following):
    engine = Game(game["id"], map_name=game["map"], rules=["SOLITAIRE"] + game["rules"])
    engine.set_phase_data(GamePhaseData.from_dict(phase))
    engine.clear_orders()
    for power, orders in phase["orders"].items():
        engine.set_orders(power, orders)
    played = engine.process().to_dict()
    for unit, result in phase["results"].items():
        said = played["results"].get(unit)
        # as each phase is played by itself, the engine does not know which units were dislodged before
        if not said and result[-1:] == ["disband"]:
            continue
        if result == ["void"] and names_another_coast(unit, phase):
            continue
        if said is None or sorted(said) != sorted(result):
            yield f"{unit}: {result} is written, the package says {said}"
    if following["name"] != "COMPLETED" and engine.get_current_phase() != following["name"]:
        yield f"{following['name']} is next, the package has {engine.get_current_phase()}"
    state = engine.get_state()
    for key in "units", "centers":
        for power, there in following["state"][key].items():
            if sorted(there) != sorted(state[key][power]):
                yield f"{key} of {power}: {sorted(there)} are next, the package has {sorted(state[key][power])}"


games = phases = wrong = 0
for line in sys.stdin:
    game = json.loads(line)
    from_saved_game_format(game)
    games += 1
    for phase, following in zip(game["phases"], game["phases"][1:]):
        if not phase["results"]:
            continue
        phases += 1
        for difference in differences(game, phase, following):
            wrong += 1
            print(game["id"], phase["name"], difference)
print(f"{games} games, {phases} phases: {wrong} differences")
sys.exit(wrong > 0)
