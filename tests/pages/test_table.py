"""table: proves in a browser that people can play: whole games by mouse, by finger and by keys only; two
against each other, who are sent nothing early; with a server that goes away and comes back; and what else
a table has. No serious finding of axe.

SEED draws what is ordered. SHOTS=FOLDER keeps a picture of each kind of phase.
"""
import os
import random
import re
import time
from urllib.parse import urljoin

import pytest
from browser import DESKTOP, PHONE, Keys, Page, same
from hands import Hand, Keyboard, Seat, data, decide, hand_in, is_given, province_of, wait_ready, wait_turn

import farm

ONE = "ares,ares,@,dumbbot,ares,ares,ares"
TWO = "anna=@,ares,bert=@,ares,ares,ares,ares"
HELD = "holdbot,holdbot,@,holdbot,holdbot,holdbot,holdbot"
TRIO = "anna=@,holdbot,bert=@,carl=@,holdbot,holdbot,holdbot"


@pytest.fixture(name="web", scope="module")
def _web():
    with farm.Daemon("aresd", "--workers", 1):
        with farm.Daemon("aresweb", "--rate", 0, "--quiet", listens=True) as web:
            yield web


@pytest.fixture(name="game", scope="module")
def _game(web):
    def make(name, rounds, seats=ONE, *options, seed=farm.SEED, base=web.url, start=None):
        """Makes a game of that many rounds; returns its links. start: the lines of a case."""
        if start:
            farm.write(f"{os.environ['TMPDIR']}/{name}.cases", "\n".join([f"case {name}", *start, "end", ""]))
            options += ("--start", f"{os.environ['TMPDIR']}/{name}.cases")
        return re.findall("http:.*", farm.ctl(
            "game", "create", name, "--seats", seats, "--base", base, "--rounds", rounds, "--seed", seed,
            "--host", "--hints", *options))
    return make


def play(link, hand_of, size, name, seed=farm.SEED):
    """Plays a game to its end. Returns the letters of the phases in which it had to order."""
    seat, chance, kinds = Seat(link), random.Random(seed), set()
    with Page(link, size=size, still=True) as page:
        page.wait("the table", lambda: page.find("table").is_displayed(), 10)
        page.run("""const why = document.getElementById("why");
            window.reasons = new Set();
            new MutationObserver(() => window.reasons.add(why.textContent)).observe(
                why, {childList: true, characterData: true, subtree: true})""")
        hand = hand_of(page)
        turn = wait_turn(page, seat)
        same("the first phase", turn["phase"], "S1901M")
        while turn is not None:
            orders = decide(turn, seat.centres, chance)
            hand_in(page, seat, hand, orders)
            kind = turn["phase"][-1] + ("D" if any(order.endswith(" D") for order in orders) else "")
            if kind not in kinds:
                page.keep(f"{name}-{kind}")
            kinds.add(kind)
            page.fits()
            hand.ready()
            turn = wait_turn(page, seat, turn["phase"])
        assert "won" in page.find("winner").text or "draw" in page.find("winner").text.lower(), page.find("winner").text
        page.wait("why", lambda: page.find("why").text)
        said = page.run("return [...window.reasons].filter(Boolean)")
        same("what it said about the end", said, [page.find("why").text])
        page.keep(name + "-end")
    return kinds


def test_mouse(game):
    """Whole games by mouse, until one of each kind of phase was among them: moves, retreats, builds,
    removals. With SEED=1 the first has them all."""
    kinds = set()
    for seed in range(farm.SEED + 1, farm.SEED + 4):
        kinds |= play(*game(f"mouse-{seed}", 20, seed=seed), Hand, DESKTOP, "mouse", seed)
        if {"M", "R", "A", "AD"} <= kinds:
            return
    raise AssertionError("phases of these kinds only: " + " ".join(sorted(kinds)))


def test_finger(game):
    """A whole game on a phone."""
    assert {"M", "A"} <= play(*game("finger", 4), Hand, PHONE, "finger")


def test_keys(game):
    """A whole game without a pointer."""
    assert {"M", "A"} <= play(*game("keys", 4), Keyboard, DESKTOP, "keys")


# ── two people ──

def shows(text, order):
    """Whether a text has an order that is not the end of a support or convoy of it: these are in the lists of what is legal."""
    return re.search(r"(?<![SC] )\b" + re.escape(order) + r"\b", text) is not None


def test_against(game):
    """Two people in two browsers: neither gets the other's orders before the phase is played."""
    seats, chance = [Seat(link) for link in game("against", 4, TWO)], random.Random(farm.SEED)
    with Page(seats[0].link, still=True) as first, Page(seats[1].link, still=True) as second:
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


# ── messages ──

def thread(page):
    """What stands in the conversation that is shown."""
    return [article.find_element("tag name", "p").text for article in page.all("#thread article")]


def unread(page):
    return {button.get_attribute("data-thread"): button.find_element("css selector", "b.unread").text
            for button in page.all("#threads button[data-unread]")}


