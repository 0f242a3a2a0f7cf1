"""login: a user logs in to aresweb in a browser, looks at his seats and logs out; with and without
scripts, on a phone.
"""
import os

from browser import AXE, DESKTOP, PHONE, Keys, Page, same


def look(page, what, script):
    """The page fits, and has nothing that axe finds."""
    page.keep("login " + what)
    page.fits()
    if script and os.path.exists(AXE):
        same("findings in " + what, page.axe(), [])


def log_in(page, role, password):
    """By keys only: the name, the password, Enter."""
    page.find("name").send_keys(role, Keys.TAB, password, Keys.ENTER)


def log_in_and_out(url, role, password, what="desktop", size=DESKTOP, dark=False, script=True):
    """url: the server's address, without a slash at its end."""
    with Page(url + "/healthz", size=size, dark=dark) as page:
        page.tell("Emulation.setScriptExecutionDisabled", value=not script)
        page.visit(url + "/me")
        same("without a login", page.driver.current_url, url + "/login")
        look(page, what + " form", script)
        log_in(page, role, "wrong")
        page.wait("a refusal", lambda: page.all("[role=alert]"), 10)
        look(page, what + " refused", script)
        log_in(page, role, password)
        page.wait("the seats", lambda: page.driver.current_url == url + "/me", 10)
        same("heading", page.all("h1")[0].text, "Your seats")
        look(page, what + " seats", script)
        same("what scripts see of the cookie", page.run("return document.cookie"), "")
        seat = page.all("tbody a")[0].get_attribute("href")
        assert seat.startswith(url + "/seat#@"), seat
        page.driver.get(url + "/login")
        same("once more", page.driver.current_url, url + "/me")
        page.all("form button")[0].click()
        page.wait("the way out", lambda: page.driver.current_url == url + "/")
        page.driver.get(url + "/me")
        same("afterwards", page.driver.current_url, url + "/login")
        page.forgive("403")


def log_in_everywhere(url, role, password):
    log_in_and_out(url, role, password)
    log_in_and_out(url, role, password, "phone", PHONE, dark=True)
    log_in_and_out(url, role, password, "without script", script=False)
