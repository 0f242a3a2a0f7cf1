"""login: seats of roles at the same table as those of links: by the functions of schema api; and that
nobody logs in to aresweb where the database asks for no password. SEED draws the games.
"""
import http.client
import re

import people
import pytest

import farm
from farm import query, value
from people import NO_TURN, ask, begin, by_link

ONE = "@alice,random,random,random,random,random,random"
NO_SEAT = "you have no such seat"


@pytest.fixture(scope="module", autouse=True)
def roles():
    people.make_roles(alice="farm_agent", bob="farm_agent", carol="farm_agent", web="farm_web")
    yield
    people.stop()


def seat(role, call, *parameters, what="to_jsonb(x)"):
    """What a function of the seat tells a role: its rows as JSON."""
    return ask(role, f"select {what} from api.{call} x", *parameters)


def give(role, game, power, orders, final=False, phase=None):
    """Submits orders, separated by commas, at the table: what is wrong with them."""
    return ask(role, "select coalesce(text || ': ', '') || problem from api.seat_submit_orders(%s, %s, %s, %s, %s)"
               " where problem is not null", game.id, power, f"{{{orders}}}", final, phase)


# ── a seat by SQL ──

def test_as_by_link():
    """What a role is told of its seat is what a link to the same seat is told."""
    game = begin("same", "@alice,random,@bob,random,random,random,random")
    link = farm.ctl("invite", "same/1", "AUS")
    for phase in ("S1901M", "F1901M"):
        game.asks(phase)
        for function in ("", "_turn", "_others", "_history"):
            mine = seat("alice", f"seat{function}(%s, 'aus')", game.id, what="to_jsonb(x) - 'expires'")
            assert mine == by_link(link, f"select to_jsonb(x) - 'expires' from web.{function[1:] or 'seat'}(%s) x")
            assert mine or (function, phase) == ("_history", "S1901M")
        assert give("alice", game, "AUS", "", True) + give("bob", game, "FRA", "F bre H", True) == []
    game.asks("S1902M")
    assert seat("alice", "seat_history(%s, 'AUS', 1)", game.id, what="min(phase_number)") == [(2,)]
    assert seat("alice", "seat(%s, 'AUS')", game.id, what="expires, host") == [(None, False)]


def test_waits_for_final():
    """The game waits until orders of the table are final, unlike those of api.submit_orders."""
    game = begin("final", ONE)
    three = "A vie - gal,A bud - ser,F tri - alb"
    assert give("alice", game, "AUS", "A vie - mun") == [
        ("A vie - mun: no legal order; nearest: A vie H, A vie - boh, A vie - bud, A vie - gal, A vie - tri",)]
    assert give("alice", game, "AUS", three) == []
    assert ask("alice", "select submitted, final from api.my_turns where game = %s", game.id) == \
        [(three.split(","), False)]
    assert value("select farm.turns_lapse()") == 0
    assert seat("alice", "seat_others(%s, 'AUS')", game.id, what="power, awaited")[0] == ("AUS", True)
    assert give("alice", game, "AUS", "A vie - gal", phase="F1901M") == [(NO_TURN,)]
    with farm.connect("alice", autocommit=False) as session:  # complete by SQL, and taken back
        def said(sql):
            return farm.rows_of(session, sql, (game.id,))
        awaited = "select awaited from api.seat_others(%s, 'AUS') where mine"
        assert said(f"select count(problem) from api.submit_orders(%s, '{{{three}}}')") == [(0,)]
        assert said(awaited) == [(False,)]
        assert said("select api.seat_withdraw_final(%s, 'AUS', 'S1901M')") == [(None,)]
        assert said(awaited) == [(True,)]
        session.rollback()
    assert give("alice", game, "AUS", "A vie - gal", True, "S1901M") == []
    game.asks("F1901M")
    assert game.ordered("S1901M", "AUS") == "A bud H; A vie - gal; F tri H"


