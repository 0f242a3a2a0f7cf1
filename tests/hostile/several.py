"""A bot that takes several questions at once: several.py AT_ONCE LOG KIND POWER [GAME]. It draws orders by its seed and answers
after some time, the last question first. For POWER, in GAME or in all, it does as KIND says. The log has a line for each start
and for each question, with how many are open, and of how many games."""
import json
import os
import random
import sys
import threading
import time

AT_ONCE, LOG, KIND, POWER = int(sys.argv[1]), *sys.argv[2:5]
GAME = int(sys.argv[5]) if len(sys.argv) > 5 else 0
lock, opened = threading.Lock(), {}


def note(text):
    with open(LOG, "a", encoding="utf-8") as file:
        file.write(text + "\n")


def say(answer):
    with lock:
        os.write(1, json.dumps(answer).encode() + b"\n")


def answer(ask):
    chosen = ask["power"] == POWER and GAME in (0, ask["game"])
    if chosen and KIND == "dies":
        os._exit(7)
    if chosen and KIND == "mute":
        return
    time.sleep(0.3 - 0.02 * (ask["id"] % 10))
    rng = random.Random(f"{ask['seed']} {ask['phase']}")
    orders = [rng.choice(orders) for orders in ask["legal"].values()][:ask["due"]]
    with lock:
        del opened[ask["id"]]
    say({"type": "orders", "id": ask["id"], "orders": ["A lun H"] if chosen and KIND == "moon" else orders})


note("start")
for line in sys.stdin:
    ask = json.loads(line)
    if ask["type"] == "hello":
        say({"type": "hello", "protocol": 1, "name": "several", "version": "1", "at_once": AT_ONCE})
    elif ask["type"] == "phase":
        with lock:
            opened[ask["id"]] = ask["game"]
            note(f"open {len(opened)} {len(set(opened.values()))}")
        threading.Thread(target=answer, args=[ask], daemon=True).start()
