"""summaries: each finished game has its summary: the same after any history, and the same that its
boards tell. Questions have the same answers with and without summaries. aresctl init sums older
games up, and aresctl verify finds each change.

Kills workers. SEED=1 draws the games.
"""
import re

import pytest

import farm
from endings import killed_when
from farm import aresd, create, ctl, holds, program, query, value, wait_for
from people import ask, make_roles

GAMES = 20
STIRRED = """(select g.*, (select count(*) from farm.boards b where b.game_id = g.id) as boards
    from farm.games g join farm.tournaments t on t.id = g.tournament_id
    where t.name like 'stirred-%') s"""
SLOW_BOARDS = """create function public.dawdle() returns trigger language plpgsql as
        'begin perform pg_sleep(0.05); return null; end';
    create trigger dawdle after insert on farm.boards execute function public.dawdle()"""
# what all that reads summaries answers
QUESTIONS = ("farm.resolution where tournament = '{0}' order by stage",
             "farm.efforts where tournament = '{0}' order by game, power",
             "farm.histogram('{0}')",
             "farm.resolutions((select id from farm.tournaments where name = '{0}'))"
             " order by stage, ns, orders",
             "farm.by_year('{0}') order by game, year, power",
             "farm.shares_by_year('{0}', '^ares\\M') order by year, seats, points",
             "farm.powers_by_year('{0}') order by year, power, points")


def make_games(before=""):
    create(before + "thesis", "ares(depth=1,age=10),random", "--rounds", 20, games=GAMES,
           rules="thesis")
    create(before + "full", "randbot,ares(depth=1,age=5)", "--rounds", 20, "--judge", "guess",
           games=6)


@pytest.fixture(scope="module", autouse=True)
def _played():
    make_games()
    aresd("--until-done")


def all_summed_up():
    """Every finished game has a summary, and no other game has one."""
    assert query("""select g.id, s.game_id
        from (select * from farm.games where state = 'finished') g
        full join farm.summaries s on (s.tournament_id, s.game_id) = (g.tournament_id, g.id)
        where g.id is null or s.game_id is null""") == []


def agree(*names):
    for name in names:
        assert "all agree" in ctl("verify", name)


def untimed(name):
    """The summaries of a tournament without times and ids."""
    rows = query("""select g.number, cardinality(resolve_ns), to_jsonb(s) - '{tournament_id,game_id,
            resolve_ns,think_ns,longest_ns,foresaw_ns,forecast_ns}'::text[]
        from farm.summaries s join farm.games g on g.id = s.game_id
        join farm.tournaments t on t.id = g.tournament_id where t.name = %s order by 1""", name)
    assert rows
    return rows


def test_every_finished_game():
    all_summed_up()
    agree("thesis", "full")


def test_same_after_kills():
    """Workers are killed again and again while they have games with boards, and others continue with
    these. Each batch takes a little time, so that no worker is done before."""
    make_games("stirred-")
    query(SLOW_BOARDS)
    interrupted = 0  # kills that came before the games were over which the worker had begun
    for _ in range(10):
        before = value(f"select coalesce(sum(boards), 0) from {STIRRED}")
        amid = f"sum(boards) > {before} and bool_or(state = 'claimed' and boards > 0)"
        killed_when(lambda: holds(f"{amid} from {STIRRED}"), options=("--batch", 3))
        interrupted += holds(f"bool_or(state = 'claimed' and boards > 0) from {STIRRED}")
        if interrupted == 3:
            break
    assert interrupted == 3
    query("drop function public.dawdle() cascade")
    aresd("--until-done")
    assert value(f"select max(epoch) from {STIRRED}") > 1
    for name in "thesis", "full":
        assert untimed("stirred-" + name) == untimed(name)
    all_summed_up()
    agree("stirred-thesis", "stirred-full")


