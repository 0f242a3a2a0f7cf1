"""people: proves that seven people with browsers finish a game while aresweb, workers and PostgreSQL are killed: what a page has
confirmed is kept, and nothing is doubled.

They order, write to each other, and propose two draws: one is refused, the other ends the game after YEARS=3 years. One of
them is away for a while, and a computer plays for him. SEED draws what they do, and what is killed; when depends on the machine.
YEARS=20 is the whole show.
"""
import http.client
import os
import random
import re
import sys
import threading
import time

import farm
import psycopg
import pytest
import servers
import workers
from farm import wait_for

sys.path.insert(0, "tests/pages")
import browser  # noqa: E402
import hands  # noqa: E402
from selenium.common.exceptions import TimeoutException, WebDriverException  # noqa: E402

YEARS = int(os.environ.get("YEARS") or 3)
LEAVES, BACK, LAST = "F1901M", "F1902M", f"S{1901 + YEARS}M"
POWERS = ("AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR")
NAMES = ("anna", "bert", "carl", "dora", "emil", "fritz", "gina")
OFTEN = 0.15  # a process is killed in so many steps of a person
ENOUGH = 8  # units, with which a power moves no more: so nobody wins


class Table:
    """The server, the programs and the game. A thread of its own kills them and starts them again."""

    def __init__(self):
        self.server = servers.Server().start()
        self.server.ask("create database aresfarm")
        self.server.use("aresfarm")
        farm.ctl("init")
        self.daemon = workers.start()
        self.web = farm.Daemon("aresweb", "--rate", 0, "--quiet", listens=True)
        self.address = f"127.0.0.1:{self.web.port}"
        seats = ",".join(name + "=@" for name in NAMES)
        links = farm.ctl("game", "create", "table", "--seats", seats, "--press", "private", "--deadline", "1h", "--rounds", 200,
                         "--seed", farm.SEED, "--base", self.web.url)
        self.centres = [code for code, in self.ask("select a.code from farm.areas a join farm.maps m on m.id = a.map_id"
                                                   " where m.name = 'standard' and a.centre")]
        self.links = [line.split()[1] for line in links.splitlines()]
        self.killed = dict.fromkeys(("web", "worker", "database"), 0)
        self.drawn = random.Random(farm.SEED)
        self.struck, self.over = threading.Semaphore(0), False  # struck: how often something is to be killed
        self.thread = threading.Thread(target=self.rage)

    def ask(self, sql, *parameters):
        """The rows of a statement, as soon as the server answers."""
        def rows():
            try:
                return [self.server.ask(sql, *parameters, database="aresfarm")]
            except psycopg.Error:
                return None
        return wait_for(rows, 30, "an answer of the server")[0]

    def asked(self):
        """The phase that is waited for, and whose orders; the phase is None when the game is over."""
        def found():
            state, phase, powers = self.ask(
                """select g.state, farm.phase_name(g.asked), array(select m.powers[1 + t.power] from farm.turns t, farm.maps m
                       where t.game_id = g.id and t.phase = g.asked and m.name = 'standard') from farm.games g""")[0]
            return (phase, powers) if state == "waiting" else (None, []) if state == "finished" else None
        return wait_for(found, 30, "the next phase")

    def voters(self):
        return [power for power, in self.ask("select m.powers[1 + v.power] from farm.games g cross join lateral farm.voters(g.id) v,"
                                             " farm.maps m where m.name = 'standard'")]

    def pass_deadline(self):
        self.ask("update farm.turns set deadline = now() - interval '5 s' where phase = (select asked from farm.games)")
        self.ask("update farm.games set look_at = now()")

    # ── what is killed ──

    def kill(self, what):
        if what == "database":
            self.server.kill()
        elif what == "web":
            self.web.kill()
        else:
            living = workers.workers_of(self.daemon)
            workers.send(9, *living[:1])
            self.killed[what] -= not living
        self.killed[what] += 1

    def mend(self):
        if not self.server.runs():
            self.server.start()
        if self.web.process.poll() is not None:
            self.web = farm.Daemon("aresweb", "--rate", 0, "--quiet", "--listen", self.address)

    def rage(self):
        todo = self.drawn.sample(list(self.killed), 3)
        while self.struck.acquire() and not self.over:
            time.sleep(self.drawn.uniform(0, 0.5))
            what = todo.pop() if todo else self.drawn.choice(list(self.killed))
            self.kill(what)
            time.sleep(self.drawn.uniform(0, 1))
            self.mend()

    def calm(self):
        """Ends the thread. All runs then."""
        self.over = True
        self.struck.release()
        self.thread.join()
        self.mend()


