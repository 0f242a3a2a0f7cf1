"""mangle: sends requests to a web server, most of them mangled, several over a connection; and
leaves without an answer now and then. For test_web.
"""
import random
import socket
from collections import Counter

METHODS = ["GET"] * 6 + ["HEAD", "POST", "PUT", "BREW", "get"]
FIELDS = ["Host: 127.0.0.1", "Host: evil", "Content-Length: 0", "Content-Length: 5",
          "Content-Length: " + "9" * 20, "Transfer-Encoding: chunked", "Connection: keep-alive",
          "Connection: close", "Expect: 100-continue", "X: " + "y" * 3000, "Cookie: a=b",
          "Range: bytes=0-1", "Upgrade: h2c"]
PIECES = [b"%", b"%00", b"\0", b"\r\n", b"?", b"/", b"..", b"%ff", b"&=", b":"]


def mangle(draw, text):
    """Changes a few places of a text, by the random numbers of draw."""
    for _ in range(draw.randint(1, 6)):
        at, way = draw.randrange(len(text) + 1), draw.randrange(4)
        if way == 0 and at < len(text):
            text[at] = draw.randrange(256)
        elif way == 1:
            text[at:at] = draw.choice(PIECES)
        elif way == 2:
            del text[at:at + draw.randint(1, 8)]
        else:
            text[at:at] = text[max(0, at - 20):at]
        if not text:
            break
    return text


def request(draw, addresses):
    version = draw.choice(["1.1", "1.1", "1.0", "2.0"])
    lines = [f"{draw.choice(METHODS)} {draw.choice(addresses)} HTTP/{version}"]
    lines += ["Host: 127.0.0.1"] if draw.random() < 0.9 else []
    lines += draw.choices(FIELDS, k=draw.randint(0, 4))
    text = bytearray(("\r\n".join(lines) + "\r\n\r\n").encode())
    text = mangle(draw, text) if draw.random() < 0.7 else text
    return bytes(text) + (b"hello" if draw.random() < 0.2 else b"")


def send(port, count, seed, addresses):
    """Sends this number of requests; returns the numbers of first answers by status."""
    draw, answers = random.Random(seed), Counter()
    while count > 0:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.settimeout(0.05)
            together = draw.randint(1, 12)
            count -= together
            text = b"".join(request(draw, addresses) for _ in range(together))
            try:
                connection.sendall(text)
                head = connection.recv(65536) if draw.random() < 0.8 else b""
            except OSError:
                continue  # it was cut off, or nothing came
            if head.startswith(b"HTTP/"):
                answers[head[9:12].decode()] += 1
    return answers
