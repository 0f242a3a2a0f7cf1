"""seen: what an external player sees of games by the schema api: all of its own games that was
played, and nothing else. It looks for a game of others, and for what another player has submitted
for the phase in play.
"""
import json
import re

import farm
import pytest
import sessions

VIEWS = dict(farm.query("""select c.oid::regclass::text, array_agg(attname::text) from pg_class c
    join pg_attribute on attrelid = c.oid where relnamespace = 'api'::regnamespace and relkind = 'v'
    group by 1"""))
OF_GAMES, OF_BOARDS = ([view for view, columns in VIEWS.items() if column in columns]
                       for column in ("game", "phase_number"))
MINE = "select {} from api.my_turns where game = %s"


def make(name, third_seat, *options):
    """A game with bob's Italy: its id."""
    seats = f"random,random,{third_seat},random,@bob,random,random"
    return farm.create(name, seats, *options)[0]


def give(role, game, orders):
    """Submits orders, which must be right."""
    farm.wait_for(lambda: farm.query(MINE.format("game"), game, role=role))
    sql = "select problem from api.submit_orders(%s, %s, final => true) where problem is not null"
    assert farm.query(sql, game, orders, role=role) == []


def alice(sql, *parameters):
    return farm.query(sql, *parameters, role="alice")


@pytest.fixture(name="games", scope="module")
def _games():
    """In the game ours alice and bob have seats, and S1901M was played; alice has submitted orders
    for F1901M. In the game theirs only bob has a seat."""
    farm.query("alter database aresfarm set jit = off")  # as for roles of aresctl role create
    sessions.roles("farm_agent", "alice", "bob")
    farm.query("create role carol login")
    with farm.Daemon("aresd", "--workers", 1):
        farm.create("crowd", "random,random", "--rounds", 6, games=30)
        ours, theirs = (make(name, seat, "--press", "private") for name, seat in (("ours", "@alice"), ("theirs", "random")))
        give("alice", ours, ["A mar - spa"])
        give("bob", ours, ["A rom - apu"])
        give("bob", theirs, ["A rom - tus"])
        both_wait = "count(*) = 2 from farm.open_phases where phase = 'F1901M'"
        farm.wait_for(lambda: farm.holds(both_wait))
        give("alice", ours, ["A par - pic"])
        for role, game in ("alice", ours), ("bob", theirs):
            assert farm.query("select api.send_message(%s, '{TUR}', 'a secret')", game, role=role) == [(None,)]
        farm.wait_for(lambda: farm.finished("crowd"), 20)
        yield ours, theirs


def test_what_was_played(games):
    """What was played is there, of all powers, and nothing of the phase in play."""
    ours, _ = games
    assert (len(OF_GAMES), len(OF_BOARDS)) >= (5, 3)
    for view in OF_BOARDS:
        assert alice(f"select distinct game, phase from {view}") == [(ours, "S1901M")]
        rows = f"select t::text from {view} t where game = {ours} order by 1"
        assert farm.query(rows, role="bob") == alice(rows)
    orders = alice("select power, text, result from api.my_orders order by 1, 2")
    assert orders == farm.query("select power, text, result from farm.orders where game = %s"
                                " order by 1, 2", ours)
    italy = [text for power, text, _ in orders if power == "ITA"]
    assert italy == ["A rom - apu", "A ven H", "F nap H"]
    assert alice("select count(*), count(distinct power) from api.my_units") == [(22, 7)]
    assert alice("select count(*), count(owner) from api.my_centres") == [(34, 22)]
    # what alice submitted is nowhere but in her own turn
    assert "A par - pic" in str(alice("select submitted from api.my_turns"))
    for view in VIEWS:
        rows = farm.query(f"select to_jsonb(t) - 'legal' from {view} t", role="bob")
        assert not [row for row, in rows
                    if "A par - pic" in str(row) and row.get("game", ours) == ours], view
    assert farm.query(MINE.format("submitted"), ours, role="bob") == [(None,)]
    assert alice("select count(*) from api.areas where map = 'standard'") == [(81,)]
    assert alice("""select "to" from api.borders where map = 'standard' and unit = 'A'
        and "from" = 'bre' order by 1""") == [("gas",), ("par",), ("pic",)]


