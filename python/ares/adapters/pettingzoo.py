"""pettingzoo: one game as a parallel environment of PettingZoo. Each power without a player is an
agent."""
from __future__ import annotations

from typing import Any, Dict, List, Optional

import numpy as np

try:
    import gymnasium.spaces
    from gymnasium.spaces import Box, MultiDiscrete
    from pettingzoo import ParallelEnv
except ImportError as error:
    raise ImportError(f"this adapter needs gymnasium and pettingzoo: {error}") from error

from ..env import VectorEnv
from ..errors import BadArgument
from .candidates import Candidates


class DiplomacyParallelEnv(ParallelEnv):
    """A game whose agents are powers, "AUS" to "TUR".

    An observation is a dictionary: planes uint8 (L, W), numbers uint8 (K,), candidates int32 (S,
    length), the legal orders of each slot as numbers of the vocabulary, or -1. An action is
    integers (S,): indexes into the candidates. An index without an order means no order: the unit
    holds. A power leaves when it has no unit and no centre. Keywords are those of VectorEnv.
    """

    metadata = {"name": "ares_diplomacy_v1", "render_modes": ["svg"], "is_parallelizable": True}

    def __init__(self, length: int = 512, **options):
        if options.get("games", 1) != 1:
            raise BadArgument("games: a parallel environment has one")
        self._options, self.render_mode, self._length = dict(options), "svg", length
        self._open(options.get("seed", 0))
        seated = {self.env.map.power(power) for power in options.get("seats") or {}}
        self._number = {power: number for number, power in enumerate(self.env.map.powers)
                        if number not in seated}
        self.possible_agents: List[str] = list(self._number)
        self.agents: List[str] = []
        env = self.env
        self._observation_space = gymnasium.spaces.Dict({
            "planes": Box(0, 255, env.planes.shape[1:], np.uint8),
            "numbers": Box(0, 255, env.numbers.shape[1:], np.uint8),
            "candidates": Box(-1, env.map.vocabulary - 1, (env.slots, length), np.int32)})
        self._action_spaces = {agent: MultiDiscrete([length] * env.slots)
                               for agent in self.possible_agents}

    def _open(self, seed: int) -> None:
        options = {**self._options, "seed": seed, "lenient": True, "games": 1}
        self.env = VectorEnv(**options)
        for name in "final_planes", "final_numbers":
            self.env.bind(name)
        self._candidates = Candidates(self.env, range(self.env.map.power_count), self._length)

    def observation_space(self, agent: str):
        return self._observation_space

    def action_space(self, agent: str):
        return self._action_spaces[agent]

    def _observe(self, agents: List[str], over: bool) -> Dict[str, Dict[str, np.ndarray]]:
        env = self.env
        planes = (env.final_planes if over else env.planes)[0]
        numbers = (env.final_numbers if over else env.numbers)[0]
        listed = self._candidates.list()[0]
        if over:
            listed[:] = -1
        return {agent: {"planes": planes.copy(), "numbers": numbers.copy(),
                        "candidates": listed[self._number[agent]].copy()} for agent in agents}

    def reset(self, seed: Optional[int] = None, options: Optional[dict] = None):
        """Begins a game: observations and infos by agent."""
        if seed is not None:
            self.env.close()
            self._open(seed)
        self.env.reset()
        self.agents = list(self.possible_agents)
        return self._observe(self.agents, False), {agent: {} for agent in self.agents}

    def step(self, actions: Dict[str, Any]):
        """Plays a phase: observations, rewards, terminations, truncations and infos by agent."""
        agents, slots = self.agents, self.env.slots
        unknown = set(actions) - set(agents)
        if unknown:
            names = ", ".join(sorted(unknown))
            raise BadArgument(f"actions: {names} is not an agent of this game now")
        chosen = np.full((1, self.env.map.power_count, slots), -1, np.int64)
        for agent, action in actions.items():
            action = np.asarray(action)
            if action.shape != (slots,) or action.dtype.kind not in "iu":
                raise BadArgument(f"the action of {agent}: {action.dtype} {action.shape}, must be "
                                  f"integers {(slots,)}")
            chosen[0, self._number[agent]] = action
        self._candidates.choose(chosen)
        self.env.step()
        end, alive = int(self.env.ends[0]), self.env.alive[0]
        terminations = {agent: end in (1, 2) or not end and not alive[self._number[agent]]
                        for agent in agents}
        truncations = {agent: end == 3 for agent in agents}
        rewards = {agent: float(self.env.rewards[0, self._number[agent]]) for agent in agents}
        self.agents = [agent for agent in agents
                       if not terminations[agent] and not truncations[agent]]
        return (self._observe(agents, bool(end)), rewards, terminations, truncations,
                {agent: {} for agent in agents})

    def state(self) -> np.ndarray:
        """What all agents see: planes uint8 (L, W)."""
        return self.env.planes[0].copy()

    def render(self) -> str:
        """The board as SVG."""
        return str(self.env.board(0).picture())

    def close(self) -> None:
        self.env.close()
