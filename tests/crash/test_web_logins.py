"""web_logins: proves that people log in to aresweb with roles of the database, and play their own
seats and no others; that others do not get in, whatever they send, and hear why; that a session
ends when it must; and that neither passwords nor cookies are in a log.

Makes a server that wants passwords (SCRAM). Passwords are new every time.
"""
import http.client
import json
import re
import secrets
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode

import farm
import pytest
import servers
from farm import holds, query, value, wait_for

ODD = "Ödd 'name"
OTHERS = "geheim" + secrets.token_hex(12)
PASSWORDS = {who: "geheim" + secrets.token_hex(12) for who in ("alice", "bob", "aresweb")}
PASSWORDS[ODD] = OTHERS[::-1] + "geheim ä+%25&=\"'\\;`$(x)€"
ROLES = {"aresweb": "in role farm_web", "alice": "in role farm_agent connection limit 4",
         "bob": "in role farm_agent", ODD: "in role farm_agent", "trusted": "in role farm_agent"}
NO_PLAYERS = {  # they have a password, too, and may not log in to aresweb
    "reader": "in role farm_reader", "no_rights": "", "boss": "superuser in role farm_agent",
    "maker": "createrole in role farm_agent", "worker": "in role farm_agent, farm_worker",
    "heir": f'in role farm_agent, "{servers.USER}"', "barred": "nologin in role farm_agent",
    "late": "valid until '2020-01-01' in role farm_agent"}
JSON = {"Content-Type": "application/json"}
ALICE = {"name": "alice", "password": PASSWORDS["alice"]}
ORDERS = ["A bud - ser", "A vie - gal", "F tri - alb"]
FINAL = {"orders": ORDERS, "final": True, "phase": "S1901M"}


@pytest.fixture(scope="module")
def server():
    """A server with a farm and a game of alice and bob, which is played."""
    server = servers.Server(tcp=True, options=servers.SCRAM,
                            hba=["host all trusted 127.0.0.1/32 trust"],
                            settings="log_connections = on\nlog_statement = all").start()
    server.ask("create database aresfarm")
    server.use("aresfarm")
    farm.ctl("init")
    for role, more in {**ROLES, **NO_PLAYERS}.items():
        login = "" if more.startswith("nologin") else "login"
        password = PASSWORDS.get(role, OTHERS)
        query(f'create role "{role}" {login} password $_${password}$_$ {more}')
    server.pass_file = servers.write_private(
        server.place.path + "/pass",
        f"127.0.0.1:{server.port}:aresfarm:aresweb:{PASSWORDS['aresweb']}\n")
    farm.ctl("game", "create", "table", "--hints", "--seed", farm.SEED,
             "--seats", "@alice,random,@bob,random,random,random,random")
    server.game = value("select id from farm.games")
    with farm.Daemon("aresd", "--workers", 1):
        wait_for(lambda: holds("asked is not null from farm.games"))
        yield server


class Web(farm.Daemon):
    """aresweb, with a role and a password. logs has the logs of all instances."""
    logs = []

    def __init__(self, server, *options):
        self.game = server.game
        tcp = f"host=127.0.0.1 port={server.port} dbname=aresfarm user=aresweb"
        super().__init__("aresweb", "-d", tcp, "--rate", 0, *options, listens=True,
                         env={"PGPASSFILE": server.pass_file})
        Web.logs.append(self.log_path)

    def __exit__(self, *_):
        assert self.stop(seconds=2) == 0


@pytest.fixture(scope="module")
def shared(server):
    with Web(server) as web:
        yield web


@pytest.fixture
def web(shared):
    """One server for all tests. Each test ends all sessions."""
    yield shared
    query("select pg_terminate_backend(pid, 50000) from pg_stat_activity"
          " where application_name = 'aresweb login'")


