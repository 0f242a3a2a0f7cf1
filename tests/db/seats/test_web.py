"""web: proves that aresweb shows what was played and nothing else, to anyone and for any request:
every address, hostile names, heads and methods; events while a tournament is played; clients that
ask too often; and that it ends with all that it has begun. hostile/web has slow clients. SEED draws
the games.
"""
import gzip
import hashlib
import html
import http.client
import json
import os
import re
import signal
import socket
import threading
import time

import mangle
import people
import pytest

import farm
from farm import ctl, holds, query, wait_for


class Web(farm.Daemon):
    """An aresweb."""

    def ask(self, path, method="GET", body=None, **fields):
        """Begins a request; returns the answer, of which only the head has been read."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=12 * farm.PATIENCE)
        connection.request(method, path, body, fields)
        answer = connection.getresponse()
        answer.text = ""
        return answer

    def get(self, path, *arguments, **fields):
        """The answer, read to its end."""
        answer = self.ask(path, *arguments, **fields)
        answer.text = answer.read().decode()
        return answer

    def text(self, path):
        answer = self.get(path)
        assert answer.status == 200, path
        return answer.text

    def status(self, path, **fields):
        return self.get(path, **fields).status

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=4 * farm.PATIENCE)

    def raw(self, text):
        """Sends these bytes; the first line of what comes."""
        with self.connect() as connection:
            connection.sendall(text)
            return connection.makefile("rb").readline().strip().decode()

    def asset(self, name):
        return re.search('/assets/[^"/]*/', self.text("/")).group() + name

    def addresses(self, name="shown", game=None):
        """daemon/web/http/addresses.def: each page, an example address, and the answer to a GET."""
        game = game or farm.games_of(name)[0]
        row = re.compile(r'^ADDRESS\((\w+), "(.*)", (\w+), (\w+), (\w+), \w+\)$', re.M)
        rows = row.findall(farm.text_of("daemon/web/http/addresses.def"))
        assert len(rows) >= 29
        for page, path, parameters, method, kind in rows:
            if kind == "LOGIN" and farm.ON_USERS_SERVER:
                continue  # whether people can log in depends on the server
            path = self.asset("web.css") if page == "ASSET" else path.replace("/m/*", "/m/standard")
            path = path.replace("*", name).replace("#", str(game))
            path += "?phase=S1901M" if parameters == "PHASE" else ""
            status = 204 if page == "ICON" else 200
            if kind in ("SEAT", "HOST", "LOGIN"):
                status = 405 if method in ("POST", "FORM") else 200 if page == "ME" else 403
            yield page, path, status

    def ends(self):
        """Stops it: it must end with all that it has begun."""
        assert self.stop(signal.SIGINT, 2) == 0


def until(stream, pattern):
    """Reads a stream of events until the pattern has come."""
    limit = time.monotonic() + 10 * farm.PATIENCE
    while not re.search(pattern, stream.text, re.M):
        piece = stream.read1(65536)
        assert piece and time.monotonic() < limit, f"{pattern} did not come: {stream.text}"
        stream.text += piece.decode()


def serve(*options, **more):
    return Web("aresweb", "--rate", "0", *options, listens=True, **more)


@pytest.fixture(name="web", scope="module")
def _web():
    farm.create("shown", "randbot,random", "--rounds", 6, games=4)
    farm.create("rated", "randbot,random,holdbot", "--rounds", 6, games=6)
    farm.create("won", "trinity,holdbot,holdbot", "--seed", 1)
    farm.create("kept", "randbot" + 6 * ",holdbot", "--rounds", 1, "--seed", 1, games=2)
    farm.create("plain", "dumbbot,random", "--rounds", 12, "--map", "europe5", "--seed", 1)
    farm.aresd("--until-done")
    query("""
        update farm.boards set think_ns = array(
            select sign(ns) * (1000 + phase * power * 997 % 90000)
            from unnest(think_ns) with ordinality t (ns, power))
        where orders is not null""")
    with serve("--quiet") as web:
        yield web


@pytest.fixture(name="game")
def _game(web):
    return farm.games_of("shown")[0]


# ── what is shown ──

def test_pages(web, game):
    for path, *parts in (
            ("/", '<a href="/t/shown">shown</a>', ">4 of 4<"), ("/wall", "board.svg?phase="),
            ("/t/shown", "4 finished", f'<a href="/g/{game}">1<', '<th scope="row">randbot</th>'),
            (f"/g/{game}?phase=S1901M", "board.svg?phase=S1901M"), ("/healthz", "ok\n"),
            ("/workers", "<h1>Workers</h1>"), (web.asset("table.css"), ".b-paper{"),
            ("/metrics", 'aresfarm_games{state="finished",tournament="shown"} 4\n')):
        text = web.text(path)
        assert [part for part in parts if part not in text] == [], path
    types = re.compile("^# TYPE.*", re.M)
    assert types.findall(web.text("/metrics")) == types.findall(ctl("metrics"))
    assert web.text(web.asset("web.js")) == farm.text_of("daemon/web/site/web.js")


# What is served of games with a seed of their own, and of a map: a digest of each page. If one is changed on
# purpose, look at it, and put its new digest here.
DIGESTS = """
/t/won 8355381b
/t/kept 99c87bab
/t/kept?score=squares b8859e68
/t/plain 86a63351
/g/won ce0084ae
/g/won?phase=S1901M 723c80e0
/g/won/board.svg?phase=F1901M 29e11691
/g/won/phase?phase=F1901M d06aaab9
/g/won/replay a4fa55c3
/g/won/line 25138b71
/g/kept 2e797c49
/g/kept/phase?phase=S1901M d34ea67b
/g/plain?phase=W1901A 3078a739
/g/plain/board.svg?phase=F1902M ed133c0f
/g/plain/replay d00e080f
/m/standard/map.json c63acaf6
/m/standard/map.txt b9946625
/m/standard/ground.svg 6d545d6b
/m/europe5/map.json bc3c5b66
/m/europe5/ground.svg dac8e55f
"""


def test_as_before(web):
    """Pages are as they were, but for styles, scripts and numbers of games."""
    games = {name: str(farm.games_of(name)[0]) for name in ("won", "kept", "plain")}
    names = {f"{game}": name for name, game in games.items()} | {str(farm.games_of("kept")[1]): "kept2"}
    moving = r"<style.*?</style>|<script(?! type=.application/json).*?</script>|(?<=/assets/)\w+|sha256-[^']*"
    said = {}
    for path in [line.split()[0] for line in DIGESTS.strip().split("\n")]:
        page = web.text(re.sub("(?<=/g/)[a-z]+", lambda name: games[name[0]], path))
        text = re.sub(moving, "", page, flags=re.S)
        text = re.sub(r'(/g/|[Gg]ame[= ]|"game":)(\d+)',
                      lambda game: game[1] + names.get(game[2], game[2]), text)
        said[path] = hashlib.sha256(text.encode()).hexdigest()[:8]
    assert "\n".join(f"{path} {digest}" for path, digest in said.items()) == DIGESTS.strip()


def test_winner(web):
    """Lists of games name the power and the player that has won alone."""
    (winner,), = query("""
        select power || ': ' || player from farm.results where tournament = 'won' and fate = 'win'""")
    assert re.search(f"W19[0-9]+A solo {winner}</li>", web.text("/t/won"))
    assert re.search(f"won/1: solo {winner}</span>", web.text("/wall"))


def test_remarks(web):
    """Below the standings stands what readers must know of them."""
    remark = farm.value("select said from farm.remarks where tournament = 'kept'")
    assert remark.startswith("Players kept their powers")
    assert f"</table></div>\n<p>{remark}</p>" in web.text("/t/kept")
    assert remark in web.text("/t/kept/report")
    assert "kept their powers" not in web.text("/t/shown") + web.text("/t/shown/report")


def test_home(web):
    """Tournaments are in sheets: games with people first, then games in play, then what is over, the
    newest first."""
    query("""
        select farm.tournament_create('many-' || i, 'standard', rules, judge, seed, 1, round_limit,
                                      seats, array_agg(user_id), 1, array_agg(entrant))
        from farm.tournaments t join farm.games g on g.tournament_id = t.id
        join farm.seats s on s.game_id = g.id, generate_series(1, 60) i
        where name = 'shown' and number = 1 group by t.id, i order by i""")
    ctl("game", "create", "people", "--seats", "anna=@" + 6 * ",random")

    def names():
        return re.findall('<a href="/t/([^"]*)"', web.text("/"))

    wait_for(lambda: names()[:2] == ["people", "many-60"], 2)  # the page may be a second old
    assert len(names()) == 50
    assert "paused" not in web.text("/")
    ctl("tournament", "pause", "many-60")
    wait_for(lambda: "paused" in web.text("/"), 2)
    for path, part in (("/", '<a href="/?page=2" rel="next">'), ("/t/people", "1 to be played"),
                       ("/?page=2", '<a href="/?page=1" rel="prev">'),
                       ("/", "<h2>Games with people</h2>")):
        assert part in web.text(path)
    query("select farm.tournament_cancel(name) from farm.tournaments where name ~ '^(many|people)'")
    assert web.status("/?page=1000000") == 200
    assert web.status("/?page=0") == 404
    over = re.compile('<details id="over"( open)?><summary><h2>Over</h2>')
    wait_for(lambda: over.search(web.text("/?x")), 2)


def without_board(replay):
    """A file with a replay, without the board to think on, which the server has as a page."""
    policy = r" 'sha256-[^']*' 'wasm-unsafe-eval'; worker-src blob:"
    parts = r'<script[^>]* id="(?:line-of-game|module|thinkingpage|second)">.*?</script>\n'
    return re.sub(parts, "", re.sub(policy, "", replay), flags=re.S)


def test_game(web, game, tmp_path):
    """What is served of a game has the bytes of aresctl's files: board and replay. The policy of
    the replay's head allows its script. Page and phase have the same orders."""
    page = web.text(f"/g/{game}?phase=F1901M")
    orders = re.findall(r'^<li data-o="[0-9]*"[^>]*><b>(.*)</b> <i>(.*?)</i>', page, re.M)
    assert len(orders) >= 20
    assert sorted(orders) == sorted(query("""
        select text, result from farm.orders where game = %s and phase_name = 'F1901M'""", game))
    assert re.search(r"</i> <span>[^<]+</span></li>", page), "there are no reasons"
    for way in ("board.svg?phase=F1901M", "phase?phase=F1901M", "replay"):
        assert f'<a href="/g/{game}/{way}">' in page
    board = ctl("show", game, "F1901M", "--svg") + "\n"
    assert web.text(f"/g/{game}/board.svg?phase=F1901M") == board
    ctl("animate", game, "-o", tmp_path / "replay")
    answer = web.get(f"/g/{game}/replay")
    assert answer.text == without_board((tmp_path / "replay").read_text())
    script = re.search("script-src 'sha256-[^']*'", answer.headers["Content-Security-Policy"])
    assert script.group() in answer.text
    phase = json.loads(web.text(f"/g/{game}/phase?phase=F1901M"))
    assert (phase["phase"], phase["name"]) == ("F1901M", "Fall 1901, moves")
    assert len(phase["owners"]) == 75
    assert ('<article id="F1901M">\n{html}<template>{shapes}</template>\n</article>'.format(**phase)
            in answer.text)