def test_external_player():
    """A game that waits for an external player is given up and taken up again in each phase."""
    make_roles(agent="farm_agent")
    create("external", "random,randbot,@agent,random,randbot,random,random", "--rounds", 6, games=2)
    turns = "select api.submit_orders(game, '{}', true, power => power) from api.my_turns"
    with farm.Daemon("aresd", "--until-done", "--workers", 2) as daemon:
        def over():
            ask("agent", turns + " where not final")
            return daemon.process.poll() == 0
        wait_for(over, 20)
    assert farm.finished("external")
    assert query("""select from farm.games g join farm.tournaments t on t.id = tournament_id
        where t.name = 'external' and epoch < 5""") == []
    all_summed_up()
    agree("external")


def test_boards_stand_in():
    """Without some summaries, and without all, the boards give the same answers: SQL and C roll the
    same up."""
    session = farm.connect(autocommit=False)
    answers = {}
    for deleted in "false", "game_id % 2 = 0", "true":
        session.execute("delete from farm.summaries where " + deleted)
        answers[deleted] = [session.execute("select * from " + question.format(name)).fetchall()
                            for name in ("thesis", "full") for question in QUESTIONS]
        session.rollback()
    assert all(answers["false"])
    for deleted, rows in answers.items():
        assert rows == answers["false"], deleted


def scans(plan, table):
    """How often the plan's nodes read the table."""
    if plan.get("Relation Name") == table:
        yield plan["Actual Loops"]
    for part in plan.get("Plans", ()):
        yield from scans(part, table)


@pytest.mark.parametrize("question", [question for question in QUESTIONS if "year" in question])
def test_read_once(question):
    """Years need the summaries of a tournament once, not once for each game, also if the server
    expects that a farm of many games has few of this tournament."""
    session = farm.connect(autocommit=False)
    session.execute("analyze farm.games, farm.seats, farm.summaries")
    session.execute("""update pg_class set reltuples = 100 * reltuples
        where oid = any ('{farm.games,farm.seats,farm.summaries}'::regclass[])""")
    plan, = session.execute("explain (analyze, format json) select * from "
                            + question.format("thesis")).fetchone()
    session.rollback()
    assert list(scans(plan[0]["Plan"], "summaries")) == [1]


def same(sql, other):
    """Both must have the same rows, at least one."""
    rows = query(sql)
    assert rows and sorted(rows) == sorted(query(other))


def test_same_as_one_by_one():
    """The views agree with those that read decisions and boards one by one."""
    same("""select tournament, game, power, player, decisions, think_ns, longest_ns, foresaw, foresaw_ns,
            forecasts, conditioning, substitution, supposition, paradox, forecast_ns, capped
            from farm.efforts where tournament in ('thesis', 'full')""",
         """select tournament, game, power, player, count(*), sum(think_ns), max(think_ns),
            count(forecast_ns), coalesce(sum(think_ns) filter (where forecast_ns is not null), 0),
            coalesce(sum(forecasts) filter (where forecast_ns is not null), 0),
            coalesce(sum(conditioning), 0), coalesce(sum(substitution), 0),
            coalesce(sum(supposition), 0), coalesce(sum(paradox), 0), coalesce(sum(forecast_ns), 0),
            count(*) filter (where capped and forecast_ns is not null)
            from farm.decisions where tournament in ('thesis', 'full') group by 1, 2, 3, 4""")
    same("""select game, bounced, cut, void, dislodged, convoyed, retreated, built, removed
            from farm.incidents where tournament = 'full'""",
         """select game, count(*) filter (where result = 'bounced' and action = 'move'),
            count(*) filter (where result = 'cut'),
            count(*) filter (where result = 'void' and farm.phase_is_move(phase)),
            count(*) filter (where dislodged),
            count(*) filter (where result = 'succeeds' and action = 'convoy'),
            count(*) filter (where result = 'succeeds' and action = 'retreat'),
            count(*) filter (where result = 'succeeds' and action = 'build'),
            count(*) filter (where result = 'succeeds' and action = 'disband'
                and farm.phase_is_adjustment(phase))
            from farm.orders where tournament = 'full' group by game""")
    same("select f::text from farm.first_decisions('thesis') f",
         """select row(game, phase, power, player, settings, think_ns, forecasts, conditioning,
            substitution, supposition, paradox, forecast_ns, capped)::text
            from farm.decisions where tournament = 'thesis' and phase = 0""")
    same("""select game, number, phases, moves, resolve_ns, think_ns, longest_ns, leads, standstill
            from farm.incidents where tournament = 'full'""",
         """select g.id, g.number, g.phases, b.moves, b.resolve_ns, e.think_ns, e.longest_ns,
            s.events[9], s.events[10]
            from farm.games g join farm.tournaments t on t.id = g.tournament_id and t.name = 'full'
            join farm.summaries s on s.game_id = g.id
            join (select game_id, count(*) as moves, sum(resolve_ns) as resolve_ns from farm.boards
                where orders is not null and farm.phase_is_move(phase) group by 1) b on b.game_id = g.id
            join (select game, sum(think_ns) as think_ns, max(longest_ns) as longest_ns
                from farm.efforts group by 1) e on e.game = g.id""")


