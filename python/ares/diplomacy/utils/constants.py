"""constants: default values of a game."""

# The rules of a game with rules=None.
GAME_RULES = ("NO_DEADLINE", "CD_DUMMIES", "ALWAYS_WAIT", "SOLITAIRE", "NO_PRESS",
              "IGNORE_ERRORS", "POWER_CHOICE")

# The rules of games on a server.
DEFAULT_GAME_RULES = ("SOLITAIRE", "NO_PRESS", "IGNORE_ERRORS", "POWER_CHOICE")


class OrderSettings:
    """The values of Power.order_is_set."""
    ORDER_NOT_SET, ORDER_SET_EMPTY, ORDER_SET = ALL_SETTINGS = range(3)
