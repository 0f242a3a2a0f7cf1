"""A replacement for the Python package `diplomacy`: games with the interface of that package,
resolved by the judge of ares.

    from ares.diplomacy import Game, Map, Message

doc/diplomacy.md says what is the same and what differs.
"""
from .engine.game import Game
from .engine.map import Map
from .engine.message import Message
from .engine.power import Power
from .utils.game_phase_data import GamePhaseData

__all__ = ["Game", "GamePhaseData", "Map", "Message", "Power"]
