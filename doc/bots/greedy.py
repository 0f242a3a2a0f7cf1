#!/usr/bin/env python3
"""greedy: a bot for aresfarm (doc/bots.md). Each unit goes to the nearest centre that is not its own."""
import json
import sys

areas = {}


def distances(kind, targets):
    """The distance of each area from the nearest target, for an army or a fleet: {code: steps}."""
    steps = {code: 0 for code, area in areas.items() if area["province"] in targets}
    edge = list(steps)
    while edge:
        edge = [code for near in edge for code in areas[near][kind]
                if code not in steps and steps.setdefault(code, steps[near] + 1)]
    return steps


def order(ask):
    mine = set(ask["centres"][ask["power"]])
    goals = {area["province"] for area in areas.values() if area["centre"]} - mine
    steps = {"A": distances("army", goals), "F": distances("fleet", goals)}
    orders, taken = [], {}
    for unit, legal in ask["legal"].items():
        kind, place = unit.split()[:2]
        far = steps.get(kind, {})
        moves = [line for line in legal if len(line.split()) == 4 and line.split()[2] == "-"]
        moves.sort(key=lambda line: far.get(line.split()[3], 99))
        best = next((line for line in moves if line.split()[3][:3] not in taken
                     and far.get(line.split()[3], 99) < far.get(place, 99)), None)
        help_it = [line for line in legal if line.split()[2] == "S" and line.split(" S ")[1] in orders]
        orders.append(best or (help_it or [f"{unit} H"])[0])
        taken[(best.split()[3] if best else place)[:3]] = unit
    return orders


def retreat(ask):
    chosen = {}
    for legal in ask["legal"].values():
        line = next((line for line in legal if line.split()[-1][:3] not in chosen), legal[-1])
        chosen[line.split()[-1][:3] if " R " in line else line] = line
    return list(chosen.values())


def adjust(ask):
    return [legal[0] for subject, legal in ask["legal"].items() if subject != "waive"][:ask["due"]]


for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        areas = {area["code"]: area for area in said["map"]["areas"]}
        answer = {"type": "hello", "protocol": 1, "name": "greedy", "version": "1"}
    elif said["type"] == "phase":
        play = {"movement": order, "retreats": retreat, "adjustments": adjust}[said["kind"]]
        answer = {"type": "orders", "id": said["id"], "orders": play(said)}
    else:
        continue
    print(json.dumps(answer), flush=True)
