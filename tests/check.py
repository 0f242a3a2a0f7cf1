#!/usr/bin/python3
"""check: runs the suites of the build in $B, several at once, and counts their tests.

    tests/check.py                  the short check
    tests/check.py --long           what the short check leaves out
    tests/check.py db/maps ...      these suites, with all their tests
        --shuffle                   in an order drawn by SHUFFLE
        --load N                    beside N processes that only compute, without CLOCKLESS rooms
        --by TIME                   no suite begins after this second since 1970
        --stop                      the first failure ends the check; named suites keep their order
        --list                      prints the suites and runs none

COVERED=FOLDER gives each suite a folder there for the counts of a build with COVERAGE=1
(tests/covered.py).

A suite fails if it takes more than ten times its time in tests/suites. This limit grows if the
machine is slow, measured by the median of the suites that have ended here. LIMIT=SECONDS is for
suites that are asked to take long.

AGAIN=1 is for shared machines: a suite that failed runs once more at the end, alone. Both results
are printed, and a line lists the suites that failed once; the second result counts.

A suite is a CUnit binary (unit/board is $B/test_board), a fuzz target (fuzz/cases is
$B/fuzz_cases), a shell script (db/maps is tests/db/games/maps.sh) or a module of pytest (db/seat is
tests/db/seats/test_seat.py). PATH.sh may name a script elsewhere. tests/suites lists the exceptions
of a suite. Each runs in a container (contain.py) with a folder of its own, so nothing of it
remains, and no two share a server, a map, a role or a file. If a suite needs a farm, it gets a
private server and a new database in ARESFARM_HOME.

A room belongs to the short check or to the long one (ROOMS). Two marks above a test override that
for this test alone:

    promise: TITLE                  it tests a promise of doc/promises.md, in the short check
    long                            it is in the long check only

In a shell suite the mark is a comment in the line above the function; in Python a decorator,
@farm.promise("TITLE") or @farm.long.

If the user names a server (D=CONNINFO, or PGHOST and the like), suites of tests/db run there, one
after the other, each in a database of its own. Other suites flood, stop or kill their server, so
they never use the user's.

The last line is "N passed, N failed, N skipped". The status is 1 if a test failed.
"""
import argparse
import glob
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import contain

