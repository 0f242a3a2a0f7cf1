"""game_phase_data: a phase of a game: the position, the orders, the results."""
from __future__ import annotations

from typing import Any, Dict, Optional

from ..engine.message import Message
from ..engine.past import Past
from .order_results import BY_MESSAGE, OrderResult
from .sorted_dict import SortedDict

FIELDS = ("name", "state", "orders", "results", "messages")


class GamePhaseData:
    """A phase.

    name: "S1901M". state: as returned by Game.get_state(), before the orders. orders: {power:
    [order], or None if none were set}. results: {unit: [OrderResult]}. messages: by time.
    """

    __slots__ = ("name", "_parts")
    model = FIELDS

    def __init__(self, name: str, state=None, orders=None, results=None, messages=None, **unknown):
        self.name = name
        self._parts = [state, orders, results, messages]

    def __reduce__(self):
        return (GamePhaseData, (self.name, self.state, self.orders, self.results, self.messages))

    def to_dict(self) -> Dict[str, Any]:
        """The phase as plain values, as in saved games."""
        return {"name": self.name, "state": self.state, "orders": self.orders,
                "results": {unit: [str(result) for result in results]
                            for unit, results in (self.results or {}).items()},
                "messages": [message.to_dict() for message in self.messages.values()]}

    @classmethod
    def from_dict(cls, values: Dict[str, Any]) -> "GamePhaseData":
        messages = SortedDict(int, Message)
        for message in values.get("messages") or ():
            message = message if isinstance(message, Message) else Message.from_dict(message)
            messages.put(message.time_sent, message)
        results = {unit: [read_result(result) for result in words]
                   for unit, words in (values.get("results") or {}).items()}
        return cls(values["name"], values["state"], values.get("orders") or {}, results, messages)

    @property
    def summary(self) -> Optional[str]:
        return None

    def __eq__(self, other):
        return isinstance(other, GamePhaseData) and self.to_dict() == other.to_dict()

    __hash__ = None

    def __repr__(self):
        return f"GamePhaseData({self.name})"


def read_result(result) -> OrderResult:
    """A result from its word; an OrderResult is returned as it is."""
    return BY_MESSAGE.get(str(result)) or OrderResult(result)


def part(place: int):
    """A property for a field of a phase, computed when it is first read."""
    def read(self):
        value = self._parts[place]
        if type(value) is Past:
            value = self._parts[place] = value.make(place)
        return value

    def write(self, value):
        self._parts[place] = value

    return property(read, write)


for number, field in enumerate(FIELDS[1:]):
    setattr(GamePhaseData, field, part(number))
