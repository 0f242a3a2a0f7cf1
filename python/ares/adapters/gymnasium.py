"""gymnasium: many games as a vector environment of Gymnasium. The agent has one power in each."""
from __future__ import annotations

from typing import Any, Dict, Optional, Tuple, Union

import numpy as np

try:
    import gymnasium
    from gymnasium.spaces import Box, MultiDiscrete
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError(f"this adapter needs the package gymnasium: {error}") from error

from ..env import VectorEnv
from ..errors import BadArgument
from ..maps import shared
from .candidates import Candidates

PARTS = ("planes", "numbers", "candidates")


class DiplomacyVectorEnv(gymnasium.vector.VectorEnv):
    """num_envs games in which the agent plays `power` against the players of `seats`.

    An observation is a dictionary: planes uint8 (N, L, W), numbers uint8 (N, K), candidates int32
    (N, S, length), the legal orders of each slot as numbers of the vocabulary, or -1. An action is
    int64 (N, S): indexes into the candidates. An index without an order means no order. A finished
    game begins again in the same step (SAME_STEP); its last observation is in infos["final_obs"].
    seats: {power: player}; "random" by default. Other keywords are those of VectorEnv.
    """

    metadata = {"render_modes": ["svg"], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, num_envs: int = 1, power: Union[str, int] = "FRA",
                 seats: Optional[Dict[str, str]] = None, length: int = 512, **options):
        self.num_envs, self.render_mode, self._length = num_envs, "svg", length
        m = shared(options.get("map", "standard"))
        self.power = m.power(power)
        if seats is None:
            seats = {name: "random" for name in m.powers if name != m.powers[self.power]}
        if self.power in map(m.power, seats):
            raise BadArgument(f"seats: {m.powers[self.power]} is the agent's")
        self._options = {**options, "seats": seats, "lenient": True}
        self._open(options.get("seed", 0))
        env = self.env
        single = {"planes": Box(0, 255, env.planes.shape[1:], np.uint8),
                  "numbers": Box(0, 255, env.numbers.shape[1:], np.uint8),
                  "candidates": Box(-1, env.map.vocabulary - 1, (env.slots, length), np.int32)}
        self.single_observation_space = gymnasium.spaces.Dict(single)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = MultiDiscrete([length] * env.slots)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _open(self, seed: int) -> None:
        self.env = VectorEnv(self.num_envs, **{**self._options, "seed": seed})
        for name in "final_planes", "final_numbers":
            self.env.bind(name)
        self._candidates = Candidates(self.env, [self.power], self._length)

    def _observe(self) -> Dict[str, np.ndarray]:
        return {"planes": self.env.planes.copy(), "numbers": self.env.numbers.copy(),
                "candidates": self._candidates.list()[:, 0]}

    def _infos(self) -> Dict[str, Any]:
        everywhere = np.ones(self.num_envs, bool)
        return {"phase": self.env.phases.copy(), "_phase": everywhere,
                "block": self.env.blocks.copy(), "_block": everywhere.copy()}

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict] = None) \
            -> Tuple[Dict[str, np.ndarray], Dict[str, Any]]:
        """Begins all games, or the games of options["reset_mask"], bool (N,). seed: of all games;
        each game derives its own random numbers from it."""
        mask = (options or {}).get("reset_mask")
        if seed is not None:
            self.env.close()
            self._open(seed)
        self.env.reset(None if seed is not None else mask)
        return self._observe(), self._infos()

    def step(self, actions: np.ndarray):
        """Plays a phase of each game: observations, rewards float64 (N,), terminations and
        truncations bool (N,), infos."""
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs, self.env.slots) or actions.dtype.kind not in "iu":
            raise BadArgument(f"actions: {actions.dtype} {actions.shape}, must be integers "
                              f"{(self.num_envs, self.env.slots)}")
        self._candidates.choose(actions[:, None])
        self.env.step()
        ends = self.env.ends
        infos = self._infos()
        if ends.any():
            self._add_final(infos, ends != 0)
        return (self._observe(), self.env.rewards[:, self.power].astype(np.float64),
                (ends == 1) | (ends == 2), ends == 3, infos)

    def _add_final(self, infos: Dict[str, Any], over: np.ndarray) -> None:
        """Adds the last observations of finished games; no order is due in them."""
        last = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(over):
            last[game] = {"planes": self.env.final_planes[game].copy(),
                          "numbers": self.env.final_numbers[game].copy(),
                          "candidates": np.full((self.env.slots, self._length), -1,
                                                np.int32)}
        infos["final_obs"], infos["_final_obs"] = last, over
        infos["final_info"], infos["_final_info"] = {}, over.copy()

    def render(self) -> Tuple[str, ...]:
        """The boards as SVG."""
        return tuple(str(self.env.board(game).picture()) for game in range(self.num_envs))

    def close_extras(self, **kwargs) -> None:
        self.env.close()
