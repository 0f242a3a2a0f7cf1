"""From the globe to the page: a conformal conic projection, then magnifiers that enlarge crowded
areas."""
import math

SOUTH_PARALLEL, NORTH_PARALLEL, MERIDIAN = 42, 62, 13


def _half(latitude):
    return math.tan(math.pi / 4 + math.radians(latitude) / 2)


_N = math.log(math.cos(math.radians(SOUTH_PARALLEL)) / math.cos(math.radians(NORTH_PARALLEL))) / math.log(
    _half(NORTH_PARALLEL) / _half(SOUTH_PARALLEL)
)
_F = math.cos(math.radians(SOUTH_PARALLEL)) * _half(SOUTH_PARALLEL) ** _N / _N


def _cone(longitude, latitude):
    radius = _F / _half(latitude) ** _N
    angle = _N * math.radians(longitude - MERIDIAN)
    return radius * math.sin(angle), radius * math.cos(angle)


class Plane:
    """Maps longitude and latitude to the page. No magnifier folds the plane: its strength is below 3."""

    def __init__(self, point, place, scale):
        x, y = _cone(*place)
        self.scale = scale
        self.move = (point[0] - x * scale, point[1] - y * scale)
        self.magnifiers = []

    def magnify(self, place, radius, strength):
        self.magnifiers.append((self.page(place), radius, strength))

    def page(self, place):
        x, y = _cone(*place)
        x, y = x * self.scale + self.move[0], y * self.scale + self.move[1]
        for (centre_x, centre_y), radius, strength in self.magnifiers:
            dx, dy = x - centre_x, y - centre_y
            distance = math.hypot(dx, dy)
            if distance < radius:
                factor = 1 + strength * (1 - distance / radius) ** 2
                x, y = centre_x + dx * factor, centre_y + dy * factor
        return x, y

    def pages(self, places):
        return [self.page(place) for place in places]
