"""digests: what aresctl init notes of the schema's texts. Programs whose own texts differ are
refused, and the message says what to do. aresctl_edited has another baseline, aresctl_other another
function.
"""
import os
import re
import time

import changes
import pytest

import farm
from farm import ctl, query, value, wait_for

FITS = "Programs and schema fit"
LIST = ("tournament", "list")
OTHERS = "the functions in the database are not this program's (aresfarm "


def versions():
    return query("select version, digest is not null from farm.schema_version order by version")


@farm.promise(FITS)
def test_every_text_has_its_digest():
    files = {int(name[:3]) for name in os.listdir("schema/changes")}
    assert versions() == [(version, True) for version in [0, *sorted(files)]]
    assert farm.holds("count(*) = count(distinct digest) from farm.schema_version")


@farm.promise(FITS)
@pytest.mark.parametrize("words", [("init",), LIST, ("alive",)], ids=" ".join)
def test_edited_change_is_refused(words):
    """A change that was edited after it was applied is refused by every command, and init changes
    nothing."""
    before = query("select v::text from farm.schema_version v order by version")
    farm.refused("001_baseline.sql was changed after it was applied to this database",
                 *farm.program("aresctl_edited", *words))
    assert query("select v::text from farm.schema_version v order by version") == before
    ctl(*LIST)


@farm.promise(FITS)
def test_other_functions_are_refused():
    """A program with other functions is told to run its init. After that the first one is told so,
    aresd too."""
    farm.refused(OTHERS, *farm.program("aresctl_other", *LIST))
    farm.done(*farm.program("aresctl_other", "init"))
    farm.done(*farm.program("aresctl_other", *LIST))
    farm.refused(OTHERS, *farm.program("aresctl", *LIST))
    farm.refused("run aresctl init of this aresfarm, or use the one that made them",
                 *farm.program("aresctl", "verify"))
    farm.refused(OTHERS, *farm.program("aresd", "--until-done"))
    ctl("init")
    ctl(*LIST)
    farm.refused(OTHERS, *farm.program("aresctl_other", *LIST))


@farm.promise(FITS)
def test_workers_after_another_init():
    """Workers play on after an init of other functions. Those that lose their connection then are
    refused: they report it and try again, some seconds apart. After an init of theirs they resume,
    and all comes out the same."""
    farm.create("calm", "random,random", "--rounds", 15, games=30)
    farm.aresd("--until-done", "--workers", 2)
    let_go = changes.make_stirred()
    with changes.start_workers("stirred") as daemon:
        farm.done(*farm.program("aresctl_other", "init"))
        phases = "select phases from farm.progress where tournament = 'stirred'"
        before = value(phases)
        wait_for(lambda: value(phases) > before)
        assert changes.trouble(daemon.log()) == []
        query("select pg_terminate_backend(pid) from pg_stat_activity"
              " where application_name ~ '^aresd' and datname = current_database()")
        refusal = re.compile("given up, trying again: +" + re.escape(OTHERS[:-1]))
        wait_for(lambda: refusal.search(daemon.log()))
        time.sleep(1)
        assert daemon.log().count("\n") < 20
        let_go()
        ctl("init")
        wait_for(lambda: farm.finished("stirred"), 30)
        wait_for(lambda: daemon.process.poll() == 0, 5)
    assert farm.digest("stirred") == farm.digest("calm")


@farm.promise(FITS)
def test_first_sight():
    """A database of version 1 has no digests. It is told to init; that trusts what it finds."""
    with changes.old_farm():
        farm.refused("lacks 002_", *farm.program("aresctl", *LIST))
        ctl("init")
        test_every_text_has_its_digest()
        farm.refused("001_baseline.sql was changed", *farm.program("aresctl_edited", *LIST))
        ctl(*LIST)
