"""winter: what a power may build and must remove, and which units civil disorder removes."""
from __future__ import annotations

from typing import Dict, List, Tuple

from .map import Map


def find_builds(centers, homes, units, taken, build_any: bool) -> Tuple[int, List[str]]:
    """The number of builds that a power with these units may order, or below 0 the number of
    removals that it must order; and the provinces where it may build: owned and unoccupied home
    centres. taken: provinces with units. build_any: any owned centre counts as a home centre."""
    due = len(centers) - len(units)
    if due <= 0:
        return due, []
    sites = centers if build_any else [home for home in homes if home in centers]
    sites = [site for site in sites if site not in taken]
    return min(due, len(sites)), sites


def distances(map: Map, homes: List[str], kind: int) -> Dict[str, int]:
    """{province: steps to the nearest home}; kind 0: over any border; 1: over borders that fleets
    can cross."""
    t = map.tables
    found = {t.province[t.place(home)]: 0 for home in homes if t.find(home) is not None}
    borders: Dict[int, set] = {}
    for place in range(t.place_count):
        ends = t.exits(1, place) if kind else t.exits(0, place) + t.exits(1, place)
        borders.setdefault(t.province[place], set()).update(t.province[to] for to in ends)
    edge, steps = list(found), 0
    while edge:
        steps += 1
        edge = [to for place in edge for to in borders[place] if to not in found]
        for to in edge:
            found[to] = steps
        edge = list(dict.fromkeys(edge))
    return {t.codes[place].upper(): length for place, length in found.items()}


def choose_removals(map: Map, power, count: int) -> List[str]:
    """The units that civil disorder removes: the farthest from home first, fleets before armies,
    then by name."""
    far = [distances(map, power.homes, kind) for kind in (0, 1)]

    def rank(unit: str):
        return (-far[unit[0] == "F"].get(unit[2:5], 99), unit[0] == "A", unit[2:])

    return sorted(power._units, key=rank)[:count]
