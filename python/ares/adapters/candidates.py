"""candidates: each slot's legal orders as a row of fixed length. An action is an index into it."""
from __future__ import annotations

import numpy as np

from ..env import VectorEnv


class Candidates:
    """The legal orders of some powers in all games of an environment.

    powers: numbers. length: of each slot's row; further legal orders are not offered.
    """

    def __init__(self, env: VectorEnv, powers, length: int):
        self.env, self.powers, self.length = env, np.asarray(powers), length
        self._places = np.arange(length)

    def list(self) -> np.ndarray:
        """int32 (N, powers, S, length): numbers of the vocabulary; -1: none."""
        env, powers = self.env, self.powers
        first, count = env.legal_first[:, powers], env.legal_count[:, powers]
        places = np.minimum(first[..., None] + self._places, env.legal.shape[1] - 1)
        games = np.arange(env.games)[:, None, None, None]
        return np.where(self._places < count[..., None], env.legal[games, places], np.int32(-1))

    def choose(self, chosen: np.ndarray) -> None:
        """Sets the actions. chosen: integers (N, powers, S), indexes into list(). If an index has
        no order or is out of range, the unit gets no order: it holds or disbands."""
        env, powers = self.env, self.powers
        chosen = np.asarray(chosen)
        most = np.minimum(env.legal_count[:, powers], self.length)
        valid = (chosen >= 0) & (chosen < most)
        places = np.where(valid, env.legal_first[:, powers] + chosen, 0)
        numbers = np.take_along_axis(env.legal, places.reshape(env.games, -1), 1)
        env.actions[:, powers] = np.where(valid, numbers.reshape(valid.shape), -1)
