"""replay: proves in a browser that the page of `aresctl animate` steps, plays and jumps, by mouse and by
keys; that what it shows is what the database says; that it has no error, asks for nothing, fits a phone,
prints, and has no serious finding of axe. SEED draws the games.
"""
import json
import time

import pytest
from browser import DESKTOP, EVIL, PHONE, Keys, Page, same

import farm

# What the page shows of a phase.
SEEN = """
const article = [...document.querySelectorAll('article')].find(a => !a.hidden);
const power = li => li.parentElement.previousElementSibling.textContent.trim().split(' ')[0];
return {
    heading: document.getElementById('phase').textContent, hash: location.hash.slice(1),
    slider: document.getElementById('slider').value, jump: document.getElementById('jump').value,
    title: document.querySelector('#board svg > title').textContent,
    orders: [...article.querySelectorAll('li')].map(li =>
        [power(li), li.querySelector('b').textContent, li.querySelector('i').textContent]).sort(),
    lands: [...document.querySelectorAll('#board [data-land]')].map(e => [e.dataset.land, e.getAttribute('class')]),
    units: document.querySelectorAll('#board .b-units .b-unit').length,
    closed: [...document.querySelectorAll('#board .b-units title')].filter(t => / closed by a standoff$/.test(t.textContent)).length,
    shown: [...document.querySelectorAll('article')].filter(a => a.offsetParent).length}"""
SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter"}
KINDS = {"M": "moves", "R": "retreats", "A": "adjustments"}


@pytest.fixture(name="file", scope="module")
def _file(tmp_path_factory):
    farm.create("paged", "dumbbot,randbot", "--rounds", 12, games=2)
    farm.aresd("--until-done")
    file = tmp_path_factory.mktemp("replay") / "replay.html"
    farm.ctl("animate", "paged/1", "-o", file)
    return str(file)


@pytest.fixture(name="truth", scope="module")
def _truth(file):
    """What the database says of each phase."""
    assert file
    truth = [json.loads(line) for line in farm.ctl("show", "paged/1", "--json").splitlines()]
    assert len(truth) >= 20
    return truth


@pytest.fixture(name="codes", scope="module")
def _codes():
    """The code of each province, by number."""
    return [code for code, in farm.query("select code from farm.areas where map_id ="
                                         " (select id from farm.maps where name = 'standard') order by id")]


def name_phase(phase):
    return f"{SEASONS[phase[0]]} {phase[1:5]}, {KINDS[phase[5]]}"


def check_phase(page, truth, n, codes=None, addressed=True):
    """The page shows phase n, and says of it what the database says."""
    wanted, seen = truth[n], page.run(SEEN)
    phase = wanted["phase"]
    same("heading", seen["heading"], name_phase(phase))
    same("slider and list", [seen["slider"], seen["jump"]], [str(n), str(n)])
    same("lists of orders", seen["shown"], 1)
    assert f"({phase})" in seen["title"], seen["title"]
    if addressed:
        same("address", seen["hash"], phase)
    orders = wanted["orders"] or []
    same("orders of " + phase, seen["orders"], sorted([o["power"] or "", o["order"], o["result"]] for o in orders))
    # a unit that is built is drawn, too
    built = sum(order["order"].startswith("build ") for order in orders)
    same("units of " + phase, seen["units"], len(wanted["units"]) + built)
    same("closed provinces of " + phase, seen["closed"], len(wanted["closed"] or []))
    if codes:
        powers = sorted({unit["power"] for unit in truth[0]["units"]})
        for number, kind in seen["lands"]:
            owner = wanted["owners"].get(codes[int(number)])
            same(f"owner of {codes[int(number)]} in {phase}", kind, f"b-land b-t{powers.index(owner) if owner else 7}")


def click(page, name):
    page.find(name).click()


def test_steps(file, truth):
    """The buttons step to the phases, and no farther than the last."""
    last = len(truth) - 1
    with Page(file) as page:
        check_phase(page, truth, 0, addressed=False)
        for name, n in (("next", 1), ("next", 2), ("previous", 1), ("last", last), ("next", last), ("previous", last - 1),
                        ("first", 0), ("previous", 0), ("next", 1)):
            click(page, name)
            check_phase(page, truth, n)
            told = page.find("live").text
            assert name_phase(truth[n]["phase"]) in told, told


