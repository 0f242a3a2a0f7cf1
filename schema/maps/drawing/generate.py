#!/usr/bin/python3
"""Draws the standard map: makes ../standard.drawing from coast.txt and anchors.txt. README.md says
how to use it.

generate.py [--preview FILE]: writes the drawing, and a picture of it to check.
"""
import os
import sys

from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

import points
import preview
import regions
from plane import Plane

HERE = os.path.dirname(os.path.abspath(__file__))
MARGIN = 30  # land farther outside the page is not drawn
PAIR_STEP, PAIR_SIDE = 7.0, 2.5  # anchors along a border of 1901: spacing, distance to it
LAND_TOLERANCE, SEA_TOLERANCE = 0.45, 0.8
SMALLEST_ISLAND = 9.0


def places(words):
    return [tuple(float(number) for number in word.split(",")) for word in words]


def read_anchors(path):
    """The records of anchors.txt, each a list of words."""
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file]
    return [line.split() for line in lines if line and not line.startswith("#")]


def read_coast(path, plane, frame):
    """The shape of each country, clipped to the page."""
    rings = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("#"):
                continue
            name, ring = line.rstrip("\n").split("\t")
            ring = plane.pages(densify(places(ring.split())))
            if name == "hole":
                rings[last][-1][1].append(ring)
            else:
                rings.setdefault(name, []).append((ring, []))
                last = name
    shapes = {}
    for name in sorted(rings):
        polygons = [Polygon(ring, holes).buffer(0).intersection(frame) for ring, holes in rings[name]]
        shape = unary_union([part for polygon in polygons for part in regions.parts(polygon, "Polygon")])
        if not shape.is_empty:
            shapes[name] = shape
    return shapes


def read_centres(path):
    """The codes of the provinces with a supply centre, from the map itself."""
    with open(path, encoding="utf-8") as file:
        rows = [line.split(",") for line in file]
    return {row[0] for row in rows if row[3] == "yes"}


def densify(ring):
    """Adds points to long straight edges, which come from the clipping box."""
    dense = []
    for (x, y), (to_x, to_y) in zip(ring, ring[1:] + ring[:1]):
        steps = max(1, int(max(abs(to_x - x), abs(to_y - y)) / 1.5))
        dense += [(x + (to_x - x) * i / steps, y + (to_y - y) * i / steps) for i in range(steps)]
    return dense


def beside(line, plane):
    """Points on both sides of a line at regular steps: those on its left, those on its right."""
    line = LineString(plane.pages(line))
    left, right = [], []
    for i in range(int(line.length / PAIR_STEP) + 1):
        at, after = line.interpolate(i * PAIR_STEP), line.interpolate(i * PAIR_STEP + 0.5)
        if at.distance(after) < 0.1:
            break
        dx, dy = (after.x - at.x) / at.distance(after), (after.y - at.y) / at.distance(after)
        left.append((at.x + dy * PAIR_SIDE, at.y - dx * PAIR_SIDE))
        right.append((at.x - dy * PAIR_SIDE, at.y + dx * PAIR_SIDE))
    return left, right


class Plan:
    """The contents of anchors.txt, in coordinates of the page."""

    def __init__(self, records, centres):
        self.whole, self.split, self.pairs, self.seas = {}, {}, [], []
        self.bridges, self.coasts, self.fixed = [], {}, {}
        self.plane, self.size, country = None, None, None
        self.centres = centres
        for word, *rest in records:
            if word == "page":
                self.size = int(rest[0]), int(rest[1])
            elif word == "place":
                point, place = places(rest[:2])
                self.plane = Plane(point, place, float(rest[2]))
            elif word == "magnify":
                self.plane.magnify(places(rest[:1])[0], float(rest[1]), float(rest[2]))
            elif word == "outside":
                self.whole.update((name.strip(), "-") for name in " ".join(rest).split(";"))
            elif word == "gone":
                self.whole.update((name.strip(), None) for name in " ".join(rest).split(";"))
            elif word == "whole":
                self.whole.update((name.strip(), rest[0]) for name in " ".join(rest[1:]).split(";"))
            elif word == "split":
                country = " ".join(rest)
                self.split[country] = []
            elif word == "sea":
                country = None
            elif word == "border":
                left, right = beside(places(rest[2:]), self.plane)
                self.pairs += [(rest[0], p) for p in left] + [(rest[1], p) for p in right]
            elif word == "bridge":
                self.bridges.append((rest[0], rest[1], Polygon(self.plane.pages(places(rest[2:])))))
            elif word == "coast":
                self.coasts[rest[0]] = self.plane.pages(places(rest[1:]))
            elif word == "fix":
                self.fixed.setdefault(rest[0], {})[rest[1]] = self.plane.page(places(rest[2:])[0])
            else:
                target = self.split[country] if country else self.seas
                target += [(word, point) for point in self.plane.pages(places(rest))]


