"""knowledge: what players share is given and taken as it was, the farm forgets what is used least,
and games are the same with all of it, some, or none."""
import re

import pytest

import farm
from endings import digests
from farm import aresd, ctl, query, value


@pytest.fixture(name="standard", scope="module")
def _standard():
    return value("select id from farm.maps where name = 'standard'")


def give(area, *values):
    """Gives values of one byte: key, value and uses of each."""
    rows = ", ".join(f"({area}, 'squares', '\\x{key}', '\\x{given}', {uses})::farm.written_value"
                     for key, given, uses in values)
    query(f"select farm.knowledge_give(array[{rows}], '{{}}')")


def taken(area, newest, size):
    """The keys and values."""
    return value("select string_agg(encode(key, 'hex') || encode(value, 'hex'), ' ')"
                 " from farm.knowledge_take(%s, 'squares', %s, %s)", area, newest, size)


def test_given_is_taken(standard):
    query("""insert into farm.knowledge (map_id, kind, key, value, uses)
        select id, kind, '\\x09', '\\x90', 4 from farm.maps, unnest('{squares,others}'::text[]) kind
        where (id, kind) <> (%s, 'squares')""", standard)
    give(standard, ("01", "a1", 0), ("02", "a2", 5), ("03", "a3", 2))
    assert taken(standard, 0, 100000) == "02a2 03a3 01a1"  # what was used most comes first
    last = value("select max(id) from farm.knowledge where kind = 'squares'")
    give(standard, ("03", "a3", 9), ("04", "a4", 0))
    assert taken(standard, 0, 100000) == "03a3 02a2 04a4 01a1"  # uses are added
    assert taken(standard, last, 100000) == "04a4"  # what is new
    assert taken(standard, 0, 1200) == "03a3 02a2"  # as much as there is room for
    first = value("select id from farm.knowledge where key = '\\x01'")
    assert (taken(standard, 0, 1), taken(standard, first, 1)) == ("03a3", "02a2")  # at least one
    assert query("select * from farm.known where map = 'standard' order by kind") == [
        ("standard", "others", 1, 2, 4, 0), ("standard", "squares", 4, 8, 16, 2)]
    query("delete from farm.knowledge where key = '\\x09'")


def test_given_twice(standard):
    """A value that two workers found at once is given twice, also in one gift."""
    give(standard, ("05", "a5", 1), ("05", "a5", 2))
    assert value("select uses from farm.knowledge where kind = 'squares' and key = '\\x05'") == 3


def test_forgets_what_is_used_least(standard):
    before = value("select count(*) from farm.knowledge")
    query("insert into farm.knowledge (map_id, kind, key, value, uses) select %s, 'many',"
          " int4send(n), '\\x00', 1000 + n from generate_series(1, 100) n", standard)
    assert value("select farm.knowledge_bound(%s)", before + 100) == 0
    assert value("select farm.knowledge_bound(80)") == before + 100 - 80 + 8
    assert query("select count(*), min(uses) from farm.knowledge") == [(72, 1029)]
    ctl("knowledge", "drop", "many")
    assert value("select count(*) from farm.knowledge") == 0


def play(name, *options):
    """Plays four years by players that share: the digests of the games, the number of lookups, how
    many of them were known, and the log."""
    farm.create(name, "blackmane(depth=2,sets=16),random", "--rounds", 8, games=2)
    log = aresd("--until-done", *options)
    looked = query("select sum(asked)::int, sum(known)::int from farm.lookups l"
                   " join farm.tournaments t on t.id = l.tournament_id where t.name = %s", name)[0]
    return digests(name)[1], *looked, log


def test_games_are_the_same():
    """Without what others found, with all of it, and with none. A database that refuses what is
    shared stops nobody, and is said once."""
    ctl("knowledge", "drop")
    games, asked, known, _ = play("empty", "--workers", 2)
    assert value("select count(*) from farm.knowledge") > 0
    full, asked_again, known_again, _ = play("full", "--workers", 1)
    assert full == games
    assert asked_again - known_again < asked - known
    assert play("none", "--workers", 1, "--knowledge", 0)[:3] == (games, None, None)
    assert re.search("^standard  *blackmane", ctl("knowledge", "list"), re.M)
    assert "all agree" in ctl("verify", "--players", "full")
    ctl("knowledge", "drop")
    query("alter table farm.knowledge add constraint nothing check (false)")
    refused, _, _, log = play("refused", "--workers", 1)
    assert refused == games
    assert log.count("what players share is not exchanged; games continue: 23514") == 1