def test_dislodged(web):
    """The page of a phase names the units that were dislodged."""
    farm.create("fights", "dumbbot,ares", "--rounds", 8, games=2)
    farm.aresd("--until-done")
    game, phase, unit = query("""
        select o.game, o.phase_name, o.power || ' ' || left(o.text, 5)
        from farm.orders o join farm.games g on g.id = o.game join farm.tournaments t on t.id = g.tournament_id
        where t.name = 'fights' and o.dislodged order by 1, 2, 3 limit 1""")[0]
    said = re.search("Dislodged: ([^<]*)", web.text(f"/g/{game}?phase={phase}"))
    assert said and unit in said.group(1)


def test_map(web):
    """The places of a map: borders have two sides, and each unit stands on the page."""
    world = json.loads(web.text("/m/standard/map.json"))
    provinces = world["provinces"]
    places = [place for province in provinces for place in province["places"]]
    assert world["powers"] == "AUS ENG FRA GER ITA RUS TUR".split()
    assert (len(provinces), len(places)) == (75, 81)
    assert sum(province["centre"] for province in provinces) == 34
    borders = {(i, j) for i, province in enumerate(provinces) for j in province["near"]}
    assert len(borders) > 300 and borders == {(j, i) for i, j in borders}
    assert [one["code"] for one in provinces if one["home"] == 0] == ["bud", "tri", "vie"]
    assert all(1 <= place[x] <= 1200 and 1 <= place[y] <= 960
               for place in places for x, y in (("x", "y"), ("dx", "dy")))
    ground, table = web.text("/m/standard/ground.svg"), web.text("/seat")
    lands = set(re.findall('data-land="[0-9]*"', ground))
    assert len(lands) == sum(province["kind"] != "sea" for province in provinces)
    assert ground in table
    assert json.loads(re.search(r'id="places">([^<]*)</script>', table)[1]) == world


