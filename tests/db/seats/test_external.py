"""external: external players play by SQL: whole games, the answers to their orders, deadlines, rights.

They are three roles, and doc/player.py. SEED draws the games, and the orders of doc/player.py.
"""
import fnmatch
import os
import re
import subprocess
import sys

import people
import psycopg
import pytest

import farm
from farm import holds, query, value, wait_for
from people import NO_TURN, ask

EVERY = "@alice,@alice,@alice,@alice,@alice,@alice,@alice"
FRANCE = "random,random,@alice,random,random,random,random"
BOTH = "random,random,@alice,random,@bob,random,random"
OWN = "External players change nothing but their own orders"
NEAREST = "no legal order; nearest: "


@pytest.fixture(scope="module", autouse=True)
def roles():
    people.make_roles(alice="farm_agent", bob="farm_agent")
    yield
    people.stop()


def begin(name, seats, *options, games=1, rounds=8):
    farm.create(name, seats, "--rounds", rounds, *options, games=games)
    people.start()
    game = people.Game(name)
    game.asks("S1901M")
    return game


def test_user_made_meanwhile():
    """A tournament is made with a user that another session is just making."""
    made = "select farm.user_put('@bob', '@bob', null, '{}', 'bob')"
    with farm.connect(autocommit=False) as session:
        user, = session.execute(made).fetchone()
        create = subprocess.Popen(farm.program("aresctl", "--quiet", "tournament", "create", "meanwhile",
                                               "--games", "1", "--seats", ",".join(["@bob"] * 7)))
        farm.wait_for(lambda: holds("exists (select from pg_stat_activity where wait_event_type = 'Lock')"))
    assert create.wait() == 0
    assert holds("bool_and(user_id = %s) from farm.seats", user)
    farm.cancel("meanwhile")


def answers(role, game, phase, power, orders, final=False):
    """Submits orders, separated by semicolons: each as it was read, and what is wrong with it."""
    return game.ask(role, "select text, problem from api.submit_orders(%s, string_to_array(%s, ';'), %s, %s, %s)",
                    orders, final, power, phase)


def give(role, game, phase, power, orders, final=False):
    """The same; returns the problems of the orders."""
    return "; ".join(f"{text}: {problem}" if text else problem
                     for text, problem in answers(role, game, phase, power, orders, final) if problem)


def good(role, game, phase, **orders):
    """Submits final orders of these powers. Nothing may be wrong with them."""
    for power, text in orders.items():
        assert give(role, game, phase, power, text, final=True) == ""


def play_1901(game):
    """Alice has all seats. Germany dislodges a French army, Russia takes Constantinople."""
    good("alice", game, "S1901M", AUS="", ENG="", ITA="", FRA="A par - bur;F bre - mao", GER="A mun - ruh;A ber - mun",
         RUS="F sev - bla", TUR="A smy - arm;A con - smy")
    game.asks("F1901M")
    good("alice", game, "F1901M", AUS="", ENG="", ITA="", FRA="F mao - spa/nc",
         GER="A ruh - bur;A mun S A ruh - bur", RUS="F bla - con", TUR="")


# ── rights ──

@farm.promise(OWN)
def test_rights_tried():
    """Bob sees and changes nothing of Alice's seat in their game. db/roles has what he may use."""
    game = begin("rights", BOTH)
    assert give("alice", game, "S1901M", "FRA", "A par - bur") == ""
    for sql in ("update api.my_turns set due = 1", "update api.my_games set power = 'FRA'"):
        assert people.error("bob", sql).startswith(("cannot update view", "permission denied"))
    turns = "select power, submitted, final from api.my_turns where game = %s"
    assert game.ask("bob", turns) == [("ITA", None, False)]
    assert game.ask("alice", turns) == [("FRA", ["A par - bur"], False)]
    assert game.ask("bob", "select power, state from api.my_games where game = %s") == [("ITA", "open")]
    assert give("bob", game, "S1901M", "FRA", "A par - pic") == NO_TURN
    assert game.rows("select power, orders from farm.pending_orders where game_id = %s") == [(2, ["A par - bur"])]


