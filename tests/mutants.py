#!/usr/bin/python3
"""mutants: changes random lines of the sources, one at a time, and counts how many changes the tests notice.

    tests/mutants.py [COUNT]        COUNT=200 changes, drawn by SEED

It works in a copy of the tree below $B. A change swaps an operator, a constant or a keyword, or removes a
statement, in a line of lib, daemon or schema. The suites that execute the line run, unit tests first, until
one fails, and fails again by itself if it is not a unit test. $B/covered.json has them (covered.py). What
survives meets unit tests with the sanitizers, if those are built. A change that no suite notices has
survived; so has one in a line that no suite executes. MOST=SECONDS is a budget for each change: of suites
that are not unit tests only the first run, and what survives them might be noticed by others. ROOM="FOLDER
FOLDER" draws only from these folders.

A change is drawn anew if it does not compile, if a new database refuses the SQL, or if it compiles to the
same bytes. Of the changes that mean nothing, only those are left out that a rule of MEANS_NOTHING finds.

The last lines are the changes that survived, and "N of M changes were noticed", with the bounds in which the share is with 95 %
certainty (Wilson). The status is 1 if fewer than 95 % were noticed.
"""
import itertools
import os
import random
import re
import subprocess
import sys
import time

import covered

os.chdir(os.path.dirname(os.path.abspath(__file__)) + "/..")
B = os.environ.get("B", "build")
SEED = int(os.environ.get("SEED", "1"))
TREE = os.path.abspath(f"{B}/mutants.{SEED}")
WHICH = covered.Map(f"{B}/covered.json")
LEAST = 0.95
MOST = float(os.environ.get("MOST", "inf"))
ROOM = tuple(os.environ.get("ROOM", "").split()) or ("",)
SANITIZED = os.path.exists(f"{B}/san/aresd")
PREPARES = "db/statements"  # it prepares all statements: what it refuses does not compile
PROGRAMS = ["programs"] + [f"build/{name}" for name in ("aresctl_later", "aresctl_edited", "aresctl_other", "aresd_later", "libares.so")]
UNITS = 6  # unit tests that are linked and run at first

# Parts of lines that are not changed.
MEANS_NOTHING = [
    (r"^\s*assert\(.*", "what an assert says always holds"),
    (r"-1(?=;)", "none is any number below 0"),
    (r"^.*\? 2 \* .*", "an array grows by other steps"),
    (r"^\s*(?:static )?(?:const )?(?:unsigned )?\w+ \w+\[\d+(?: \* \w+)?\]",
     "an array has room for one more"),
    (r"^\t*\(\d+(?=, (?:true|false), ')", "two rows of a report have the same number"),
]
NUMBER = (r"(?<![\w.%$])(\d+)(?![\w.])", lambda m: str(int(m[1]) + 1))
SWAPS = {
    ".c": [(r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "),
           (r" && ", " || "), (r" \|\| ", " && "), (r" \+ ", " - "), (r" - ", " + "), (r" \+= ", " -= "), (r" & ", " | "),
           (r" \| ", " & "), (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"!(?=\w)", ""), (r"\+\+", "--"), NUMBER],
    ".sql": [(r" = ", " <> "), (r" <> ", " = "), (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
             (r"\band\b", "or"), (r"\bor\b", "and"), (r" \+ ", " - "), (r" - ", " + "), (r"\btrue\b", "false"),
             (r"\bfalse\b", "true"), (r"\bnot ", ""), (r"\bis null\b", "is not null"), (r"\bis not null\b", "is null"),
             (r"\bmin\(", "max("), (r"\bmax\(", "min("), (r"\bdesc\b", ""), (r"^(\s*)(grant .*;)$", r"\1-- \2"), NUMBER]}
REMOVED = re.compile(r"^(\s+)(?!return|break|continue|goto|static|const|struct|enum|int|bool|char|long|unsigned|size_t|u?int\d+_t"
                     r"|case|default)(\w[\w\->.\[\]]*( [-+|&*]?= .*|\(.*\)|\+\+|--);)$")
TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)\'|/\*.*?\*/|//.*$')
SQL_TEXT = re.compile(r"'[^']*'|--.*$")


