"""reconnect: proves that 32 workers come back to a server that was down, is starting up, or has no
room for all of them. They do not come all at once, lose nothing, and continue with the games they have
claimed.

Stops and starts a server of its own while tournaments are played, and compares digests with those
of an undisturbed one. DOWN=1 is how many seconds the server is away; SEED draws the games.
"""
import os
import re
import time

import farm
import hosts
import pytest
import servers
from farm import holds, query, wait_for
from workers import amid, outcome

WORKERS = 32
SESSIONS = "from pg_stat_activity where application_name = 'aresd worker'"
DOWN = float(os.environ.get("DOWN") or 1)
made = []


@pytest.fixture(scope="module")
def place():
    """A server, and aresd with its workers."""
    place = hosts.Hosts("near")
    farm.ctl("init")
    create("undisturbed")
    place.play("near")
    place.start("near", "--workers", WORKERS, "--batch", 4)
    return place


def create(name):
    made.append(name)
    farm.create(name, "ares(depth=2,age=40),random", "--rounds", 40, games=16)


def there(before=()):
    """The sessions of all workers, none of them among those before. None: not all are there."""
    found = [pid for pid, in query(f"select pid {SESSIONS}")]
    return found if len(found) == WORKERS and not set(found) & set(before) else None


def amidst(name):
    """Waits until all workers are there, and some amid a game of the tournament."""
    wait_for(there, 15, "all workers")
    create(name)
    wait_for(lambda: amid(name), 10, f"a worker amid a game of {name}")


def came_back():
    """All workers come back. Returns when, in ms, and how many at most within 100 ms."""
    wait_for(there, 15, "all workers to come back")
    after = "1000 * extract(epoch from backend_start - pg_postmaster_start_time())::float8"
    came = sorted(ms for ms, in query(f"select {after} {SESSIONS}"))
    most = max(sum(ms - 100 <= other <= ms for other in came) for ms in came)
    return came, most


def test_games_in_hand(place):
    """A worker that loses its connection continues with its claimed games. No game is claimed
    again."""
    amidst("hand")
    held = "select id, epoch, worker_id from farm.games"
    before = query(f"{held} where state = 'claimed'")
    assert before
    place.server.restart()
    sessions = wait_for(there, 15, "all workers")
    query(f"select pg_terminate_backend(pid) {SESSIONS}")
    wait_for(lambda: there(sessions), 15, "all workers, by new sessions")
    time.sleep(1)
    assert set(before) <= set(query(held))
    assert "connection given up" in place.log("near")
    assert "dropped" not in place.log("near")


def test_server_down(place):
    """A worker waits longer the longer the server is away, and half of the wait is drawn. Evenly
    spread they would be few in 100 ms; all at once 32. A slow machine may gather them once, not
    each time."""
    for number in range(3):
        amidst(f"down-{number}")
        place.server.stop("immediate")
        before = len(place.log("near"))
        time.sleep(DOWN)
        told = re.compile("connection given up, trying again:.*(refused|No such file)")
        wait_for(lambda: told.search(place.log("near"), before), 2)
        place.server.start()
        came, most = came_back()
        if came[-1] - came[0] >= DOWN * 150 and most <= WORKERS / 2:
            return
    pytest.fail(f"{most} workers came back in 100 ms: {came}")


def test_server_starts_up(place):
    """A server that recovers from an archive answers that it is starting up: here until a worker
    has asked. It comes back on another timeline."""
    amidst("starts")
    place.server.stop("immediate")
    place.server.append("postgresql.auto.conf",
                        "restore_command = 'until [ -e asked ]; do sleep 0.1; done; false'")
    place.server.append("recovery.signal", "")
    servers.give(f"{place.server.path}/recovery.signal")
    place.server.spawn()
    wait_for(lambda: "the database system is starting up" in place.log("near"), 10)
    place.server.append("asked", "")
    wait_for(place.server.is_ready, 10, "the server to start")
    came_back()
    assert holds("timeline_id > 1 from pg_control_checkpoint()")


def test_too_many_connections(place):
    amidst("many")
    query("alter system set max_connections = 20")
    place.server.restart()
    wait_for(lambda: "too many clients already" in place.log("near"), 10, "a refusal")
    place.server.stop("immediate")
    place.server.append("postgresql.auto.conf", "max_connections = 100")
    place.server.start()
    wait_for(there, 15, "all workers")


def test_nothing_is_lost(place):
    assert len(made) >= 5
    wait_for(lambda: holds("bool_and(games = finished) from farm.progress"), 60, "all games")
    place.stop("near")
    assert {outcome(name) for name in made} == {outcome("undisturbed")}
