"""Adapters: interfaces of other packages. The numbers of DeepMind's environment are facts about
it."""
import importlib
import random
import sys
import types

import ares
import farm
import numpy as np
import pytest
from ares.adapters import deepmind


def test_deepmind_actions():
    coding = deepmind.coding()
    assert len(coding.possible) == 18584 and coding.possible[-1] == 0x4897000094927e06

    def action(text):
        return coding.action(ares.Order.read(coding.map, text))

    assert action("waive") == 0x300000000000d
    assert action("A par S A mar - bur") == 0x32c6000078021406
    assert action("F eng C A lon - bre") == 0x2ffa000074662802
    assert action("A lon - bre via") == 0x641000000667401
    assert action("F mao - spa/sc") == 0xa6c000000933404
    assert action("build F stp/sc") == 0x11700000000950b
    assert [place for place, code in enumerate(coding.possible) if code >> 48 != place] == []


def test_deepmind_game():
    rng = random.Random(farm.SEED)
    state = deepmind.DiplomacyState(years=4)
    seasons = set()
    while not state.is_terminal():
        seen, legal = state.observation(), state.legal_actions()
        seasons.add(seen.season)
        assert seen.board.shape == (81, 35) and seen.build_numbers.shape == (7,)
        assert (seen.board[:, :3].sum(axis=1) == 1).all() and (seen.board[:, 3:11].sum(axis=1) == 1).all()
        assert (seen.board[:, 24:27].sum(axis=1) == 1).all() and seen.board[:, 27:35].sum() == 34
        assert not state.returns().any()
        board, actions = state.game.board, [[] for _ in range(7)]
        for power, (name, (_, _, builds)) in enumerate(board.counts().items()):
            chosen = rng.sample(legal[power], min(abs(builds), len(legal[power]))) if board.season == 4 else \
                list({code >> 9 & 127: code for code in rng.sample(legal[power], len(legal[power]))}.values())
            actions[power] = chosen
        state.step(actions)
        assert state.observation().last_actions == [action for row in actions for action in row]
    assert abs(state.returns().sum() - 1) < 1e-6 and {0, 2, 4} <= seasons


def test_deepmind_refuses_an_illegal_action():
    state = deepmind.DiplomacyState()
    legal = state.legal_actions()
    with pytest.raises(ares.BadOrder, match="AUS"):
        state.step([legal[1][:1]] + [[]] * 6)


def test_deepmind_planes():
    board = ares.Board(units=[("RUS", "F stp/nc"), ("FRA", "A bur")], phase="S1903R", owners={"RUS": ["mos"]},
                       retreats=[("GER", "A bur", "par")])
    planes = deepmind.DiplomacyState(start=board).observation().board
    at = deepmind.AREAS.index
    for area in "stp", "stp/nc":
        assert planes[at(area), [1, 3 + 5]].tolist() == [1, 1]
    assert planes[at("stp/sc"), [2, 10]].tolist() == [1, 1]
    assert planes[at("bur"), [0, 5, 13, 16 + 3]].tolist() == [1, 1, 1, 1]
    assert planes[at("mos"), 27 + 5] == planes[at("war"), 34] == 1 and not planes[at("bur"), 27:].any()


# ── Gymnasium and PettingZoo: if they are not installed, small replacements take their place ──

class Box:
    def __init__(self, low, high, shape, dtype):
        self.low, self.high, self.shape, self.dtype = low, high, tuple(shape), np.dtype(dtype)

    def contains(self, value):
        return value.shape == self.shape and value.dtype == self.dtype and \
            value.min() >= self.low and value.max() <= self.high


class MultiDiscrete:
    def __init__(self, counts):
        self.shape, self.count = (len(counts),), counts[0]

    def sample(self, rng):
        return rng.integers(0, self.count, self.shape)


class Dict(dict):
    def contains(self, value):
        return sorted(self) == sorted(value) and all(self[key].contains(value[key]) for key in self)


def batch(space, count):
    if isinstance(space, Dict):
        return Dict({key: batch(inner, count) for key, inner in space.items()})
    if isinstance(space, MultiDiscrete):
        return Box(0, space.count - 1, (count, *space.shape), np.int64)
    return Box(space.low, space.high, (count, *space.shape), space.dtype)


