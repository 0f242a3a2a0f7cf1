#!/usr/bin/python3
"""covered: which suites execute a line of lib, daemon, schema and sql. tests/mutants.py uses it.

    B=build/coverage tests/covered.py FILE      runs all suites in a coverage build and writes FILE

For a line of C, gcov counts it in each suite. A line without code belongs to the line above it in
its function; a line outside of functions belongs to the whole file. Code that runs when a database
is made counts for all suites with a farm. SQL goes by names: a statement is executed by the suites
that execute the line of C which names it, a function or a view by the suites that name it and by
those of each object that names it. All suites with a farm execute the tables and the rights.

FILE has for each suite its seconds, and for each file the sha256 of its text, the first and last
line of each function, and for each line with code a number with a bit for each suite. If a file has
changed since, each of its lines counts as the whole file.
"""
import collections
import functools
import glob
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

INIT = "init"
RESULT = re.compile(r"^(ok|not ok) +(\S+):.* (\d+\.\d) s, processor", re.M)
HEAD = re.compile(r"^(?:create (?:or replace )?(?:function|procedure|view|materialized view) |-- (?:name|script|part|row): )([\w.]+)")
SQL = ("schema/functions/*.sql", "schema/*.sql", "sql/views/*.sql", "sql/views.sql", "daemon/db/statements/*/*.sql")


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def digest(path):
    return hashlib.sha256(read(path).encode()).hexdigest()


# ── making the map ──

def counted(folder, build):
    """Reads gcov's counts below the folder: for each file the lines that were executed, the other
    lines, and the functions."""
    names = [os.path.join(top, name) for top, _, files in os.walk(os.path.abspath(folder)) for name in files if name.endswith(".gcda")]
    for name in names:
        notes = name[:-5] + ".gcno"
        if not os.path.exists(notes):
            os.symlink(os.path.abspath(build + name.rpartition(f"/{build}")[2][:-5] + ".gcno"), notes)
    found = collections.defaultdict(lambda: (set(), set(), set()))
    for first in range(0, len(names), 100):
        told = subprocess.run(["gcov", "--json-format", "--stdout", *names[first:first + 100]], check=True, capture_output=True, text=True)
        for text in told.stdout.splitlines():
            for file in json.loads(text)["files"]:
                if not re.match(r"(lib|daemon)/.*\.c$", file["file"]):
                    continue
                executed, others, functions = found[file["file"]]
                functions.update((function["start_line"], function["end_line"]) for function in file["functions"])
                for line in file["lines"]:
                    (executed if line["count"] else others).add(line["line_number"])
    return found


def make(path):
    """Runs all suites, and writes the map."""
    build = os.environ["B"]
    for top, _, files in os.walk(build):
        for name in files:
            if name.endswith(".gcda"):
                os.remove(os.path.join(top, name))
    with tempfile.TemporaryDirectory(dir=os.path.dirname(path)) as folder:
        said = "".join(check(build, *words, COVERED=os.path.abspath(folder)) for words in ([], ["--long"]))
        failed = re.findall(r"^not ok +(\S+):.* processor", said, re.M)
        passed = check(os.path.dirname(path), *failed) if failed else ""  # a coverage build is slow
        write(path, build, folder, [*RESULT.findall(said), *((word, name, "0") for word, name, _ in RESULT.findall(passed))])


def check(build, *words, **env):
    """Runs check.py; returns its output."""
    done = subprocess.run(["tests/check.py", *words], env=dict(os.environ, B=build, **env), stdout=subprocess.PIPE, text=True)
    print(done.stdout, flush=True)
    return done.stdout


def write(path, build, folder, results):
    """Writes the map of a run from the folders of its suites and their results. The last result of
    each suite counts: a suite that fails without a change detects nothing."""
    farms = set()
    for words in ([], ["--long"]):
        listed = subprocess.check_output(["tests/check.py", "--list", *words], text=True)
        farms.update(line.split()[0] for line in listed.splitlines() if line.split()[1] == "farm")
    seconds, last = collections.Counter(), {name: word for word, name, _ in results}
    for _, name, took in results:
        seconds[name] += float(took) if last[name] == "ok" else float("inf")
    seconds = {name: took for name, took in seconds.items() if took < float("inf")}
    suites, files = sorted(seconds, key=seconds.get), {}
    bits = {name: 1 << place for place, name in enumerate(suites)}
    bits[INIT] = sum(bits[name] for name in suites if name in farms)
    for name, bit in bits.items():
        where = build if name == INIT else f"{folder}/{name.replace('/', '.')}"
        for file, (executed, others, functions) in counted(where, build).items():
            row = files.setdefault(file, {"sha256": digest(file), "functions": set(), "lines": collections.Counter()})
            row["functions"] |= functions
            for line in executed | others:
                row["lines"][line] |= bit if line in executed else 0
    for row in files.values():
        row["functions"] = sorted(row["functions"])
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"suites": {name: seconds[name] for name in suites}, "farms": bits[INIT], "files": files}, file)


# ── queries ──

