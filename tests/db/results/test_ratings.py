"""ratings: scores, ratings and head-to-head tables are right: by hand and by another method
(unit/rating tries the coverage of the intervals). aresctl rate and the questions of sql/ say the
same. What cannot be rated is refused with the reason.

SEED=1 draws games.
"""
import decimal
import json
import math
import re
from collections import Counter

import pytest

import farm
from endings import table
from farm import ctl, program, query, refused, value


def ended(name, number, winner, centres):
    """A game ends. winner: the number of a power, or None for a draw. centres: of each power, which
    has as many units."""
    query("""update farm.games g set state = 'finished', finished_at = now(), phase = 10,
            phases = 4,
            ending = case when %s::int is null then 'draw' else 'solo' end::farm.game_ending,
            winner = %s, units = %s, centres = %s
        from farm.tournaments t where t.id = g.tournament_id and t.name = %s and g.number = %s""",
          winner, winner, centres, centres, name, number)


def drawn(name, games, seats, *weights):
    """A tournament of which all games end. A power wins with chances as the weights of its player,
    or one game in five is a draw."""
    table(name, games, seats, rules="standard")
    query("select setseed(%s)", 1 / (1 + farm.SEED))
    query("""with weight as (select n - 1 as entrant, w from unnest(%s) with ordinality u (w, n)),
        lot as (select g.id, random() as draw, random() as place from farm.games g
            join farm.tournaments t on t.id = g.tournament_id where t.name = %s order by g.number),
        line as (select l.id, l.draw, l.place, s.power,
                sum(w.w) over (partition by l.id order by s.power) as upto,
                sum(w.w) over (partition by l.id) as total
            from lot l join farm.seats s on s.game_id = l.id join weight w using (entrant)),
        first as (select id, draw, min(power) filter (where upto >= place * total) as winner
            from line group by id, draw)
        update farm.games g set state = 'finished', finished_at = now(), phase = 10, phases = 4,
            ending = case when draw < 0.2 then 'draw' else 'solo' end::farm.game_ending,
            winner = case when draw >= 0.2 then f.winner end, units = c.had, centres = c.had
        from first f cross join lateral (select array_agg((case (k - f.winner + 7) %% 7
                when 0 then 18 when 1 then 10 when 2 then 6 else 0 end)::smallint order by k) as had
            from generate_series(0, 6) k) c
        where g.id = f.id""", [float(weight) for weight in weights], name)


def ratings(*command):
    """What aresctl rate finds of each player, by its name."""
    return {row["player"]: row for row in json.loads(ctl("rate", *command, "--json"))["ratings"]}


def rated(*command):
    return {player: row["rating"] for player, row in ratings(*command).items()}


@pytest.fixture(name="_fit", scope="module", autouse=True)
def _fit_():
    drawn("fit", 80, "a=random,b=random,c=random,d=random", 5, 3, 2, 1)


def test_scores_by_hand():
    """In the first game Austria (18 centres) wins, England has 10, France 6. The second is a draw
    of Austria (3 centres) and England (4). squares: 18^2 + 10^2 + 6^2 = 460; 3^2 + 4^2 = 25."""
    table("hand", 2, ",".join(7 * ["random"]), rules="standard")
    ended("hand", 1, 0, [18, 10, 6, 0, 0, 0, 0])
    ended("hand", 2, None, [3, 4, 0, 0, 0, 0, 0])
    found = query("""select score, number, array_agg(value order by power)::float8[],
            array_agg(share order by power)::float8[]
        from farm.scores where tournament = 'hand' group by 1, 2 order by 1, 2""")
    won, half = [1] + 6 * [0], [0.5, 0.5] + 5 * [0]
    squares = [324 / 460, 100 / 460, 36 / 460, 0, 0, 0, 0], [9 / 25, 16 / 25, 0, 0, 0, 0, 0]
    expected = [("daide", 1, [6] + 6 * [-1], won), ("daide", 2, [2.5, 2.5] + 5 * [-1], half),
                ("solos", 1, won, won), ("solos", 2, 7 * [0], 7 * [1 / 7]),
                ("squares", 1, squares[0], squares[0]), ("squares", 2, squares[1], squares[1]),
                ("thesis", 1, won, won), ("thesis", 2, half, half)]
    assert [row[:2] for row in found] == [row[:2] for row in expected]
    for row, (_, _, values, shares) in zip(found, expected):
        assert row[2] == pytest.approx(values) and row[3] == pytest.approx(shares), row


