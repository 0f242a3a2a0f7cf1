"""login: somebody logs in to aresweb in a browser, looks at his seats and logs out; with and without scripts, on a phone.

    login.py URL ROLE          the password is in PASSWORD
"""
import os
import shutil
import sys
import tempfile

from browser import AXE, DESKTOP, PATIENCE, PHONE, options
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

BASE, ROLE, PASSWORD = sys.argv[1], sys.argv[2], os.environ["PASSWORD"]
KEPT = os.environ.get("SHOTS")  # a folder for pictures, to look at


def same(what, one, other):
    assert one == other, f"{what}:\n  {one}\nis not\n  {other}"


def look(driver, what):
    """Every page fits, and has nothing that axe finds."""
    wide = driver.execute_script("return document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{what} is {wide} pixels too wide"
    if KEPT:
        driver.save_screenshot(os.path.join(KEPT, f"{what}.png".replace(" ", "-")))
    if os.path.exists(AXE):
        driver.execute_script(open(AXE, encoding="utf-8").read())
        found = driver.execute_async_script("const end = arguments[0]; axe.run().then(r => end(r.violations.map(v => v.id)))")
        same("findings in " + what, found, [])


def log_in(driver, password):
    """By keys only: the name, the password, Enter."""
    driver.find_element(By.ID, "name").send_keys(ROLE, Keys.TAB, password, Keys.ENTER)


def play(driver, what):
    def wait(text, found):
        WebDriverWait(driver, 10 * PATIENCE).until(lambda _: found(), text)

    def heading():
        return driver.find_element(By.TAG_NAME, "h1").text

    driver.get(BASE + "/me")
    same("without a login", driver.current_url, BASE + "/login")
    look(driver, what + " form")
    log_in(driver, "wrong")
    wait("a refusal", lambda: driver.find_elements(By.CSS_SELECTOR, "[role=alert]"))
    look(driver, what + " refused")
    log_in(driver, PASSWORD)
    wait("the seats", lambda: driver.current_url == BASE + "/me")
    same("heading", heading(), "Your seats")
    look(driver, what + " seats")
    same("what scripts see of the cookie", driver.execute_script("return document.cookie"), "")
    seat = driver.find_element(By.CSS_SELECTOR, "tbody a").get_attribute("href")
    assert seat.startswith(BASE + "/seat#@"), seat
    driver.get(BASE + "/login")
    same("once more", driver.current_url, BASE + "/me")
    driver.find_element(By.CSS_SELECTOR, "form button").click()
    wait("the way out", lambda: driver.current_url == BASE + "/")
    driver.get(BASE + "/me")
    same("afterwards", driver.current_url, BASE + "/login")
    wrong = [e["message"] for e in driver.get_log("browser") if "403" not in e["message"] and "404" not in e["message"]]
    same("what was said on the console", wrong, [])


def main():
    home = tempfile.mkdtemp()
    try:
        for what, size, script, dark in (("desktop", DESKTOP, True, False), ("phone", PHONE, True, True),
                                         ("no script", DESKTOP, False, False)):
            driver = webdriver.Chrome(service=Service(shutil.which("chromedriver"), env=dict(os.environ, HOME=home)),
                                      options=options(os.path.join(home, what)))
            try:
                driver.set_page_load_timeout(30 * PATIENCE)
                driver.set_script_timeout(60 * PATIENCE)
                driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                    "width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == PHONE})
                driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
                    "features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
                driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not script})
                play(driver, what)
            finally:
                driver.quit()
    finally:
        shutil.rmtree(home, ignore_errors=True)


main()
