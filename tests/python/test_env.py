"""The environment: many games that step together."""
import threading
import time

import ares
import farm
import numpy as np
import pytest

GAMES = 24


def play(steps, **options):
    """Plays random legal games; returns all that a learner sees of them, step by step."""
    seen = []
    with ares.VectorEnv(seed=farm.SEED, **options) as env:
        env.reset()
        for _ in range(steps):
            env.draw_actions()
            env.step()
            seen.append([getattr(env, name).copy() for name in
                         ("planes", "numbers", "mask", "legal_count", "rewards", "ends", "phases", "previous")])
    return seen


def test_arrays_have_their_shapes():
    env = ares.VectorEnv(GAMES)
    m, games, powers, slots = env.map, GAMES, 7, env.slots
    assert env.actions.shape == env.legal_first.shape == env.slot_places.shape == (games, powers, slots)
    assert env.planes.shape == (games, m.place_count, len(env.plane_names)) and env.planes.dtype == np.uint8
    assert env.numbers.shape == (games, len(env.number_names))
    assert env.mask.shape == (games, m.mask_bytes) and env.previous.shape == (games, m.place_count)
    assert env.rewards.shape == (games, powers) and env.rewards.dtype == np.float32
    assert ares.VectorEnv(1, floats=True).planes.dtype == np.float32


def test_what_is_legal_is_what_boards_say():
    env = ares.VectorEnv(GAMES, seed=farm.SEED)
    env.reset()
    for step in range(40):
        game = step % GAMES
        board = env.board(game)
        assert np.array_equal(np.unpackbits(env.mask[game], bitorder="little", count=env.map.vocabulary).view(bool),
                              board.legal_mask())
        numbers, _ = board.legal_numbers()
        listed = [env.legal_list(game, power, slot) for power in range(7) for slot in range(env.slots)]
        assert set(np.concatenate(listed).tolist()) == set(numbers.tolist())
        env.draw_actions()
        env.step()


def test_a_step_is_a_phase_of_a_game():
    env = ares.VectorEnv(3, seed=farm.SEED)
    env.reset()
    game = ares.Game(seed=env.seed(1), years=35)
    for _ in range(30):
        env.draw_actions()
        powers, orders = env.orders(1)
        for power in set(powers.tolist()):
            game.submit(power, [ares.Order(env.map, order.tobytes()) for order in orders[powers == power]])
        game.process()
        env.step()
        while game.board.phase != env.board(1).phase and not game.is_over:
            game.process()  # a phase in which no order was due
        assert game.board == env.board(1)


@pytest.mark.parametrize("threads", [1, 2])
def test_games_do_not_depend_on_their_number(threads):
    alone = play(25, games=1, first=5)
    many = play(25, games=GAMES, threads=threads)
    for one, all_of_them in zip(alone, many):
        for array, rows in zip(one, all_of_them):
            if array.ndim > 1 or array.shape == (1,):
                assert np.array_equal(array[0], rows[5])


def test_games_end_and_begin_again():
    env = ares.VectorEnv(4, years=1, reward="centres", seats={"AUS": "dumbbot"},
                         arrays=["rewards", "ends", "blocks", "phases", "final_planes"])
    env.reset()
    ended = np.zeros(4, int)
    for _ in range(12):
        env.draw_actions()
        env.step()
        over = env.ends != 0
        assert np.allclose(env.rewards[over].sum(axis=1), 1) and not env.rewards[~over].any()
        assert (env.phases[over] == 0).all()
        ended += over
    assert (ended >= 2).all() and (env.blocks == ended + 1).all() and env.final_planes.any()


def test_snapshots():
    env = ares.VectorEnv(2, seed=farm.SEED)
    env.reset()
    for _ in range(9):
        env.draw_actions()
        env.step()
    kept, board = env.save(0), env.board(0)
    assert len(kept) < 1024
    for _ in range(3):
        env.draw_actions()
        env.step()
    env.restore(0, kept)
    assert env.board(0) == board
    with pytest.raises(ares.AresError):
        env.restore(0, kept[:-1])


