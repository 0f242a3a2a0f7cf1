"""comparisons: one learner against six players, playing each power equally often."""
from __future__ import annotations

import math
from typing import Callable, NamedTuple, Union

import numpy as np

from .env import VectorEnv
from .errors import BadArgument
from .maps import Map, shared

ARRAYS = ("planes", "numbers", "legal", "legal_first", "legal_count", "phases", "rewards", "ends",
          "alive")


def within(t: float, freedom: int) -> float:
    """The probability that Student's t with whole degrees of freedom is from -t to t (Abramowitz
    and Stegun, 26.7.3 and 26.7.4)."""
    angle = math.atan(t / math.sqrt(freedom))
    odd = freedom % 2
    term = math.cos(angle) if odd else 1.0
    total = term if freedom > 1 else 0.0
    for k in range(2 + odd, freedom - 1, 2):
        term *= math.cos(angle) ** 2 * (k - 1) / k
        total += term
    total *= math.sin(angle)
    return 2 / math.pi * (angle + total) if odd else total


def student95(freedom: int) -> float:
    """The 97.5 % quantile of Student's t: 12.71 for 1 degree of freedom, 1.96 for very many."""
    low, high = 0.0, 13.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle, freedom) < .95 else (low, middle)
    return high


class Comparison(NamedTuple):
    """points: the learner's points, (blocks, P), by block and by the power it played. first:
    whether no other power got as many points, (blocks, P). In a block the learner plays each power
    once."""
    points: np.ndarray
    first: np.ndarray

    @property
    def mean(self) -> float:
        """The learner's share of the points."""
        return float(self.points.mean())

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval of the mean, by Student's t; a block is one
        observation."""
        blocks = self.points.mean(1)
        return float(student95(len(blocks) - 1) * blocks.std(ddof=1) / np.sqrt(len(blocks)))

    def __str__(self):
        blocks, powers = self.points.shape
        low, high = max(0, self.mean - self.error), min(1, self.mean + self.error)
        return (f"{self.points.size} games in {blocks} blocks: {self.mean:.3f} of the points, 95 % "
                f"interval {low:.3f} to {high:.3f}; fair is {1 / powers:.3f}; first in "
                f"{100 * self.first.mean():.0f} %")


def compare(choose: Callable, opponent: Union[str, Callable] = "dumbbot", *, blocks: int = 20,
            years: int = 10, seed: int = 0, map: Union[str, Map] = "standard",
            reward: str = "squares") -> Comparison:
    """Plays one learner against opponents in all other seats, each power once in a block.

    choose(env, games, powers) writes actions into env.actions, for pairs of a game and a power;
    other rows do not count. opponent: the name of a player, or another such function. blocks: at
    least 2. Other options: as for VectorEnv.
    """
    if blocks < 2:
        raise BadArgument(f"blocks is {blocks}: an interval needs at least 2")
    map = shared(map)
    powers = np.tile(np.arange(map.power_count), blocks)
    own = np.arange(map.power_count) == powers[:, np.newaxis]
    players = [(choose, own)]
    seats = None
    if callable(opponent):
        players.append((opponent, ~own))
    else:
        seats = [{other: opponent for number, other in enumerate(map.powers) if number != power}
                 for power in powers]
    points, first = np.full(len(powers), np.nan), np.zeros(len(powers), bool)
    with VectorEnv(len(powers), map=map, seats=seats, years=years, seed=seed, reward=reward,
                   arrays=ARRAYS) as env:
        env.reset()
        while (running := np.isnan(points)).any():
            actions = np.full_like(env.actions, -1)
            for player, seated in players:
                asked = np.nonzero(running[:, np.newaxis] & seated & (env.alive == 1))
                if len(asked[0]):
                    player(env, *asked)
                    actions[asked] = env.actions[asked]
            env.actions[:] = actions
            env.step()
            for game in np.flatnonzero(running & (env.ends != 0)):
                points[game] = env.rewards[game, powers[game]]
                first[game] = (env.rewards[game] < points[game]).sum() == map.power_count - 1
    shape = blocks, map.power_count
    return Comparison(points.reshape(shape), first.reshape(shape))