class Browser:
    """A browser with cookies."""

    def __init__(self, web, cookies=()):
        self.web, self.cookies = web, dict(cookies)

    def ask(self, path, body=None, headers=None):
        """The answer to GET; to POST if there is a body: text, or the fields of a form. Without
        headers, a page of the server has sent it."""
        headers = dict({"Origin": self.web.url} if headers is None else headers)
        headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
        headers["Cookie"] = "; ".join("=".join(cookie) for cookie in self.cookies.items())
        connection = http.client.HTTPConnection("127.0.0.1", self.web.port, timeout=300)
        connection.request("GET" if body is None else "POST", path,
                           urlencode(body) if isinstance(body, dict) else body, headers)
        answer = connection.getresponse()
        answer.text = answer.read().decode()
        connection.close()
        for cookie in answer.headers.get_all("Set-Cookie", ()):
            name, _, content = cookie.partition(";")[0].partition("=")
            self.cookies[name] = content
            if not content or "Max-Age=0" in cookie:
                del self.cookies[name]
        return answer

    def status(self, *request):
        return self.ask(*request).status

    def login(self, name, password=None):
        fields = {"name": name, "password": password or PASSWORDS[name]}
        return self.status("/login", fields)

    def seat(self, power, path, body=None):
        """The answer to a request of the table: its status and its JSON."""
        answer = self.ask("/seat/" + path, None if body is None else json.dumps(body),
                          {"Seat": f"@{self.web.game}/{power}", **JSON})
        return answer.status, json.loads(answer.text)


def sessions(role):
    return value("select count(*) from pg_stat_activity"
                 " where usename = %s and datname is not null", role)


def gone(role):
    wait_for(lambda: sessions(role) == 0, 10, f"{role} to be gone")


def at_once(logins):
    """The answers to logins, which must be refused: by browsers, all at the same time, because each
    answer comes late."""
    def one(login):
        web, name, password = login
        browser = Browser(web)
        answer = browser.ask("/login", {"name": name, "password": password})
        assert browser.cookies == {}
        return answer

    with ThreadPoolExecutor(len(logins)) as pool:
        return list(pool.map(one, logins))


def test_login(web):
    alice = Browser(web)
    words = r'autocomplete="[a-z-]*"|method="[a-z]*" action="[a-z/]*"'
    assert re.findall(words, alice.ask("/login").text) == [
        'method="post" action="/login"', 'autocomplete="username"',
        'autocomplete="current-password"']
    away = alice.ask("/me")
    assert (away.status, away.headers["Location"]) == (303, "/login")
    inside = alice.ask("/login", ALICE)
    assert (inside.status, inside.headers["Location"]) == (303, "/me")
    assert re.fullmatch(rf"aresfarm-{web.port}=[A-Za-z0-9_-]{{24}};"
                        " Path=/; HttpOnly; SameSite=Strict", inside.headers["Set-Cookie"])
    page = alice.ask("/me")
    words = r'<b>[a-z]*</b>|<h2>[A-Za-z ]*</h2>|href="/seat#[^"]*"|none yet'
    assert re.findall(words, page.text) == [
        "<b>alice</b>", "<h2>Waiting for you</h2>", f'href="/seat#@{web.game}/AUS"', "none yet"]
    assert inside.headers["Cache-Control"] == page.headers["Cache-Control"] == "no-store"
    again = alice.ask("/login")
    assert (again.status, again.headers["Location"]) == (303, "/me")
    assert query("select application_name from pg_stat_activity"
                 " where usename = 'alice'") == [("aresweb login",)]
    old = Browser(web, alice.cookies)
    assert (alice.status("/logout", ""), alice.cookies) == (303, {})
    gone("alice")
    assert (old.status("/me"), old.seat("AUS", "state")[0]) == (303, 401)


def test_odd_password(web):
    """Odd names and passwords get through as they are."""
    odd = Browser(web)
    assert odd.login(ODD) == 303
    assert re.search("<b>Ödd (&#39;|')name</b>", odd.ask("/me").text)


