"""monitoring: proves that deploy/grafana.json and deploy/alerts.yml name only what aresctl metrics
prints, and that all of it is shown; and, where promtool is there, that the rules report what
alerts_test.yml expects.
"""
import json
import os
import re
import shutil
from collections import Counter

import pytest

import farm
from farm import text_of

ALERTS, CASES = "deploy/alerts.yml", "tests/db/farm/alerts_test.yml"


@pytest.fixture(name="told", scope="module")
def _told():
    """What aresctl metrics prints while a worker that is lost holds a game: a series of each
    metric."""
    game = farm.create("shown", "random,random", "--rounds", 8, games=40)[0]
    farm.aresd("--until-done")
    farm.query("""with worker as (insert into farm.workers (host, pid, supervisor, claims)
            values ('lost', 1, 0, array[%s::bigint]) returning id)
        update farm.games set state = 'claimed', worker_id = worker.id, claimed_at = now(),
            finished_at = null, ending = null, winner = null, phase = null, phases = null,
            centres = null, units = null, digest = null
        from worker where games.id = %s""", game, game)
    farm.query("update farm.tallies set finished = finished - 1"
               " where worker_id = (select max(worker_id) from farm.tallies)")
    return farm.ctl("metrics")


@pytest.fixture(name="dashboard", scope="module")
def _dashboard():
    return json.loads(text_of("deploy/grafana.json"))


def queries(thing):
    """The expressions of the dashboard; the descriptions are no queries."""
    if isinstance(thing, dict):
        yield from (thing[key] for key in ("expr", "definition") if isinstance(thing.get(key), str))
        thing = list(thing.values())
    if isinstance(thing, list):
        for part in thing:
            yield from queries(part)


def rules():
    """The expressions of the rules; each is in one line."""
    found = re.findall("^ *expr: *([^ |>].*)", text_of(ALERTS), re.M)
    assert len(found) == text_of(ALERTS).count("expr:") >= 10
    return found


def named(texts):
    return set(re.findall("aresfarm_[a-z_]+", "\n".join(texts)))


def test_names(told, dashboard):
    printed = set(re.findall("^# TYPE (aresfarm_[a-z_]*) ", told, re.M))
    assert len(list(queries(dashboard))) >= 20
    assert named(queries(dashboard)) == printed  # none is missing, and all are shown
    assert named(rules()) <= printed


def test_labels(told, dashboard):
    """Each label that a query asks for is one of that metric, and each state one that there is."""
    labels, states = {}, {}
    for metric, text in re.findall(r"^(aresfarm_[a-z_]+)(?:\{(.*)\})? ", told, re.M):
        labels.setdefault(metric, set()).update(re.findall('([a-z]+)="', text))
        states.setdefault(metric, set()).update(re.findall('state="([a-z]*)"', text))
    assert set(labels) == named(queries(dashboard))
    assert states["aresfarm_workers"] == {"alive", "lost", "gone"}
    assert states["aresfarm_games"] == {"pending", "claimed", "waiting", "finished", "quarantined",
                                        "cancelled"}
    asked = 0
    expressions = "\n".join([*queries(dashboard), *rules()])
    for metric, text in re.findall(r"(aresfarm_[a-z_]+)\{([^}]*)\}", expressions):
        for label, content in re.findall('([a-z]+) *(?:=|!=|=~|!~) *"([^"]*)"', text):
            assert label in labels[metric] | {"job", "instance"}, f"{metric} has no {label}"
            if label == "state":
                asked += 1
                assert set(content.split("|")) <= states[metric], f"{metric} has no state {content}"
    assert asked >= 5


def test_dashboard(dashboard):
    """What Grafana needs to import it: panels with numbers of their own, on a grid, with a source
    that the reader chooses."""
    panels = dashboard["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels) >= 15
    for panel in panels:
        if panel["type"] != "row":
            assert panel["targets"] and panel["description"], panel["title"]
            assert panel["datasource"]["uid"] == "${datasource}", panel["title"]
    assert dashboard["schemaVersion"] >= 36
    assert (dashboard["uid"], dashboard.get("id")) == ("aresfarm", None)
    places = Counter((x, y) for place in (panel["gridPos"] for panel in panels)
                     for x in range(place["x"], place["x"] + place["w"])
                     for y in range(place["y"], place["y"] + place["h"]))
    assert max(places.values()) == 1 and max(x for x, _ in places) < 24


def test_rules():
    """Each rule is there once and tried by alerts_test.yml. promtool reads more of both."""
    names = re.findall("^ *- alert: (.*)", text_of(ALERTS), re.M)
    assert len(set(names)) == len(names) == len(rules())
    assert set(re.findall("^ *alertname: (.*)", text_of(CASES), re.M)) == set(names)


def test_yaml():
    yaml = pytest.importorskip("yaml", reason="there is no module yaml (Debian: python3-yaml)")
    for path in (ALERTS, CASES):
        assert yaml.safe_load(text_of(path))["groups" if path == ALERTS else "tests"]


def test_rules_by_promtool(tmp_path):
    if not shutil.which("promtool"):
        pytest.skip("there is no promtool (Debian: prometheus)")
    farm.done("promtool", "check", "rules", ALERTS)
    (tmp_path / "gone.yml").write_text(text_of(ALERTS).replace('state="lost"', 'state="gone"'))
    statuses = []
    for path in (os.path.abspath(ALERTS), tmp_path / "gone.yml"):
        (tmp_path / "test.yml").write_text(text_of(CASES).replace("ALERTS", str(path)))
        statuses.append(farm.run("promtool", "test", "rules", tmp_path / "test.yml").returncode)
    assert statuses[0] == 0 != statuses[1]  # the tests notice rules about workers that are gone
