"""web: proves in a browser that each page of aresweb is whole on a desktop and a phone, in light and
dark, without an error, a request to elsewhere or a serious finding of axe, by keyboard too; that points
move while a tournament is played; that a page steps to the newest phase; that pages continue when the
server was away.

SEED draws the games. SHOTS=FOLDER keeps a picture of each page.
"""
import time

import people
import pytest
from browser import DESKTOP, PHONE, Keys, Page, same

import farm


@pytest.fixture(name="base", scope="module")
def _base():
    """The address of the server."""
    farm.create("played", "dumbbot,randbot", "--rounds", 12, games=120)
    farm.aresd("--until-done")
    with farm.Daemon("aresweb", "--rate", 0, "--quiet", listens=True) as web:
        yield web.url


def each(base):
    """Every page at both sizes, light and dark, in one browser."""
    game = farm.games_of("played")[0]
    with Page(base + "/") as page:
        for address in ("/", "/t/played", "/t/played?page=2", f"/g/{game}", f"/g/{game}?phase=F1901M",
                        "/wall", "/workers", "/t/played/report", f"/g/{game}/replay"):
            for size in (DESKTOP, PHONE):
                for dark in (False, True):
                    page.show(size, dark)
                    page.visit(base + address)
                    page.wait("the pictures", lambda: page.run(
                        "return [...document.images].every(i => i.complete || i.loading === 'lazy')"))
                    yield page, f"{address} at {size}, {'dark' if dark else 'light'}"
                    page.check_clean()


def test_looks(base):
    """One heading, a name, nothing wider than the screen, nothing on the console."""
    for page, what in each(base):
        page.fits()
        same("headings of " + what, len(page.all("h1")), 1)
        assert page.driver.title, what
        same("pictures without a text in " + what, page.run(
            "return [...document.images].filter(i => !i.alt).length"), 0)
        page.keep("".join(c if c.isalnum() else "-" for c in what))


def test_axe(base):
    for page, what in each(base):
        same("findings in " + what, page.axe(), [])


def test_refused(base):
    """What is not there says so as a page, too; the browser notes the status, and nothing else."""
    with Page(base + "/nothing") as page:
        same("heading", page.all("h1")[0].text, "There is no such page")
        page.fits()
        page.forgive("404")


def test_keyboard(base):
    """Tab reaches every link and part that scrolls, in the sequence of the page, and shows where it is; Enter follows a link."""
    with Page(base + "/t/played") as page:
        wanted = page.run("return [...document.querySelectorAll('a[href], summary, [tabindex=\"0\"]')].length")
        seen = []
        for _ in range(wanted):
            page.press(Keys.TAB)
            place, shown = page.run("""
                const all = [...document.querySelectorAll('a[href], summary, [tabindex="0"]')], e = document.activeElement;
                return [all.indexOf(e), getComputedStyle(e).outlineStyle !== 'none' && e.getBoundingClientRect().x >= 0]""")
            seen.append(place)
            assert shown, f"the focus is not seen at {place}"
        same("what Tab reaches", seen, list(range(wanted)))
        page.visit(base + "/t/played")
        page.press(Keys.TAB)
        same("the first", page.run("return document.activeElement.className"), "skip")
        page.press(Keys.ENTER)
        page.press(Keys.TAB)
        same("the pages that all links lead to", page.run(
            "return document.getElementById('main').contains(document.activeElement)"), True)
        page.press(Keys.ENTER)
        page.wait("the page that the link leads to", lambda: "/report" in page.driver.current_url)


def mark(page):
    """A mark that is gone when the page is loaded anew."""
    page.run("window.marked = true")


def finished(page):
    """How many games the page says are finished; -1: it does not say. Asked at once, for the element may be replaced."""
    return page.run("const e = document.querySelector('[data-finished]'); return e ? Number(e.dataset.finished) : -1")


def points(page):
    cells = "[...document.querySelectorAll('#live tbody tr td:nth-child(2)')]"
    return page.run(f"return {cells}.map(e => Number(e.textContent))")


