"""lasting: an error that stays is settled. One game's error quarantines that game, with a reason
that a person understands, and the others are played as if it were not there. An error of the server
or the schema puts no game aside.

Games are broken in the database, each tournament in another way, among others that are well.
"""
import os
import re
import time

import farm
import psycopg
import pytest

PROMISE = "One game is one game's trouble"
RUNS = {"one": "--workers 1", "single": "--workers 1 --batch 1", "three": "--workers 3"}

# In SQL, GAME is the id of the broken game. BOARD gives it the first board that it has in the
# tournament calm. CLAIMED: its worker expects that it has boards.
BOARD = """insert into farm.boards (tournament_id, game_id, phase, units, owners, orders,
        resolve_ns, resolve_stage, think_ns, forecasts, capped)
    select g.tournament_id, g.id, PHASE, b.units, b.owners, b.orders, b.resolve_ns, b.resolve_stage,
        b.think_ns, b.forecasts, b.capped
    from farm.games g join farm.games c on c.number = g.number
    join farm.tournaments t on t.id = c.tournament_id and t.name = 'calm'
    join farm.boards b on b.game_id = c.id and b.phase = 0 where g.id = GAME;"""
FIRST, LAST = BOARD.replace("PHASE", "0"), BOARD.replace("PHASE", "32767")
CLAIMED = "update farm.games set epoch = 1 where id = GAME;"
UNSTORABLE = ("alter table farm.boards add constraint bad_GAME"
              " check (game_id <> GAME or phase < 10) not valid")
REASON = (r"[SFW]190\d[MRA] to [SFW]19\d\d[MRA] cannot be stored; the database said 23514: new row"
          r' for relation "boards_\d+" violates check constraint "bad_\d+"; when that is mended:'
          r" aresctl game retry \d+")
NO_SEATS = "it has no seats, or their settings are too long"
CASES = {  # the games that are quarantined, the reason, and how games are broken
    "bad": ([4], REASON, {4: UNSTORABLE}),
    "several": ([3, 6, 9], REASON, dict.fromkeys((3, 6, 9), UNSTORABLE)),
    # the claim has a game that was played before and is not loaded yet
    "boards": ([4], REASON, {4: UNSTORABLE, 5: FIRST + CLAIMED}),
    "last_phase": ([4], "F8454M: no phase can follow", {4: LAST + CLAIMED}),
    "unread": ([4], "S1901M: its board cannot be read", {
        4: FIRST + CLAIMED + "update farm.boards set orders = array[orders] where game_id = GAME"}),
    "no_seats": ([4], NO_SEATS, {4: "delete from farm.seats where game_id = GAME"}),
    "six_seats": ([4], 'power 6: no player "" in this program', {
        4: "delete from farm.seats where game_id = GAME and power = 2"}),
    "long_seats": ([4], NO_SEATS, {4: """with long as (insert into farm.users (name, player)
            values ('long/GAME', repeat('x', 3000)) returning id)
        update farm.seats set user_id = long.id from long where game_id = GAME and power = 0"""}),
    "last_epoch": ([4], "it was claimed 2147483647 times, and no higher number can be stored", {
        4: "update farm.games set epoch = 2147483647 where id = GAME"}),
    "no_table": (range(1, 12), r"the table farm.boards_\d+ is missing, where the boards of its"
                 r" tournament are: restore it, then aresctl game retry \d+", {})}


def tournament(name):
    return farm.value("select id from farm.tournaments where name = %s", name)


def create(name, broken=(), games=11):
    """Makes a tournament, and breaks games of it by SQL."""
    ids = farm.create(name, "random,random", "--rounds", 4, games=games)
    for number, sql in dict(broken).items():
        farm.query(sql.replace("GAME", str(ids[number - 1])))


def mend():
    """Boards that could not be stored can be."""
    for name, in farm.query("select conname from pg_constraint where conname ~ '^bad_'"
                            " and conrelid = 'farm.boards'::regclass"):
        farm.query(f"alter table farm.boards drop constraint {name}")


def play(options=RUNS["one"]):
    """Plays until everything is finished or quarantined: what aresd logs."""
    result = farm.run(*farm.program("aresd", "--until-done", *options.split()), timeout=10 * farm.PATIENCE)
    assert result.returncode == (2 if " quarantined: aresctl show " in result.stderr else 0), result.stderr
    return result.stderr


