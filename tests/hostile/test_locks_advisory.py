"""locks_advisory: agents take thousands of advisory locks: numbers that the farm could use, keys
that it uses, and keys of supervisors that are dead. The farm starts, plays, recovers and ends as
without them.
"""
import os
import signal
import time

import farm
import sessions
from farm import holds, query, value, wait_for
from sessions import Session

PROMISE = "Strangers' locks and notifications stop nobody"
SLOW = "ares(depth=2,age=40),random"  # there is time to kill in the middle of a game
# the keys of the advisory locks of aresd, as arguments
KEYS = """select distinct case objsubid when 2 then format('%s, %s', classid::int, objid::int)
        else ((classid::bigint << 32) | objid::bigint)::text end
    from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and application_name ~ '^aresd'"""
sessions.roles("farm_agent", "agent")


def start(name, games, *options, seats="random,random"):
    """Makes a tournament and starts aresd, which plays it."""
    farm.create(name, seats, games=games)
    daemon = farm.Daemon("aresd", "--batch", 4, *options)
    wait_for(lambda: holds("claimed > 0 from farm.progress where tournament = %s", name))
    return daemon


def epoch(name):
    """The most claims that a game had."""
    return value("""select max(epoch) from farm.games g join farm.tournaments t
        on t.id = tournament_id where t.name = %s""", name)


@farm.promise(PROMISE)
def test_numbers_taken_before_and_while_it_starts():
    """Numbers from 1 on, with and without the oid of farm.workers; then all that aresd takes."""
    calm = sessions.calm("random,random", 8)
    farm.create("hindered", "random,random", games=8)
    oid, tried = value("select 'farm.workers'::regclass::oid::int"), 0
    with Session("agent") as agent:
        for numbers, lock in (("1, 500", "lock(n)"), ("501, 1000", "lock_shared(n)"),
                              ("1, 3000", f"lock({oid}, n)"),
                              ("3001, 4000", f"lock_shared({oid}, n)")):
            agent.say(f"select count(pg_advisory_{lock}) from generate_series({numbers}) n")
        with farm.Daemon("aresd", "--until-done", "--workers", 2) as daemon:
            while daemon.process.poll() is None:
                for key, in query(KEYS):
                    for lock in "lock", "lock_shared":
                        agent.say(f"select pg_try_advisory_{lock}({key})")
                        tried += 1
    assert daemon.process.returncode == 0 and farm.went_wrong(daemon.log()) == []
    assert tried > 0 and sessions.digests("hindered", 8) == calm


@farm.promise(PROMISE)
def test_keys_of_the_dead():
    """An agent gets the keys of a supervisor that dies. The games are handed back all the same."""
    with start("dead", 80, "--workers", 1, "--lease", 3600, seats=SLOW) as daemon, \
            Session("agent") as heir:
        keys = [f"pg_advisory_lock_shared({key})" for key, in query(KEYS)]
        waiting = heir.send("select " + ", ".join(keys))
        wait_for(heir.waits)
        daemon.send(signal.SIGSTOP)  # it starts no other worker
        for worker in sessions.workers():
            os.kill(worker, signal.SIGKILL)
        daemon.kill()
        sessions.result(waiting)
        assert value("select count(*) from pg_locks where locktype = 'advisory' and granted"
                     " and pid = %s", heir.pid) == len(keys)
        # so that no other rule finds them dead
        query("update farm.workers set heartbeat_at = now() where gone_at is null")
        assert value("select farm.workers_recover('1 hour')") > 0
    farm.cancel("dead")


def test_new_key_for_a_new_connection():
    """A supervisor with a new connection has its number and a new key. Its workers keep games."""
    supervisor = """select id, key from farm.supervisors
        where id in (select farm.supervisors_connected()) and key <> %s"""
    with start("back", 80, "--workers", 1, "--lease", 3600, seats=SLOW) as daemon, \
            Session("agent") as heir:
        (number, key), = query(supervisor, 0)
        heir.send(f"select pg_advisory_lock_shared({key})")
        wait_for(heir.waits)
        query("select pg_terminate_backend(backend) from farm.supervisors where key = %s", key)
        (again, _), = wait_for(lambda: query(supervisor, key))
        assert again == number
        beat = "select min(heartbeat_at) from farm.workers where gone_at is null"
        before = value(beat)
        wait_for(lambda: value(beat) > before)
        assert value("select farm.workers_recover('1 hour')") == 0
        assert epoch("back") == 1 and daemon.stop() == 0
    farm.cancel("back")


