"""browser: a page in Chromium, as a reader has it. Needs chromium, chromium-driver and python3-selenium of
Debian; chromium-headless-shell, the same without windows, starts in a quarter of the time.

A page is opened from a file or from a server on this machine. What it says on the console, what its
policy blocked, what it asked others for and what dialogs it opened is kept. Leaving the `with` block
fails unless all of that is nothing. No name but 127.0.0.1 is found. Each Page is a browser of its own:
several can be open at once, and share no cookie. Its profile is in a folder of its own, which goes when
the page is closed. The pages of a Crowd share a browser, but neither cookies nor stores. SHOTS=FOLDER
keeps pictures of pages, and of what failed. Without a browser a test or module is skipped.
"""
import base64
import contextlib
import importlib.util
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
from urllib.parse import urldefrag, urljoin
from urllib.request import urlopen

import pytest

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
if not (CHROMIUM and shutil.which("chromedriver") and importlib.util.find_spec("selenium")):
    pytest.skip("it takes the packages chromium, chromium-driver and python3-selenium",
                allow_module_level=True)
import trio  # noqa: E402
from selenium import webdriver
from selenium.common.exceptions import NoAlertPresentException, WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys  # noqa: F401 (for the tests)
from selenium.webdriver.support.ui import WebDriverWait
from trio_websocket import open_websocket_url

DESKTOP, PHONE = (1400, 1000), (390, 844)
PATIENCE = int(os.environ.get("PATIENCE", "5"))
# a name that a player has: markup
EVIL = "<img src=x onerror=window.pwned=1>\"'</script><script>window.pwned=1</script>"
AXE = "build/npm/node_modules/axe-core/axe.min.js"

# Keeps what goes wrong in a page, from before its first script.
WATCH = """
window.wrong = [];
addEventListener('error', e => wrong.push('error: ' + e.message));
addEventListener('unhandledrejection', e => wrong.push('rejected: ' + e.reason));
document.addEventListener('securitypolicyviolation', e => wrong.push('blocked: ' + e.violatedDirective + ' ' + e.blockedURI));
"""


def start(home):
    """Starts a browser with its profile in a folder. Returns its process, and the address that drives it."""
    words = [CHROMIUM, "--headless=new", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
             "--disable-breakpad", "--disable-dev-shm-usage", "--disable-popup-blocking",
             "--remote-debugging-port=0",
             "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
             f"--user-data-dir={home}/profile", "about:blank"]
    if os.geteuid() == 0:
        words.insert(1, "--no-sandbox")  # Chromium has no sandbox for root
    environment = dict(os.environ, HOME=home, XDG_CONFIG_HOME=home, XDG_CACHE_HOME=home, TMPDIR=home)
    log = pathlib.Path(home, "log")
    with log.open("wb") as out:
        process = subprocess.Popen(words, env=environment, stdout=out, stderr=out, start_new_session=True)
    by = time.monotonic() + 30 * PATIENCE
    while process.poll() is None and time.monotonic() < by:
        said = log.read_text(errors="replace")
        if listens := re.search(r"^DevTools listening on ws://([\d.:]+)/", said, re.M):
            return process, listens[1]
        time.sleep(0.02)
    end(process)
    raise AssertionError("no browser: " + log.read_text(errors="replace"))


