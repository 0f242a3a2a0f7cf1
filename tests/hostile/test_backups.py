"""backups: proves that aresctl restore trusts nothing in a file. Files that are cut off, changed,
huge or made up are refused in one line, and nothing of them is in the farm. So are files with a
sha256 that fits, if their rows make no tournament.

SEED draws what is mangled: MANGLED files, and SIGNED files with a sha256 that fits."""
import hashlib
import os
import random
import re
import subprocess

import farm
import psycopg
from farm import holds, query, value

FILE = os.environ["TMPDIR"] + "/file"
RESTORE = farm.program("aresctl", "restore", FILE, "--name", "mangled")
RESTORE_PIPE = farm.program("aresctl", "restore", "-", "--name", "mangled")

# Backups are text here, with a character for each byte.
farm.create("whole", "random,dumbbot", "--rounds", 4, "--until", "20%", games=6)
farm.aresd("--until-done")
farm.ctl("backup", "whole", "--output", FILE)
with open(FILE, encoding="latin-1", newline="") as _file:
    WHOLE = _file.read()
farm.create("other", "random,holdbot", "--rounds", 4, games=6)
farm.ctl("tournament", "pause", "other")


def contents():
    """A digest of what is in the farm, without the tournaments that the tests restore."""
    return query("""select md5(concat(
        (select string_agg(u::text, ',' order by id) from farm.users u),
        (select string_agg(m::text, ',' order by id) from farm.maps m),
        (select string_agg(a::text, ',' order by map_id, id) from farm.areas a),
        (select string_agg(t::text || g::text, ',' order by g.id) from farm.games g
         join farm.tournaments t on t.id = tournament_id where t.name not like 'mangled%'),
        (select string_agg(relname, ',' order by relname) from pg_class
         where relnamespace = 'farm'::regnamespace and relname not like 'boards\\_%'),
        (select string_agg(rolname, ',' order by rolname) from pg_roles)))""")


BEFORE = contents()


def unchanged():
    assert contents() == BEFORE


def write(text, path=FILE):
    with open(path, "w", encoding="latin-1", newline="") as file:
        file.write(text)


def refused(pattern, text):
    write(text)
    farm.refused(pattern, *RESTORE)


def sign(text):
    """The text up to its last line, with counts of rows and a sha256 that fit."""
    lines = text.split("\n")
    counts, part = {}, None
    for line in lines:
        if part is None and line.startswith("part "):
            part = line.split(" ")[1]
            counts[part] = -1
        if line == "\\.":
            part = None
        elif part is not None:
            counts[part] += 1
    for i, line in enumerate(lines):
        words = line.split(" ")
        if words[0] == "part":
            break
        if words[0] == "rows" and len(words) == 3 and words[1] in counts:
            lines[i] = f"rows {words[1]} {counts[words[1]]}"
    if "end" in lines:
        lines = lines[:len(lines) - 1 - lines[::-1].index("end")] + ["end", ""]
    text = "\n".join(lines)
    return text + f"sha256 {hashlib.sha256(text.encode('latin-1')).hexdigest()}\n"


def changed(old, new, part=None, text=WHOLE):
    """The backup with another text in place of the first, in a part, and signed."""
    at = text.index(old, text.index(f"\npart {part} ") if part else 0)
    return sign(text[:at] + new + text[at + len(old):])


PIECES = ["\t", "\n", "\\N", "\\.", "\0", "\xff", "{", "}", "-", "99999999999", "1e9", "'", "\\",
          "NaN", "\\.\n", "infinity", "-infinity", ";", "\"", "{{}}", "{NULL}", "\xe2\x80\xae"]


def mangled(drawn, most):
    """The backup with this number of differences at most."""
    text = WHOLE
    while text == WHOLE:
        for _ in range(drawn.randint(1, most)):
            text = mangle(drawn, text, drawn.randrange(7 if most > 1 else 6))
    return text