def test_no_other_game(games):
    """alice asks for the other game by all its names, by conditions that tell what they are applied
    to, and by the function itself."""
    ours, theirs = games
    heard = set()
    with farm.connect("alice") as session:
        session.add_notice_handler(lambda notice: heard.add(notice.message_primary))
        session.execute("""create function pg_temp.tells(bigint) returns boolean language plpgsql
            cost 0.0000001 as 'begin raise notice ''%'', $1; return true; end';
            set enable_nestloop = off; set enable_indexscan = off; set enable_bitmapscan = off""")
        for view in OF_GAMES:
            where = f"game = {theirs} or tournament = 'theirs'"
            assert session.execute(f"select 1 from {view} where {where}").fetchall() == []
            heard.clear()
            session.execute(f"select 1 from {view} where pg_temp.tells(game)")
            mine = session.execute("select game from api.my_games").fetchall()
            assert heard == {str(game) for game, in mine}
    # even an agent that could name the function gets nothing by it
    farm.denied("alice", "select * from farm.boards_of(1, 1)")
    farm.query("grant usage on schema farm to alice")
    boards = "select count(*) from generate_series(1, 9) t, farm.boards_of(t, %s)"
    assert [alice(boards, game) for game in (theirs, ours)] == [[(0,)], [(1,)]]
    farm.query("revoke usage on schema farm from alice")
    farm.denied("carol", *(f"select * from {view}" for view in VIEWS))


def test_show(games):
    """aresctl show is for its own games, the rest of aresctl is not for it."""
    ours, theirs = games
    lines = farm.ctl("show", "ours/1", role="alice").split("\n")
    assert lines[:2] == [f"ours/1, game {ours}: open", "FRA @alice"]
    assert [line for line in lines if line[:2] in ("S1", "F1", "W1")] == ["S1901M"]
    assert len([line for line in lines if re.match("  [A-Z]{3}  ", line)]) == 22
    assert "  ITA  A rom - apu                  succeeds" in lines
    assert farm.ctl("show", ours, "S1901M", role="alice").split("\n") == lines
    board = json.loads(farm.ctl("show", "--json", ours, role="alice"))
    assert (board["phase"], len(board["units"]), len(board["orders"]), board["owners"]["par"]) == (
        "S1901M", 22, 22, "FRA")
    for message, words in (
            ("has no board for F1901M", f"show {ours} F1901M"),
            (f"you have no seat in a game {theirs}; the view api.my_games lists your games",
             f"show {theirs}"),
            ("you have no seat in a game theirs/1", "show theirs/1 S1901M"),
            ("you have no seat in a game nowhere", "show --json nowhere"),
            ("a role of an external player may use aresctl show", "tournament list"),
            ("a role of an external player", "verify")):
        farm.refused(message, *farm.program("aresctl", *words.split()), role="alice")


def test_reads_its_own(games):
    """A view reads the boards of the games that it shows, and no others: there are many."""
    ours, _ = games
    farm.query("analyze farm.boards, farm.games, farm.seats, farm.tournaments")
    for view in OF_BOARDS:
        for where in "true", f"game = {ours}", "tournament = 'ours' and number = 1":
            with farm.connect("alice", autocommit=False) as session:
                shown = f"select distinct game, phase from {view} where {where}"
                shown = session.execute(shown).rowcount
                read = session.execute("""select sum(seq_tup_read + idx_tup_fetch)
                    from pg_stat_xact_user_tables where relname ~ '^boards_[0-9]'""").fetchone()[0]
            assert read == shown > 0, (view, where)


def test_finished_game(games):
    """A game that is over is there as a whole, with its final board. A dropped one is not there."""
    over = make("over", "@alice", "--rounds", 2)
    assert over not in games

    def end():
        for role in "alice", "bob":
            farm.query(MINE.format("api.submit_orders(game, '{}', true)") + " and not final", over,
                       role=role)
        return farm.finished("over")

    farm.wait_for(end)
    for view in OF_BOARDS:
        sql = "select count(*), count(distinct phase) from %s where game = %s"
        rows = alice(sql % (view, over))
        assert rows == farm.query(sql % (view.replace("api.my_", "farm."), over))
        assert rows[0][1] >= 3
    assert alice("""select state, ended, g.centres = (select count(*) from api.my_centres c
        where c.game = g.game and c.phase = g.ended and c.owner = g.power) from api.my_games g
        where game = %s""", over) == farm.query(
            "select 'finished', farm.phase_name(phase), true from farm.games where id = %s", over)
    farm.query("select farm.tournament_drop('over')")
    for view in OF_GAMES:
        assert alice(f"select 1 from {view} where game = {over}") == []
