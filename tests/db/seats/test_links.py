"""links: seats by links. Two people and five players play a short game to its end, the people by the
functions of schema web only, while workers are killed. Links are made, listed, withdrawn and expire.
aresctl game create makes games of people, roles and players. SEED draws the games.
"""
import hashlib
import re
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import people
import pytest

import farm
from farm import holds, query, value
from people import NO_TURN, begin, by_link

CLOSED = "this link opens no seat: it is unknown, has expired or was withdrawn"
ONE = "@,random,random,random,random,random,random"
TWO = "@,random,@,random,random,random,random"
LINKS = "External players change nothing but their own orders"


@pytest.fixture(scope="module", autouse=True)
def roles():
    people.make_roles(web="farm_web", alice="farm_agent")
    yield
    people.stop()


def seat(link):
    """The power whose seat a link opens."""
    return by_link(link, "select power from web.seat(%s)")[0][0]


def give(link, orders, final=False, phase=None):
    """Submits orders, separated by semicolons: what is wrong with them."""
    return ["%s: %s" % row if row[0] else row[1] for row in by_link(
        link, "select text, problem from web.submit_orders(%s, string_to_array(%s, ';'), %s, %s)"
        " where problem is not null", orders, final, phase)]


def closed(link):
    """Whether the link opens no seat."""
    return people.error("web", "select power from web.seat(%s)", people.key(link)) == CLOSED


# ── a whole game ──

# The first legal order of each place that still needs one, as many as are due.
CHOICE = r"""
    select array_to_string((array_agg(l order by l))[:max(due)], ';') from (
        select distinct on (substring(l from '[a-z]{3}\M')) due, l
        from web.turn(%s), unnest(legal) l where l <> 'waive'
        order by substring(l from '[a-z]{3}\M'), md5(phase || l)) x"""


def told(game, power):
    """All that a link is told of the phase in play; of what was played, the last phase."""
    return [game.by(power, f"select {what} x") for what in (
        "to_jsonb(x) from web.seat(%s)", "to_jsonb(x) from web.turn(%s)", "to_jsonb(x) from web.others(%s)",
        "max(phase_number) from web.history(%s)")]


def play_phase(game, phase):
    """Both people order, if they are asked. While Russia keeps its orders open, Austria is told
    nothing of them. Returns whether Russia was asked."""
    asked = {power: bool(game.by(power, "select 1 from web.turn(%s) where due > 0")) for power in ("AUS", "RUS")}
    orders = {power: game.by(power, CHOICE)[0][0] or "" for power in asked}
    before = told(game, "AUS")
    if asked["RUS"]:
        assert give(game.links["RUS"], orders["RUS"]) == []
    assert told(game, "AUS") == before
    for power in asked:
        if asked[power]:
            assert give(game.links[power], orders[power], True, phase) == []
    return asked["RUS"]


