"""exceptions: what games of the stand-in raise."""


class DiplomacyException(Exception):
    """The base of all."""

    def __init__(self, message: str = ""):
        self.message = message or (self.__doc__ or "").strip()
        super().__init__(self.message)


class GameException(DiplomacyException):
    """Game error"""


class GamePhaseException(GameException):
    """A message is of another phase than the game"""

    def __init__(self, expected=None, given=None):
        super().__init__(f"Data does not match current game phase: expected {expected}, "
                         f"given {given}")


class MapPowerException(DiplomacyException):
    """A power that is not on the map"""

    def __init__(self, power_name=""):
        super().__init__(f"Invalid map power {power_name}")


class FolderException(DiplomacyException):
    """A folder does not exist or is not a folder"""


class MapIdException(DiplomacyException):
    """Invalid map ID"""


class MapRoleException(DiplomacyException):
    """Invalid map role"""


class GameFinishedException(GameException):
    """Game is finished"""
