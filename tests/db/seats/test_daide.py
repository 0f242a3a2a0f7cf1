"""daide: DAIDE clients play whole games at seats @daide: alone, among players of the farm, with deadlines,
to draws by vote. A client that leaves comes back. What was played is told again and verifies.

SEED draws the games and what the clients order. GAMES=4 games are played at once; make daide plays 100.
"""
import os
import socket
import time

import pytest

import farm
import people
from daide import client
from daide.client import POWERS, Bot, Client, show, tree
from farm import query, value, wait_for

GAMES = int(os.environ.get("GAMES", "4"))
STYLES = "plain albert singly stale plain bare albert".split()
ALL = ",".join(["@daide"] * 7)
server = None


@pytest.fixture(scope="module", autouse=True)
def programs():
    global server
    with farm.Daemon("aresd", "--workers", "1") as aresd:
        server = farm.Daemon("aresdaide", listens=True)
        yield
        assert (server.stop(), aresd.stop()) == (0, 0)


@pytest.fixture(autouse=True)
def log():
    """What aresdaide logged is shown if a test fails."""
    yield
    print("\n".join(server.log().splitlines()[-5:]))


def table(name, *options, seats=ALL, games=1, rounds=4):
    """Games of few years that wait for clients."""
    farm.create(name, seats, "--rounds", rounds, *options, games=games)
    wait_for(lambda: farm.holds("count(*) = %s from farm.games g join farm.tournaments t on t.id = tournament_id"
                                " where t.name = %s and g.state = 'waiting'", games, name), 10 + games)


def bot(name, style="plain"):
    return Bot(server.port, name, farm.SEED, style)


def play(bots, done=lambda bot: False):
    """Plays until done() of all these bots, or until all have ended."""
    client.play(bots, (20 + 10 * len(bots) / 7) * farm.PATIENCE, lambda: all(done(bot) for bot in bots))


def over(name):
    """The games are over, and they verify."""
    wait_for(lambda: farm.finished(name))
    farm.ctl("verify", name)


def test_late_reader():
    """A client that asks much and reads late gets all answers, each whole."""
    table("late-reader")
    late = Client(server.port)
    late.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    late.ask("OBS", "MAP")
    late.say("YES ( MAP ( 'STANDARD' ) )")
    wanted = late.ask("MDF", "MDF")
    for _ in range(200):
        late.say("MDF")
        late.say("MAP")
    time.sleep(1)
    answers = [late.until("MDF", "MAP") for _ in range(400)]
    assert answers == [wanted, "MAP ( 'standard' )"] * 200
    farm.cancel("late-reader")
    assert [late.until("ADM"), late.until("OFF")] == [
        "ADM ( 'aresdaide' ) ( 'the game no longer waits for anybody' )", "OFF"]
    late.close()


def test_seven():
    """Seven clients, each of a kind of its own, play a game to its end, and all hear the same."""
    table("seven")
    bots = [bot(f"{'ITA:' if n == 0 else ''}{style}-{n}", style) for n, style in enumerate(STYLES)]
    viewer = Client(server.port)
    viewer.ask("OBS", "MAP")
    viewer.say("YES ( MAP ( 'STANDARD' ) )")
    play(bots, lambda bot: bot.turns)
    viewer.say("YES ( MAP ( 'STANDARD' ) )")  # it is greeted once
    play(bots)
    first = bots[0]
    assert sorted(each.power for each in bots) == POWERS
    assert first.power == "ITA"  # it asks for this power
    for each in bots:
        assert (each.ended, each.turns, each.result, each.summary) == ("OFF", first.turns, first.result, first.summary)
    assert len(first.turns) > 4 and first.turns[0] == ("SPR", "1901")
    # an observer hears it, too
    assert viewer.until("HLO") == "HLO ( UNO ) ( 0 ) ( ( LVL 0 ) )"
    assert viewer.until("OFF") == "OFF"
    positions = [[line for line in each.heard if line.startswith("NOW")] for each in (viewer, first)]
    assert positions[0][-1] == positions[1][-1]
    assert sum(line.startswith("HLO") for line in viewer.heard) == 1
    over("seven")
    assert first.result == "DRW" or first.result.startswith("SLO ( ")
    told = sorted((group[0], int(group[3])) for group in tree(first.summary)[2:])
    assert told == query("select left(upper(power), 3), centres::int from farm.results"
                         " where tournament = 'seven' order by 1")
    for each in bots:  # the centres that it was told last
        assert [(power, len(each.owners.get(power, []))) for power in POWERS] == told
    assert query("select distinct player from farm.standings where tournament = 'seven'") == [("@daide",)]


