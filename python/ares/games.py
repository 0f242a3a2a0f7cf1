"""games: a whole game, phase after phase."""
from __future__ import annotations

import ctypes
from ctypes import byref
from functools import partial
from typing import Dict, List, Optional, Tuple, Union

from . import library
from .boards import Board, Phase, checked, judge_number, read_verdict, rules_number
from .errors import BadArgument
from .library import lib
from .maps import Map, shared
from .orders import DTYPE, Order, as_list, as_order, read_orders


def game_options(map: Map, rules: str, judge: str, seed: int, block: int, years: Optional[int],
                 draw_after: int, start: Optional[Board], seats: Dict[str, str]):
    """struct ares_game_options, and the objects that must live as long as it."""
    options = library.GameOptions()
    options.bytes = ctypes.sizeof(options)
    library.call(lib.ares_game_defaults, byref(options))
    options.rules, options.judge = rules_number(rules), judge_number(judge)
    options.seed, options.block, options.draw_after = seed, block, draw_after
    if years is not None:
        options.years = years
    if start is not None:
        options.start = ctypes.addressof(start.data)
    for power, seat in seats.items():
        options.seats[map.power(power)] = seat.encode()
    return options


class Game(library.Handle):
    """A game. Players have seats; the orders of other powers are submitted.

    rules: "standard". seats: {power: player}, {"FRA": "dumbbot"}. years: whole years from 1901
    after which the game is a draw; 109 by default. draw_after: years without a change of centres
    after which it is a draw. For both, 0: never. start: a Board.
    """

    closing = "ares_game_close"

    def __init__(self, map: Union[str, Map] = "standard", *, rules: str = "standard",
                 judge: str = "atlas", seed: int = 0, block: int = 1,
                 seats: Optional[Dict[str, str]] = None, years: Optional[int] = None,
                 draw_after: int = 0, start: Optional[Board] = None):
        self.map, self._rules = shared(map), rules_number(rules)
        options = game_options(self.map, rules, judge, seed, block, years, draw_after, start,
                               seats or {})
        self._open(lib.ares_game_open, self.map._handle, byref(options))

    @classmethod
    def load(cls, text: str, map: Union[str, Map] = "standard", rules: str = "standard") -> "Game":
        """The game of a saved game of the package diplomacy, JSON: its orders are played again."""
        self = object.__new__(cls)
        self.map, self._rules = shared(map), rules_number(rules)
        options = game_options(self.map, rules, "atlas", 0, 1, None, 0, None, {})
        data = text.encode()
        self._open(lib.ares_game_load, self.map._handle, byref(options), data, len(data))
        return self

    def save(self, id: str = "game") -> str:
        """The game as a saved game of the package diplomacy: one JSON object."""
        return library.read_text(lib.ares_game_save, self._handle, id.encode())

    def copy(self) -> "Game":
        """A second game with the same history and submitted orders."""
        other = object.__new__(Game)
        other.map, other._rules = self.map, self._rules
        other._open(lib.ares_game_copy, self._handle)
        return other

    def __copy__(self) -> "Game":
        return self.copy()

    def __deepcopy__(self, memo) -> "Game":
        return self.copy()

    @property
    def board(self) -> Board:
        """The position to be played."""
        room = ctypes.create_string_buffer(library.BOARD_SIZE)
        lib.ares_game_board(self._handle, room)
        return Board.of(self.map, room.raw)

    @property
    def phase(self) -> str:
        """ "S1901M"."""
        return self.board.phase

    def verdict(self) -> Tuple[str, Optional[str], List[str]]:
        """An ending ("running", "solo", "draw"), the winner or None, the survivors."""
        return read_verdict(self.map, partial(lib.ares_game_verdict, self._handle))

    @property
    def is_over(self) -> bool:
        return self.verdict()[0] != "running"

    def submit(self, power: Union[str, int], orders) -> List[str]:
        """Submits a power's orders, which replace earlier ones; returns a verdict for each:
        "legal", or why it does not count. An order is a text, a number of the vocabulary or an
        Order; a single order need not be in a list."""
        data = [as_order(self.map, order).bytes for order in as_list(orders)]
        if len(data) > library.UNITS_MAX:
            raise BadArgument(f"{len(data)} orders: a power gives at most {library.UNITS_MAX}")
        verdicts = ctypes.create_string_buffer(max(len(data), 1))
        library.call(lib.ares_game_submit, self._handle, self.map.power(power), b"".join(data),
                     len(data), verdicts)
        return [lib.ares_verdict_name(verdict).decode() for verdict in verdicts.raw[:len(data)]]

    def submitted(self, power: Union[str, int]) -> List[Order]:
        """The orders that a power has submitted."""
        room = ctypes.create_string_buffer(DTYPE.itemsize * library.UNITS_MAX)
        count = checked(lib.ares_game_submitted(self._handle, self.map.power(power), room))
        return read_orders(self.map, room.raw, count)

    def process(self) -> Phase:
        """Plays the phase and returns it."""
        library.call(lib.ares_game_process, self._handle)
        return self[-1]

    def __len__(self):
        """The number of phases played."""
        return lib.ares_game_phases(self._handle)

    def __getitem__(self, number: int) -> Phase:
        """A phase that was played; a negative number counts from the end."""
        if not -len(self) <= number < len(self):
            raise IndexError(f"phase {number}: {len(self)} were played")
        room = ctypes.create_string_buffer(library.PHASE_SIZE)
        library.call(lib.ares_game_phase, self._handle, number % len(self), room)
        return Phase(self.map, room, self._rules)

    def undo(self, phases: int = 1) -> None:
        """Undoes the last phases, and drops all submitted orders."""
        library.call(lib.ares_game_undo, self._handle, phases)

    def draw(self) -> None:
        """The survivors agree on a draw: the game is over."""
        library.call(lib.ares_game_draw, self._handle)

    def _repr_svg_(self) -> str:
        return self.board._repr_svg_()

    def __repr__(self):
        return f"Game({self.map.name!r}, {self.phase}, {self.verdict()[0]})"
