"""seatings: who plays which power in a tournament, and which games share their chance."""
import json
import re

import pytest

import farm
from farm import aresd, create, ctl, program, query, refused, value

SEATS = """from farm.seats s join farm.users u on u.id = s.user_id
    join farm.games g on g.id = s.game_id join farm.tournaments t on t.id = g.tournament_id
    where t.name = %s"""
CREATE = program("aresctl", "tournament", "create", "--seed", 1)


def seats(name):
    """For each player: how many powers it has, and how often each."""
    powers = {}
    for label, times in query(f"select u.label, count(*) {SEATS} group by 1, s.power", name):
        powers.setdefault(label, []).append(times)
    return {label: (len(times), *sorted(set(times))) for label, times in powers.items()}


def seatings(name):
    """Who plays what, game by game: the entrants by power."""
    return [row for row, in query("select array_agg(s.entrant order by s.power)"
                                  f" {SEATS} group by g.number order by g.number", name)]


def block(name):
    return value("select block from farm.tournaments where name = %s", name)


def played(name):
    """A digest of all boards of each game, in the sequence of the games."""
    return query("""select md5(string_agg(concat(b.phase, b.units, b.owners, b.orders), ' '
            order by b.phase))
        from farm.games g join farm.tournaments t on t.id = g.tournament_id
        join farm.boards b on b.tournament_id = t.id and b.game_id = g.id
        where t.name = %s group by g.number order by g.number""", name)


@pytest.fixture(autouse=True)
def _cancels():
    """No test plays the tournaments of another."""
    yield
    query("select farm.tournament_cancel(tournament) from farm.progress where finished < games")


SIX = "ares,random,randbot,ares(depth=1),ares(depth=3),ares(age=5)"
SEVEN = "ares" + 6 * ",random"


@pytest.mark.parametrize("games, players, size, expected", [
    (10, "ares,random", 2, {"ares": (7, 5), "random": (7, 5)}),
    (12, "ares,random,randbot", 3, {"ares": (7, 4), "random": (7, 4), "randbot": (7, 4)}),
    (6, SIX, 6, dict.fromkeys(re.findall(r"\w+(?:\(.*?\))?", SIX), (7, 1))),
    (7, SEVEN, 1, {"ares": (1, 7), "random": (6, 7)}),
    (7, SEVEN + " --rotate", 7, {"ares": (7, 1), "random": (7, 6)})])
def test_two_to_seven_players(games, players, size, expected):
    name = f"of{games}of{size}"
    create(name, *players.split(), games=games)
    assert (seats(name), block(name)) == (expected, size)


def test_other_seatings():
    create("rotate", SEVEN, "--rotate", games=7)
    refused("rotate exists already, with other seatings", *CREATE, "rotate", "--games", 7,
            "--seats", SEVEN, "--rules", "standard", "--seed", farm.SEED)


@farm.promise("Equal players come out as equal")
def test_two_players_exchange_powers():
    """Every seating comes once in 128 games. The second game of a pair has the other player at each
    power."""
    create("two", "ares,random", games=256)
    found = seatings("two")
    assert len(found) == 256 and block("two") == 2
    assert [[1 - entrant for entrant in first] for first in found[::2]] == found[1::2]
    for half in found[:128], found[128:]:
        assert len(set(map(tuple, half))) == 128
    assert query(f"select distinct s.entrant, u.player {SEATS} order by 1", "two") == [
        (0, "ares"), (1, "random")]


