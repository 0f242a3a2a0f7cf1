"""until: a tournament stops when enough is known (tournament create --until), on the same game
after any history. Its verdicts are wrong as seldom as promised, quick games do not bias them, and
nothing after the last game counts.

RUNS=200 tests are drawn for each rate. A long round: RUNS=2000
"""
import json
import math
import os
import re

import farm
import pytest
from endings import killed_when, solos, table
from farm import aresd, create, ctl, digest, fails, holds, program, query, refused, value

RUNS = int(os.environ.get("RUNS", 200))
TWO, PLAYED = "a=random,b=random", ("a=dumbbot,b=random", "--rounds", 6, "--until", "6%", "--score",
                                    "squares")


def stop(name):
    """The verdict, the last game that counts, and how many blocks were judged."""
    return query("select verdict, last_game, blocks from farm.stops s"
                 " join farm.tournaments t on t.id = s.tournament_id where t.name = %s", name)[0]


def a_stop(margin, chances="0.05, 0.05"):
    """A row of farm.stops in SQL: a sequential test, or a width where there are no chances."""
    return (f"row(0, 'x', 'thesis', 0, {margin}, {chances}, 32, 0, 0, 0, 0, null, null, null)"
            "::farm.stops")


# ── verdicts ──

SPRT = "sprt(10%)", "thesis", 0.1, 0.05, 0.05
WIDTH = "6%", "squares", 0.06, None, None
EXPECTED = "; about {} games are expected if the share is exactly 10 % off the fair one"
TOLD = [  # what a row of farm.stops has; what farm.stopping has after the names; what is said; the evidence
    ((*SPRT, 100, 64, 64, 50, "better", 200),
     "200,600,64,better,200,64.0,50.0,54.1,72.8,62.7,,3.90,3.64,-2.97,306)",
     "a is better than its 50.0 %, after game 200: 64.0 % as found, 62.7 % corrected for stopping", ""),
    ((*SPRT, 32, 0, 0, 16, "worse", 64),
     "64,600,64,worse,64,0.0,50.0,0.0,11.5,0.0,,96.50,3.64,-2.97,20)",
     "a is worse than its 50.0 %, after game 64: 0.0 % as found, 0.0 % corrected for stopping", ""),
    ((*SPRT, 200, 98, 98, 100, "same", 400),
     "400,600,64,same,400,49.0,50.0,42.1,55.9,49.0,,-3.20,3.64,-2.97,332)",
     "no difference that matters, after game 400: a has 49.0 % of a fair 50.0 %", ""),
    ((*SPRT, 100, 60, 60, 50, None, None),
     "200,600,64,,,60.0,50.0,50.1,69.2,60.0,,2.08,3.64,-2.97,318)",
     "no verdict in 200 games: a has 60.0 %, from 50.1 to 69.2", EXPECTED.format(318)),
    ((*SPRT, 0, 0, 0, 0, None, None), "0,600,64,,,,,,,,,0.00,3.64,-2.97,332)",
     "no game is judged yet; the least are 64", EXPECTED.format(332)),
    ((*WIDTH, 100, 52, 30, 50, "known", 200), "200,600,64,known,200,52.0,50.0,48.5,55.5,52.0,,,,,)",
     "known after game 200: a has 52.0 %, from 48.5 to 55.5", None),
    ((*WIDTH, 300, 150, 80, 150, "all played", 600),
     '600,600,64,"all played",600,50.0,50.0,48.5,51.5,50.0,,,,,)',
     "all games are played, and no verdict came: a has 50.0 %", None)]


def test_bounds_by_hand():
    """Wald's bounds, two-sided, for alpha and beta of 5 %: ln(0.95 / 0.025), ln(0.05 / 0.975)."""
    bounds = query("select finds, refuses from farm.stop_bounds(0.05, 0.05)")[0]
    assert bounds == pytest.approx((3.637586, -2.970414), abs=1e-6)
    below = query("select farm.normal_below(x) from unnest('{0,1.959963985,-1}'::float8[]) x")
    assert [x for x, in below] == pytest.approx([0.5, 0.975, 0.158655], abs=1e-6)


@pytest.mark.parametrize("blocks, won, verdict", [
    (100, 36, "worse"), (100, 37, None), (100, 63, None), (100, 64, "better"),
    (200, 97, None), (200, 98, "same"), (200, 102, "same"), (200, 103, None),
    (31, 31, None), (32, 32, "better")])  # fewer than 32 are too few
