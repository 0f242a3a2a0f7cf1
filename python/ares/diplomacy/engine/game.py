"""game: a game with the interface of the package. The library resolves movement phases."""
from __future__ import annotations

import copy
import json
import random
import string
import time
from bisect import bisect_right
from functools import partial
from typing import Any, Dict, Iterable, List, Optional, Set, Tuple, Union

from ...boards import Board
from ..utils import errors
from ..utils.constants import GAME_RULES, OrderSettings
from ..utils.exceptions import GamePhaseException, MapPowerException
from ..utils.game_phase_data import GamePhaseData, read_result
from ..utils.order_results import BOUNCE, DISBAND, OK, VOID, OrderResult
from ..utils.sorted_dict import SortedDict
from ..utils.strings import OBSERVER, OBSERVER_TYPE, OMNISCIENT_TYPE
from .lexicon import Lexicon, cut
from .map import UNKNOWN, Map, phase_number
from .message import Message
from .past import MESSAGES, ORDERS, RESULTS, STATE, History, Past, Standing, list_texts
from .power import Power
from .reader import Reader
from .room import DISLODGED, MOVED, Orders
from .winter import choose_removals, find_builds

RULES = {
    "NO_PRESS", "PUBLIC_PRESS", "BUILD_ANY", "CIVIL_DISORDER", "HOLD_WIN", "SHARED_VICTORY",
    "NO_CHECK", "DONT_SKIP_PHASES", "DIFFERENT_ADJUDICATION", "POWER_CHOICE", "REAL_TIME",
    "MULTIPLE_POWERS_PER_PLAYER", "NO_OBSERVATIONS", "START_MASTER", "PROPOSE_DIAS", "NO_DIAS",
    "SOLITAIRE", "NO_DEADLINE", "CD_DUMMIES", "ALWAYS_WAIT", "IGNORE_ERRORS",
    "PACKAGE_ERRORS",  # our own: the package's errors in applying the rules, see doc/diplomacy.md
}
IMPLIED = {"SOLITAIRE": ("NO_DEADLINE", "CD_DUMMIES", "ALWAYS_WAIT")}
EXCLUDED = {"NO_PRESS": "PUBLIC_PRESS", "PUBLIC_PRESS": "NO_PRESS", "NO_DIAS": "PROPOSE_DIAS",
            "PROPOSE_DIAS": "NO_DIAS"}
YEARS_MAX = 100
ID_LETTERS = string.ascii_letters + string.digits + "-_"


class Phase(str):
    """The name of a phase, "S1901M". Names compare by time."""

    __slots__ = ("number",)
    _made: Dict[str, "Phase"] = {}

    @classmethod
    def of(cls, name) -> "Phase":
        found = cls._made.get(name)
        if found is None:
            found = cls._made[str(name)] = cls(name)
            number = phase_number(str(name))
            found.number = -2 if number is None else number
        return found

    __hash__ = str.__hash__
    __eq__ = str.__eq__

    def __lt__(self, other):
        return (self.number, str(self)) < (Phase.of(other).number, str(other))

    def __gt__(self, other):
        return Phase.of(other) < self

    def __le__(self, other):
        return not Phase.of(other) < self

    def __ge__(self, other):
        return not self < other

    def __reduce__(self):
        return (Phase.of, (str(self),))


def microseconds() -> int:
    """The time, in microseconds since 1970."""
    return time.time_ns() // 1000


_phases: Dict[str, Tuple[Phase, str]] = {}  # by long name: the short name and the type of the phase


def history(part: int):
    """A property for one history of a game. Phases played since the last read are added when it is
    read."""
    def read(game):
        game._flush()
        return game._histories[part]

    def write(game, values):
        game._flush()
        game._histories[part] = values

    return property(read, write)


