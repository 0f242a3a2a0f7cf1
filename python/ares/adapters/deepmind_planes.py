"""deepmind_planes: a board as 81 areas by 35 planes, as in DeepMind's environment."""
from __future__ import annotations

import numpy as np

from ..boards import Board
from ..orders import vocabulary
from .deepmind_actions import AREAS

ARMY, NO_UNIT, OWNER, NO_OWNER, BUILDABLE, REMOVABLE = 0, 2, 3, 10, 11, 12
DISLODGED, NOT_DISLODGED, DISLODGED_OWNER, NO_DISLODGED_OWNER = 13, 15, 16, 23
LAND, SEA, COAST, CENTRE, NEUTRAL_CENTRE = 24, 25, 26, 27, 34
WIDTH = 35
AT = {code: area for area, code in enumerate(AREAS)}


def draw_board(board: Board) -> np.ndarray:
    """float32 (81, 35). A fleet on a coast is in the main area and on its coast."""
    m, planes = board.map, np.zeros((len(AREAS), WIDTH), np.float32)
    planes[:, [NO_UNIT, NO_OWNER, NOT_DISLODGED, NO_DISLODGED_OWNER]] = 1
    draw_ground(board, planes)
    for rows, first, owner, none, no_owner in (
            (board.unit_array(), ARMY, OWNER, NO_UNIT, NO_OWNER),
            (board.retreat_array(), DISLODGED, DISLODGED_OWNER, NOT_DISLODGED,
             NO_DISLODGED_OWNER)):
        for power, kind, place, _ in rows.tolist():
            for area in {AT[m.codes[place]], AT[m.codes[m.province[place]]]}:
                planes[area, [none, no_owner]] = 0
                planes[area, [first + kind, owner + power]] = 1
    if board.season == 4:
        draw_winter(board, planes)
    return planes


def draw_ground(board: Board, planes: np.ndarray) -> None:
    """Land, sea, coasts, and the owners of the centres."""
    m, owners = board.map, board.owner_array()
    for code, area in AT.items():
        place = m.place(code)
        if "/" in code:
            planes[area, COAST] = 1
        else:
            planes[area, SEA if m.terrain[place] == "water" else LAND] = 1
        if m.is_centre[m.province[place]] and "/" not in code:
            owner = owners[place]
            planes[area, NEUTRAL_CENTRE if owner == 7 else CENTRE + owner] = 1


def draw_winter(board: Board, planes: np.ndarray) -> None:
    """Where units may be built, and which units may be removed."""
    numbers, slots = board.legal_numbers()
    data = vocabulary(board.map).bytes
    for _, _, _, _, first, count in slots.tolist():
        for number in numbers[first:first + count].tolist():
            kind, _, place = data[number][:3]
            if kind in (6, 7):
                planes[AT[board.map.codes[place]], REMOVABLE if kind == 6 else BUILDABLE] = 1
