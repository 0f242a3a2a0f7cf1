"""boards: a position, and a phase that was played from it."""
from __future__ import annotations

import ctypes
from ctypes import byref, c_int32
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import library
from .errors import BY_STATUS, AresError, BadArgument, BadText
from .library import lib
from .maps import Map, shared
from .orders import DTYPE, Order, as_list, pack
from .pictures import Picture

ENDINGS = ("running", "solo", "draw", "last year")
TYPES = "AF"

# struct ares_slot. unit: index into unit_array() or retreat_array(). due: the number of orders that
# are due. The slot's legal numbers begin at `first`; there are `count` of them.
SLOT = np.dtype([("power", np.uint8), ("unit", np.uint8), ("due", np.uint8), ("zero", np.uint8),
                 ("first", np.int32), ("count", np.int32)])


class Unit(NamedTuple):
    """A unit: "FRA", "A" or "F", "par". If it is dislodged, `barred` is the province to which it
    may not retreat, or None."""
    power: str
    type: str
    place: str
    barred: Optional[str] = None

    def __str__(self):
        return f"{self.power} {self.type} {self.place}"


def checked(count: int) -> int:
    """Returns a count; raises an error if it is a status below 0."""
    if count < 0:
        kind = BY_STATUS.get(count, AresError)
        raise kind(kind.__doc__)
    return count


def read_verdict(map: Map, function) -> Tuple[str, Optional[str], List[str]]:
    """The ending, the winner and the survivors. function: from pointers to the latter two, returns
    the ending."""
    winner, survivors = c_int32(), c_int32()
    ending = checked(function(byref(winner), byref(survivors)))
    alive = [power for number, power in enumerate(map.powers) if survivors.value >> number & 1]
    won = None if winner.value == library.NO_POWER else map.powers[winner.value]
    return ENDINGS[ending], won, alive


def rules_number(name: str) -> int:
    """The number of a rule set: "standard", ...."""
    return library.number("rule set", name, lib.ares_rules_find, lib.ares_rules_count,
                          lib.ares_rules_name)


def judge_number(name: str) -> int:
    """The number of a judge: "atlas", ...."""
    return library.number("judge", name, lib.ares_judge_find, lib.ares_judges_count,
                          lib.ares_judge_name)


def read_phase(text: str) -> int:
    """The number of "S1901M": (year - 1901) * 5 + 0 to 4."""
    data = text.encode()
    number = lib.ares_phase_parse(data, len(data))
    if number < 0:
        raise BadText(f"{text}: no phase, such as S1901M, F1901R, W1901A")
    return number


def print_phase(number: int) -> str:
    """The name of a phase number: "S1901M" for 0."""
    return lib.ares_phase_print(number, ctypes.create_string_buffer(library.PHASE_TEXT)).decode()


