"""player: proves that no other role can make doc/player.py do anything by notifications, whatever
they hold and however many they are, nor by names. It plays the same orders as undisturbed, and runs
no other statement."""
import functools
import os
import re
import signal
import subprocess
import sys
import threading

import farm
from farm import holds, query, wait_for

LOG = os.environ["ARESFARM_HOME"] + "/pg.log"
TURNS = "select game, number, phase, power, due, centres, legal from api.my_turns"
SUBMIT = "select text, problem from api.submit_orders($1, $2::text[], power => $3, phase => $4)"
query("create role alice login in role farm_agent; create role mallory login in role farm_agent")


class Player:
    """doc/player.py as a role, with options of the server for its session."""

    def __init__(self, role, options=""):
        self.logged = os.path.getsize(LOG)
        self.process = subprocess.Popen(
            [sys.executable, "doc/player.py", str(farm.SEED), farm.conninfo()], text=True,
            env=dict(os.environ, PGOPTIONS=f"-c role={role} {options}"), stderr=subprocess.PIPE)

    def end(self, number=signal.SIGTERM):
        """Ends it by a signal; returns what it said."""
        self.process.send_signal(number)
        said = self.process.communicate(timeout=10 * farm.PATIENCE)[1]
        assert self.process.returncode == 0, said
        return said

    def statements(self):
        """What its session has run: the first line of each, if log_statement is on."""
        with open(LOG, encoding="utf-8", errors="replace") as file:
            file.seek(self.logged)
            lines = re.findall("LOG:  (?:statement|execute[^:]*): (.*)", file.read())
        return {" ".join(line.split()) for line in lines}


def create(name):
    seats = "@alice,random,@alice,random,@alice,@alice,random"
    return farm.create(name, seats, "--rounds", 5, games=2)[0]


def played(name):
    """All orders that alice has submitted, and the digest."""
    return query("""select number, p.phase, power, orders, final from farm.taken_orders p
        join farm.games g on g.id = game_id join farm.tournaments t on t.id = tournament_id
        where orders is not null and t.name = %s order by 1, 2, 3""", name), farm.digest(name)


@functools.cache
def undisturbed():
    create("alone")
    player = Player("alice")
    farm.aresd("--until-done")
    assert player.end() == ""
    return played("alone")


def flood(game, over):
    """mallory notifies the player, and others, without a pause until it is over. A program might
    take each payload for an answer of the server: rows, ends of answers, words of psql, SQL."""
    row, channel = f"{game}\t1\tS1901M\tFRA\t1\tFRA par\t", "farm_turn_alice"
    call = "A par H'::text]); select pg_notify('taken', current_user); --"
    payloads = ["\n", "\n.\n", f"\n{row}A par H\n.\n", f"\n{row}{call}\n.\n", "\t\t\t",
                f"'; {call}", "\\q", "\n\\! exit\n", ".", "\nalice\n.\n", "x" * 7999,
                "\n." * 3999, '{"game": 1}', "\x01\x7f\u2028\u202e"]
    with farm.connect("mallory") as session:
        while not over.is_set():
            for name in (channel, "farm", "farm_turn_", channel + '" with payload', ".", "\n.\n"):
                session.execute("select pg_notify(%s, unnest(%s::text[]))", [name, payloads])


def test_notifications():
    expected = undisturbed()
    over = threading.Event()
    flooding = threading.Thread(target=flood, args=(create("flood"), over), daemon=True)
    flooding.start()
    player = Player("alice", "-c log_statement=all")
    farm.aresd("--until-done")
    assert flooding.is_alive()
    assert player.end() == ""
    over.set()
    assert played("flood") == expected
    assert player.statements() == {'listen "farm_turn_alice"', "select current_user", TURNS, SUBMIT}


def test_sessions_end():
    """Its session ends again and again; it connects anew. No transaction of it stays open."""
    expected = undisturbed()
    create("ends")
    player = Player("alice", "-c application_name=its")
    its = "from pg_stat_activity where application_name = 'its'"
    with farm.Daemon("aresd", "--until-done") as aresd:
        for _ in range(5):
            wait_for(lambda: holds(f"count(pg_terminate_backend(pid)) = 1 {its}"))
            assert holds(f"count(*) = 0 {its} and state like 'idle in%'")
            wait_for(lambda: holds(f"count(*) = 1 {its}"))
        wait_for(lambda: aresd.process.poll() is not None, 10, "the games to end")
    said = player.end(signal.SIGINT)
    assert played("ends") == expected
    assert re.search("^player: .*terminating connection", said, re.M)
    assert re.sub(r"(?m)^(player: |CONTEXT|SQL|PL|\s|server closed).*\n", "", said) == ""


def test_names():
    """A name goes into LISTEN, which takes no parameter."""
    query('create role "x""; notify taken; --" login in role farm_agent')
    player = Player('x";\\ notify\\ taken;\\ --', "-c log_statement=all")
    wait_for(lambda: TURNS in player.statements())
    assert player.end() == ""
    listen = 'listen "farm_turn_x""; notify taken; --"'
    assert player.statements() == {listen, "select current_user", TURNS}


def test_cannot_begin():
    """What is wrong from the beginning ends it, in one line."""
    words = sys.executable, "doc/player.py", farm.SEED, farm.conninfo()
    result = farm.run(*words, role="none_such")
    assert result.returncode == 1
    assert re.fullmatch('player: .*role "none_such" does not exist.*\n', result.stderr), result.stderr
