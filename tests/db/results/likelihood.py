"""Computes anew, from what games came to, what sql/thesis/likelihood.sql says of a grid of readings.

usage: likelihood.py FOLDER

The folder has these tables as CSV: games (cell, seating, the eleven values of a game), openings (cell, age, depth, ber, kie,
mun), thesis (the eleven sums), thesis_openings (age, depth, ber, kie, mun, games). For each cell it prints endings, stages,
units, kie, pairs and orders, with one decimal.

It goes another way than the question: endings and the rest are quotients of the densities of 8, 10 and 11 values, each by
determinant and inverse, where the question conditions one value after the other.
"""

import csv
import math
import sys
from collections import Counter, defaultdict
from itertools import product

POOLED, FLOOR, SETTING, EACH = 32, 0.01, 10, 0.5
ORDERS = ("ber", "kie", "mun")


def read(name):
    with open(f"{sys.argv[1]}/{name}.csv", newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def log_density(values, covariance):
    """The logarithm of a normal density, by elimination."""
    n = len(values)
    rows = [covariance[i][:n] + [values[i]] for i in range(n)]
    determinant = 0.0
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        determinant += math.log(abs(rows[i][i]))
        for r in range(n):
            if r != i:
                rows[r] = [a - rows[r][i] / rows[i][i] * b for a, b in zip(rows[r], rows[i])]
    square = sum(values[i] * rows[i][n] / rows[i][i] for i in range(n))
    return -0.5 * (n * math.log(2 * math.pi) + determinant + square)


def spread(games):
    """The covariance within a seating; where each is played once, that of all games."""
    seatings = defaultdict(list)
    for seating, values in games:
        seatings[seating].append(values)
    if len(seatings) == len(games):
        seatings = {"": [values for _, values in games]}
    centred = []
    for same in seatings.values():
        means = [sum(column) / len(same) for column in zip(*same)]
        centred += [[a - b for a, b in zip(values, means)] for values in same]
    size = range(len(games[0][1]))
    return [[sum(v[i] * v[j] for v in centred) / (len(games) - len(seatings)) for j in size] for i in size]


def what(order, unit, orders):
    if unit == "kie":
        return "centre" if order in ("den", "hol") else "other"
    if order == "H":
        return "hold"
    if not order.startswith("S "):
        return "move"
    helped = orders[ORDERS.index(order[2:5])] if order[2:5] in ORDERS else ""
    if order.endswith(" H"):
        return "support" if helped == "H" or helped.startswith("S ") else "vain"
    return "support" if helped[:3] == order[6:9] else "vain"


def opening_logs(openings, thesis, kinds):
    aims, settings, all_aims, pairs, given = Counter(), Counter(), Counter(), Counter(), Counter()
    for age, depth, *orders in openings:
        ber, kie, mun = whats = [what(o, u, orders) for o, u in zip(orders, ORDERS)]
        aims[age, depth, kie] += 1
        settings[age, depth] += 1
        all_aims[kie] += 1
        pairs[kie, ber, mun] += 1
        for order, unit, done in zip(orders, ORDERS, whats):
            given[unit, done, order] += 1
    aim = pair = by_order = 0.0
    for age, depth, *orders, games in thesis:
        ber, kie, mun = whats = [what(o, u, orders) for o, u in zip(orders, ORDERS)]
        mean = (all_aims[kie] + EACH) / (len(openings) + 2 * EACH)
        aim += int(games) * math.log((aims[age, depth, kie] + SETTING * mean) / (settings[age, depth] + SETTING))
        log = int(games) * math.log((pairs[kie, ber, mun] + EACH) / (all_aims[kie] + 16 * EACH))
        aim, pair = (aim + log, pair) if kie == "other" else (aim, pair + log)
        for order, unit, done in zip(orders, ORDERS, whats):
            others = sum(given[unit, done, o] + EACH for o in kinds[unit, done])
            by_order += int(games) * math.log((given[unit, done, order] + EACH) / others)
    return aim, pair, by_order


def main():
    games, openings, kinds = defaultdict(list), defaultdict(list), defaultdict(set)
    for cell, seating, *values in read("games"):
        games[cell].append((seating, [float(v) for v in values]))
    for cell, *opening in read("openings"):
        openings[cell].append(opening)
    thesis_openings = read("thesis_openings")
    for age, depth, *orders in [o for own in openings.values() for o in own] + [o[:5] for o in thesis_openings]:
        for order, unit in zip(orders, ORDERS):
            kinds[unit, what(order, unit, orders)].add(order)
    thesis = [float(x) for x in read("thesis")[0]]
    spreads = {cell: spread(own) for cell, own in games.items()}
    total = sum(len(own) for own in games.values())
    size = range(len(thesis))
    pooled = [[sum(len(games[c]) * spreads[c][i][j] for c in games) / total for j in size] for i in size]
    for cell in sorted(games, key=int):
        n = len(games[cell])
        far = [thesis[i] - 128 * sum(v[i] for _, v in games[cell]) / n for i in size]
        covariance = [[0.0] * len(thesis) for _ in size]
        for i, j in product(size, size):
            covariance[i][j] = 128 * (n * spreads[cell][i][j] + POOLED * pooled[i][j]) / (n + POOLED) + FLOOR * (i == j)
        eight, ten, eleven = (log_density(far[:k], covariance) for k in (8, 10, 11))
        logs = eight, ten - eight, eleven - ten, *opening_logs(openings[cell], thesis_openings, kinds)
        print("|".join([cell] + [f"{x:.1f}" for x in logs]))


main()
