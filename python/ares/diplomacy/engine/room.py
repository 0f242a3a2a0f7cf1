"""room: what a thread needs to call the library about movement phases of a map. The games of the
thread share it: nothing of a game is kept but the list that was made last."""
from __future__ import annotations

import ctypes
from ctypes import c_int32, c_void_p
from typing import Any, Dict, List, NamedTuple, Tuple

import numpy as np

from ... import library
from ...library import lib
from ..utils.order_results import BY_MESSAGE, OrderResult

STAYS, MOVED, DISLODGED = range(3)
WORDS = library.names(lambda: 8, lib.ares_word_name)
_words: Dict[int, Tuple[OrderResult, ...]] = {}


class Orders(NamedTuple):
    """What is ordered in a phase. units: 4 bytes each, power after power. numbers: of the orders, 4
    bytes each. voids: bit u: unit u got a text that is no order."""
    units: bytes
    numbers: bytes
    voids: int


class Room:
    """Room for calls. A position is `units`, as in Orders.

    takers: of each number of the lexicon, 1 + the unit that may be given the order in the position
    that was listed last, or 0.
    """

    def __init__(self, lexicon):
        tables = lexicon.map.tables
        self._lexicon, self._handle = lexicon, tables._handle
        self._rules = lib.ares_rules_find(b"standard")
        self._failure = library.Failure()
        self._numbers = np.zeros(3 * lib.ares_legal_most(self._handle), np.int32)
        self._ends = np.zeros(library.UNITS_MAX, np.int32)
        self.takers = bytearray(2 * tables.vocabulary)
        self._next = np.zeros(library.UNITS_MAX, np.uint32)
        self._next_ends = np.zeros(tables.power_count, np.int32)
        self._fates = ctypes.create_string_buffer(library.UNITS_MAX)
        self._after = ctypes.create_string_buffer(library.BOARD_SIZE)
        self._count = c_int32()
        takers = (ctypes.c_uint8 * len(self.takers)).from_buffer(self.takers)
        self._listing = (c_void_p(self._numbers.ctypes.data), len(self._numbers),
                         c_void_p(ctypes.addressof(self._count)),
                         c_void_p(self._ends.ctypes.data), c_void_p(ctypes.addressof(takers)),
                         self._failure.at)
        self._playing = (c_void_p(self._next.ctypes.data), c_void_p(self._next_ends.ctypes.data),
                         c_void_p(ctypes.addressof(self._fates)),
                         c_void_p(ctypes.addressof(self._after)), self._failure.at)
        self._listed: Any = None

    def list(self, units: bytes) -> None:
        """Lists the legal orders of a position, unless they are listed."""
        if units == self._listed:
            return
        self._listed = None
        status = lib.ares_package_orders(self._handle, self._rules, units, len(units) >> 2,
                                         *self._listing)
        if status:
            raise self._failure.exception(status)
        self._listed = units

    def texts(self, units: bytes) -> Tuple[List[str], List[int]]:
        """The legal orders of a position, unit after unit, and where those of each unit end."""
        self.list(units)
        return (self._lexicon.texts.take(self._numbers[:self._count.value]).tolist(),
                self._ends[:len(units) >> 2].tolist())

    def play(self, orders: Orders) -> Tuple[bytes, List[str], List[int], bytes]:
        """Plays a phase: the position after it, its units as texts, where those of each power end,
        and the fate of each unit before: STAYS, MOVED, or DISLODGED + the unit that did it."""
        units, numbers, _ = orders
        status = lib.ares_package_play(self._handle, self._rules, units, len(units) >> 2, numbers,
                                       len(numbers) >> 2, *self._playing)
        if status:
            raise self._failure.exception(status)
        ends = self._next_ends.tolist()
        rows = self._next[:ends[-1]]
        of = self._lexicon.unit_of
        return (rows.tobytes(), [of[row] for row in rows.tolist()], ends,
                self._fates[:len(units) >> 2])

    def retreats(self) -> Dict[str, Tuple[List[str], bool]]:
        """Of the units that were dislodged in the phase played last and may retreat: the places
        where they may go, and whether their attacker came by convoy."""
        upper, found = self._lexicon.upper, {}
        rows = np.zeros((library.RETREATS_MAX, 4), np.uint8)
        after = self._playing[3]
        count = lib.ares_board_retreats(self._handle, after, rows.ctypes.data)
        room = (ctypes.c_uint8 * library.EXITS_MAX)()
        for number in range(max(count, 0)):
            _, kind, place, barred = rows[number].tolist()
            places = lib.ares_board_retreat_places(self._handle, after, number, room)
            found[f"{'AF'[kind]} {upper[place]}"] = (sorted(upper[to] for to in room[:places]),
                                                     barred == library.NO_PLACE)
        return found

    def results(self, orders: Orders) -> List[List[OrderResult]]:
        """The words for each unit of a phase that was played."""
        units, numbers, voids = orders
        words = np.zeros(library.UNITS_MAX, np.uint32)
        status = lib.ares_package_results(self._handle, self._rules, units, len(units) >> 2,
                                          numbers, len(numbers) >> 2, voids, words.ctypes.data,
                                          self._failure.at)
        if status:
            raise self._failure.exception(status)
        return [list(_words[bits] if bits in _words else read_words(bits))
                for bits in words[:len(units) >> 2].tolist()]


def read_words(bits: int) -> Tuple[OrderResult, ...]:
    """The results that bits stand for; "dislodged" comes last."""
    names = sorted((word for bit, word in enumerate(WORDS) if bits >> bit & 1),
                   key=lambda word: word in ("dislodged", "disband"))
    _words[bits] = tuple(BY_MESSAGE[name] for name in names)
    return _words[bits]


__all__ = ["DISLODGED", "MOVED", "STAYS", "Orders", "Room"]
