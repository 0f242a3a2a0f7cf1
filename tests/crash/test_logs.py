"""logs: proves that aresd logs what goes wrong, and its own beginning and end: as JSON, one valid
object per line with the fields that apply, and as text.

Lets everything go wrong: an unknown player, a killed worker, a frozen one, a killed server.
"""
import json
import os
import re
import signal
import time

import farm
import pytest
import workers
from farm import ctl, query, refused, value, wait_for

STRANGE = 'a"b\\c/\001\033é€𝄞'  # a player's name with everything that JSON must escape
ASIDE = ("component=worker epoch=\\d+ game=\\d+ level=warning: game \\d+ is quarantined: power 1:"
         f' no player "{re.escape(STRANGE)}" in this program')
PLAYING = """select w.pid from farm.workers w join farm.games g on g.worker_id = w.id
    where g.state = 'claimed' and w.pid <> %s limit 1"""


class Playing(farm.Daemon):
    """aresd while it plays; one of the games has an unknown player, and is quarantined."""

    def __init__(self, name, *options, env=None):
        farm.create(name, "ares(depth=2,age=40),random", games=100)
        query("""with stranger as (
                insert into farm.users (name, player) values (%s, %s) returning id)
            update farm.seats s set user_id = stranger.id
            from stranger, farm.games g join farm.tournaments t on t.id = tournament_id
            where t.name = %s and g.id = s.game_id and g.number = 2 and power = 1""",
              name, STRANGE, name)
        super().__init__("aresd", "--workers", 2, "--batch", 4, "--lease", 2, *options, env=env)
        self.logs("is quarantined")

    def logs(self, pattern):
        wait_for(lambda: re.search(pattern, self.log()), 10, pattern)

    def __exit__(self, *failed):
        self.stop()
        query("update farm.games set state = 'cancelled', worker_id = null, reason = null"
              " where state <> 'finished'")


def facts(path):
    """The log's lines, read as strict JSON: their fields and messages, one per line."""
    with open(path, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    for line in lines:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line.pop("ts"))
        assert type(line.pop("pid")) is int
        assert (line["component"] == "worker") == (line.pop("worker", 0) > 0), line
    return [" ".join(f"{name}={field}" for name, field in sorted(line.items()) if name != "message")
            + f": {line['message']}" for line in lines]


def has(daemon, *patterns):
    found = facts(daemon.log_path)
    for pattern in patterns:
        assert any(re.fullmatch(pattern, line) for line in found), f"no {pattern} among {found}"


def test_json():
    """A worker is killed, another sleeps through its lease, the server is taken away."""
    with Playing("json", "--log", "json") as daemon:
        killed = workers.workers_of(daemon)[0]
        os.kill(killed, signal.SIGKILL)
        daemon.logs("was killed by signal 9")
        pid = wait_for(lambda: value(PLAYING, killed))
        os.kill(pid, signal.SIGSTOP)
        wait_for(lambda: value("select gone_at from farm.workers where pid = %s"
                               " order by id desc limit 1", pid))
        os.kill(pid, signal.SIGCONT)
        daemon.logs("write refused")
        farm.kill_server()
        daemon.logs("connection given up, trying again")
        daemon.logs('"supervisor".*connection given up')
        ctl("up")
        wait_for(lambda: value(PLAYING, killed))
        daemon.logs("the database answers again")
    assert "/proc/self/fd" not in daemon.log()
    gone = r"level=warning( sqlstate=57P\d\d)?: connection given up"
    has(daemon, ASIDE,
        r"component=supervisor level=warning: worker \d \(process \d+\) was killed by signal 9",
        r"component=supervisor level=info: \d+ games of workers that \w+ are handed back",
        r"component=worker epoch=\d+ game=\d+ level=warning sqlstate=RF001: write refused: .*",
        f"component=worker {gone}, trying again: .*", f"component=supervisor {gone}: .*",
        r"component=supervisor level=info: the database answers again",
        r".*: connection given up, trying again: .*/pg/\.s\.PGSQL\.5432.*")


