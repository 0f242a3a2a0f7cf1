"""statements: every statement of daemon/db/statements fits the schema, with the types of its head, and has as
many columns as its reader takes. A command of aresctl fails if any of its statements does.
"""
import contextlib
import glob
import os
import re
import socket
import socketserver
import subprocess
import threading

import psycopg

import farm
from farm import query

# Of the first one only the last statement is its own. {0} is a folder, {1} a number that is used once.
COMMANDS = """knowledge list|knowledge list --json|animate mine/1 -o {0}/page|backup mine -o {0}/backup
branch mine/1 F1901M --seats FRA:dumbbot --times 1 --name branch-{1}
experiment cases cases-{1} --repetitions 1 tests/cases/europe5.cases
experiment matrix cells-{1} --players random,dumbbot --games 2
export mine -o {0}/saved|export mine --csv {0}/csv|import {0}/saved --name read-{1}
plan mine --difference 5 --score squares|prune --older-than 30d --dry-run
restore {0}/backup --name back-{1}|invite list|map list|metrics|query fates mine|rate mine
report mine mine --no-replays -o {0}/report|show mine/1|show --json mine/1
tournament create made-{1} --games 2 --seats random,dumbbot --until 5%
tournament digest mine|tournament list|tournament pause mine|tournament resume mine|tournament status mine
verify --players mine|workers|workers --json""".replace("\n", "|").split("|")

EMBED, ROWS = "daemon/db/statements/embed.awk", "daemon/db/statements/rows.sql"
FILES = sorted(glob.glob("daemon/db/statements/*/*.sql"))


def embed(*files, prepare=True):
    """What embed.awk makes of files: a PREPARE for each statement, or C."""
    options = ["-v", "prepare=1"] if prepare else []
    return farm.done("awk", *options, "-f", EMBED, ROWS, *files)


def embed_text(folder, text, **options):
    path = folder / "stmt_some.sql"
    path.write_text(text)
    return embed(path, **options)


def refusals(prepares):
    """Prepares all; what the server said of those that it refused."""
    refused = []
    with farm.connect() as session, session.transaction(force_rollback=True):
        session.execute("select farm.restore_open()")  # its temporary tables
        for prepare in prepares.split(";\nprepare "):
            name = re.match(r"(?:prepare )?(\w+)", prepare)[1]
            try:
                with session.transaction():
                    session.execute(re.sub("^(prepare )?", "prepare ", prepare))
            except psycopg.Error as error:
                refused.append(f"{name}: {error}")
                continue
            columns = session.pgconn.describe_prepared(name.encode()).nfields
            taken = re.search(r"^-- (\d+) columns$", prepare, re.M)
            if taken and int(taken[1]) != columns:
                refused.append(f"{name}: has {columns} columns, its reader takes {taken[1]}")
    return refused


def test_statements_fit_the_schema():
    prepares = embed(*FILES)
    assert prepares.count("prepare ") > 200
    assert refusals(prepares) == []


def test_what_does_not_fit_is_refused(tmp_path):
    for head, sql in (("a()", "select nothing from farm.games;"), ("a(id text)", "select farm.game_cancel($1);"),
                      ("a()", "select $1 + 1, farm.no_function();"),
                      ("a(phase int)", "select farm.phase_name($1);"),
                      ("a()\n-- gives: row(id int)", "select 1, 2;"),
                      ("a()\n-- gives: rows\n-- next: a(struct some: id,\n--     time?known)", "select 1;")):
        assert len(refusals(embed_text(tmp_path, f"-- name: {head}\n{sql}\n"))) == 1, sql


def test_lines_have_at_most_100_columns():
    for path in FILES:
        with open(path, encoding="utf-8") as file:
            assert [line for line in file if len(line.rstrip("\n").expandtabs(4)) > 100] == [], path


def test_rows_are_those_of_the_schema():
    heads = re.findall(r"^-- row: ([a-z._]+)\(([^)]*)\)", farm.text_of(ROWS), re.M)
    assert len(heads) > 5
    for name, columns in heads:
        assert re.sub(r"\s*\n--\s*", " ", columns) == query(
            "select string_agg(attname || ' ' || replace(format_type(atttypid, null), 'integer', 'int'), ', ' order by attnum)"
            " from pg_attribute where attrelid = %s::regclass", name)[0][0]


def test_c_of_a_statement(tmp_path):
    assert embed_text(tmp_path, """-- Of every game.
-- part: columns
g.id, g.number

-- name: some(game bigint, words text, kinds smallint[],
--     ends farm.written_end[]) anew
select {columns}, E'\\n' as "end"
\tfrom farm.games g;
""", prepare=False).endswith('''
static const struct db_statement some = {"some", "lsH(ihhiHHx)",
"select g.id, g.number, E'\\\\n' as \\"end\\"\\n"
"from farm.games g", true};''')