def test_refused(web):
    """The page is the same, whatever is wrong. The log has the reason, and no names."""
    alice = PASSWORDS["alice"]
    told = at_once([(web, *login) for login in (
        ("alice", "wrong"), ("alice", alice + "x"), ("Alice", alice), ("alice", PASSWORDS["bob"]),
        ("trusted", "wrong"), ("aresweb", PASSWORDS["aresweb"]), ("alice;host=evil", alice),
        (ODD, PASSWORDS[ODD][:-1]), *((name, OTHERS) for name in (
            "nosuchrole", "trusted", "farm_agent", "dbname=postgres", *NO_PLAYERS)))])
    page = told[0].text
    assert "The name or the password is wrong, or this role may not log in here" in page
    assert {(answer.status, answer.text) for answer in told} == {(403, page)}
    assert query("select usename from pg_stat_activity where usename = any (%s)"
                 " and datname is not null", ["trusted", *NO_PLAYERS]) == []
    for line in ("the database refused a login",
                 "a login was refused: the role is not an external player's",
                 "a login was refused: the database lets this role in without a password"):
        assert line in web.log()
    assert not re.search("nosuchrole|maker|heir|geheim", web.log())
    # no form at all
    for status, body in ((400, "name=alice"), (400, "name=aresweb&password="), (400, ""),
                         (413, "name=alice&password=" + "0" * 1100)):
        assert Browser(web).status("/login", body) == status, body
    assert Browser(web).status("/login", "{}", {"Origin": web.url, **JSON}) == 415


def test_forged(web):
    """A form that no page of ours has sent changes nothing."""
    for headers in (
            {"X": "x"}, {"Origin": "null"}, {"Origin": "http://evil.example"},
            {"Origin": "https" + web.url[4:]}, {"Origin": web.url + ".evil.example"},
            {"Origin": "http://127.0.0.1"}, {"Sec-Fetch-Site": "same-site"},
            {"Sec-Fetch-Site": "none"}, {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "cross-site", "Origin": web.url}):
        browser = Browser(web)
        assert (browser.status("/login", ALICE, headers), browser.cookies) == (403, {}), headers
    alice = Browser(web)
    own = {"Sec-Fetch-Site": "same-origin", "Origin": "null"}
    assert alice.status("/login", ALICE, own) == 303
    assert alice.status("/logout", "", {"Origin": "http://evil.example"}) == 403
    assert alice.status("/logout") == 405
    assert alice.status("/me") == 200
    # a request to the table needs a field that no form can send
    assert alice.status("/seat/state") == 403


def test_only_own_seats(web):
    alice = Browser(web)
    assert alice.login("alice") == 303
    assert alice.seat("FRA", "state") == (403, {"error": "Your role has no such seat"})
    assert alice.seat("FRA", "orders", FINAL)[0] == 403
    assert alice.seat("AUS", "links")[0] == 403  # a host's
    assert alice.status("/seat/state", None, {"Seat": f"@{web.game + 1}/AUS"}) == 403
    for stranger in ({}, {f"aresfarm-{web.port}": "A" * 24}):
        assert Browser(web, stranger).seat("AUS", "state") == (
            401, {"error": "You have not logged in"})