@farm.promise(OWN)
def test_barrier():
    """The view is a security barrier: a cheap condition of Bob that reveals each row it is applied to is applied to
    his rows only, though its column is read before the owner of a row is known."""
    begin("barrier", BOTH)
    notices = []
    with farm.connect("bob") as session:
        session.add_notice_handler(lambda notice: notices.append(notice.message_primary))
        session.execute("create function pg_temp.tells(text) returns boolean language plpgsql cost 0.0000001 as"
                        " 'begin raise notice ''%'', $1; return true; end'")
        for setting in ("enable_nestloop", "enable_indexscan", "enable_bitmapscan", "jit"):
            session.execute(f"set {setting} = off")
        session.execute("select power from api.my_turns where pg_temp.tells(legal[1])")
    turns = query("select legal[1], u.role from farm.turns t join farm.users u on u.id = t.user_id")
    assert len(turns) > len(notices) > 0
    assert sorted(notices) == sorted(order for order, role in turns if role == "bob")


@farm.promise(OWN)
def test_caller():
    """The caller is the role that logged in, or the role it has set. It is not the owner, as whom submit_orders runs,
    nor a role that the caller only claims to be."""
    game = begin("caller", BOTH)
    mine = "select power from api.my_turns where game = %s"
    submit = "select problem from api.submit_orders(%s, %s::text[])"
    assert game.ask("alice", mine) == [("FRA",)]
    assert game.ask("alice", submit, ["A par H"]) == [(None,)]
    if value("select rolsuper from pg_roles where rolname = session_user"):
        with farm.connect() as session:
            session.execute("set session authorization bob")
            assert farm.rows_of(session, mine, (game.id,)) == [("ITA",)]
            assert farm.rows_of(session, submit, (game.id, ["A rom H"])) == [(None,)]
            for sql in ("set role alice", "select set_config('role', 'alice', false)"):
                with pytest.raises(psycopg.Error, match="permission denied to set role"):
                    session.execute(sql)
        assert game.rows("select power, u.name from farm.pending_orders p join farm.users u on u.id = given_by"
                         " where game_id = %s order by 1") == [(2, "@alice"), (4, "@bob")]
    assert game.rows(mine) == []


# ── whole games ──

# Each unit gets the legal order with the lowest hash. The hash of the place that an order is about counts first, so
# units work together.
ORDER_ALL = r"""
    with choice as (
        select t.game, t.power, t.phase, t.due, l, md5(t.phase || right(l, 3)) || md5(l) as rank
        from api.my_turns t, unnest(t.legal) l where not t.final and l <> 'waive'),
    best as (
        select distinct on (game, power, substring(l from '[a-z]{3}\M')) * from choice
        order by game, power, substring(l from '[a-z]{3}\M'), rank),
    chosen as (
        select game, power, phase, (array_agg(l order by rank))[:max(due)] as orders from best group by 1, 2, 3)
    select count(problem)
    from chosen c, api.submit_orders(c.game, c.orders, power => c.power, phase => c.phase, final => true)"""


