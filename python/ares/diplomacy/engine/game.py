"""game: a game as users of the package know it. Movement phases are resolved by the library."""
from __future__ import annotations

import copy
import hashlib
import json
import random
import string
import time
from typing import Any, Dict, Iterable, List, Optional, Tuple, Union

from ...boards import Board
from ..utils import errors
from ..utils.constants import GAME_RULES, OrderSettings
from ..utils.exceptions import GamePhaseException, MapPowerException
from ..utils.game_phase_data import GamePhaseData, read_result
from ..utils.order_results import BOUNCE, DISBAND, OK, VOID, OrderResult
from ..utils.sorted_dict import History, Lazy, SortedDict
from .lexicon import cut
from .map import UNKNOWN, Map, phase_number
from .message import Message
from .power import Power
from .reader import Reader
from .referee import Referee
from .winter import choose_removals, count_builds, count_due, list_sites

RULES = {
    "NO_PRESS", "PUBLIC_PRESS", "BUILD_ANY", "CIVIL_DISORDER", "HOLD_WIN", "SHARED_VICTORY",
    "NO_CHECK", "DONT_SKIP_PHASES", "DIFFERENT_ADJUDICATION", "POWER_CHOICE", "REAL_TIME",
    "MULTIPLE_POWERS_PER_PLAYER", "NO_OBSERVATIONS", "START_MASTER", "PROPOSE_DIAS", "NO_DIAS",
    "SOLITAIRE", "NO_DEADLINE", "CD_DUMMIES", "ALWAYS_WAIT", "IGNORE_ERRORS",
    "PACKAGE_ERRORS",  # ours: their errors of the rules, see doc/diplomacy.md
}
IMPLIED = {"SOLITAIRE": ("NO_DEADLINE", "CD_DUMMIES", "ALWAYS_WAIT")}
EXCLUDED = {"NO_PRESS": "PUBLIC_PRESS", "PUBLIC_PRESS": "NO_PRESS", "NO_DIAS": "PROPOSE_DIAS",
            "PROPOSE_DIAS": "NO_DIAS"}
YEARS_MAX = 100
ID_LETTERS = string.ascii_letters + string.digits + "-_"


class Phase(str):
    """The name of a phase, "S1901M", that sorts by time."""

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


_keys: Dict[str, int] = {}
_phases: Dict[str, Tuple[Phase, str]] = {}  # of long names: the short one, and its type


def hash_of(key: str) -> int:
    """64 bits for a part of a position."""
    found = _keys.get(key)
    if found is None:
        found = _keys[key] = int.from_bytes(hashlib.blake2b(key.encode(), digest_size=8).digest(),
                                            "little")
    return found


