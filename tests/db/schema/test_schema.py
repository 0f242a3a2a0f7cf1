"""schema: aresctl init, what it refuses, and how the SQL of schema/ and sql/ reads packed columns.
"""
import csv
import glob
import os
import subprocess
import threading

import psycopg
import pytest

import farm
from farm import ctl, holds, query, value

OURS = """(select oid from pg_namespace
    where nspname !~ '^pg_' and nspname not in ('information_schema', 'public'))"""


def inventory():
    """Everything that init makes, by name and definition."""
    return {row[0] for row in query(f"""
        select format('%s %s %s', relkind, oid::regclass, pg_get_viewdef(oid)) from pg_class
        where relnamespace in {OURS}
        union all select pg_get_functiondef(oid) from pg_proc where pronamespace in {OURS}
        union all select a::text from farm.areas a
        union all select v::text from farm.schema_version v""")}


def test_init_twice_and_at_once():
    inits = [subprocess.Popen(farm.program("aresctl", "--quiet", "init")) for _ in range(2)]
    assert [init.wait() for init in inits] == [0, 0]
    before = inventory()
    assert ctl("init") == ""
    assert inventory() == before


def test_every_area_is_there():
    areas = {}
    for path in glob.glob("schema/maps/*.csv"):
        with open(path, encoding="utf-8", newline="") as file:
            areas[os.path.basename(path)[:-4]] = len(list(csv.DictReader(file)))
    assert len(areas) >= 3
    assert dict(query("select m.name, count(*) from farm.areas a join farm.maps m on m.id = map_id"
                      " group by m.name")) == areas
    assert query("select count(*) filter (where a.id = province), count(*) filter (where centre)"
                 " from farm.areas a join farm.maps m on m.id = map_id"
                 " where m.name = 'standard'") == [(75, 34)]


def test_newer_schema_is_refused():
    query("insert into farm.schema_version values (999, '999_future.sql')")
    for words in ("aresctl tournament list", "aresctl init", "aresd --until-done"):
        farm.refused("has version 999", *farm.program(*words.split()))
    query("delete from farm.schema_version where version = 999")
    ctl("tournament", "list")


def test_init_makes_anew():
    """After init, views and functions match the files. Before it there is one too many, one was
    removed, and others have another body, other rights, another result, or a conflicting name."""
    before = inventory()
    query("""create function farm.left_over(farm.games) returns int language sql return 1;
        create view farm.left_over as select farm.left_over(g) from farm.games g;
        create function api.left_over() returns int language sql return 1;
        create function web.left_over() returns int language sql return 1;
        create function daide.left_over() returns int language sql return 1;
        drop view farm.awaited cascade; drop function farm.sweep(int); drop function daide.live;
        create or replace function farm.games_lock(ids bigint[]) returns void language sql as '';
        alter function farm.batch_write security invoker;
        alter function daide.submit security invoker; alter function farm.games_claim reset all""")
    assert inventory() != before
    ctl("init")
    assert inventory() == before
    query("""drop function farm.ratio95; drop function farm.wilson95;
        create function farm.ratio95(y float8, x float8, yy float8, xy float8, xx float8, n bigint)
            returns int language sql return 1;
        create function farm.wilson95(k bigint, n bigint) returns int language sql return 1;
        create function farm.left_over() returns int language sql return 1""")
    ctl("init")
    assert inventory() == before


def test_init_keeps_what_tables_need():
    """init never drops a function that a table needs."""
    query("""
        create function farm.even(int) returns boolean language sql immutable return $1 % 2 = 0;
        create table farm.even (n int check (farm.even(n)))""")
    ctl("init")
    query("insert into farm.even values (2); drop table farm.even")
    ctl("init")
    assert holds("to_regproc('farm.even') is null")


# What has no comment.
UNCOMMENTED = {
    "relations": f"""select oid::regclass::text from pg_class
        where relnamespace in {OURS} and relkind in ('r', 'p', 'v') and not relispartition
          and obj_description(oid, 'pg_class') is null""",
    "columns": f"""select c.oid::regclass || '.' || attname from pg_class c
        join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
        where relnamespace in {OURS} and relkind in ('r', 'p', 'v') and not relispartition
          and col_description(c.oid, attnum) is null""",
    "functions that readers and external players may call": f"""select oid::regprocedure::text
        from pg_proc where pronamespace in {OURS} and obj_description(oid, 'pg_proc') is null
          and (has_function_privilege('farm_reader', oid, 'execute')
               or has_function_privilege('farm_agent', oid, 'execute'))""",
    "types": f"""select oid::regtype::text from pg_type where typnamespace in {OURS}
        and typtype in ('e', 'd') and obj_description(oid, 'pg_type') is null""",
    "schemas": f"""select nspname from pg_namespace where oid in {OURS}
        and obj_description(oid, 'pg_namespace') is null"""}


@pytest.mark.parametrize("what", UNCOMMENTED)
def test_everything_is_commented(what):
    assert query(UNCOMMENTED[what]) == []
    assert query(UNCOMMENTED[what].replace("is null", "is not null")) != []


