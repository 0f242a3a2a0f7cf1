"""message: a message from one power to another, or to all."""
from __future__ import annotations

from typing import Any, Dict, Optional

GLOBAL, SYSTEM, OBSERVER, OMNISCIENT = "GLOBAL", "SYSTEM", "OBSERVER", "OMNISCIENT"


class Message:
    """A message; keywords only.

    sender: a power or SYSTEM. recipient: a power, GLOBAL, OBSERVER or OMNISCIENT. time_sent:
    microseconds since 1970; None: Game.add_message sets it. phase: "S1901M".
    """

    __slots__ = ("sender", "recipient", "time_sent", "phase", "message")

    def __init__(self, *, sender: str = None, recipient: str = None, message: str = None,
                 phase: str = None, time_sent: Optional[int] = None, **unknown):
        for name, value in (("sender", sender), ("recipient", recipient), ("phase", phase),
                            ("message", message)):
            if not isinstance(value, str):
                raise TypeError(f"a message needs {name}, a str: {value!r}")
        self.sender, self.recipient, self.message = sender, recipient, message
        self.phase, self.time_sent = phase, time_sent

    def is_global(self) -> bool:
        """Whether it is for all."""
        return self.recipient == GLOBAL

    def for_observer(self) -> bool:
        return self.recipient == OBSERVER

    def to_dict(self) -> Dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def from_dict(cls, values: Dict[str, Any]) -> "Message":
        return cls(**values)

    def __eq__(self, other):
        return isinstance(other, Message) and self.to_dict() == other.to_dict()

    __hash__ = None

    def __str__(self):
        return f"[{self.time_sent}/{self.phase}/{self.sender}->{self.recipient}]({self.message})"

    def __repr__(self):
        return f"Message({self.to_dict()})"
