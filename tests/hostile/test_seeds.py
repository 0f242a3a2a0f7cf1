"""seeds: nobody can foretell the players of the farm. Where a seat is external, the seed is random
and a secret. An agent makes use of a twin tournament. It and all roles of the farm look for the
seed wherever they may: in all rows, and by all functions.
"""
import contextlib

import farm
import psycopg
import pytest
import sessions

PROMISE = "Nobody foretells the farm's players"
OUTSIDE = "ares(depth=1,age=2),random,@agent,randbot,random,random,random"
SEED = 7043210987654321  # of the tournament hidden

# Statements that look for SEED, by the name of what they read: all columns of all relations that
# a role may read. information_schema has nothing that pg_catalog has not. One role reads all of
# pg_catalog, the others its statistics.
RELATIONS = f"""select c.oid::regclass::text, format(
    'select 1 from (select %%s from %%s) x where x::text ~ ''\\m{SEED}\\M'' limit 1',
    string_agg(quote_ident(attname), ', '), c.oid::regclass)
    from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
    join pg_namespace s on s.oid = relnamespace
    where nspname <> 'information_schema' and relkind in ('r', 'p', 'v', 'm', 'f')
    and (nspname <> 'pg_catalog' or relname ~ '^pg_stat' or %(role)s = 'agent')
    and has_schema_privilege(%(role)s, relnamespace, 'usage')
    and has_column_privilege(%(role)s, c.oid, attnum, 'select') group by c.oid"""
# All functions of the farm that the role may call: with the numbers and names of the tournament.
FUNCTIONS = f"""select p.oid::regproc::text, format(
    'select 1 from %%s(%%s) x where x::text ~ ''\\m{SEED}\\M''', p.oid::regproc, (
        select string_agg(format('%%L::%%s', case
            when proargnames[n] ~ 'phase' then null
            when typname = 'text' and proargnames[n] ~ 'power' then 'FRA'
            when typname ~ '^(text|name)$' then 'hidden' when typname ~ '^int[24]$' then %(id)s
            when typname = 'int8' then %(game)s when typname ~ '^_int' then '{{' || %(id)s || '}}'
            end, format_type(t.oid, null)), ', ' order by n)
        from unnest(proargtypes) with ordinality a (type, n) join pg_type t on t.oid = a.type))
    from pg_proc p join pg_namespace s on s.oid = pronamespace
    where nspname !~ '^(pg_|information_schema)' and has_schema_privilege(%(role)s, s.oid, 'usage')
    and has_function_privilege(%(role)s, p.oid, 'execute')"""


def create(name, seats=OUTSIDE, *options, games=1):
    """Makes a tournament: what aresctl says of it on standard error."""
    words = "tournament", "create", name, "--seats", seats, "--games", games, "--rules", "standard"
    return farm.run(*farm.program("aresctl", "--quiet", *words, *options)).stderr


def seed(name):
    return farm.value("select seed from farm.tournaments where name = %s", name)


def tournament(name):
    return farm.value("select id from farm.tournaments where name = %s", name)


@pytest.fixture(scope="module", autouse=True)
def _played():
    """Tournaments whose first phase was played. The agent ordered its units to hold."""
    farm.query("alter database aresfarm set jit = off")  # as for roles of aresctl role create
    sessions.roles("farm_agent", "agent")
    create("twin", OUTSIDE.replace("@agent", "random"), "--rounds", 1, "--seed", 1)
    create("other", "random,random", "--rounds", 1)
    create("known", OUTSIDE, "--seed", 1)
    create("hidden", OUTSIDE, "--seed", SEED, games=2)
    for name, games in ("first", 1), ("second", 1), ("late", 2):
        create(name, games=games)
    with farm.Daemon("aresd", "--workers", 1) as daemon:
        waits = "count(*) = 7 from farm.open_phases where phase = %s"
        farm.wait_for(lambda: farm.holds(waits, "S1901M"), 20)
        farm.query("select api.submit_orders(game, '{}', true) from api.my_turns", role="agent")
        farm.wait_for(lambda: farm.holds(waits, "F1901M"), 20)
        farm.wait_for(lambda: farm.finished("twin") and farm.finished("other"))
        daemon.stop()


@farm.promise(PROMISE)
def test_twin_foretells_nothing():
    """The twin has a player of the farm in the agent's seat, and a seed that can be
    guessed. It foretells a tournament whose seed can be guessed, and no other."""
    openings = {name: farm.query("""select power, text from farm.orders where tournament_id = %s
        and phase_name = 'S1901M' and power <> 'FRA' order by power, "from" """, tournament(name))
        for name in ("twin", "known", "first", "second")}
    assert seed("twin") == 1 and len(openings["twin"]) == 19
    assert openings["known"] == openings["twin"]
    assert len(set(map(str, openings.values()))) == 3


