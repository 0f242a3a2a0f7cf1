#!/usr/bin/env python3
"""games: what tests/db/daide.sh has DAIDE clients do at a server: games.py SCENE PORT [SEED].

It prints what the suite compares, and ends with an error when something is not as the protocol says.
"""

import sys

from client import POWERS, Bot, Client, play, tree

STYLES = "plain albert singly stale plain bare albert".split()


def expect(what, is_so):
    if not is_so:
        raise SystemExit(f"not so: {what}")


def wait(bots, done):
    """Plays until done() of them all."""
    play(bots, done=lambda: all(done(bot) for bot in bots))


def begun(bot):
    return bot.power and bot.turns


def seven(port, seed):
    """A game of seven clients, each of a kind of its own, to its end."""
    names = [f"{'ITA:' if n == 0 else ''}{style}-{n}" for n, style in enumerate(STYLES)]
    bots = [Bot(port, name, seed, style) for name, style in zip(names, STYLES)]
    viewer = Client(port)
    viewer.ask("OBS", "MAP")
    viewer.say("YES ( MAP ( 'STANDARD' ) )")
    play(bots)
    expect("each has a power of its own", sorted(bot.power for bot in bots) == POWERS)
    first = bots[0]
    expect("who asks for a power has it", first.power == "ITA")
    for bot in bots:
        expect("all end in OFF", bot.ended == "OFF")
        expect(f"{bot.name} hears the same turns", bot.turns == first.turns)
        expect("all hear one result", bot.result == first.result and bot.summary == first.summary)
        expect("turns follow", len(bot.turns) > 4 and bot.turns[0] == ("SPR", "1901"))
    expect("an observer hears it, too", viewer.until("HLO") == "HLO ( UNO ) ( 0 ) ( ( LVL 0 ) )")
    expect("and the end", viewer.until("OFF") == "OFF")
    expect("its last position", [line for line in viewer.heard if line.startswith("NOW")][-1] ==
           [line for line in first.heard if line.startswith("NOW")][-1])
    summary = tree(first.summary)
    expect("the summary has all", sorted(group[0] for group in summary[2:]) == POWERS)
    print(first.result, *sorted(f"{group[0]}:{group[3]}" for group in summary[2:]))


def lone(port, seed):
    """One client among players of the farm. It wishes for a power that it may not get."""
    bot = Bot(port, "ITA:lone", seed)
    play([bot])
    expect("its end", bot.ended == "OFF" and bot.result)
    print(len(bot.turns) > 3)


def draw(port, seed):
    """All vote for a draw at once."""
    bots = [Bot(port, f"drawer-{n}", seed, "drawer") for n in range(7)]
    play(bots)
    print(bots[0].result, len(set(bots[0].turns)))


def absent(port, seed):
    """A client goes, comes back by its passcode, and the game goes on."""
    bots = [Bot(port, f"bot-{n}", seed) for n in range(7)]
    wait(bots, begun)
    gone, others = bots[0], bots[1:]
    gone.close()
    wait(others, lambda bot: f"CCD ( {gone.power} )" in bot.heard)
    wrong = Client(port)
    code = gone.passcode % 8191 + 1
    if all(bot.passcode != code for bot in bots):
        answer = wrong.ask(f"IAM ( {gone.power} ) ( {code} )", "YES", "REJ")
        expect("a wrong code is refused", answer.startswith("REJ"))
    held = wrong.ask(f"IAM ( {others[0].power} ) ( {others[0].passcode} )", "YES", "REJ")
    expect("a seat that is held is refused", held.startswith("REJ"))
    wrong.close()
    gone.back()
    wait(others, lambda bot: f"NOT ( CCD ( {gone.power} ) )" in bot.heard)
    play(bots)
    expect("all hear the end", len({bot.result for bot in bots}) == 1)
    print(len(gone.turns) > 3)


class Idle(Bot):
    """Asks what it lacks and orders nothing, in its first turn."""

    def order(self, season, mine):
        if len(set(self.turns)) > 1:
            super().order(season, mine)
        else:
            self.say("MIS")


