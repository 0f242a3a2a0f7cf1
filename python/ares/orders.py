"""orders: the order of one unit, and the vocabulary of all orders of a map."""
from __future__ import annotations

import ctypes
from functools import lru_cache
from operator import index
from typing import Dict, List, Tuple, Union

import numpy as np

from . import library
from .errors import BadArgument, BadOrder
from .library import lib
from .maps import Map, shared

KINDS = ("hold", "move", "support hold", "support move", "convoy", "retreat", "disband", "build",
         "waive")
NOTATIONS = {"datc": 0, "package": 1}

# An order as the library stores it, 8 bytes: see struct ares_order.
DTYPE = np.dtype([(name, np.uint8) for name in
                  ("kind", "type", "from", "to", "aux_type", "aux", "via", "zero")])


def notation_number(notation: str) -> int:
    if notation not in NOTATIONS:
        raise BadArgument(f"notation {notation!r}: must be one of {', '.join(NOTATIONS)}")
    return NOTATIONS[notation]


class Order:
    """An order of one unit on a map. Equal orders have equal bytes.

    bytes: 8 bytes, struct ares_order. kind: one of KINDS.
    """

    __slots__ = ("map", "bytes")

    def __init__(self, map: Map, data: bytes):
        if len(data) != DTYPE.itemsize:
            raise BadArgument(f"an order has {DTYPE.itemsize} bytes, not {len(data)}")
        self.map, self.bytes = map, bytes(data)

    @classmethod
    def read(cls, map: Map, text: str, notation: str = "datc") -> "Order":
        """Reads "A par - bur". notation: "datc" or "package", which has "A PAR B" for builds."""
        room, data = ctypes.create_string_buffer(DTYPE.itemsize), text.encode()
        library.call(lib.ares_order_parse, map._handle, notation_number(notation), data, len(data),
                     room)
        return cls(map, room.raw)

    @classmethod
    def of(cls, map: Map, number: int) -> "Order":
        """The order with a number of the vocabulary."""
        if not 0 <= index(number) < map.vocabulary:  # ctypes would truncate it to 32 bits
            raise BadOrder(f"order {number}: the map has orders 0 to {map.vocabulary - 1}")
        room = ctypes.create_string_buffer(DTYPE.itemsize)
        library.call(lib.ares_order_of, map._handle, number, room)
        return cls(map, room.raw)

    @property
    def number(self) -> int:
        """Its number in the vocabulary, or -1."""
        return lib.ares_order_number(self.map._handle, self.bytes)

    @property
    def kind(self) -> str:
        return KINDS[self.bytes[0]]

    def text(self, notation: str = "datc") -> str:
        """The order in "datc" or "package" notation."""
        room = ctypes.create_string_buffer(library.ORDER_TEXT)
        return lib.ares_order_print(self.map._handle, notation_number(notation), self.bytes,
                                    room).decode()

    def __str__(self):
        return self.text()

    def __repr__(self):
        return f"Order({self.text()!r})"

    def __eq__(self, other):
        return isinstance(other, Order) and self.bytes == other.bytes

    def __hash__(self):
        return hash(self.bytes)


class Vocabulary:
    """Every order that a unit can ever be given on a map, by number.

    texts: in the notation of the package diplomacy, "A PAR - BUR". bytes: 8 for each order.
    numbers: {text: number}.
    """

    def __init__(self, map: Map):
        self.map = map
        room = ctypes.create_string_buffer(DTYPE.itemsize)
        text = ctypes.create_string_buffer(library.ORDER_TEXT)
        failure = library.Failure()
        self.texts: List[str] = []
        self.bytes: List[bytes] = []
        for number in range(map.vocabulary):
            status = lib.ares_order_of(map._handle, number, room, failure.at)
            if status:
                raise failure.exception(status)
            self.bytes.append(room.raw)
            self.texts.append(lib.ares_order_print(map._handle, 1, room, text).decode())
        self.numbers: Dict[str, int] = {text: number for number, text in enumerate(self.texts)}

    def __len__(self):
        return len(self.texts)

    def array(self) -> np.ndarray:
        """The orders as an array of DTYPE, shape (vocabulary,)."""
        return np.frombuffer(b"".join(self.bytes), DTYPE)


def vocabulary(map: Union[str, Map] = "standard") -> Vocabulary:
    """The vocabulary of a map; made once, in about a tenth of a second."""
    return _make_vocabulary(shared(map))


_make_vocabulary = lru_cache(maxsize=None)(Vocabulary)


def as_order(map: Map, order: Union[str, int, Order]) -> Order:
    """The order of a text or a number of the vocabulary; an Order is returned as it is."""
    if isinstance(order, Order):
        if order.map.codes != map.codes:
            raise BadOrder(f"{order}: an order of map {order.map.name}, not of {map.name}")
        return order
    if isinstance(order, str):
        return Order.read(map, order)
    return Order.of(map, order)


def as_list(orders) -> list:
    """Several orders, or one, as a list."""
    several = hasattr(orders, "__iter__") and not isinstance(orders, (str, bytes))
    return list(orders) if several else [orders]


def read_orders(map: Map, data: bytes, count: int) -> List[Order]:
    """The first orders of an array of struct ares_order."""
    size = DTYPE.itemsize
    return [Order(map, data[i * size:][:size]) for i in range(count)]


def pack(map: Map, orders) -> Tuple[bytes, bytes, int]:
    """Orders by power as the library reads them: powers, orders, count. orders: {power: [order]},
    or a sequence of (power, order)."""
    pairs = orders.items() if isinstance(orders, dict) else orders
    powers, data = bytearray(), []
    for power, given in pairs:
        number = map.power(power)
        for order in as_list(given):
            powers.append(number)
            data.append(as_order(map, order).bytes)
    if len(data) > library.GIVEN_MAX:
        raise BadArgument(f"{len(data)} orders: for a phase at most {library.GIVEN_MAX} are given")
    return bytes(powers), b"".join(data), len(data)