def test_plays(web):
    alice, bob = Browser(web), Browser(web)

    def told(path, body=None):
        """The JSON that the table returns to alice, unchanged."""
        status, answer = alice.seat("AUS", path, body)
        assert status == 200, answer
        return json.dumps(answer)

    assert (alice.login("alice"), bob.login("bob")) == (303, 303)
    state, before = told("state"), told("board")
    assert '"phase": "S1901M"' in state and f'"{ORDERS[0]}"' in state
    assert '"shapes": "<' in before
    assert re.search('"player": "trinity", "orders": \\["[AF] ', told("hint", {"phase": "S1901M"}))
    # others who ask at the same time wait for their turn
    with ThreadPoolExecutor(2) as pool:
        for _ in range(3):
            asked = [pool.submit(who.seat, power, "hint", {}) for who, power in ((alice, "AUS"), (bob, "FRA"))]
            assert [hint.result()[0] for hint in asked] == [200, 200]
    # a role that logs out while it waits for a hint is refused
    with ThreadPoolExecutor(2) as pool, farm.connect(autocommit=False) as session:
        session.execute("lock table farm.turns")
        first = pool.submit(bob.seat, "FRA", "hint", {})
        wait_for(lambda: holds("exists (select from pg_locks where not granted)"))
        second = pool.submit(alice.seat, "AUS", "hint", {})
        time.sleep(0.5)
        assert alice.status("/logout", "") == 303
        session.rollback()
        assert (first.result()[0], second.result()[0]) == (200, 401)
    assert alice.login("alice") == 303
    # all orders are there, and not final: the farm waits
    assert '"problem": "no legal order; nearest: A vie H, ' in told("orders", {"orders": ["A vie - par"]})
    assert '"board": {"phase": "S1901M"' in told("orders", {"orders": ORDERS})
    assert len(told("board")) > len(before)  # her arrows
    assert bob.seat("FRA", "orders", {"orders": ["A par - pic"], "final": False})[0] == 200
    assert "A par - pic" not in told("state")
    assert '"problem": null' in told("orders", FINAL)
    assert alice.seat("AUS", "reopen", {"phase": "S1901M"}) == (200, {"problem": None})
    told("orders", FINAL)
    assert re.search("<td>final</td>|In play", alice.ask("/me").text)
    # she waits, and is told when bob is done
    tag = alice.seat("AUS", "state")[1]["tag"]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(alice.seat, "AUS", f"state?seen={tag}")
        time.sleep(0.5)
        assert not waiting.done()
        last = bob.seat("FRA", "orders", {"orders": ["A par - pic"], "final": True})
        assert '"problem": null' in json.dumps(last)
        assert tag not in json.dumps(waiting.result(15 * farm.PATIENCE))
    wait_for(lambda: holds("farm.phase_name(asked) = 'F1901M' from farm.games"))
    assert [text for text, in query("select text from farm.orders where power = 'AUS'"
                                    " order by text")] == ORDERS
    assert '"phases": ["S1901M"]' in told("state")
    assert alice.seat("AUS", "orders", FINAL)[0] == 409  # an old phase


def test_idle(server):
    """Polling does not count as activity."""
    with Web(server, "--idle", "2s") as web:
        alice = Browser(web)
        assert (alice.login("alice"), alice.status("/me")) == (303, 200)
        tag = alice.seat("AUS", "state")[1]["tag"]
        assert alice.seat("AUS", f"state?seen={tag}") == (401, {"error": "You have not logged in"})
        gone("alice")
        assert alice.status("/me") == 303


def test_many(server):
    """A role has two sessions: a third login ends the oldest. All have as many as --logins says."""
    with Web(server, "--logins", 3) as web:
        alices, bob = [Browser(web) for _ in range(3)], Browser(web)
        assert [alice.login("alice") for alice in alices] == [303] * 3
        assert [alice.status("/me") for alice in alices] == [303, 200, 200]
        assert (bob.login("bob"), Browser(web).login(ODD)) == (303, 503)
        wait_for(lambda: sessions("alice") == 2)
        bob.ask("/logout", "")
        gone("bob")
        assert Browser(web).login(ODD) == 303
    gone("alice")
    with Web(server, "--logins", 0) as web:
        none = Browser(web)
        assert [none.status("/login"), none.login("alice")] == [403] * 2
        # the seats of links need no login, and none is offered
        assert none.status("/me") == 200 and "/login" not in none.ask("/me").text