@pytest.mark.parametrize("name", ["shown", "rated"])
def test_report(web, name, tmp_path):
    """What the report that is served says is what aresctl report says, but for what is not a visitor's
    business. Its links lead to replays of this server."""
    def sections(text):
        return text[text.index('<section id="verdict"'):text.index('<section id="games"')]

    assert f'<a href="/t/{name}/report">report</a>' in web.text(f"/t/{name}")
    served = web.text(f"/t/{name}/report")
    ctl("report", name, "--no-replays", "-o", tmp_path / "written")
    written = (tmp_path / "written").read_text()
    assert sections(served) == sections(written)
    assert "<dt>seed</dt>" in written
    assert not re.search("<dt>seed|[0-9a-f]{64}|Quarantined|<script|permission denied", served)
    assert ('<section id="ratings"' in served) == (name == "rated")
    links = set(re.findall('"(/g/[0-9]+/replay)">game ([0-9]+)', served))
    assert len(links) >= 2
    for path, number in links:
        assert re.search(f"<title>{name}/{number}[^0-9]", web.text(path))


def test_report_by_score(web):
    """Each score that the page names has a report; and so has the tournament's page."""
    scores = re.findall(r'href="\?score=(\w+)"', web.text("/t/rated/report"))
    assert scores == ["thesis", "squares", "daide", "solos"]
    assert re.findall(r'href="\?score=(\w+)"', web.text("/t/rated")) == scores
    for score in scores:
        said = web.text(f"/t/rated/report?score={score}")
        assert f"ratings are by the score {score}." in said and '<section id="ratings"' in said
        rows = re.findall(r'<tr><th scope="row">(\w+)</th><td class="n">([-.\d]+)</td>'
                          r'<td class="n">([.\d]+)</td>', web.text(f"/t/rated?score={score}"))
        assert rows == query("""
            select s.player, s.points::text, p.share::text from farm.score_standings s
            join farm.score_standings p using (tournament, player)
            where tournament = 'rated' and s.score = %s
              and p.score = replace(s.score, 'daide', 'thesis')
            order by s.share desc, s.points desc, player""", score)
    assert web.text("/t/rated") == web.text("/t/rated?score=thesis")
    for path in ("", "/report", "/events"):
        assert web.status(f"/t/rated{path}?score=places") == 404


