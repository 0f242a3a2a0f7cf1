"""report: proves in a browser that the page of `aresctl report`, of one tournament and of two, has no
error, asks for nothing, fits a phone, prints and has no serious finding of axe; that its links lead to
replays that work; that names stay text. SEED draws the games.
"""
import os
from urllib.parse import unquote, urldefrag

import pytest
from browser import DESKTOP, EVIL, PHONE, Page, same

import farm

LINKS = "return [...document.querySelectorAll('a[href]')].map(a => a.href)"


@pytest.fixture(name="folder", scope="module")
def _folder(tmp_path_factory):
    """It has the reports, with the replays of the games that they name beside them."""
    folder = tmp_path_factory.mktemp("reports")
    farm.create("first", "dumbbot,randbot", "--rounds", 24, games=12)
    farm.create("second", "dumbbot,random,holdbot", "--rounds", 16, games=12)
    farm.aresd("--until-done")
    farm.ctl("report", "first", "-o", folder / "one.html")
    farm.ctl("report", "first", "second", "-o", folder / "two.html")
    return folder


@pytest.fixture(name="one")
def _one(folder):
    return f"{folder}/one.html"


@pytest.fixture(name="file", params=["one.html", "two.html"])
def _file(folder, request):
    return f"{folder}/{request.param}"


def unfold(page):
    page.run("document.querySelectorAll('details').forEach(d => { d.open = true; })")


def test_shows(file):
    """The page has a heading, plots with names, and what it is about."""
    words = ["first", "dumbbot", "randbot", "12 of 12 games"]
    if "two" in file:
        words = ["first", "second", "holdbot"]
    with Page(file) as page:
        unfold(page)
        same("headings of the page", len(page.all("h1")), 1)
        text = page.run("return document.body.textContent")
        for word in words:
            assert word in text, f"{word} is not in the page"
        plots = page.run("""return [...document.querySelectorAll('svg[role=img]')].map(s => [
            !!(s.getAttribute('aria-label') || s.querySelector('title')), s.getBoundingClientRect().width])""")
        assert len(plots) >= 3, plots
        same("plots without a name", [plot for plot in plots if not plot[0]], [])


def test_links(file):
    """Links within the page lead somewhere; those to replays lead to pages that open and have the game's name."""
    with Page(file) as page:
        found = page.run(LINKS)
        inside = [link for link in found if urldefrag(link)[0] == page.url]
        outside = sorted({link for link in found if urldefrag(link)[0] != page.url})
        for link in inside:
            name = unquote(urldefrag(link)[1])
            assert page.run("return !!document.getElementById(arguments[0])", name), f"nothing has the id {name}"
        same("links elsewhere", [link for link in outside if not link.startswith("file://")], [])
        assert len(outside) >= 3, outside
        for link in outside:
            assert os.path.exists(unquote(urldefrag(link)[0])[len("file://"):]), f"{link} leads nowhere"
        first = page.run("""const a = [...document.querySelectorAll('a[href]')].find(a => a.protocol === 'file:' &&
            a.pathname !== location.pathname); a.scrollIntoView(); a.click(); return a.href""")
        page.own = page.url = urldefrag(first)[0]
        page.asked = []
        page.wait("the replay", lambda: page.all("#play"))
        page.find("next").click()
        same("phase of the replay", page.run("return document.getElementById('slider').value") != "0", True)
        page.read_logs()
        page.asked = [url for url in page.asked if url != "file://" + os.path.abspath(file)]


def test_phone(file):
    """On a phone nothing is cut off: what is wider scrolls by itself."""
    with Page(file, PHONE) as page:
        page.fits()
        unfold(page)
        page.fits()
        same("captions that are cut off, and verdicts of several lines", page.run("""
            const high = cell => {
                const text = new Range();
                text.selectNodeContents(cell);
                return text.getBoundingClientRect().height;
            };
            return [...document.querySelectorAll('caption')]
                .filter(c => c.offsetWidth > innerWidth - 30).length +
                [...document.querySelectorAll('.apart')].filter(cell => high(cell) > 30).length"""), 0)


def test_print(one):
    with Page(one) as page:
        pdf = page.pdf()
        assert pdf.startswith(b"%PDF") and len(pdf) > 20000, len(pdf)


def test_axe(file):
    with Page(file) as page:
        for size in (DESKTOP, PHONE):
            for dark in (False, True):
                page.show(size, dark)
                page.visit(file)
                unfold(page)
                same(f"findings at {size}, {'dark' if dark else 'light'}", page.axe(), [])


def test_can_fail(one, folder):
    """A link that leads nowhere is noticed."""
    os.rename(folder / "one-games", folder / "gone")
    with pytest.raises(AssertionError, match="leads nowhere"):
        test_links(one)
    os.rename(folder / "gone", folder / "one-games")


def test_hostile_names(tmp_path):
    """Names with markup are text."""
    farm.create("hostile", "random,scorer", "--rounds", 8, games=4)
    farm.aresd("--until-done")
    farm.query("update farm.users set label = %s, name = %s where label = 'scorer'", EVIL, EVIL)
    farm.ctl("report", "hostile", "-o", tmp_path / "hostile.html")
    with Page(f"{tmp_path}/hostile.html") as page:
        unfold(page)
        page.check_harmless()
