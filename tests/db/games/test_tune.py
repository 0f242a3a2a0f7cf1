"""tune: a tuning (aresctl tune) takes the same course with any number of workers, after crashes and
in another farm. A step is made once, is what the formulas say by numbers worked out elsewhere, and
leads to what is best where that is known.

SEED=1 draws games, searches and the moments of kills.
"""
import hashlib
import json
import math
import random
import re
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import psycopg
import pytest

import farm
from endings import killed_when, solos
from farm import aresd, ctl, digest, holds, program, query, refused, value, wait_for

# a player that plays fast: six steps of eight short games
OPTIONS = ("--player", "dumbbot(fallattack=0)", "--tune",
           "fallattack=0..1000 gap alternative=0..100/20", "--games", 48, "--batch", 8,
           "--gain", 20, "--rules", "standard", "--rounds", 12, "--seed", farm.SEED)
STEPS = "farm.tuning_steps s join farm.tournaments t on t.id = s.tournament_id where t.name = %s"
COURSE = f"""select step, last_game, theta::float8[], signs, plus, minus, plus_share, minus_share,
    gradient::float8[], moved_to::float8[] from {STEPS} order by step"""
ADVANCE, TUNE = "select farm.tunings_advance()", program("aresctl", "tune")


def create(name, *options, paused=False):
    ctl("tune", "create", name, *OPTIONS, *options)
    if paused:
        query("update farm.tournaments set paused = true where name = %s", name)


def course(name):
    """All that its steps did, but for times and ids."""
    return query(COURSE, name)


def progress(name, what="step, ending"):
    return query(f"select {what} from farm.tuning_progress where tournament = %s", name)[0]


def found(name):
    return value("select farm.tuning_found(id) from farm.tournaments where name = %s", name)


@pytest.fixture(name="one", scope="module", autouse=True)
def _one():
    """The course of the tuning one. One worker plays it, and beside it all other tunings that need
    nothing else: in aside a game is missing, and broken cannot continue."""
    create("one")
    create("seeded", "--seed", farm.SEED + 1)
    create("others", "--against", "random", "--batch", 12)
    create("aside")
    ctl("game", "cancel", "aside/3")
    create("broken")
    query("delete from farm.tuning_settings s using farm.tournaments t"
          " where t.id = s.tournament_id and t.name = 'broken'")
    ctl("tune", "create", "users", "--player", "ares(cycles=20)", "--tune",
        "near=0..100 depth=1..2 convoys", "--games", 8, "--batch", 2, "--rounds", 2)
    aresd("--until-done", "--workers", 1)
    assert progress("one", "steps, step, games, played, ending") == (6, 6, 48, 48, "all played")
    return course("one")


# ── the arithmetic ──

def chance(seed, step, name, what):
    """A number from 0 to 1, drawn for a purpose."""
    text = f"{seed}/{step}/{name}/{what}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:4], "big") / 2 ** 32


def reach(scale, step):
    return max(0.5, scale / step ** 0.101)


def rate(gain, step, steps):
    return 2 * gain * ((steps / 10 + 1) / (steps / 10 + step)) ** 0.602


def test_chance_and_gains():
    for drawn in (1, 1, "near", "sign"), (0, 99999, "x", "sign"), (2 ** 53 + 1, 4, "open", "round"):
        sql = "select farm.tuning_chance(%s::bigint, %s::int, %s, %s)::float8"
        assert value(sql, *drawn) == pytest.approx(chance(*drawn), abs=1e-9)
    for scale, gain, step, steps in ((10, 2, 1, 100), (10, 2, 50, 100), (0.5, 7, 3, 7),
                                     (100000, 100, 99999, 100000)):
        assert query(f"select farm.tuning_reach({scale}, {step})::float8,"
                     f" farm.tuning_rate({gain}, {step}, {steps})::float8")[0] == pytest.approx(
            (reach(scale, step), rate(gain, step, steps)), abs=1e-4)


