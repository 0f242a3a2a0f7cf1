"""errors: what the package raises. Each names what is wrong and what was given."""
from __future__ import annotations


class AresError(Exception):
    """The base of all errors of this package."""


class LibraryMissing(AresError, ImportError):
    """libares was not found, or cannot be used."""


class UnknownName(AresError, KeyError):
    """There is no map, rule set, judge, player or setting of this name."""

    def __str__(self):
        return str(self.args[0])


class UnknownMap(UnknownName):
    """There is no map of this name."""


class BadArgument(AresError, ValueError):
    """A number out of range, or a wrong combination."""


class BadText(AresError, ValueError):
    """A text cannot be read."""


class BadBoard(AresError, ValueError):
    """A position that cannot be on this map."""


class BadOrder(AresError, ValueError):
    """An order, or its number, that cannot be given."""


class BadPhase(AresError, RuntimeError):
    """Not possible in this phase, or in a game that is over."""


class BadArray(AresError, ValueError):
    """An array has another type, shape or layout than it must have."""


# enum ares_status
BY_STATUS = {-1: BadArgument, -2: UnknownName, -3: BadText, -4: BadBoard, -5: BadOrder,
             -6: BadPhase, -7: BadArray, -8: MemoryError}
