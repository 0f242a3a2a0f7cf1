"""farm: what the Python suites share, as suite.sh is for shell suites.

check.py gives a suite a private server with a new database, and sets B and ARESFARM_HOME; or, on
the user's server, CONNINFO or PGDATABASE. All calls below use that database.
"""
import os
import pathlib
import re
import signal
import subprocess
import time

import psycopg
import pytest

B = os.environ["B"]
SEED = int(os.environ.get("SEED", "1"))
PATIENCE = float(os.environ.get("PATIENCE", "5"))  # multiplies every bound on time: the machine may be slow
ON_USERS_SERVER = [os.environ[name] for name in ("CONNINFO", "PGDATABASE") if os.environ.get(name)]
promise, long = pytest.mark.promise, pytest.mark.long  # what they mean: check.py


class WaitFailed(AssertionError):
    """A condition that a test waited for did not come true. The suite ends."""


def wait_for(condition, seconds=10, what=None):
    """Waits until condition() returns a true value, and returns it. Fails after PATIENCE times
    these seconds."""
    limit = time.monotonic() + seconds * PATIENCE
    while not (found := condition()):
        if time.monotonic() > limit:
            raise WaitFailed(f"waited in vain for: {what or getattr(condition, '__name__', condition)}")
        time.sleep(0.02)
    return found


def text_of(path):
    """The content of a text file."""
    return pathlib.Path(path).read_text("utf-8", "replace")


def write(path, text):
    """Makes a text file of this content, or replaces it."""
    pathlib.Path(path).write_text(text, "utf-8")


# ── programs ──

def program(name, *arguments):
    """The words that run a program of the farm on the suite's database."""
    database = ["-d", os.environ["CONNINFO"]] if os.environ.get("CONNINFO") else []
    return [f"{B}/{name}", *database, *map(str, arguments)]


def run(*command, role=None, env=None, **options):
    """Runs a command and returns it as subprocess does: stdout, stderr, returncode. role: the database role it acts as."""
    env = dict(os.environ, **(env or {}))
    if role:
        env["PGOPTIONS"] = f"-c role={role}"
    options.setdefault("stdin", None if "input" in options else subprocess.DEVNULL)
    if options["stdin"] is None:
        del options["stdin"]
    return subprocess.run([str(word) for word in command], env=env, capture_output=True, text=True, **options)


def done(*command, **options):
    """The same for a command that must succeed; returns its output without the last newline."""
    result = run(*command, **options)
    assert result.returncode == 0, f"{' '.join(map(str, command))}: status {result.returncode}\n{result.stdout}{result.stderr}"
    return result.stdout.rstrip("\n")


def went_wrong(log):
    """The lines of a log of aresd, without its messages about normal operation."""
    usual = "aresfarm ", "nothing is left to play: ", "the last game is done: ", "stopped by SIG"
    return [line for line in log.splitlines()
            if not line.partition(" aresd: ")[2].startswith(usual)]


def seconds_used(process):
    """The processor time that a process has used."""
    fields = text_of(f"/proc/{process}/stat").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ctl(*arguments, **options):
    """Runs aresctl --quiet; returns its output."""
    return done(*program("aresctl", "--quiet", *arguments), **options)


def aresd(*arguments, **options):
    """Runs aresd until it ends by itself; returns its log."""
    options.setdefault("timeout", 60 * PATIENCE)
    result = run(*program("aresd", *arguments), **options)
    assert result.returncode == 0, result.stderr
    return result.stderr


def refused(pattern, *command, **options):
    """The command must end with status 2 and print one line on standard error that contains the pattern."""
    result = run(*command, **options)
    assert result.returncode == 2, (result.returncode, result.stdout, result.stderr)
    assert result.stderr.count("\n") == 1, result.stderr
    assert pattern in result.stderr, result.stderr