@pytest.mark.parametrize("change", [
    "drop role carol", "alter role carol nologin", "revoke farm_agent from carol",
    "alter role carol createrole", "alter role carol valid until '2020-01-01'",
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'carol'"])
def test_role_changes(web, change):
    """A role that loses access to the database is refused here at its next request."""
    carol = Browser(web)
    query(f"create role carol login password '{OTHERS}' in role farm_agent")
    assert (carol.login("carol", OTHERS), carol.status("/me")) == (303, 200)
    query(change)
    assert carol.status("/me") == 303
    gone("carol")
    assert carol.status("/me") == 303
    query("drop role if exists carol")


def test_new_password(web):
    """It holds from the next login on."""
    alice = Browser(web)
    assert alice.login("alice") == 303
    query("alter role alice password 'another'")
    assert (alice.status("/me"), Browser(web).login("alice")) == (200, 403)
    query(f"alter role alice password '{PASSWORDS['alice']}'")
    assert Browser(web).login("alice") == 303


def test_database_restarts(web, server):
    alice = Browser(web)
    assert alice.login("alice") == 303
    server.stop()
    assert (Browser(web).login("alice"), alice.status("/me")) == (503, 303)
    server.start()
    assert alice.seat("AUS", "state")[0] == 401
    wait_for(lambda: alice.login("alice") == 303)
    assert alice.seat("AUS", "state")[0] == 200


def test_guessing(server):
    """A failed login is answered late. After twenty, the role waits for a minute; or, where
    addresses are told apart, the address, whatever the role. Others continue."""
    with Web(server) as plain, Web(server, "--rate", 1000) as limited:
        began = time.monotonic()
        assert [answer.status for answer in at_once([(plain, "reader", "no")])] == [403]
        assert time.monotonic() - began >= 1
        told = at_once([*((plain, "bob", "no") for _ in range(24)),
                        *((limited, f"r{i}", "no") for i in range(24))])
        for answers in (told[:24], told[24:]):
            assert Counter(answer.status for answer in answers) == {403: 20, 429: 4}
        assert (Browser(plain).login("bob"), Browser(plain).login("alice")) == (429, 303)


def test_by_name(server):
    """By its name it is reached through a proxy. Only --tls says that this is private."""
    name = {"Host": "farm.example.org", "Origin": "https://farm.example.org"}
    with Web(server, "--name", "farm.example.org") as web:
        assert [Browser(web).status("/login", body, name) for body in (None, ALICE)] == [403, 403]
    with Web(server, "--name", "farm.example.org", "--tls") as web:
        assert Browser(web).status("/login", ALICE, {**name, "X-Forwarded-Proto": "http"}) == 403
        inside = Browser(web).ask("/login", ALICE, {**name, "X-Forwarded-Proto": "https"})
        assert re.fullmatch("__Host-aresfarm=[A-Za-z0-9_-]{24}; Path=/; HttpOnly;"
                            " SameSite=Strict; Secure", inside.headers["Set-Cookie"])
        in_the_open = {**name, "Origin": "http://farm.example.org"}
        assert Browser(web).status("/login", ALICE, in_the_open) == 403
        assert Browser(web).login("alice") == 303


def test_in_a_browser(web, monkeypatch):
    """A browser sends forms as browsers do."""
    monkeypatch.syspath_prepend("tests/pages")
    import login
    login.log_in_everywhere(web.url, "alice", PASSWORDS["alice"])


def test_nothing_in_logs(web, server):
    """Neither passwords nor the cookie are in any log of this suite, or in a command line."""
    alice = Browser(web)
    assert alice.login("alice") == 303
    [secret] = alice.cookies.values()
    assert len(secret) == 24 and alice.seat("AUS", "state")[0] == 200
    logs = []
    for path in (*Web.logs, f"/proc/{web.pid}/cmdline", server.log_path):
        logs += farm.text_of(path).splitlines()
    assert any("alice has logged in" in line for line in logs)
    # the server logs all statements; those by which the suite makes its roles have passwords
    told = re.compile(f"geheim|{secret}|{OTHERS[::-1]}")
    assert [line for line in logs if told.search(line)
            and not re.search("(create|alter) role", line)] == []
