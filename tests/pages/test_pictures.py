"""pictures: proves in a browser that the texts of pictures have room, on a desktop and on a phone, in
light and dark. And that the harness of these tests notices what is wrong in a page, and leaves nothing
behind."""
import glob
import os

import pytest
from browser import DESKTOP, PHONE, Page, same

import farm


@pytest.fixture(name="folder", scope="module")
def _folder(tmp_path_factory):
    """It has the pictures of tests/pages/boards.cases."""
    folder = str(tmp_path_factory.mktemp("pictures"))
    farm.done(f"{farm.B}/draw_boards", "tests/pages/boards.cases", folder)
    return folder

# Rectangles of the texts of a class: [text, left, top, right, bottom]. The letters fill three quarters of the height.
TEXTS = """return [...document.querySelectorAll('text')].filter(t => t.matches(arguments[0])).map(t => {
    const box = t.getBoundingClientRect(), spare = box.height / 8;
    return [t.lastChild.textContent, box.left, box.top + spare, box.right, box.bottom - spare]})"""


def overlaps(texts):
    return [f"{a[0]} and {b[0]}" for i, a in enumerate(texts) for b in texts[:i]
            if a[1] < b[3] and b[1] < a[3] and a[2] < b[4] and b[2] < a[4]]


def check_texts(page, size):
    """No text lies over another of its kind, none leaves the page."""
    width, height = page.run("const b = document.documentElement.getBoundingClientRect(); return [b.right, b.bottom]")
    for kind in (".b-name", ".b-ink,.b-soft"):
        texts = page.run(TEXTS, kind)
        assert len(texts) >= 10, f"{len(texts)} texts {kind}"
        same(f"texts {kind} over each other at {size}", overlaps(texts), [])
        same(f"texts {kind} off the page at {size}",
             [t[0] for t in texts if t[1] < 0 or t[2] < 0 or t[3] > width + 0.5 or t[4] > height + 0.5], [])


def test_texts(folder):
    files = sorted(glob.glob(folder + "/*.svg"))
    same("boards", len(files), farm.text_of("tests/pages/boards.cases").count("\ncase"))
    assert len(files) >= 10 and sum(map(os.path.getsize, files)) < 150000 * 10
    with Page(files[0]) as page:
        for file in files:
            page.visit(file)
            for size in (DESKTOP, PHONE):
                page.tell("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=False)
                check_texts(page, size)
            page.check_clean()


def test_names_on_a_phone(folder):
    """On a narrow page names of provinces are larger, as far as there is room."""
    heights = []
    with Page(folder + "/01-opening.svg") as page:
        for size in (DESKTOP, PHONE):
            page.tell("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=False)
            scale = page.run("return document.documentElement.getScreenCTM().a")
            heights.append(page.run("return parseFloat(getComputedStyle(document.querySelector('.b-name')).fontSize)") * scale)
    assert heights[0] >= 10, heights
    assert heights[1] >= 5, heights


def test_colours(folder):
    """Light and dark pages have other colours; letters differ from what lies below them."""
    fills = []
    with Page(folder + "/06-dislodgements.svg") as page:
        for dark in (False, True):
            page.show(DESKTOP, dark)
            fills.append([page.run("return getComputedStyle(document.querySelector(arguments[0])).fill", kind)
                          for kind in (".b-paper", ".b-ink", ".b-sea", ".b-name")])
    assert all(light != dark for light, dark in zip(*fills)), fills


def test_counts(folder):
    """The board has 22 units, and the text lists 22 orders."""
    with Page(folder + "/01-opening.svg") as page:
        same("units", page.run("return document.querySelectorAll('.b-unit').length - 2"), 22)
        titles = page.run("return [...document.querySelectorAll('title')].map(t => t.textContent)")
        same("orders", len({title for title in titles if ": " in title and not title.endswith("centre of nobody")
                            and " (S1" not in title}), 22)


WRONG = {
    "error": "<script>throw new Error('oops')</script>",
    "rejection": "<script>Promise.reject(new Error('oops'))</script>",
    "console": "<script>console.error('oops')</script>",
    "request": "<img src='http://127.0.0.1:9/x.png' alt=''>",
    "file": "<img src='/nowhere.png' alt=''>",
    "blocked": "<meta http-equiv='Content-Security-Policy' content=\"img-src 'none'\"><img src='/nowhere.png' alt=''>",
    "wide": "<meta name=viewport content='width=device-width'><div style='width:900px'>wide</div>",
    "dialog": "<script>setTimeout(() => alert('oops'))</script>",
}


def write(file, body):
    with open(file, "w", encoding="utf-8") as out:
        out.write("<!doctype html><html lang=en><title>t</title><main><h1>h</h1>" + body + "</main>")


def test_harness_notices(folder):
    """The harness notices what is wrong: each of these pages fails, and a page that is right does not."""
    file = folder + "/page.html"
    write(file, "<p>right</p>")
    with Page(file, PHONE) as page:
        page.check_clean()
        page.fits()
        for kind, body in WRONG.items():
            write(file, body)
            page.visit(file)
            with pytest.raises(AssertionError):
                page.check_clean()
                page.fits()
                pytest.fail("nobody noticed: " + kind)
        page.driver.switch_to.alert.accept()
        write(file, "<p>right</p>")
        page.visit(file)


def test_axe_notices(folder):
    """axe-core finds what is wrong in a page, and nothing in a page that is right."""
    file = folder + "/page.html"
    write(file, "<img src='data:,'><p style='color:#999;background:#aaa'>faint</p>")
    with Page(file) as page:
        found = [line.split()[1] for line in page.axe()]
        same("findings", sorted(found), ["color-contrast", "image-alt"])
        write(file, "<p>right</p>")
        page.visit(file)
        same("findings", page.axe(), [])


def test_leaves_nothing():
    """A browser is gone when its page is closed, with its profile."""
    place = os.environ["TMPDIR"]
    same("processes of a browser", farm.run("pgrep", "-f", "--", "--user-data-dir=" + place).stdout, "")
    same("profiles", glob.glob(place + "/**/profile", recursive=True), [])