def others_are_well(name, aside):
    """The games aside, and no others, are quarantined, for reasons that this returns. All others are
    played as if nothing were wrong."""
    sql = "select number, state::text, digest, reason from farm.games where tournament_id = %s"
    found = {number: row for number, *row in farm.query(sql, tournament(name))}
    calm = {number: row for number, *row in farm.query(sql, tournament("calm"))}
    assert [n for n in sorted(found) if found[n][0] == "quarantined"] == [*aside], name
    well = sorted(set(found) - set(aside))
    assert [found[n][:2] for n in well] == [["finished", calm[n][1]] for n in well], name
    return {found[n][2] for n in aside}


@pytest.fixture(scope="module", autouse=True)
def _calm():
    create("calm")
    play()
    assert others_are_well("calm", []) == set()


@pytest.fixture(name="run", scope="module", params=[
    pytest.param("one", marks=farm.promise(PROMISE)), "single", "three"])
def _run(request):
    """All cases were played by one worker, by one that stores each phase, or by three workers."""
    for case, (_, _, broken) in CASES.items():
        create(f"{case}.{request.param}", broken)
    farm.query(f"drop table farm.boards_{tournament('no_table.' + request.param)}")
    log = play(RUNS[request.param])
    assert "trying again" not in log and "dropped" not in log
    return request.param


@pytest.mark.parametrize("case", CASES)
def test_one_game(run, case):
    aside, reason, _ = CASES[case]
    for told in others_are_well(f"{case}.{run}", aside):
        assert re.fullmatch(reason, told), told


def test_retried(run):
    """What was quarantined is played when it is mended."""
    mend()
    ids = [tournament("no_table." + run), tournament("several." + run)]
    farm.query("create table farm.boards_%d partition of farm.boards for values in (%d)"
               % (ids[0], ids[0]))
    farm.query("select farm.game_retry(id) from farm.games where state = 'quarantined'"
               " and tournament_id = any (%s)", ids)
    play()
    for name in "no_table.", "several.":
        others_are_well(name + run, [])


def test_board_that_nobody_knows_of():
    """The worker does not expect a board of a game that nobody has claimed. It reads it."""
    create("known", {4: FIRST})
    play()
    others_are_well("known", [])


def test_culprits_only():
    """Nothing in the claim is well."""
    create("two", dict.fromkeys((1, 2), UNSTORABLE), games=2)
    play()
    mend()
    others_are_well("two", [1, 2])


def test_reason_is_refused():
    """A reason that the database does not take does not keep the game in play. The log has it."""
    create("short", {4: UNSTORABLE})
    farm.query("alter table farm.games add constraint short check (length(reason) < 40) not valid")
    log = play()
    farm.query("alter table farm.games drop constraint short")
    mend()
    assert others_are_well("short", [4]) == {"the log of its worker says why"}
    assert re.search("is quarantined: S1901M to .* 23514: .*game retry", log)


@farm.promise(PROMISE)
@pytest.mark.parametrize("state, claims, spoiled, mended", [
    ("42883", 1, "alter function farm.batch_write rename to batch_written",
     "alter function farm.batch_written rename to batch_write"),
    ("P0001", 1, """create function no_board() returns trigger language plpgsql as
         'begin raise exception ''no''; end'; create trigger no_board before insert on farm.boards
         for each row execute function no_board()""", "drop function no_board cascade"),
    # the error looks like a game's, but every board has it
    ("23514", 9, "alter table farm.boards add constraint none check (phase < 0) not valid",
     "alter table farm.boards drop constraint none")], ids=["function", "trigger", "constraint"])
def test_server(state, claims, spoiled, mended):
    """Something of the server is broken, and mended later. No game is quarantined for it, and the
    worker says so once, however often it tries. Then all is played."""
    def is_mended():
        try:
            farm.query(mended)
        except psycopg.errors.DeadlockDetected:  # with the worker
            return False
        return True

    create(state)
    farm.query(spoiled)
    with open(os.environ["ARESFARM_HOME"] + "/pg.log", encoding="utf-8") as server, \
            farm.Daemon("aresd", "--until-done", "--workers", 1) as daemon:
        farm.wait_for(lambda: f"trying again: {state}" in daemon.log())
        server.seek(0, os.SEEK_END)
        for _ in range(2):
            farm.wait_for(lambda: "ERROR:" in server.read(), what="one more attempt")
            time.sleep(0.1)  # an attempt has several errors
        farm.wait_for(is_mended)
        farm.wait_for(lambda: daemon.process.poll() is not None, what="all to be played")
    others_are_well(state, [])
    assert daemon.log().count(state) == 1
    assert farm.value("select max(epoch) from farm.games where tournament_id = %s",
                      tournament(state)) <= claims
