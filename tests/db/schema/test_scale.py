"""scale: proves that the synthetic workers of make scale do what workers do: the phases that they
report are stored, each game once, as a worker would have played it; also by drawn batches, from
afar, and after a stop in the middle. SEED draws games and batches.

A tournament has at most as many games as bench_scale plays beforehand, so each game is its own.
"""
import os
import re
import subprocess

import changes
import pytest

import farm
from farm import ctl, holds, query, value, wait_for


def scale(*arguments):
    """Runs bench_scale to its end: the numbers that it reports."""
    return report(farm.done(*farm.program("bench_scale", *arguments)))


def report(text):
    return {name: int(number) for name, number in re.findall(r"^(\w+) (\d+)$", text, re.M)}


def stored(name):
    """The phases that the database has."""
    return value("select count(*) from farm.boards join farm.tournaments t on t.id = tournament_id"
                 " where name = %s and orders is not null", name)


def check(name, games, phases):
    """The database has exactly these phases, and every game is as a worker plays it."""
    assert stored(name) == phases
    assert query("""
        select count(*), sum(g.phases)::int,
               (select sum(finished)::int from farm.tallies where tournament_id = t.id),
               (select sum(phases)::int from farm.tallies where tournament_id = t.id)
        from farm.games g join farm.tournaments t on t.id = g.tournament_id
        where name = %s and state = 'finished' group by t.id""",
                 name) == [(games, phases, games, phases)]
    assert ctl("verify", "--players", name).endswith(f"{games} games, {phases} phases: all agree")


def test_what_is_counted_is_stored():
    farm.create("counted", "random,dumbbot", "--rounds", 20, games=24)
    told = scale("--seed", farm.SEED, "--workers", 3, "--batch", 0, "--settle", "counted")
    assert told["ends"] == told["claimed"] == 24
    assert told["batches_plain"] + told["batches_durable"] == told["batches"]
    check("counted", 24, told["phases"])


@pytest.mark.skipif(farm.ON_USERS_SERVER, reason="the server is the user's")
def test_from_afar():
    farm.create("far", "random,dumbbot", "--rounds", 20, games=8)
    folder, server = os.environ["TMPDIR"], re.match(r"host=(\S+)", farm.conninfo())[1]
    here, there = (f"{place}/.s.PGSQL.5432" for place in (folder, server))
    with subprocess.Popen([f"{farm.B}/bench_delay", here, there, "300"]) as delay:
        wait_for(lambda: os.path.exists(here), 5)
        told = scale("--workers", 2, "-d", f"host={folder} dbname=aresfarm", "far")
        delay.kill()
    check("far", 8, told["phases"])


def test_stopped_and_resumed():
    """A worker that is told to stop hands back its games. Other workers resume them from the boards
    that are there."""
    let_go = changes.make_stirred("stopped", 0.01)
    process = subprocess.Popen(farm.program("bench_scale", "--batch", 1, "--settle", "stopped"),
                               stdout=subprocess.PIPE, text=True)
    wait_for(lambda: stored("stopped") > 100)
    process.terminate()
    first = report(process.communicate()[0])
    assert process.returncode == 0
    # bench_scale counts when it is told to stop; its worker still writes the batch in hand, a phase
    before = stored("stopped")
    assert before - first["phases"] in (0, 1)
    ends = value("select finished from farm.progress where tournament = 'stopped'")
    assert ends - first["ends"] in (0, 1) and 0 < ends < 30
    let_go()
    second = scale("--workers", 2, "stopped")
    check("stopped", 30, before + second["phases"])
    assert second["claimed"] == 30 - ends


def test_what_cannot_be_measured():
    for pattern, *words in (("recording: tournament nobody: there is none", "nobody"),
                            ("must be a whole number", "--workers", 0, "nobody")):
        farm.refused(pattern, *farm.program("bench_scale", *words))
    farm.create("one", "random,dumbbot", games=2)
    farm.create("other", "random,dumbbot", games=2, rules="thesis")
    result = farm.run(*farm.program("bench_scale", "one"))
    assert result.returncode == 2 and "a game of other terms is open" in result.stderr
    farm.cancel("one")
    farm.cancel("other")


def test_size_of_claims():
    """A worker gets half of an even share of all games that are open, but no more of those that it
    looks at than all workers could get at once. Of many workers none gets so few that it claims all
    the time."""
    farm.create("queue", "random,random", games=4200)
    for workers, open_games, claimed in (
            (4, 600, 64),  # few workers
            (100, 4200, 20),  # a long queue
            (60, 2000, 16),  # as many as they look at
            (100, 400, 2),  # a short queue
            (100, 30, 1)):  # the last games
        with farm.connect(autocommit=False) as session:
            session.execute("update farm.workers set gone_at = now() where gone_at is null")
            session.execute("insert into farm.workers (host, pid, supervisor)"
                            " select 'claimed', 1, 0 from generate_series(1, %s)", (workers,))
            session.execute("""
                update farm.games set state = 'cancelled' from farm.tournaments t
                where t.id = tournament_id and name = 'queue' and number > %s""", (open_games,))
            found = session.execute("select count(*) from farm.games_claim("
                                    "(select max(id) from farm.workers), 64)")
            assert found.fetchone() == (claimed,), (workers, open_games)
            session.rollback()
    farm.cancel("queue")


def test_heartbeat_passes_over_a_claim():
    """If a session holds one worker's row, as a claim does, heartbeats do not wait for it: a
    waiting heartbeat would hold the rows of all other workers."""
    with farm.Daemon("aresd", "--workers", "2") as daemon:
        wait_for(lambda: holds("count(*) = 2 from farm.workers"
                               " where gone_at is null and backend is not null"))
        with farm.connect(autocommit=False) as session:
            held, = session.execute("select id from farm.workers where gone_at is null"
                                    " order by id limit 1 for update").fetchone()
            beats = "select count(*) from farm.workers where gone_at is null and heartbeat_at > %s"
            for _ in range(2):
                since = value("select clock_timestamp()")
                wait_for(lambda since=since: value(beats + " and id <> %s", since, held) == 1)
                assert value(beats + " and id = %s", since, held) == 0
            session.rollback()
        wait_for(lambda: value(beats, since) == 2, 10, "the held worker's heartbeat")
        assert daemon.stop() in (0, 143)
        assert "the supervisor" not in daemon.log()
