"""client: DAIDE clients for tests, on sockets, with the Python standard library only.

A Client speaks on one connection: tokens as text of three letters, numbers as int, characters as text in a
Text. A Bot plays a whole game by it. Clients of one process share a loop (play), so that hundreds play at
once.
"""

import random
import re
import selectors
import socket
import struct
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def read_tokens():
    """Name to value, from the table from which the server is built."""
    text = (ROOT / "lib/formats/daide/daide_tokens.def").read_text()
    rows = re.findall(r"^(?:TOKEN|PLACE)\((\w+), 0x(\w+)", text, re.M)
    return {{"BRA": "(", "KET": ")"}.get(name, name): int(value, 16) for name, value in rows}


TOKENS = read_tokens()
NAMES = {value: name for name, value in TOKENS.items()}
POWERS = "AUS ENG FRA GER ITA RUS TUR".split()
IM = bytes.fromhex("000000040001DA10")


def encode(text):
    """A message as text, "NME ( 'x' ) ( '1' )", as its body."""
    body = []
    for quoted, word in re.findall(r"'((?:[^']|'')*)'|([()]|[^\s()']+)", text):
        if word:
            body.append(int(word) & 0x3FFF if re.fullmatch(r"-?\d+", word) else TOKENS[word])
        else:
            body += [0x4B00 | byte for byte in quoted.replace("''", "'").encode("latin-1")]
    return struct.pack(f">{len(body)}H", *body)


def name_of(token):
    if token < 0x4000:
        return str(token - 0x4000 if token & 0x2000 else token)
    return NAMES.get(token, f"?{token:04X}")


def decode(body):
    """A body as text."""
    words = []
    text = None
    for (token,) in struct.iter_unpack(">H", body):
        if token & 0xFF00 == 0x4B00:
            text = (text or "") + chr(token & 0xFF)
            continue
        if text is not None:
            words.append("'" + text.replace("'", "''") + "'")
            text = None
        words.append(name_of(token))
    if text is not None:
        words.append("'" + text + "'")
    return " ".join(words)


def tree(text):
    """A message as nested lists of words."""
    stack = [[]]
    for quoted, word in re.findall(r"('(?:[^']|'')*')|([()]|[^\s()']+)", text):
        if word == "(":
            stack.append([])
        elif word == ")":
            closed = stack.pop()
            stack[-1].append(closed)
        else:
            stack[-1].append(quoted or word)
    return stack[0]


def show(item):
    """Nested lists as text, in brackets."""
    return item if isinstance(item, str) else "( " + " ".join(show(part) for part in item) + " )"


class Client:
    """A connection. heard: the messages received, as text; ended: FM, EM or the end of the
    stream."""

    def __init__(self, port, host="127.0.0.1", greet=True, window=0, source=None):
        self.port = port
        self.socket = socket.socket()
        self.socket.settimeout(30)
        if window:  # bytes that the system buffers for this socket
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        if source:
            self.socket.bind((source, 0))
        self.socket.connect((host, port))
        self.buffer = b""
        self.heard = []
        self.ended = None
        if greet:
            self.raw(IM)

    def raw(self, data):
        """Sends bytes; returns whether the other end still accepted them."""
        try:
            self.socket.sendall(data)
            return True
        except OSError:
            self.ended = self.ended or "reset"
            return False

    def say(self, text):
        body = encode(text)
        return self.raw(struct.pack(">BBH", 2, random.randrange(256), len(body)) + body)

    def take(self):
        """Reads once, and returns the messages that are then complete."""
        try:
            data = self.socket.recv(65536)
        except socket.timeout:
            raise
        except OSError:
            data = b""
        self.buffer += data
        if not data:
            self.ended = self.ended or "end"
        return self.split()

    def split(self):
        messages = []
        while len(self.buffer) >= 4:
            kind, _, length = struct.unpack(">BBH", self.buffer[:4])
            if len(self.buffer) < 4 + length:
                break
            body, self.buffer = self.buffer[4:4 + length], self.buffer[4 + length:]
            if kind == 2:
                messages.append(decode(body))
            elif kind == 1:
                messages.append("RM" + body.hex())
            elif kind == 3:
                self.ended = "FM"
            elif kind == 4:
                self.ended = "EM" + body.hex()
        self.heard += messages
        return messages

    def until(self, *beginnings, seconds=60):
        """Reads until a message with such a beginning; returns it. None: the connection ended."""
        end = time.monotonic() + seconds
        for message in iter(self.next_message, None):
            if message.startswith(beginnings):
                return message
            if time.monotonic() > end:
                break
        if self.ended:
            return None
        raise TimeoutError(f"waited for {beginnings}, heard {self.heard[-5:]}")

    queue = ()

    def next_message(self):
        while not self.queue:
            if self.ended:
                return None
            self.queue = self.take()
        message, *self.queue = self.queue
        return message

    def ask(self, text, *answers):
        """Sends a message and returns the answer: any message, unless its beginning is named."""
        self.say(text)
        return self.until(*(answers or ("",)))

    def close(self):
        self.socket.close()


