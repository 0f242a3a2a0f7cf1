"""links: what links to seats, and a web server, cannot do: guess a link, or use one that is
expired, withdrawn or of another game; run SQL by orders, fill or stall the game by them; see what
others ordered before it is played. It looks for secrets in the log, in what sessions run, in the
tables and in a backup. db/roles has what a web server may read and call.
"""
import contextlib
import hashlib
import itertools
import os
import random
import re
from concurrent.futures import ThreadPoolExecutor

import farm
import psycopg
import pytest
import sessions

PROMISE = "External players change nothing but their own orders"
CLOSED = "this link opens no seat: it is unknown, has expired or was withdrawn"
GONE = "you have no such turn: its orders were taken, or it is not yours"
VALUES = {"power": "FRA", "digest": b"x" * 32, "valid": "1 day", "since": None, "link": 1,
          "recipients": None, "text": "x", "vote": False, "wish": "end", "among": None,
          "orders": ["A par H"], "final": True, "phase": None,
          "player": None}
WRITING = {"submit_orders", "withdraw_final", "invite", "withdraw", "again", "follow"}


@pytest.fixture(scope="module", autouse=True)
def _playing():
    """One aresd plays all the time."""
    farm.query("alter database aresfarm set jit = off")  # as for roles of aresctl role create
    sessions.roles("farm_web", "server")
    sessions.roles("farm_agent", "alice")
    with farm.Daemon("aresd", "--workers", 1):
        yield


def key(secret):
    """What a web server makes of the secret in a link."""
    return hashlib.sha256(secret.encode()).digest()


class Game:
    """It waits for two people, who have the secrets aus and fra, and for alice's Italy."""

    def __init__(self, name):
        self.name, seats = name, "@,random,@,random,@alice,random,random"
        links = farm.ctl("game", "create", name, "--seed", farm.SEED, "--seats", seats)
        self.aus, self.fra = re.findall("#(.*)$", links, re.M)
        self.id, = farm.games_of(name)
        self.wait("waiting")

    def wait(self, state):
        sql = "state = %s from farm.games where id = %s"
        farm.wait_for(lambda: farm.holds(sql, state, self.id), 5, f"{self.name} {state}")

    def pending(self):
        sql = "select power, orders from farm.pending_orders where game_id = %s"
        return farm.query(sql, self.id)

    def invite(self, **options):
        """The secret of one more link to France."""
        return farm.ctl("invite", f"{self.name}/1", "FRA", **options).partition("#")[2]


def ask(secret, sql, *parameters):
    """The rows of a statement of the web server. Its first %s is the key."""
    return farm.query(sql, key(secret), *parameters, role="server")


def give(secret, orders, final=False):
    """Submits orders: what is wrong with them."""
    sql = "select problem from web.submit_orders(%s, %s, %s) where problem is not null"
    return [row[0] for row in ask(secret, sql, orders, final)]


def functions():
    """Each function of schema web: its name, and the names and types of its parameters."""
    return farm.query("""select proname, proargnames[:pronargs],
        array(select format_type(t, null) from unnest(proargtypes) t)
        from pg_proc where pronamespace = 'web'::regnamespace order by oid""")


def call(session, function, given_key, **values):
    """What a function of schema web tells: with these values, and VALUES where there is none."""
    name, names, types = function
    values = {**VALUES, "key": given_key, "keys": given_key, **values}
    places = ", ".join(f"%s::{kind}" for kind in types)
    return session.execute(f"select x::text from web.{name}({places}) x",
                           [values[n] for n in names]).fetchall()