def test_whole_game_by_sql():
    """One statement orders for all turns of a role. It sees how its games ended; another role does not."""
    game = begin("sql", "@alice,random,@alice,@alice,@alice,random,@alice", games=3, rounds=10)

    def played():
        assert ask("alice", ORDER_ALL) == [(0,)]
        return farm.finished(game.name)

    wait_for(played, 20)
    game.verify()
    games = farm.games_of(game.name)
    assert value("select string_agg(distinct right(farm.phase_name(phase), 1), '') from farm.taken_orders"
                 " where game_id = any (%s)", games) == "AMR"
    for nothing in ("farm.taken_orders, unnest(problems) p where p is not null and", "farm.turns where"):
        assert query(f"select 1 from {nothing} game_id = any (%s)", games) == []
    results = query("select number, power, fate, points, centres from farm.results"
                    " where tournament = %s and player = '@alice' order by 1, 2", game.name)
    assert len(results) == 15
    mine = "select number, power, fate, points, centres from api.my_games where tournament = %s"
    assert ask("alice", mine + " and state = 'finished' and ended is not null order by 1, 2", game.name) == results
    assert ask("bob", mine, game.name) == []
    # the orders submitted are those played
    orders, others = query(
        """select count(*), count(*) filter (where not exists (
               select from farm.orders x where x.game = p.game_id and x.phase = p.phase
               and x.power = m.powers[1 + p.power] and x.text = o))
           from farm.taken_orders p join farm.maps m on m.name = 'standard' cross join unnest(p.orders) o
           where p.game_id = any (%s)""", games)[0]
    assert orders > 300 and others == 0


def test_players_in_python():
    """Two players of doc/player.py play. Then they play again while workers are killed: the games are the same."""
    seats = "@alice,random,@bob,random,@alice,@bob,random"
    players = [subprocess.Popen([sys.executable, "doc/player.py", str(farm.SEED), farm.conninfo()],
                                env=dict(os.environ, PGOPTIONS=f"-c role={role}")) for role in ("alice", "bob")]
    try:
        first = begin("python", seats, games=2, rounds=8)
        wait_for(lambda: farm.finished(first.name), 20)
        again = begin("python-again", seats, games=2, rounds=8)
        for boards in (2, 6):
            wait_for(lambda: farm.holds("count(*) >= %s from farm.boards b join farm.tournaments t"
                                        " on t.id = b.tournament_id where t.name = %s", boards, again.name))
            assert not farm.finished(again.name)
            people.kill_worker()
        wait_for(lambda: farm.finished(again.name), 20)
    finally:
        for player in players:
            player.kill()
            player.wait()
    assert farm.digest(again.name) == farm.digest(first.name)
    assert first.value("select count(distinct given_by) from farm.taken_orders where game_id = %s") == 2


# ── answers to orders ──

def told(game, phase, power, *expected, orders=None):
    """Submits orders of Alice of which one is wrong, those of the answers or others. These must be the answers (* stands
    for anything), and nothing is stored."""
    orders = orders or ";".join(text.partition(":")[0] for text in expected)
    said = answers("alice", game, phase, power, orders)
    said = [text + (f": {problem}" if problem else "") for text, problem in said]
    assert len(said) == len(expected) and all(fnmatch.fnmatchcase(*pair) for pair in zip(said, expected)), said
    assert query("select 1 from farm.pending_orders p join farm.maps m on m.name = 'standard' where game_id = %s"
                 " and farm.phase_name(phase) = %s and m.powers[1 + power] = %s", game.id, phase, power) == []


