"""past: phases that were played. Their states, orders and results are computed when they are
read."""
from __future__ import annotations

import hashlib
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple

from ..utils.sorted_dict import SortedDict
from .lexicon import cut
from .room import Orders
from .winter import find_builds

STATE, ORDERS, RESULTS, MESSAGES = range(4)


def sort_texts(units: List[str], retreats: Dict[str, List[str]], centers: List[str],
               homes: List[str]) -> str:
    """What a power has, as a text that does not depend on the order of its lists."""
    leaving = " ".join(sorted([f"{unit} {to}" for unit, to in retreats.items()])) \
        if retreats else ""
    return f'{" ".join(sorted(units))}|{" ".join(sorted(centers))}|' \
           f'{" ".join(sorted(homes))}|{leaving}'


def hash_texts(texts: List[str]) -> int:
    """64 bits for the type of a phase and what each power has."""
    digest = hashlib.blake2b("|".join(texts).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


class Standing:
    """Which power was the last to occupy each place, as lists by power: `read`. It starts from the
    Standing before and applies arrivals(): (power, the province to which a unit of it came). The
    value never changes."""

    __slots__ = ("_before", "_arrivals", "_made", "_owner")

    def __init__(self, made: Optional[Dict[str, List[str]]],
                 before: Optional["Standing"] = None,
                 arrivals: Optional[Callable[[], Iterable[Tuple[str, str]]]] = None):
        self._made, self._before, self._arrivals = made, before, arrivals
        self._owner: Optional[Dict[str, str]] = None  # by place; the next Standing takes it over

    def read(self) -> Dict[str, List[str]]:
        """{power: provinces}. The caller must not change it."""
        open_ends, at = [], self
        while at._made is None:
            open_ends.append(at)
            at = at._before
        for step in reversed(open_ends):
            step._follow(at)
            at = step
        return at._made

    def _follow(self, before: "Standing") -> None:
        found = {name: places[:] for name, places in before._made.items()}
        owner, before._owner = before._owner, None
        if owner is None:
            owner = {place: name for name, places in found.items() for place in places}
        for name, place in self._arrivals():
            old = owner.get(place)
            if old != name:
                if old is not None:
                    found[old].remove(place)
                found[name].append(place)
                owner[place] = name
        self._made, self._owner, self._before, self._arrivals = found, owner, None, None


class Past:
    """A phase before it was played, with the orders and results.

    powers: names. units: of all powers, one power after the other; ends: the end of each power's
    units. rest: for each power its retreats, centers, homes and civil_disorder. orders: Orders, or
    for each power an argument of list_texts or None. results: {unit: [OrderResult]}, or a function
    that returns it.
    """

    __slots__ = ("kind", "name", "note", "timestamp", "build_any", "powers", "units", "ends",
                 "rest", "standing", "orders", "results", "messages")

    def make(self, part: int):
        """A part of the phase, as a new object that the caller may change."""
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

    def _each(self):
        """(power, its units, *rest) of each power."""
        units = [self.units[begin:end] for begin, end in zip([0, *self.ends], self.ends)]
        return [(name, own, *rest) for name, own, rest in zip(self.powers, units, self.rest)]

    def hash(self) -> int:
        """64 bits for the position."""
        return hash_texts([self.kind, *[sort_texts(*parts) for _, *parts, _ in self._each()]])

    def find_commands(self) -> Dict[str, str]:
        """{unit: rest of its order} of all units; "H" if a unit had no order."""
        given = dict(cut(text) for orders in self._given() for text in list_texts(orders))
        return {unit: given.get(unit, "H") for unit in self.units}

    def find_ordered(self) -> Dict[str, List[str]]:
        """{power: units to which it gave orders}."""
        return {name: [cut(text)[0] for text in list_texts(orders)]
                for name, orders in zip(self.powers, self._given())}

    def make_state(self) -> Dict[str, Any]:
        """The position as plain values."""
        standing, texts = self.standing.read(), [self.kind]
        builds_now = self.kind == "A"
        taken = {unit[2:5] for unit in self.units} if builds_now else ()
        state: Dict[str, Any] = {"timestamp": self.timestamp, "note": self.note, "name": self.name,
                                 "zobrist_hash": ""}
        fields = [state.setdefault(key, {}) for key in (
            "units", "retreats", "centers", "homes", "influence", "civil_disorder", "builds")]
        all_units, leaving, owned, begun, influence, disorder, builds = fields
        for name, units, retreats, centers, homes, civil in self._each():
            texts.append(sort_texts(units, retreats, centers, homes))
            all_units[name] = units + ["*" + unit for unit in retreats] if retreats else units
            leaving[name] = {unit: to[:] for unit, to in retreats.items()}
            owned[name], begun[name] = centers[:], homes[:]
            influence[name], disorder[name] = standing[name][:], civil
            due, sites = find_builds(centers, homes, units, taken, self.build_any) \
                if builds_now else (0, ())
            builds[name] = {"count": due, "homes": list(sites) if due > 0 else []}
        state["zobrist_hash"] = str(hash_texts(texts))
        return state


class History(SortedDict):
    """One part of each phase that was played, by phase. A value is computed when it is first
    read."""

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
    """The orders of a power as texts, from {unit: rest of its order} or from texts."""
    if isinstance(orders, dict):
        return [f"{unit} {rest}" for unit, rest in orders.items()]
    return [order for order in orders if order != "WAIVE"]


__all__ = ["History", "Past", "Standing", "list_texts", "MESSAGES", "ORDERS", "RESULTS", "STATE"]
