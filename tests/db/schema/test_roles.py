"""roles: the rights of worker, reader, agent, web server and DAIDE server. rights.txt has all that
is granted to them. They play a farm. Each tries what it may not do.
"""
import re
from collections import Counter

import psycopg
import pytest

import farm
import people
from farm import ctl, denied, holds, query, value

EXTERNAL = "External players change nothing but their own orders"
GROUPS = {"worker": "farm_worker", "reader": "farm_reader", "agent": "farm_agent",
          "web": "farm_web", "daide": "farm_daide", "no_rights": None}
OURS = """(select oid from pg_namespace
    where nspname !~ '^pg_' and nspname not in ('information_schema', 'public'))"""
SEATS = "ares(depth=1,age=5),random"

# A line for everything in the schemas of the farm: what is granted on it to others than its owner.
GRANTED = f"""
with thing as (
    select oid, 'relation' as kind, relnamespace as schema, relname::text as name,
           relowner as owner, coalesce(relacl, acldefault(
               case relkind when 'S' then 's' else 'r' end::"char", relowner)) as acl
    from pg_class where relkind in ('r', 'p', 'v', 'm', 'f', 'S') and not relispartition
    union all
    select oid, 'function', pronamespace, proname || repeat(' definer', prosecdef::int),
           proowner, coalesce(proacl, acldefault('f', proowner))
    from pg_proc
    union all
    select oid, 'schema', oid, nspname, nspowner, coalesce(nspacl, acldefault('n', nspowner))
    from pg_namespace),
entry as (
    select kind, oid, owner, a.grantee,
           lower(a.privilege_type) || case when a.is_grantable then '*' else '' end as what
    from thing, aclexplode(acl) a
    union all
    select kind, thing.oid, owner, a.grantee,
           format('%s(%s)', lower(a.privilege_type), string_agg(attname, ',' order by attnum))
    from thing join pg_attribute on kind = 'relation' and attrelid = thing.oid, aclexplode(attacl) a
    group by kind, thing.oid, owner, a.grantee, a.privilege_type),
role as (
    select kind, oid, case grantee when 0 then 'public' else grantee::regrole::text end as who,
           string_agg(what, ' ' order by what) as what
    from entry where grantee <> owner group by kind, oid, grantee)
select kind || ' ' || case when kind <> 'schema' and schema <> 'farm'::regnamespace
                           then schema::regnamespace || '.' else '' end || name
    || coalesce(': ' || (select string_agg(who || ' ' || what, '; ' order by who)
                         from role r where (r.kind, r.oid) = (thing.kind, thing.oid)), '')
from thing where schema in {OURS}"""


@pytest.fixture(scope="module", autouse=True)
def _played():
    people.make_roles(**GROUPS)
    farm.create("read", SEATS, "--rounds", 6, games=2)
    farm.create("other", SEATS, "--rounds", 2)
    ctl("tune", "create", "tuned", "--player", "dumbbot", "--tune", "attack gap", "--games", 8,
        "--batch", 4, "--rounds", 2)
    ctl("experiment", "cases", "read", "--rules", "thesis", "tests/cases/rulebook.cases")
    farm.aresd("--until-done", role="worker")


def rights():
    lines = farm.text_of("tests/db/schema/rights.txt").splitlines()
    return [line for line in lines if not line.startswith("#")]


def relations(kinds="rpv"):
    """Tables and views of the farm."""
    return [row[0] for row in query(
        f"select oid::regclass::text from pg_class where relnamespace in {OURS}"
        " and not relispartition and relkind = any (%s) order by 1", list(kinds))]


# ── by the catalogue ──

def differences():
    granted, table = Counter(row[0] for row in query(GRANTED)), Counter(rights())
    return [f"granted, but not in rights.txt: {line}" for line in granted - table] + [
        f"in rights.txt, but not granted: {line}" for line in table - granted]


@farm.promise(EXTERNAL)
def test_everything_granted():
    """Everything new needs a line in rights.txt that says which roles may use it."""
    assert "\n".join(differences()) == ""
    lines = rights()
    assert lines == sorted(lines)
    assert {line.split(":")[0] for line in lines if line.startswith("schema ")} >= {
        "schema api", "schema daide", "schema farm", "schema web"}
    assert query("select * from pg_default_acl") == []