@farm.promise(LINKS)
def test_whole_game():
    game = begin("whole", "anna=@,dumbbot,dumbbot,dumbbot,dumbbot,@,dumbbot", "--rounds", 12,
                 "--seed", 1)  # it has retreats
    phase, asked = None, 0
    for number in count(1):
        phase = game.next_phase(phase)
        if not phase:
            break
        asked += play_phase(game, phase)
        if number == 8:  # a link is withdrawn; another one continues
            farm.ctl("invite", "withdraw", "whole/1", "RUS")
            assert closed(game.links["RUS"])
            game.links["RUS"] = farm.ctl("invite", "whole/1", "RUS")
        if number % 5 == 0:
            people.kill_worker()
    assert number > 10 and asked > 5
    game.verify()
    assert game.value("select string_agg(distinct right(farm.phase_name(phase), 1), '')"
                      " from farm.taken_orders where game_id = %s") == "AMR"
    for nothing in ("farm.taken_orders, unnest(problems) p where p is not null and", "farm.turns where"):
        assert game.rows(f"select 1 from {nothing} game_id = %s") == []
    # the link still shows the game
    last = game.value("select farm.phase_name(phase) from farm.games where id = %s")
    assert game.by("AUS", "select power, name, state, phase, asked, fate is not null, points is not null"
                   " from web.seat(%s)") == [("AUS", "anna", "finished", last, False, True, True)]
    assert game.by("AUS", "select 1 from web.turn(%s)") == []
    for mine, stored in (
            ("phase, phase_number from web.history(%s) order by 2",
             "farm.phase_name(phase), phase from farm.boards where game_id = %s order by 2"),
            ("phase, x ->> 'power', x ->> 'text', x ->> 'result'"
             " from web.history(%s), jsonb_array_elements(orders) x order by phase_number, 2, 3",
             "phase_name, power, text, result from farm.orders where game = %s order by phase, 2, 3"),
            *((f"phase, u from web.history(%s), unnest({places}) u order by phase_number, 2",
               "phase_name, power || ' ' || type || ' ' || area from farm.units"
               f" where game = %s and {which} order by phase, 2")
              for places, which in (("units", "not dislodged"), ("dislodged", "dislodged"))),
            ("phase, c from web.history(%s), unnest(centres) c order by phase_number, 2",
             "phase_name, owner || ' ' || province from farm.centres"
             " where game = %s and owner is not null order by phase, 2")):
        rows = game.rows("select " + stored)
        assert rows and game.by("RUS", "select " + mine) == rows
    assert game.by("RUS", "select min(phase_number) from web.history(%s, 10)") == [(10,)]
    assert game.value("select string_agg(player, ' ' order by power) from farm.results where game = %s") == \
        "anna dumbbot dumbbot dumbbot dumbbot person dumbbot"


# ── a phase ──

def others(game, power, field):
    """The powers of which the link is told that this is so."""
    return [row[0] for row in game.by(power, f"select power from web.others(%s) where {field}")]


@farm.promise(LINKS)
def test_submitting():
    game = begin("phase", TWO)
    austria, france = game.links["AUS"], game.links["FRA"]
    submitted = "select submitted, final from web.turn(%s)"
    assert game.by("FRA", "select power, mine, asked, awaited from web.others(%s) where asked or mine") == \
        [("AUS", False, True, True), ("FRA", True, True, True)]
    assert game.by("FRA", "select phase, power, due, units, cardinality(board), cardinality(centres),"
                   " submitted, final from web.turn(%s)") == \
        [("S1901M", "FRA", 3, ["F bre", "A mar", "A par"], 22, 22, None, False)]
    assert give(france, "A par - bur;F bre - mun") == [
        "F bre - mun: no legal order; nearest: F bre H, F bre - eng, F bre - gas, F bre - mao, F bre - pic"]
    assert game.by("FRA", submitted) == [(None, False)]
    # all orders, and not final: the game waits
    assert give(france, "A par - bur;A mar - spa;F bre - mao") == []
    assert give(austria, "A vie - gal", final=True) == []
    assert value("select farm.turns_lapse()") == 0
    assert others(game, "AUS", "awaited") == ["FRA"]
    assert game.by("FRA", submitted) == [(["A par - bur", "A mar - spa", "F bre - mao"], False)]
    # final, and taken back
    assert game.by("AUS", "select web.withdraw_final(%s, 'S1901M')") == [(None,)]
    assert others(game, "AUS", "awaited") == ["AUS", "FRA"]
    assert game.by("AUS", "select web.withdraw_final(%s, 'F1901M')") == [(NO_TURN,)]
    assert give(france, "A par - bur", final=True) == []
    assert give(austria, "A vie - gal;A bud - ser;F tri - alb", True, "S1901M") == []
    game.asks("F1901M")
    assert game.ordered("S1901M", "AUS", "FRA") == \
        "A bud - ser; A mar H; A par - bur; A vie - gal; F bre H; F tri - alb"
    assert give(austria, "A ser H", phase="S1901M") == [NO_TURN]
    assert farm.ctl("tournament", "status", "phase").count("waits for person: ") == 2