def test_among_players():
    """One client plays among players of the farm. It wishes for a power that it may not get."""
    table("lone", seats="@daide,random,random,random,random,random,random")
    lone = bot("ITA:lone")
    play([lone])
    assert lone.ended == "OFF" and lone.result and len(lone.turns) > 3
    assert {group[0]: group[1:3] for group in tree(lone.summary)[2:]} == {
        power: [["'ITA:lone'"], ["'1'"]] if power == lone.power else [["'random'"], ["'aresfarm'"]]
        for power in POWERS}
    over("lone")


def test_start():
    """A game begins with a position of its own, in which three powers are out. Names are kept as 60
    characters of ASCII."""
    table("began", "--start", "tests/starts/endgames.cases:endgame-1908", rounds=2)
    names = {power: f"{power}:böt {'x' * (48 + n)}" for n, power in enumerate(POWERS)}
    bots = [bot(name) for name in names.values()]
    play(bots)
    over("began")
    centres = query("select left(upper(power), 3), centres from farm.results where tournament = 'began'"
                    " order by 1")
    lines = [f"( {power} ( '{names[power].replace('ö', '?')[:60]}' ) ( '1' ) {of or '0 1908'} )"
             for power, of in centres]
    assert bots[0].summary == " ".join(["SMR ( SPR 1909 )", *lines])
    assert (bots[0].turns[0], bots[0].turns[-1], len(lines)) == (("SPR", "1908"), ("SPR", "1909"), 7)


@pytest.mark.parametrize("name, level, draw", [("draw", "", "DRW"), ("shared", "LVL10:", "DRW ( AUS ENG )")])
def test_draw(name, level, draw):
    """All vote for a draw at once, at level 10 for one of these powers."""
    table(name, "--press", "private")
    bots = [bot(f"{level}drawer-{n}", "drawer") for n in range(7)]
    for each in bots:
        each.draw = draw
    play(bots)
    assert (bots[0].result, len(set(bots[0].turns))) == (draw, 1)
    over(name)


def test_back():
    """A client leaves, comes back by its passcode, and the game continues."""
    table("back")
    bots = [bot(f"bot-{n}") for n in range(7)]
    play(bots, lambda bot: bot.power and bot.turns)
    gone, others = bots[0], bots[1:]
    gone.close()
    play(others, lambda bot: f"CCD ( {gone.power} )" in bot.heard)
    stranger = Client(server.port)
    wrong = next(code for code in range(1, 8191) if all(bot.passcode != code for bot in bots))
    # a wrong code, and a seat that is held
    for power, code in ((gone.power, wrong), (others[0].power, others[0].passcode)):
        assert stranger.ask(f"IAM ( {power} ) ( {code} )", "YES", "REJ").startswith("REJ")
    stranger.close()
    gone.back()
    play(others, lambda bot: f"NOT ( CCD ( {gone.power} ) )" in bot.heard)
    play(bots)
    assert len({bot.result for bot in bots}) == 1 and len(gone.turns) > 3
    over("back")


def test_lost_host():
    """If the host of a client is gone, its connection ends within a minute, so that it can come back."""
    lost = Client(server.port)
    lost.ask("MAP", "MAP")
    ends = f":{server.port:04X}", f":{lost.socket.getsockname()[1]:04X}"

    def until_probe():
        """Seconds until the kernel probes the client's host, or else None."""
        with open("/proc/net/tcp") as table:
            rows = [row.split() for row in table]
        (kind, ticks), = [row[5].split(":") for row in rows if (row[1][8:], row[2][8:]) == ends]
        return int(ticks, 16) / os.sysconf("SC_CLK_TCK") if kind == "02" else None

    wait_for(until_probe)
    assert until_probe() <= 20
    lost.close()


