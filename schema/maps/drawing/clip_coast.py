#!/usr/bin/python3
"""Makes coast.txt from countries-50m.json of world-atlas 2.0.2, a TopoJSON copy of Natural Earth
4.1 (public domain).

Usage: clip_coast.py countries-50m.json >coast.txt

It keeps the countries inside a box of longitude and latitude, thins their outlines and writes one
ring per line: name, then longitude,latitude pairs. Countries that border each other share their
points exactly. Run it again only for another edition of Natural Earth: the generator needs only
coast.txt.
"""
import json
import sys

from shapely.geometry import LineString, Polygon, box
from shapely.validation import make_valid

WEST, SOUTH, EAST, NORTH = -42, 18, 110, 84
THIN = 0.012  # degrees
SMALLEST = 0.002  # square degrees; a smaller island would be less than a pixel

HEADER = """\
# Outlines of countries: name, then longitude,latitude pairs, one ring a line; "hole" before a ring inside the last one.
# From Natural Earth 4.1, 1:50m, public domain; clipped and thinned by clip_coast.py."""


def read_arcs(topology):
    scale, move = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * scale[0] + move[0], y * scale[1] + move[1]))
        if len(points) > 2 and points[0] != points[-1]:
            points = list(LineString(points).simplify(THIN, preserve_topology=False).coords)
        elif len(points) > 8:
            points = list(LineString(points).simplify(THIN).coords)
        arcs.append([(round(px, 3), round(py, 3)) for px, py in points])
    return arcs


def ring_of(arcs, indices):
    ring = []
    for index in indices:
        arc = arcs[index] if index >= 0 else arcs[~index][::-1]
        ring.extend(arc if not ring else arc[1:])
    return unwrap(ring)


def unwrap(ring):
    """Continues the longitudes of Russia beyond the meridian of 180 degrees, which it crosses."""
    shift, even = 0, ring[:1]
    for (x, y), (before, _) in zip(ring[1:], ring):
        shift += 360 if before - x > 180 else -360 if x - before > 180 else 0
        even.append((x + shift, y))
    return even


def polygons_of(geometry, arcs):
    kinds = {"Polygon": [geometry.get("arcs")], "MultiPolygon": geometry.get("arcs")}
    for rings in kinds.get(geometry["type"], []):
        rings = [ring_of(arcs, ring) for ring in rings]
        if len(rings[0]) >= 4:
            yield Polygon(rings[0], [ring for ring in rings[1:] if len(ring) >= 4])


def parts(shape):
    return [part for part in getattr(shape, "geoms", [shape]) if part.geom_type == "Polygon"]


def write_ring(name, ring):
    print(name + "\t" + " ".join("%.3f,%.3f" % point for point in ring.coords[:-1]))


def main():
    with open(sys.argv[1]) as file:
        topology = json.load(file)
    arcs = read_arcs(topology)
    frame = box(WEST, SOUTH, EAST, NORTH)
    print(HEADER)
    for country in sorted(topology["objects"]["countries"]["geometries"], key=lambda c: c["properties"]["name"]):
        for polygon in polygons_of(country, arcs):
            for part in parts(make_valid(polygon).intersection(frame)):
                if part.area >= SMALLEST:
                    write_ring(country["properties"]["name"], part.exterior)
                    for hole in part.interiors:
                        write_ring("hole", hole)


main()