def test_standings_by_score():
    """The standings by a score are those of the thesis turned: a daide score is 7 times the points,
    less the seats."""
    drawn("turned", 30, "a=random,b=random,c=random", 3, 2, 1)
    by_score = "farm.score_standings s where s.tournament = 'turned' and s.score ="
    daide, thesis = (query("select player, share::float8, low::float8, high::float8, p, expected"
                           f" from {by_score} %s order by player", score)
                     for score in ("daide", "thesis"))
    assert len(daide) == len(thesis) == 3
    for d, t in zip(daide, thesis):
        assert d[1:4] == pytest.approx([7 * x / 100 - 7 / 3 for x in t[1:4]], abs=0.005)
        assert (d[0], d[4], d[5]) == (t[0], t[4], 0)
    assert query(f"""select round(sum(share)) = round(sum(100.0 * wins / 30)),
            round(sum(points)) = sum(wins), bool_and(low <= share and share <= high and low >= 0)
        from {by_score} 'solos'""") == [(True, True, True)]
    plain = "farm.standings s where s.tournament = 'turned'"
    one, other = (query(f"select player, share, low, high, p from {view} order by player")
                  for view in (plain, by_score + " 'thesis'"))
    assert one == other
    assert query("""select count(*), count(*) filter (where abs(s.share - case s.score
            when 'thesis' then t.thesis when 'squares' then t.squares
            when 'daide' then t.daide else t.solos end) > 0.051)
        from farm.score_table('{turned}') t join farm.score_standings s
        on s.player = t.player and s.tournament = 'turned'""") == [(12, 0)]


def minorized(choices):
    """Ratings with mean 0 from rows of choice, player, seats and share, by Hunter's minorization
    (2004), which has nothing in common with Newton's method. Everybody has half a game won and half
    a game lost against strength 1."""
    old, new = None, dict.fromkeys((player for _, player, _, _ in choices), 1.0)
    while not old or any(abs(new[player] / old[player] - 1) > 1e-9 for player in new):
        old, total = new, Counter()
        won, below = dict.fromkeys(old, 0.5), {player: 1 / (old[player] + 1) for player in old}
        for choice, player, seats, share in choices:
            total[choice] += seats * old[player]
            won[player] += share
        for choice, player, seats, _ in choices:
            below[player] += seats / total[choice]
        new = {player: won[player] / below[player] for player in old}
    mean = sum(map(math.log, new.values())) / len(new)
    return {player: 400 / math.log(10) * (math.log(new[player]) - mean) for player in new}


@pytest.mark.parametrize("score", ("thesis", "squares", "solos", "places"))
def test_fit_by_another_method(score):
    choices = query("select game * 100 + place, player, seats, share::float8"
                    " from farm.choices('{fit}', %s)", score)
    assert rated("fit", "--score", score) == pytest.approx(minorized(choices), abs=1e-4)


def test_ratings():
    found = rated("fit")
    assert rated("fit", "--score", "daide") == found
    assert len(found) == 4 and found["a"] > found["d"]
    for anchor in "abcd":
        anchored = ratings("fit", "--anchor", anchor)
        assert {player: row["rating"] for player, row in anchored.items()} == pytest.approx(
            {player: rating - found[anchor] for player, rating in found.items()})
        assert [player for player, row in anchored.items() if row["error"] == 0] == [anchor]
        assert all((row["high"] > row["low"]) == (player != anchor) for player, row in anchored.items())


def test_kept():
    """Queries read what rate found last: against the mean, by tournaments and score. A reader's
    rate keeps nothing, and a tournament's ratings go with it."""
    kept = "select score, round(sum(abs(rating))) from farm.ratings where tournaments = array[%s::int] group by 1"
    drawn("kept", 8, "a=random,b=random", 2, 1)
    tournament = value("select id from farm.tournaments where name = 'kept'")
    assert "Not rated by this score yet" in ctl("query", "ratings", "kept")
    ctl("rate", "kept", role="farm_reader")
    ctl("rate", "kept", "--anchor", "a")
    assert query(kept, tournament) == []
    total = round(sum(map(abs, rated("kept", "--score", "squares").values())))
    assert query(kept, tournament) == [("squares", total)]
    ctl("rate", "kept", "--score", "squares")
    assert query(kept, tournament) == [("squares", total)]
    ctl("tournament", "drop", "kept", "--yes")
    assert query(kept, tournament) == []


