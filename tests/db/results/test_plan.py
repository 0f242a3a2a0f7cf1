"""plan: aresctl plan says how many games a difference needs, by a pilot. What it computes is that of
test_plan.c; here it reads the right numbers: those of the database, in another way.

SEED=1 draws the games.
"""
import json
import os
import statistics

import farm
import pytest
from farm import aresd, create, ctl, program, query, refused

SEED = int(os.environ.get("SEED", "1"))
LONG = ("--rounds", 16, "--seed", SEED)


@pytest.fixture(scope="module")
def pilot():
    """A pilot in which a talker sits with random, and the same seats with a silent player, which is
    the same one here: so all the chance is common to both. In two of 128 games one player has all seats."""
    create("pilot", "talker=dumbbot,random", *LONG, games=128)
    create("silent", "silent=dumbbot,random", *LONG, games=128)
    create("holding", "holdbot,random", *LONG, games=128)
    create("single", "talker=dumbbot,random,random,random,random,random,holdbot", *LONG, games=30)
    create("short", "talker=dumbbot,random", *LONG, games=7)
    create("alone", "random,random", *LONG)
    create("other", "talker=dumbbot,random", "--rounds", 16, "--seed", SEED + 1, games=8)
    create("terms", "talker=dumbbot,random", "--rounds", 15, "--seed", SEED, "--draw-after", 9,
           rules="thesis")
    create("drawn", "talker=dumbbot,random", "--rounds", 1, "--seed", SEED, games=16)
    ctl("experiment", "openings", "openings", "--power", "GER", "--grid", "depth=1,2", "--repetitions", 8)
    create("swapped", "talker=dumbbot,holdbot", *LONG, games=2)
    aresd("--until-done", "--workers", 2)
    query("insert into farm.costs select g.id, 0, s.power, t.id, 'small', 1000, 10, 0.02 from farm.tournaments t"
          " join farm.games g on g.tournament_id = t.id join farm.seats s on s.game_id = g.id and s.power = 0"
          " where t.name = 'pilot'")


def plan(*words):
    told = json.loads(ctl("plan", "--json", *words))
    return told, {way["way"]: way for way in told["ways"]}


def gains(unit, name="pilot"):
    """Scores a game of the first player less those of the second one, by game or by block."""
    return [float(gain) for gain, in query(f"""
        select 100 * sum(case when r.label = 'talker' then s.value else -s.value end) / count(distinct s.number)
        from farm.scores s join farm.users r on r.id = s.user_id
        where s.tournament = %s and s.score = 'squares' group by s.{unit}""", name)]


def test_what_a_pilot_says(pilot):
    """Deviations are those of games and of blocks; the games follow from them, and the money from the
    games. In complete blocks powers are balanced, so that they need fewer games."""
    told, ways = plan("pilot", "--difference", 5, "--score", "squares")
    assert (told["player"], told["opponent"], told["games"], told["blocks"]) == ("talker", "random", 128, 64)
    assert told["dollars_a_game"] == pytest.approx(0.02)
    assert set(ways) == {"single games", "and the power's par", "whole blocks"}
    for way, unit, games in (("single games", "number", 1), ("whole blocks", "block", 2)):
        deviation = statistics.stdev(gains(unit))
        assert ways[way]["deviation"] == pytest.approx(deviation, rel=1e-4)
        assert ways[way]["games"] == pytest.approx(games * (7.849 * (deviation / 5) ** 2 + 1.92), abs=games + 0.01)
        assert ways[way]["dollars"] == pytest.approx(ways[way]["games"] * 0.02, rel=1e-4)


def test_par(pilot):
    """Of single games the powers explain a part; it is that of a regression on their means."""
    _, ways = plan("pilot", "--difference", 5, "--score", "squares")
    rows = query("""with s as (select s.number, s.value, r.label, avg(s.value) over (partition by s.power) as par
            from farm.scores s join farm.users r on r.id = s.user_id where s.tournament = 'pilot' and s.score = 'squares')
        select sum(case when label = 'talker' then value else -value end),
               sum(case when label = 'talker' then par else -par end) from s group by number""")
    part = statistics.correlation(*([float(row[n]) for row in rows] for n in (0, 1))) ** 2
    assert ways["and the power's par"]["saved"] == pytest.approx(1 - (1 - part) * 126 / 125, abs=1e-3)


