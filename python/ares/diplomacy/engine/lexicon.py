"""lexicon: units and orders of a map as texts, and as the library has them. Made once for a map."""
from __future__ import annotations

import sys
from typing import Dict, List, Tuple

import numpy as np

from ...orders import KINDS, vocabulary
from .map import Map

HOLD, MOVE, SUPPORT_HOLD, SUPPORT_MOVE, CONVOY = range(5)
PLAIN, IS_CONVOY, NAMES_COAST = range(3)  # a convoy that needs other fleets; a support of a fleet


def cut(text: str) -> Tuple[str, str]:
    """The unit and the rest of an order in normal form: "A PAR", "- BUR"."""
    end = 8 if text[5:6] == "/" else 5
    return text[:end], text[end + 1:]


class Lexicon:
    """The tables of a map.

    data: {unit: {rest of an order: its 8 bytes}}, of all orders of movement phases, data["A PAR"]
    ["- BUR"]. texts: of each number of the vocabulary, an object array. special:
    uint8, of each number. target: {rest of a move: its target}, {"- NWY VIA": "NWY"}. unit_data:
    {power: {unit: its 4 bytes}}; unit_of: {4 bytes as a number: unit}.
    """

    _made: Dict[Map, "Lexicon"] = {}

    @classmethod
    def of(cls, map: Map) -> "Lexicon":
        if map not in cls._made:
            cls._made[map] = cls(map)
        return cls._made[map]

    def __init__(self, map: Map):
        self.map, t = map, map.tables
        words = vocabulary(t)
        self.upper = [code.upper() for code in t.codes]
        self.place = {code: number for number, code in enumerate(self.upper)}
        self.texts = np.array(words.texts, object)
        self.special = np.zeros(len(words), np.uint8)
        self.plain: Dict[int, str] = {}  # of a support to a coast, the one without the coast
        self.parts = words.bytes  # of each number, 8
        self.data: Dict[str, Dict[str, bytes]] = {}
        self.target: Dict[str, str] = {}
        for number, (text, data) in enumerate(zip(words.texts, words.bytes)):
            if data[0] <= CONVOY:
                self._add(number, text, data)
        self._fill_units()
        self._fill_seas()

    def _add(self, number: int, text: str, data: bytes) -> None:
        kind, _, _, to, aux_type, _, via, _ = data
        first, second, rest = text.split(" ", 2)
        unit = f"{first} {second}"
        rests = self.data.setdefault(unit, {})
        rest = sys.intern(rest)  # many units have the same: less memory is read
        rests[rest] = data
        if kind == MOVE:
            self.target[rest] = self.upper[to]
            if via:  # `A LON - NWY` by sea only, without VIA
                rests.setdefault(rest[:-4], data)
                self.target[rest[:-4]] = self.upper[to]
        elif kind == CONVOY:
            if not self.map.abuts("F", second, "S", self.upper[to]) or \
                    not self.map.abuts("F", second, "S", self.upper[data[5]]):
                self.special[number] = IS_CONVOY  # alone it is no route
        elif kind == SUPPORT_MOVE and aux_type and "/" in self.upper[to]:
            plain = text[:text.rindex("/")]
            self.special[number], self.plain[number] = NAMES_COAST, plain
            province = self.map.tables.province[to]
            rests.setdefault(rest[:rest.rindex("/")], data[:3] + bytes([province]) + data[4:])

    def _fill_units(self) -> None:
        t = self.map.tables
        self.units = [unit for unit in self.data]
        self.unit_data = {}
        self.unit_of = {}
        for number, power in enumerate(t.power_names):
            self.unit_data[power] = rows = {}
            for unit in self.units:
                rows[unit] = bytes((number, "AF".index(unit[0]), self.place[unit[2:]], 0))
                self.unit_of[int.from_bytes(rows[unit], "little")] = unit
        self.power_number = {power: bytes([number])
                             for number, power in enumerate(t.power_names)}

    # ── routes of convoys ──

    def _fill_seas(self) -> None:
        t = self.map.tables
        self._bit = {place: 1 << bit for bit, place in
                     enumerate(p for p, kind in enumerate(t.terrain) if kind == "water")}
        self._sea_of = {"F " + self.upper[place]: bit for place, bit in self._bit.items()}
        self._paths: Dict[Tuple[int, int], List[int]] = {}  # by start and end: the fleets, as bits
        self._routes: Dict[int, List[int]] = {}  # by number: those with the convoy's fleet
        for routes in self.map.convoy_paths.values():
            for begin, seas, ends in routes:
                bits = self.fleets("F " + sea for sea in seas)
                for end in ends:
                    key = self.place[begin], self.place[end]
                    self._paths.setdefault(key, []).append(bits)

    def fleets(self, units) -> int:
        """The seas where units are, as bits."""
        bits = 0
        for unit in units:
            bits |= self._sea_of.get(unit, 0)
        return bits

    def _find_routes(self, number: int) -> List[int]:
        """The routes that the fleet of a convoy is on and that have no fleet too many."""
        _, _, sea, to, _, army, _, _ = self.parts[number]
        found = [bits for bits in self._paths.get((army, to), ()) if bits & self._bit[sea]]
        self._routes[number] = found
        return found

    def is_useful(self, number: int, fleets: int) -> bool:
        """Whether a route needs the fleet of a convoy, with fleets at these seas."""
        for bits in self._routes.get(number) or self._find_routes(number):
            if bits & fleets == bits:
                return True
        return False


__all__ = ["Lexicon", "KINDS", "cut"]
