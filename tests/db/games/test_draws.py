"""draws: games end as a draw after that many years without a change of centres (tournament create
--draw-after), also those that a worker continues. Tournaments without that rule stay as they
were.

SEED=1 draws games, and the phases that games are rolled back to.
"""
import pytest

import farm
from endings import digests
from farm import aresd, ctl, program, query, refused, value

YEARS, GAMES = 1, 12
DRAWN = """from farm.games g join farm.tournaments t on t.id = g.tournament_id
    where t.name = 'drawn' and g.ending = 'draw' and farm.phase_round(g.phase) < t.round_limit"""


def create(name, *options):
    farm.create(name, "randbot,random", "--rounds", 60, *options, games=GAMES)


@pytest.fixture(name="drawn", scope="module", autouse=True)
def _drawn():
    """The digests of the tournament drawn; the others have other rules."""
    create("drawn", "--draw-after", YEARS)
    create("late", "--draw-after", 1000)
    create("never", "--draw-after", 0)
    create("plain")
    aresd("--until-done")
    return digests("drawn")


def test_centres_have_not_changed():
    """The owners of the centres show what the rule says: a game ends in the first spring that has
    so many years after it, and no sooner."""
    springs = query("""with board as (
            select g.id, g.ending, g.phase as last, b.phase, (
                select string_agg(substr(b.owners, a.id + 1, 1), '' order by a.id) from farm.areas a
                where a.map_id = t.map_id and a.centre) as centres
            from farm.boards b join farm.games g on g.id = b.game_id
            join farm.tournaments t on t.id = b.tournament_id
            where t.name = 'drawn' and farm.phase_round(g.phase) < t.round_limit)
        select id, phase = last and ending = 'draw' as drawn, phase >= 5 * %s and (
            select count(distinct o.centres) = 1 from board o
            where o.id = b.id and o.phase between b.phase - 5 * %s and b.phase) as due
        from board b where phase %% 5 = 0""", YEARS, YEARS)
    assert [spring for spring in springs if spring[1] != spring[2]] == []
    ended = {game for game, drawn, _ in springs if drawn}
    assert ended and ended == {game for game, in query(f"select g.id {DRAWN}")}


def test_results_are_draws():
    """The survivors share the point. farm.results has the rule's draws like all others."""
    games = value(f"select count(*) {DRAWN}")
    assert query(f"""select array_agg(distinct fate), round(sum(points))::int from farm.results
        where tournament = 'drawn' and number in (select number {DRAWN})""") == [
            (["draw", "elimination"], games)]
    assert value("""select bool_and((points > 0)
            = (g.units[array_position(m.powers, r.power)] > 0))
        from farm.results r join farm.games g on g.id = r.game
        join farm.tournaments t on t.id = g.tournament_id join farm.maps m on m.id = t.map_id
        where tournament = 'drawn' and ending = 'draw'""")


def test_verify_plays_by_the_rule():
    change = "update farm.tournaments set draw_after = %s where name = 'drawn'"
    assert "all agree" in ctl("verify", "drawn", "--players")
    query(change, YEARS + 1)
    result = farm.run(*program("aresctl", "verify", "drawn"))
    query(change, YEARS)
    assert result.returncode == 1
    assert "no orders are stored, though the game continues" in result.stdout


def test_goes_on_from_any_phase(drawn):
    """Two workers come to the same games. Then the games lose their ends, and all from a phase on,
    drawn by chance: half of the games from one of the last. So workers continue in the middle of years
    without a change."""
    create("again", "--draw-after", YEARS)
    aresd("--until-done", "--workers", 2)
    assert digests("again") == drawn
    query("select setseed(%s)", 1 / (1 + farm.SEED))
    query("""create temp table cut as select g.id,
            (g.phase - random() * case when g.number % 2 = 0 then 6 else g.phase end)::int as phase
        from farm.games g join farm.tournaments t on t.id = g.tournament_id
        where t.name = 'again' order by g.number;
        delete from farm.boards b using cut c where b.game_id = c.id and b.phase >= c.phase;
        delete from farm.tallies a using farm.tournaments t
        where t.id = a.tournament_id and t.name = 'again';
        update farm.games g set state = 'pending', worker_id = null, claimed_at = null,
            finished_at = null, ending = null, winner = null, phase = null, phases = null,
            centres = null, units = null, digest = null from cut c where c.id = g.id""")
    aresd("--until-done", "--workers", 2, "--batch", 3)
    assert digests("again") == drawn
    assert "all agree" in ctl("verify", "again")


def test_without_the_rule(drawn):
    """0 is the normal value: migrate holds the digests of games that are older than the rule. A
    game that has no such draw has the rule in its digest all the same."""
    plain = digests("plain")
    assert digests("never") == plain
    for other in drawn, digests("late"):
        assert other[0] != plain[0]
    assert not set(digests("late")[1]) & set(plain[1])


def test_refusals():
    again = program("aresctl", "--quiet", "tournament", "create", "drawn", "--seats",
                    "randbot,random", "--rounds", 60, "--games", GAMES, "--rules", "standard",
                    "--seed", farm.SEED)
    for years in -1, 1001:
        refused(f"--draw-after {years}: must be a whole number from 0 to 1000", *again,
                "--draw-after", years)
    refused(f"exists already, with draw-after {YEARS} (not 0): choose another name", *again)
    farm.done(*again, "--draw-after", YEARS)