class Game:
    """A game.

    game_id: 16 characters by default. Keywords: map_name, rules, and other fields of a game.
    rules=None gives those of a game that one program plays, [] none.
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
        self.error: List[Any] = []
        centers = sum(self.map.tables.is_centre[:self.map.tables.province_count])
        self.victory = list(kwargs.get("victory") or [self.map.victory or centers // 2 + 1])
        self.meta_rules: List[str] = []
        self.deadline, self.n_controls, self.timestamp_created = 0, None, microseconds()
        self.registration_password = None
        self.powers = {name: Power(self, name) for name in self.map.powers}
        self._list = list(self.powers.values())
        for power in self._list:
            power.units = list(self.map.units[power.name])
            power.centers = list(self.map.centers[power.name])
            power.homes = list(self.map.homes[power.name])
            power.influence = [unit[2:5] for unit in power.units]
        self._set_phase(self.map.phase)
        self._clear_history()
        self.messages = SortedDict(int, Message)
        self._clear_played()
        self._late: List[str] = []  # dislodged without a retreat; the next phase has their result
        self._referee: Optional[Referee] = None
        self._menu: Optional[Dict[str, List[str]]] = None
        self._menu_units: List[List[str]] = []
        if kwargs.get("phase") not in (None, self.phase):
            self._set_phase(kwargs["phase"])
        for message in kwargs.get("messages") or ():
            self.messages.put(message.time_sent, message)

    def _clear_history(self) -> None:
        self.state_history = History(Phase.of, dict)
        self.order_history = History(Phase.of, dict)
        self.result_history = History(Phase.of, dict)
        self.message_history = History(Phase.of, SortedDict)

    def _clear_played(self) -> None:
        """What the last movement phase left for its users."""
        # the power, its orders and its units
        self._played: List[Tuple[str, Dict[str, str], List[str]]] = []
        self.dislodged: Dict[str, str] = {}
        self.popped: List[str] = []
        self.lost: Dict[str, str] = {}
        self.supports: Dict[str, list] = {}
        self.combat: Dict[str, dict] = {}
        self.result: Dict[str, List[OrderResult]] = {}

    def _set_phase(self, long: str) -> None:
        """The phase to be played, by its long name."""
        self.phase = long
        if long not in _phases:
            short = Phase.of(self.map.phase_abbr(long))
            played = short.number >= 0 and long not in ("FORMING", "COMPLETED")
            _phases[long] = short, short[-1] if played else "-"
        self._short, self.phase_type = _phases[long]

    # ── what it is ──

    @property
    def current_short_phase(self) -> str:
        return str(self._short)

    def get_current_phase(self) -> str:
        """ "S1901M"."""
        return str(self._short)

    @property
    def win(self) -> int:
        """Centres that win."""
        return self.victory[0]

    @property
    def zobrist_hash(self) -> int:
        return self._hash()

    def get_hash(self) -> str:
        """A hash of units, retreats, centres, homes and the type of the phase, as text."""
        return str(self._hash())

    def _hash(self) -> int:
        found = hash_of(f"phase {self.phase_type}")
        for power in self._list:
            name = power.name
            for unit in power.units:
                found ^= hash_of(f"unit {name} {unit}")
            for unit, places in power.retreats.items():
                found ^= hash_of(f"dislodged {name} {unit} {' '.join(places)}")
            for center in power.centers:
                found ^= hash_of(f"center {name} {center}")
            for home in power.homes:
                found ^= hash_of(f"home {name} {home}")
        return found

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
        """Adds a rule, and those that it implies. Unknown ones are ignored."""
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
        """The rules that there are, as a set of names."""
        return set(RULES)

    # ── powers ──

    def _power(self, name: str) -> Power:
        power = self.powers.get(name) or self.powers.get(name.upper())
        if power is None:
            raise MapPowerException(name)
        return power

    def get_power(self, power_name: str) -> Optional[Power]:
        """The power of a name in capitals, or None."""
        return self.powers.get(power_name)

    def get_map_power_names(self):
        return self.powers.keys()

    def get_map(self) -> Map:
        return self.map

    def _unit_owner(self, unit: str, coast_required: int = 1) -> Optional[Power]:
        """The power that has a unit. coast_required 0: the unit may lack its coast."""
        for power in self._list:
            if unit in power.units:
                return power
            if not coast_required and any(own[:5] == unit[:5] for own in power.units):
                return power
        return None

    def _of(self, power_name: Optional[str], values) -> Any:
        if power_name is None:
            return {name: values(power) for name, power in self.powers.items()}
        return values(self.powers.get(power_name.upper()) or getattr(None, "units"))

    def get_units(self, power_name: Optional[str] = None):
        """["A PAR", ..., "*A BUR" of a dislodged one]; without a power, {power: ...}."""
        return self._of(power_name, lambda power: power.units + ["*" + unit
                                                                 for unit in power.retreats])

    def get_centers(self, power_name: Optional[str] = None):
        return self._of(power_name, lambda power: list(power.centers))

    def get_orders(self, power_name: Optional[str] = None):
        """The orders given so far: ["A PAR - BUR"]; without a power, {power: ...}."""
        if self.phase_type == "A":
            return self._of(power_name, lambda power: list_orders(power.adjust))
        return self._of(power_name, lambda power: list_orders(power.orders))

    def get_orderable_locations(self, power_name: Optional[str] = None):
        """Provinces where orders are due; without a power, {power: ...}."""
        def read(power):
            if self.phase_type == "R":
                units: Iterable[str] = power.retreats
            elif self.phase_type == "A":
                due = self._count_builds(power)
                if due > 0:
                    return sorted(self._sites(power))
                units = power.units if due < 0 else ()
            else:
                units = power.units
            return sorted(unit[2:5] for unit in units)

        return self._of(power_name, read)

    def _sites(self, power: Power) -> List[str]:
        return list_sites(power, self._list, "BUILD_ANY" in self.rules)

    def _count_builds(self, power: Power) -> int:
        return count_builds(power, self._list, "BUILD_ANY" in self.rules)

    # ── legal orders ──

    def _legal(self) -> Dict[str, List[str]]:
        """{unit: orders} of a movement phase."""
        units = [power.units for power in self._list]
        if self._menu is None or units != self._menu_units:
            if self._referee is None:
                self._referee = Referee(self.map)
            self._menu = self._referee.menu(self._list)
            self._menu_units = [list(row) for row in units]
        return self._menu

    def get_all_possible_orders(self) -> Dict[str, List[str]]:
        """{place: legal orders} for every place of the map."""
        found: Dict[str, List[str]] = {key: [] for key in self.map.keys}
        kind = self.phase_type
        if kind == "M":
            for unit, orders in self._legal().items():
                found[unit[2:]] = orders[:]
                if len(unit) > 5:
                    found[unit[2:5]] = orders[:]
        elif kind == "R":
            taken = {unit[2:5] for power in self._list for unit in power.units}
            for power in self._list:
                for unit, places in power.retreats.items():
                    self._list_under(found, unit[2:], [f"{unit} D"] + [
                        f"{unit} R {to}" for to in places if to[:3] not in taken])
        elif kind == "A":
            for power in self._list:
                self._list_adjustments(found, power)
        return found

    @staticmethod
    def _list_under(found, loc: str, orders: List[str]) -> None:
        found[loc] += orders
        if len(loc) > 3:
            found[loc[:3]] += orders

    def _list_adjustments(self, found, power: Power) -> None:
        due = self._count_builds(power)
        if due < 0:
            for unit in power.units:
                self._list_under(found, unit[2:], [f"{unit} D"])
        for site in self._sites(power) if due > 0 else ():
            for place in self.map.find_coasts(site):
                orders = [f"{kind} {place} B" for kind in "AF"
                          if self.map.is_valid_unit(f"{kind} {place}")]
                self._list_under(found, place, orders)
                found[place].append("WAIVE")

    # ── orders ──

    def set_orders(self, power_name: str, orders: Union[str, List[str]], expand: bool = True,
                   replace: bool = True) -> None:
        """Adds orders of a power to those before; an order replaces one of the same unit, unless
        replace is False. One that is not valid is dropped, and `error` says why. expand=False: only
        the normal form is read."""
        power = self.powers.get(power_name) or self._power(power_name)
        if isinstance(orders, str):
            orders = [orders]
        if self.phase_type == "M":
            self._set_moves(power, orders, expand, replace)
            power.order_is_set = 2 if power.orders else 1
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

    def _set_moves(self, power: Power, orders: List[str], expand: bool, replace: bool) -> None:
        menu, given, own = self._legal(), power.orders, power.units
        for text in orders:
            unit, rest = cut(text)
            if unit not in own or text not in menu[unit]:
                unit, rest = self._read_move(power, text, expand)
                if unit is None:
                    continue
            if not replace and unit in given:
                self.error.append(errors.ORDER_TWICE % text)
                continue
            given[unit] = rest

    def _reader(self) -> Reader:
        return Reader(self.map, {unit[2:5]: (power.name, unit)
                                 for power in self._list for unit in power.units})

    def _read_move(self, power: Power, text: str, expand: bool) -> Tuple[Optional[str], str]:
        """The unit and the rest of an order that is not in normal form, or not legal; None as the
        unit: it is refused, and noted."""
        unit, rest = self._reader().read_move(text)
        words = text.split(" ", 2)
        if unit is None or unit not in power.units:
            if "NO_CHECK" in self.rules and " ".join(words[:2]) in power.units:
                return " ".join(words[:2]), words[2] if len(words) > 2 else ""
            self.error.append((errors.UNIT_FOREIGN if unit else errors.UNIT_UNKNOWN) % text)
            return None, ""
        wanted = f"{unit} {rest}"
        normal = expand or wanted == text
        legal = self._legal()[unit]
        if rest is not None and normal and (wanted in legal or rest[0] == "-" and unit[0] == "A"
                                            and wanted + " VIA" in legal):
            return unit, rest
        if "NO_CHECK" in self.rules:
            return unit, words[2] if " ".join(words[:2]) == unit and len(words) > 2 else text
        self.error.append((errors.ORDER_UNREADABLE if rest is None else
                           errors.ORDER_IMPOSSIBLE) % text)
        return None, ""

    def _set_retreats(self, power: Power, orders: List[str]) -> None:
        reader = self._reader()
        for text in orders:
            unit, rest = reader.read_retreat(text, power.retreats)
            if unit is None:
                self.error.append(errors.UNIT_UNKNOWN % text)
                named = reader.tokens(text)[:2]
                if len(named) == 2 and self.map.is_valid_unit(" ".join(named), no_coast_ok=1):
                    power.voids.append(" ".join(named))
            elif rest is None:
                power.voids.append(unit)
                self.error.append(errors.ORDER_IMPOSSIBLE % text)
            else:
                power.orders[unit] = rest

    def _set_adjustments(self, power: Power, orders: List[str], replace: bool) -> None:
        reader, due, given = self._reader(), self._count_builds(power), set()
        for text in orders:
            order = reader.read_adjustment(text)
            if order is None:
                self.error.append(errors.ORDER_UNREADABLE % text)
                continue
            unit = order[:-2]
            if order == "WAIVE":
                power_has_room = len(power.adjust) < due
                if power_has_room:
                    power.adjust.append(order)
                else:
                    power.voids.append("WAIVE")
                continue
            same = [other for other in power.adjust if other[2:5] == order[2:5]
                    and other != "WAIVE"]
            if same and not replace:
                self.error.append(errors.ORDER_TWICE % text)
                continue
            if order[2:5] in given or not self._may_adjust(power, unit, order[-1], due):
                power.voids.append(unit)
                self.error.append(errors.ADJUSTMENT_IMPOSSIBLE % text)
                continue
            given.add(order[2:5])
            power.adjust = [other for other in power.adjust if other not in same]
            if len(power.adjust) >= abs(due):
                self.error.append(errors.ADJUSTMENT_SURPLUS % text)
            power.adjust.append(order)

    def _may_adjust(self, power: Power, unit: str, action: str, due: int) -> bool:
        if action == "D":
            return due < 0 and unit in power.units
        return due > 0 and unit[2:5] in self._sites(power) and self.map.is_valid_unit(unit)

    def clear_orders(self, power_name: Optional[str] = None) -> None:
        for power in self._list if power_name is None else [self._power(power_name)]:
            power.clear_orders()

    # ── the position ──

    def set_units(self, power_name: str, units: Union[str, List[str]], reset: bool = False) -> None:
        """Puts units on the board, in place of those in the same provinces. "*A PAR" is dislodged;
        where it may go is found in phases of retreats only. reset: without those it has."""
        power = self._power(power_name)
        if reset:
            power.clear_units()
        self.clear_cache()
        for text in [units] if isinstance(units, str) else units:
            unit = self._read_unit(text)
            if unit is None:
                self.error.append(errors.INVALID_UNIT % text)
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
            if any(old[2:5] == unit[2:5] for old in other.units):
                other.units = [old for old in other.units if old[2:5] != unit[2:5]]
                other.orders.pop(unit, None)
        power.units = power.units + [unit]
        self._stand(power, unit[2:5])

    def _open_places(self, unit: str) -> List[str]:
        """Free places beside a unit."""
        taken = {other[2:5] for power in self._list for other in power.units}
        t = self.map.tables
        places = [t.codes[to].upper() for to in t.exits("AF".index(unit[0]), t.place(unit[2:]))]
        return sorted(to for to in places if to[:3] not in taken)

    def _stand(self, power: Power, province: str) -> None:
        """The power is the last that stood in a province."""
        for other in self._list:
            if other is not power and province in other.influence:
                other.influence = [old for old in other.influence if old != province]
        if province not in power.influence:
            power.influence = power.influence + [province]

    def set_centers(self, power_name: str, centers: Union[str, List[str]],
                    reset: bool = False) -> None:
        """Gives centres to a power. reset: without those it has."""
        power = self._power(power_name)
        if reset:
            power.centers = []
        for text in [centers] if isinstance(centers, str) else centers:
            code = self.map.aliases.get(text.upper(), text.upper())
            if code not in self.map.scs:
                self.error.append(errors.INVALID_UNIT % text)
                continue
            for other in self._list:
                if code in other.centers:
                    other.centers = [old for old in other.centers if old != code]
            power.centers = power.centers + [code]

    def clear_units(self, power_name: Optional[str] = None) -> None:
        for power in self._list if power_name is None else [self.powers[power_name]]:
            power.clear_units()
        self.clear_cache()

    def clear_centers(self, power_name: Optional[str] = None) -> None:
        for power in self._list if power_name is None else [self.powers[power_name]]:
            power.clear_centers()

    def clear_cache(self) -> None:
        self._menu = None

    def set_current_phase(self, new_phase: str) -> None:
        """The phase to be played: "F1903M"."""
        self._set_phase(self.map.phase_long(new_phase))
        self.clear_orders()

    def set_status(self, status: str) -> None:
        self.status = status

    def set_wait(self, power_name: str, wait: bool) -> None:
        self._power(power_name).wait = bool(wait)

    def set_controlled(self, power_name: str, username: Optional[str]) -> None:
        self._power(power_name).set_controlled(username)

    def has_draw_vote(self) -> bool:
        """Whether all powers that are left have voted for a draw."""
        return all(power.vote == "yes" for power in self._list if not power.is_eliminated())

    def count_voted(self) -> int:
        return sum(power.vote == "yes" for power in self._list if not power.is_eliminated())

    # ── states ──

    def _builds(self, power: Power) -> Dict[str, Any]:
        if self.phase_type != "A":
            return {"count": 0, "homes": []}
        due = self._count_builds(power)
        return {"count": due, "homes": self._sites(power) if due > 0 else []}

    def _snapshot(self) -> Lazy:
        """The state, made when it is first read."""
        rows = [(power.name, power.units[:], power.retreats, power.centers[:], power.homes,
                 power.influence, power.civil_disorder) for power in self._list]
        kept = (self.phase_type, str(self._short), self.note, microseconds(),
                "BUILD_ANY" in self.rules)
        return Lazy(lambda: make_state(kept, rows))

    def get_state(self) -> Dict[str, Any]:
        """The position as plain values: see doc/diplomacy.md."""
        return self._snapshot().make()

    def set_state(self, state: Dict[str, Any], clear_history: bool = True) -> None:
        """Takes the position of a state. RuntimeError: it is of another map."""
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
        for name, units in state.get("units", {}).items():
            power = self._power(name)
            power.units, power.retreats = [], {}
            power.clear_orders()
        for name, units in state.get("units", {}).items():
            kept = self.powers[name.upper()].influence
            self.set_units(name, list(units))
            self.powers[name.upper()].influence = kept
        for name, retreats in state.get("retreats", {}).items():
            self._power(name).retreats = {unit: list(to) for unit, to in retreats.items()}
        for key in "centers", "homes", "influence":
            for name, codes in state.get(key, {}).items():
                if codes or key != "homes":  # without homes a power keeps its own
                    setattr(self._power(name), key, list(codes))
        for name, value in state.get("civil_disorder", {}).items():
            self._power(name).civil_disorder = value
        self.clear_orders()
        self.clear_cache()

    def _orders_data(self, played: bool) -> Lazy:
        """{power: [order]}; None for a power that has ordered nothing, unless the phase is
        played."""
        winter = self.phase_type == "A"
        rows = [(power.name, power.adjust if winter else power.orders,
                 played or power.order_is_set != 0) for power in self._list]
        if not played:
            rows = [(name, copy.copy(orders), known) for name, orders, known in rows]
        return Lazy(lambda: {name: list_orders(orders) if known else None
                             for name, orders, known in rows})

    def get_phase_data(self) -> GamePhaseData:
        """The phase to be played, with the orders so far."""
        return GamePhaseData(str(self._short), self._snapshot(), self._orders_data(False), {},
                             self.messages.copy())

    def set_phase_data(self, phase_data, clear_history: bool = True) -> None:
        """Takes phases: the last is the current one, the earlier ones are history."""
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
        """A phase that was played."""
        key = Phase.of(short_phase_name)
        return GamePhaseData(str(key), self.state_history[key], self.order_history[key],
                             self.result_history[key], self.message_history[key])

    def get_phase_history(self, from_phase=None, to_phase=None, game_role=None) \
            -> List[GamePhaseData]:
        """The phases that were played, from one to another: names or places, both included."""
        ends = [self.state_history.key_from_index(end) if isinstance(end, int) else end
                for end in (from_phase, to_phase)]
        if any(end is None and given is not None for end, given in
               zip(ends, (from_phase, to_phase))):
            return []
        return [self.get_phase_from_history(key) for key in self.state_history.sub_keys(*ends)]

    def phase_history_from_timestamp(self, timestamp: int) -> List[GamePhaseData]:
        return [phase for phase in self.get_phase_history()
                if phase.state["timestamp"] >= timestamp]

    def get_order_status(self, power_name: Optional[str] = None, unit: Optional[str] = None,
                         loc: Optional[str] = None):
        """Results of the last phase played: a list for a unit; (unit, list) for a place; {unit:
        list} for a power; {power: {unit: list}}."""
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
        """{unit: rest of its order} of the last movement phase played; without one "H"."""
        return {unit: orders.get(unit, "H") for _, orders, units in self._played for unit in units}

    @property
    def ordered_units(self) -> Dict[str, List[str]]:
        """{power: units that it gave orders} of the last movement phase played."""
        return {name: list(orders) for name, orders, _ in self._played}

    # ── playing ──

    def process(self) -> GamePhaseData:
        """Plays the phase, and returns it with its results."""
        if self.error and "IGNORE_ERRORS" not in self.rules:
            for error in self.error:
                print(error)
        if self.is_game_done or self.phase_type == "-":
            return self.get_phase_data()
        short, state = self._short, self._snapshot()
        orders, messages = self._orders_data(True), self.messages
        results = {"M": self._play_moves, "R": self._play_retreats,
                   "A": self._play_adjustments}[self.phase_type]()
        self._record(short, state, orders, results, messages)
        self.messages = SortedDict(int, Message)
        self.error = []
        for power in self._list:
            power.clear_orders()
        self._advance()
        return GamePhaseData(str(short), Lazy(lambda: self_state(state)), orders, results, messages)

    def _record(self, short: Phase, state, orders, results, messages) -> None:
        """Puts a phase into the history."""
        keys = self.state_history._keys
        is_last = not keys or keys[-1].number < short.number
        for history, value in ((self.state_history, state), (self.order_history, orders),
                               (self.result_history, results), (self.message_history, messages)):
            if is_last:
                history.append(short, value)
            else:
                history.put(short, value)

    def _play_moves(self) -> Lazy:
        """Resolves a movement phase; returns its results."""
        if self._referee is None:
            self._referee = Referee(self.map)
        referee = self._referee
        self._played = [(power.name, power.orders, power.units) for power in self._list]
        outcome = referee.resolve(self._list)
        moved, gone, late = outcome.moved, outcome.dislodged, self._late
        self.popped, self.dislodged, self.lost = [], {}, {}
        if gone:
            came = {after[2:5]: unit for row in moved for unit, after in row.items()}
        for power, row in zip(self._list, moved):
            units = power.units
            if row:
                power.units = [unit for unit in units if unit not in row]
                power.units += row.values()
                for after in row.values():
                    if after[2:5] not in power.influence:
                        self._stand(power, after[2:5])
            for unit in [unit for unit in units if unit in gone] if gone else ():
                power.units = [other for other in power.units if other != unit]
                self._leave(power, unit, came.get(unit[2:5]), *gone[unit])
        self._late = list(self.popped)
        results = Lazy(lambda: late_results(referee.results(outcome.phase, outcome.void_units),
                                            late))
        return results

    def _leave(self, power: Power, unit: str, attacker: Optional[str], places: List[str],
               by_convoy: bool) -> None:
        """A dislodged unit leaves the board, for its retreat or for good."""
        self.dislodged[unit] = attacker[2:5] if attacker else ""
        if "PACKAGE_ERRORS" in self.rules and by_convoy:
            t = self.map.tables
            places = sorted(t.codes[to].upper()
                            for to in t.exits("AF".index(unit[0]), t.place(unit[2:])))
        if places:
            power.retreats = {**power.retreats, unit: places}
        else:
            self.popped.append(unit)

    def _play_retreats(self) -> Dict[str, List[OrderResult]]:
        results: Dict[str, List[OrderResult]] = {}
        self.popped, self.dislodged = [], {}
        taken = {unit[2:5] for power in self._list for unit in power.units}
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
                    power.units = power.units + [f"{unit[0]} {rest[2:]}"]
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

    def _play_adjustments(self) -> Dict[str, List[OrderResult]]:
        results: Dict[str, List[OrderResult]] = {}
        plans = [(power, self._count_builds(power)) for power in self._list]
        for power, due in plans:
            for unit in power.voids:
                results.setdefault(unit, []).append(VOID)
            for place, order in enumerate(power.adjust):
                unit = order[:-2]
                if order == "WAIVE":
                    results.setdefault(order, [])
                    continue
                results.setdefault(unit, []).append(OK if place < abs(due) else VOID)
                if place >= abs(due):
                    continue
                if order[-1] == "B":
                    power.units = power.units + [unit]
                else:
                    power.units = [old for old in power.units if old != unit]
            missing = -due - sum(order[-1] == "D" for order in power.adjust)
            if due < 0 < missing:
                for unit in choose_removals(self.map, power, missing, []):
                    results.setdefault(unit, []).append(OK)
                    power.units = [old for old in power.units if old != unit]
        results, self._late = late_results(results, self._late), []
        return results

    # ── from phase to phase ──

    def _advance(self) -> None:
        """Goes to the next phase in which there is something to do."""
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
            if kind == "A" and any(self._count_builds(power) for power in self._list):
                return

    def _has_retreats(self) -> bool:
        for power in self._list:
            if power.retreats:
                return True
        return False

    def _capture(self) -> List[str]:
        """Centres change hands after a fall. Returns who has won."""
        before = {power.name: len(power.centers) for power in self._list}
        owner = {center: power for power in self._list for center in power.centers}
        scs = self.map.scs_set
        for power in self._list:
            for unit in power.units:
                center = unit[2:5]
                old = owner.get(center)
                if center not in scs or old is power:
                    continue
                if old is not None:
                    old.centers = [other for other in old.centers if other != center]
                    self.lost[center] = old.name
                power.centers = power.centers + [center]
        return self._find_winners(before)

    def _find_winners(self, before: Dict[str, int]) -> List[str]:
        if int(self._short[1:-1]) - self.map.first_year + 1 >= YEARS_MAX:
            return [power.name for power in self._list if power.units]
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
        """Ends the game. winners None: all powers with units. Returns the phase that was open, and
        the phase COMPLETED."""
        names = [power.name for power in self._list if power.units] if winners is None else \
            [name.upper() for name in winners]
        short, state, orders = self._short, self._snapshot(), self._orders_data(True)
        messages = self.messages
        self._record(short, state, orders, {}, messages)
        self.messages = SortedDict(int, Message)
        self._finish(names)
        return (GamePhaseData(str(short), self_state(state), orders, {}, messages),
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

    def has_message(self, message: Message) -> bool:
        return message.time_sent in self.messages

    # ── the whole ──

    def render(self, incl_orders: bool = True, incl_abbrev: bool = False,
               output_format: str = "svg", output_path: Optional[str] = None) -> str:
        """The position as SVG. With incl_orders, the orders given so far are drawn."""
        if output_format != "svg":
            raise ValueError(f"output_format {output_format!r}: only svg is made")
        text = str(self._picture(incl_orders))
        if output_path:
            with open(output_path, "w", encoding="utf-8") as file:
                file.write(text)
        return text

    def board(self) -> Board:
        """The position as a Board of ares. Dislodged units are barred from nowhere."""
        t = self.map.tables
        codes = dict(zip(t.power_names, t.powers))
        year = max(int(self._short[1:-1]), self.map.first_year) if self.phase_type != "-" else 0
        phase = f"{self._short[0]}{year}{self._short[-1]}" if year else "S1901M"
        units = [(codes[power.name], unit) for power in self._list for unit in power.units]
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
        data = Referee(self.map).lexicon.data
        orders = {codes[power.name]: [Order(t, data[unit][rest])
                                      for unit, rest in power.orders.items()
                                      if rest in data.get(unit, ())] for power in self._list}
        return judge(board, orders).picture(self.game_id)

    def _repr_svg_(self) -> str:
        return self.render()

    def to_dict(self) -> Dict[str, Any]:
        """The game as plain values; Game.from_dict makes it again."""
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
        """The game of such values."""
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
        """The same as JSON."""
        return json.dumps(self.to_dict())

    def __deepcopy__(self, memo) -> "Game":
        other = object.__new__(type(self))
        memo[id(self)] = other
        for key, value in self.__dict__.items():
            if key in SHARED or isinstance(value, (str, int, type(None))):
                other.__dict__[key] = value
            elif isinstance(value, SortedDict):
                other.__dict__[key] = value.copy()
            elif key not in ("powers", "_list"):
                other.__dict__[key] = copy.deepcopy(value, memo)
        other._referee, other._menu = None, None
        other.powers = {name: copy_power(power, other) for name, power in self.powers.items()}
        other._list = list(other.powers.values())
        return other

    def __getstate__(self):
        return self.to_dict()

    def __setstate__(self, values):
        self.__dict__.update(Game.from_dict(values).__dict__)
        for power in self._list:
            power.game = self


SHARED = ("map", "_referee", "_menu", "_menu_units", "_short")


def list_orders(orders) -> List[str]:
    """The orders of a power: of {unit: rest of its order}, or of a winter's list."""
    if isinstance(orders, dict):
        return [f"{unit} {rest}" for unit, rest in orders.items()]
    return [order for order in orders if order != "WAIVE"]