class Idle(Bot):
    """Asks what it lacks and orders nothing, in its first turn."""

    def order(self, season, mine):
        if len(set(self.turns)) > 1:
            super().order(season, mine)
        else:
            self.say("MIS")


def test_role_of_that_name():
    """A role that is called daide has none of the clients' seats: it sees nothing of them and orders nothing."""
    table("namesake")
    first = Client(server.port)
    first.ask("NME ( 'x' ) ( '1' )", "MAP")
    assert [first.ask(said, "YES", "REJ")[:3]
            for said in ("OBS", "NME ( 'x' ) ( '1' )", "IAM ( AUS ) ( 1 )")] == ["REJ"] * 3
    first.say("REJ ( MAP ( 'standard' ) )")  # so its seat is free again
    assert first.ask("OBS", "YES", "REJ")[:3] == "YES"
    first.close()
    bots = [Idle(server.port, f"idle-{n}", farm.SEED) for n in range(7)]
    play(bots, lambda bot: bot.power and bot.turns)
    game, = farm.games_of("namesake")
    if not farm.holds("exists (select from pg_roles where rolname = 'daide')"):
        query("create role daide in role farm_agent")
    for sql in ("select 1 from api.my_turns", "select 1 from api.my_games", "select 1 from api.my_orders",
                "select 1 from api.my_units"):
        assert query(sql, role="daide") == [], sql
    assert query("select problem from api.submit_orders(%s, '{A par H}', power => 'FRA')", game, role="daide") == [
        ("you have no such turn: its orders were taken, or it is not yours",)]
    farm.fails("RF004", "select api.seat_turn(%s, 'FRA')", game, role="daide")
    assert value("select count(*) from farm.pending_orders where game_id = %s", game) == 0
    farm.cancel("namesake")
    query("drop role daide")


def test_deadline():
    """One client does not order: the turn ends at its deadline, and all hear who was late. Then it orders."""
    table("late", "--diplomatic-time", "8s", "--retreat-time", "1s", "--adjustment-time", "1s")
    idle = Idle(server.port, "idle", farm.SEED)
    first, *others = bots = [bot(f"bot-{n}") for n in range(6)]
    play([idle, *bots], lambda bot: bot.power and bot.turns)
    first.say("TME ( 1 )")
    first.say("TME")
    play([idle, *bots])
    assert idle.options == [["LVL", "0"], ["MTL", "8"], ["RTL", "1"], ["BTL", "1"]]
    assert "YES ( TME ( 1 ) )" in first.heard
    # it is reminded in the first phase, too; and who was late is told before the orders
    told = "TME ( 1 )", "ORD ( SPR", "NOW ( FAL"
    late = [line for line in first.heard if "CCD" in line or line.startswith(told)]
    assert late[:2] == ["TME ( 1 )", f"CCD ( {idle.power} )"] and f"NOT ( CCD ( {idle.power} ) )" in late
    assert len(idle.turns) > 3 and any("MIS" in line for line in idle.heard)
    over("late")


class Talker(Bot):
    """Orders when it is told to."""

    def order(self, season, mine):
        self.mine = season, mine

    def send(self, text):
        """Sends press, and returns what it is answered."""
        self.say(text)
        mark = len(self.heard)
        play([self], lambda bot: any(line.startswith(("YES ( SND", "REJ ( SND", "HUH", "OUT", "CCD")) for line in bot.heard[mark:]))
        return next(line for line in self.heard[mark:] if line.startswith(("YES", "REJ", "HUH", "OUT", "CCD")))

    def told(self):
        return [line for line in self.heard if line.startswith("FRM")]


