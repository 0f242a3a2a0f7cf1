#!/usr/bin/env python3
"""letters: messages between people at tables, which their pages send, wait for and fetch:
WATCHERS=1000 seats by link, RATE=100 messages per second for SECONDS=30, on a cluster of its own.
Prints the number of messages and their latency."""
import json
import os
import random
import re
import resource
import selectors
import shutil
import socket
import subprocess
import sys
import tempfile
import time

B, WATCHERS, RATE, SECONDS, SEED = os.environ.get("B", "build"), *(
    int(os.environ.get(name, normal)) for name, normal in (("WATCHERS", 1000), ("RATE", 100), ("SECONDS", 30), ("SEED", 1)))
POWERS, SHEET, SENDERS = "AUS ENG FRA GER ITA RUS TUR".split(), 100, 8
chosen, chance = selectors.DefaultSelector(), random.Random(SEED)
late, refused = [], 0


class Line:
    """A connection that sends one request after the other; answered() gets each answer."""

    def __init__(self, port):
        self.socket, self.text, self.asked = socket.create_connection(("127.0.0.1", port)), b"", False
        chosen.register(self.socket, selectors.EVENT_READ, self)

    def ask(self, secret, method, path, body=""):
        fields = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        self.socket.sendall(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nSeat: {secret}\r\n{fields}\r\n{body}".encode())
        self.asked = True

    def take(self):
        more = self.socket.recv(1 << 18)
        if not more:
            raise SystemExit("the web server has closed a connection")
        self.text += more
        head, _, body = self.text.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        if length and len(body) >= int(length[1]):
            self.text, self.asked = b"", False
            self.answered(head, body)


class Watcher(Line):
    def __init__(self, port, secret):
        super().__init__(port)
        self.secret, self.known, self.tag, self.waits = secret, 0, None, False
        self.ask(secret, "GET", "/seat/state")

    def answered(self, head, body):
        if b" 200 " not in head[:16]:
            raise SystemExit(f"a table was answered: {head[:80]}")
        if body.startswith(b'{"messages":'):
            now = time.monotonic()
            sheet = json.loads(body)["messages"]
            for message in sheet[self.known % SHEET:]:
                late.append(now - float(message["text"]))
            self.known += len(sheet[self.known % SHEET:])
        else:
            self.tag = re.search(rb'"tag":"(\w+)"', body)[1].decode()
            self.letters = int(re.search(rb'"letters":(\d+)', body)[1])
        if self.known < self.letters:
            self.ask(self.secret, "GET", f"/seat/messages?page={self.known // SHEET + 1}")
        else:
            self.waits = True
            self.ask(self.secret, "GET", f"/seat/state?seen={self.tag}")


class Sender(Line):
    def answered(self, head, body):
        global refused
        refused += b'"problem":null' not in body

    def send(self, secret, power):
        to = [] if chance.random() < 0.25 else [chance.choice([other for other in POWERS if other != power])]
        self.ask(secret, "POST", "/seat/message", json.dumps({"to": to, "text": f"{time.monotonic():.6f}"}))


def used(parents):
    """CPU seconds of these processes and their living children."""
    ticks = 0
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                words = file.read().rpartition(")")[2].split()
            if int(pid) in parents or int(words[1]) in parents:
                ticks += int(words[11]) + int(words[12])
        except OSError:
            pass
    return ticks / os.sysconf("SC_CLK_TCK")


def run(port, seats, programs):
    watchers = [Watcher(port, secret) for _, secret in seats]
    while not all(watcher.waits for watcher in watchers):
        turn(1)
    # not before: the server closes idle connections after 15 s
    senders = [Sender(port) for _ in range(SENDERS)]
    began, sent, before = time.monotonic(), 0, used(programs)
    while sent < RATE * SECONDS:
        turn(0.002)
        for sender in senders:
            if not sender.asked and sent < RATE * min(SECONDS, time.monotonic() - began):
                power, secret = chance.choice(seats)
                sender.send(secret, power)
                sent += 1
    took, end = time.monotonic() - began, time.monotonic() + 5
    while time.monotonic() < end:
        turn(0.1)
    print(f"processor: {used(programs) - before:.1f} s of workers, web server and database")
    print(f"{len(seats)} tables, {sent} messages in {took:.1f} s, {refused} refused; {len(late)} copies read:"
          f" half within {sorted(late)[len(late) // 2]:.3f} s, 99 % within {sorted(late)[len(late) * 99 // 100]:.3f} s,"
          f" all within {max(late):.3f} s")


def turn(seconds):
    for key, _ in chosen.select(seconds):
        key.data.take()


def ctl(*words):
    return subprocess.run([f"{B}/aresctl", *words], check=True, stdout=subprocess.PIPE, text=True).stdout


def make_seats():
    """Makes games of seven people; returns power and secret of each."""
    seats = []
    for n in range((WATCHERS + 6) // 7):
        said = ctl("game", "create", f"table-{n}", "--seats", ",".join(["@"] * 7), "--press", "private", "--seed", "1")
        seats += [(power, link.partition("#")[2]) for power, link in re.findall(r"^(\w{3})\s+(\S+)$", said, re.M)]
    return seats[:WATCHERS]


def main(make, measure):
    """Measures on a cluster of its own: make() returns seats, which measure(port, seats, programs)
    uses; measure returns an exit status."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
    home = tempfile.mkdtemp()
    os.environ["ARESFARM_HOME"] = home
    programs = []
    try:
        ctl("up")
        ctl("init")
        programs.append(subprocess.Popen([f"{B}/aresd", "--quiet"], stderr=subprocess.DEVNULL))
        seats = make()
        web = subprocess.Popen([f"{B}/aresweb", "--listen", "127.0.0.1:0", "--rate", "0", "--quiet"], stdout=subprocess.PIPE,
                               text=True)
        programs.append(web)
        port = int(re.search(r":(\d+)", web.stdout.readline())[1])
        with open(subprocess.run(["find", home, "-name", "postmaster.pid"], check=True, stdout=subprocess.PIPE,
                                 text=True).stdout.strip(), encoding="utf-8") as file:
            return measure(port, seats, [programs[0].pid, web.pid, int(file.readline())])
    finally:
        for program in programs:
            program.terminate()
            program.wait()
        ctl("down")
        shutil.rmtree(home)


if __name__ == "__main__":
    sys.exit(main(make_seats, run))