@farm.promise(OWN)
def test_wrong_moves():
    """A text that is not looked up comes back with the nearest legal orders: those of the unit that it names."""
    game = begin("moves", EVERY)
    for given, *nearest in (
            ("A par - xyz", "A par H", "A par - bre", "A par - bur", "A par - gas", "A par - pic"),
            ("A mar S A par - pic", "A mar S A par - bur", "A mar S A par - gas", "A mar S*"),
            ("army par holds", "A par H", "A par - bre", "A par - bur", "A par - gas", "A par - pic")):
        told(game, "S1901M", "FRA", f"{given}: {NEAREST}{', '.join(nearest)}")
    for text, unit in {"F par H": "A par", "A par": "A par", "A par - bur - mun": "A par", "F bre C A par - lon": "F bre",
                       "build A par": "A par", "A par R bur": "A par", "A par - lon via": "A par", "A gas - bur": "A mar",
                       "A mun - bur": "A mar", "waive": "F bre", "go": "F bre"}.items():
        told(game, "S1901M", "FRA", f"{text}: {NEAREST}{unit}*")
    told(game, "S1901M", "FRA", "A par H", "A par - bur: par has an order already")
    for orders, *expected in (
            ("A par - mos;a PAR-bur", f"A par - mos: {NEAREST}A par H*", "A par - bur"),
            ("A par - bur;", "A par - bur", f": {NEAREST}F bre H*"),
            (101 * "x", 100 * "x" + ": longer than any order"),
            (100 * "x", 100 * "x" + f": {NEAREST}*")):
        told(game, "S1901M", "FRA", *expected, orders=orders)
    told(game, "S1901M", "RUS", f"F stp/nc H: {NEAREST}F stp/sc H*", f"F sev - xxx: {NEAREST}F sev H*")
    for orders, power, said in (
            ("array[null]", "FRA", "null is not an order"),
            ("array_fill('A par H'::text, '{65}')", "FRA", "more than 64 orders"),
            ("'{A par H}'", None,
             "you have turns of several powers there, say which: AUS, ENG, FRA, GER, ITA, RUS, TUR")):
        submit = f"select problem from api.submit_orders(%s, {orders}, power => %s)"
        assert game.ask("alice", submit, power) == [(said,)]
    assert len(game.ask("alice", submit.replace(orders, "array_fill('A par H'::text, '{64}')"), "FRA")) == 64
    assert give("alice", game, "F1901M", "FRA", "A par H") == NO_TURN
    assert game.state() == "waiting"


def test_turns_are_packed():
    """C has packed the legal orders of each turn as SQL would pack their texts; what is stored of a submission is packed
    in the same way."""
    game = begin("packed", EVERY)
    play_1901(game)
    game.asks("F1901R")
    good("alice", game, "F1901R", FRA="A bur - gas")
    game.asks("W1901A")
    for table, column in (("turns", "legal"), ("taken_orders", "orders")):
        rows = game.rows(f"select t.codes, farm.order_codes(m.codes, t.{column}) from farm.{table} t join farm.maps m"
                         f" on m.name = 'standard' where t.game_id = %s and t.{column} <> '{{}}'")
        assert len(rows) > 2 and all(codes == again and None not in codes for codes, again in rows)


def test_turns_of_older_versions():
    """Rows that have texts only: their orders are looked up, stored packed, and played."""
    game = begin("texts", BOTH)
    query("update farm.turns set codes = null where game_id = %s", game.id)
    assert give("alice", game, "S1901M", "FRA", "a par-bur;A mar S par - bur") == ""
    packed = """select farm.order_print(m.codes, c) from farm.maps m, farm.pending_orders o, unnest(o.codes) c
        where m.name = 'standard' and o.game_id = %s"""
    assert game.rows(packed) == [("A par - bur",), ("A mar S A par - bur",)]
    query("update farm.pending_orders set codes = null where game_id = %s", game.id)
    good("alice", game, "S1901M", FRA="A par - bur;A mar S par - bur;F bre - mao")
    query("update farm.pending_orders set codes = null where game_id = %s", game.id)
    good("bob", game, "S1901M", ITA="")
    game.plays("S1901M")
    assert game.ordered("S1901M", "FRA") == "A mar S A par - bur; A par - bur; F bre - mao"


