"""limits: what aresctl role makes: roles that log in with a password, in the right group, whose
sessions have the limits of their kind; and what an agent with such a role cannot do to the server.

Roles log in with passwords here, but for the owner.
"""
import os
import re

import farm
import psycopg
import pytest
import sessions

NO_RIGHT = "connect as a superuser, or as a role with createrole"
SECRET = "it's \\a \"secret\""
ME = farm.value("select session_user::text")
HOME = os.environ["ARESFARM_HOME"]
AGENT = ("agent connections 4, hash_mem_multiplier 1, idle_in_transaction_session_timeout 10s, jit off,"
         " max_parallel_workers_per_gather 0, statement_timeout 30s, temp_file_limit 100MB, work_mem 4MB")
CREATE, DROP = ("role", "create", "agent"), ("role", "drop", "--yes")


@pytest.fixture(scope="module", autouse=True)
def _alice():
    """Programs find the password. alice is an agent, and so is bare, who has none."""
    farm.write(HOME + "/pg/pg_hba.conf", f'local all "{ME}" peer\nlocal all all scram-sha-256\n')
    farm.query("select pg_reload_conf()")
    # once this session has the new settings, new sessions have them, too
    farm.wait_for(lambda: farm.holds("pg_conf_load_time() > backend_start from pg_stat_activity"
                                     " where pid = pg_backend_pid()"))
    os.umask(0o077)
    for name, text in ("secret", SECRET), ("passwords", "*:*:*:*:" + SECRET.replace("\\", "\\\\")):
        farm.write(f"{HOME}/{name}", text + "\n")
    os.environ["PGPASSFILE"] = HOME + "/passwords"
    assert farm.ctl("role", "list") == ""
    farm.ctl(*CREATE, "alice", "--password-file", HOME + "/secret")
    farm.ctl(*CREATE, "bare")


def login(role):
    """A session of a role that has logged in."""
    return psycopg.connect(f"{farm.conninfo()} user={role}", autocommit=True)


def program(name, role, *words):
    return [f"{farm.B}/{name}", "-d", f"{farm.conninfo()} user={role}", *words]


def refused(message, *words, by=ME, **options):
    """aresctl must refuse it to the role that has logged in."""
    farm.refused(message, *program("aresctl", by, *words), **options)


def listed(role):
    """What aresctl role list prints of a role, in one line."""
    text = re.sub(r"\n +", " ", farm.ctl("role", "list"))
    return re.sub(" +", " ", "".join(re.findall(f"^{role} +(.*)$", text, re.M)))


def exists(role):
    return farm.holds("exists (select from pg_roles where rolname = %s)", role)


def test_refused_without_init():
    farm.query("alter role farm_agent rename to away")
    refused('role "farm_agent" does not exist: aresctl init makes farm_agent', *CREATE, "early")
    farm.query("alter role away rename to farm_agent")
    assert not exists("early")


def test_create():
    """Each kind logs in and does what it is for. The password is nowhere to be read."""
    with open(HOME + "/secret", encoding="utf-8") as secret:
        farm.ctl("role", "create", "reader", "ann", "--password-file", "-", stdin=secret)
    farm.ctl("role", "create", "worker", "aresd", "--password-file", "-", input=SECRET)
    assert listed("alice") == AGENT + "; may make temporary tables"
    assert listed("ann") == "reader idle_in_transaction_session_timeout 10min, jit off"
    assert listed("aresd") == "worker no limits"
    with login("alice") as alice:
        assert alice.execute("""select current_setting('statement_timeout'),
            current_setting('idle_in_transaction_session_timeout'),
            current_setting('temp_file_limit')""").fetchall() == [("30s", "10s", "100MB")]
        assert alice.execute("select * from api.my_turns").fetchall() == []
    farm.done(*program("aresctl", "ann", "tournament", "list"))
    farm.done(*program("aresd", "aresd", "--until-done"))
    assert farm.holds("count(*) = 3 from pg_authid where rolpassword ~ '^SCRAM-SHA-256'")
    assert SECRET not in farm.text_of(HOME + "/pg.log")
    refused("password authentication failed", "tournament", "list", by="bare")


