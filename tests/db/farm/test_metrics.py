"""metrics: proves that aresctl metrics keeps to Prometheus's text format, and that its figures are
those of the tables; that deploy/grafana.json and deploy/alerts.yml name only what it prints, and
that all of it is shown; and, where promtool is there, that the rules report what alerts_test.yml
expects. There are finished and open games, a lost worker and a host with a difficult name. SEED
draws the games.
"""
import json
import os
import re
import shutil
import socket
from collections import Counter

import pytest

import farm
import people
from farm import ctl, query, text_of, value

ALERTS, CASES = "deploy/alerts.yml", "tests/db/farm/alerts_test.yml"

HOST = 'a"b\\c\nd,{e}='  # its name needs every escape
HEARTBEAT = r'aresfarm_heartbeat_age_seconds{host="a\"b\\c\nd,{e}="}'
STATES = "pending claimed waiting finished quarantined cancelled".split()
LABEL = r'[a-z]+="(?:[^"\\]|\\["\\n])*"'
SERIES = re.compile(rf"([a-z_]+)(\{{{LABEL}(?:,{LABEL})*\}})? (-?\d+(?:\.\d+)?)")


def read(text):
    """The values of the text format, by series. A series occurs once, below the HELP and the TYPE
    of its metric. Names of counters end in _total, and no others do."""
    values, described, metric = {}, set(), None
    for line in text.splitlines():
        words = line.split()
        if words[:2] == ["#", "HELP"]:
            assert len(words) >= 4 and words[2] not in described, line
            metric, kind = words[2], None
            described.add(metric)
        elif words[:2] == ["#", "TYPE"]:
            _, _, name, kind = words
            assert name == metric and kind in ("gauge", "counter"), line
            assert (kind == "counter") == name.endswith("_total"), line
        else:
            series = SERIES.fullmatch(line)
            assert series and series[1] == metric and kind, line
            name = series[1] + (series[2] or "")
            assert name not in values, line
            values[name] = float(series[3])
    return values


def metrics():
    return read(ctl("metrics"))


@pytest.fixture(name="worker", scope="module", autouse=True)
def _worker():
    """Tournaments that are over, half played and later; and a lost worker: it is in the table, has
    a claim and refused writes, but does not run."""
    farm.create("over", "random,random", "--rounds", 8, games=6)
    game = farm.create("half", "random,random", "--rounds", 8, games=40)[0]
    farm.aresd("--until-done")
    farm.create("later", "random,random", "--rounds", 8, games=5)
    worker = value("""
        insert into farm.workers (host, pid, supervisor, refused_writes, phases, claims)
        values (%s, 1, 0, 3, 7, array[%s::bigint]) returning id""", HOST, game)
    tournament = value("""
        update farm.games set state = 'claimed', worker_id = %s,
            claimed_at = now() - interval '1 hour', finished_at = null, ending = null,
            winner = null, phase = null, phases = null, centres = null, units = null, digest = null
        where id = %s returning tournament_id""", worker, game)
    query("update farm.tallies set finished = finished - 1 where worker_id = (select max(worker_id)"
          " from farm.tallies where tournament_id = %s) and tournament_id = %s", *2 * [tournament])
    return worker


def test_format():
    told = ctl("metrics")
    assert len(read(told)) >= 20
    if shutil.which("promtool"):
        farm.done("promtool", "check", "metrics", input=told + "\n")


# FOUND, MADE: changes of the text that are no longer in the format.
@pytest.mark.parametrize("found, made", [
    ('="a\\"b', '="a"b'), (r"\nd,", r"\td,"), ('"} ', '",} '),
    (r"aresfarm_queued_games \d+", "aresfarm_queued_games none"),
    ("TYPE aresfarm_workers gauge", "TYPE aresfarm_workers counter"),
    ("# HELP aresfarm_workers .*\n", ""), ("# TYPE aresfarm_workers .*\n", ""),
    ('{state="lost"}', '{state="gone"}'),
    ("\naresfarm_workers{", "\naresfarm_games{")])
def test_read_finds_faults(found, made):
    text = ctl("metrics")
    read(text)
    pattern = found if re.search(r"\.\*|\\d", found) else re.escape(found)
    faulty, count = re.subn(pattern, lambda _: made, text)
    assert count
    with pytest.raises((AssertionError, ValueError)):
        read(faulty)


# ── dashboard and alerts ──

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


def test_names(dashboard):
    told = ctl("metrics")
    printed = set(re.findall("^# TYPE (aresfarm_[a-z_]*) ", told, re.M))
    assert len(list(queries(dashboard))) >= 20
    assert named(queries(dashboard)) == printed  # none is missing, and all are shown
    assert named(rules()) <= printed


def test_labels(dashboard):
    """Each label that a query asks for is one of that metric, and each state one that there is."""
    told = ctl("metrics")
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


# ── figures ──

