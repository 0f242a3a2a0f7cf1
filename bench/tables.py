#!/usr/bin/env python3
"""tables: open tables whose pages wait: WATCHERS=1000 games of a person against six who hold, on a
cluster of its own. RATE=20 people per second submit their orders for SECONDS=20. Prints how long
they wait for the next phase, including its legal orders. Fails if one waits longer than half a
minute."""
import hashlib
import os
import re
import sys
import time

os.environ.setdefault("RATE", "20")
os.environ.setdefault("SECONDS", "20")
import letters  # letters reads these variables
from letters import RATE, SECONDS, SENDERS, WATCHERS, Line, chance, ctl, turn, used  # noqa: E402

waited = []


class Table(Line):
    """Waits for news. hand_in() submits orders, and then the time to the next phase is measured."""

    def __init__(self, port, secret):
        super().__init__(port)
        self.secret, self.phase, self.began = secret, None, None
        self.ask(secret, "GET", "/seat/state")

    def answered(self, head, body):
        if b" 200 " not in head[:16]:
            raise SystemExit(f"a table was answered: {head[:80]}")
        phase = re.search(rb'"turn":{"game":\d+,"phase":"(\w+)"', body)
        if self.began and phase and phase[1] != self.phase:
            waited.append(time.monotonic() - self.began)
            self.began = None
        self.phase = phase[1] if phase else self.phase
        tag = re.search(rb'"tag":"(\w+)"', body)[1].decode()
        self.ask(self.secret, "GET", f"/seat/state?seen={tag}")

    def hand_in(self, giver):
        self.began = time.monotonic()
        giver.ask(self.secret, "POST", "/seat/orders", '{"orders": [], "final": true}')


class Giver(Line):
    def answered(self, head, body):
        if b" 200 " not in head[:16]:
            raise SystemExit(f"orders were answered: {head[:80]} {body}")


def make_seats():
    ctl("--quiet", "tournament", "create", "tables", "--games", str(WATCHERS), "--rules", "standard", "--rounds", "20", "--seats",
        "@" + 6 * ",holdbot", "--seed", "1")
    secrets = [f"{number:024d}" for number in range(WATCHERS)]
    digests = ",".join(hashlib.sha256(hashlib.sha256(secret.encode()).digest()).hexdigest() for secret in secrets)
    ctl("psql", "-XqAtc",
        "insert into farm.links (game_id, power, digest, made_by, expires_at)"
        " select g.id, 0, decode(d, 'hex'),"
        f" 'bench', now() + interval '1 day' from unnest(string_to_array('{digests}', ',')) with ordinality x (d, n)"
        " join farm.games g on g.number = x.n")
    while int(ctl("psql", "-XqAtc", "select count(*) from farm.games where state = 'waiting'")) < WATCHERS:
        time.sleep(0.2)
    return secrets


def run(port, secrets, programs):
    opened = time.monotonic()
    tables = [Table(port, secret) for secret in secrets]
    while not all(table.phase for table in tables):
        turn(1)
    opened = time.monotonic() - opened
    givers = [Giver(port) for _ in range(SENDERS)]
    began, sent, before = time.monotonic(), 0, used(programs)
    while sent < RATE * SECONDS:
        turn(0.002)
        for giver in givers:
            table = chance.choice(tables)
            if not giver.asked and table.began is None and sent < RATE * min(SECONDS, time.monotonic() - began):
                table.hand_in(giver)
                sent += 1
    end = time.monotonic() + 30
    while len(waited) < sent and time.monotonic() < end:
        turn(0.1)
    took, spent = time.monotonic() - began, used(programs) - before
    waited.sort()
    half, most = waited[len(waited) // 2], waited[len(waited) * 99 // 100]
    print(f"{WATCHERS} tables open after {opened:.1f} s; {len(waited)} of {sent} phases in {took:.1f} s, load"
          f" {os.getloadavg()[0]:.0f}: half within {half:.3f} s, 99 % within {most:.3f} s, all within {waited[-1]:.3f} s;"
          f" processor of workers, web server and database: {1000 * spent / sent:.1f} ms a phase")
    return len(waited) < sent


sys.exit(letters.main(make_seats, run))
