"""kills: proves that games come out the same when a worker, aresd or PostgreSQL is killed.

Plays tournaments undisturbed; then kills something while the same games are played, and compares
digests and boards. SEED draws the games, the pauses, and the sessions that are ended.
"""
import functools
import os
import random
import re
import signal
import subprocess
import sys
import time

import farm
import psycopg
import pytest
import workers
from farm import holds, query, value, wait_for
from workers import GAMES, Frozen, finish, outcome, start

SLOW = "ares(depth=2,age=40)"  # there is time to kill amid a game
SLOWER = "trinity(budget=50000)"
UNTIL_DONE = ("--until-done", "--lease", 3600)  # no claim lapses
THESIS = (f"{SLOW},random", "thesis", "--rounds", 24)
TORN, AGAIN = farm.promise("Nothing torn, nothing twice"), farm.promise("The same game again")
STANDARD = (f"{SLOWER},randbot", "standard", "--rounds", 12)


def create(name, games, terms):
    seats, rules, *options = terms
    farm.create(name, seats, *options, games=games, rules=rules)


@functools.cache
def undisturbed(games, terms):
    """What these games come to when nothing is killed."""
    name = f"undisturbed-{undisturbed.cache_info().misses}"
    create(name, games, terms)
    farm.aresd("--until-done", "--workers", 2, "--batch", 4)
    return outcome(name)


def tournament(name, games=6, terms=THESIS):
    """Makes a tournament; returns what it must come to."""
    expected = undisturbed(games, terms)
    create(name, games, terms)
    return expected


def unfinished(name):
    return value("select games - finished from farm.progress where tournament = %s", name)


def epochs(name):
    """How often games of the tournament were claimed."""
    return {epoch for epoch, in query(f"select epoch from {GAMES} where t.name = %s", name)}


def nothing_claimed():
    return holds("not exists (select from farm.games where state = 'claimed')")


def kill_server():
    """Kills the server and starts it again."""
    farm.kill_server()
    farm.ctl("up")


@pytest.mark.parametrize("terms", [pytest.param(THESIS, marks=TORN), STANDARD],
                         ids=["thesis", "standard"])
def test_server_killed(terms):
    """A worker is killed, then the server, which starts again. aresd tries to connect until it
    succeeds."""
    name = f"server-{terms[1]}"
    expected = tournament(name, terms=terms)
    with start(*UNTIL_DONE) as daemon:
        workers.kill_workers(daemon, name, 1)
        with Frozen(name, daemon):
            kill_server()
            assert unfinished(name) > 0
            assert outcome(name)[-1] < expected[-1]
        finish(daemon)
    assert outcome(name) == expected


@pytest.mark.parametrize("half", [0, pytest.param(1, marks=AGAIN)])
def test_every_player_killed(half):
    """Every player, also one that remembers: what the next worker makes of the stored phases is
    what the killed one had. A slow one plays the other powers, so that there is time to kill."""
    seats = re.findall(r"^PLAYER\((\w+)\)$", farm.text_of("lib/players/players.def"), re.M)[half::2]
    assert 0 < len(seats) < 7
    seats += [f"slow={SLOWER}"] * (7 - len(seats))
    name = f"every-{half}"
    expected = tournament(name, 7, (",".join(seats), "standard", "--rotate", "--rounds", 12))
    with start(*UNTIL_DONE) as daemon:
        workers.kill_workers(daemon, name, 4)
        finish(daemon)
    assert max(epochs(name)) > 1
    assert outcome(name) == expected
    farm.ctl("verify", name, "--players")


def test_sessions_ended():
    """The server ends the workers' sessions again and again, at any moment. The workers continue with
    the games they have claimed: no game is claimed twice."""
    ended, drawn = 0, random.Random(farm.SEED)
    expected = tournament("sessions", 16, THESIS[:2])
    with start(*UNTIL_DONE, "--batch", 16) as daemon:
        while daemon.process.poll() is None:
            for pid, in query("select pid from pg_stat_activity"
                              " where application_name = 'aresd worker'"):
                ended += drawn.random() < 0.7 and value("select pg_terminate_backend(%s)", pid)
            time.sleep(drawn.uniform(0.05, 0.15))
        finish(daemon)
    assert ended >= 4
    assert epochs("sessions") == {1}
    assert outcome("sessions") == expected


