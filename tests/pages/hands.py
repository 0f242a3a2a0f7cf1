"""hands: a player at the table in a browser (tests/pages/test_table.py). It chooses among the legal
orders in /seat/state, gives them as a reader does, by mouse, by finger or by keys, and asks the
server for the result."""
import json
import re
import urllib.request
from urllib.parse import urldefrag, urljoin

from browser import Keys, same

UNIT = re.compile(r"([AF]) ([a-z]{3})(/[a-z]{2})?")


class Seat:
    """What the server says to anyone who has the link."""

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
    """The elements to point at, in order: provinces, and kinds as ("kind", its key)."""
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
        """The button of a kind below the board, or None."""
        return self.page.run("return [...document.querySelectorAll('#choices button')].find(b => b.dataset.kind === arguments[0])", kind)

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
                return  # there was but one way to continue
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
        wait_ready(self.page)
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
        wait_ready(self.page)
        self.page.hold(Keys.CONTROL, Keys.ENTER)


def data(page):
    return page.run("return {...document.getElementById('table').dataset}")


def wait_ready(page):
    """Waits until Ready may be pressed: not before the phase was seen for a while."""
    page.wait("Ready", lambda: page.find("ready").get_attribute("aria-disabled") is None)


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