B = os.environ.setdefault("B", "build")
os.environ.setdefault("SEED", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # threads that wait leave the processors to other suites
PROCESSORS = len(os.sched_getaffinity(0))
LANES = int(os.environ.get("LANES", 3 * PROCESSORS))
GIVEN = ("D", "PGHOST", "PGHOSTADDR", "PGPORT", "PGDATABASE", "PGSERVICE")
GROUPS = ("farm_agent", "farm_daide", "farm_reader", "farm_web", "farm_worker")
ROOMS = {  # defaults of a room: the server that a suite gets, and the check that it belongs to
    "unit": ("none", "short"), "fuzz": ("none", "short"), "house": ("none", "short"), "db": ("farm", "short"),
    "python": ("none", "short"), "own": ("farm", "short"), "hostile": ("farm", "long"),
    "pages": ("farm", "long"), "crash": ("none", "long"), "walks": ("none", "long")}
CLOCKLESS = ("unit", "fuzz", "house", "python")  # their suites wait for nothing: a load only slows them down


class Suite:
    def __init__(self, name, command):
        self.name, self.command = name, command
        self.room = name.partition("/")[0]
        self.server, self.check = ROOMS[self.room]
        self.promises = self.longs = False  # whether any of its tests has these marks
        self.seconds, self.listed = 15, False  # its usual time; whether it is from tests/suites
        self.passed = self.failed = self.skipped = 0

    def belongs(self, check):
        """Whether any test of this suite is in the check."""
        return self.check == check or (self.promises if check == "short" else self.longs)

    def limit(self, slowness):
        return float(os.environ.get("LIMIT") or 10 * self.seconds * slowness)


def python():
    """The path of a Python with psycopg, such as Debian's, if possible with selenium, too. The Python in
    PATH may be a script."""
    for more in (", selenium", ""):
        for name in ("python3", "/usr/bin/python3"):
            said = subprocess.run([name, "-c", f"import psycopg, pytest, sys{more}; print(sys.executable)"],
                                  text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            if said.returncode == 0:
                return said.stdout.strip()
    return "/usr/bin/python3"


def suites():
    """All suites by name."""
    found = {}

    def add(name, text, *command):
        if name in found and not os.environ.get("PORTING"):
            sys.exit(f"check: two suites are named {name}")
        found[name] = suite = Suite(name, command)
        suite.promises = bool(re.search(r"^# promise: |farm\.promise\(", text, re.M))
        suite.longs = bool(re.search(r"^# long$|farm\.long\b", text, re.M))

    for file in sorted(os.listdir(B)):
        if re.fullmatch(r"test_\w+", file):
            add("unit/" + file[5:], "", f"{B}/{file}")
        if re.fullmatch(r"fuzz_\w+", file):
            files = "tests/njudge" if file.startswith("fuzz_judge_m") else "tests/cases"
            add("fuzz/" + file[5:], "", f"{B}/{file}", *sorted(f"{files}/{name}" for name in os.listdir(files)))
    interpreter = python()
    os.environ["PATH"] = os.path.dirname(interpreter) + ":" + os.environ["PATH"]
    for room in ROOMS:
        for path in sorted(glob.glob(f"tests/{room}/**/*.*", recursive=True)):
            file = os.path.basename(path)
            if not file.endswith(".sh") and not re.fullmatch(r"test_\w+\.py", file):
                continue
            with open(path, encoding="utf-8") as content:
                text = content.read()
            if file.endswith(".sh") and "\nrun_tests" in text:
                add(f"{room}/{file[:-3]}", text, "bash", path)
            elif file.endswith(".py"):
                add(f"{room}/{file[5:-3]}", text, interpreter, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider",
                    "--tb=short", path)
    read_table(found)
    return found


def read_table(found):
    """Reads tests/suites: a suite, its time in seconds, and words for its exceptions in its
    room."""
    with open("tests/suites", encoding="utf-8") as file:
        for line in file:
            name, *words = line.partition("#")[0].split() or [""]
            if not name:
                continue
            if name not in found:
                if name.split("/")[0] in ("unit", "fuzz"):
                    continue  # not built
                sys.exit(f"check: tests/suites has {name}, which does not exist")
            suite = found[name]
            suite.seconds, suite.listed = float(words[0]), True
            for word in words[1:]:
                if word in ("short", "long"):
                    suite.check = word
                elif word in ("farm", "none"):
                    suite.server = word
                else:
                    sys.exit(f"check: tests/suites says {word} of {name}: it must be short, long, farm or none")


# ── in the container ──

def server_given():
    return any(os.environ.get(name) for name in GIVEN)


def admin(sql):
    database = os.environ.get("D") or "dbname=" + os.environ.get("PGDATABASE", "postgres")
    return subprocess.run(["psql", "-XqAt", "-d", database, "-c", sql], check=True, capture_output=True, text=True).stdout


def farm_of(suite, place, env):
    """Gives the suite a database: a new private server with a copy of the template, or one on the user's server."""
    if suite.server != "farm":
        return None
    if suite.room == "db" and server_given():
        name = f"aresfarm_check_{os.getpid()}"
        admin(f"create database {name}")
        if os.environ.get("D"):
            env["CONNINFO"] = f"{os.environ['D']} dbname={name}"
        else:
            env["PGDATABASE"] = name
        database = ["-d", env["CONNINFO"]] if os.environ.get("D") else []
        subprocess.run([f"{B}/aresctl", "--quiet", *database, "init"], env=env, check=True)
        return lambda: admin(f"drop database if exists {name} with (force)")
    subprocess.run(["cp", "-a", "--reflink=auto", place + "/../template", env["ARESFARM_HOME"]], check=True)
    subprocess.run([f"{B}/aresctl", "--quiet", "up"], env=env, check=True)
    return None


def run_contained(suite, place, check, limit):
    """Runs the suite's tests of this check in this process, a child of the runner, for at most limit seconds.
    Returns the status to exit with."""
    home, temporary = place + "/home", place + "/tmp"
    only = {("short", "long"): "promise", ("long", "short"): "long", ("short", "short"): "not long"}.get((check, suite.check), "")
    env = dict(os.environ, ARESFARM_SUITE=suite.name, ARESFARM_ONLY=only, ARESFARM_TEST="1",
               ARESFARM_HOME=home, TMPDIR=temporary, PYTHONPATH=os.path.abspath("tests"))
    if os.environ.get("COVERED"):
        env["GCOV_PREFIX"] = f"{os.environ['COVERED']}/{suite.name.replace('/', '.')}"
    if suite.room != "db":
        for name in GIVEN:
            env.pop(name, None)
    status, drop = 1, None
    try:
        os.mkdir(place)
        os.mkdir(temporary)
        os.chmod(place, 0o711)  # a server of root runs as another user
        os.chmod(temporary, 0o711)
        drop = farm_of(suite, place, env)
        status = contain.run(suite.command, limit, env)
        if status is None:
            print(f"not ok  {suite.name}: not done after {limit:.0f} s, ten times what it takes", flush=True)
            status = 1
    except contain.Stopped as stopped:
        status = 128 + stopped.number
    except (subprocess.CalledProcessError, OSError) as error:
        print(f"not ok  {suite.name}: {error} {getattr(error, 'stderr', '') or ''}")
    postmaster = home + "/pg/postmaster.pid"
    if os.path.exists(postmaster):
        subprocess.run([f"{B}/aresctl", "--quiet", "down"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for command in contain.end_all():
        print(f"# ended, because a test had left it: {command}")
    if drop:
        drop()
    contain.remove(place)
    return status


def start(suite, work, check, limit):
    """Starts a container for at most limit seconds; returns its process."""
    place = f"{work}/{suite.name.replace('/', '.')}"
    runner = os.getpid()
    sys.stdout.flush()
    process = os.fork()
    if process:
        return process
    status = 1
    try:
        contain.begin_process(runner)
        contain.adopt()
        output = os.open(place + ".out", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        status = run_contained(suite, place, check, limit)
        sys.stdout.flush()
    except contain.Stopped:
        contain.end_all()
        contain.remove(place)
    finally:
        os._exit(status)


# ── in the runner ──

def counted(suite, status, output):
    """Sets the counts of the suite; returns the lines of its output that are worth reading."""
    lines = output.splitlines()
    told = []
    if suite.room == "fuzz":
        suite.passed, suite.failed = int(status == 0), int(status != 0)
        return lines if status else []
    if suite.room == "unit":
        counts = [line.split() for line in lines if re.match(r" *tests +\d", line)]
        if counts and len(counts[-1]) == 6:
            suite.passed, suite.failed = int(counts[-1][3]), int(counts[-1][4])
        if not counts or suite.failed or status:
            suite.failed = max(suite.failed, 1)
            told = lines
        return told
    ended = False
    for line in lines:
        count = re.fullmatch(r"# (\d+) passed, (\d+) failed", line)
        if count:
            ended = True
            suite.passed, suite.failed = map(int, count.groups())
        elif line.startswith("skipped "):
            suite.skipped += 1
            told.append(line)
        elif line.startswith("# ended") or status and not line.startswith("ok "):
            told.append(line)
    if not ended:
        suite.failed = 1
        told = lines + [f"not ok  {suite.name}: ended without a result, status {status}"]
    if status not in (0, 1, 2) and ended:
        suite.failed += 1
        told.append(f"not ok  {suite.name}: status {status}")
    return told


def burn(runner):
    """A process that only computes."""
    process = os.fork()
    if process:
        return process
    try:
        contain.begin_process(runner)
        while True:
            sum(range(100000))
    except contain.Stopped:
        pass
    finally:
        os._exit(0)  # the runner removes the folders


class Lanes:
    """The number of suites that run at once: one more than there are processors; up to LANES while
    a processor is idle."""

    def __init__(self, most):
        self.most, self.least = most, min(most, PROCESSORS + 1)
        self.since, self.idle = time.monotonic(), self.idle_seconds()

    @staticmethod
    def idle_seconds():
        """How long all processors together have been idle since the machine began."""
        with open("/proc/stat", encoding="ascii") as file:
            fields = file.readline().split()
        return (int(fields[4]) + int(fields[5])) / os.sysconf("SC_CLK_TCK")

    def have_room(self, running):
        """Whether one more suite may begin besides those running. Looks at the last second or
        more."""
        if running < self.least or running >= self.most:
            return running < self.least
        now = time.monotonic()
        if now - self.since < 1:
            return False
        idle, since = self.idle, self.since
        self.since, self.idle = now, self.idle_seconds()
        return self.idle - idle > 0.1 * (now - since) * os.cpu_count()


class Progress:
    """One line per suite; on a terminal also one with the running suites."""

    def __init__(self, total):
        self.total, self.done, self.passed, self.failed, self.skipped = total, 0, 0, 0, 0
        self.began = time.monotonic()
        # times of ended suites relative to tests/suites; before there are any, an estimate from the
        # load
        self.ratios = []
        self.terminal = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"

    def slowness(self):
        """How many times slower than usual this machine is, at least 1."""
        return max(1, statistics.median(self.ratios or [1]))

    def say(self, text):
        sys.stdout.write(("\r\033[K" if self.terminal else "") + text + "\n")
        sys.stdout.flush()

    def show(self, running):
        if not self.terminal:
            return
        took = int(time.monotonic() - self.began)
        names = " ".join(suite.name for suite in running)
        text = f"{took // 60}:{took % 60:02} {self.done} of {self.total} suites, {self.passed} passed, {self.failed} failed: {names}"
        sys.stdout.write("\r\033[K" + text[:shutil.get_terminal_size().columns - 1])
        sys.stdout.flush()

    def add(self, suite, lines, seconds, processor):
        self.done += 1
        self.passed += suite.passed
        self.failed += suite.failed
        self.skipped += suite.skipped
        if suite.listed:
            self.ratios.append(seconds / suite.seconds)
        word = "not ok " if suite.failed else "ok     "
        skips = f", {suite.skipped} skipped" if suite.skipped else ""
        fails = f", {suite.failed} failed" if suite.failed else ""
        self.say(f"{word} {suite.name}: {suite.passed} passed{fails}{skips}, {seconds:.1f} s, processor {processor:.1f} s "
                 f"[{self.done} of {self.total}]")
        for line in lines:
            self.say("        " + line)


def run_all(chosen, options, work):
    """Runs the suites in lanes. Returns the progress, which has the counts."""
    progress = Progress(len(chosen))
    run_lanes(chosen, options, work, progress, 1 if server_given() else LANES)
    failed = [suite for suite in chosen if suite.failed]
    if failed and os.environ.get("AGAIN") == "1" and not options.stop:
        run_again(failed, options, work, progress)
    return progress


def run_again(failed, options, work, progress):
    """Runs the failed suites once more, one after the other. The new results count."""
    print(f"# once more, alone: {' '.join(suite.name for suite in failed)}")
    for suite in failed:
        progress.passed -= suite.passed
        progress.failed -= suite.failed
        progress.skipped -= suite.skipped
        suite.passed = suite.failed = suite.skipped = 0
    progress.total += len(failed)
    options.load = options.by = 0
    run_lanes(failed, options, work, progress, 1)
    unsteady = [suite.name for suite in failed if not suite.failed]
    if unsteady:
        print(f"# unsteady, failed once: {' '.join(unsteady)}")


def run_lanes(chosen, options, work, progress, lanes):
    """Runs the suites in this number of lanes, and adds their results."""
    runner = os.getpid()
    if any(suite.server == "farm" for suite in chosen) and not server_given() and not os.path.exists(work + "/template"):
        make_template(work)
    if options.load:
        progress.ratios.append(1 + options.load / lanes)
    burning = [burn(runner) for _ in range(options.load)]
    room = Lanes(lanes)
    todo, running = list(chosen), {}
    try:
        while todo or running:
            if todo and options.by and time.time() > options.by:
                print(f"# not begun for lack of time: {len(todo)} suites")
                todo = []
            while todo and room.have_room(len(running)):
                suite = todo.pop(0)
                limit = suite.limit(progress.slowness())
                running[start(suite, work, options.check, limit)] = (suite, time.monotonic())
            progress.show([suite for suite, _ in running.values()])
            process, status, used = os.wait4(-1, os.WNOHANG)
            if process not in running:
                time.sleep(0.02)
                continue
            suite, began = running.pop(process)
            out = f"{work}/{suite.name.replace('/', '.')}.out"
            with open(out, encoding="utf-8", errors="replace") as file:
                lines = counted(suite, os.waitstatus_to_exitcode(status), file.read())
            progress.add(suite, lines, time.monotonic() - began, used.ru_utime + used.ru_stime)
            if options.stop and progress.failed:
                break
    finally:
        for process in [*burning, *running]:
            try:
                os.kill(process, contain.signal.SIGTERM)
            except OSError:
                pass
        while True:
            try:
                os.wait()
            except ChildProcessError:
                break


def make_work():
    """The folder for all that the suites make. It is in memory where there is plenty: to copy the
    template, a server of 1,500 files, costs a disk six times the processor time. Its path is short,
    as that of a browser's socket has at most 107 bytes."""
    memory = "/dev/shm"
    try:
        place = os.statvfs(memory)
        usable = os.access(memory, os.W_OK) and not place.f_flag & os.ST_NOEXEC
        free = place.f_bavail * place.f_frsize if usable else 0
        with open("/proc/meminfo", encoding="ascii") as file:
            free = min(free, 1024 * int(re.search(r"MemAvailable: +(\d+)", file.read())[1]))
    except OSError:
        free = 0
    work = tempfile.mkdtemp(prefix=f"ares.{os.getpid()}.", dir=memory if free >= 8 << 30 else None)
    os.chmod(work, 0o711)
    return work


def make_template(work):
    """Makes a farm as `aresctl up` and `aresctl init` do; each suite gets a copy."""
    env = dict(os.environ, ARESFARM_HOME=work + "/template", ARESFARM_TEST="1")
    for command in ("up", "init", "down"):
        done = subprocess.run([f"{B}/aresctl", "--quiet", command], env=env, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"check: aresctl {command} failed: {done.stderr}{done.stdout}")


def drop_groups(before):
    for group in set(GROUPS) - set(before):
        admin(f"drop role if exists {group}")


def runner(options, chosen, work):
    """Runs the suites in the process below the guard; returns its status."""
    before = None
    if server_given() and any(suite.room == "db" for suite in chosen):
        before = admin("select rolname from pg_roles").split()
    try:
        progress = run_all(chosen, options, work)
    finally:
        if before is not None:
            drop_groups(before)
    took = int(time.monotonic() - progress.began)
    print(f"# {took // 60} min {took % 60} s, at most {LANES} suites at once")
    skipped = f", {progress.skipped} skipped" if progress.skipped else ""
    print(f"{progress.passed} passed, {progress.failed} failed{skipped}", flush=True)
    return int(progress.failed > 0)


def choose(options):
    """The suites to run, in order: the longest first, so that none runs alone at the end."""
    found = suites()
    if options.suites:
        chosen = []
        for name in options.suites:
            if name.endswith(".sh") and not os.path.abspath(name).startswith(os.path.abspath("tests/")):
                chosen.append(Suite("own/" + os.path.basename(name)[:-3], ["bash", name]))
                continue
            name = re.sub(r"^tests/(\w+)/(\w+/)?(test_)?(\w+)\.(sh|py)$", r"\1/\4", name)
            matching = [suite for suite in found.values() if suite.name == name or suite.room == name]
            if not matching:
                sys.exit(f"check: there is no suite {name}; make check SUITE= takes one or several of:\n  " + "\n  ".join(found))
            chosen += matching
    else:
        chosen = [suite for suite in found.values()
                  if suite.belongs(options.check) and not (options.load and suite.room in CLOCKLESS)]
    if not (options.stop and options.suites):
        chosen.sort(key=lambda suite: -suite.seconds)
    if options.shuffle:
        seed = os.environ.get("SHUFFLE") or str(time.time_ns() % 1000000)
        print(f"# in a sequence drawn by SHUFFLE={seed}")
        random.Random(int(seed)).shuffle(chosen)
    return chosen


def main():
    parser = argparse.ArgumentParser(description="Runs the suites of the build in $B, and counts their tests.")
    parser.add_argument("--long", action="store_true", help="what the short check leaves out")
    parser.add_argument("--shuffle", action="store_true", help="in a sequence drawn by SHUFFLE")
    parser.add_argument("--load", type=int, default=0, metavar="N",
                        help="beside N processes that only compute, without unit tests and the like")
    parser.add_argument("--by", type=float, default=0, metavar="TIME",
                        help="no suite begins after this second since 1970")
    parser.add_argument("--stop", action="store_true", help="the first failure ends the check")
    parser.add_argument("--list", action="store_true", help="print the suites and run none")
    parser.add_argument("suites", nargs="*")
    options = parser.parse_args()
    options.check = "long" if options.long else "all" if options.suites else "short"
    os.chdir(os.path.dirname(os.path.abspath(__file__)) + "/..")
    chosen = choose(options)
    if options.list:
        for suite in chosen:
            print(suite.name, suite.server, suite.check, suite.seconds)
        return 0
    # The guard starts the runner and waits for it. If the runner is killed, the containers end
    # themselves; the guard waits for them, too, and removes the folder. If the guard is killed, the
    # runner ends as if it got a signal to end.
    guard = os.getpid()
    contain.adopt()
    work = make_work()
    process = os.fork()
    if process == 0:
        status = 1
        try:
            contain.begin_process(guard)
            status = runner(options, chosen, work)
        except contain.Stopped as stopped:
            status = 128 + stopped.number
        except SystemExit as error:
            print(error)
        finally:
            contain.remove(work)
            sys.stdout.flush()
            os._exit(status)
    return wait_for_runner(process, work)


def wait_for_runner(process, work):
    def forward(number, _):
        os.kill(process, number)

    for number in contain.STOPS:
        contain.signal.signal(number, forward)
    status = contain.wait_for(process, None)
    if status > 128:  # the runner was killed: the containers notice, and end themselves
        began = time.monotonic()
        while contain.descendants() and time.monotonic() - began < 30:
            contain.reap()
            time.sleep(0.05)
    contain.end_all()
    contain.remove(work)
    return status


if __name__ == "__main__":
    sys.exit(main())