def sources():
    """The files that may be changed, each with the numbers of the lines in functions."""
    found = []
    names = subprocess.check_output(["git", "ls-files", "lib", "daemon", "schema", "sql/views", "sql/views.sql"], text=True)
    for path in names.split():
        if path.endswith(".sql") and re.match(r"schema/(changes|comments)", path):
            continue  # an applied change is never edited, and init would refuse it
        if path.endswith((".c", ".sql")) and path.startswith(ROOM) and os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                lines = file.read().split("\n")
            places = [n for n, line in enumerate(lines) if line.startswith(("\t", " ")) or path.endswith(".sql")]
            found += [(path, n) for n in places if changes_of(path, lines[n])]
    return found


def changes_of(path, line):
    """What the line may be changed into."""
    kind = os.path.splitext(path)[1]
    if line.lstrip().startswith(("*", "/*", "//", "--", "#", "comment on")):
        return []
    texts = [match.span() for match in (TEXT if kind == ".c" else SQL_TEXT).finditer(line)]
    texts += [match.span() for rule, _ in MEANS_NOTHING for match in re.finditer(rule, line)]
    found = []
    for pattern, put in SWAPS[kind]:
        for match in re.finditer(pattern, line):
            if not any(low <= match.start() < high for low, high in texts):
                found.append(line[:match.start()] + (put(match) if callable(put) else match.expand(put)) + line[match.end():])
    removed = REMOVED.match(line) if kind == ".c" else None
    if removed and not any(low <= removed.end(1) < high for low, high in texts):
        found.append(removed[1] + ";")
    return [changed for changed in found if changed != line]


def quietly(*command, **options):
    return subprocess.run(command, cwd=TREE, capture_output=True, text=True, **options)


def made(*targets):
    compiler = os.environ.get("CC", "gcc")
    return quietly("make", "-s", "-j2", f"CC={compiler}", *targets, timeout=900).returncode == 0


def object_of(path):
    """What a file of C compiles to by itself; None: it is not C, or does not compile."""
    name = f"build/{path[:-2]}.o"
    if not path.endswith(".c") or not made(name):
        return None
    with open(f"{TREE}/{name}", "rb") as file:
        return file.read()


def failed_of(names, build="build"):
    """Runs these suites in this sequence: the first that fails, or "". One that hangs has failed."""
    limit = 30 + (4 if build == "build" else 20) * max(WHICH.seconds[name] for name in names)
    env = dict(os.environ, B=build, LANES=os.environ.get("LANES", "2"), LIMIT=str(limit))
    for name in ("ARESFARM_SUITE", "MAKEFLAGS", "MAKELEVEL"):
        env.pop(name, None)
    said = quietly("tests/check.py", "--stop", *names, env=env).stdout
    failed = re.search(r"^not ok +(\S+):", said, re.M)
    if failed:
        return failed[1]
    return "" if re.search(r"^\d+ passed, 0 failed", said, re.M) else "check: " + said[-1000:]


def failed_twice(names):
    """The first of these suites that fails, and does so again by itself: one failure may be that of a slow machine."""
    while failed := failed_of(names) if names else "":
        if failed not in names or failed_of([failed]):
            return failed
        place = names.index(failed)
        names = names[max(place - 1, 0):place] + names[place + 1:]  # the one before may have been running
    return ""


def is_unit(name):
    return name.startswith(("unit/", "fuzz/"))


def affordable(suites):
    """The unit tests among them, and the first of the others, MOST seconds together; at least one suite."""
    units, others = [name for name in suites if is_unit(name)], [name for name in suites if not is_unit(name)]
    seconds = itertools.accumulate(WHICH.seconds[name] for name in others)
    return units + [name for name, together in zip(others, seconds) if together <= MOST] or suites[:1]


def programs_of(units, build="build"):
    return [f"{build}/" + name.replace("unit/", "test_").replace("fuzz/", "fuzz_") for name in units]


