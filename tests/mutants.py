#!/usr/bin/python3
"""mutants: changes random lines of the sources, one at a time, and counts how many changes the short check notices.

    tests/mutants.py [COUNT]        COUNT=200 changes, drawn by SEED

It works in a copy of the tree below $B. A change swaps an operator, a constant or a keyword, or removes a statement, in a line of
lib, daemon or schema. One that does not compile is drawn anew. The suites that belong to the file by their names run first, and
the first failure ends the check, so most changes take seconds. One that survives takes the whole check: it is printed as a
diff. Either a test is missing, or the change means nothing (it only costs time, or changes a text that nobody reads).

The last line is "N of M changes were noticed". The status is 1 if fewer than 95 % were.
"""
import os
import random
import re
import subprocess
import sys
import time

B = os.environ.get("B", "build")
SEED = int(os.environ.get("SEED", "1"))
TREE = os.path.abspath(f"{B}/mutants")
LEAST = 0.95

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
    return set(re.split(r"[/_.]", path)) - {"c", "sql", "lib", "daemon", "schema", "functions", "views"}


NEAR = {  # suites that see a room's work, for files whose names say nothing
    "lib/judges": "unit/cases unit/agree unit/judge unit/lanes unit/judge_games", "lib/players": "unit/player unit/conform",
    "lib/picture": "unit/picture unit/sketch unit/plot db/picture", "lib/formats": "unit/cases unit/saved unit/judge_mail db/saved",
    "lib": "unit/cases unit/match unit/order unit/game unit/verify unit/conform", "daemon/web": "db/web db/seat db/links db/login",
    "daemon/ctl": "db/control db/tournament db/refusals", "daemon/pages": "db/report db/animate", "daemon/farm": "db/tournament crash/kills",
    "daemon/db": "db/tournament db/control db/external", "daemon/bots": "hostile/bots crash/bots", "daemon/daide": "db/daide unit/daide",
    "daemon/base": "unit/json unit/options db/control", "schema": "db/roles db/external db/tournament db/links db/summaries",
    "sql": "db/report db/query db/views"}


def suites_for(path, names):
    """All suites in the order in which they are likely to notice: those that share words with the file, those near, the rest."""
    words = words_of(path)
    near = next((NEAR[room].split() for room in sorted(NEAR, key=len, reverse=True) if path.startswith(room)), [])
    rank = {name: -3 * len(words & words_of(name)) - (2 if name in near else 0) for name in names}
    first = [name for name in sorted(names, key=rank.get) if rank[name] < 0]
    return first, [name for name in names if name not in first]


def quietly(*command, **options):
    return subprocess.run(command, cwd=TREE, capture_output=True, text=True, **options)


def noticed_by(path, names):
    """Builds the changed tree and runs its tests: the suite that failed, "" if none did, None if it does not compile."""
    if quietly("make", "-s", "-j2", "programs", timeout=600).returncode:
        return None
    for stage in suites_for(path, names):
        units = [f"build/test_{name[5:]}" for name in stage if name.startswith("unit/")]
        units += [f"build/fuzz_{name[5:]}" for name in stage if name.startswith("fuzz/")]
        if units and quietly("make", "-s", "-j2", *units).returncode:
            return None
        if len(units) > 20 and quietly("make", "-s", "-j2", "all").returncode:
            return None
        if stage:
            env = dict(os.environ, B="build")
            env.pop("ARESFARM_SUITE", None)
            said = quietly("tests/check.py", "--stop", "--short", *stage, env=env).stdout
            failed = re.search(r"^not ok +(\S+):", said, re.M)
            if failed:
                return failed[1]
            if not re.search(r"^\d+ passed, 0 failed", said, re.M):
                return "check: " + said[-300:]
    return ""


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
    return [line.split()[0] for line in quietly("tests/check.py", "--list").stdout.splitlines()]


def main():
    os.chdir(os.path.dirname(os.path.abspath(__file__)) + "/..")
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    draw = random.Random(SEED)
    names, places = prepare(), sources()
    done = noticed = 0
    failed = noticed_by("", names)
    if failed != "":
        sys.exit(f"mutants: without any change, {failed} fails")
    print(f"SEED={SEED}: {count} changes in {len(places)} lines, {len(names)} suites", flush=True)
    while done < count:
        path, number = draw.choice(places)
        with open(f"{TREE}/{path}", encoding="utf-8") as file:
            text = file.read()
        lines = text.split("\n")
        before, after = lines[number], draw.choice(changes_of(path, lines[number]))
        lines[number] = after
        with open(f"{TREE}/{path}", "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
        began = time.monotonic()
        by = noticed_by(path, names)
        with open(f"{TREE}/{path}", "w", encoding="utf-8") as file:
            file.write(text)
        if by is None:
            continue
        done += 1
        noticed += bool(by)
        print(f"{done}: {path}:{number + 1}: " + (f"noticed by {by}" if by else "SURVIVED") + f", {time.monotonic() - began:.0f} s", flush=True)
        if not by:
            print(f"    - {before.strip()}\n    + {after.strip()}", flush=True)
    subprocess.run(["rm", "-rf", TREE], check=True)
    print(f"{noticed} of {done} changes were noticed")
    return int(noticed < LEAST * done)


if __name__ == "__main__":
    sys.exit(main())
