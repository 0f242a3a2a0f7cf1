"""votes: how a game ends by agreement, and its clock: draws of some powers, concessions, pauses, more time; each vote that
must not count; votes of people, bots and the farm's players together.
"""
import os
import urllib.request

import people
import pytest

import farm
from farm import holds, query
from people import begin

SEATS = "anna=@,@alice,bert=@,@bob,random,random,random"  # AUS, ENG, FRA, GER: they have all units
FOUR = ["AUS", "ENG", "FRA", "GER"]


@pytest.fixture(scope="module", autouse=True)
def roles():
    people.make_roles(web="farm_web", alice="farm_agent", bob="farm_agent", carol="farm_agent")
    farm.write(os.environ["TMPDIR"] + "/four.cases",
               "case four\nphase S1901M\nowner bud AUS\nowner lon ENG\nowner par FRA\nowner mun GER\n"
               "unit AUS A bud\nunit ENG A lon\nunit FRA A par\nunit GER A mun\nend\n")
    farm.write(os.environ["TMPDIR"] + "/still.cases",
               "case still\nphase S1901M\nowner lon ENG\nowner lvp ENG\nowner edi ENG\nowner tun ITA\n"
               "unit ENG A lon\nunit ENG A lvp\nunit ENG A edi\nunit ITA A tun\nend\n")
    yield
    people.stop()


def table(name, *options):
    return begin(name, SEATS, "--rounds", 8, "--start", os.path.join(os.environ["TMPDIR"], "four.cases"), *options)


def vote(game, power, wish="end", on=True, among=None):
    """Votes with the power's own role or link. Returns why the vote was refused, or None."""
    if power in game.links:
        return game.by(power, "select web.vote(%s, %s, %s, %s)", wish, on, among)[0][0]
    role = {"ENG": "alice", "GER": "bob"}[power]
    if wish == "end":
        return game.ask(role, "select api.vote_draw(%s, %s, among => %s)", on, among)[0][0]
    return game.ask(role, "select api.vote_clock(%s, %s, %s)", wish, on)[0][0]


def ends(game, *powers, among):
    for power in powers:
        assert vote(game, power, among=among) is None
    farm.wait_for(game.over)


def results(game):
    return query("select power, fate, round(points::numeric, 2)::float8 from farm.results where game = %s and power = any (%s)"
                 " order by power", game.id, FOUR)


def clock(game, power="AUS"):
    return game.by(power, "select clock from web.votes(%s)")[0][0]


def deadline(game):
    return game.by("AUS", "select deadline from web.seat(%s)")[0][0]


# ── ends ──

def test_draw_of_all():
    """A vote counts for its phase, and can be taken back. Who has voted is a secret, and how many have. An
    open transaction holds up nothing but itself."""
    game = table("draw")
    pulse, proposed = "select pulse from web.pulses(%s)", "select ends from web.votes(%s)"
    assert game.by("AUS", "select ends, voters from web.votes(%s)") == [([], FOUR)]
    before = game.by("FRA", pulse)
    assert vote(game, "AUS") is None
    assert game.by("FRA", pulse) != before
    assert game.by("FRA", proposed) == [([{"powers": None, "mine": False}],)]
    before = game.by("FRA", pulse)
    assert vote(game, "ENG") is None
    assert game.by("FRA", pulse) == before
    own = game.ask("alice", "select ends from api.seat_votes(%s, 'ENG')")
    assert own == [([{"powers": None, "mine": True}],)]
    game.hand_in(*FOUR)
    phase = game.next_phase("S1901M")
    assert game.by("AUS", proposed) == [([],)]
    for power, on in ("AUS", True), ("FRA", True), ("AUS", False), ("ENG", True):
        assert vote(game, power, on=on) is None
    with farm.connect("bob", autocommit=False) as session:
        session.execute("select api.vote_draw(%s)", (game.id,))
        assert vote(game, "AUS") is None
        assert game.next_phase(None) == phase
    farm.wait_for(game.over)
    ended = game.rows("select ending, farm.phase_name(phase) from farm.games where id = %s")
    assert ended == [("draw", phase)]
    assert vote(game, "AUS") == "the game is over"
    game.verify()


