"""verify: aresctl verify finds nothing wrong in games as they were played, and finds every change
made in the database afterwards: in the right game and phase, and nothing else.

SEED=1 draws the games.
"""
import json
import random
import re
from fnmatch import fnmatchcase

import pytest

import farm
from farm import aresd, create, program, query, refused, value

THESIS, FULL, SOLO = 14, 6, 4  # how many games the tournaments have that are changed
MOVE, RETREAT, DISBAND = 1, 5, 6  # kinds of orders
DIGEST = ": its digest is not that of what is stored"
NOWHERE = "orders[1] = (units[1] & 127) + (127 << 7) + (1 << 14)"  # a move to where it comes from
CHANGE = "update farm.boards set {} where @at"
GAME = "update farm.games set {} where id = @game"
DELETE = "delete from farm.boards where @at"
COPY = """insert into farm.boards (tournament_id, game_id, phase, units, owners)
    select tournament_id, game_id, phase + {}, units, owners from farm.boards
    where game_id = @game and farm.phase_name(phase) = '{}'"""


@pytest.fixture(name="played", scope="module", autouse=True)
def _played():
    """Plays the tournaments that are changed, and copies their games to put them back from."""
    create("thesis", "random,randbot", "--rounds", 10, games=THESIS, rules="thesis")
    create("full", "randbot,ares(depth=1,age=5)", "--judge", "guess", "--rounds", 12, games=FULL)
    create("solo", "dumbbot,random", games=SOLO, rules="thesis")
    aresd("--until-done")
    query("""create table kept_games as select * from farm.games;
        create table kept_boards as select * from farm.boards;
        create function last_of(orders int[], kind int) returns int language sql return (
            select max(n) from generate_subscripts(orders, 1) n
            where farm.order_kind(orders[n]) = kind)""")


def restore(*games):
    """Puts games back as they were played."""
    columns = value("""select string_agg(column_name, ', ') from information_schema.columns
        where table_schema = 'farm' and table_name = 'boards' and is_generated = 'NEVER'""")
    query("delete from farm.boards where game_id = any (%s)", list(games))
    query(f"""insert into farm.boards ({columns}) select {columns} from kept_boards
        where game_id = any (%s)""", list(games))
    query("""update farm.games g set state = k.state, ending = k.ending, winner = k.winner,
            phase = k.phase, phases = k.phases, centres = k.centres, units = k.units,
            digest = k.digest
        from kept_games k where g.id = k.id and g.id = any (%s)""", list(games))


def verdict(status, *arguments):
    """The lines that aresctl verify prints. It must end with this status."""
    result = farm.run(*program("aresctl", "--quiet", "verify", *arguments))
    assert result.returncode == status, result
    return result.stdout.splitlines()


def agrees(*arguments):
    said = verdict(0, *arguments)
    assert re.fullmatch(r"\d+ games?, \d+ phases?: all agree", "\n".join(said)), said


def found(name, changes, *options):
    """Makes a change in each of these games, by number. verify must print a line for each, in this
    sequence, and nothing else. A change is what verify says, as a pattern of a shell, and the SQL
    that changes one row. In SQL, @game is the game and @at its board of the phase that is said."""
    games = farm.games_of(name)
    try:
        for number, (expected, sql) in changes.items():
            at = f"game_id = @game and farm.phase_name(phase) = '{expected.split(':')[0]}'"
            sql = sql.replace("@at", at).replace("@game", str(games[number - 1]))
            assert len(query(sql + " returning 1")) == 1, sql
        said = verdict(1, name, *options)
    finally:
        restore(*games)
    lines = [f"{name}/{number}{' ' * (expected[0] != ':')}{expected}"
             for number, (expected, _) in changes.items()]
    lines.append(f"{len(changes)} of {len(games)} games differ")
    assert len(said) == len(lines), said
    for line, pattern in zip(said, lines):
        assert fnmatchcase(line, pattern), (line, pattern)
    agrees(name)