@farm.promise(PROMISE)
def test_keys():
    """Whatever opens no seat gets the same answer, by each function."""
    game = Game("keys")
    withdrawn, expired = key(game.invite()), key(game.invite())
    for digest, column in (withdrawn, "withdrawn_at"), (expired, "expires_at"):
        farm.query(f"update farm.links set {column} = now() where digest = sha256(%s)", digest)
    right, stored = key(game.fra), [row[0] for row in farm.query("select digest from farm.links")]
    bad = [withdrawn, expired, key(""), key(game.fra[:-1]), key(game.fra.lower()), b"", None, b"\0",
           game.fra.encode(), hashlib.sha256(stored[0]).digest(), right[1:], right + b"\0",
           b"x" * 1000000, b"' or true --", random.Random(farm.SEED).randbytes(640), *stored]
    found = functions()
    assert (len(stored), len(found)) >= (4, 12)
    with farm.connect("server") as session:
        for wrong in bad:
            for function in found:
                if function[0] in ("pulses", "seats"):  # they take several keys, and pass over wrong ones
                    assert len(call(session, function, wrong)) == (wrong == right + b"\0")
                    continue
                with pytest.raises(psycopg.Error) as said:
                    call(session, function, wrong)
                assert said.value.diag.message_primary == CLOSED, (function[0], wrong)
    used = "select 1 from farm.links where game_id = %s and used_at is not null"
    assert (game.pending(), farm.query(used, game.id)) == ([], [])
    assert ask(game.fra, "select power from web.seat(%s)") == [("FRA",)]


@farm.promise(PROMISE)
def test_other_seats():
    """A link orders for its own seat and for no other, of its own game and of no other."""
    one, two = Game("one"), Game("two")
    assert ask(one.aus, "select game from web.seat(%s)") == [(one.id,)]
    assert give(one.aus, ["A vie - tyr"]) == []
    assert give(one.aus, ["A par - bur"]) == [
        "no legal order; nearest: A bud H, A bud - gal, A bud - rum, A bud - ser, A bud - tri"]
    assert (one.pending(), two.pending()) == ([(0, ["A vie - tyr"])], [])
    # both seats are of the user "person", who has no role: nobody plays them by the schema api
    assert farm.query("select distinct power from api.my_turns", role="alice") == [("ITA",)]
    sql = "select problem from api.submit_orders(%s, '{A par - bur}', power => 'FRA')"
    assert farm.query(sql, two.id, role="alice") == [(GONE,)]


def log_of(action, *arguments):
    """What the action returns, and what the server logs meanwhile."""
    with open(os.environ["ARESFARM_HOME"] + "/pg.log", encoding="utf-8", errors="replace") as log:
        log.seek(0, os.SEEK_END)
        return action(*arguments), log.read()


def call_all(given_key, options):
    """Calls all functions, with the key and with wrong ones. Keys are parameters."""
    with farm.connect("server", options, prepare_threshold=0) as session:
        for given, function, order in itertools.product(
                (given_key, given_key[1:], b""), functions(), ("A par - pic", "x")):
            with contextlib.suppress(psycopg.Error):
                call(session, function, given, orders=[order])
        with pytest.raises(psycopg.errors.DivisionByZero):
            session.execute("select 1 / (length(%s::bytea) - 32)", [given_key])


def test_secrets_in_no_log():
    """No secret gets to the server, and no key is stored. The kind web keeps keys from the log."""
    game = Game("log")
    loud = "-c log_statement=all -c log_min_duration_statement=0 -c log_min_error_statement=debug1"
    secret, made = log_of(lambda: game.invite(env={"PGOPTIONS": loud}))
    given_key, secrets = key(secret), {secret, secret.encode().hex(), key(secret).hex()}
    _, log = log_of(call_all, given_key, loud)
    assert "farm.link_make($1" in made and "web.submit_orders($1" in log
    assert [s for s in secrets if s in made + log] == [given_key.hex()]  # all parameters are there

    farm.ctl("role", "create", "web", "kind")
    limits, = farm.query("select setconfig from pg_db_role_setting where setrole = 'kind'::regrole")
    assert "log_parameter_max_length=0" in limits[0]
    _, log = log_of(call_all, given_key, loud + " -c log_parameter_max_length=0")
    assert "web.submit_orders($1" in log and not any(s in log for s in secrets)

    with farm.connect("server") as session:  # what sessions run, while one is open
        session.execute("select * from web.turn(%s)", [given_key])
        running = str(farm.query("select query from pg_stat_activity"))
        assert "web.turn($1" in running and not any(s in running for s in secrets)

    backup = farm.ctl("backup", game.name, "--output", "-")
    digests = {digest for digest, in farm.query("select encode(digest, 'hex') from farm.links")}
    assert game.name in backup and digests and not any(s in backup for s in secrets | digests)
    tables = farm.query("""select oid::regclass::text from pg_class where relkind = 'r'
        and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)""")
    stored = "".join(str(farm.query(f"select t::text from {table} t")) for table, in tables)
    assert all(s in stored for s in digests) and not any(s in stored for s in secrets)