def test_named():
    """All agree that two of four share the game. A proposal that one rejects does not count."""
    game = table("named")
    assert vote(game, "AUS", among=["AUS", "ENG"]) is None and vote(game, "FRA", among=["fra", "aus"]) is None
    assert game.by("FRA", "select ends from web.votes(%s)")[0][0] == [
        {"powers": ["AUS", "ENG"], "mine": False}, {"powers": ["AUS", "FRA"], "mine": True}]
    for power in "ENG", "GER":
        assert vote(game, power, among=["FRA", "AUS"]) is None
    assert not game.over()
    ends(game, "AUS", among=["AUS", "FRA"])
    assert results(game) == [("AUS", "draw", 0.5), ("ENG", "survival", 0), ("FRA", "draw", 0.5), ("GER", "survival", 0)]
    assert sum(points for _, _, points in results(game)) == 1
    game.verify()
    report = os.environ["TMPDIR"] + "/named.html"
    farm.ctl("report", "named", "--output", report)
    assert "a draw of 2 in 1901" in farm.text_of(report) and "a draw of 4" not in farm.text_of(report)
    query("update farm.games set shared = 3 where id = %s", game.id)
    assert "its digest is not that of what is stored" in farm.run(*farm.program("aresctl", "verify", "named")).stdout
    query("update farm.games set shared = 5 where id = %s", game.id)


def test_concession():
    """Three concede to the fourth, who wins; the vote of the winner is needed, too."""
    game = table("conceded")
    for power in "AUS", "FRA", "GER":
        assert vote(game, power, among=["ENG"]) is None
    assert game.next_phase(None) == "S1901M"
    ends(game, "ENG", among=["ENG"])
    assert results(game) == [("AUS", "survival", 0), ("ENG", "win", 1), ("FRA", "survival", 0), ("GER", "survival", 0)]
    assert game.rows("select ending, winner from farm.games where id = %s") == [("solo", 1)]
    assert farm.ctl("show", "conceded/1").splitlines()[0].endswith(": finished: solo ENG by agreement")
    with farm.Daemon("aresweb", listens=True) as web, \
            urllib.request.urlopen(f"{web.url}/g/{game.id}") as answer:
        assert "finished: solo ENG by agreement" in answer.read().decode()
    game.verify()


def test_all_named():
    """All survivors by name are all that survive: the same proposal."""
    game = table("all-named")
    for power in "AUS", "FRA":
        assert vote(game, power, among=FOUR) is None
    ends(game, "ENG", "GER", among=None)
    assert {fate for _, fate, _ in results(game)} == {"draw"}
    assert holds("shared is null from farm.games where id = %s", game.id)
    # a worker of a version before 15 is told so while it holds the game, and of no other end
    with farm.connect(autocommit=False) as session:
        session.execute("update farm.games set state = 'claimed', digest = null where id = %s", (game.id,))
        asked = "select farm.draw_agreed(id, worker_id, epoch, phase) from farm.games where id = %s"
        assert session.execute(asked, (game.id,)).fetchall() == [(True,)]
        for change in "shared = 3", "shared = null, agreed = phase - 1", "agreed = phase, state = 'finished'":
            session.execute(f"update farm.games set {change} where id = %s", (game.id,))
            assert session.execute(asked, (game.id,)).fetchall() == [(False,)], change
        session.rollback()


