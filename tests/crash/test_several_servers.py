"""several_servers: proves what doc/scale.md says about more than one server: reads work on a
streaming replica, writes report where to go; and deploy/many_farms.sql shows several farms as one.

A server, a replica of it, and a server with another farm. hostile/pooler has poolers.
"""
from types import SimpleNamespace

import farm
import pytest
import servers
from farm import ctl, refused, wait_for


def farm_on(server):
    """A farm with a finished tournament."""
    server.start().use()
    ctl("init")
    farm.create("cup", "dumbbot,random", games=6)
    farm.aresd("--until-done")
    return server


@pytest.fixture(scope="module")
def farms():
    north = farm_on(servers.Server())
    replica = servers.Server("replica", standby_of=north).start()
    south = farm_on(servers.Server("south", place=north.place))
    north.ask("create database farms")
    north.use()
    return SimpleNamespace(north=north, replica=replica, south=south)


def on(server, *words):
    """The output of aresctl there."""
    return farm.done(f"{farm.B}/aresctl", "--quiet", "-d", server.conninfo(), *words)


READS = ("tournament list", "tournament status cup", "tournament digest later", "query ratings cup",
         "query standings cup", "query progress later", "query thesis/table_4 cup", "show cup/1",
         "rate cup", "workers", "role list", "verify")
WRITES = ("tournament create other --games 1 --seats random,random", "tournament pause cup",
          "tournament drop --yes cup", "tournament cancel cup", "game retry 1", "init",
          "role create reader none_such")


def test_replica_reads(farms, tmp_path):
    """Later changes arrive, too. Each command prints the same on the replica as on its server."""
    ctl("role", "create", "reader", "anna")
    farm.create("later", "random,dumbbot", games=4)
    farm.aresd("--until-done")
    [(sent,)] = farms.north.ask("select pg_current_wal_lsn()")
    arrived = "select pg_last_wal_replay_lsn() >= %s"
    wait_for(lambda: farms.replica.ask(arrived, sent) == [(True,)])
    for words in READS:
        here, there = [on(server, *words.split()).splitlines()[-1 if words == "verify" else 0:]
                       for server in (farms.north, farms.replica)]
        assert there == here != [], words
    assert on(farms.replica, "export", "cup").count("\n") == 5
    on(farms.replica, "report", "-o", tmp_path / "report.html", "cup")
    assert "</html>" in (tmp_path / "report.html").read_text()
    on(farms.replica, "watch", "cup")


def test_replica_refuses_writes(farms):
    """Each command that writes ends with one line, which says where to go."""
    there = "-d", farms.replica.conninfo()
    for words in WRITES:
        refused("takes no writes, as a standby of another: connect to the one that does",
                f"{farm.B}/aresctl", "--quiet", *there, *words.split())
    refused("takes no writes", f"{farm.B}/aresd", *there, "--until-done")
    digest = "tournament", "digest", "cup"
    assert on(farms.replica, *digest) == on(farms.north, *digest)


def test_many_farms(farms):
    def add(name, folder, port=5432):
        """Adds a farm to the database farms of the first server, which connects to it."""
        values = dict(farm=name, host=f"{farms.north.place.self}/{folder}", port=port,
                      dbname="postgres", user=servers.USER)
        words = [word for pair in values.items() for word in ("-v", "=".join(map(str, pair)))]
        return farm.run(f"{servers.BIN}/psql", "-Xq", "-d", farms.north.conninfo("farms"), *words,
                        "-f", "deploy/many_farms.sql")

    def ask(sql, *parameters):
        return farms.north.ask(sql, *parameters, database="farms")

    def names():
        return [name for name, in ask("select distinct farm from farms.progress order by 1")]

    assert add("north", "pg").returncode == add("south", "south").returncode == 0
    assert ask("select farm, finished from farms.progress where tournament = 'cup' order by 1") == [
        ("north", 6), ("south", 6)]
    # the same seed gives the same games, on any server
    assert ask("select distinct count(*) over (partition by player, games, points, wins)"
               " from farms.standings where tournament = 'cup'") == [(2,)]
    assert ask("select count(*) from farms.results where tournament = 'cup'") == [(84,)]
    assert ask("select 1 from farms.orders where tournament_id = 1 and phase = 0") != []
    # once more, and without one of them
    assert add("north", "pg").returncode == 0 and names() == ["north", "south"]
    ask("drop server farm_south cascade")
    assert add("north", "pg").returncode == 0 and names() == ["north"]
    # a farm that cannot be added changes nothing
    for name, port, why in (("west", 5999, "could not connect to server"),
                            ("We'st", 5432, "lower-case letters, digits")):
        result = add(name, "pg", port)
        assert result.returncode != 0 and why in result.stderr, result.stderr
    assert names() == ["north"]
