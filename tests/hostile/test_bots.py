"""bots: bots that do what they should not. Each time it is a fault of a known kind, with a line
that says what it was. After the third the power is in civil disorder; with --faults aside the third
quarantines the game. Nothing of a bot is left. No worker waits or grows.

The bots are the kinds of liar.py. The examples of doc/bots are tried, too."""
import functools
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import urllib.request

import farm
import pytest
from farm import holds, query, value, wait_for

MARK = f"mark-{os.getpid()}"  # in the command of all processes that a liar starts
SETTINGS = os.environ["TMPDIR"] + "/bots.conf"
RAIDER = os.environ["TMPDIR"] + "/raider"
GREEDY = f"{sys.executable} doc/bots/greedy.py"
CHECK = farm.program("aresctl", "bot", "check")

LIARS = {kind: fault for fault, kinds in {  # the fault of each kind of liar
    "garbled": "flood bytes deep nothing null",
    "dead": "closes orphans signal words traceback eats environment",
    "wrong": "phase power game id type forks many number none early owes nan rich named listed",
    "illegal": "long nonsense moon twice",
    "late": "mute deaf babble unread"}.items() for kind in kinds.split()}
ASIDE = ["moon", "babble"]  # with --faults aside
UNUSABLE = {  # never get as far as hello, and why
    "absent": "absent, its program cannot be started: No such file or directory",
    "exits": "dead, it ended with status 1",
    "future": 'wrong, "protocol" of the answer must be 1: this farm speaks no other'}
# where a bot has a PID namespace of its own
ALONE = farm.run("unshare", "--pid", "--mount", "--fork", "true").returncode == 0
LIARS.update({"murders": "late", "peeks": "dead"} if ALONE else {})
LATE = [kind for kind, fault in LIARS.items() if fault == "late"]


def play(kinds, *options):
    """Plays a game of each of these kinds of liars; returns the log of aresd."""
    with open(SETTINGS, "w", encoding="utf-8") as file:
        for kind in kinds:
            command = f"{sys.executable} tests/hostile/liar.py {kind} {MARK}"
            file.write(f"bot.{kind} = {'/no/such/program' if kind == 'absent' else command}\n")
    for kind in kinds:
        # early has a fault in every second phase, unless another worker plays the next one
        farm.create(kind, f"bot:{kind},holdbot", "--rounds", 12, "--team", 1,
                    "--faults", "aside" if kind in ASIDE else "disorder")
    words = farm.program("aresd", "--until-done", "--workers", 4, "--config", SETTINGS, *options)
    result = farm.run(*words, env={"PGAPPNAME": "a-secret-of-the-farm"}, timeout=30 * farm.PATIENCE)
    # one of them is of ASIDE
    assert result.returncode == 2, result.stderr
    assert "1 game quarantined: aresctl show " in result.stderr
    return result.stderr


@functools.cache
def liars():
    """The log of aresd with all that are not late. The time is long, so none is late by chance."""
    memory = 0 if os.environ.get("SAN") else 300  # a sanitizer needs more than any limit
    return play([*UNUSABLE, *(kind for kind in LIARS if kind not in LATE)], "--bot-time", 60, "--bot-start", 60,
                "--bot-memory", 300, "--memory", memory)


def check_faults(kinds):
    """Each bot was asked until its third fault, and no more. All faults are of the right kind."""
    seen = dict(query("""select tournament, array[min(f.kind), max(f.kind), count(*)::text,
            min(g.state::text), coalesce(substring(min(g.reason), 'bot:[a-z]+ in [SF]190[0-9]M for '), '')]
        from farm.faults_told f join farm.games g on g.id = f.game group by 1"""))
    for kind in kinds:
        *found, count, its_state, reason = seen[kind]
        # The first answer of early is to another question, or nobody had asked.
        assert set(found) <= ({"unasked", "wrong"} if kind == "early" else {LIARS[kind]}), kind
        aside = kind in ASIDE
        assert (count, its_state) == ("3", "quarantined" if aside else "finished"), kind
        assert reason.startswith(f"bot:{kind} in ") == aside, kind


def said(kind):
    """What its faults say, and its last words."""
    return query("select distinct words, last_words from farm.faults_told where tournament = %s",
                 kind)


def nothing_left():
    assert farm.run("pgrep", "-af", MARK).stdout == ""


def state(name):
    return value("select g.state from farm.games g join farm.tournaments t on t.id = tournament_id"
                 " where t.name = %s", name)