def test_other_seats():
    """A role has its own seats and no other, in its own games and in no other. It is told the same of all others."""
    game = begin("own", "@alice,random,@bob,random,@alice,random,random")
    for place in ("AUS", "ITA"):
        assert seat("alice", "seat_turn(%s, %s)", game.id, place, what="power") == [(place,)]
    assert give("bob", game, "FRA", "A par - bur") == []
    calls = ["seat", "seat_turn", "seat_others", "seat_history"]
    for role, number, power in (
            ("alice", game.id, "FRA"), ("bob", game.id, "AUS"), ("bob", game.id, "ENG"), ("carol", game.id, "FRA"),
            ("alice", game.id + 1000000, "AUS"), ("alice", game.id, "XYZ"),
            ("alice", None, "AUS"), ("alice", game.id, "")):
        for call in [f"{name}(%s, %s)" for name in (*calls, "seat_withdraw_final")] + \
                ["seat_submit_orders(%s, %s, '{A par - pic}', true)"]:
            assert people.error(role, f"select * from api.{call}", number, power) == NO_SEAT, call
    assert query("select power, orders from farm.pending_orders where game_id = %s", game.id) == [(2, ["A par - bur"])]
    # of what bob has submitted alice is told nothing
    said = [str(seat("alice", f"{name}(%s, 'AUS')", game.id)) for name in calls]
    assert "AUS" in said[0] and "A par - bur" not in "".join(said)
    farm.cancel("own")
    assert seat("alice", "seat(%s, 'AUS')", game.id, what="state, asked") == [("cancelled", False)]
    farm.ctl("tournament", "drop", "--yes", "own")
    assert people.error("alice", "select * from api.seat(%s, 'AUS')", game.id) == NO_SEAT


# ── by a browser ──

def check_links(answer, name):
    """A browser keeps the links that open a seat, in a cookie that scripts and other sites do not see, and /me lists them. A
    link that opens nothing any more goes. Pages of others cannot have it forget them."""
    game = begin("listed", "@,random,@,random,random,random,random")
    secrets, other = [link.partition("#")[2] for link in (game.links["AUS"], game.links["FRA"])], 24 * "A"
    assert "keeps no link" in answer("GET", "/me")[1]
    assert answer("GET", "/seat/state", Seat=other)[2] is None
    kept = ""
    for secret in secrets:
        status, _, cookie = answer("GET", "/seat/state", Seat=secret, Cookie=f"{name}={kept}")
        kept = f"{secret}.{kept}"
        assert (status, cookie) == (200, f"{name}={kept}; Path=/; HttpOnly; SameSite=Strict; Max-Age=7776000")
    tag = re.search('"tag":"([^"]*)"', answer("GET", "/seat/state", Seat=secrets[0])[1])[1]
    farm.ctl("invite", "withdraw", "listed/1", "FRA")
    assert answer("GET", f"/seat/state?seen={tag}x", Seat=secrets[0])[2] is None
    status, page, cookie = answer("GET", "/me", Cookie=f"x=1; {name}={other}.{kept}nonsense")
    assert re.findall('href="/seat#(.*?)">(.*?)<', page) == [(secrets[0], "listed/1")] and "<h2>Waiting for you</h2>" in page
    assert (status, cookie.split(";")[0]) == (200, f"{name}={secrets[0]}.")
    assert answer("GET", "/me", Cookie=f"{name}={secrets[0]}.")[2] is None
    assert answer("GET", "/me", Cookie=f"{name}={secrets[0]}.", Host="farm.example")[0] == 421
    assert answer("POST", "/me/forget", "", Origin="http://farm.example")[0] == 403
    status, _, cookie = answer("POST", "/me/forget", "", Cookie=f"{name}={kept}")
    assert (status, cookie) == (303, f"{name}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0")


