"""power: what one power has in a game."""
from __future__ import annotations

from typing import Any, Dict, List, Optional

from ..utils.constants import OrderSettings

LISTS = ("units", "centers", "homes", "influence", "adjust")


class Power:
    """A power.

    units: ["A PAR", "F STP/SC"], without dislodged ones. retreats: {dislodged unit: [places it may
    go to]}. centers, homes, influence: provinces it owns, began with, and was the last to stand
    in. orders: {unit: rest of its order}. adjust: the orders of a winter. order_is_set: 0 none, 1
    an empty list, 2 orders.
    """

    def __init__(self, game=None, name: Optional[str] = None, **values):
        self.game, self.name = game, name
        self.abbrev = name[:3] if name else ""
        self.units: List[str] = []
        self.centers: List[str] = []
        self.homes: List[str] = []
        self.influence: List[str] = []
        self.adjust: List[str] = []
        self.retreats: Dict[str, List[str]] = {}
        self.orders: Dict[str, str] = {}
        self.voids: List[str] = []  # in retreats and winters, the units whose orders were refused
        self.order_is_set = OrderSettings.ORDER_NOT_SET
        self.civil_disorder, self.vote, self.wait = 0, "neutral", True
        self.role, self.controller, self.tokens = "server_type", {}, set()
        for key, value in values.items():
            if key in self.__dict__ and key != "game":
                setattr(self, key, value)

    def __str__(self):
        text = [f"{self.name} ({self.role})"]
        text += [f"{name.upper()}: {getattr(self, name)}" for name in LISTS if getattr(self, name)]
        return "\n".join(text)

    def __repr__(self):
        return f"Power({self.name})"

    def is_eliminated(self) -> bool:
        """Whether it has no unit, no centre and no dislodged unit."""
        return not (self.units or self.centers or self.retreats)

    def is_dummy(self) -> bool:
        """Whether nobody controls it. In a game without a server every power is controlled so."""
        return self.controller in ({}, None) or list(self.controller.values())[-1] == "dummy"

    def is_controlled(self) -> bool:
        return not self.is_dummy()

    def does_not_wait(self) -> bool:
        return self.order_is_set != OrderSettings.ORDER_NOT_SET and not self.wait

    def clear_orders(self) -> None:
        """Takes back its orders of this phase."""
        self.orders, self.adjust, self.voids = {}, [], []
        self.order_is_set = OrderSettings.ORDER_NOT_SET

    def clear_units(self) -> None:
        """Takes its units off the board, and what it was the last to stand in."""
        self.units, self.retreats, self.influence = [], {}, []

    def clear_centers(self) -> None:
        """Takes its centres away."""
        self.centers = []

    def set_controlled(self, username: Optional[str]) -> None:
        self.controller = {} if username is None else {0: username}

    def to_dict(self) -> Dict[str, Any]:
        """Its values, for Game.to_dict."""
        return {key: value for key, value in self.__dict__.items() if key not in ("game", "tokens")}