def talkers(name, press, *names, options=()):
    """A game with press of these clients, two roles and others, in its first phase."""
    people.make_roles(alice="farm_agent", bob="farm_agent")
    table(name, "--press", press, *options, seats=",".join([*["@daide"] * len(names), *["@alice", "@bob", *["random"] * 5][:7 - len(names)]]))
    bots = [Talker(server.port, each, farm.SEED) for each in names]
    play(bots, lambda bot: bot.power and bot.turns)
    return people.Game(name), bots


def test_taking_back():
    """A client asks before its game, and takes back orders, votes and reminders."""
    viewer = Client(server.port)
    assert [viewer.ask(*each).partition(" ")[0] for each in (("SCO", "SCO"), ("NOW", "NOW"), ("ORD", "REJ"))] == ["SCO", "NOW", "REJ"]
    viewer.close()
    game, (aus,) = talkers("undone", "none", "AUS:any", options=("--diplomatic-time", "1h"))
    hold, other = "( AUS FLT TRI ) HLD", "( AUS AMY BUD ) HLD"
    for said, answer in (
            (f"SUB ( {hold} ) ( {other} )", f"THX ( {other} ) ( MBV )"),
            (f"SUB ( FAL 1901 ) ( {hold} )", "REJ"),
            (f"NOT ( SUB ( {hold} ) )", None), ("MIS", "MIS ( AUS FLT TRI ) ( AUS AMY VIE )"),
            (f"NOT ( SUB ( {hold} ) )", "REJ"), ("NOT ( SUB )", None),
            ("MIS", "MIS ( AUS AMY BUD ) ( AUS FLT TRI ) ( AUS AMY VIE )"),
            ("GOF", None), ("NOT ( GOF )", None), ("DRW", None), ("NOT ( DRW )", None),
            ("TME ( 5 )", None), ("TME ( 6 )", None), ("TME ( 5 )", None), ("NOT ( TME ( 5 ) )", None),
            ("NOT ( TME ( 5 ) )", "REJ"), ("NOT ( TME )", None), ("NOT ( TME ( 6 ) )", "REJ"),
            ("TME ( 3600 )", None), ("TME ( 3601 )", "REJ"),
            *[(f"TME ( {n} )", None) for n in range(7)], ("TME ( 7 )", "REJ"),
            (f"ADM ( 'any' ) ( '{'x' * 400}' )", "REJ"),
            ("ADM ( 'any' ) ( 'hello' )", "ADM ( 'any' ) ( 'hello' )"), ("ORD", "REJ")):
        wanted = f"{answer or 'YES'} ( {said} )" if answer in (None, "REJ") else answer
        mark = len(aus.heard)
        aus.say(said)
        play([aus], lambda bot: wanted in bot.heard[mark:])
    # orders are final when all are given, unless the client wants to think
    every = f"SUB ( {hold} ) ( {other} ) ( ( AUS AMY VIE ) HLD )"
    for said, final in (("NOT ( GOF )", False), (every, False), ("GOF", True), ("NOT ( SUB )", False),
                        (every, True)):
        mark = len(aus.heard)
        aus.say(said)
        play([aus], lambda bot: any(said in line or line.startswith("THX") for line in bot.heard[mark:]))
        assert query("select final from farm.pending_orders where game_id = %s and power = 0",
                     game.id) == [(final,)], said
    farm.cancel("undone")
    play([aus])
    assert (aus.heard[-2], aus.ended) == ("ADM ( 'aresdaide' ) ( 'the game was cancelled' )", "OFF")


