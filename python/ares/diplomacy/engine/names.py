"""names: the names of provinces, powers and words of orders that users of the package write.

Codes are those of the map in capitals: "PAR", "STP/NC". Full names, and the abbreviations that
players and the e-mail Judge use for the standard map, are aliases.
"""
from __future__ import annotations

import re
from typing import Dict, List, Tuple

# Abbreviations of the standard map, in addition to its codes and names. Source: the map files of
# the e-mail Judge, and the names in saved games.
STANDARD_ALIASES = """
ADR ADRIATIC|AEG AEGEAN|BAL BALTIC|BAR BARENTS|BLA BLACK|BOT GOB BOTH GULFOFB BOTHNIA
BOT GULF OF BOTHNIA|EAS EMED EAST EASTERN EASTMED EMS EME|ENG ECH CHANNEL|HEL HELGOLAND HIGH
ION IONIAN|IRI IRISH|KIE KIEL|LIV LVN LIVO LVO LVA|LVP LIVP LPL|LYO GOL GULFOFL LYON
MAO MIDATLANTICOCEAN MIDATLANTIC MID MAT|MAR MARS|NAF NORA|NAO NAT|NTH NORSEA NTS
NWG NORWSEA NRG NORWEGIAN|NWY NOR NORW|RUM RUMANIA ROMANIA|SEV SEVASTAPOL SEVASTOPOL
SKA SKAG|SWI SWITZ SWITZERLAND|TUN TUNISIA|TYR TYL TRL|TYS TYRR TYRRHENIAN TYN TYH
WES WMED WEST WESTERN WESTMED WMS WME|YOR YORK
"""
STANDARD_PHRASES = {
    "MID ATLANTIC": "MAO", "MID-ATLANTIC": "MAO", "NORTH ATLANTIC": "NAO", "NORWEGIAN": "NWG",
    "GULF OF LYONS": "LYO", "GULF OF LIONS": "LYO", "GULF OF BOTHNIA": "BOT",
    "ST PETERSBURG": "STP", "ST. PETERSBURG": "STP", "SAINT PETERSBURG": "STP",
    "EASTERN MEDITERRANEAN SEA": "EAS", "WESTERN MEDITERRANEAN SEA": "WES", "TUNISIA": "TUN",
    "HELIGOLAND BIGHT": "HEL", "CHANNEL": "ENG", "NORTH AFRICA": "NAF", "NORTH SEA": "NTH",
    "LIV": "LVN",
}

POWER_NAMES = {"AUS": "AUSTRIA", "ENG": "ENGLAND", "FRA": "FRANCE", "GER": "GERMANY",
               "ITA": "ITALY", "RUS": "RUSSIA", "TUR": "TURKEY"}
ADJECTIVES = {"AUSTRIAN": "AUSTRIA", "ENGLISH": "ENGLAND", "BRITISH": "ENGLAND",
              "FRENCH": "FRANCE", "GERMAN": "GERMANY", "ITALIAN": "ITALY", "RUSSIAN": "RUSSIA",
              "TURKISH": "TURKEY"}

# The units of the standard map in the order in which saved games list them at the start.
STANDARD_UNITS = {
    "AUSTRIA": ["A BUD", "A VIE", "F TRI"], "ENGLAND": ["F EDI", "F LON", "A LVP"],
    "FRANCE": ["F BRE", "A MAR", "A PAR"], "GERMANY": ["F KIE", "A BER", "A MUN"],
    "ITALY": ["F NAP", "A ROM", "A VEN"], "RUSSIA": ["A WAR", "A MOS", "F SEV", "F STP/SC"],
    "TURKEY": ["F ANK", "A CON", "A SMY"]}