def deadline(port, seed):
    """One does not order: the turn runs at its deadline, and all hear who was late. Then it orders."""
    bots = [Bot(port, f"bot-{n}", seed) for n in range(6)]
    idle = Idle(port, "idle", seed)
    wait(bots + [idle], begun)
    expect("the limit is told", any("MTL 1" in line for line in idle.heard))
    bots[0].say("TME ( 1 )")
    bots[0].say("TME")
    play(bots + [idle])
    expect("how long is left", any(line.startswith("TME") for line in bots[0].heard))
    expect("the request is taken", "YES ( TME ( 1 ) )" in bots[0].heard)
    late = [line for line in bots[0].heard if "CCD" in line or line.startswith(("ORD ( SPR", "NOW ( FAL"))]
    expect("who was late is told before the orders", late[0] == f"CCD ( {idle.power} )")
    expect("and that it orders again", f"NOT ( CCD ( {idle.power} ) )" in late)
    print(len(idle.turns) > 3, any("MIS" in line for line in idle.heard))


def many(port, seed, games):
    """So many games at once, with a client in each seat."""
    bots = [Bot(port, f"bot-{n}", seed) for n in range(7 * int(games))]
    play(bots, seconds=1200)
    print(len(bots) // 7,
          all(bot.ended == "OFF" and bot.result for bot in bots))


def history(port, seed, name):
    """What was played, asked for in the middle of a game; who looks on by its name; and commands out of place."""
    bots = [Bot(port, f"bot-{n}", seed) for n in range(7)]
    wait(bots, lambda bot: len(bot.turns) > 1)
    bot = bots[0]
    told = [line for line in bot.heard if line.startswith("ORD ( SPR 1901 )")]
    mark = len(bot.heard)
    bot.say("HST ( SPR 1901 )")
    bot.say("HST ( SPR 1950 )")
    wait([bot], lambda bot: "REJ ( HST ( SPR 1950 ) )" in bot.heard)
    again = [line for line in bot.heard[mark:] if line.startswith("ORD ( SPR 1901 )")]
    expect("the same orders", sorted(told) == sorted(again) and len(told) == 22)
    viewer = Client(port)
    viewer.ask(f"OBS ( '{name}/1' ) ( '1' )", "MAP")
    viewer.say("YES ( MAP ( 'standard' ) )")
    expect("an observer by name", viewer.until("HLO") and viewer.until("NOW"))
    stranger = Client(port)
    for said, answer in ((f"NME ( '{name}:late' ) ( '1' )", f"REJ ( NME ( '{name}:late' ) ( '1' ) )"),
                         ("NOT ( SUB )", "REJ ( NOT ( SUB ) )"),
                         ("( ENG FLT LON ) HLD", "HUH ( ERR ( ENG FLT LON ) HLD )"),
                         ("SUB ( ( ENG FLT LON ) HLD )", "REJ ( SUB ( ( ENG FLT LON ) HLD ) )"),
                         ("IAM ( NOT", "PRN ( IAM ( NOT )"),
                         ("HUH", None), ("SLO", "HUH ( ERR SLO )"),
                         ("NME ( 'x' )", "HUH ( NME ( 'x' ) ERR )"),
                         ("SND ( FRA ) ( PRP ( PCE ( ENG FRA ) ) )",
                          "HUH ( ERR SND ( FRA ) ( PRP ( PCE ( ENG FRA ) ) ) )"),
                         ("DRW", "REJ ( DRW )"), ("HLO", "REJ ( HLO )"), ("MAP", "MAP ( 'standard' )")):
        stranger.say(said)
        if answer:
            heard = stranger.next_message()
            heard = stranger.next_message() if heard.startswith("RM") else heard
            expect(f"{said} is answered by {answer}, not {heard}", heard == answer)
    stranger.close()
    play(bots)
    print(len(told))


if __name__ == "__main__":
    globals()[sys.argv[1]](int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1, *sys.argv[4:])