def test_phases(file, truth, codes):
    """Every phase, chosen from the list: orders, results, owners and units are those of the database."""
    kinds = set()
    with Page(file) as page:
        for n in list(range(1, len(truth))) + [0]:
            page.run("""const list = document.getElementById('jump'); list.value = arguments[0];
                        list.dispatchEvent(new Event('change'))""", str(n))
            check_phase(page, truth, n, codes)
            kinds.add(truth[n]["phase"][5])
    same("kinds of phases", kinds, {"M", "R", "A"})


def test_play(file, truth):
    """Play continues by itself until it is stopped, and stops at the end."""
    with Page(file) as page:
        page.run("const speed = document.getElementById('speed'); speed.selectedIndex = speed.length - 1")
        click(page, "play")
        same("the button", page.find("play").get_attribute("aria-label"), "Stop")
        page.wait("the third phase", lambda: int(page.find("slider").get_attribute("value")) >= 2, 10)
        click(page, "play")
        n = int(page.find("slider").get_attribute("value"))
        check_phase(page, truth, n)
        time.sleep(1.2)
        check_phase(page, truth, n)
        same("the button", page.find("play").get_attribute("aria-label"), "Play")
        click(page, "last")
        click(page, "previous")
        click(page, "play")
        page.wait("the end", lambda: page.find("play").get_attribute("aria-label") == "Play", 10)
        check_phase(page, truth, len(truth) - 1)


def test_keyboard(file, truth):
    """Everything can be done by keys: Tab reaches all controls, and arrows step."""
    last = len(truth) - 1
    with Page(file) as page:
        for key, n in ((Keys.ARROW_RIGHT, 1), (Keys.ARROW_RIGHT, 2), (Keys.ARROW_LEFT, 1), (Keys.END, last), (Keys.HOME, 0)):
            page.press(key)
            check_phase(page, truth, n)
        reached = []
        for _ in range(25):
            page.press(Keys.TAB)
            reached.append(page.run("return document.activeElement.id || document.activeElement.tagName"))
        missing = {"first", "previous", "play", "next", "last", "slider", "jump", "speed", "SUMMARY", "LI"} - set(reached)
        same("what Tab does not reach", missing, set())
        page.run("document.getElementById('slider').focus()")
        page.press(Keys.ARROW_RIGHT)
        check_phase(page, truth, 1)
        page.run("document.getElementById('jump').focus()")
        page.press(Keys.ARROW_DOWN)
        check_phase(page, truth, 2)
        page.run("document.getElementById('next').focus()")
        page.press(Keys.ENTER)
        check_phase(page, truth, 3)
        page.run("document.activeElement.blur()")
        page.press("?")
        assert page.run("return document.getElementById('help').open"), "no list of keys"
        page.press(" ")
        page.wait("the next phase", lambda: page.find("slider").get_attribute("value") == "4", 10)
        page.press(" ")
        same("the button", page.find("play").get_attribute("aria-label"), "Play")


def test_marks(file):
    """The arrow of an order that has the focus is marked, and of no other; arrows go through the list."""
    with Page(file) as page:
        page.run("[...document.querySelectorAll('article')].find(a => !a.hidden).querySelector('li').focus()")
        for _ in range(3):
            order = page.run("return document.activeElement.dataset.o")
            marked = page.run("return [...document.querySelectorAll('#board .hot')].map(e => e.dataset.o)")
            assert marked and set(marked) == {order}, (order, marked)
            page.press(Keys.ARROW_DOWN)
            assert page.run("return document.activeElement.dataset.o") != order, "the focus stays"


def test_addresses(file, truth):
    """A phase can be linked to; an address without a phase shows the first."""
    with Page(file, at="#" + truth[5]["phase"]) as page:
        check_phase(page, truth, 5)
        page.run("location.hash = arguments[0]", "#" + truth[2]["phase"])
        page.wait("the phase", lambda: page.find("slider").get_attribute("value") == "2")
        check_phase(page, truth, 2)
        page.run("location.hash = '#S9999M'")
        page.visit(file, "#<img src=x onerror=alert(1)>")
        check_phase(page, truth, 0, addressed=False)


