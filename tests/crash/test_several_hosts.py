"""several_hosts: proves that games come out the same, and are handed back soon, when workers and
hosts die, freeze or lose their link, while several hosts play against one server.

LEASE=3 is the lease in seconds of the hosts that freeze or die.
"""
import os
import signal
import time

import farm
import hosts
import pytest
import workers
from farm import holds, query, value, wait_for

LEASE = int(os.environ.get("LEASE", "3"))
HOUR, DAY = 3600, 86400
CLAIMED = """from farm.games g join farm.workers w on w.id = g.worker_id
    where g.state = 'claimed' and w.host = %s"""
pytestmark = hosts.needs_hosts


@pytest.fixture(scope="module")
def net():
    """Three hosts, and what a tournament comes to that nothing disturbs."""
    net = hosts.Hosts("near", "far", "lone")
    farm.ctl("init")
    tournament("undisturbed")
    net.play("near", "--workers", 2)
    net.undisturbed = workers.outcome("undisturbed")
    return net


def tournament(name):
    farm.create(name, "ares(depth=2,age=40),random", "--rounds", 15, games=24)


def start(net, lease, envs):
    """Starts aresd on these hosts, and waits until each has claimed a game that has boards."""
    for name, env in envs.items():
        net.start(name, "--batch", 4, "--workers", 2, "--lease", lease, env=env)
    for name in envs:
        wait_for(lambda: holding(name), 10, f"{name} to play")


def holding(name):
    return holds(f"count(*) > 0 {CLAIMED} and exists (select from farm.boards b"
                 " where b.tournament_id = g.tournament_id and b.game_id = g.id)", name)


def handed_back(name, seconds):
    """No worker of that host has a claim."""
    wait_for(lambda: holds("count(*) = 0 " + CLAIMED, name), seconds, f"the games of {name}")


def ended_alike(net, name):
    """Plays the tournament to its end; it comes to the same."""
    for host in net.daemons:
        net.stop(host)
    net.play("near", "--workers", 2)
    assert farm.finished(name)
    assert workers.outcome(name) == net.undisturbed


ALL = dict.fromkeys(("near", "far", "lone"))


def test_worker_dies_and_link_is_cut(net):
    """The lease is an hour. The supervisor notices that its worker died; both ends notice that a
    link was cut. When the link works again, its host plays on."""
    tournament("cut")
    start(net, HOUR, ALL)
    net.cut("lone")
    pid = value(f"select w.pid {CLAIMED} limit 1", "far")
    os.kill(pid, signal.SIGKILL)
    wait_for(lambda: holds("count(*) = 0 from farm.workers where pid = %s and host = 'far'"
                           " and gone_at is null", pid), 2, "a dead worker's games")
    handed_back("lone", 15)
    for speaker in ("aresd", "aresd worker 1", "aresd worker 2"):
        wait_for(lambda: f"{speaker}: connection given up" in net.log("lone"), 15, speaker)
    net.stop("near")
    net.stop("far")
    tournament("healed")
    net.heal("lone")
    wait_for(lambda: holding("lone"), 15, "the host to play on")
    # and its supervisor has its lock again
    wait_for(lambda: holds("count(*) = 2 from farm.workers w where w.host = 'lone' and w.gone_at is"
                           " null and w.supervisor in (select farm.supervisors_connected())"), 15)
    net.stop("lone")
    farm.cancel("healed")
    ended_alike(net, "cut")


def test_host_freezes_and_host_dies(net):
    """All processes of a host are frozen for longer than the lease, and its connections stay open;
    another dies while its link is cut."""
    tournament("death")
    refused = value("select sum(refused_writes) from farm.workers")
    start(net, LEASE, ALL)
    net.send("far", signal.SIGSTOP)
    net.cut("lone")
    net.send("lone", signal.SIGKILL)
    handed_back("far", LEASE + 12)
    handed_back("lone", LEASE + 12)
    net.send("far", signal.SIGCONT)
    wait_for(lambda: value("select sum(refused_writes) from farm.workers") > refused)
    net.heal("lone")
    dead = value("select max(id) from farm.workers")
    net.start("lone")
    wait_for(lambda: holds("count(*) > 0 from farm.workers where host = 'lone' and id > %s", dead))
    ended_alike(net, "death")


def test_clocks_differ(net):
    """One host's clock is a day ahead, the other's a day behind. No claim lapses."""
    envs = {name: dict(LD_PRELOAD=f"{farm.B}/clock.so", CLOCK_OFF=str(off),
                       ASAN_OPTIONS="verify_asan_link_order=0")
            for name, off in (("far", DAY), ("near", -DAY))}
    for env in envs.values():
        shown = float(farm.done("date", "+%s", env=env))
        assert abs(shown - time.time() - float(env["CLOCK_OFF"])) < HOUR
    tournament("clocks")
    start(net, 60, envs)
    for name in envs:
        for process in net.pids(name):
            assert "clock.so" in farm.text_of(f"/proc/{process}/maps")
    wait_for(lambda: farm.finished("clocks"), 30)
    ended_alike(net, "clocks")
    assert query("select distinct epoch from farm.games g join farm.tournaments t on t.id ="
                 " tournament_id where t.name = 'clocks'") == [(1,)]
