"""branch: aresctl branch plays a stored phase on, many times. The history is the game's, also for
players that remember; the games of a block have the same chance; a branch repeated has the same
digests; and comparison says what an order or a player is worth.

SEED=1 draws the games.
"""
import os

import farm
import pytest
from farm import aresd, create, ctl, query, value

SEED = int(os.environ.get("SEED", "1"))
DIGESTS = ("select g.number, encode(g.digest, 'hex') from farm.games g join farm.tournaments t on t.id ="
           " g.tournament_id where t.name = %s order by g.number")
ORDERS = ("select power, text, result from farm.orders where tournament = %s and number = %s and phase_name = %s"
          " order by power, text")


def play():
    aresd("--until-done", "--workers", 2)


@pytest.fixture(scope="module")
def cup():
    create("cup", "a=dumbbot,b=random", "--rounds", 12, "--seed", SEED, games=2)
    create("drawn", "a=random,b=random", "--rounds", 8, "--seed", SEED, games=1, rules="thesis")
    create("public", "random,random", "--rounds", 2, "--seed", SEED, "--press", "public", games=1)
    play()


def boards(name, number, before):
    return query("select b.phase, b.units, b.owners, b.orders from farm.tournaments t"
                 " join farm.games g on g.tournament_id = t.id cross join lateral farm.boards_of(t.id, g.id) b"
                 " where t.name = %s and g.number = %s and b.phase < %s order by b.phase", name, number, before)


def same_history(name, games, before, of=("cup", 1)):
    told = boards(*of, before)
    assert told
    for number in range(1, games + 1):
        assert boards(name, number, before) == told


def test_history_and_repetition(cup):
    """All continuations have the same phases before, and draw chance of their own after. The same
    command under another name plays the same games; another seed does not."""
    ctl("branch", "cup/1", "F1902M", "--times", 4)
    ctl("branch", "cup/1", "F1902M", "--times", 4, "--name", "again")
    ctl("branch", "cup/1", "F1902M", "--times", 4, "--name", "other", "--seed", 7)
    play()
    same_history("cup-1-F1902M", 4, 7)
    first = query(DIGESTS, "cup-1-F1902M")
    assert all(digest for _, digest in first) and len({digest for _, digest in first}) == 4
    assert query(DIGESTS, "again") == first
    assert not {d for _, d in query(DIGESTS, "other")} & {d for _, d in first}
    assert len({tuple(query(ORDERS, "again", n, "F1902M")) for n in (1, 2, 3, 4)}) > 1
    ctl("verify", "--players", "again")


def test_an_order(cup):
    """The unit does as it is told in the altered game of each block, and only there. All other units
    of the phase have the orders of the other game: chance is the same."""
    unit = query(ORDERS, "cup", 1, "F1902M")
    power = unit[0][0]
    held = [" ".join(text.split()[:2]) + " H" for code, text, _ in unit if code == power]
    ctl("branch", "cup/1", "F1902M", "--times", 3, "--name", "held", "--order", f"{power}: {', '.join(held[:1])}")
    play()
    same_history("held", 6, 7)
    for block in range(3):
        was, told = ({(code, text) for code, text, _ in query(ORDERS, "held", 2 * block + n, "F1902M")} for n in (1, 2))
        assert (power, held[0]) in told
        assert all(text.startswith(held[0][:-2]) for _, text in told ^ was)
    ctl("verify", "--players", "held")


def test_players_that_remember(cup):
    """A player that remembers is shown the history before it is asked: verify folds it and gets the
    same orders."""
    power = query(ORDERS, "cup", 1, "S1902M")[0][0]
    ctl("branch", "cup/1", "S1902M", "--times", 2, "--name", "minds", "--seats", f"{power.lower()}: blackmane",
        "--players", "dumbbot")
    play()
    ctl("verify", "--players", "minds")
    assert query("select distinct u.player from farm.seats s join farm.users u on u.id = s.user_id"
                 " join farm.games g on g.id = s.game_id join farm.tournaments t on t.id = g.tournament_id"
                 " where t.name = 'minds' order by 1") == [("blackmane",), ("dumbbot",)]


