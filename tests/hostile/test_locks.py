"""locks: tournaments are made and dropped, and init runs, while other sessions hold what they can:
readers with open transactions, an external player with its turn. Games continue, and nobody waits
for long.
"""
import glob
import re
import time

import farm
import psycopg
import sessions
from farm import holds, query, value, wait_for
from sessions import Session, background, promptly, result

PROMISE = "Making and dropping tournaments stops nobody"
READ = "begin; select count(*) from farm.boards where tournament_id = 0"  # of one partition at most
sessions.roles("farm_reader", "reader")
sessions.roles("farm_agent", "agent")


def create(name, games, seats="random,random"):
    return farm.create(name, seats, "--rounds", 5, games=games)


def drop(name):
    farm.ctl("tournament", "drop", "--yes", name)


def number_of(name):
    return value("select id from farm.tournaments where name = %s", name)


def swept():
    """Sweeps: whether nothing is left of dropped tournaments."""
    query("select farm.sweep(100000)")
    return holds("not exists (select from farm.tournaments where dropped)")


# All that the catalogue has about a partition, without the numbers that must differ.
DESCRIBED = """
    select to_jsonb(a) - 'attrelid', array[pg_get_expr(adbin, adrelid)]
    from pg_attribute a left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = THIS
    union all select to_jsonb(c) - '{oid,conrelid,conindid,connoinherit}'::text[],
        array[pg_get_constraintdef(oid), (connoinherit and contype <> 'p')::text]
    from pg_constraint c where conrelid = THIS
    union all select to_jsonb(i) - '{indexrelid,indrelid}'::text[], array[
        pg_get_indexdef(indexrelid), reloptions::text,
        (select inhparent from pg_inherits where inhrelid = indexrelid)::text]
    from pg_index i join pg_class on oid = indexrelid where indrelid = THIS
    union all select to_jsonb(c) - '{oid,relname,reltype,relfilenode,reltoastrelid,relfrozenxid,
        relminmxid,relpartbound}'::text[], array[
        pg_get_expr(relpartbound, oid), (reltoastrelid > 0)::text,
        (select inhparent from pg_inherits where inhrelid = oid)::text,
        (select count(*) from pg_description where objoid = oid)::text,
        (select count(*) from pg_depend where objid = oid)::text,
        (select count(*) from pg_statistic_ext where stxrelid = oid)::text]
    from pg_class c where oid = THIS"""


def test_partition_is_as_usual():
    """The partition of a tournament is as "create table ... partition of" makes it."""
    create("made", 1)
    query("create table farm.boards_1000000 partition of farm.boards for values in (1000000)")
    found = []
    for number in number_of("made"), 1000000:
        rows = query(DESCRIBED.replace("THIS", f"'farm.boards_{number}'::regclass"))
        number = re.compile(rf"(boards_|\(|'|= ){number}(?!\d)")
        found.append({number.sub(r"\1N", str(row)) for row in rows})
    assert found[0] ^ found[1] == set()
    query("drop table farm.boards_1000000")
    drop("made")


def test_creates_at_once():
    """Several are made at once, while boards are analyzed again and again."""
    made = [background(create, f"many{i}", 50) for i in range(6)]
    while not all(games.done() for games in made):
        query("analyze farm.boards")
        query("vacuum farm.boards")
    for i, games in enumerate(made):
        assert len(result(games)) == 50
        drop(f"many{i}")


def longest_wait(daemon):
    """For how many seconds a worker waited for a table, at most, until aresd has ended."""
    longest = 0
    with Session() as session:
        while daemon.process.poll() is None:
            time.sleep(0.02)
            longest = max(longest, *session.say("""
                select coalesce(max(extract(epoch from clock_timestamp() - waitstart)), 0)
                from pg_locks join pg_stat_activity using (pid) where not granted
                and locktype = 'relation' and application_name = 'aresd worker'""")[0], 0)
    return longest


@farm.promise(PROMISE)
def test_create_and_drop_under_readers():
    """Readers have read boards and leave their transactions open. Tournaments are made and dropped
    at once, also by the name of a dropped one, and played. The dropped boards stay until the
    readers are done, and then go without anybody's help."""
    create("gone", 50)
    gone = number_of("gone")
    swept_away = f"to_regclass('farm.boards_{gone}') is null"
    farm.create("busy", "random,random", "--rounds", 40, games=2000)
    with farm.Daemon("aresd", "--workers", 1) as daemon:
        with Session("reader") as early, Session("reader") as late:
            early.say(READ)
            wait_for(lambda: holds(f"count(*) > 100 from farm.boards_{number_of('busy')}"))
            late.say(READ)
            longest = background(longest_wait, daemon)
            promptly(create, "small", 4)
            promptly(create, "large", 300)
            promptly(drop, "gone")
            promptly(create, "gone", 4)
            wait_for(lambda: farm.finished("small") and farm.finished("gone"))
            wait_for(lambda: holds("sweep_at > dropped_at from farm.tournaments where id = %s",
                                   gone), what="a sweep that tried")
            time.sleep(1)
            assert not holds(swept_away)
        wait_for(lambda: holds(swept_away), 12)
        assert not farm.finished("busy")
        assert daemon.stop() == 0 and result(longest) < 0.2 * farm.PATIENCE
    log = farm.went_wrong(daemon.log())
    assert [line for line in log if "was taken from worker" not in line] == []
    drop("busy")
    drop("large")