@farm.promise(LINKS)
def test_seat_of_a_role():
    """A seat of a role has links, too; what comes last counts."""
    game = begin("both", "@alice,random,random,random,random,random,random")
    assert game.links == {}
    link = farm.ctl("invite", "both/1", "aus")
    assert game.ask("alice", "select problem from api.submit_orders(%s, '{A vie - gal}')") == [(None,)]
    assert by_link(link, "select submitted from web.turn(%s)") == [(["A vie - gal"],)]
    assert give(link, "A vie - tyr") == []
    assert game.ask("alice", "select submitted, final from api.my_turns where game = %s") == [(["A vie - tyr"], False)]


# ── links ──

@farm.promise(LINKS)
def test_links():
    """Links are made, listed, withdrawn in mid-game, and expire. The database does not have them."""
    game = begin("links", TWO)
    austria, france = game.links["AUS"], game.links["FRA"]
    link = farm.ctl("invite", "links/1", "FRA", "--base", "https://play.example.org/", "--expires", "1h")
    assert re.fullmatch(r"https://play.example.org/seat#[A-Za-z0-9_-]{24}", link)
    assert re.fullmatch(r"http://127.0.0.1:8027/seat#[A-Za-z0-9_-]{24}", france)
    more = [farm.ctl("invite", "links/1", "FRA") for _ in range(3)]
    assert len({austria, france, link, *more}) == 6
    ours = query("select id, l::text from farm.links l where digest = %s and power = 2"
                 " and expires_at between now() + '59 min' and now() + '61 min'", digest(link))
    assert len(ours) == 1 and link.partition("#")[2] not in ours[0][1]
    number = ours[0][0]
    assert (seat(link), seat(france)) == ("FRA", "FRA")
    assert people.error("web", "select power from web.seat(%s)", digest(link)) == CLOSED  # what is stored opens nothing
    listed = farm.ctl("invite", "list", "links/1")
    assert re.search(rf"^ *{number}  links/1 +FRA +person +open +", listed, re.M)
    assert farm.ctl("invite", "list", "links/1", "--json").count('"link"') == 6
    assert game.value("select count(*) from farm.links where game_id = %s and used_at is not null") == 2
    # one is withdrawn, then those of a power
    withdraw = farm.program("aresctl", "invite", "withdraw")
    assert farm.done(*withdraw, "--link", number) == "1 link withdrawn"
    farm.refused("no such link that is not withdrawn", *withdraw, "--link", number)
    assert closed(link) and seat(france) == "FRA"
    assert farm.done(*withdraw, "links/1", "FRA") == "4 links withdrawn"
    assert closed(france) and seat(austria) == "AUS"
    game.rows("update farm.links set expires_at = now() where game_id = %s and withdrawn_at is null")
    assert closed(austria) and " expired " in farm.ctl("invite", "list", "links/1")
    farm.refused("name a GAME, or a link by --link", *withdraw)
    for said, *words in (
            ("ENG is played by random: a link opens only a seat of a person", "links/1", "ENG"),
            ("no power XYZ: there are AUS, ENG", "links/1", "XYZ"), ("no game nowhere/1", "nowhere/1", "FRA"),
            *(("must be an address", "links/1", "FRA", "--base", base) for base in (
                "ftp://x", "http://", "https://", "http://x?", "https://x#y", "https://x y", "https://" + 193 * "x")),
            ("GAME is missing",)):
        farm.refused(said, *farm.program("aresctl", "invite", *words))
    for base in ("http://x", "https://x", "https://" + 192 * "x"):
        assert farm.ctl("invite", "links/1", "FRA", "--base", base).startswith(base + "/seat#")
    # a link of a game that was cancelled still says so; of a dropped one nothing
    farm.cancel("links")
    farm.refused("the game is cancelled", *farm.program("aresctl", "invite", "links/1", "FRA"))
    farm.ctl("game", "retry", "links/1")
    link = farm.ctl("invite", "links/1", "FRA")
    farm.cancel("links")
    assert by_link(link, "select state from web.seat(%s)") == [("cancelled",)]
    farm.ctl("tournament", "drop", "--yes", "links")
    assert closed(link)


