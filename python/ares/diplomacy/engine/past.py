"""past: phases that were played. What their users see of them is made when they read it."""
from __future__ import annotations

import hashlib
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Tuple

from ..utils.sorted_dict import SortedDict
from .lexicon import Lexicon, cut
from .winter import count_builds, list_sites

STATE, ORDERS, RESULTS, MESSAGES = range(4)


class Hashes(dict):
    """{text: 64 bits} for a kind of parts of a position, of one power."""

    def __init__(self, kind: str):
        super().__init__()
        self.kind = kind

    def __missing__(self, text: str) -> int:
        digest = hashlib.blake2b(f"{self.kind} {text}".encode(), digest_size=8).digest()
        self[text] = found = int.from_bytes(digest, "little")
        return found


_hashes: Dict[str, Hashes] = {}
_phases = Hashes("phase")


def hashes_of(kind: str) -> Hashes:
    if kind not in _hashes:
        _hashes[kind] = Hashes(kind)
    return _hashes[kind]


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
    found = _phases[kind]
    for power in holdings:
        for part, texts in (("unit", power.units), ("center", power.centers),
                            ("home", power.homes)):
            bits = hashes_of(f"{part} {power.name}")
            for text in texts:
                found ^= bits[text]
        for unit, places in power.retreats.items():
            found ^= hashes_of(f"dislodged {power.name}")[f"{unit} {' '.join(places)}"]
    return found


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
    rest: of each power its retreats, centers, homes and civil_disorder. orders: of each power what
    list_texts takes; None if none were set. results: {unit: [OrderResult]}, or what makes them.
    """

    __slots__ = ("map", "kind", "name", "note", "timestamp", "build_any", "powers", "units", "ends",
                 "rest", "standing", "orders", "results", "messages")

    def make(self, part: int):
        """A part of the phase that belongs to the reader."""
        if part == STATE:
            return self.make_state()
        if part == ORDERS:
            return {name: given if given is None else list_texts(self.map, given)
                    for name, given in zip(self.powers, self.orders)}
        if part == RESULTS:
            return self.results() if callable(self.results) else self.results
        return self.messages

    def _holdings(self) -> List[Holding]:
        begins = [0, *self.ends]
        return [Holding(name, self.units[begin:end], *rest) for name, begin, end, rest in
                zip(self.powers, begins, self.ends, self.rest)]

    def hash(self) -> int:
        """64 bits for the position."""
        return hash_position(self.kind, self._holdings())

    def find_commands(self) -> Dict[str, str]:
        """{unit: rest of its order} of all units; without one "H"."""
        given = dict(cut(text) for orders in self.orders for text in list_texts(self.map, orders))
        return {unit: given.get(unit, "H") for unit in self.units}

    def find_ordered(self) -> Dict[str, List[str]]:
        """{power: units that it gave orders}."""
        return {name: [cut(text)[0] for text in list_texts(self.map, orders)]
                for name, orders in zip(self.powers, self.orders)}

    def make_state(self) -> Dict[str, Any]:
        """The position as plain values."""
        holdings, standing = self._holdings(), self.standing.read()
        builds = {power.name: {"count": 0, "homes": []} for power in holdings}
        if self.kind == "A":
            taken = {unit[2:5] for power in holdings for unit in power.units}
            for power in holdings:
                due = count_builds(power, power.units, taken, self.build_any)
                sites = list_sites(power, taken, self.build_any) if due > 0 else []
                builds[power.name] = {"count": due, "homes": sites}
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


def find_orders(map, given: Dict[int, int]) -> Dict[str, str]:
    """{unit: rest of its order} of {unit's number: order's number}."""
    texts = Lexicon.of(map).texts
    return dict(cut(texts[number]) for number in given.values())


def list_texts(map, orders) -> List[str]:
    """The orders of a power: of {unit's number: order's number}, {unit: rest of its order}, or a
    winter's list."""
    if not isinstance(orders, dict):
        return [order for order in orders if order != "WAIVE"]
    texts = map.lexicon.texts if map.lexicon else ()
    return [texts[rest] if type(rest) is int else f"{unit} {rest}"
            for unit, rest in orders.items()]


__all__ = ["History", "Past", "Standing", "find_orders", "list_texts",
           "MESSAGES", "ORDERS", "RESULTS", "STATE"]