def test_rules_that_draw(cup):
    """Where the rules draw by chance, the phases before keep what was drawn; also in a branch of a
    branch."""
    ctl("branch", "drawn/1", "S1903M", "--times", 2, "--name", "drawn-a")
    play()
    same_history("drawn-a", 2, 10, ("drawn", 1))
    ctl("branch", "drawn-a/2", "F1903M", "--times", 2, "--name", "drawn-b")
    play()
    same_history("drawn-b", 2, 12, ("drawn-a", 2))
    begins = {str(boards(*game, 11)[-1][1:3]) for game in (("drawn", 1), *((name, n) for name in ("drawn-a", "drawn-b") for n in (1, 2)))}
    assert len(begins) == 1, "units were built otherwise before S1903M"
    ctl("verify", "--players", "drawn-a")
    ctl("verify", "--players", "drawn-b")


def test_what_an_alteration_is_worth(cup):
    """Powers whose players are replaced by one that draws its orders lose, and comparison says so, with an
    interval. Where a player is replaced by itself, nothing is told apart."""
    large = [power for power, in query("select power from farm.units where tournament = 'cup' and number = 1"
                                       " and phase_name = 'S1902M' group by power order by count(*) desc, power limit 3")]
    worse, same = (", ".join(f"{power}: {player}" for power in large) for player in ("randbot", "dumbbot"))
    ctl("branch", "cup/1", "S1902M", "--times", 30, "--name", "worth", "--players", "dumbbot",
        "--seats", f"{worse}; {same}")
    play()
    effects = {arm: (low, high, verdict) for arm, low, high, verdict in query(
        "select arm, low, high, verdict from farm.branch_effects where tournament = 'worth' and score = 'squares'"
        " and concerned")}
    assert effects[2][1] < 0 and effects[2][2] == "loses by it", effects
    assert effects[3][0] <= 0 <= effects[3][1] and effects[3][2] == "not told apart", effects
    assert value("select sum(difference) between -1 and 1 from farm.branch_effects where tournament = 'worth'"
                 " and score = 'squares' and arm = 2")
    said = ctl("query", "comparison", "worth", "score=squares")
    assert worse in said and "loses by it" in said and "dumbbot is better" not in said, said
    assert said.count("|    0.0 |") == 10, said  # what is fair, as precise as the difference


def test_press(cup):
    """A branch has the press of its game, and what was written before; its digest has the messages."""
    create("talk", "a=random,b=random", "--rounds", 6, "--seed", SEED, "--press", "public", games=1)
    play()
    query("insert into farm.messages select g.id, x.phase, 0, 2, null, x.said, now() from farm.games g join farm.tournaments t"
          " on t.id = g.tournament_id and t.name = 'talk', (values (0::smallint, 'before'), (5, 'then')) x (phase, said)")
    ctl("branch", "talk/1", "S1902M", "--times", 2, "--name", "talk-a")
    ctl("branch", "talk/1", "S1902M", "--times", 2, "--name", "talk-b")
    query("update farm.messages m set text = 'another' from farm.games g join farm.tournaments t on t.id = g.tournament_id"
          " where m.game_id = g.id and t.name = 'talk-b' and g.number = 2")
    play()
    assert query("select t.name, g.number, m.text from farm.messages m join farm.games g on g.id = m.game_id"
                 " join farm.tournaments t on t.id = g.tournament_id and t.name like 'talk-%%' and t.press = 'public'"
                 " order by 1, 2") == [("talk-a", 1, "before"), ("talk-a", 2, "before"), ("talk-b", 1, "before"),
                                       ("talk-b", 2, "another")]
    one, other = query(DIGESTS, "talk-a"), query(DIGESTS, "talk-b")
    assert one[0] == other[0] and one[1] != other[1]
    ctl("verify", "--players", "talk-a")


