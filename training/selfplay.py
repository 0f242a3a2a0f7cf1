"""selfplay: trains the player learner by games with itself, with dumbbot and with random players.

One network scores orders by their features, another values a power's position. PPO (Schulman and
others, 2017) improves both. Each change of a power's share by squares is its reward.
"""
import argparse
import textwrap
import time
from pathlib import Path
import numpy as np
import torch
import ares
from ares.comparisons import ARRAYS
from features import FEATURES, PLACE, PLACE_SCALE, SCALE, Ground, choose

HIDDEN, GAMES, YEARS, STEPS, BATCH, EPOCHS = 64, 96, 10, 32, 8, 2
CLIP, DISCOUNT, LAMBDA, REWARD = .2, .98, .9, 20
VALUE, SCALES = 2 * PLACE + 13, torch.from_numpy(SCALE).float()


class Trainer:
    def __init__(self, seed):
        torch.manual_seed(seed)
        self.random, self.ground = np.random.default_rng(seed), Ground()
        self.policy = torch.nn.Sequential(torch.nn.Linear(FEATURES, HIDDEN), torch.nn.ReLU(),
                                          torch.nn.Linear(HIDDEN, 1, bias=False))
        self.policy[2].weight.data *= .1
        self.value = torch.nn.Sequential(torch.nn.Linear(VALUE, HIDDEN), torch.nn.Tanh(),
                                         torch.nn.Linear(HIDDEN, 1))
        self.optimizer = torch.optim.Adam([*self.policy.parameters(), *self.value.parameters()])
        players = [{0: range(7), 1: {game // 8 % 7}}.get(game % 8, {game % 7, (2 * game + 1) % 7})
                   for game in range(GAMES)]  # of eight games one is self-play, one with randbots
        seats = [{power: "randbot" if game % 8 == 1 else "dumbbot" for number, power in
                  enumerate(self.ground.map.powers) if number not in row}
                 for game, row in enumerate(players)]
        self.mine = np.array([[power in row for power in range(7)] for row in players])
        self.env = ares.VectorEnv(GAMES, seed=seed, years=YEARS, seats=seats, arrays=ARRAYS,
                                  reward_steps=True)
        self.env.reset()
        for turn in range(4 * YEARS):  # so that games are in different years
            self.env.draw_actions()
            self.env.step()
            self.env.reset(np.arange(GAMES) % (4 * YEARS) == turn)

    def choose(self, env, games, powers, pick=lambda table: table.argmax(1)):
        with torch.no_grad():
            return choose(self.ground, env, games, powers, lambda features: self.policy(
                torch.from_numpy(features) * SCALES)[:, 0].numpy(), pick)

    def see_powers(self, games, powers, places):
        """The inputs of the value network for rows: float32 (rows, VALUE)."""
        at = self.env.number_names.index("centres of " + self.ground.map.powers[0])
        sizes, phases = self.env.numbers[games, at:at + 7] / 8, self.env.phases[games][:, None]
        own, near = sizes[np.arange(len(games)), powers], places[:, 0].astype(np.float32)
        sums = [(near[:, None, :, mine] @ near)[:, 0] * PLACE_SCALE / 4 for mine in (0, 2)]
        return torch.from_numpy(np.c_[np.sort(sizes, 1)[:, 1:], own, phases / (5 * YEARS),
                                      phases % 5 == range(5), *sums].astype(np.float32))

    def play(self):
        """Plays STEPS phases: gains and values (STEPS + 1, N, P), and the rows of each step."""
        rewards, values, ends, gains = np.zeros((4, STEPS + 1, *self.mine.shape), np.float32)
        steps = []
        for step in range(STEPS + 1):
            games, powers = np.nonzero(self.mine & (self.env.alive == 1))
            self.env.actions[:] = -1
            places, chosen = self.choose(self.env, games, powers, lambda table: (
                table + self.random.gumbel(size=table.shape)).argmax(1))
            seen = self.see_powers(games, powers, places)
            values[step, games, powers] = self.value(seen).detach().numpy()[:, 0]
            if step < STEPS:
                self.env.step()
                rewards[step], ends[step] = self.env.rewards * REWARD, (self.env.ends != 0)[:, None]
                steps.append((step, games, powers, seen, chosen))
        for step in reversed(range(STEPS)):
            later = values[step + 1] + LAMBDA * gains[step + 1]
            gains[step] = rewards[step] - values[step] + DISCOUNT * (1 - ends[step]) * later
        return gains, values, steps

    def batch(self, gains, values, steps):
        """Tensors of some steps: for candidates the features, unit and column; for units the column
        picked and the gain; for rows the inputs and targets of the value network."""
        parts, rows, units = [], [], 0
        for step, games, powers, seen, chosen in steps:
            rows.append((seen, (gains + values)[step, games, powers]))
            for features, unit, column, row, picked in chosen:
                parts.append((features, unit + units, column, picked,
                              gains[step, games[row], powers[row]]))
                units += len(row)
        return [torch.from_numpy(np.concatenate(part)) for part in (*zip(*parts), *zip(*rows))]

    def chances(self, features, unit, column, picked):
        """Log probabilities of each unit's candidates, and of the candidate picked."""
        table = torch.full((len(picked), int(column.max()) + 1), -1e9)
        table = table.index_put((unit, column), self.policy(features * SCALES)[:, 0]).log_softmax(1)
        return table, table.gather(1, picked[:, None])[:, 0]

    def update(self, rate, chaos):
        """Plays and learns; returns the number of orders, and their entropy. chaos: the entropy's
        weight."""
        gains, values, steps = self.play()
        batches = [self.batch(gains, values, steps[at::BATCH]) for at in range(BATCH)]
        gains = gains[:-1, self.mine]
        self.optimizer.param_groups[0]["lr"] = rate
        with torch.no_grad():
            before = [self.chances(*batch[:4])[1] for batch in batches]
        for number in [at for _ in range(EPOCHS) for at in self.random.permutation(BATCH)]:
            *orders, gain, seen, goal = batches[number]
            table, picked = self.chances(*orders)
            ratio, gain = (picked - before[number]).exp(), (gain - gains.mean()) / gains.std()
            loss = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(table.exp() * table).sum(1).mean()
            error = (self.value(seen)[:, 0] - goal).square().mean()
            self.optimizer.zero_grad()
            (error / 2 - loss - chaos * entropy).backward()
            torch.nn.utils.clip_grad_norm_(self.policy.parameters(), .5)
            self.optimizer.step()
        return sum(len(batch[3]) for batch in batches), float(entropy)

    def export(self, path, recipe):
        """Writes the policy as the integers of lib/players/learner/network.c."""
        first, second = self.policy[0], self.policy[2]
        rows = {"FIRST": first.weight.T * SCALES[:, None] * 2 ** 12,
                "BIAS": first.bias[None] * 2 ** 12, "SECOND": second.weight * 2 ** 10}
        text = [textwrap.fill(f"{name}({', '.join(map(str, row))})", 100) for name, part in
                rows.items() for row in part.round().clamp(-32767, 32767).int().tolist()]
        path.write_text("\n".join([f"/* Weights of the player learner: {recipe} */", *text, ""]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name, normal in (("seed", 1), ("updates", 1200), ("folder", Path("build"))):
        parser.add_argument("--" + name, type=type(normal), default=normal)
    args = parser.parse_args()
    trainer, begun, orders = Trainer(args.seed), time.time(), 0
    curve = "seed,updates,minutes,orders,entropy,share,error\n"
    for update in range(1, args.updates + 1):
        left = 1 - update / args.updates
        count, entropy = trainer.update(1e-3 * max(left, .05), .01 * left)
        orders += count
        if update % max(args.updates // 20, 1) == 0 or left == 0:
            result = ares.compare(trainer.choose, years=YEARS, seed=1000)
            print(f"after {update} updates, against six dumbbots: {result}", flush=True)
            row = f"{args.seed},{update},{(time.time() - begun) / 60:.1f},{orders},{entropy:.3f}"
            curve += f"{row},{result.mean:.3f},{result.error:.3f}\n"
            (args.folder / "learner.csv").write_text(curve)
            trainer.export(args.folder / "weights.def", f"training/selfplay.py --seed {args.seed} "
                           f"--updates {args.updates}, after {update}.")


if __name__ == "__main__":
    main()
