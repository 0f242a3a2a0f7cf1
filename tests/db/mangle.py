"""mangle.py PORT REQUESTS SEED ADDRESS...: sends so many requests to a web server, most of them mangled, several over a
connection, and goes away without an answer now and then. Prints how many answers came by status."""
import random
import socket
import sys

port, count, seed = (int(word) for word in sys.argv[1:4])
addresses = sys.argv[4:]
random.seed(seed)
methods = ["GET"] * 6 + ["HEAD", "POST", "PUT", "BREW", "get"]
fields = ["Host: 127.0.0.1", "Host: evil", "Content-Length: 0", "Content-Length: 5", "Content-Length: " + "9" * 20,
          "Transfer-Encoding: chunked", "Connection: keep-alive", "Connection: close", "Expect: 100-continue",
          "X: " + "y" * 3000, "Cookie: a=b", "Range: bytes=0-1", "Upgrade: h2c"]
pieces = [b"%", b"%00", b"\0", b"\r\n", b"?", b"/", b"..", b"%ff", b"&=", b":"]


def mangle(text):
    for _ in range(random.randint(1, 6)):
        at, way = random.randrange(len(text) + 1), random.randrange(4)
        if way == 0 and at < len(text):
            text[at] = random.randrange(256)
        elif way == 1:
            text[at:at] = random.choice(pieces)
        elif way == 2:
            del text[at:at + random.randint(1, 8)]
        else:
            text[at:at] = text[max(0, at - 20):at]
        if not text:
            return text
    return text


def request():
    lines = [f"{random.choice(methods)} {random.choice(addresses)} HTTP/{random.choice(['1.1', '1.1', '1.0', '2.0'])}"]
    lines += ["Host: 127.0.0.1"] if random.random() < 0.9 else []
    lines += random.choices(fields, k=random.randint(0, 4))
    text = bytearray(("\r\n".join(lines) + "\r\n\r\n").encode())
    return bytes(mangle(text) if random.random() < 0.7 else text) + (b"hello" if random.random() < 0.2 else b"")


answers = {}
while count > 0:
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.settimeout(0.05)
        together = random.randint(1, 12)
        count -= together
        try:
            connection.sendall(b"".join(request() for _ in range(together)))
            head = connection.recv(65536) if random.random() < 0.8 else b""
            if head.startswith(b"HTTP/"):
                answers[head[9:12]] = answers.get(head[9:12], 0) + 1
        except OSError:
            pass  # it was cut off, or nothing came
print(" ".join(f"{status.decode()}:{number}" for status, number in sorted(answers.items())))
