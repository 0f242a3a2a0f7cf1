"""migrate: a farm of schema version 1 goes through every later change of the schema. Inits and
changes run while workers play. Nothing is lost, and all games end as in an undisturbed run.
"""
import os
import re

import changes
import pytest

import farm
from farm import ctl, holds, query, value, wait_for

RECOVERED = "aresd: 2 games of workers that lapsed are handed back"  # those of farm_1.sql
OLD = ["mixed", "asked", "paused"]


@pytest.fixture(name="undisturbed", scope="module")
def _undisturbed():
    """What tournament_digest gives for a tournament like that of changes.make_stirred."""
    farm.create("calm", "random,random", "--rounds", 15, games=30)
    farm.aresd("--until-done", "--workers", 2)
    return tournament_digest("calm")


@pytest.fixture(name="new", scope="module")
def _new():
    """The schema of a new farm, which schema/tables makes."""
    return schema_of(farm.conninfo())


@pytest.fixture(name="old")
def _old():
    with changes.old_farm():
        yield


def later(*words):
    """A program that has one more change of the schema, 999_later.sql."""
    return farm.program("aresctl_later", *words)


def games(*names):
    """The state of each game, and its stored boards."""
    return query("""
        select t.name, g.number, replace(g.state::text, 'claimed', 'pending'), g.epoch, g.failures,
            g.failed_phase, g.failure, g.reason, g.digest, g.queue is null, g.aside,
            (select count(*) from farm.boards b where b.tournament_id = t.id and b.game_id = g.id),
            (select string_agg(concat_ws('|', power, user_id, phase, units, owners, due, legal,
                                         asked_at, deadline), ' ')
             from farm.turns t where t.game_id = g.id)
        from farm.games g join farm.tournaments t on t.id = g.tournament_id
        where t.name = any (%s) order by g.id""", list(names))


def make_again(*names):
    """Makes the same tournaments once more, as NAME-again. Nothing disturbs these."""
    for name in names:
        query("""
            select farm.tournament_create(name || '-again', 'standard', rules, judge, seed, games,
                                          round_limit, seats, users, block, entrants)
            from farm.tournaments t, lateral (
                select array_agg(user_id order by number, power) as users,
                       array_agg(entrant order by number, power) as entrants
                from farm.seats s join farm.games g on g.id = s.game_id
                where g.tournament_id = t.id) s
            where name = %s""", name)
        query("""
            update farm.tournaments a set diplomatic_time = t.diplomatic_time,
                retreat_time = t.retreat_time, adjustment_time = t.adjustment_time
            from farm.tournaments t where t.name = %s and a.name = t.name || '-again'""", name)


def play_all():
    """Games that a user set aside are played, too."""
    query("""update farm.tournaments set paused = false where not dropped;
        select farm.game_retry(g.id) from farm.games g
        join farm.tournaments t on t.id = g.tournament_id
        where not dropped and state in ('quarantined', 'cancelled')""")


def tournament_digest(name):
    """The tournament's digest, and how many of its games have a digest."""
    return query("select farm.tournament_digest(%s), count(digest) from farm.games g"
                 " join farm.tournaments t on t.id = g.tournament_id where t.name = %s", name, name)


def check_finished(*names):
    """All games of these tournaments ended as in the undisturbed run."""
    for name in names:
        assert farm.finished(name)
        assert tournament_digest(name) == tournament_digest(name + "-again"), name
    assert holds("not exists (select from farm.tournaments where dropped)")
    assert holds("not exists (select from farm.turns)")


def check_busy(digest):
    """The games of "stirred" were each claimed once and ended as in the undisturbed run."""
    assert farm.finished("stirred")
    assert tournament_digest("stirred") == digest
    assert query("select max(epoch), max(failures) from farm.games g join farm.tournaments t"
                 " on t.id = g.tournament_id where t.name = 'stirred'") == [(1, 0)]