TALKERS = [word for name, mode in (("talker", "talks"), ("believer", "believes"))
           for word in ("--bot", f"{name}=python3 tests/talker.py {mode}")]


def test_a_message(cup):
    """The altered games begin with the message, and only they; repeated they are the same; comparison says what became of
    the power that believed it."""
    create("words", ",".join(["bot:believer"] * 7), "--rounds", 8, "--seed", SEED, "--press", "private", games=1)
    aresd("--until-done", *TALKERS)
    said = "AUS>ENG,RUS: please move; we hold"
    for name, times in ("told", 30), ("told-again", 5):
        ctl("branch", "words/1", "S1901M", "--times", times, "--name", name,
            "--message", f"{said}; AUS>: Hello")
    aresd("--until-done", *TALKERS, "--workers", 2)
    assert query("select (g.number - 1) % 3, farm.phase_name(m.phase), sender, recipients, text, count(*) from farm.messages m"
                 " join farm.games g on g.id = m.game_id join farm.tournaments t on t.id = g.tournament_id and t.name = 'told'"
                 " group by 1, 2, 3, 4, 5 order by 1") == [(1, "S1901M", 0, 34, "please move; we hold", 30),
                                                          (2, "S1901M", 0, None, "Hello", 30)]
    told = query(DIGESTS, "told")
    assert told[:15] == query(DIGESTS, "told-again") and len({d for _, d in told}) == 90
    ctl("verify", "told")
    effects = {(arm, powers): (low, high) for arm, powers, low, high in query(
        "select arm, powers, low, high from farm.branch_effects where tournament = 'told' and score = 'squares'")}
    assert effects[2, "ENG"][0] > 0, effects
    assert effects[3, "ENG"][0] <= 0 <= effects[3, "ENG"][1], effects
    assert said in ctl("query", "comparison", "told", "score=squares")


def test_rounds_of_press(cup):
    """Bots that write before each move write the same in a branch that is repeated, and each of its games differs."""
    create("rounds", ",".join(["bot:talker"] * 7), "--rounds", 6, "--seed", SEED, "--press", "private", "--press-rounds", 2, games=1)
    aresd("--until-done", *TALKERS)
    for name in "rounds-a", "rounds-b":
        ctl("branch", "rounds/1", "S1902M", "--times", 3, "--name", name)
    aresd("--until-done", *TALKERS, "--workers", 2)
    told = {name: [query("select m.phase, m.round, m.sender, m.recipients, m.text from farm.messages m join farm.games g"
                         " on g.id = m.game_id join farm.tournaments t on t.id = g.tournament_id where t.name = %s"
                         " and g.number = %s and (m.phase < 5) = %s order by m.phase, m.round, m.sender, m.text", name, n, before)
                   for n in (1, 2, 3) for before in (True, False)] for name in ("rounds", "rounds-a", "rounds-b")}
    assert told["rounds-a"] == told["rounds-b"] and all(told["rounds-a"])
    assert told["rounds-a"][::2] == told["rounds"][:1] * 3
    assert len({str(after) for after in told["rounds-a"][1::2]}) == 3
    assert query(DIGESTS, "rounds-a") == query(DIGESTS, "rounds-b") and len({d for _, d in query(DIGESTS, "rounds-a")}) == 3
    ctl("verify", "rounds-a")


def test_old_workers(cup):
    """A worker from before there were branches gets none."""
    ctl("branch", "cup/1", "F1902M", "--times", 1, "--name", "new")
    query("update farm.schema_version set applied_at = now() + interval '1 hour' where version = 13")
    with farm.Daemon("aresd", "--workers", "1"):
        create("plain", "a=random,b=random", "--rounds", 2, games=2)
        farm.wait_for(lambda: farm.finished("plain"))
        assert value("select count(*) from farm.games g join farm.tournaments t on t.id = g.tournament_id"
                     " where t.name = 'new' and g.state = 'pending'") == 1
        query("update farm.schema_version set applied_at = now() - interval '1 hour' where version = 13")
        query("select farm.hint('farm')")
        farm.wait_for(lambda: farm.finished("new"))


