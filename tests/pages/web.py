"""web: the pages of aresweb in a browser: what they look like, that they move, that they need nothing else."""
import os
import time  # noqa: F401

from browser import DESKTOP, PHONE, Keys, Page, main, same

KEPT = os.environ.get("SHOTS")  # a folder for pictures of all pages, to look at


def each(base, addresses):
    """Every page at both sizes, light and dark, in one browser."""
    with Page(base + "/") as page:
        for address in addresses:
            for size in (DESKTOP, PHONE):
                for dark in (False, True):
                    page.show(size, dark)
                    page.visit(base + address)
                    page.wait("the pictures", lambda: page.run(
                        "return [...document.images].every(i => i.complete || i.loading === 'lazy')"))
                    yield page, f"{address} at {size}, {'dark' if dark else 'light'}"
                    page.check_clean()


def looks(base, *addresses):
    """One heading, a name, nothing wider than the screen, nothing on the console."""
    for page, what in each(base, addresses):
        page.fits()
        same("headings of " + what, len(page.all("h1")), 1)
        assert page.driver.title, what
        same("pictures without a text in " + what, page.run(
            "return [...document.images].filter(i => !i.alt).length"), 0)
        if KEPT:
            page.picture(os.path.join(KEPT, "".join(c if c.isalnum() else "-" for c in what) + ".png"))


def axe(base, *addresses):
    for page, what in each(base, addresses):
        same("findings in " + what, page.axe(), [])


def refused(base):
    """What is not there says so as a page, too; the browser notes the status, and nothing else."""
    with Page(base + "/nothing") as page:
        same("heading", page.all("h1")[0].text, "There is no such page")
        page.fits()
        page.forgive("404")


def keyboard(base, tournament):
    """Tab reaches every link and part that scrolls, in the sequence of the page, and shows where it is; Enter follows a link."""
    with Page(base + "/t/" + tournament) as page:
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
        page.visit(base + "/t/" + tournament)
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


def moves(base, tournament, told):
    """Points of a tournament change while it is played, without the page being loaded anew. The file `told` is made once the
    page is there, and the tournament begins."""
    with Page(base + "/t/" + tournament) as page:
        mark(page)
        same("finished at first", finished(page), 0)
        assert "No game is finished yet" in page.find("live").text
        open(told, "w").close()
        page.wait("the first games", lambda: finished(page) > 0, 20)
        page.wait("the points", lambda: page.all("#live tbody tr"), 20)
        page.wait("the end", lambda: finished(page) == 20, 60)
        page.wait("the points of all games", lambda: abs(sum(points(page)) - 20) < 0.1, 20)  # they come later
        same("what the page says", page.find("link").text, "")
        assert page.run("return window.marked"), "the page was loaded anew"


def steps(base, game, played):
    """A game's page steps to the newest phase by itself, and keeps the focus where it was. `played` is a command that has a
    phase played."""
    with Page(f"{base}/g/{game}") as page:
        mark(page)
        wait = page.all(".wait strong")
        same("it waits", [e.text for e in wait], ["S1901M"])
        link = page.all("h1 a")[0]
        page.run("arguments[0].focus()", link)
        same("status", os.system(played), 0)
        page.wait("the next phase", lambda: page.run("return document.querySelector('.wait strong')?.textContent") == "F1901M", 20)
        page.wait("the board", lambda: page.all("img.board[src$='phase=S1901M']"))
        assert page.run("return document.activeElement === arguments[0]", link), "the focus was lost"
        assert page.run("return window.marked"), "the page was loaded anew"


def unfolded(base):
    """What the reader has unfolded stays so when the page is fetched anew."""
    with Page(base + "/") as page:
        fold = page.find("over")
        same("folded", fold.get_attribute("open"), None)
        page.all("#over summary")[0].click()
        page.run("""window.fetched = 0; const real = window.fetch;
            window.fetch = (...a) => real(...a).then(r => { window.fetched++; return r; })""")
        page.wait("two fetches", lambda: page.run("return window.fetched") >= 2, 20)
        same("unfolded", page.find("over").get_attribute("open"), "true")


def away(base, tournament, gone, back, end):
    """The server goes away: pages say so, and what they showed stays. It comes back: they continue. gone, back, end: commands."""
    with Page(base + "/t/" + tournament) as watcher, Page(base + "/workers", PHONE) as other:
        mark(watcher)
        mark(other)
        was = finished(watcher)
        same("status", os.system(gone), 0)
        watcher.wait("a word of it", lambda: "does not answer" in watcher.find("link").text, 20)
        same("figures", finished(watcher), was)
        same("the heading of the other", other.all("h1")[0].text, "Workers")
        same("status", os.system(back), 0)
        watcher.wait("the server", lambda: watcher.find("link").text == "", 30)
        same("status", os.system(end), 0)
        watcher.wait("more games", lambda: finished(watcher) > was, 30)
        for page in (watcher, other):
            assert page.run("return window.marked"), "the page was loaded anew"
            page.forgive("ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_EMPTY_RESPONSE",
                         "ERR_CONNECTION_RESET")


def plain(base, tournament):
    """Without scripts a page shows all, and says when it is to be loaded anew."""
    with Page(base + "/healthz") as page:
        page.tell("Emulation.setScriptExecutionDisabled", value=True)
        page.visit(base + "/t/" + tournament)
        same("rows", len(page.all("#live tbody tr")), 2)
        page.visit(base + "/")
        same("refresh", len(page.all("noscript meta[http-equiv=refresh]")) + len(page.all("meta[http-equiv=refresh]")) > 0, True)
        page.tell("Emulation.setScriptExecutionDisabled", value=False)


def can_fail(base, path):
    """What the tests look for, they find: a request to somebody else, a console that is not clean, a script that is blocked."""
    for script, word in ((f"fetch('http://localhost:1/').catch(() => 0)", "localhost"), ("console.error('oh')", "oh"),
                         ("const s = document.createElement('script'); s.textContent = '1'; document.body.append(s)", "blocked")):
        page = Page(base + path)
        try:
            page.run(script)
            time.sleep(0.3)
            page.check_clean()
        except AssertionError as error:
            assert word in str(error), error
        else:
            raise AssertionError("not noticed: " + script)
        finally:
            page.close()


main(globals())
