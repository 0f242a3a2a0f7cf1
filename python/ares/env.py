"""env: many games that step together, for learners.

An array belongs to the environment or to the caller, and stays at its address: a step reads
`actions` and writes all others. `env.actions = array` copies. N: games; P: powers; S: slots of a
power; L: places; V: vocabulary; W: planes; K: numbers.

    actions       int32 (N, P, S)        in: numbers of the vocabulary; -1: no order
    planes        uint8 or float32 (N, L, W)
    numbers       uint8 or float32 (N, K)
    previous      int32 (N, L)           orders of the phase before, by place; -1: none
    mask          uint8 (N, M)           legal orders as bits, the lowest first; aligned to 8
    legal         int32 (N, most)        legal numbers, slot after slot
    legal_first   int32 (N, P, S)        the slot's first index in its game's row of `legal`
    legal_count   int32 (N, P, S)        the slot's number of orders; 0: no order is due
    slot_places   uint8 (N, P, S)        the place of the slot's unit, or 127
    rewards       float32 (N, P)
    ends          uint8 (N,)             0 running, 1 solo, 2 draw, 3 last year
    phases        int32 (N,)             the phase to be played: (year - 1901) * 5 + 0 to 4
    blocks        int32 (N,)             the game's block: 1, then 2, ...
    alive         uint8 (N, P)
    final_planes, final_numbers          like planes and numbers, written only where a game ends
"""
from __future__ import annotations

import ctypes
import operator
from ctypes import byref, c_char_p, c_int32, c_size_t, c_void_p
from typing import Dict, Iterable, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import library
from .boards import Board, checked, judge_number, rules_number
from .errors import BadArgument, BadArray
from .library import lib
from .maps import Map, shared
from .orders import DTYPE, as_list

ARRAYS = ("actions", "planes", "numbers", "previous", "mask", "legal", "legal_first",
          "legal_count", "slot_places", "rewards", "ends", "phases", "blocks", "alive",
          "final_planes", "final_numbers")
ITEMS = (np.dtype(np.uint8), np.dtype(np.int32), np.dtype(np.float32))
REWARDS = ("centres", "squares", "draw", "solo")


