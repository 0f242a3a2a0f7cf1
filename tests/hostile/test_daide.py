"""daide: proves that games of DAIDE clients end whatever others send to aresdaide, and whatever is
killed: nothing that was taken is lost, and memory stays bounded.

SEED draws games, orders and nonsense. ROUNDS=6 is the length of the game in which something is
killed in each turn. make daide has more."""
import os
import resource
import socket
import subprocess
import sys
import time

import farm
import people
from daide import client
from farm import query, value, wait_for

ROUNDS = int(os.environ.get("ROUNDS", "6"))


def serve(*options):
    return farm.Daemon("aresdaide", "--quiet", *options, listens=True)


def play(workers=2):
    return farm.Daemon("aresd", "--workers", workers)


def table(name, rounds):
    """A game of seven clients."""
    farm.create(name, ",".join(["@daide"] * 7), "--rounds", rounds)


def scene(*words):
    """Has clients play a scene of tests/daide/hostile.py."""
    words = [sys.executable, "-B", "tests/daide/hostile.py", *map(str, words), str(farm.SEED)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def result(clients):
    said = clients.communicate(timeout=60 * farm.PATIENCE)[0]
    assert clients.returncode == 0, said
    return said


def over(name):
    """The game is over, it verifies, and no order that was taken was disregarded. Clients hear the end when the last phase is
    stored, a moment before the game is."""
    wait_for(lambda: farm.finished(name), 10, f"{name} to be finished")
    farm.ctl("verify", name)
    assert query("""select o.orders, o.problems from farm.taken_orders o
        join farm.games g on g.id = o.game_id join farm.tournaments t on t.id = g.tournament_id
        where t.name = %s and array_length(array_remove(o.problems, null), 1) > 0""", name) == []


def test_beside():
    with play(), serve("--absent", "1s") as server:
        table("main", 4)
        table("left", 4)
        grown = result(scene("beside", server.port, server.pid, "main", "left"))
        over("main")
        over("left")
    # 40 clients that do not read, 64 kB each, and what is sent to them at once
    assert os.environ.get("SAN") or int(grown) < 32000, f"aresdaide has grown by {grown} kB"


def test_seats():
    with play(), serve("--patience", "4s") as server:  # longer than seven clients take to come
        table("seats", 2)
        wait_for(lambda: value("select aside = 'waiting' from farm.games order by id desc limit 1"), 10, "the table to open")
        result(scene("seats", server.port, "seats"))
        over("seats")


def test_guesses():
    """7,000 guesses from many addresses at the seat of a client that is gone: few are looked up at all. The client
    comes back from where it was."""
    with play(), serve() as server:
        table("guesses", 2)
        result(scene("guesses", server.port, "guesses"))
        over("guesses")


def test_descriptors_run_out():
    """Without a descriptor for another connection aresdaide sleeps, says so once, and serves on when there is one."""
    with serve() as server:
        folder = f"/proc/{server.pid}/fd"
        most = len(os.listdir(folder)) + 3
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (most, most))
        others = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(8)]
        wait_for(lambda: "cannot accept a connection" in server.log())
        used = farm.seconds_used(server.pid)
        time.sleep(2)
        assert farm.seconds_used(server.pid) - used < 1, "it spins"
        assert server.log().count("cannot accept a connection") == 1, server.log()
        for other in others:
            other.close()
        late = client.Client(server.port)
        assert late.ask("MAP").startswith("RM") and late.until("MAP")


def test_killed():
    """Something is killed in each turn. The clients come back, and the game ends all the same."""
    table("killed", ROUNDS)
    aresd, server = play(), serve()
    port = server.port
    clients = scene("stay", port, "killed")
    for turn in range((ROUNDS - 1) // 4 * 4):
        line = clients.stdout.readline()
        assert line.startswith("turn "), line
        if turn % 4 == 0:
            server.kill()
            server = farm.Daemon("aresdaide", "--quiet", "--listen", f"127.0.0.1:{port}")
        elif turn % 4 == 1:
            people.kill_worker()
        elif turn % 4 == 2:
            farm.kill_server()
            farm.ctl("up")
        else:
            aresd.kill()
            aresd = play()
    result(clients)
    over("killed")
    aresd.stop()
    server.stop()