def test_letters(game):
    """A conversation with Austria by keys only, with France by a phone; unread marks; nothing reaches the third."""
    one, other, third = game("letters", 2, TRIO, "--press", "private")
    with Page(one, still=True) as desk, Page(other, size=PHONE, still=True) as phone:
        desk.wait("the table", lambda: desk.find("letters").is_displayed(), 10)
        phone.wait("the table", lambda: phone.find("letterbox").is_displayed(), 10)
        assert not phone.find("letters").is_displayed() and not desk.find("letterbox").is_displayed()
        # by keys: to France, then to all
        desk.all('#threads button[data-thread="FRA"]')[0].send_keys(Keys.ENTER)
        desk.find("letter").send_keys("To France <b>only</b>")
        desk.find("letter").send_keys(Keys.CONTROL, Keys.ENTER)
        desk.wait("the message", lambda: thread(desk) == ["To France <b>only</b>"], 10)
        same("the field", desk.find("letter").get_attribute("value"), "")
        desk.all('#threads button[data-thread="all"]')[0].send_keys(Keys.SPACE)
        desk.find("letter").send_keys("To all", Keys.TAB, Keys.ENTER)
        desk.wait("the other", lambda: thread(desk) == ["To all"], 10)
        # the phone
        phone.wait("the marks", lambda: phone.find("unread").text == "2", 10)
        phone.keep("letters-phone-closed")
        phone.find("letterbox").click()
        phone.wait("the sheet", lambda: thread(phone) == ["To all"])
        phone.fits()
        same("marks", unread(phone), {"AUS": "1"})
        # what the sheet covers gets no focus
        phone.run("document.getElementById('board').focus()")
        same("the focus", phone.run("return document.activeElement.id"), "written")
        phone.all('#threads button[data-thread="AUS"]')[0].click()
        phone.wait("the conversation", lambda: thread(phone) == ["To France <b>only</b>"])
        phone.find("letter").send_keys("And to Austria, over more lines than one if need be, so that the sheet has something to show")
        phone.all("#writing button")[0].click()
        phone.wait("the answer", lambda: len(thread(phone)) == 2, 10)
        phone.keep("letters-phone")
        same("no marks", unread(phone), {})
        phone.find("away").click()
        assert not phone.find("letters").is_displayed()
        same("the focus", phone.run("return document.activeElement.id"), "letterbox")
        # marks at the desk, also after a reload, until the conversation is opened
        desk.wait("the mark", lambda: unread(desk) == {"FRA": "1"}, 10)
        desk.keep("letters-desk")
        desk.driver.refresh()
        desk.wait("the mark", lambda: unread(desk) == {"FRA": "1"}, 10)
        desk.all('#threads button[data-thread="FRA"]')[0].click()
        desk.wait("no mark", lambda: unread(desk) == {} and len(thread(desk)) == 2)
        desk.keep("letters-desk-open")
        desk.fits()
        # the sheet begins with what is new; every conversation is on the screen
        phone.find("letterbox").click()
        phone.all('#threads button[data-thread="all"]')[0].click()
        phone.find("away").click()
        desk.find("letter").send_keys("Well?", Keys.CONTROL, Keys.ENTER)
        phone.wait("the mark", lambda: phone.find("unread").text == "1", 10)
        phone.find("letterbox").click()
        phone.wait("what is new", lambda: thread(phone)[-1:] == ["Well?"])
        ends = phone.run("return [...document.querySelectorAll('#threads button')]"
                         ".map((button) => button.getBoundingClientRect().right)")
        assert len(ends) == 7 and max(ends) <= PHONE[0], ends
        phone.keep("letters-phone-new")
        # computers read nothing; the person of France may
        same("who reads", desk.find("unheard").text, "")
        phone.all('#threads button[data-thread="TUR"]')[0].click()
        same("who reads", phone.find("unheard").text, "A computer plays Turkey. It reads no messages.")
        phone.keep("letters-phone-computer")
        # what is refused stays in the field
        desk.find("letter").send_keys("ö" * 3000)
        desk.find("letter").send_keys(Keys.CONTROL, Keys.ENTER)
        desk.wait("the reason", lambda: "4,096 bytes" in desk.find("posted").text, 10)
        same("the field", len(desk.find("letter").get_attribute("value")), 3000)
        # what comes while others are fetched is fetched, too
        desk.all('#threads button[data-thread="all"]')[0].click()
        desk.run("""const ask = fetch;
            Object.assign(window, {polls: 0, held: [], late: true, async fetch(path, options) {
                window.polls += path.startsWith("/seat/state");
                const answer = await ask(path, options);
                if (window.late && path.startsWith("/seat/messages"))
                    await new Promise((go) => window.held.push(go));
                return answer; }})""")
        for text in ("One", "Two"):
            polls = desk.run("return window.polls")
            Seat(third).ask("seat/message", {"to": None, "text": text})
            desk.wait("the news", lambda polls=polls: desk.run(
                "return window.held.length > 0 && window.polls > arguments[0]", polls), 20)
        desk.run("window.late = false; window.held.forEach((go) => go())")
        desk.wait("both", lambda: thread(desk)[-2:] == ["One", "Two"], 10)
    seen = Seat(third).ask("seat/messages")["messages"]
    same("the third's", [(message["sender"], message["recipients"], message["text"]) for message in seen],
         [("AUS", None, "To all"), ("GER", None, "One"), ("GER", None, "Two")])


def proposed(page):
    """The proposals that a page lists, with the text of their buttons."""
    return [(item.find_element("css selector", "span").text, item.find_element("css selector", "button").text) for item in page.all("#ends li")]


