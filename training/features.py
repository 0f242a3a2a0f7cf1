"""features: what the player learner sees of an order, and how the units of a power choose.

lib/players/learner has the same in C. A row is one power in one game. Its units choose one after
the other. Features are integers from 0 to 255: the places of the unit, its target and the unit it
supports; the kind of order; and how it fits the orders that other units of the row already have.
"""
import numpy as np
import ares

HOLD, MOVE, SUPPORT_HOLD, SUPPORT_MOVE, CONVOY, RETREAT, DISBAND, BUILD, WAIVE = range(9)
KINDS = (HOLD, MOVE, SUPPORT_HOLD, SUPPORT_MOVE, RETREAT, DISBAND, BUILD)
ROUNDS, SPREAD, NEAR, PAIRS = 3, 5, 13, 11  # from features.h and network.h
PLACE = NEAR + ROUNDS * SPREAD
FEATURES = 3 * PLACE + len(KINDS) + 4 + PAIRS
PLACE_SCALE = np.r_[np.ones(6), np.full(5, .25), 1, 1, np.tile([1 / 4, 1 / 16, 1 / 64], SPREAD)]
SCALE = np.r_[np.tile(PLACE_SCALE, 3), np.ones(len(KINDS) + 2), .125, .125, np.ones(PAIRS)]


class Ground:
    """The constants of a map: borders, provinces, and which orders are candidates."""

    def __init__(self, name="standard"):
        self.map, orders = ares.Map(name), ares.vocabulary(name).array()
        self.province, places = np.array(self.map.province), self.map.place_count
        self.water, self.coast = (np.array(self.map.terrain) == kind for kind in ("water", "coast"))
        self.kind, self.type = orders["kind"], orders["type"]
        self.helped_type = np.minimum(orders["aux_type"], 1)
        self.origin, to, self.helped = (np.where(orders[end] < places, orders[end], 0)
                                        for end in ("from", "to", "aux"))
        self.border, crosses = np.zeros((2, places, places), np.float32), self.kind == RETREAT
        self.border[self.type[crosses], self.origin[crosses], to[crosses]] = 1
        self.reach = np.float32(self.border @ (self.province[:, None] == self.province) > 0)
        moves = np.isin(self.kind, (MOVE, RETREAT))
        self.supports = np.isin(self.kind, (SUPPORT_HOLD, SUPPORT_MOVE))
        self.goes = np.stack([moves, self.supports, self.supports | (self.kind == HOLD)])
        self.target = np.where(moves | (self.kind == SUPPORT_MOVE), to,
                               np.where(self.kind == SUPPORT_HOLD, self.helped, self.origin))
        self.ends = self.province[np.stack([self.origin, self.target, self.helped])]
        near = self.border[self.helped_type, self.helped, to] == 1  # not by convoy
        self.candidate = np.isin(self.kind, KINDS) & (orders["via"] == 0) & \
            (near | (self.kind != SUPPORT_MOVE))


def see_places(ground, env, games, powers):
    """Features of places: uint8 (rows, 2, L, PLACE), by the type of unit that would be there."""
    rows, home, first = np.arange(len(games)), ground.province, ground.map.powers[0]
    planes = env.planes.astype(np.float32).transpose(0, 2, 1)
    at = {name: number for number, name in enumerate(env.plane_names)}
    owner, centre, homes = (planes[:, at[f"{name} of {first}"]:][:, :ground.map.power_count]
                            for name in ("unit", "centre", "home"))
    sizes = centre.sum(2, keepdims=True)
    reach = sum((owner * planes[:, kind:kind + 1]) @ ground.reach[kind] for kind in (0, 1))[games]
    own = reach[rows, powers]
    foreign = reach.sum(1) - own
    reach[rows, powers] = 0
    held, owned, neutral, homes = (plane[:, home] for plane in (
        owner[games, powers], centre[games, powers], planes[games, at["neutral centre"]],
        homes[games, powers]))
    other = owner.sum(1)[games][:, home] - held
    centre_size = (centre * sizes).sum(1)[games][:, home] * (1 - owned)
    unit_size = (owner * sizes).sum(1)[games][:, home] * (1 - held)
    near = (held, other, owned, centre_size > 0, neutral, homes, own, foreign, reach.max(1),
            centre_size, unit_size, ground.water, ground.coast)
    seen = np.empty((len(games), 2, len(home), PLACE), np.uint8)
    for number, values in enumerate(near):
        seen[..., number] = np.minimum(values, 255).reshape(-1, 1, len(home))
    for kind in (0, 1):
        spread = np.stack([owned * (foreign > 0), centre_size > 0, neutral, held, other], 1)
        for turn in range(ROUNDS):
            spread = np.floor(spread @ ground.border[kind] / 2 ** turn)
            seen[:, kind, :, NEAR + turn::ROUNDS] = np.minimum(spread, 255).transpose(0, 2, 1)
    return seen