def test_limits_hold():
    """An agent may lift the limits that are settings of a session. It cannot lift the others."""
    with login("alice") as alice:
        with pytest.raises(psycopg.Error, match="temporary file size exceeds temp_file_limit"):
            alice.execute("set work_mem = '1MB'")
            alice.execute("""select t from (select n || repeat('x', 100000) as t
                from generate_series(1, 1200) n) x order by t offset 1200""")
        for sql in ("set temp_file_limit = -1", "alter role alice reset temp_file_limit",
                    "alter role alice connection limit 99"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                alice.execute(sql)
    farm.wait_for(lambda: farm.holds("count(*) = 0 from pg_stat_activity where usename = 'alice'"))
    others = [login("alice") for _ in range(4)]
    refused('too many connections for role "alice"', "tournament", "list", by="alice")
    for other in others:
        other.close()


def test_disk():
    """What writes to the server's disk is taken from everybody: by init, if it may, and by
    deploy/server.sql. An init that may not says so."""
    forbidden = ["select lo_create(0)", "select lo_creat(-1)", "select lo_from_bytea(0, 'x')",
                 "select pg_export_snapshot()", "select pg_logical_emit_message(false, 'x', 'x')",
                 "select pg_logical_emit_message(false, 'x', 'x'::bytea)"]
    for_server = ["create temp table x ()", "select pg_advisory_lock(1)"]
    with login("alice") as alice:
        refuses(alice, forbidden)
        for sql in for_server:
            alice.execute(sql)
        farm.query("grant execute on function pg_logical_emit_message(boolean, text, text) to public")
        farm.ctl("init")
        refuses(alice, forbidden)
    script = farm.text_of("deploy/server.sql").partition("\\connect")[2].partition("\n")[2]
    farm.query("""grant execute on function pg_logical_emit_message(boolean, text, text), lo_creat(integer) to public;
        create role aresfarm""")
    farm.ctl("psql", "-Xq", "-v", "ON_ERROR_STOP=1", "-v", "db=aresfarm", input=script)
    with login("alice") as alice:
        refuses(alice, forbidden + for_server)
    assert listed("alice") == AGENT


def refuses(session, statements):
    for sql in statements:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            session.execute(sql)


def test_by_hand():
    """A role that was made without aresctl gets its limits later."""
    sessions.roles("farm_agent", "hand")
    assert listed("hand").partition(";")[0] == "agent no limits"
    farm.ctl("role", "limit", "hand")
    assert listed("hand").partition(";")[0] == AGENT
    for name in ME, "nobody":
        refused(f"the farm has no role {name}", "role", "limit", name)
    refused(NO_RIGHT, "role", "limit", "hand", by="alice")


def test_by_others():
    """A role that may make roles, but is not a superuser, makes them without temp_file_limit."""
    farm.query("create role maker login createrole; grant farm_agent to maker")
    farm.ctl(*CREATE, "made", role="maker")
    assert listed("made").partition(";")[0] == AGENT.replace(", temp_file_limit 100MB", "")
    farm.ctl(*DROP, "made")
    farm.ctl(*CREATE, "busy", "--password-file", HOME + "/secret")
    with login("busy"):
        refused("busy is dropped, but its sessions continue: must be a", *DROP, "busy", role="maker")
    for message in "permission denied", NO_RIGHT:
        refused(message, *CREATE, "friend", by="alice")
    assert not exists("busy") and not exists("friend")


def test_refusals():
    """What aresctl role refuses, and why. It makes no role then."""
    for words in "list", "create agent new", "limit new", "drop new":
        farm.refused('/nowhere/.s.PGSQL.5432" failed: No such file', f"{farm.B}/aresctl",
                     "-d", "host=/nowhere", "role", *words.split())
    roles, longest = "select rolname from pg_roles order by 1", "x" * 53
    before = farm.query(roles)
    for message, kind, name in (
            ("there is a role alice already", "agent", "alice"),
            (f"there is a role {ME} already", "reader", ME),
            (f"NAME {longest}x: must be 1 to 53 letters", "agent", longest + "x"),
            ("pg_ at the beginning is PostgreSQL's own", "agent", "pg_alice"),
            ('NAME a"b: must be 1 to 53 letters, digits', "agent", 'a"b'),
            ('role name "public" is reserved', "agent", "public"),
            ("@daide is the seats of DAIDE clients; choose another name", "agent", "daide"),
            ("KIND king: must be agent, daide, reader, web or worker", "king", "new")):
        refused(message, "role", "create", kind, name)
    for file, message in (
            (HOME + "/none", f"--password-file {HOME}/none: No such file"),
            ("/dev/null", "its first line must be the password"),
            ("/dev/zero", "its first line must be the password"),
            (HOME, f"--password-file {HOME}: its first line")):
        refused(message, *CREATE, "new", "--password-file", file)
    assert farm.query(roles) == before
    farm.ctl(*CREATE, longest)
    farm.ctl(*DROP, longest)


def test_drop():
    """A role is dropped on request, once it owns nothing, and its sessions end."""
    farm.ctl(*CREATE, "dora", "--password-file", HOME + "/secret")
    farm.query("create table public.hers (); alter table public.hers owner to dora")
    with login("dora") as dora:
        refused("role dora is not dropped: --yes is missing, and there is no terminal",
                "role", "drop", "dora")
        refused("some objects depend on it: use reassign owned or drop owned", *DROP, "dora")
        dora.execute("select 1")
        farm.query("drop owned by dora")
        farm.ctl(*DROP, "dora")
        with pytest.raises(psycopg.OperationalError, match="terminating connection"):
            dora.execute("select 1")
    farm.query("create role stranger login")
    for name in ME, "dora", "stranger":
        refused(f"the farm has no role {name}", *DROP, name)
    assert not exists("dora") and listed("dora") == ""


@pytest.mark.skipif(bool(os.environ.get("SAN")), reason="the sanitizers take more address space")
def test_memory():
    """On a server with the drop-in for its memory a statement that wants gigabytes fails by itself: its
    session continues, and so do others."""
    most = int(re.search(r"^LimitDATA=(\d+)G$", farm.text_of("deploy/postgresql-memory.conf"), re.M)[1]) << 30
    farm.forget_session()
    farm.ctl("down")
    farm.done("prlimit", f"--data={most}", *farm.program("aresctl", "--quiet", "up"))
    with login("alice") as alice, login("alice") as other:
        alice.execute("set statement_timeout = 0")
        for sql in ("select array_agg(repeat('x', 1000000) || n) from generate_series(1, 5200) n",
                    "select length(repeat('x', 700000000) || repeat('y', 300000000))"):
            with pytest.raises(psycopg.errors.OutOfMemory):
                alice.execute(sql)
        status = farm.text_of(f"/proc/{alice.info.backend_pid}/status")
        peak = int(re.search(r"^VmHWM:\s+(\d+) kB$", status, re.M)[1]) << 10
        assert peak < most + (256 << 20), peak
        assert alice.execute("select 1").fetchall() == other.execute("select 1").fetchall()