class Daemon:
    """A program of the farm that runs until it is stopped: aresd, aresweb, aresdaide. Its log is in the file log."""

    def __init__(self, name, *arguments, env=None, role=None, listens=False):
        folder = os.environ["TMPDIR"]
        number = len(os.listdir(folder))
        self.log_path, out_path = f"{folder}/{name}.{number}.log", f"{folder}/{name}.{number}.out"
        env = dict(os.environ, **(env or {}))
        if role:
            env["PGOPTIONS"] = f"-c role={role}"
        if listens:
            arguments = ("--listen", "127.0.0.1:0", *arguments)
        with open(self.log_path, "wb") as log, open(out_path, "wb") as out:
            self.process = subprocess.Popen(program(name, *arguments), env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=log)
        self.pid = self.process.pid
        if listens:  # the program prints its address
            pattern = re.compile(r"^listening on .*?(\d+)/?$", re.M)
            self.port = int(wait_for(lambda: self.find(pattern, out_path) or self.ended(), 10, f"{name} to listen").group(1))
            self.url = f"http://127.0.0.1:{self.port}"

    @staticmethod
    def find(pattern, path):
        return pattern.search(text_of(path))

    def ended(self):
        """Fails if the program has ended."""
        assert self.process.poll() is None, self.log()

    def log(self):
        return text_of(self.log_path)

    def send(self, number):
        self.process.send_signal(number)

    def stop(self, number=signal.SIGTERM, seconds=10):
        """Asks it to end and waits: its status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        wait_for(lambda: self.process.poll() is not None, seconds, f"process {self.pid} to end")
        return self.process.returncode

    def kill(self):
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:  # a killed process loses what a COVERAGE=1 build has counted
            self.stop(seconds=2)
        except WaitFailed:
            self.kill()


# ── the database ──

def conninfo(database="aresfarm"):
    """The conninfo by which any program finds the suite's database while this process lives,
    however long the path is."""
    if os.environ.get("CONNINFO"):
        return os.environ["CONNINFO"]
    if os.environ.get("PGDATABASE"):
        return "dbname=" + os.environ["PGDATABASE"]
    if not hasattr(conninfo, "folder"):
        conninfo.folder = os.open(os.environ["ARESFARM_HOME"] + "/pg", os.O_RDONLY)
    return f"host=/proc/{os.getpid()}/fd/{conninfo.folder} dbname={database}"


def connect(role=None, options="", **settings):
    """A new session, in autocommit. role: set with `set role`. options: for the server, such as '-c
    work_mem=1MB'."""
    options += " -c jit=off"  # as the farm's own sessions; compiling a query takes longer than most tests
    if role:
        options += f" -c role={role}"
    settings.setdefault("autocommit", True)
    return psycopg.connect(conninfo(), options=options, **settings)


def query(sql, *parameters, role=None):
    """The rows of a statement. Without role, by one session of the owner that stays open."""
    if role:
        with connect(role) as session:
            return rows_of(session, sql, parameters)
    session = getattr(query, "session", None)
    if session is None or session.closed or session.broken:
        session = query.session = connect()
    return rows_of(session, sql, parameters)


def rows_of(session, sql, parameters):
    cursor = session.execute(sql, parameters or None)
    has_rows = cursor.pgresult.status == psycopg.pq.ExecStatus.TUPLES_OK  # "select from t" has, too
    return cursor.fetchall() if has_rows else []


def forget_session():
    """Closes the session of query, which then connects anew: to the server that CONNINFO names."""
    if hasattr(query, "session"):
        query.session.close()


def postmaster():
    """The process of the private server."""
    return int(text_of(os.environ["ARESFARM_HOME"] + "/pg/postmaster.pid").split()[0])


def kill_server():
    """Kills the private server."""
    os.kill(postmaster(), signal.SIGKILL)
    forget_session()


def value(sql, *parameters, role=None):
    """The first field of the first row; None where there is no row."""
    rows = query(sql, *parameters, role=role)
    return rows[0][0] if rows else None


def holds(sql, *parameters):
    """Whether "select SQL" is true; for wait_for: lambda: holds(...)."""
    return value("select " + sql, *parameters) is True


def denied(role, *statements):
    """Each statement must fail because the role lacks the right (SQLSTATE 42501)."""
    assert statements
    with connect(role) as session:
        for sql in statements:
            state = None
            try:
                session.execute(sql)
            except psycopg.Error as error:
                state = error.sqlstate
            assert state == "42501", f"{role} was told {state} of {sql}"


def fails(state, sql, *parameters, role=None):
    """The statement must fail with this SQLSTATE; returns the message."""
    try:
        query(sql, *parameters, role=role)
    except psycopg.Error as error:
        assert error.sqlstate == state, f"{error.sqlstate} and not {state}: {error}"
        return str(error)
    raise AssertionError(f"it did not fail: {sql}")


# ── tournaments ──

def create(name, seats, *options, games=1, rules="standard"):
    """Makes a tournament by SEED; returns the ids of its games by number."""
    if "--seed" not in options:
        options += ("--seed", SEED)
    ctl("tournament", "create", name, "--seats", seats, "--games", games, "--rules", rules, *options)
    return games_of(name)


def games_of(name):
    """The ids of the tournament's games, in the sequence of their numbers."""
    return [row[0] for row in query("select g.id from farm.games g join farm.tournaments t on t.id = g.tournament_id"
                                    " where t.name = %s order by g.number", name)]


def finished(name):
    return holds("finished = games from farm.progress where tournament = %s", name)


def digest(name):
    return ctl("tournament", "digest", name)


def cancel(name):
    ctl("tournament", "cancel", name)