def test_wrong_retreats_and_adjustments():
    game = begin("winter", EVERY)
    play_1901(game)
    game.asks("F1901R")
    assert game.ask("alice", "select power, units, dislodged, due from api.my_turns where game = %s") == \
        [("FRA", ["A mar", "F spa/nc"], ["FRA A bur"], 1)]
    told(game, "F1901R", "FRA", f"A bur R mar: {NEAREST}A bur R bel, A bur R gas, A bur R par, A bur R pic, A bur D")
    for text in ("A bur - ruh", "A bur H", "A mar R gas", "F bur R gas", "build A par"):
        told(game, "F1901R", "FRA", f"{text}: {NEAREST}A bur ?*")
    told(game, "F1901R", "FRA", "A bur R gas", "A bur D: bur has an order already")
    good("alice", game, "F1901R", FRA="A bur - gas")
    game.asks("W1901A")
    assert game.ordered("F1901R", "FRA") == "A bur R gas"
    for power, text, nearest in (
            ("FRA", "build A mar", "build A *"), ("FRA", "build F par", "build A par, *"), ("FRA", "remove A mar", "build *"),
            ("TUR", "build A smy", "A smy D, *"), ("TUR", "remove A con", "*"), ("TUR", "A ank D", "F ank D, *")):
        told(game, "W1901A", power, f"{text}: {NEAREST}{nearest}")
    told(game, "W1901A", "FRA", "build bre: say which: build A bre or build F bre")
    told(game, "W1901A", "FRA", "build A par", "waive: too many: 1 due", orders="BUILD par;waive")
    told(game, "W1901A", "TUR", "A arm D", "A smy D: too many: 1 due", orders="A ARM D;smy d")
    good("alice", game, "W1901A", FRA="build f bre", TUR="smy d", RUS="waive")
    game.asks("S1902M")
    assert [game.ordered("W1901A", power) for power in ("FRA", "TUR", "RUS")] == ["build F bre", "A smy D", "waive"]


def test_coasts():
    """An order must name the coast if a fleet can go to either. A support of that order need not."""
    game = begin("coasts", EVERY)
    good("alice", game, "S1901M", AUS="", ENG="", GER="", ITA="", RUS="", TUR="", FRA="F bre - mao;A mar H;A par - gas")
    game.asks("F1901M")
    told(game, "F1901M", "FRA", "F mao - spa: say which: F mao - spa/nc or F mao - spa/sc", "A gas S F mao - spa")
    assert give("alice", game, "F1901M", "FRA", "F mao - spa/nc;A gas S F mao - spa;A mar S F mao - spa/nc") == ""


# ── when orders are taken ──

def lapse():
    """Makes the farm take the orders that it can. Returns the number of games that continue."""
    return value("select farm.turns_lapse()")


def test_last_orders_count():
    """Later orders replace earlier ones while the game waits for another player. Final ones need not be complete."""
    game = begin("last", BOTH)
    assert give("alice", game, "S1901M", "FRA", "A par - pic;A mar H;F bre H") == ""
    assert give("alice", game, "S1901M", "FRA", "A par - bur;A mar S A par - bur;F bre H") == ""
    assert game.ask("alice", "select submitted from api.my_turns where game = %s") == \
        [(["A par - bur", "A mar S A par - bur", "F bre H"],)]
    assert lapse() == 0
    assert give("bob", game, "S1901M", "ITA", "A rom - apu") == ""
    assert (lapse(), game.state()) == (0, "waiting")
    assert give("bob", game, "S1901M", "ITA", "A rom - apu", final=True) == ""
    game.plays("S1901M")
    assert game.ordered("S1901M", "FRA") == "A mar S A par - bur; A par - bur; F bre H"
    assert game.ordered("S1901M", "ITA") == "A rom - apu; A ven H; F nap H"
    assert give("alice", game, "S1901M", "FRA", "A par - pic") == NO_TURN


def asked_and_stopped(name, orders="A par - bur;A mar H;F bre H", *options):
    """A game that waits for France, whose orders were submitted after aresd had ended."""
    game = begin(name, FRANCE, *options, rounds=1)
    people.stop()
    assert give("alice", game, "S1901M", "FRA", orders) == ""
    return game