def test_init_fills():
    """init sums up what has no summary, also after it was stopped midway."""
    summaries = "select * from farm.summaries order by game_id"
    before = query(summaries)
    for deleted in "true", "game_id % 3 = 0":
        lost = len(query(f"delete from farm.summaries where {deleted} returning 1"))
        assert ctl("init").startswith(f"summing up {lost} finished games; ")
        assert query(summaries) == before
    assert ctl("init") == ""


def test_verify_finds():
    """Every column that is changed is found by its name, in the right game."""
    columns = [name for name, in query("""select column_name::text from information_schema.columns
        where (table_schema, table_name, data_type) = ('farm', 'summaries', 'ARRAY') order by 1""")]
    assert len(columns) > 16
    games = farm.games_of("thesis")
    query("create table kept as select * from farm.summaries")
    for game, column in zip(games, columns, strict=False):
        query(f"update farm.summaries set {column}[2] = {column}[2] + 1 where game_id = {game}")
    for game, centres in (games[-2], "set_byte(centres, 9, 33)"), (games[-1], "'x'"):
        query(f"update farm.summaries set centres = {centres} where game_id = {game}")
    result = farm.run(*program("aresctl", "verify", "thesis"))
    query("truncate farm.summaries; insert into farm.summaries select * from kept; drop table kept")
    assert result.returncode == 1
    assert [re.sub(" than follows.*", "", line) for line in result.stdout.splitlines()] == [
        *(f"thesis/{number}: its summary has another {column}"
          for number, column in enumerate(columns, 1)),
        f"thesis/{GAMES - 1}: its summary has another centres",
        f"thesis/{GAMES}: its row of summaries cannot be read",
        f"{len(columns) + 2} of {GAMES} games differ"]
    agree("thesis")


def test_no_summary_of_an_open_game():
    """A worker is refused that sums up a game which does not end in its batch."""
    game, = create("open", "random,random")
    worker = value("insert into farm.workers (host, pid, supervisor) values ('test', 1, 0)"
                   " returning id")
    query(f"""update farm.games set state = 'claimed', epoch = 1, worker_id = {worker}
            where id = {game};
        update farm.workers set claims = '{{{game}}}' where id = {worker}""")
    said = farm.fails("22023", f"""select farm.batch_write({worker}, false, '{{{game}}}', '{{1}}',
        '{{}}', array[(1, 0, 0, 0, '{{}}', '{{}}', null)::farm.written_end],
        array[(2, {16 * "'{}', "}'', '{{}}')::farm.written_summary])""")
    assert "sums 1 games up, of which 0 end" in said
    farm.cancel("open")


def test_drop():
    """A tournament that is dropped takes its summaries along."""
    tournament = value("select id from farm.tournaments where name = 'full'")
    count = f"select count(*) from farm.summaries where tournament_id = {tournament}"
    assert value(count) == 6
    ctl("tournament", "drop", "--yes", "full")
    wait_for(lambda: value("select farm.sweep(5)") == 0)
    assert value(count) == 0
    all_summed_up()
