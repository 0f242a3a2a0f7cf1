#!/usr/bin/env python3
"""hostile: clients that misbehave, beside others that play: hostile.py SCENE PORT [ARGUMENT...].

tests/hostile/daide.sh calls it. It ends with an error if a client that plays is hindered, or if a
misbehaving client gets an answer that differs from the protocol.
"""

import random
import socket
import struct
import sys
import threading

from client import IM, Client, Stayer, encode, play

ELSEWHERE = ("127.0.0.2", 0)  # guesses count by address


def expect(what, is_so):
    if not is_so:
        raise SystemExit(f"not so: {what}")


def message(body, kind=2, length=None):
    return struct.pack(">BBH", kind, 0, len(body) if length is None else length) + body


# Messages to send, and the code of the EM that answers each.
WRONG = [
    ("an IM of another version", bytes.fromhex("000000040002DA10"), 5),
    ("an IM of another protocol", bytes.fromhex("000000040001DA11"), 4),
    ("an IM of the other byte order", bytes.fromhex("00000004010010DA"), 3),
    ("a header of the other byte order", bytes.fromhex("000004000100"), 3),
    ("an IM that is too long", message(IM[4:] + b"xx", 0), 9),
    ("a message before IM", message(encode("OBS")), 2),
    ("an RM before IM", message(b"", 1), 2),
    ("text", b"GET / HTTP/1.0\r\n\r\n", 2),
    ("a second IM", IM + IM, 6),
    ("an RM", IM + message(b"", 1), 0x0D),
    ("an unknown type", IM + message(b"", 9), 8),
    ("an empty message", IM + message(b""), 9),
    ("half a token", IM + message(b"\x48\x0C\x40"), 9),
    ("a length that nobody takes", IM + message(b"\x48" * 100, length=0xFFFE), 9),
    ("a private token", IM + message(b"\x58\x00"), 0x0E),
]


def check_wrong(port):
    for what, data, code in WRONG:
        client = Client(port, greet=False)
        client.raw(data)
        client.until("nothing")
        expect(f"{what} is answered by EM {code}, not {client.ended}", client.ended == f"EM{code:04x}")
        client.close()


# Points at which a client disconnects: what it has sent until then.
LEAVES = [b"", IM[:3], IM, IM + b"\x02\x00", IM + message(encode("OBS"))[:7], IM + message(encode("OBS")),
          IM + message(encode("NME ( 'gone' ) ( '1' )")),
          IM + message(encode("NME ( 'gone' ) ( '1' )")) + message(encode("MDF")),
          IM + message(encode("NME ( 'gone' ) ( '1' )")) + message(encode("YES ( MAP ( 'standard' ) )"))]


def leave(port):
    for data in LEAVES:
        for abrupt in (False, True):
            client = Client(port, greet=False)
            client.raw(data)
            if abrupt:  # a reset instead of an end
                client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.close()


def stall(port):
    """Connections that stall in the middle of a message."""
    stalled = []
    for data in (b"", IM[:5], IM + b"\x02", IM + message(b"", length=32000), IM + message(b"\x48\x0C", length=32000)):
        client = Client(port, greet=False)
        client.raw(data)
        stalled.append(client)
    return stalled


def deaf(port, count):
    """Clients that send requests and never read."""
    clients = [Client(port, window=2048) for _ in range(count)]
    for client in clients:
        client.socket.setblocking(False)
        client.raw(message(encode("MDF")) * 600)
    return clients


def guess(port, power):
    """Guesses passcodes from another address."""
    for _ in range(10):
        client = socket.create_connection(("127.0.0.1", port), timeout=30, source_address=ELSEWHERE)
        client.sendall(IM + b"".join(message(encode(f"IAM ( {power} ) ( {code} )")) for code in range(1, 100)))
        client.close()


def guesses(port, name, seed):
    """7,000 guesses at the seat of a disconnected client, three per connection, twenty per address.
    The client's own passcode is among them, after 300 others. Then it reconnects."""
    bots = [Stayer(port, f"{name}:bot-{n}", seed) for n in range(7)]
    play(bots, done=lambda: all(bot.power and bot.turns for bot in bots))
    gone, others = bots[0], bots[1:]
    gone.close()
    play(others, done=lambda: all(f"CCD ( {gone.power} )" in bot.heard for bot in others))
    codes = [code for code in range(1, 8192) if code != gone.passcode][:7000]
    codes[300] = gone.passcode
    for n in range(0, len(codes), 3):
        guesser = Client(port, source=f"127.1.{n // 18 // 250}.{1 + n // 18 % 250}")
        said = [f"IAM ( {gone.power} ) ( {code} )" for code in codes[n:n + 3]]
        guesser.raw(b"".join(message(encode(text)) for text in said))
        for text in said:
            expect(f"{text} is refused", guesser.until("YES", "REJ").startswith("REJ"))
        guesser.close()
    gone.back()
    play(bots)
    check_ended(bots)


