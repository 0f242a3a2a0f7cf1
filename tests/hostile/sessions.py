"""sessions: several sessions at once: statements and commands that wait, transactions left open.

    with Session("alice") as alice:             its statements are committed one by one
        alice.say("begin")                      the rows of a statement
        answer = alice.send("lock table x")     a statement that may wait: a Future of its rows
        farm.wait_for(alice.waits)              until it waits for a lock
        rows = result(answer)                   its rows, or its error is raised
"""
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager

import farm
import psycopg

THREADS = ThreadPoolExecutor(16)
background = THREADS.submit  # calls a function in a thread: a Future of what it returns


def result(future, seconds=10):
    """What the function returned, or its error. It has PATIENCE times these seconds."""
    return future.result(seconds * farm.PATIENCE)


def promptly(function, *arguments, seconds=1, **options):
    """Calls a function that must not wait for other sessions; returns its result."""
    return result(background(function, *arguments, **options), seconds)


def roles(group, *names):
    """Makes login roles in a group: farm_agent, farm_worker, farm_reader."""
    for name in names:
        farm.query(f"create role {name} login in role {group}")


class Session(AbstractContextManager):
    """A session that stays open. role: what it acts as; None: the owner. It keeps no snapshot
    between statements, because it uses the simple protocol (ClientCursor)."""

    def __init__(self, role=None, **settings):
        self.connection = farm.connect(role, cursor_factory=psycopg.ClientCursor, **settings)
        self.pid = self.connection.info.backend_pid
        self.notifications = []
        self.connection.add_notify_handler(self.notifications.append)

    def say(self, sql, *parameters):
        """The rows of a statement; of the last one, if there are several."""
        cursor = self.connection.execute(sql, parameters or None)
        while cursor.nextset():
            pass
        return cursor.fetchall() if cursor.description else []

    def send(self, sql, *parameters):
        return background(self.say, sql, *parameters)

    def waits(self):
        return farm.holds("wait_event_type = 'Lock' from pg_stat_activity where pid = %s", self.pid)

    def heard(self):
        """The number of notifications since the last call."""
        self.say("select 1")  # they come before the end of the answer
        count = len(self.notifications)
        self.notifications.clear()
        return count

    def __exit__(self, *_):
        """Ends it, also if a statement of it still waits. It has no locks then."""
        if self.connection.lock.locked():
            farm.query("select pg_terminate_backend(%s, 60000)", self.pid)
        self.connection.close()


def workers():
    """The processes of the workers that are alive."""
    return [pid for pid, in farm.query("select pid from farm.workers where gone_at is null")]


def digests(name, count):
    """The digests of the tournament's first games; none while one of them is not finished."""
    rows = farm.query("""select digest from farm.games g join farm.tournaments t
        on t.id = g.tournament_id where t.name = %s and state = 'finished' and number <= %s
        order by number""", name, count)
    return rows if len(rows) == count else []


def calm(seats, count):
    """Plays this number of games undisturbed; returns their digests."""
    farm.create(f"calm-{count}", seats, games=count)
    farm.aresd("--until-done", "--workers", 2)
    return digests(f"calm-{count}", count)


def finished(name):
    """The number of its games that are finished."""
    return farm.value("select finished from farm.progress where tournament = %s", name)
