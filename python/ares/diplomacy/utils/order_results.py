"""order_results: the results of an order."""
from __future__ import annotations


class StringableCode:
    """A number with a text. It equals a str or another code with the same text."""

    __slots__ = ("_code", "_message")

    def __init__(self, code, message: str = ""):
        if isinstance(code, StringableCode):
            code, message = code.code, code.message
        elif isinstance(code, str) and not message:
            number, colon, words = code.partition(":")
            code, message = (int(number), words) if colon and number.isdigit() else (None, code)
        self._code, self._message = code, message

    @property
    def code(self):
        return self._code

    @property
    def message(self) -> str:
        return self._message

    def __str__(self):
        return self._message

    def __repr__(self):
        return f"{self._code}:{self._message}"

    def __hash__(self):
        return hash(self._message)

    def __eq__(self, other):
        if isinstance(other, StringableCode):
            return self._message == other._message
        return self._message == other

    def __mod__(self, values):
        """The same code, with values in place of %s."""
        return type(self)(self._code, self._message % values)


class OrderResult(StringableCode):
    """One result of an order."""

    __slots__ = ()


OK = OrderResult(0, "")
NO_CONVOY = OrderResult(10001, "no convoy")
BOUNCE = OrderResult(10002, "bounce")
VOID = OrderResult(10003, "void")
CUT = OrderResult(10004, "cut")
DISLODGED = OrderResult(10005, "dislodged")
DISRUPTED = OrderResult(10006, "disrupted")
DISBAND = OrderResult(10007, "disband")
MAYBE = OrderResult(10008, "maybe")

BY_MESSAGE = {str(result): result for result in (OK, NO_CONVOY, BOUNCE, VOID, CUT, DISLODGED,
                                                 DISRUPTED, DISBAND, MAYBE)}