def told(secret, *orders):
    """All that a link is told, and that the web server can read. Submits these orders."""
    said = []
    readable = farm.query("""select attrelid::regclass::text, string_agg(quote_ident(attname), ', ')
        from pg_attribute join pg_class c on c.oid = attrelid where attnum > 0 and not attisdropped
        and relkind in ('r', 'p', 'v') and relnamespace = 'farm'::regnamespace
        and has_column_privilege('server', attrelid, attnum, 'select') group by 1""")
    with farm.connect("server") as session:
        for function in functions():
            for order in orders if function[0] in WRITING else [""]:
                said += call(session, function, key(secret), orders=[order], final=False)
        for table, columns in readable:
            if table != "farm.workers":  # it changes all the time
                said += session.execute(f"select {columns} from {table}").fetchall()
    return str(said)


def test_orders_are_secret_until_played():
    """Before orders are played, nothing names them, or says whether there are any."""
    game = Game("secret")
    assert give(game.fra, ["A par - pic", "F bre - eng"]) == []
    sql = "select api.submit_orders(%s, '{A rom - apu}', final => true)"
    farm.query(sql, game.id, role="alice")
    said = told(game.aus, "A vie - gal", "A vie - pic", "A par - pic")
    # its own wrong order is repeated to it
    found = [said.count(order) for order in ("A rom - apu", "F bre - eng", "A par - pic")]
    assert found == [0, 0, 1] and "no legal order; nearest: A bud H" in said
    awaited = ask(game.aus, "select power from web.others(%s) where awaited order by 1")
    assert awaited == [("AUS",), ("FRA",)]
    before = told(game.aus)
    farm.query("delete from farm.pending_orders where game_id = %s and power = 2", game.id)
    changed = told(game.aus) != before
    assert not changed

    # a seat that is not asked, while others are
    assert give(game.fra, ["A par - pic"]) == []
    farm.query("create temp table held as select * from farm.turns where power = 0")
    farm.query("delete from farm.turns where game_id = %s and power = 0", game.id)
    assert ask(game.aus, """select power, due, units, cardinality(board), legal, submitted, final
        from web.turn(%s)""") == [("AUS", 0, ["A bud", "F tri", "A vie"], 22, [], None, False)]
    farm.query("insert into farm.turns select * from held on conflict do nothing")

    # taken, and not played yet: still nothing
    farm.ctl("tournament", "pause", game.name)
    assert (give(game.fra, ["A par - pic"], True), give(game.aus, [], True)) == ([], [])
    game.wait("pending")
    said = told(game.aus, "A par H")
    assert [order for order in ("A rom - apu", "A par - pic") if order in said] == []
    assert give(game.fra, ["A par - bur"]) == [GONE]
    farm.ctl("tournament", "resume", game.name)
    game.wait("waiting")
    said = told(game.aus)
    assert [order for order in ("A rom - apu", "A par - pic") if order not in said] == []


def test_odd_orders():
    """Orders that are SQL, or long, or many, or no text have a problem each, and none is stored."""
    game = Game("odd")
    for orders in (["A par H'; drop table farm.links; --"], ["$1", "$$"], ["A par H\\", "\x01"],
                   ["{A par H}", "%s", "%I"], ["A par H " * 200000], [None], ["A par - bur", None],
                   ["A par H"] * 65, ["A par H"] * 10000, [["x"] * 3, ["x"] * 3], ["(" * 50000],
                   ["A par - bur", "A par - pic"]):
        assert any(give(game.fra, orders)), str(orders)[:100]
        assert game.pending() == []
    assert give(game.fra, ["A par H"] * 10000) == ["more than 64 orders"]
    assert give(game.fra, None) == []
    assert farm.value("select count(*) from farm.links where game_id = %s", game.id) == 2


def test_many_at_once():
    """From many windows at once: one set of orders is kept, whole, and nobody waits for long."""
    game = Game("many")
    sets = ["A par - bur", "A mar - spa"], ["A par - gas", "A mar - pie"]
    with ThreadPoolExecutor(12) as pool:
        said = list(pool.map(lambda n: give(game.fra, sets[n % 2]), range(12)))
    assert all(not wrong or "held by another session of yours" in wrong[0] for wrong in said), said
    assert game.pending() in ([(2, sets[0])], [(2, sets[1])])