def test_refused_votes():
    game = table("refused")
    assert vote(game, "AUS", among=["AUS", "ITA"]) == "ITA is out of the game"
    assert vote(game, "AUS", among=["XXX"]) == "no power XXX: there are AUS, ENG, FRA, GER, ITA, RUS, TUR"
    assert vote(game, "AUS", wish="win") == "no such vote: there are end, pause, extend, leave and return"
    assert vote(game, "AUS", wish="pause") == "this game has no clock"
    assert vote(game, "AUS", wish="return") == "no computer plays this seat"
    # another's seat, and none at all
    assert people.ask("carol", "select api.vote_clock(%s, 'pause')", game.id) == [("you have no such seat",)]
    assert people.ask("carol", "select api.return_seat(%s)", game.id) == [("you have no such seat",)]
    assert game.ask("bob", "select api.vote_draw(%s, true, 'FRA', '{GER}')") == [("you have no such seat",)]
    assert game.ask("bob", "select api.return_seat(%s, 'ENG')") == [("you have no such seat",)]
    # a vote counts once, however often it is cast
    for _ in range(3):
        assert vote(game, "AUS") is None and vote(game, "FRA") is None
    assert holds("count(*) = 2 from farm.votes where game_id = %s", game.id) and not game.over()
    # twenty in a phase; those that were taken back, and those of others, do not count
    query("""insert into farm.votes (game_id, power, wish, powers, phase)
        select %s, power, 'end', n, case when n > 110 then -1 else 0 end
        from unnest('{0,3}'::int[]) power, generate_series(93, 120) n""", game.id)
    assert [vote(game, "AUS", among=[power]) for power in ("ENG", "FRA")] == [
        None, "at most 20 votes a phase: take one back first"]
    assert vote(game, "AUS", on=False, among=["FRA"]) is None


# ── the clock ──

def test_pause():
    """The clock stops while all want it to; any one of them can restart it, with the remaining
    time."""
    game = table("paused", "--deadline", "1h")
    before = deadline(game)
    for power in FOUR[:3]:
        assert vote(game, power, "pause") is None
    farm.wait_for(lambda: clock(game)["pause"] == 3)
    assert clock(game) == {"needed": 4, "pause": 3, "extend": 0, "paused": False, "extended": False, "my_pause": True,
                           "my_extend": False} and deadline(game) == before
    assert vote(game, "GER", "pause") is None
    farm.wait_for(lambda: clock(game)["paused"])
    assert deadline(game) is None and game.ask("alice", "select deadline from api.my_turns where game = %s") == [(None,)]
    # its time would be over, but the clock stands
    query("update farm.turns set deadline = now() - interval '1 s' where game_id = %s", game.id)
    query("select farm.turns_lapse()")
    assert game.next_phase(None) == "S1901M"
    # the time that it is quarantined counts once
    query("select farm.game_quarantine(%s, 'a test')", game.id)
    query("""update farm.games
        set finished_at = finished_at - interval '1 h', stopped_at = stopped_at - interval '1 h'
        where id = %s""", game.id)
    query("select farm.game_retry(%s)", game.id)
    query("update farm.turns set deadline = now() - interval '1 s' where game_id = %s", game.id)
    query("update farm.games set stopped_at = stopped_at - interval '1 min' where id = %s", game.id)
    assert vote(game, "FRA", "pause", False) is None
    farm.wait_for(lambda: not clock(game)["paused"])
    left = query("select extract(epoch from %s - now())", deadline(game))[0][0]
    assert 50 < left < 90, left
    # orders of all end the phase, and the next one has a clock that goes
    for power in FOUR:
        assert vote(game, power, "pause") is None
    farm.wait_for(lambda: clock(game)["paused"])
    game.hand_in(*FOUR)
    assert game.next_phase("S1901M") is not None
    assert deadline(game) is not None and not clock(game)["paused"]


def test_regretted():
    """Who returns before the farm has counted that he left does not leave."""
    game = table("regretted")
    with farm.connect("alice", autocommit=False) as session:
        for change in "leave", "return":
            assert session.execute(f"select api.{change}_seat(%s)", (game.id,)).fetchone() == (None,)
    farm.wait_for(lambda: holds("not exists (select from farm.votes where game_id = %s and fresh)", game.id))
    assert holds("not exists (select from farm.absences where game_id = %s and gone)", game.id)