# ── hosts ──

def digest(link):
    """What the web server sends of a new link, and the database stores."""
    return hashlib.sha256(people.key(link)).digest()


@farm.promise(LINKS)
def test_host_invites():
    """A host invites and withdraws, in its own game and for seats of people. Others cannot."""
    game = begin("host", "@,random,@,@alice,random,random,random", "--host")
    hosts = "select host from web.seat(%s)"
    assert (game.by("AUS", hosts), game.by("FRA", hosts)) == ([(True,)], [(False,)])
    assert game.by("AUS", "select hints from web.seat(%s)") == [(False,)]
    new = "#AAAAAAAAAAAAAAAAAAAAAAAA"
    assert game.by("AUS", "select problem, expires < now() + '8 days' from web.invite(%s, 'fra', %s, '7 days')",
                   digest(new)) == [(None, True)]
    assert by_link(new, "select power, host from web.seat(%s)") == [("FRA", False)]
    assert game.by("AUS", "select web.followed(%s)") == [(False,)]  # by a link to the same game
    assert holds("made_by ~ '^host [0-9]+$' from farm.links where digest = %s", digest(new))
    links = game.by("AUS", "select power, mine, host, link from web.links(%s)")
    assert [row[:3] for row in links] == [("AUS", True, True), ("FRA", False, False), ("FRA", False, False)]
    # links of a dropped tournament may just go
    count_links = "select count(*) from farm.links where game_id = %s"
    stored = value(count_links, game.id)
    for power, what, said in (
            ("AUS", "invite(%s, 'ENG', sha256('a'))", "ENG is played by random: a link opens only a seat of a"
             " person (@ in --seats) or of a role (@ROLE)"),
            ("AUS", "invite(%s, 'GER', sha256('b'))", "GER is played by a role"),
            ("AUS", "invite(%s, 'FRA', sha256('c'), '2 years')", "a link opens a seat for 1 s to 365 days"),
            ("FRA", "invite(%s, 'FRA', sha256('d'))", "only the person who made the game may invite"),
            ("FRA", "again(%s, 'AUS', sha256('d'))", "only the person who made the game may play again")):
        assert game.by(power, "select problem from web." + what) == [(said,)]
    assert value(count_links, game.id) == stored
    assert game.by("FRA", "select 1 from web.links(%s)") == []

    def withdrawn(host, power, link):
        return host.by(power, "select web.withdraw(%s, %s)", link)[0][0]

    newest = max(row[3] for row in links)
    assert [withdrawn(game, power, newest) for power in ("FRA", "AUS", "AUS")] == [False, True, False]
    assert closed(new)
    # neither its own, nor those of another game
    assert not withdrawn(game, "AUS", links[0][3])
    other = begin("other", ONE, "--host")
    assert not withdrawn(other, "AUS", links[1][3])
    assert withdrawn(game, "AUS", links[1][3])


HAND_OVER = "select problem from web.hand_over(%s, %s, %s)"
BEGUN = "the game has begun: play again, and hand the seat over then"


def play_on(game, phase=None, stop=None):
    """The people of a game order, the first legal orders, until it waits in a phase or is over; returns that phase."""
    while (phase := game.next_phase(phase)) and phase != stop:
        for link in game.links.values():
            if by_link(link, "select 1 from web.turn(%s) where due > 0"):
                assert give(link, by_link(link, CHOICE)[0][0] or "", True, phase) == []
    return phase