@pytest.mark.parametrize("workers_too", [False, True])
def test_aresd_killed(workers_too):
    """If only aresd is killed, its workers notice it, hand their games back and end. If they are
    killed together, the next aresd sees that their lock is free, and does not wait for
    the lease."""
    name = f"aresd-{workers_too}"
    expected = tournament(name)
    with start() as daemon, Frozen(name, daemon) as frozen:
        workers.send(signal.SIGKILL, *frozen.frozen * workers_too)
        daemon.kill()
    if workers_too:
        assert workers.amid(name)
    else:
        wait_for(nothing_claimed, 2)
    assert unfinished(name) > 0
    assert 0 < outcome(name)[-1] < expected[-1]
    with start(*UNTIL_DONE) as daemon:
        finish(daemon)
    assert outcome(name) == expected


def test_outside_killed():
    """An external player plays while server and aresd are killed. Every order that was accepted
    counts, and no other."""
    query("create role outsider login in role farm_agent")
    taken = ("select count(*) from farm.taken_orders o join farm.games g on g.id = o.game_id"
             " join farm.tournaments t on t.id = g.tournament_id where t.name = %s")
    for name in ("undisturbed", "outside"):
        create(name, 4, ("@outsider,random", "standard", "--rounds", 5))
        player = subprocess.Popen(
            [sys.executable, "doc/player.py", str(farm.SEED), farm.conninfo()],
            stderr=subprocess.DEVNULL, env=dict(os.environ, PGOPTIONS="-c role=outsider"))
        daemon = start(*UNTIL_DONE)
        for number in (1, 2) if name == "outside" else ():
            wait_for(lambda: value(f"{taken} and o.played_at is not null", name) > 10 * number, 20)
            if number == 2:
                daemon.kill()
            kill_server()
            assert unfinished(name) > 0
            if number == 2:
                daemon = start(*UNTIL_DONE)
        finish(daemon)
        player.terminate()
        assert player.wait() == 0
        assert value(taken, name) > 20
        assert value(f"{taken} and (played_at is null"
                     " or array_length(array_remove(problems, null), 1) > 0)", name) == 0
    assert outcome("outside") == outcome("undisturbed")


def test_stop_in_two_seconds():
    """aresd stops within two seconds of a signal. No game stays claimed, and the phases played
    stay."""
    expected = tournament("stop")
    for number in (signal.SIGTERM, signal.SIGINT):
        with start() as daemon:
            wait_for(lambda: workers.amid("stop"), 10)
            daemon.stop(number, 2)
        assert nothing_claimed()
        assert unfinished("stop") > 0 and workers.boards("stop") > 0
    farm.aresd("--until-done")
    assert outcome("stop") == expected


@farm.promise("Nothing torn, nothing twice")
def test_sleeper_is_fenced():
    """A worker is frozen for longer than its lease. Other workers play its games. When it wakes up,
    its writes are refused and counted."""
    expected = tournament("sleeper")
    with start("--lease", 2) as daemon:
        with Frozen("sleeper", daemon) as frozen:
            sleeper, = frozen.victims
            frozen.frozen.remove(sleeper)
        wait_for(lambda: holds("gone_at is not null from farm.workers where pid = %s", sleeper), 10)
        workers.send(signal.SIGCONT, sleeper)
        wait_for(lambda: holds("refused_writes > 0 from farm.workers where pid = %s", sleeper), 10)
        told = re.compile("write refused: worker .* no longer holds game")
        wait_for(lambda: told.search(daemon.log()), 2)
        assert daemon.stop() == 0
    farm.aresd("--until-done")
    assert outcome("sleeper") == expected


