"""table: games that are played in a browser, from the first phase to the end. LINK is what `aresctl game create` prints for a seat.

The test decides what to order, of what /seat/state says is legal, with chance of its own. It gives the orders as a reader
does: by mouse, by finger, or by keys; and asks the server what has come of it.
"""
import json
import os
import random
import re
import signal
import subprocess
import urllib.request
from urllib.parse import urldefrag, urljoin

from browser import DESKTOP, PHONE, Keys, Page, main, same

UNIT = re.compile(r"([AF]) ([a-z]{3})(/[a-z]{2})?")


class Seat:
    """What the server says to whoever has the link."""

    def __init__(self, link):
        address, self.secret = urldefrag(link)
        self.base = urljoin(address, "/")
        self.link = link
        with urllib.request.urlopen(self.base + "m/standard/map.json") as answer:
            provinces = json.load(answer)["provinces"]
        self.centres = {province["code"] for province in provinces if province["centre"]}

    def ask(self, address, body=None):
        request = urllib.request.Request(self.base + address, headers={"Seat": self.secret})
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode()
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def state(self):
        return self.ask("seat/state")


def province_of(order):
    """Where the unit is that an order is for; of a build, where it is to be. None: of a waive."""
    found = UNIT.search(order)
    return found[2] if found else None


def decide(turn, centres, chance):
    """Orders for a turn: each due unit gets one, in winter as many as are due."""
    places = {}
    for order in turn["legal"]:
        places.setdefault(province_of(order), []).append(order)
    places.pop(None, None)
    if turn["phase"].endswith("A"):
        chosen = chance.sample(sorted(places), min(turn["due"], len(places)))
        return [chance.choice(places[place]) for place in chosen]

    def weigh(order):
        target = re.search(r" (?:-|R) ([a-z]{3})", order)
        if " S " in order or " C " in order:
            return 0.5
        return 0.3 if not target else 6 if target[1] in centres else 2
    return [chance.choices(orders, [weigh(order) for order in orders])[0] for orders in places.values()]


def steps_of(order):
    """What must be pointed out, one after the other: provinces, and kinds as ("kind", its key)."""
    units = [found[2] for found in UNIT.finditer(order)]
    target = re.search(r" (?:-|R) ([a-z]{3})", order)
    if order.startswith("build"):
        return [units[0], ("kind", {"A": "army", "F": "fleet"}[order.split()[1]])]
    if order.endswith(" H"):
        return [units[0], units[0]]
    if order.endswith(" D"):
        return [units[0], ("kind", "disband")]
    if len(units) == 1:
        return [units[0], target[1]]
    kind = "support" if " S " in order else "convoy"
    return [units[0], ("kind", kind), units[1], target[1] if target else units[1]]


def is_given(page, order):
    """Whether the list has the order."""
    return bool(page.all(f'#rows li[data-text="{order}"]'))


class Hand:
    """Gives orders by mouse, or on a phone by finger."""

    def __init__(self, page):
        self.page = page
        self.phone = page.run("return innerWidth") < 600
        self.do = page.tap if self.phone else page.click

    def button(self, kind):
        found = [button for button in self.page.all("#choices button") if button.get_attribute("data-kind") == kind]
        return found[0] if found else None

    def point(self, province):
        """On a phone the board is near what is chosen. What lies beside it is a button below."""
        spot = self.page.all(f'circle.spot[data-province="{province}"]')[0]
        self.wait_still(spot)
        seen = self.page.run("""const s = arguments[0].getBoundingClientRect(), f = document.getElementById('board').getBoundingClientRect();
            return s.left >= f.left && s.right <= f.right && s.top >= f.top && s.bottom <= f.bottom""", spot)
        if seen:
            self.do(spot)
        else:
            self.do(self.page.all(f'#targets button[data-target="{province}"]')[0])

    def wait_still(self, spot):
        """Waits until a place stays where it is: the board may be on its way to another."""
        places = []

        def stays():
            places.append(self.page.middle(spot))
            return len(places) > 1 and places[-1] == places[-2]
        self.page.wait("a board that stays", stays)

    def give(self, order):
        for step in steps_of(order):
            if is_given(self.page, order):
                return  # there was but one way to go on
            if isinstance(step, str):
                self.point(step)
                continue
            button = self.button("kind " + step[1])
            if button:
                self.do(button)
        answer = self.button("answer " + order)
        if answer:
            self.do(answer)

    def ready(self):
        self.do(self.page.find("ready"))


