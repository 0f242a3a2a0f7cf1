"""seat: people with links play by HTTP: a whole game, and each request as it should be and as it should
not: wrong links, bodies that are none, phases that are over, orders of others. Nobody is told what
others have submitted. aresweb is killed while orders come, and the database goes away.

SEED draws the games.
"""
import http.client
import json
import random
import re
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import people
import pytest

import farm
from farm import query, wait_for
from people import NO_TURN, begin

ONE = "@,random,random,random,random,random,random"
TWO = "@,random,@,random,random,random,random"
CLOSED = (403, "This link opens no seat: it is unknown, expired or withdrawn")
UNKNOWN = 24 * "A"
pool = ThreadPoolExecutor(4)
web = None


def serve(*options):
    return farm.Daemon("aresweb", "--rate", "0", *options, listens=True)


@pytest.fixture(scope="module", autouse=True)
def server():
    global web
    web = serve()
    yield
    assert web.stop() == 0
    people.stop()


# ── requests ──

def exchange(method, path, secret=None, body=None, **fields):
    """Sends a request: the answer's status, head and text."""
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=100)
    fields = {name.replace("_", "-"): text for name, text in fields.items()}
    if secret is not None:
        fields["Seat"] = secret
    if body is not None:
        fields.setdefault("Content-Type", "application/json")
        body = body if isinstance(body, (str, bytes)) else json.dumps(body)
    connection.request(method, path, body, fields)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, answer.headers, text


def ask(secret, path, body=None, **fields):
    """The JSON of an answer that must be 200."""
    status, head, text = exchange("GET" if body is None else "POST", path, secret, body, **fields)
    assert (status, head["Cache-Control"]) == (200, "no-store"), text
    return json.loads(text)


def refusal(secret, path, body=None, **fields):
    """The status of an answer, and its error."""
    status, _, text = exchange("GET" if body is None else "POST", path, secret, body, **fields)
    return status, json.loads(text).get("error")


def secrets(game):
    """The secret of a game's link, or those of its links by the sequence of the powers."""
    found = [link.partition("#")[2] for link in game.links.values()]
    return found if len(found) > 1 else found[0]


def turn(secret):
    return ask(secret, "/seat/state")["turn"]


def order(secret, *orders, **more):
    return ask(secret, "/seat/orders", {"orders": orders, **more})


def problems(answer):
    return [each["problem"] for each in answer["orders"]]


# ── a whole game ──