def test_host_has_100_links():
    """Those of other games, those that are withdrawn, and those that have expired do not count."""
    game, other = (begin(name, TWO, "--host") for name in ("many", "others"))
    for of, count, valid, withdrawn in ((other, 50, "1 day", None), (game, 50, "1 day", "now"),
                                        (game, 50, "0 s", None), (game, 97, "1 day", None)):
        query("""insert into farm.links (game_id, power, digest, made_by, expires_at, withdrawn_at)
            select %s, 0, sha256(random()::text::bytea), 'test', now() + %s::interval, %s
            from generate_series(1, %s)""", of.id, valid, withdrawn, count)
    assert [game.by("AUS", "select problem from web.invite(%s, 'FRA', %s)", digest(new))
            for new in ("#last", "#one more")] == [[(None,)], [("this game has 100 links: withdraw some",)]]


@farm.promise(LINKS)
def test_host_hands_over():
    """Before anything is played, a host gives a computer's seat to a person, also while the game waits. It is then the same game
    as one that was made so. Roles, bots and people keep their seats, and so do all once the game has begun."""
    options, new = ("--host", "--rounds", 4, "--seed", 3), "#" + 24 * "D"
    said = farm.ctl("game", "create", "bot", "--seats", "@,@alice,ares,bot:x,random,random,random", *options)
    host = said.split()[1]
    assert by_link(host, "select power from web.computers(%s)") == [("FRA",), ("ITA",), ("RUS",), ("TUR",)]
    for power, problem in (("XYZ", "no power XYZ: there are AUS, ENG, FRA, GER, ITA, RUS, TUR"), ("AUS", "AUS is not a computer's"),
                           ("ENG", "ENG is not a computer's"), ("GER", "bots keep their seats")):
        assert by_link(host, HAND_OVER, power, digest(new)) == [(problem,)]
    farm.cancel("bot")
    assert by_link(host, HAND_OVER, "FRA", digest(new)) == [(BEGUN,)]

    made = begin("made", "@,random,@,ares,random,random,random", *options)
    game = begin("given", "@,random,random,ares,random,random,random", *options)
    host, new = game.links["AUS"], "#" + 24 * "E"
    assert give(host, "A vie - gal") == []
    for change, problem in (
            ("update farm.tournaments set games = 2 where name = 'given'",
             "a tournament of several games keeps its seats"),
            ("update farm.games set state = 'claimed', worker_id = (select min(id) from farm.workers)"
             " where id = {}",
             "the farm plays just now: please try again"),
            ("update farm.games set state = 'pending', worker_id = null where id = {}", None),
            ("insert into farm.taken_orders (game_id, power, phase, final) values ({}, 0, 0, true)", BEGUN),
            ("insert into farm.boards (tournament_id, game_id, phase, units, owners)"
             " select tournament_id, id, 0, '{{}}', '' from farm.games where id = {}", BEGUN)):
        with farm.connect(autocommit=False) as session:
            session.execute(change.format(game.id))
            assert session.execute("select farm.seat_keeps(l, 'FRA') from farm.links l"
                                   " where l.game_id = %s and host", (game.id,)).fetchall() == [(problem,)]
            session.rollback()
    assert by_link(host, HAND_OVER, "FRA", digest(new)) == [(None,)]
    game.links["FRA"] = new
    game.asks("S1901M")
    assert others(game, "AUS", "asked") == ["AUS", "FRA"]
    assert game.by("AUS", "select submitted from web.turn(%s)") == [(["A vie - gal"],)]
    assert by_link(new, "select power, name, host from web.seat(%s)") == [("FRA", "person", False)]
    assert by_link(new, HAND_OVER, "GER", digest(new)) == [("only the person who made the game may invite",)]
    assert by_link(new, "select power from web.computers(%s)") == []
    assert play_on(game, stop="F1901M") == play_on(made, stop="F1901M") == "F1901M"
    assert by_link(host, HAND_OVER, "GER", digest("#")) == [(BEGUN,)]
    assert by_link(host, "select power from web.computers(%s)") == []
    play_on(game, "S1901M")
    play_on(made, "S1901M")
    for one in (game, made):
        one.verify()
    same = ("select encode(farm.game_digest(g.id), 'hex'), encode(g.digest, 'hex'), t.seats, t.players"
            " from farm.games g join farm.tournaments t on t.id = g.tournament_id where g.id = %s")
    assert game.rows(same) == made.rows(same)