def test_verdict_by_hand(blocks, won, verdict):
    """The margin m is 0.1; blocks are won or lost. Each bound is at b * v / m + blocks * m / 2
    blocks from the middle. For b = 3.64 and a variance v of 0.23 that is 13.4 of 100 blocks; for
    b = -2.97 and v = 0.25 it is 2.6 of 200."""
    assert value(f"select farm.stop_verdict({a_stop(0.1)}, %s, %s, %s, %s / 2.0)",
                 blocks, won, won, blocks) == verdict


def test_told():
    """What is said of a judged tournament: all of farm.stopping, and its words."""
    table("told", 600, TWO, "--until", "sprt(10%)")
    for values, row, said, more in TOLD:
        query("""update farm.stops set (rule, score, margin, alpha, beta, blocks, shares, squares, expected,
                verdict, last_game, judged_at)
                = (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, case when %s::text is not null then now() end)
            where tournament_id = (select id from farm.tournaments where name = 'told')""",
              *values, values[9])
        score = " of squares" if values[1] == "squares" else ""
        evidence = None if more is None else (
            f"log-likelihood ratio {row.split(',')[-4]}, bounds -2.97 and 3.64" + more)
        assert query("select s::text, t.said, t.evidence from farm.stopping s"
                     " join farm.stopping_told t using (tournament) where tournament = 'told'") == [
            (f'(told,{json.dumps(values[0]) if values[3] else values[0]},{values[1]},a,{row}',
             f"until {values[0]}{score}: {said}", evidence)]
    ctl("tournament", "drop", "told", "--yes")


def simulated(rule, shift):
    """Draws RUNS tournaments of pairs and judges them block by block. A pair is 0, 1/2 or 1, in one
    of two 1/2. The true share is 1/2 + SHIFT. Returns how often each verdict came, and how many
    tournaments have the true share in the interval at the end."""
    query("""create or replace function pg_temp.run(run int, rule farm.stops, shift float8,
            out verdict text, out covered boolean) language plpgsql as $$
        declare n int := 0; x float8; s float8 := 0; q float8 := 0;
        begin
            while verdict is null and n < 20000 loop
                x := case when random() < 0.5 then 0.5 else (random() < 0.5 + 2 * shift)::int end;
                n := n + 1; s := s + x; q := q + x * x;
                verdict := farm.stop_verdict(rule, n, s, q, n / 2.0);
            end loop;
            select 0.5 + shift between low and high into covered from farm.share95(n, s, q, 0.5);
        end $$""")
    query("select setseed(%s)", 1 / (1 + farm.SEED))
    runs = query(f"""select verdict, covered from generate_series(1, {RUNS}) i
        cross join lateral pg_temp.run(i, {rule}, {shift})""")
    verdicts = [verdict for verdict, _ in runs]
    return {name: verdicts.count(name) for name in verdicts}, sum(covered for _, covered in runs)


@pytest.mark.parametrize("shift, wrong", [(0, ("better", "worse")), (0.1, ("worse", "same")),
                                          (-0.1, ("better", "same")), (0.2, ("worse", "same"))])
@farm.promise("A tournament that stops does not choose its games")
def test_error_rates(shift, wrong):
    """At most 5 % are wrong, and four standard errors more: equal players are told apart, or a
    difference of the margin is not found. RUNS=200 notice a rate of 11 % in half of all cases and
    one of 17 % nearly always, RUNS=2000 one of 7 % in half of all cases."""
    verdicts, _ = simulated(a_stop(0.1), shift)
    assert set(verdicts) <= {"better", "worse", "same"}
    errors = sum(verdicts.get(name, 0) for name in wrong)
    assert errors <= 0.05 * RUNS + 4 * math.sqrt(0.0475 * RUNS), verdicts


def test_coverage_of_a_width():
    """A width does not depend on the share, so stopping by it costs next to no coverage."""
    verdicts, covered = simulated(a_stop(0.08, "null, null"), 0.1)
    assert verdicts == {"known": RUNS}
    assert covered >= 0.94 * RUNS - 4 * math.sqrt(0.0475 * RUNS)


