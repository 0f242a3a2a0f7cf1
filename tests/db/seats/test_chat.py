"""chat: doc/bots/chat.py asks a chat interface for orders. A small server here answers correctly,
in words, badly, late or never. No answer of the bot is a fault, unless the endpoint refuses the
key."""
import http.server
import json
import os
import random
import re
import sys
import threading
import time

import farm
import pytest

SEED = int(os.environ.get("SEED", "1"))
CHECK = os.path.abspath(f"{farm.B}/aresctl"), "bot", "check"
CHAT = os.path.abspath("doc/bots/chat.py")
NAMES = {"par": "Paris", "bur": "Burgundy", "stp": "St. Petersburg", "mao": "Mid-Atlantic Ocean", "lon": "London"}


def legal_of(prompt):
    """{unit: legal orders} from the bot's last list."""
    listed = prompt.rpartition(":\n")[2].split("\n")
    return {line.partition(":")[0]: line.partition(": ")[2].split("; ") for line in listed}


class Model(http.server.BaseHTTPRequestHandler):
    """Answers as kind says; asked has the requests. chance draws orders."""
    protocol_version = "HTTP/1.1"
    kind, asked, chance, open, most = "well", [], random.Random(SEED), 0, 0

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append({"path": self.path, "key": self.headers.get("Authorization"), **body})
        getattr(self, "answer_" + self.kind)(body)

    def send(self, status, body, **headers):
        data = body.encode()
        self.send_response(status)
        for name, text in {"Content-Length": str(len(data)), **headers}.items():
            self.send_header(name.replace("_", "-"), text)
        self.end_headers()
        self.wfile.write(data)

    def say(self, text, **members):
        self.send(200, json.dumps({"choices": [{"message": {"content": text}, "finish_reason": "stop"}], **members}))

    def draw(self, body):
        """Orders as a model should give them."""
        said = body["messages"][-1]["content"]
        due = int(re.search(r"give (\d+):|with (\d+) from", said)[0].split()[1].rstrip(":"))
        return [self.chance.choice(orders) for orders in legal_of(said).values()][:due]

    def answer_well(self, body):
        self.say(json.dumps({"orders": self.draw(body)}), usage={"prompt_tokens": 1000, "completion_tokens": 10})

    def answer_slow(self, body):
        """Well, after a while; notes how many wait at once."""
        Model.open += 1
        Model.most = max(Model.most, Model.open)
        time.sleep(0.2)
        Model.open -= 1
        self.answer_well(body)

    def answer_press(self, _):
        self.say('{"messages": [{"to": null, "text": "Peace?"}]}', usage={"prompt_tokens": 1000, "completion_tokens": 10})

    def answer_words(self, body):
        """Thoughts, names in full, other signs, a fence; the last word counts."""
        def spell(order):
            order = re.sub(r"\b(" + "|".join(NAMES) + r")\b(?!/)", lambda code: NAMES[code[0]], order)
            return order.replace("A ", "Army ").replace(" - ", " -> ").replace(" S ", " supports ").replace(" H", " holds")
        lines = "\n".join(f'  "{spell(order)}",' for order in self.draw(body))
        self.say(f'<think>"A par H" or "orders"?</think>I might hold everywhere.\n```json\n{{"orders": [\n{lines}\n]}}\n```')

    def answer_list(self, body):
        self.say("My orders:\n" + "\n".join(f"* {order.upper()}" for order in self.draw(body)))

    def answer_repair(self, body):
        """Answers first for one unit only, then correctly."""
        orders = self.draw(body)
        self.say(json.dumps({"orders": orders if len(body["messages"]) > 2 else ["A par - mos", *orders[:1]]}))

    def answer_nonsense(self, _):
        self.say('{"orders": ["A par - mos", 7, null, {"A": "par"}], "orders')

    def answer_null(self, _):
        self.say(None)

    def answer_shapes(self, _):
        self.send(200, self.chance.choice(["", "[]", "{}", '{"choices": []}', '{"choices": [{"message": null}]}', "\xff", "7",
                                           '{"choices": [{"message": {"content": [1]}}], "usage": null}']))

    def answer_busy(self, body):
        """Refuses each request once."""
        if len(self.asked) % 2:
            return self.send(self.chance.choice([429, 408, 500, 503]), "busy", Retry_After="0")
        return self.answer_well(body)

    def answer_limits(self, body):
        """Names the limit differently, and has no temperature."""
        for name in ("max_tokens", "temperature"):
            if name in body:
                return self.send(400, json.dumps({"error": {"message": f"Unsupported parameter: '{name}'"}}))
        assert body["max_completion_tokens"] == 1024
        return self.answer_well(body)

    ways, drawn = {"well": 60, "words": 8, "list": 8, "repair": 5, "nonsense": 4, "null": 2, "shapes": 4, "busy": 4,
                   "key": 3, "never": 1, "drip": 1, "flood": 1, "cut": 2}, []

    def answer_chance(self, body):
        way = self.chance.choices(list(self.ways), self.ways.values())[0]
        self.drawn.append(way)
        getattr(self, "answer_" + way)(body)

    def answer_key(self, _):
        self.send(401, '{"error": {"message": "Incorrect API key"}}')

    def answer_never(self, _):
        time.sleep(30)

    def answer_drip(self, _):
        """A byte now and then."""
        self.send_response(200)
        self.end_headers()
        while True:
            self.wfile.write(b" ")
            time.sleep(0.2)

    def answer_flood(self, _):
        self.send_response(200)
        self.end_headers()
        while True:
            self.wfile.write(b" " * 65536)

    def answer_cut(self, _):
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.close_connection = True