def test_host_hands_over_and_plays_again():
    """Both lock the link before the game: else they could wait for each other."""
    game = begin("in-order", ONE, "--host")
    with ThreadPoolExecutor(1) as threads, farm.connect(autocommit=False) as holder:
        holder.execute("select 1 from farm.links where game_id = %s for no key update", (game.id,))
        answer = threads.submit(farm.connect().execute, """
            select (farm.seat_hand_over(l, 'ENG', %s, '1 day')).problem
            from farm.links l where game_id = %s""", (digest("#both"), game.id))
        farm.wait_for(lambda: holds("exists (select from pg_stat_activity where wait_event_type = 'Lock')"))
        assert game.rows("select 1 from farm.games where id = %s for no key update nowait") == [(1,)]
        holder.rollback()
    assert answer.result().fetchall() == [(None,)]


AGAIN = "select problem from web.again(%s, %s, %s)"


def test_host_plays_again():
    """A host plays again, with another power. There is one open game of his."""
    game = begin("again", "anna=@,dumbbot,random,random,random,random,holdbot", "--host", "--hints",
                 "--deadline", "1h", "--rounds", 4, "--draw-after", 3)
    farm.ctl("tournament", "priority", "again", 7)
    query("update farm.tournaments set faults = 'aside' where name = 'again'")
    link, second, third = game.links["AUS"], "#" + 24 * "B", "#" + 24 * "C"
    assert by_link(link, AGAIN, "XYZ", digest(second)) == \
        [("no power XYZ: there are AUS, ENG, FRA, GER, ITA, RUS, TUR",)]
    assert by_link(link, AGAIN, "eng", digest(second)) == [(None,)]
    new = people.Game("again-2", [("ENG", second)])
    assert by_link(second, "select game from web.seat(%s)") == [(new.id,)]
    assert query("select players, rules, round_limit, draw_after, retreat_time = '1h', priority, faults"
                 " from farm.tournaments where name = 'again-2'") == \
        [("dumbbot,anna,random,random,random,random,holdbot", "standard", 4, 3, True, 7, "aside")]
    assert holds("count(distinct seed) = 2 and min(seed) >= 0 from farm.tournaments where name like 'again%%'")
    assert game.state() == "cancelled"
    assert by_link(link, "select state, host from web.seat(%s)") == [("cancelled", False)]
    assert by_link(link, AGAIN, "FRA", digest(third)) == [("only the person who made the game may play again",)]
    new.asks("S1901M")
    assert by_link(second, "select power, name, asked, host, hints from web.seat(%s)") == \
        [("ENG", "anna", True, True, True)]
    phase = None
    while phase := new.next_phase(phase):
        assert give(second, by_link(second, CHOICE)[0][0] or "", final=True) == []
    new.verify()
    assert by_link(second, "select web.followed(%s)") == [(False,)]
    assert by_link(second, AGAIN, "ENG", digest(third)) == [(None,)]
    # anyone who has the older link can continue with the new game, and nobody else can
    follow = "select game, problem from web.follow(%s, %s)"
    assert by_link(second, "select web.followed(%s)") == [(True,)]
    for column in "withdrawn_at", "expires_at":
        with farm.connect(autocommit=False) as session:
            session.execute(f"update farm.links set {column} = now() where digest = %s", (digest(third),))
            assert session.execute("select 1 from farm.links l, farm.link_next(l) where l.digest = %s",
                                   (digest(second),)).fetchall() == []
            session.rollback()
    assert by_link(third, follow, digest("#follower-of-third")) == [(None, "no game followed this one")]
    assert by_link(second, follow, digest("#" + 24 * "F"))[0][1] is None
    for number in range(100):
        said = by_link(second, follow, digest(f"#{number}"))[0][1]
    assert said == "this game has 100 links: withdraw some"
    assert by_link("#" + 24 * "F", "select tournament, power, host from web.seat(%s)") == [("again-3", "ENG", True)]
    assert by_link(third, "select tournament, power from web.seat(%s)") == [("again-3", "ENG")]
    assert new.state() == "finished"
    # other opponents: those that the farm knows by a plain name
    with_player = "select problem from web.again(%s, %s, %s, %s)"
    assert by_link(third, with_player, "ENG", digest("#"), "randbot(x=1)") == [("randbot(x=1) is not offered here",)]
    assert by_link(third, with_player, "ENG", digest(third + "-"), "trinity") == [(None,)]
    third += "-"
    assert by_link(third, "select string_agg(name, ',') from web.others(%s)") == \
        [("trinity,anna,trinity,trinity,trinity,trinity,trinity",)]
    # another person's game continues, and there is a limit
    shared = begin("shared", TWO, "--host")
    assert shared.by("AUS", AGAIN, "ENG", digest("#")) == [("others play this game, and it is not over",)]
    for made in range(40):
        said, = by_link(third, AGAIN, "FRA", digest(third + "+"))[0]
        if said:
            break
        third += "+"
    assert (made, said) == (27, "30 such games were made within the hour: wait a while")
    assert value("select count(*) from farm.games g join farm.tournaments t on t.id = g.tournament_id"
                 " where t.name like 'again%%' and g.state not in ('finished', 'cancelled')") == 1


