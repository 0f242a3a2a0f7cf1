"""lanes: many order sets of one board, resolved at once."""
from __future__ import annotations

from typing import Sequence, Tuple, Union

import numpy as np

from . import library
from .boards import Board, rules_number
from .errors import BadArray
from .library import lib
from .orders import Order, as_order


class Lanes(library.Handle):
    """A board of a movement phase and a menu of orders for each of its units. Order sets that
    choose from the menus are resolved as "atlas" resolves them, 64 to 512 at once.

    menus: for each unit of board.units its orders: texts, numbers of the vocabulary or Orders.
    """

    closing = "ares_lanes_close"

    def __init__(self, board: Board, menus: Sequence[Sequence[Union[str, int, Order]]],
                 rules: str = "standard"):
        self.board = board
        if len(menus) != len(board.unit_array()):
            raise BadArray(f"there are {len(menus)} menus: one for each unit is needed, "
                           f"{len(board.unit_array())}")
        self.counts = np.array([len(menu) for menu in menus], np.int32)
        orders = b"".join(as_order(board.map, order).bytes for menu in menus for order in menu)
        self._open(lib.ares_lanes_open, board.map._handle, rules_number(rules), board.data,
                   orders, self.counts.ctypes.data)

    def resolve(self, places: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
        """Resolves order sets. places: integers (units, sets): the index of each unit's order in
        its menu. Returns bool (sets, units) twice: whether the order was followed, and whether the
        unit was dislodged."""
        given = np.asarray(places)
        if given.ndim != 2 or len(given) != len(self.counts) or given.dtype.kind not in "iu":
            raise BadArray(f"places is {given.dtype} {given.shape}: "
                           f"it must be integers ({len(self.counts)}, sets)")
        wrong = (given < 0) | (given >= self.counts[:, None])
        if wrong.any():
            unit, number = np.argwhere(wrong)[0]
            raise BadArray(f"places[{unit}, {number}] is {given[unit, number]}, and the unit has "
                           f"{self.counts[unit]} orders")
        given = np.ascontiguousarray(given, np.uint16)
        found = np.zeros((2, given.shape[1]), np.uint64)
        library.call(lib.ares_lanes_resolve, self._handle, given.ctypes.data, given.shape[1],
                     found[0].ctypes.data, found[1].ctypes.data)
        bits = np.unpackbits(found.astype("<u8").view(np.uint8).reshape(2, -1, 8), 2,
                             count=len(given), bitorder="little").view(bool)
        return bits[0], bits[1]

    def close(self) -> None:
        """Frees the memory of the lanes."""
        self.__del__()
        self._handle = None