def test_untouched():
    """Without a name, verify checks all tournaments."""
    phases = dict(query("""select t.name, count(b.orders) from farm.boards b
        join farm.tournaments t on t.id = tournament_id group by 1"""))
    assert verdict(0) == [f"{THESIS + FULL + SOLO} games, {sum(phases.values())} phases: all agree"]
    assert verdict(0, "thesis") == [f"{THESIS} games, {phases['thesis']} phases: all agree"]
    agrees("--players")
    game = farm.games_of("thesis")[2]
    agrees("thesis/3")
    assert verdict(0, game) == verdict(0, "thesis/3")
    assert verdict(0, game)[0].startswith(
        f"1 game, {value('select phases from farm.games where id = %s', game)} phases")


@farm.promise("What is stored is what was played")
def test_thesis():
    """Digests, phases that are missing or too many, orders, outcomes and boards. All games end in
    S1906M."""
    found("thesis", dict(enumerate([
        (DIGEST, GAME.format("digest = sha256(digest)")),
        ("F1904M: is missing: S1905M is stored next", DELETE),
        ("S1901M: is missing: F1901M is stored next", DELETE),
        ("S1906M: is missing, and all after it: the game is finished", DELETE),
        ("S1907M: is stored, though the game ended before it, in S1906M", COPY.format(5, "S1906M")),
        ("S1903R: is stored, but F1903M is what comes next", COPY.format(1, "S1903M")),
        ("S1902M: * - * is an illegal order", CHANGE.format(NOWHERE)),
        ("F1902M: * is stored as *, atlas says *",
         CHANGE.format("orders[2] = orders[2] # (1 << 20)")),
        ("F1902M: the stage is stored as *, atlas says *",
         CHANGE.format("resolve_stage = 5 - resolve_stage")),
        ("F1902M: it is stored in another way than it is packed",
         CHANGE.format("orders[2] = orders[2] | (1 << 27)")),
        ("S1904M: * is stored in *, * should stand there",
         CHANGE.format("units[3] = units[3] # (1 << 7)::smallint")),
        ("F1903M: * is stored as nobody's, it should be *'s",
         CHANGE.format("owners = regexp_replace(owners, '[A-Z]', '.')")),
        ("F1903M: what is stored is not a board of its map", CHANGE.format("owners = owners || '.'")),
        ("F1903M: its row cannot be read", CHANGE.format("owners = repeat('.', 121)")),
    ], 1)))
    number = value("""select min(g.number) from farm.boards b join farm.games g on g.id = b.game_id
        join farm.tournaments t on t.id = g.tournament_id where t.name = 'thesis'
        and farm.phase_name(b.phase) = 'F1903M' and b.units[cardinality(b.units)] & 127 < 74""")
    found("thesis", {number: ("F1903M: ??? ? * is stored in *, no unit should stand there",
                              CHANGE.format("units = units || 74::smallint,"
                                            " orders = orders || 127 + (127 << 7)"))})


@farm.promise("What is stored is what was played")
def test_another_order():
    """A hold instead of a move is legal, but not what the player orders."""
    found("thesis", {5: ("F1901M: ? ???* H is stored, * of ??? orders ? ??? - ???*", CHANGE.format(
        f"orders[last_of(orders, {MOVE})] = 127 + (127 << 7)"))}, "--players")


@farm.promise("What is stored is what was played")
def test_any_bit():
    """In each game one bit of one order is flipped, drawn by SEED."""
    games, lot = farm.games_of("thesis"), random.Random(farm.SEED)
    for game in games:
        order = f"orders[{lot.randrange(1, 21)}]"  # there are 22 units at first
        query(f"""update farm.boards set {order} = {order} # (1 << {lot.randrange(31)})
            where game_id = {game} and phase = {lot.choice((0, 2))}""")
    said = verdict(1, "thesis")
    restore(*games)
    assert said[-1] == f"{THESIS} of {THESIS} games differ" and len(said) == 1 + THESIS


