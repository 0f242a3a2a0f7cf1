"""press: what players write to each other, by SQL and by links: who may read it, before and after the end, by
each door; limits; deadlines; the digest, export. Two people by link, two roles, three players.
"""
import json
import os
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import people
import psycopg
import pytest

import farm
from farm import holds, query, value
from people import begin

SEATS = "anna=@,@alice,bert=@,@bob,random,random,random"  # AUS, ENG, FRA, GER
NOBODY = "nobody writes to himself"
ROUNDS = ("--rounds", 3)


@pytest.fixture(scope="module", autouse=True)
def roles():
    people.make_roles(web="farm_web", alice="farm_agent", bob="farm_agent", carol="farm_agent", reads="farm_reader",
                      works="farm_worker")
    yield
    people.stop()


def table(name, press, *options):
    return begin(name, SEATS, "--press", press, *ROUNDS, *options)


def write(game, power, text, *recipients):
    """Sends a message by the link or the role of a power: what is wrong with it."""
    to = list(recipients) or None
    if power in game.links:
        return game.by(power, "select web.send_message(%s, %s, %s)", to, text)[0][0]
    return game.ask({"ENG": "alice", "GER": "bob"}[power], "select api.send_message(%s, %s, %s)", to, text)[0][0]


def read(game, power):
    """What a power may read: sender, recipients, text."""
    if power in game.links:
        return game.by(power, "select sender, recipients, text from web.messages(%s)")
    return game.ask({"ENG": "alice", "GER": "bob"}[power],
                    "select sender, recipients, text from api.my_messages where game = %s")


def play_to_end(game):
    phase = None
    while phase := game.next_phase(phase):
        game.hand_in("AUS", "ENG", "FRA", "GER")


@pytest.fixture(name="said", scope="module")
def _said():
    """A game in which Austria wrote to England, England to all, and Germany to Austria and France; it waits."""
    game = table("said", "private")
    assert write(game, "AUS", "to England only", "ENG") is None
    assert write(game, "ENG", "to all, öffentlich\nand a second line") is None
    assert write(game, "GER", "to two", "aus", "FRA") is None
    return game


EXPECTED = {
    "AUS": ["to England only", "to all, öffentlich\nand a second line", "to two"],
    "ENG": ["to England only", "to all, öffentlich\nand a second line"],
    "FRA": ["to all, öffentlich\nand a second line", "to two"],
    "GER": ["to all, öffentlich\nand a second line", "to two"],
}


def check_readers(game):
    """Each reads its own messages and no other; nobody else reads any but those to all of finished games."""
    for power, texts in EXPECTED.items():
        assert [row[2] for row in read(game, power)] == texts
    assert read(game, "FRA")[1] == ("GER", ["AUS", "FRA"], "to two")
    assert people.ask("carol", "select * from api.my_messages") == []
    over = game.over()
    for role in "reads", "web":
        told = people.ask(role, "select text from farm.messages_told where game = %s", game.id)
        assert told == ([(EXPECTED["ENG"][1],)] if over else [])
    exported = people.ask("reads", "select text from farm.messages_exported(%s)", game.id)
    assert exported == ([(EXPECTED["ENG"][1],)] if over else [])


def test_who_reads(said):
    check_readers(said)
    assert said.by("FRA", "select press, letters from web.press(%s)") == [("private", 2)]
    assert said.ask("alice", "select press, letters from api.seat_press(%s, 'ENG')") == [("private", 2)]
    assert [row[0] for row in said.ask("alice", "select text from api.seat_messages(%s, 'ENG', 1)")] == EXPECTED["ENG"][1:]
    assert said.by("AUS", "select distinct phase, round from web.messages(%s)") == [("S1901M", 0)]


def test_who_writes(said):
    """Nobody writes as another, or in a game of others. db/roles has what each role may use."""
    send = "select api.send_message(%s, null, 'x', %s)"
    assert said.ask("alice", send, "FRA") == said.ask("alice", send, "GER") == [("you have no such seat",)]
    assert people.ask("carol", send, said.id, None) == people.ask("carol", send, said.id, "ENG") == [("you have no such seat",)]
    for role in "alice", "carol":
        for call in "seat_messages", "seat_press", "seat_history":
            assert people.error(role, f"select * from api.{call}(%s, 'GER')", said.id) == "you have no such seat"
    closed = "this link opens no seat: it is unknown, has expired or was withdrawn"
    for call in "select web.send_message(%s, null, 'x')", "select * from web.messages(%s)", "select * from web.press(%s)":
        assert people.error("web", call, bytes(32)) == closed
    assert len(read(said, "AUS")) == 3


