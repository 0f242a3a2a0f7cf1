"""browser: a page in Chromium, as a reader has it. Needs chromium, chromium-driver and python3-selenium of Debian.

A page is opened from a file or from a server on this machine. What it says on the console, what its policy blocked, what
it asked others for and what dialogs it opened is kept. Leaving the `with` block fails unless all of that is nothing. No
name but 127.0.0.1 is found. Each Page is a browser of its own: several can be open at once, and share no cookie. Its
profile is in a folder of its own, which goes when the page is closed. SHOTS=FOLDER keeps pictures of pages,
and of what failed.
"""
import base64
import json
import os
import shutil
import sys
import tempfile
from urllib.parse import urldefrag, urljoin

from selenium import webdriver
from selenium.common.exceptions import NoAlertPresentException, WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys  # noqa: F401 (for the tests)
from selenium.webdriver.support.ui import WebDriverWait

DESKTOP, PHONE = (1400, 1000), (390, 844)
PATIENCE = int(os.environ.get("PATIENCE", "5"))
AXE = "build/npm/node_modules/axe-core/axe.min.js"

# Keeps what goes wrong in a page, from before its first script.
WATCH = """
window.wrong = [];
addEventListener('error', e => wrong.push('error: ' + e.message));
addEventListener('unhandledrejection', e => wrong.push('rejected: ' + e.reason));
document.addEventListener('securitypolicyviolation', e => wrong.push('blocked: ' + e.violatedDirective + ' ' + e.blockedURI));
"""


def options(profile):
    chosen = Options()
    for word in ("--headless=new", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-breakpad",
                 "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                 "--user-data-dir=" + profile, "about:blank"):
        chosen.add_argument(word)
    if os.geteuid() == 0:
        chosen.add_argument("--no-sandbox")  # Chromium has no sandbox for root
    chosen.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    chosen.set_capability("unhandledPromptBehavior", "ignore")
    return chosen


class Page:
    def __init__(self, path, size=DESKTOP, dark=False, still=False, at=""):
        """path: a file, or an address of http. still: the reader wants less motion. at: what stands after the path, such
        as #S1901M. A phone (PHONE) is touched."""
        self.home = tempfile.mkdtemp()
        environment = dict(os.environ, HOME=self.home, XDG_CONFIG_HOME=self.home, XDG_CACHE_HOME=self.home)
        service = Service(shutil.which("chromedriver"), env=environment)
        try:
            self.driver = webdriver.Chrome(service=service, options=options(os.path.join(self.home, "profile")))
        except BaseException:
            shutil.rmtree(self.home, ignore_errors=True)
            raise
        self.driver.set_page_load_timeout(30 * PATIENCE)
        self.driver.set_script_timeout(60 * PATIENCE)
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
        self.driver.quit()
        shutil.rmtree(self.home, ignore_errors=True)

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

    def fits(self):
        """No part of the page is wider than the screen; the page does not scroll sideways."""
        width, room = self.run("const e = document.documentElement; return [e.scrollWidth, e.clientWidth]")
        assert width <= room, f"the page is {width} wide, the screen {room}"

    def axe(self):
        """What axe-core finds that is serious or critical: a line each."""
        with open(AXE, encoding="utf-8") as source:
            self.run(source.read() + "\nwindow.axe = axe;")
        found = self.driver.execute_async_script("""
            const done = arguments[arguments.length - 1];
            axe.run(document, {preload: false, resultTypes: ['violations']}).then(
                result => done(result.violations.map(v => [v.impact, v.id, v.nodes.length, v.nodes[0].html,
                                                           v.nodes[0].failureSummary])),
                error => done([['critical', 'axe failed', 1, String(error), '']]))""")
        return [" ".join(str(part) for part in finding) for finding in found if finding[0] in ("serious", "critical")]


def same(what, value, wanted):
    assert value == wanted, f"{what}:\n  {value!r}\nis not\n  {wanted!r}"


def main(tests):
    """NAME.py TEST [VALUE...]: runs one of the functions."""
    tests[sys.argv[1]](*sys.argv[2:])