@farm.promise(PROMISE)
def test_what_counts():
    """A key counts only if the process that drew it holds it, by its role, as one number."""
    with Session("agent") as holder, Session() as session:
        holder.say("select pg_advisory_lock(4242), pg_advisory_lock(0, 4243)")
        pid = holder.pid
        role = value("select usesysid::int from pg_stat_activity where pid = %s", pid)
        for what, key, backend, owner, counts in (
                ("its key", 4242, pid, role, 1), ("of another process", 4242, pid + 1, role, 0),
                ("of another role", 4242, pid, role + 1, 0), ("held by nobody", 4244, pid, role, 0),
                ("of two numbers", 4243, pid, role, 0),
                ("with the same low half", 4242 + (1 << 32), pid, role, 0)):
            session.say("begin; insert into farm.supervisors (id, key, backend, role)"
                        " values (1000000, %s, %s, %s)", key, backend, owner)
            assert session.say("select count(*) from farm.supervisors_connected() c"
                               " where c = 1000000") == [(counts,)], what
            session.say("rollback")


def test_begun_in_between():
    """A supervisor that began after a transaction first read pg_stat_activity is connected."""
    connected = "select * from farm.supervisors_connected() c where c > 3000000 order by c"
    with Session() as older:
        older.say("begin; select from pg_stat_activity")
        with Session() as newer:
            newer.say("select farm.supervisor_attach(3000001)")
            older.say("select farm.supervisor_attach(3000002)")
            assert older.say(connected) == [(3000001,), (3000002,)]


def test_rows_go():
    """Rows of supervisors go an hour after they and all of their workers were last alive."""
    query("""insert into farm.supervisors (id, key, backend, role, started_at)
        select n, n, 1, 1, now() - interval '2 hours' from generate_series(2000001, 2000003) n;
        insert into farm.supervisors (id, started_at)
        values (2000004, now() - interval '2 hours'), (2000005, now());
        insert into farm.workers (host, pid, supervisor, heartbeat_at, gone_at) values
            ('x', 1, 2000002, now() - interval '30 min', now()),
            ('x', 1, 2000003, now() - interval '2 hours', now())""")
    query("select farm.supervisor_attach(0)")
    assert query("select id from farm.supervisors where id / 1000000 = 2 order by id") == \
        [(2000002,), (2000005,)]


def test_table_of_locks_is_full():
    """When an agent has filled the server's table of locks for a while, the farm continues."""
    calm = sessions.calm("random,random", 20)
    with Session("agent") as filler, start("full", 1000, "--workers", 2) as daemon:
        filler.say("""do $$ declare n bigint := 0; begin loop
            begin perform pg_advisory_lock_shared(n); n := n + 1;
            exception when out_of_memory then exit; end; end loop; end $$""")
        wait_for(lambda: "53200 out of shared memory" in daemon.log())
        time.sleep(0.5)
        filler.say("select pg_advisory_unlock_all()")
        count = sessions.finished("full")
        wait_for(lambda: sessions.finished("full") > count)
        assert wait_for(lambda: sessions.digests("full", 20)) == calm
        assert daemon.stop() == 0
    assert holds("quarantined = 0 and claimed + finished < games from farm.progress"
                 " where tournament = 'full'") and epoch("full") == 1
    farm.cancel("full")


def test_locks_taken_from_public():
    """A superuser can take advisory locks from all but the owner (deploy/README.md)."""
    sessions.roles("farm_worker", "worker")
    functions = query("""select oid::regprocedure::text from pg_proc
        where proname ~ '^pg_(try_)?advisory_' and pronamespace = 'pg_catalog'::regnamespace""")
    for function, in functions:
        query(f"revoke execute on function {function} from public")
    farm.denied("agent", "select pg_advisory_lock_shared(1)")
    farm.create("revoked", "random,random", "--rounds", 5, games=8)
    farm.aresd("--until-done", "--workers", 2, role="worker")
    assert farm.finished("revoked")