def check_list(answer, name):
    """The rows of /me: seats that wait for orders, have some, or have final ones; and games that are over."""
    game = begin("ways", "@,random,@,@,random,random,random")
    over, won, left = (begin(each, ONE.replace("@alice", "@"), "--rounds", 1, "--seed", 1)
                       for each in ("over", "won", "left"))
    for each in over, won:
        each.hand_in("AUS")
    farm.cancel("left")
    game.by("FRA", "select * from web.submit_orders(%s, '{A par H}', false)")
    game.hand_in("GER")
    farm.wait_for(lambda: over.over() and won.over())
    query("update farm.games set ending = 'solo', winner = 1 where id = %s", won.id)
    kept = [*game.links.values(), *(each.links["AUS"] for each in (over, won, left))]
    cookie = f"{name}=" + "".join(link.partition("#")[2] + "." for link in kept)
    for time, said in (("119 minutes", "119 min"), ("2 hours", "2 h 0 min"),
                       ("47.5 hours", "47 h 30 min"), ("2 days", "2 days")):
        query("update farm.turns set deadline = now() + %s where game_id = %s", time, game.id)
        page = answer("GET", "/me", Cookie=cookie)[1]
        page = re.sub(r'(?<=seat#)[^"]*|<time datetime="(\S+)T(\S+):\d\dZ">\1 \2 UTC</time>', "", page)
        assert page.count(f"<td>, in {said}</td>") == 3
    heads = ["Phase", "Deadline", "Orders"]
    assert page[page.index("<h1>"):page.index("</main>")] == "".join((
        "<h1>Your seats</h1>\n",
        part("Waiting for you", heads, "ways/1 AUS S1901M", ", in 2 days", "none yet",
             "ways/1 FRA S1901M", ", in 2 days", "handed in, not final"),
        part("In play", heads, "ways/1 GER S1901M", ", in 2 days", "final"),
        part("Over", ["Last phase", "End", "Points"], "left/1 AUS ", "cancelled", "",
             "won/1 AUS F1901M", "ENG has won; survival", "0",
             "over/1 AUS F1901M", "draw", "0.14285714285714285"),
        '<form method="post" action="/me/forget"><p>'
        "This browser keeps the links by which it has opened a seat. "
        "Anyone who uses it can play these seats. <button>Forget the links</button></p></form>\n"))


def part(name, heads, *cells):
    """A part of /me."""
    rows = ((*place.split(" "), end, rest) for place, end, rest in zip(*(iter(cells),) * 3))
    return "".join((
        f'<h2>{name}</h2>\n<div class="wide" tabindex="0" role="region" aria-label="{name}">',
        "<table>\n<thead><tr>",
        *(f'<th scope="col">{head}</th>' for head in ("Game", "Power", *heads)), "</tr></thead>\n<tbody>\n",
        *(f'<tr><th scope="row"><a href="/seat#">{game}</a></th>'
          f'{"".join(f"<td>{cell}</td>" for cell in row)}</tr>\n'
          for game, *row in rows), "</tbody></table></div>\n"))


@pytest.mark.skipif(bool(farm.ON_USERS_SERVER), reason="this is a server of its own")
def test_private_server():
    """The private server asks nobody for a password: anyone who typed a name would be in. crash/web_logins has a
    server that asks."""
    with farm.Daemon("aresweb", listens=True) as web:
        def answer(method, path, body=None, **fields):
            connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=50)
            connection.request(method, path, body, {
                "Origin": web.url, "Content-Type": "application/x-www-form-urlencoded", **fields})
            found = connection.getresponse()
            text = found.read().decode()
            connection.close()
            return found.status, text, found.headers["Set-Cookie"]

        status, page, _ = answer("GET", "/login")
        assert status == 403
        assert "The database of this farm asks nobody for a password, so nobody can log in: play by a link" in page
        for request in (("POST", "/login", "name=alice&password=x"), ("POST", "/logout", "x")):
            assert answer(*request)[0] == 403
        check_links(answer, f"aresfarm-seats-{web.port}")
        check_list(answer, f"aresfarm-seats-{web.port}")
        assert query("select 1 from pg_stat_activity where usename = 'alice'") == []
        assert web.stop() == 0
