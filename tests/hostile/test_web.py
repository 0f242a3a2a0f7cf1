"""web: proves that slow visitors of aresweb keep nobody waiting. Visitors that send or read byte by
byte, or nothing at all, are cut off, and others are served meanwhile and afterwards."""
import contextlib
import socket
import time
import urllib.request

import farm
from farm import wait_for

GAME = farm.create("slow", "randbot,random", "--rounds", 200)[0]
farm.aresd("--until-done")

HOST = "HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = f"POST /seat/orders {HOST}Seat: x\r\nContent-Type: application/json\r\n"
REPLAY, EVENTS = f"/g/{GAME}/replay", "/t/slow/events"
KINDS = {  # what slow visitors send first, and then every 0.1 s
    "silent": ("", ""),
    "head": ("GET / HTTP/1.1\r\nX: ", "x"),
    "body": (f"{POST}Content-Length: 5000\r\n\r\n", " "),
    "reader": (f"GET {REPLAY} {HOST}\r\n" * 100, ""),  # it reads the answers byte by byte
    "stream": (f"GET {EVENTS} {HOST}\r\n", ""),  # it reads nothing
    "idle": (f"GET /healthz {HOST}\r\n", "")}  # it keeps the connection


class Visitor:
    """A slow visitor until it is cut off."""

    def __init__(self, port, kind):
        self.kind, self.last, self.cut = kind, 0, False
        self.socket = socket.socket()
        if kind in ("reader", "stream"):
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            self.socket.send(KINDS[kind][0].encode())

    def go_on(self):
        """Sends or reads a little, now and then."""
        if self.cut or time.monotonic() < self.last + 0.1:
            return
        self.last = time.monotonic()
        try:
            self.socket.send(KINDS[self.kind][1].encode())
            if self.kind != "stream":
                self.cut = self.socket.recv(1 if self.kind == "reader" else 65536) == b""
        except BlockingIOError:
            pass
        except OSError:
            self.cut = True


class Request:
    """A request whose answer may have to wait."""

    def __init__(self, port, text=f"GET /healthz {HOST}Connection: close\r\n\r\n"):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.send(text.encode())
        self.socket.setblocking(False)

    def answer(self):
        with contextlib.suppress(BlockingIOError):
            return self.socket.recv(65536)
        return None


def serve(patience, connections):
    return farm.Daemon("aresweb", "--rate", 0, "--quiet", "--patience", patience, "--connections",
                       connections, listens=True)


def stop(server):
    assert server.stop() == 0
    assert server.log() == ""


def test_others_are_served():
    """There is room for more than all who are slow."""
    with serve(3600, 100) as server:
        visitors = [Visitor(server.port, kind) for kind in KINDS for _ in range(10)]
        for address in ("/", "/t/slow", f"/g/{GAME}", "/wall", REPLAY, "/healthz"):
            for visitor in visitors:
                visitor.go_on()
            with urllib.request.urlopen(server.url + address, timeout=10 * farm.PATIENCE) as answer:
                assert answer.status == 200 and answer.read()
        chunked = Request(server.port, f"{POST}Transfer-Encoding: chunked\r\n\r\n1\r\n")
        assert wait_for(chunked.answer).startswith(b"HTTP/1.1 411 "), "it has no length to wait for"
        assert not any(visitor.cut for visitor in visitors)
        stop(server)


def test_cut_off():
    """Eight visitors that are slow in one way take all connections. The ninth is served once they
    are cut off. If they are not, it waits."""
    kinds = [kind for kind in KINDS if kind != "stream"]
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(serve(1, 8)) for _ in kinds]
        patient = stack.enter_context(serve(3600, 8))
        visitors = [Visitor(server.port, kind) for _ in range(8)
                    for server, kind in [(patient, "reader"), *zip(servers, kinds)]]
        last, *ninths = [Request(server.port) for server in [patient, *servers]]
        answers = {}

        def answered():
            for visitor in visitors:
                visitor.go_on()
            for kind, ninth in zip(kinds, ninths):
                answers[kind] = answers.get(kind) or ninth.answer()
            return all(answer is not None for answer in answers.values())

        wait_for(answered, 10, "the ninths to be served")
        assert all(answer.startswith(b"HTTP/1.1 200 ") for answer in answers.values()), answers
        assert last.answer() is None
        for server in [patient, *servers]:
            stop(server)