def end(process):
    """Ends a browser, and the shell that Debian starts it with."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Browser:
    """A browser with a profile of its own. logs: it is to note what pages ask for and say."""

    def __init__(self, logs=True):
        self.home = tempfile.mkdtemp()
        self.process = self.driver = None
        try:
            self.process, self.address = start(self.home)
            chosen = Options()
            chosen.debugger_address = self.address
            if logs:
                chosen.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
            chosen.set_capability("unhandledPromptBehavior", "ignore")
            self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=chosen)
        except BaseException:
            self.close()
            raise
        self.driver.set_page_load_timeout(30 * PATIENCE)
        self.driver.set_script_timeout(60 * PATIENCE)

    def close(self):
        if self.driver:
            self.driver.quit()
        if self.process:
            end(self.process)
        shutil.rmtree(self.home, ignore_errors=True)


class Page:
    def __init__(self, path, size=DESKTOP, dark=False, still=False, at=""):
        """path: a file, or an address of http. still: the reader wants less motion. at: what stands after the path, such
        as #S1901M. A phone (PHONE) is touched."""
        self.browser = Browser()
        try:
            self.begin(path, size, dark, still, at)
        except BaseException:
            self.close()
            raise

    def begin(self, path, size, dark, still, at):
        self.show(size, dark, still)
        self.tell("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        self.visit(path, at)

    def visit(self, path, at=""):
        """Opens another file or address in the same browser. What went wrong before is forgotten."""
        if hasattr(self, "url"):
            self.read_logs()
            self.driver.get("about:blank")  # else another address of the same page would not load it
        served = path.startswith("http://")
        assert served or os.path.exists(path), path + " is not there"
        self.url = path if served else "file://" + os.path.abspath(path)
        # what the page may ask for: its server, or only itself
        self.own = urljoin(path, "/") if served else urldefrag(self.url)[0]
        self.asked, self.said, self.answers = [], [], []
        self.driver.get(self.url + at)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        try:
            if kind is None:
                self.check_clean()
            else:
                self.keep("failed")
        finally:
            self.close()

    def close(self):
        self.browser.close()

    @property
    def driver(self):
        return self.browser.driver

    def tell(self, command, **values):
        return self.driver.execute_cdp_cmd(command, values)

    def show(self, size, dark=False, still=False, media="screen"):
        """A page of this size, in light or dark colours, on a screen or in print."""
        phone = size[0] < 600
        self.tell("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=phone)
        self.tell("Emulation.setTouchEmulationEnabled", enabled=phone)
        self.tell("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}])

    def run(self, script, *values):
        return self.driver.execute_script(script, *values)

    def find(self, name):
        return self.driver.find_element(By.ID, name)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def middle(self, element):
        """Where the middle of an element is on the screen, once it is scrolled there."""
        return self.run("""arguments[0].scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
            const r = arguments[0].getBoundingClientRect(); return {x: r.x + r.width / 2, y: r.y + r.height / 2}""", element)

    def touch(self, point, *others):
        """A finger goes down at a point ({x, y}), along the others, and up."""
        self.tell("Input.dispatchTouchEvent", type="touchStart", touchPoints=[point])
        for other in others:
            self.tell("Input.dispatchTouchEvent", type="touchMove", touchPoints=[other])
        self.tell("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def tap(self, element):
        """Taps the middle of an element with a finger."""
        self.touch(self.middle(element))

    def click(self, element):
        """Clicks the middle of an element with the mouse, whatever lies there: as a reader does, parts of pictures too."""
        point = self.middle(element)
        self.tell("Input.dispatchMouseEvent", type="mouseMoved", **point)
        for kind in ("mousePressed", "mouseReleased"):
            self.tell("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **point)

    def press(self, *keys):
        """Types keys to what has the focus."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def hold(self, modifier, key):
        """Types a key while another is held, such as Control."""
        ActionChains(self.driver).key_down(modifier).send_keys(key).key_up(modifier).perform()

    def wait(self, what, holds, seconds=4):
        """Waits until a condition holds. While a page goes to another, or an element is replaced, none does."""
        WebDriverWait(self.driver, seconds * PATIENCE, 0.05, [WebDriverException]).until(
            lambda _: holds(), "waited in vain for: " + what)

    def picture(self, path, whole=False):
        """What is on the screen, or the whole page, as PNG."""
        with open(path, "wb") as out:
            out.write(base64.b64decode(
                self.tell("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]))

    def keep(self, name):
        """A picture of the whole page, to look at, where SHOTS names a folder for it."""
        if os.environ.get("SHOTS"):
            self.picture(os.path.join(os.environ["SHOTS"], name + ".png"), whole=True)

    def pdf(self):
        return base64.b64decode(self.driver.print_page())

    def is_own(self, url):
        if url.startswith("blob:"):  # what the page has made, such as the script of a worker
            return True
        return url.startswith(self.own) if self.own.startswith("http:") else url == self.own

    def read_logs(self):
        """Reads what the browser noted since: into asked (addresses of others), said and answers."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            values = message["params"]
            if (message["method"] in ("Network.requestWillBeSent", "Network.webSocketCreated")
                    and not values.get("documentURL", "").startswith(("chrome:", "about:"))):  # the browser's own pages
                self.asked.append(urldefrag(values.get("request", values)["url"])[0])
            elif message["method"] == "Network.loadingFinished":
                self.answers.append(values["requestId"])
        self.asked = [url for url in self.asked if not self.is_own(url)]
        self.said += [entry["message"] for entry in self.driver.get_log("browser")]

    def sizes(self):
        """How many bytes each answer had that has come since the log was read last."""
        events = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [event["params"]["encodedDataLength"] for event in events
                if event["method"] == "Network.loadingFinished"]

    def bodies(self):
        """The texts of all answers since the last call, in their sequence, as far as the browser still has them. A stream
        that has not ended is not among them."""
        self.read_logs()
        found = []
        for request in self.answers:
            try:
                body = self.tell("Network.getResponseBody", requestId=request)
            except WebDriverException:
                continue  # the page that asked for it is gone
            found.append(base64.b64decode(body["body"]).decode(errors="replace") if body["base64Encoded"] else body["body"])
        self.answers = []
        return found

    def forgive(self, *words):
        """Forgets what the page has said with one of these words: what a test has done on purpose, such as ending a server."""
        self.read_logs()
        self.said = [said for said in self.said if not any(word in said for word in words)]

    def check_clean(self):
        try:
            raise AssertionError("the page opened a dialog: " + self.driver.switch_to.alert.text)
        except NoAlertPresentException:
            pass
        self.read_logs()
        same("what went wrong in the page", self.run("return window.wrong || []"), [])
        same("what the page said", self.said, [])
        same("what the page asked for", self.asked, [])

    def check_harmless(self):
        """EVIL is text here."""
        same("what ran", self.run("return window.pwned || 0"), 0)
        assert "<img src=x onerror=" in self.run("return document.body.textContent"), "the name is gone"
        same("pictures", len(self.all("img")), 0)

    def fits(self):
        """No part of the page is wider than the screen; the page does not scroll sideways."""
        width, room = self.run("const e = document.documentElement; return [e.scrollWidth, e.clientWidth]")
        assert width <= room, f"the page is {width} wide, the screen {room}"

    def axe(self):
        """What axe-core finds that is serious or critical: a line each. Without it, the test is skipped."""
        if not os.path.exists(AXE):
            pytest.skip("it takes axe-core: npm, and tests/npm.sh")
        with open(AXE, encoding="utf-8") as source:
            self.run(source.read() + "\nwindow.axe = axe;")
        found = self.driver.execute_async_script("""
            const done = arguments[arguments.length - 1];
            axe.run(document, {preload: false, resultTypes: ['violations']}).then(
                result => done(result.violations.map(v => [v.impact, v.id, v.nodes.length, v.nodes[0].html,
                                                           v.nodes[0].failureSummary])),
                error => done([['critical', 'axe failed', 1, String(error), '']]))""")
        return [" ".join(str(part) for part in finding) for finding in found if finding[0] in ("serious", "critical")]


class Crowd:
    """Pages that are open at once in one browser, as if each had its own: each has a context for its cookies and stores. All of
    them count as seen and focused, so none of them rests. What they say is not kept. pages: an address and a size for each."""

    def __init__(self, *pages):
        self.browser = Browser(logs=False)
        self.shown = None
        try:
            self.pages = [Shared(self, window, *page) for window, page in zip(self.open_windows(len(pages)), pages)]
        except BaseException:
            self.close()
            raise

    def open_windows(self, count):
        with urlopen(f"http://{self.browser.address}/json/version") as answer:
            url = json.load(answer)["webSocketDebuggerUrl"]

        async def ask(socket, method, **values):
            await socket.send_message(json.dumps({"id": 1, "method": method, "params": values}))
            while "id" not in (answer := json.loads(await socket.get_message())):
                pass
            return answer["result"]

        async def open_all():
            async with open_websocket_url(url) as socket:
                contexts = [await ask(socket, "Target.createBrowserContext") for _ in range(count)]
                return [(await ask(socket, "Target.createTarget", url="about:blank", **context))["targetId"]
                        for context in contexts]
        return trio.run(open_all)

    def turn_to(self, window):
        if self.shown != window:
            self.browser.driver.switch_to.window(window)
            self.shown = window
        return self.browser.driver

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.browser.close()


class Shared(Page):
    """A page of a crowd."""

    def __init__(self, crowd, window, path, size):
        self.crowd, self.window = crowd, window
        self.tell("Emulation.setFocusEmulationEnabled", enabled=True)
        self.begin(path, size, False, True, "")

    def read_logs(self):
        pass

    @property
    def driver(self):
        return self.crowd.turn_to(self.window)


def same(what, value, wanted):
    assert value == wanted, f"{what}:\n  {value!r}\nis not\n  {wanted!r}"
