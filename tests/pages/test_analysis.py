"""analysis: proves in a browser that people can think on the board of /analysis: orders for all powers by
mouse, finger, keys and text, what becomes of them without a request, lines that branch, addresses and
files that keep them, what trinity would order and expects; from a stored game too; that the module
answers there as lib does; that the page fits, and has no finding of axe. SEED draws the games.
SHOTS=FOLDER keeps pictures.
"""
import glob
import json
import os
import time

import pytest
from browser import PHONE, Keys, Page, same

import farm

if not (os.path.exists("build/wasm/ares.wasm") and os.path.getsize("build/wasm/ares.wasm")):
    pytest.skip("it takes the module", allow_module_level=True)
ACROSS = (844, 390)


@pytest.fixture(name="base", scope="module")
def _base():
    """The address of the server."""
    with farm.Daemon("aresweb", "--rate", 0, "--quiet", listens=True) as web:
        yield web.url


@pytest.fixture(name="number", scope="module")
def _number():
    """A game that is over."""
    farm.create("thought", "dumbbot,randbot", "--rounds", 8, games=2)
    farm.aresd("--until-done")
    return farm.games_of("thought")[0]


def ready(page):
    page.wait("the board", lambda: page.find("board").find_elements("css selector", "svg .b-units > g"), 10)


def opened(base, at="", **how):
    page = Page(base + "/analysis", at=at, **how)
    ready(page)
    return page


def data(page):
    return page.run("return {...document.getElementById('table').dataset}")


def words(page):
    """What became of the orders: {"A par - bur": ["bounced", why]}."""
    return dict(page.run("""return [...document.querySelectorAll('#words li')].map(item => [item.querySelector('b').textContent,
        [item.querySelector('i').textContent, item.querySelector('span')?.textContent || ""]])"""))


def spot(page, province, tap=False):
    element = page.all(f'.spot[data-province="{province}"]')[0]
    page.tap(element) if tap else page.click(element)


def type_orders(page, *orders):
    """Types them into the field, a line each, and presses Give."""
    page.run("document.getElementById('typed').value = arguments[0]; document.getElementById('typing').requestSubmit()", "\n".join(orders))


def requests(page):
    """What the page has asked for."""
    return page.run("return performance.getEntriesByType('resource').map(entry => entry.name).filter(name => /^http.*(?<!favicon.ico)$/.test(name))")


def steps(page):
    return [button.text for button in page.all("#branches button")]


def saved_address(page):
    """The address, once it has what is on the board."""
    page.wait("the address", lambda: data(page)["kept"] == "true", 5)
    return page.run("return location.hash")


def saved_file(page):
    """What the page saves as a file."""
    page.run("""HTMLAnchorElement.prototype.click = function () {};
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => { blob.text().then((text) => window.text = text); return make(blob); }""")
    page.find("save").click()
    page.wait("the file", lambda: page.run("return window.text"))
    return json.loads(page.run("return window.text"))


BURGUNDY = {"A par - bur": ["bounced", "1 against 1 of GER A mun - bur"],
            "A mun - bur": ["bounced", "1 against 1 of FRA A par - bur"]}


def test_board(base):
    """Orders of two powers by mouse: what becomes of them stands there at once, and nothing is asked of the server."""
    with opened(base) as page:
        asked = requests(page)
        for place in ("par", "bur", "mun", "bur"):
            spot(page, place)
        page.wait("what becomes of them", lambda: words(page) == BURGUNDY)
        spot(page, "mar")
        page.click(page.all('#choices [data-kind="kind support"]')[0])
        for place in ("par", "bur"):
            spot(page, place)
        page.wait("the support", lambda: words(page).get("A mar S A par - bur") == ["succeeds", "A par reached bur"])
        same("the move", words(page)["A par - bur"], ["succeeds", "2 against 1 of GER A mun - bur, with support from A mar"])
        same("requests", requests(page), asked)
        page.find("ready").click()
        page.wait("the next phase", lambda: data(page)["phase"] == "F1901M")
        assert page.all('.b-units [data-unit="A"]')
        page.keep("analysis-board")


