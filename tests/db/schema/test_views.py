"""views: what farm.orders, units and centres have, that aresctl show agrees with them, and that
they read no more than they are asked for. SEED draws the games.
"""
import json
import re

import pytest

import farm
from farm import ctl, holds, query, value

# An order's outcome, as aresctl show prints it.
OUTCOME = "result || case when dislodged and result <> 'dislodged' then ', dislodged' else '' end"
PLACES = "tournament = 'places' and number = 1"


def column(sql, *parameters):
    return [row[0] for row in query(sql, *parameters)]


# ── what is read ──

def test_only_what_is_asked_for():
    """By name or by id, by a join or by a column: only this tournament's partition is read, and of
    a game only the game. The server counts rows by transaction, so neither other sessions nor time
    matter."""
    for name in ("wanted", "other"):
        farm.create(name, "random,random", "--rounds", 8, games=8)
    farm.aresd("--until-done")
    query("analyze farm.boards, farm.games, farm.tournaments")
    tournament, game = query("select tournament_id, g.id from farm.games g join farm.tournaments t"
                             " on t.id = tournament_id where name = 'wanted' and number = 3")[0]
    boards = "select count(*) from farm.boards where tournament_id = %s"
    all_boards = value(boards, tournament)
    one = value(boards + " and game_id = %s", tournament, game)
    assert 8 < one < all_boards / 4
    cases = [(all_boards, where) for where in (
        "join farm.tournaments t on t.id = v.tournament_id where t.name = 'wanted'",
        "where v.tournament = 'wanted'",
        "where v.tournament_id = (select id from farm.tournaments where name = 'wanted')")]
    cases += [(one, where) for where in (
        f"where v.game = {game}", "where v.tournament = 'wanted' and v.number = 3",
        "join farm.games g on g.id = v.game join farm.tournaments t on t.id = v.tournament_id"
        " where t.name = 'wanted' and g.number = 3")]
    for view in ("orders", "units", "centres"):
        for rows, where in cases:
            with farm.connect(autocommit=False) as session:
                session.execute(f"select count(*) from farm.{view} v {where}")
                read = session.execute("""
                    select t.name, seq_tup_read + coalesce(idx_tup_fetch, 0)
                    from pg_stat_xact_user_tables s
                    join farm.tournaments t on s.relname = 'boards_' || t.id
                    where seq_scan + coalesce(idx_scan, 0) > 0""").fetchall()
            assert read == [("wanted", rows)], f"{view} {where}"
    with farm.connect(autocommit=False) as session:
        session.execute("select count(*) from farm.decisions where game = %s", (game,))
        assert read_of(session, "boards%") == one


def read_of(session, tables):
    """How many rows of these tables the transaction has read."""
    return session.execute("""select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))
        from pg_stat_xact_user_tables where relname like %s""", (tables,)).fetchone()[0]


def test_agents_read_only_their_games():
    query("create role agent login in role farm_agent")
    farm.create("agents", "@agent,random,random,random,random,random,random", games=2)
    farm.cancel("agents")
    query("analyze farm.games, farm.tournaments, farm.seats, farm.users")
    for view in "games", "orders", "units", "centres", "messages":
        with farm.connect(autocommit=False) as session:
            session.execute("set enable_seqscan = off; set role agent")
            session.execute(f"select * from api.my_{view}")
            session.execute("reset role")
            assert read_of(session, "games") <= 8 and read_of(session, "seats") <= 28, view


def test_others_are_not_locked(tmp_path):
    """Nor are boards of other tournaments locked, by any reader: commands and functions. A
    statement that is planned for any tournament waits for all partitions. More tournaments than a
    server has locks for would make it fail."""
    farm.create("theirs", "random,holdbot", "--rounds", 4, games=8)
    mine = farm.create("mine", "random,holdbot", "--rounds", 4, games=8)
    farm.aresd("--until-done")
    theirs = value("select id from farm.tournaments where name = 'theirs'")
    patience = {"env": {"PGOPTIONS": "-c lock_timeout=5s"}}
    with farm.connect(autocommit=False) as session:
        session.execute(f"lock table farm.boards_{theirs} in access exclusive mode")
        for command in ("tournament digest", "verify --players", "query forecasts", "rate",
                        f"export --output {tmp_path}/saved", f"export --csv {tmp_path}/csv",
                        f"report --output {tmp_path}/report.html",
                        f"backup --output {tmp_path}/backup"):
            ctl(*command.split(), "mine", **patience)
        ctl("show", "mine/1", **patience)
        with farm.connect(options="-c lock_timeout=5s") as reader:
            for sql in ("select count(*) from farm.decisions where tournament = 'mine'",
                        "select count(*) from farm.orders where tournament = 'mine'",
                        f"select farm.game_digest({mine[0]})",
                        f"select count(*) from daide.phases({mine[0]}, 0::smallint, 1)",
                        "select farm.games_resume(0, '{}', '{}')",
                        "begin", "select farm.tournament_drop('mine')", "rollback"):
                reader.execute(sql)
            with pytest.raises(farm.psycopg.errors.LockNotAvailable):  # the lock is held
                reader.execute(f"set lock_timeout = 1; select from farm.boards_{theirs}")


