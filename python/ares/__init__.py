"""ares: the game of Diplomacy. Maps, boards, judges, whole games, players, and an environment that
steps many games at once.

    import ares
    board = ares.Board()
    phase = ares.judge(board, {"FRA": ["A par - bur"]})
    env = ares.VectorEnv(64, seats={"AUS": "dumbbot"})

`ares.diplomacy` can replace the Python package `diplomacy`.
"""
from .boards import Board, Ordered, Phase, Unit, judge, legal, print_phase, read_phase
from .comparisons import Comparison, compare
from .env import VectorEnv
from .errors import (AresError, BadArgument, BadArray, BadBoard, BadOrder, BadPhase, BadText,
                     LibraryMissing, UnknownMap, UnknownName)
from .games import Game
from .lanes import Lanes
from .maps import Map, list_maps
from .orders import Order, Vocabulary, vocabulary
from .pictures import Picture
from .players import Player, list_players, settings
from .version import VERSION as __version__

__all__ = ["AresError", "BadArgument", "BadArray", "BadBoard", "BadOrder", "BadPhase", "BadText",
           "Board", "Comparison", "Game", "Lanes", "LibraryMissing", "Map", "Order", "Ordered",
           "Phase", "Picture", "Player", "Unit", "UnknownMap", "UnknownName", "VectorEnv",
           "Vocabulary", "__version__", "compare", "judge", "legal", "list_maps", "list_players",
           "print_phase", "read_phase", "settings", "vocabulary"]