def test_games():
    told = metrics()
    assert value("select enum_range(null::farm.game_state)::text[]") == STATES
    for name, expected in (("over", {"finished": 6}), ("half", {"finished": 39, "claimed": 1}),
                           ("later", {"pending": 5})):
        for state in STATES:
            series = f'aresfarm_games{{state="{state}",tournament="{name}"}}'
            assert told[series] == expected.get(state, 0), series
    assert 3600 <= told["aresfarm_claim_age_seconds"] < 7200


def test_workers():
    told = metrics()
    gone, here = query("select count(gone_at), count(*) - count(gone_at) from farm.workers")[0]
    alive, lost, left = (told[f'aresfarm_workers{{state="{state}"}}']
                         for state in ("alive", "lost", "gone"))
    assert (alive + lost, left, lost) == (here, gone, 1)
    assert 0 <= told[HEARTBEAT] < 1000
    for name, column in (("phases", "phases"), ("played_games", "games"),
                         ("refused_writes", "refused_writes")):
        total = value(f"select sum({column}) from farm.workers")
        assert told[f"aresfarm_{name}_total"] == total >= 3, name


def test_sizes_and_times():
    told = metrics()
    boards = told['aresfarm_boards_bytes{tournament="over"}']
    assert 0 < boards == value("select pg_total_relation_size(format('farm.boards_%s', id))"
                               " from farm.tournaments where name = 'over'")
    assert told["aresfarm_database_bytes"] > boards
    now = value("select extract(epoch from now())::float")
    assert abs(told["aresfarm_taken_timestamp_seconds"] - now) < 300
    longest = told['aresfarm_longest_decision_seconds{tournament="half"}']
    assert 0 <= told['aresfarm_decision_seconds{tournament="half"}'] <= longest > 0
    # of a tournament that is over nothing is told
    assert 'aresfarm_decision_seconds{tournament="over"}' not in told
    with farm.connect(autocommit=False) as session:  # a transaction that somebody forgot
        session.execute("select 1")
        farm.wait_for(lambda: metrics()["aresfarm_transaction_age_seconds"] >= 0.1)


def test_what_an_operator_misses():
    """What could be claimed is not what is pending: a paused tournament's games cannot."""
    before = metrics()["aresfarm_playable_games"]
    ctl("tournament", "pause", "later")
    ctl("tournament", "drop", "over", "--yes")
    told = metrics()
    ctl("tournament", "resume", "later")
    assert before - told["aresfarm_playable_games"] == 5
    assert told["aresfarm_dropped_tournaments"] == 1
    for name, sql in (("queued_games", "farm.games where state = 'pending'"),
                      ("dropped_tournaments", "farm.tournaments where dropped"),
                      ("overdue_turns", "farm.awaited where deadline < now()"),
                      ("supervisors", "farm.supervisors_connected()")):
        assert told["aresfarm_" + name] == value("select count(*) from " + sql), name


def test_rights():
    people.make_roles(reader="farm_reader")
    assert "\naresfarm_overdue_turns " in ctl("metrics", role="reader")


def test_alive_and_gone(worker):
    """A worker is alive while its supervisor is connected, and gone when it has left. Without
    claims there is no age of claims."""
    query("select farm.workers_leave(array[%s::bigint])", worker)
    farm.cancel("later")
    farm.cancel("half")

    def workers():
        told = metrics()
        return [told[f'aresfarm_workers{{state="{state}"}}'] for state in ("alive", "lost")], sum(
            series.startswith("aresfarm_heartbeat_age_seconds{") for series in told)

    with farm.Daemon("aresd", "--workers", "2") as daemon:
        farm.wait_for(lambda: workers() == ([2, 0], 1))
        assert daemon.stop() == 0
    assert workers() == ([0, 0], 0)
    assert not [name for name in metrics() if re.match("aresfarm_(claim|heartbeat)_age", name)]


def test_alive():
    """It counts only workers of this host, with a recent heartbeat, that are not gone."""
    host = socket.gethostname()
    query("insert into farm.workers (host, pid, supervisor, heartbeat_at) values"
          " (%s, 1, 0, now() - interval '1 minute'), ('elsewhere', 1, 0, now())", host)
    alive = farm.program("aresctl", "alive")
    assert farm.run(*alive).returncode == 1
    assert ctl("alive", 3600) == f"1 worker of {host}"
    query("update farm.workers set heartbeat_at = now() where pid = 1")
    ctl("alive")
    query("select farm.workers_leave(array(select id from farm.workers where pid = 1))")
    assert farm.run(*alive, 3600).returncode == 1


def test_arguments():
    for pattern, *words in (("SECONDS 0: must be a whole number from 1", "alive", 0),
                            ("too many arguments", "alive", 1, 2),
                            ("takes no arguments", "metrics", "all"),
                            ("no option --json", "metrics", "--json")):
        farm.refused(pattern, *farm.program("aresctl", *words))
    farm.refused("refused", f"{farm.B}/aresctl", "-d", "host=127.0.0.1 port=1", "alive")
    assert ctl("metrics", "--help").startswith("usage: aresctl metrics")