@farm.promise(EXTERNAL)
def test_no_rights_and_partitions():
    """has_*_privilege includes rights by membership. A role in no group has no rights. No role but
    the owner has rights on partitions."""
    assert query(f"""
        select oid::regclass::text from pg_class
            where relnamespace in {OURS} and relkind in ('r', 'p', 'v')
            and has_any_column_privilege('no_rights', oid, 'select,insert,update,references')
        union all select oid::regprocedure::text from pg_proc
            where pronamespace in {OURS} and has_function_privilege('no_rights', oid, 'execute')
        union all select nspname from pg_namespace
            where oid in {OURS} and has_schema_privilege('no_rights', oid, 'usage,create')""") == []
    assert holds("count(*) >= 3 from pg_class where relispartition and relname ~ '^boards_[0-9]*$'")
    assert query(f"""
        select oid::regclass::text, r from pg_class, unnest(%s::text[]) r
            where relispartition and relnamespace in {OURS} and relkind = 'r'
            and (has_any_column_privilege(r, oid, 'select,insert,update,references')
                 or has_table_privilege(r, oid, 'delete,truncate,trigger'))""", list(GROUPS)) == []


@farm.promise(EXTERNAL)
def test_definers_fix_their_path():
    """Functions that run as their owner look names up only in schemas where no other role can
    create any."""
    definers = query(f"""
        select oid::regprocedure::text,
               coalesce(proconfig @> array['search_path=pg_catalog, pg_temp'], false)
        from pg_proc where prosecdef and pronamespace in {OURS}""")
    assert {name.split(".")[0] for name, _ in definers} == {"api", "daide", "farm", "web"}
    assert [name for name, fixed in definers if not fixed] == []


@farm.promise(EXTERNAL)
def test_what_public_may_call():
    """public.txt says why everybody may call a function of PostgreSQL's own that can change something."""
    with open("tests/db/schema/public.txt", encoding="utf-8") as file:
        reviewed = {word for line in file if not line.startswith("#") for word in line.split()}
    found = {row[0] for row in query("""
        select proname from pg_proc where pronamespace = 'pg_catalog'::regnamespace
        and (provolatile = 'v' or proname in ('txid_current', 'pg_current_xact_id'))
        and has_function_privilege('public', oid, 'execute')""")}
    assert found - reviewed == set()
    assert len(found) > 150


# The schemas of the functions that a role may call and that can change something.
CHANGES = {"worker": ["farm"], "reader": [], "agent": ["api"], "web": ["web"], "daide": ["daide"],
           "no_rights": []}


@farm.promise(EXTERNAL)
def test_who_may_change_what():
    for role, schemas in CHANGES.items():
        found = query(f"""
            select distinct pronamespace::regnamespace::text from pg_proc where provolatile = 'v'
            and pronamespace in {OURS} and has_function_privilege(%s, oid, 'execute')""", role)
        assert [row[0] for row in found] == schemas, role


def test_init_grants_again():
    """A second init makes functions and views anew, and grants again."""
    query("""
        revoke select on farm.orders, farm.boards from farm_reader;
        grant execute on function farm.openings to public; grant usage on schema api to public;
        revoke execute on function farm.batch_write from farm_worker;
        revoke select on api.my_turns from farm_agent;
        grant select on farm.tournaments to farm_reader;
        grant update (seed) on farm.tournaments to farm_worker;
        revoke execute on function daide.live from farm_daide;
        revoke usage on schema daide from farm_daide;
        grant select on farm.turns to farm_daide; grant execute on function web.seat to public""")
    changed = differences()
    ctl("init")
    assert len(changed) == 22  # of each thing the line of rights.txt, and what was granted
    assert differences() == []


# ── a farm that they play ──

