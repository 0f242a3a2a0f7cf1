"""seat: people play a game to its end by HTTP, each in a thread of his own. They wait as a page does, hand in orders that are
not final, take back what is final, and hand in again. Prints how many phases each has ordered in.

    python3 tests/db/seat.py PORT SEED LINK...

It fails when an answer is not as it must be, or when nothing new comes.
"""
import http.client
import json
import random
import sys
import threading

port, seed, links = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
failures = []


class Person:
    def __init__(self, link):
        self.secret = link.split("#")[1]
        self.chance = random.Random(f"{seed} {links.index(link)}")
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=100)
        self.ordered = 0

    def ask(self, method, path, body=None):
        fields = {"Seat": self.secret}
        if body is not None:
            fields["Content-Type"] = "application/json"
            body = json.dumps(body)
        self.http.request(method, path, body, fields)
        answer = self.http.getresponse()
        text = answer.read()
        assert answer.getheader("Cache-Control") == "no-store", path
        return answer.status, json.loads(text)

    def choose(self, turn):
        """An order for each place, as many as are due."""
        places = {}
        for order in turn["legal"]:
            words = order.split()
            if order != "waive":
                places.setdefault(words[2 if words[0] == "build" else 1][:3], []).append(order)
        orders = [self.chance.choice(legal) for legal in places.values()]
        self.chance.shuffle(orders)
        return orders[: turn["due"]]

    def give(self, turn, orders, final):
        """Whether they were taken; the phase may be over, where somebody else let it end."""
        status, answer = self.ask("POST", "/seat/orders", {"orders": orders, "final": final, "phase": turn["phase"]})
        assert status == 200, (status, answer)
        assert [o["problem"] for o in answer["orders"]] == [None] * len(orders), answer
        board = answer["board"]
        assert board["phase"] == turn["phase"], (board["phase"], turn["phase"])
        marks = sum(o.startswith("waive") for o in orders)
        shown = {int(m) for m in __import__("re").findall(r'data-o="(\d+)"', board["shapes"])}
        assert shown <= set(range(len(orders) - marks)), (orders, shown)
        moves = {n for n, o in enumerate(orders) if " - " in o or " R " in o or o.startswith("build")}
        assert moves <= shown, (orders, shown)

    def order(self, turn):
        orders = self.choose(turn)
        self.give(turn, orders[: len(orders) // 2], False)
        self.give(turn, orders, True)
        if self.chance.random() < 0.3:
            status, answer = self.ask("POST", "/seat/reopen", {"phase": turn["phase"]})
            assert status == 200, (status, answer)
            if answer["problem"] is None:
                self.give(turn, orders, True)
        self.ordered += 1

    def play(self):
        status, state = self.ask("GET", "/seat/state")
        played = 0
        while True:
            assert status == 200, (status, state)
            assert len(state["phases"]) >= played, "phases are lost"
            played = len(state["phases"])
            if state["seat"]["state"] == "finished":
                return
            turn = state["turn"]
            if turn and turn["due"] > 0 and not turn["final"]:
                self.order(turn)
            seen = state["tag"]
            status, state = self.ask("GET", "/seat/state?seen=" + seen)

    def run(self):
        try:
            self.play()
        except Exception as error:  # pylint: disable=broad-except
            failures.append(repr(error))
            raise


people = [Person(link) for link in links]
threads = [threading.Thread(target=person.run) for person in people]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(" ".join(str(person.ordered) for person in people))
sys.exit(bool(failures))