@pytest.fixture
def interfaces(monkeypatch):
    for name in "gymnasium", "gymnasium.spaces", "gymnasium.vector", "gymnasium.vector.utils", "pettingzoo":
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    gymnasium, pettingzoo = sys.modules["gymnasium"], sys.modules["pettingzoo"]
    gymnasium.spaces, gymnasium.vector = sys.modules["gymnasium.spaces"], sys.modules["gymnasium.vector"]
    gymnasium.spaces.Box, gymnasium.spaces.MultiDiscrete, gymnasium.spaces.Dict = Box, MultiDiscrete, Dict
    gymnasium.vector.VectorEnv, gymnasium.vector.AutoresetMode = object, types.SimpleNamespace(SAME_STEP="SameStep")
    sys.modules["gymnasium.vector.utils"].batch_space = batch
    pettingzoo.ParallelEnv = object


@pytest.mark.parametrize("package", ["gymnasium", "pettingzoo"])
def test_a_missing_package_is_named(interfaces, monkeypatch, package):
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"ares.adapters.{package}", raising=False)
    with pytest.raises(ImportError, match=f"this adapter needs .*{package}"):
        importlib.import_module(f"ares.adapters.{package}")


def test_gymnasium(interfaces):
    from ares.adapters.gymnasium import DiplomacyVectorEnv
    env = DiplomacyVectorEnv(5, "FRA", years=1, length=64)
    rng, ended = np.random.default_rng(farm.SEED), 0
    seen, infos = env.reset(seed=farm.SEED)
    assert env.observation_space.contains(seen) and infos["_phase"].all() and not infos["phase"].any()
    first = seen["candidates"][0, 0]
    assert [ares.vocabulary().texts[number] for number in first[:2]] == ["F BRE H", "F BRE - ENG"]
    for _ in range(12):
        actions = rng.integers(0, 64, (5, env.env.slots))
        seen, rewards, terminations, truncations, infos = env.step(actions)
        assert env.observation_space.contains(seen) and rewards.dtype == np.float64
        over = terminations | truncations
        ended += over.sum()
        assert ("final_obs" in infos) == over.any()
        for game in np.flatnonzero(over):
            assert env.single_observation_space.contains(infos["final_obs"][game])
            assert infos["phase"][game] == 0 and 0 <= rewards[game] <= 1
    assert ended >= 10
    again, _ = env.reset(seed=farm.SEED)
    assert (again["candidates"][:, 0] == first).all()
    for bad in actions[:4], actions.astype(float):
        with pytest.raises(ares.BadArgument, match="actions"):
            env.step(bad)
    with pytest.raises(ares.BadArgument, match="FRA"):
        DiplomacyVectorEnv(1, "FRA", seats={"FRA": "random"})


def test_an_action_is_a_place_among_the_candidates(interfaces):
    from ares.adapters.gymnasium import DiplomacyVectorEnv
    env = DiplomacyVectorEnv(1, "FRA", seats={power: "holdbot" for power in ares.Map().powers if power != "FRA"})
    seen, _ = env.reset()
    texts = [[ares.vocabulary().texts[n] for n in row if n >= 0] for row in seen["candidates"][0]]
    slots = [row[0][:5] if row else "" for row in texts]
    actions = np.full((1, env.env.slots), 511)
    actions[0, slots.index("A PAR")] = texts[slots.index("A PAR")].index("A PAR - BUR")
    env.step(actions)
    units = {str(unit) for unit in env.env.board(0).units if unit.power == "FRA"}
    assert units == {"FRA F bre", "FRA A mar", "FRA A bur"}


def test_pettingzoo(interfaces):
    from ares.adapters.pettingzoo import DiplomacyParallelEnv
    env = DiplomacyParallelEnv(years=3, seats={"TUR": "random"}, length=128)
    rng = np.random.default_rng(farm.SEED)
    assert env.possible_agents == ["AUS", "ENG", "FRA", "GER", "ITA", "RUS"]
    assert env.action_space("AUS") is env.action_space("AUS")
    seen, infos = env.reset(seed=0, options={"anything": 1})
    assert list(seen) == list(infos) == env.agents == env.possible_agents
    steps = 0
    while env.agents:
        before = list(env.agents)
        assert all(env.observation_space(agent).contains(seen[agent]) for agent in before)
        seen, rewards, terminations, truncations, infos = env.step(
            {agent: env.action_space(agent).sample(rng) for agent in before})
        for result in seen, rewards, terminations, truncations, infos:
            assert list(result) == before
        assert env.agents == [agent for agent in before if not terminations[agent] and not truncations[agent]]
        steps += 1
    assert steps >= 6 and sum(rewards.values()) <= 1 + 1e-6
    with pytest.raises(ares.BadArgument, match="AUS"):
        env.step({"AUS": np.zeros(env.env.slots, int)})
    assert env.render().startswith("<svg")
