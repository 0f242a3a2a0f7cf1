"""slow.py PORT KIND COUNT ADDRESS...: opens COUNT connections to a web server that are slow in a way, and keeps them until
it is ended. Says "ready" once each has begun. KIND:
  silent  says nothing
  head    sends a field of its request's head byte by byte
  body    sends a body byte by byte, of a length that is told before
  chunks  the same in chunks
  reader  asks for ADDRESS often, and reads the answers byte by byte
  stream  asks for ADDRESS, and reads nothing of it
  idle    asks once, reads the answer and keeps the connection
A connection that was cut off is closed; the line "cut" tells of each."""
import socket
import sys
import time

port, kind, count = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
address = (sys.argv[4:] or ["/"])[0]
HOST = "Host: 127.0.0.1\r\n"
BEGIN = {
    "silent": "",
    "head": "GET / HTTP/1.1\r\nX: ",
    "body": f"POST {address} HTTP/1.1\r\n{HOST}Seat: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n",
    "chunks": f"POST {address} HTTP/1.1\r\n{HOST}Seat: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
    "reader": f"GET {address} HTTP/1.1\r\n{HOST}\r\n" * 100,
    "stream": f"GET {address} HTTP/1.1\r\n{HOST}\r\n",
    "idle": f"GET {address} HTTP/1.1\r\n{HOST}\r\n",
}
DRIP = {"head": b"x", "body": b" ", "chunks": b"1\r\n \r\n"}


def begin():
    s = socket.socket()
    if kind in ("reader", "stream"):
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    s.connect(("127.0.0.1", port))
    s.setblocking(False)
    try:
        s.send(BEGIN[kind].encode())
    except OSError:
        pass
    return s


def goes_on(s):
    """Sends or reads a little. False: the server has cut it off."""
    try:
        if kind in DRIP:
            s.send(DRIP[kind])
        if kind == "stream":
            return True
        return s.recv(1 if kind == "reader" else 65536) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


open_ones = [begin() for _ in range(count)]
print("ready", flush=True)
while open_ones:
    time.sleep(0.3)
    for s in open_ones[:]:
        if not goes_on(s):
            open_ones.remove(s)
            s.close()
            print("cut", flush=True)
