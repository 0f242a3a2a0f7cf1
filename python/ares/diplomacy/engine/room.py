"""room: one thread's buffers for calls of the library about movement phases of a map. All games of
the thread share them; the only state that is kept is the last list of legal orders."""
from __future__ import annotations

import ctypes
from ctypes import c_void_p
from typing import Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from ... import library
from ...library import lib
from ..utils.order_results import BY_MESSAGE, OrderResult

STAYS, MOVED, DISLODGED = range(3)
NO_ORDER = -5  # ARES_ERROR_ORDER
WORDS = library.names(lambda: 8, lib.ares_word_name)
_words: Dict[int, Tuple[OrderResult, ...]] = {}


class Orders(NamedTuple):
    """The orders of a phase. units: 4 bytes each, power after power. powers: one byte for each
    order. text: the orders, one per line. voids: bit u: unit u has a text that is not an order."""
    units: bytes
    powers: bytes
    text: bytes
    voids: int

    @classmethod
    def of(cls, units: bytes, powers: bytes, texts: List[str], voids: int = 0) -> "Orders":
        return cls(units, powers, "\n".join(texts).encode(errors="replace"), voids)


class Room:
    """Buffers for calls. A position is `units`, as in Orders."""

    def __init__(self, lexicon):
        self._lexicon, self._tables = lexicon, lexicon.map.tables
        self._handle = self._tables._handle
        self._rules = lib.ares_rules_find(b"standard")
        self._failure = library.Failure()
        self._numbers = np.zeros(3 * lib.ares_legal_most(self._handle), np.int32)
        self._ends = np.zeros(library.UNITS_MAX, np.int32)
        self._next = np.zeros(library.UNITS_MAX, np.uint32)
        self._next_ends = np.zeros(self._tables.power_count, np.int32)
        self._fates = ctypes.create_string_buffer(library.UNITS_MAX)
        self._after = ctypes.create_string_buffer(library.BOARD_SIZE)
        numbers, ends, following, following_ends = (
            c_void_p(array.ctypes.data) for array in (self._numbers, self._ends, self._next,
                                                      self._next_ends))
        self._at_after = c_void_p(ctypes.addressof(self._after))
        self._listing = numbers, len(self._numbers), ends, self._failure.at
        self._list, self._no_list = (numbers, ends), (None, None)
        self._playing = (following, following_ends, c_void_p(ctypes.addressof(self._fates)),
                         self._at_after, self._failure.at)
        self._listed: Optional[bytes] = None

    def _check(self, status: int) -> None:
        if status:
            raise self._failure.exception(status)

    def list(self, units: bytes) -> None:
        """Lists the legal orders of a position, unless they are already listed."""
        if units != self._listed:
            self._listed = None
            self._check(lib.ares_package_orders(self._handle, self._rules, units, len(units) >> 2,
                                                *self._listing))
            self._listed = units

    def texts(self, units: bytes) -> Tuple[List[str], List[int]]:
        """The legal orders of a position, unit after unit, and where each unit's orders end."""
        self.list(units)
        ends = self._ends[:len(units) >> 2].tolist()
        numbers = self._numbers[:ends[-1] if ends else 0]
        return self._lexicon.texts.take(numbers).tolist(), ends

    def read(self, orders: Orders, legal: bool = True) -> bool:
        """Whether the orders are in normal form, at most one for a unit, and legal. legal=False:
        they may be any orders that a unit of the power can ever have."""
        units, powers, text, _ = orders
        if legal:
            self.list(units)
        return lib.ares_package_read(self._handle, units, len(units) >> 2,
                                     *(self._list if legal else self._no_list), powers,
                                     len(powers), text, len(text)) == 1

    def play(self, orders: Orders, legal: bool) \
            -> Optional[Tuple[bytes, List[str], List[int], bytes]]:
        """Plays a phase. Returns the position after it, its units as texts, where each power's
        units end, and the fate of each unit before: STAYS, MOVED, or DISLODGED + the unit that
        dislodged it. Returns None if read() is false."""
        units, powers, text, _ = orders
        if legal:
            self.list(units)
        status = lib.ares_package_play(self._handle, self._rules, units, len(units) >> 2,
                                       *(self._list if legal else self._no_list), powers,
                                       len(powers), text, len(text), *self._playing)
        if status == NO_ORDER:
            return None
        self._check(status)
        ends = self._next_ends.tolist()
        rows = self._next[:ends[-1]]
        return (rows.tobytes(), list(map(self._lexicon.unit_of.__getitem__, rows.tolist())), ends,
                self._fates[:len(units) >> 2])

    def retreats(self) -> Dict[str, Tuple[List[str], bool]]:
        """For each unit that was dislodged in the last phase played and may retreat: the places to
        which it can retreat, and whether its attacker came by convoy."""
        upper, found = self._lexicon.upper, {}
        rows = np.zeros((library.RETREATS_MAX, 4), np.uint8)
        count = lib.ares_board_retreats(self._handle, self._at_after, rows.ctypes.data)
        room = (ctypes.c_uint8 * library.EXITS_MAX)()
        for number in range(max(count, 0)):
            _, kind, place, barred = rows[number].tolist()
            places = lib.ares_board_retreat_places(self._handle, self._at_after, number,
                                                   room)
            found[f"{'AF'[kind]} {upper[place]}"] = (sorted(upper[to] for to in room[:places]),
                                                     barred == library.NO_PLACE)
        return found

    def results(self, orders: Orders) -> List[List[OrderResult]]:
        """The results of each unit in a phase that was played."""
        units, powers, text, voids = orders
        words = np.zeros(library.UNITS_MAX, np.uint32)
        self._check(lib.ares_package_results(self._handle, self._rules, units, len(units) >> 2,
                                             powers, len(powers), text, len(text), voids,
                                             words.ctypes.data, self._failure.at))
        return [list(_words[bits] if bits in _words else read_words(bits))
                for bits in words[:len(units) >> 2].tolist()]


def read_words(bits: int) -> Tuple[OrderResult, ...]:
    """The results whose bits are set; "dislodged" comes last."""
    names = sorted((word for bit, word in enumerate(WORDS) if bits >> bit & 1),
                   key=lambda word: word in ("dislodged", "disband"))
    _words[bits] = tuple(BY_MESSAGE[name] for name in names)
    return _words[bits]


__all__ = ["DISLODGED", "MOVED", "STAYS", "Orders", "Room"]