class Board:
    """A position on a map. Its 512 bytes are `data`; equal positions have equal bytes.

    Board(): the start. Board(map, units=[("FRA", "A par"), ...], phase="S1901M",
    owners={"FRA": ["par"]}, retreats=[("FRA", "A par", "bur")], contested=["gas"]) makes a
    position. Units of another board can be passed too.
    """

    __slots__ = ("map", "data")

    def __init__(self, map: Union[str, Map] = "standard", units: Optional[Sequence] = None,
                 phase: str = "S1901M", owners: Optional[Dict[str, Sequence[str]]] = None,
                 retreats: Sequence = (), contested: Sequence[str] = ()):
        self.map = shared(map)
        self.data = ctypes.create_string_buffer(library.BOARD_SIZE)
        if units is None:
            library.call(lib.ares_board_start, self.map._handle, self.data)
            return
        m = self.map
        owner = bytearray([library.NO_POWER]) * m.province_count
        closed = bytearray(m.province_count)
        for power, codes in (owners or {}).items():
            for code in as_list(codes):
                owner[m.province[m.place(code)]] = m.power(power)
        for code in as_list(contested):
            closed[m.province[m.place(code)]] = 1
        standing, leaving = self._pack(units), self._pack(retreats)
        library.call(lib.ares_board_make, m._handle, read_phase(phase), standing, len(units),
                     leaving, len(retreats), bytes(owner), bytes(closed), self.data)

    def _pack(self, units: Sequence) -> bytes:
        """Units as struct ares_unit."""
        data = bytearray()
        for row in units:
            if isinstance(row, Unit):
                row = row.power, f"{row.type} {row.place}", row.barred
            power, unit, *barred = row
            kind, _, place = unit.strip().partition(" ")
            if kind.upper() not in ("A", "F") or not place:
                raise BadText(f"{unit}: a unit is written as A par or F stp/sc")
            shut = self.map.place(barred[0]) if barred and barred[0] else library.NO_PLACE
            data += bytes((self.map.power(power), TYPES.index(kind.upper()),
                           self.map.place(place), shut if barred else 0))
        return bytes(data)

    @classmethod
    def of(cls, map: Map, data: bytes) -> "Board":
        """The board with these bytes. Raises BadBoard if they are not a board of this map."""
        self = object.__new__(cls)
        self.map, self.data = map, ctypes.create_string_buffer(bytes(data), library.BOARD_SIZE)
        library.call(lib.ares_board_check, map._handle, self.data)
        return self

    @classmethod
    def read(cls, text: str, map: Union[str, Map] = "standard") -> "Board":
        """The board that lines of a case file describe: `phase S1901M`, `unit FRA A par`,
        `owner par FRA`."""
        self = object.__new__(cls)
        self.map, self.data = shared(map), ctypes.create_string_buffer(library.BOARD_SIZE)
        data = text.encode()
        library.call(lib.ares_board_parse, self.map._handle, data, len(data), self.data)
        return self

    # ── the position ──

    @property
    def phase(self) -> str:
        """ "S1901M"."""
        return print_phase(checked(lib.ares_board_phase(self.map._handle, self.data)))

    @property
    def season(self) -> int:
        """0 spring moves, 1 spring retreats, 2 fall moves, 3 fall retreats, 4 winter."""
        return checked(lib.ares_board_phase(self.map._handle, self.data)) % 5

    def _units(self, function, most: int) -> np.ndarray:
        room = np.zeros((most, 4), np.uint8)
        count = checked(function(self.map._handle, self.data, room.ctypes.data))
        return room[:count]

    def unit_array(self) -> np.ndarray:
        """uint8 (units, 4): power, type (0 army, 1 fleet), place, 0; sorted by province."""
        return self._units(lib.ares_board_units, library.UNITS_MAX)

    def retreat_array(self) -> np.ndarray:
        """uint8 (dislodged units, 4): power, type, place, the barred province or 127."""
        return self._units(lib.ares_board_retreats, library.RETREATS_MAX)

    @property
    def units(self) -> List[Unit]:
        """The units, sorted by province, without dislodged ones."""
        m = self.map
        return [Unit(m.powers[power], TYPES[kind], m.codes[place])
                for power, kind, place, _ in self.unit_array().tolist()]

    @property
    def retreats(self) -> List[Unit]:
        """The dislodged units, sorted by province."""
        m = self.map
        return [Unit(m.powers[power], TYPES[kind], m.codes[place],
                     None if barred == library.NO_PLACE else m.codes[barred])
                for power, kind, place, barred in self.retreat_array().tolist()]

    def owner_array(self) -> np.ndarray:
        """uint8 (provinces,): the power that owns each, or 7."""
        room = np.zeros(self.map.province_count, np.uint8)
        checked(lib.ares_board_owners(self.map._handle, self.data, room.ctypes.data))
        return room

    @property
    def owners(self) -> Dict[str, List[str]]:
        """{power: codes of the centres that it owns}."""
        owner = self.owner_array()
        return {power: [self.map.codes[place] for place in np.flatnonzero(owner == number)
                        if self.map.is_centre[place]]
                for number, power in enumerate(self.map.powers)}

    def counts(self) -> Dict[str, Tuple[int, int, int]]:
        """{power: (centres, units, builds)}; below 0, builds is the number of units to remove."""
        room = [(c_int32 * library.POWERS_MAX)() for _ in range(3)]
        library.call(lib.ares_board_count, self.map._handle, self.data, *room)
        return dict(zip(self.map.powers, zip(*room)))

    def verdict(self, years: int = 0) -> Tuple[str, Optional[str], List[str]]:
        """The state of the game: an ending ("running", "solo", "draw"), the winner, the survivors.
        years: whole years after which the game is a draw; 0: never."""
        return read_verdict(self.map, lambda winner, survivors: lib.ares_board_verdict(
            self.map._handle, self.data, years, winner, survivors, None))

    # ── legal orders ──

    def legal_numbers(self, rules: str = "standard") -> Tuple[np.ndarray, np.ndarray]:
        """Numbers of all legal orders, int32 (orders,), and the slots in which they are due, SLOT
        (slots,). A unit has a slot in moves, a dislodged unit in retreats, a power in winter."""
        numbers = np.empty(lib.ares_legal_most(self.map._handle), np.int32)
        slots = np.zeros(library.UNITS_MAX, SLOT)
        count, slot_count = c_int32(), c_int32()
        library.call(lib.ares_legal_numbers, self.map._handle, rules_number(rules), self.data,
                     numbers.ctypes.data, len(numbers), byref(count), slots.ctypes.data,
                     byref(slot_count))
        return numbers[:count.value].copy(), slots[:slot_count.value]

    def legal_mask(self, power: Union[str, int, None] = None,
                   rules: str = "standard") -> np.ndarray:
        """bool (vocabulary,): the orders that a power may give; None: the orders that any power may
        give."""
        room = np.zeros(self.map.mask_bytes, np.uint8)
        number = -1 if power is None else self.map.power(power)
        library.call(lib.ares_legal_mask, self.map._handle, rules_number(rules), self.data, number,
                     room.ctypes.data, len(room))
        return np.unpackbits(room, count=self.map.vocabulary, bitorder="little").view(bool)

    def legal_masks(self, rules: str = "standard") -> np.ndarray:
        """bool (powers, vocabulary): the orders that each power may give."""
        room = np.zeros((len(self.map.powers), self.map.mask_bytes), np.uint8)
        library.call(lib.ares_legal_masks, self.map._handle, rules_number(rules), self.data,
                     room.ctypes.data, room.size)
        return np.unpackbits(room, 1, count=self.map.vocabulary, bitorder="little").view(bool)

    # ── the whole ──

    def _repr_svg_(self) -> str:
        return str(self.picture())

    def picture(self, title: str = "") -> Picture:
        """The board as SVG."""
        return Picture(library.read_text(lib.ares_board_picture, self.map._handle, self.data,
                                         title.encode()))

    def __str__(self):
        return library.read_text(lib.ares_board_print, self.map._handle, self.data)

    def __repr__(self):
        return f"Board({self.map.name!r}, {self.phase}, {len(self.unit_array())} units)"

    def __eq__(self, other):
        return isinstance(other, Board) and self.data.raw == other.data.raw

    def __hash__(self):
        return hash(self.data.raw)

    def __reduce__(self):
        return (Board.of, (self.map, self.data.raw))


