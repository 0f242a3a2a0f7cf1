"""changes: what the suites digests, migrate and scale share: a farm of the first schema, and a
tournament that workers play slowly while something happens.
"""
import contextlib
import glob
import os
import re

import farm


@contextlib.contextmanager
def old_farm():
    """Makes a database with the farm of schema version 1, farm_1.sql. Meanwhile all calls of farm
    find that one and no other."""
    name, before = "old_farm", {key: os.environ.get(key) for key in ("CONNINFO", "PGDATABASE")}
    farm.query(f"create database {name}")
    os.environ["CONNINFO"] = re.sub(r"dbname=\S+$", f"dbname={name}", farm.conninfo())
    other, farm.query.session = farm.query.session, None
    try:
        paths = [*sorted(glob.glob("schema/changes/001_*.sql")), "tests/db/schema/farm_1.sql"]
        farm.done(*farm.program("aresctl", "psql", "-Xq1", "-v", "ON_ERROR_STOP=1",
                                *(word for path in paths for word in ("-f", path))))
        yield
    finally:
        if farm.query.session:
            farm.query.session.close()
        for key, content in before.items():
            os.environ.pop(key, None)
            if content is not None:
                os.environ[key] = content
        farm.query.session = other
        farm.query(f"drop database {name} with (force)")


def make_stirred(name="stirred", seconds=0.1):
    """Makes a tournament. Until the function that this returns is called, each board of it takes
    these seconds to write, so workers play as long as the test needs them."""
    farm.create(name, "random,random", "--rounds", 15, games=30)
    tournament = farm.value("select id from farm.tournaments where name = %s", name)
    farm.query(f"""
        create function public.slow() returns trigger language plpgsql
            as 'begin perform pg_sleep({seconds}); return null; end';
        create trigger slow after insert on farm.boards_{tournament}
            for each row execute function public.slow()""")
    return lambda: farm.query("drop function public.slow() cascade")


def start_workers(name):
    """Starts slow workers, and waits until they play."""
    daemon = farm.Daemon("aresd", "--until-done", "--workers", "2", "--batch", "1")
    farm.wait_for(lambda: farm.holds("phases > 10 and claimed > 0 from farm.progress"
                                     " where tournament = %s", name))
    return daemon


def trouble(log):
    """The lines of an aresd's log, without their times, but those of its own life."""
    usual = re.compile(" aresd: (aresfarm .* begins: |nothing is left to play: |"
                       "the last game is done: |stopped by SIG)")
    return [line.split(" ", 2)[2] for line in log.splitlines() if not usual.search(line)]