def copy_power(power: Power, game: Game) -> Power:
    other = Power(game, power.name)
    for key, value in power.__dict__.items():
        if key != "game":
            other.__dict__[key] = copy.copy(value)
    other.retreats = {unit: list(places) for unit, places in power.retreats.items()}
    return other


def read_messages(rows) -> SortedDict:
    return SortedDict(int, Message, {at: Message.from_dict(row) for at, row in rows.items()})


def self_state(state: Lazy) -> Dict[str, Any]:
    return state.make()


def late_results(results, late: List[str]):
    """Adds units that were dislodged a phase before and had nowhere to go."""
    for unit in late:
        results.setdefault(unit, []).append(DISBAND)
    return results


def make_state(kept, rows) -> Dict[str, Any]:
    """A state of what a snapshot has kept."""
    kind, name, note, timestamp, build_any = kept
    powers = []
    for power_name, units, retreats, centers, homes, influence, disorder in rows:
        power = Power(None, power_name, units=units, centers=list(centers), homes=list(homes))
        power.retreats, power.influence = retreats, influence
        power.civil_disorder = disorder
        powers.append(power)
    hashed = hash_of(f"phase {kind}")
    for power in powers:
        for unit in power.units:
            hashed ^= hash_of(f"unit {power.name} {unit}")
        for unit, places in power.retreats.items():
            hashed ^= hash_of(f"dislodged {power.name} {unit} {' '.join(places)}")
        for center in power.centers:
            hashed ^= hash_of(f"center {power.name} {center}")
        for home in power.homes:
            hashed ^= hash_of(f"home {power.name} {home}")

    def builds(power):
        due = count_builds(power, powers, build_any) if kind == "A" else 0
        return {"count": due, "homes": list_sites(power, powers, build_any) if due > 0 else []}

    return {
        "timestamp": timestamp, "zobrist_hash": str(hashed), "note": note, "name": name,
        "units": {p.name: p.units + ["*" + unit for unit in p.retreats] for p in powers},
        "retreats": {p.name: {unit: list(to) for unit, to in p.retreats.items()} for p in powers},
        "centers": {p.name: list(p.centers) for p in powers},
        "homes": {p.name: list(p.homes) for p in powers},
        "influence": {p.name: list(p.influence) for p in powers},
        "civil_disorder": {p.name: p.civil_disorder for p in powers},
        "builds": {p.name: builds(p) for p in powers}}


__all__ = ["Game", "UNKNOWN", "count_due"]
