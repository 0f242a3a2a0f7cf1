"""talk: bots that write to each other before their orders: who hears what, faults in a round,
people among bots. crash/chaos kills their workers. SEED draws the games.
"""
import importlib.util

import people
import pytest

import farm
from farm import query, value

BOTS = ",".join(["bot:talker"] * 7)
PRESS = ("--press", "private", "--press-rounds", 3, "--rounds", 6, "--seed", farm.SEED)


def bots(*kinds):
    return [word for name, *words in kinds
            for word in ("--bot", f"{name}=python3 tests/talker.py {' '.join(words)}")]


TALKER = bots(("talker", "talks"))


@pytest.fixture(scope="module", autouse=True)
def roles():
    people.make_roles(web="farm_web")
    yield


def messages(name):
    return query("""select g.number, farm.phase_name(m.phase), round, sender, recipients, text from farm.messages m
        join farm.games g on g.id = m.game_id join farm.tournaments t on t.id = tournament_id where t.name = %s
        order by g.number, m.phase, m.sent_at, m.sender""", name)


@pytest.fixture(name="calm", scope="module")
def _calm():
    farm.create("calm", BOTS, *PRESS, games=2)
    farm.aresd("--until-done", "--workers", 1, *TALKER)
    return farm.digest("calm")


def test_seven_bots(calm):
    """Three rounds before each movement phase, in a fixed sequence; nothing else."""
    said = messages("calm")
    assert {row[2] for row in said} == {1, 2, 3} and all(row[1].endswith("M") for row in said)
    assert [row[2:4] for row in said if row[:2] == (1, "S1901M")] == \
        [(n, power) for n in (1, 2, 3) for power in range(7) for _ in range(3)]
    assert "all agree" in farm.ctl("verify", "calm") and calm
    assert value("select count(*) from farm.faults") == 0


def test_silent():
    """A bot that does not write plays, and is not asked to."""
    farm.create("silent", "bot:talker,bot:silent,random,random,random,random,random", *PRESS)
    farm.aresd("--until-done", "--workers", 1, *bots(("talker", "talks"), ("silent", "silent")))
    assert {row[3] for row in messages("silent")} == {0}
    assert value("select count(*) from farm.faults") == 0


@pytest.mark.parametrize("kind, words", [("secret", '"to" of the answer must be'), ("control", '"text" of the answer must be'),
                                         ("many", '"messages" of the answer must be')])
def test_faults(kind, words):
    """A bad message is a fault of the phase: its power is not asked for orders, and the others' messages stay."""
    farm.create(kind, f"bot:talker,bot:{kind},random,random,random,random,random", *PRESS, "--faults", "disorder")
    farm.aresd("--until-done", "--workers", 1, *bots(("talker", "talks"), (kind, kind)))
    faults = query("select phase_name, words from farm.faults_told where tournament = %s order by phase", kind)
    assert [row[0] for row in faults] == ["S1901M", "F1901M", "S1902M"]
    assert all(words in row[1] for row in faults)
    assert {row[3] for row in messages(kind)} == {0}
    replay = farm.ctl("animate", f"{kind}/1", "-o", "-")
    for phase, fault, disorder in (("S1901M", 1, 0), ("F1901M", 1, 0), ("S1902M", 1, 1), ("F1902M", 0, 1)):
        said = farm.ctl("show", f"{kind}/1", phase)
        assert said.count(f"{phase} ENG bot:{kind}: wrong, ") == said.count(": wrong, ") == fault
        assert said.count(f"S1902M ENG bot:{kind}: in civil disorder from this phase on") == disorder
        said = replay.split(f'<article id="{phase}">')[1].partition("<template>")[0]
        of_england = said.count("<b>ENG</b>: fault of its bot (wrong): civil disorder<")
        assert of_england == said.count("fault of") == fault
        assert said.count("<b>ENG</b>: in civil disorder from S1902M on<") == disorder


def test_public():
    farm.create("public", BOTS, "--press", "public", "--press-rounds", 2, "--rounds", 3)
    farm.aresd("--until-done", "--workers", 1, *TALKER)
    assert {row[4] for row in messages("public")} == {None}
    assert "all agree" in farm.ctl("verify", "public")


def test_people_among_bots():
    """Bots write before a person is asked, and hear the person before they order."""
    said = farm.ctl("game", "create", "mixed", "--seats", "anna=@,bot:talker,bot:talker,random,random,random,random",
                    "--press", "private", "--press-rounds", 2, "--rounds", 3, "--seed", farm.SEED)
    game = people.Game("mixed", (line.split() for line in said.splitlines()))
    with farm.Daemon("aresd", "--workers", "1", *TALKER):
        phase = None
        while phase := game.next_phase(phase):
            if phase.endswith("M"):
                heard = game.by("AUS", "select phase, sender, round from web.messages(%s) where phase = %s", phase)
                assert {row[1:] for row in heard} >= {("ENG", 1), ("ENG", 2), ("FRA", 1), ("FRA", 2)}
                assert game.by("AUS", "select web.send_message(%s, '{ENG}', %s)", f"to England in {phase}") == [(None,)]
            game.by("AUS", "select * from web.submit_orders(%s, '{}', true) where (select asked from web.seat(%s))",
                    people.key(game.links["AUS"]))
    said = messages("mixed")
    assert len({row[1] for row in said if row[3] == 0}) >= 2
    assert "all agree" in farm.ctl("verify", "mixed")


def test_chat_writes():
    """doc/bots/chat.py sends of what a model says the messages that the game takes, and nothing else."""
    spec = importlib.util.spec_from_file_location("chat", "doc/bots/chat.py")
    chat = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(chat)
    powers = dict.fromkeys(["AUS", "ENG", "FRA"], [])
    asked = {"power": "AUS", "rules": "standard", "phase": "S1901M", "kind": "movement", "last_year": 1910, "round": 1,
             "rounds": 3, "press": "private", "units": powers, "dislodged": powers, "centres": powers, "last": None,
             "legal": {}, "due": 0, "messages": [{"phase": "S1901M", "round": 1, "from": "FRA", "to": None, "text": "Hello"}]}

    class Model:
        def ask(self, messages, *_):
            assert '"text": "Hello"' in messages[-1]["content"]
            return self.said

    model = Model()
    for said, written in (
            ('Well {"x": 1}\n{"messages": [{"to": "ENG", "text": "a\\n\\u0007b"}, {"to": null, "text": "c"}]}',
             [{"to": "ENG", "text": "a b"}, {"to": None, "text": "c"}]),
            ('{"messages": [{"to": "AUS", "text": "x"}, {"to": ["ENG"], "text": "x"}, {"text": 7}, 8, {"to": "all", "text": "y"}]}',
             [{"to": None, "text": "y"}]),
            ('{"messages": [{"text": "%s"}]}' % ("z" * 9999), [{"to": None, "text": "z" * 1000}]),
            ('{"messages": {"to": 1}}', []), ("nothing", []), ("", []), ('{"messages": [', [])):
        model.said = said
        assert chat.write(asked, model, 0, {}) == written
    model.said = '{"messages": [{"to": "ENG", "text": "secret"}]}'
    assert chat.write({**asked, "press": "public"}, model, 0, {}) == []
