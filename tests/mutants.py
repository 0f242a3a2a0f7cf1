#!/usr/bin/python3
"""mutants: changes random lines of the sources, one at a time, and counts how many changes the tests notice.

    tests/mutants.py [COUNT]        COUNT=200 changes, drawn by SEED

It works in a copy of the tree below $B. A change swaps an operator, a constant or a keyword, or removes a statement, in a line of
lib, daemon or schema. One that does not compile, or that compiles to the same bytes, is drawn anew. The suites that belong to the
file run first: unit tests of its room and those that share words with its name, then the three likeliest of the others. The first
failure ends them, so most changes take seconds. At the end, the changes that survived take the short check together, and if it fails, in halves.
REST=0 leaves that out, FIRST=N the changes before the Nth.

A change that survives is printed as a diff. Either a test is missing, or the change means nothing: it only costs time, or changes
a text that nobody reads. tests/equivalent has the changes of the second kind, each with its reason; they do not count.

The last line is "N of M changes were noticed, and E are equivalent". The status is 1 if fewer than 95 % were noticed.
"""
import functools
import os
import random
import re
import subprocess
import sys
import time

B = os.environ.get("B", "build")
SEED = int(os.environ.get("SEED", "1"))
FIRST = int(os.environ.get("FIRST", "1"))
TREE = os.path.abspath(f"{B}/mutants.{SEED}")
LEAST = 0.95
OTHERS = 3  # suites near a file that are not unit tests

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
        if path.endswith(".sql") and re.match(r"schema/(\d|comments)", path):
            continue  # an applied change is never edited, and init would refuse it
        if path.endswith((".c", ".sql")) and os.path.exists(path):
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
    found = []
    for pattern, put in SWAPS[kind]:
        for match in re.finditer(pattern, line):
            if not any(low <= match.start() < high for low, high in texts):
                found.append(line[:match.start()] + (put(match) if callable(put) else match.expand(put)) + line[match.end():])
    removed = REMOVED.match(line) if kind == ".c" else None
    if removed:
        found.append(removed[1] + ";")
    return [changed for changed in found if changed != line]


def words_of(path):
    """The words of a file's name, and of its room's."""
    return set(re.split(r"[/_.]", path)) - {"c", "sql", "lib", "daemon", "db", "schema", "functions", "views", "stmt", "statements", "report"}


