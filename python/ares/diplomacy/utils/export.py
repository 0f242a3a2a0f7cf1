"""export: writes games as saved games, and reads them."""
from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Optional

from ..engine.game import Game
from ..engine.map import Map, phase_number
from .game_phase_data import GamePhaseData

HIDDEN_RULES = ("SOLITAIRE", "NO_DEADLINE", "CD_DUMMIES", "ALWAYS_WAIT", "IGNORE_ERRORS")


def to_saved_game_format(game: Game, output_path: Optional[str] = None,
                         output_mode: str = "a") -> Dict[str, Any]:
    """A game as a saved game. With output_path, it is also written there as a line of JSON."""
    rules = [rule for rule in game.rules if rule not in HIDDEN_RULES]
    phases = []
    for phase in [*game.get_phase_history(), game.get_phase_data()]:
        values = phase.to_dict()
        values["state"].update(game_id=game.game_id, map=game.map_name, rules=rules,
                               zobrist_hash=str(values["state"]["zobrist_hash"]))
        phases.append(values)
    saved = {"id": game.game_id, "map": game.map_name, "rules": rules, "phases": phases}
    if output_path:
        with open(output_path, output_mode, encoding="utf-8") as file:
            file.write(json.dumps(saved) + "\n")
    return saved


def from_saved_game_format(saved_game: Dict[str, Any]) -> Game:
    """The game from a saved game. Earlier phases are its history; the last is the current one."""
    kwargs = {"game_id": saved_game["id"]} if saved_game.get("id") else {}
    rules = saved_game.get("rules")
    game = Game(map_name=saved_game.get("map", "standard"),
                rules=None if rules is None else [*HIDDEN_RULES[:1], *rules], **kwargs)
    phases = saved_game.get("phases") or []
    names = [phase["name"] for phase in phases]
    if len(set(names)) < len(names):
        raise ValueError(f"a phase is there twice: {names}")
    if phases:
        game.set_phase_data([GamePhaseData.from_dict(phase) for phase in phases])
    return game


def load_saved_games_from_disk(path: str, on_error: str = "raise") -> List[Game]:
    """The games of a file with one saved game per line. on_error: raise, warn or ignore."""
    if on_error not in ("raise", "warn", "ignore"):
        raise ValueError(f"on_error={on_error!r}: must be raise, warn or ignore")
    if not os.path.exists(path):
        raise ValueError(f"{path}: no such file")
    games = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            try:
                games.append(from_saved_game_format(json.loads(line.rstrip("\n"))))
            except Exception as error:  # any exception: the file is not trusted
                if on_error == "raise":
                    raise
                if on_error == "warn":
                    print(f"{path}:{number}: {error}")
    return games


def is_valid_saved_game(saved_game: Dict[str, Any]) -> bool:
    """Whether playing the orders of each phase gives the units and centres of the next phase.

    Hashes are not compared: they differ between releases of the package.
    """
    try:
        return not list(find_faults(saved_game))
    except (KeyError, TypeError, ValueError, AttributeError):
        return False


def find_faults(saved_game: Dict[str, Any]):
    """The faults that is_valid_saved_game finds, one text for each."""
    for key in "id", "map", "rules", "phases":
        if not saved_game.get(key) and key != "rules":
            yield f"{key} is missing"
            return
    rules = [*HIDDEN_RULES[:1], *saved_game["rules"]]
    powers = Map(saved_game["map"]).powers
    misses = 1 if "DIFFERENT_ADJUDICATION" in rules else 0
    phases = saved_game["phases"]
    for phase, following in zip(phases, [*phases[1:], None]):
        if phase_number(phase["name"]) is None or phase["name"] != phase["state"]["name"]:
            yield f"{phase['name']}: the state has another name"
        times = [message["time_sent"] for message in phase["messages"]]
        if times != sorted(times) or times and "NO_PRESS" in rules:
            yield f"{phase['name']}: its messages cannot be"
        if following is None:
            continue
        game = Game(map_name=saved_game["map"], rules=rules)
        game.set_phase_data(GamePhaseData.from_dict({**phase, "messages": []}))
        game.clear_orders()
        for power in powers:
            orders = phase["orders"].get(power)
            if not isinstance(orders, list):
                yield f"{phase['name']}: no list of orders for {power}"
                return
            game.set_orders(power, orders)
            if "NO_CHECK" not in rules and sorted(game.get_orders(power)) != sorted(orders):
                yield f"{phase['name']}: orders of {power} are not legal or not in normal form"
        game.process()
        if following["name"] == "COMPLETED":
            continue
        state = game.get_state()
        same = all(sorted(state[key][power]) == sorted(following["state"][key][power])
                   for key in ("units", "centers") for power in powers)
        if same and state["name"] == following["name"]:
            continue
        misses -= 1
        if misses < 0:
            yield f"{following['name']}: another position comes out"


__all__ = ["to_saved_game_format", "from_saved_game_format", "load_saved_games_from_disk",
           "is_valid_saved_game"]
