#!/usr/bin/python3
"""bench_python: what the package ares takes: the crossing from Python, steps of the environment, and the calls of the
stand-in for the package diplomacy, beside that package where it is installed.

Times are of the process, in microseconds. GAMES=10 is the number of random games, YEARS=10 their length.
"""
import os
import random
import statistics
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import ares  # noqa: E402
import ares.diplomacy  # noqa: E402

GAMES, YEARS = int(os.environ.get("GAMES", 10)), int(os.environ.get("YEARS", 10))
CALLS = ("get_all_possible_orders", "set_orders, of all powers", "process")


def per_call(function, count, times=20):
    """The least time of a call, of `times` rounds."""
    def round_of_calls():
        begin = time.process_time()
        for _ in range(count):
            function()
        return (time.process_time() - begin) / count * 1e6
    return min(round_of_calls() for _ in range(times))


def crossing():
    """What Python adds to a step: the method, and a call of the library that does nothing."""
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
    """Phases a second, of random legal games with all arrays."""
    with ares.VectorEnv(games, threads=threads) as env:
        env.reset()
        count, begin = 0, time.perf_counter()
        while time.perf_counter() - begin < 1:
            env.draw_actions()
            env.step()
            count += games
        return count / (time.perf_counter() - begin)


def play(game_class):
    """Random games; returns the median time of each call in movement phases."""
    taken = {call: [] for call in CALLS}
    for seed in range(GAMES):
        rng, game = random.Random(seed), game_class()
        while not game.is_game_done and int(game.get_current_phase()[1:5]) < 1901 + YEARS:
            times = [time.process_time()]
            possible = game.get_all_possible_orders()
            times.append(time.process_time())
            chosen = {power: [rng.choice(sorted(possible[place])) for place in places if possible[place]]
                      for power, places in game.get_orderable_locations().items()}
            times.append(time.process_time())
            for power, orders in chosen.items():
                game.set_orders(power, orders)
            times.append(time.process_time())
            moves = game.phase_type == "M"
            game.process()
            times.append(time.process_time())
            if moves:
                for call, begin, end in zip(CALLS, (0, 2, 3), (1, 3, 4)):
                    taken[call].append((times[end] - times[begin]) * 1e6)
    return {call: statistics.median(values) for call, values in taken.items()}


def main():
    print(f"{'crossing from Python, a step of all games':44} {crossing():10.2f} us")
    for games, threads in ((1, 1), (64, 1), (1024, 1), (1024, 2)):
        print(f"{f'random legal games, N = {games}, T = {threads}':44} {steps(games, threads):10.0f} phases/s")
    ares.diplomacy.Game().get_all_possible_orders()  # makes the tables of the map
    ours = play(ares.diplomacy.Game)
    try:
        from diplomacy import Game
    except ImportError:
        theirs = {}
    else:
        theirs = play(Game)
    for call, taken in ours.items():
        beside = f"{theirs[call]:10.1f} us in the package, {theirs[call] / taken:.0f} times" if theirs else ""
        print(f"{'stand-in: ' + call:44} {taken:10.1f} us {beside}")
    if not theirs:
        print("the package diplomacy is not installed")


if __name__ == "__main__":
    main()
