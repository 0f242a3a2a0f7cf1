"""farm: tournaments of a farm as arrays, and seats that Python functions play. It needs psycopg.

`aresctl conninfo` prints the connection string.
"""
from __future__ import annotations

import struct
import subprocess
import warnings
from select import select
from typing import Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence

import numpy as np
import psycopg
from psycopg import sql
from psycopg.rows import namedtuple_row

from .errors import BadArgument, BadOrder, UnknownName

TOURNAMENTS = "select tournament, games, finished from farm.progress order by tournament"
FIND = "select id from farm.tournaments where name = %s"
BOARDS = """copy (select game_id, phase, owners, units, orders from farm.boards
                  where tournament_id = %s order by game_id, phase) to stdout (format binary)"""
TURNS = """select game, number, phase, power, due, centres, legal from api.my_turns
           where not final order by game, power"""
SUBMIT = "select text, problem from api.submit_orders(%s, %s::text[], true, %s, %s)"
OPEN = "select exists (select from api.my_games where state = 'open') as any"
HEAD = 19  # bytes before the first row of a binary copy
ARRAY = 20  # bytes before the first item of an array that is not empty
UNITS = np.dtype([("bytes", ">i4"), ("value", ">i2")])
ORDERS = np.dtype([("bytes", ">i4"), ("value", ">i4")])
NO_ORDER = -1


class Boards(NamedTuple):
    """n phases of a tournament. first: int64 (n + 1,); the units of phase i are first[i] to first[i
    + 1] - 1.

    game: int64 (n,). phase: int16 (n,), (year - 1901) * 5 + 0 to 4. owners: uint8 (n, provinces),
    the initial of the power that owns each, or a dot. units: int16 (all,), see unit_parts. orders:
    int32 (all,), parallel to units, see order_parts; -1 in a final position.
    """
    game: np.ndarray
    phase: np.ndarray
    owners: np.ndarray
    first: np.ndarray
    units: np.ndarray
    orders: np.ndarray


def unit_parts(units: np.ndarray) -> Dict[str, np.ndarray]:
    """power, type (0 army, 1 fleet), place; apart: 1 if the item is not a unit on the board but a
    dislodged unit, an adjustment, or a province that is closed to retreats."""
    return {"power": units >> 8 & 7, "type": units >> 7 & 1, "place": units & 127,
            "apart": units >> 11 & 1}


def order_parts(orders: np.ndarray) -> Dict[str, np.ndarray]:
    """kind (ares.orders.KINDS; 15: none), to and aux (places; 127: none), aux_type, via, result (0
    succeeds, ...), dislodged. If an order is -1, kind is 15."""
    return {"kind": orders >> 14 & 15, "to": orders & 127, "aux": orders >> 7 & 127,
            "aux_type": orders >> 18 & 1, "via": orders >> 19 & 1, "result": orders >> 20 & 15,
            "dislodged": orders >> 24 & 1}


class Batch:
    """Collects the rows of a binary copy."""

    def __init__(self):
        self.heads: List[tuple] = []
        self.owners: List[bytes] = []
        self.units: List[bytes] = []
        self.orders: List[bytes] = []

    def add(self, row: bytes) -> None:
        game, phase, length = struct.unpack_from(">2x4xq4xhi", row)
        at = 24 + length
        self.owners.append(row[24:at])
        at = self._add_array(row, at, self.units)
        count = len(self.units[-1]) // UNITS.itemsize
        if row[at:at + 4] == b"\xff\xff\xff\xff":
            self.orders.append(struct.pack(">ii", 4, NO_ORDER) * count)
        else:
            self._add_array(row, at, self.orders)
        self.heads.append((game, phase, count))

    @staticmethod
    def _add_array(row: bytes, at: int, items: List[bytes]) -> int:
        end = at + 4 + int.from_bytes(row[at:at + 4], "big")
        items.append(row[at + 4 + ARRAY:end])
        return end

    def arrays(self) -> Boards:
        heads = np.array(self.heads, np.int64).reshape(-1, 3)
        owners = np.frombuffer(b"".join(self.owners), np.uint8)
        return Boards(heads[:, 0].copy(), heads[:, 1].astype(np.int16),
                      owners.reshape(len(heads), -1) if len(heads) else owners.reshape(0, 0),
                      np.concatenate(([0], np.cumsum(heads[:, 2]))),
                      np.frombuffer(b"".join(self.units), UNITS)["value"].astype(np.int16),
                      np.frombuffer(b"".join(self.orders), ORDERS)["value"].astype(np.int32))


