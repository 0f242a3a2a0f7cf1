"""tallies: proves that a hostile worker cannot forge how much of a tournament is finished, and
cannot write beyond its claims. aresctl verify finds tallies that are wrong, and no others."""
import farm
import psycopg
import pytest
from farm import holds, query, value

# mallory has claimed games of the tournament forged, such as A and B.
query("create role mallory login in role farm_worker")
farm.create("forged", "random,random", "--rounds", 2, games=12, rules="thesis")
OTHER = farm.create("other", "random,random")[0]
farm.ctl("tournament", "pause", "other")
WORKER = value("insert into farm.workers (host, pid, supervisor) values ('', 1, 0) returning id")
mallory = farm.connect("mallory")
A, B = (id for id, in mallory.execute("select id from farm.games_claim(%s, 2)", [WORKER]))


def board(place, phase):
    return f"({place}, {phase}, '{{}}', '' {', null' * 8})::farm.written_board"


def end(place, phase=2, phases=1):
    return f"({place}, null, {phase}, {phases}, '{{3}}', '{{3}}', null)::farm.written_end"


def write(games, epochs, boards="", ends=""):
    mallory.execute(f"""select farm.batch_write({WORKER}, true, {games}, {epochs},
        array[{boards}]::farm.written_board[], array[{ends}]::farm.written_end[])""")


def progress():
    return query("select finished, phases from farm.progress where tournament = 'forged'")[0]


NO_END, NO_PLACE = "can end", "no partition of relation|null value in column"
A1, A2, AB = (f"array[{A}]", "'{1}'"), (f"array[{A}, {A}]", "'{1,1}'"), f"array[{A}, {B}]"
REFUSED = {  # what is written: what mallory is told, games, epochs, boards, ends
    "one game a thousand times": (NO_END, *A1, "", ",".join([end(1)] * 1000)),
    "one game named twice": (NO_END, *A2, "", f"{end(1)}, {end(2)}"),
    "a game with two ends": (NO_END, AB, "'{1,1}'", "", f"{end(1)}, {end(1, 7, 5)}, {end(2)}"),
    "a board that is null": (NO_PLACE, *A1, "null"),
    "an end that is null": (NO_END, *A1, "", "null"),
    "fewer epochs than games": ("no longer holds", AB, "'{1}'", "", end(2)),
    "a game that is null": ("was taken from", f"array[{A}, null]", "'{1,1}'", "", end(1)),
    "a game not claimed": ("no longer holds", f"array[{A}, {OTHER}]", "'{1,1}'", "", end(2)),
    "no games": (NO_END, "null::bigint[]", "null::int[]", "", end(1)),
    "no games and a board": ("no longer holds", "'{}'", "'{}'", board(1, 0)),
    "a phase below 0": (NO_END, *A1, "", end(1, -5, -5)),
    "a board of a phase below 0": ("check constraint", *A1, board(1, -1))}
for number in (0, -1, 2, 3, 2147483647, -2147483648, "null"):
    REFUSED |= {f"a board of place {number}": (NO_PLACE, *A1, board(number, 0)),
                f"an end of place {number}": (NO_END, *A1, "", end(number))}
for number in (-1, -2147483648, 3, 2147483647, "null"):
    REFUSED[f"{number} phases up to F1901M"] = (NO_END, *A1, "", end(1, 2, number))


@farm.promise("What is stored is what was played")
@pytest.mark.parametrize("what", REFUSED)
def test_refused(what):
    told, *batch = REFUSED[what]
    with pytest.raises(psycopg.Error, match=told):
        write(*batch)
    assert holds("not exists (select from farm.boards where game_id = any (%s))", [A, B])
    assert progress() == (0, 0)


@farm.promise("What is stored is what was played")
def test_shapes_of_arrays():
    """Arrays of two dimensions, or with other bounds, mean the same games. So a board belongs to
    the tournament of its game. A game that has ended does not end again."""
    write("null", "null")
    boards = f"{board(1, 0)}, {board(2, 1)}"
    write(f"'[-3:-2]={{{A},{B}}}'::bigint[]", "'[7:8]={1,1}'::int[]", boards)
    write(f"array[[{A}], [{B}]]", "array[[1, 1]]", f"{board(1, 2)},{board(2, 3)}", end(2, 3, 3))
    assert query("""select game_id, phase from farm.boards where game_id = any (%s)
        and tournament_id = (select tournament_id from farm.games where id = %s) order by 1, 2""",
                 [A, B], A) == [(A, 0), (A, 2), (B, 1), (B, 3)]
    with pytest.raises(psycopg.Error, match="no longer holds"):
        write(f"array[{B}]", "'{1}'", "", end(1))
    assert progress() == (1, 3)


def verified(*options, status=1):
    """The lines that verify prints of the tournament good."""
    result = farm.run(*farm.program("aresctl", "verify", "good", *options))
    assert result.returncode == status, result.stdout + result.stderr
    return result.stdout.splitlines()


@farm.promise("What is stored is what was played")
def test_verify_checks_tallies():
    """Games that were cancelled, quarantined and retried, restored from a backup, or finished by
    several workers are counted rightly."""
    farm.create("good", "random,random", "--rounds", 2, games=20, rules="thesis")
    farm.ctl("game", "quarantine", "good/3")
    farm.ctl("game", "cancel", "good/4")
    mallory.execute("select farm.workers_leave(array[%s::bigint])", [WORKER])
    farm.cancel("forged")
    farm.aresd("--until-done", "--workers", 3)
    farm.ctl("game", "retry", "good/3")
    farm.ctl("game", "retry", "good/4")
    farm.ctl("game", "cancel", "good/4")
    farm.aresd("--until-done")
    good = value("select id from farm.tournaments where name = 'good'")
    assert value("select count(*) from farm.tallies where tournament_id = %s", good) > 1
    agree = "19 games, 38 phases: all agree"
    assert verified(status=0) == [agree]

    worker, games, phases = query("""update farm.tallies
        set finished = finished + 1000, phases = phases - 1 where (tournament_id, worker_id) = (
            select tournament_id, max(worker_id) from farm.tallies where tournament_id = %s
            group by 1) returning worker_id, finished, phases""", good)[0]
    said = (f"good: worker {worker} is tallied with {games} games of {phases} phases, it finished "
            f"{games - 1000} of {phases + 1}")
    assert verified() == [said, agree + "; tallies that differ: 1"]
    assert verified("--json")[-1] == ('{"games":19,"phases":38,"differ":0,"without_digest":0,'
                                      '"tallies_differ":1,"secret":0}')
    farm.ctl("verify", "good/1")

    # Where the workers are not known, as after a restore, the sums count.
    query("update farm.games set worker_id = null where worker_id > 0 and tournament_id = %s", good)
    said = "good: the workers are tallied with {} games of {} phases, they finished 19 of 38"
    assert verified() == [said.format(1019, 37), agree + "; tallies that differ: 1"]
    query("update farm.tallies set finished = finished - 1000, phases = phases + 1"
          " where finished > 1000")
    assert verified(status=0) == [agree]
    query("delete from farm.tallies where tournament_id = %s", good)
    assert verified()[0] == said.format(0, 0)

    farm.ctl("tournament", "drop", "--yes", "good")
    told = farm.run(*farm.program("aresctl", "verify")).stdout
    assert "forged" in told and "good" not in told and "~" not in told, told