BESIDE = """
const box = arguments[0].getBoundingClientRect(), words = document.createRange();
words.selectNode(arguments[0].nextSibling);
const text = words.getBoundingClientRect();
return (box.top + box.bottom) / 2 - (text.top + text.bottom) / 2;
"""


def test_draw(game):
    """One proposes a draw and takes it back; he concedes and thinks better of it; then both agree on a draw, and the game is over."""
    one, other = game("draw", 4, TWO.replace("ares", "holdbot"), start=[
        "phase S1901M", "owner bud AUS", "owner par FRA", "unit AUS A bud", "unit FRA A par"])
    everybody = "Proposed: a draw among all that are left"
    with Page(one, still=True) as first, Page(other, size=PHONE, still=True) as second:
        for page in first, second:
            page.wait("the button", lambda page=page: page.find("proposal").is_displayed(), 10)
            page.click(page.all("#proposal summary")[0])
        for page in first, second:
            for box in page.all("#sharers input"):
                assert abs(page.run(BESIDE, box)) <= 2, "a box is beside its words"
        first.click(first.all("#proposing button")[0])
        second.wait("word of it", lambda: proposed(second) == [(everybody + ".", "Agree")], 10)
        first.wait("the vote", lambda: proposed(first) == [(everybody + "; you agree.", "Take back")], 10)
        first.keep("draw-proposed")
        second.keep("draw-proposed-phone")
        for page in first, second:
            page.fits()
        first.all("#ends button")[0].send_keys(Keys.ENTER)
        second.wait("nothing", lambda: proposed(second) == [], 10)
        # he concedes: only the other one is left in the list
        first.click(first.all("#sharers input")[0])
        first.click(first.all("#proposing button")[0])
        second.wait("the offer", lambda: proposed(second) == [("Proposed: you win.", "Agree")], 10)
        first.click(first.all("#ends button")[0])
        second.wait("nothing again", lambda: proposed(second) == [], 10)
        first.click(first.all("#sharers input")[0])
        first.click(first.all("#proposing button")[0])
        second.wait("word of it again", lambda: proposed(second) == [(everybody + ".", "Agree")], 10)
        second.click(second.all("#ends button")[0])
        for page in first, second:
            page.wait("the end", lambda page=page: page.find("winner").text == "The game is a draw.", 20)
            same("what was played", page.find("words").text, "Nothing was played.")


# three have the board for themselves
ALONE = ("phase S1901M", "owner bud AUS", "owner par FRA", "owner mun GER",
         "unit AUS A bud", "unit FRA A par", "unit GER A mun")


def test_shared(game):
    """Two of three, at a desk and on phones, propose that they share the game; another end is proposed beside it; all agree."""
    one, other, third = game("shared", 4, TRIO, start=ALONE)
    pair = "Proposed: a draw among "
    with Page(one, still=True) as first, Page(other, size=PHONE, still=True) as second, Page(third, size=PHONE, still=True) as last:
        for page in first, second, last:
            page.wait("the button", lambda page=page: page.find("proposal").is_displayed(), 10)
        for page, power in ((first, "GER"), (second, "AUS")):
            Hand(page).do(page.all("#proposal summary")[0])
            Hand(page).do(page.all(f"#sharers input[value={power}]")[0])
            page.keep("shared-choice" + ("" if page is first else "-phone"))
            Hand(page).do(page.all("#proposing button")[0])
        last.wait("both", lambda: proposed(last) == [(pair + "Austria and France.", "Agree"), (pair + "France and you.", "Agree")], 10)
        first.wait("both", lambda: proposed(first) == [(pair + "you and France; you agree.", "Take back"), (pair + "France and Germany.", "Agree")], 10)
        for page in first, last:
            page.fits()
            page.keep("shared" + ("" if page is first else "-phone"))
        Hand(last).do(last.all("#ends button")[0])
        last.wait("the vote", lambda: proposed(last)[0][1] == "Take back", 10)
        second.wait("the first", lambda: len(proposed(second)) == 2, 10)
        Hand(second).do(second.all("#ends button")[0])
        for page in first, second, last:
            page.wait("the end", lambda page=page: page.find("winner").text == "The game is a draw.", 20)
            assert "All have agreed on a draw: Austria and France share the game." in page.find("why").text, page.find("why").text
            page.keep("shared-end" + ("" if page is first else "-phone"))


def test_clock(game):
    """The clock stands when all want it, and continues when one does not; more than half get more time."""
    one, other, third = game("clock", 4, TRIO, "--deadline", "1h", start=ALONE)
    with Page(one, still=True) as first, Page(other, size=PHONE, still=True) as second, Page(third, size=PHONE, still=True) as last:
        pages = first, second, last

        def press(page, name, text):
            page.wait(text, lambda: page.find(name).is_displayed() and page.find(name).text == text, 10)
            Hand(page).do(page.find(name))

        def told(text):
            for page in pages:
                page.wait(text, lambda page=page: page.find("clocked").text == text, 10)
        for page in first, second:
            press(page, "pause", "Stop the clock")
        told("2 of 3 would stop the clock.")
        press(first, "pause", "Take back: stop the clock")
        told("1 of 3 would stop the clock.")
        for page in first, last:
            press(page, "pause", "Stop the clock")
        told("The clock stands.")
        for page in pages:
            page.wait("no time", lambda page=page: page.find("clock").text == "clock stopped", 10)
            page.fits()
            page.keep("clock" + ("" if page is first else "-phone"))
        press(second, "pause", "Let the clock continue")
        told("2 of 3 would stop the clock.")
        press(first, "extend", "More time")
        told("2 of 3 would stop the clock. 1 of the 2 votes for more time are there.")
        press(last, "extend", "More time")
        told("2 of 3 would stop the clock. This phase has got more time.")
        for page in pages:
            page.wait("the time", lambda page=page: page.find("clock").text.startswith("1:5"), 10)
            assert not page.find("extend").is_displayed()