def test_worker_plays():
    """A daemon that runs as the owner and one that runs as a worker write the same games. The
    worker also plays games of an external player that lets every deadline pass."""
    farm.create("owner", SEATS, "--rounds", 6, games=4)
    farm.aresd("--until-done", "--workers", 2)
    farm.create("worker", SEATS, "--rounds", 6, games=4)
    farm.create("external", "random,@agent,random,random,random,random,@agent", "--rounds", 2,
                "--diplomatic-time", "1s", "--retreat-time", "1s", "--adjustment-time", "1s",
                games=2)
    log = farm.aresd("--until-done", "--workers", 2, "--batch", 4, role="worker")
    assert re.sub(".* aresd: (aresfarm .* begins|the last game is done): .*\n", "", log) == ""
    assert farm.digest("worker") == farm.digest("owner")
    assert farm.finished("external")
    assert "all agree" in ctl("verify", "external", role="reader")
    # its share of the housekeeping
    ctl("tournament", "drop", "--yes", "owner")
    assert value("select farm.sweep(2000)", role="worker") == 4
    assert holds("not exists (select from farm.tournaments where dropped)")


def test_reader_reads():
    """A reader can use every report. db/query asks every question as one."""
    for command, answer in {
            "tournament list": "all played", "tournament list --json": '"read"',
            "tournament status read": "2 finished", "tournament digest read": farm.digest("read"),
            "tune show tuned": "by squares: 2 of 2 steps, 8 of 8 games: all played\n",
            "show read/1 S1901M": "A ", "verify --players read": "all agree", "watch read": "2",
            "metrics": 'aresfarm_games{state="finished",tournament="read"} 2'}.items():
        assert answer in ctl(*command.split(), role="reader"), command


# ── what they may not do ──

@farm.promise(EXTERNAL)
@pytest.mark.parametrize("role", GROUPS)
def test_relations(role):
    """Each role can read exactly what rights.txt allows; in this test most tables have rows."""
    granted = {}
    for line in rights():
        name, _, entries = line.partition(": ")
        name = name.removeprefix("relation ")
        granted[name if "." in name else f"farm.{name}"] = entries.split("; ")
    with farm.connect(role) as session:
        for name in relations():
            may = any(words[:1] == [GROUPS[role]] and "select" in words
                      for words in map(str.split, granted[name]))
            try:
                session.execute(f"select * from {name} limit 1")
                assert may, f"{role} can read {name}"
            except psycopg.Error as error:
                assert not may and error.sqlstate == "42501", f"{role} was told of {name}: {error}"


@farm.promise(EXTERNAL)
@pytest.mark.parametrize("role", GROUPS)
def test_tables_cannot_be_changed(role):
    statements = [form % name for name in relations("rp") for form in (
        "delete from %s", "truncate %s", "insert into %s default values", "create trigger x after"
        " insert on %s execute function suppress_redundant_updates_trigger()")]
    if role == "worker":
        statements.remove("insert into farm.workers default values")
    assert len(statements) > 100
    for schema in ("api", "daide", "farm", "web"):
        statements += [f"create table {schema}.mine ()", f"drop schema {schema}",
                       f"create function {schema}.mine() returns int language sql return 1"]
    denied(role, *statements)


# What a role may not do, besides.
SUBMITS = "select * from api.my_turns; select * from api.submit_orders(1, '{A par H}')"
READS = """select seed from farm.tournaments; update farm.tournaments set seed = null;
    select role from farm.users; select settings from farm.users; select reason from farm.games;
    select failure from farm.games; select epoch from farm.games; select digest from farm.games;
    update farm.users set role = null; update farm.users set settings = null;
    update farm.games set reason = null; update farm.games set failure = null;
    update farm.games set epoch = null; update farm.games set digest = null;
    update farm.workers set gone_at = now(); select count(*) from farm.turns;
    select farm.tournament_seed(1); select farm.sweep(1); select * from farm.orders for update"""
MUST_NOT = {
    "reader": SUBMITS + """; update farm.games set winner = 1; select seed from farm.tournaments;
        update farm.workers set gone_at = now(); select farm.games_claim(1, 8);
        select farm.workers_leave(array(select id from farm.workers)); select farm.sweep(1);
        select farm.turns_lapse(); select farm.workers_recover('0');
        select nextval('farm.supervisors_id_seq'); select * from farm.orders for update""",
    "agent": """select farm.games_claim(1, 8); select farm.openings('x', 'GER');
        select farm.orders_submitted(1, 1, 1, 0::smallint); select farm.caller();
        select farm.sweep(1); select farm.phase_name(0::smallint)""",
    "web": f"{SUBMITS}; {READS}",
    "daide": f"""{SUBMITS}; {READS}; select farm.phase_name(0::smallint); select web.seat('');
        select api.seat(1, 'FRA')""",
    "no_rights": SUBMITS + """; select * from api.my_games; select farm.phase_name(0::smallint);
        select daide.lobby(''); select web.seat('')"""}


