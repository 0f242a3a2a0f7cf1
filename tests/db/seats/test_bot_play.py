"""bot play: a player of the program, played as a bot, orders what it orders inside the farm: in every game of a tournament,
with a start of its own, by rules that draw chance, and after its worker has ended."""
import json

import farm
import pytest
from farm import query, value, wait_for

PLAYERS = {"ares": "ares(depth=1,age=2)", "dumbbot": "dumbbot", "scorer": "scorer", "trinity": "trinity(budget=300)",
           "blackmane": "blackmane", "learner": "learner"}


def moves(name):
    """Each order of a tournament, and what became of it."""
    return query("""select number, phase_name, power, text, result from farm.orders where tournament = %s
        order by number, phase, power, text, result""", name)


def commands(*players):
    return [word for player in players for word in (
        "--bot", f"{player}={' '.join(farm.program('aresctl', 'bot', 'play'))} {PLAYERS[player]} --seed {farm.SEED}")]


def play(names, seats, *options, games=2):
    """Plays a tournament of players, and the same with the first of them as bots; returns the orders of both."""
    inside, outside = f"{names[0]}-inside", f"{names[0]}-outside"
    farm.create(inside, seats.format(*(PLAYERS[name] for name in names)), *options, games=games)
    farm.create(outside, seats.format(*(f"bot:{name}" for name in names)), *options, games=games)
    farm.aresd("--until-done", *commands(*names))
    assert query("select count(*) from farm.faults_told") == [(0,)]
    return moves(inside), moves(outside)


@pytest.mark.parametrize("name", PLAYERS)
def test_the_same_orders(name):
    """Two players take turns, so each has seats of either entrant."""
    inside, outside = play([name], "{},other=dumbbot", "--rounds", 12)
    assert inside == outside
    assert {phase[-1] for _, phase, *_ in inside} == {"M", "R", "A"}


def test_thesis():
    """Chance disbands and builds."""
    farm.create("chance-inside", "dumbbot,random", "--rounds", 6, rules="thesis")
    farm.create("chance-outside", "bot:dumbbot,random", "--rounds", 6, rules="thesis")
    farm.aresd("--until-done", *commands("dumbbot"))
    assert moves("chance-inside") == moves("chance-outside")


def test_resumed():
    """Another worker continues with games whose players remember."""
    inside, outside = (farm.create(name, f"{seat},scorer", "--rounds", 20, games=4) for name, seat in (
        ("resumed-inside", PLAYERS["trinity"]), ("resumed-outside", "bot:trinity")))
    assert len(inside) == len(outside)
    with farm.Daemon("aresd", "--workers", 1, *commands("trinity")):
        wait_for(lambda: value("select count(*) from farm.boards where tournament_id = (select id from farm.tournaments"
                               " where name = 'resumed-outside')"), 60)
    farm.aresd("--until-done", *commands("trinity"))
    assert moves("resumed-inside") == moves("resumed-outside")
    assert value("""select max(epoch) from farm.games g join farm.tournaments t on t.id = tournament_id
        where t.name = 'resumed-outside'""") > 1


def orders_of(question):
    return question["history"][0]["orders"]


WRONG = {  # what is said, and what is wrong with a question
    "the question lacks what the protocol says": [lambda q: q.update(seed="one")],
    "the map has no such power; --map names another": [lambda q: q.update(power="XYZ")],
    "this program has no such rules": [lambda q: q.update(rules="chess")],
    "this farm does not tell bots all phases of a game: it is too old": [
        lambda q: q.pop("history"), lambda q: q.pop("start")],
    "the game's first position is none of this map": [
        lambda q: q["start"].pop("owned"), lambda q: q["start"].update(phase="S19"),
        lambda q: q["start"]["owned"].update(AUS=["zzz"]),
        lambda q: q["start"]["units"].update(AUS=["A zzz"]),
        lambda q: q["start"]["units"].update(AUS=["A bud", "A bud"])],
    "the game cannot be replayed": [
        lambda q: q["history"][0].pop("orders"), lambda q: orders_of(q).extend(9 * orders_of(q)),
        lambda q: orders_of(q)[0].pop("order"), lambda q: orders_of(q)[1].pop("order"),
        lambda q: orders_of(q)[0].pop("power"), lambda q: orders_of(q)[0].update(power="XYZ"),
        lambda q: orders_of(q)[0].update(order="A mos - lon H"),
        lambda q: orders_of(q)[0].update(order="build A mos"),
        lambda q: q["history"].append(q["history"][0])],
    "its board is another one; --seed must be the tournament's": [
        lambda q: q["history"].pop(), lambda q: q.update(phase="W1903A"), lambda q: q["units"]["AUS"].pop(),
        lambda q: q["units"].update(AUS=["A mosc"]), lambda q: q["units"]["AUS"].append("A ber")],
}


def test_refusals():
    for pattern, player in (("is not a player", "nobody"), ("must be one player", "dumbbot,random"), ("must be one player", "@")):
        farm.refused(pattern, *farm.program("aresctl", "bot", "play", player))
    hello, question = farm.done(*farm.program("aresctl", "bot", "check", "--show", "60")).splitlines()
    play = farm.program("aresctl", "bot", "play", "dumbbot")
    farm.refused("plays on another map", *play, "--map", "balkans2", input=hello + "\n")
    said = {}
    for pattern, changes in (*WRONG.items(), ("", [lambda q: None])):
        for change in changes:
            changed = json.loads(question)
            change(changed)
            lines = f"{hello}\n{json.dumps(changed, separators=(',', ':'))}\n"
            result = farm.run(*play, input=lines)
            told = result.stderr.removeprefix("aresctl: bot play: ").strip()
            said.setdefault(told, []).append(result.returncode)
    assert said == {pattern: [2] * len(changes) for pattern, changes in WRONG.items()} | {"": [0]}