def test_what_is_no_statement(tmp_path):
    for text, problem in (
            ("-- name: a(id integer)\nselect 1;", "no type of a parameter: integer"),
            ("-- name: a(int)\nselect 1;", "no name and type of a parameter: int"),
            ("-- name: a()\nselect {gone};", "no part of that name: gone"),
            ("-- name: a()\nselect 1", ":1: a statement without an end: a"),
            ("-- name: a()\nselect 1;\n--name: b()\nselect 2;", ":4: text after the end of a statement"),
            ("select 1;", "text before the first head")):
        (tmp_path / "stmt_some.sql").write_text(text + "\n")
        result = farm.run("awk", "-f", EMBED, tmp_path / "stmt_some.sql")
        assert result.returncode == 1 and problem in result.stderr, (text, result.stderr)


def test_c_and_sql_have_the_same_statements(tmp_path):
    """A statement that no C uses does not compile, nor does C that names one which is not there."""
    for path in FILES:
        assert f'#include "{path[len("daemon/"):-4]}.inc"' in farm.text_of(path.replace(".sql", ".c")), path
    (tmp_path / "stmt_some.inc").write_text(embed_text(tmp_path, "-- name: some()\nselect 1;\n", prepare=False))
    for used, problem in (("some", ""), ("other", "undeclared"), ("", "defined but not used")):
        source = '#include "db/pg/db.h"\n#include "stmt_some.inc"\n'
        (tmp_path / "some.c").write_text(source + (f"const char *sql(void) {{ return {used}.sql; }}\n" if used else ""))
        made = subprocess.run(["gcc", "-std=gnu11", "-Wall", "-Wextra", "-Idaemon", "-Ilib", "-S", "-o", "/dev/null",
                               tmp_path / "some.c"],
                              capture_output=True, text=True)
        assert problem in made.stderr and (made.returncode == 0) == (problem == ""), made.stderr


# ── statements that fail ──

FAULT = b"SERROR\0CXX000\0Mnot now\0\0"
ERROR = b"E" + (4 + len(FAULT)).to_bytes(4, "big") + FAULT


class Relay(socketserver.BaseRequestHandler):
    """A connection to the server. One of its answers, counted over all connections, is an error instead."""

    def handle(self):
        with socket.socket(socket.AF_UNIX) as server:
            server.connect(self.server.path)
            threading.Thread(target=self.pass_on, args=(server,), daemon=True).start()
            buffer = b""
            while piece := server.recv(1 << 16):
                buffer += piece
                while len(buffer) > 4 and len(buffer) > (size := int.from_bytes(buffer[1:5], "big")):
                    self.answer(buffer[:size + 1])
                    buffer = buffer[size + 1:]

    def answer(self, message):
        """Z: the answer has ended. G: the server waits for rows."""
        fails = self.server.answers == 1
        if message[:1] == b"Z":
            self.server.answers -= 1
            message = ERROR + message if fails else message
        if not fails or message[:1] in b"EGZ":
            self.request.sendall(message)

    def pass_on(self, server):
        with contextlib.suppress(OSError):
            while piece := self.request.recv(1 << 16):
                server.sendall(piece)
            server.shutdown(socket.SHUT_RDWR)


class Relays(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """A command that ends early closes its connections."""


def fails_at(relays, answers, command):
    """This answer of the server is an error: whether aresctl asked as often. If so, it must fail."""
    relays.answers = answers
    result = farm.run(farm.program("aresctl")[0], "-d", relays.conninfo, *command)
    if relays.answers > 0:
        assert result.returncode == 0, (command, answers, result.stderr)
        return False
    done = "questions may be slow" in result.stderr  # all was committed, and not analyzed
    assert "not now" in result.stderr or done, (command, answers, result)
    assert result.returncode == (0 if done else 2), (command, answers, result)
    return True


@farm.long
def test_a_failed_statement_is_noticed(tmp_path):
    farm.create("mine", "ares(depth=1,age=2),random", "--rounds", 4, games=8)
    farm.aresd("--until-done")
    folder = f"/proc/{os.getpid()}/fd/{os.open(tmp_path, os.O_RDONLY)}"  # the path of a socket must be short
    with farm.connect() as session, Relays(folder + "/.s.PGSQL.5432", Relay) as relays:
        relays.path = f"{session.info.host}/.s.PGSQL.{session.info.port}"
        relays.conninfo = f"host={folder} port=5432 dbname={session.info.dbname}"
        threading.Thread(target=relays.serve_forever, daemon=True).start()
        begin = 1
        for command in COMMANDS:
            number = begin
            while fails_at(relays, number, command.format(tmp_path, number).split()):
                number += 1
            begin = begin if begin > 1 else number - 2  # connecting is the same for all
            assert number > begin + 1, command
        relays.shutdown()