class Person:
    """Somebody who plays in a browser. What he was told is in `stored`, `sent`."""

    def __init__(self, table, number, page):
        self.table, self.page, self.power = table, page, POWERS[number]
        self.link, self.name = table.links[number], NAMES[number]
        self.chance = random.Random(farm.SEED * 7 + number)
        self.stored, self.sent, self.away, self.missed = {}, [], False, 0

    def ask(self, path):
        """What the server says of the seat, as soon as it answers."""
        def found():
            try:
                return hands.Seat(self.link).ask(path)
            except (OSError, http.client.HTTPException):
                return None
        return wait_for(found, 30, "the web server to answer")

    def shows(self, name):
        return self.page.run("const e = document.getElementById(arguments[0]); return Boolean(e && e.getClientRects().length)", name)

    def open(self):
        """Opens the link, as often as it takes."""
        for _ in range(100):
            try:
                self.page.visit(self.link)
                return self.page.wait("the table", lambda: self.shows("table"), 1)
            except WebDriverException:
                continue
        raise AssertionError("no table")

    def leave(self):
        self.page.driver.get("about:blank")
        self.away = True

    def insist(self, what, act, done):
        """Does something until it is done: the server may be away."""
        for _ in range(30):
            act()
            try:
                return self.page.wait(what, done, 0.6)
            except TimeoutException:
                continue
        raise AssertionError(f"{self.power} waits in vain for {what}")

    # ── orders ──

    def given(self):
        return self.page.run("return [...document.querySelectorAll('#rows li[data-text]')].map(row => row.dataset.text)")

    def order(self, phase):
        """Types orders for the phase, once the page asks for them."""
        self.page.wait("its turn", lambda: (now := hands.data(self.page))["phase"] == phase and not now["shown"]
                       and now["mine"] == "true", 30)
        if self.chance.random() < OFTEN:
            self.table.struck.release()
        turn = self.ask("seat/state")["turn"]
        if phase.endswith("M") and sum(line.startswith(self.power) for line in turn["board"]) >= ENOUGH:
            turn["legal"] = [order for order in turn["legal"] if order.endswith(" H")]
        orders = hands.decide(turn, self.table.centres, self.chance)
        typed = self.page.find("typed")

        def type_rest():
            if not typed.get_attribute("value"):
                typed.send_keys("; ".join(order for order in orders if order not in self.given()))
            self.page.click(self.page.all("#typing button")[0])

        if orders:
            self.insist("orders in the list", type_rest, lambda: set(self.given()) == set(orders))
        self.page.wait("orders stored", lambda: hands.data(self.page)["stored"] == "true", 30)
        self.stored[phase] = orders

    def ready(self, phase):
        if self.chance.random() < OFTEN:
            self.table.struck.release()

        def press():
            now = hands.data(self.page)
            if now["phase"] == phase and now["final"] != "true":
                hands.wait_ready(self.page)
                self.page.click(self.page.find("ready"))

        def done():
            now = hands.data(self.page)
            return now["phase"] != phase or now["final"] == "true" and now["stored"] == "true"
        self.insist("final orders", press, done)

    # ── messages ──

    def write(self, phase):
        """Sends a message to a power or to all. What was not sent for certain is sent again."""
        to = self.chance.choice([power for power in POWERS if power != self.power] + ["all"])
        text = f"{self.name} {len(self.sent)}, {phase}, to {to}"
        if self.shows("letterbox"):
            self.page.click(self.page.find("letterbox"))
        thread = self.page.all(f'#threads button[data-thread="{to}"]')[0]
        self.insist("the conversation", lambda: self.page.click(thread), lambda: thread.get_attribute("aria-pressed") == "true")
        field, value = self.page.find("letter"), lambda: self.page.find("letter").get_attribute("value")
        field.send_keys(text)
        send = self.page.all("#writing button")[0]

        def press():
            if value():
                self.page.click(send)
        self.insist("the message", press, lambda: not value())
        if self.shows("away"):
            self.page.click(self.page.find("away"))
        self.sent.append((self.power, None if to == "all" else to, text))

    # ── votes ──

    def ends(self):
        return self.page.run("return [...document.querySelectorAll('#ends li')].map(item => item.innerText)")

    def agree(self):
        """Proposes a draw of all, or agrees to it."""
        def act():
            if any("Take back" in end for end in self.ends()) or not self.shows("drawing"):
                return
            buttons = self.page.all("#ends button")
            if not buttons and not self.page.all("#proposal[open]"):
                self.page.click(self.page.all("#proposal summary")[0])
            self.page.click((buttons or self.page.all("#proposing button"))[0])

        self.insist("the vote", act, lambda: any("you agree" in end for end in self.ends()) or self.shows("winner"))

    def winner(self):
        return self.page.run("return document.getElementById('winner')?.innerText")

    def come_back(self):
        self.open()
        self.page.wait("the way back", lambda: self.shows("back"), 10)
        self.insist("the seat", lambda: self.shows("back") and self.page.click(self.page.find("back")), lambda: not self.shows("back"))
        self.away = False