def test_workers(said):
    """A worker reads and writes messages of the games that it has claimed only."""
    heard = "select * from farm.messages_heard(%s, %s, 1, 0::smallint)"
    worker, epoch = query("select coalesce(worker_id, 1), epoch from farm.games where id = %s", said.id)[0]
    assert people.ask("works", heard, said.id, worker) == []
    add = ("select farm.messages_add(%s, %s, %s, 0::smallint, '{1}', '{0}', '{0}', '{x}')", said.id, worker, epoch)
    farm.fails("RF001", *add, role="works")


def test_flaws(said):
    for text, recipients, problem in (
            ("", (), "a message must have a text"), (" \n", (), "a message must have a text"),
            ("x" * 4097, (), "a message has at most 4,096 bytes"), ("ö" * 2049, (), "a message has at most 4,096 bytes"),
            ("a\x07b", (), "a message has no control characters"), ("a\rb", (), "a message has no control characters"),
            ("x", ("AUS",), NOBODY), ("x", ("ENG", "AUS"), NOBODY),
            ("x", ("XXX",), "no power XXX: there are AUS, ENG, FRA, GER, ITA, RUS, TUR")):
        assert write(said, "AUS", text, *recipients) == problem
    several = begin("several", "@alice,@alice,random,random,random,random,random", "--press", "public")
    assert several.ask("alice", "select api.send_message(%s, null, 'x')") == [("you have several powers there, say which writes",)]
    assert several.ask("alice", "select api.send_message(%s, '{ENG}', 'x', 'AUS')") == \
        [("in this game players write to all only",)]
    assert several.ask("alice", "select api.send_message(%s, '{}', 'x', 'aus')") == \
        [("name a power; null: to all",)]
    assert several.ask("alice", "select api.send_message(%s, null, 'x', 'aus')") == [(None,)]
    assert several.ask("alice", "select power, sender from api.my_messages where game = %s order by 1") == \
        [("AUS", "AUS"), ("ENG", "AUS")]
    silent = begin("silent", SEATS)
    assert write(silent, "AUS", "x") == "in this game players do not write to each other"
    assert silent.by("AUS", "select press, letters from web.press(%s)") == [("none", 0)]
    with farm.connect("alice") as session:
        session.execute("begin isolation level repeatable read")
        assert farm.rows_of(session, "select api.send_message(%s, null, 'x')", (said.id,)) == \
            [("send messages in a transaction of isolation level read committed",)]


def test_limits(said):
    """Twenty a minute and 200 a phase, also by sessions that send at once."""
    game = table("limits", "public")

    def send(_):
        try:
            return query("select api.send_message(%s, null, 'x')", game.id, role="alice")[0][0]
        except psycopg.errors.LockNotAvailable:
            return "locked"

    with ThreadPoolExecutor(6) as pool:
        problems = list(pool.map(send, range(36)))
    sent = problems.count(None)
    assert sent <= 20 and set(problems) <= {None, "locked", "20 messages a minute: please wait a while"}
    assert value("select count(*) from farm.messages where game_id = %s", game.id) == sent
    query("""update farm.messages set sent_at = sent_at - interval '1 hour' where game_id = %s""", game.id)
    query("""insert into farm.messages (game_id, sender, text, sent_at) select %s, 1, 'x', now() - interval '1 hour'
        from generate_series(1, 200 - %s)""", game.id, sent)
    assert write(game, "ENG", "x") == "200 messages a phase: no more before the next one"
    assert write(game, "GER", 4096 * "x") is None
    assert len(read(said, "AUS")) == 3


def test_open_transactions():
    """A message that is committed late is told in the phase in which it can be read; after the end never. It stalls
    nothing."""
    game = table("late", "private")
    session = farm.connect("alice")
    session.autocommit = False
    session.execute("select api.send_message(%s, null, 'late')", (game.id,))
    assert people.error("alice", "select api.send_message(%s, null, 'x')", game.id).startswith("canceling statement due to lock")
    game.hand_in("AUS", "ENG", "FRA", "GER")
    phase = game.next_phase("S1901M")
    session.commit()
    assert game.by("AUS", "select phase, text from web.messages(%s)") == [(phase, "late")]
    session.execute("select api.send_message(%s, null, 'too late')", (game.id,))
    play_to_end(game)
    digest = value("select farm.game_digest(%s)", game.id)
    session.commit()
    assert [row[2] for row in read(game, "AUS")] == [row[2] for row in read(game, "ENG")] == ["late"]
    assert value("select farm.game_digest(%s)", game.id) == digest
    assert write(game, "AUS", "x") == write(game, "GER", "x") == "the game is over"
    game.verify()


