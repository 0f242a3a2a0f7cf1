"""prune: aresctl prune drops what is old and asked for, and nothing that is played or could be. Its
backups come first, and disk space comes back.

SEED=1 draws the games. The tests follow one another: each drops something.
"""
import contextlib
import os
import pty
import re
import resource
import signal
import sys
import threading

import pytest

import farm
from farm import ctl, done, holds, program, query, refused, value, wait_for

PRUNE = program("aresctl", "prune", "--older-than")


def create(*names, seats="random,dumbbot", games=2):
    for name in names:
        farm.create(name, seats, "--rounds", 4, games=games)


def age(*names):
    """All that happened in these tournaments happened 40 days ago."""
    query("""update farm.games g set claimed_at = claimed_at - interval '40 d',
            finished_at = finished_at - interval '40 d'
        from farm.tournaments t where t.id = tournament_id and t.name = any (%s)""", list(names))
    query("update farm.tournaments set created_at = created_at - interval '40 d'"
          " where name = any (%s)", list(names))


def there():
    return value("select string_agg(name, ' ' order by name) from farm.tournaments"
                 " where not dropped")


def listed(days, *options):
    """The tournaments that a dry run lists, with their states."""
    said = done(*PRUNE, days, "--dry-run", *options)
    return sorted(re.findall("^([a-z]+): ([a-z]+), nothing since ", said, re.M))


@contextlib.contextmanager
def held(*statements):
    """A transaction that is open until the block ends, and is committed then."""
    with farm.connect(autocommit=False) as session:
        for sql in statements:
            session.execute(sql)
        yield


@pytest.fixture(scope="module", autouse=True)
def _played():
    create("old", "fresh", "halted", "thrown", "aside", "paused", "judged", "tuned")
    ctl("tournament", "pause", "paused")
    for name, state in ("thrown", "cancelled"), ("aside", "quarantined"):
        query("""update farm.games set state = %s::farm.game_state, finished_at = now(),
            reason = case when %s = 'quarantined' then 'x' end where id = %s""",
              state, state, farm.games_of(name)[1])
    farm.aresd("--until-done")
    create("open")
    # one stopped after its first game: the other one was cancelled, and does not count
    first, second = farm.games_of("halted")
    query("update farm.games set state = 'cancelled', digest = null where id = %s", second)
    query("""insert into farm.stops (tournament_id, rule, score, user_id, margin, least_blocks, verdict,
            last_game, judged_at)
        select g.tournament_id, '2%%', 'thesis', s.user_id, 0.02, 2, 'known', 1, now()
        from farm.games g join farm.seats s on s.game_id = g.id where g.id = %s and s.power = 0""", first)
    # a tuning that has not ended makes more games
    query("""insert into farm.tunings (tournament_id, asked, player, score, steps, batch, gain, others, cycle)
        select id, '', 'ares', 'thesis', 1, 2, 1, '{}', '{}' from farm.tournaments where name = 'tuned'""")
    age("old", "halted", "thrown", "aside", "paused", "open", "tuned")


def test_listed():
    """What is listed, by its state. Dry runs and refusals change nothing."""
    before = there()
    finished = [("halted", "finished"), ("old", "finished")]
    others = {"cancelled": "thrown", "quarantined": "aside", "paused": "paused"}
    assert listed("30d") == finished
    assert listed("41d") == []
    for state, name in others.items():
        assert listed("30d", "--state", state) == [(name, state)]
    assert listed("30d", "--state", "any") == sorted(
        finished + [(name, state) for state, name in others.items()])
    assert done(*PRUNE, "41d", "--yes") == "nothing is so old"
    refused("nothing is dropped: --yes is missing, and there is no terminal to ask on", *PRUNE, "30d")
    refused("--older-than", *PRUNE[:-1])
    refused("--older-than 30: must be", *PRUNE, "30")
    refused("--state gone: must be finished, cancelled, quarantined, waiting, paused or any",
            *PRUNE, "30d", "--state", "gone")
    refused("--backup /none: is not a folder to write to", *PRUNE, "30d", "--backup", "/none", "--yes")
    assert there() == before
    query("update farm.tunings set ending = 'cancelled', ended_at = now()")
    assert listed("30d") == [*finished, ("tuned", "finished")]