def list_orders(ground, env, games, powers, places):
    """The candidates of all rows, by slot, row and number: slots, rows, numbers and features."""
    first, count = (array[games, powers].T.ravel() for array in (env.legal_first, env.legal_count))
    each = np.repeat(np.arange(len(count)), count)
    slot, row = np.divmod(each, len(games))
    number = env.legal[games[row], np.arange(len(each)) + (first + count - count.cumsum())[each]]
    mine = places[row, 0, ground.helped[number], 0] == 1
    keep = ground.candidate[number] & (mine | ~ground.supports[number])
    slot, row, number = slot[keep], row[keep], number[keep]
    supports, kind, helped = (array[number] for array in (ground.supports, ground.type,
                                                          ground.helped_type))
    at = env.number_names.index("centres of " + ground.map.powers[0])
    sizes = env.numbers[:, at:].reshape(len(env.numbers), 2, -1)[games[row], :, powers[row]]
    alone = np.c_[places[row, kind, ground.origin[number]],
                  places[row, np.where(supports, helped, kind), ground.target[number]],
                  places[row, helped, ground.helped[number]] * supports[:, None],
                  ground.kind[number][:, None] == KINDS, kind, env.phases[games[row]] % 5 > 1,
                  sizes]
    return slot, row, number, alone.astype(np.uint8)


class Plan:
    """The orders that the units of each row have so far: arrays (rows, L), by province."""

    def __init__(self, ground, places):
        self.ground, self.open = ground, places[:, 0, :, 0] == 1
        self.entered, self.helps, self.toward = np.zeros((3, *self.open.shape), int)
        self.stays, self.leaves = np.zeros(self.open.shape, bool), np.full(self.open.shape, -1)

    def see(self, row, number):
        """The PAIRS features of candidates."""
        origin, target, helped = self.ground.ends[:, number]
        moves, supports, stays = self.ground.goes[:, number]
        fits = self.toward[row, origin] == np.where(moves, target, origin)
        helps, enters = self.helps[row, origin] * (moves | stays), self.entered[row, origin] > 0
        agreed = np.where(self.ground.kind[number] == SUPPORT_HOLD, self.stays[row, helped],
                          self.leaves[row, helped] == target) & supports
        open = supports & ~agreed & self.open[row, helped]
        swaps = self.leaves[row, target] == origin
        return np.c_[moves & (self.entered[row, target] > 0), moves & self.stays[row, target],
                     moves & self.open[row, target], moves & swaps, helps * fits, helps * ~fits,
                     stays & enters, moves & enters, agreed, open, supports & ~agreed & ~open]

    def add(self, row, number):
        """Adds one order for each of some rows."""
        origin, target, helped = self.ground.ends[:, number]
        moves, supports, _ = self.ground.goes[:, number]
        self.open[row, origin], self.stays[row, origin] = False, ~moves
        self.leaves[row, origin] = np.where(moves, target, -1)
        self.entered[row[moves], target[moves]] += 1
        row, helped, target = row[supports], helped[supports], target[supports]
        self.helps[row, helped] = self.helps[row, helped] * (self.toward[row, helped] == target) + 1
        self.toward[row, helped] = target


def choose(ground, env, games, powers, net, pick=lambda table: table.argmax(1)):
    """Writes the actions of rows into env.actions. net: maps features to scores; pick: maps scores
    (units, C), -inf where there is no candidate, to columns. Returns the places, and for each slot
    (features, unit, column, rows of units, columns picked)."""
    places, chosen = see_places(ground, env, games, powers), []
    slots, rows, numbers, alone = list_orders(ground, env, games, powers, places)
    plan = Plan(ground, places)
    for slot in range(env.slots):
        at = np.flatnonzero((slots == slot) & ~plan.stays[rows, ground.ends[0, numbers]])
        if not len(at):
            continue
        units, first, unit = np.unique(rows[at], return_index=True, return_inverse=True)
        features = np.c_[alone[at], plan.see(rows[at], numbers[at])].astype(np.uint8)
        column = np.arange(len(at)) - first[unit]
        table = np.full((len(units), column.max() + 1), -np.inf)
        table[unit, column] = net(features)
        picked = pick(table)
        env.actions[games[units], powers[units], slot] = numbers[at[first + picked]]
        plan.add(units, numbers[at[first + picked]])
        chosen.append((features, unit, column, units, picked))
    return places, chosen