def test_until(web):
    """What --until has come to is on the page."""
    farm.create("until", "randbot,random", "--rounds", 4, "--until", "20%", games=20)
    said = query("select said from farm.stopping_told where tournament = 'until'")[0][0]
    assert f"<p>{html.escape(said, quote=False)}</p>" in web.text("/t/until")
    farm.cancel("until")


def test_report_holds_up_nobody(web):
    """A report takes as long as it takes; other pages do not wait for it. Here it waits for a lock,
    for a second. If the machine is so slow that the other page takes as long, it is tried again."""
    reports = []
    for _ in range(4):
        with serve() as own, farm.connect(autocommit=False) as session:
            session.execute("lock table farm.summaries")
            ask = threading.Thread(target=lambda: reports.append(own.status("/t/shown/report")))
            reports.clear()
            ask.start()
            wait_for(lambda: reports or holds("count(*) > 0 from pg_locks where not granted"
                                              " and relation = 'farm.summaries'::regclass"))
            assert own.status("/healthz") == 200
            meanwhile = not reports
            ask.join()
            own.ends()
            assert reports == [503]
            assert "a page is not made: canceling statement due to lock timeout" in own.log()
        if meanwhile:
            break
    assert meanwhile


def test_a_defect_is_no_outage():
    """A report whose question fails whenever it is asked is a defect, and the page says so."""
    function = farm.value("select pg_get_functiondef('farm.share95'::regproc)")
    query("create or replace function farm.share95(n bigint, shares float8, squares float8,"
          " expected float8, out low float8, out high float8, out p float8, out dispersion float8)"
          " language plpgsql immutable as 'begin low := 1 / (n - n); end'")
    try:
        with serve() as own:
            answer = own.get("/t/rated/report")
            own.ends()
    finally:
        query(function)
    assert (answer.status, "cannot be made" in answer.text) == (500, True)


