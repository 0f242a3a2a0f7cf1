"""maps: powers, provinces, coasts, and which of them border each other."""
from __future__ import annotations

import ctypes
from typing import Dict, List, Optional, Sequence, Tuple, Union

from . import library
from .errors import BadArgument, UnknownMap, UnknownName
from .library import lib

TERRAINS = ("land", "coast", "water")
ARMY, FLEET = 0, 1


def list_maps() -> List[str]:
    """The names of the maps in the library."""
    return library.names(lib.ares_maps_count, lib.ares_maps_name)


class Map(library.Handle):
    """A map of the library, or the map that a text describes (`Map.read`).

    name: "standard". powers: codes, ("AUS", ...). codes: of all places, ("adr", ..., "stp/nc"); a
    place is a province, or one coast of a province that has two. Numbers of powers and places are
    their indexes in these tuples; provinces come before coasts. names: "St Petersburg". aliases:
    other codes, or "". province: of each place, its province's number. terrain: "land", "coast" or
    "water" of each place. is_centre: whether its province is a supply centre. owner: the power that
    owns its province when a game begins, or None. start: "A" or "F", the unit that starts there, or
    None. vocabulary: the number of orders in the vocabulary. mask_bytes: the size of a mask over
    them.
    """

    closing = "ares_map_close"

    def __init__(self, name: str = "standard", *, text: Optional[str] = None):
        try:
            if text is None:
                self._open(lib.ares_map_open, name.encode())
            else:
                data = text.encode()
                self._open(lib.ares_map_read, name.encode(), data, len(data))
        except UnknownName as error:
            raise UnknownMap(f"{error}; the maps are {', '.join(list_maps())}") from None
        self.name, self._is_own = name, text is not None
        self._fill()

    @classmethod
    def read(cls, text: str, name: str = "own") -> "Map":
        """The map that a text describes, in the format of `str(map)` and `aresctl map export`."""
        return cls(name, text=text)

    def _fill(self) -> None:
        h = self._handle
        self.power_count, self.place_count = lib.ares_map_powers(h), lib.ares_map_places(h)
        self.province_count, self.centre_count = lib.ares_map_provinces(h), lib.ares_map_centres(h)
        self.vocabulary, self.mask_bytes = lib.ares_map_vocabulary(h), lib.ares_map_mask_bytes(h)
        powers, places = range(self.power_count), range(self.place_count)
        self.powers = tuple(lib.ares_power_code(h, power).decode() for power in powers)
        self.power_names = tuple(lib.ares_power_name(h, power).decode() for power in powers)
        self.codes = tuple(lib.ares_place_code(h, place).decode() for place in places)
        self.names = tuple(lib.ares_place_name(h, place).decode() for place in places)
        self.aliases = tuple(lib.ares_place_alias(h, place).decode() for place in places)
        self.province = tuple(lib.ares_place_province(h, place) for place in places)
        self.terrain = tuple(TERRAINS[lib.ares_place_terrain(h, place)] for place in places)
        self.is_centre = tuple(bool(lib.ares_place_is_centre(h, place)) for place in places)
        owners = (lib.ares_place_owner(h, place) for place in places)
        self.owner = tuple(None if owner == library.NO_POWER else owner for owner in owners)
        starts = (lib.ares_place_start(h, place) for place in places)
        self.start = tuple((("A", "F", None)[start]) for start in starts)
        self._exits = tuple(tuple(self._read_exits(place, kind) for place in places)
                            for kind in (ARMY, FLEET))

    def _read_exits(self, place: int, kind: int) -> Tuple[int, ...]:
        room = (ctypes.c_uint8 * library.EXITS_MAX)()
        return tuple(room[:lib.ares_place_exits(self._handle, place, kind, room)])

    @property
    def centres(self) -> Tuple[str, ...]:
        """The codes of the supply centres."""
        return tuple(self.codes[place] for place in range(self.province_count)
                     if self.is_centre[place])

    @property
    def homes(self) -> Dict[str, List[str]]:
        """{power: codes of its home centres}."""
        return {power: [self.codes[place] for place in range(self.province_count)
                        if self.is_centre[place] and self.owner[place] == number]
                for number, power in enumerate(self.powers)}

    def exits(self, kind: int, place: int) -> Tuple[int, ...]:
        """The numbers of the places that an army (kind 0) or fleet (1) at a place can reach without
        a convoy."""
        return self._exits[kind][place]

    def coasts(self, province: int) -> Tuple[int, ...]:
        """The coasts of a province that has two; else ()."""
        room = (ctypes.c_uint8 * 2)()
        return tuple(room[:lib.ares_place_coasts(self._handle, province, room)])

    def find(self, text: str) -> Optional[int]:
        """The place with a code, alias or name, in any case; None if there is none."""
        data = text.encode()
        place = lib.ares_place_find(self._handle, data, len(data))
        return None if place < 0 else place

    def place(self, text: str) -> int:
        """Like find(), but raises UnknownName if there is none."""
        found = self.find(text)
        if found is None:
            raise UnknownName(f"{text}: no place of map {self.name}")
        return found

    def power(self, power: Union[str, int]) -> int:
        """The number of a power, from its code or name, in any case, or its number."""
        if isinstance(power, str):
            data = power.encode()
            found = lib.ares_power_find(self._handle, data, len(data))
            if found < 0:
                raise UnknownName(f"{power}: no power of map {self.name}")
            return found
        if not 0 <= power < self.power_count:
            raise BadArgument(f"power {power}: map {self.name} has 0 to {self.power_count - 1}")
        return int(power)

    def __str__(self):
        return library.read_text(lib.ares_map_print, self._handle)

    def __repr__(self):
        return f"Map({self.name!r})"

    def __reduce__(self):
        return (Map.read, (str(self), self.name)) if self._is_own else (shared, (self.name,))

    def __deepcopy__(self, memo):
        return self


_shared: Dict[str, Map] = {}


def shared(name: Union[str, Map]) -> Map:
    """The map with a name, opened once; a Map is returned as it is."""
    if isinstance(name, Map):
        return name
    if name not in _shared:
        _shared[name] = Map(name)
    return _shared[name]


__all__: Sequence[str] = ["Map", "list_maps", "shared", "UnknownMap"]