def noticed(change, suites):
    """Builds what these suites need and runs them, some unit tests also with the sanitizers: the suite that
    failed, "" if none did, None if the change does not compile or load."""
    units = [name for name in suites if is_unit(name)]
    for some in (units[:UNITS], units[UNITS:]):
        if some and not made(*programs_of(some)):
            return None
        failed = some and failed_of(some)
        if failed:
            return failed
    others, sql = [name for name in suites if name not in units], change.path.endswith(".sql")
    if (others or sql) and not made(*PROGRAMS):
        return None
    failed = failed_of([PREPARES]) if sql else ""
    if "aresctl init failed" in failed or failed and "/statements/" in change.path:
        return None
    failed = failed or failed_twice(others)
    if failed or not SANITIZED or not units or sql:
        return failed
    units = units[:2 * UNITS]
    made("SAN=1", *programs_of(units, "build/san"))
    return failed_of(units, "build/san")


class Change:
    def __init__(self, path, number, draw):
        self.path, self.number = path, number
        with open(f"{TREE}/{path}", encoding="utf-8") as file:
            self.before = file.read().split("\n")[number]
        self.after = draw.choice(changes_of(path, self.before))
        self.by = ""

    def put(self, line):
        with open(f"{TREE}/{self.path}", encoding="utf-8") as file:
            lines = file.read().split("\n")
        lines[self.number] = line
        with open(f"{TREE}/{self.path}", "w", encoding="utf-8") as file:
            file.write("\n".join(lines))

    def __str__(self):
        return f"{self.path}:{self.number + 1}\n    - {self.before.strip()}\n    + {self.after.strip()}"


def prepare():
    """A copy of the tree with what is built."""
    subprocess.run(["rm", "-rf", TREE], check=True)
    os.makedirs(TREE)
    files = subprocess.check_output(["git", "ls-files", "--cached", "--others", "--exclude-standard"], text=True).split("\n")
    there = "\0".join(name for name in files if name and os.path.exists(name))
    packed = subprocess.Popen(["tar", "--null", "--files-from=-", "-cf", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    unpacked = subprocess.Popen(["tar", "-xf", "-", "-C", TREE], stdin=packed.stdout)
    packed.stdin.write(there.encode())
    packed.stdin.close()
    assert unpacked.wait() == 0
    os.mkdir(TREE + "/build")
    for name in os.listdir(B):
        if not name.startswith(("check.", "mutants", "cover", "npm", "deb", "tmp")):
            subprocess.run(["cp", "-a", f"{B}/{name}", TREE + "/build"], check=True)
    for command in (["git", "init", "-q"], ["git", "add", "-A"], ["make", "-s", "-j2", "all"]):
        assert quietly(*command).returncode == 0, command


def bounds(hits, count):
    """The bounds of a share in which it is with 95 % certainty, in per cent (Wilson)."""
    square, share = 1.96 ** 2, hits / count
    middle = share + square / (2 * count)
    apart = 1.96 * (share * (1 - share) / count + square / (4 * count * count)) ** 0.5
    return [100 * (middle + side * apart) / (1 + square / count) for side in (-1, 1)]


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    draw = random.Random(SEED)
    places = sources()
    prepare()
    changes = []
    print(f"SEED={SEED}: {count} changes in {len(places)} lines, {len(WHICH.names)} suites", flush=True)
    while len(changes) < count:
        change = Change(*draw.choice(places), draw)
        began, compiled = time.monotonic(), object_of(change.path)
        suites = affordable(WHICH.suites(change.path, change.number + 1))
        change.put(change.after)
        means = not change.path.endswith(".c") or object_of(change.path) not in (None, compiled)
        change.by = noticed(change, suites) if means else None
        change.put(change.before)
        if change.by is None:
            continue
        changes.append(change)
        what = f"noticed by {change.by}" if change.by else f"SURVIVED {len(suites)} suites" if suites else "EXECUTED by no suite"
        print(f"{len(changes)}: {change}\n    {what}, {time.monotonic() - began:.0f} s", flush=True)
    subprocess.run(["rm", "-rf", TREE], check=True)
    survived = [change for change in changes if not change.by]
    for change in survived:
        print(f"not noticed: {change}")
    hits = count - len(survived)
    print(f"{hits} of {count} changes were noticed: {100 * hits / count:.1f} %, between {bounds(hits, count)[0]:.1f} and {bounds(hits, count)[1]:.1f}")
    return int(hits < LEAST * count)


if __name__ == "__main__":
    sys.exit(main())
