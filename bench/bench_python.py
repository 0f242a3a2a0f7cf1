#!/usr/bin/python3
"""bench_python: what the package ares costs: the call from Python, steps of the environment, and
the calls of ares.diplomacy, next to the package diplomacy if it is installed.

Times are CPU times, in microseconds. GAMES=10 is the number of random games, YEARS=10 their length.
"""
import copy
import os
import random
import statistics
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import ares  # noqa: E402
import ares.diplomacy  # noqa: E402
from ares.diplomacy.utils import export  # noqa: E402

GAMES, YEARS = int(os.environ.get("GAMES", 10)), int(os.environ.get("YEARS", 10))


def per_call(function, count, times=20):
    """The least time of a call over `times` rounds."""
    def round_of_calls():
        begin = time.process_time()
        for _ in range(count):
            function()
        return (time.process_time() - begin) / count * 1e6
    return min(round_of_calls() for _ in range(times))


def crossing():
    """What Python adds to a step: the method, and a call of a library function that does
    nothing."""
    env = ares.VectorEnv(1, arrays=[])

    class Idle:
        _handle, _where, _failure = env._handle, env._where, env._failure

        @staticmethod
        def _step(handle, where):
            return 0

    idle = Idle()
    method = per_call(lambda: ares.VectorEnv.step(idle), 10000)
    return method + per_call(lambda: ares.library.lib.ares_env_slots(env._handle), 10000)


def steps(games, threads):
    """Phases per second of random legal games with all arrays."""
    with ares.VectorEnv(games, threads=threads) as env:
        env.reset()
        count, begin = 0, time.perf_counter()
        while time.perf_counter() - begin < 1:
            env.draw_actions()
            env.step()
            count += games
        return count / (time.perf_counter() - begin)


def loop(game_class, games):
    """The loop of a program: random orders until YEARS have passed. Returns microseconds per
    phase."""
    phases, begin = 0, time.process_time()
    for seed in range(games):
        rng, game = random.Random(seed), game_class()
        while not game.is_game_done and int(game.get_current_phase()[1:5]) < 1901 + YEARS:
            possible = game.get_all_possible_orders()
            for power in game.powers:
                places = game.get_orderable_locations(power)
                game.set_orders(power, [rng.choice(possible[place]) for place in places if possible[place]])
            game.process()
            phases += 1
    return (time.process_time() - begin) / phases * 1e6


def play(game_class, save, games):
    """Plays the same games for every game_class: the median time of each call, over calls in
    movement phases."""
    taken = {}

    def timed(call, function, *arguments):
        begin = time.process_time()
        found = function(*arguments)
        taken.setdefault(call, []).append((time.process_time() - begin) * 1e6)
        return found

    for seed in range(games):
        rng, game = random.Random(seed), timed("Game()", game_class)
        while not game.is_game_done and int(game.get_current_phase()[1:5]) < 1901 + YEARS:
            kind = game.phase_type
            possible = timed("get_all_possible_orders " + kind, game.get_all_possible_orders)
            places = timed("get_orderable_locations " + kind, game.get_orderable_locations)
            chosen = {power: [rng.choice(sorted(possible[place])) for place in row if possible[place]]
                      for power, row in places.items()}
            timed("set_orders, of all powers " + kind, lambda: [game.set_orders(*row) for row in chosen.items()])
            timed("process " + kind, game.process)
            timed("get_state " + kind, game.get_state)
        timed("deepcopy, at the end M", copy.deepcopy, game)
        timed("render M", game.render)
        timed("to_saved_game_format M", save, game)
    return {call.removesuffix(" M"): statistics.median(times) for call, times in taken.items()
            if call[-2:] not in (" R", " A")}


def main():
    print(f"{'crossing from Python, a step of all games':44} {crossing():10.2f} us")
    for games, threads in ((1, 1), (64, 1), (1024, 1), (1024, 2)):
        print(f"{f'random legal games, N = {games}, T = {threads}':44} {steps(games, threads):10.0f} phases/s")
    ares.diplomacy.Game().get_all_possible_orders()  # makes the tables of the map
    ours = {"the loop of a program, a phase": min(loop(ares.diplomacy.Game, GAMES) for _ in range(3)),
            **play(ares.diplomacy.Game, export.to_saved_game_format, GAMES)}
    try:
        import diplomacy
        from diplomacy.utils.export import to_saved_game_format
    except ImportError:
        theirs = {}
        print("the package diplomacy is not installed")
    else:
        few = max(1, GAMES // 5)
        theirs = {"the loop of a program, a phase": loop(diplomacy.Game, few),
                  **play(diplomacy.Game, to_saved_game_format, few)}
    for call, taken in ours.items():
        beside = f"{theirs[call]:10.1f} us in the package, {theirs[call] / taken:.0f} times" if theirs else ""
        print(f"{'stand-in: ' + call:44} {taken:10.1f} us {beside}")


if __name__ == "__main__":
    main()