class Keyboard:
    """Gives orders by keys only."""
    LETTERS = {"support": "s", "convoy": "c", "army": "a", "fleet": "f", "disband": "d"}

    def __init__(self, page):
        self.page = page

    def reach(self, name):
        """Goes by Tab to an element."""
        for _ in range(80):
            if self.page.run("return document.activeElement.id") == name:
                return
            self.page.press(Keys.TAB)
        raise AssertionError("Tab does not reach " + name)

    def give(self, order):
        self.reach("board")
        first, *rest = steps_of(order)
        self.page.press(*first)
        if order.endswith(" H"):
            self.page.press("h")
            rest = []
        elif rest and isinstance(rest[0], str):
            self.page.press("r" if " R " in order else "m")
        for step in rest:
            if is_given(self.page, order):
                return
            self.page.press(*(step if isinstance(step, str) else self.LETTERS[step[1]]))
        for button in self.page.all("#choices button"):
            if button.get_attribute("data-kind") == "answer " + order:
                key = button.find_elements("css selector", "kbd")
                self.page.press(key[0].text.lower() if key else button.text[0].lower())
                break

    def ready(self):
        self.page.hold(Keys.CONTROL, Keys.ENTER)


def data(page):
    return page.run("return {...document.getElementById('table').dataset}")


def wait_turn(page, seat, before=None):
    """Waits for a turn of the seat's own that comes after a phase. None: the game is over."""
    def ready():
        now = data(page)
        return now.get("state") == "finished" or now.get("mine") == "true" and not now["shown"] and now["phase"] != before
    page.wait(f"a turn after {before}", ready, 20)
    state = seat.state()
    return None if state["seat"]["state"] == "finished" else state["turn"]


def hand_in(page, seat, hand, orders):
    """Gives orders, sees each in the list, and the server has them all."""
    for order in orders:
        hand.give(order)
        page.wait(f"{order} in the list", lambda: is_given(page, order))
    page.wait("all orders stored", lambda: data(page)["stored"] == "true")
    same("what the server has", sorted(seat.state()["turn"]["submitted"] or []), sorted(orders))


def play(link, hand_of, size, seed, name):
    """Plays a game to its end. Returns the letters of the phases in which it had to order."""
    seat, chance, kinds = Seat(link), random.Random(int(seed)), {}
    with Page(link, size=size, still=True) as page:
        page.wait("the table", lambda: page.find("table").is_displayed(), 10)
        hand = hand_of(page)
        turn = wait_turn(page, seat)
        same("the first phase", turn["phase"], "S1901M")
        while turn is not None:
            orders = decide(turn, seat.centres, chance)
            hand_in(page, seat, hand, orders)
            kind = turn["phase"][-1] + ("D" if any(order.endswith(" D") for order in orders) else "")
            if kind not in kinds:
                page.keep(f"{name}-{kind}")
            kinds[kind] = turn["phase"]
            page.fits()
            hand.ready()
            turn = wait_turn(page, seat, turn["phase"])
        assert "won" in page.find("winner").text or "draw" in page.find("winner").text.lower(), page.find("winner").text
        page.keep(name + "-end")
    print(name + ": orders were due in", kinds)
    return kinds


def mouse(seed, *links):
    """Whole games by mouse, until one of each kind of phase was among them: moves, retreats, builds, removals."""
    kinds = set()
    for n, link in enumerate(links):
        kinds |= set(play(link, Hand, DESKTOP, int(seed) + n, "mouse"))
        if {"M", "R", "A", "AD"} <= kinds:
            return
    raise AssertionError("phases of these kinds only: " + " ".join(sorted(kinds)))


def finger(link, seed):
    """A whole game on a phone."""
    assert {"M", "A"} <= set(play(link, Hand, PHONE, seed, "finger"))


def keys(link, seed):
    """A whole game without a pointer."""
    assert {"M", "A"} <= set(play(link, Keyboard, DESKTOP, seed, "keys"))


# ── two people ──