def test_phone(file, truth):
    """On a phone nothing is cut off, and fingers find the buttons."""
    with Page(file, PHONE) as page:
        for n in range(0, len(truth), 7):
            page.visit(file, "#" + truth[n]["phase"])
            page.fits()
            check_phase(page, truth, n)
        click(page, "next")
        for name in ("first", "previous", "play", "next", "last", "slider", "jump", "speed"):
            size = page.find(name).size
            assert size["height"] >= 40 and size["width"] >= 40 or name == "slider" and size["height"] >= 20, (name, size)
        same("width of the board", round(page.find("board").size["width"]) > 340, True)


def test_motion(file, truth):
    """Units glide, unless the reader wants less motion."""
    count = "return document.getAnimations().length"
    with Page(file) as page:
        moving = page.run("document.getElementById('next').click(); " + count)
        assert moving > 0, "nothing moves"
    with Page(file, still=True) as page:
        same("what moves", page.run("document.getElementById('next').click(); " + count), 0)
        check_phase(page, truth, 1)


def test_print(file, truth):
    """In print there is the board, and no button."""
    with Page(file, at="#" + truth[3]["phase"]) as page:
        page.show(DESKTOP, media="print")
        size = page.run("const b = document.querySelector('#board svg').getBoundingClientRect(); return [b.width, b.height]")
        assert min(size) > 300, size
        same("buttons in print", page.run("return [...document.querySelectorAll('button')].filter(b => b.offsetParent).length"), 0)
        pdf = page.pdf()
        assert pdf.startswith(b"%PDF") and len(pdf) > 30000, len(pdf)


def test_without_script(file, truth):
    """Without its script the page has all phases below the last board."""
    page = Page(file)
    try:
        page.tell("Emulation.setScriptExecutionDisabled", value=True)
        page.visit(file)
        tree = page.tell("DOM.getDocument", depth=0)["root"]["nodeId"]
        found = [len(page.tell("DOM.querySelectorAll", nodeId=tree, selector=s)["nodeIds"])
                 for s in ("article", "article[hidden]", "#board svg .b-unit", "#controls[hidden]")]
        same("phases, hidden ones, buttons that do nothing", [found[0], found[1], found[3]], [len(truth), 0, 1])
        assert found[2] > 2, "no board"
    finally:
        page.close()


def test_axe(file, truth):
    """No serious finding, in any size and colour, with everything unfolded."""
    with Page(file) as page:
        for size in (DESKTOP, PHONE):
            for dark in (False, True):
                page.show(size, dark)
                page.visit(file, "#" + truth[4]["phase"])
                page.run("document.querySelectorAll('details').forEach(d => { d.open = true; })")
                same(f"findings at {size}, {'dark' if dark else 'light'}", page.axe(), [])


def test_can_fail(file, truth, codes, tmp_path):
    """A page that shows something else than the database is noticed: here an order, a unit and an owner."""
    other = tmp_path / "order.html"
    farm.write(other, farm.text_of(file).replace("<b>A ", "<b>F ", 1))
    with pytest.raises(AssertionError, match="orders of S1901M"):
        test_steps(str(other), truth)
    with pytest.raises(AssertionError, match="units of S1901M"):
        test_steps(file, [{**phase, "units": phase["units"][1:]} for phase in truth])
    with pytest.raises(AssertionError, match="owner of par"):
        test_phases(file, [{**phase, "owners": {**phase["owners"], "par": "GER"}} for phase in truth], codes)


def test_hostile_names(tmp_path):
    """Names with markup are text, wherever they stand, and stay so while phases are stepped through: that
    of a player, and that of a place of a user's map."""
    rows = farm.text_of("schema/maps/standard.csv")
    rows = rows.replace("\nadr,Adriatic Sea", '\nadr,<b onclick=x>&"</b></title>')
    farm.write(tmp_path / "marked.csv", rows)
    farm.ctl("map", "add", tmp_path / "marked.csv")
    farm.create("hostile", "random,holdbot", "--rounds", 2, "--map", "marked", games=2)
    farm.aresd("--until-done")
    farm.query("update farm.users set label = %s, name = %s where label = 'holdbot'", EVIL, EVIL)
    farm.ctl("animate", "hostile/1", "-o", tmp_path / "hostile.html")
    with Page(f"{tmp_path}/hostile.html") as page:
        for name in ("next", "last", "first", "next"):
            click(page, name)
        page.check_harmless()