def test_bad_arrays_are_named():
    env = ares.VectorEnv(2)
    good = env.actions
    for bad, words in ((good.tolist(), "list"), (good.astype(np.int64), "int64"), (good.astype(">i4"), ">i4"),
                       (good[:1], "shape"), (np.zeros((2, 7, 2 * env.slots), np.int32)[:, :, ::2], "contiguous"),
                       (np.frombuffer(bytes(good.nbytes), np.int32).reshape(good.shape), "read-only"),
                       (np.frombuffer(bytearray(good.nbytes + 1), np.uint8)[1:].view(np.int32).reshape(good.shape),
                        "aligned")):
        with pytest.raises(ares.BadArray, match="actions") as raised:
            env.bind("actions", bad)
        assert words in str(raised.value)
    with pytest.raises(ares.BadArray, match="previous: overlaps"):
        room = np.zeros(good.size + 162, np.int32)
        env.bind("actions", room[:good.size].reshape(good.shape))
        env.bind("previous", room[good.size - 1:good.size + 161].reshape(2, 81))
    with pytest.raises(ares.BadArgument, match="nothing"):
        env.bind("nothing")


def test_only_actions_are_assigned():
    env = ares.VectorEnv(2)
    actions = env.actions
    env.actions = np.full(actions.shape, 7)
    assert env.actions is actions and (actions == 7).all()
    for bad, words in ((actions[:1], r"int32 \(1, 7"), (actions / 2, "float64")):
        with pytest.raises(ares.BadArgument, match=f"actions: {words}"):
            env.actions = bad
    for name in "mask", "games", "foo":
        with pytest.raises(AttributeError, match=f"{name} cannot be set"):
            setattr(env, name, None)


def test_bad_calls_are_named():
    for options, words in (({"games": 0}, "games"), ({"reward": "gold"}, "gold"), ({"threads": -1}, "threads"),
                           ({"seats": {"FRA": "nobody"}}, "nobody"), ({"seats": [{}, {}, {}]}, "seats"),
                           ({"seats": {"POL": "random"}}, "POL"), ({"map": "mars"}, "mars"),
                           ({"seats": "dumbbot"}, "not 'dumbbot'"), ({"arrays": "plane"}, "plane: no array")):
        with pytest.raises(ares.AresError) as raised:
            ares.VectorEnv(**options)
        assert words in str(raised.value) and "->" not in str(raised.value)
    env = ares.VectorEnv()
    with pytest.raises(ares.BadPhase, match="call reset first"):
        env.step()
    with pytest.raises(ares.BadPhase, match="Not possible"):
        env.orders(0)
    for game in (-1, 1, 2**32):
        for call in env.board, env.seed, env.orders, env.save:
            with pytest.raises(ares.BadArgument, match=f"game is {game}, and there are 1"):
                call(game)
    env.close()
    for call in env.step, env.reset, env.draw_actions:
        with pytest.raises(ares.BadArgument, match="the environment is closed"):
            call()
    with pytest.raises(ares.BadArgument, match="cannot undo 1 of 0 phases"):
        ares.Game().undo()


def test_an_illegal_action_is_named_and_moves_nothing():
    env = ares.VectorEnv(2)
    env.reset()
    before = env.board(0)
    env.actions[1, 2, 0] = env.map.vocabulary - 1
    with pytest.raises(ares.BadOrder) as raised:
        env.step()
    assert str(env.map.vocabulary - 1) in str(raised.value) and "FRA" in str(raised.value)
    assert env.board(0) == before
    env = ares.VectorEnv(1, lenient=True)
    env.reset()
    env.actions[:] = 1 << 30
    env.step()
    assert env.phases[0] == 2


def test_the_lock_is_released_in_a_step():
    env = ares.VectorEnv(200, seats={power: "dumbbot" for power in ares.Map().powers}, arrays=["rewards"])
    env.reset()
    counted, stop = [0], threading.Event()

    def count():
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    env.step()
    during = counted[0] - before
    stop.set()
    thread.join()
    assert during > 10


def test_crossing_is_cheap():
    """What Python adds to a step, compared with a call that does nothing, is within 2 microseconds."""
    env = ares.VectorEnv(1, arrays=[])
    env.reset()

    class Nothing:
        _handle, _where, _failure = env._handle, env._where, env._failure
        _step = staticmethod(lambda handle, where: 0)

    def per_call(function):
        def once():
            begin = time.process_time()
            for _ in range(2000):
                function()
            return (time.process_time() - begin) / 2000
        return min(once() for _ in range(20))

    nothing = Nothing()
    wrapper = per_call(lambda: ares.VectorEnv.step(nothing))
    call = per_call(lambda: ares.library.lib.ares_env_slots(env._handle))
    assert wrapper + call < 2e-6 * farm.PATIENCE


@farm.long
def test_many_games():
    """20,000 random games under four rule sets equal those that match plays, board by board."""
    farm.done(f"{farm.B}/test_env", env={"GAMES": "20000"})
