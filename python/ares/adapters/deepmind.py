"""deepmind: a game with the interface of DeepMind's Diplomacy environment: actions of 64 bits
(deepmind_actions), and observations of 81 areas by 35 planes (deepmind_planes)."""
from __future__ import annotations

from typing import List, NamedTuple, Optional, Sequence

import numpy as np

from ..boards import Board
from ..errors import BadOrder
from ..games import Game
from .deepmind_actions import AREAS, coding
from .deepmind_planes import draw_board

SEASONS = ("SPRING_MOVES", "SPRING_RETREATS", "AUTUMN_MOVES", "AUTUMN_RETREATS", "BUILDS")


class Observation(NamedTuple):
    """season: 0 to 4, SEASONS. board: float32 (81, 35). build_numbers: int32 (7,), above 0 builds,
    below 0 removals. last_actions: all powers' actions of the last step."""
    season: int
    board: np.ndarray
    build_numbers: np.ndarray
    last_actions: List[int]


class DiplomacyState:
    """A game. One step is one phase; phases in which no order is due are skipped.

    years: whole years from 1901 after which the game is a draw.
    """

    def __init__(self, years: int = 35, start: Optional[Board] = None, seed: int = 0):
        self.coding = coding()
        self.game = Game(self.coding.map, years=years, start=start, seed=seed)
        self._last: List[int] = []
        self._builds = np.zeros(7, np.int32)

    def is_terminal(self) -> bool:
        return self.game.is_over

    def legal_actions(self) -> List[List[int]]:
        """For each power, the legal actions of all its units."""
        return [list(actions) for actions in self.coding.legal(self.game.board)]

    def returns(self) -> np.ndarray:
        """float32 (7,): zeros until the end; then 1 for the winner, or an equal share for each
        survivor of a draw."""
        found = np.zeros(7, np.float32)
        ending, winner, survivors = self.game.verdict()
        if ending != "running":
            names = [winner] if winner else survivors
            found[[self.coding.map.powers.index(name) for name in names]] = 1 / len(names)
        return found

    def step(self, actions_per_player: Sequence[Sequence[int]]) -> None:
        """Plays a phase with the actions of each power. Raises BadOrder if an action is not
        legal."""
        legal = self.coding.legal(self.game.board)
        for power, actions in enumerate(actions_per_player):
            orders = []
            for action in map(int, actions):
                if action not in legal[power]:
                    name = self.coding.map.powers[power]
                    raise BadOrder(f"{action:#x}: no legal action of {name}")
                orders.append(legal[power][action][0])
            self.game.submit(power, orders)
        self._last = [int(action) for actions in actions_per_player for action in actions]
        self.game.process()

    def observation(self) -> Observation:
        board = self.game.board
        counts = np.array([builds for _, _, builds in board.counts().values()], np.int32)
        # As in DeepMind's environment: outside winter, the last removals stay and builds are 0.
        self._builds = counts if board.season == 4 else np.minimum(self._builds, 0)
        return Observation(board.season, draw_board(board), self._builds.copy(), list(self._last))


__all__ = ["AREAS", "DiplomacyState", "Observation", "SEASONS", "coding"]
