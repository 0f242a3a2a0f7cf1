"""lexicon: units and orders of a map as texts, and as the library has them. Made once for a map."""
from __future__ import annotations

import sys
import threading
from typing import Dict, List, Tuple

import numpy as np

from ...orders import vocabulary
from .map import Map
from .room import Room

MOVE, SUPPORT_MOVE, CONVOY, FLEET = 1, 3, 4, 1


def cut(text: str) -> Tuple[str, str]:
    """The unit and the rest of an order in normal form: "A PAR", "- BUR"."""
    end = 8 if text[5:6] == "/" else 5
    return text[:end], text[end + 1:]


class Lexicon:
    """The tables of a map.

    numbers: {text: number} of all orders of movement phases. They are those of the vocabulary; a
    support that leaves out the one coast to which a fleet can go has the number of the support with
    it, and the vocabulary's size more. texts: of each number, an object array. seaborne: {text:
    number} of moves by sea that do not say VIA. unit_data: {power: {unit: its 4 bytes}}; unit_of:
    {4 bytes as a number: unit}. upper: codes of places.
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
        moves = [(number, text, data) for number, (text, data) in
                 enumerate(zip(words.texts, words.bytes)) if data[0] <= CONVOY]
        self.numbers: Dict[str, int] = {text: number for number, text, _ in moves}
        self.texts = np.empty(2 * len(words), object)
        self.seaborne: Dict[str, int] = {}
        for number, text, data in moves:
            self.texts[number] = text
            if data[0] == MOVE and data[6] and text[:-4] not in self.numbers:
                self.seaborne[text[:-4]] = number
            elif data[0] == SUPPORT_MOVE and data[4] == FLEET and text[-3] == "/" \
                    and text[:-3] not in self.numbers:
                self.numbers[text[:-3]] = len(words) + number
                self.texts[len(words) + number] = text[:-3]
        self._fill_units({cut(text)[0] for text in self.numbers})

    def _fill_units(self, units) -> None:
        place = {code: number for number, code in enumerate(self.upper)}
        self.unit_data: Dict[str, Dict[str, bytes]] = {}
        self.unit_of: Dict[int, str] = {}
        for number, power in enumerate(self.map.tables.power_names):
            self.unit_data[power] = rows = {}
            for unit in units:
                rows[unit] = bytes((number, "AF".index(unit[0]), place[unit[2:]], 0))
                self.unit_of[int.from_bytes(rows[unit], sys.byteorder)] = unit

    def room(self) -> Room:
        """This thread's room for calls of the library."""
        try:
            return self._local.room
        except AttributeError:
            self._local.room = Room(self)
            return self._local.room


__all__ = ["Lexicon", "cut"]