@farm.promise("What is stored is what was played")
def test_standard():
    """The other judge; what players foresaw; and the phases besides movement."""
    last = f"orders[last_of(orders, {MOVE})]"
    found("full", dict(enumerate([
        (DIGEST, "update farm.boards set forecasts[1] = forecasts[1] + 1"
         " where game_id = @game and phase = 2"),
        ("F1904M: is missing: *", DELETE),
        ("S1902M: * - * is an illegal order", CHANGE.format(NOWHERE)),
        ("F1902M: * is stored as *, dislodged, guess says *",
         CHANGE.format(f"{last} = {last} | (1 << 24)") + f" and not farm.order_dislodged({last})"),
    ], 1)))
    for kind, way, expected in (
            (RETREAT, "{0} = {0} & ~127 | (units[{1}] & 127)", "* R * is an illegal order"),
            (RETREAT, "{0} = {0} # (1 << 20)", "* R * is stored as *, the rules say *"),
            (RETREAT, "{0} = {0} & ~(127 << 7) | (3 << 7)",
             "the unit dislodged from * is not stored as it was"),
            (DISBAND, "{0} = {0} & ~(15 << 14) | (7 << 14)", "* is an illegal order"),
            (DISBAND, "units = units[:{1} - 1] || units[{1} + 1:],"
             " orders = orders[:{1} - 1] || orders[{1} + 1:]",
             "the orders stored leave units that have to be removed"),
            (DISBAND, "{0} = {0} | (1 << 20)", "* is stored as bounced, the rules say succeeds")):
        number, phase = query(f"""select g.number, farm.phase_name(b.phase)
            from farm.boards b join farm.games g on g.id = b.game_id
            join farm.tournaments t on t.id = g.tournament_id
            where t.name = 'full' and last_of(b.orders, {kind}) is not null
            and b.phase %% 5 = any (%s) order by 1, b.phase limit 1""",
                              [1, 3] if kind == RETREAT else [4])[0]
        place = f"last_of(orders, {kind})"
        found("full", {number: (f"{phase}: {expected}",
                                CHANGE.format(way.format(f"orders[{place}]", place)))})


@farm.promise("What is stored is what was played")
def test_ends():
    found("solo", dict(enumerate([
        ("[SF]19??M: the game is stored as won by *, the board says *",
         GAME.format("winner = (winner + 1) % 7")),
        ("[SF]19??M: the game is stored as won by nobody, the board says *",
         GAME.format("winner = null, ending = 'draw'")),
        ("[SF]19??M: ITA is stored with * centres and * units, the board says *",
         GAME.format("centres[5] = centres[5] + 1")),
        ("[SF]19??M: the game is stored as ended in S1901M", GAME.format("phase = 0"))], 1)))
    game = farm.games_of("solo")[1]
    query("update farm.games set state = 'cancelled', digest = null where id = %s", game)
    first, tally, count = verdict(1, "solo")
    restore(game)
    assert re.fullmatch("solo/2 [SF]19..M: is a final position, but the game is not finished",
                        first)
    assert re.fullmatch(r"solo: worker \d+ is tallied with .*", tally)
    assert count == f"1 of {SOLO} games differ; tallies that differ: 1"


def test_several():
    """Two changed games are reported in their order, whatever the number of jobs; in JSON, too."""
    a, b = farm.games_of("thesis")[8], farm.games_of("full")[1]
    query("delete from farm.boards where game_id in (%s, %s) and phase = 7", a, b)
    for jobs in 1, 2, 5:
        assert verdict(1, "--jobs", jobs, "thesis") == [
            "thesis/9 F1902M: is missing: S1903M is stored next", f"1 of {THESIS} games differ"]
    after = value("select farm.phase_name(min(phase)) from farm.boards"
                  " where game_id = %s and phase > 7", b)
    *rows, last = map(json.loads, verdict(1, "--json"))
    restore(a, b)
    assert [tuple(row[key] for key in ("tournament", "number", "game", "phase", "finding"))
            for row in rows] == [
        ("thesis", 9, a, "F1902M", "is missing: S1903M is stored next"),
        ("full", 2, b, "F1902M", f"is missing: {after} is stored next")]
    assert last["differ"] == 2
    agrees()