KINDS = """A bel H|void, dislodged
A lon - nwy via|bounced
A mun S A bel|cut
A ruh S A lon - nwy|succeeds
F bul/ec - con|no convoy
F nth C A lon - nwy|disrupted"""


def test_orders_of_every_kind():
    """A board with an order of every kind, made by hand. The view in SQL and aresctl show in C must
    print the same text."""
    farm.create("kinds", "random,random")
    query("""with area as (
            select a.id, a.province, code from farm.areas a join farm.maps m on m.id = map_id
            where m.name = 'standard'),
        wanted (unit, type, kind, destination, aux, aux_type, via, result, dislodged) as (values
            ('bel', 0, 0, null, null, 0, 0, 4, 1), ('bul/ec', 1, 1, 'con', null, 0, 0, 6, 0),
            ('lon', 0, 1, 'nwy', null, 0, 1, 1, 0), ('mun', 0, 2, null, 'bel', 0, 0, 3, 0),
            ('nth', 1, 4, 'nwy', 'lon', 0, 0, 7, 0), ('ruh', 0, 3, 'nwy', 'lon', 0, 0, 0, 0)),
        packed as (
            select u.province, u.id + (type << 7) + (1 << 8) as unit,
                   coalesce(t.id, 127) + (coalesce(x.id, 127)::int << 7) + (kind << 14)
                   + (aux_type << 18) + (via << 19) + (result << 20) + (dislodged << 24) as code
            from wanted join area u on u.code = wanted.unit
            left join area t on t.code = destination left join area x on x.code = aux)
        insert into farm.boards (tournament_id, game_id, phase, units, owners, orders, resolve_ns,
                                 resolve_stage, think_ns, forecasts, capped)
        select g.tournament_id, g.id, 0, array_agg(unit order by province), repeat('.', 75),
               array_agg(code order by province), 1, 1, '{}', '{}', 0
        from packed p, farm.games g join farm.tournaments t on t.id = g.tournament_id
        where t.name = 'kinds' group by g.id""")
    assert query("""select string_agg(text || '|' || result || case
            when dislodged and result <> 'dislodged' then ', dislodged' else '' end, E'\\n'
            order by text collate "C") from farm.orders where tournament = 'kinds'""") == [(KINDS,)]
    lines = [line for line in ctl("show", "kinds/1", "S1901M").splitlines() if line[:2] == "  "]
    assert sorted(f"{line[2:30].rstrip()}|{line[31:]}" for line in lines) == KINDS.split("\n")


def claimed(name, epoch):
    """A game that a worker holds, whose supervisor is not connected: the ids of both."""
    game, = farm.create(name, "random,random")
    worker = value("insert into farm.workers (host, pid, supervisor, claims)"
                   " values ('test', 1, 0, array[%s::bigint]) returning id", game)
    query("update farm.games set state = 'claimed', epoch = %s, worker_id = %s where id = %s",
          epoch, worker, game)
    return game, worker


def test_fence_refuses():
    """The fence refuses a claim of another worker, and an earlier claim of the same one."""
    fence = "select farm.fence(%s, %s, %s, true)"
    game, worker = claimed("fence", 3)
    query(fence, game, worker, 3)
    for other in ((game, worker, 2), (game, worker, 4), (game, worker + 1, 3)):
        farm.fails("RF001", fence, *other)
    farm.fails("RF002", fence, game + 1000000, worker, 3)  # there is no such game any more
    query("select farm.game_cancel(%s)", game)
    farm.fails("RF002", fence, game, worker, 3)
    farm.fails("RF001", fence, game, worker, 2)
    query("update farm.games set state = 'claimed', finished_at = null where id = %s", game)
    # its supervisor is not connected, so the game comes back although the worker does nothing
    assert value("select farm.workers_recover('1 hour')") == 1
    farm.cancel("fence")


def test_sleeper_with_a_lock():
    """A worker that hangs inside a transaction holds its game's lock. Recovery does not wait for
    it: it ends its session."""
    game, worker = claimed("sleeper", 1)
    ended = []

    def hang():
        try:
            session.execute("select pg_sleep(60)")
        except psycopg.OperationalError:
            ended.append(session.broken)

    with farm.connect() as session:
        session.execute("update farm.workers set backend = pg_backend_pid(),"
                        " heartbeat_at = clock_timestamp() where id = %s", (worker,))
        session.execute("begin")
        session.execute("select farm.fence(%s, %s, 1, false)", (game, worker))
        sleeper = threading.Thread(target=hang)
        sleeper.start()
        sleeps = ("query = 'select pg_sleep(60)' and backend_xid is not null"
                  " from pg_stat_activity where pid = %s")
        farm.wait_for(lambda: holds(sleeps, session.info.backend_pid))
        query("set statement_timeout = '10s'")
        assert value("select farm.workers_recover('1 hour')") == 1
        query("reset statement_timeout")
        sleeper.join()
    assert ended == [True]