def test_equal_games_count_once():
    """Two tournaments of one seed have the same games. Together they say what one of them says;
    another seed adds games, and other labels are other players."""
    for name, seed, label in ("once", 1, "a"), ("again", 1, "a"), ("more", 2, "a"), ("label", 1, "x"):
        farm.create(name, f"{label}=dumbbot,b=random", "--seed", seed, "--rounds", 3, games=12)
    farm.aresd("--until-done")
    one = ratings("once")
    assert ratings("once", "again") == one
    assert query("select * from farm.score_table('{once,again}')") == query(
        "select * from farm.score_table('{once}')")
    assert ratings("once", "more")["a"]["games"] == 24
    assert ratings("once", "label")["b"]["games"] == 24
    said = ctl("rate", "again", "once")
    assert re.search("again, .*\\n    12 of them are equal to games of an earlier one: they count once"
                     , said)
    assert "equal to" not in ctl("rate", "once", "more")


def test_said_of_what_counts():
    """It names the score, the tournaments and the rule sets, and counts the games it leaves out."""
    farm.create("part", "a=random,b=random", games=20)
    for number in range(1, 13):
        ended("part", number, number % 2, [18, 10, 6, 0, 0, 0, 0])
    query("""update farm.games g set state = case number when 2 then 'pending'
            when 13 then 'quarantined' when 14 then 'cancelled' else state::text
            end::farm.game_state, reason = case number when 13 then 'x' end
        from farm.tournaments t where t.id = g.tournament_id and t.name = 'part'
        and number in (2, 13, 14)""")
    said = ctl("rate", "part", "--score", "squares")
    assert said.startswith("By the score squares, of complete blocks of games:\n  part, rule set "
        "standard: not over: 10 of 20 games count; 7 unfinished, 1 quarantined, 1 cancelled, 1 "
        "finished in incomplete blocks\n")
    farm.create("thesis", "a=random,b=random", games=2, rules="thesis")
    refused("the rule set of part is standard, that of thesis is thesis: rate them by themselves",
            *program("aresctl", "--quiet", "rate"), "part", "thesis")
    assert "thesis, rule set thesis" in ctl("rate", "part", "thesis", "--mix-rules")


def test_heads():
    """The two entries of a pair mirror each other. The value is the share of the blocks in which
    both players played."""
    assert query("""select count(*), count(*) filter (where abs(h.share + r.share - 100) > 1e-9
            or abs(h.low + r.high - 100) > 1e-6 or h.games <> r.games)
        from farm.head_to_head('{fit}') h join farm.head_to_head('{fit}') r
        on (r.player, r.opponent) = (h.opponent, h.player)""") == [(12, 0)]
    assert query("""select count(*), max(abs(h.points - o.p)) < 1e-9
        from farm.head_to_head('{fit}') h cross join lateral (select sum(x.points) as p
            from farm.outcomes x join farm.users u on u.id = x.user_id
            where x.tournament = 'fit' and u.label = h.player and exists (
                select from farm.seats s join farm.users v on v.id = s.user_id
                where s.game_id = x.game and v.label = h.opponent)) o""") == [(12, True)]
    drawn("pair", 20, "a=random,b=random", 2, 1)
    assert query("""with blocks as (
            select b.share from farm.score_blocks b join farm.users u on u.id = b.user_id
            where b.tournament = 'pair' and b.score = 'thesis' and u.label = 'a' and b.seats < 14
            and not exists (select from farm.outcomes o
                where o.tournament = 'pair' and o.block = b.block
                group by o.game having count(distinct o.user_id) = 1)),
        t as (select count(*) as n, sum(share) as sum, sum(share ^ 2) as squares from blocks)
        select h.blocks = t.n and t.n > 5, abs(h.share - 100 * t.sum / t.n) < 1e-9,
            abs(h.low - 100 * i.low) < 1e-9, abs(h.high - 100 * i.high) < 1e-9
        from t cross join lateral farm.share95(t.n, t.sum, t.squares, 0.5) i,
            farm.head_to_head('{pair}') h where h.player = 'a'""") == [4 * (True,)]
    farm.create("one-wins", "dumbbot,holdbot,random", "--rounds", 60, games=6)
    farm.aresd("--until-done")
    assert query("""select player < 'e' or opponent < 'e', share is null, low is null, high is null
        from farm.head_to_head('{one-wins}', 'solos')
        group by 1, 2, 3, 4 order by 1""") == [(False, *3 * (True,)), (True, *3 * (False,))]