# ── aresctl game create ──

def test_game_create():
    create = farm.program("aresctl", "game", "create")
    first, *links = farm.done(*create, "mixed", "--deadline", "24h", "--seats",
                              "anna=@,ares(depth=1,age=2),@alice,random,bert=@,dumbbot,random").splitlines()
    assert first == ("game mixed/1: AUS anna, ENG ares(depth=1,age=2), FRA @alice, GER random, ITA bert, RUS dumbbot,"
                     " TUR random; rules standard, 1d for each phase")
    assert [link.partition("#")[0] for link in links] == \
        [f"{power} http://127.0.0.1:8027/seat" for power in ("AUS", "ITA")]
    rules, games, seats, players, one_limit, seed = query(
        """select rules, games, seats, players, seed > 1000000,
               array[diplomatic_time, retreat_time, adjustment_time] = array_fill('1 day'::interval, '{3}')
           from farm.tournaments where name = 'mixed'""")[0]
    assert (rules, games, one_limit, seed) == ("standard", 1, True, True)
    assert re.sub(r"dumbbot\([^)]*\)", "dumbbot", re.sub(r"\(depth=1,age=2,[^)]*\)", "", seats)) == \
        "anna=@,ares,@alice,random,bert=@,dumbbot,random"
    assert players == "anna,ares(depth=1,age=2),@alice,random,bert,dumbbot,random"
    said = farm.done(*create, "--seats", "random,random,random,random,random,random,@")
    assert re.match(r"game game-[0-9a-f]{8}/1: ", said)
    hints = [*create, "hints", "--seats", ONE, "--press", "private"]
    said = farm.done(*hints, "--hints").splitlines()[0]
    assert said.endswith("; rules standard, without deadlines, hints, press: private")
    farm.refused("a tournament hints exists already, with hints: choose another name", *hints)
    assert "AUS person, ENG ares(depth=1,age=2), FRA trinity, GER trinity, ITA trinity, RUS trinity, TUR trinity;" in \
        farm.done(*create, "rest", "--seats", "@,ares(depth=1,age=2)")
    farm.refused("a game has a seat for each of AUS, ENG, FRA, GER, ITA, RUS, TUR, in this order; 8 are given", *create, "x", "--seats", "@,ares,ares,ares,ares,ares,ares,ares")
    farm.refused("a player named fra would play AUS", *create, "x", "--seats", "fra=@")
    farm.refused("the database has no such role", *create, "x", "--seats", "@nobody_x,@,@,@,@,@,@")
    assert query("select 1 from farm.tournaments where name = 'x'") == []