def test_orders_changed():
    """Until the farm takes them, a player can change complete orders. Those that are there then count."""
    game = asked_and_stopped("back")
    with farm.connect(autocommit=False) as session:
        assert farm.rows_of(session, "select farm.turns_lapse()", ()) == [(1,)]
        session.rollback()
    assert give("alice", game, "S1901M", "FRA", "A par - pic") == ""
    assert lapse() == 0
    assert give("alice", game, "S1901M", "FRA", "A par - gas;A mar H;F bre H") == ""
    people.start()
    game.plays("S1901M")
    assert game.ordered("S1901M", "FRA") == "A mar H; A par - gas; F bre H"


def test_orders_before_a_claim():
    """While a player changes its orders, the farm does not take them."""
    game = asked_and_stopped("before")
    assert game.value("select ready from farm.pending_orders where game_id = %s")
    with farm.connect("alice", autocommit=False) as session:
        session.execute("select * from api.submit_orders(%s, '{A par - gas, A mar H, F bre H}')", (game.id,))
        assert (lapse(), game.state()) == (0, "waiting")
        people.start()
    game.plays("S1901M")
    assert game.ordered("S1901M", "FRA") == "A mar H; A par - gas; F bre H"


def test_orders_after_a_claim():
    """Orders that come while the farm takes earlier ones, or afterwards, are refused."""
    game = asked_and_stopped("after")
    worker = value("insert into farm.workers (host, pid, supervisor) values ('test', 1, 0) returning id")
    with farm.connect(autocommit=False) as session:
        session.execute("select * from farm.games_claim(%s, 8)", (worker,))
        assert give("alice", game, "S1901M", "FRA", "A par - gas;A mar H;F bre H") == \
            "this turn is held by another session of yours, or is just being taken: try again"
    assert give("alice", game, "S1901M", "FRA", "A par - gas;A mar H;F bre H") == NO_TURN
    assert game.rows("select state, worker_id from farm.games where id = %s") == [("claimed", worker)]
    query("select farm.workers_leave(array[%s])", worker)
    people.start()
    game.plays("S1901M")
    assert game.ordered("S1901M", "FRA") == "A mar H; A par - bur; F bre H"


def test_too_late():
    """Orders after the deadline are refused, even if the phase is not played yet."""
    game = asked_and_stopped("late", "", "--diplomatic-time", "1h")
    game.rows("update farm.turns set deadline = clock_timestamp() where game_id = %s")
    game.rows("update farm.games set look_at = clock_timestamp() where id = %s")
    assert give("alice", game, "S1901M", "FRA", "A par - bur").startswith("its time was over at 20")
    people.start()
    wait_for(game.over)
    assert game.ordered("S1901M", "FRA") == "A mar H; A par H; F bre H"


def test_listen():
    """A new turn notifies the channel of its role, without a payload, and no other one."""
    heard = {"alice": [], "bob": []}
    sessions = {role: farm.connect(role) for role in heard}
    for role, session in sessions.items():
        session.add_notify_handler(heard[role].append)
        session.execute(f"listen farm_turn_{role}")
    begin("listen", FRANCE)
    query("notify farm_turn_bob, 'last'")  # what was notified before comes before
    for role, session in sessions.items():
        wait_for(lambda: session.execute("select") and heard[role], what=f"a notification of {role}")
        session.close()
    assert {(notice.channel, notice.payload) for notice in heard["alice"]} == {("farm_turn_alice", "")}
    assert [notice.payload for notice in heard["bob"]] == ["last"]


@farm.promise(OWN)
def test_orders_by_hand():
    """Whatever a user writes into the table of orders, the game continues. The row then has the
    problem."""
    game = begin("hand", BOTH)
    orders = ["A par - bur", "Ä pär", "A\npar→bur", "A par - bur" + 200 * " " + "x", None, "F bre R mao",
              "A mun - bur", "F kie - den", "A mar H", "A mar - spa"] + 70 * ["A par H"]
    query("insert into farm.pending_orders (game_id, power, phase, ready, fresh, orders, codes)"
          " values (%s, 2, 0, true, true, %s, null), (%s, 4, 0, true, true, %s, %s)", game.id, orders, game.id,
          ["A rom H"] * 6, [-1, 2**31 - 1, 0, None, 15 << 14, 127 << 20])
    lapse()
    game.plays("S1901M")
    assert game.ordered("S1901M", "FRA") == "A mar H; A par H; F bre H"
    several, foreign = "the unit got several orders", "the unit is another power's"
    assert game.rows("select problems[:10] from farm.taken_orders where game_id = %s and phase = 0 order by power") == \
        [([several, *["it is not an order"] * 4, "not an order of this phase", foreign, foreign, several, several],),
         (["it is not an order"] * 6,)]