def test_extremes():
    """A player that wins all games has a finite rating, and no upper end. Over two tournaments, a
    player that met only b is rated over it."""
    drawn("all", 12, "a=random,b=random", 1, 0)
    query("""update farm.games g set ending = 'solo', winner = (select min(power) from farm.seats s
            where s.game_id = g.id and s.entrant = 0)
        from farm.tournaments t where t.id = g.tournament_id and t.name = 'all'""")
    most, least = ratings("all").values()
    assert 100 < most["rating"] < 1000 and most["low"] > 0 and most["high"] is None
    assert -1000 < least["rating"] < -100 and least["low"] is None and least["high"] < 0
    said = ctl("rate", "all")
    assert re.search(r"^ *\+[0-9]* +\+[0-9]* to inf .* a$", said, re.M)
    assert "\nis finite because everybody has half a game won and half a game lost" in said
    drawn("chain", 12, "b=random,z=randbot", 20, 1)
    assert "".join(rated("all", "chain")) == "abz"
    lines = ctl("rate", "all", "chain").splitlines()
    remark = "GAMES: those in which the player had a seat"
    assert remark in lines and remark not in said
    assert sum(bool(re.search(r"  [.]( |$)", line)) for line in lines) == 2  # a and z never met


def test_refusals():
    rate = program("aresctl", "--quiet", "rate")
    table("none", 4, "a=random,b=random", rules="standard")
    drawn("lone", 2, "random,random", 1, 1)
    drawn("far", 2, "x=random,y=random", 1, 1)
    drawn("other", 2, "a=randbot,b=random", 1, 1)
    for why, *command in (
            ("no tournament weather; aresctl tournament list lists them", "weather"),
            ("nothing to rate: no block of games is complete", "none"),
            ("no player weather in these games: a, b, c, d", "fit", "--anchor", "weather"),
            ("there is one player only, random: nothing to rate it by", "lone"),
            ("a and x never met, not even over others: rate them by themselves", "fit", "far"),
            ("a is the label of two players: they cannot be rated as one", "fit", "other"),
            ("--score weather: must be ", "none", "--score", "weather")):
        refused(why, *rate, *command)
    refused("the names of so many tournaments have no room", *rate, *(f"{'long' * 15}{n}" for n in range(1100)))
    for number in 1, 2:
        ended("none", number, None, [3, 4, 0, 0, 0, 0, 0])
    refused("nothing to rate: no block of games is complete, or nobody won", *rate, "none",
            "--score", "solos")


def asked(file, *options):
    """The rows of a question of sql/, each a list of its fields."""
    said = ctl("psql", "-XqAt", "-v", "t=fit", "-v", "score=thesis", *options, "-f", f"sql/{file}.sql")
    return [line.split("|") for line in said.splitlines() if line.count("|") > 7]


def test_said_alike():
    """The command, the questions and JSON give the same values; a reader may ask. All fits 80
    columns."""
    said = ctl("rate", "fit")
    assert max(map(len, said.splitlines())) <= 80
    assert ctl("rate", "fit", role="farm_reader") == said
    lines = [line.split() for line in said.splitlines()[1:]]
    lines = [line for line in lines if len(line) == 7 and line[2] == "to"]
    fields = asked("ratings")
    assert len(lines) == len(fields) == 4
    for (rating, low, _, high, points, games, player), row in zip(lines, fields):
        assert [player, int(rating), int(low), int(high), points, games] == [
            row[0], *map(int, row[1:4]), row[4], row[6]]
    ctl("rate", "fit", "--score", "places")
    places = {row[0]: int(row[1]) for row in asked("ratings", "-v", "score=places")}
    found = rated("fit", "--score", "places")
    assert places == {player: round(rating) for player, rating in found.items()}
    heads = query("select player, opponent, round(share::numeric, 1)::text"
                  " from farm.head_to_head('{fit}')")
    assert heads and [(row[0], row[1], row[5]) for row in asked("heads")] == sorted(heads)


def test_printed():
    """The tables say what the JSON says, with fewer digits."""
    said, names = json.loads(ctl("rate", "fit", "--json")), "abcd"
    rows = {(row["player"], row["opponent"]): row for row in said["heads"]}

    def gained(row):
        sign = "+" * (row["low"] > row["expected"]) + "-" * (row["high"] < row["expected"])
        return f"{row['share']:.0f}{sign}"

    def exactly(row):  # a half is rounded up, as the database does
        return {name: decimal.Decimal(str(of)) if isinstance(of, float) else of for name, of in row.items()}

    ratings = "{rating:+.0f} {low:+.0f} to {high:+.0f} {games} {wins} {player}"
    scores = "{fair:.1f} {thesis:.1f} {squares:.1f} {daide:.3f} {solos:.1f} {player}"
    lines = [line.split() for line in ctl("rate", "fit").splitlines() if re.search(r"\d.* [a-d]\b", line)]
    decimal.getcontext().rounding = decimal.ROUND_HALF_UP
    assert lines == [
        *(ratings.format(**row).split() for row in said["ratings"]),
        *(scores.format(**exactly(row)).split() for row in said["scores"]),
        *([str(place), name, *(gained(rows[name, other]) if other != name else "-" for other in names)]
          for place, name in enumerate(names, 1))]