def test_extension():
    """More than half of the players get the time of the phase again, once; half of them do not."""
    game = table("longer", "--deadline", "1h")
    before = deadline(game)
    for power in "AUS", "FRA":
        assert vote(game, power, "extend") is None
    farm.wait_for(lambda: not holds("exists (select from farm.votes where fresh)"))
    assert deadline(game) == before and not clock(game)["extended"]
    assert vote(game, "ENG", "extend") is None
    farm.wait_for(lambda: clock(game)["extended"])
    assert query("select %s - %s = interval '1 hour'", deadline(game), before)[0][0]
    assert vote(game, "AUS", "extend") == "this phase has got more time already"
    # a session that holds its turn holds nothing up
    other = table("held", "--deadline", "1h")
    before = deadline(other)
    session = farm.connect("bob")
    session.autocommit = False
    session.execute("select * from api.submit_orders(%s, '{}')", (other.id,))
    session.execute("select api.vote_clock(%s, 'extend')", (other.id,))
    for power in "AUS", "ENG", "FRA":
        assert vote(other, power, "extend") is None
    farm.wait_for(lambda: clock(other)["extended"])
    assert deadline(other) > before
    session.rollback()


# ── absent players ──

def late(game):
    """Makes the deadline of the open phase pass."""
    query("update farm.turns set deadline = now() - interval '5 s' where game_id = %s", game.id)
    query("update farm.games set look_at = now() where id = %s", game.id)


def stand_ins(game):
    return query("select farm.phase_name(phase), power from farm.taken_orders where game_id = %s and stand_in is not null"
                 " order by phase, power", game.id)


def test_substitute():
    """A player who misses two deadlines in a row is replaced, and the game no longer waits for him.
    He takes the seat back, and nobody else can. The game verifies, also after kills."""
    game = table("absent", "--deadline", "1h", "--substitute", "trinity")
    # one deadline that is missed is none in a row
    game.hand_in("ENG", "FRA", "GER")
    late(game)
    phase = game.next_phase("S1901M")
    game.hand_in("AUS", "ENG", "FRA", "GER")
    phase = game.next_phase(phase)
    while not stand_ins(game):
        game.hand_in("ENG", "FRA", "GER")
        people.kill_worker()
        late(game)
        phase = game.next_phase(phase)
    assert len(stand_ins(game)) == 1 and stand_ins(game)[0][1] == 0
    # the others are waited for no longer than they take
    people.kill_worker()
    game.hand_in("ENG", "FRA", "GER")
    phase = game.next_phase(phase)
    assert len(stand_ins(game)) == 2
    assert game.by("FRA", "select name from web.others(%s) where power = 'AUS'") == [("anna, absent: trinity",)]
    assert game.by("AUS", "select absent from web.votes(%s)") == [(True,)]
    # he cannot vote, and others agree without him; nobody else takes the seat
    assert vote(game, "AUS") == "a computer plays this seat: take it back first"
    assert game.by("FRA", "select web.vote(%s, 'return')") == [("no computer plays this seat",)]
    assert game.ask("alice", "select api.return_seat(%s, 'AUS')") == [("you have no such seat",)]
    assert vote(game, "AUS", "return") is None
    farm.wait_for(lambda: game.by("AUS", "select absent from web.votes(%s)") == [(False,)])
    game.hand_in("ENG", "FRA", "GER")
    assert game.next_phase(None) == phase  # it waits for him again
    game.hand_in("AUS")
    assert game.next_phase(phase) != phase
    phases = len(stand_ins(game))
    ends(game, *FOUR, among=None)
    game.verify()
    assert query("select power, player, stand_in, phases from farm.stand_ins where game = %s", game.id) == [
        ("AUS", "anna", "trinity", phases)]
    # standings say so
    said = f"trinity ordered in {phases} phases"
    assert f"anna was absent: {said}" in farm.ctl("query", "standings", "absent")
    assert f"anna: {said}" in farm.ctl("tournament", "status", "absent")
    assert f"anna was absent: {said}" in farm.ctl("watch", "absent")
    page = os.environ["TMPDIR"] + "/absent.html"
    farm.ctl("report", "absent", "--output", page)
    assert f"for anna: {said}" in farm.text_of(page)
    with farm.Daemon("aresweb", listens=True) as web, urllib.request.urlopen(f"{web.url}/t/absent") as answer:
        assert f"anna; {said}" in answer.read().decode()
    assert query("select distinct o.power from farm.orders o join farm.taken_orders t on t.game_id = o.game and t.phase = o.phase"
                 " where o.game = %s and t.stand_in is not null and o.action <> 'hold'", game.id) == [("AUS",)]


