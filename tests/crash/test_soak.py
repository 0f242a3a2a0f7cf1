"""soak: proves that a farm under load for long does not grow: not its processes, not the server's
sessions, not the tables. The load is short games and long ones, thinking players, external players
whose time runs out, and tournaments that are made and dropped.

MINUTES=0.1 is how long; make soak takes 60. SEED draws the games. After each round of tournaments
it measures; it prints a line for each twelfth of the time: the seconds, the games played so far,
and the largest sizes in that twelfth, in kB. The tests compare the largest of the second half of
the rounds with the largest of the first. In less than five minutes each round ends with a vacuum,
because the tables' sizes would be what the server has not vacuumed yet.
"""
import functools
import os
import time

import farm
import pytest
import workers
from farm import query, value, wait_for

SECONDS = 60 * float(os.environ.get("MINUTES") or 0.1)
WARM = 3  # rounds that do not count: what runs has met all kinds of tournaments then
LEAST = 8  # rounds that do
SHARE = 1 if SECONDS >= 300 else 4  # of a round's games
KINDS = ("short", "long", "deep", "asked")
TABLES = {
    "games": "pg_total_relation_size('farm.games')",
    "queue": "pg_relation_size('farm.games_queue')",
    "seats": "pg_total_relation_size('farm.seats')",
    "turns": "pg_total_relation_size('farm.turns')",
    "pending": "pg_total_relation_size('farm.pending_orders')",
    "taken": "pg_total_relation_size('farm.taken_orders')",
    "others": "(select sum(pg_total_relation_size(t))"
              " from unnest('{farm.workers,farm.tallies,farm.tournaments}'::regclass[]) t)",
    "catalog": "(select sum(pg_total_relation_size(oid)) from pg_class"
               " where relnamespace = 'pg_catalog'::regnamespace)",
}


def own(*processes):
    """The largest memory of these processes, without shared memory, in kB."""
    def memory(process):
        with open(f"/proc/{process}/status", encoding="utf-8") as file:
            return int(next(line for line in file if line.startswith("RssAnon:")).split()[1])

    return max(map(memory, processes))


def kept(*processes):
    """The memory that these processes keep: a running statement briefly has more."""
    readings = []
    for _ in range(20):
        readings.append(own(*processes))
        time.sleep(0.05)
    return min(readings)


def most(samples, key):
    return max(sample[key] for sample in samples)


def more(number):
    """Makes the tournaments of a round."""
    farm.create(f"short-{number}", "random,random", "--rounds", 1, games=2000 // SHARE)
    farm.create(f"long-{number}", "random,random", games=100 // SHARE)
    farm.create(f"deep-{number}", "ares(depth=2,age=10),random", games=8 // SHARE)
    farm.create(f"asked-{number}", "@soak" + ",random" * 6, "--rounds", 2 if SHARE == 1 else 1,
                "--diplomatic-time", "1s", "--retreat-time", "1s", "--adjustment-time", "1s",
                games=4, rules="standard")


def less(number):
    """Waits until they are played, and drops them. Returns how many games there were."""
    names = [f"{kind}-{number}" for kind in KINDS]
    wait_for(lambda: all(map(farm.finished, names)), 60, f"round {number} to be played")
    played = value("select sum(games)::int from farm.progress where tournament = any (%s)", names)
    for name in names:
        query("select farm.tournament_drop(%s)", name)
    return played


class Soak:
    """Works until the time is over. Two rounds of tournaments overlap."""

    def __init__(self, tell):
        query("create role soak in role farm_agent")
        self.tell, self.samples, self.number, self.played = tell, [], 0, 0
        self.daemon = farm.Daemon("aresd", "--workers", 2)
        wait_for(lambda: value("select count(*) from farm.workers") == 2, 5, "two workers")
        self.workers = workers.workers_of(self.daemon)
        self.line("seconds", "games", "workers", "sessions", "aresd", *TABLES)
        more(0)
        while self.number < WARM:
            self.round()
        self.samples, self.told, self.twelfth, began = [], 0, 0, time.monotonic()
        while (took := time.monotonic() - began) < SECONDS or len(self.samples) < LEAST:
            self.round()
            if took * 12 >= SECONDS * (self.twelfth + 1):
                self.say(took)
        less(self.number)

    def round(self):
        self.number += 1
        more(self.number)
        self.played += less(self.number - 1)
        if SECONDS < 300:
            query("vacuum")
        self.samples.append(self.measure())

    def measure(self):
        sessions = value("select array_agg(pid) from pg_stat_activity"
                         " where application_name = 'aresd worker'")
        sizes = query("select " + ", ".join(f"{size}::bigint / 1024" for size in TABLES.values()))
        return dict(workers=own(*self.workers), sessions=kept(*sessions), aresd=own(self.daemon.pid),
                    **dict(zip(TABLES, sizes[0])))

    def line(self, *words):
        self.tell(" ".join(f"{word:>8}" for word in words))

    def say(self, took):
        latest, self.told = self.samples[self.told:], len(self.samples)
        self.twelfth += 1
        self.line(int(took), self.played, *(most(latest, key) for key in latest[0]))


@pytest.fixture(scope="module")
def soak(request):
    done = Soak(functools.partial(workers.tell, request))
    yield done
    done.daemon.stop()


def not_larger(soak, factor, slack, *keys):
    """None of the second half is larger than factor times the first half and slack kB."""
    half = len(soak.samples) // 2
    for key in keys:
        early, late = most(soak.samples[:half], key), most(soak.samples[half:], key)
        assert late <= early * factor + slack, (key, [sample[key] for sample in soak.samples])


def test_memory(soak):
    not_larger(soak, 1.02, 256, "workers", "aresd")


def test_sessions(soak):
    """A session of the server keeps something in its caches for every table that it has read, even
    after the table is gone: 2.2 kB for a tournament whose boards it has read."""
    not_larger(soak, 1, 1024 + 3 * soak.number, "sessions")


def test_tables(soak):
    not_larger(soak, 1.25, 1024 // SHARE, *TABLES)


def test_nothing_is_left(soak):
    """No row of dropped tournaments remains, in any table that has rows of games."""
    wait_for(lambda: value("select count(*) from farm.tournaments") == 0, 5, "the sweep")
    tables = [table for table, in query("""select distinct a.attrelid::regclass::text
        from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'farm'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition and a.attname in ('game_id', 'tournament_id')""")]
    assert {"farm.games", "farm.seats", "farm.boards", "farm.turns"} <= set(tables)
    assert {table for table in tables if value(f"select exists (select from {table})")} == set()


def test_nothing_went_wrong(soak):
    assert workers.workers_of(soak.daemon) == soak.workers
    assert [line for line in farm.went_wrong(soak.daemon.log())
            if "listening" not in line and "recovered" not in line] == []