def shows(text, order):
    """Whether a text has an order that is not the end of a support or convoy of it: these are in the lists of what is legal."""
    return re.search(r"(?<![SC] )\b" + re.escape(order) + r"\b", text) is not None


def against(one, other, seed):
    """Two people in two browsers: nobody is sent what the other has ordered before the phase is played."""
    seats, chance = [Seat(one), Seat(other)], random.Random(int(seed))
    with Page(one, still=True) as first, Page(other, still=True) as second:
        pages, before = [first, second], None
        for _ in range(2):
            turns = [wait_turn(page, seat, before) for page, seat in zip(pages, seats)]
            before = turns[0]["phase"]
            ordered = [decide(turn, seat.centres, chance) for turn, seat in zip(turns, seats)]
            for page in pages:
                page.bodies()
            board = seats[1].ask("seat/board")
            hand_in(first, seats[0], Hand(first), ordered[0])
            Hand(first).ready()
            first.wait("the orders are final", lambda: data(first)["final"] == "true")
            second.wait("word of it", lambda: [o for o in seats[1].state()["others"] if o["power"] == turns[0]["power"]][0]["awaited"] is False)
            same("the other's board", seats[1].ask("seat/board"), board)
            hand_in(second, seats[1], Hand(second), ordered[1])
            for page, others in ((first, ordered[1]), (second, ordered[0])):
                seen = page.bodies()
                assert seen, "no answer was read"
                for order in others:
                    assert not any(shows(text, order) for text in seen), order + " was sent early"
            Hand(second).ready()
            for page in pages:
                page.wait("the next phase", lambda: data(page)["phase"] != before, 10)
                page.wait("its words", lambda: before in (page.find("words").get_attribute("data-phase") or ""), 10)
            for page, others in ((first, ordered[1]), (second, ordered[0])):
                seen = "".join(page.bodies())
                for order in others:  # this shows that the search above can find
                    assert shows(seen, order), order + " is not told when it was played"


# ── what goes wrong ──

def offline(link, server, *command):
    """server: the process of aresweb; command: how to start it again. Orders given meanwhile are kept, also by a page that is
    loaded anew, and sent when it is back."""
    seat = Seat(link)
    with Page(link, still=True) as page:
        turn = wait_turn(page, seat)
        hand = Hand(page)
        orders = decide(turn, seat.centres, random.Random(1))
        hand.give(orders[0])
        page.wait("the first order stored", lambda: data(page)["stored"] == "true" and is_given(page, orders[0]))
        os.kill(int(server), signal.SIGKILL)
        for order in orders[1:]:
            hand.give(order)
            page.wait(order, lambda: is_given(page, order))
        page.wait("word of it", lambda: page.find("down").is_displayed(), 10)
        same("stored", data(page)["stored"], "false")
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as again:
            try:
                assert again.stdout.readline().startswith("listening"), "aresweb does not begin"
                page.wait("all stored", lambda: data(page)["stored"] == "true", 20)
                same("what the server has", sorted(seat.state()["turn"]["submitted"]), sorted(orders))
                page.wait("no word of it", lambda: not page.find("down").is_displayed())
                page.forgive("ERR_", "Failed to load", "503")
            finally:
                again.kill()
        page.forgive("ERR_", "Failed to load", "503")


def wrong(link):
    """A link that opens nothing says so, and what to do."""
    with Page(link[:-3] + "abc", still=True) as page:
        page.wait("the notice", lambda: page.find("notice").is_displayed())
        assert "opens no seat" in page.find("wrong").text, page.find("wrong").text
        assert not page.find("table").is_displayed()
        page.forgive("403")


# ── what else a table has ──

def moves(link, seed):
    """Units move when a phase was played, it is told in words, and the phases can be looked at again."""
    seat = Seat(link)
    with Page(link) as page:
        turn = wait_turn(page, seat)
        orders = decide(turn, seat.centres, random.Random(int(seed)))
        hand = Hand(page)
        hand_in(page, seat, hand, orders)
        page.run("""window.moved = 0; setInterval(() => { window.moved = Math.max(window.moved,
            document.querySelectorAll('#board .b-units > *').length && document.getAnimations().length); }, 20)""")
        hand.ready()
        page.wait("what became of it", lambda: data(page)["shown"] == "S1901M", 10)
        for order in orders:
            assert order in page.find("words").text, order + " is not told"
        hand.do(page.find("skip"))
        page.wait("the next turn", lambda: data(page)["shown"] == "" and data(page)["mine"] == "true", 10)
        assert page.run("return window.moved") > 0, "nothing moved"
        hand.do(page.find("previous"))
        page.wait("the phase before", lambda: data(page)["shown"] == "S1901M")
        same("orders drawn", len(page.all("#board .b-lines [data-o]")) > 10, True)
        hand.do(page.find("now"))
        page.wait("now", lambda: data(page)["shown"] == "")