def test_all_absent():
    """If all are absent, computers play on at the deadlines, so that all may come back; orders are a return."""
    game = table("all-absent", "--deadline", "1h")
    phase = None
    for _ in range(3):
        phase = game.next_phase(phase)
        late(game)
    phase = game.next_phase(phase)
    query("select farm.turns_lapse()")
    assert game.next_phase(None) == phase and len(stand_ins(game)) >= 4
    before = len(stand_ins(game))
    game.hand_in("AUS")
    assert game.next_phase(phase) != phase
    assert len(stand_ins(game)) == before + 3
    assert game.by("AUS", "select absent from web.votes(%s)") == [(False,)]


def test_leaving():
    """Who leaves is replaced at once, also in a phase for which he has submitted. The game waits for those
    who stay, and for nobody if all have left; until one comes back."""
    game = table("left", "--substitute", "dumbbot")
    assert game.by("AUS", "select substitute, absent from web.votes(%s)") == [("dumbbot", False)]
    game.hand_in("AUS", "ENG", "FRA")
    assert vote(game, "AUS", "leave", False) is None
    submitted = "select submitted is not null from web.turn(%s)"
    assert game.by("AUS", submitted) == [(True,)]  # who takes it back has still ordered
    assert vote(game, "AUS", "leave") is None and game.by("AUS", submitted) == [(False,)]
    game.hand_in("GER")
    phase = game.next_phase("S1901M")
    assert stand_ins(game) == [("S1901M", 0)]
    assert game.ask("alice", "select api.leave_seat(%s)") == [(None,)]
    assert vote(game, "FRA", "leave") is None
    farm.wait_for(lambda: game.by("FRA", "select absent from web.votes(%s)") == [(True,)])
    assert vote(game, "FRA", "leave") == "a computer plays this seat: take it back first"
    assert game.next_phase(None) == phase
    assert vote(game, "FRA", "return") is None
    farm.wait_for(lambda: game.by("FRA", "select absent from web.votes(%s)") == [(False,)])
    assert vote(game, "FRA", "leave") is None
    game.hand_in("GER")
    phase = game.next_phase(phase)
    assert len(stand_ins(game)) == 4
    # a session that leaves, and ends after its phase was taken: it has left in the next one
    assert vote(game, "FRA", "return") is None
    assert game.ask("alice", "select api.return_seat(%s)") == [(None,)]
    farm.wait_for(lambda: holds("count(*) = 1 from farm.absences where game_id = %s", game.id))
    game.hand_in("ENG", "GER")
    with farm.connect("alice", autocommit=False) as session:
        assert session.execute("select api.leave_seat(%s)", (game.id,)).fetchall() == [(None,)]
        game.hand_in("FRA")
        phase = game.next_phase(phase)
    farm.wait_for(lambda: game.ask("alice", "select absent from api.seat_votes(%s, 'ENG')") == [(True,)])
    assert vote(game, "FRA", "leave") is None
    assert game.ask("bob", "select api.leave_seat(%s)") == [(None,)]
    # a supervisor takes a phase each second
    farm.wait_for(lambda: query("select farm.turns_lapse()") and game.over())
    game.verify()