def schema_of(database):
    """The schema of a farm as pg_dump prints it, without partitions. A constraint that is not
    valid, because a change did not check existing rows, counts as the same constraint."""
    for table, name in query("""select conrelid::regclass::text, quote_ident(conname)
            from pg_constraint where not convalidated"""):
        query(f"alter table {table} validate constraint {name}")
    dump = farm.done("pg_dump", "-s", "--no-owner", "-n", "farm", "-n", "api", "-n", "web", "-n",
                     "daide", "-T", "farm.boards_*", "-d", database)
    lines = [line for line in dump.splitlines() if line and not re.match(r"--|SET |SELECT |.(un)?restrict", line)]
    return sorted(line.strip().rstrip(",;").replace("ADD CONSTRAINT", "CONSTRAINT") for line in lines)


def test_every_change(new, old):
    """The old farm has games in every state. init applies all changes: the schema is that of a new
    farm. Workers start after it."""
    assert query("select s from unnest(enum_range(null::farm.game_state)) s"
                 " where s not in (select state from farm.games)") == []
    for sql in ("farm.tournaments where dropped",
                "farm.tournaments where paused and not dropped", "farm.turns"):
        assert holds(f"count(*) > 0 from {sql}"), sql
    before = query("select id, epoch, digest from farm.games order by id")
    later_ones = {name[:3] for name in os.listdir("schema/changes")} - {"001"}
    assert ctl("init") == (
        f"{len(later_ones)} migrations applied\n"
        "summing up 3 finished games; this can be stopped, and continues at the next init")
    assert ctl("init") == ""
    assert schema_of(farm.conninfo()) == new
    assert query("select id, epoch, digest from farm.games order by id") == before
    assert query("""select count(*) from farm.games g where state = 'finished' and not exists (
        select from farm.summaries s
        where (s.tournament_id, s.game_id) = (g.tournament_id, g.id))""") == [(0,)]
    assert value("select array_agg(distinct label order by label) from farm.users") == [
        "@old_player", "ares(depth=1,age=5)", "random"]
    assert query("select players, block, team from farm.tournaments where not dropped"
                 " order by id") == [
        ("ares(depth=1,age=5),random", 1, 0),
        ("random,random,@old_player,random,@old_player,random,random", 1, 0),
        ("random,random", 1, 0)]
    assert holds("count(*) = 75 from farm.areas a join farm.maps m on m.id = map_id"
                 " where m.name = 'standard' and path is not null")
    farm.create("many", ",".join(f"p{i}=random" for i in range(26)), "--rounds", 2, games=26)
    farm.create("team", "random,randbot", "--rounds", 2, "--team", 3, games=7)
    make_again(*OLD)
    play_all()
    assert changes.trouble(farm.aresd("--until-done", "--workers", 2)) == [RECOVERED]
    check_finished(*OLD)
    assert farm.finished("many") and farm.finished("team")
    assert "all agree" in ctl("verify")


def test_init_while_workers_play(undisturbed):
    """init makes functions, views and rights anew. Workers that play meanwhile notice nothing."""
    let_go = changes.make_stirred()
    refused = value("select sum(refused_writes) from farm.workers")
    with changes.start_workers("stirred") as daemon:
        for _ in range(2):
            ctl("init")
        assert not farm.finished("stirred")
        let_go()
        wait_for(lambda: daemon.process.poll() is not None, 30)
    assert (daemon.process.returncode, changes.trouble(daemon.log())) == (0, [])
    check_busy(undisturbed)
    assert value("select sum(refused_writes) from farm.workers") == refused


