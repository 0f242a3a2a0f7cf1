"""statements: every statement of daemon/db/statements fits the schema, with the types of its head, and has as
many columns as its reader takes.
"""
import glob
import re
import subprocess

import psycopg

import farm
from farm import query

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
