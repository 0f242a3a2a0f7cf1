"""voter: a bot that orders nothing and votes: for the draw of all, for some powers (ENG+FRA), for what people proposed, or for
JSON as it stands, in all phases; from a year on."""
import json
import sys


def find_vote(wish, asked):
    if wish == "agree":
        proposed = asked.get("proposed", [])
        return {"end": proposed[0]} if proposed and proposed[0] else {"draw": True} if proposed else None
    if wish.startswith("{"):
        return json.loads(wish)
    return {"draw": True} if wish == "draw" else {"end": wish.split("+")}


def main(wish, since="1901"):
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["type"] == "hello":
            answer = {"type": "hello", "protocol": 1, "name": "voter", "version": "1", "at_once": 100}
        elif asked["type"] == "phase":
            answer = {"type": "orders", "id": asked["id"], "orders": []}
            if asked["year"] >= int(since) and (asked["kind"] == "movement" or wish.startswith("{")):
                answer["vote"] = find_vote(wish, asked)
        else:
            continue
        print(json.dumps(answer), flush=True)


main(*sys.argv[1:])
