"""The positions of units, labels and marks: as far inside their area as possible, without overlaps.

Areas with the least room choose first. `fix` records of anchors.txt override the search where its
result looks bad.
"""
import math

from shapely.geometry import Point, box
from shapely.ops import unary_union

import regions

UNIT, DISLODGED, CENTRE = 12.0, 9.5, 4.2  # radii
LABEL = 25.0, 9.5  # width and height
GAP = 1.5
LABEL_STEPS = [(0, 19.5), (0, -19.5), (27, 0), (-27, 0), (19, 17), (-19, 17), (19, -17), (-19, -17), (26, 9), (-26, 9),
               (26, -9), (-26, -9), (0, 23), (0, -23), (31, 0), (-31, 0)]
MOST = 16  # candidate points for a unit


def ring_of_steps(distances, count=16):
    return [(math.cos(2 * math.pi * i / count) * d, math.sin(2 * math.pi * i / count) * d)
            for d in distances for i in range(count)]


CENTRE_STEPS = ring_of_steps((18.5, 21, 24, 28))
DISLODGED_STEPS = ring_of_steps((23.5, 26, 30))


def round_at(x, y, radius):
    return Point(x, y).buffer(radius, 4)


def label_box(x, y):
    return box(x - LABEL[0] / 2, y - LABEL[1] / 2, x + LABEL[0] / 2, y + LABEL[1] / 2)


def outside(shape, body):
    """The part of a shape outside its area, 0 to 1."""
    return 1 - shape.intersection(body).area / shape.area


def clashes(shape, taken):
    """The number of shapes that a shape overlaps, and by how much."""
    return sum(1 + shape.intersection(other).area / shape.area for other in taken if shape.distance(other) < GAP)


def candidates(body):
    """Points of an area with their distance to its edge, the farthest first."""
    body = body.simplify(0.8)
    edge = body.boundary
    west, north, east, south = body.bounds
    step = min(max(round(math.sqrt(body.area) / 24), 2), 12)
    found = []
    for i in range(int((east - west) / step) + 1):
        for j in range(int((south - north) / step) + 1):
            point = Point(round(west + i * step, 1), round(north + j * step, 1))
            if body.contains(point):
                found.append((round(edge.distance(point), 3), point.x, point.y))
    found.sort(key=lambda c: (-c[0], c[1], c[2]))
    return found


def best(options, cost):
    """The cheapest option, and its cost; the first of equals."""
    costs = [(cost(option), i) for i, option in enumerate(options)]
    low, i = min(costs)
    return options[i], low


def arrange(unit, clear, body, taken, mark, fixed):
    """The cost of placing the unit at a point, and the positions of the other things then."""
    x, y = unit
    disc = round_at(x, y, UNIT)
    body = body.intersection(box(x - 65, y - 65, x + 65, y + 65))
    near = [t for t in taken if t.distance(disc) < 40]
    total = 6 * max(0, UNIT + GAP - clear) - 0.4 * min(clear, 34) + 40 * clashes(disc, near)
    mine = near + [disc]

    def place(kind, steps, shape, weight, clash):
        options = [fixed[kind]] if kind in fixed else [(x + dx, y + dy) for dx, dy in steps]
        spot, cost = best(options, lambda o: weight * outside(shape(*o), body) + clash * clashes(shape(*o), mine)
                          + 0.1 * math.hypot(o[0] - x, o[1] - y))
        mine.append(shape(*spot))
        return spot, cost

    label, cost = place("label", LABEL_STEPS, label_box, 30, 30)
    total += cost
    if mark:
        centre, cost = place("centre", CENTRE_STEPS, lambda a, b: round_at(a, b, CENTRE + 1.5), 30, 25)
        total += cost
    dislodged, cost = place("dislodged", DISLODGED_STEPS, lambda a, b: round_at(a, b, DISLODGED), 8, 6)
    total += cost * 0.5
    if not mark:
        centre = label
    return total, [unit, label, centre, dislodged], mine[len(near):]


def place_all(plan, land, seas, frame):
    page = frame.buffer(-3)
    ground = unary_union([land[code] for code in sorted(land)] + [shape for _, _, shape in plan.bridges])
    bodies = {}
    for code, shape in list(land.items()) + [(c, s.difference(ground)) for c, s in seas.items()]:
        if code not in ("-", "lake"):
            pieces = regions.parts(shape.intersection(page), "Polygon")
            unit = plan.fixed.get(code, {}).get("unit")
            pieces.sort(key=lambda piece: (unit is not None and not piece.covers(Point(unit)), -piece.area))
            bodies[code] = pieces[0]
    choices = {code: candidates(bodies[code]) for code in sorted(bodies)}
    spots, taken = dict(plan.coasts), []
    for code in plan.coasts:
        taken.append(round_at(*plan.coasts[code][0], UNIT))
    for code in sorted(bodies, key=lambda c: choices[c][0][0]):
        fixed, body = plan.fixed.get(code, {}), bodies[code].simplify(0.6)
        picks = choices[code]
        picks = [picks[i] for i in range(0, min(len(picks), 3 * MOST), 3)]
        if "unit" in fixed:
            picks = [(body.boundary.distance(Point(fixed["unit"])),) + fixed["unit"]]
        found = [arrange((x, y), clear, body, taken, code in plan.centres, fixed) for clear, x, y in picks]
        i = min(range(len(found)), key=lambda k: (found[k][0], k))
        spots[code] = found[i][1]
        taken += found[i][2]
    return spots
