"""liar: a bot that misbehaves, for the suites hostile/bots and crash/bots.

    liar.py KIND MARK               says hello, then misbehaves in this way at each phase
    liar.py chance SEED MARK BOT... answers as BOT does, but is killed, hangs and lies by chance

MARK is in the command lines of all processes that it starts, so that a test finds those left
behind.
"""
import contextlib
import glob
import json
import os
import random
import signal
import subprocess
import sys
import time

HELLO = {"type": "hello", "protocol": 1, "name": "liar", "version": "1"}


def say(answer):
    print(json.dumps(answer), flush=True)


def write(text):
    os.write(1, text)


def legal(ask):
    """Some legal orders."""
    return {"type": "orders", "id": ask["id"], "orders": []}


def flood(ask):
    block = b"x" * (1 << 20)
    for _ in range(1024):
        sys.stdout.buffer.write(block)


def child(mark, group):
    """A child that holds all pipes and ignores requests to end."""
    if os.fork() == 0:
        if group:
            os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        os.execvp("python3", ["python3", "-c", "import time; time.sleep(600)", mark])


def forks(ask):
    for group in (False, True):
        child(sys.argv[-1], group)
    say({"type": "orders", "id": -1})
    time.sleep(600)


def orphans(ask):
    for group in (False, True):
        child(sys.argv[-1], group)
    os._exit(7)


def deaf(ask):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(600)


def babble(ask):
    while True:
        os.write(2, b"alas " * 1000 + b"\n")


def last_words(ask):
    os.write(2, b"it was \xff\x07 not\nmy fault\n")
    os._exit(3)


def traceback(ask):
    raise RuntimeError("of what a bot says, logs show the last line. " * 3)


def environment(ask):
    kept_back = [name for name in os.environ if name.startswith(("PG", "ARESFARM", "NOTIFY"))]
    os.write(2, f"it knows {sorted(kept_back)}".encode())
    os._exit(3)


def murders(ask):
    """Stops and kills its parent and the parent of that, and leaves a child."""
    child(sys.argv[-1], True)
    worker = above()
    for number in (signal.SIGSTOP, signal.SIGKILL):
        for pid in (worker, os.getppid()):  # the reaper's end is the bot's
            if pid != 0:
                os.kill(pid, number)
    time.sleep(600)


def above():
    """The parent of the reaper; 0 where it is not seen."""
    with open(f"/proc/{os.getppid()}/stat", encoding="utf-8") as file:
        return int(file.read().rpartition(")")[2].split()[1])


def freezes(ask):
    os.kill(above(), signal.SIGSTOP)
    time.sleep(600)


def dismisses(ask):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        os.kill(above(), number)
    time.sleep(600)


def peeks(ask):
    """Looks for a password in the environment of every process that it sees."""
    seen = 0
    for path in glob.glob("/proc/[0-9]*/environ"):
        with contextlib.suppress(OSError), open(path, "rb") as file:
            seen += b"a-secret-of-the-farm" in file.read()
    os.write(2, f"it saw {seen}".encode())
    os._exit(3)


def reads_no_more(ask):
    os.close(0)
    time.sleep(600)


def quits(ask):
    """Plays at random, and exits whenever it has fewer centres than the mean."""
    centres = {power: len(owned) for power, owned in ask["centres"].items()}
    if (centres[ask["power"]] + 0.5) * len(centres) < sum(centres.values()):
        os._exit(9)
    rng = random.Random(f"{ask['phase']} {ask['power']}")
    orders = [rng.choice(orders) for orders in ask["legal"].values()]
    say({**legal(ask), "orders": orders[:ask["due"]]})


def seeded(ask):
    """Plays at random, by the seed that it gets, which distinguishes the seats."""
    rng = random.Random(f"{ask['seed']} {ask['phase']}")
    orders = [rng.choice(orders) for orders in ask["legal"].values()]
    os.write(2, f"{ask['game']} {ask['block']} {ask['power']} {ask['seed']}\n".encode())
    say({**legal(ask), "orders": orders[:ask["due"]]})


KINDS = {
    "flood": flood,
    "mute": lambda ask: time.sleep(600),
    "closes": lambda ask: (os.close(1), time.sleep(600)),
    "early": lambda ask: (say(legal(ask)), say(legal(ask))),
    "phase": lambda ask: say({**legal(ask), "phase": "F1999M"}),
    "power": lambda ask: say({**legal(ask), "power": "NIL"}),
    "game": lambda ask: say({**legal(ask), "game": ask["game"] + 1}),
    "id": lambda ask: say({**legal(ask), "id": ask["id"] + 1}),
    "type": lambda ask: say({**legal(ask), "type": "surrender"}),
    "forks": forks,
    "orphans": orphans,
    "deaf": deaf,
    "babble": babble,
    "bytes": lambda ask: write(b'{"type": "orders", "id": "\xff\xfe"}\n'),
    "deep": lambda ask: write(b'{"type": ' + b"[" * 30000 + b"\n"),
    "nothing": lambda ask: write(b"\n"),
    "null": lambda ask: write(b'{"type": "orders"\0}\n'),
    "many": lambda ask: say({**legal(ask), "orders": ["A par H"] * 65}),
    "long": lambda ask: say({**legal(ask), "orders": ["A par H " * 100]}),
    "number": lambda ask: say({**legal(ask), "orders": [1]}),
    "none": lambda ask: say({"type": "orders", "id": ask["id"]}),
    "nonsense": lambda ask: say({**legal(ask), "orders": ["\u2603 par - bur"]}),
    "moon": lambda ask: say({**legal(ask), "orders": ["A lun - bur"]}),
    "twice": lambda ask: say({**legal(ask), "orders": [next(iter(ask["legal"].values()))[0]] * 2}),
    "owes": lambda ask: say({**legal(ask), "cost": {"dollars": -1}}),
    "nan": lambda ask: say({**legal(ask), "cost": {"dollars": float("nan")}}),
    "rich": lambda ask: say({**legal(ask), "cost": {"in": 10 ** 30, "out": 1}}),
    "named": lambda ask: say({**legal(ask), "cost": {"model": "m" * 65}}),
    "listed": lambda ask: say({**legal(ask), "cost": [1]}),
    "signal": lambda ask: os.kill(os.getpid(), signal.SIGSEGV),
    "words": last_words,
    "traceback": traceback,
    "eats": lambda ask: bytearray(1 << 31),
    "environment": environment,
    "unread": reads_no_more,
    "quits": quits,
    "seeded": seeded,
    "murders": murders,
    "freezes": freezes,
    "dismisses": dismisses,
    "peeks": peeks,
}


def play(kind):
    if kind == "exits":
        sys.exit(1)
    for line in sys.stdin:
        ask = json.loads(line)
        if ask["type"] == "hello":
            say({**HELLO, "protocol": 2} if kind == "future" else HELLO)
        elif ask["type"] == "phase":
            KINDS[kind](ask)


def by_chance(seed, bot):
    # each process lies in its own way; in a PID namespace all have the same number
    rng = random.Random(f"{seed} {time.time_ns()}")
    inner = subprocess.Popen(bot, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for line in sys.stdin.buffer:
        ask = json.loads(line)
        if ask["type"] == "phase" and rng.random() < 0.03:
            KINDS[rng.choice(["mute", "orphans", "words", "phase", "moon", "twice", "bytes", "closes", "early"])](ask)
            continue
        inner.stdin.write(line)
        inner.stdin.flush()
        if ask["type"] != "over":
            write(inner.stdout.readline())


if sys.argv[1] == "chance":
    by_chance(sys.argv[2], sys.argv[4:])
else:
    play(sys.argv[1])