def test_press():
    """Each hears what is for it at its level; people and clients hear each other; the digest has it."""
    pact = "PRP ( PCE ( AUS ENG ) )"
    game, (aus, eng, fra, ger) = talkers("talks", "private", "AUS:any", "LVL8000:ENG:all", "LVL10:FRA:few", "GER:LVL0:none")
    assert [bot.options for bot in (aus, eng, fra, ger)] == [
        [["LVL", "130"], ["PDA"]], [["LVL", "8000"], ["PDA"]], [["LVL", "10"], ["PDA"]], [["LVL", "0"]]]

    def write(text, *recipients):
        return game.ask("alice", "select api.send_message(%s, %s, %s)", list(recipients) or None, text)

    assert aus.send(f"SND ( ENG ITA ) ( {pact} )") == f"YES ( SND ( ENG ITA ) ( {pact} ) )"
    assert aus.send("SND ( SPR 1901 ) ( ENG FRA ) ( PRP ( DMZ ( AUS ) ( TYR ) ) )").startswith("YES")
    assert eng.send("SND ( AUS FRA GER ITA RUS TUR ) ( 'Grüße an alle' )".encode().decode("latin-1")).startswith("YES")
    assert eng.send("SND ( FRA ) ( TRY ( PRP PCE XDO ) )").startswith("YES")
    for text, answer in (
            ("SND ( ENG ) ( PRP ( PCE ( AUS ) ) )", "HUH ( SND ( ENG ) ( PRP ( PCE ( AUS ERR ) ) ) )"),
            ("SND ( ENG ) ( 'free' )", "HUH ( SND ( ENG ) ( ERR 'free' ) )"),
            ("SND ( AUS ENG ) ( TRY ( ) )", "REJ ( SND ( AUS ENG ) ( TRY ( ) ) )"),
            ("SND ( FAL 1901 ) ( ENG ) ( TRY ( ) )", "REJ ( SND ( FAL 1901 ) ( ENG ) ( TRY ( ) ) )"),
            (f"SND ( ENG ) ( HUH ( {'ERR ' * 1200}) )", f"REJ ( SND ( ENG ) ( HUH ( {'ERR ' * 1200}) ) )")):
        assert aus.send(text) == answer
    assert ger.send(f"SND ( ENG ) ( {pact} )") == f"HUH ( ERR SND ( ENG ) ( {pact} ) )"
    # a person reads and writes the same
    assert [row[0] for row in game.ask("alice", "select text from api.my_messages where game = %s order by sent_at")] == [
        pact, "Grüße an alle"]
    assert write("Hello") == write(pact, "ENG", "FRA", "AUS") == write("for you", "ENG") == [(None,)]
    everybody = [["FRM ( AUS ) ( ENG ITA ) ( PRP ( PCE ( AUS ENG ) ) )", "FRM ( AUS ) ( ENG FRA ) ( PRP ( DMZ ( AUS ) ( TYR ) ) )",
                  "FRM ( ITA ) ( AUS ENG FRA GER RUS TUR ) ( 'Hello' )", f"FRM ( ITA ) ( AUS ENG FRA ) ( {pact} )",
                  "FRM ( ITA ) ( ENG ) ( 'for you' )"], [f"FRM ( ITA ) ( AUS ENG FRA ) ( {pact} )"],
                 ["FRM ( ENG ) ( FRA ) ( TRY ( PRP PCE ) )", f"FRM ( ITA ) ( AUS ENG FRA ) ( {pact} )"], []]
    play([eng, aus, fra], lambda bot: any(pact in line for line in bot.told() if "ITA ) ( AUS" in line))
    play([eng], lambda bot: len(bot.told()) == 5)
    assert [bot.told() for bot in (eng, aus, fra, ger)] == everybody
    # a client that is away is not written to by clients; what others write it hears when it is back
    fra.close()
    play([aus], lambda bot: "CCD ( FRA )" in bot.heard)
    assert aus.send("SND ( ENG FRA ) ( TRY ( ) )") == "CCD ( FRA )"
    assert write(pact, "FRA") == [(None,)]
    fra.back()
    play([fra], lambda bot: bot.told())
    assert fra.told() == [f"FRM ( ITA ) ( FRA ) ( {pact} )"]
    assert value("select count(*) from farm.messages where game_id = %s", game.id) == 8
    farm.cancel("talks")
    assert aus.send("SND ( ENG ) ( TRY ( ) )").startswith("REJ")