class Person:
    """A person who plays as the page does. He waits, submits orders that are not final, takes back what
    is final, and submits again."""

    def __init__(self, secret, chance):
        self.secret, self.chance = secret, chance
        self.ordered = 0

    def choose(self, asked):
        """An order for each place, as many as are due."""
        places = {}
        for text in asked["legal"]:
            words = text.split()
            if text != "waive":
                places.setdefault(words[2 if words[0] == "build" else 1][:3], []).append(text)
        orders = [self.chance.choice(legal) for legal in places.values()]
        self.chance.shuffle(orders)
        return orders[:asked["due"]]

    def give(self, asked, orders, final):
        answer = order(self.secret, *orders, final=final, phase=asked["phase"])
        assert problems(answer) == [None] * len(orders)
        assert answer["board"]["phase"] == asked["phase"]
        shown = {int(mark) for mark in re.findall(r'data-o="(\d+)"', answer["board"]["shapes"])}
        moves = {n for n, text in enumerate(orders) if " - " in text or " R " in text or text.startswith("build")}
        assert moves <= shown <= set(range(len(orders))), (orders, shown)

    def play(self):
        """Plays the game to its end; returns in how many phases orders were due."""
        state, played = ask(self.secret, "/seat/state"), 0
        while state["seat"]["state"] != "finished":
            assert len(state["phases"]) >= played
            played = len(state["phases"])
            asked = state["turn"]
            if asked and asked["due"] > 0 and not asked["final"]:
                orders = self.choose(asked)
                self.give(asked, orders[:len(orders) // 2], False)
                self.give(asked, orders, True)
                if self.chance.random() < 0.3:
                    answer = ask(self.secret, "/seat/reopen", {"phase": asked["phase"]})
                    if answer["problem"] is None:  # the phase is not over yet
                        self.give(asked, orders, True)
                self.ordered += 1
            state.update(ask(self.secret, "/seat/state?seen=" + state["tag"]))
        return self.ordered


def test_whole_game():
    game = begin("whole", "anna=@,dumbbot,dumbbot,dumbbot,dumbbot,@,dumbbot", "--rounds", 8)
    players = [Person(secret, random.Random(f"{farm.SEED} {n}")) for n, secret in enumerate(secrets(game))]
    ordered = list(pool.map(Person.play, players))
    assert game.over() and min(ordered) > 5
    state = ask(secrets(game)[1], "/seat/state")
    phases = [phase for phase, in game.rows("select farm.phase_name(phase) from farm.boards where game_id = %s"
                                            " order by phase")]
    assert state["phases"] == phases
    assert (state["seat"]["state"], state["turn"], len(state["others"])) == ("finished", None, 7)
    assert state["seat"]["fate"]
    board = ask(secrets(game)[0], "/seat/board")
    assert board["phase"] == phases[-1] and "data-o" not in board["shapes"]
    assert game.value("select count(*) from farm.taken_orders"
                      " where game_id = %s and power in (0, 5) and orders is not null") == sum(ordered)
    assert game.rows("select p from farm.taken_orders, unnest(problems) p where game_id = %s and p is not null") == []
    game.verify()
    log = web.log()
    assert "POST /seat/orders 200" in log and not any(secret in log for secret in secrets(game))


# ── a phase ──

def test_orders():
    austria, france = secrets(begin("orders", TWO))
    state = ask(france, "/seat/state")
    assert [state["turn"][name] for name in ("phase", "power", "due", "submitted")] == ["S1901M", "FRA", 3, None]
    assert not state["seat"]["host"]
    assert [[power[name] for name in ("power", "mine", "awaited", "name")] for power in state["others"]][:3] == \
        [["AUS", False, True, "person"], ["ENG", False, False, "random"], ["FRA", True, True, "person"]]
    assert order(france, "a par-bur", "F bre - mun") == {
        "orders": [{"text": "A par - bur", "problem": None}, {
            "text": "F bre - mun",
            "problem": "no legal order; nearest: F bre H, F bre - eng, F bre - gas, F bre - mao, F bre - pic"}],
        "board": None}
    assert turn(france)["submitted"] is None
    answer = order(france, "A par - bur", "A mar S par - bur", phase="S1901M")
    both = ["A par - bur", "A mar S A par - bur"]
    assert [each["text"] for each in answer["orders"]] == both and answer["board"]["phase"] == "S1901M"
    assert 'data-o="0"' in answer["board"]["shapes"]
    assert (turn(france)["submitted"], turn(france)["final"]) == (both, False)
    assert set(re.findall(r'data-o="(\d*)"', ask(france, "/seat/board")["shapes"])) == {"0", "1"}
    assert order(france)["orders"] == []
    assert refusal(france, "/seat/orders", {"orders": ["A par - bur"], "phase": "W1900A"}) == (409, NO_TURN)
    assert problems(order(france, "A vie - gal")) == [
        "no legal order; nearest: A mar H, A mar - bur, A mar - gas, A mar - pie, A mar - spa"]
    assert problems(order(france, "A par - bur", final=True)) == [None]
    assert turn(france)["final"]
    assert ask(france, "/seat/reopen", {"phase": "S1901M"}) == {"problem": None}
    assert not turn(france)["final"]
    assert ask(france, "/seat/reopen", {"phase": "F1901M"}) == {"problem": NO_TURN}
    head = exchange("GET", "/seat/state", austria)[1]
    assert head["Content-Type"] == "application/json" and head["Content-Security-Policy"]
    farm.cancel("orders")  # then its board is the one that it began with
    board = ask(france, "/seat/board")
    assert (board["phase"], board["shapes"].count("data-o")) == ("S1901M", 0) and "b-unit" in board["shapes"]


def test_nothing_early():
    """What Austria submits changes nothing that France is told, until it is final: then only that nobody waits
    for it."""
    game = begin("early", TWO)
    austria, france = secrets(game)

    def told():
        state = ask(france, "/seat/state")
        del state["now"]
        return state, ask(france, "/seat/board")

    before = told()
    waiting = pool.submit(ask, france, "/seat/state?seen=" + before[0]["tag"])
    assert order(austria, "A vie - gal", "F tri - alb", "A bud - ser")["board"]["shapes"].count("data-o") >= 3
    assert told() == before and "data-o" not in before[1]["shapes"]
    time.sleep(1)
    assert not waiting.done()
    order(austria, "A vie - gal", final=True)
    state = waiting.result(timeout=50)
    assert [each["power"] for each in state["others"] if each["awaited"]] == ["FRA"]
    for each in state, before[0]:
        each.pop("now", None)
        each.pop("tag")
        for power in each["others"]:
            del power["awaited"]
    assert state == before[0]


def test_waiting():
    """A person who waits is told when something is new, to the end of the game. Without news it would take 20 s."""
    austria = secrets(begin("waiting", "@,holdbot,holdbot,holdbot,holdbot,holdbot,holdbot", "--rounds", 2))
    state = ask(austria, "/seat/state")
    assert ask(austria, "/seat/state?seen=0")["tag"] == state["tag"]
    waiting = pool.submit(ask, austria, "/seat/state?seen=" + state["tag"])
    time.sleep(0.2)
    assert not waiting.done()
    order(austria, final=True)
    news = waiting.result(timeout=100)
    assert news["tag"] != state["tag"]
    while news["seat"]["state"] != "finished":
        if news["turn"] and not news["turn"]["final"]:
            order(austria, final=True)
        seen, began = news["tag"], time.monotonic()
        news = ask(austria, "/seat/state?seen=" + seen)
        assert news["tag"] != seen and time.monotonic() - began < 19


def test_messages_only():
    """Where only a message is new, nothing else comes; else all of the state does."""
    austria, france = secrets(begin("only", TWO, "--press", "private"))
    state = ask(austria, "/seat/state")
    ask(france, "/seat/message", {"to": ["AUS"], "text": "Hello"})
    news = ask(austria, "/seat/state?seen=" + state["tag"])
    assert set(news) == {"tag", "press", "now"} and news["press"] == {"press": "private", "letters": 1}
    assert news["tag"] != state["tag"]
    order(france, final=True)
    assert "turn" in ask(austria, "/seat/state?seen=" + news["tag"])


@farm.long
def test_waiting_in_vain():
    """If nothing is new for 20 s, the answer is the same tag, and nothing of the rest."""
    austria = secrets(begin("vain", ONE))
    tag, began = ask(austria, "/seat/state")["tag"], time.monotonic()
    state = ask(austria, "/seat/state?seen=" + tag)
    assert state["tag"] == tag and set(state) == {"tag", "press", "now"}
    assert 19 <= time.monotonic() - began < 60


# ── a host ──

def test_host():
    austria, france = secrets(begin("host", "@,holdbot,@,holdbot,holdbot,holdbot,holdbot", "--host"))
    assert ask(france, "/seat/links") == {"links": [], "people": [], "computers": []}
    said = ask(france, "/seat/invite", {"power": "AUS"})
    assert (said["address"], said["problem"]) == (None, "only the person who made the game may invite")
    new = ask(austria, "/seat/invite", {"power": "FRA"})["address"].partition("#")[2]
    seat = ask(new, "/seat/state")["seat"]
    assert (seat["power"], seat["host"]) == ("FRA", False)
    links = ask(austria, "/seat/links")["links"]
    assert [(link["power"], link["mine"], link["host"]) for link in links] == \
        [("AUS", True, True), ("FRA", False, False), ("FRA", False, False)]
    assert ask(austria, "/seat/links")["people"] == ["AUS", "FRA"]
    said = ask(austria, "/seat/invite", {"power": "ENG"})
    assert (said["address"], said["link"]) == (None, 0) and "is played by holdbot" in said["problem"]
    last = {"link": links[2]["link"]}
    assert ask(france, "/seat/unlink", last) == {"done": False}
    assert ask(austria, "/seat/unlink", last) == {"done": True}
    assert refusal(new, "/seat/state") == CLOSED
    assert ask(austria, "/seat/again", {"power": "TUR"}) == \
        {"address": None, "game": 0, "problem": "others play this game, and it is not over"}
    assert ask(austria, "/seat/links")["computers"] == ["ENG", "GER", "ITA", "RUS", "TUR"]
    handed = ask(austria, "/seat/handover", {"power": "ENG"})
    assert ask(handed["address"].partition("#")[2], "/seat/state")["seat"]["power"] == "ENG" and handed["problem"] is None
    assert ask(austria, "/seat/handover", {"power": "ENG"})["problem"] == "ENG is not a computer's"
    alone = secrets(begin("alone", "@,holdbot,holdbot,holdbot,holdbot,holdbot,holdbot", "--host"))
    again = ask(alone, "/seat/again", {"power": "TUR"})
    seat = ask(again["address"].partition("#")[2], "/seat/state")["seat"]
    assert (seat["power"], seat["host"], seat["game"]) == ("TUR", True, again["game"])
    assert ask(alone, "/seat/state")["followed"] is True and ask(austria, "/seat/state")["followed"] is False
    followed = ask(alone, "/seat/follow", {})
    assert ask(followed["address"].partition("#")[2], "/seat/state")["seat"]["game"] == again["game"]
    assert ask(austria, "/seat/follow", {}) == {"address": None, "game": 0, "problem": "no game followed this one"}
    stronger = ask(again["address"].partition("#")[2], "/seat/again", {"power": "TUR", "player": "trinity"})
    names = [other["name"] for other in ask(stronger["address"].partition("#")[2], "/seat/state")["others"]]
    assert names == 6 * ["trinity"] + ["person"]
    assert ask(alone, "/seat/again", {"power": "TUR"})["problem"] == "only the person who made the game may play again"


def test_hints_of_one_seat():
    """A seat that asks for a hundred hints at once keeps no other from one: it waits for one of its own at a time."""
    greedy, modest = secrets(begin("greedy", ONE, "--hints")), secrets(begin("modest", ONE, "--hints"))
    request = (f"POST /seat/hint HTTP/1.1\r\nHost: 127.0.0.1\r\nSeat: {greedy}\r\nContent-Type: application/json\r\n"
               "Content-Length: 2\r\nConnection: close\r\n\r\n{}").encode()
    others = [socket.create_connection(("127.0.0.1", web.port)) for _ in range(100)]
    for other in others:
        other.sendall(request)
    assert len(ask(modest, "/seat/hint", {})["orders"]) == 3
    statuses = [other.makefile("rb").readline().split()[1] for other in others]
    assert set(statuses) == {b"200", b"503"} and statuses.count(b"503") > 50


def test_hints():
    """A hint is what may be ordered, as many as are due, and the same each time. It depends on nothing submitted."""
    austria = secrets(begin("hints", ONE, "--hints"))
    hint = ask(austria, "/seat/hint", {"phase": "S1901M"})
    assert (hint["player"], len(hint["orders"])) == ("trinity", 3)
    order(austria, "A vie - boh")
    assert ask(austria, "/seat/hint", {}) == hint
    assert refusal(austria, "/seat/hint", {"phase": "W1900A"}) == (409, "This phase is over")
    assert problems(order(austria, *hint["orders"], final=True)) == [None] * 3
    assert refusal(secrets(begin("plain", ONE)), "/seat/hint", {}) == (403, "This game gives no hints")


# ── requests that are none ──

def raw(text, port=None):
    """Sends these bytes; returns the first line of what comes, and the last one."""
    with socket.create_connection(("127.0.0.1", port or web.port), timeout=100) as connection:
        connection.sendall(text.encode())
        lines = b"".join(iter(lambda: connection.recv(65536), b"")).decode().splitlines()
    return lines and [lines[0].removeprefix("HTTP/1.1 "), json.loads(lines[-1])["error"]]


def test_doors():
    game = begin("doors", ONE)
    secret = secrets(game)
    unnamed, unlike = (403, "This request names no seat"), (403, "This is not a link to a seat")
    assert refusal(None, "/seat/state") == unnamed
    assert refusal(None, "/seat/orders", {"orders": [], "final": True}) == unnamed  # a forged request
    for wrong, said in (("x", unlike), (1000 * "x", unnamed), ("' or 1=1;--xxxxxxxxxxxxxxx", unlike)):
        assert refusal(wrong, "/seat/state") == said
    for wrong in ("", "1", "/FRA", "0/FRA", "-1/FRA", "x/FRA", "1x/FRA", 24 * "1" + "/FRA", "1/", "1/F A",
                  "1/\xc4", "1/" + 32 * "F"):
        assert refusal("@" + wrong, "/seat/state") == unlike, wrong
    assert refusal("@1/FRA", "/seat/state") == (401, "You have not logged in")
    for path in ("state", "board", "links", "state?seen=0"):
        assert refusal(UNKNOWN, "/seat/" + path) == CLOSED
    for path, body in (("orders", {"orders": []}), ("reopen", {}), ("hint", {}), ("invite", {"power": "AUS"}),
                       ("unlink", {"link": 1}), ("again", {"power": "AUS"}), ("follow", {})):
        assert refusal(UNKNOWN, "/seat/" + path, body) == CLOSED
    nearly = ("B" if secret[0] == "A" else "A") + secret[1:]
    assert refusal(nearly, "/seat/state") == CLOSED
    assert ask(secret, "/seat/state")["seat"]["power"] == "AUS"
    query("update farm.links set expires_at = now() where game_id = %s", game.id)
    assert refusal(secret, "/seat/state") == CLOSED
    query("update farm.links set expires_at = now() + interval '1 day' where game_id = %s", game.id)
    waiting = pool.submit(refusal, secret, "/seat/state?seen=" + ask(secret, "/seat/state")["tag"])
    time.sleep(0.2)
    farm.ctl("invite", "withdraw", "doors/1")
    assert waiting.result(timeout=50) == CLOSED
    assert refusal(secret, "/seat/orders", {"orders": ["A vie - gal"]}) == CLOSED


BODIES = r"""
    415|POST|/seat/orders|text/plain|{"orders":[]}
    415|POST|/seat/orders|application/x-www-form-urlencoded|orders=
    415|POST|/seat/orders|application/jsonx|{}
    200|POST|/seat/orders|application/json; charset=utf-8|{"orders":[]}
    200|POST|/seat/orders|APPLICATION/JSON|{"orders":[],"final":null}
    400|POST|/seat/orders|application/json|{"orders":[],"other":[1,{"a":2}]}
    400|POST|/seat/message|application/json|{"too":["FRA"],"text":"to France only"}
    400|POST|/seat/message|application/json|{"among":["FRA"],"text":"to France only"}
    400|POST|/seat/orders|application/json|{"order":["A vie - gal"]}
    400|POST|/seat/orders|application/json|
    400|POST|/seat/orders|application/json|[]
    400|POST|/seat/orders|application/json|"orders"
    400|POST|/seat/orders|application/json|{"orders":[]
    400|POST|/seat/orders|application/json|{"orders":[]} {}
    400|POST|/seat/orders|application/json|{"orders":"A vie - gal"}
    400|POST|/seat/orders|application/json|{"orders":["A vie - gal",7]}
    400|POST|/seat/orders|application/json|{"orders":["A vie - gal\nF tri - alb"]}
    400|POST|/seat/orders|application/json|{"orders":["A vie\u0000"]}
    400|POST|/seat/orders|application/json|{"orders":[""]}
    400|POST|/seat/orders|application/json|{"orders":[],"final":"yes"}
    400|POST|/seat/orders|application/json|{"orders":[],"phase":1901}
    400|POST|/seat/orders|application/json|{"orders":[],"phase":"S1901M S1901M S1901M"}
    400|POST|/seat/orders|application/json|{"a":{"b":{"c":{"d":{"e":1}}}}}
    400|POST|/seat/message|application/json|{"to":[],"text":"x"}
    400|POST|/seat/unlink|application/json|{"link":"1"}
    400|POST|/seat/unlink|application/json|{"link":1.5}
    405|PUT|/seat/orders|application/json|{}
    405|POST|/seat/state|application/json|{}
    405|DELETE|/seat/board|application/json|{}"""


def test_bodies():
    secret = secrets(begin("bodies", ONE))
    path = "/seat/orders"
    for row in BODIES.split("\n    ")[1:]:
        code, method, address, kind, body = row.split("|")
        status, _, text = exchange(method, address, secret, body, Content_Type=kind)
        assert status == int(code), row
        json.loads(text)
    assert refusal(secret, path) == (405, "This is not a page: it takes a POST")
    assert exchange("GET", path, secret)[1]["Allow"] == "POST"
    assert exchange("POST", "/seat/state", secret, "")[1]["Allow"] == "GET, HEAD"
    head = exchange("OPTIONS", path, Origin="http://evil.example", Access_Control_Request_Headers="seat")[1]
    assert not any(name.lower().startswith("access-control") for name in head)
    assert refusal(secret, path, {"orders": []}, Host="evil.example") == \
        (421, "This server is not called so; --name gives it a name")
    large, wrong = "The body is too large", (400, "The body is not the JSON that belongs here")
    assert refusal(secret, path, {"orders": [17000 * "x"]}) == (413, large)
    assert refusal(secret, path, {"orders": [15000 * "x"]}) == wrong
    assert len(order(secret, *64 * ["A vie H"])["orders"]) == 64
    assert refusal(secret, path, {"orders": 65 * ["A vie H"]}) == wrong
    assert problems(ask(secret, path, r'{"orders":["Ä vie — gal \ud83d\ude00"]}'.encode()))[0]
    assert refusal(secret, path, b'{"orders":["\xff\xfe"]}') == wrong


def test_lengths():
    """A body must say how long it is. Half a body is cut off after a while, and nothing is done."""
    secret = secrets(begin("lengths", ONE))
    head = f"POST /seat/orders HTTP/1.1\r\nHost: localhost\r\nSeat: {secret}\r\nContent-Type: application/json\r\n"
    chunks, unknown = "Transfer-Encoding: chunked\r\n", "A request with a body must say how long it is"
    for fields, *said in (
            ("Content-Length: 5000000\r\n", "413 Content Too Large", "The body is too large"),
            ("", "411 Length Required", unknown), (chunks, "411 Length Required", unknown),
            ("Content-Length: 2\r\nContent-Length: 3\r\n", "400 Bad Request", "A request has one length"),
            ("Content-Length: 2\r\n" + chunks, "400 Bad Request", "A request has one length")):
        assert raw(head + fields + "\r\n") == said
    order(secret, "A vie - gal")
    with serve("--patience", "1") as hasty:
        assert raw(head + 'Content-Length: 40\r\n\r\n{"orders":[]', hasty.port) == []
    assert turn(secret)["submitted"] == ["A vie - gal"]


# ── what goes wrong ──

def test_killed():
    """aresweb is killed while orders come, again and again: what it has confirmed is there."""
    global web
    secret, chance = secrets(begin("killed", ONE)), random.Random(farm.SEED)
    assert web.stop() == 0
    web = serve()
    confirmed, last = 0, None
    for _ in range(6):
        killer = threading.Timer(chance.uniform(0.02, 0.3), web.kill)
        killer.start()
        try:
            while True:
                target = f"A vie - {chance.choice('boh bud gal tri tyr'.split())}"
                assert order(secret, target)["board"]
                last, confirmed = target, confirmed + 1
        except (OSError, http.client.HTTPException):
            killer.join()
        web = serve()
        kept = (turn(secret)["submitted"] or [None])[0]
        assert kept in (last, target)  # the one that was not confirmed may be there, too
        last = kept
    assert confirmed > 0


def test_sessions_lost():
    """The sessions of aresweb end, and a game is locked: answers say so, and the next ones are as before."""
    game = begin("lost", ONE)
    secret = secrets(game)
    assert turn(secret)
    query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'aresweb'"
          " and datname = current_database()")
    wait_for(lambda: exchange("GET", "/seat/state", secret)[0] == 200)
    wait_for(lambda: exchange("POST", "/seat/orders", secret, {"orders": ["A vie - gal"]})[0] == 200)
    with farm.connect(autocommit=False) as session:
        session.execute("select from farm.turns where game_id = %s for update", (game.id,))
        assert refusal(secret, "/seat/orders", {"orders": ["A vie - boh"]}) == \
            (409, "this turn is held by another session of yours, or is just being taken: try again")
        assert turn(secret)["submitted"] == ["A vie - gal"]
    assert problems(order(secret, "A vie - boh")) == [None]