@farm.promise(EXTERNAL)
@pytest.mark.parametrize("role", MUST_NOT)
def test_must_not(role):
    """Column rights, functions and sequences; and no program that changes anything begins."""
    denied(role, *MUST_NOT[role].split(";"))
    programs = [farm.program("aresd", "--until-done")]
    if role not in ("agent", "no_rights"):
        programs.append(farm.program("aresctl", "tournament", "create", "x", "--games", 1,
                                     "--seats", "random,random"))
    if role == "reader":
        programs.append(farm.program("aresctl", "tournament", "drop", "--yes", "read"))
    if role == "no_rights":
        programs.append(farm.program("aresctl", "init"))
    for program in programs:
        farm.refused("permission denied", *program, role=role)


def refused(state, sql):
    farm.fails(state, sql, role="worker")


def board(phase, game=1):
    """A board of a batch's game."""
    return f"({game}, {phase}, '{{1}}', '.', '{{1}}', 1, 1, '{{1,1}}', '{{1,1}}', 0, null, null)"


def writes(worker, games, epochs, *boards, ends=()):
    return (f"select farm.batch_write({worker}, true, '{{{games}}}', '{{{epochs}}}',"
            f" array[{', '.join(boards)}]::farm.written_board[],"
            f" array[{', '.join(ends)}]::farm.written_end[])")


@pytest.fixture(name="held", scope="module")
def _held():
    """A game that is over: its id, the worker that finished it, the epoch of its last claim, and
    its tournament."""
    return query("select id, worker_id, epoch, tournament_id from farm.games where id = %s",
                 farm.games_of("read")[0])[0]


def test_worker_must_not(held):
    """Nor by its functions, for a finished game, with the claim that finished it."""
    game, holder, epoch, tournament = held
    before = farm.digest("read")
    denied("worker", *f"""update farm.boards set owners = '' where game_id = {game};
        delete from farm.boards where game_id = {game};
        insert into farm.boards (tournament_id, game_id, phase, units, owners)
            values ({tournament}, {game}, 999, '{{}}', '');
        select * from farm.boards_{tournament}; update farm.boards_{tournament} set owners = '';
        drop table farm.boards_{tournament};
        update farm.games set winner = 1, ending = 'solo' where id = {game};
        insert into farm.games (tournament_id, number) values ({tournament}, 2);
        update farm.tournaments set priority = 100; select * from farm.tournaments for update;
        insert into farm.users (name) values ('x'); update farm.users set role = 'worker';
        update farm.seats set user_id = 1; update farm.areas set owner = null;
        update farm.tallies set finished = 0; insert into farm.schema_version values (999, 'x');
        update farm.workers set claims = '{{{game}}}';
        insert into farm.workers (host, pid, supervisor, claims) values ('x', 1, 1, '{{}}');
        select setval('farm.games_id_seq', 1); select setval('farm.supervisors_id_seq', 1);
        select farm.hint('farm'); drop function farm.sweep;
        select farm.tournament_create('x', 'standard', 'thesis', 'atlas', 1, 1, 1, 'x', '{{1,2}}');
        select farm.tournament_cancel('read'); select farm.tournament_drop('read');
        select farm.game_cancel({game}); select farm.game_retry({game});
        select farm.game_quarantine({game}, 'x'); select farm.fence({game}, 1, 1, true);
        {SUBMITS}""".split(";"))
    claim = f"{game}, {holder}, {epoch}"
    draw = "(1, null, 999, 1, '{1,1}', '{1,1}', null)"
    for sql in (writes(holder, game, epoch, board(999)), writes(holder, game, epoch, ends=[draw]),
                f"select farm.game_wait({claim})", f"select farm.game_put_aside({claim}, 'x')",
                f"select farm.turn_ask({claim}, 0::smallint, 0::smallint, '{{}}', '', 1, '')",
                f"select farm.turns_over({claim}, 0::smallint)",
                f"select farm.orders_played({claim}, 0::smallint, 0::smallint, '')"):
        refused("RF001", sql)
    assert value(f"select bool_or(farm.game_failed({game}, {holder}, 0::smallint, 'x'))"
                 " from generate_series(1, 3)", role="worker") is False
    assert farm.digest("read") == before
    assert value("select state from farm.games where id = %s", game) == "finished"