NEAR = {  # suites that see a room's work: the longest room that the path begins with
    "lib": "unit/cases unit/match unit/order unit/game unit/verify unit/conform unit/legal",
    "lib/board": "unit/board unit/map unit/order unit/rng unit/library unit/cases unit/agree unit/legal",
    "lib/rules": "unit/law unit/legal unit/verify unit/conform unit/agree unit/cases unit/atlas",
    "lib/game": "unit/game unit/build unit/retreat unit/turn unit/why unit/precedent unit/start unit/agree unit/cases",
    "lib/judges": "unit/cases unit/agree unit/judge unit/lanes unit/judge_games unit/law unit/atlas",
    "lib/players": "unit/player unit/conform unit/memory unit/match", "lib/players/trinity": "unit/trinity unit/climb unit/belief unit/player",
    "lib/players/ares": "unit/ares unit/plans unit/pool unit/player", "lib/match": "unit/match unit/match_external unit/seating unit/memory",
    "lib/formats": "unit/cases unit/saved unit/judge_mail db/saved", "lib/formats/daide": "unit/daide unit/daide_map db/daide fuzz/daide",
    "lib/formats/judge": "unit/judge_mail unit/judge_games unit/judge_map unit/judge_orders unit/judge_dialogue db/njudge",
    "lib/picture": "unit/picture unit/sketch unit/plot unit/scene unit/arrows unit/palette unit/layout db/picture",
    "daemon/base": "unit/json unit/options unit/table unit/hosts db/control house/options", "daemon/bots": "hostile/bots db/control db/tournament",
    "daemon/ctl": "db/control db/tournament db/refusals db/maps db/query", "daemon/ctl/watch": "unit/watch unit/screen db/watch",
    "daemon/exchange": "db/saved db/backup db/njudge db/query db/starts", "daemon/pages": "unit/plot db/report db/animate db/show db/web",
    "daemon/farm": "db/tournament db/control db/until db/scale",
    "daemon/farm/worker": "db/tournament db/control db/external db/talk db/knowledge unit/batch unit/library hostile/bots",
    "daemon/db": "db/tournament db/control db/external db/migrate db/conninfo", "daemon/db/pg": "unit/wire unit/wire_read unit/hosts db/conninfo db/control",
    "daemon/db/record": "unit/summary unit/audit unit/terms unit/library db/verify db/summaries db/digests db/tournament",
    "daemon/db/questions": "unit/question db/query db/questions", "daemon/db/statements/keep": "db/control db/tournament db/backup db/saved db/tune",
    "daemon/db/statements/play": "db/tournament db/external db/knowledge db/control", "daemon/db/statements/seat": "db/seat db/web db/links db/daide",
    "daemon/db/statements/report": "db/report db/web db/statistics db/watch db/ratings db/likelihood db/verify",
    "daemon/web": "db/web db/seat db/links db/login unit/server unit/listener", "daemon/daide": "db/daide unit/daide",
    "schema": "db/roles db/external db/tournament db/links db/summaries db/control db/views db/notation db/seat",
    "schema/tables": "db/migrate db/schema db/roles db/tournament", "sql": "db/report db/query db/views db/ratings db/statistics db/likelihood db/web"}


@functools.cache
def text_of(suite):
    """The source of a suite."""
    room, _, name = suite.partition("/")
    for path in (f"tests/test_{name}.c", f"tests/fuzz/fuzz_{name}.c", f"tests/{room}/{name}.sh", f"tests/{room}/test_{name}.py"):
        if os.path.exists(path) and (room in ("unit", "fuzz")) == path.endswith(".c"):
            with open(path, encoding="utf-8", errors="replace") as file:
                return file.read()
    return ""


def suites_for(path, names):
    """The suites that are likely to notice a change of this file, the likeliest first: those of its room, those that share words
    with it, and those that often say the words of its name."""
    room = max((room for room in NEAR if path.startswith(room + "/")), key=len, default="")
    near = NEAR.get(room, "").split()
    words, own = words_of(path), words_of(os.path.basename(path))
    rank = {name: 3 * len(words & words_of(name.partition("/")[2])) + 2 * (name in near)
            + min(6, sum(len(re.findall(rf"(?<![a-z]){word}", text_of(name))) for word in own)) / 2 for name in names}
    return sorted((name for name in names if rank[name] >= 2), key=lambda name: -rank[name])


def quietly(*command, **options):
    return subprocess.run(command, cwd=TREE, capture_output=True, text=True, **options)


def object_of(path):
    """What a file of C compiles to."""
    name = f"{TREE}/build/{path[:-2]}.o"
    if not path.endswith(".c") or not os.path.exists(name):
        return None
    with open(name, "rb") as file:
        return file.read()


def made(*targets):
    return quietly("make", "-s", "-j2", *targets, timeout=900).returncode == 0


def failed_of(names):
    """Runs these suites, or the short check: the first suite that fails, or ""."""
    env = dict(os.environ, B="build")
    for name in ("ARESFARM_SUITE", "MAKEFLAGS", "MAKELEVEL"):
        env.pop(name, None)
    said = quietly("tests/check.py", "--stop", *names, env=env).stdout
    failed = re.search(r"^not ok +(\S+):", said, re.M)
    if failed:
        return failed[1]
    return "" if re.search(r"^\d+ passed, 0 failed", said, re.M) else "check: " + said[-300:]