def draw_land(plan, countries):
    """The provinces on land, and the land outside the game as "-"."""
    lines, shares = [], {}
    water = {code for code, _ in plan.seas}
    ashore = [pair for pair in plan.pairs if pair[0] not in water]
    for name, shape in countries.items():
        if plan.whole.get(name, "") is None:
            continue
        lines += [part.boundary for part in regions.parts(shape, "Polygon")]
        if name in plan.split:
            near = shape.buffer(3)
            anchors = plan.split[name] + [pair for pair in ashore if near.covers(Point(pair[1]))]
            division = regions.cells(anchors, shape)
            borders = regions.inner_borders(division, 1.2)
            for border in borders:
                lines += regions.parts(border.intersection(shape.buffer(1)), "LineString")
            for code, cell in division.items():
                shares.setdefault(code, []).append(cell.intersection(shape))
        else:
            if name not in plan.whole:
                print("no record for", name, file=sys.stderr)
            shares.setdefault(plan.whole.get(name, "-"), []).append(shape)
    merged = {code: unary_union([s.buffer(0) for s in shares[code]]) for code in sorted(shares)}
    return regions.simplify(regions.share_out(lines, merged), LAND_TOLERANCE, SMALLEST_ISLAND)


def draw_seas(plan, frame):
    codes = {code for code, _ in plan.seas}
    anchors = plan.seas + [pair for pair in plan.pairs if pair[0] in codes]
    division = {code: cell.intersection(frame) for code, cell in regions.cells(anchors, frame).items()}
    borders = regions.inner_borders(division, 1.5)
    whole = regions.share_out([frame.boundary] + borders, division)
    return regions.simplify(whole, SEA_TOLERANCE, SMALLEST_ISLAND)


def span_straits(plan, land):
    """Bridges are on water only, and reach slightly under both shores."""
    ground = unary_union([land[code].buffer(-0.7) for code in sorted(land)])
    bridges = []
    for a, b, shape in plan.bridges:
        spans = regions.parts(shape.difference(ground), "Polygon")
        bridges.append((a, b, max(spans, key=lambda span: span.area)))
    plan.bridges = bridges


def number(value):
    """Formats a number with at most one decimal, as short as possible."""
    text = ("%.1f" % value).replace(".0", "")
    if text in ("0", "-0"):
        return "0"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def pair(x, y):
    x, y = number(x), number(y)
    return x + (y if y.startswith("-") else " " + y)


def path_of(shape):
    """An SVG path: each ring begins at an absolute point and continues with relative lines."""
    text = ""
    rings = []
    for part in regions.parts(shape, "Polygon"):
        rings += [part.exterior] + list(part.interiors)
    rings.sort(key=lambda ring: (-Polygon(ring).area, ring.bounds))
    for ring in rings:
        at = [(round(x, 1), round(y, 1)) for x, y in ring.coords]
        text += "M" + pair(*at[0]) + "l"
        steps = [pair(b[0] - a[0], b[1] - a[1]) for a, b in zip(at, at[1:-1])]
        text += "".join(s if i == 0 or s.startswith("-") else " " + s for i, s in enumerate(steps)) + "z"
    return text


def records_of(plan, land, seas):
    yield "page\t%d\t%d" % plan.size
    frame = box(0, 0, *plan.size)
    spots = points.place_all(plan, land, seas, frame)
    for code in sorted(spots):
        kind = "coast" if "/" in code else "area"
        yield "\t".join([kind, code] + ["%.1f" % value for point in spots[code] for value in point])
    for code in sorted(seas):
        yield ("lake\t" if code == "lake" else "sea\t%s\t" % code) + path_of(seas[code])
    yield "outside\t" + path_of(land["-"])
    for code in sorted(land):
        if code != "-":
            yield "land\t%s\t%s" % (code, path_of(land[code]))
    for a, b, shape in plan.bridges:
        yield "bridge\t%s\t%s\t%s" % (a, b, path_of(shape))


def main():
    centres = read_centres(os.path.join(HERE, "..", "standard.csv"))
    plan = Plan(read_anchors(os.path.join(HERE, "anchors.txt")), centres)
    width, height = plan.size
    frame = box(-MARGIN, -MARGIN, width + MARGIN, height + MARGIN)
    countries = read_coast(os.path.join(HERE, "coast.txt"), plan.plane, frame)
    land = draw_land(plan, countries)
    seas = draw_seas(plan, frame)
    span_straits(plan, land)
    lines = list(records_of(plan, land, seas))
    text = "\n".join(lines) + "\n"
    outputs = [(os.path.join(HERE, "..", "standard.drawing"), text)]
    if sys.argv[1:2] == ["--preview"]:
        outputs.append((sys.argv[2], preview.picture(lines, centres)))
    for path, text in outputs:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        print("%s: %d bytes" % (os.path.normpath(path), len(text)))


main()