def test_lines(base, tmp_path):
    """Lines branch, have names and remarks; an address and a file bring them back."""
    with opened(base, still=True) as page:
        type_orders(page, "A par - bur", "A MUN-BUR", "fleet London to North Sea")
        page.wait("orders of three powers", lambda: data(page)["given"] == "3")
        same("typed", sorted(words(page)), ["A mun - bur", "A par - bur", "F lon - nth"])
        type_orders(page, "A par - mos")
        page.wait("what is wrong", lambda: "A par - mos" in page.find("refused").text)
        page.run("document.getElementById('typed').value = ''")
        page.find("ready").click()
        page.wait("fall", lambda: data(page)["phase"] == "F1901M")
        page.find("previous").click()
        page.wait("spring", lambda: data(page) == {**data(page), "phase": "S1901M", "given": "3"})
        type_orders(page, "A par - pic")
        page.find("ready").click()
        page.wait("fall in another line", lambda: data(page)["phase"] == "F1901M")
        same("lines", steps(page), ["S1901M", "F1901M", "F1901M"])
        page.find("name").send_keys("Picardy")
        page.find("remark").send_keys("quiet")
        page.wait("the name", lambda: steps(page)[-1] == "F1901M Picardy")
        address = saved_address(page)
        kept = saved_file(page)
        same("phases of the file", [phase["name"] for phase in kept["phases"]], ["S1901M", "F1901M"])
        same("an order of it", "A PAR - PIC" in kept["phases"][0]["orders"]["FRANCE"], True)
        farm.write(tmp_path / "lines.json", json.dumps(kept))
    with opened(base, at=address, still=True) as page:
        page.wait("the line", lambda: data(page)["phase"] == "F1901M")
        same("lines of the address", steps(page), ["S1901M", "F1901M", "F1901M Picardy"])
        same("the remark", page.find("remark").get_attribute("value"), "quiet")
        page.find("forget").click()
        page.wait("the line is gone", lambda: steps(page) == ["S1901M", "F1901M"])
        same("back before it", data(page)["phase"], "S1901M")
    with opened(base, still=True) as page:
        page.find("file").send_keys(f"{tmp_path}/lines.json")
        page.wait("the lines of the file", lambda: steps(page) == ["S1901M", "F1901M", "F1901M Picardy"])
    # a saved game of others has no lines of ours
    phases = [{"name": name, "orders": orders} for name, orders in (
        ("S1901M", {"FRANCE": ["A PAR - BUR", "A MAR - SPA"], "GERMANY": ["A MUN - RUH"]}), ("F1901M", {"FRANCE": ["A BUR - BEL"]}), ("W1901A", {}))]
    kept = {"id": "x", "map": "standard", "rules": [], "phases": phases}
    farm.write(tmp_path / "saved.json", json.dumps(kept))
    with opened(base, still=True) as page:
        page.find("file").send_keys(f"{tmp_path}/saved.json")
        page.wait("its phases", lambda: steps(page)[:3] == ["S1901M", "F1901M", "W1901A"])
        page.find("next").click()
        page.wait("its orders", lambda: "A bur - bel" in words(page))
        page.find("file").send_keys(f"{tmp_path}/saved.json")
        page.wait("the same again", lambda: data(page)["phase"] == "S1901M")


# made before there were arrows: Paris moves to Burgundy, and the phase after has that name and a remark
OLDER = """#line=bVRNb4MwDP0rUc6Z1h53zKSCelgPtD2xHtKStqjkQw4B8e8nr4za0hAHnp79_GKb1GslU298Y6CR9HOl6tVJ1fVJyXg3yYr9-
mO1_vr2YfQWhPEPcThWC4xZbA96geAoe7Ygys0LhrvQx_0CwYqiWnLPuWFsBspeuklsduUCg6eFbNNS9tp6Ub2kbqajyjeTqPKjtdRkFzyV6gYm1Q2Rss4wky4kGuyyp8reRNqryHNje
-HQsmDIVAqCoyzkO2WTHaiN1HaMdRNtXeojC56Asj20tHV9TrRuPwFl8wOo1GA9DR5aS4NH09FOjoblTgGebPZtj4ZEgas343JTCY3bNeOi0qLAfZqxPu6Rzw3J17gzM97sSlHg0hC9A
heB8R2L1zh7Uk_j8Gdc_dZzITF_Lv_lbw_ozxueH5d85DUOlegVOEbmP7mJ8318Txdy5ALHxSQH61lLhuWIT8sjWpCqlosj8YZ_njwpKfGt6_-4lcLr4TPDLftmkkqe7TWAFQYgjEmq-
oTPDw"""