@farm.promise("Equal players come out as equal")
def test_more_players_than_powers():
    """Each game has seven of them. In a block each has each power once, and any two meet nearly as
    often."""
    crowd = ",".join(f"p{number}=random" for number in range(1, 26)) + ",p26=randbot"
    create("crowd", crowd, "--rounds", 4, games=52)
    create("other", crowd, "--rounds", 4, "--seed", farm.SEED + 1, games=52)
    assert seats("crowd") == {f"p{number}": (7, 2) for number in range(1, 27)}
    found = seatings("crowd")
    assert {len(set(game)) for game in found} == {7} and block("crowd") == 26
    meetings = [sum(a in game and b in game for game in found) for a in range(26) for b in range(a)]
    assert 0 < max(meetings) <= min(meetings) + 3
    assert found != seatings("other")
    aresd("--until-done")
    assert "all agree" in ctl("verify", "--players", "crowd")
    assert query("""select count(*)::int, sum(seats)::int, round(sum(points))::int,
            array_agg(distinct expected::text), array_agg(distinct blocks::int)
        from farm.standings where tournament = 'crowd'""") == [(26, 364, 52, ["3.8"], [2])]


@farm.promise("Equal players come out as equal")
def test_teams():
    """A team of k powers: after each block of seven games it had each power k times, and after 35
    games each three powers."""
    team = ("--rounds", 4, "--team")
    for k in 1, 3, 6:
        create(f"team{k}", "a=random,b=randbot", *team, k, games=7)
        assert seats(f"team{k}") == {"a": (7, k), "b": (7, 7 - k)}
        team_of = query("select block, team from farm.tournaments where name = %s", f"team{k}")
        assert team_of == [(7, k)]
    create("teams", "a=random,b=randbot", "--team", 3, games=35)
    assert len(set(map(tuple, seatings("teams")))) == 35
    farm.cancel("teams")
    aresd("--until-done")
    assert "all agree" in ctl("verify", "--players", "team3")
    assert query("select player, seats::int, expected::text from farm.standings"
                 " where tournament = 'team3' order by 1") == [("a", 21, "42.9"), ("b", 28, "57.1")]
    refused("team3 exists already, with other seatings", *CREATE, "team3", "--games", 7, "--seats",
            "a=random,b=randbot", "--rules", "standard", "--seed", farm.SEED, *team, 4)
    assert farm.done(*CREATE, "pair", "--games", 7, "--seats", "random,randbot", "--team", 2) == (
        "tournament pair: 7 games, seats random,randbot (2 against 5), rules thesis"
        " (not standard Diplomacy)")


@pytest.mark.parametrize("seats, rest, more", [
    ("random,randbot --team 2", "7, the games of a block", ""),
    ("random,random,b=random", "3 players", ""),
    ("random,random,random,random", "4 players", "rest4: all seats are one player. "
     "Labels tell equal ones apart: --seats a=random,b=random\n")])
def test_rest_of_a_block_is_told(seats, rest, more):
    """It is told once: the tournament is there the second time. So is that all seats are one player."""
    command = program("aresctl", "--quiet", "tournament", "create", f"rest{rest[0]}", "--games", 11,
                      "--seats", *seats.split())
    assert farm.run(*command).stderr == (
        f"rest{rest[0]}: 11 games: not a multiple of {rest}, so the last block is not even\n{more}")
    assert farm.run(*command).stderr == ""


def test_games_of_a_block_share_their_chance():
    """The games of a block draw the same chance, games of different blocks do not. Block 2 of one
    tournament is game 2 of another whose blocks have one game. All the seats stay here, so that the
    games of a block are one game."""
    user = value("""insert into farm.users (name, player) values ('random', 'random')
        on conflict (name) do update set name = excluded.name returning id""")
    for rules in "thesis", "standard":
        for size in 1, 2:
            query("""select farm.tournament_create(%s, 'standard', %s, 'atlas', %s, 4, 20, 'random',
                array_fill(%s::int, '{7}'), %s)""", f"{rules}{size}", rules, farm.SEED, user, size)
    aresd("--until-done")
    for rules in "thesis", "standard":
        ones = played(f"{rules}1")
        assert len(set(ones)) == 4
        assert played(f"{rules}2") == [ones[0], ones[0], ones[1], ones[1]]
    assert "all agree" in ctl("verify", "--players", "standard2")


