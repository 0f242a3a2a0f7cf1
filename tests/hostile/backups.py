"""backups.py FILE FOLDER SEED COUNT [signed]: mangles a backup so many times, in ways drawn by the seed, into FOLDER/0, 1, ...
signed: what is mangled gets a sha256 that fits, and so do its counts, as somebody would do who knows the form.

backups.py FILE NAME <CASES: for each line of CASES writes the backup with the text NEW in the place of the first OLD, behind
"part PART" if that is given, and with a sha256 that fits, to NAME.0, NAME.1, ... A line has OLD, NEW and PART, each with a unit
separator behind it. OLD and NEW may have \\t and \\n."""
import hashlib
import random
import sys


def sign(data):
    """The bytes up to the last line, with their counts of rows and their sha256."""
    lines = data.split(b"\n")
    at = {}
    part = None
    for line in lines:
        if part is None and line.startswith(b"part "):
            part = line.split(b" ")[1] if line.count(b" ") > 0 else b""
            at[part] = -1
        if part is not None:
            if line == b"\\.":
                part = None
            else:
                at[part] += 1
    for i, line in enumerate(lines):
        word = line.split(b" ")
        if word[0] == b"rows" and len(word) == 3 and word[1] in at:
            lines[i] = b"rows %s %d" % (word[1], at[word[1]])
        if word[0] == b"part":
            break
    if b"end" in lines:
        lines = lines[:len(lines) - 1 - lines[::-1].index(b"end")] + [b"end", b""]
    data = b"\n".join(lines)
    return data + b"sha256 %s\n" % hashlib.sha256(data).hexdigest().encode()


PIECES = [b"\t", b"\n", b"\\N", b"\\.", b"\0", b"\xff", b"{", b"}", b"-", b"99999999999", b"1e9", b"'", b"\\", b"NaN", b"\\.\n",
          b"infinity", b"-infinity", b";", b"\"", b"{{}}", b"{NULL}", b"\xe2\x80\xae"]


def mangle(data, most):
    """A copy that differs."""
    while True:
        made = bytearray(data)
        for _ in range(random.randint(1, most)):
            at, way = random.randrange(len(made) + 1), random.randrange(7)
            if way == 0 and at < len(made):
                made[at] = random.randrange(256)
            elif way == 1 and at < len(made):
                made[at] ^= 1 << random.randrange(8)
            elif way == 2:
                made[at:at] = random.choice(PIECES)
            elif way == 3:
                del made[at:at + random.randint(1, 40)]
            elif way == 4:
                lines = bytes(made).split(b"\n")
                one, other = random.randrange(len(lines)), random.randrange(len(lines))
                lines[one], lines[other] = lines[other], lines[one]
                made = bytearray(b"\n".join(lines))
            elif way == 5:
                lines = bytes(made).split(b"\n")
                lines.insert(random.randrange(len(lines)), random.choice(lines))
                made = bytearray(b"\n".join(lines))
            elif most > 1:
                del made[at:]
        if made != data:
            return bytes(made)


def field(data):
    """A copy in which one value of one row is another: of the same column, of any, or odd."""
    lines = data.split(b"\n")
    rows = [i for i, line in enumerate(lines) if line.count(b"\t") > 0]
    # small parts would nearly never be drawn
    heads = [i for i in rows if i < rows[0] + 250] if random.random() < 0.8 else rows
    i = random.choice(heads)
    cells = lines[i].split(b"\t")
    other = lines[random.choice(rows)].split(b"\t")
    k = random.randrange(len(cells))
    value = random.choice([other[min(k, len(other) - 1)], random.choice(other), random.choice(PIECES), b"0", b"-1", b"7", b"32767"])
    cells[k] = value.replace(b"\n", b"")
    lines[i] = b"\t".join(cells)
    return b"\n".join(lines)


def main():
    data = open(sys.argv[1], "rb").read()
    if len(sys.argv) > 3:
        random.seed(int(sys.argv[3]))
        for i in range(int(sys.argv[4])):
            if sys.argv[5:] == ["signed"]:
                made = sign(field(data) if random.random() < 0.7 else mangle(data, 2))
            else:
                made = mangle(data, random.choice([1, 1, 5]))
            open(f"{sys.argv[2]}/{i}", "wb").write(made)
        return
    for i, line in enumerate(sys.stdin.read().split("\n")[:-1]):
        old, new, part = (word.encode().decode("unicode_escape").encode("latin-1") for word in (line.split("\x1f") + [""])[:3])
        at = data.index(old, data.index(b"\npart %s " % part) if part else 0)
        open(f"{sys.argv[2]}.{i}", "wb").write(sign(data[:at] + new + data[at + len(old):]))


main()
