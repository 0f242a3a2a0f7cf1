"""wait: what others do to the server's notifications and locks costs the farm no memory and no
work. If a statement of the farm waits for a lock, the farm says who holds it.
"""
import os
import re
import signal
import time

import farm
import pytest
import sessions
from sessions import Session


@pytest.mark.skipif(bool(os.environ.get("SAN")), reason="the sanitizers need more memory")
def test_flood_while_playing():
    """Workers that play are sent 80 MB of notifications, and may have 60 MB of memory."""
    seats = "ares(depth=2,age=40),random"
    calm = sessions.calm(seats, 8)
    farm.create("flooded", seats, games=200)
    with farm.Daemon("aresd", "--workers", 2, "--memory", 60) as daemon:
        farm.wait_for(lambda: farm.holds("count(*) > 0 from farm.games where state = 'claimed'"))
        farm.query("""select count(pg_notify(channel, repeat('x', 7900) || n))
            from farm.channels, generate_series(1, 10000) n where name = 'farm'""")
        assert not farm.finished("flooded")
        assert farm.wait_for(lambda: sessions.digests("flooded", 8)) == calm
        assert daemon.stop() == 0 and farm.went_wrong(daemon.log()) == []
    assert farm.holds("max(failures) = 0 from farm.games")
    farm.cancel("flooded")


def test_flood_while_idle():
    """Idle workers that are notified all the time ask for games after 10, 20, 40, ... 1000 ms."""
    farm.create("idle", "random,random")  # a farm without tournaments does not ask
    farm.cancel("idle")
    farm.query("alter database aresfarm set track_functions = 'pl'")
    began = time.monotonic()
    with farm.Daemon("aresd", "--workers", 2) as daemon:
        farm.wait_for(lambda: farm.holds("""count(*) = 2 from pg_stat_activity where state = 'idle'
            and application_name = 'aresd worker' and query ~ 'games_claim'"""))
        farm.query("""do $$ begin for i in 1 .. 200 loop
                perform pg_notify(channel, i::text) from farm.channels;
                commit; perform pg_sleep(0.005); end loop; end $$""")
        assert daemon.stop() == 0
    calls = farm.value("select calls from pg_stat_user_functions where funcname = 'games_claim'")
    assert 4 < calls <= 2 * (10 + 2 * (time.monotonic() - began))


def test_holder_is_named():
    """Workers say once who has locked a table, as much as their role may see."""
    sessions.roles("farm_worker", "worker")
    farm.create("held", "random,random", "--rounds", 4, games=8)
    with Session() as holder:
        holder.say("set application_name = 'a reader'")
        (owner,), = holder.say("select current_user")
        holder.say("begin; lock table farm.boards in access exclusive mode")
        line = re.compile(r"worker 1: a statement has waited for \d+ s for table farm.boards: "
                          rf"process {holder.pid} holds it "
                          rf"\(role {owner}, application a reader(.*)\)")
        with farm.Daemon("aresd", "--workers", 1) as daemon, \
                farm.Daemon("aresd", "--workers", 1, role="worker") as other:
            states = [farm.wait_for(lambda: line.search(program.log()), what="the holder's name")[1]
                      for program in (daemon, other)]
            holder.say("rollback")
            farm.wait_for(lambda: farm.finished("held"))
            assert daemon.stop() == other.stop() == 0
    assert re.fullmatch(r", idle in transaction, its transaction is \d+ s old", states[0])
    assert states[1] == "; its state is shown to members of pg_read_all_stats"
    assert [program.log().count("has waited") for program in (daemon, other)] == [1, 1]


def test_aresctl_names_it():
    """aresctl waits for a game's row, and says so in one line."""
    game, = farm.create("rows", "random,random")
    with Session() as holder:
        holder.say(f"begin; select from farm.games where id = {game} for update")
        line = re.compile(r"aresctl: a statement has waited for \d+ s for a row of farm.games: "
                          f"process {holder.pid} holds it .*\n")
        with farm.Daemon("aresctl", "--quiet", "tournament", "cancel", "rows") as command:
            farm.wait_for(lambda: line.fullmatch(command.log()), what="the holder's name")
            holder.say("rollback")
            farm.wait_for(lambda: command.process.poll() is not None)
        assert command.process.returncode == 0 and line.fullmatch(command.log())


def test_long_is_not_locked():
    """A statement that takes long, but waits for no lock, is not reported."""
    farm.create("slow", "random,random", games=100)
    boards = "select count(*) from farm.boards"
    with farm.Daemon("aresd", "--workers", 1) as daemon:
        backend = farm.wait_for(lambda: farm.value(
            "select pid from pg_stat_activity where application_name = 'aresd worker'"))
        os.kill(backend, signal.SIGSTOP)
        played = farm.value(boards)
        time.sleep(1.8)  # a wait is reported after 1 s
        assert farm.value(boards) == played
        os.kill(backend, signal.SIGCONT)
        farm.wait_for(lambda: farm.value(boards) > played)
        assert daemon.stop() == 0 and farm.went_wrong(daemon.log()) == []