class Diplomat(Bot):
    """Proposes peace to the next power in each turn of moves, answers proposals, and asks twice what was
    played. What it says between two turns is refused; it says so again in the next turn."""
    mark = 0  # what it had heard then
    unsent = ()

    def order(self, season, mine):
        again, self.unsent = self.unsent, ()
        for text in again:
            self.say(text)
        if season == "FAL" and not self.mark:
            self.mark = len(self.heard)
            self.say("ORD")
            self.say("HST ( SPR 1901 )")
        if season in ("SPR", "FAL") and mine:
            other = POWERS[(POWERS.index(self.power) + 1) % 7]
            self.say(f"SND ( {other} ) ( PRP ( PCE ( {self.power} {other} ) ) )")
        super().order(season, mine)

    def on_frm(self, message):
        _, (sender,), _, press = tree(message)
        if press[0] == "PRP":
            self.say(f"SND ( {sender} ) ( {'YES' if self.random.random() < 0.5 else 'REJ'} {show(press)} )")

    def on_rej(self, message):
        _, refused = tree(message)
        if refused[0] == "SND":
            self.unsent += (show(refused).removeprefix("( ").removesuffix(" )"),)


def test_level_ten():
    """Seven clients of level 10 talk through a whole game: each proposal is heard and answered, what was played can be asked
    for, and the messages are part of the digest."""
    table("level-ten", "--press", "private", rounds=3)
    bots = [Diplomat(server.port, f"LVL10:diplomat-{n}", farm.SEED) for n in range(7)]
    play(bots)
    over("level-ten")
    assert {tuple(bot.options[0]) for bot in bots} == {("LVL", "10")} and not any("HUH" in line for bot in bots for line in bot.heard)
    said = query("select count(*) filter (where x.text like 'PRP%%'), count(*) filter (where x.text ~ '^(YES|REJ)') from farm.messages x"
                 " join farm.games g on g.id = x.game_id join farm.tournaments t on t.id = tournament_id where t.name = 'level-ten'")[0]
    heard = [line for bot in bots for line in bot.heard if line.startswith("FRM")]
    proposed = sum(") ( PRP (" in line for line in heard)
    assert 14 <= proposed <= said[0] and 14 <= len(heard) - proposed <= said[1]
    for bot in bots:
        before, after = bot.heard[:bot.mark], bot.heard[bot.mark:]
        told = [line for line in before if line.startswith("ORD")]
        moves = [line for line in told if line.startswith("ORD ( SPR 1901 )")]
        places = [n for n, line in enumerate(after) if line.startswith("ORD")][:len(told) + 22]
        assert [after[n] for n in places] == told + moves and len(moves) == 22
        owners, units = after[places[-1] + 1:places[-1] + 3]
        assert owners == next(line for line in before if line.startswith("SCO"))
        assert units in before and "SPR 1901" not in units or units.startswith("NOW ( SUM 1901 )")
    before = farm.digest("level-ten")
    query("update farm.messages set text = text || ' ' where game_id = %s and text like 'PRP%%'", farm.games_of("level-ten")[0])
    assert farm.digest("level-ten") != before


def test_press_limits():
    """In a public game clients speak to all, without press to nobody, and not more often than people."""
    game, (aus, eng) = talkers("public", "public", "AUS:one", "ENG:other")
    to_all = "SND ( ENG FRA GER ITA RUS TUR ) ( PRP ( DRW ) )"
    assert aus.send("SND ( ENG ) ( PRP ( DRW ) )").startswith("REJ")
    assert [aus.send(to_all)[:3] for _ in range(21)] == ["YES"] * 20 + ["REJ"]
    assert eng.send(to_all.replace("ENG", "AUS")).startswith("YES")
    assert value("select count(*) from farm.messages where game_id = %s and recipients is null", game.id) == 21
    farm.ctl("tournament", "drop", "--yes", "public")
    play([aus, eng])
    assert aus.ended == eng.ended == "OFF"
    _, (first, _) = talkers("silent", "none", "LVL20:AUS:one", "ENG:other")
    assert first.options[0] == ["LVL", "0"] and first.send(to_all) == f"HUH ( ERR {to_all} )"
    farm.cancel("silent")