class Bot(Client):
    """Plays a game as programs of old do (DumbBot, HoldBot): orders on NOW, by the last SCO and NOW.

    It follows the least client of the protocol. style says how it differs:
      "plain"   NME, MDF, YES(MAP), one SUB for each turn
      "albert"  knows the map; NOT ( DRW ), NOT ( GOF ), SUB, GOF in each turn
      "drawer"  the same with DRW
      "singly"  each order in a SUB of its own, with the turn
      "bare"    orders without SUB
      "stale"   an IAM with a wrong code before NME; orders from a list of supports and nonsense, too
    """
    draw = "DRW"

    def __init__(self, port, name="Bot", seed=1, style="plain"):
        super().__init__(port)
        self.random = random.Random(f"{seed} {name}")
        self.name, self.style = name, style
        self.power = self.passcode = self.result = None
        self.owners, self.turns, self.notes, self.refused = {}, [], [], []
        self.borders = {}
        self.over = False
        if style == "stale":
            self.say("IAM ( TUR ) ( 8191 )")
        self.say(f"NME ( '{name}' ) ( '1' )")

    def back(self):
        """Reconnects with its passcode."""
        self.close()
        Client.__init__(self, self.port)
        self.say(f"IAM ( {self.power} ) ( {self.passcode} )")
        self.say("HLO")
        self.say("SCO")
        self.say("NOW")

    def comes_back(self):
        """Whether it reconnects after its connection has ended."""
        return False

    def hear(self, message):
        head = message.split(" ", 1)[0]
        handler = getattr(self, "on_" + head.lower(), None)
        if handler:
            handler(message)

    def on_map(self, message):
        self.say("MDF")
        if self.style in ("albert", "drawer"):
            self.say(f"YES ( {message} )")

    def on_mdf(self, message):
        _, _, _, provinces = tree(message)
        for province, *lists in provinces:
            for kind, *places in lists:
                key = (kind if isinstance(kind, str) else kind[0],
                       province if isinstance(kind, str) else show([province, kind[1]]))
                self.borders[key] = [show(place) for place in places]
        if self.style not in ("albert", "drawer"):
            self.say("YES ( MAP ( 'standard' ) )")

    def on_hlo(self, message):
        _, power, passcode, self.options = tree(message)
        self.power, self.passcode = power[0], int(passcode[0])

    def on_sco(self, message):
        self.owners = {group[0]: group[1:] for group in tree(message)[1:]}

    def on_now(self, message):
        _, turn, *units = tree(message)
        self.turns.append(tuple(turn))
        self.units = units
        self.turn = show(turn)
        if not self.over and self.power:
            self.order(turn[0], [unit for unit in units if unit[0] == self.power])

    def order(self, season, mine):
        orders = (self.moves(mine) if season in ("SPR", "FAL") else
                  self.retreats(mine) if season in ("SUM", "AUT") else self.adjustments(mine))
        if self.style in ("albert", "drawer"):
            self.say(self.draw if self.style == "drawer" else "NOT ( DRW )")
            self.say("NOT ( GOF )")
        if self.style == "singly":
            for order in orders:
                self.say(f"SUB {self.turn} ( {order} )")
        elif self.style == "bare":
            for order in orders:
                self.say(order)
        elif orders:
            self.say("SUB " + " ".join(f"( {order} )" for order in orders))
        if self.style in ("albert", "drawer"):
            self.say("GOF")

    def moves(self, mine):
        orders = []
        for unit in mine:
            power, kind, place = unit
            places = self.borders.get((kind, show(place)), [])
            chosen = self.random.choice(places) if places else None
            others = [other for other in mine if other is not unit]
            if self.style == "stale" and others and self.random.random() < 0.4:
                orders.append(f"{show(unit)} SUP {show(self.random.choice(others))}")
            elif chosen and self.random.random() < 0.8:
                orders.append(f"{show(unit)} MTO {chosen}")
            else:
                orders.append(f"{show(unit)} HLD")
        return orders

    def retreats(self, mine):
        orders = []
        for unit in mine:
            if "MRT" in unit:
                places = unit[4]
                orders.append(f"{show(unit[:3])} " +
                              (f"RTO {show(self.random.choice(places))}" if places else "DSB"))
        return orders

    def adjustments(self, mine):
        centres = self.owners.get(self.power, [])
        due = len(centres) - len(mine)
        if due < 0:
            return [f"{show(unit)} REM" for unit in self.random.sample(mine, -due)]
        taken = {place if isinstance(place, str) else place[0] for _, _, place in mine}
        orders = []
        for home in self.homes():
            if len(orders) < due and home in centres and home not in taken:
                orders.append(f"( {self.power} AMY {home} ) BLD")
        return orders + [f"{self.power} WVE"] * (due - len(orders))

    def homes(self):
        return {"AUS": "BUD TRI VIE", "ENG": "EDI LON LVP", "FRA": "BRE MAR PAR", "GER": "BER KIE MUN",
                "ITA": "NAP ROM VEN", "RUS": "MOS SEV STP WAR", "TUR": "ANK CON SMY"}[self.power].split()

    def on_thx(self, message):
        _, order, note = tree(message)
        self.notes.append(note[0])
        if note[0] == "MBV":
            return
        self.refused.append(message)
        unit = order[0]
        if note[0] == "NMB" or not isinstance(unit, list):
            return
        verb = order[1]
        instead = {"RTO": "DSB", "BLD": None}.get(verb, "HLD")
        if verb == "BLD":
            self.say(f"SUB ( {self.power} WVE )")
        elif instead and order[1:] != [instead]:
            self.say(f"SUB ( {show(unit)} {instead} )")

    def on_slo(self, message):
        self.over, self.result = True, message

    def on_drw(self, message):
        self.over, self.result = True, message

    def on_smr(self, message):
        self.summary = message

    def on_sve(self, message):
        self.say(f"YES ( {message} )")

    def on_lod(self, message):
        self.say(f"REJ ( {message} )")

    def on_off(self, message):
        self.ended = "OFF"


