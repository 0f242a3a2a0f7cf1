"""errors: the entries of `game.error` and `map.error`.

Each is an object with a code and a message, and equals its message. The codes are this package's
own.
"""
from .order_results import StringableCode


class Error(StringableCode):
    """An error, with the text that it is about."""


class MapError(Error):
    """An error in a map."""


class GameError(Error):
    """An error in a call on a game."""


class StdError(Error):
    """An error in an order."""


INVALID_UNIT = GameError(20001, "INVALID UNIT %s")
UNKNOWN_UNIT_TYPE = GameError(20002, "UNKNOWN UNIT TYPE %s")
UNIT_UNKNOWN = StdError(30001, "NO SUCH UNIT: %s")
UNIT_FOREIGN = StdError(30002, "THE UNIT IS OF ANOTHER POWER: %s")
ORDER_UNREADABLE = StdError(30003, "NO ORDER: %s")
ORDER_IMPOSSIBLE = StdError(30004, "THE UNIT CANNOT DO THAT: %s")
ORDER_WRONG_PHASE = StdError(30005, "NO ORDER OF THIS PHASE: %s")
ORDER_TWICE = StdError(30006, "THE UNIT HAS AN ORDER: %s")
ADJUSTMENT_IMPOSSIBLE = StdError(30007, "NO SUCH ADJUSTMENT: %s")