def check_array(name: str, array, shape: Tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Raises an error that says why if the library could not write to an array."""
    if not isinstance(array, np.ndarray):
        raise BadArray(f"{name}: a NumPy array is needed, not {type(array).__name__}")
    if array.dtype != dtype:
        raise BadArray(f"{name}: dtype {array.dtype}, must be {dtype}")
    if array.shape != shape:
        raise BadArray(f"{name}: shape {array.shape}, must be {shape}")
    if not array.flags.c_contiguous:
        raise BadArray(f"{name}: not contiguous in the sequence of C")
    if array.ctypes.data % (8 if name == "mask" else dtype.itemsize):
        raise BadArray(f"{name}: not aligned to its elements")
    if not array.flags.writeable:
        raise BadArray(f"{name}: read-only")
    return array


class VectorEnv(library.Held):
    """N games that step together on T threads. A finished game begins again in the same step.

    games: N. threads: T, the caller's included. years: whole years from 1901 after which a game
    ends. reward: "centres", "squares", "draw" or "solo"; from 0 to 1, with a sum of 1 over all
    powers. reward_steps: each step rewards the change, instead of the last step rewarding all.
    floats: planes and numbers are float32. lenient: an illegal action counts as no order, instead
    of raising an error. start: a Board. seats: {power: player} for all games, {"FRA": "dumbbot"};
    or one such dictionary for each game. arrays: names of the arrays to be written; all but the
    final ones by default.
    """

    def __init__(self, games: int = 1, *, map: Union[str, Map] = "standard",
                 rules: str = "standard", judge: str = "atlas", seed: int = 0, first: int = 0,
                 threads: int = 1, years: int = 35, draw_after: int = 0, reward: str = "squares",
                 reward_steps: bool = False, floats: bool = False, lenient: bool = False,
                 start: Optional[Board] = None,
                 seats: Union[None, Dict[str, str], Sequence[Dict[str, str]]] = None,
                 arrays: Optional[Iterable[str]] = None):
        put = super().__setattr__
        put("map", shared(map))
        if reward not in REWARDS:
            raise BadArgument(f"reward {reward!r}: must be one of {', '.join(REWARDS)}")
        options = library.EnvOptions()
        options.bytes = ctypes.sizeof(options)
        library.call(lib.ares_env_defaults, byref(options))
        options.rules, options.judge = rules_number(rules), judge_number(judge)
        options.seed, options.first, options.games, options.threads = seed, first, games, threads
        options.years, options.draw_after = years, draw_after
        options.reward, options.reward_steps = REWARDS.index(reward), int(reward_steps)
        options.floats, options.lenient = int(floats), int(lenient)
        if start is not None:
            options.start = ctypes.addressof(start.data)
        self._set_seats(options, games, seats)
        handle = c_void_p()
        library.call(lib.ares_env_open, self.map._handle, byref(options), byref(handle))
        self._handle = handle
        put("games", games)
        put("threads", threads)
        put("slots", lib.ares_env_slots(handle))
        self._failure, self._arrays = library.Failure(), {}
        self._step, self._where = lib.ares_env_step, self._failure.at
        for name in ARRAYS[:-2] if arrays is None else ["actions", *as_list(arrays)]:
            self.bind(name)

    def _set_seats(self, options, games: int, seats) -> None:
        if not seats:
            return
        rows = [seats] if isinstance(seats, dict) else list(seats)
        if not all(isinstance(row, dict) for row in rows):
            raise BadArgument(f"seats: {{power: player}}, or one for each game, not {seats!r}")
        if not isinstance(seats, dict) and len(rows) != games:
            raise BadArgument(f"seats: {len(rows)} dictionaries for {games} games")
        count = self.map.power_count
        texts = (c_char_p * (count * len(rows)))()
        for game, row in enumerate(rows):
            for power, seat in row.items():
                texts[game * count + self.map.power(power)] = seat.encode()
        options.seats, options.seat_count = texts, len(texts)
        self._seats = texts

    def close(self) -> None:
        """Ends its threads. No array is written after this."""
        if "_handle" in vars(self) and lib is not None:
            lib.ares_env_close(self._handle)
            del self._handle

    def __getattr__(self, name: str):
        if name == "_handle":
            raise BadArgument("the environment is closed")
        return super().__getattribute__(name)

    __del__ = close

    def __enter__(self) -> "VectorEnv":
        return self

    def __exit__(self, *unused) -> None:
        self.close()

    # ── arrays ──

    def shape(self, name: str) -> Tuple[Tuple[int, ...], np.dtype]:
        """The shape and type of an array."""
        if name not in ARRAYS:
            raise BadArgument(f"{name}: no array; there are {', '.join(ARRAYS)}")
        lengths, item = (c_size_t * 3)(), c_int32()
        count = checked(lib.ares_env_shape(self._handle, ARRAYS.index(name), lengths, byref(item)))
        return tuple(lengths[:count]), ITEMS[item.value]

    def bind(self, name: str, array: Optional[np.ndarray] = None) -> np.ndarray:
        """Gives the environment an array, or allocates one; returns it. It must not overlap another
        array. Its type, shape and layout are checked here, once."""
        shape, dtype = self.shape(name)
        if array is None:
            array = np.full(shape, -1 if name in ("actions", "previous") else 0, dtype)
        check_array(name, array, shape, dtype)
        for other, bound in self._arrays.items():
            if other != name and np.shares_memory(bound, array):
                raise BadArray(f"{name}: overlaps {other}")
        library.call(lib.ares_env_bind, self._handle, ARRAYS.index(name), array.ctypes.data,
                     array.nbytes)
        self._arrays[name] = array
        super().__setattr__(name, array)
        return array

    def __setattr__(self, name: str, value) -> None:
        """Copies actions. No other array can be set: the library would not see it."""
        if name[0] == "_":
            super().__setattr__(name, value)
        elif name == "actions":
            given = np.asarray(value)
            if given.shape != self.actions.shape or given.dtype.kind not in "iu":
                raise BadArgument(f"actions: {given.dtype} {given.shape}, must be integers "
                                  f"{self.actions.shape}")
            self.actions[:] = given
        else:
            raise AttributeError(f"{name} cannot be set: only actions can; bind() gives the "
                                 f"environment another array")

    @property
    def plane_names(self) -> List[str]:
        """What each plane means: "army", "owner FRA", ...."""
        return [lib.ares_env_plane(self._handle, plane).decode()
                for plane in range(self.shape("planes")[0][2])]

    @property
    def number_names(self) -> List[str]:
        """What each number means: "builds FRA", ...."""
        return [lib.ares_env_number(self._handle, number).decode()
                for number in range(self.shape("numbers")[0][1])]

    def legal_list(self, game: int, power: int, slot: int) -> np.ndarray:
        """The legal numbers of a slot: a view of `legal`."""
        first, count = self.legal_first[game, power, slot], self.legal_count[game, power, slot]
        return self.legal[game, first:first + count]

    # ── stepping ──

    def reset(self, games: Optional[np.ndarray] = None) -> None:
        """Begins games and writes their arrays. games: bool (N,); None: all, at their first
        block."""
        if games is not None:
            games = check_array("games", np.array(games, copy=True), (self.games,),
                                np.dtype(bool)).ctypes.data
        library.call(lib.ares_env_reset, self._handle, games)

    def step(self) -> None:
        """Plays a phase of every game with `actions`. Raises BadOrder if an action is illegal; then
        no game has moved. The step releases the interpreter's lock."""
        status = self._step(self._handle, self._where)
        if status:
            raise self._failure.exception(status)

    def draw_actions(self) -> None:
        """Fills `actions` at random: each legal order of a slot is equally likely."""
        library.call(lib.ares_env_draw, self._handle)

    # ── single games ──

    def _number(self, game: int) -> int:
        number = operator.index(game)
        if not 0 <= number < self.games:
            raise BadArgument(f"game is {number}, and there are {self.games}")
        return number

    def board(self, game: int) -> Board:
        """The position of a game."""
        room = ctypes.create_string_buffer(library.BOARD_SIZE)
        library.call(lib.ares_env_board, self._handle, self._number(game), room)
        return Board.of(self.map, room.raw)

    def seed(self, game: int) -> int:
        """The seed of a game; `Game(seed=, block=)` with the same orders plays the same game."""
        return lib.ares_env_seed(self._handle, self._number(game))

    def orders(self, game: int) -> Tuple[np.ndarray, np.ndarray]:
        """The orders that a game's actions mean: powers, uint8 (orders,), and orders, DTYPE
        (orders,)."""
        powers = np.zeros(library.ORDERS_MAX, np.uint8)
        orders = np.zeros(library.ORDERS_MAX, DTYPE)
        count = checked(lib.ares_env_orders(self._handle, self._number(game),
                                            powers.ctypes.data, orders.ctypes.data))
        return powers[:count], orders[:count]

    def save(self, game: int) -> bytes:
        """The state of a game, a few hundred bytes."""
        room = ctypes.create_string_buffer(lib.ares_env_snapshot_bytes(self._handle))
        library.call(lib.ares_env_save, self._handle, self._number(game), room, len(room))
        return room.raw

    def restore(self, game: int, snapshot: bytes) -> None:
        """Restores a saved state into a game, and writes its arrays."""
        library.call(lib.ares_env_restore, self._handle, self._number(game), bytes(snapshot),
                     len(snapshot))
