"""players: the programs of the farm that choose orders."""
from __future__ import annotations

import ctypes
from ctypes import byref, c_char_p, c_int32
from typing import Dict, List, NamedTuple, Union

from . import library
from .boards import Board, Phase, judge_number, rules_number
from .library import lib
from .maps import Map, shared
from .orders import DTYPE, Order, read_orders


class Setting(NamedTuple):
    """A setting of a player: its meaning and its range."""
    about: str
    least: int
    most: int
    normal: int


def list_players() -> Dict[str, str]:
    """{player: a description of one line}."""
    return {name: lib.ares_player_about(number).decode() for number, name in
            enumerate(library.names(lib.ares_players_count, lib.ares_player_name))}


def settings(player: str) -> Dict[str, Setting]:
    """{setting: Setting} of a player; "ares(depth=3)" changes a setting."""
    number = library.number("player", player, lib.ares_player_find, lib.ares_players_count,
                            lib.ares_player_name)
    found, place = {}, 0
    about, least, most, normal = c_char_p(), c_int32(), c_int32(), c_int32()
    while (name := lib.ares_player_setting(number, place, byref(about), byref(least), byref(most),
                                           byref(normal))) is not None:
        found[name.decode()] = Setting(about.value.decode(), least.value, most.value, normal.value)
        place += 1
    return found


class Player(library.Handle):
    """A player at the seat of one power: Player("dumbbot", "FRA").

    It gives the same orders for the same seed, block and board after the same observed phases.
    """

    closing = "ares_player_close"

    def __init__(self, seat: str, power: Union[str, int], map: Union[str, Map] = "standard",
                 rules: str = "standard", judge: str = "atlas"):
        self.map, self.seat = shared(map), seat
        self.power = self.map.power(power)
        self._open(lib.ares_player_open, self.map._handle, rules_number(rules),
                   judge_number(judge), seat.encode(), self.power)

    def order(self, board: Board, seed: int = 0, block: int = 1) -> List[Order]:
        """Its orders on a board."""
        if not isinstance(board, Board):
            raise TypeError(f"a Board is needed, not a {type(board).__name__}")
        room = ctypes.create_string_buffer(DTYPE.itemsize * library.UNITS_MAX)
        count = c_int32()
        library.call(lib.ares_player_order, self._handle, seed, block, board.data, room,
                     byref(count))
        return read_orders(self.map, room.raw, count.value)

    def observe(self, phase: Phase, seed: int = 0, block: int = 1) -> None:
        """Shows it a phase that was played. Some players remember: show them every phase."""
        if not isinstance(phase, Phase):
            raise TypeError(f"a Phase is needed, not a {type(phase).__name__}")
        library.call(lib.ares_player_observe, self._handle, seed, block, phase.data)

    def forget(self) -> None:
        """Begins a new game."""
        lib.ares_player_forget(self._handle)
