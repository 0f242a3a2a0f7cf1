#!/usr/bin/python3
"""player: an external player. It plays each of its turns by SQL, with psycopg 3. Copy from it; it
does not play well.

    doc/player.py SEED ['host=HOST dbname=aresfarm user=alice']

The connection is libpq's: parameters that CONNINFO lacks come from PGHOST and the other variables.
The player prefers orders that reach a centre it does not own. Otherwise a hash of seed, game, phase
and order decides, so the same turns get the same orders. It reconnects after a lost connection.
SIGTERM and SIGINT end it.

Any role may send any notification. So the player reads nothing from a notification: it only looks
for turns. Values travel as parameters, and never become part of the SQL. Each statement commits by
itself, so no transaction stays open.
"""
import random
import re
import signal
import sys
import time
from contextlib import closing
from select import select

import psycopg
from psycopg import sql
from psycopg.rows import namedtuple_row

TURNS = """select game, number, phase, power, due, centres, legal from api.my_turns
           where cardinality(submitted) is distinct from due order by game, power"""
SUBMIT = "select text, problem from api.submit_orders(%s, %s::text[], power => %s, phase => %s)"
CENTRES = set("ank bel ber bre bud bul con den edi gre hol kie lon lvp mar mos mun nap nwy par por rom rum ser sev smy "
              "spa stp swe tri tun ven vie war".split())


def mix(*values):
    """24 bits that look random (FNV-1a, then mixed)."""
    bits = 2166136261
    for byte in "|".join(map(str, values)).encode():
        bits = (bits ^ byte) * 16777619 & 0xffffffff
    return (bits ^ bits >> 15) * 2654435761 >> 7 & 0xffffff


def choose_moves(seed, turn):
    """The best order of each unit. An order or retreat to a centre that we do not own is worth
    more, a hold least."""
    ours = {centre[4:] for centre in turn.centres or [] if centre.startswith(turn.power)}
    best = {}
    for order in turn.legal:
        unit = re.match(r". \S+", order)[0]
        target = re.search(r"- (...)", order)
        worth = mix(seed, turn.number, turn.phase, order) / 0xffffff
        if target and target[1] in CENTRES - ours:
            worth += 0.5
        if order.endswith(" H"):
            worth -= 1
        if unit not in best or worth > best[unit][0]:
            best[unit] = worth, order
    return [best[unit][1] for unit in sorted(best)]


def choose_adjustments(seed, turn):
    """As many orders as are due, one for each place. It waives only if no other order is left."""
    orders = {}
    for order in sorted(set(turn.legal) - {"waive"}, key=lambda order: (mix(seed, turn.phase, order), order)):
        place = re.search(r"\b[a-z]{3}\b", order)[0]
        if len(orders) < turn.due and place not in orders:
            orders[place] = order
    return [*orders.values()] + ["waive"] * (turn.due - len(orders))


def play(seed, connection, turn):
    choose = choose_adjustments if turn.phase.endswith("A") else choose_moves
    orders = choose(seed, turn)
    for answer in connection.execute(SUBMIT, (turn.game, orders, turn.power, turn.phase)):
        # A problem without a text is not about an order: the phase was played meanwhile.
        if answer.problem and answer.text:
            sys.exit(f"{turn.phase} {turn.power}: {answer.text}: {answer.problem}")


def look(seed, connection):
    """Plays all open turns, forever. It looks for turns when it is notified, and every four seconds
    otherwise: another session may have submitted incomplete orders for this role."""
    notified = False

    def note(_):
        nonlocal notified
        notified = True

    connection.pgconn.notify_handler = note  # add_notify_handler would decode the payload
    role = connection.execute("select current_user").fetchone()[0]
    connection.execute(sql.SQL("listen {}").format(sql.Identifier("farm_turn_" + role)))
    while True:
        notified = False
        turns = connection.execute(TURNS).fetchall()
        for turn in turns:
            play(seed, connection, turn)
        if not turns:
            if not notified:
                select([connection], [], [], 4)
            time.sleep(0.02)  # limits the load of a flood of notifications


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: player.py SEED [CONNINFO]")
    seed, conninfo = sys.argv[1], "".join(sys.argv[2:])
    for name in signal.SIGTERM, signal.SIGINT:
        signal.signal(name, lambda *_: sys.exit(0))
    pause = None  # no connection yet: an error now would not go away
    while True:
        try:
            with closing(psycopg.connect(conninfo, autocommit=True, prepare_threshold=None,
                                         row_factory=namedtuple_row)) as connection:
                pause = 0.1
                look(seed, connection)
        except psycopg.OperationalError as error:
            if pause is None:
                sys.exit(f"player: {error}")
            print(f"player: {error}".strip(), file=sys.stderr)
            time.sleep(random.uniform(pause / 2, pause))
            pause = min(2 * pause, 5)


main()