def test_absent(game):
    """A player who misses two deadlines sees on his return that a computer plays, and takes the
    seat back."""
    links = game("absent", 4, TRIO, "--deadline", "1h", "--press", "private", start=ALONE)
    seats = [Seat(link) for link in links]
    with Page(seats[0].link, still=True) as first, Page(seats[1].link, size=PHONE, still=True) as second:
        phase = None
        for _ in range(2):
            for page, seat in (first, seats[0]), (second, seats[1]):
                wait_turn(page, seat, phase)
                Hand(page).ready()
                Hand(page).ready()  # it has asked whether there are no orders
                page.wait("the orders",
                          lambda page=page: data(page)["final"] == data(page)["stored"] == "true", 10)
            phase = data(first)["phase"]
            number, = farm.games_of("absent")
            farm.query("update farm.turns set deadline = now() - interval '5 s' where game_id = %s", number)
            farm.query("update farm.games set look_at = now() where id = %s and state = 'waiting'", number)
        for page in first, second:
            row = page.all("#seats tr[data-power=GER] .player")[0]
            page.wait("the substitute", lambda row=row: row.text == "carl, absent: trinity", 10)
        first.keep("absent-others")
        for size in DESKTOP, PHONE:
            with Page(seats[2].link, size=size, still=True) as last:
                last.wait("the way back", lambda: last.find("back").is_displayed(), 10)
                assert last.find("status").text == "A computer plays for you"
                assert "Your turn" not in last.driver.title
                assert not last.find("drawing").is_displayed() and not last.find("clocking").is_displayed()
                last.fits()
                last.keep(f"absent-{size[0]}")
                if size == PHONE:
                    Hand(last).do(last.find("back"))
                    last.wait("the seat", lambda: not last.find("returning").is_displayed() and last.find("drawing").is_displayed(), 10)
                    last.keep("absent-returned")
                    Hand(last).do(last.find("leaving").find_element("css selector", "summary"))
                    assert last.find("heir").text.startswith("trinity plays on for you.")
                    last.keep("leaving")
                    Hand(last).do(last.find("leave"))
                    last.wait("the computer", lambda: last.find("returning").is_displayed(), 10)
                    assert not last.find("leaving").is_displayed()
                    Hand(last).do(last.find("back"))
        first.wait("him", lambda: first.all("#seats tr[data-power=GER] .player")[0].text == "carl", 10)


# ── what goes wrong ──

LOST = """
const ask = window.fetch;
window.posts = 0;
window.fetch = async (path, options) => {
    if (path !== '/seat/message' || window.posts++ > 1)
        return ask(path, options);
    if (window.posts === 2)
        await ask(path, options);
    throw new TypeError('lost');
};
"""


def test_lost(game):
    """A message is sent once: also where the request is lost at first, and then the answer."""
    link, = game("lost", 2, ONE, "--press", "public")
    with Page(link, still=True) as page:
        page.wait("the table", lambda: page.find("letters").is_displayed(), 10)
        page.run(LOST)
        same("who reads", page.find("unheard").text,
             "Computers play all other powers. They read no messages.")
        page.find("letter").send_keys("Once", Keys.CONTROL, Keys.ENTER)
        page.wait("word of it", lambda: "kept here" in page.find("posted").text)
        page.wait("the message", lambda: thread(page) == ["Once"] and page.find("letter").get_attribute("value") == "", 20)
        same("requests", page.run("return window.posts"), 2)
        same("the note", page.find("posted").text, "")
    same("messages", [message["text"] for message in Seat(link).ask("seat/messages")["messages"]], ["Once"])


MOVED = """
const down = document.getElementById("down"), frame = document.getElementById("frame");
const top = frame.getBoundingClientRect().top;
down.hidden = true;
const without = frame.getBoundingClientRect().top;
down.hidden = false;
return top - without;
"""


def test_offline(game):
    """While the server is away, orders are kept, and sent when it is back."""
    own = farm.Daemon("aresweb", "--rate", 0, "--quiet", listens=True)
    seat = Seat(*game("offline", 4, base=own.url))
    with Page(seat.link, still=True) as page:
        turn = wait_turn(page, seat)
        hand = Hand(page)
        orders = decide(turn, seat.centres, random.Random(1))
        hand.give(orders[0])
        page.wait("the first order stored", lambda: data(page)["stored"] == "true" and is_given(page, orders[0]))
        own.kill()
        for order in orders[1:]:
            hand.give(order)
            page.wait(order, lambda: is_given(page, order))
        page.wait("word of it", lambda: page.find("down").is_displayed(), 10)
        same("how far it moves the board", page.run(MOVED), 0)
        page.keep("offline")
        same("stored", data(page)["stored"], "false")
        with farm.Daemon("aresweb", "--rate", 0, "--quiet", "--listen", f"127.0.0.1:{own.port}"):
            page.wait("all stored", lambda: data(page)["stored"] == "true", 20)
            same("what the server has", sorted(seat.state()["turn"]["submitted"]), sorted(orders))
            page.wait("no word of it", lambda: not page.find("down").is_displayed())
            page.forgive("ERR_", "Failed to load", "503")
            page.driver.get("about:blank")  # it asks for nothing more, now that the server ends