def test_examples():
    """They have at most 60 lines. All their orders are legal. bot check has at most 80 columns."""
    flags = farm.done("pkg-config", "--cflags", "--libs", "json-c").split()
    farm.done("cc", "-O1", "-Wall", "-Wextra", "-Werror", "doc/bots/raider.c", "-o", RAIDER, *flags)
    for name, end, command in (("greedy", "py", GREEDY), ("raider", "c", f"'{RAIDER}'")):
        with open(f"doc/bots/{name}.{end}", encoding="utf-8") as file:
            assert len(file.readlines()) <= 60
        for seed in (farm.SEED, farm.SEED + 1):
            told = farm.done(*CHECK, command, "--seed", seed)
            assert re.search(rf"^{name} 1: 100 positions .*, 0 faults$", told, re.M), told
            assert max(map(len, told.splitlines())) <= 80


SILENT = r"""sed -un 's/^{"type":"hello".*/{"type":"hello","protocol":1,"name":"silent"}/p
    s/^{"type":"phase","id":\([0-9]*\).*/{"type":"orders","id":\1,"orders":[]}/p'"""


def test_missing_orders_are_told():
    """A bot that never orders is right, but its author learns of it. One that orders all is not blamed."""
    told = farm.done(*CHECK, SILENT)
    assert "\nanswers that lack orders: 100; there the rules decide\nsilent: " in told, told
    assert "lack" not in farm.done(*CHECK, GREEDY)


WRITER = r"""s/^{"type":"hello".*/{"type":"hello","protocol":1,"name":"writer","press":true}/p
s/^{"type":"phase","id":\([0-9]*\).*/{"type":"orders","id":\1,"orders":[]}/p
s/^{"type":"press","id":\([0-9]*\).*"text":"\([^"]*\)".*/{"type":"press","id":\1,"messages":[MESSAGE]}/p
"""


def test_messages_are_asked_for(tmp_path):
    """With --press it is asked for messages, too, with a message to answer."""
    assert "messages" not in farm.done(*CHECK, SILENT)
    writer = tmp_path / "writer.sed"
    writer.write_text(WRITER.replace("MESSAGE", r'{"to":null,"text":"\2"}'))
    assert "\nit writes messages: --press asks for them, too\n" in farm.done(*CHECK, f"sed -unf {writer}")
    told = farm.done(*CHECK, "--press", f"sed -unf {writer}")
    written = re.search(r"^right answers to questions for messages: (\d+) of (\d+)$", told, re.M)
    assert written and int(written[1]) == int(written[2]) > 40, told
    writer.write_text(WRITER.replace("MESSAGE", r'{"to":"US","text":"\2"}'))
    wrong = farm.run(*CHECK, "--press", f"sed -unf {writer}")
    assert wrong.returncode == 1 and '"to" of the answer must be' in wrong.stdout, wrong


def test_environment_is_closed():
    """A process of the same user cannot read the environment of aresd."""
    if os.getuid() != 0:
        pytest.skip("needs two users")
    nobody, secret = 65534, {"PGHOST": "127.0.0.1", "PGPASSWORD": "secret", "PATH": os.environ["PATH"]}
    with socket.create_server(("127.0.0.1", 0)) as server, tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chmod(folder, 0o755)
        secret["PGPORT"] = str(server.getsockname()[1])
        program = shutil.copy(farm.program("aresd")[0], folder)
        with subprocess.Popen([program, "--workers", "1"], env=secret, user=nobody, cwd="/") as aresd:
            with server.accept()[0]:  # it waits for an answer now
                found = farm.run("cat", f"/proc/{aresd.pid}/environ", user=nobody)
                assert aresd.poll() is None
            aresd.kill()
    assert "secret" not in found.stdout and found.returncode != 0, found


def test_show():
    """A bot answers what --show prints. The first positions are the openings of all powers."""
    first = [json.loads(farm.done(*CHECK, "--show", n).splitlines()[1]) for n in range(1, 9)]
    powers = sorted(q["power"] for q in first if q["phase"] == "S1901M")
    assert powers == "AUS ENG FRA GER ITA RUS TUR".split()
    told = farm.done(*GREEDY.split(), input=farm.done(*CHECK, "--show", 9) + "\n")
    assert re.fullmatch(r'{.*"hello".*"greedy".*}\n{.*"orders": \["[^",]*"\]}', told), told