class Flooder(threading.Thread):
    """Sends nonsense as fast as possible, on one connection after the other, `rounds` of them."""

    def __init__(self, port, seed, rounds):
        super().__init__(daemon=True)
        self.port, self.random, self.rounds = port, random.Random(seed), rounds

    def make(self):
        kind = self.random.randrange(4)
        if kind == 0:
            return message(encode(self.random.choice(["MDF", "NOW", "SCO", "MAP", "HST ( SPR 1901 )", "DRW", "GOF"])))
        if kind == 1:
            return message(encode(f"NME ( 'nobody:{self.random.random()}' ) ( '1' )"))
        tokens = [self.random.choice((0x4000, 0x4001, 0x4101, 0x4201, 0x4818, 0x480D, 0x480C, 0x5548, 0x1901,
                                      self.random.randrange(0x5800))) for _ in range(self.random.randrange(1, 40))]
        return message(struct.pack(f">{len(tokens)}H", *tokens))

    def run(self):
        for _ in range(self.rounds):
            try:
                client = socket.create_connection(("127.0.0.1", self.port), timeout=1)
                client.sendall(IM + b"".join(self.make() for _ in range(700)))
                client.close()
            except OSError:
                pass


class Quitter(Stayer):
    """Disconnects once in the game, at a random moment, and reconnects."""

    moments = "greeted ordered half".split()

    def __init__(self, port, name, seed, moment):
        self.moment, self.quits = moment, 0
        super().__init__(port, name, seed)

    def quit(self, moment):
        if moment == self.moment and self.quits == 0 and len(self.turns) > 1:
            self.quits += 1
            self.socket.shutdown(socket.SHUT_RDWR)

    def order(self, season, mine):
        self.quit("greeted")
        if self.moment == "half" and self.quits == 0 and len(self.turns) > 1:
            self.raw(message(encode(f"SUB ( {' '.join(mine[0][:1])} ("), length=4000))
            self.quit("half")
        super().order(season, mine)
        self.quit("ordered")


class Deserter(Stayer):
    """Disconnects and does not come back."""

    def order(self, season, mine):
        super().order(season, mine)
        if len(self.turns) > 1:
            self.over = True
            self.socket.shutdown(socket.SHUT_RDWR)


def check_ended(bots):
    for bot in bots:
        expect(f"{bot.name} hears the end, not {bot.heard[-3:]}", bot.over and bot.result)
        expect(f"{bot.name}: orders are played as they were taken: {bot.broken[:2]}", not bot.broken)
    expect("all hear one result", len({bot.result for bot in bots}) == 1)


def memory_of(process):
    with open(f"/proc/{process}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))


def beside(port, process, main, left, seed, rounds="4"):
    """Games continue while others stall, flood, do not read, send nonsense and disconnect in any
    state."""
    before = memory_of(process)
    stalled = stall(port) + deaf(port, 40)
    flooders = [Flooder(port, f"{seed} {n}", int(rounds)) for n in range(2)]
    for flooder in flooders:
        flooder.start()
    leave(port)
    honest = [Stayer(port, f"{main}:bot-{n}", seed) for n in range(7)]
    quitters = [Quitter(port, f"{left}:{moment}", seed, moment) for moment in Quitter.moments]
    others = [Stayer(port, f"{left}:bot-{n}", seed) for n in range(3)]
    deserter = Deserter(port, f"{left}:deserter", seed)
    check_wrong(port)
    play(honest + quitters + others + [deserter], done=lambda: honest[0].power and len(honest[0].turns) > 1)
    guess(port, honest[0].power)
    leave(port)
    play(honest + quitters + others + [deserter])
    for flooder in flooders:
        flooder.join()
    check_ended(honest)
    check_ended(quitters + others)
    expect("each quitter has quit", all(bot.quits == 1 for bot in quitters))
    expect("who stalled was not answered", all(not client.heard for client in stalled))
    for client in stalled:
        client.close()
    print(memory_of(process) - before)


def seats(port, name, seed):
    """One client takes every seat and never confirms the map. It loses the seats, and others
    play."""
    hogs = [Client(port) for _ in range(7)]
    for hog in hogs:
        answer = hog.ask(f"NME ( '{name}:hog' ) ( '1' )", "YES", "REJ")
        expect("it gets each seat", answer.startswith("YES"))
    honest = [Stayer(port, f"{name}:bot-{n}", seed) for n in range(7)]
    play(honest)
    check_ended(honest)
    expect("the seats were taken first", any(line.startswith("REJ ( NME") for bot in honest for line in bot.refusals))
    for hog in hogs:
        why = hog.until("ADM")
        expect(f"it is told why, not {why}", why == "ADM ( 'aresdaide' ) ( 'no answer to MAP' )")
        expect("it is told to go", hog.until("OFF") == "OFF")
        hog.close()


def stay(port, name, seed):
    """Clients that reconnect whenever they are cut off. Prints each turn."""
    bots = [Stayer(port, f"{name}:bot-{n}", seed) for n in range(7)]
    turns = 0
    while not all(bot.ended and bot.over for bot in bots):
        play([bot for bot in bots if not (bot.ended and bot.over)],
             done=lambda: len(set(bots[0].turns)) > turns)
        turns = len(set(bots[0].turns))
        print(f"turn {turns}", flush=True)
    check_ended(bots)
    print("over")


if __name__ == "__main__":
    scene, port, *rest = sys.argv[1:]
    globals()[scene](int(port), *rest)