def mangle(drawn, text, way):
    at, lines = drawn.randrange(len(text)), text.split("\n")
    if way < 2:
        code = ord(text[at]) ^ 1 << drawn.randrange(8) if way else drawn.randrange(256)
        return text[:at] + chr(code) + text[at + 1:]
    if way == 2:
        return text[:at] + drawn.choice(PIECES) + text[at:]
    if way == 3:
        return text[:at] + text[at + drawn.randint(1, 40):]
    if way == 4:
        one, other = drawn.randrange(len(lines)), drawn.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
    if way == 5:
        lines.insert(drawn.randrange(len(lines)), drawn.choice(lines))
    return text[:at + 1] if way == 6 else "\n".join(lines)


def other_value(drawn):
    """The backup with another value in a row: of the same column, of any, or odd."""
    lines = WHOLE.split("\n")
    rows = [i for i, line in enumerate(lines) if "\t" in line]
    # small parts would nearly never be drawn
    i = drawn.choice([i for i in rows if i < rows[0] + 250] if drawn.random() < 0.8 else rows)
    cells, other = lines[i].split("\t"), lines[drawn.choice(rows)].split("\t")
    k = drawn.randrange(len(cells))
    cells[k] = drawn.choice([other[min(k, len(other) - 1)], drawn.choice(other), "0", "-1", "7",
                             "32767", drawn.choice(PIECES).replace("\n", "")])
    lines[i] = "\t".join(cells)
    return "\n".join(lines)


def test_mangled():
    """A file that was changed anywhere is refused."""
    drawn = random.Random(farm.SEED)
    for _ in range(int(os.environ.get("MANGLED", "30"))):
        write(mangled(drawn, drawn.choice([1, 1, 5])))
        result = farm.run(*RESTORE)
        assert (result.returncode, result.stdout) == (2, ""), result
        assert re.fullmatch(f"aresctl: {FILE}:.*; nothing is restored\n", result.stderr), result
    unchanged()