def test_liars():
    with open("tests/hostile/liar.py", encoding="utf-8") as file:
        assert set(re.findall('^    "(\\w+)": ', file.read(), re.M)) <= {
            *LIARS, "quits", "seeded", "murders", "freezes", "dismisses", "peeks"}
    log = liars()
    check_faults(set(LIARS) - set(LATE))
    assert said("words") == [("it ended with status 3", "it was ?? not my fault")]
    assert said("environment") == [("it ended with status 3", "it knows []")]
    assert said("peeks") == ([("it ended with status 3", "it saw 0")] if ALONE else [])
    assert said("flood") == [("a line of more than 65536 bytes", "")]
    assert said("signal") == [("it was killed by signal 11 (Segmentation fault)", "")]
    for kind, why in UNUSABLE.items():
        assert f"bot:{kind} is given up, and its games wait: it never said hello: {why}" in log
        assert (state(kind), said(kind)) == ("pending", [])
    lines = [line for line in log.splitlines() if "bot:traceback" in line]
    assert max(map(len, lines)) < 250  # a date, a name and 100 bytes of what it said
    assert [("RuntimeError: of" in line, "has the rest" in line) for line in lines][:3] == [
        (True, False), (False, True), (False, False)]
    assert "Traceback" not in log
    assert "not all was played: a bot never started" in log
    assert "worker died" not in log and "out of memory" not in log
    nothing_left()


def test_disorder():
    """From its third fault on, the power holds and disbands. The game counts, and standings, rate
    and status say that it had faults. It is verified without its bot."""
    liars()
    (power, since), = query("select power, phase from farm.disorders where tournament = 'words'")
    assert query("""select distinct action from farm.orders where tournament = 'words'
        and power = %s and phase >= %s""", power, since) == [("hold",)]
    assert holds("not exists (select from farm.disorders where tournament = any (%s))", ASIDE)
    assert query("select finished, aside, faulted from farm.counted where tournament = 'words'") == [
        (1, 0, 1)]
    said = "bots of 1 seat made faults; "
    assert said in farm.ctl("query", "standings", "words")
    assert "after the third fault of its bot" in farm.ctl("tournament", "status", "words")
    assert "1 quarantined" in farm.ctl("query", "standings", "moon")
    farm.ctl("verify", "words")


def test_quitter():
    """A bot that plays at random and exits when it is behind gains nothing by it: every game
    counts, the worker that resumes it knows from which phase on the power is in disorder."""
    farm.create("quitter", "bot:quits,random", "--rounds", 16, games=8)
    options = ("--workers", 2, "--bot", f"quits={sys.executable} tests/hostile/liar.py quits {MARK}")
    with farm.Daemon("aresd", *options):
        wait_for(lambda: value("select finished from farm.progress where tournament = 'quitter'"), 60)
    farm.aresd("--until-done", *options)
    assert farm.finished("quitter")
    assert value("select sum(left_out) from farm.standings where tournament = 'quitter'") == 0
    assert holds("count(*) > 0 from farm.disorders where tournament = 'quitter'")
    assert query("""select game, power from farm.faults_told where tournament = 'quitter'
        group by 1, 2 having count(*) > 3""") == []
    assert query("""select distinct o.action from farm.disorders d join farm.orders o
        on o.tournament = d.tournament and o.game = d.game and o.power = d.power
        and o.phase >= d.phase where d.tournament = 'quitter' and o.action not in
        ('hold', 'disband', 'remove')""") == []
    said = "quitter, rule set standard: 8 games count; bots of "
    assert said in farm.ctl("rate", "quitter")
    farm.ctl("verify", "quitter")
    nothing_left()


def test_seeds():
    """The same tournament, played twice, has the same digest: a bot draws by its own seed. Each seat
    of a block has another one. Numbers are those of the tournament."""
    digests = set()
    for name, workers in ("once", 1), ("again", 3):
        farm.create(name, "bot:seeded,random", "--rounds", 4, games=4)
        log = farm.aresd("--until-done", "--workers", workers, "--bot",
                         f"seeded={sys.executable} tests/hostile/liar.py seeded {MARK}")
        assert farm.finished(name)
        digests.add(farm.digest(name))
    assert len(digests) == 1
    told = set(re.findall(r"bot:seeded says: (\d) (\d) ([A-Z]{3}) (\d+)$", log, re.M))
    assert {(int(game), int(block)) for game, block, *_ in told} <= {(1, 1), (2, 1), (3, 2), (4, 2)}
    seats = {(block, power): seed for _, block, power, seed in told}
    assert len(set(seats.values())) == len(seats) > 4
    assert not {"1", "2", str(farm.SEED)} & set(seats.values())
    assert 2**52 <= max(map(int, seats.values())) < 2**53


