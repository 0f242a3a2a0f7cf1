"""deepmind_actions: orders of the standard map, numbered as in DeepMind's Diplomacy environment.

Bits of an action: 0-7 the kind; 8 a flag and 9-15 the unit's province; 16 and 17-23 the target's;
24 and 25-31 a third province's; 48-63 its index among all actions. The flag means a south coast, of
a fleet that is built or of the target of a move or retreat. Source: DeepMind's published
environment.
"""
from __future__ import annotations

from functools import lru_cache
from typing import Dict, List

from ..boards import Board
from ..maps import Map, shared
from ..orders import KINDS, Order, vocabulary

# Provinces in DeepMind's numbering: land, seas, coasts, then the provinces with two coasts.
PROVINCES = """boh bur gal ruh sil tyr ukr bud mos mun par ser vie war adr aeg bal bar bla eas eng
bot lyo hel ion iri mao nao nth nwg ska tys wes alb apu arm cly fin gas lvn naf pic pie pru syr tus
wal yor ank bel ber bre con den edi gre hol kie lon lvp mar nap nwy por rom rum sev smy swe tri tun
ven bul spa stp""".split()
AREAS = PROVINCES[:72] + ["bul", "bul/ec", "bul/sc", "spa", "spa/nc", "spa/sc", "stp", "stp/nc",
                          "stp/sc"]
CONVOY_TO, CONVOY, HOLD, MOVE, SUPPORT_HOLD, SUPPORT_MOVE = range(1, 7)
DISBAND, RETREAT, BUILD_ARMY, BUILD_FLEET, REMOVE, WAIVE = range(8, 14)


class Coding:
    """Orders of the standard map as actions. possible: all actions, sorted by index."""

    def __init__(self, map: Map):
        self.map = map
        number = {code: n for n, code in enumerate(PROVINCES)}
        self._province = [number[map.codes[province]] for province in map.province]
        self._south = [code[3:] == "/sc" for code in map.codes]
        codes = {code for data in vocabulary(map).bytes for code in self._codes(data)}
        self._place = {code: place for place, code in enumerate(sorted(codes))}
        self.possible = [self._whole(code) for code in self._place]

    def _whole(self, code: int) -> int:
        return self._place[code] << 48 | code

    def _field(self, place: int, flag: bool = False) -> int:
        return self._province[place] << 1 | (flag and self._south[place])

    def _codes(self, data: bytes) -> List[int]:
        """The low bits of an order; for a disbandment those of a retreat, then those of a
        removal."""
        kind, unit_type, start, to, _, aux, via, _ = data
        name = KINDS[kind]
        if name == "waive":
            return [WAIVE]
        if name == "build":
            return [BUILD_ARMY + unit_type | self._field(start, True) << 8]
        first = self._field(start) << 8
        if name == "disband":
            return [DISBAND | first, REMOVE | first]
        if name == "support hold":
            return [SUPPORT_HOLD | first | self._field(aux) << 16]
        if name in ("support move", "convoy"):
            code = CONVOY if name == "convoy" else SUPPORT_MOVE
            return [code | first | self._field(to) << 16 | self._field(aux) << 24]
        if name == "hold":
            return [HOLD | first]
        code = RETREAT if name == "retreat" else CONVOY_TO if via else MOVE
        return [code | first | self._field(to, True) << 16]

    def action(self, order: Order, winter: bool = False) -> int:
        """The action of an order. winter: a disbandment is a removal."""
        return self._whole(self._codes(order.bytes)[-1 if winter else 0])

    def legal(self, board: Board) -> List[Dict[int, List[Order]]]:
        """For each power, {action: the orders that it can mean} on a board."""
        numbers, slots = board.legal_numbers()
        found: List[Dict[int, List[Order]]] = [{} for _ in range(7)]
        data, winter = vocabulary(self.map).bytes, board.season == 4
        for power, _, _, _, first, count in slots.tolist():
            for number in numbers[first:first + count].tolist():
                order = Order(self.map, data[number])
                if order.kind == "support move" and order.bytes[4]:
                    order = self._without_coast(order)
                orders = found[power].setdefault(self.action(order, winter), [])
                orders += [order] if order not in orders else []
        return found

    def _without_coast(self, order: Order) -> Order:
        """Leaves out the coast of the move that is supported, as the actions do."""
        data = bytearray(order.bytes)
        data[3] = self.map.province[data[3]]
        return Order(self.map, bytes(data))


@lru_cache(maxsize=None)
def coding() -> Coding:
    """The coding of the standard map, made once."""
    return Coding(shared("standard"))
