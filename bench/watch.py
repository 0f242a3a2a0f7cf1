"""watch.py PORT ADDRESS COUNT: reads a stream of events of a web server over COUNT connections
until it ends or gets SIGTERM. Prints "ready" when each connection has its first event, and at the
end the number of events and the seconds between the first and the last watcher that got an event,
at most and the median."""
import selectors
import signal
import socket
import sys
import time

port, address, count = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
chosen = selectors.DefaultSelector()
seen = {}  # event: [first time, last time, count]
going = True


def stop(*_):
    global going
    going = False


def take(key):
    text = key.fileobj.recv(65536)
    if not text:
        chosen.unregister(key.fileobj)
        return
    whole = key.data["text"] + text
    *events, key.data["text"] = whole.split(b"\n\n")
    now = time.monotonic()
    for event in events:
        if b"event: standing" in event:
            event = event[event.index(b"event: standing"):]
            had = seen.setdefault(hash(event), [now, now, 0])
            had[1], had[2] = now, had[2] + 1
            key.data["events"] += 1


signal.signal(signal.SIGTERM, stop)
for _ in range(count):
    s = socket.create_connection(("127.0.0.1", port))
    s.sendall(f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    chosen.register(s, selectors.EVENT_READ, {"text": b"", "events": 0})
ready = False
while going and chosen.get_map():
    for key, _ in chosen.select(0.2):
        take(key)
    if not ready and all(key.data["events"] > 0 for key in chosen.get_map().values()):
        ready = True
        seen.clear()
        print("ready", flush=True)
spreads = sorted(last - first for first, last, times in seen.values() if times >= count * 0.9)
if spreads:
    print(f"{len(spreads)} events, {spreads[-1]:.2f} s at most, {spreads[len(spreads) // 2]:.2f} s")
