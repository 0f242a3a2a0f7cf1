"""power: what one power has in a game."""
from __future__ import annotations

from copy import copy
from typing import Any, Dict, List, Optional

from ..utils.constants import OrderSettings
from .past import Standing, list_texts

LISTS = ("units", "centers", "homes", "influence", "adjust")
FIELDS = ("name", "abbrev", *LISTS, "retreats", "orders", "voids", "order_is_set",
          "civil_disorder", "vote", "wait", "role", "controller")
COPIED = ("_units", "_orders", "centers", "homes", "adjust", "voids", "controller",
          "tokens")


class Power:
    """A power.

    units: ["A PAR", "F STP/SC"], without dislodged ones. retreats: {dislodged unit: [places to
    which it can retreat]}. centers, homes, influence: the provinces that it owns, began with, and
    was the last to occupy. orders: {unit: rest of its order}. adjust: its adjustments in winter.
    order_is_set: 0 none, 1 an empty list, 2 orders.
    """

    def __init__(self, game=None, name: Optional[str] = None, number: int = 0, **values):
        self.game, self.name, self.byte = game, name, bytes([number])
        self.abbrev = name[:3] if name else ""
        self._units: List[str] = []
        self._influence: List[str] = []  # used if there is no game
        self._orders: Optional[Dict[str, str]] = None  # None: it has no orders
        self.centers: List[str] = []
        self.homes: List[str] = []
        self.adjust: List[str] = []
        self.retreats: Dict[str, List[str]] = {}
        self.voids: List[str] = []  # in retreats and winters, the units whose orders were refused
        self._order_is_set = OrderSettings.ORDER_NOT_SET
        self.civil_disorder, self.vote, self.wait = 0, "neutral", True
        self.role, self.controller, self.tokens = "server_type", {}, set()
        for key, value in values.items():
            if key in FIELDS:
                setattr(self, key, value)

    @property
    def units(self) -> List[str]:
        if self.game is not None:
            self.game._expose()  # the reader may change the list
        return self._units

    @units.setter
    def units(self, units: List[str]) -> None:
        if self.game is not None:
            self.game._expose()
        self._units = units

    def set_units(self, units: List[str]) -> None:
        """Sets a list that has no other owner."""
        self._units, self.game._is_flat = units, False

    @property
    def orders(self) -> Dict[str, str]:
        self._settle()
        if self.game is not None:
            self.game._has_read = True  # the caller may change them
        if self._orders is None:
            self._orders = {}
        return self._orders

    @orders.setter
    def orders(self, orders: Dict[str, str]) -> None:
        self.orders  # reads waiting orders first
        self._orders = orders

    @property
    def order_is_set(self) -> int:
        self._settle()
        return self._order_is_set

    @order_is_set.setter
    def order_is_set(self, value: int) -> None:
        self.orders  # reads waiting orders first
        self._order_is_set = value

    def _settle(self) -> None:
        if self.game is not None:
            self.game._settle()

    @property
    def influence(self) -> List[str]:
        if self.game is None:
            return self._influence
        return self.game._standing.read()[self.name][:]

    @influence.setter
    def influence(self, places: List[str]) -> None:
        if self.game is None:
            self._influence = places
        else:
            self.game._standing = Standing({**self.game._standing.read(), self.name: list(places)})

    def list_units(self) -> List[str]:
        """Its units; dislodged ones as "*A PAR"."""
        return self._units + ["*" + unit for unit in self.retreats]

    def list_orders(self) -> List[str]:
        """Its orders in a movement or retreat phase."""
        return list_texts(self.orders)

    def list_adjustments(self) -> List[str]:
        """Its orders in winter."""
        return list_texts(self.adjust)

    def copy(self, game) -> "Power":
        """A copy for another game."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, game=game, retreats={
            unit: places[:] for unit, places in self.retreats.items()})
        for key in COPIED:
            other.__dict__[key] = copy(other.__dict__[key])
        return other

    def __str__(self):
        text = [f"{self.name} ({self.role})"]
        text += [f"{name.upper()}: {getattr(self, name)}" for name in LISTS if getattr(self, name)]
        return "\n".join(text)

    def __repr__(self):
        return f"Power({self.name})"

    def is_eliminated(self) -> bool:
        """Whether it has no unit, no centre and no dislodged unit."""
        return not (self._units or self.centers or self.retreats)

    def is_dummy(self) -> bool:
        """Whether no user controls it. True for every power of a game without a server."""
        return self.controller in ({}, None) or list(self.controller.values())[-1] == "dummy"

    def is_controlled(self) -> bool:
        return not self.is_dummy()

    def does_not_wait(self) -> bool:
        return self.order_is_set != OrderSettings.ORDER_NOT_SET and not self.wait

    def clear_orders(self) -> None:
        """Removes its orders of this phase."""
        self._settle()
        self._orders, self.adjust, self.voids = None, [], []
        self._order_is_set = OrderSettings.ORDER_NOT_SET

    def clear_units(self) -> None:
        """Takes its units off the board, and clears the provinces that it was the last to
        occupy."""
        self.units, self.retreats, self.influence = [], {}, []

    def clear_centers(self) -> None:
        """Removes all its centres."""
        self.centers = []

    def set_controlled(self, username: Optional[str]) -> None:
        self.controller = {} if username is None else {0: username}

    def to_dict(self) -> Dict[str, Any]:
        """Its values, for Game.to_dict."""
        return {key: getattr(self, key) for key in FIELDS}
