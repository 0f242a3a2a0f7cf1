"""talker: a bot that writes in each round, and whose orders depend on all messages it has
received."""
import hashlib
import json
import sys

POWERS, OBEDIENT, CENTRES = [], set(), set()


def number(*parts):
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:6], "big")


def write(asked, count):
    """Messages: to all, to one and to two, with what was heard in this phase."""
    others = [power for power in POWERS if power != asked["power"]]
    heard = [m for m in asked["messages"] if m["phase"] == asked["phase"]]
    for message in heard:  # not the messages of this round, nor those to others
        assert message["round"] < asked["round"], message
        assert message["to"] is None or asked["power"] in [message["from"], *message["to"]], message
    text = "%s %d ö \"%d\"" % (asked["phase"], asked["round"], number(asked["seed"], heard) % 1000)
    to = [None, others[number(text) % 6], others[number(text, 1) % 3:][:2]] if asked["press"] == "private" else [None]
    return [{"to": to[i % len(to)], "text": f"{text} {i}"} for i in range(count)]


def believe(asked):
    """Holds, but always takes centres in a game in which it got a message to move."""
    key = asked["game"], asked["power"]
    if any("please move" in message["text"] for message in asked["messages"]):
        OBEDIENT.add(key)
    if asked["kind"] == "movement" and key not in OBEDIENT:
        return [f"{unit} H" for unit in asked["legal"]]
    goals = CENTRES - set(asked["centres"][asked["power"]])
    chosen = order({**asked, "messages": []})
    if asked["kind"] != "movement":
        return chosen
    return [next((line for line in legal if " - " in line and line.split(" - ")[1][:3] in goals), other)
            for legal, other in ((asked["legal"][" ".join(other.split()[:2])], other) for other in chosen)]


def order(asked):
    """One order for each unit, by chance and messages."""
    legal = {unit: orders for unit, orders in asked["legal"].items() if unit != "waive"}
    units = sorted(legal, key=lambda unit: number(asked["seed"], asked["phase"], unit))
    return [legal[unit][number(asked["seed"], asked["phase"], asked["messages"], unit) % len(legal[unit])]
            for unit in units[:asked["due"]]]


def main(mode="talks", count="3"):
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["type"] == "hello":
            POWERS[:] = asked["map"]["powers"]
            CENTRES.update(area["province"] for area in asked["map"]["areas"] if area["centre"])
            answer = {"type": "hello", "protocol": 1, "name": "talker", "version": "1", "press": mode not in ("silent", "believes")}
        elif asked["type"] == "press":
            answer = {"type": "press", "id": asked["id"], "messages": write(asked, int(count))}
            if mode == "secret":
                to = asked["power"] if asked["phase"] == "S1901M" else []
                answer["messages"] = [{"to": to, "text": "x"}]
            if mode == "control":
                answer["messages"] = [{"text": "a\u0007"}]
            if mode == "many":
                answer["messages"] *= 17
        elif asked["type"] == "phase":
            answer = {"type": "orders", "id": asked["id"], "orders": (believe if mode == "believes" else order)(asked)}
        else:
            continue
        print(json.dumps(answer), flush=True)


main(*sys.argv[1:])