def hint(link):
    """What Ares would do is shown, can be taken, and is legal."""
    seat = Seat(link)
    with Page(link, still=True) as page:
        turn = wait_turn(page, seat)
        Hand(page).do(page.find("hint"))
        page.wait("the hint", lambda: page.find("hinted").is_displayed(), 10)
        Hand(page).do(page.find("takeall"))
        page.wait("all stored", lambda: data(page)["stored"] == "true" and len(page.all("#rows li[data-text]")) == turn["due"])
        assert set(seat.state()["turn"]["submitted"]) <= set(turn["legal"])


def host(link):
    """Whoever made the game plays another power instead, and invites others."""
    seat = Seat(link)
    with Page(link, still=True) as page:
        wait_turn(page, seat)
        Hand(page).do(page.all("#host summary")[0])
        page.run("const e = document.getElementById('power'); e.value = 'TUR'; e.dispatchEvent(new Event('change', {bubbles: true}))")
        Hand(page).do(page.find("againgo"))
        page.wait("another game", lambda: page.find("me").text == "Turkey", 20)
        assert page.driver.current_url != link
        page.forgive("403")


def axe(link, seed):
    """No serious finding, whatever the table shows."""
    seat, found = Seat(link), []
    for size in (DESKTOP, PHONE):
        for dark in (False, True):
            with Page(link, size=size, dark=dark, still=True) as page:
                turn, hand = wait_turn(page, seat), Hand(page)
                found += page.axe()
                order = decide(turn, seat.centres, random.Random(int(seed)))[0]
                hand.point(province_of(order))
                found += page.axe()
                hand.do(hand.button("back"))
                hand.give(order)
                Hand(page).do(page.find("hint"))
                page.wait("the hint", lambda: page.find("hinted").is_displayed(), 10)
                for details in page.all("details"):
                    page.run("arguments[0].open = true", details)
                found += page.axe()
                hand_in(page, seat, hand, decide(turn, seat.centres, random.Random(int(seed))))
                hand.ready()
                turn = wait_turn(page, seat, turn["phase"])
                found += page.axe()
                page.fits()
    same("findings", found, [])


# ── how long it takes ──

WATCH = """
window.took = [];
let begun = null, phase = null;
const table = document.getElementById('table');
document.getElementById('ready').addEventListener('click', () => { begun = performance.now(); phase = table.dataset.phase; }, true);
new MutationObserver(() => {
    if (begun === null || table.dataset.phase === phase || table.dataset.shown !== '' || table.dataset.mine !== 'true') return;
    const from = begun;
    begun = null;
    requestAnimationFrame(() => setTimeout(() => window.took.push(performance.now() - from)));
}).observe(document.body, {subtree: true, childList: true, attributes: true});
"""


def speed(link, turns):
    """From the click on Ready to the picture of the next turn, ms. It is printed, not judged."""
    seat, chance = Seat(link), random.Random(1)
    with Page(link, still=True) as page:
        turn, hand = wait_turn(page, seat), Hand(page)
        page.run(WATCH)
        for _ in range(int(turns)):
            orders = decide(turn, seat.centres, chance)
            seat.ask("seat/orders", {"orders": orders, "final": False, "phase": turn["phase"]})
            page.wait("them in the list", lambda: len(page.all("#rows li[data-text]")) == len(orders))
            hand.ready()
            turn = wait_turn(page, seat, turn["phase"])
            if turn is None:
                break
        took = sorted(page.run("return window.took"))
    print(f"{len(took)} turns: median {took[len(took) // 2]:.0f} ms, 95 % {took[len(took) * 95 // 100]:.0f} ms, most {took[-1]:.0f} ms")


main(globals())