def test_change_while_workers_play(undisturbed, old):
    """A change comes while workers of the older program play. Other tournaments have games in every
    state."""
    ctl("init")
    farm.refused("lacks 999_later.sql: run aresctl init", *later("tournament", "list"))
    let_go = changes.make_stirred()
    make_again(*OLD)
    query("update farm.tournaments set paused = true where name <> 'stirred' and not dropped")
    with changes.start_workers("stirred") as daemon:
        before = games("mixed", "paused")
        assert farm.done(*later("init")) == "1 migration applied"
        assert not farm.finished("stirred")
        assert games("mixed", "paused") == before
        let_go()
        play_all()
        wait_for(lambda: daemon.process.poll() == 0, 40)
    waits = "must wait, trying again|a statement has waited for [0-9]+ s for "
    trouble = changes.trouble(daemon.log())
    assert [line for line in trouble if not re.search(waits, line)] == [RECOVERED]
    check_busy(undisturbed)
    check_finished(*OLD)
    assert query("select distinct mood from farm.games") == [("calm",)]
    for words in (["aresctl", "init"], ["aresd", "--until-done"]):
        farm.refused("has version 999, newer than this program's", *farm.program(*words))
    assert "all agree" in farm.done(*later("verify"))


def test_orders_of_every_state(old):
    """Orders of external players, in games of every state. What was played or could have been read
    is taken: no player can change it. What is open stays open."""
    query("""
        insert into farm.games (id, tournament_id, number, state, epoch, worker_id, reason)
        overriding system value select 100 + n, 2, 1 + n, state::farm.game_state, 1,
            case when state <> 'pending' then 1 end,
            case state when 'quarantined' then 'by hand' end
        from (values (1, 'pending'), (2, 'claimed'), (3, 'quarantined'), (4, 'cancelled'),
                     (5, 'quarantined'), (6, 'waiting')) v (n, state);
        update farm.workers set claims = claims || 102::bigint where id = 1;
        insert into farm.seats select g.id, s.power, s.user_id from farm.seats s, farm.games g
        where s.game_id = 11 and g.id > 100;
        insert into farm.turns select g.id, power, user_id, t.phase, t.units, owners, due, legal,
            g.id in (101, 102, 105) or g.id = 106 and power = 4, asked_at, null
        from farm.turns t, farm.games g where t.game_id = 11 and g.id > 100;
        insert into farm.pending_orders (game_id, power, phase, orders, final, given_by)
        select id, 2, 0, '{A par - bur}', true, 5 from farm.games where id > 100;
        insert into farm.pending_orders (game_id, power, phase, orders, given_by, played_at,
                                         problems)
        values (1, 4, 2, '{A rom - apu, x}', 5, now(), '{null,y}')""")
    ctl("init")
    given = (2, 0, ["A par - bur"], True, 5, None, None)
    none = (4, 0, None, False, None, None, None)
    assert query("select game_id, power, phase, orders, final, given_by, played_at = taken_at,"
                 " problems from farm.taken_orders order by 1, 2") == [
        (1, 4, 2, ["A rom - apu", "x"], False, 5, True, [None, "y"]),
        *((game, *row) for game in (101, 102, 105) for row in (given, none))]
    assert query("""
        select g.id, state::text, asked, t.power, o.ready
        from farm.games g join farm.turns t on t.game_id = g.id left join farm.pending_orders o
            on (o.game_id, o.power, o.phase) = (t.game_id, t.power, t.phase) order by 1, 4""") == [
        (game, state, 0, power, ready) for game, state, first in (
            (11, "waiting", None), (103, "quarantined", False), (104, "cancelled", False),
            (106, "waiting", False))
        for power, ready in ((2, first), (4, None))]
    assert query("select game_id from farm.pending_orders order by 1") == [(103,), (104,), (106,)]
    query("select farm.game_retry(id) from farm.games where id in (103, 104, 105)")
    assert value("select string_agg(state::text, ' ' order by id) from farm.games"
                 " where id > 100") == "pending claimed waiting waiting pending waiting"
    query("""update farm.turns set deadline = now() where game_id in (103, 104, 106);
        update farm.games set look_at = now() where id in (103, 104, 106);
        update farm.tournaments set paused = name <> 'asked'; select farm.workers_recover('1 s')""")
    with farm.Daemon("aresd", "--workers", "1"):
        wait_for(lambda: holds("count(*) = 6 from farm.boards where game_id > 100 and phase = 0"))
    assert query("select distinct text from farm.orders where game > 100 and phase = 0"
                 " and power = 'FRA' and text like 'A par%'") == [("A par - bur",)]
