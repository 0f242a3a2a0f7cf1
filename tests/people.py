"""people: games that wait for external players. The suites external, links, login and seat share it."""
import hashlib
import os
import signal

import psycopg

import farm
from farm import holds, query, value, wait_for

NO_TURN = "you have no such turn: its orders were taken, or it is not yours"
daemon = None
sessions = {}


# ── roles ──

def make_roles(**groups):
    """Makes roles that can log in, each a member of a group or of none."""
    for name, group in groups.items():
        if not holds("exists (select from pg_roles where rolname = %s)", name):  # left on a user's server
            query(f"create role {name} login")
        query(f"revoke farm_agent, farm_web from {name}")
        if group:
            query(f"grant {group} to {name}")


def ask(role, sql, *parameters):
    """The rows of a statement, run in one session of the role that stays open."""
    if role not in sessions or sessions[role].broken:
        sessions[role] = farm.connect(role)
    return farm.rows_of(sessions[role], sql, parameters)


def by_link(link, sql, *parameters):
    """The same as the web server, which sends the link's key as the first parameter."""
    return ask("web", sql, key(link), *parameters)


def error(role, sql, *parameters):
    """The database's error for a statement that must fail."""
    try:
        ask(role, sql, *parameters)
    except psycopg.Error as found:
        return found.diag.message_primary
    raise AssertionError(f"it did not fail: {sql}")


# ── games ──

class Game:
    """A tournament's first game."""

    def __init__(self, name, links=()):
        self.name = name
        self.id = farm.games_of(name)[0]
        self.links = dict(links)  # by power

    def ask(self, role, sql, *parameters):
        """The rows of a role's statement; its first parameter is the game."""
        return ask(role, sql, self.id, *parameters)

    def by(self, power, sql, *parameters):
        """The same for the web server; its first parameter is the key of the power's link."""
        return by_link(self.links[power], sql, *parameters)

    def rows(self, sql):
        """The rows of the owner's statement; its parameter is the game."""
        return query(sql, self.id)

    def value(self, sql):
        return value(sql, self.id)

    def hand_in(self, *powers):
        """Hands in no orders, final, for powers that have a link; of others ENG is alice's, and GER bob's."""
        for power in powers:
            if power in self.links:
                self.by(power, "select * from web.submit_orders(%s, '{}', true)")
            else:
                role = {"ENG": "alice", "GER": "bob"}[power]
                self.ask(role, "select * from api.submit_orders(%s, '{}', true)")

    def state(self):
        return self.value("select state from farm.games where id = %s")

    def over(self):
        return self.state() == "finished"

    def asks(self, phase):
        """Waits until the game waits for the orders of this phase."""
        wait_for(lambda: holds("state = 'waiting' and farm.phase_name(asked) = %s"
                               " from farm.games where id = %s", phase, self.id), what=f"{self.name} to ask {phase}")

    def next_phase(self, last):
        """Waits until the game waits in another phase; returns its name, or None when the game is over."""
        def found():
            state, phase = self.rows("select state, farm.phase_name(asked) from farm.games where id = %s")[0]
            return (phase,) if state == "finished" or state == "waiting" and phase != last else None

        return wait_for(found, 10, f"{self.name} to continue after {last}")[0]

    def plays(self, phase):
        """Waits until the phase has been played."""
        wait_for(lambda: holds("exists (select from farm.boards where game_id = %s and farm.phase_name(phase) = %s)",
                               self.id, phase), what=f"{self.name} to play {phase}")

    def ordered(self, phase, *powers):
        """The orders with which a phase was played."""
        return value("select string_agg(text, '; ' order by text) from farm.orders"
                     " where game = %s and phase_name = %s and power = any (%s)", self.id, phase, list(powers))

    def verify(self):
        assert "all agree" in farm.ctl("verify", "--players", self.name)


def key(link):
    """The key that opens a link's seat: the web server sends it to the database."""
    return hashlib.sha256(link.partition("#")[2].encode()).digest()


def begin(name, seats, *options):
    """Makes a game; returns it with its links once it waits for orders. Starts aresd if it does not run."""
    if "--seed" not in options:
        options += ("--seed", farm.SEED)
    said = farm.ctl("game", "create", name, "--seats", seats, *options)
    start()
    game = Game(name, (line.split() for line in said.splitlines()))
    game.asks("S1901M")
    return game


# ── aresd ──

def start():
    global daemon
    if not daemon or daemon.process.poll() is not None:
        daemon = farm.Daemon("aresd", "--workers", "2", "--quiet")


def stop():
    assert daemon.stop() == 0


def kill_worker():
    """Kills a running worker."""
    def killed():
        process = value("select pid from farm.workers where gone_at is null order by id desc limit 1")
        try:
            return process and not os.kill(process, signal.SIGKILL)
        except ProcessLookupError:  # the row of a dead worker stays for a while
            return False

    wait_for(killed, what="a worker to kill")
