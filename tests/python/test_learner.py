"""The player learner: its training, its weights as integers, and the same choices in Python and C."""
import re
import sys

import ares
import farm
import numpy as np
import pytest

sys.path.insert(0, "training")
import features  # noqa: E402

WEIGHTS = "lib/players/learner/weights.def"


class Integers:
    """The network of a file of weights, as lib/players/learner/network.c has it."""

    def __init__(self, path):
        text = farm.text_of(path)
        self.first, self.bias, self.second = (
            np.array([[int(word) for word in row.split(",")] for row in re.findall(name + r"\(([^)]*)\)", text)])
            for name in ("FIRST", "BIAS", "SECOND"))

    def __call__(self, seen):
        return (np.maximum(seen.astype(np.int64) @ self.first + self.bias[0], 0) >> 6) @ self.second[0]


def positions(map, games, steps):
    """An environment at many positions, with the rows in which an order is due: half of the games
    played by the learner, half at random."""
    ground, net = features.Ground(map), Integers(WEIGHTS)
    with ares.VectorEnv(games, map=map, seed=farm.SEED, years=8) as env:
        env.reset()
        for _ in range(steps):
            rows = np.nonzero((env.legal_count > 0).any(2))
            env.actions[:] = -1
            features.choose(ground, env, *rows, net)
            yield env, *rows
            chosen = env.actions.copy()
            env.draw_actions()
            env.actions[::2] = chosen[::2]
            env.step()


def test_choices_are_those_of_the_player():
    count, kinds = 0, set()
    for name, games, steps in (("standard", 4, 50), ("europe5", 2, 20), ("balkans2", 2, 20)):
        players = [ares.Player("learner", power, name) for power in ares.Map(name).powers]
        for env, *rows in positions(name, games, steps):
            for game, power in zip(*rows):
                ours = [ares.Order.of(env.map, int(number)) for number in env.actions[game, power] if number >= 0]
                theirs = players[power].order(env.board(game))
                assert sorted(map(str, ours)) == sorted(map(str, theirs)), (farm.SEED, str(env.board(game)), power)
                count += 1
                kinds |= {order.kind for order in ours}
    assert count > 1000
    assert kinds == {"hold", "move", "support hold", "support move", "retreat", "disband", "build"}


def test_weights_that_are_trained_are_exported(tmp_path):
    torch = pytest.importorskip("torch", reason="the learner is trained with PyTorch (python3-torch)")
    import selfplay
    selfplay.GAMES, selfplay.YEARS = 8, 2
    trainer = selfplay.Trainer(farm.SEED)
    before = trainer.policy[0].weight.detach().clone()
    orders, entropy = trainer.update(1e-3, .01)
    assert orders > 500 and entropy > 0 and not torch.equal(before, trainer.policy[0].weight)
    trainer.export(tmp_path / "weights.def", "a test")
    net = Integers(tmp_path / "weights.def")
    assert net.first.shape == Integers(WEIGHTS).first.shape

    seen = np.concatenate([features.choose(trainer.ground, env, *rows, net)[1][0][0]
                           for env, *rows in positions("standard", 2, 5)])
    with torch.no_grad():
        scores = trainer.policy(torch.from_numpy(seen) * selfplay.SCALES)[:, 0].numpy()
    assert np.abs(net(seen) / 2 ** 16 - scores).max() < .01


def test_two_learners_are_compared():
    """Each is asked for its own seats only, and what it writes in rows of the other does not count."""
    asked = []

    def draw(env, games, powers):
        asked.append(("draws", sorted(zip(games, powers))))
        env.draw_actions()

    def wipe(env, games, powers):
        asked.append(("holds", sorted(zip(games, powers))))
        env.actions[:] = -1

    drawn = ares.compare(draw, wipe, blocks=6, years=4, seed=farm.SEED)
    own = [(game, game % 7) for game in range(42)]
    others = [(game, power) for game in range(42) for power in range(7) if game % 7 != power]
    assert asked[:2] == [("draws", own), ("holds", others)]
    assert drawn.mean > 1 / 7 > ares.compare(wipe, draw, blocks=6, years=4, seed=farm.SEED).mean


def test_comparison_is_fair():
    nothing = ares.compare(lambda env, games, powers: None, "holdbot", blocks=2, years=1)
    assert nothing.points.shape == (2, 7) and abs(nothing.mean - 1 / 7) < 1e-6 and nothing.error < 1e-6
    drawn = ares.compare(lambda env, games, powers: env.draw_actions(), "dumbbot", blocks=3, years=4, seed=farm.SEED)
    assert 0 < drawn.mean < 1 / 7 and drawn.error > 0 and "21 games" in str(drawn)
    few = ares.comparisons.Comparison(np.array([[.1, .1], [.3, .3]]), np.zeros((2, 2), bool))
    assert abs(few.error - 1.27062) < 1e-5  # 12.7062 from tables of Student's t; the mean's deviation is 0.1
    assert "0.200 of the points, 95 % interval 0.000 to 1.000" in str(few)
    assert [round(ares.comparisons.student95(freedom), 4) for freedom in (2, 3, 6, 19, 100)] == \
        [4.3027, 3.1824, 2.4469, 2.093, 1.984]
    with pytest.raises(ares.BadArgument, match="blocks is 1"):
        ares.compare(None, blocks=1)
