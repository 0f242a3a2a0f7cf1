"""failover: proves that games come out the same when a standby takes the server's place and lacks
the last transactions: phases, games that were over, a worker that had just registered. Workers find
the standby by themselves."""
import os
import signal

import farm
import servers
import workers
from farm import value, wait_for

GAMES = 40


def played():
    """The number of boards and of finished games."""
    return workers.boards("failover"), value(
        "select finished from farm.progress where tournament = 'failover'")


def test_failover():
    primary = servers.Server().start().use()
    farm.ctl("init")
    for name in ("undisturbed", "failover"):
        farm.create(name, "ares(depth=2,age=40),random", "--rounds", 20, games=GAMES)
        if name == "undisturbed":
            farm.aresd("--until-done")
    standby = servers.Server("standby", standby_of=primary).start()
    # from now on all programs find the one of the two that takes writes
    os.environ["CONNINFO"] = (f"host={primary.here},{standby.here} port=5432 dbname=postgres"
                              f" user={servers.USER} target_session_attrs=read-write")
    receiver = "select pid from pg_stat_activity where backend_type = 'walreceiver'"
    [(pid,)] = wait_for(lambda: standby.ask(receiver))
    daemon = farm.Daemon("aresd", "--workers", 3, "--batch", 4)
    wait_for(lambda: played()[0] >= 40)
    # nothing reaches the standby from now on: sockets have room for less than this
    os.kill(pid, signal.SIGSTOP)
    boards, finished = played()
    farm.query("select count(pg_logical_emit_message(false, 'filler', repeat('x', 1000000)))"
               " from generate_series(1, 32)")
    wait_for(lambda: played() > (boards + 100, 0) and played()[1] > finished + 3, 20)
    newest = value("select max(id) from farm.workers")
    os.kill(workers.workers_of(daemon)[0], signal.SIGKILL)
    newest = wait_for(lambda: value("select max(id) from farm.workers where id > %s", newest))
    boards, finished = played()
    assert finished < GAMES
    primary.stop("immediate")
    os.kill(pid, signal.SIGCONT)
    standby.promote()

    assert workers.boards("failover") < boards
    assert value("select count(*) from farm.workers where id = %s", newest) == 0
    wait_for(lambda: farm.finished("failover"), 30)
    assert workers.outcome("failover") == workers.outcome("undisturbed")
    wait_for(lambda: farm.holds("count(*) = 3 from farm.workers where gone_at is null"))
    assert "all agree" in farm.ctl("verify", "failover")
    assert daemon.stop() == 0