def test_sides_by_hand():
    """At a bound they are less far apart, but never by less than 1."""
    assert query("""select plus, minus from (values
            (1, 50.0, 0, 100, 10.0, 1, 0.0), (2, 50.3, 0, 100, 10.0, 1, 0.5),
            (3, 50.3, 0, 100, 10.0, -1, 0.8), (4, 0.0, 0, 100, 5.0, 1, 0.0),
            (5, 0.0, 0, 100, 5.0, -1, 0.9), (6, 99.5, 0, 100, 5.5, 1, 0.0),
            (7, 0.9, 0, 1, 0.5, -1, 0.999), (8, 3.0, 1, 4, 40.0, 1, 0.4),
            (9, 2.5, 0, 9, 0.5, 1, 0.0), (10, -3.2, -10, 0, 1.5, 1, 0.0)
        ) v (i, theta, low, high, reach, sign, chance)
        cross join lateral farm.tuning_sides(theta, low, high, reach, sign, chance)
        order by i""") == [(60, 40), (60, 40), (41, 61), (5, 0), (0, 5), (100, 94), (0, 1), (4, 1),
                           (3, 2), (-2, -5)]
    assert query("""select farm.tuning_moved(50, 0, 100, 10, 2.0, 0.01)::int,
        farm.tuning_moved(50, 0, 100, 10, 2.0, -0.01)::int,
        farm.tuning_moved(50, 0, 100, 10, 4.0, 0.5)::int,
        farm.tuning_moved(50, 0, 100, 10, 4.0, -0.5)::int""") == [(52, 48, 100, 0)]


def test_sides_differ_and_are_fair():
    """Both sides of a setting always differ and stay in the range. On average they lie about theta,
    if it is not near a bound."""
    assert query("""select count(*), count(*) filter (where plus = minus
            or (plus > minus) <> (sign > 0) or least(plus, minus) < 0 or greatest(plus, minus) > 7)
        from generate_series(0, 7, 0.1) theta, unnest(array[0.5, 0.6, 1, 2.3, 3.5, 9]) reach,
            generate_series(0, 0.99, 0.09) chance, unnest(array[-1, 1]) sign
        cross join lateral farm.tuning_sides(theta, 0, 7, reach, sign, chance) s""") == [
            (71 * 6 * 12 * 2, 0)]
    assert query("""select count(*), count(*) filter (where abs(mean - theta) > 0.005) from (
        select theta, reach, avg((s.plus + s.minus) / 2.0) as mean
        from generate_series(3, 4, 0.1) theta, unnest(array[0.5, 0.7, 1.4, 2.5]) reach,
            generate_series(0.002, 1, 0.004) chance
        cross join lateral farm.tuning_sides(theta, 0, 7, reach, 1, chance) s
        group by theta, reach) m""") == [(44, 0)]


def test_steps_beside_python():
    """Two whole steps. Of the eight games of a step + wins five, then three: in one of the games 15
    and 16 it has all seats. A win is a share of 1."""
    create("steps", paused=True)
    solos("steps", "g.number <= 5")
    assert value(ADVANCE) == 0
    solos("steps", "g.number <= 10")
    query(ADVANCE)
    rows = course("steps")
    assert len(rows) == 3
    names, highs, scales = ("fallattack", "alternative", "gap"), (1000, 100, 10000), (100, 20, 1000)
    theta = [0, 50, 500]
    for row, difference in zip(rows, (Fraction(2, 8), Fraction(-2, 8))):
        step, last_game, there, signs, plus, minus, plus_share, minus_share, gradient, moved = row
        assert last_game == 8 * step
        assert there == pytest.approx(theta, abs=1e-4)
        assert (plus_share + minus_share, plus_share - minus_share) == (1, difference)
        for i, name in enumerate(names):
            sign = -1 if chance(farm.SEED, step, name, "sign") < 0.5 else 1
            rounding = chance(farm.SEED, step, name, "round")
            half = sign * reach(scales[i], step)
            sides = [math.floor(max(0, min(highs[i], there[i] + way)) + rounding)
                     for way in (half, -half)]
            assert (signs[i], plus[i], minus[i]) == (sign, *sides), (step, name)
            assert gradient[i] == pytest.approx(difference / (plus[i] - minus[i]), abs=1e-8)
            after = there[i] + rate(20, step, 6) * scales[i] ** 2 * gradient[i]
            assert moved[i] == pytest.approx(max(0, min(highs[i], after)), abs=1e-2 * scales[i])
        theta = moved
    # what was found so far: after two steps, the place where the second one led
    assert found("steps") == [round(x) for x in theta]
    # the two steps took 10 and 20 seconds, and four are left
    query("""update farm.tuning_steps s set made_at = ended_at - step * interval '10.2 s'
        from farm.tournaments t where t.id = s.tournament_id and t.name = 'steps' and ended_at is not null""")
    assert query("select said from farm.tuning_told where tournament = 'steps'") == [
        ("tuning dumbbot by squares: 2 of 6 steps, 0 of 48 games; about 00:01:01 are left",)]


