"""ratings: scores, ratings and head-to-head tables are right: by hand, by another method, and by
how often their intervals have the truth. aresctl rate and the questions of sql/ say the same. What
cannot be rated is refused with the reason.

SEED=1 draws games. RUNS=100 ratings are drawn for the coverage. A long round: RUNS=3000
"""
import json
import math
import os
import random
import re
from collections import Counter

import pytest

import farm
from endings import table
from farm import ctl, program, query, refused, value

RUNS = int(os.environ.get("RUNS", 100))


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


def ratings(names, arguments="", columns="player, rating"):
    """What farm.ratings says of tournaments, by player."""
    return query(f"select {columns} from farm.ratings('{{{names}}}'{arguments}) order by player")


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
    assert dict(ratings("fit", f", '{score}'")) == pytest.approx(minorized(choices), abs=1e-4)


def test_ratings():
    rated = dict(ratings("fit"))
    assert ratings("fit", ", 'daide'") == ratings("fit")
    assert len(rated) == 4 and rated["a"] > rated["d"]
    anchored = ratings("fit", ", 'thesis', 'd'", "player, rating, error, high - low")
    assert {player: rating for player, rating, _, _ in anchored} == pytest.approx(
        {player: rating - rated["d"] for player, rating in rated.items()})
    assert anchored[3][2] == 0 and all(row[3] > 0 for row in anchored[:3])


def test_slope_by_hand():
    """By hand: in 12 games of two players one wins 9, and each has half a game won and half a game
    lost besides. The likelihood's slope is 0."""
    first, second = value("""select s from (
            select array_agg(g) || array_agg(g), array_agg(g) || array_agg(g),
                array_fill(1, '{12}') || array_fill(2, '{12}'), array_fill(1, '{24}'),
                array_agg((g <= 9)::int::float8) || array_agg((g > 9)::int::float8)
            from generate_series(1, 12) g) c (c, b, p, m, y)
        cross join lateral farm.luce_fit(c, b, p, m, y, 2) f (s, v)""")
    expected = 12 / (1 + math.exp(second - first)) + 1 / (1 + math.exp(-first))
    assert expected == pytest.approx(9 + 0.5, abs=1e-9)
    assert first == pytest.approx(-second, abs=1e-9)


def test_coverage():
    """RUNS tournaments of 40 blocks of two games are drawn from known strengths. Half of the blocks
    have the same winner twice, as games that share their chance may: so the variance is half as
    large again as that of independent games. Over all runs, the square of how far off a rating is
    must be its variance, and the interval must have the true rating in 95 %. RUNS=100 notice a
    variance that is half as large again as it should be, or two thirds of it; RUNS=3000 one that is
    wrong by a tenth."""
    lot, truth = random.Random(farm.SEED), (0.6, 0, -0.6)
    offs, inflation = [], 0
    for _ in range(RUNS):
        winners = []
        for _ in range(40):
            block = lot.choices((1, 2, 3), list(map(math.exp, truth)), k=2)
            winners += block if lot.random() < 0.5 else 2 * block[:1]
        strengths, *covariances = query("""with run as (select array_agg(g) as c,
                array_agg((g + 1) / 2) as b, array_agg(p) as p, array_agg(1) as m,
                array_agg((p = winner)::int::float8) as y
            from unnest(%s) with ordinality w (winner, g), generate_series(1, 3) p)
            select f.strength, f.covariance, i.covariance
            from run cross join lateral farm.luce_fit(c::int[], b::int[], p, m, y, 3) f
            cross join lateral farm.luce_fit(c::int[], c::int[], p, m, y, 3) i""", winners)[0]
        for player in range(3):
            weights = [(i == player) - 1 / 3 for i in range(3)]  # its rating, less the mean
            own, alone = (sum(weights[i] * weights[j] * found[3 * i + j]
                              for i in range(3) for j in range(3)) for found in covariances)
            rating = sum(w * s for w, s in zip(weights, strengths))
            offs.append((rating - truth[player]) ** 2 / own)
            inflation += own / alone / RUNS / 3
    covered = sum(off <= 2.0227 ** 2 for off in offs) / 3  # Student's t of 39 degrees
    # the three are not independent: they count as two
    assert sum(offs) / RUNS / 3 == pytest.approx(39 / 37, abs=4 * math.sqrt(1.1 / RUNS))
    assert covered >= 0.95 * RUNS - 4 * math.sqrt(0.0475 * RUNS / 2)
    assert inflation == pytest.approx(1.5, abs=0.1 + 1 / math.sqrt(RUNS)), "blocks are no games"


def test_heads():
    """Each pair mirrors. Of two players it is the share of the blocks in which both played."""
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


def test_extremes():
    """A player that wins all games has a finite rating, and no upper end. Over two tournaments, a
    player that met only b is rated over it."""
    drawn("all", 12, "a=random,b=random", 1, 0)
    query("""update farm.games g set ending = 'solo', winner = (select min(power) from farm.seats s
            where s.game_id = g.id and s.entrant = 0)
        from farm.tournaments t where t.id = g.tournament_id and t.name = 'all'""")
    (_, most, low, high), (_, least, below, above) = ratings("all", "", "player, rating, low, high")
    assert 100 < most < 1000 and low > 0 and high == math.inf
    assert -1000 < least < -100 and below == -math.inf and above < 0
    said = ctl("rate", "all")
    assert re.search(r"^ *\+[0-9]* +\+[0-9]* to inf .* a$", said, re.M)
    assert "\nis finite because everybody has half a game won and half a game lost" in said
    drawn("chain", 12, "b=random,z=randbot", 20, 1)
    rated = dict(ratings("all,chain"))
    assert "".join(sorted(rated, key=rated.get, reverse=True)) == "abz"
    lines = ctl("rate", "all", "chain").splitlines()
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
    for number in 1, 2:
        ended("none", number, None, [3, 4, 0, 0, 0, 0, 0])
    refused("nothing to rate: no block of games is complete, or nobody won", *rate, "none",
            "--score", "solos")


def asked(file, *options):
    """The rows of a question of sql/, each a list of its fields."""
    said = ctl("psql", "-XqAt", "-v", "t=fit", "-v", "score=thesis", *options, "-f", f"sql/{file}.sql")
    return [line.split("|") for line in said.splitlines() if line.count("|") > 7]


def test_said_alike():
    """The command, the questions and JSON say the same; a reader may ask. All fits 80 columns."""
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
    rounded = {player: round(rating) for player, rating in ratings("fit")}
    assert {row["player"]: round(row["rating"])
            for row in json.loads(ctl("rate", "fit", "--json"))["ratings"]} == rounded
    places = {row[0]: int(row[1]) for row in asked("ratings", "-v", "score=places")}
    assert places == {player: round(rating) for player, rating in ratings("fit", ", 'places'")}
    heads = query("select player, opponent, round(share::numeric, 1)::text"
                  " from farm.head_to_head('{fit}')")
    assert heads and [(row[0], row[1], row[5]) for row in asked("heads")] == sorted(heads)