def drawn(page):
    return page.find("drawn").text


def drag(page, *provinces):
    """The mouse goes down in the first province, over the others, and up in the last."""
    points = [page.middle(page.all(f'.spot[data-province="{province}"]')[0]) for province in provinces]
    for kind, point in (("mousePressed", points[0]), *(("mouseMoved", point) for point in points[1:]), ("mouseReleased", points[-1])):
        page.tell("Input.dispatchMouseEvent", type=kind, button="left", buttons=1, clickCount=1, **point)


def test_arrows(base, tmp_path):
    """Arrows by two clicks, by a drag, by keys and by finger; the same again takes one away. An address and a file keep them."""
    with opened(base, still=True) as page:
        page.all('#choices [data-kind="draw"]')[0].click()
        for place in ("mun", "tyr", "kie", "kie"):
            spot(page, place)
        page.wait("an arrow and a ring", lambda: drawn(page) == "Arrows: Munich to Tyrolia and a ring around Kiel.")
        page.all('#choices [data-kind="kind pen1"]')[0].click()
        drag(page, "nth", "ska", "nwy")
        page.wait("a third", lambda: "North Sea to Norway" in drawn(page) and not words(page))
        same("shapes", [shape.get_attribute("class") for shape in page.all(".t-sketches > g")], ["sketch pen pen0"] * 2 + ["sketch pen pen1"])
        page.find("board").send_keys("nap", "ion", "ion", "ion")
        page.hold(Keys.CONTROL, "z")
        page.wait("what the keys have drawn", lambda: drawn(page).endswith("North Sea to Norway and Naples to Ionian Sea."))
        page.press(Keys.ESCAPE)
        page.wait("orders again", lambda: page.find("sentence").text.startswith("No unit has an order"))
        type_orders(page, "A mun - tyr")
        page.find("ready").click()
        page.wait("fall has no arrows", lambda: data(page)["phase"] == "F1901M" and not page.all(".t-sketches > g"))
        page.find("board").send_keys("/")
        same("the sentence", page.find("sentence").text, "Point at where an arrow begins, or drag one.")
        page.find("previous").click()
        page.wait("spring has its arrows", lambda: len(page.all(".t-sketches > g")) == 4)
        drag(page, "nth", "nwy")
        page.wait("one is gone", lambda: len(page.all(".t-sketches > g")) == 3)
        page.keep("analysis-arrows")
        address, kept, all_drawn = saved_address(page), saved_file(page), drawn(page)
    farm.write(tmp_path / "arrows.json", json.dumps(kept))
    with opened(base, at=address, size=PHONE, still=True) as page:
        page.wait("the arrows of the address", lambda: drawn(page) == all_drawn)
        page.tap(page.all('#choices [data-kind="draw"]')[0])
        page.touch(page.middle(page.all('.spot[data-province="mos"]')[0]), page.middle(page.all('.spot[data-province="sev"]')[0]))
        page.wait("an arrow by finger", lambda: "Moscow to Sevastopol" in drawn(page))
        page.fits()
        page.keep("analysis-arrows-phone")
        page.find("file").send_keys(f"{tmp_path}/arrows.json")
        page.wait("those of the file", lambda: drawn(page) == all_drawn)
    with opened(base, at=OLDER.replace("\n", ""), still=True) as page:
        page.wait("an older address", lambda: steps(page) == ["S1901M", "F1901M Burgundy"])
        same("its remark", page.find("remark").get_attribute("value"), "before arrows")


