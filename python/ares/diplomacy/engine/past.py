"""past: phases that were played. What their users see of them is made when they read it."""
from __future__ import annotations

import hashlib
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Tuple

from ..utils.sorted_dict import SortedDict
from .lexicon import cut
from .room import Orders
from .winter import find_builds

STATE, ORDERS, RESULTS, MESSAGES = range(4)


class Holding(NamedTuple):
    """What a power had when a phase began."""
    name: str
    units: List[str]
    retreats: Dict[str, List[str]]
    centers: List[str]
    homes: List[str]
    civil_disorder: int


def hash_position(kind: str, holdings: Iterable[Holding]) -> int:
    """64 bits for a position in a phase of a kind."""
    parts = [kind]
    for power in holdings:
        for texts in (power.units, power.centers, power.homes,
                      [f"{unit} {places}" for unit, places in power.retreats.items()]):
            parts.append(" ".join(sorted(texts)))
    digest = hashlib.blake2b("|".join(parts).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


class Standing:
    """Which power was the last to stand in each place, as lists by power: `read`. They are those
    before, and what arrivals() has: (power, the province that it came to). Nothing of it
    changes."""

    __slots__ = ("_before", "_arrivals", "_made")

    def __init__(self, made: Optional[Dict[str, List[str]]],
                 before: Optional["Standing"] = None,
                 arrivals: Optional[Callable[[], Iterable[Tuple[str, str]]]] = None):
        self._made, self._before, self._arrivals = made, before, arrivals

    def read(self) -> Dict[str, List[str]]:
        """{power: provinces}. They may not be changed."""
        open_ends, at = [], self
        while at._made is None:
            open_ends.append(at)
            at = at._before
        made = at._made
        for step in reversed(open_ends):
            made = step._made = stand(made, step._arrivals())
            step._before = step._arrivals = None
        return made


def stand(before: Dict[str, List[str]], arrivals) -> Dict[str, List[str]]:
    found = {name: list(places) for name, places in before.items()}
    owner = {place: name for name, places in found.items() for place in places}
    for name, place in arrivals:
        old = owner.get(place)
        if old != name:
            if old is not None:
                found[old].remove(place)
            found[name].append(place)
            owner[place] = name
    return found


class Past:
    """A phase, as it was before it was played, and what it was played by.

    powers: names. units: of all powers, one power after the other; ends: where those of each end.
    rest: of each power its retreats, centers, homes and civil_disorder. orders: Orders, or of each
    power what list_texts takes, or None. results: {unit: [OrderResult]}, or what makes them.
    """

    __slots__ = ("kind", "name", "note", "timestamp", "build_any", "powers", "units", "ends",
                 "rest", "standing", "orders", "results", "messages")

    def make(self, part: int):
        """A part of the phase that belongs to the reader."""
        if part == STATE:
            return self.make_state()
        if part == ORDERS:
            return {name: given if given is None else list_texts(given)
                    for name, given in zip(self.powers, self._given())}
        if part == RESULTS:
            found = self.results() if callable(self.results) else self.results
            return {unit: words[:] for unit, words in found.items()}
        return self.messages

    def _given(self) -> List[Any]:
        if not isinstance(self.orders, Orders):
            return self.orders
        found: List[List[str]] = [[] for _ in self.powers]
        for power, text in zip(self.orders.powers, self.orders.text.decode().split("\n")):
            found[power].append(text)
        return found

    def _holdings(self) -> List[Holding]:
        begins = [0, *self.ends]
        return [Holding(name, self.units[begin:end], *rest) for name, begin, end, rest in
                zip(self.powers, begins, self.ends, self.rest)]

    def hash(self) -> int:
        """64 bits for the position."""
        return hash_position(self.kind, self._holdings())

    def find_commands(self) -> Dict[str, str]:
        """{unit: rest of its order} of all units; without one "H"."""
        given = dict(cut(text) for orders in self._given() for text in list_texts(orders))
        return {unit: given.get(unit, "H") for unit in self.units}

    def find_ordered(self) -> Dict[str, List[str]]:
        """{power: units that it gave orders}."""
        return {name: [cut(text)[0] for text in list_texts(orders)]
                for name, orders in zip(self.powers, self._given())}

    def make_state(self) -> Dict[str, Any]:
        """The position as plain values."""
        holdings, standing = self._holdings(), self.standing.read()
        builds = {power.name: {"count": 0, "homes": []} for power in holdings}
        if self.kind == "A":
            taken = {unit[2:5] for power in holdings for unit in power.units}
            for power in holdings:
                due, sites = find_builds(power, power.units, taken, self.build_any)
                builds[power.name] = {"count": due, "homes": sites if due > 0 else []}
        return {
            "timestamp": self.timestamp, "note": self.note, "name": self.name,
            "zobrist_hash": str(hash_position(self.kind, holdings)),
            "units": {p.name: p.units + ["*" + unit for unit in p.retreats] for p in holdings},
            "retreats": {p.name: {unit: to[:] for unit, to in p.retreats.items()}
                         for p in holdings},
            "centers": {p.name: p.centers[:] for p in holdings},
            "homes": {p.name: p.homes[:] for p in holdings},
            "influence": {p.name: standing[p.name][:] for p in holdings},
            "civil_disorder": {p.name: p.civil_disorder for p in holdings},
            "builds": builds}


class History(SortedDict):
    """A part of the phases that were played, by phase. It is made when it is read first."""

    def __init__(self, key_type, val_type=None, kwargs=None, part: int = STATE):
        super().__init__(key_type, val_type, kwargs)
        self._part = part

    def _read(self, key):
        value = self._values[key]
        if type(value) is Past:
            value = self._values[key] = value.make(self._part)
        return value

    def copy(self) -> "History":
        other = super().copy()
        other._part = self._part
        return other


def list_texts(orders) -> List[str]:
    """The orders of a power: of {unit: rest of its order}, or of texts."""
    if isinstance(orders, dict):
        return [f"{unit} {rest}" for unit, rest in orders.items()]
    return [order for order in orders if order != "WAIVE"]


__all__ = ["History", "Past", "Standing", "list_texts", "MESSAGES", "ORDERS", "RESULTS", "STATE"]