def test_tree(cup):
    ctl("branch", "held/2", "S1903M", "--times", 1, "--name", "leaf")
    page = os.environ["TMPDIR"] + "/tree.html"
    ctl("report", "leaf", "--output", page)
    told = farm.text_of(page)
    assert "<strong>leaf</strong>, from game 2, S1903M" in told and "<li>held, from game 1, F1902M: " in told
    ctl("report", "worth", "--output", page)
    assert "What became of the powers" in farm.text_of(page)
    assert query("select tournament, depth, root from farm.branch_tree where root = 'cup' and tournament in"
                 " ('held', 'leaf') order by path || tournament") == [("held", 1, "cup"), ("leaf", 2, "cup")]


@pytest.mark.parametrize("words, why", [
    (("cup/9", "F1902M"), "no game cup/9"),
    (("cup/1", "F1999M"), "game cup/1 has not played F1999M"),
    (("cup/1", "Easter"), "PHASE Easter: must be a phase such as S1901M"),
    (("cup/1", "F1902M", "--name", "a/b"), "--name a/b: must be at most 63 letters"),
    (("cup/1", "S1901M", "--players", "nobody"), "--players: 'nobody' is not a player"),
    (("cup/1", "S1901M", "--seats", ""), '--seats: "" alters nothing'),
    (("cup/1", "F1902M", "--order", "XXX: A par H"), "XXX is not a power"),
    (("cup/1", "F1902M", "--order", "A par H"), "must begin with a power"),
    (("cup/1", "F1902M", "--order", "FRA: " + 5000 * "x"), "longer than"),
    (("cup/1", "F1902M", "--order", "FRA: " + 8187 * "x"), "--order: longer than 8191 bytes"),
    (("cup/1", "S1901M", "--order", "FRA: A par H; " * 40), "at most 25 things are compared"),
    (("cup/1", "S1901M", "--order", "FRA: A par - mos"), "FRA may not order"),
    (("cup/1", "S1901M", "--order", "AUS: A vie H, A vie - gal"), "second order"),
    (("cup/1", "S1901M", "--order", "FRA:"), "is not an order"),
    (("cup/1", "S1901M", "--seats", "FRA: nobody"), "--seats: "),
    (("cup/1", "S1901M", "--seats", "FRA: random, FRA: random"), "FRA has two players"),
    (("cup/1", "S1901M", "--seats", "FRA: @alice"), "only players of the farm"),
    (("cup/1", "S1901M", "--players", "@alice"), "only players of the farm"),
    (("cup/1", "S1901M", "--players", "random,random"), "one for each of the 7 powers, not 2"),
    (("cup/1", "S1901M", "--message", "FRA>: Peace?"), "do not write to each other"),
    (("public/1", "S1901M", "--message", "FRA>ENG: Peace?"), "write to all only"),
    (("public/1", "S1901M", "--message", "Peace?"), "must begin with powers"),
    (("public/1", "S1901M", "--message", "XXX>: Peace?"), "XXX is not a power"),
    (("public/1", "S1901M", "--message", "FRA>XXX: Peace?"), "XXX is not a power"),
    (("public/1", "S1901M", "--message", "FRA>FRA: Peace?"), "cannot write to itself"),
    (("public/1", "S1901M", "--message", "FRA>: "), "a text has 1 to"),
    (("public/1", "S1901M", "--message", "FRA>: a\x01b"), "no control characters"),
    (("cup/1", "S1901M", "--name", "cup"), "a tournament cup exists"),
], ids=lambda case: " ".join(map(str, case))[:40])
def test_refused(cup, words, why):
    farm.refused(why, *farm.program("aresctl", "branch", *words))
    assert value("select count(*) from farm.tournaments where name like 'cup-1-S1901M'") == 0