def test_history():
    """In the middle of a game a client asks what was played, an observer comes by the game's name, and a stranger
    gives commands that are out of place."""
    table("past")
    bots = [bot(f"bot-{n}") for n in range(7)]
    play(bots, lambda bot: len(bot.turns) > 1)
    first = bots[0]
    told, mark = [line for line in first.heard if line.startswith("ORD ( SPR 1901 )")], len(first.heard)
    first.say("HST ( SPR 1901 )")
    first.say("HST ( SPR 1950 )")
    play([first], lambda bot: "REJ ( HST ( SPR 1950 ) )" in bot.heard)
    again = [line for line in first.heard[mark:] if line.startswith("ORD ( SPR 1901 )")]
    assert sorted(told) == sorted(again) and len(told) == 22
    viewer = Client(server.port)
    viewer.ask("OBS ( 'past/1' ) ( '1' )", "MAP")
    viewer.say("YES ( MAP ( 'standard' ) )")
    assert viewer.until("HLO") and viewer.until("NOW")
    stranger = Client(server.port)
    for said, answer in (
            ("NME ( 'past:late' ) ( '1' )", "REJ ( NME ( 'past:late' ) ( '1' ) )"),
            ("NOT ( SUB )", "REJ ( NOT ( SUB ) )"),
            ("( ENG FLT LON ) HLD", "HUH ( ERR ( ENG FLT LON ) HLD )"),
            ("SUB ( ( ENG FLT LON ) HLD )", "REJ ( SUB ( ( ENG FLT LON ) HLD ) )"),
            ("IAM ( NOT", "PRN ( IAM ( NOT )"), ("HUH", None), ("SLO", "HUH ( ERR SLO )"),
            ("NME ( 'x' )", "HUH ( NME ( 'x' ) ERR )"),
            ("SND ( FRA ) ( PRP ( PCE ( ENG FRA ) ) )", "HUH ( ERR SND ( FRA ) ( PRP ( PCE ( ENG FRA ) ) ) )"),
            ("DRW", "REJ ( DRW )"), ("HLO", "REJ ( HLO )"), ("MAP", "MAP ( 'standard' )")):
        stranger.say(said)
        if answer:
            heard = stranger.next_message()
            assert (stranger.next_message() if heard.startswith("RM") else heard) == answer
    stranger.close()
    play(bots)
    over("past")


def test_passcodes_are_drawn_one_by_one():
    """Two sessions that begin games at once could draw the same passcode."""
    table("drawn", games=2)
    begin = "select count(*) from daide.begin(%s, '{0,1,2,3,4,5,6}', repeat(E'x\\n', 7), repeat(E'x\\n', 7))"
    one, other = farm.games_of("drawn")
    with farm.connect(autocommit=False) as session:
        assert session.execute(begin, (one,)).fetchall() == [(7,)]
        farm.fails("55P03", begin, other)
    assert value(begin, other) == 7
    farm.cancel("drawn")


def test_one_tournament():
    """A server of one tournament serves no other. When it ends, its players are told by what name the game
    is kept."""
    people.make_roles(alice="farm_agent")
    table("unserved")
    table("served", seats="@daide,@alice,random,random,random,random,random")
    with farm.Daemon("aresdaide", "--tournament", "served", listens=True) as own:
        player = Talker(own.port, "any", farm.SEED)
        play([player], lambda bot: bot.power and bot.turns)
        other = Client(own.port)
        assert [other.ask(said, "YES", "REJ")[:3]
                for said in ("NME ( 'x' ) ( '1' )", "OBS ( 'unserved' ) ( '1' )")] == ["REJ", "YES"]
        assert own.stop() == 0
    play([player])
    assert player.heard[-1] == f"SVE ( '{farm.games_of('served')[0] % 10**8:08}' )"
    farm.cancel("served")
    farm.cancel("unserved")


def test_many():
    """Several games at once, with a client in each seat."""
    table("many", games=GAMES)
    bots = [bot(f"bot-{n}") for n in range(7 * GAMES)]
    play(bots)
    assert all(each.ended == "OFF" and each.result for each in bots)
    assert value("select finished from farm.progress where tournament = 'many'") == GAMES
    over("many")