def test_late():
    """What they leave behind would hold the pipes for ten minutes."""
    log = play(LATE, "--bot-time", 1, "--bot-start", 60)
    check_faults(LATE)
    assert not re.search("bot:babble.* says: ", log)
    assert "was killed by signal" not in log
    nothing_left()


WEAK = ["setpriv", "--bounding-set=-sys_admin", "--inh-caps=-sys_admin"]  # cannot make a PID namespace
CLOSED = ["unshare", "--mount", "sh", "-c",  # nor a user namespace, whose root is not that of its mounts
          'mkdir -p $TMPDIR/root && mount --rbind / $TMPDIR/root && exec chroot $TMPDIR/root env -C $PWD "$@"', "sh"]


def play_murders(name, *prefix, kind="murders"):
    """Plays a game of a bot that kills or stops what it sees, by an aresd that begins with this command."""
    if os.getuid() != 0 or farm.run("unshare", "--user", "--pid", "--fork", "true").returncode != 0:
        pytest.skip("needs root, and user namespaces")
    bot = f"{name}={sys.executable} tests/hostile/liar.py {kind} {MARK}"
    farm.create(name, f"bot:{name},holdbot", "--rounds", 6, "--team", 1)
    return farm.run(*prefix, *farm.program("aresd", "--until-done", "--workers", 1, "--bot", bot,
                                           "--bot-time", 1), timeout=30 * farm.PATIENCE)


def test_user_namespace():
    """aresd without rights gives its bots a user namespace: they see and kill nobody."""
    result = play_murders("unprivileged", *WEAK)
    assert result.returncode == 0, result.stderr
    assert "was killed by signal" not in result.stderr
    assert query("select kind from farm.faults_told where tournament = 'unprivileged'") == [("late",)] * 3
    nothing_left()


def test_dismissed_by_a_bot():
    """Where there is no namespace, a worker takes requests to end from its supervisor only."""
    result = play_murders("dismisser", *CLOSED, *WEAK, kind="dismisses")
    assert result.returncode == 0, result.stderr
    assert query("select kind from farm.faults_told where tournament = 'dismisser'") == [("late",)] * 3
    assert "worker 1 (process" not in result.stderr, result.stderr  # it has not ended
    nothing_left()


@pytest.mark.parametrize("kind", ["murders", "freezes"])
def test_killed_by_a_bot(kind):
    """Where there is no namespace, a game whose bot kills or stops the worker is quarantined."""
    result = play_murders("killer-" + kind, *CLOSED, *WEAK, kind=kind)
    farm.run("pkill", "-KILL", "-f", MARK)
    assert "1 game quarantined" in result.stderr, result.stderr
    assert value("select g.reason from farm.games g join farm.tournaments t on t.id = g.tournament_id"
                 f" where t.name = 'killer-{kind}' and g.state = 'quarantined' and g.failures = 3") == \
        "3 times in S1901M: its worker was killed while it asked a bot that can do this"


def test_unclaimed():
    """A game waits for a bot that no worker has. aresd and aresctl say so. A worker that has it
    plays the game."""
    line = "games of tournament missing wait for bot:missing, which no worker has"
    farm.create("missing", "bot:missing,random", "--rounds", 3, games=2)
    farm.create("others", "random,random", "--rounds", 3, games=2)
    assert line in farm.aresd("--until-done", "--workers", 1, "--bot", f"other={GREEDY}")
    assert query("select tournament, finished, pending from farm.progress"
                 " where tournament in ('missing', 'others') order by 1") == [
        ("missing", 0, 2), ("others", 2, 0)]
    assert line in farm.done(*farm.program("aresctl", "workers"))
    assert line in farm.done(*farm.program("aresctl", "tournament", "status", "missing"))
    with farm.Daemon("aresweb", listens=True) as web, \
            urllib.request.urlopen(f"{web.url}/t/missing") as answer:
        assert line in answer.read().decode()
    farm.aresd("--until-done", "--workers", 2, "--bot", f"missing={GREEDY}")
    assert farm.finished("missing")
    assert line not in farm.done(*farm.program("aresctl", "workers"))
    farm.ctl("verify", "missing")