class Turn(NamedTuple):
    """What a seat must decide. game: its id; number: in its tournament. power: "FRA". due: the
    number of orders. centres: ["FRA par", ...], the owners. legal: all orders that may be given."""
    game: int
    number: int
    phase: str
    power: str
    due: int
    centres: Optional[List[str]]
    legal: List[str]


class Farm:
    """A connection to a farm's database. conninfo: as for libpq; parameters that are missing come
    from PGHOST and the other variables of libpq."""

    def __init__(self, conninfo: str = ""):
        self.connection = psycopg.connect(conninfo, autocommit=True, prepare_threshold=None,
                                          row_factory=namedtuple_row)

    def __enter__(self) -> "Farm":
        return self

    def __exit__(self, *unused) -> None:
        self.close()

    def close(self) -> None:
        self.connection.close()

    def tournaments(self) -> List:
        """Rows with tournament, games, finished."""
        return self.connection.execute(TOURNAMENTS).fetchall()

    def create(self, name: str, seats: str, games: int = 1, rules: str = "standard",
               options: Sequence[str] = (), program: str = "aresctl") -> None:
        """Creates a tournament by `aresctl tournament create`. seats: "dumbbot,random,...". Raises
        BadArgument with the program's message if this fails."""
        made = subprocess.run([program, "--quiet", "-d", self.connection.info.dsn, "tournament",
                               "create", name, "--seats", seats, "--games", str(games), "--rules",
                               rules, *options], capture_output=True, text=True)
        if made.returncode:
            raise BadArgument(made.stderr.strip())

    def boards(self, tournament: str, most: int = 100000) -> Iterator[Boards]:
        """The phases of a tournament, by game and phase, at most `most` at once. The connection can
        do nothing else until all are read or the iterator is closed."""
        found = self.connection.execute(FIND, (tournament,)).fetchone()
        if found is None:
            raise UnknownName(f"{tournament}: no tournament")
        batch, begun = Batch(), False
        with self.connection.cursor().copy(BOARDS, (found.id,)) as copy:
            for data in copy:
                row = bytes(data)
                if not begun:
                    begun, row = True, row[HEAD:]
                if len(row) <= 2:
                    continue  # only the head or the end of the copy
                batch.add(row)
                if len(batch.heads) == most:
                    yield batch.arrays()
                    batch = Batch()
        if batch.heads:
            yield batch.arrays()

    def play(self, choose: Callable[[Turn], List[str]],
             until: Callable[[], bool] = lambda: False, pause: float = 4) -> None:
        """Plays the seats of this connection's role: choose(turn) returns its orders as texts. They
        are final: a unit without one holds. Continues until until() is true; it is called at least
        every `pause` seconds. Raises BadOrder if an order is refused, and psycopg.OperationalError
        if the connection is lost."""
        (role,) = self.connection.execute("select current_user").fetchall()[0]
        if not self.connection.execute(OPEN).fetchone().any:
            warnings.warn(f"role {role} has no seat in an open game; play waits for one",
                          stacklevel=2)
        listen = sql.SQL("listen {}").format(sql.Identifier("farm_turn_" + role))
        self.connection.execute(listen)
        while not until():
            turns = self.connection.execute(TURNS).fetchall()
            if not sum(self._submit(Turn(*row), choose) for row in turns):
                select([self.connection], [], [], pause)
                self.connection.execute("select 1")  # receives notifications

    def _submit(self, turn: Turn, choose: Callable[[Turn], List[str]]) -> bool:
        """Whether the farm has stored the orders; not if it plays the phase just now."""
        orders = choose(turn)
        if orders is None or isinstance(orders, str):
            raise TypeError(f"choose must return a list of orders, not {orders!r}")
        if len(orders) > turn.due:
            raise BadOrder(f"{turn.phase} {turn.power}: {len(orders)} orders, but {turn.due} due")
        values = turn.game, list(orders), turn.power, turn.phase
        stored = True
        for answer in self.connection.execute(SUBMIT, values):
            if answer.problem and answer.text:
                raise BadOrder(f"{turn.phase} {turn.power}: {answer.text}: {answer.problem}")
            stored = stored and not answer.problem
        return stored


def connect(conninfo: str = "") -> Farm:
    """Connects to a farm."""
    return Farm(conninfo)