def test_labels():
    """Labels are what people see. What was given stays in tournaments.seats."""
    full = "mutations=8,tries=1,cycles=1000,islands=1,meet=400,keep=1"
    one = f"ares(depth=1,age=3,{full})"
    create("labels", "a=ares(depth=1,age=3),b=ares(depth=1,age=3),ares(depth=1,age=3)",
           "--rounds", 6, games=3, rules="thesis")
    create("short", "ares(age=3,depth=1),ares(depth=2)", "--rounds", 2, games=2, rules="thesis")
    aresd("--until-done")
    assert query("select seats, players from farm.tournaments"
                 " where name in ('labels', 'short') order by id") == [
        (f"a={one},b={one},{one}", "a,b,ares(depth=1,age=3)"),
        (f"{one},ares(depth=2,age=10,{full})", "ares(depth=1,age=3),ares")]
    assert value(f"select count(distinct user_id) {SEATS}", "labels") == 3
    for view in "results", "standings", "standings_by_power", "decisions":
        assert value(f"""select array_agg(distinct player) from farm.{view}
            where tournament = 'labels' and player <> '(all)'""") == [
                "a", "ares(depth=1,age=3)", "b"]
    shown = re.findall("^([A-Z]{3} .*): ", ctl("show", "labels/1", "S1901M"), re.M)
    assert shown == ["AUS a", "ENG b", "FRA ares(depth=1,age=3)", "GER a", "ITA b",
                     "RUS ares(depth=1,age=3)", "TUR a"]
    listed = json.loads(ctl("tournament", "list", "--json"))  # the list itself cuts long labels
    assert "a,b,ares(depth=1,age=3)" in [tournament["players"] for tournament in listed]
    assert re.search(" to .*  a$", ctl("tournament", "status", "labels"), re.M)
    assert re.search(r"points: .*\ba [0-9.]+", ctl("watch", "labels"))
    assert "all agree" in ctl("verify", "--players", "labels")


def test_labels_that_clash():
    for seats, label in ("a=random,a=ares", "a"), ("random=ares,random", "random"):
        refused(f"'{label}' would be the label of two different players", *CREATE, "clash",
                "--games", 2, "--seats", seats)
    create("twice", "a=random,a=random", games=2)
    assert value(f"select count(distinct user_id) {SEATS}", "twice") == 1
    create("named", "random=random,random", games=2)
    assert value("select players from farm.tournaments where name = 'named'") == "random,random"


def test_chance_of_its_own():
    """Two entrants that are the same player have chance of their own: both games of a pair differ.
    What chance is drawn from cannot be changed unseen."""
    create("itself", "random,random", "--rounds", 10, games=20, rules="thesis")
    aresd("--until-done")
    assert len(set(played("itself"))) == 20
    assert "all agree" in ctl("verify", "--players", "itself")
    game = farm.games_of("itself")[0]
    block_of_two = "update farm.tournaments set block = 2 where name = 'itself'"
    entrants = f"update farm.seats set entrant = 1 - entrant where game_id = {game}"
    for change, undo in (block_of_two.replace("2", "1"), block_of_two), (entrants, entrants):
        query(change)
        result = farm.run(*program("aresctl", "verify", "itself"))
        assert result.returncode == 1 and "its digest is not that" in result.stdout, change
        query(undo)
    assert "all agree" in ctl("verify", "itself")


def test_seed_is_drawn():
    """A tournament without --seed has a seed of its own, which is printed; with it the same games
    are made again. The command can be given twice."""
    seeds = []
    for name in ("drawn1", "drawn2"):
        command = program("aresctl", "tournament", "create", name, "--games", 2, "--seats",
                          "a=random,b=random")
        said = farm.done(*command)
        seed = re.search("its seed is ([0-9]+): --seed makes the same games again", said)
        seeds.append(int(seed[1]))
        assert "exists already, and is as asked" in farm.done(*command)
    assert seeds == [row[0] for row in query(
        "select seed from farm.tournaments where name like 'drawn_' order by name")]
    assert seeds[0] != seeds[1]