def test_retry():
    """A quarantined game is tried again with a bot that is mended. It begins where it was. The
    faults stay, and no longer count."""
    liars()
    told = farm.run(*farm.program("aresctl", "show", "moon/1")).stdout.splitlines()
    assert "quarantined: 3 faults of bots" in told[0]
    assert [bool(re.match('  [SF]190.M.*illegal, "A lun - bur" is not an order', line))
            for line in told].count(True) == 3
    assert farm.ctl("game", "retry", "moon") == ""
    farm.refused("retry moon: the tournament has no quarantined game",
                 *farm.program("aresctl", "game", "retry", "moon"))
    farm.aresd("--until-done", "--workers", 1, "--bot", f"moon={GREEDY}")
    assert state("moon") == "finished"
    assert query("select count(*), bool_and(forgiven) from farm.faults where game_id = %s",
                 farm.games_of("moon")[0]) == [(3, True)]
    assert query("select faulted > 0, by_fault > 0, points - by_fault from farm.standings"
                 " where tournament = 'moon' and player = 'holdbot'") == [(False, True, 0)]
    assert "points by fault" in farm.ctl("query", "standings", "moon")
    farm.ctl("verify", "moon")


def test_beside_a_person():
    """The person does not come. The bot is asked when the person's time is over."""
    seats = "@,bot:mixed,random,random,random,random,bot:mixed"
    farm.ctl("game", "create", "mixed", "--seats", seats, "--deadline", "1s", "--rounds", 1,
             "--seed", farm.SEED)
    with farm.Daemon("aresd", "--workers", 1, "--bot", f"mixed={GREEDY}"):
        wait_for(lambda: state("mixed") == "finished", 10)
    assert holds("not exists (select from farm.faults_told where tournament = 'mixed')")
    assert holds("count(*) >= 4 from farm.orders where tournament = 'mixed' and action = 'move'"
                 " and power in ('ENG', 'TUR')")
    farm.ctl("verify", "mixed")
    nothing_left()


ARESCTL, ARESD = farm.program("aresctl"), farm.program("aresd")
TRIED = "bot check: the bot cannot be tried: "


@pytest.mark.parametrize("pattern, command", [
    ("a name of 1 to 32 letters, digits, '_' and '-' must follow bot:",
     [*ARESCTL, "tournament", "create", "x", "--games", 2, "--seats", "bot:,random"]),
    ("--bot greedy: must be NAME=COMMAND", [*ARESD, "--bot", "greedy"]),
    ("a command with an end for each quote", [*ARESD, "--bot", "greedy='python3 x"]),
    ("a command that begins with a program", [*ARESD, "--bot", "greedy="]),
    ("must be a player of the farm", [*ARESCTL, *"experiment grid x --player bot:greedy"
                                      " --grid a=1..2 --against random --games 2".split()]),
    ("must be a command that begins with a program", [*CHECK, ""]),
    (TRIED + "absent, its program cannot be started", [*CHECK, "/no/such/program"]),
    (TRIED + "garbled, no JSON object", [*CHECK, "cat"]),
    (TRIED + 'wrong, "name" of the answer must be a text of 1 to 39 bytes, without control characters',
     [*CHECK, r"""echo '{"type":"hello","protocol":1,"name":"a\tb"}'"""]),
    (TRIED + "late, no answer to hello within 1 s: it must flush each line",
     [*CHECK, "sleep 99", "--start", "1"]),
    ("bot check: COMMAND is missing", CHECK)])
def test_refusals(pattern, command):
    farm.refused(pattern, *command)


def test_a_deaf_bot_is_checked():
    hello = r'{\"type\":\"hello\",\"protocol\":1,\"name\":\"deaf\"}'
    result = farm.run(*CHECK, f"""sh -c 'exec <&-; echo "{hello}"; sleep 9'""")
    assert result.returncode == 1, result
    assert "dead, it closed its standard input or output" in result.stdout


def test_a_check_starts_a_silent_bot_once(tmp_path):
    bot = f"sh -c 'echo >>{tmp_path}/starts; sleep 99'"
    farm.refused("late, no answer to hello", *CHECK, bot, "--start", "1")
    assert (tmp_path / "starts").read_text() == "\n"


@pytest.mark.parametrize("pattern, text", [
    (":2: bot.a is in line 1 already", "bot.a = x\nbot.a = y\n"),
    (":1: no setting cat.a; only bot.NAME has a dot", "cat.a = x\n"),
    (":1: bot.a: must be a command with an end for each quote", 'bot.a = "x\n')])
def test_settings_refused(pattern, text):
    farm.write(SETTINGS, text)
    farm.refused(pattern, *ARESD, "--config", SETTINGS)