# ── deadlines ──

def test_deadlines():
    """A phase is played at its deadline with the orders that are there. Without orders units hold, dislodged ones
    disband, builds are waived, and civil disorder removes units. Phases without a limit wait."""
    moves = begin("moves-limit", BOTH, "--diplomatic-time", "3s", rounds=1)
    deadline, exact = moves.rows("select min(deadline), bool_and(deadline between asked_at + '2.99 s'"
                                 " and asked_at + '3.01 s') from farm.turns where game_id = %s")[0]
    assert exact
    assert give("alice", moves, "S1901M", "FRA", "A par - bur") == ""

    winter = begin("winter-limit", EVERY, "--retreat-time", "1s", "--adjustment-time", "1s")
    play_1901(winter)
    winter.asks("S1902M")
    assert winter.ordered("F1901R", "FRA") == "A bur D"
    assert winter.rows("select 1 from farm.orders where game = %s and action = 'build'") == []
    assert winter.ordered("W1901A", "TUR") == "A arm D"
    assert winter.value("select bool_and(deadline is null) from farm.turns where game_id = %s")

    wait_for(moves.over)
    assert moves.ordered("S1901M", "FRA") == "A mar H; A par - bur; F bre H"
    assert moves.ordered("S1901M", "ITA") == "A rom H; A ven H; F nap H"
    assert query("select given_at < %s and taken_at >= %s and played_at > taken_at from farm.taken_orders"
                 " where game_id = %s and phase = 0 and power = 2", deadline, deadline, moves.id) == [(True,)]


# ── making tournaments ──

def test_refusals():
    """Terms of a tournament that are wrong are refused. Those that are right are kept and shown."""
    create = ["tournament", "create", "new", "--games", "1", "--seats"]
    for said, *words in (
            ("--seats @nobody_x: the database has no such role: aresctl role create agent nobody_x",
             *create, "random,@nobody_x"),
            ("'bob' after @ must begin with a comma", *create, "random,@ bob"),
            ("--diplomatic-time 5: must be a whole number of seconds", *create, FRANCE, "--diplomatic-time", "5"),
            ("--retreat-time 0s: must be a whole", *create, FRANCE, "--retreat-time", "0s"),
            ("--adjustment-time -3m: must be a whole", *create, FRANCE, "--adjustment-time=-3m"),
            ("--adjustment-time 366d: must be a whole", *create, FRANCE, "--adjustment-time", "366d"),
            ("--retreat-time d: must be a whole", *create, FRANCE, "--retreat-time", "d"),
            ("must be a player of the farm, not an external player",
             "experiment", "openings", "new", "--power", "GER", "--player", "@alice")):
        farm.refused(said, *farm.program("aresctl", *words))
    assert query("select 1 from farm.tournaments where name = 'new'") == []
    begin("times", FRANCE, "--diplomatic-time", "3d", "--retreat-time", "24h", "--adjustment-time", "5m")
    assert query("select diplomatic_time = '3 days', retreat_time = '24:00', adjustment_time = '5 min'"
                 " from farm.tournaments where name = 'times'") == [(True, True, True)]
    assert re.search("^game 1 waits for @alice: FRA, S1901M until 20[0-9 :-]+[+-][0-9]+$",
                     farm.ctl("tournament", "status", "times"), re.M)