@farm.promise("A tournament that stops does not choose its games")
def test_quick_games_do_not_bias():
    """a wins four games in ten, by their numbers. Games that a wins are quick: they are all
    finished before any other is, but for a few at first. A judge of the finished games would find a
    better. The verdict waits for the others, and is that of the games played in their sequence."""
    wins = f"abs(hashtext('{farm.SEED}/' || g.number)) % 10 < 4"
    for name in ("quick", "even"):
        table(name, 600, TWO, "--until", "sprt(10%)")
    solos("quick", wins, f"g.number <= 8 or {wins}")
    query("select farm.stops_judge()")
    assert query("""select count(*) > 150,
            sum((s.user_id = p.user_id)::int * s.points) > 0.95 * count(distinct game)
        from farm.outcomes s join farm.stops p on p.tournament_id = s.tournament_id
        where tournament = 'quick' and points > 0""") == [(True, True)]
    assert stop("quick")[0] is None and 4 <= stop("quick")[2] < 20
    expects = "games are expected if the share is exactly 10 % off the fair one\n"
    assert re.search(f"; about [0-9]+ {expects}", ctl("query", "comparison", "quick"))
    for last in range(100, 601, 100):
        for name in ("quick", "even"):
            solos(name, wins, f"g.number between {last - 99} and {last}")
        query("select farm.stops_judge(7)")
    for _ in range(100):
        query("select farm.stops_judge(7)")
    assert stop("quick") == stop("even") and stop("quick")[0] == "worse"
    said = ctl("query", "comparison", "quick")
    assert re.search(r"until sprt\(10%\): \S+ is worse than .*\n +log-likelihood ratio [0-9.]+, bounds "
                     "-2.97 and 3.64\n", said), said
    assert query("""select evidence >= finds from farm.stopping where tournament = 'quick'""") == [
        (True,)]
    assert digest("quick") == digest("even")
    quick, even = (query("select player, games, points, share, low, high from farm.standings"
                         " where tournament = %s order by 1", name) for name in ("quick", "even"))
    assert quick == even and len(quick) == 2
    # every game after the last one is cancelled and has no digest
    assert query("""select distinct state::text, digest is null, number > last_game
        from farm.games g join farm.stops s using (tournament_id)
        join farm.tournaments t on t.id = tournament_id where name = 'quick' order by 1""") == [
            ("cancelled", True, True), ("finished", True, False)]


def test_a_judgement_that_ends_midway():
    """A judgement that is rolled back has done nothing, and the next one does it whole."""
    table("mid", 400, TWO, "--until", "sprt(20%)")
    solos("mid", f"abs(hashtext('{farm.SEED}/' || g.number)) % 10 < 4")
    query("begin; select farm.stops_judge(); rollback")
    assert stop("mid") == (None, None, 0)
    assert value("select farm.stops_judge()") == 1
    assert stop("mid")[0] in ("worse", "same")


# ── tournaments that are played ──

@pytest.fixture(name="one", scope="module", autouse=True)
def _one():
    """The tournament one, played by one worker: its last game."""
    create("one", *PLAYED, games=200, rules="thesis")
    log = aresd("--until-done", "--workers", 1)
    assert "aresd: 1 tournament judged to the end" in log
    assert "was taken from worker" not in log and "dropped" not in log
    verdict, last, _ = stop("one")
    assert verdict == "known"
    held = query("""select g.id, worker_id, epoch
        from farm.games g join farm.tournaments t on t.id = tournament_id
        where t.name = 'one' and number > %s and worker_id is not null""", last)[0]
    assert "its tournament has ended by its --until" in fails(
        "RF002", "select farm.fence(%s, %s, %s, false)", *held)
    return last


