"""constants: what a game has unless its maker says otherwise."""

# The rules of a game that is made with rules=None.
GAME_RULES = ("NO_DEADLINE", "CD_DUMMIES", "ALWAYS_WAIT", "SOLITAIRE", "NO_PRESS",
              "IGNORE_ERRORS", "POWER_CHOICE")

# Those of games on a server.
DEFAULT_GAME_RULES = ("SOLITAIRE", "NO_PRESS", "IGNORE_ERRORS", "POWER_CHOICE")


class OrderSettings:
    """The values of Power.order_is_set."""
    ORDER_NOT_SET, ORDER_SET_EMPTY, ORDER_SET = ALL_SETTINGS = range(3)