class Map:
    def __init__(self, path):
        held = json.loads(read(path))
        self.seconds, self.farms, self.files = held["suites"], held["farms"], held["files"]
        self.names = list(self.seconds)
        self.changed = {file for file, row in self.files.items() if not os.path.exists(file) or digest(file) != row["sha256"]}
        self.users = None

    def suites(self, path, number):
        """The suites that execute this line, counted from 1, of the file. Those that are likely to look at
        what it does come first: they execute much of the file, name the object of SQL, and are cheap."""
        bits = self.of_c(path, number) if path.endswith(".c") else self.of_sql(path, number)
        lines = self.files.get(path, {"lines": {}})["lines"].values()
        heads = self.heads(path, number) if path.endswith(".sql") else []
        share = {}
        for place, name in enumerate(self.names):
            if bits >> place & 1:
                named = any(head in text_of(name) for head in heads)
                share[name] = 1 + 7 * named + sum(line >> place & 1 for line in lines)
        return sorted(share, key=lambda name: self.seconds[name] / share[name])

    def of_c(self, path, number):
        if path not in self.files:  # the file is newer: any suite
            return (1 << len(self.names)) - 1
        row = self.files[path]
        lines = {int(line): bits for line, bits in row["lines"].items()}
        around = [pair for pair in row["functions"] if pair[0] <= number <= pair[1]]
        if path in self.changed or not around:
            return functools.reduce(int.__or__, lines.values(), 0)
        first, last = max(around)
        own = [line for line in lines if first <= line <= last]
        return lines[max([line for line in own if line <= number] or [min(own)])] if own else 0

    def of_sql(self, path, number):
        heads = self.heads(path, number)
        if not heads or path.startswith("schema/tables"):
            return self.farms
        return self.of_name(heads[-1])

    @staticmethod
    def heads(path, number):
        """The name of the object of SQL that this line belongs to, if any."""
        return [match[1] for line in read(path).split("\n")[:number] if (match := HEAD.match(line))][-1:]

    def of_name(self, name):
        """The suites that execute an object of SQL."""
        if self.users is None:
            self.find_users()
        seen, todo, bits = {name}, [name], 0
        while todo:
            for user in self.users[todo.pop()]:
                if isinstance(user, int):
                    bits |= user
                elif user not in seen:
                    seen.add(user)
                    todo.append(user)
        return bits

    def find_users(self):
        """For each object of SQL: the objects that name it, and the bits of the suites that do."""
        bodies = collections.defaultdict(str)
        named = {"schema/rights.sql", "schema/comments.sql"}  # they name what they do not execute
        for path in sorted({path for pattern in SQL for path in glob.glob(pattern)} - named):
            name = ""
            for line in read(path).split("\n"):
                head = HEAD.match(line)
                name = head[1] if head else name
                if not line.startswith("--"):
                    bodies[name] += line + "\n"
        self.users = collections.defaultdict(set)

        def use(pattern, text, user):
            for name in set(re.findall(pattern, text)) & set(bodies) - {user}:
                self.users[name].add(user)

        for user, body in bodies.items():
            use(r"\w+\.\w+|(?<=\{)\w+(?=\})", body, user or self.farms)
        for path in glob.glob("daemon/**/*.c", recursive=True):
            # a statement with `gives` is a function that any file may call
            own = path.startswith("daemon/db/statements/")
            for number, line in enumerate(read(path).split("\n"), 1):
                if own or "stmt_" in line:
                    use(r"\b(?:stmt_)?(\w+)" if own else r"\bstmt_(\w+)", line, self.of_c(path, number))
        # the names in a table belong to all suites of the file that includes it
        for path in glob.glob("daemon/db/statements/**/*.def", recursive=True):
            use(r"\w+", read(path), self.of_c(path[:-3] + "c", 1))
        for path in glob.glob("schema/tables/*.sql"):
            use(r"\w+\.\w+", read(path), self.farms)
        for place, suite in enumerate(self.names):
            use(r"\w+\.\w+", text_of(suite), 1 << place)


@functools.cache
def text_of(suite):
    """The source of a suite, with the modules of tests that it imports; for questions and reports, the questions of sql."""
    room, _, name = suite.partition("/")
    if room in ("unit", "fuzz"):
        return ""
    text = "".join(read(path) for file in (f"{name}.sh", f"test_{name}.py")
                   for path in glob.glob(f"tests/{room}/**/{file}", recursive=True))
    text += "".join(read(path) for word in re.findall(r"^(?:import|from) (\w+)", text, re.M)
                    for where in ("tests", f"tests/{room}/**")
                    for path in glob.glob(f"{where}/{word}.py", recursive=True))
    if re.search(r"\bquery \w|sql/", text):
        text += "".join(read(path) for path in glob.glob("sql/*.sql") + glob.glob("sql/thesis/*.sql") if path != "sql/views.sql")
    return text


if __name__ == "__main__":
    os.chdir(os.path.dirname(os.path.abspath(__file__)) + "/..")
    make(sys.argv[1])