def test_json_by_environment_and_notices():
    """ARESFARM_LOG does what --log does. A notice of the server is a line like any other."""
    query("""create function warn() returns trigger language plpgsql as $$ begin
            raise warning E'one "line"\\nand another' using errcode = '01777';
            return new;
        end $$;
        create trigger warn before update on farm.workers for each row execute function warn()""")
    with Playing("notices", env={"ARESFARM_LOG": "json"}) as daemon:
        daemon.logs('"supervisor".*the server says')
        daemon.logs('"worker".*the server says')
    query("drop function warn cascade")
    notice = 'level=warning sqlstate=01777: the server says: one "line" and another'
    has(daemon, ASIDE, f"component=supervisor {notice}", f"component=worker {notice}")


def test_text():
    """Text is the default. Each line has the local time and the process that speaks."""
    with Playing("text") as daemon:
        pass
    for line in daemon.log().splitlines():
        assert re.match(r"\d{4}(-\d\d){2} (\d\d:){2}\d\d aresd( worker [12])?: ", line)
    assert re.search('aresd worker [12]: game \\d+ is quarantined: power 1: no player "a"b.*é€𝄞"'
                     " in this program$", daemon.log(), re.M)


def life(*options):
    """What aresd says of its own life, without time and figures."""
    said = farm.aresd("--workers", 1, "--until-done", *options)
    for pattern, word in ((r"^\S+ \S+ ", ""), (r" \(commit [^)]*\)", ""),
                          ("on host [^,]*,", "on host H,"), ("[0-9][0-9.]*", "N")):
        said = re.sub(pattern, word, said, flags=re.M)
    return said.splitlines()


def test_life():
    """aresd says a line when it begins, and when its last game is done."""
    farm.create("life", "random,random", games=3)
    for ends in ("the last game is done: N games and N phases played here",
                 "nothing is left to play: .*"):
        first, last = life()
        assert re.fullmatch("aresd: aresfarm N begins: N worker on host H, database aresfarm,"
                            " role .*, the private cluster in .*", first), first
        assert re.fullmatch(f"aresd: {ends}", last), last
    assert life("--quiet") == []
    farm.create("absent", "bot:absent,random", games=2)
    _, waits, last = life()
    assert waits.startswith("aresd: games of tournament absent wait for bot:absent, which no worker ")
    assert last == ("aresd: nothing that this aresd can play is left, and games wait for bots that no"
                    " aresd has: N games and N phases played here")
    farm.cancel("absent")


@pytest.mark.parametrize("number, rounds", [(signal.SIGINT, 2), (signal.SIGTERM, 1)])
def test_life_that_goes_on(number, rounds):
    """One that does not end says once that its last game is done, and again when it has played
    more; and why it stops."""
    done = "the last game is done: {} games and N phases played here; waiting for more"
    ended = f"stopped by {signal.Signals(number).name}: {2 * rounds} games and N phases played here"
    with farm.Daemon("aresd", "--workers", 1, "--log", "json") as daemon:
        for count in range(rounds):
            farm.create(f"goes-on-{number}-{count}", "random,random", games=2)
            wait_for(lambda: daemon.log().count("the last game is done") == count + 1)
        time.sleep(1.2)
        assert daemon.stop(number) == 0
    told = [re.sub("[1-9][0-9]* phases", "N phases", line) for line in facts(daemon.log_path)]
    assert told[1:] == ["component=supervisor level=info: " + line for line in (
        *(done.format(2 * count + 2) for count in range(rounds)), ended)]


def test_beginning(tmp_path):
    """An aresd that cannot begin logs why."""
    aresd = f"{farm.B}/aresd"
    (tmp_path / "log").write_text(
        farm.run(aresd, "-d", "host=127.0.0.1 port=1", "--log", "json").stderr)
    [line] = facts(tmp_path / "log")
    assert re.fullmatch("component=supervisor level=error: .*refused.*", line)
    refused("--log xml: must be text or json", aresd, "--log", "xml")
    refused("ARESFARM_LOG yaml: must be text or json", aresd, env={"ARESFARM_LOG": "yaml"})
