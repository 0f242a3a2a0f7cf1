"""report: the page of `aresctl report` in a browser, with the replays of the games that it names in a folder beside it."""
import os
from urllib.parse import unquote, urldefrag

from browser import DESKTOP, PHONE, Page, main, same

LINKS = "return [...document.querySelectorAll('a[href]')].map(a => a.href)"


def unfold(page):
    page.run("document.querySelectorAll('details').forEach(d => { d.open = true; })")


def shows(file, *words):
    """The page has a heading, plots with names, and these words."""
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


def links(file):
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


def phone(file):
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


def prints(file):
    with Page(file) as page:
        pdf = page.pdf()
        assert pdf.startswith(b"%PDF") and len(pdf) > 20000, len(pdf)


def axe(file):
    with Page(file) as page:
        for size in (DESKTOP, PHONE):
            for dark in (False, True):
                page.show(size, dark)
                page.visit(file)
                unfold(page)
                same(f"findings at {size}, {'dark' if dark else 'light'}", page.axe(), [])


def hostile(file):
    """Names with markup are text."""
    with Page(file) as page:
        unfold(page)
        same("what ran", page.run("return window.pwned || 0"), 0)
        assert "<img src=x onerror=" in page.run("return document.body.textContent"), "the name is gone"
        same("pictures", len(page.all("img")), 0)


main(globals())
