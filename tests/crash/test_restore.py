"""restore: proves what deploy/backup.md says of the whole farm. A farm that plays is restored to a
moment from a base backup and archived WAL, after everything was lost. It is then played to the end
and comes out the same. db/backup has backups of a tournament."""
import os
import shutil
import signal
import time

import farm
import pytest
import servers
from farm import holds, query, value, wait_for
from workers import boards, outcome, send, workers_of

GAMES = 400  # so that there are some left, however slow the base backup is


@pytest.fixture(scope="module")
def server():
    """It archives every full segment of its WAL. The tournament earlier is over."""
    place = servers.Place()
    os.mkdir(place.path + "/wal")
    servers.give(place.path + "/wal")
    server = servers.Server(place=place, settings="archive_mode = on\narchive_command = "
                            "'test ! -f ../wal/%f && cp %p ../wal/.%f && mv ../wal/.%f ../wal/%f'")
    server.start().use()
    farm.ctl("init")
    tournament("earlier", 2)
    farm.aresd("--until-done")
    return server


def tournament(name, games=GAMES):
    farm.create(name, "ares(depth=2,age=40),random", "--rounds", 12, games=games)


def played_more(daemon):
    """Lets the farm play 100 boards, and freezes it. What is under way may still come."""
    send(signal.SIGCONT, *workers_of(daemon), daemon.pid)
    least = boards("lived") + 100
    wait_for(lambda: boards("lived") >= least)
    send(signal.SIGSTOP, daemon.pid, *workers_of(daemon))
    return boards("lived")


def restore(server, moment):
    """Puts the base backup in the place of the lost data folder, and has the server recover until
    that moment."""
    shutil.rmtree(server.path)
    os.rename(server.place.path + "/base", server.path)
    server.append("postgresql.auto.conf", f"""archive_mode = off
        restore_command = 'cp ../wal/%f %p'
        recovery_target_time = '{moment}'
        recovery_target_action = promote""")
    server.append("recovery.signal", "")
    server.start()
    wait_for(lambda: holds("not pg_is_in_recovery()"))


def cancel_unplayed(name, condition):
    query(f"""update farm.games g set state = 'cancelled', finished_at = now()
        from farm.tournaments t
        where t.id = g.tournament_id and t.name = %s and {condition}""", name)


def test_point_in_time(server):
    earlier = outcome("earlier")
    tournament("lived")
    daemon = farm.Daemon("aresd", "--batch", 2, "--lease", 3600, "--workers", 1)
    at_base = wait_for(lambda: boards("lived") >= 40 and boards("lived"))
    backup = server.place.self + "/base"
    server.run("pg_basebackup", "-d", server.conninfo(host=server.folder), "-D", backup,
               "--checkpoint=fast", "-X", "none", "--no-sync")
    server.run("pg_verifybackup", "--no-parse-wal", backup)
    least = played_more(daemon)
    moment = value("select clock_timestamp()")
    time.sleep(0.2)
    most = boards("lived")
    lost = played_more(daemon)
    tournament("afterwards")
    segment = value("select pg_walfile_name(pg_switch_wal())")
    wait_for(lambda: os.path.exists(f"{server.place.path}/wal/{segment}"))
    assert holds("count(*) > 0 from farm.games where state = 'claimed'")
    assert not farm.finished("lived")
    # everything dies at once
    players = workers_of(daemon)
    server.kill()
    send(signal.SIGKILL, *players)
    daemon.kill()

    restore(server, moment)
    assert at_base < least <= boards("lived") <= most < lost
    assert value("select count(*) from farm.tournaments where name = 'afterwards'") == 0
    assert holds("count(*) > 0 from farm.games where state = 'claimed'")
    assert outcome("earlier") == earlier
    # games that nobody has begun tell nothing
    cancel_unplayed("lived", "g.state = 'pending'")
    farm.aresd("--until-done", "--batch", 2)
    assert value("select finished from farm.progress where tournament = 'lived'") >= 4
    tournament("undisturbed")
    cancel_unplayed("undisturbed", """exists (
        select from farm.games h join farm.tournaments l on l.id = h.tournament_id
        where l.name = 'lived' and h.number = g.number and h.state = 'cancelled')""")
    farm.aresd("--until-done")
    assert outcome("lived") == outcome("undisturbed")


def test_whole_farm(server, tmp_path):
    """What pg_dump saves of all schemas is a farm in another database. Then init has no work."""
    earlier = outcome("earlier")
    query("create database whole")
    schemas = query("select '-n', nspname from pg_namespace"
                    " where nspname !~ '^(pg_.*|information_schema|public)$'")
    farm.done(f"{servers.BIN}/pg_dump", "-Fc", *sum(schemas, ()), "-d", server.conninfo(),
              "-f", tmp_path / "dump")
    farm.done(f"{servers.BIN}/pg_restore", "-d", server.conninfo("whole"), tmp_path / "dump")
    server.use("whole")
    assert outcome("earlier") == earlier
    result = farm.run(*farm.program("aresctl", "--quiet", "init"))
    assert [result.returncode, result.stdout, result.stderr] == [0, "", ""]