class Stayer(Bot):
    """A bot that always reconnects until its game is over. It remembers what the server confirmed
    (MBV), and notes in `broken` if something else was played."""

    def __init__(self, *args):
        self.kept, self.broken, self.refusals = {}, [], []
        super().__init__(*args)

    def comes_back(self):
        if self.over:
            return False
        end = time.monotonic() + 120
        while time.monotonic() < end:
            time.sleep(0.05)
            try:
                if self.power:
                    self.back()
                else:
                    self.close()
                    Client.__init__(self, self.port)
                    self.say(f"NME ( '{self.name}' ) ( '1' )")
                return True
            except OSError:
                pass
        return False

    def on_rej(self, message):
        if message.startswith(("REJ ( NME", "REJ ( IAM")):
            self.refusals.append(message)
            self.ended = "refused"

    def on_thx(self, message):
        super().on_thx(message)
        _, order, note = tree(message)
        if note[0] == "MBV" and isinstance(order[0], list):
            self.kept[self.turn, show(order[0])] = show(order)

    def on_ord(self, message):
        _, turn, order, _ = tree(message)
        promised = self.kept.get((show(turn), show(order[0])))
        if promised and promised != show(order):
            self.broken.append(message)


def play(bots, seconds=300, done=None):
    """Runs bots until all have ended, or until done() is true."""
    selector = selectors.DefaultSelector()
    open_bots = {bot for bot in bots if not bot.ended}
    for bot in open_bots:
        selector.register(bot.socket, selectors.EVENT_READ, bot)
    end = time.monotonic() + seconds
    while open_bots and not (done and done()):
        if time.monotonic() > end:
            raise TimeoutError(f"{len(open_bots)} bots have not ended: {[bot.heard[-3:] for bot in open_bots][:3]}")
        for key, _ in selector.select(0.2):
            bot = key.data
            for message in bot.take():
                bot.hear(message)
            if bot.ended:
                selector.unregister(bot.socket)
                if bot.comes_back():
                    selector.register(bot.socket, selectors.EVENT_READ, bot)
                    continue
                bot.close()
                open_bots.discard(bot)
    selector.close()


if __name__ == "__main__":  # client.py PORT: plays one seat to the end of its game
    one = Bot(int(sys.argv[1]), "ITA:lone", 1)
    play([one])
    sys.exit(one.ended != "OFF")
