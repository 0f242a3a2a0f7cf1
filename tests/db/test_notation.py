"""notation: SQL reads orders by the grammar of lib/board/order.h and has the same names, as C does."""
import glob
import re

import farm
from farm import query, value

with open("tests/cases/notation.txt", encoding="utf-8") as file:
    LINES = [line for line in file.read().split("\n") if line and not line.startswith("#")]


def cases(lines):
    """The columns of lines like those of tests/cases/notation.txt: yes or no, a text, and what is meant."""
    rows = [re.fullmatch(r"(yes|no)\|([^|]*)\|([^|]+)", line).groups() for line in lines]
    return ([yes == "yes" for yes, _, _ in rows],
            [text.encode().decode("unicode_escape").encode("latin-1").decode() for _, text, _ in rows],
            [meant for _, _, meant in rows])


def ask(texts, sql):
    """The rows of a statement on the table of these texts."""
    return query("with texts (yes, given, meant) as (select * from unnest(%s::bool[], %s::text[], %s::text[])) "
                 + sql, *texts)


def differing(texts, collation="default"):
    """Texts that are read wrongly if strings have this collation."""
    return ask(texts, f"""select given, parsed, problem
        from texts join farm.maps m on m.name = 'standard'
        cross join farm.order_parse(m.id, given collate "{collation}")
        where case when yes then parsed is distinct from meant or problem is not null
              else parsed is not null or coalesce(problem, '') = '' end""")


def test_texts():
    texts = cases(LINES)
    assert sum(texts[0]) >= 100 and len(texts[0]) - sum(texts[0]) >= 150
    assert differing(texts) == []


def test_random_texts():
    """SQL takes exactly those texts for orders that C does."""
    texts = cases(farm.done(f"{farm.B}/test_order", "print", 5000).split("\n"))
    taken = [meant for yes, _, meant in zip(*texts) if yes]
    assert len(texts[0]) == 5000 and len(taken) > 500 and len(set(taken)) > 30
    assert differing(texts) == []


def test_turn():
    """submit_orders reads each order by farm.order_read, which uses the grammar. It refuses a text that is no order for
    that reason. In a turn without legal orders it refuses all others for another reason."""
    turn = """jsonb_populate_record(null::farm.turns,
        '{"phase": 0, "power": 2, "units": [], "legal": [], "owners": ""}')"""
    assert ask(cases(LINES), f"""select given, parse.problem, read.problem
        from texts join farm.maps m on m.name = 'standard'
        cross join farm.order_parse(m.id, given) parse cross join farm.order_read({turn}, m.id, m.powers, given) read
        where yes = (read.problem is not distinct from parse.problem) or read.problem is null
        or read.text <> left(given, 100)""") == []
    assert "farm.order_read(" in value("select prosrc from pg_proc where proname = 'turn_submit'")


def test_languages():
    """Letters and blanks are those of ASCII in any language."""
    found = [name for name, in query(
        """select collname from pg_collation
           where collname in ('C', 'C.utf8', 'en_US.utf8', 'und-x-icu', 'tr-x-icu') and collencoding
           in (-1, (select encoding from pg_database where datname = current_database()))""")]
    assert {"C", "und-x-icu", "tr-x-icu"} <= set(found)
    for collation in found:
        assert differing(cases(LINES), collation) == [], collation


def test_round_trips():
    """A printed order, and a text of farm.orders, is read as the same order."""
    _, _, meant = cases(line for line in LINES if line.startswith("yes"))
    assert differing(([True] * len(meant), meant, meant)) == []
    kinds = query("""select farm.order_action(kind), text, parsed
        from generate_series(0, 8) kind join farm.maps m on m.name = 'standard'
        cross join farm.order_text(kind, 'A lon', case when farm.order_helps(kind) then 'F nth' end, 'nwy',
                                   kind = 1) text
        cross join farm.order_parse(m.id, text) order by kind""")
    assert [f"{action}={text}" for action, text, _ in kinds] == [
        "hold=A lon H", "move=A lon - nwy via", "support=A lon S F nth", "support=A lon S F nth - nwy",
        "convoy=A lon C F nth - nwy", "retreat=A lon R nwy", "disband=A lon D", "build=build A lon", "waive=waive"]
    assert all(text == parsed for _, text, parsed in kinds)
    assert query("select farm.order_text(15, 'A lon', null, null, false), farm.order_action(15)") == [("A lon ?", None)]
    assert query("select parsed, problem from farm.order_parse(1, null)") == [(None, "null is no order")]


def rows(macro):
    """The texts in the rows of a .def file."""
    text = "".join(open(path, encoding="utf-8").read() for path in sorted(glob.glob("lib/*/*.def")))
    return [re.findall(r'"([^"]*)"', row) for row in re.findall(rf"^{macro}\(.*", text, re.M)]


def test_names():
    """SQL has a name for each number that C has a row for, and for no other one."""
    for function, macro, place in (("result_name", "RESULT", 0), ("stage_name", "STAGE", 0),
                                   ("order_action", "ORDER", 0), ("order_form", "ORDER", 1)):
        names = query(f"select farm.{function}(n) from generate_series(-1, 30) n order by n")
        texts = [(row[place],) for row in rows(macro)]
        assert len(texts) > 3 and names == [(None,), *texts, *[(None,)] * (31 - len(texts))]
    tokens = rows("TOKEN")
    assert len(tokens) > 10 and all(value("select farm.order_symbol(%s)", text) == symbol for text, symbol in tokens)
    # numbers are stored, so they stay
    assert query("select farm.result_name(0), farm.result_name(13), farm.stage_name(4), farm.order_action(4)") == \
        [("succeeds", "undecided", "paradox elimination", "convoy")]