def test_every_seed_is_another():
    for n in range(8):
        create(f"many{n}")
    seeds = {row[0] for row in farm.query("select seed from farm.tournaments where name ~ 'many'")}
    assert len(seeds) == 8
    assert max(seeds) > 1 << 55  # 8 seeds of 63 bits are all below it once in 2^64 times


def test_create():
    """What create says, and that the same create again changes nothing."""
    said = "the seed of create is drawn at random, and a secret until all its games are over\n"
    assert create("create") == said
    before, pair = seed("create"), "a=random,b=random"
    assert create("create") == ""
    other = "exists already, with another seed: choose another name"
    assert other in create("create", OUTSIDE, "--seed", 7)
    assert create("given", OUTSIDE, "--seed", 7) == (
        "anyone who guesses the seed of given can foretell the farm's players: without --seed it is"
        " random\n")
    assert (seed("create"), seed("given")) == (before, 7)
    assert (create("farm", pair, "--seed", 1, games=2), seed("farm")) == ("", 1)
    other = "exists already, with seed 1 (not 2): choose another name"
    assert other in create("farm", pair, "--seed", 2, games=2)


@farm.promise(PROMISE)
def test_nobody_finds_it():
    """A worker finds the seed in the table. No other role finds it anywhere."""
    for n in range(3):
        create(f"bulk{n}", OUTSIDE, "--seed", SEED)
    farm.query("analyze farm.tournaments")
    assert str(SEED) in farm.value("select most_common_vals::text from pg_stats"
                                   " where tablename = 'tournaments' and attname = 'seed'")
    columns = farm.query("""select attname from pg_attribute join pg_class c on c.oid = attrelid
        where relnamespace = 'api'::regnamespace""")
    assert len(columns) > 50
    assert not {name for name, in columns} & {"seed", "seats", "digest", "rules", "epoch"}
    names = {"game": str(farm.games_of("hidden")[0]), "id": str(tournament("hidden"))}
    found = {}
    for role, in farm.query("select rolname from pg_roles where rolname ~ '^(farm_|agent)'"):
        found[role] = []
        with farm.connect() as owner, farm.connect(role, autocommit=False) as session:
            for looks, least in (RELATIONS, 40), (FUNCTIONS, 10 if role == "agent" else 1):
                answers = 0
                for name, sql in owner.execute(looks, {"role": role, **names}).fetchall():
                    with contextlib.suppress(psycopg.Error):
                        found[role] += [name] * session.execute(sql).rowcount
                        answers += 1
                    session.rollback()
                assert answers >= least, (role, answers)
    places = {"farm.tournaments", "farm.tournament_seed", "pg_stats"}
    assert set(found.pop("farm_worker")) == places
    assert len(found) >= 5 and not any(found.values()), found


def reads(*words):
    return farm.run(*farm.program("aresctl", *words), role="farm_reader").stdout


def test_reader():
    """The programs that a reader uses work without the seed."""
    secret = "select farm.tournament_seed(%s)"
    assert farm.query(secret, tournament("hidden"), role="farm_reader") == [(None,)]
    listed = reads("tournament", "list", "--json").split("}")
    assert ['"seed" : null' in entry for entry in listed if '"hidden"' in entry] == [True]
    for words, said in (
            ("tournament status hidden", "game 1 waits for @agent"), ("tournament list", "hidden"),
            ("show hidden/1", "A "), ("metrics", "hidden"),
            ("tournament digest hidden", farm.digest("hidden") + "\n")):
        assert said in reads(*words.split())


def test_verify():
    """A reader cannot replay games before it knows the seed. It can when all games are over. A game
    that was quarantined is not over."""
    def refused(message, name):
        farm.refused(message, *farm.program("aresctl", "verify", name), role="farm_reader")

    secret = " cannot be replayed yet: it has external players, and its seed is a secret"
    refused("late" + secret, "late")
    refused("late/1 cannot be replayed yet", "late/1")
    assert "with external players" in reads("verify").partition("; not replayed: ")[2]
    assert reads("verify", "--json").partition('"secret":')[2][0] in "123456789"
    assert reads("verify", "other").endswith("all agree\n")
    assert farm.ctl("verify", "late").endswith("all agree")
    one, two = farm.games_of("late")
    farm.query("select farm.game_cancel(%s), farm.game_quarantine(%s, 'a test')", one, two)
    refused("late" + secret, "late")
    farm.query("select farm.game_cancel(%s)", two)
    assert reads("verify", "late").endswith("all agree\n")
    told = farm.query("select farm.tournament_seed(%s)", tournament("late"), role="farm_reader")
    assert told == [(seed("late"),)]
