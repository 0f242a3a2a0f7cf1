"""lexicon: units and orders of a map as texts and as the library stores them, built once per
map."""
from __future__ import annotations

import sys
import threading
from typing import Dict, List, Tuple

import numpy as np

from ...orders import vocabulary
from .map import Map
from .room import Room

HOLD, SUPPORT_MOVE, FLEET = 0, 3, 1


def cut(text: str) -> Tuple[str, str]:
    """The unit and the rest of an order in normal form: "A PAR", "- BUR"."""
    end = 8 if text[5:6] == "/" else 5
    return text[:end], text[end + 1:]


class Lexicon:
    """The tables of a map.

    texts: an object array of the orders of movement phases, by number. Numbers are those of the
    vocabulary. A support may leave out the only coast that a fleet can reach; its number is then
    that of the support with the coast, plus the size of the vocabulary. unit_data: {power: {unit:
    its 4 bytes}}; unit_of: {4 bytes as a number: unit}. place_of, province_of: {unit: its place,
    its province}. upper: codes of places.
    """

    @classmethod
    def of(cls, map: Map) -> "Lexicon":
        if map.lexicon is None:
            map.lexicon = cls(map)
        return map.lexicon

    def __init__(self, map: Map):
        self.map, self._local = map, threading.local()
        self.upper: List[str] = [code.upper() for code in map.tables.codes]
        words = vocabulary(map.tables)
        self.texts = np.empty(2 * len(words), object)
        self.texts[:len(words)] = words.texts
        for number, (text, data) in enumerate(zip(words.texts, words.bytes)):
            if data[0] == SUPPORT_MOVE and data[4] == FLEET and text[-3] == "/":
                self.texts[len(words) + number] = text[:-3]
        self._fill_units([cut(text)[0] for text, data in zip(words.texts, words.bytes)
                          if data[0] == HOLD])

    def _fill_units(self, units: List[str]) -> None:
        place = {code: number for number, code in enumerate(self.upper)}
        code = {code: code for code in self.upper}
        self.place_of = {unit: code[unit[2:]] for unit in units}
        self.province_of = {unit: code[unit[2:5]] for unit in units}
        self.unit_data: Dict[str, Dict[str, bytes]] = {}
        self.unit_of: Dict[int, str] = {}
        for number, power in enumerate(self.map.tables.power_names):
            self.unit_data[power] = rows = {}
            for unit in units:
                rows[unit] = bytes((number, "AF".index(unit[0]), place[unit[2:]], 0))
                self.unit_of[int.from_bytes(rows[unit], sys.byteorder)] = unit

    def room(self) -> Room:
        """This thread's Room."""
        try:
            return self._local.room
        except AttributeError:
            self._local.room = Room(self)
            return self._local.room


__all__ = ["Lexicon", "cut"]
