"""wal_full: proves that a farm continues by itself when the disk of the server's WAL was full:
PostgreSQL panics, cannot recover, gets room and starts again. What was finished stays, and the
games come out the same. And that a file kept for this on a full disk is room enough to drop a
tournament, as doc/operating.md says.

The WAL is on a file system of its own, which needs root and the right to make namespaces. SEED
draws the games.
"""
import os
import re
import time

import farm
import hosts
import psycopg
import servers
from farm import query, value, wait_for
from workers import outcome

GAMES = 24
USUAL = ("trying again: ", "connection given up: ", "because of crash of another server process",
         "was taken from worker", "all claims are dropped", "are claimed again",
         "the database answers again")


def finished():
    return value("select finished from farm.progress where tournament = 'full'")


def resize(place, kilobytes):
    """The size of the WAL's file system."""
    farm.done("mount", "-o", f"remount,size={kilobytes}k", f"{place.data}/wal")


def make_place():
    """A server whose WAL is elsewhere."""
    place = hosts.Hosts("near")
    place.server.stop()
    wal, old = f"{place.data}/wal", f"{place.server.path}/pg_wal"
    os.mkdir(wal)
    farm.done("mount", "-t", "tmpfs", "-o", "size=1g", "tmpfs", wal)
    servers.give(wal)
    farm.done("sh", "-c", f"mv {old}/* {wal} && rmdir {old} && ln -s ../wal {old}")
    place.server.start()
    farm.ctl("init")
    return place


def fill(place):
    """Fills the WAL's disk while the farm plays, until the server panics. A slot that nobody reads
    keeps all WAL. Returns how many games were finished before."""
    query("select pg_create_physical_replication_slot('forgotten', true)")
    wait_for(finished, 20, "a game")
    used = int(farm.done("df", "-k", "--output=used", f"{place.data}/wal").split()[-1])
    resize(place, used + 64)
    sure = finished()

    def panics():
        try:
            query("select pg_switch_wal()")
        except psycopg.Error:
            farm.forget_session()
        return not place.server.runs()

    wait_for(panics, 20, "the server to panic")
    return sure


@hosts.needs_hosts
def test_wal_full():
    place = make_place()
    for name in ("undisturbed", "full"):
        farm.create(name, "ares(depth=2,age=20),random", games=GAMES)
        if name == "undisturbed":
            place.play("near")
    os.truncate(place.log_path("near"), 0)
    daemon = place.start("near", "--until-done", "--workers", 2, "--batch", 4)
    sure = fill(place)
    assert re.search("PANIC: .*No space left on device", place.server.log())
    assert not place.server.try_start(), "there is no room yet"
    time.sleep(1)
    daemon.ended()
    resize(place, 1048576)
    place.server.start()
    assert sure <= finished() and sure < GAMES
    query("select pg_drop_replication_slot('forgotten')")
    wait_for(lambda: daemon.process.poll() == 0, 60, "all games to be played")
    assert outcome("full") == outcome("undisturbed")
    assert "all agree" in farm.done(*farm.program("aresctl", "verify", "--players", "full"))
    assert [line for line in farm.went_wrong(daemon.log())
            if not any(text in line for text in USUAL)] == []


def left(place):
    return int(farm.done("df", "-k", "--output=avail", place.data).split()[-1])


def touch_all():
    """Fills the pages of the tables that a drop writes. False, once there is no room."""
    try:
        query("update farm.tournaments set weight = weight where name <> 'big'")
    except psycopg.Error:
        return False
    finally:
        farm.forget_session()
    return True


@hosts.needs_hosts
def test_drop_on_a_full_disk():
    """Without room a tournament cannot be dropped. With the room of the file it can, which frees
    more than the file had."""
    place = hosts.Hosts("near")
    farm.ctl("init")
    farm.create("big", "random,random", games=200)
    place.play("near")
    farm.create("many", "random,random")
    query("""
        select farm.tournament_create('many-' || i, 'standard', rules, judge, seed, 1, round_limit,
                                      seats, array_agg(user_id), 1, array_agg(entrant))
        from farm.tournaments t join farm.games g on g.tournament_id = t.id
        join farm.seats s on s.game_id = g.id, generate_series(1, 60) i
        where name = 'many' group by t.id, i order by i""")
    kept = f"{place.data}/kept"
    farm.done("fallocate", "-l", "8M", kept)
    query("checkpoint")
    place.resize(place.used())
    wait_for(lambda: not touch_all(), 20, "no room")
    farm.refused("No space left on device", *farm.program("aresctl", "tournament", "drop", "--yes", "big"))
    assert left(place) == 0
    os.unlink(kept)
    farm.done(*farm.program("aresctl", "tournament", "drop", "--yes", "big"))
    assert left(place) > 2 * 8192
    assert not farm.holds("exists(select from farm.tournaments where name = 'big')")