def test_winter(base):
    """A retreat and winter: each power builds for itself."""
    with opened(base, still=True) as page:
        for orders in (["A par - bur", "A mar - spa", "A mun - ruh", "A vie - tri", "A bud - ser", "F tri - alb"], ["A bur - mun", "F bre - mao"]):
            type_orders(page, *orders)
            page.wait("the orders", lambda n=len(orders): data(page)["given"] == str(n))
            page.find("ready").click()
        page.wait("winter", lambda: data(page)["phase"] == "W1901A")
        turns = page.run("return [...document.querySelectorAll('#whom button')].map(button => button.textContent.slice(2))")
        same("powers that build", turns, ["Austria 0/1", "France 0/2", "Germany 0/1"])
        for turn, order in (("FRA", "build A par"), ("AUS", "build A bud"), ("GER", "F kie D")):
            page.all(f'#whom [data-key="{turn}"]')[0].click()
            type_orders(page, order)
            page.wait(order, lambda o=order: o in words(page))
        page.find("ready").click()
        page.wait("the next year", lambda: data(page)["phase"] == "S1902M")
        same("units", len(page.all(".b-units [data-unit]")), 23)


def test_keys(base):
    """Without a pointer."""
    with opened(base) as page:
        page.find("board").send_keys("par", Keys.NULL)
        page.press("bur")
        page.wait("a move", lambda: list(words(page)) == ["A par - bur"])
        page.press("mar", "s")
        time.sleep(2)  # else "spa" would be Spain
        page.press("par", "bur")
        page.wait("a support", lambda: "A mar S A par - bur" in words(page))
        page.hold(Keys.CONTROL, "z")
        page.wait("it is undone", lambda: list(words(page)) == ["A par - bur"])
        page.hold(Keys.CONTROL, Keys.ENTER)
        page.wait("fall", lambda: data(page)["phase"] == "F1901M")
        page.press(Keys.PAGE_UP)
        page.wait("back", lambda: data(page)["phase"] == "S1901M")
        page.press(Keys.PAGE_DOWN)
        page.wait("and on", lambda: data(page)["phase"] == "F1901M")
        held = """return document.getElementById(arguments[0]).dispatchEvent(new KeyboardEvent('keydown',
            {key: ' ', repeat: true, bubbles: true, cancelable: true}))"""
        same("a blank that is held", [page.run(held, name) for name in ("name", "ready")], [True, False])


def test_finger(base):
    for size in (PHONE, ACROSS):
        with opened(base, size=size, still=True) as page:
            spot(page, "par", tap=True)
            page.wait("targets as buttons", lambda: page.find("targets").is_displayed() or size == ACROSS)
            spot(page, "bur", tap=True)
            page.wait("a move", lambda: list(words(page)) == ["A par - bur"])
            page.fits()
            page.tap(page.find("ready"))
            page.wait("fall", lambda: data(page)["phase"] == "F1901M")
            page.keep(f"analysis-finger-{size[0]}")


def test_game(base, number):
    """From a phase of a stored game: its orders, with what became of them; other orders begin another line."""
    with Page(f"{base}/g/{number}?phase=F1902M", still=True) as page:
        told = page.run("return [...document.querySelectorAll('.orders li')].map(i => i.querySelector('b').textContent + ' ' + i.querySelector('i').textContent)")
        page.all('a[href^="/analysis#"]')[0].click()
        ready(page)
        page.wait("the phase", lambda: data(page)["phase"] == "F1902M")
        shown = page.run("return [...document.querySelectorAll('#words li')].map(i => i.querySelector('b').textContent + ' ' + i.querySelector('i').textContent)")
        same("what became of the orders", sorted(shown), sorted(told))
        assert len(page.all("#curve path.share")) == 7, "a line for each power"
        count = len(steps(page))
        page.find("empty").click()
        page.find("ready").click()
        page.wait("another line", lambda: len(steps(page)) == count + 1)
        page.find("back").click()
        page.wait("the game's page", lambda: f"/g/{number}" in page.driver.current_url)


