"""reader: turns orders as users write them, in any case and with names, into the normal form of
saved games."""
from __future__ import annotations

from typing import Callable, Dict, Iterable, List, Optional, Tuple

from .map import Map


class Reader:
    """Reads orders for a position. list_units: returns the units that are not dislodged."""

    def __init__(self, map: Map, list_units: Callable[[], List[str]]):
        self.map, self._list_units = map, list_units

    def tokens(self, text: str) -> List[str]:
        """The tokens of an order, without a power at the beginning."""
        found = self.map.names.tokens(text)
        return found[1:] if found and found[0] in self.map.powers else found

    def take_unit(self, tokens: List[str], units: Optional[Iterable[str]] = None) \
            -> Tuple[Optional[str], List[str]]:
        """The unit that the first tokens name, with the coast that it is on, and the rest. units:
        where to look for it, instead of list_units."""
        kind = tokens[0] if tokens and tokens[0] in ("A", "F") else None
        rest = tokens[1:] if kind else tokens
        if not rest:
            return None, rest
        place = rest[0][:3]
        units = self._list_units() if units is None else units
        unit = next((unit for unit in units if unit[2:5] == place), None)
        if unit is None or kind not in (None, unit[0]):
            return None, rest[1:]
        return unit, rest[1:]

    def read_move(self, text: str) -> Tuple[Optional[str], Optional[str]]:
        """An order of a movement phase: its unit, and the rest of the order in normal form.
        (unit, None): the rest is not an order; (None, None): no such unit."""
        unit, rest = self.take_unit(self.tokens(text))
        if unit is None:
            return None, None
        return unit, self._read_action(unit, rest)

    def _read_action(self, unit: str, rest: List[str]) -> Optional[str]:
        if rest in ([], ["H"]):
            return "H"
        if rest[0] == "S":
            return self._read_support(rest[1:])
        if rest[0] == "C":
            return self._read_convoy(rest[1:])
        via = rest[-1] == "VIA"
        places = [token for token in (rest[:-1] if via else rest) if token != "-"]
        if not places or not all(place in self.map.loc_coasts for place in places):
            return None
        over_seas = len(places) > 1 and all(self.map.area_type(sea) == "WATER"
                                            for sea in places[:-1])
        if len(places) > 1 and not over_seas:
            return None
        return f"- {self.target(unit, places[-1])}{' VIA' if via or over_seas else ''}"

    def target(self, unit: str, place: str) -> str:
        """The place to which a unit moves: an army's coast is left out; a fleet's coast is filled
        in if it can reach only one."""
        if unit[0] == "A":
            return place[:3]
        return self.map.default_coast(["F", unit[2:], "-", place])[3]

    def _read_support(self, rest: List[str]) -> Optional[str]:
        # a fleet named with a coast where it is not is a different unit
        named = next((token for token in rest[:2] if "/" in token), None)
        helped, rest = self.take_unit(rest)
        if helped is None or named is not None and rest[-1:] != [named] and named != helped[2:]:
            return None
        if rest in ([], ["H"]):
            return f"S {helped}"
        places = [token for token in rest if token not in ("-", "VIA")]
        if len(places) < 1 or places[-1] not in self.map.loc_coasts:
            return None
        to = places[-1]
        if helped[0] == "A":
            to = to[:3]
        elif "/" in to:
            only = [coast for coast in self.map.find_coasts(to[:3])
                    if "/" in coast and self.map.abuts("F", helped[2:], "-", coast)]
            to = only[0] if len(only) == 1 else to
        return f"S {helped} - {to}"

    def _read_convoy(self, rest: List[str]) -> Optional[str]:
        helped, rest = self.take_unit(rest)
        places = [token for token in rest if token not in ("-", "VIA")]
        if helped is None or not places or places[-1] not in self.map.loc_coasts:
            return None
        return f"C {helped} - {places[-1][:3]}"

    def read_retreat(self, text: str, leaving: Dict[str, List[str]]) \
            -> Tuple[Optional[str], Optional[str]]:
        """Like read_move, for a retreat phase; leaving: the power's dislodged units."""
        unit, rest = self.take_unit(self.tokens(text), leaving)
        if unit is None:
            return None, None
        if rest == ["D"]:
            return unit, "D"
        places = [token for token in rest if token not in ("-", "R")]
        if len(places) != 1 or places[0] not in self.map.loc_coasts:
            return unit, None
        to = self.target(unit, places[0])
        return unit, f"R {to}" if to in leaving[unit] else None

    def read_adjustment(self, text: str) -> Optional[str]:
        """An adjustment in normal form: "A PAR B", "F STP/NC D", "WAIVE"; or None."""
        tokens = self.tokens(text)
        if tokens == ["WAIVE"]:
            return "WAIVE"
        if tokens[:1] in (["B"], ["D"]):
            tokens = tokens[1:] + tokens[:1]
        if tokens[-1:] == ["D"]:
            unit, rest = self.take_unit(tokens)
            if unit is None and len(tokens) == 3 and tokens[0] in ("A", "F"):
                return " ".join(tokens)
            return f"{unit} D" if unit is not None and rest == ["D"] else None
        if len(tokens) != 3 or tokens[0] not in ("A", "F") or tokens[2] != "B":
            return None
        return " ".join([tokens[0], tokens[1][:3] if tokens[0] == "A" else tokens[1], "B"])