@farm.promise(PROMISE)
def test_create_while_a_claim_waits():
    """A claim that waits takes games made after its statement began, and its worker plays them."""
    row = "select id from farm.workers where gone_at is null"
    with farm.Daemon("aresd", "--workers", 1) as daemon, Session() as holder:
        wait_for(lambda: len(query(row)) == 1)
        holder.say(f"begin; {row} for update")
        create("woken", 1)
        wait_for(lambda: holds("""count(*) = 1 from pg_stat_activity
            where wait_event_type = 'Lock' and query ~ 'games_claim'"""))
        create("unseen", 8)
        holder.say("commit")
        wait_for(lambda: farm.finished("woken") and farm.finished("unseen"))
        assert daemon.stop() == 0


@farm.promise(PROMISE)
def test_drop_is_whole_for_everybody():
    """A reader with an older snapshot sees all of a dropped tournament. Others see nothing."""
    create("seen", 4)
    farm.aresd("--until-done")
    digest, number = "select farm.tournament_digest('seen')", number_of("seen")
    before = query(digest)
    with Session("reader") as old:
        old.say("begin isolation level repeatable read; select 1")
        drop("seen")
        assert query("select 1 from farm.results where tournament ~ '^~'") == []
        assert query("select 1 from farm.orders where tournament_id = %s", number) == []
        # as if a second were over: only sessions that are older still see it
        query("update farm.tournaments set dropped_at = dropped_at - interval '1 s' where dropped")
        assert not swept()
        assert old.say(digest) == before
    wait_for(swept)


def test_dropped_while_a_worker_resumes():
    """A worker that has lost its session waits for the drop, and does not continue the game."""
    game, = create("resumed", 1)
    worker = value("insert into farm.workers (host, pid, supervisor) values ('here', 1, 1) returning id")
    with Session() as dropper, Session() as resumer:
        dropper.say("begin; select farm.tournament_drop('resumed')")
        answer = resumer.send(f"select count(*) from farm.games_resume({worker}, '{{{game}}}', '{{0}}')")
        wait_for(resumer.waits)
        dropper.say("commit")
        assert result(answer) == [(0,)]
    query("update farm.workers set gone_at = now() where id = %s", worker)
    wait_for(swept)


def test_sweep_passes_over_what_is_held():
    """A player holds its turn of one game, and refers to two others. The sweep leaves these."""
    games = create("asked", 6, seats="random,random,random,random,random,random,@agent")
    query("""insert into farm.turns (game_id, power, user_id, phase, units, owners, due, legal)
        select game_id, 6, user_id, 0, '{1}', '.', 1, '{}' from farm.seats
        where power = 6 and game_id = any (%s)""", games)
    query("update farm.games set state = 'waiting', asked = 0 where id = any (%s)", games)
    turns, sweep = "select count(*) from api.my_turns", "select farm.sweep(1000)"
    with Session("agent") as agent, Session() as player:
        assert agent.say(turns) == [(6,)]
        player.say(f"""begin; select 1 from farm.turns where game_id = {games[0]} for update;
            select 1 from farm.games where id = {games[1]} for key share;
            insert into farm.pending_orders (game_id, power, phase, orders)
            values ({games[2]}, 6, 0, '{{}}')""")
        promptly(drop, "asked")
        assert agent.say(turns) == [(0,)]
        assert promptly(query, sweep) == [(3,)]
        player.say("rollback")
        assert promptly(query, sweep) == [(3,)]
    wait_for(swept)

def test_holders_are_named():
    """A reader has read a view and keeps its transaction. init gives up in time and names it.
    Others that read the view wait for a moment at most. Other commands also name the holder of a
    lock. When the reader is done, init succeeds, whatever locks an agent has."""
    create("held", 2)
    init = farm.program("aresctl", "--quiet", "init", "--wait")
    longest, view = 0, "select count(*) from farm.progress"
    named = f"of role {value('select session_user')}, since 20"
    with Session("reader") as viewer, Session() as holder:
        holder.say("begin; select 1 from farm.tournaments where name = 'held' for update")
        viewer.say(f"begin; {view}")
        initing = background(farm.refused, named, *init, 2)
        while not initing.done():
            began = time.monotonic()
            query(view)
            longest = max(longest, time.monotonic() - began)
        result(initing)
        assert longest < 0.4 * farm.PATIENCE
        for words in ("drop", "--yes"), ("pause",):
            farm.refused(f"a lock was not to be had in time; process {holder.pid} {named}",
                         *farm.program("aresctl", "tournament", *words, "held"),
                         env={"PGOPTIONS": "-c lock_timeout=300ms"})
    with Session("reader") as viewer, Session("agent") as agent:
        agent.say("""select count(pg_advisory_lock(n)) from generate_series(-50, 50) n;
            select pg_advisory_lock(hashtext('aresfarm schema'));
            begin; select count(*) from api.my_games; commit""")
        viewer.say(f"begin; {view}")
        initing = background(farm.done, *init, 60)
        wait_for(lambda: holds("bool_or(%s = any (pg_blocking_pids(pid))) from pg_locks"
                               " where not granted", viewer.pid))
        viewer.say("commit")
        result(initing, 20)
    drop("held")


def test_inits_at_once():
    """Four inits begin at once on an empty database: one makes everything. The workers' channel
    there has another name than here."""
    query("create database other")
    init = farm.program("aresctl", "-d", farm.conninfo("other"), "init")
    done = [result(future, 20) for future in [background(farm.run, *init) for _ in range(4)]]
    assert not any(init.returncode for init in done), done
    said = "".join(init.stdout + init.stderr for init in done)
    said = re.sub("(.*a statement has waited for .*|the schema is up to date; .*)\n", "", said)
    versions = {re.search(r"\d+", file)[0] for file in glob.glob("schema/changes/[0-9]*.sql")}
    assert said == f"{len(versions)} migrations applied\n"
    channel = "select channel from farm.channels where name = 'farm'"
    with psycopg.connect(farm.conninfo("other")) as other:
        assert other.execute(channel).fetchall() != query(channel)