def test_last_who_leaves_a_stopped_clock():
    """The clock stands as soon as all who stay want it to; the phase is still played if their orders are
    there."""
    game = table("left-stopped", "--deadline", "1h")
    # the vote of a player who has left does not count
    assert vote(game, "AUS", "pause") is None and vote(game, "AUS", "leave") is None
    farm.wait_for(lambda: clock(game, "FRA")["needed"] == 3)
    assert clock(game, "FRA")["pause"] == 0
    assert vote(game, "AUS", "return") is None
    farm.wait_for(lambda: clock(game, "FRA")["needed"] == 4)
    assert vote(game, "AUS", "pause", False) is None
    game.hand_in("ENG", "FRA", "GER")
    for power in "ENG", "FRA", "GER":
        assert vote(game, power, "pause") is None
    farm.wait_for(lambda: clock(game, "FRA")["pause"] == 3)
    assert vote(game, "AUS", "leave") is None
    assert game.next_phase("S1901M") is not None and stand_ins(game) == [("S1901M", 0)]
    farm.cancel("left-stopped")


def test_no_substitute():
    """Without a substitute, absent players hold, and the game waits for them."""
    game = table("alone", "--deadline", "1h", "--substitute", "none")
    phase = None
    for _ in range(4):
        phase = game.next_phase(phase)
        late(game)
    game.next_phase(phase)
    assert stand_ins(game) == []
    assert game.by("AUS", "select absent, substitute from web.votes(%s)") == [(False, None)]
    assert vote(game, "AUS", "leave") == "nobody would play this seat: the game has no substitute"
    for power in FOUR:
        assert vote(game, power) is None
    farm.wait_for(game.over)


# ── bots and the farm's players ──

BOTS = {"draws": "draw", "later": "draw 1902", "two": "ENG+FRA", "agrees": "agree", "odd": '{"end":["AUS","ITA"]}',
        "wrong": '{"draw":false}', "always": '{"draw":true}'}


def voters(*names):
    def quoted(words):
        return " ".join(f"'{word}'" for word in words.split())

    return [word for name in names
            for word in ("--bot", f"{name}=python3 tests/db/seats/voter.py {quoted(BOTS[name])}")]


def four(*players):
    """Seats of the four powers that have units."""
    return ",".join(f"bot:{player}" if player in BOTS else player for player in (*players, "random", "random", "random"))


def start_of(name):
    return "--start", os.path.join(os.environ["TMPDIR"], f"{name}.cases"), "--rounds", 8


def end_of(name):
    """How a game ended: its phase, what was agreed on there, and the fates of the four."""
    rows = query("select farm.phase_name(g.phase), g.agreed = g.phase, farm.powers_named(m.powers, g.shared), winner from farm.games g"
                 " join farm.tournaments t on t.id = g.tournament_id join farm.maps m on m.id = t.map_id where t.name = %s", name)
    return rows[0]


@pytest.mark.parametrize("players, end", [
    (("draws", "draws", "draws", "draws"), ("S1901M", True, None, None)),
    (("draws", "later", "draws", "later"), ("S1902M", True, None, None)),
    (("two", "two", "two", "two"), ("S1901M", True, ["ENG", "FRA"], None)),
    (("two", "draws", "draws", "draws"), ("S1905M", None, None, None)),
    (("draws", "draws", "draws", "holdbot"), ("S1905M", None, None, None)),
    # who is in civil disorder is not needed; at the third fault it is
    (("draws", "odd", "draws", "draws"), ("S1902M", True, None, None)),
])
def test_bots(players, end):
    """Bots vote with their orders. All must want the same end; the game ends before the phase is played."""
    name = "-".join(players)
    farm.create(name, four(*players), *start_of("four"))
    options = voters(*{player for player in players if player in BOTS})
    farm.aresd("--until-done", "--workers", 1, *options)
    assert end_of(name) == end
    farm.ctl("verify", "--players", name)


def test_bots_killed():
    """The same digest when workers are killed, and begin again."""
    farm.create("killed", four("later", "later", "later", "later"), *start_of("four"), games=3)
    with farm.Daemon("aresd", "--workers", "2", "--quiet", *voters("later")):
        for _ in range(3):
            people.kill_worker()
        farm.wait_for(lambda: farm.finished("killed"))
    farm.create("calm", four("later", "later", "later", "later"), *start_of("four"), games=3)
    farm.aresd("--until-done", "--workers", 1, *voters("later"))
    assert farm.digest("killed") == farm.digest("calm")


