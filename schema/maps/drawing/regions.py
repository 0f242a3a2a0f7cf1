"""Areas that share their borders: cells around anchors, irregular borders, and one network of lines for all."""
import hashlib
import math

from shapely.geometry import LineString, Polygon
from shapely.ops import linemerge, polygonize, unary_union

ROUGHNESS = 0.14  # how far a border strays, as a fraction of its length
CRUMB = 6.0  # a face up to this size belongs to the land that it touches
SHORTEST = 4.0  # shorter pieces of border are not divided further


def parts(shape, kind):
    """The parts of a shape that have a kind."""
    if shape.geom_type == kind:
        return [shape]
    return [part for piece in getattr(shape, "geoms", []) for part in parts(piece, kind)]


def meet(a, b):
    """Whether two boxes, the bounds of shapes, overlap."""
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _chance(a, b):
    """A pseudorandom number in -1..1, derived from the ends of an edge in either order."""
    text = "%.2f,%.2f %.2f,%.2f" % (min(a, b) + max(a, b))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") / 2**31 - 1


def _displace(a, b):
    """The points from a to b, without b; each midpoint is displaced."""
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    if length < SHORTEST:
        return [a]
    shift = _chance(a, b) * ROUGHNESS * (1 if a < b else -1)
    middle = (
        (a[0] + b[0]) / 2 - (b[1] - a[1]) * shift,
        (a[1] + b[1]) / 2 + (b[0] - a[0]) * shift,
    )
    return _displace(a, middle) + _displace(middle, b)


def roughen(line, smooth):
    points = list(line.simplify(smooth).coords)
    rough = [point for a, b in zip(points, points[1:]) for point in _displace(a, b)]
    return LineString(rough + [points[-1]])


def _clip(corners, x, y, limit):
    """The part of a convex polygon where x, y times a corner is at most the limit."""
    kept = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]):
        a, b = ax * x + ay * y - limit, bx * x + by * y - limit
        if a <= 0:
            kept.append((ax, ay))
        if (a < 0 < b) or (b < 0 < a):
            kept.append((ax + (bx - ax) * a / (a - b), ay + (by - ay) * a / (a - b)))
    return kept


def _cell(point, points, corners):
    """The Voronoi cell of one point. Its corners are rounded, so that neighbours have the same
    ones."""
    x, y = point
    for other_x, other_y in sorted(points, key=lambda p: math.hypot(p[0] - x, p[1] - y)):
        if (other_x, other_y) != point:
            limit = (other_x**2 + other_y**2 - x**2 - y**2) / 2
            corners = _clip(corners, other_x - x, other_y - y, limit)
    corners = [(round(cx, 4), round(cy, 4)) for cx, cy in corners]
    corners = [corner for i, corner in enumerate(corners) if corner != corners[i - 1]]
    return Polygon(corners) if len(corners) > 2 else None


def cells(anchors, frame):
    """The area nearest to the anchors of each code. anchors: (code, point); frame: the shape to
    divide."""
    codes = {point: code for code, point in anchors}
    points = sorted(codes)
    west, north, east, south = (round(value) for value in frame.bounds)
    corners = [(west - 9, north - 9), (east + 9, north - 9), (east + 9, south + 9), (west - 9, south + 9)]
    shares = {}
    for point in points:
        cell = _cell(point, points, corners)
        if cell:
            shares.setdefault(codes[point], []).append(cell)
    return {code: unary_union(shares[code]) for code in sorted(shares)}


def inner_borders(shares, smooth):
    """The borders between areas, each from junction to junction and irregular."""
    edges = []
    codes = sorted(shares)
    for i, a in enumerate(codes):
        for b in codes[i + 1 :]:
            if shares[a].distance(shares[b]) < 1e-6:
                edges += parts(shares[a].boundary.intersection(shares[b].boundary), "LineString")
    if not edges:
        return []
    lines = linemerge(unary_union(edges))
    return [roughen(line, smooth) for line in parts(lines, "LineString")]


def share_out(lines, shares):
    """The faces between lines, each given to the area that contains most of it."""
    areas = [(code, shape, shape.bounds) for code in sorted(shares) for shape in parts(shares[code], "Polygon")]
    faces = {}
    for face in polygonize(unary_union(lines)):
        overlap, bounds = {}, face.bounds
        for code, shape, around in areas:
            if meet(around, bounds):
                overlap[code] = overlap.get(code, 0) + shape.intersection(face).area
        if overlap:
            code = max(sorted(overlap), key=lambda c: overlap[c])
            if overlap[code] > (0.3 if face.area > CRUMB else 0) * face.area:
                faces.setdefault(code, []).append(face)
    return {code: unary_union(faces[code]) for code in faces}


def _rounded(line):
    points = [(round(x, 1), round(y, 1)) for x, y in line.coords]
    kept = [p for i, p in enumerate(points) if i == 0 or p != points[i - 1]]
    return LineString(kept) if len(kept) > 1 else None


def simplify(shares, tolerance, smallest):
    """The same areas with fewer points; neighbours still share their borders. Drops islands below a
    size."""
    lines = linemerge(unary_union([shape.boundary for shape in shares.values()]))
    kept = []
    for line in parts(lines, "LineString"):
        if line.is_ring and Polygon(line).area < smallest:
            continue
        line = _rounded(line.simplify(tolerance, preserve_topology=line.is_ring))
        if line:
            kept.append(line)
    return share_out(kept, shares)