class Game:
    """A game.

    game_id: 16 characters by default. Keywords: map_name, rules, and other fields of a game.
    rules=None gives the rules of a game that one program plays, [] gives none.
    """

    def __init__(self, game_id: Optional[str] = None, **kwargs):
        self.game_id = game_id or "".join(random.choices(ID_LETTERS, k=16))
        self.map_name = kwargs.get("map_name", "standard")
        self.map = Map(self.map_name)
        self.rules: List[str] = []
        rules = kwargs.get("rules")
        for rule in GAME_RULES if rules is None else rules:
            self.add_rule(rule)
        self.status, self.role = kwargs.get("status", "forming"), kwargs.get("role", "server_type")
        self.note, self.outcome = kwargs.get("note", ""), list(kwargs.get("outcome", ()))
        self._error: List[Any] = []
        # orders of this movement phase that were set and not yet read, with their power
        self._waiting: List[Tuple[Power, List[str]]] = []
        self._has_read = False  # whether powers have orders that are not in _waiting
        centers = sum(self.map.tables.is_centre[:self.map.tables.province_count])
        self.victory = list(kwargs.get("victory") or [self.map.victory or centers // 2 + 1])
        self.meta_rules: List[str] = []
        self.deadline, self.n_controls, self.timestamp_created = 0, None, microseconds()
        self.registration_password = None
        self.powers = {name: Power(self, name, number)
                       for number, name in enumerate(self.map.powers)}
        self._list = list(self.powers.values())
        for power in self._list:
            power._units = self.map.units[power.name][:]
            power.centers = self.map.centers[power.name][:]
            power.homes = self.map.homes[power.name][:]
        self._standing = Standing({power.name: [unit[2:5] for unit in power._units]
                                   for power in self._list})
        # Caches of _flatten and _pack: the units of all powers as texts, the end of each power's
        # units, and the units as the library stores them; whether the cache is valid; whether
        # callers can change units without notice.
        self._units: List[str] = []
        self._ends: List[int] = []
        self._packed: Optional[bytes] = None
        self._is_flat = self._is_exposed = False
        self._taken_by: Tuple[List[str], Set[str]] = self._units, set()  # for _taken
        self._set_phase(self.map.phase)
        self._clear_history()
        self.messages = SortedDict(int, Message)
        self._clear_played()
        self._late: List[str] = []  # dislodged without a retreat; in the next phase's results
        if kwargs.get("phase") not in (None, self.phase):
            self._set_phase(kwargs["phase"])
        for message in kwargs.get("messages") or ():
            self.messages.put(message.time_sent, message)

    def _clear_history(self) -> None:
        self._pending: List[Tuple[Phase, Past]] = []  # played, but not yet in the histories
        self._histories = [History(Phase.of, SortedDict if part == MESSAGES else dict, part=part)
                           for part in range(MESSAGES + 1)]

    def _flush(self) -> None:
        for short, past in self._pending:
            for values in self._histories:
                values.put(short, past)
        self._pending.clear()

    state_history, order_history = history(STATE), history(ORDERS)
    result_history, message_history = history(RESULTS), history(MESSAGES)

    def _clear_played(self) -> None:
        """Clears the attributes that describe the last movement phase."""
        self._played: Optional[Past] = None
        self.dislodged: Dict[str, str] = {}
        self.popped: List[str] = []
        self.lost: Dict[str, str] = {}
        self.supports: Dict[str, list] = {}
        self.combat: Dict[str, dict] = {}
        self.result: Dict[str, List[OrderResult]] = {}

    def _set_phase(self, long: str) -> None:
        """Sets the phase to be played, by its long name."""
        self.phase = long
        if long not in _phases:
            short = Phase.of(self.map.phase_abbr(long))
            played = short.number >= 0 and long not in ("FORMING", "COMPLETED")
            _phases[long] = short, short[-1] if played else "-"
        self._short, self.phase_type = _phases[long]

    @property
    def error(self) -> List[Any]:
        """The errors in orders and other texts since the last phase was played."""
        self._settle()
        return self._error

    @error.setter
    def error(self, errors: List[Any]) -> None:
        self._settle()
        self._error = errors

    # ── attributes ──

    @property
    def current_short_phase(self) -> str:
        return str(self._short)

    def get_current_phase(self) -> str:
        """The phase to be played, such as "S1901M"."""
        return str(self._short)

    @property
    def win(self) -> int:
        """The number of centres that wins."""
        return self.victory[0]

    @property
    def zobrist_hash(self) -> int:
        return self._begin().hash()

    def get_hash(self) -> str:
        """A hash of units, retreats, centres, homes and the type of the phase, as text."""
        return str(self.zobrist_hash)

    def rebuild_hash(self) -> str:
        return self.get_hash()

    is_game_done = property(lambda self: self.phase == "COMPLETED")
    is_game_forming = property(lambda self: self.status == "forming")
    is_game_active = property(lambda self: self.status == "active")
    is_game_paused = property(lambda self: self.status == "paused")
    is_game_canceled = property(lambda self: self.status == "canceled")
    is_game_completed = property(lambda self: self.status == "completed")
    power = property(lambda self: None)

    def is_fixed_state_unordered(self) -> bool:
        return False

    def is_server_game(self) -> bool:
        return True

    def __str__(self):
        orders = {name: self.get_orders(name) for name in self.powers}
        return (f"Game {self.game_id}{' (completed)' if self.is_game_done else ''}\n"
                f"Phase: {self._short}\nUnits: {self.get_units()}\nCenters: {self.get_centers()}\n"
                f"Orders: {orders}\nStatus: {self.status}")

    def __repr__(self):
        return f"Game({self.game_id}, {self._short})"

    # ── rules ──

    def add_rule(self, rule: str) -> None:
        """Adds a rule, and the rules that it implies. Unknown rules are ignored."""
        if rule not in RULES or rule in self.rules:
            return
        if EXCLUDED.get(rule) in self.rules:
            self.rules.remove(EXCLUDED[rule])
        self.rules.append(rule)
        for other in IMPLIED.get(rule, ()):
            self.add_rule(other)

    def remove_rule(self, rule: str) -> None:
        if rule in self.rules:
            self.rules.remove(rule)

    def load_rules(self, rules: Optional[Iterable[str]] = None):
        """All known rules, as a set of names."""
        return set(RULES)

    # ── powers ──

    def _power(self, name: str, error=MapPowerException) -> Power:
        power = self.powers.get(name) or self.powers.get(name.upper())
        if power is None:
            raise error(name)
        return power

    def get_power(self, power_name: str) -> Optional[Power]:
        """The power with a name in capitals, or None."""
        return self.powers.get(power_name)

    def has_power(self, power_name: str) -> bool:
        return power_name in self.powers

    def get_map_power_names(self):
        return self.powers.keys()

    def get_map(self) -> Map:
        return self.map

    def _unit_owner(self, unit: str, coast_required: int = 1) -> Optional[Power]:
        """The power that has a unit. coast_required 0: the unit may lack its coast."""
        for power in self._list:
            if unit in power._units:
                return power
            if not coast_required and any(own[:5] == unit[:5] for own in power._units):
                return power
        return None

    def _of(self, power_name: Optional[str], values) -> Any:
        if power_name is None:
            return {power.name: values(power) for power in self._list}
        return values(self._power(power_name, AttributeError))

    def get_units(self, power_name: Optional[str] = None):
        """["A PAR", ..., "*A BUR"], where the star marks a dislodged unit; without a power, {power:
        ...}."""
        return self._of(power_name, Power.list_units)

    def get_centers(self, power_name: Optional[str] = None):
        return self._of(power_name, lambda power: list(power.centers))

    def get_orders(self, power_name: Optional[str] = None):
        """The orders set so far: ["A PAR - BUR"]; without a power, {power: ...}."""
        return self._of(power_name, Power.list_adjustments if self.phase_type == "A" else
                        Power.list_orders)

    def get_orderable_locations(self, power_name: Optional[str] = None):
        """Provinces where orders are due; without a power, {power: ...}."""
        return self._of(power_name, self._list_orderable)

    def _list_orderable(self, power: Power) -> List[str]:
        units: Iterable[str] = power._units
        if self.phase_type == "R":
            units = power.retreats
        elif self.phase_type == "A":
            due, sites = self._find_builds(power)
            if due > 0:
                return sorted(sites)
            units = units if due < 0 else ()
        return sorted([unit[2:5] for unit in units])

    def _taken(self) -> Set[str]:
        """The provinces with units."""
        units = self._flatten()
        if self._taken_by[0] is not units:
            self._taken_by = units, {unit[2:5] for unit in units}
        return self._taken_by[1]

    def _find_builds(self, power: Power) -> Tuple[int, List[str]]:
        return find_builds(power.centers, power.homes, power._units, self._taken(),
                           "BUILD_ANY" in self.rules)

    # ── the units of all powers ──

    def _expose(self) -> None:
        """Notes that callers may change units from now on."""
        self._settle()
        self._is_exposed = True

    def _flatten(self) -> List[str]:
        """The units of all powers, one power after the other."""
        if self._is_flat and not self._is_exposed:
            return self._units
        units: List[str] = []
        ends = []
        for power in self._list:
            units += power._units
            ends.append(len(units))
        if units != self._units or ends != self._ends:
            self._units, self._ends, self._packed = units, ends, None
        self._is_flat = True
        return units

    def _pack(self) -> bytes:
        """The same units as the library stores them."""
        units = self._flatten()
        if self._packed is None:
            data = Lexicon.of(self.map).unit_data
            self._packed = b"".join([data[power.name][unit] for power in self._list
                                     for unit in power._units])
        return self._packed

    # ── legal orders ──

    def get_all_possible_orders(self) -> Dict[str, List[str]]:
        """{place: legal orders} for every place of the map."""
        found: Dict[str, List[str]] = {key: [] for key in self.map.keys}
        kind = self.phase_type
        if kind == "M":
            self._list_moves(found)
        elif kind == "R":
            taken = self._taken()
            for power in self._list:
                for unit, places in power.retreats.items():
                    self._list_under(found, unit[2:], [f"{unit} D"] + [
                        f"{unit} R {to}" for to in places if to[:3] not in taken])
        elif kind == "A":
            for power in self._list:
                self._list_adjustments(found, power)
        return found

    def _list_moves(self, found: Dict[str, List[str]]) -> None:
        packed = self._pack()
        lexicon = Lexicon.of(self.map)
        texts, ends = lexicon.room().texts(packed)
        places = list(map(lexicon.place_of.get, self._units))
        provinces = list(map(lexicon.province_of.get, self._units))
        # Built-in functions do the loop: it takes most of the time.
        found.update(zip(places, map(texts.__getitem__, map(slice, [0, *ends], ends))))
        if places != provinces:
            for place, province in zip(places, provinces):
                if place != province:
                    found[province] = found[place][:]

    @staticmethod
    def _list_under(found, loc: str, orders: List[str]) -> None:
        found[loc] += orders
        if len(loc) > 3:
            found[loc[:3]] += orders

    def _list_adjustments(self, found, power: Power) -> None:
        due, sites = self._find_builds(power)
        if due < 0:
            for unit in power._units:
                self._list_under(found, unit[2:], [f"{unit} D"])
        for site in sites if due > 0 else ():
            for place, orders in self.map.list_builds(site).items():
                found[place] = orders[:]

    # ── orders ──

    def set_orders(self, power_name: str, orders: Union[str, List[str]], expand: bool = True,
                   replace: bool = True) -> None:
        """Adds orders of a power to its earlier ones; an order replaces an earlier order of the
        same unit, unless replace is False. An invalid order is dropped, and `error` says why.
        expand=False: only orders in normal form are read."""
        power = self.powers.get(power_name) or self._power(power_name)
        if isinstance(orders, str):
            orders = [orders]
        if self.phase_type == "M":
            self._waiting.append((power, orders[:] if isinstance(orders, list) else list(orders)))
            if not (expand and replace) or self._is_exposed or self._has_read:
                self._settle(expand, replace)
            return
        if not orders:
            power.clear_orders()
            power.order_is_set = OrderSettings.ORDER_SET_EMPTY
            return
        if self.phase_type == "R":
            self._set_retreats(power, orders)
        elif self.phase_type == "A":
            self._set_adjustments(power, orders, replace)
        power.order_is_set = OrderSettings.ORDER_SET if power.orders or power.adjust else \
            OrderSettings.ORDER_SET_EMPTY

    def _settle(self, expand: bool = True, replace: bool = True) -> None:
        """Reads the orders that are waiting. expand, replace: as for the last of them."""
        if not self._waiting:
            return
        waiting, self._waiting, self._has_read = self._waiting, [], True
        for number, (power, orders) in enumerate(waiting, 1):
            is_last = number == len(waiting)
            self._set_moves(power, orders, expand or not is_last, replace or not is_last)
            power._order_is_set = OrderSettings.ORDER_SET if power._orders else \
                OrderSettings.ORDER_SET_EMPTY

    def _set_moves(self, power: Power, orders: List[str], expand: bool, replace: bool) -> None:
        if power._orders is None:
            power._orders = {}
        given = power._orders
        if replace and orders and self._read(power, orders):
            given.update(map(cut, orders))
            return
        for text in orders:
            unit, rest = cut(text) if self._read(power, [text]) else \
                self._read_move(power, text, expand)
            if unit is None:
                continue
            if not replace and unit in given:
                self._error.append(errors.ORDER_TWICE % text)
            else:
                given[unit] = rest

    def _read(self, power: Power, orders: List[str], legal: bool = True) -> bool:
        """Whether orders are in normal form, and legal in this movement phase."""
        return Lexicon.of(self.map).room().read(
            Orders.of(self._pack(), power.byte * len(orders), orders), legal)

    def _reader(self) -> Reader:
        return Reader(self.map, self._flatten)

    def _read_move(self, power: Power, text: str, expand: bool) -> Tuple[Optional[str], str]:
        """The unit and the rest of an order that is not in normal form, or not legal. If the unit
        is None, the order is refused and an error noted."""
        unit, rest = self._reader().read_move(text)
        words = text.split(" ", 2)
        if unit is None or unit not in power._units:
            if "NO_CHECK" in self.rules and " ".join(words[:2]) in power._units:
                return " ".join(words[:2]), words[2] if len(words) > 2 else ""
            self._error.append((errors.UNIT_FOREIGN if unit else errors.UNIT_UNKNOWN) % text)
            return None, ""
        wanted = f"{unit} {rest}"
        if rest is not None and (expand or wanted == text) \
                and self._read(power, [wanted]):
            return unit, rest
        if "NO_CHECK" in self.rules:
            return unit, words[2] if " ".join(words[:2]) == unit and len(words) > 2 else text
        self._error.append((errors.ORDER_UNREADABLE if rest is None else
                           errors.ORDER_IMPOSSIBLE) % text)
        return None, ""

    def _set_retreats(self, power: Power, orders: List[str]) -> None:
        reader = self._reader()
        for text in orders:
            unit, rest = cut(text)
            places = power.retreats.get(unit)
            if places is None or rest != "D" and not (rest[:2] == "R " and rest[2:] in places):
                unit, rest = reader.read_retreat(text, power.retreats)
            if unit is None:
                self._error.append(errors.UNIT_UNKNOWN % text)
                named = reader.tokens(text)[:2]
                if len(named) == 2 and self.map.is_valid_unit(" ".join(named), no_coast_ok=1):
                    power.voids.append(" ".join(named))
            elif rest is None:
                power.voids.append(unit)
                self._error.append(errors.ORDER_IMPOSSIBLE % text)
            else:
                power.orders[unit] = rest

    def _set_adjustments(self, power: Power, orders: List[str], replace: bool) -> None:
        reader, given = self._reader(), set()
        due, sites = self._find_builds(power)
        for text in orders:
            is_plain = text in self.map.adjustments and (text[-1] != "D" or
                                                         text[:-2] in power._units)
            order = text if is_plain else reader.read_adjustment(text)
            if order is None:
                self._error.append(errors.ORDER_UNREADABLE % text)
                continue
            unit = order[:-2]
            if order == "WAIVE" and due >= 0:
                power.adjust.append(order)
                continue
            same = [other for other in power.adjust if other[2:5] == order[2:5]
                    and other != "WAIVE"]
            if same and not replace:
                self._error.append(errors.ORDER_TWICE % text)
                continue
            if order[-1] == "D":
                may_be = due < 0 and unit in power._units
            else:
                may_be = due > 0 and unit[2:5] in sites and self.map.is_valid_unit(unit)
            if order[2:5] in given or not may_be:
                power.voids.append(order.rsplit(" ", 1)[0])
                self._error.append(errors.ADJUSTMENT_IMPOSSIBLE % text)
                continue
            given.add(order[2:5])
            power.adjust = [other for other in power.adjust if other not in same] + [order]
        # Any other order, even a void one, takes precedence over a waive.
        while 0 < due < len(power.adjust + power.voids) and "WAIVE" in power.adjust:
            power.adjust.remove("WAIVE")
        if "WAIVE" in power.adjust or power.is_dummy():
            power.adjust += ["WAIVE"] * (due - len(power.adjust + power.voids))

    def clear_orders(self, power_name: Optional[str] = None) -> None:
        self._settle()
        for power in self._list if power_name is None else [self._power(power_name)]:
            power.clear_orders()

    # ── the position ──

    def set_units(self, power_name: str, units: Union[str, List[str]], reset: bool = False) -> None:
        """Puts units on the board; they replace units in the same provinces. "*A PAR" is dislodged;
        its retreats are found in retreat phases only. reset: removes the power's units first."""
        power = self._power(power_name)
        self._settle()
        if reset:
            power.clear_units()
        for text in [units] if isinstance(units, str) else units:
            unit = self._read_unit(text)
            if unit is None:
                self._error.append(errors.INVALID_UNIT % text)
                continue
            self._put_unit(power, unit)

    def _read_unit(self, text: str) -> Optional[str]:
        away = "*" if text.strip().startswith("*") else ""
        tokens = self.map.compact(text.strip().lstrip("*"))
        unit = " ".join(tokens)
        return away + unit if len(tokens) == 2 and self.map.is_valid_unit(unit) else None

    def _put_unit(self, power: Power, unit: str) -> None:
        if unit[0] == "*":
            unit = unit[1:]
            for other in self._list:
                other.retreats = {old: places for old, places in other.retreats.items()
                                  if old[2:5] != unit[2:5]}
            power.retreats[unit] = self._open_places(unit) if self.phase_type == "R" else []
            return
        for other in self._list:
            if any(old[2:5] == unit[2:5] for old in other._units):
                other.set_units([old for old in other._units if old[2:5] != unit[2:5]])
                other.orders.pop(unit, None)
        power.set_units(power._units + [unit])
        self._stand(power, unit[2:5])

    def _open_places(self, unit: str) -> List[str]:
        """Unoccupied places next to a unit."""
        taken = self._taken()
        t = self.map.tables
        places = [t.codes[to].upper() for to in t.exits("AF".index(unit[0]), t.place(unit[2:]))]
        return sorted(to for to in places if to[:3] not in taken)

    def _stand(self, power: Power, province: str) -> None:
        """Records that the power was the last to occupy a province."""
        self._standing = Standing(None, self._standing, lambda: [(power.name, province)])

    def set_centers(self, power_name: str, centers: Union[str, List[str]],
                    reset: bool = False) -> None:
        """Gives centres to a power. reset: removes its centres first."""
        power = self._power(power_name)
        if reset:
            power.centers = []
        for text in [centers] if isinstance(centers, str) else centers:
            code = self.map.aliases.get(text.upper(), text.upper())
            if code not in self.map.scs:
                self._error.append(errors.INVALID_UNIT % text)
                continue
            for other in self._list:
                if code in other.centers:
                    other.centers = [old for old in other.centers if old != code]
            power.centers = power.centers + [code]

    def clear_units(self, power_name: Optional[str] = None) -> None:
        for power in self._list if power_name is None else [self.powers[power_name]]:
            power.clear_units()

    def clear_centers(self, power_name: Optional[str] = None) -> None:
        for power in self._list if power_name is None else [self.powers[power_name]]:
            power.clear_centers()

    def clear_cache(self) -> None:
        self._is_flat = False

    def set_current_phase(self, new_phase: str) -> None:
        """Sets the phase to be played: "F1903M"."""
        self._settle()
        self._set_phase(self.map.phase_long(new_phase))
        self.clear_orders()

    def set_status(self, status: str) -> None:
        self.status = status

    def set_wait(self, power_name: str, wait: bool) -> None:
        self._power(power_name).wait = bool(wait)

    def set_controlled(self, power_name: str, username: Optional[str]) -> None:
        self._power(power_name).set_controlled(username)

    def does_not_wait(self) -> bool:
        """Whether all powers that are not eliminated have set orders and do not wait."""
        return all(power.is_eliminated() or power.does_not_wait() for power in self._list)

    def has_draw_vote(self) -> bool:
        """Whether all powers that are not eliminated have voted for a draw."""
        return all(power.vote == "yes" for power in self._list if not power.is_eliminated())

    def count_voted(self) -> int:
        return sum(power.vote == "yes" for power in self._list if not power.is_eliminated())

    # ── states ──

    def _begin(self) -> Past:
        """The phase to be played, before its orders."""
        past = Past()
        past.powers, past.units, past.ends = self.map.powers, self._flatten(), self._ends
        past.rest = [(power.retreats.copy(), power.centers[:], power.homes, power.civil_disorder)
                     for power in self._list]
        past.kind, past.name, past.note = self.phase_type, str(self._short), self.note
        past.timestamp, past.build_any = microseconds(), "BUILD_ANY" in self.rules
        past.standing = self._standing
        return past

    def get_state(self) -> Dict[str, Any]:
        """The position as plain values: see doc/diplomacy.md."""
        return self._begin().make_state()

    def set_state(self, state: Dict[str, Any], clear_history: bool = True) -> None:
        """Restores the position of a state. Raises RuntimeError if it is of another map."""
        if state.get("map", self.map_name) != self.map_name:
            raise RuntimeError(f"the state is of map {state['map']}, the game of {self.map_name}")
        if clear_history:
            self._clear_history()
            self.messages.clear()
        self._clear_played()
        self._late = []
        if state.get("name"):
            self._set_phase(self.map.phase_long(state["name"], default=state["name"]))
        self.note = state.get("note", self.note)
        kept = self._standing
        for name, units in state.get("units", {}).items():
            power = self._power(name)
            power.clear_units()
            power.clear_orders()
        for name, units in state.get("units", {}).items():
            self.set_units(name, list(units))
        self._standing = kept
        for name, retreats in state.get("retreats", {}).items():
            self._power(name).retreats = {unit: list(to) for unit, to in retreats.items()}
        for key in "centers", "homes", "influence":
            for name, codes in state.get(key, {}).items():
                if codes or key != "homes":  # without homes a power keeps its own
                    setattr(self._power(name), key, list(codes))
        for name, value in state.get("civil_disorder", {}).items():
            self._power(name).civil_disorder = value
        self.clear_orders()

    def get_phase_data(self) -> GamePhaseData:
        """The phase to be played, with the orders set so far."""
        past = self._begin()
        past.orders = [copy.copy(self._given(power)) if power.order_is_set else None
                       for power in self._list]
        return GamePhaseData(past.name, past, past, {}, self.messages.copy())

    def _given(self, power: Power):
        """The orders of a power, in the form that Past uses."""
        return power.adjust if self.phase_type == "A" else power.orders

    def set_phase_data(self, phase_data, clear_history: bool = True) -> None:
        """Restores phases: the last is the current one, the earlier ones are history."""
        phases = list(phase_data) if isinstance(phase_data, (list, tuple)) else [phase_data]
        if not phases:
            return
        if clear_history:
            self._clear_history()
        for phase in phases[:-1]:
            self.extend_phase_history(phase)
        last = phases[-1]
        self.set_state(last.state, clear_history=False)
        if last.name != str(self._short):
            self._set_phase(self.map.phase_long(last.name, default=last.name))
        for name, orders in (last.orders or {}).items():
            if orders is not None:
                self.set_orders(name, orders)
        self.messages = last.messages.copy() if last.messages else SortedDict(int, Message)
        if last.name == "COMPLETED":
            self.status = "completed"

    def extend_phase_history(self, phase: GamePhaseData) -> None:
        """Adds a phase to the history."""
        self.state_history.put(phase.name, phase.state)
        self.order_history.put(phase.name, phase.orders)
        self.result_history.put(phase.name, phase.results)
        self.message_history.put(phase.name, phase.messages)

    def get_phase_from_history(self, short_phase_name: str, game_role=None) -> GamePhaseData:
        """A phase that was played. game_role: only the messages that this role sees, as in
        filter_messages."""
        key = Phase.of(short_phase_name)
        messages = self.message_history[key]
        if game_role:
            messages = self.filter_messages(messages, game_role)
        return GamePhaseData(str(key), self.state_history[key], self.order_history[key],
                             self.result_history[key], messages)

    def get_phase_history(self, from_phase=None, to_phase=None, game_role=None) \
            -> List[GamePhaseData]:
        """The phases that were played, from one to another, both included: names or indexes."""
        ends = [self.state_history.key_from_index(end) if isinstance(end, int) else end
                for end in (from_phase, to_phase)]
        if any(end is None and given is not None for end, given in
               zip(ends, (from_phase, to_phase))):
            return []
        return [self.get_phase_from_history(key, game_role)
                for key in self.state_history.sub_keys(*ends)]

    def phase_history_from_timestamp(self, timestamp: int) -> List[GamePhaseData]:
        return [phase for phase in self.get_phase_history()
                if phase.state["timestamp"] >= timestamp]

    def get_order_status(self, power_name: Optional[str] = None, unit: Optional[str] = None,
                         loc: Optional[str] = None):
        """Results of the last phase played: a list for a unit; (unit, list) for a place; {unit:
        list} for a power; else {power: {unit: list}}."""
        results = self.result_history.last_value() if self.result_history else {}
        if unit is not None:
            return results.get(unit, [])
        if loc is not None:
            for name, words in results.items():
                if name[2:] == loc or name[2:5] == loc:
                    return name, words
            return None, []
        state = self.state_history.last_value() if self.state_history else {"units": {}}
        found = {name: {text.lstrip("*"): results[text.lstrip("*")] for text in units
                        if text.lstrip("*") in results}
                 for name, units in state["units"].items()}
        return found if power_name is None else found.get(power_name.upper(), {})

    @property
    def command(self) -> Dict[str, str]:
        """{unit: rest of its order} of the last movement phase played; "H" if a unit had no
        order."""
        return self._played.find_commands() if self._played else {}

    @property
    def ordered_units(self) -> Dict[str, List[str]]:
        """{power: units to which it gave orders} of the last movement phase played."""
        return self._played.find_ordered() if self._played else {}

    # ── playing ──

    def process(self) -> GamePhaseData:
        """Plays the phase, and returns it with its results."""
        if "IGNORE_ERRORS" not in self.rules:
            for error in self.error:
                print(error)
        if self.is_game_done or self.phase_type == "-":
            return self.get_phase_data()
        short, past = self._short, self._begin()
        past.messages, self.messages = self.messages, SortedDict(int, Message)
        if self.phase_type == "M":
            past.results = self._play_moves(past)
        else:
            past.orders = [self._given(power) for power in self._list]
            past.results = self._play_retreats(past) if self.phase_type == "R" else \
                self._play_adjustments(past)
        self._pending.append((short, past))
        self._error = []
        if self._has_read or self.phase_type != "M":
            for power in self._list:
                power.clear_orders()
            self._has_read = False
        self._advance()
        return GamePhaseData(past.name, past, past, past, past.messages)

    def _find_orders(self, past: Past) -> Orders:
        """The orders that can be played, and which units have other texts: with NO_CHECK any text
        is accepted as an order. Stores all texts in past."""
        past.orders, found, powers, voids = [power.orders for power in self._list], [], b"", 0
        for power in self._list:
            texts = list_texts(power.orders)
            if not self._read(power, texts, legal=False):
                for unit, text in zip(power.orders, texts[:]):
                    if not self._read(power, [text], legal=False):
                        texts.remove(text)
                        if unit in power._units:
                            voids |= 1 << self._units.index(unit)
            found += texts
            powers += power.byte * len(texts)
        return Orders.of(self._pack(), powers, found, voids)

    def _play_orders(self, past: Past):
        """Plays the orders of a movement phase; returns them, and the result of Room.play. If all
        orders were just set, Room.play also reads them."""
        room, played = Lexicon.of(self.map).room(), None
        if not self._has_read:
            texts, powers = [], b""
            for power, given in self._waiting:
                texts += given
                powers += power.byte * len(given)
            orders = past.orders = Orders.of(self._pack(), powers, texts)
            played = room.play(orders, legal=True)
        if played is None:
            orders = self._find_orders(past)
            played = room.play(orders, legal=False)
        self._waiting = []
        return orders, played

    def _play_moves(self, past: Past):
        """Resolves a movement phase; returns a function that makes its results."""
        orders, (self._packed, units, ends, fates) = self._play_orders(past)
        begin = 0
        for power, end in zip(self._list, ends):
            power._units = units[begin:end]
            begin = end
        self._units, self._ends, self._is_flat, self._is_exposed = units, ends, True, False
        self._standing = Standing(None, self._standing,
                                  partial(list_arrivals, past, fates, units, ends))
        self._played = past
        self.popped, self.dislodged, self.lost, late = [], {}, {}, self._late
        if len(units) < len(fates):
            self._leave_all(past, fates, Lexicon.of(self.map).room().retreats())
        self._late = self.popped[:]
        return partial(self._make_results, orders, past.units, late)

    def _make_results(self, orders: Orders, units: List[str], late: List[str]):
        words = Lexicon.of(self.map).room().results(orders)
        return late_results(dict(zip(units, words)), late)

    def _leave_all(self, past: Past, fates: bytes, places) -> None:
        """Takes the dislodged units off the board. places: as Room.retreats returns them."""
        for number, fate in enumerate(fates):
            if fate >= DISLODGED:
                unit, attacker = past.units[number], past.units[fate - DISLODGED]
                power = self._list[bisect_right(past.ends, number)]
                self._leave(power, unit, attacker, *places.get(unit, ([], False)))

    def _leave(self, power: Power, unit: str, attacker: str, places: List[str],
               by_convoy: bool) -> None:
        """Takes a dislodged unit off the board, for its retreat or for good."""
        self.dislodged[unit] = attacker[2:5]
        if "PACKAGE_ERRORS" in self.rules and by_convoy:
            t = self.map.tables
            places = sorted(t.codes[to].upper()
                            for to in t.exits("AF".index(unit[0]), t.place(unit[2:])))
        if places:
            power.retreats = {**power.retreats, unit: places}
        else:
            self.popped.append(unit)

    def _play_retreats(self, past: Past) -> Dict[str, List[OrderResult]]:
        results: Dict[str, List[OrderResult]] = {}
        self.popped, self.dislodged = [], {}
        taken = self._taken()
        targets: Dict[str, int] = {}
        for power in self._list:
            for unit, rest in power.orders.items():
                if rest[0] == "R" and unit in power.retreats:
                    targets[rest[2:5]] = targets.get(rest[2:5], 0) + 1
        for power in self._list:
            for unit in power.retreats:
                rest = power.orders.get(unit, "D")
                words = results[unit] = [VOID] * power.voids.count(unit)
                if rest == "D":
                    words.append(DISBAND)
                elif targets[rest[2:5]] > 1 or rest[2:5] in taken:
                    words += [BOUNCE, DISBAND]
                else:
                    power.set_units(power._units + [f"{unit[0]} {rest[2:]}"])
                    self._stand(power, rest[2:])
                    continue
                self.popped.append(unit)
        for power in self._list:
            for unit in power.voids:
                if unit not in power.retreats:
                    results.setdefault(unit, [VOID])
            power.retreats = {}
        results, self._late = late_results(results, self._late), []
        return results

    def _play_adjustments(self, past: Past) -> Dict[str, List[OrderResult]]:
        results: Dict[str, List[OrderResult]] = {}
        plans = [(power, self._find_builds(power)[0]) for power in self._list]
        for power, due in plans:
            for unit in power.voids:
                results.setdefault(unit, []).append(VOID)
            for place, order in enumerate(power.adjust):
                unit = order.rsplit(" ", 1)[0]
                is_void = order == "WAIVE" or place >= abs(due)
                results.setdefault(unit, []).append(VOID if is_void else OK)
                if is_void:
                    continue
                if order[-1] == "B":
                    power.set_units(power._units + [unit])
                else:
                    power.set_units([old for old in power._units if old != unit])
            missing = -due - sum(order[-1] == "D" for order in power.adjust)
            if due < 0 < missing:
                for unit in choose_removals(self.map, power, missing):
                    results.setdefault(unit, []).append(OK)
                    power.set_units([old for old in power._units if old != unit])
        results, self._late = late_results(results, self._late), []
        return results

    # ── from phase to phase ──

    def _advance(self) -> None:
        """Goes to the next phase in which an order is due."""
        plays_all = "DONT_SKIP_PHASES" in self.rules
        while True:
            kind, season = self.phase_type, self.phase[0]
            if season == "F" and (kind == "R" or not plays_all and not self._has_retreats()):
                winners = self._capture()
                self._set_phase(self.map.find_next_phase(self.phase, "A"))
                if winners:
                    self._finish(winners)
                    return
            else:
                self._set_phase(self.map.find_next_phase(self.phase))
            kind = self.phase_type
            if kind == "M" or plays_all or kind == "R" and self._has_retreats():
                return
            if kind == "A" and any(self._find_builds(power)[0] for power in self._list):
                return

    def _has_retreats(self) -> bool:
        for power in self._list:
            if power.retreats:
                return True
        return False

    def _capture(self) -> List[str]:
        """Updates the owners of centres after a fall. Returns the winners."""
        before = {power.name: len(power.centers) for power in self._list}
        scs = self.map.scs_set
        for power in self._list:
            for unit in power._units:
                center = unit[2:5]
                if center not in scs or center in power.centers:
                    continue
                for old in self._list:
                    if center in old.centers:
                        old.centers = [other for other in old.centers if other != center]
                        self.lost[center] = old.name
                power.centers = power.centers + [center]
        return self._find_winners(before)

    def _find_winners(self, before: Dict[str, int]) -> List[str]:
        if int(self._short[1:-1]) - self.map.first_year + 1 >= YEARS_MAX:
            return [power.name for power in self._list if power._units]
        count = {power.name: len(power.centers) for power in self._list}
        most = max(count.values())
        if most < self.win:
            return []
        winners = [name for name, centers in count.items() if centers >= self.win]
        if "SHARED_VICTORY" not in self.rules:
            winners = [name for name in winners if count[name] == most]
            if sum(centers == most for centers in count.values()) > 1:
                return []
        if "HOLD_WIN" in self.rules:
            return [name for name in winners if before[name] >= self.win]
        return [name for name in winners if count[name] > before[name]]

    def _finish(self, winners: List[str]) -> None:
        self.outcome = [str(self._short), *winners]
        self.note = f"Victory by: {', '.join(name[:3] for name in winners)}"
        self._set_phase("COMPLETED")
        self.status = "completed"
        for power in self._list:
            power.clear_orders()
            power.retreats = {}

    def draw(self, winners: Optional[List[str]] = None) -> Tuple[GamePhaseData, GamePhaseData]:
        """Ends the game. winners None: all powers with units. Returns the phase that was being
        played, and the phase COMPLETED."""
        names = [power.name for power in self._list if power._units] if winners is None else \
            [name.upper() for name in winners]
        short, past = self._short, self._begin()
        past.orders = [self._given(power) for power in self._list]
        past.messages, self.messages = self.messages, SortedDict(int, Message)
        past.results = {}
        self._pending.append((short, past))
        self._finish(names)
        return (GamePhaseData(past.name, past, past, past, past.messages),
                self.get_phase_data())

    # ── messages ──

    @property
    def no_press(self) -> bool:
        return "NO_PRESS" in self.rules

    def __getattr__(self, name: str):
        # a property for each rule, such as game.no_check
        if name.upper() in RULES and name.islower():
            return name.upper() in self.rules
        raise AttributeError(f"a Game has no {name}")

    def new_power_message(self, recipient: str, body: str, sender: str = "SYSTEM") -> Message:
        return Message(sender=sender, recipient=recipient, message=body, phase=str(self._short))

    def new_global_message(self, body: str, sender: str = "SYSTEM") -> Message:
        return self.new_power_message("GLOBAL", body, sender)

    def add_message(self, message: Message) -> int:
        """Adds a message of this phase; returns when it was sent, in microseconds."""
        if message.phase != str(self._short):
            raise GamePhaseException(str(self._short), message.phase)
        if message.time_sent is None:
            message.time_sent = microseconds()
            if self.messages:
                message.time_sent = max(message.time_sent, int(self.messages.last_key()) + 1)
        self.messages.put(message.time_sent, message)
        return message.time_sent

    @staticmethod
    def filter_messages(messages: SortedDict, game_role, timestamp_from: Optional[int] = None,
                        timestamp_to: Optional[int] = None) -> Dict[int, Message]:
        """{time: message} of the messages that a role sees, both times included. A power or several
        see global messages and their own; OBSERVER_TYPE sees global messages and those of
        observers; OMNISCIENT_TYPE sees all."""
        roles = [game_role] if isinstance(game_role, str) else list(game_role)
        if OBSERVER_TYPE in roles:
            roles = [OBSERVER]
        return {message.time_sent: message for message in messages.sub(timestamp_from, timestamp_to)
                if OMNISCIENT_TYPE in roles or message.is_global() or
                message.sender in roles or message.recipient in roles}

    def has_message(self, message: Message) -> bool:
        return message.time_sent in self.messages

    # ── the whole ──

    def render(self, incl_orders: bool = True, incl_abbrev: bool = False,
               output_format: str = "svg", output_path: Optional[str] = None) -> str:
        """The position as SVG. With incl_orders, the orders set so far are drawn."""
        if output_format != "svg":
            raise ValueError(f"output_format {output_format!r}: only svg is made")
        text = str(self._picture(incl_orders))
        if output_path:
            with open(output_path, "w", encoding="utf-8") as file:
                file.write(text)
        return text

    def board(self) -> Board:
        """The position as a Board of ares. Its dislodged units have no barred province."""
        t = self.map.tables
        codes = dict(zip(t.power_names, t.powers))
        year = max(int(self._short[1:-1]), self.map.first_year) if self.phase_type != "-" else 0
        phase = f"{self._short[0]}{year}{self._short[-1]}" if year else "S1901M"
        units = [(codes[power.name], unit) for power in self._list for unit in power._units]
        leaving = [(codes[power.name], unit, None) for power in self._list
                   for unit in power.retreats] if phase.endswith("R") else []
        owners = {codes[power.name]: power.centers for power in self._list}
        return Board(t, units, phase, owners, [(power, unit, None) for power, unit, _ in leaving])

    def _picture(self, incl_orders: bool):
        from ...boards import judge
        from ...orders import Order
        board = self.board()
        if not (incl_orders and self.phase_type == "M"):
            return board.picture(self.game_id)
        t = self.map.tables
        codes = dict(zip(t.power_names, t.powers))
        orders = {codes[power.name]: [
            Order.read(t, text, "package") for text in power.list_orders()
            if self._read(power, [text], legal=False)] for power in self._list}
        return judge(board, orders).picture(self.game_id)

    def _repr_svg_(self) -> str:
        return self.render()

    def to_dict(self) -> Dict[str, Any]:
        """The game as plain values; Game.from_dict restores it."""
        histories = {name: {str(key): value for key, value in getattr(self, name).items()}
                     for name in ("state_history", "order_history")}
        histories["result_history"] = {
            str(key): {unit: [str(word) for word in words] for unit, words in value.items()}
            for key, value in self.result_history.items()}
        histories["message_history"] = {
            str(key): {str(at): message.to_dict() for at, message in value.items()}
            for key, value in self.message_history.items()}
        return {"game_id": self.game_id, "map_name": self.map_name, "rules": list(self.rules),
                "status": self.status, "note": self.note, "outcome": list(self.outcome),
                "phase": self.phase, "victory": list(self.victory), "role": self.role,
                "error": [str(error) for error in self.error], "zobrist_hash": self.zobrist_hash,
                "powers": {name: power.to_dict() for name, power in self.powers.items()},
                "messages": {str(at): message.to_dict() for at, message in self.messages.items()},
                **histories}

    @classmethod
    def from_dict(cls, values: Dict[str, Any]) -> "Game":
        """The game from the values of to_dict()."""
        game = cls(values.get("game_id"), **{key: values[key] for key in (
            "map_name", "rules", "status", "note", "outcome", "victory", "role") if key in values})
        game._set_phase(values.get("phase", game.phase))
        for name, fields in values.get("powers", {}).items():
            for key, value in fields.items():
                if key not in ("name", "abbrev"):
                    setattr(game.powers[name], key, copy.deepcopy(value))
        for key in "state_history", "order_history":
            getattr(game, key).fill(values.get(key, {}))
        for phase, results in values.get("result_history", {}).items():
            game.result_history.put(phase, {unit: [read_result(word) for word in words]
                                            for unit, words in results.items()})
        for phase, rows in values.get("message_history", {}).items():
            game.message_history.put(phase, read_messages(rows))
        game.messages = read_messages(values.get("messages", {}))
        return game

    def json(self) -> str:
        """The values of to_dict() as JSON."""
        return json.dumps(self.to_dict())

    def __deepcopy__(self, memo) -> "Game":
        other = object.__new__(type(self))
        memo[id(self)] = other
        for key, value in self.__dict__.items():
            if isinstance(value, SortedDict):
                value = value.copy()
            elif key not in SHARED and not isinstance(value, (str, int, type(None))):
                value = value[:] if key in LISTS else copy.deepcopy(value, memo)
            other.__dict__[key] = value
        other._histories = [values.copy() for values in self._histories]
        other.powers = {name: power.copy(other) for name, power in self.powers.items()}
        other._list = list(other.powers.values())
        other._waiting = [(other.powers[power.name], orders) for power, orders in self._waiting]
        return other

    def __getstate__(self):
        return self.to_dict()

    def __setstate__(self, values):
        self.__dict__.update(Game.from_dict(values).__dict__)
        for power in self._list:
            power.game = self


SHARED = {"map", "powers", "_list", "_histories", "_short", "_units", "_ends", "_packed",
          "_taken_by", "_standing", "_played", "_waiting"}
LISTS = {"rules", "outcome", "_error", "victory", "meta_rules", "popped", "_late", "_pending"}


def list_arrivals(past: Past, fates: bytes, units: List[str], ends: List[int]):
    """(power, province to which a unit of it moved), for each move of a movement phase."""
    begin = 0
    for name, end, after_end in zip(past.powers, past.ends, ends):
        moved = fates[begin:end].count(MOVED)
        for unit in units[after_end - moved:after_end]:
            yield name, unit[2:5]
        begin = end


def read_messages(rows) -> SortedDict:
    return SortedDict(int, Message, {at: Message.from_dict(row) for at, row in rows.items()})


def late_results(results, late: List[str]):
    """Adds units that were dislodged in the phase before and had nowhere to retreat."""
    for unit in late:
        results.setdefault(unit, []).append(DISBAND)
    return results


__all__ = ["Game", "UNKNOWN"]
