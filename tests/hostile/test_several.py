"""several: a bot that takes several questions at once (hello, at_once) gets all of a phase. Its games are the same as if it were
asked one after the other; a fault is that of one question; what fails at one question is found."""
import os
import sys

import farm
import pytest
from farm import query

ORDERS = """select f.power, f.phase, f.text from farm.orders f where f.tournament = %s order by 2, 1, 3"""


def play(name, at_once, kind="none", power="none", *options):
    """Plays a game of six powers of it. Returns its log, as lines."""
    log = f"{os.environ['TMPDIR']}/{name}.log"
    farm.create(name, "bot:several,holdbot", "--rounds", 4, "--team", 6)
    command = f"{sys.executable} tests/hostile/several.py {at_once} {log} {kind} {power}"
    farm.done(*farm.program("aresd", "--until-done", "--workers", 1, "--bot", f"several={command}", *options),
              timeout=60 * farm.PATIENCE)
    assert farm.value("select count(*) = 0 from farm.games where state <> 'finished'")
    with open(log, encoding="utf-8") as file:
        return file.read().splitlines()


def faults(name):
    return query("select power, kind, count(*) from farm.faults_told where tournament = %s group by 1, 2 order by 1", name)


def most(log):
    return max(int(line.split()[1]) for line in log if line.startswith("open"))


def a_power(name):
    """A power of the bot that is in play to the end."""
    return farm.value("""select r.power from farm.results r where r.tournament = %s and r.player = 'bot:several'
        and r.fate in ('draw', 'win') order by r.centres desc, 1 limit 1""", name)


@pytest.fixture(scope="module")
def alone():
    """The same bot, asked one question after the other."""
    assert most(play("alone", 1)) == 1
    return "alone"


def test_the_same_games(alone):
    log = play("at-once", 6)
    assert most(log) >= 5 and log.count("start") == 1
    assert query(ORDERS, "at-once") == query(ORDERS, alone) and faults("at-once") == []
    assert farm.digest("at-once").split()[0] != ""
    digests = query("select distinct encode(digest, 'hex') from farm.games g join farm.tournaments t on t.id = g.tournament_id"
                    " where t.name in ('alone', 'at-once')")
    assert len(digests) == 1


def test_no_more_than_it_takes(alone):
    assert most(play("few", 3)) == 3
    assert query(ORDERS, "few") == query(ORDERS, alone)


@pytest.mark.parametrize("kind, fault, options, starts", [
    ("moon", "illegal", (), 1), ("mute", "late", ("--bot-time", 1), None), ("dies", "dead", (), None)])
def test_a_fault_is_of_one_question(alone, kind, fault, options, starts):
    """The power that it concerns makes three, the others none, also where the bot ends."""
    power = a_power(alone)
    log = play(kind, 6, kind, power, *options)
    assert faults(kind) == [(power, fault, 3)]
    assert starts is None or log.count("start") == starts