# Words of orders, and the token for each.
WORDS = {
    "A": "A", "ARMY": "A", "F": "F", "FLEET": "F", "H": "H", "HOLD": "H", "HOLDS": "H",
    "STAND": "H", "STANDS": "H", "S": "S", "SUPPORT": "S", "SUPPORTS": "S", "C": "C",
    "CONVOY": "C", "CONVOYS": "C", "TRANSPORT": "C", "TRANSPORTS": "C", "-": "-", "TO": "-",
    "MOVE": "-", "MOVES": "-", "R": "R", "RETREAT": "R", "RETREATS": "R", "D": "D",
    "DISBAND": "D", "DISBANDS": "D", "REMOVE": "D", "REMOVES": "D", "B": "B", "BUILD": "B",
    "BUILDS": "B", "VIA": "VIA", "WAIVE": "WAIVE", "WAIVES": "WAIVE", "WAIVED": "WAIVE"}
SILENT = {"BY", "CONVOY", "THE", "IN", "INTO", "FROM", "AND"}
COASTS = {"NORTH": "/NC", "SOUTH": "/SC", "EAST": "/EC", "WEST": "/WC"}

_ARROW = re.compile(r"[-=–—]+>|→|–|—|-{2,}")
_COAST = re.compile(r"\s*[/(]\s*(NC|SC|EC|WC|(?:NORTH|SOUTH|EAST|WEST)(?: COAST)?)\s*\)?")


def list_aliases() -> Dict[str, str]:
    """The abbreviations of the standard map: {alias in capitals: code}."""
    found = dict(STANDARD_PHRASES)
    for entry in STANDARD_ALIASES.replace("\n", "|").split("|"):
        code, *names = entry.split() or [""]
        if code == "LIV":
            code = "LVN"
        for name in names if len(names) < 3 or names[0] != "GULF" else ():
            found.setdefault(name, code)
    return found


class Names:
    """The names of one map: aliases give codes. longest: the most words that a name has."""

    def __init__(self, aliases: Dict[str, str]):
        self.aliases = aliases
        self.longest = max(name.count(" ") + 1 for name in aliases)
        # names that contain a dash, so that the dash is not read as a move
        self.dashed = {name: name.replace("-", " ") for name in aliases if "-" in name}
        for name, plain in self.dashed.items():
            self.aliases.setdefault(plain, self.aliases[name])

    def split(self, text: str) -> List[str]:
        """The words of a text in capitals: dashes are words, a coast is part of the word before."""
        text = _ARROW.sub(" - ", text.upper().strip())
        for name, plain in self.dashed.items():
            if name in text:
                text = text.replace(name, plain)
        text = _COAST.sub(lambda match: "/" + match.group(1)[0] + "C ", text)
        text = text.replace(".", " ").replace(",", " ").replace(":", " : ").replace("-", " - ")
        return text.split()

    def find(self, words: List[str], at: int) -> Tuple[str, int]:
        """The place named by the words from `at` on: its code, and the number of words; ("", 0) if
        none."""
        for count in range(min(self.longest, len(words) - at), 0, -1):
            last, slash, coast = words[at + count - 1].partition("/")
            code = self.aliases.get(" ".join([*words[at:at + count - 1], last]))
            if code is None:
                continue
            if not slash and at + count < len(words) - 1 and words[at + count + 1] == "COAST" \
                    and words[at + count] in COASTS:
                return code + COASTS[words[at + count]], count + 2
            return code + slash + coast, count
        return "", 0

    def tokens(self, text: str) -> List[str]:
        """The tokens of an order: "A", "PAR", "-", "BUR"; an unknown word stays as it is."""
        words, found, at = self.split(text), [], 0
        while at < len(words):
            word = words[at]
            code, count = self.find(words, at) if len(word) > 1 and word not in WORDS else ("", 0)
            if code:
                found.append(code)
                at += count
                continue
            at += 1
            if word == "CONVOY" and found[-1:] == ["VIA"]:
                continue
            if word in WORDS:
                found.append(WORDS[word])
            elif word not in SILENT and word not in ADJECTIVES and word != ":":
                found.append(word)
        return found