def test_every_line():
    """Every line counts."""
    lines = WHOLE.splitlines(keepends=True)
    for n in range(0, len(lines), 1 + len(lines) // 25):
        line = re.sub("[a-z0-9]", "Z", lines[n], count=1)
        if line != lines[n]:
            refused(f"{FILE}:", "".join(lines[:n] + [line] + lines[n + 1:]))
    unchanged()


def test_cut_off():
    """A file, or a pipe, which cannot be looked at before."""
    size = len(WHOLE)
    for part in (0, 1, 16, 200, size // 3, size // 2, size - 200, size - 71, size - 1):
        refused(f"{FILE}:", WHOLE[:part])
        farm.refused("standard input:", *RESTORE_PIPE, input=WHOLE[:part], encoding="latin-1")
    farm.ctl("backup", "whole", "--output", FILE + ".zst")
    with open(FILE + ".zst", encoding="latin-1", newline="") as file:
        text = file.read()
    for part in (20, len(text) // 2, len(text) - 1):
        write(text[:part], FILE + ".zst")
        farm.refused("what was compressed is broken",
                     *farm.program("aresctl", "restore", FILE + ".zst", "--name", "mangled"))
    unchanged()


def test_signed():
    """Somebody who knows the form makes the sha256 fit. Then the file is refused, or it makes a
    tournament that every command can handle."""
    assert sign(WHOLE) == WHOLE
    drawn, taken = random.Random(farm.SEED), 0
    for i in range(int(os.environ.get("SIGNED", "8"))):
        text = other_value(drawn) if drawn.random() < 0.7 else mangled(drawn, 2)
        name = f"mangled-{i}"
        write(sign(text) if i else WHOLE)
        result = farm.run(*farm.program("aresctl", "restore", FILE, "--name", name))
        assert (result.stdout + result.stderr).count("\n") == 1, result
        assert result.returncode in ((0, 2) if i else (0,)), result
        if result.returncode == 0:
            taken += 1
            for command in (["verify"], ["tournament", "status"]):
                assert farm.run(*farm.program("aresctl", *command, name)).returncode in (0, 1, 2)
    unchanged()
    assert holds("count(*) = %s from farm.tournaments where name like 'mangled-%%'", taken)
    query("select farm.stops_judge()")
    assert value("select farm.stops_judge()") == 0, "nothing is left to judge"


def line_of(word):
    return re.search(f"^{word} .*", WHOLE, re.M)[0]


STOP, = query("select verdict || E'\\t' || last_game from farm.stops")[0]
MADE_UP = [  # what is said, a text in the backup, what is in its place, the part
    ("here must be a number", "backup 1", "backup one"),
    ('here must be "program ..."', "\nprogram ", "\nprogramme "),
    ('here must be "program ..."', line_of("program"), "program "),
    ('here must be "tournament ..."', line_of("tournament"), "tournament " + "x" * 64),
    ("here must be the name of a part", "rows maps", "rows Maps"),
    ("here must be the name of a part", "rows maps", f"rows {64 * 'x'} 0\nrows maps"),
    ("the line has a zero byte", "program ", "program \0"),
    ("the backup has form 2, and this aresfarm reads form 1: use a newer one",
     "backup 1", "backup 2"),
    ("the backup is of schema 9999", line_of("schema"), "schema 9999"),
    ("what was played does not have the digest", line_of("digest"), "digest " + "0" * 64),
    ('here must be "part tournaments" and its columns', "part tournaments", "part games"),
    ("knows no column name) from stdin; drop table farm.games; -- in part maps",
     "part maps name", "part maps name) from stdin; drop table farm.games; --"),
    ("part maps lacks the column name", "part maps name,powers\n", "part maps powers\n"),
    ("specified more than once", "part maps name,powers\n", "part maps name,powers,name\n"),
    ("a backup has one tournament, not 2", "\n\\.\npart maps",
     "\n" + WHOLE.split("\npart tournaments ")[1].split("\n")[1] + "\n\\.\npart maps"),
    ("its users: 'nobody' is not a player", "random\n", "nobody\n", "users"),
    ("is not a user as this aresfarm writes them", "random\n", "ares\n", "users"),
    ("'random,random' is not a user", "random\n", "random,random\n", "users"),
    ("the database has no role none_such", "random\n", "@none_such\n", "users"),
    ("is not among the users of the backup",
     "\trandom\t", "\tx'; drop table farm.games; --\t", "seats"),
    ("this aresfarm has no rule set 'chess'", "\tstandard\t", "\tchess\t", "tournaments"),
    ("this aresfarm has no judge 'chance'", "\tatlas\t", "\tchance\t", "tournaments"),
    ("it does not have its 7 games", "\t6\t4\t", "\t7\t4\t", "tournaments"),
    ("7 of 42 rows of part seats are of games that the backup does not have",
     "1\tfinished", "9\tfinished", "games"),
    ("1 of 42 rows of part seats are of games that the backup does not have",
     "1\t0\t", "9\t0\t", "seats"),
    ("violates", "1\t0\t", "1\t9\t", "seats"),
    ("the farm has another map standard", "Adriatic", "Baltic", "areas"),
    ("the map has a name of 70000 letters: 31 are the most", "standard\t", 70000 * "x" + "\t", "maps"),
    ("invalid input", "\tfinished\t", "\tlost\t", "games"),
    ("violates check constraint", "\tfinished\t", "\tclaimed\t", "games"),
    ("the games do not come to the verdict of the backup", STOP, "known\t2", "stops")]


def test_made_up():
    for pattern, *change in MADE_UP:
        refused(pattern, changed(*change))
    text = re.sub("^(rows|part) maps", r"\1 pg_authid", WHOLE, flags=re.M)
    refused("there is no part pg_authid in a backup", sign(text))
    for more in "x", "\n":
        refused("the backup has ended, and more follows", WHOLE + more)
    unchanged()


SEATS = "its games do not have a seat for each of %s powers"
NO_WAY = "game 2 is %s, and its row does not say how it came to that"
GAME = "update farm.games set {} where tournament_id = {{}} and number = 2"
OF_GAME = "(select id from farm.games where tournament_id = {} and number = 2)"
TUNING = ("insert into farm.tunings (tournament_id, asked, player, score, steps, batch, gain, others, cycle)"
          " values ({{0}}, '', '{}', 'thesis', 1, 2, 1, '{{{{}}}}', '{{{{}}}}');"
          " insert into farm.tuning_settings values ({{0}}, 1, '{}', 1, false, 1)")
MESSAGE = ("delete from farm.seats where power = 6; insert into farm.messages"
           f" (game_id, sender, recipients, text, sent_at) values ({OF_GAME}, %s, %s, 'x', now())")
ROWS = [  # what is said, a change to the rows, and powers of the map
    ("", "select {}", 7),
    ("it does not have its 6 games", GAME.format("number = 9"), 7),
    ("it does not have its 6 games", GAME.replace("and number = 2", "").format("number = number + 10"), 7),
    (SEATS % 7, f"delete from farm.seats where power = 3 and game_id = {OF_GAME}", 7),
    (SEATS % 6, "select {}", 6),
    ("a DAIDE client has the seat of another player",
     f"insert into farm.daide_seats values ({OF_GAME}, 0, 1, '', '')", 7),
    ("a message is of a power that its map does not have", MESSAGE % (6, 1), 6),
    ("a message is of a power that its map does not have", MESSAGE % (5, 64), 6),
    (NO_WAY.replace("2", "1") % "finished", MESSAGE % (5, 32), 6),
    ("", TUNING.format("ares", "depth"), 7),
    ("the player that it tunes is none", TUNING.format("@ares", "depth"), 7),
    ("the player that it tunes is none", TUNING.format("ares", "the depth"), 7),
    (NO_WAY % "claimed", GAME.format("state = 'claimed', digest = null"), 7),
    (NO_WAY % "waiting", GAME.format("state = 'waiting', digest = null, asked = 0"), 7),
    ("", GAME.format("ending = 'solo', winner = 6"), 7),
    *((NO_WAY % "finished", GAME.format(change), 7) for change in (
        "centres = centres[:6]", "units = units[:6]", "ending = 'solo', winner = 7",
        "ending = 'solo', winner = -1", "phase = -1, phases = 0", "phases = -1", "phases = phase + 1",
        "phase = phase + 1")),
    (NO_WAY % "finished", f"delete from farm.boards where orders is null and game_id = {OF_GAME}", 7)]


def test_rows():
    """Rows that the tables accept, and that no game can have come to."""
    tournament = value("select id from farm.tournaments where name = 'whole'")
    said = []
    for _, change, powers in ROWS:
        with farm.connect(autocommit=False) as session:
            try:
                session.execute(f"{change.format(tournament)};"
                                f" select farm.restore_check({tournament}, {powers})")
                said.append("")
            except psycopg.Error as error:
                said.append(str(error).split("\n")[0].removeprefix("the backup makes no tournament: "))
            session.rollback()
    assert said == [pattern for pattern, *_ in ROWS]
    unchanged()


def test_huge():
    """Bytes without end, long lines, and numbers of rows: restore uses little memory."""
    with subprocess.Popen("yes", stdout=subprocess.PIPE) as yes:
        farm.refused("standard input:1: this is not a backup", *RESTORE_PIPE, stdin=yes.stdout)
        yes.kill()
    write("".join(WHOLE.splitlines(keepends=True)[:2]) + "x" * 40_000_000)
    memory = [] if os.environ.get("SAN") else ["prlimit", "--as=400000000"]
    farm.refused(f"{FILE}:3: the line has more than 16777216 bytes", *memory, *RESTORE)
    for rows, pattern in (("9223372036854775807", "rows, and the head says 9223372036854775807"),
                          ("9223372036854775808", "here must be a number")):
        refused(pattern, re.sub("^rows boards .*", f"rows boards {rows}", WHOLE, flags=re.M))
    many = line_of("rows maps") + "\nrows part_x 0" * 100
    refused("a backup has at most 64 parts", WHOLE.replace(line_of("rows maps"), many))
    unchanged()


def test_made_up_map():
    """A new map must be one that games can begin on."""
    text = changed("standard\t", "strange\t", "maps")  # it stays, so this test is the last one
    write(text)
    farm.done(*RESTORE)
    farm.ctl("tournament", "drop", "mangled", "--yes")
    text = re.sub(r"^(0\t0\tadr\t.*)\{alb,", r"\1{", text, flags=re.M)
    refused("nothing is restored", changed("strange\t", "stranger\t", "maps", text))
    assert holds("not exists (select from farm.maps where name = 'stranger')")