def test_pulses():
    """A seat hears of messages to it, and of no others."""
    game = table("pulse", "private")
    pulse = "select pulse from web.pulses(%s)"
    before = game.by("AUS", pulse), game.by("FRA", pulse)
    assert write(game, "ENG", "x", "FRA") is None
    assert game.by("AUS", pulse) == before[0] and game.by("FRA", pulse) != before[1]


def test_after_the_end(said):
    """The same may be read after the end. The digest has the messages, and a backup and the saved game have them; a replay
    has those to all."""
    play_to_end(said)
    check_readers(said)
    replay = farm.ctl("animate", "said/1", "--output", "-")
    assert "<li><b>ENG</b> to all, öffentlich<br>and a second line</li>" in replay
    assert EXPECTED["AUS"][0] not in replay and "to two" not in replay
    said.verify()
    assert value("select string_agg(distinct farm.phase_name(phase), ' ') from farm.messages where game_id = %s", said.id) == "S1901M"
    game = json.loads(farm.ctl("export", "said"))
    messages = [message for phase in game["phases"] for message in phase["messages"]]
    assert [(m["sender"], m["recipient"], m["message"]) for m in messages] == [
        ("AUSTRIA", "ENGLAND", EXPECTED["AUS"][0]), ("ENGLAND", "GLOBAL", EXPECTED["AUS"][1]),
        ("GERMANY", "AUSTRIA", "to two"), ("GERMANY", "FRANCE", "to two")]
    assert "NO_PRESS" not in game["rules"] and len({m["time_sent"] for m in messages}) == 4
    exported = farm.ctl("export", "said")
    file = os.path.join(os.environ["TMPDIR"], "said.jsonl")
    farm.write(file, exported)
    farm.ctl("import", file, "--name", "imported")
    assert farm.ctl("export", "imported") == exported
    assert query("""select sender, recipients, text from farm.messages m join farm.games g on g.id = game_id join
        farm.tournaments t on t.id = tournament_id and t.name = 'imported' order by sent_at""") == [
            (0, 2, EXPECTED["AUS"][0]), (1, None, EXPECTED["AUS"][1]), (3, 1, "to two"), (3, 4, "to two")]
    assert value("select bool_and(messages is null) from farm.recorded") and "all agree" in farm.ctl("verify", "imported")
    assert "<li><b>ENG</b> to all, öffentlich<br>and a second line</li>" in farm.ctl("animate", "imported/1", "--output", "-")
    digest = farm.digest("said")
    query("update farm.messages set text = 'another' where game_id = %s and text = 'to two'", said.id)
    assert farm.digest("said") != digest
    verified = farm.run(*farm.program("aresctl", "--quiet", "verify", "said"))
    assert verified.returncode == 1 and "its digest is not that of what is stored" in verified.stdout
    query("update farm.messages set text = 'to two' where game_id = %s and text = 'another'", said.id)
    assert farm.digest("said") == digest


def test_pages(tmp_path, said):
    """No page, report or file that somebody else makes has what was written to some; nor can others make a branch or a
    backup."""
    play_to_end(said)
    secrets = EXPECTED["AUS"][0], "to two"
    with farm.Daemon("aresweb", "--rate", "0", listens=True) as web:
        for path in (f"/g/{said.id}", f"/g/{said.id}/replay", f"/g/{said.id}/line", "/t/said", "/t/said/report", "/analysis"):
            with urllib.request.urlopen(web.url + path) as answer:
                page = answer.read().decode()
            assert not [secret for secret in secrets if secret in page], path
    for role in "reads", "alice", "works", "web":
        page, file = (tmp_path / f"{role}.{kind}" for kind in ("html", "zst"))
        farm.run(*farm.program("aresctl", "report", "said", "--output", page), role=role)
        assert not page.exists() or not [secret for secret in secrets if secret in page.read_text()]
        made = farm.run(*farm.program("aresctl", "branch", "said/1", "S1901M", "--times", 1, "--message", "FRA>ENG: x"), role=role)
        kept = farm.run(*farm.program("aresctl", "backup", "said", "--output", file), role=role)
        assert made.returncode != 0 and kept.returncode != 0 and not file.exists(), (role, made.stdout, kept.stdout)
    assert value("select count(*) from farm.branches") == 0


def test_digests_of_silent_games():
    """Games without press have the digests that they had before there was any."""
    assert holds("count(*) = 0 from farm.games g join farm.tournaments t on t.id = tournament_id"
                 " where t.press = 'none' and farm.messages_digest(g.id) is not null")
