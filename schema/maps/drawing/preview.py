"""A picture of the drawing, for checking it while the map is made."""
HOME = {
    "#d9a7c7": "edi lvp lon cly yor wal", "#9cc3e6": "bre par mar pic bur gas", "#b5aba0": "kie ber mun ruh sil pru",
    "#e6a39b": "vie bud tri boh gal tyr", "#a5d19b": "ven rom nap pie tus apu",
    "#cfd5dc": "stp mos war sev fin lvn ukr", "#f0dc90": "con ank smy arm syr",
}
TINT = {code: tint for tint, codes in HOME.items() for code in codes.split()}


PATTERN = """<pattern id="h" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="6" height="6" fill="#e6dfd0"/><path d="M0 0v6" stroke="#c9bda8" stroke-width="2"/></pattern>"""
STYLE = """<style>
text{font:600 11px "DejaVu Sans",sans-serif;text-anchor:middle}
path{stroke:#5d5648;stroke-width:.8;stroke-linejoin:round}
.sea{fill:#cfe3ee;stroke:#8fb3cb;stroke-dasharray:4 3} .lake{fill:#bcd3e0;stroke:none}
.outside{fill:url(#h)} .bridge{fill:#f5efdf;stroke-width:.6}
.unit{fill:#345;fill-opacity:.75} .out{fill:none;stroke:#c00;stroke-dasharray:3} .centre{fill:#fff;stroke:#000}
</style>"""


def _disc(kind, radius, x, y):
    return '<circle class="%s" cx="%g" cy="%g" r="%g"/>' % (kind, x, y, radius)


def _spot(fields, centres):
    code, at = fields[1], [float(value) for value in fields[2:]]
    text = _disc("unit", 12, *at[:2]) + _disc("out", 9.5, *at[-2:])
    if fields[0] == "area":
        text += '<text x="%g" y="%g">%s</text>' % (at[2], at[3] + 3.8, code.capitalize())
    return text + (_disc("centre", 3.6, *at[4:6]) + _disc("dot", 1.5, *at[4:6]) if code in centres else "")


def picture(lines, centres):
    rows = [line.split("\t") for line in lines]
    size = tuple(rows[0][1:])
    text = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s">' % (size + size)]
    text += [STYLE, PATTERN]
    for row in rows:
        if row[0] == "land":
            text.append('<path d="%s" fill="%s"/>' % (row[-1], TINT.get(row[1], "#f5efdf")))
        elif row[0] in ("sea", "lake", "outside", "bridge"):
            text.append('<path d="%s" class="%s"/>' % (row[-1], row[0]))
    text += [_spot(row, centres) for row in rows if row[0] in ("area", "coast")]
    return "\n".join(text + ["</svg>\n"])