def test_won(base, tmp_path):
    """At the end of a game that is won the winner expects everything; the picture has room for its words."""
    centres = "par mar bre por spa bel hol mun kie ber den swe nwy lon lvp edi ven".split()  # 17, and soon 18
    farm.write(tmp_path / "won", "\n".join([
        "case won", "phase S1901M", "owner vie AUS", "unit AUS A vie", "unit FRA A ven",
        *(f"owner {centre} FRA" for centre in centres), "end", ""]))
    number, = farm.create("won", "holdbot,holdbot,dumbbot" + 4 * ",holdbot", "--start", tmp_path / "won")
    farm.aresd("--until-done")
    assert farm.value("select winner from farm.games where id = %s", number) is not None
    with opened(base, f"#game={number}", still=True) as page:
        page.wait("a whole share", lambda: any(tick.text == "100 %" for tick in page.all("#curve .tick")), 20)
        out = page.run("""
            const frame = document.querySelector('#curve svg').getBoundingClientRect();
            const isIn = ({left, right}) => left >= frame.left && right <= frame.right;
            return [...document.querySelectorAll('#curve text')]
                .filter((text) => !isIn(text.getBoundingClientRect())).map((text) => text.textContent)""")
        same("words that are cut off", out, [])


@pytest.mark.usefixtures("number")
def test_alone(tmp_path):
    """A file without a server: from a phase of the replay to the board, another line, a worker that thinks, and back."""
    farm.ctl("animate", "thought/1", "-o", tmp_path / "replay.html")
    with Page(f"{tmp_path}/replay.html", still=True) as page:
        page.find("next").click()
        told = page.run("return [...document.querySelectorAll('article:not([hidden]) li b')].map(item => item.textContent)")
        page.find("think").click()
        ready(page)
        page.wait("the phase", lambda: data(page)["phase"] == "F1901M")
        same("its orders", sorted(words(page)), sorted(told))
        page.find("empty").click()
        page.find("think").click()
        page.wait("five plans", lambda: len(page.all("#best li")) == 5, 20)
        page.find("ready").click()
        page.wait("another line", lambda: data(page)["phase"][1:] in ("1901A", "1902M"))
        saved_address(page)
        page.find("back").click()
        page.wait("the replay", lambda: page.find("slider").is_displayed(), 10)


def test_own_map(base, tmp_path):
    """A map that is not compiled in: on an empty board, in an address, from a game, and in a file of its own."""
    path = f"{tmp_path}/own.html"
    farm.ctl("map", "add", "tests/maps/duel.csv")
    number = farm.create("own", "random,random", "--map", "duel", "--rounds", 4, games=2)[0]
    farm.aresd("--until-done")
    farm.ctl("animate", "own/1", "-o", path)
    with opened(base, "#map=duel", still=True) as page:
        same("powers", [one.get_attribute("data-key") for one in page.all("#whom button")], ["ONE", "TWO"])
        type_orders(page, "army Aland to Bland")
        page.wait("the order", lambda: words(page).get("A aaa - bbb", [""])[0] == "bounced")
        address = saved_address(page)
    with opened(base, address, still=True) as page:
        same("orders of the address", list(words(page)), ["A aaa - bbb"])
    phases = [{"name": "S1901M", "orders": {"ONE": ["A AAA - BBB"]}}]
    farm.write(tmp_path / "own.json", json.dumps({"id": "x", "map": "duel", "rules": [], "phases": phases}))
    with opened(base, still=True) as page:  # another map than the page began with
        page.find("file").send_keys(f"{tmp_path}/own.json")
        page.wait("its map", lambda: len(page.all("#whom button")) == 2)
        page.find("think").click()
        page.wait("plans in that map's names", lambda: any("Aland" in item.get_attribute("title") for item in page.all("#best li")), 20)
    for at in (f"{base}/g/{number}", path):
        with Page(at, still=True) as page:
            page.all('a[href^="/analysis#"]' if at != path else "#think")[0].click()
            ready(page)
            page.find("empty").click()
            page.wait("no order", lambda: data(page)["given"] == "0")
            type_orders(page, "army Aland to Bland")
            page.wait("the order", lambda: "A aaa - bbb" in words(page))
            page.find("think").click()
            page.wait("plans", lambda: page.all("#best li"), 20)