@pytest.fixture(scope="module")
def url():
    class Server(http.server.ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_):
            """The bot closes a connection whose answer is late."""
    with Server(("127.0.0.1", 0), Model) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1/"
        server.shutdown()


def bot(url, *options):
    return " ".join([sys.executable, CHAT, "--url", url, "--model", "small", *map(str, options)])


def check(url, kind, tmp_path, *options):
    """Tries the bot on a model of this kind: its status and output, and a line of its log for each decision."""
    Model.kind, log = kind, tmp_path / "log"
    Model.asked.clear()
    result = farm.run(*CHECK, "--seed", SEED, bot(url, "--log log", *options), cwd=tmp_path, timeout=300)
    decisions = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    return result, decisions


@pytest.mark.parametrize("kind", ["well", "words", "list", "busy", "limits"])
def test_a_model_that_answers(url, tmp_path, kind):
    """All orders are the model's own, and it is asked once."""
    result, decisions = check(url, kind, tmp_path)
    assert result.returncode == 0 and "100 positions" in result.stdout, result.stdout + result.stderr
    assert all(done["given"] == done["due"] and not done["asked_again"] for done in decisions), \
        [done for done in decisions if done["given"] < done["due"]]
    assert {asked["path"] for asked in Model.asked} == {"/v1/chat/completions"}
    if kind == "well":
        assert all(done["tokens"] == {"in": 1000, "out": 10} for done in decisions) and len(decisions) == 100


def test_a_model_that_must_be_asked_again(url, tmp_path):
    result, decisions = check(url, "repair", tmp_path)
    assert result.returncode == 0, result.stdout
    assert all(done["given"] == done["due"] for done in decisions)
    assert sum(done["asked_again"] for done in decisions) == sum(done["due"] > 1 for done in decisions) > 50


@pytest.mark.parametrize("kind", ["nonsense", "null", "shapes"])
def test_a_model_that_makes_no_sense(url, tmp_path, kind):
    """It is asked twice for each decision, and the rules decide."""
    result, decisions = check(url, kind, tmp_path)
    assert result.returncode == 0, result.stdout
    assert all(done["given"] == 0 for done in decisions) and len(Model.asked) == 200


@pytest.mark.parametrize("kind", ["never", "drip", "flood", "cut"])
def test_a_model_that_does_not_answer(url, tmp_path, kind):
    """The bot still answers in time. One decision shows it."""
    Model.kind = kind
    told = farm.done(*CHECK, "--show", 1, "--time", 2)
    begun = time.monotonic()
    said = farm.done(*bot(url).split(), input=told, timeout=60).split("\n")
    assert json.loads(said[1])["orders"] == [] and time.monotonic() - begun < 2 * farm.PATIENCE


def test_a_key_that_is_refused(url, tmp_path):
    """It is a fault, in whose words the endpoint is named."""
    (tmp_path / "key").write_text("a-key\n")
    result, _ = check(url, "key", tmp_path, "--key-file key")
    assert result.returncode == 1 and "answers 401" in result.stdout and "Incorrect API key" in result.stdout
    assert {asked["key"] for asked in Model.asked} == {"Bearer a-key"}


def test_a_limit_of_tokens(url, tmp_path):
    """After the limit the model is not asked, and the rules decide."""
    result, decisions = check(url, "well", tmp_path, "--tokens", 5000)
    assert result.returncode == 0 and len(Model.asked) == 5
    assert [done["given"] > 0 for done in decisions] == [True] * 5 + [False] * 95


def test_a_tournament(url):
    """A farm plays it like any other bot."""
    Model.kind = "well"
    farm.create("words", "bot:chat,holdbot", "--rounds", 4, "--games", 2)
    aresd = farm.program("aresd", "--until-done", "--workers", 1, "--bot", "chat=" + bot(url, "--price", 2, 10))
    farm.done(*aresd, timeout=300)
    assert farm.value("select count(*) from farm.games where state = 'finished'") == 2
    assert farm.value("select count(*) from farm.faults_told") == 0
    (player, model, decisions, games, read, written, dollars, a_game), = farm.query(
        "select player, model, decisions, games, tokens_in, tokens_out, dollars, dollars_a_game"
        " from farm.cost_sums where tournament = 'words'")
    assert (player, model, games) == ("bot:chat", "small", 2) and decisions > 20
    assert (read, written) == (1000 * decisions, 10 * decisions)
    assert float(dollars) == pytest.approx(decisions * 0.0021)
    assert float(a_game) == pytest.approx(decisions * 0.0021 / 2)
    page = os.environ["TMPDIR"] + "/costs.html"
    farm.ctl("report", "words", "--output", page)
    assert "What players cost" in farm.text_of(page)


