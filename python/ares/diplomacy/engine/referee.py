"""referee: has the library list the legal orders of movement phases, and resolve them."""
from __future__ import annotations

import ctypes
from ctypes import c_int32, c_void_p
from typing import Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from ... import library
from ...boards import SLOT
from ...errors import BadBoard
from ...library import lib
from ..utils.order_results import BY_MESSAGE, OrderResult
from .lexicon import NAMES_COAST, Lexicon, cut
from .map import Map

SPRING_MOVES = 0
WORDS = library.names(lambda: 8, lib.ares_word_name)


class Outcome(NamedTuple):
    """What became of a movement phase. moved: for each power, {unit: unit after it}. dislodged:
    {unit: (places it may retreat to, whether its attacker came by convoy)}. phase, void_units: for
    results()."""
    moved: List[Dict[str, str]]
    dislodged: Dict[str, Tuple[List[str], bool]]
    phase: bytes
    void_units: int


class Referee:
    """One game's room for calls of the library. The position is given as units by power."""

    def __init__(self, map: Map):
        self.map, self.lexicon, self.tables = map, Lexicon.of(map), map.tables
        self._rules = lib.ares_rules_find(b"standard")
        self._failure = library.Failure()
        self._board = ctypes.create_string_buffer(library.BOARD_SIZE)
        self._phase = ctypes.create_string_buffer(library.PHASE_SIZE)
        self._verdicts = ctypes.create_string_buffer(library.GIVEN_MAX)
        self._rows = np.zeros(library.UNITS_MAX, np.uint32)
        self._numbers = np.zeros(lib.ares_legal_most(self.tables._handle), np.int32)
        self._slots = np.zeros(library.UNITS_MAX, SLOT)
        self._count, self._slot_count = c_int32(), c_int32()
        self._at_rows, self._at_numbers, self._at_slots = (
            c_void_p(array.ctypes.data) for array in (self._rows, self._numbers, self._slots))
        self._at_count, self._at_slot_count = (
            c_void_p(ctypes.addressof(count)) for count in (self._count, self._slot_count))
        self._at_board = c_void_p(ctypes.addressof(self._board))
        self._at_phase = c_void_p(ctypes.addressof(self._phase))
        self._handle = self.tables._handle
        self._key: Optional[bytes] = None
        self._units: List[str] = []
        self._slot: Dict[str, int] = {}

    def _place(self, powers) -> None:
        """Makes the board of the units of powers, unless it is made."""
        data = self.lexicon.unit_data
        key = b"".join([data[power.name][unit] for power in powers for unit in power.units])
        if key == self._key:
            return
        self._key = None
        status = lib.ares_board_make(self._handle, SPRING_MOVES, key, len(key) // 4, None, 0, None,
                                     None, self._at_board, self._failure.at)
        if status:
            raise self._failure.exception(status)
        count = lib.ares_board_units(self._handle, self._at_board, self._at_rows)
        of = self.lexicon.unit_of
        self._units = units = [of[row] for row in self._rows[:count].tolist()]
        self._slot = dict(zip(units, range(count)))
        self._key = key

    # ── legal orders ──

    def menu(self, powers) -> Dict[str, List[str]]:
        """{unit: its legal orders} as the package lists them: supports of a fleet's move to a coast
        also without the coast; no convoys by fleets that no route needs."""
        self._place(powers)
        status = lib.ares_legal_numbers(self._handle, self._rules, self._at_board,
                                        self._at_numbers, len(self._numbers), self._at_count,
                                        self._at_slots, self._at_slot_count, self._failure.at)
        if status:
            raise self._failure.exception(status)
        numbers, lexicon = self._numbers[:self._count.value], self.lexicon
        texts = lexicon.texts.take(numbers).tolist()
        special = lexicon.special.take(numbers)
        rows = special.nonzero()[0]
        plain = self._amend(texts, rows, special, numbers) if len(rows) else {}
        first = self._slots["first"][:len(self._units)].tolist()
        first.append(len(texts))
        found = {unit: texts[begin:end]
                 for unit, begin, end in zip(self._units, first, first[1:])}
        for unit, more in plain.items():
            found[unit] = [text for text in found[unit] if text] + list(more)
        return found

    def _amend(self, texts, rows, special, numbers) -> Dict[str, Dict[str, None]]:
        """Blanks the texts of useless convoys. Returns, for each unit with special orders, its
        supports without a coast, as keys."""
        lexicon, plain = self.lexicon, {}
        fleets = lexicon.fleets(self._units)
        for row, kind, number in zip(rows.tolist(), special[rows].tolist(),
                                     numbers[rows].tolist()):
            if kind == NAMES_COAST:
                text = lexicon.plain[number]
                plain.setdefault(cut(text)[0], {})[text] = None
            elif not lexicon.is_useful(number, fleets):
                plain.setdefault(cut(texts[row])[0], {})
                texts[row] = ""
        return plain

    # ── resolving ──

    def resolve(self, powers) -> Outcome:
        """Resolves the orders of powers: units without a valid one hold."""
        self._place(powers)
        lexicon, given, numbers, void = self.lexicon, [], b"", set()
        data = lexicon.data
        for power in powers:
            orders = power.orders
            if not orders:
                continue
            try:
                rows = [data[unit][rest] for unit, rest in orders.items()]
            except KeyError:  # words that are no order, under NO_CHECK
                void.update(unit for unit, rest in orders.items() if rest not in data[unit])
                rows = [data[unit][rest] for unit, rest in orders.items() if unit not in void]
            given += rows
            numbers += lexicon.power_number[power.name] * len(rows)
        count = len(given)
        status = lib.ares_phase_play(self._handle, self._rules, 0, 0, 1, self._at_board, numbers,
                                     b"".join(given), count, self._verdicts, self._at_phase,
                                     self._failure.at)
        if status:
            raise self._failure.exception(status)
        verdicts = self._verdicts[:count]
        if verdicts.strip(b"\0"):
            names = [unit for power in powers for unit in power.orders if unit not in void]
            void.update(unit for unit, verdict in zip(names, verdicts) if verdict)
        raw = self._phase.raw
        results = raw[library.PHASE_RESULT:library.PHASE_RESULT + len(self._units)]
        gone = int.from_bytes(raw[library.PHASE_DISLODGED:library.PHASE_POWER], "little")
        slot, target, moved = self._slot, lexicon.target, []
        void_units = sum(1 << slot[unit] for unit in void if unit in slot) if void else 0
        for power in powers:
            moved.append({unit: unit[:2] + target[rest] for unit, rest in power.orders.items()
                          if rest[:1] == "-" and unit not in void and not results[slot[unit]]})
        return Outcome(moved, self._retreats(gone) if gone else {}, raw, void_units)

    def _retreats(self, gone: int) -> Dict[str, Tuple[List[str], bool]]:
        """The dislodged units, with the places that are open to them."""
        found: Dict[str, Tuple[List[str], bool]] = {
            unit: ([], False) for number, unit in enumerate(self._units) if gone >> number & 1}
        after = c_void_p(ctypes.addressof(self._phase) + library.PHASE_AFTER)
        rows = np.zeros((library.RETREATS_MAX, 4), np.uint8)
        count = lib.ares_board_retreats(self._handle, after, rows.ctypes.data)
        room = (ctypes.c_uint8 * library.EXITS_MAX)()
        for number in range(max(count, 0)):
            power, kind, place, barred = rows[number].tolist()
            places = lib.ares_board_retreat_places(self._handle, after, number, room)
            unit = f"{'AF'[kind]} {self.lexicon.upper[place]}"
            found[unit] = (sorted(self.lexicon.upper[to] for to in room[:places]),
                           barred == library.NO_PLACE)
        return found

    def results(self, phase: bytes, void_units: int) -> Dict[str, List[OrderResult]]:
        """{unit: words} of a movement phase."""
        units = np.zeros(library.ORDERS_MAX, np.uint32)
        words = np.zeros(library.ORDERS_MAX, np.uint32)
        count = lib.ares_phase_words(self._handle, self._rules, phase, void_units,
                                     units.ctypes.data, words.ctypes.data)
        if count < 0:
            raise BadBoard("the results of the phase cannot be told")
        of = self.lexicon.unit_of
        return {of[unit & 0xffffff]: list(read_words(bits))
                for unit, bits in zip(units[:count].tolist(), words[:count].tolist())}


_words: Dict[int, Tuple[OrderResult, ...]] = {}


def read_words(bits: int) -> Tuple[OrderResult, ...]:
    """The results that bits stand for; "dislodged" comes last."""
    found = _words.get(bits)
    if found is None:
        names = sorted((word for bit, word in enumerate(WORDS) if word is not None
                        and bits >> bit & 1), key=lambda word: word in ("dislodged", "disband"))
        found = _words[bits] = tuple(BY_MESSAGE[name] for name in names)
    return found


__all__ = ["Outcome", "Referee"]