@farm.promise("A tournament that stops does not choose its games")
def test_same_after_any_history(one):
    """The same tournament, played by four workers, and by workers that are killed."""
    create("four", *PLAYED, games=200, rules="thesis")
    aresd("--until-done", "--workers", 4, "--batch", 3)
    assert (stop("four"), digest("four")) == (stop("one"), digest("one"))
    create("killed", *PLAYED, games=200, rules="thesis")
    finished = "finished >= %s from farm.progress where tournament = 'killed'"
    killed_when(lambda: holds(finished, one // 4), lambda: holds(finished, one // 2))
    assert stop("killed")[0] is None
    aresd("--until-done", "--workers", 2)
    assert (stop("killed"), digest("killed")) == (stop("one"), digest("one"))
    assert "all agree" in ctl("verify", "killed", "--players")
    assert query("""select finished = last_game, finished + cancelled = p.games
        from farm.progress p join farm.stopping s using (tournament)
        where tournament = 'killed'""") == [(True, True)]


def test_a_game_aside_holds_up():
    """A game that was quarantined holds the judgement up, and status says so. When it is played,
    the judgement continues. Without a verdict all games are played, also in half a block."""
    create("aside", TWO, "--rounds", 4, "--until", "0.001%", games=101, rules="thesis")
    ctl("game", "quarantine", "aside/71", "a test")
    aresd("--until-done")
    held_up = "select judged, held_up_by from farm.stopping where tournament = 'aside'"
    assert query(held_up) == [(70, 71)] and stop("aside")[0] is None
    said = ctl("tournament", "status", "aside")
    assert re.search("; game 71 is quarantined, and no later one is judged$", said, re.M)
    ctl("game", "retry", "aside/71")
    aresd("--until-done")
    assert query(held_up)[0][1] is None and stop("aside") == ("all played", 101, 50)
    assert query("select finished, cancelled from farm.progress where tournament = 'aside'") == [
        (101, 0)]
    said = ctl("tournament", "status", "aside")
    assert re.search("^until 0.001%: all games are played, and no verdict came: a has ", said, re.M)


def test_said(one):
    """What status, list, watch, JSON and standings say. No game after the last one is retried."""
    known = f"until 6% of squares: known after game {one}"
    status = ctl("tournament", "status", "one")
    for pattern, said in [
            (f"^{known}: a has [0-9.]+ %, from [0-9.]+ to [0-9.]+$", status),
            ("^squares % +95 % interval +player$", status),
            ("^points % +95 % interval +player$", ctl("tournament", "status", "one", "--score", "thesis")),
            (f"^one +200 +{one} +stopped after {one} ", ctl("tournament", "list")),
            (fr"^{one} of 200 games, [0-9]+ cancelled \| .*\| {known}", ctl("watch", "one")),
            (f"^{known}", ctl("psql", "-X", "-v", "t=one", "-f", "sql/standings.sql")),
            ("^This is by the score thesis: score=squares compares by what --until judges.$",
             ctl("query", "comparison", "one"))]:
        assert re.search(pattern, said, re.M), said
    assert "This is by" not in ctl("query", "comparison", "one", "score=squares")
    told = json.loads(ctl("tournament", "status", "one", "--json"))
    assert (told["stop"]["last_game"], told["stop"]["verdict"]) == (one, "known")
    assert {row["score"] for row in told["standings"]} == {"squares"}
    assert ctl("tournament", "status", "one", role="farm_reader") == status
    refused(f"the tournament stopped after game {one}: no later one is played",
            *program("aresctl", "--quiet", "game", "retry", f"one/{one + 1}"))
    again = program("aresctl", "tournament", "create", "one", "--games", 200, "--seed", farm.SEED,
                    "--rounds", 6, "--seats", PLAYED[0])
    assert "exists already" in farm.done(*again, *PLAYED[3:])
    refused("until 6% of squares (not 7% of squares)", *again, "--until", "7%", *PLAYED[5:])
    refused("until 6% of squares (not all are played)", *again)


@pytest.mark.parametrize("seats, options, why", [
    *((TWO, ("--until", rule), "must be 2% or sprt(2%), with any number above 0 and below 50 that"
       " has at most three decimals") for rule in
      ("2", "50%", "0%", "2.0001%", "sprt 2%", "sprt(2)", "sprt(2%", "x%", "-1%", "100%")),
    ("random,random", ("--until", "2%"), "there is one player only"),
    ("random,randbot" + 5 * ",random", ("--until", "sprt(2%)"),
     "players must take turns at the powers"),
    (TWO, ("--score", "squares"), "--score says what --until judges, and --until is missing")])
def test_refusals(seats, options, why):
    refused(why, *program("aresctl", "--quiet", "tournament", "create", "no", "--games", 100,
                          "--seats", seats, *options))
    assert farm.games_of("no") == []


@pytest.mark.parametrize("rule", ["20%", "sprt(2%)"])
def test_too_few_games(rule):
    """No verdict comes before 32 blocks. A tournament of fewer is made, and this is told."""
    def create_few(games):
        return farm.run(*program("aresctl", "--quiet", "tournament", "create", f"few{games}-{rule[0]}",
                                 "--games", games, "--seats", TWO, "--until", rule)).stderr
    assert create_few(62) == f"few62-{rule[0]}: --until has no verdict before 64 games: all are played\n"
    assert create_few(64) == ""