def noticed_near(path, names):
    """Builds what the near suites need and runs them: the suite that failed, "" if none did, None if it does not compile."""
    near = suites_for(path, names)
    units = [name for name in near if name.startswith(("unit/", "fuzz/"))]
    if units:
        if not made(*("build/" + name.replace("unit/", "test_").replace("fuzz/", "fuzz_") for name in units)):
            return None
        failed = failed_of(units)
        if failed:
            return failed
    if not made("programs"):
        return None
    others = [name for name in near if name not in units][:OTHERS]
    return failed_of(others) if others else ""


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

    def equivalent(self, known):
        return (self.path, self.before.strip(), self.after.strip()) in known

    def __str__(self):
        return f"{self.path}:{self.number + 1}\n    - {self.before.strip()}\n    + {self.after.strip()}"


def equivalents():
    """The changes of tests/equivalent: a file, the line and what it is changed into, each after a line with the reason."""
    with open("tests/equivalent", encoding="utf-8") as file:
        blocks = [block.split("\n") for block in file.read().split("\n\n")[1:]]
    return {(block[0], block[1][2:], block[2][2:]) for block in blocks}


def take_rest(changes):
    """Runs the short check with all of these changes, and with halves of them while it fails; sets which suites noticed."""
    if not changes:
        return
    for change in changes:
        change.put(change.after)
    failed = failed_of([]) if made("all") else "the compiler, together with another change"
    for change in changes:
        change.put(change.before)
    if failed and len(changes) == 1:
        changes[0].by = failed
        print(f"{changes[0]}\n    noticed by {failed}", flush=True)
    elif failed:
        take_rest(changes[:len(changes) // 2])
        take_rest(changes[len(changes) // 2:])


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
        if not name.startswith(("check.", "mutants", "san", "coverage", "npm", "deb")):
            subprocess.run(["cp", "-a", f"{B}/{name}", TREE + "/build"], check=True)
    for command in (["git", "init", "-q"], ["git", "add", "-A"], ["make", "-s", "-j2", "all"]):
        assert quietly(*command).returncode == 0, command
    rooms = ("unit", "fuzz", "house", "db", "hostile", "crash")
    return [line.split()[0] for line in quietly("tests/check.py", "--list", *rooms).stdout.splitlines()]


def main():
    os.chdir(os.path.dirname(os.path.abspath(__file__)) + "/..")
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    draw = random.Random(SEED)
    names, places, known = prepare(), sources(), equivalents()
    changes, same = [], 0
    print(f"SEED={SEED}: {count} changes in {len(places)} lines, {len(names)} suites", flush=True)
    while len(changes) < count:
        change = Change(*draw.choice(places), draw)
        began, compiled = time.monotonic(), object_of(change.path)
        change.put(change.after)
        if change.path.endswith(".c") and (not made(f"build/{change.path[:-2]}.o") or object_of(change.path) == compiled):
            change.put(change.before)
            continue
        if change.equivalent(known):
            same += 1
            change.put(change.before)
            print(f"equivalent: {change}", flush=True)
            continue
        change.by = noticed_near(change.path, names) if len(changes) + 1 >= FIRST else "an earlier run"
        change.put(change.before)
        if change.by is None:
            continue
        changes.append(change)
        took = time.monotonic() - began
        print(f"{len(changes)}: {change}\n    " + (f"noticed by {change.by}" if change.by else "SURVIVED") + f", {took:.0f} s", flush=True)
    survived = [change for change in changes if not change.by]
    if os.environ.get("REST") != "0":
        take_rest(survived)
    subprocess.run(["rm", "-rf", TREE], check=True)
    noticed = sum(bool(change.by) for change in changes)
    for change in changes:
        if not change.by:
            print(f"not noticed: {change}")
    print(f"{noticed} of {count} changes were noticed, and {same} are equivalent")
    return int(noticed < LEAST * count)


if __name__ == "__main__":
    sys.exit(main())