# ── addresses ──

def test_every_address(web):
    """Each address that the server has answers as the table says; with the head fields that keep
    browsers from guessing and framing; without inline scripts and styles; and to HEAD as to GET."""
    assets, different = set(), ("Date", "Content-Length", "Transfer-Encoding", "ETag")  # a page may be made anew meanwhile
    for page, path, status in [*web.addresses(), ("", "/nothing", 404), ("", "/%00", 400)]:
        answer, head = web.ask(path), web.get(path, "HEAD")
        assert (answer.status, head.status, head.text) == (status, status, ""), path
        check_head(path, answer.headers, page in ("LOGIN", "ME"))
        if status != 405:
            fields = [[field for field in part.headers.items() if field[0] not in different]
                      for part in (answer, head)]
            assert fields[0] == fields[1], path
        if page != "EVENTS":  # it does not end by itself
            text = answer.read().decode()
            styled = "style-src 'unsafe-inline'" in answer.headers["Content-Security-Policy"]
            assert styled == (page in ("BOARD", "GROUND", "REPLAY", "REPORT")), path  # files
            inline = re.search(r'<script>|<style|javascript:|[ "](style|on[a-z]+)=', text)
            assert styled or page == "ASSET" or not inline, path
            assets |= set(re.findall('(?:href|src)="(/assets/[^"]*)"', text))
        answer.close()
    assert len(assets) >= 3
    for path in assets:
        answer = web.get(path)
        assert (answer.status, answer.headers["Cache-Control"]) == (
            200, "public, max-age=31536000, immutable"), path