def test_worker_adds_only():
    """To games that it holds a worker adds, and changes nothing that is stored. A batch is written
    in full or not at all."""
    games = farm.create("adds", "random,random", games=2)
    worker = value("insert into farm.workers (host, pid, supervisor) values ('test', 1, 0)"
                   " returning id", role="worker")
    one = value(f"select id from farm.games_claim({worker}, 1)", role="worker")
    other = next(game for game in games if game != one)
    query(writes(worker, one, 1, board(0)), role="worker")
    refused("23505", writes(worker, one, 1, board(0)))
    refused("RF001", writes(worker, one, 2, board(1)))
    refused("RF001", writes(worker + 1, one, 1, board(1)))
    refused("RF001", writes(worker, f"{one},{other}", "1,1", board(1)))
    refused("RF001", writes(worker, f"{one},{other}", "1,0", board(1)))
    refused("RF001", writes(worker, "", "", board(1)))
    refused("23514", writes(worker, one, 1, board(1), board(2, game=2)))
    assert query("select phase, units, orders, think_ns from farm.boards where game_id = %s",
                 one) == [(0, [1], [1], [1, 1])]
    query(f"select farm.workers_leave('{{{worker}}}')", role="worker")
    refused("RF001", writes(worker, one, 1, board(1)))
    farm.cancel("adds")


def test_an_awaited_role_is_logged():
    """A daemon with --until-done that waits for a role logs this once, also with --quiet."""
    game, = farm.create("awaited", "random,random,@agent,random,random,random,random")
    with farm.Daemon("aresd", "--until-done", "--quiet", "--workers", "1", role="worker") as daemon:
        farm.wait_for(lambda: daemon.log() != "", 30)
        assert "games wait for @agent (awaited/1 FRA, S1901M)" in daemon.log()
        assert daemon.stop() == 0
        assert daemon.log().count("\n") == 1
    query("select farm.game_cancel(%s)", game)


@farm.promise(EXTERNAL)
def test_orders_of_an_open_phase():
    """Of orders that an agent has submitted for a phase that is open, nobody else sees anything."""
    game, = farm.create("secret", "random,random,@agent,random,@agent,random,random")
    with farm.Daemon("aresd", "--workers", "1") as daemon:
        farm.wait_for(lambda: holds("state = 'waiting' from farm.games where id = %s", game))
        assert daemon.stop() == 0
    problems = query("select problem from api.submit_orders(%s, '{A par - bur}', power => 'FRA')",
                     game, role="agent")
    assert {row[0] for row in problems} == {None}
    assert holds("orders = '{A par - bur}' from farm.pending_orders where game_id = %s", game)
    for role in ("worker", "reader", "web", "daide"):
        denied(role, "select orders from farm.pending_orders", "select legal from farm.turns",
               "copy farm.pending_orders to stdout", "select * from farm.taken_orders",
               "select * from api.my_turns",
               f"select * from api.submit_orders({game}, '{{A par H}}')")
    # with any claim it makes up, and with that of the worker that left the game waiting
    assert query("select * from generate_series(1, 50) w, generate_series(0, 3) e,"
                 " farm.orders_submitted(%s, w, e, 0::smallint)", game, role="worker") == []
    assert query("select * from farm.played_orders where game = %s", game, role="reader") == []
    assert query("select power, phase, due from farm.awaited where game = %s order by power", game,
                 role="reader") == [("FRA", "S1901M", 3), ("ITA", "S1901M", 3)]
    status = ctl("tournament", "status", "secret", role="reader")
    assert "game 1 waits for @agent: FRA, S1901M" in status
    assert len(query("select * from api.my_turns", role="agent")) == 2
    query("select farm.game_cancel(%s)", game)
    denied("reader", "select * from farm.pending_orders")
