"""notation: orders are printed and looked up by SQL as lib/board/order.h has them, and it has the same names as C."""
import glob
import re

import farm
from farm import query, value

LINES = [line for line in farm.text_of("tests/cases/notation.txt").split("\n")
         if line and not line.startswith("#")]
MOVES = ["A par H", "A par - bur", "A par - pic", "A par S A mar - bur", "A mar H", "A mar S A par", "A mar S A par - bur",
         "F mao - spa/nc", "F mao - spa/sc", "F mao S F spa/sc", "F stp/sc - bot", "F stp/sc H", "A lon - wal",
         "A lon - wal via", "A lon - nwy via", "F nth C A lon - nwy"]
RETREATS, WINTER = ["A par R bur", "A par D"], ["build A par", "build F bre", "build A bre", "waive"]


def cases(lines):
    """Those of lines like tests/cases/notation.txt that are orders: a text, and what C reads."""
    rows = [re.fullmatch(r"yes\|([^|]*)\|([^|]+)", line) for line in lines]
    return [(row[1].encode().decode("unicode_escape").encode("latin-1").decode(), row[2]) for row in rows if row]


def find(legal, given, collation="default"):
    """What each text means in a turn with these legal orders, whose codes are their places: text, code, problem."""
    return query(f"""select r.text, r.code, r.problem
        from jsonb_populate_record(null::farm.turns, jsonb_build_object('phase', 0, 'power', 2, 'owners', '',
            'legal', %s::text[], 'codes', array(select generate_subscripts(%s::text[], 1)))) turn,
        unnest(%s::text[]) with ordinality g (given, n)
        cross join farm.order_find(turn, given collate "{collation}") r order by n""", legal, legal, list(given))


ACCEPTED = {
    **{text: "A par - bur" for text in ("A par - bur", "a   PAR-bur ", "par -> bur", " Apar\tbur\r\n", "PAR--BUR")},
    "par h": "A par H", "mar s par": "A mar S A par", "mar s a PAR - bur": "A mar S A par - bur",
    "A mar s par-bur": "A mar S A par - bur", "F stp(SC) - bot": "F stp/sc - bot", "f stp / sc-bot": "F stp/sc - bot",
    "F stp - bot": "F stp/sc - bot", "stp h": "F stp/sc H", "F mao S F spa (sc)": "F mao S F spa/sc",
    "mao s spa": "F mao S F spa/sc", "A lon - wal": "A lon - wal", "lon - wal VIA": "A lon - wal via",
    "nth c lon - nwy": "F nth C A lon - nwy"}
REFUSED = ["A par", "A par holds", "army par H", "F par H", "F stp/nc - bot", "A par - xyz", "A par - bur.", "par", "-", "",
           "A par – bur", "A\xa0par - bur", "A par - bur; A mar H", "remove A par", "A pär H", "'A par H'", "A par - spa",
           "waive", "build A par", "A par R bur", "A par %", "A par _ bur", "A k\u0130e H"]


def test_accepted():
    """Case, blanks, dashes, brackets, and what can be left out: types, and a coast where one fits."""
    for collation in ("C", "und-x-icu", "tr-x-icu"):
        assert [text for text, _, _ in find(MOVES, ACCEPTED, collation)] == list(ACCEPTED.values())
    assert all(MOVES[code - 1] == text and problem is None for text, code, problem in find(MOVES, ACCEPTED))
    assert find(MOVES, ["A par - bur".ljust(100)])[0][0] == "A par - bur"
    assert find(RETREATS, ["A par - bur", "par r bur", "par d"]) == [
        ("A par R bur", 1, None), ("A par R bur", 1, None), ("A par D", 2, None)]
    assert find(WINTER, ["BUILD a par", "build par", "waive", "build bre"]) == [
        ("build A par", 1, None), ("build A par", 1, None), ("waive", 4, None),
        ("build bre", None, "say which: build F bre or build A bre")]


def test_via_is_left_out():
    """The move then does not ask for the convoy."""
    via = 1 << 19 | 5
    assert query("""select r.text, r.code from jsonb_populate_record(null::farm.turns, jsonb_build_object(
        'legal', '{A lon - nwy via}'::text[], 'codes', array[%s::int])) turn, farm.order_find(turn, 'lon - nwy') r""",
                 via) == [("A lon - nwy", 5)]


def test_refused():
    """Anything else comes back with legal orders of its unit, of which some share words with it."""
    for given, (text, code, problem) in zip(REFUSED, find(MOVES, REFUSED)):
        assert (text, code) == (given, None) and problem.startswith("no legal order; nearest: "), given
    nearest = "no legal order; nearest: "
    assert [problem for _, _, problem in find(MOVES, ["army mar supports army par - bur", "A par - mos", "x" * 101, None])] == [
        nearest + "A mar S A par - bur, A mar S A par, A mar H, A par S A mar - bur, A par - bur",
        nearest + "A par H, A par - bur, A par - pic, A par S A mar - bur, A mar H",
        "longer than any order", "null is not an order"]
    assert find(MOVES, ["F mao - spa"])[0][2] == "say which: F mao - spa/nc or F mao - spa/sc"
    assert find([], ["A par H"])[0][2] == nearest + "none"


def test_random_texts():
    """No text that C reads as one order is another for SQL; many are found."""
    texts = cases(farm.done(f"{farm.B}/test_order", "print", 5000).split("\n"))
    typed = re.compile(r"(build )?[AF] \S+( [HD]| - \S+( via)?| [SC] [AF] \S+( - \S+)?)?|waive")
    texts = [(given, meant) for given, meant in texts if typed.fullmatch(meant)]
    legal = sorted({meant for _, meant in texts})
    found = find(legal, [given for given, _ in texts])
    assert [(given, meant, text) for (given, meant), (text, code, _) in zip(texts, found)
            if code is not None and text not in (meant, meant.removesuffix(" via"))] == []
    assert sum(code is not None for _, code, _ in found) > 100


def test_round_trips():
    """What SQL prints of a packed order is packed as the same one. A text that nothing printed has no code."""
    printed = sorted({meant for _, meant in cases(LINES) if re.match(r"(build )?[AF] |waive", meant)
                      and not re.search(r" [SC] [a-z]", meant)})
    assert len(printed) > 30
    codes = query("""select farm.order_print(m.codes, c) from farm.maps m,
        unnest(farm.order_codes(m.codes, %s)) with ordinality x (c, n) where m.name = 'standard' order by n""", printed)
    assert [text for text, in codes] == printed
    assert value("select farm.order_codes(codes, '{x,par - bur,A par - xyz,A par,A par  H,\"\",A par H H}') from farm.maps"
                 " where name = 'standard'") == [None] * 7
    assert query("""select farm.order_action(kind), farm.order_text(kind, 'A lon',
            case when farm.order_helps(kind) then 'F nth' end, 'nwy', kind = 1)
        from generate_series(0, 8) kind order by kind""") == [
        ("hold", "A lon H"), ("move", "A lon - nwy via"), ("support", "A lon S F nth"), ("support", "A lon S F nth - nwy"),
        ("convoy", "A lon C F nth - nwy"), ("retreat", "A lon R nwy"), ("disband", "A lon D"), ("build", "build A lon"),
        ("waive", "waive")]
    assert query("select farm.order_text(15, 'A lon', null, null, false), farm.order_action(15)") == [("A lon ?", None)]


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
    # numbers are stored, so they stay
    assert query("select farm.result_name(0), farm.result_name(13), farm.stage_name(4), farm.order_action(4)") == \
        [("succeeds", "undecided", "paradox elimination", "convoy")]