LATE = """
const ask = window.fetch;
let waiting = [];
window.fetch = async (path, options) => {
    const older = path === '/seat/orders' ? waiting.splice(0) : [];
    const answer = await ask(path, options);
    setTimeout(() => older.forEach((go) => go()), 100);
    if (path.startsWith('/seat/state'))
        await new Promise((resolve) => { waiting.push(resolve); setTimeout(resolve, 3000); });
    return answer;
};
"""


def test_late(game):
    """Each state arrives after the next orders were stored, and removes none of them. Orders
    submitted by another page of the seat are shown."""
    seat = Seat(*game("late", 4))
    with Page(seat.link, still=True) as page:
        turn, hand = wait_turn(page, seat), Hand(page)
        page.run(LATE)
        orders = decide(turn, seat.centres, random.Random(farm.SEED))
        for others in (orders, []):
            seat.ask("seat/orders", {"orders": others, "final": False, "phase": turn["phase"]})
            page.wait("what the other page has", lambda: len(page.all("#rows li[data-text]")) == len(others), 10)
        for order in orders:
            hand_in(page, seat, hand, [order, *[other for other in orders if is_given(page, other)]])
            time.sleep(0.3)
        same("what the server has", sorted(seat.state()["turn"]["submitted"]), sorted(orders))
        time.sleep(4)  # the last state has arrived
        assert all(is_given(page, order) for order in orders), page.find("rows").text


def test_wrong(game):
    """A link that opens nothing says so, and what to do."""
    link, = game("wrong", 4)
    with Page(link[:-3] + "abc", still=True) as page:
        page.wait("the notice", lambda: page.find("notice").is_displayed())
        assert "opens no seat" in page.find("wrong").text, page.find("wrong").text
        assert not page.find("table").is_displayed()
        page.forgive("403")


# ── what else a table has ──

def test_moves(game):
    """Units move when a phase was played, it is told in words, and the phases can be looked at again."""
    seat = Seat(*game("moves", 4))
    with Page(seat.link) as page:
        turn = wait_turn(page, seat)
        orders = decide(turn, seat.centres, random.Random(farm.SEED))
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


READY = """
window.finals = [];
const seen = {}, table = document.getElementById('table'), ask = window.fetch;
const look = () => { if (table.dataset.shown === '') seen[table.dataset.phase] ??= performance.now(); };
seen[table.dataset.phase] = 0;
new MutationObserver(look).observe(table, {attributes: true});
window.fetch = (path, options) => {
    const sent = path === '/seat/orders' ? JSON.parse(options.body) : {};
    if (sent.final) window.finals.push([sent.phase, performance.now() - (seen[sent.phase] ?? Infinity)]);
    return ask(path, options);
};
"""


def hold_key(page, seconds, **key):
    """Holds a key, which repeats itself."""
    page.tell("Input.dispatchKeyEvent", type="keyDown", **key)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.03)
        page.tell("Input.dispatchKeyEvent", type="keyDown", autoRepeat=True, **key)
    page.tell("Input.dispatchKeyEvent", type="keyUp", **key)