def test_thinks(base):
    """Five joint orders with their shares; they improve while one looks; one can be taken."""
    with opened(base, still=True) as page:
        page.all('#whom [data-key="RUS"]')[0].click()
        page.find("think").click()
        page.wait("five plans", lambda: len(page.all("#best li")) == 5, 20)
        most = "'s expected share, from 1,000,000 resolutions"
        page.wait("the largest budget", lambda: page.find("thought").text.endswith(most), 60)
        shares = [float(item.text.split(" %")[0]) for item in page.all("#best b")]
        same("the best first", shares, sorted(shares, reverse=True))
        assert all(5 < share < 50 for share in shares), shares
        same("orders of each", [len(item.find_elements("css selector", ".order")) for item in page.all("#best li")], [4] * 5)
        page.keep("analysis-thinks")
        texts = [order.text for order in page.all("#best li:first-child .order")]
        page.all("#best .take")[0].click()
        page.wait("the orders", lambda: sorted(words(page)) == sorted(texts))


def each(base, number):
    """An empty board and one of a game, at all sizes, in light and dark: in one browser."""
    with Page(base + "/analysis", still=True) as page:
        for at in ("", f"#game={number}&phase=F1902M"):
            for size in ((1400, 900), PHONE, ACROSS):
                for dark in (False, True):
                    page.show(size, dark, still=True)
                    page.visit(base + "/analysis", at)
                    ready(page)
                    yield page, f"{'game' if at else 'empty'}-{size[0]}-{'dark' if dark else 'light'}"
                    page.check_clean()


def test_looks(base, number):
    for page, what in each(base, number):
        page.fits()
        same("headings of " + what, len(page.all("h1")), 1)
        assert page.find("ready").is_displayed(), what
        page.keep("analysis-" + what)


def test_axe(base, number):
    for page, what in each(base, number):
        same("findings in " + what, page.axe(), [])
        spot(page, "par")
        same("findings while a unit is chosen in " + what, page.axe(), [])


def test_cases(base):
    """The module in this browser answers as lib does, to questions about each case."""
    files = sorted(glob.glob("tests/cases/*.cases"))
    questions = farm.done(f"{farm.B}/ask_analysis", "questions", *files, 20, farm.SEED)
    wanted = farm.done(f"{farm.B}/ask_analysis", "answers", input=questions + "\n").split("\n")
    with opened(base) as page:
        module = page.run("return document.getElementById('thinking').dataset.module")
        page.driver.set_script_timeout(600)
        found = page.driver.execute_async_script(ASK, module, questions + "\n")
        same("how many answers", len(found), len(wanted))
        wrong = [n for n, (one, other) in enumerate(zip(found, wanted)) if one != other]
        same("answers that differ", wrong, [])


ASK = r"""
const [address, questions, done] = arguments;
(async () => {
    const module = await WebAssembly.compileStreaming(fetch(address));
    const nothing = Object.fromEntries(WebAssembly.Module.imports(module).map(({name}) => [name, () => 8]));
    const instance = await WebAssembly.instantiate(module, {wasi_snapshot_preview1: nothing});
    const {memory, malloc, free, open, ask, _initialize} = instance.exports;
    _initialize();
    const length = malloc(4), opened = new Map(), answers = [];
    const put = text => {
        const bytes = new TextEncoder().encode(text + "\0"), at = malloc(bytes.length);
        new Uint8Array(memory.buffer).set(bytes, at);
        return [at, bytes.length - 1];
    };
    let analysis = 0, question = "";
    for (const line of questions.split("\n")) {
        if (line.startsWith("open ")) {
            const [, map, rules] = line.split(" ");
            if (!opened.has(line))
                opened.set(line, open(put(map)[0], put("")[0], put(rules)[0]));
            analysis = opened.get(line);
        } else if (line === ".") {
            const [at, size] = put(question), text = ask(analysis, at, size, length);
            free(at);
            answers.push(new TextDecoder().decode(new Uint8Array(memory.buffer, text, new Uint32Array(memory.buffer, length, 1)[0])).replaceAll("\n", " "));
            question = "";
        } else {
            question += line + "\n";
        }
    }
    done(answers);
})();
"""