def test_supervisor_is_refused():
    """The server refuses the supervisor's statements for a while. The supervisor keeps its
    connection, and its workers keep their claims."""
    holder = ("select backend from farm.supervisors"
              " where id in (select farm.supervisors_connected())")
    create("refusal", 400, THESIS)
    with start("--workers", 1) as daemon:
        wait_for(lambda: workers.amid("refusal"), 10)
        pid = value(holder)
        query("""create function farm.refuse() returns trigger language plpgsql as
                'begin raise disk_full; end';
            create trigger refuse before update on farm.workers for each row
            when (current_setting('application_name') = 'aresd') execute function farm.refuse()""")
        wait_for(lambda: "the database failed, trying again: 53100" in daemon.log(), 5)
        query("drop function farm.refuse() cascade")
        wait_for(lambda: holds("now() - heartbeat_at < interval '0.5 s' from farm.workers"
                               " where gone_at is null"), 5)
        assert value(holder) == pid
        daemon.stop()
    assert max(epochs("refusal")) == 1
    farm.cancel("refusal")


def test_claim_of_the_dead():
    """A claim reaches the server after its worker has died and its supervisor has handed back the
    games it knew of."""
    create("dead", 2, THESIS)

    def hand_back(first="select"):
        with farm.connect() as session:
            session.execute("select farm.supervisor_attach(77)")
            session.execute(first)
            return session.execute("select farm.workers_recover('1 hour')").fetchone()[0]

    claim = f"""with mine as (select g.id from {GAMES} where t.name = 'dead' and g.number = 1),
        w as (
            insert into farm.workers (host, pid, supervisor, backend, claims)
            select 'dead', 1, 77, pg_backend_pid(), array[id] from mine returning id)
        update farm.games g set state = 'claimed', worker_id = w.id, epoch = 1
        from w, mine where g.id = mine.id"""
    assert hand_back(claim) == 0, "it lives"
    assert hand_back() == 0, "it may come back"
    query("update farm.workers set heartbeat_at = now() - interval '4 s' where host = 'dead'")
    assert hand_back() == 1, "it is dead"
    farm.cancel("dead")


def test_claim_of_a_left_session():
    """A claim reaches the server over a session that its worker has given up for a new one."""
    create("left", 2, THESIS)
    worker = value("insert into farm.workers (host, pid, supervisor) values ('test', 1, 0)"
                   " returning id")
    claim = f"select count(*) from farm.games_claim({worker}, 1)"
    with farm.connect(options="-c jit=off") as left, farm.connect() as new:
        assert left.execute(claim).fetchone() == (1,)
        new.execute(f"select * from farm.games_resume({worker}, '{{}}', '{{}}')")
        with pytest.raises(psycopg.Error, match=f"worker {worker} is not of this session"):
            left.execute(claim)
    assert value("select claims from farm.workers where id = %s", worker) == []
    assert nothing_claimed()
    farm.cancel("left")


def test_log_unread():
    """aresd still logs, but nobody reads its log any more."""
    expected = tournament("unread")
    read, write = os.pipe()
    os.close(read)
    daemon = farm.Daemon.__new__(farm.Daemon)
    daemon.process = subprocess.Popen(
        farm.program("aresd", "--batch", 4, "--workers", 2, *UNTIL_DONE), stderr=write)
    daemon.pid, daemon.log = daemon.process.pid, str
    os.close(write)
    with daemon:
        with Frozen("unread", daemon) as frozen:
            workers.send(signal.SIGKILL, *frozen.victims)
        wait_for(lambda: holds("bool_and(gone_at is not null) from farm.workers"
                               " where pid = any (%s)", frozen.victims), 5)
        finish(daemon)
    assert outcome("unread") == expected


@farm.promise("Nothing torn, nothing twice")
def test_late_writes():
    """A worker whose claim has lapsed sends 3,000 batches: while the game is free, while another
    worker has it, while it is played, and when it is finished. All are refused, their writes are
    counted, and nothing of them is stored."""
    expected = tournament("late", 1, ("random,random", "thesis"))
    said = farm.done(f"{farm.B}/late_writes", 3000,
                     f"'{farm.B}/aresd' --until-done --quiet --workers 1 2>&1")
    counts = {word: int(number) for word, number in re.findall(r"(\w+) (\d+)", said)}
    assert (counts["accepted"], counts["refused"], counts["lost"]) == (1, 3000, 0)
    assert counts["writes"] == 750 * (1 + 4 + 1 + 5), "phases and ends refused"
    assert value("select refused_writes from farm.workers where id = %s",
                 counts["worker"]) == counts["writes"]
    assert outcome("late") == expected