class Ordered(NamedTuple):
    """An order of a phase that was played, and its result: "succeeds", "bounced", ...."""
    power: str
    order: Order
    result: str
    dislodged: bool


class Phase:
    """A phase that was played: the board before, the orders with their results, the board after."""

    __slots__ = ("map", "data", "rules", "verdicts")

    def __init__(self, map: Map, data, rules: int, verdicts: Sequence[str] = ()):
        self.map, self.data, self.rules, self.verdicts = map, data, rules, list(verdicts)

    @classmethod
    def of(cls, map: Map, data: bytes, *others) -> "Phase":
        """The phase from its bytes, the number of its rule set, and its verdicts."""
        return cls(map, ctypes.create_string_buffer(data, library.PHASE_SIZE), *others)

    def __reduce__(self):
        return (Phase.of, (self.map, self.data.raw, self.rules, self.verdicts))

    @property
    def before(self) -> Board:
        return Board.of(self.map, self.data.raw[:library.BOARD_SIZE])

    @property
    def after(self) -> Board:
        return Board.of(self.map, self.data.raw[library.PHASE_AFTER:][:library.BOARD_SIZE])

    def __len__(self):
        return int.from_bytes(self.data.raw[library.PHASE_COUNT:][:4], "little")

    @property
    def orders(self) -> List[Ordered]:
        """All orders: one for each unit in moves, one for each dislodged unit in retreats; in
        winter the submitted orders, then the removals of civil disorder."""
        raw, count = self.data.raw, len(self)
        gone = int.from_bytes(raw[library.PHASE_DISLODGED:][:8], "little")
        size = DTYPE.itemsize
        return [Ordered(self.map.powers[raw[library.PHASE_POWER + i]],
                        Order(self.map, raw[library.PHASE_ORDER + i * size:][:size]),
                        lib.ares_result_name(raw[library.PHASE_RESULT + i]).decode(),
                        bool(gone >> i & 1) if i < 64 else False)
                for i in range(count)]

    def why(self, number: int) -> str:
        """Why an order has its result, in plain English; "" if there is nothing to explain."""
        return library.read_text(lib.ares_phase_why, self.map._handle, self.rules, self.data,
                                 number)

    def picture(self, title: str = "") -> Picture:
        """The phase with its orders as SVG."""
        return Picture(library.read_text(lib.ares_phase_picture, self.map._handle, self.data,
                                         title.encode()))

    def _repr_svg_(self) -> str:
        return str(self.picture())

    def __repr__(self):
        return f"Phase({self.before.phase}, {len(self)} orders)"