def test_moves(base):
    """Points of a tournament change while it is played, without the page being loaded anew."""
    farm.create("moving", "dumbbot,randbot", "--rounds", 24, games=20)
    with Page(base + "/t/moving") as page:
        mark(page)
        same("finished at first", finished(page), 0)
        assert "No game is finished yet" in page.find("live").text
        # on the way back a browser shows a page that it has kept
        for kind in ("pagehide", "pageshow"):
            page.run("dispatchEvent(new PageTransitionEvent(arguments[0], {persisted: true}))", kind)
        with farm.Daemon("aresd"):
            page.wait("the first games", lambda: finished(page) > 0, 20)
            page.wait("the points", lambda: page.all("#live tbody tr"), 20)
            page.wait("the end", lambda: finished(page) == 20, 60)
        page.wait("the points of all games", lambda: abs(sum(points(page)) - 20) < 0.1, 20)  # they come later
        same("what the page says", page.find("link").text, "")
        assert page.run("return window.marked"), "the page was loaded anew"


def test_steps(base):
    """A game's page steps to the newest phase by itself, and keeps the focus where it was."""
    game = people.begin("steps", "@,holdbot,holdbot,holdbot,holdbot,holdbot,holdbot")
    with Page(f"{base}/g/{game.id}") as page:
        mark(page)
        wait = page.all(".wait strong")
        same("it waits", [e.text for e in wait], ["S1901M"])
        link = page.all("h1 a")[0]
        page.run("arguments[0].focus()", link)
        farm.query("select from web.submit_orders(%s, '{}', true)", people.key(game.links["AUS"]))
        page.wait("the next phase", lambda: page.run("return document.querySelector('.wait strong')?.textContent") == "F1901M", 20)
        page.wait("the board", lambda: page.all("img.board[src$='phase=S1901M']"))
        assert page.run("return document.activeElement === arguments[0]", link), "the focus was lost"
        assert page.run("return window.marked"), "the page was loaded anew"
    people.stop()
    farm.cancel("steps")


def test_unfolded(base):
    """What the reader has unfolded stays so when the page is fetched anew."""
    farm.create("open", "random,holdbot", games=2)
    with Page(base + "/") as page:
        fold = page.find("over")
        same("folded", fold.get_attribute("open"), None)
        page.all("#over summary")[0].click()
        page.run("""window.fetched = 0; const real = window.fetch;
            window.fetch = (...a) => real(...a).then(r => { window.fetched++; return r; })""")
        page.wait("two fetches", lambda: page.run("return window.fetched") >= 2, 20)
        same("unfolded", page.find("over").get_attribute("open"), "true")
    farm.cancel("open")


def test_away():
    """The server goes away: pages say so, and what they showed stays. It comes back: they continue."""
    farm.create("away", "random,holdbot", "--rounds", 6, games=20)
    web = farm.Daemon("aresweb", "--rate", 0, "--quiet", listens=True)
    with Page(web.url + "/t/away") as watcher, Page(web.url + "/workers", PHONE) as other:
        mark(watcher)
        mark(other)
        was = finished(watcher)
        web.stop()
        watcher.wait("a word of it", lambda: "does not answer" in watcher.find("link").text, 20)
        same("figures", finished(watcher), was)
        same("the heading of the other", other.all("h1")[0].text, "Workers")
        with farm.Daemon("aresweb", "--rate", 0, "--quiet", "--listen", f"127.0.0.1:{web.port}"):
            watcher.wait("the server", lambda: watcher.find("link").text == "", 30)
            farm.aresd("--until-done")
            watcher.wait("more games", lambda: finished(watcher) > was, 30)
            for page in (watcher, other):
                assert page.run("return window.marked"), "the page was loaded anew"
                page.forgive("ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING",
                             "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET")
                page.driver.get("about:blank")  # it asks for nothing more, now that the server ends


def test_plain(base):
    """Without scripts a page shows all, and says when it is to be loaded anew."""
    with Page(base + "/healthz") as page:
        page.tell("Emulation.setScriptExecutionDisabled", value=True)
        page.visit(base + "/t/played")
        same("rows", len(page.all("#live tbody tr")), 2)
        page.visit(base + "/")
        same("refresh", len(page.all("noscript meta[http-equiv=refresh]")) + len(page.all("meta[http-equiv=refresh]")) > 0, True)
        page.tell("Emulation.setScriptExecutionDisabled", value=False)


def test_can_fail(base):
    """What the tests look for, they find: a request to somebody else, a console that is not clean, a script
    that is blocked."""
    inline = "const s = document.createElement('script'); s.textContent = '1'; document.body.append(s)"
    for script, word in (("fetch('http://localhost:1/').catch(() => 0)", "localhost"),
                         ("console.error('oh')", "oh"), (inline, "blocked")):
        page = Page(base + "/workers")
        page.run(script)
        time.sleep(0.3)
        with pytest.raises(AssertionError, match=word):
            page.check_clean()
        page.close()