def test_finds_what_is_best():
    """One side is better by a rule: + wins a game as often as it is nearer to gap=2000,
    alternative=10. The search gets there."""
    ctl("tune", "create", "best", "--player", "dumbbot(gap=9000,alternative=90)", "--tune",
        "gap alternative", "--games", 1600, "--batch", 16, "--gain", 4, "--seed", farm.SEED)
    query("update farm.tournaments set paused = true where name = 'best'")
    for _ in range(100):
        solos("best", f"""select abs(hashtext('{farm.SEED}/' || g.number)) % 1000 < 500 + 500 * (
                abs(minus[1] - 10) / 90.0 + abs(minus[2] - 2000) / 8000.0
                - abs(plus[1] - 10) / 90.0 - abs(plus[2] - 2000) / 8000.0)
            from farm.tuning_steps s where s.tournament_id = t.id and s.ended_at is null""")
        query(ADVANCE)
    assert progress("best") == (100, "all played")
    alternative, gap = found("best")
    assert abs(alternative - 10) < 15 and abs(gap - 2000) < 1500
    # the course has each step, and what was found by then: the mean of the last quarter
    steps = course("best")
    rows = query("""select step, last_game, theta::float8, plus, minus, plus_share::float8,
            minus_share::float8, gradient::float8, moved_to::float8, setting, place, found
        from farm.tuning_course where tournament = 'best' order by step, place""")
    assert len(rows) == 200 and [row[-1] for row in rows[-2:]] == [alternative, gap]
    for n, row in enumerate(rows):
        step, last_game, theta, _, plus, minus, plus_share, minus_share, gradient, moved = steps[n // 2]
        quarter = [before[-1][n % 2] for before in steps[:step][-max(1, step // 4):]]
        assert row[:10] == (step, last_game, theta[n % 2], plus[n % 2], minus[n % 2],
                            *(math.floor(1000 * share + 0.5) / 10 for share in (plus_share, minus_share)),
                            gradient[n % 2], moved[n % 2], ("alternative", "gap")[n % 2])
        assert row[-1] == math.floor(sum(quarter) / len(quarter) + 0.5)


# ── its course ──

@farm.promise("A tuning takes one course")
def test_same_after_any_history(one):
    """With one worker, with three, with workers and supervisors killed at moments drawn by SEED."""
    create("three")
    with farm.Daemon("aresd", "--until-done", "--workers", 3, "--batch", 2) as daemon:
        # watch goes on to the end of the tuning, and not to that of a step
        said = ctl("watch", "three", timeout=300).splitlines()[-1]
        assert re.match("48 of 48 games.*: all played$", said)
        wait_for(lambda: daemon.process.poll() == 0, 20)
    assert (course("three"), digest("three")) == (one, digest("one"))
    create("killed")
    moments = sorted(random.Random(farm.SEED).sample(range(1, 33), 3))
    killed_when(*(lambda n=n: progress("killed", "played") >= (n,) for n in moments))
    assert progress("killed")[1] is None
    aresd("--until-done", "--workers", 2)
    assert (course("killed"), digest("killed")) == (one, digest("one"))
    assert "all agree" in ctl("verify", "killed", "--players")
    assert course("seeded") != one


def test_one_look():
    """Whether anything is left is one look at the farm. If its parts looked one after the other, a
    step made between them would be in none of them, and aresd would end."""
    assert query("""select proname, provolatile::text from pg_proc
        where pronamespace = 'farm'::regnamespace
        and proname in ('games_left', 'tuning_is_due', 'stop_is_due') order by 1""") == [
            ("games_left", "s"), ("stop_is_due", "s"), ("tuning_is_due", "s")]


def test_killed_between_steps():
    """Between two steps nothing is open but the next step. aresd makes it before it ends."""
    create("between", paused=True)
    solos("between", "true")
    assert holds("farm.games_left()")
    query(f"begin; {ADVANCE}; rollback")
    assert len(course("between")) == 1
    aresd("--until-done", "--workers", 1)
    assert progress("between", "step") == (1,)
    assert [state for state, in query("select state::text from farm.games where id = any (%s)",
                                      farm.games_of("between"))].count("pending") == 8


def test_a_step_is_made_once():
    """Six sessions make the next step at once, and later one that still sees the step before."""
    create("once", paused=True)
    sessions = [farm.connect() for _ in range(6)]
    late = sessions[0]
    for step in (1, 2, 3):
        solos("once", "g.number % 3 = 0")
        with ThreadPoolExecutor(6) as pool:
            list(pool.map(lambda one: one.execute(ADVANCE), sessions))
        assert progress("once", "step, games") == (step, 48)
        assert len(course("once")) == step + 1 and len(farm.games_of("once")) == 8 * step + 8
    solos("once", "true")
    late.execute("begin isolation level repeatable read; select from farm.tunings")
    query(ADVANCE)
    with pytest.raises(psycopg.errors.SerializationFailure):
        late.execute(ADVANCE)
    for session in sessions:
        session.close()
    assert progress("once") == (4, None) and len(course("once")) == 5


def test_workers_with_other_games():
    """Workers that have other games to play claim none of the tuning, and find none to be missing.
    The supervisor makes the next step."""
    create("waits")
    farm.create("busy", "ares(depth=2,age=20),random", games=400)
    ctl("tournament", "priority", "busy", 10)
    with farm.Daemon("aresd", "--workers", 1) as daemon:
        wait_for(lambda: holds("finished > 0 from farm.progress where tournament = 'busy'"), 20)
        solos("waits", "true")
        wait_for(lambda: progress("waits", "step") == (1,), 20)
        assert not farm.finished("busy")
        farm.cancel("busy")
        farm.cancel("waits")
        daemon.stop()


def test_a_game_aside_holds_up(one):
    """A game that was quarantined holds the tuning up, and show says so. When it is played, the
    tuning continues."""
    assert "; game 3 is quarantined" in ctl("watch", "aside", timeout=100)
    for command in ("tune", "show"), ("tournament", "status"):
        assert re.search("; game 3 is quarantined, and there is no next step until it is played$",
                         ctl(*command, "aside"), re.M)
    ctl("game", "retry", "aside/3")
    aresd("--until-done")
    assert course("aside") == one


def test_one_that_cannot_go_on():
    """A tuning whose rows were changed by hand fails by itself: one, played beside it, did not."""
    assert progress("broken", "ending, reason is not null") == ("failed", True)
    assert "; failed: " in ctl("tune", "show", "broken")


def test_against_others():
    """A third player takes turns at the powers, too. What both sides gain is less then, and the
    difference counts for more, up to 1."""
    assert query("""select distinct s.entrant, u.player from farm.seats s
        join farm.users u on u.id = s.user_id where s.game_id = any (%s) order by 1""",
                 farm.games_of("others")) == [(0, "dumbbot"), (1, "dumbbot"), (2, "random")]
    assert query("select block from farm.tournaments where name = 'others'") == [(3,)]
    steps = course("others")
    assert len(steps) == 4
    for _, _, _, _, plus, minus, plus_share, minus_share, gradient, _ in steps:
        difference = max(-1, min(1, 1.5 * float(plus_share - minus_share)))
        assert gradient[0] == pytest.approx(difference / (plus[0] - minus[0]), abs=1e-7)


def test_users_as_those_of_aresctl():
    """The users of a tuning are those that aresctl makes of the same players, also of settings that
    came later."""
    users = query("select id, label from farm.users order by id")
    pairs = query(f"select plus_id, minus_id from {STEPS}", "users")
    tuned = {user for pair in pairs for user in pair}
    assert len(tuned) > 4
    for number, user in enumerate(tuned):
        farm.create(f"u{number}", f"{dict(users)[user]},ares(cycles=20)", games=2)
        farm.cancel(f"u{number}")
    assert query("select id, label from farm.users order by id") == users
    labels = [label for _, label in users if label.startswith("ares")]
    assert len(set(labels)) == len(labels)


# ── what people see ──

def test_said():
    assert re.search("^one +48 +48 +all played", ctl("tune", "list"), re.M)
    said = ctl("tune", "show", "one")
    for pattern in ("tuning dumbbot by squares: 6 of 6 steps, 48 of 48 games: all played",
                    "fallattack +600 +0 +1000 +0 +[0-9.]+ +[0-9]+",
                    r"step 6, \+: [0-9.]+ % of the points with"
                    " fallattack=[0-9]+ alternative=[0-9]+ gap=[0-9]+",
                    "found so far: " + re.escape(progress("one", "found")[0])):
        assert re.search(f"^{pattern}$", said, re.M), (pattern, said)
    asked = "fallattack=0..1000/100 alternative=0..100/20 gap=0..10000/1000, 48 games by 8, squares, gain 20"
    assert query("select * from farm.tuning_progress where tournament = 'one'") == [
        ("one", "dumbbot", "squares", asked, 6, 6, 48, 48, "all played", None, "dumbbot(fallattack=0)",
         progress("one", "found")[0], None, None)]
    listed = json.loads(ctl("tune", "list", "--json"))
    assert [tuning["step"] for tuning in listed if tuning["tournament"] == "one"] == [6]
    shown = json.loads(ctl("tune", "show", "one", "--json"))
    assert shown["progress"]["ending"] == "all played"
    assert [row["setting"] for row in shown["settings"]] == ["fallattack", "alternative", "gap"]
    page = ctl("report", "one", "--no-replays", "--output", "-")
    assert re.search("There are no ratings: .* never met, not even over others", page)
    steps = ctl("query", "tuning", "one", "every=4", "--format", "csv")
    assert [line.split(",")[0] for line in steps.splitlines()] == ["step", "4", "6"]
    again = farm.done(*TUNE, "create", "one", *OPTIONS)
    assert again == ("tuning one: 6 steps of 8 games, beginning with dumbbot(fallattack=0)."
                     " To play and show it:\n"
                     "  aresd --until-done\n  aresctl tune show one")
    assert progress("one", "step") == (6,)


def test_verify_makes_tournaments():
    verify = *TUNE, "verify"
    create("fresh")
    refused("no step is played yet", *verify, "fresh")
    farm.cancel("fresh")
    ctl("tune", "verify", "one", "--games", 4)
    best = progress("one", "found")[0]
    assert query("""select name, players, block, games, round_limit, rules, seed
        from farm.tournaments where name like 'one-%' order by name""") == [
            (f"one-{rival}", f"{best},{player}", 2, 4, 12, "standard", farm.SEED + 1)
            for rival, player in (("normal", "dumbbot"), ("start", "dumbbot(fallattack=0)"))]
    refused("one-start or one-normal exists already", *verify, "one", "--games", 4)
    aresd("--until-done")
    assert farm.finished("one-start") and farm.finished("one-normal")
    refused("--games 5: must be a multiple of 2", *verify, "one", "--games", 5)
    refused("is the seed of the tuning", *verify, "three", "--games", 4, "--seed", farm.SEED)


def test_cancel_and_drop():
    create("gone")
    number = value("select id from farm.tournaments where name = 'gone'")
    paused = "paused: type aresctl tournament resume gone"
    assert paused not in ctl("tune", "show", "gone")
    assert re.search("^gone .* step 1 of [0-9]+ +-$", ctl("tune", "list"), re.M)
    ctl("tournament", "pause", "gone")
    for command in ("tune", "show"), ("tournament", "status"):
        assert ctl(*command, "gone").splitlines()[1] == paused
    assert re.search("^gone .* paused +-$", ctl("tune", "list"), re.M)
    said = farm.done(*TUNE, "cancel", "gone")
    assert said == "tuning gone: ended; 8 games cancelled"
    aresd("--until-done")
    assert progress("gone") == (0, "cancelled")
    refused("tuning gone is not dropped: --yes is missing", *TUNE, "drop", "gone")
    assert farm.done(*TUNE, "drop", "gone", "--yes") == "tuning gone: dropped, with 8 games"
    wait_for(lambda: value("select farm.sweep(2000)") == 0)
    for table in ("tunings", "tuning_settings", "tuning_steps", "games"):
        assert query(f"select from farm.{table} where tournament_id = {number}") == []
    refused("no tuning gone; aresctl tune list lists them", *TUNE, "show", "gone")
    refused("no tuning gone", *TUNE, "cancel", "gone")
    assert farm.done(*TUNE, "cancel", "one") == "tuning one: nothing to cancel: it has ended"


@pytest.mark.parametrize("tune, why", [
    ("depth=1..3", "--tune: scorer has no setting 'depth'"),
    ("near=0..200", "--tune: scorer: near is a number from 0 to 100, not 200"),
    ("near=-1..100", "--tune: scorer: near is a number from 0 to 100, not -1"),
    ("near=9..9", "--tune: near=9..9: the second number must be greater"),
    ("near=0..50", "--tune: near begins with 90, which is outside of 0..50"),
    ("near open near=0..100", "--tune: near is given twice"),
    ("near=80..100/11", "--tune: near=80..100/11: must be perturbed by 1 to 10"),
    ("near=80..100/0", "--tune: near=80..100/0: must be perturbed by 1 to 10"),
    *((bad, f"--tune: '{bad}' must be like near=0..100 or near=0..100/10") for bad in (
        "near=1", "near=", "near=1..", "near=a..b", "near=80..100/", "near=80..100/x",
        "near=80..100,open", "near,open")),
    *((bad, "must begin with the name of a setting") for bad in ("", "=1..2")),
    ("near --batch 7", "--batch 7: must be a multiple of 2"),
    ("near --games 100", "--games 100: must be a multiple of the 32 games of a step (--batch)"),
    ("near --against nobody", "--against: 'nobody' is not a player"),
    ("near --against " + ",".join(25 * ["random"]), "--against: must be 1 to 24 players, not more"),
    ("near --against random,@ann", "--against: must be players of the farm"),
    ("near --player random", "random has no setting 'near': it has none"),
    ("near --player @ann", "must be a player of the farm")])
def test_refusals(tune, why):
    tune, dashes, options = tune.partition("--")
    refused(why, *TUNE, "create", "no", "--player", "scorer(near=90)", "--tune", tune.rstrip(),
            *(dashes + options).split())
    assert farm.games_of("no") == []


def test_refusals_of_a_name():
    refused("a tournament one exists already, with tuning fallattack=0..1000/100"
            " alternative=0..100/20 gap=0..10000/1000, 48 games by 8, squares, gain 20 (not",
            *TUNE, "create", "one", *OPTIONS, "--tune", "fallattack=0..1000")
    refused("at most 56 letters", *TUNE, "create", 57 * "x", "--player", "dumbbot", "--tune", "gap")


def test_rights():
    """Readers see all of it. Only the owner makes, cancels and drops. A worker makes steps. db/roles has the
    rest."""
    query("select from farm.tuning_course", role="farm_reader")
    assert "all played" in ctl("tune", "show", "one", role="farm_reader")
    for role in ("farm_reader", "farm_worker", "farm_agent"):
        for command in (("create", "no", "--player", "dumbbot", "--tune", "gap"),
                        ("cancel", "fresh"), ("drop", "one", "--yes")):
            refused("ermission denied", *TUNE, *command, role=role)
    query(ADVANCE, role="farm_worker")
    assert progress("one", "step") == (6,)


@pytest.mark.skipif(bool(farm.ON_USERS_SERVER), reason="it makes a second database")
@farm.promise("A tuning takes one course")
def test_goes_on_elsewhere(one, tmp_path, monkeypatch):
    """A tuning that is under way continues in another farm, and takes the same course there."""
    create("moved")
    with farm.Daemon("aresd", "--workers", 1) as daemon:
        wait_for(lambda: progress("moved", "played")[0] >= 18, 20)
        daemon.stop()
    assert progress("moved")[1] is None
    ctl("backup", "moved", "--output", tmp_path / "backup")
    query("create database elsewhere")
    monkeypatch.setenv("CONNINFO", farm.conninfo("elsewhere"))
    ctl("init")
    ctl("restore", tmp_path / "backup")
    aresd("--until-done", "--workers", 2)
    with farm.connect() as there:
        assert farm.rows_of(there, COURSE, ["moved"]) == one