def judge(board: Board, orders, rules: str = "standard", judge: str = "atlas", seed: int = 0,
          block: int = 1) -> Phase:
    """Plays a phase of a board.

    orders: {power: [order]}; an order is a text ("A par - bur"), a number of the vocabulary or an
    Order. Orders that are not legal do not count; phase.verdicts has one verdict for each order.
    Units without an order hold, or disband if they are dislodged.
    """
    powers, data, count = pack(board.map, orders)
    room = ctypes.create_string_buffer(library.PHASE_SIZE)
    verdicts = ctypes.create_string_buffer(max(count, 1))
    number = rules_number(rules)
    library.call(lib.ares_phase_play, board.map._handle, number, judge_number(judge), seed, block,
                 board.data, powers, data, count, verdicts, room)
    return Phase(board.map, room, number,
                 [lib.ares_verdict_name(verdict).decode() for verdict in verdicts.raw[:count]])


def legal(board: Board, power: Optional[str] = None,
          rules: str = "standard") -> Dict[str, List[str]]:
    """The legal orders of a board as texts.

    In moves and retreats {unit: [order]}, "A par": ["A par H", ...]; in winter {power: [order]}.
    power: only the orders of this power.
    """
    m = board.map
    only = None if power is None else m.power(power)
    numbers, slots = board.legal_numbers(rules)
    units = board.retreat_array() if board.season in (1, 3) else board.unit_array()
    found = {}
    for owner, unit, _, _, first, count in slots.tolist():
        if only is not None and owner != only:
            continue
        name = m.powers[owner] if board.season == 4 else \
            f"{TYPES[units[unit][1]]} {m.codes[units[unit][2]]}"
        found[name] = [str(Order.of(m, number)) for number in numbers[first:first + count].tolist()]
    return found


__all__ = ["Board", "BadArgument", "Ordered", "Phase", "Unit", "judge", "legal", "print_phase",
           "read_phase"]