def test_many_games_at_once(url, tmp_path):
    """One process answers for many games at the same time. Each answer has its own costs; the limit counts what is open."""
    Model.kind, log = "slow", tmp_path / "log"
    Model.asked.clear()
    Model.open, Model.most = 0, 0
    farm.create("many", "bot:chat,holdbot", "--rounds", 1, games=12)
    farm.done(*farm.program("aresd", "--until-done", "--workers", 1, "--bot", "chat=" + bot(url, "--log", log, "--tokens", 30000)),
              timeout=300)
    notes = [json.loads(line) for line in log.read_text().splitlines()]
    assert len(notes) > 30 and len({(note["game"], note["power"]) for note in notes}) == len(notes) and Model.most > 5
    assert farm.value("select count(*) from farm.faults_told where tournament = 'many'") == 0
    asked = [note for note in notes if note["given"]]
    assert all(note["tokens"] == {"in": 1000, "out": 10} for note in asked) and len(asked) == len(Model.asked)
    assert 15 <= len(asked) <= 30
    assert farm.value("select sum(tokens_in) from farm.cost_sums where tournament = 'many'") == 1000 * len(asked)


def test_press_has_costs(url, tmp_path):
    Model.kind, log = "press", tmp_path / "log"
    told = farm.done(*CHECK, "--show", 1)
    asks = [json.loads(line) for line in told.split("\n")]
    asks[1] = {**asks[1], "type": "press", "press": "private", "round": 1, "rounds": 1, "messages": []}
    said = farm.done(*bot(url, "--log", log, "--price", 2, 10).split(), input="\n".join(map(json.dumps, asks)), timeout=60)
    answer, note = json.loads(said.split("\n")[1]), json.loads(log.read_text())
    assert answer["messages"] == [{"to": None, "text": "Peace?"}] and answer["cost"]["in"] == 1000
    assert answer["cost"]["dollars"] == pytest.approx(0.0021)
    assert (note["round"], note["given"], note["tokens"]) == (1, 1, {"in": 1000, "out": 10})


@farm.long
@pytest.mark.parametrize("at_once", [1, 64])
def test_a_hundred_games_with_failures(url, tmp_path, at_once):
    """The endpoint fails in every way, and refuses the key now and then, which ends the bot. All games are finished; each
    decision of a move is in the bot's log with its cost, or is a fault with its words, or comes after a third fault. If
    the bot ends with several questions open, they are asked again, and the end is nobody's fault."""
    Model.kind, log = "chance", tmp_path / "log"
    name = f"failures-{at_once}"
    farm.create(name, "bot:chat,holdbot", "--rounds", 2, games=100)
    chat = bot(url, "--log", log, "--tokens", 10 ** 9, "--at-once", at_once)
    farm.done(*farm.program("aresd", "--until-done", "--workers", 2, "--bot-time", 2 if at_once == 1 else 5, "--bot", "chat=" + chat),
              timeout=600 * farm.PATIENCE)
    assert farm.value("select finished from farm.progress where tournament = %s", name) == 100
    logged = [(done["game"], done["phase"], done["power"]) for done in map(json.loads, log.read_text().splitlines())]
    faults = farm.query("select number, phase_name, power from farm.faults_told where tournament = %s", name)
    assert len(set(logged)) == len(logged) and not set(logged) & set(faults)
    costs = farm.query("""select g.number, farm.phase_name(c.phase), m.powers[1 + c.power] from farm.costs c
        join farm.games g on g.id = c.game_id join farm.tournaments t on t.id = c.tournament_id and t.name = %s
        join farm.maps m on m.id = t.map_id""", name)
    assert sorted(costs) == sorted(logged)
    due = farm.query("""select distinct u.number, u.phase_name, u.power from farm.units u
        join farm.results r on r.game = u.game and r.power = u.power and r.player = 'bot:chat'
        where u.tournament = %s and u.phase_name in ('S1901M', 'F1901M') and not exists (
            select from farm.disorders d where d.game = u.game and d.power = u.power and d.phase < u.phase)""", name)
    assert len(due) > 600 and set(due) <= set(logged) | set(faults)
    kinds = dict(farm.query("select kind, count(*) from farm.faults_told where tournament = %s group by 1", name))
    kinds.pop("late", 0)  # on a machine so slow that a tenth of the time is not enough to answer in
    refused = farm.value("select count(*) from farm.faults_told where last_words ~ 'answers 401' and tournament = %s", name)
    assert set(kinds) <= {"dead"} and refused == kinds.get("dead", 0)
    assert at_once > 1 or min(refused, len(faults)) > 10
    assert set(Model.drawn) == set(Model.ways)