def test_waiting():
    """Games that wait for a role only, such as of a person that never came."""
    create("waits", seats=f"@{value('select current_user')},random", games=1)
    with farm.Daemon("aresd", "--workers", 1) as daemon:
        wait_for(lambda: holds("state = 'waiting' from farm.games where id = %s",
                               farm.games_of("waits")[0]), 20)
        daemon.stop()
    age("waits")
    assert ("waits", "finished") not in listed("30d")
    assert listed("30d", "--state", "waiting") == [("waits", "waiting")]
    ctl("tournament", "drop", "waits", "--yes")


def no_room():
    """Lets no file grow: a write fails as if the disk were full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def test_backed_up(tmp_path):
    """A backup that fails keeps what it is of; one that is there brings it back."""
    digest, number = farm.digest("old"), value("select id from farm.tournaments where name = 'old'")
    command = [*PRUNE, "30d", "--backup", tmp_path, "--yes"]
    before = there()
    assert farm.run(*command, preexec_fn=no_room).returncode == 2
    assert os.listdir(tmp_path) == [] and there() == before
    done(*command)
    assert there() == "aside fresh judged open paused thrown"
    ctl("restore", tmp_path / f"old.{number}.backup.zst")
    assert farm.digest("old") == digest
    assert listed("30d") == []  # what is restored is not old


def test_dropped():
    """What was dropped has no boards, games or name any more, without any aresd."""
    age("old")
    number = value("select id from farm.tournaments where name = 'old'")
    assert holds(f"to_regclass('farm.boards_{number}') is not null")
    assert re.search("^1 tournament with 2 games dropped; the database is smaller by [0-9.]* MB$",
                     done(*PRUNE, "30d", "--yes"), re.M)
    assert holds(f"to_regclass('farm.boards_{number}') is null")
    for table in "games", "summaries":
        assert query(f"select from farm.{table} where tournament_id = {number}") == []
    assert query(f"select from farm.tournaments where id = {number}") == []
    assert there() == "aside fresh judged open paused thrown"


def test_reader():
    """A reader can still see the tournament. It goes, and its boards later; nobody waits for that.
    """
    age("judged")
    with held("set transaction isolation level repeatable read", "select from farm.boards limit 1"):
        said = done(*PRUNE, "30d", "--yes")
    assert re.search("^the boards of 1 of them go once no transaction is left that can see them,"
                     " and an aresd runs$", said, re.M)
    wait_for(lambda: query("select farm.sweep(100)") and query(
        "select from farm.tournaments where dropped") == [])
    assert there() == "aside fresh open paused thrown"


def test_goes_on():
    """Somebody continues with it while it is about to be dropped: it stays. So it does if its state
    is not the one that was asked for."""
    number, dropped = value("select id from farm.tournaments where name = 'paused'"), []
    assert value(f"select farm.tournament_prune({number}, '30 d', 'finished')") is False
    with farm.connect() as session:
        pid = session.info.backend_pid
        thread = threading.Thread(target=lambda: dropped.append(session.execute(
            f"select farm.tournament_prune({number}, '30 d', 'paused')").fetchone()[0]))
        with held("update farm.tournaments set paused = false where name = 'paused'"):
            thread.start()
            wait_for(lambda: holds("count(*) = 1 from pg_stat_activity"
                                   " where wait_event_type = 'Lock' and pid = %s", pid))
        thread.join()
    assert dropped == [False]
    assert there() == "aside fresh open paused thrown"


def test_rights_and_terminal():
    """Only the owner may; and a terminal is asked."""
    refused("prune: only the owner of the farm may drop tournaments", *PRUNE, "30d", "--yes",
            role="farm_reader")
    refused("there is no terminal to ask on", *PRUNE, "30d", "--state", "quarantined", stdin=pty.openpty()[1],
            timeout=10 * farm.PATIENCE)
    said = done(sys.executable, "tests/terminal.py", "100x24", "y/N", "n^M", "--", *PRUNE, "30d",
                "--state", "quarantined")
    assert re.search(r"drop 1 tournament with 2 games\? \[y/N\] (?s:.*)nothing is dropped", said)
    assert there() == "aside fresh open paused thrown"