@pytest.mark.parametrize("bot, words", [("odd", '"vote" of the answer must be {"draw":true} or'), ("wrong", '"vote" of the answer must be')])
def test_bad_votes(bot, words):
    """What is not a vote is a fault."""
    farm.create(f"bad-{bot}", four(bot, "holdbot", "holdbot", "holdbot"), *start_of("four"))
    farm.aresd("--until-done", "--workers", 1, *voters(bot))
    faults = query("select kind, words, phase_name from farm.faults_told where tournament = %s", f"bad-{bot}")
    assert faults[0][0] == "wrong" and words in faults[0][1] and len(faults) == 3


def test_retreats():
    """There is no vote before retreats."""
    told = farm.run(f"{farm.B}/aresctl", "bot", "check", voters("always")[1].partition("=")[2]).stdout
    assert '"vote" of the answer must be left out before retreats: votes are on moves and builds' in told
    assert "retreats 0 of" in told and told.count(": wrong, ") == told.count("(retreats): wrong, ") == 10, told


def test_people_and_bots():
    """People vote, then bots, who see what people propose. The game ends when the orders of all are there."""
    with farm.Daemon("aresd", "--workers", "1", "--quiet", *voters("agrees")):
        game = begin("mixed", four("anna=@", "agrees", "agrees", "agrees"), *start_of("four"))
        assert game.by("AUS", "select possible from web.votes(%s)") == [(True,)]
        game.hand_in("AUS")  # nothing is proposed, and nobody votes
        assert game.next_phase("S1901M") == "F1901M"
        assert vote(game, "AUS", among=["AUS", "FRA"]) is None
        assert game.next_phase(None) == "F1901M"
        people.kill_worker()
        game.hand_in("AUS")
        farm.wait_for(game.over)
    assert end_of("mixed") == ("F1901M", True, ["AUS", "FRA"], None)
    assert [fate for _, fate, _ in results(game)] == ["draw", "survival", "draw", "survival"]
    assert not holds("exists (select from farm.turns where game_id = %s)", game.id)
    game.verify()


def test_players():
    """Players of the farm vote for a draw where nothing has moved for years, and only with the setting. The game is the same
    when its players decide again, and an end that they do not want is found."""
    farm.create("still", ",".join(["trinity(votes=2)"] * 7), *start_of("still"))
    farm.create("silent", ",".join(["trinity"] * 7), *start_of("still"))
    farm.create("others", ",".join(["trinity(votes=2)", "trinity"] + ["trinity(votes=2)"] * 5), *start_of("still"))
    farm.aresd("--until-done", "--workers", 1)
    assert end_of("still") == ("S1903M", True, None, None)
    assert end_of("silent") == end_of("others") == ("S1905M", None, None, None)
    for name in "still", "silent", "others":
        assert "all agree" in farm.ctl("verify", "--players", name)
    query("update farm.games set agreed = 1 where id = any (%s)", farm.games_of("still"))
    assert "the game is over" in farm.run(*farm.program("aresctl", "verify", "still")).stdout
    query("update farm.games set agreed = phase where id = any (%s)", farm.games_of("silent"))
    query("update farm.tournaments set round_limit = 20 where name = 'silent'")
    assert "its players do not vote for it" in farm.run(*farm.program("aresctl", "verify", "--players", "silent")).stdout


def test_people_and_players():
    """A person agrees with the farm's players, who vote when they see no more progress; others have no such end."""
    game = begin("island", "@,trinity(votes=1),@,@,anna=@,@,@", *start_of("still"))
    assert game.by("ITA", "select possible from web.votes(%s)") == [(True,)]
    phase = "S1901M"
    while phase:
        assert vote(game, "ITA") is None
        game.hand_in("ITA")
        phase = game.next_phase(phase)
    assert end_of("island") == ("S1902M", True, None, None)
    game.verify()
    silent = begin("silent-island", "@,trinity,@,@,anna=@,@,@", *start_of("still"))
    assert silent.by("ITA", "select possible, voters from web.votes(%s)") == [(False, ["ENG", "ITA"])]