def test_ready(game):
    """Whatever is pressed twice or held, no phase is handed in that was not on the board for 0.7 s."""
    seat = Seat(*game("ready", 60, HELD))
    enter = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"}
    presses = {f"two clicks, {gap} s apart": gap for gap in (0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.8, 1.2, 1.6, 2)}
    for still in (False, True):
        with Page(seat.link, still=still) as page:
            page.wait("the table", lambda: data(page).get("mine") == "true", 10)
            page.run(READY)
            for what, gap in [*presses.items(), ("Ctrl Enter held", None), ("Enter held", 0), ("Ctrl Enter twice", None)]:
                turn = wait_turn(page, seat)
                order = next(order for order in turn["legal"] if order != "waive")
                seat.ask("seat/orders", {"orders": [order], "final": False, "phase": turn["phase"]})
                page.wait("the order in the list", lambda: is_given(page, order))
                wait_ready(page)
                page.run("window.finals.length = 0")
                if what == "Ctrl Enter twice":
                    page.hold(Keys.CONTROL, Keys.ENTER)
                    page.hold(Keys.CONTROL, Keys.ENTER)
                elif what.endswith("held"):
                    page.run("document.getElementById('ready').focus()")
                    hold_key(page, 1.5, **enter, modifiers=2 if gap is None else 0)
                else:
                    point = page.middle(page.find("ready"))
                    for wait in (gap, 0.3):
                        for kind in ("mousePressed", "mouseReleased"):
                            page.tell("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **point)
                        time.sleep(wait)
                finals = page.run("return window.finals")
                same(f"the first phase handed in by {what}", finals[0][0], turn["phase"])
                assert all(seen >= 690 for _, seen in finals), f"{what}: {finals}"
                assert len({phase for phase, _ in finals}) == len(finals) == 1, f"{what}: {finals}"
                page.wait("the next phase", lambda: seat.state()["seat"]["phase"] != turn["phase"], 10)


def test_lookback(game):
    """Without any order Ready asks once. Where a phase of the past is shown it only leads back."""
    seat = Seat(*game("lookback", 4))
    with Page(seat.link, still=True) as page:
        turn, hand = wait_turn(page, seat), Hand(page)
        hand.ready()
        page.wait("the question", lambda: "no orders" in page.find("ready").text)
        same("handed in", data(page)["final"], "false")
        hand.ready()
        turn = wait_turn(page, seat, turn["phase"])
        hand_in(page, seat, hand, [turn["legal"][0]])
        hand.do(page.find("previous"))
        page.wait("the phase before", lambda: data(page)["shown"] == "S1901M")
        same("what Ready says", page.find("ready").text, "Back to now")
        # the board to think on has the same power, not the link, and leads back to the table in this tab
        hand.do(page.find("analyse"))
        page.wait("the board", lambda: page.find("yours").text == "Orders of France", 20)
        hand.do(page.find("ready"))
        page.wait("the next phase", lambda: page.find("jump").get_attribute("value") == "1" and
                  page.find("yours").text == "Orders of France")
        page.wait("its address", lambda: "#line=" in page.driver.current_url, 10)
        assert seat.secret not in page.driver.page_source + page.driver.current_url
        hand.do(page.find("back"))
        page.wait("the table",
                  lambda: page.driver.current_url == seat.link and data(page).get("mine") == "true", 20)
        if data(page)["shown"] == "":  # the browser has loaded it anew
            hand.do(page.find("previous"))
            page.wait("the phase before", lambda: data(page)["shown"] == "S1901M")
        hand.do(page.find("ready"))
        page.wait("now", lambda: data(page)["shown"] == "")
        same("handed in", data(page)["final"], "false")


def test_results(game):
    """Of the phase before, arrows stay, fainter, until the player acts. The own power comes first; no move is called unopposed; a
    list that continues has a shadow. On paper all orders stand, and nothing to press."""
    seat = Seat(*game("results", 4))
    with Page(seat.link, still=True) as page:
        turn, hand = wait_turn(page, seat), Hand(page)
        moves = [order for order in turn["legal"] if " - " in order]
        hand_in(page, seat, hand, [moves[0]])
        hand.ready()
        turn = wait_turn(page, seat, turn["phase"])
        opacity = "return getComputedStyle(document.querySelector('#board .t-echo')).opacity"
        page.wait("arrows of before", lambda: page.all("#board .t-echo > *"), 10)
        assert 0 < float(page.run(opacity)) < 1
        words = page.find("words")
        same("who comes first", page.all("#words h3")[0].text[:3], seat.state()["seat"]["power"])
        assert "nobody else was there" not in words.text and moves[0].split()[-1] in words.text, words.text
        over = "const list = document.getElementById('words'); return list.scrollHeight - list.clientHeight"
        style = "return getComputedStyle(document.getElementById('words')).backgroundAttachment"
        assert page.run(over) > 0 and page.run(style).split(", ") == ["local", "local", "scroll", "scroll"]
        hand_in(page, seat, hand, [turn["legal"][0]])
        page.wait("no arrows of before", lambda: not page.all("#board .t-echo > *"))

        for size in (DESKTOP, PHONE, (700, 500), (844, 390), (640, 400)):  # at 200 %, and phones across
            page.show(size)
            page.fits()
            same("how far the list scrolls sideways", page.run(over.replace("Height", "Width")), 0)
        page.show(DESKTOP, media="print")
        assert page.run(over) <= 0 and not any(button.is_displayed() for button in page.all("#orders button")), "on paper"
        shown = page.run("return [...document.querySelectorAll('#rows li')].filter((row) => row.offsetHeight > 0).length")
        same("orders on paper", shown, len(turn["units"]) if "units" in turn else len(page.all("#rows li")))


# two chains of fleets from London to Gascony, and a fleet that reaches two coasts
FERRIES = ("phase S1902M", "owner lon ENG", "owner lvp ENG", "owner edi ENG", "owner por ENG",
           "owner par FRA", "unit FRA A par", "unit ENG A lon", "unit ENG F eng", "unit ENG F mao",
           "unit ENG F nth", "unit ENG F nwg", "unit ENG F nao", "unit ENG F por")


def test_convoy(game):
    """A convoy takes a press for its shortest chain, and says when it is complete. Coasts can be pointed at, and are not cut off."""
    seat = Seat(*game("convoy", 4, "holdbot,@" + 5 * ",holdbot", start=FERRIES))
    with Page(seat.link, still=True) as page:
        turn, hand = wait_turn(page, seat), Hand(page)
        hand_in(page, seat, hand, ["A lon - gas via"])
        same("what it needs", page.all("#rows li[data-site=lon] .ferry")[0].text, "needs English Channel and Mid-Atlantic Ocean")
        hand.do(hand.button("undo"))
        same("offers for a move that is undone", page.all("#choices .offer"), [])
        hand_in(page, seat, hand, ["A lon - gas via"])
        offers = page.all("#choices .offer")
        same("the offers", [offer.text for offer in offers][0], "F English Channel and F Mid-Atlantic Ocean convoy it")
        hand.do(offers[0])
        page.wait("all stored", lambda: data(page)["stored"] == "true")
        same("the orders", sorted(seat.state()["turn"]["submitted"]), ["A lon - gas via", "F eng C A lon - gas", "F mao C A lon - gas"])
        same("its sign", page.all("#rows li[data-site=lon] .ferry")[0].text, "\u2713 convoy complete")
        hand.point("por")
        hand.point("spa")
        page.wait("two coasts to choose from", lambda: len(page.all("#board .coast.lit")) == 2)
        hand.do(page.all("#board .coast.lit[data-coast='spa/sc']")[0])
        page.wait("the order", lambda: is_given(page, "F por - spa/sc"))
        texts = page.run("return [...document.querySelectorAll('#rows li[data-site=por] option')].map((option) => option.text)")
        moves = [text for text in texts if text.startswith("move")]
        assert "move to Spain (south coast)" in moves and moves == sorted(moves), texts
        # an army cannot be in the Channel: it supports no fleet there to hold; a fleet can
        for unit, holds in (("lon", False), ("nth", True)):
            hand.point(unit)
            hand.do(hand.button("kind support"))
            hand.point("eng")
            same("to hold is said", "to hold" in page.find("sentence").text, holds)
            for size, shown in ((PHONE, "#targets button:first-child"),
                                (DESKTOP, "#choices button:first-child")):
                page.show(size, still=True)
                same(f"to hold is offered at {size}", page.all(shown)[0].text.startswith("to hold"), holds)
            if holds:
                hand.do(hand.button("answer eng"))
                page.wait("the order", lambda: is_given(page, "F nth S F eng"))
            for _ in range(0 if holds else 3):
                hand.do(hand.button("back"))


def test_typed(game):
    """Orders as text: names of places and loose forms, which the module reads without a request; and where there is no module the
    server reads them. What is wrong is said, and stays in the field."""
    seat = Seat(*game("typed", 4))
    with Page(seat.link, still=True) as page:
        wait_turn(page, seat)
        sent = "return performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('/seat/orders')).length"
        for module, text, orders in ((True, "Paris moves to Burgundy.\nMarseilles supports A Paris to Burgundy",
                                      ["A mar S A par - bur", "A par - bur"]),
                                     (False, "PAR-GAS, mar s par-gas", ["A mar S A par - gas", "A par - gas"])):
            if not module:
                page.run("document.getElementById('table').dataset.module = ''")
            before = page.run(sent)
            page.find("typed").send_keys(text)
            same("typed", page.find("typed").get_attribute("value"), text)  # Enter has begun a line
            page.hold(Keys.CONTROL, Keys.ENTER)  # it hands nothing in
            for order in orders:
                page.wait(order, lambda order=order: is_given(page, order))
            page.wait("all stored", lambda: data(page)["stored"] == "true")
            same("what the server has", sorted(seat.state()["turn"]["submitted"]), orders)
            same("requests", page.run(sent) - before, 1 if module else 2)
            same("handed in", data(page)["final"], "false")
            same("the field", page.find("typed").get_attribute("value"), "")
            same("the note", page.find("note").text, "")  # the sentence above it says how many have orders
            page.find("typed").send_keys("A par - lon", Keys.ENTER, "A mar - lon")
            page.click(page.all("#typing button")[0])
            page.wait("what is wrong", lambda:
                      [line[:27] for line in page.find("refused").text.split("\n")] ==
                      ["A par - lon: no legal order", "A mar - lon: no legal order"])
            same("the field", page.find("typed").get_attribute("value"), "A par - lon\nA mar - lon")
            page.keep(f"typed-{'module' if module else 'server'}")
            same("what the server has", sorted(seat.state()["turn"]["submitted"]), orders)
            page.visit(seat.link)
            wait_turn(page, seat)


def test_hint(game):
    """What the strongest player would do is shown, can be taken, and is legal."""
    seat = Seat(*game("hint", 4))
    with Page(seat.link, still=True) as page:
        turn = wait_turn(page, seat)
        Hand(page).do(page.find("hint"))
        page.wait("the hint", lambda: page.find("hinted").is_displayed(), 10)
        Hand(page).do(page.find("takeall"))
        page.wait("all stored", lambda: data(page)["stored"] == "true" and len(page.all("#rows li[data-text]")) == turn["due"])
        assert set(seat.state()["turn"]["submitted"]) <= set(turn["legal"])
        # an answer that comes after its phase is not shown
        page.run("""const ask = fetch; window.fetch = async (path, options) => {
            const answer = await ask(path, options);
            if (path === "/seat/hint")
                await new Promise((go) => { window.release = go; });
            return answer; }""")
        Hand(page).do(page.find("hint"))
        page.wait("the answer", lambda: page.run("return Boolean(window.release)"), 10)
        Hand(page).ready()
        wait_turn(page, seat, turn["phase"])
        page.run("release()")
        page.wait("the button", lambda: page.find("hint").text == "Show a hint")
        assert not page.find("hinted").is_displayed()


def test_host(game):
    """Anyone who made the game plays another power instead, and gives a computer's seat to somebody, who comes with a phone."""
    seat = Seat(*game("host", 4))
    with Page(seat.link, still=True) as page:
        wait_turn(page, seat)
        Hand(page).do(page.all("#host summary")[0])
        assert not page.find("againgo").is_enabled(), "the same game may be made again"
        page.run("const e = document.getElementById('power'); e.value = 'TUR'; e.dispatchEvent(new Event('change', {bubbles: true}))")
        page.run("document.getElementById('player').value = 'dumbbot'")
        Hand(page).do(page.find("againgo"))
        page.wait("another game", lambda: page.find("me").text == "Turkey", 20)
        assert page.driver.current_url != seat.link
        players = [cell.text for cell in page.all("#seats .player")]
        same("the players", players, 6 * ["dumbbot"] + ["person"])
        page.forgive("403")
    with Page(seat.link, still=True) as page:  # the older link leads on
        page.wait("a way on", lambda: page.find("follow").is_displayed(), 10)
        Hand(page).do(page.find("follow"))
        page.wait("that game", lambda: page.find("me").text == "Turkey", 20)
        Hand(page).do(page.all("#host summary")[0])
        page.wait("whom to invite", lambda: len(page.all("#invitee option")) == 6)
        same("the first of them", page.all("#invitee option")[0].text, "Austria, instead of dumbbot")
        Hand(page).do(page.all("#inviting button")[0])
        page.wait("a link", lambda: page.find("invitation").is_displayed(), 10)
        guest = page.find("invitation").get_attribute("value")
        with Page(guest, size=PHONE, still=True) as other:
            other.wait("the seat", lambda: other.find("me").text == "Austria", 20)
            other.wait("a turn", lambda: other.find("table").get_attribute("data-mine") == "true", 20)
            other.fits()
        page.wait("it among the powers", lambda: [cell.text for cell in page.all("#seats .player")].count("person") == 2, 10)
        page.wait("whom to invite", lambda: page.all("#invitee option")[0].text == "Austria")
        for power in (page.driver.current_url, guest):
            Seat(power).ask("seat/orders", {"orders": [], "final": True, "phase": "S1901M"})
        page.wait("the next phase", lambda: data(page)["phase"] == "F1901M", 20)
        page.run("document.getElementById('host').open = false; document.getElementById('host').open = true")
        page.wait("nobody but Austria", lambda: [option.text for option in page.all("#invitee option")] == ["Austria"])


def test_seats(game):
    """A browser lists the links that it has opened, which no script of a page sees; it forgets them when it is told to. Another
    browser lists none."""
    one, other = game("seats", 4, "@" + HELD.removeprefix("holdbot"))
    for size in (DESKTOP, PHONE):
        with Page(urljoin(one, "/me"), size=size, still=True) as page:
            assert "keeps no link" in page.find("main").text
            for link in (one, other):
                page.visit(link)
                page.wait("a turn", lambda: data(page).get("mine") == "true", 20)
            same("what scripts see", page.run("return document.cookie"), "")
            kept = page.run("return JSON.stringify(Object.entries(localStorage))")
            assert Seat(one).secret not in kept and Seat(other).secret not in kept
            page.click(page.driver.find_element("link text", "your seats"))
            page.wait("the list", lambda: len(page.all("main tbody a")) == 2)
            page.fits()
            page.keep(f"seats {size[0]}")
            page.all("main tbody a")[1].click()
            page.wait("a seat of them", lambda: page.find("me").text in ("Austria", "France") and data(page).get("mine") == "true", 20)
            page.visit(urljoin(one, "/me"))
            page.all("main form button")[0].click()
            page.wait("none", lambda: "keeps no link" in page.find("main").text)


def test_axe(game):
    """No serious finding, whatever the table shows."""
    seat, found = Seat(*game("axe", 12)), []
    for size in (DESKTOP, PHONE):
        for dark in (False, True):
            with Page(seat.link, size=size, dark=dark, still=True) as page:
                turn, hand = wait_turn(page, seat), Hand(page)
                found += page.axe()
                order = decide(turn, seat.centres, random.Random(farm.SEED))[0]
                hand.point(province_of(order))
                found += page.axe()
                hand.do(hand.button("back"))
                hand.give(order)
                Hand(page).do(page.find("hint"))
                page.wait("the hint", lambda: page.find("hinted").is_displayed(), 10)
                for details in page.all("details"):
                    page.run("arguments[0].open = true", details)
                found += page.axe()
                hand_in(page, seat, hand, decide(turn, seat.centres, random.Random(farm.SEED)))
                hand.ready()
                turn = wait_turn(page, seat, turn["phase"])
                found += page.axe()
                page.fits()
    same("findings", found, [])


# ms, bytes a second: a slow 4G, 1.6 Mbit/s
LINE = {"latency": 150, "downloadThroughput": 200000, "uploadThroughput": 94000}


def test_loads(game):
    """Anyone who comes back over a slow line gets less than 10 kB."""
    link, = game("loads", 4)
    with Page(urljoin(link, "/healthz"), size=PHONE, still=True) as page:
        page.tell("Network.enable")
        page.tell("Network.emulateNetworkConditions", offline=False, **LINE)
        for _ in range(2):
            page.read_logs()
            page.driver.get("about:blank")
            page.driver.get(link)
            page.wait("a turn", lambda: data(page).get("mine") == "true" and page.all("#rows li"), 20)
            page.wait("the whole load", lambda: data(page)["stored"] == "true")
            sizes = page.sizes()
        assert sum(sizes) < 10000 and sum(size > 0 for size in sizes) < 8, sizes