@pytest.fixture(scope="module", name="show")
def _show(request):
    """The game, played to its end."""
    table = Table()
    sizes = (browser.PHONE, browser.DESKTOP)
    with browser.Crowd(*((link, sizes[number % 2]) for number, link in enumerate(table.links))) as crowd:
        people = [Person(table, number, page) for number, page in enumerate(crowd.pages)]
        table.thread.start()
        began = time.monotonic()
        try:
            phases = play(table, people)
        except BaseException:
            for person in people:
                person.page.keep("people-" + person.name)
            raise
        finally:
            table.calm()
        took = time.monotonic() - began
        ended = [wait_for(lambda person=person: person.winner(), 10) for person in people]
    letters = sum(len(person.sent) for person in people)
    workers.tell(request, f"{phases} phases and {letters} messages in {took:.0f} s; killed: {table.killed}")
    yield table, people, ended
    table.web.kill()
    table.daemon.kill()


def play(table, people):
    """Returns how many phases there were."""
    phases, absent = 0, random.Random(farm.SEED).choice(people)
    while True:
        phase, powers = table.asked()
        if phase is None:
            return phases
        phases += 1
        if phase == LEAVES:
            absent.leave()
        elif phase == BACK:
            absent.come_back()
        there = [person for person in people if not person.away]
        asked = [person for person in there if person.power in powers]
        for person in asked:
            person.order(phase)
        for person in there:
            if person.chance.random() < 0.3:
                person.write(phase)
        if phase == "S1901M":
            for person in asked[:-1]:
                person.agree()
        elif phase == LAST:
            for person in there:
                if person.power in table.voters():
                    person.agree()
            wait_for(lambda: table.asked()[0] is None, 30, "the draw")
            return phases
        for person in asked:
            person.ready(phase)
        if absent.away and absent.power in powers and absent.missed < 2:
            absent.missed += 1
            table.pass_deadline()
        wait_for(lambda: table.asked()[0] != phase, 30, f"the game to continue after {phase}")


def test_ends_as_a_draw(show):
    table, _, ended = show
    assert ended == ["The game is a draw."] * 7
    assert table.ask("select state, ending, farm.phase_name(agreed) from farm.games") == [("finished", "draw", LAST)]
    assert all(table.killed.values()), table.killed


def name_support(order):
    """A support may leave out the coast of the move that it supports: the rules then fill it in (DATC 4.B.4)."""
    return re.sub(r"( S F .* - \w{3})/\w\w$", r"\1", order)


def test_orders(show):
    """What a page had stored is what was played."""
    table, people, _ = show
    played = {}
    for phase, power, text in table.ask("select phase_name, power, text from farm.orders"):
        played.setdefault((phase, power), set()).add(name_support(text))
    for person in people:
        for phase, orders in person.stored.items():
            if phase != LAST:
                assert set(map(name_support, orders)) <= played.get((phase, person.power), set()), (phase, person.power)


def test_messages(show):
    """Each is there once, as it was sent; and who may not read it, does not."""
    table, people, _ = show
    found = table.ask("""select m.powers[1 + x.sender], (farm.powers_named(m.powers, x.recipients))[1], x.text from farm.messages x,
        farm.maps m where m.name = 'standard' and x.phase is not null order by 3""")
    sent = [message for person in people for message in person.sent]
    assert found == sorted(sent, key=lambda message: message[2])
    for person in people:
        seen = [message["text"] for page in range(1, 10) for message in person.ask(f"seat/messages?page={page}")["messages"]]
        assert sorted(seen) == sorted(text for sender, to, text in sent if person.power in (sender, to) or to is None)


def test_substitute(show):
    """A computer has played for the person who was away, and the standings say so."""
    table, people, _ = show
    [absent] = [person for person in people if person.missed]
    assert table.ask("select power, player, stand_in, phases > 0 from farm.stand_ins") == [
        (absent.power, absent.name, "trinity", True)]


@pytest.mark.usefixtures("show")
def test_verify():
    assert "all agree" in farm.ctl("verify", "--players", "table")
