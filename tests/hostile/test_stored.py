"""stored: proves that whatever prints what is stored survives rows that no worker writes: nothing
aborts, and one bad row makes no view fail. stored.sql draws the rows by SEED."""
import glob
import json
import signal
import subprocess

import farm
import pytest
from farm import query, value

farm.create("played", "randbot,ares(depth=1,age=5)", "--rounds", 8, games=8)
farm.aresd("--until-done")
farm.create("wild", "random,random", games=80, rules="thesis")
farm.ctl("tournament", "pause", "wild")
farm.ctl("experiment", "cases", "wild", "tests/cases/rulebook.cases", "tests/cases/thesis.cases",
         "--repetitions", 1)


def psql(file, *options):
    """Runs a file by psql: what it says of errors."""
    words = farm.program("aresctl", "psql", "-XqAt", "-v", "ON_ERROR_STOP=1", *options, "-f", file)
    return farm.run(*words).stderr


assert psql("tests/hostile/stored.sql", "-v", f"seed={farm.SEED}") == ""


def survives(*arguments, status=(0,)):
    """What aresctl prints. Its status must be among these. It says one line on standard error if
    the status is 2, else none."""
    result = farm.run(*farm.program("aresctl", *arguments), timeout=20 * farm.PATIENCE)
    assert result.returncode in status, result
    assert result.stderr.count("\n") == (result.returncode == 2), result.stderr
    return result.stdout


@farm.promise("Nothing it reads brings it down")
def test_views():
    """Every row of each view, with all its columns."""
    views = query("select oid::regclass from pg_class where relkind = 'v'"
                  " and relnamespace in ('farm'::regnamespace, 'api'::regnamespace)")
    assert len(views) > 30
    for view, in views:
        query(f"select count(v::text) from {view} v")
    assert query("select bool_or(action is null), bool_or(text is null),"
                 " count(*) filter (where text like '%?%') > 100 from farm.orders") == [
                     (False, False, True)], "orders of no kind and of places that the map lacks"


@farm.promise("Nothing it reads brings it down")
def test_functions():
    """Every function that only reads, and takes a tournament by its name or its id."""
    functions = query("""select proname, proargtypes[0] = 23, pronargs - pronargdefaults
        from pg_proc where pronamespace = 'farm'::regnamespace and provolatile <> 'v'
        and proargnames[1] = 'tournament' and proargtypes[0] in (23, 25)
        and (pronargs - pronargdefaults = 1 or proargtypes[1] = 25)""")
    assert {"histogram", "tournament_digest", "summaries_of"} < {name for name, *_ in functions}
    for tournament in query("select name, id from farm.tournaments where name ~ 'wild|played'"):
        for name, by_id, count in functions:
            query(f"select count(f::text) from farm.{name}(%s{', %s' * (count - 1)}) f",
                  tournament[by_id], *["GER"] * (count - 1))
        query("select count(f::text) from farm.histogram(%s, 1, 2147483647) f", tournament[0])
    query("select farm.wilson95(0, 0), farm.interval95(1, 0)")


# What the questions are asked with.
RUN = query("select coalesce(max(name), '') from farm.case_runs")[0][0]
VALUES = [word for value in ("t=wild", "g=", "m=", "n=", "p=", f"run={RUN}", "score=thesis",
                             "width=2", "every=1", "power=GER", "most=10") for word in ("-v", value)]


def test_questions():
    """The files of sql/ that answer a question of a tournament."""
    others = {"sql/views.sql", "sql/grid.sql", "sql/matrix.sql", "sql/population.sql",
              "sql/tuning.sql", "sql/thesis/likelihood.sql"}
    for file in sorted({*glob.glob("sql/*.sql"), *glob.glob("sql/thesis/*.sql")} - others):
        said = psql(file, *VALUES)
        # Players of wild games may not have met: then ratings.sql must say so.
        assert said == "" or file == "sql/ratings.sql" and " never met, not even over" in said
    # These take tournaments NAME-N of a grid, NAME-N-M of a matrix or NAME-yN of a population.
    for what in ("grid", "matrix", "population", "tuning"):
        assert f"no such {what}" in psql(f"sql/{what}.sql", *VALUES)
    rename = "update farm.tournaments set name = %s, team = %s where name like 'wild%%'"
    query(rename, "wild-1", 0)
    assert psql("sql/grid.sql", "-v", "g=wild") == ""
    query(rename, "wild-1-2", 1)
    assert psql("sql/matrix.sql", "-v", "m=wild") == ""
    query(rename, "wild-y9", 0)
    assert psql("sql/population.sql", "-v", "p=wild") == ""
    query(rename, "wild", 0)


def drawn():
    """30 boards of wild games, with their orders according to farm.orders: half of them noise, half
    boards of real games with some bits turned over (stored.sql)."""
    return query("""select b.number, b.name, array(
            select text || '|' || result || case when dislodged and result <> 'dislodged'
                                                 then ', dislodged' else '' end
            from farm.orders o where o.game = b.id and o.phase = b.phase)
        from (select g.id, g.number, b.phase, farm.phase_name(b.phase) as name, row_number() over (
                  partition by g.number % 2 order by md5(b.phase || ' ' || g.id)) as n
              from farm.boards b join farm.games g on g.id = b.game_id
              join farm.tournaments t on t.id = g.tournament_id where t.name = 'wild') b
        where n <= 15 order by n, number""")


SHORT = pytest.param(0, 12, marks=farm.promise("Nothing it reads brings it down"))


@pytest.mark.parametrize("first, last", [SHORT, (12, 30)])
def test_show(first, last):
    """show prints a board as text with the orders that farm.orders has, or says that it is none. It
    prints every row as JSON."""
    boards = drawn()
    assert len(boards) == 30
    strange = 0  # boards with places that the map lacks
    for number, phase, orders in boards[first:last]:
        text = survives("show", f"wild/{number}", phase, status=[0, 2])
        told = [f"{line[2:30].rstrip()}|{line[31:]}" for line in text.splitlines()
                if line.startswith("  ") and len(line) > 31]
        assert not text or sorted(told) == sorted(orders), (number, phase)
        strange += " ?" in text
        line, = survives("show", "--json", f"wild/{number}", phase).splitlines()
        json.loads(line)
    assert strange


def watch(*options):
    """watch prints the wild tournament, and then waits for changes."""
    with subprocess.Popen(farm.program("aresctl", "watch", "wild", *options), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        line = process.stdout.readline()
        process.terminate()
        rest, error = process.communicate(timeout=10 * farm.PATIENCE)
    assert "80" in line and rest == error == "", (line, rest, error)
    assert process.returncode in (0, -signal.SIGTERM, 128 + signal.SIGTERM)


@pytest.mark.parametrize("options", [[], ["--json"]], ids=["text", "json"])
def test_commands(options):
    survives("tournament", "list", *options)
    for name in ("wild", "played"):
        survives("tournament", "status", name, *options)
        survives("tournament", "digest", name, *options)
    watch(*options)
    survives("verify", "wild", *options, status=[1])
    survives("verify", "played", *options)
    survives("verify", *options, status=[1])


def test_control():
    """What is odd in a game keeps nobody from retrying or cancelling others."""
    survives("metrics")
    survives("game", "retry", "wild/10", status=[2])
    survives("experiment", "tournament", "wild", status=[2])
    status = survives("tournament", "status", "wild")
    assert all(letter.isprintable() or letter == "\n" for letter in status)
    assert status.count("is quarantined: ") == 4
    assert value("select count(*) from farm.games where state = 'quarantined'") == 4
    survives("game", "retry", "wild/9")
    survives("game", "cancel", "wild/19")