def test_a_silent_player(pilot):
    """A control that is the outcome itself leaves nothing to be explained."""
    _, ways = plan("pilot", "--difference", 5, "--score", "squares", "--control", "silent")
    for way in ("and a silent player", "and both", "whole blocks and a silent player"):
        assert ways[way]["saved"] > 0.999 and ways[way]["games"] <= 4, way


def test_another_silent_player(pilot):
    """It explains the part of a regression on its scores, also in games where the player has no seat."""
    _, ways = plan("pilot", "--difference", 5, "--score", "squares", "--control", "holding")
    rows = query("""select coalesce(sum(s.value) filter (where r.label = 'talker'), 0),
            coalesce(sum(c.value) filter (where r.label = 'talker'), 0)
        from farm.scores s join farm.users r on r.id = s.user_id
        join farm.scores c on c.tournament = 'holding' and c.score = s.score
            and (c.number, c.power) = (s.number, s.power)
        where s.tournament = 'pilot' and s.score = 'squares' group by s.number""")
    part = statistics.correlation(*([float(row[n]) for row in rows] for n in (0, 1))) ** 2
    assert ways["and a silent player"]["saved"] == pytest.approx(1 - (1 - part) * 126 / 125, abs=1e-3)


def test_table(pilot):
    """It says what the JSON says. Where no bot reported costs, money is not named."""
    words = "pilot", "--difference", "2.5", "--power", 90, "--significance", 10
    told, ways = plan(*words)
    single = ways["single games"]["deviation"]
    saved = {name: 100 - (2 if "blocks" in name else 1) * 100 * (way["deviation"] / single) ** 2
             for name, way in ways.items()}
    assert ways["single games"]["games"] == pytest.approx(8.564 * (single / 2.5) ** 2 + 1.35, abs=1.01)
    assert ctl("plan", *words) == "\n".join([
        "talker - random: 128 games of the pilot; a game costs 0.0200 dollars",
        "a difference of 2.5, told apart at 10 % with a probability of 90 %, needs:", "",
        f"{'':33} deviation      saved     games      dollars",
        *(f"{name:33} {way['deviation']:9.2f} {saved[name]:8.1f} %"
          f" {way['games']:9.0f} {way['games'] * told['dollars_a_game']:12.2f}"
          for name, way in ways.items())])
    assert "dollars" not in ctl("plan", "silent", "--difference", 100) + ctl(
        "plan", "silent", "--difference", 12, "--score", "daide")


def test_which_players(pilot):
    """Who is not named is the other one. Eight games are enough, and four complete blocks are not."""
    for words in ("--player", "random"), ("--opponent", "talker"):
        assert ctl("plan", "pilot", "--difference", 5, *words).startswith("random - talker: ")
    told, ways = plan("other", "--difference", 5)
    assert (told["games"], told["blocks"]) == (8, 4) and set(ways) == {"single games", "and the power's par"}


@pytest.mark.parametrize("words, why", [
    (("nothing", "--difference", 5), "no tournament nothing; aresctl tournament list lists them"),
    (("pilot", "--difference", "0"), "must be a number above 0"),
    (("pilot", "--difference", "x"), "must be a number above 0"),
    (("pilot", "--difference", "100.1"), "above 0 and at most 100, by the score thesis"),
    (("pilot", "--difference", 13, "--score", "daide"), "above 0 and at most 12, by the score daide"),
    (("short", "--difference", 5), "has 7 finished games: a pilot needs 8"),
    (("alone", "--difference", 5), "alone has one player only"),
    (("pilot", "--difference", 5, "--control", "other"), "other has another seed than pilot"),
    (("pilot", "--difference", 5, "--control", "pilot"), "pilot is the pilot itself"),
    (("pilot", "--difference", 5, "--control", "terms"),
     "terms has other rules, other rounds, another draw-after than"),
    (("pilot", "--difference", 5, "--control", "swapped"), "in other seats than those of talker"),
    (("pilot", "--difference", 5, "--control", "holding", "--player", "random"),
     "in other seats than those of random"),
    (("pilot", "--difference", 5, "--player", "nobody"), "has no player nobody"),
    (("pilot", "--difference", 5, "--player", "random", "--opponent", "random"),
     "--opponent random: must be another player than --player"),
    (("openings", "--difference", 5), "openings is not a pilot: its players change from game to game"),
    (("drawn", "--difference", 5),
     "by the score thesis all games of drawn end alike: choose another --score"),
    (("single", "--difference", 5), "has 3 players: --player and --opponent must name two"),
], ids=lambda case: " ".join(map(str, case))[:30])
def test_refused(pilot, words, why):
    refused(why, *program("aresctl", "plan", *words))