def check_head(path, fields, is_form=False):
    for field, content in (("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
                           ("Referrer-Policy", "same-origin" if is_form else "no-referrer"),
                           ("Cross-Origin-Opener-Policy", "same-origin"),
                           ("Cross-Origin-Resource-Policy", "same-origin")):
        assert fields.get_all(field) == [content], path
    policy, = fields.get_all("Content-Security-Policy")
    assert policy.startswith("default-src 'none'; "), path
    assert policy.endswith("; frame-ancestors 'none'; base-uri 'none'"), path
    assert not re.search(r"(?<!wasm-)unsafe-eval|\*|script-src[^;]*unsafe-inline", policy), path
    assert fields["Content-Type"], path


# By status. Names that would be markup, paths or SQL are only names that no tournament has.
NAMES = {
    404: """/nothing /t /t/ // /t/shown/ /t/shown/events/ /t/shown/report/ /t//report
        /t/%3Cscript%3Ealert(1)%3C/script%3E /t/%3Cimg%20src=x%3E /t/'%20or%201=1-- /t/%F0%9F%92%A5
        /t/LONG /../../etc/passwd /assets/..%2f..%2f/etc /t/..%2f..%2fetc%2fpasswd /g/0 /g/-1 /g/1e3
        /g/99999999999999999999999 /g/%31x
        /g/GAME?phase=S1999M /g/GAME?phase=x /g/GAME/board.svg?phase=W1999A /t/shown?page=0
        /g/GAME/phase /g/GAME/phase?phase=S1999M /g/0/phase?phase=S1901M /assets/x/web.js
        /m/nothing/map.json /m/nothing/ground.svg /m/nothing/map.txt""",
    400: """/%00 /t/shown%00 /t/%0d%0aSet-Cookie:x /t/%1b[31m /t/%ff%fe /t/% /t/%4 /t/%zz
        /g/1?phase=%""",
    200: "/t/%73hown /t/shown?page=9 /t/shown?page=1&x=%3Cscript%3E"}


def test_names(web, game):
    for page, path, status in web.addresses("none", 9223372036854775807):
        if status == 200 and re.search("/none|/9", path) and page != "ASSET":
            assert web.status(path) == 404, path
    for status, paths in NAMES.items():
        for path in paths.replace("GAME", str(game)).replace("LONG", "x" * 64).split():
            answer = web.get(path)
            assert answer.status == status, path
            assert ("There is no such page" in answer.text) == (status == 404), path
    assert "<script>" not in web.get("/t/%3Cscript%3Ex").text


# ── requests ──

def test_requests(web):
    """Methods that change something, lengths in doubt, and names of others' hosts are refused: a
    stranger's page can have its name point here."""
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"):
        answer = web.get("/", method)
        assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD"), method
        check_head(method, answer.headers)
    check_head("a body", web.get("/", "POST", "x=1").headers)
    for fields, status in (
            ("Content-Length: 0\r\nContent-Length: 5", "400 Bad Request"),
            ("Content-Length: 0\r\nTransfer-Encoding: chunked", "400 Bad Request"),
            ("Host: 127.0.0.1", "400 Bad Request"),
            ("Transfer-Encoding : chunked", "400 Bad Request"),
            ("Content-Length\t: 5", "400 Bad Request"),
            ("Content-Length: 5000000", "413 Content Too Large"),
            ("Content-Length: 10", "413 Content Too Large"),
            ("Transfer-Encoding: chunked", "413 Content Too Large")):
        request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n{fields}\r\n\r\nhalf"
        assert web.raw(request.encode()) == "HTTP/1.1 " + status, fields
    assert web.raw(b"GET / HTTP/1.1\r\n\r\n") == "HTTP/1.1 400 Bad Request"
    tls = b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n"
    assert web.raw(tls) in ("", "HTTP/1.1 400 Bad Request")
    assert web.status("/" + 20000 * "x") == 414
    assert web.status("/", X=20000 * "x") == 431
    for host, status in (("evil.example", 421), ("127.0.0.1.evil.example:80", 421),
                         ("LocalHost:1", 200)):
        assert web.status("/", Host=host) == status, host
    with serve("--name", "play.example.org") as named:
        assert named.status("/", Host="play.example.org") == 200
        assert named.status("/", Host="example.org") == 421


def test_rate():
    with serve("--rate", "1") as web:
        answers = [web.get("/healthz") for _ in range(20)]
        assert {(answer.status, answer.headers["Retry-After"]) for answer in answers} == {
            (200, None), (429, "1")}
        wait_for(lambda: web.status("/healthz") == 200, 4)


def test_mangled(web):
    """It answers mangled requests or cuts them off, and ends as it should. RUNS=100000 sends more;
    SEED draws them."""
    with serve("--quiet") as own:
        paths = [path for _, path, _ in web.addresses()] + ["/t/%41%42", "/g/1?phase=F1901M"]
        answers = mangle.send(own.port, int(os.environ.get("RUNS", "3000")), farm.SEED, paths)
        assert {"200", "400"} <= set(answers), answers
        assert own.status("/t/shown") == 200
        own.ends()
        # but for pages that were being made at the end
        assert re.sub(".* a page is not made: no answer for .*\n", "", own.log()) == ""


# ── while it runs ──

def test_events(web):
    """Several watch a tournament that is played: each hears of its begin and of its end, over three
    sessions of the database in all. Each stream ends as a whole when the server ends."""
    with serve(env={"PGAPPNAME": "watched"}) as own:
        farm.create("moves", "randbot,random", "--rounds", 6, games=60)
        streams = [own.ask("/t/moves/events") for _ in range(5)]
        squares = own.ask("/t/moves/events?score=squares")
        for stream in streams:
            until(stream, "60 to be played")
        farm.aresd("--until-done")
        for stream in streams:
            until(stream, "^data: .*60 finished")
            until(stream, '^data: .*<th scope="row">randbot</th>')
        for stream, score in ((streams[0], "thesis"), (squares, "squares")):
            points, = query("select points from farm.score_standings where player = 'randbot' and"
                            " tournament = 'moves' and score = %s", score)[0]
            until(stream, f'^data: .*randbot</th><td class="n">{points}</td>')
        assert holds("count(*) = 3 from pg_stat_activity where application_name = 'watched'")
        own.ends()
        for stream in streams:
            for line in (stream.text + stream.read().decode()).split("\n"):
                assert re.fullmatch("event: [a-z]+|data: .*|:|", line)


def test_streams_of_one_address(web):
    """An address that watches many tournaments leaves room for others."""
    farm.create("mine", "random,random", "--rounds", 2)
    query("""
        select farm.tournament_create('watched-' || i, 'standard', rules, judge, seed, 1, round_limit,
                                      seats, array_agg(user_id), 1, array_agg(entrant))
        from farm.tournaments t join farm.games g on g.tournament_id = t.id
        join farm.seats s on s.game_id = g.id, generate_series(1, 64) i
        where name = 'mine' group by t.id, i order by i""")
    with serve("--rate", "1000") as own:
        streams = [own.ask(f"/t/watched-{i}/events") for i in range(1, 65)]
        assert [stream.status for stream in streams].count(200) == 8
        assert own.ask("/t/watched-1/events").status == 200  # it is made once for all
        other = http.client.HTTPConnection("127.0.0.1", own.port, source_address=("127.0.0.2", 0),
                                           timeout=12 * farm.PATIENCE)
        other.request("GET", "/t/mine/events")
        assert other.getresponse().status == 200
    query("select farm.tournament_drop(name) from farm.tournaments where name ~ '^watched-|^mine$'")


def test_packed(web):
    """Scripts, styles and pages are packed for a browser that takes it, and not sent to one that has them."""
    sizes = [0, 0]
    paths = [web.asset(name) for name in ("opening.js", "playing.js", "thinking.js", "page.css", "table.css", "web.js")]
    for path in (*paths, "/seat", "/analysis", "/m/standard/map.json", "/m/standard/ground.svg"):
        plain = web.ask(path)
        text, tag = plain.read(), plain.headers["ETag"]
        assert plain.headers["Content-Encoding"] is None and plain.headers["Vary"] == "Accept-Encoding"
        packed = web.ask(path, **{"Accept-Encoding": "br, gzip"})
        assert packed.headers["Content-Encoding"] == "gzip"
        bytes_ = packed.read()
        assert gzip.decompress(bytes_) == text
        sizes = [sizes[0] + len(text), sizes[1] + len(bytes_)]
        refused = web.ask(path, **{"Accept-Encoding": "gzip;q=0"})
        assert refused.read() == text
        same = web.ask(path, **{"If-None-Match": tag})
        assert (same.status, same.read(), same.headers["ETag"]) == (304, b"", tag)
        assert web.status(path, **{"If-None-Match": 'W/"other"'}) == 200
    assert sizes[1] < 0.5 * sizes[0], sizes


def test_wall(web):
    """One old game that waits does not hide games that were played since."""
    people.make_roles(alice="farm_agent")
    old, = farm.create("waits", "random,random,@alice,random,random,random,random")
    farm.create("since", "randbot,random", "--rounds", 2, games=2)
    with farm.Daemon("aresd", "--workers", "1"):
        wait_for(lambda: holds("state = 'waiting' from farm.games where id = %s", old))
        wait_for(lambda: farm.finished("since"))
    with serve() as own:
        wall = own.text("/wall")
        assert "since/1: " in wall
        assert f'waits/1: S1901M </span>\n<img class="board" src="/g/{old}/board.svg?phase=S1901M"' in wall
    farm.cancel("waits")
    assert web.status(f"/g/{old}/board.svg") == 404


def test_start(web, tmp_path):
    """A game that waits in its first phase shows its starting position: the map's, or its own."""
    cases = tmp_path / "late.cases"
    cases.write_text("case late\nphase F1905M\nunit FRA A bur\nunit GER F bal\n"
                     "owner par FRA\nowner ber GER\nend\n")
    people.make_roles(alice="farm_agent")
    seats = "random,random,@alice,random,random,random,random"
    usual, = farm.create("usual", seats)
    chosen, = farm.create("chosen", seats, "--start", cases)
    with farm.Daemon("aresd", "--workers", "1"):
        wait_for(lambda: holds("count(*) = 2 from farm.games where state = 'waiting' and id = any(%s)",
                               [usual, chosen]))
    for game, phase, units in (usual, "S1901M", 22), (chosen, "F1905M", 2):
        page = web.text(f"/g/{game}")
        assert f'src="/g/{game}/board.svg?phase={phase}"' in page and "Nothing was played yet" in page
        for query_ in "", f"?phase={phase}":
            picture = web.text(f"/g/{game}/board.svg{query_}")
            assert picture.count('class="b-unit"') == units + 2  # the legend has two
        assert web.status(f"/g/{game}/board.svg?phase=S1902M") == 404
    farm.cancel("usual")
    farm.cancel("chosen")
    wait_for(lambda: "<p>Nothing was played.</p>" in web.text(f"/g/{usual}"))  # made once a second


def test_sessions_lost(web):
    """The database server ends its sessions while it is idle: no answer fails."""
    with serve(env={"PGAPPNAME": "lost"}) as own:
        assert own.status("/workers") == 200
        assert query("select pg_terminate_backend(pid, 60000) from pg_stat_activity"
                     " where application_name = 'lost'") != []
        assert [own.status(path) for path in ("/workers", "/t/shown")] == [200, 200]
        own.ends()


def test_nothing_early(web):
    """Orders submitted for a phase that is still open are in no answer."""
    people.make_roles(alice="farm_agent")
    game, = farm.create("open", "random,random,@alice,random,@alice,random,random")
    with farm.Daemon("aresd", "--workers", "1"):
        wait_for(lambda: holds("state = 'waiting' from farm.games where id = %s", game))
    query("select api.submit_orders(%s, '{A par - bur}', power => 'FRA')", game, role="alice")
    assert holds("orders = '{A par - bur}' from farm.pending_orders where game_id = %s", game)
    stream = web.ask("/t/open/events")
    until(stream, "^data: ")
    assert "It waits for orders for <strong>S1901M</strong>." in web.text(f"/g/{game}")
    query("update farm.turns set deadline = now() + interval '25 hours' where game_id = %s", game)
    deadline = re.compile(', until <time datetime="[-0-9]+T[:0-9]+Z">[-0-9]+ [:0-9]+ UTC</time>:'
                          r' (24 h 59|25 h 0) min\.')
    wait_for(lambda: deadline.search(web.text(f"/g/{game}")), 2)
    for page, path, status in web.addresses("open"):
        if page != "EVENTS":
            answer = web.get(path)
            assert answer.status in (status, 404), path  # nothing was played yet
            assert not re.search("par - bur|BUR</title>", html.unescape(answer.text), re.I), path
    query("select farm.game_cancel(%s)", game)
    until(stream, "^data: .*1 cancelled")
    assert "par - bur" not in html.unescape(stream.text).lower()


def test_begins(web):
    """It takes the rights of farm_web, whatever role it is; without them it does not begin. Nor
    does it where it cannot listen (test_listener tries what is no place)."""
    people.make_roles(member="farm_web", no_rights=None)
    for what, place, role in (("permission denied", "127.0.0.1:0", "no_rights"),
                              ("must be ADDRESS:PORT", "8027", None),
                              ("Address already in use", f"127.0.0.1:{web.port}", None)):
        farm.refused(what, *farm.program("aresweb", "--listen", place), role=role)
    with serve(role="member") as own:
        assert own.status("/t/shown") == 200


def test_log(web):
    """A line of the log has the method, the address without its query, the status and the time."""
    with serve() as own:
        own.get("/t/shown?page=1&secret=abc")
        fields = {"Cookie": "secret", "Referer": "http://secret", "User-Agent": "secret"}
        own.get("/nothing?secret=abc", **fields)
        assert own.stop(signal.SIGTERM, 2) == 0
        assert "secret" not in own.log()
        for line in ("[-0-9]+ [:0-9]+ aresweb: GET /t/shown 200 [0-9]+ ms",
                     ".* aresweb: GET /nothing 404 .*"):
            assert re.search(f"^{line}$", own.log(), re.M)