# ── what they have ──

@pytest.fixture(name="phases", scope="module")
def _phases():
    """Plays four games; the phases of the first."""
    farm.create("places", "ares(depth=1,age=5),random", "--rounds", 14, games=4)
    farm.refused("nothing was played of game places/1 yet",
                 *farm.program("aresctl", "show", "places/1"))
    farm.aresd("--until-done")
    return column(f"select phase_name from farm.units where {PLACES}"
                  " group by phase, phase_name order by phase")


def test_units_and_centres(phases):
    """Units and centres are those that aresctl show prints as JSON, phase by phase, and at the end
    those that the game's row counts."""
    assert holds("bool_or(dislodged) and bool_or(coast = 'sc')"
                 " and not bool_or(dislodged and phase_name !~ 'R$')"
                 " from farm.units where tournament = 'places'")
    centre = set(column("select code from farm.areas a join farm.maps m on m.id = map_id"
                        " where m.name = 'standard' and centre"))
    shown = [json.loads(line) for line in ctl("show", "--json", "places/1").splitlines()]
    assert [board["phase"] for board in shown] == phases
    assert json.loads(ctl("show", "places/1", phases[3], "--json")) == shown[3]
    for board in shown:
        phase = board["phase"]
        assert sorted(query(f"select power, type, area from farm.units where {PLACES}"
                            " and phase_name = %s", phase)) == sorted(
            (unit["power"], unit["type"], unit["area"]) for unit in board["units"])
        assert dict(query(f"select province, owner from farm.centres where {PLACES}"
                          " and phase_name = %s and owner is not null", phase)) == {
            province: owner for province, owner in board["owners"].items() if province in centre}
    assert query("select distinct count(*) from farm.centres where tournament = 'places'"
                 " group by game, phase") == [(34,)]
    assert query("""
        select g.number from farm.games g join farm.tournaments t on t.id = g.tournament_id
        join farm.maps m on m.id = t.map_id cross join unnest(m.powers) with ordinality p (power, n)
        where t.name = 'places' and (g.units[n], g.centres[n]) is distinct from (
            (select count(*) from farm.units u
             where u.game = g.id and u.phase = g.phase and u.power = p.power),
            (select count(*) from farm.centres c
             where c.game = g.id and c.phase = g.phase and owner = p.power))""") == []
    assert query("select distinct area, province, coast from farm.units where tournament = 'places'"
                 " and province = 'stp' and coast = 'sc'") == [("stp/sc", "stp", "sc")]


def test_story(phases):
    """aresctl show GAME is the whole game: each phase with all its orders, then the final board."""
    story = ctl("show", "places/1")
    head, *parts = re.split(r"^(?=[SFW]1\d{3}[MRA])", story, flags=re.M)
    assert re.match(r"places/1, game \d+: finished: draw\nAUS (ares\(.*\)|random)\n", head)
    assert [part[:6] for part in parts] == phases
    for part in parts[:-1]:
        told = [(line[2:5], line[7:35].rstrip(), line[36:]) for line in part.splitlines()
                if re.match("  [A-Z]{3}  ", line)]
        assert sorted(told) == sorted(query(f"select power, text, {OUTCOME} from farm.orders"
                                            f" where {PLACES} and phase_name = %s", part[:6]))
    assert parts[-1].startswith(phases[-1] + ", the final board\n")
    assert sorted(re.findall("[AF] [a-z][a-z/]*", parts[-1].partition("\n")[2])) == sorted(column(
        "select type || ' ' || area from farm.units u join farm.games g on g.id = u.game"
        " and g.phase = u.phase where u.tournament = 'places' and u.number = 1"))
    assert "\n  centres: AUS 3, ENG 3, FRA 3, GER 3, ITA 3, RUS 4, TUR 3\n" in parts[0]
    assert max(map(len, story.splitlines())) <= 79
