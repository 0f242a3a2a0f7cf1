"""map: a map with the interface of the package."""
from __future__ import annotations

from typing import Dict, List, Optional

from ...maps import Map as Tables
from ...maps import UnknownMap
from .names import POWER_NAMES, STANDARD_UNITS, Names, list_aliases

KINDS = {"M": "MOVEMENT", "R": "RETREATS", "A": "ADJUSTMENTS"}
SEQUENCE = ["NEWYEAR", "SPRING MOVEMENT", "SPRING RETREATS", "FALL MOVEMENT", "FALL RETREATS",
            "WINTER ADJUSTMENTS"]
SPECIAL = {"FORMING": -1, "COMPLETED": 1 << 30}
UNKNOWN = "?????"


def phase_number(short: str) -> Optional[int]:
    """A number that sorts: year * 5 + place in the year; None if the text is not a phase."""
    if short in SPECIAL:
        return SPECIAL[short]
    if len(short) < 6 or not short[1:-1].isdigit():
        return None
    place = {"SM": 0, "SR": 1, "FM": 2, "FR": 3, "WA": 4}.get(short[0] + short[-1])
    return None if place is None else int(short[1:-1]) * 5 + place


class Map:
    """A map. `Map(name)` is one shared object for each name, unless use_cache is False.

    Places are codes in capitals: "PAR", "STP/NC". In `locs` and `loc_abut`, provinces with two
    coasts are in lower case, such as "stp"; in `loc_abut` only armies can enter these.
    """

    _made: Dict[str, "Map"] = {}

    def __new__(cls, name: str = "standard", use_cache: bool = True):
        if use_cache and name in cls._made:
            return cls._made[name]
        self = object.__new__(cls)
        self._fill(Tables(name), name)
        if use_cache:
            cls._made[name] = self
        return self

    def __init__(self, name: str = "standard", use_cache: bool = True):
        pass

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return (Map, (self.name,))

    def __str__(self):
        return self.name

    def _fill(self, tables: Tables, name: str) -> None:
        self.tables, self.name, self.error = tables, name, []
        self.first_year, self.victory, self.phase = 1901, None, "SPRING 1901 MOVEMENT"
        self.seq, self.flow = list(SEQUENCE), ["SPRING:MOVEMENT,RETREATS",
                                               "FALL:MOVEMENT,RETREATS", "WINTER:ADJUSTMENTS"]
        self.rules, self.files, self.svg_path, self.description = [], [name], None, ""
        self.unclear, self.own_word, self.abbrev = {}, {}, {}
        self.lexicon = None  # made when a movement phase is first listed or played
        self._next: Dict[tuple, str] = {}
        self._builds: Dict[str, Dict[str, List[str]]] = {}
        self._fill_powers()
        self._fill_places()
        self._fill_borders()
        self._fill_names()

    def _fill_powers(self) -> None:
        t = self.tables
        name = {code: POWER_NAMES.get(code, code) for code in t.powers}
        self.power_of = dict(enumerate(name.values()))
        self.powers = sorted(name.values())
        upper = [code.upper() for code in t.codes]
        at = {code: number for number, code in enumerate(name)}
        self.homes = {power: [] for power in self.powers}
        self.units = {power: [] for power in self.powers}
        neutral = []
        for province in range(t.province_count):
            owner = t.owner[province]
            if t.is_centre[province]:
                (self.homes[self.power_of[owner]] if owner is not None else neutral).append(
                    upper[province])
        for loc, start in enumerate(t.start):
            if start is not None:
                self.units[self.power_of[t.owner[t.province[loc]]]].append(
                    f"{start} {upper[loc]}")
        for power, units in self.units.items():
            if sorted(units) == sorted(STANDARD_UNITS.get(power, ())):
                self.units[power] = list(STANDARD_UNITS[power])
        self.centers = {power: list(homes) for power, homes in self.homes.items()}
        self.homes["UNOWNED"] = list(neutral)
        self.scs = [code for power in self.powers for code in self.centers[power]] + neutral
        self.scs_set = frozenset(self.scs)
        self.inhabits, self.power_at = list(self.powers), at

    def _fill_places(self) -> None:
        t = self.tables
        upper = [code.upper() for code in t.codes]
        split = {code[:3] for code in upper if "/" in code}
        sort = {"NWY": "NOR"}
        names = sorted(upper, key=lambda code: (sort.get(code[:3], code[:3]), "/" not in code,
                                                code))
        self.locs = [code.lower() if code in split else code for code in names]
        self.loc_type = {code: t.terrain[loc].upper() for loc, code in enumerate(upper)}
        self.loc_name = {t.names[loc].upper(): code for loc, code in enumerate(upper)
                         if "/" not in code}
        if self.name == "standard":
            self.locs.append("SWI")
            self.loc_type["SWI"] = "SHUT"
            self.loc_name["SWITZERLAND"] = "SWI"
        self.loc_coasts = {}
        for code in split:
            coasts = sorted(other for other in upper if other.startswith(code + "/"))
            for place in [code, *coasts]:
                self.loc_coasts[place] = [*coasts, code]
            self.loc_type[code.lower()] = self.loc_type[code]
        for place in self.locs:
            self.loc_coasts.setdefault(place.upper(), [place.upper()])
        self.keys = [place.upper() for place in self.locs]
        self.adjustments = {f"{kind} {key} {action}" for key in self.keys for kind in "AF"
                            for action in "BD" if self.is_valid_unit(f"{kind} {key}")}
        self.adjustments.add("WAIVE")

    def _fill_borders(self) -> None:
        t = self.tables
        upper = [code.upper() for code in t.codes]
        self.loc_abut, self.dest_with_coasts = {}, {}
        for loc, code in enumerate(upper):
            armies = {upper[to] for to in t.exits(0, loc)}
            fleets = {upper[to] for to in t.exits(1, loc)}
            names = set(fleets)
            for to in armies - fleets:
                both = self.loc_type[code] == self.loc_type[to] == "COAST"
                names.add(to.lower() if both or len(self.loc_coasts[to]) > 1 else to)
            if self.loc_type[code] == "WATER" or "/" in code or not self.loc_coasts[code][1:]:
                key = code
            else:
                key = code.lower()
            self.loc_abut[key] = sorted(names, key=str.upper)
            places = {coast for to in armies | fleets for coast in self.find_coasts(to)}
            self.dest_with_coasts[code] = sorted(places)
        if "SWI" in self.loc_type:
            self.loc_abut["SWI"], self.dest_with_coasts["SWI"] = [], []

    def _fill_names(self) -> None:
        t = self.tables
        aliases = {}
        for loc, code in enumerate(t.codes):
            aliases[code.upper()] = code.upper()
            if t.aliases[loc]:
                aliases.setdefault(t.aliases[loc].upper(), code.upper())
            if "/" not in code:
                aliases[t.names[loc].upper()] = code.upper()
                aliases[t.names[loc].upper().replace(".", "")] = code.upper()
        if self.name == "standard":
            aliases.update(SWI="SWI", SWITZERLAND="SWI")
            for alias, code in list_aliases().items():
                aliases.setdefault(alias, code)
            aliases["LIV"] = "LVN"
        self.aliases = dict(aliases)
        self.names = Names(aliases)

    # ── convoys ──

    @property
    def convoy_paths(self) -> Dict[int, list]:
        """{number of fleets: [(start, {fleets}, {destinations})]}: the routes of armies on which
        every fleet is needed."""
        if "_paths" not in self.__dict__:
            self._paths = self._find_paths()
        return self._paths

    def _find_paths(self) -> Dict[int, list]:
        t = self.tables
        seas = {loc: [to for to in t.exits(1, loc) if t.terrain[to] == "water"]
                for loc in range(len(t.codes)) if t.terrain[loc] == "water"}
        shores = {sea: {t.province[to] for to in t.exits(1, sea) if t.terrain[to] != "water"}
                  for sea in seas}
        found: Dict[int, dict] = {}

        def extend(start, path):
            last = path[-1]
            seen = set().union({start}, *(shores[sea] for sea in path[:-1]))
            ends = shores[last] - seen
            if ends:
                key = (start, frozenset(path))
                found.setdefault(len(path), {}).setdefault(key, set()).update(ends)
            for sea in seas[last]:
                if sea in path or start in shores[sea]:
                    continue
                if any(sea in seas[other] for other in path[:-1]):
                    continue
                extend(start, [*path, sea])

        for start in {place for shore in shores.values() for place in shore}:
            for sea in seas:
                if start in shores[sea]:
                    extend(start, [sea])
        code = [text.upper() for text in t.codes]
        return {count: [(code[start], {code[sea] for sea in fleets}, {code[to] for to in ends})
                        for (start, fleets), ends in routes.items()]
                for count, routes in sorted(found.items())}

    # ── places ──

    def find_coasts(self, loc: str) -> List[str]:
        """A province's coasts and the province: ["STP/NC", "STP/SC", "STP"]; [] for an unknown
        one."""
        return list(self.loc_coasts.get(loc.upper(), ()))

    def abut_list(self, site: str, incl_no_coast: bool = False) -> List[str]:
        """The neighbours as in loc_abut; with incl_no_coast, also the provinces of coasts."""
        found = self.loc_abut.get(site, self.loc_abut.get(site.lower(),
                                                          self.loc_abut.get(site.upper(), [])))
        if not incl_no_coast:
            return list(found)
        return [place for name in found
                for place in ([name, name[:3]] if "/" in name and name[:3] not in found
                              and name[:3].lower() not in found else [name])]

    def abuts(self, unit_type: str, unit_loc: str, order_type: str, other_loc: str) -> int:
        """1 if a unit of unit_type at unit_loc may move to ("-"), support into ("S") or convoy from
        ("C") another place."""
        t = self.tables
        loc, other = t.find(unit_loc), t.find(other_loc)
        if loc is None or other is None:
            return 0
        if order_type == "C" and "water" not in (t.terrain[loc], t.terrain[other]):
            return 0
        if order_type == "C" or unit_type == "?":
            kinds = (0, 1)
        else:
            kinds = (0,) if unit_type == "A" else (1,)
        for kind in kinds:
            exits = t.exits(kind, loc)
            if order_type == "-" and other in exits:
                return 1
            if order_type != "-" and t.province[other] in {t.province[to] for to in exits}:
                return 1
        return 0

    def area_type(self, loc: str, no_coast_ok: bool = False) -> Optional[str]:
        """WATER, COAST, LAND or SHUT; None for an unknown place."""
        return self.loc_type.get(loc.upper())

    def is_valid_unit(self, unit: str, no_coast_ok: int = 0, shut_ok: int = 0) -> bool:
        """Whether a unit, such as "F STP/SC", can be at the place in its text."""
        kind, _, loc = unit.partition(" ")
        area = self.loc_type.get(loc)
        if area is None or kind not in ("A", "F", "?"):
            return False
        if area == "SHUT":
            return bool(shut_ok)
        if kind == "?":
            return True
        if kind == "A":
            return "/" not in loc and area != "WATER"
        if len(self.loc_coasts[loc]) > 1 and "/" not in loc:
            return bool(no_coast_ok)
        return area != "LAND"

    def default_coast(self, words: List[str]) -> List[str]:
        """Adds the coast to the last word of a fleet's move, if the fleet can reach only one."""
        words = list(words)
        if len(words) == 4 and words[0] == "F" and words[2] in ("-", "R") and "/" not in words[3]:
            coasts = [place for place in self.find_coasts(words[3])
                      if "/" in place and self.abuts("F", words[1], "-", place)]
            if len(coasts) == 1:
                words[3] = coasts[0]
        return words

    def list_builds(self, site: str) -> Dict[str, List[str]]:
        """{place: orders} of builds in a home centre and on its coasts."""
        if site not in self._builds:
            found: Dict[str, List[str]] = {}
            for place in self.find_coasts(site):
                orders = [f"{kind} {place} B" for kind in "AF"
                          if self.is_valid_unit(f"{kind} {place}")]
                for key in {place, place[:3]}:
                    found.setdefault(key, []).extend(orders)
                found[place].append("WAIVE")
            self._builds[site] = found
        return self._builds[site]

    # ── words ──

    def norm_power(self, power: str) -> str:
        """The name of a power in capitals, without blanks."""
        return self.norm(power).replace(" ", "")

    def norm(self, phrase: str) -> str:
        """A text in capitals, with codes instead of names."""
        return " ".join(self.compact(phrase))

    def compact(self, phrase: str) -> List[str]:
        """The tokens of an order: ["A", "PAR", "-", "BUR"]."""
        return self.names.tokens(phrase)

    def alias(self, word) -> tuple:
        """The code that the first words mean, and the number of these words."""
        words = word if isinstance(word, list) else self.names.split(word)
        code, count = self.names.find([text.upper() for text in words], 0)
        return (code, count) if code else (words[0], 1)

    # ── phases ──

    def phase_abbr(self, phase: str, default: str = UNKNOWN) -> str:
        """The short name of a phase: "S1901M" for "SPRING 1901 MOVEMENT"."""
        if phase in SPECIAL:
            return phase
        words = phase.split()
        if len(words) != 3 or not words[1].isdigit():
            return default
        short = f"{words[0][0]}{words[1]}{words[2][0]}".upper()
        return default if phase_number(short) is None else short

    def phase_long(self, short: str, default: str = UNKNOWN) -> str:
        """The long name of a phase: "SPRING 1901 MOVEMENT" for "S1901M"."""
        short = short.upper()
        if short in SPECIAL:
            return short
        if phase_number(short) is None:
            return default
        season = {"S": "SPRING", "F": "FALL", "W": "WINTER"}[short[0]]
        return f"{season} {short[1:-1]} {KINDS[short[-1]]}"

    def _step(self, phase: str, phase_type: Optional[str], skip: int, by: int) -> str:
        number = phase_number(self.phase_abbr(phase))
        if phase in SPECIAL:
            return phase
        if number is None:
            return ""
        while True:
            number += by
            year, place = divmod(number, 5)
            long = SEQUENCE[place + 1].replace(" ", f" {year} ")
            if year < 1:
                return ""
            if phase_type in (None, long.split()[2][0]):
                if skip == 0:
                    return long
                skip -= 1

    def find_next_phase(self, phase: str, phase_type: Optional[str] = None, skip: int = 0) -> str:
        """The phase after a phase, as a long name; phase_type: the next phase of this type."""
        key = (phase, phase_type, skip)
        if key not in self._next:
            self._next[key] = self._step(phase, phase_type, skip, 1)
        return self._next[key]

    def find_previous_phase(self, phase: str, phase_type: Optional[str] = None,
                            skip: int = 0) -> str:
        """The phase before a phase, as a long name."""
        return self._step(phase, phase_type, skip, -1)

    def compare_phases(self, one: str, other: str) -> int:
        """-1, 0 or 1: the first is before, the same as, or after the other. Names are long or
        short; "S1901?" equals all phases of that season."""
        numbers = []
        if "?" in (one[-1:], other[-1:]) and one[:-1] == other[:-1]:
            return 0
        for phase in (one, other):
            short = phase if phase_number(phase) is not None else self.phase_abbr(phase)
            numbers.append(phase_number(short) or 0)
        return (numbers[0] > numbers[1]) - (numbers[0] < numbers[1])


__all__ = ["Map", "UnknownMap", "phase_number"]