def test_older_games_have_no_digest():
    game = farm.games_of("thesis")[0]
    query("update farm.games set digest = null where id = %s", game)
    assert verdict(0, "thesis")[0].endswith(" phases: all agree; 1 without a digest")
    restore(game)


def test_games():
    """Games that are missing, or have another number."""
    create("gone", "random,random", "--rounds", 2, games=3, rules="thesis")
    aresd("--until-done", "--workers", 1)
    _, two, three = farm.games_of("gone")
    worker = value("""select worker_id from farm.tallies
        join farm.tournaments t on t.id = tournament_id where name = 'gone'""")
    rest = [f"gone: boards of game {two} are stored, but the tournament has no such game",
            f"gone: worker {worker} is tallied with 3 games of 6 phases, it finished 2 of 4"]
    query("delete from farm.games where id = %s", two)
    assert verdict(1, "gone") == ["gone/2: there is no such game", *rest,
                                  "2 of 4 games differ; tallies that differ: 1"]
    query("update farm.games set number = 7 where id = %s", three)
    assert verdict(1, "gone") == [
        "gone/2: there is no such game", "gone/3: there is no such game",
        "gone/7: it is one too many for its tournament", *rest,
        "4 of 5 games differ; tallies that differ: 1"]
    idle = create("idle", "random,random", games=34)
    assert verdict(0, "idle") == ["0 games, 0 phases: all agree"]
    query("delete from farm.games where id = any (%s)", idle[1:33])
    assert verdict(1, "idle")[-33:-31] == ["idle/2: there is no such game", "idle/3: there is no such game"]
    query("delete from farm.games where id = %s", idle[33])
    assert verdict(1, "idle") == ["idle: there are no games 2 to 34", "33 of 33 games differ"]
    farm.cancel("idle")


def test_other_players():
    """Another player in the seat would have given other orders. verify refuses to continue where the
    program lacks a judge or a player."""
    players = *program("aresctl", "verify", "--players"), "other"
    create("other", "random,random", "--rounds", 3, rules="thesis")
    aresd("--until-done")
    query("insert into farm.users (name, player) values ('stranger', 'stranger')")
    game, = farm.games_of("other")
    seat = ("update farm.seats set user_id = (select id from farm.users where name = %s)"
            " where game_id = %s and power = 4")
    query(seat, "randbot", game)
    assert verdict(1, "other") == ["other/1" + DIGEST, "1 of 1 games differ"]
    assert re.match("other/1 S1901M: .* is stored, randbot of ITA orders ",
                    verdict(1, "--players", "other")[0])
    query(seat, "stranger", game)
    refused('other/1: power 4: no player "stranger"', *players)
    query(seat, "random", game)
    agrees("--players", "other")
    query("update farm.tournaments set judge = 'solomon' where name = 'other'")
    refused("other/1: no solomon in this program", *players)


def test_while_playing():
    """While a tournament is played, the phases stored so far agree, and the farm plays on. Each
    batch takes a little time, so that the games do not end before."""
    query("""create function dawdle() returns trigger language plpgsql as
            'begin perform pg_sleep(0.02); return null; end';
        create trigger dawdle after insert on farm.boards execute function dawdle()""")
    create("playing", "dumbbot,random", "--rounds", 20, games=60)
    boards = ("select count(*) from farm.boards b join farm.tournaments t on t.id = tournament_id"
              " where t.name = 'playing'")
    with farm.Daemon("aresd", "--until-done", "--batch", 3) as daemon:
        for _ in range(3):
            before = value(boards)
            farm.wait_for(lambda: value(boards) > before, 20)
            agrees("playing")
            assert not farm.finished("playing")
        query("alter table farm.boards disable trigger dawdle")
        farm.wait_for(lambda: daemon.process.poll() == 0, 20)
    assert verdict(0, "--players", "playing")[0].startswith("60 games, ")
