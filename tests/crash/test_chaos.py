"""chaos: proves that no game is lost, none is played twice and all come out the same, while faults
of every kind happen on several hosts.

Draws faults while tournaments are played; then plays the same tournaments undisturbed and compares
digests. Each kind of fault comes once, then they come by their weights, until KILLS processes were
killed, or for LAST=6 seconds. SEED draws the faults and the games. When a fault happens depends on
the machine, so one seed does not give the same history twice.
"""
import os
import random
import re
import signal
import sys
import threading
import time

import contain
import farm
import hosts
import psycopg
import pytest
import workers
from farm import holds, query, value, wait_for

KILLS, LAST = int(os.environ.get("KILLS") or 0), float(os.environ.get("LAST") or 6)
LEASE = 2
NAMES = ("one", "two", "three")
FAULTS = {  # and their weights
    "worker_killed": 50, "aresd_killed": 10, "host_killed": 6, "backend_terminated": 16,
    "backend_killed": 2, "postmaster_killed": 1, "server_stopped": 1, "worker_frozen": 4,
    "aresd_frozen": 2, "host_frozen": 1, "log_full": 3, "lock_held": 6, "flood": 4}
if hosts.REAL:
    FAULTS.update(link_cut=2, link_half_open=1, disk_full=1)
TERMS = (  # of tournaments, in turn: the first made has the second of them
    ("ares(depth=2,age=15),randbot", "--rules", "standard", "--rounds", 40),
    (",".join(["bot:talker"] * 7), "--press", "private", "--press-rounds", 2, "--rounds", 10),
    ("ares(depth=2,age=20),random", "--rules", "thesis"))
TALKER = ("--bot", f"talker={sys.executable} {os.path.abspath('tests/talker.py')} talks",
          "--bot-time", 60, "--bot-start", 60)
LOCKS = (  # what a reader and an external player may lock
    ("voyeur", "select count(*) from farm.boards", "select count(*) from farm.games"),
    ("mallory", "select * from api.my_turns t,"
                " api.submit_orders(t.game, '{}', false, t.power)"),
    ("mallory", "select pg_advisory_lock(n), pg_advisory_lock(1, n)"
                " from generate_series(1, 300) n"))
FLOOD = """do $$ begin
    for i in 1 .. 40 loop
        perform pg_notify('farm', repeat('x', 7900 + n)),
            pg_notify('farm_turn_mallory', repeat('y', 7900 + n))
        from generate_series(1, 50) n;
        perform api.submit_orders(t.game, array_fill('A par - bur'::text, '{64}'), false, t.power)
        from api.my_turns t;
        commit;
    end loop;
end $$"""


def ask(sql, *parameters):
    """The first field of a statement's result; None if the server is unreachable."""
    try:
        return value(sql, *parameters)
    except psycopg.Error:
        farm.forget_session()
        return None


def stranger(role, *statements, seconds=6, **options):
    """A session of that role runs statements outside the farm. It ends after some seconds."""
    def run():
        try:
            with psycopg.connect(farm.conninfo(), user=role, **options,
                                 options=f"-c statement_timeout={seconds}s") as session:
                for sql in statements:
                    session.execute(sql)
        except psycopg.Error:
            pass

    threading.Thread(target=run, daemon=True).start()


def make(name, number):
    """Makes a tournament with a seed of its own. The terms take turns."""
    return farm.run(*farm.program("aresctl", "--quiet", "tournament", "create", f"{name}-{number}",
                                  "--games", 16, "--seed", farm.SEED * 1000 + number,
                                  "--seats", *TERMS[number % 3]))


class Chaos:
    """The hosts, and what happens to them. A fault is a method; it returns whether it was done."""

    def __init__(self):
        self.drawn = random.Random(farm.SEED)
        self.place = hosts.Hosts(*NAMES)
        self.server = self.place.server
        # a client frozen while it connects would keep the server from stopping for a minute
        self.server.append("postgresql.conf", "authentication_timeout = 5s")
        self.server.reload()
        self.daemons, self.repairs, self.log_of = {}, [], {}
        self.killed = self.lapses = self.tournaments = 0
        self.counts = dict.fromkeys(FAULTS, 0)

    def start(self, name):
        self.daemons[name] = self.place.start(name, "--batch", 4, "--workers", 2, "--lease", LEASE,
                                              *TALKER, log_path=self.log_of.pop(name, None))

    def alive(self):
        """The hosts whose aresd runs."""
        return [name for name in NAMES
                if name in self.daemons and self.daemons[name].process.poll() is None]

    # ── faults ──

    def drawn_processes(self, what, host=None):
        """The processes that a fault hits. IndexError: there are none."""
        daemon = self.daemons[host or self.drawn.choice(self.alive())]
        if what == "worker":
            return [self.drawn.choice([process for name in self.alive()
                                       for process in workers.workers_of(self.daemons[name])])]
        if what == "backend":
            client = re.compile(r"postgres: .*(10\.0\.0\.|\[local\])")
            return [self.drawn.choice([
                process for process, parent in contain.parents().items()
                if parent == self.server.pid and client.search(contain.command_of(process))])]
        if what == "postmaster":
            return [self.server.pid][:self.server.runs()]
        if what == "host":
            daemon.send(signal.SIGSTOP)  # so that it starts no new workers
            return [daemon.pid, *workers.workers_of(daemon)]
        return [daemon.pid]

    def kill(self, what, host=None):
        processes = self.drawn_processes(what, host)
        workers.send(signal.SIGKILL, *processes)
        self.killed += len(processes)
        return processes

    def freeze(self, what):
        processes = self.drawn_processes(what)
        workers.send(signal.SIGSTOP, *processes)
        self.lapses += what != "aresd"
        return self.later(workers.send, signal.SIGCONT, *processes)

    def later(self, repair, *arguments):
        """Runs the repair later: a fault lasts longer than a lease."""
        at = time.monotonic() + LEASE + self.drawn.uniform(0.5, 2)
        self.repairs.append((at, repair, arguments))
        return True

    def backend_terminated(self):
        return ask("select pg_terminate_backend(%s)", *self.drawn_processes("backend"))

    def server_stopped(self):
        return self.server.runs() and not self.server.stop("immediate")

    def link_cut(self):
        name = self.drawn.choice(self.alive())
        self.place.cut(name)
        self.later(self.place.heal, name)
        return name

    def link_half_open(self):
        """The host dies while its link is cut, so the server does not notice."""
        return self.kill("host", self.link_cut())

    def disk_full(self):
        """The server's disk has no free room for a while."""
        self.place.fill()
        return self.later(self.place.resize, 4 << 20)

    def log_full(self):
        """aresd starts again with a log that it cannot write."""
        name = self.drawn.choice(self.alive())
        self.log_of[name] = "/dev/full"
        return self.kill("aresd", name)

    def lock_held(self):
        stranger(*self.drawn.choice(LOCKS), f"select pg_sleep({self.drawn.uniform(1, 4)})")
        return self.server.runs()

    def flood(self):
        """An external player sends notifications, and submits senseless orders."""
        stranger("mallory", FLOOD, autocommit=True)
        return self.server.runs()

    # ── all of them ──

    def strike(self, todo):
        """Applies the first pending fault that is possible; if none is pending, one drawn by
        weight."""
        for kind in todo or self.drawn.choices(list(FAULTS), FAULTS.values()):
            what, _, how = kind.rpartition("_")
            act = {"killed": self.kill, "frozen": self.freeze}.get(how)
            try:
                done = act(what) if act else getattr(self, kind)()
            except IndexError:
                done = False
            if done:
                self.counts[kind] += 1
                return kind

    def set_right(self, everything=False):
        """Runs the repairs that are due, and starts the server and aresd where they do not run."""
        due = [repair for repair in self.repairs if everything or repair[0] <= time.monotonic()]
        self.repairs = [repair for repair in self.repairs if repair not in due]
        for _, repair, arguments in due:
            repair(*arguments)
        # the server stays away for a while, by chance; and it cannot start while its disk is full
        full = any(repair == self.place.resize for _, repair, _ in self.repairs)
        if not self.server.runs() and not full and (everything or self.drawn.random() < 0.3):
            self.server.start()
        if everything:  # a server that was just killed may still seem to run
            wait_for(lambda: ask("select 1") or not (self.server.runs() or self.server.start()), 20)
        for name in set(NAMES).difference(self.alive() if self.server.runs() else NAMES):
            self.start(name)

    def rage(self):
        """Does faults until there were enough. Makes a tournament whenever all games are played."""
        began, todo = time.monotonic(), self.drawn.sample(list(FAULTS), len(FAULTS))
        assert make("chaos", 1).returncode == 0
        self.tournaments = 1
        while todo or (self.killed < KILLS if KILLS else time.monotonic() < began + LAST):
            if ask("select count(*) from farm.games where state in ('pending', 'claimed')") == 0:
                name = f"chaos-{self.tournaments + 1}"
                make("chaos", self.tournaments + 1)
                # it may exist although its creator got an error
                self.tournaments += ask("select count(*) from farm.tournaments where name = %s",
                                        name) or 0
            kind = self.strike(todo)
            if kind in todo:
                todo.remove(kind)
            assert not todo or time.monotonic() < began + 60 + 20 * LAST, f"cannot do {todo}"
            self.set_right()
            time.sleep(self.drawn.uniform(0.01, 0.1))
        self.set_right(everything=True)
        return time.monotonic() - began


@pytest.fixture(scope="module")
def chaos():
    chaos = Chaos()
    farm.ctl("init")
    # a trigger notes every time that a game is finished, in the same transaction
    query("""create schema chaos;
        create table chaos.finished (game_id bigint, epoch int);
        create function chaos.note() returns trigger language plpgsql as $$
        begin
            insert into chaos.finished (game_id, epoch) values (new.id, new.epoch);
            return null;
        end $$;
        create trigger note after update on farm.games for each row
            when (new.state = 'finished') execute function chaos.note();
        create role mallory login in role farm_agent;
        create role voyeur login in role farm_reader""")
    farm.create("mallory", "@mallory,random,@mallory" + ",random" * 4, games=3, rules="standard")
    chaos.set_right(everything=True)
    return chaos


def test_strangers_stop_nobody(chaos):
    """Tournaments are made, played and dropped while other sessions hold all locks that they can
    get, and flood the server."""
    for role, *statements in LOCKS:
        stranger(role, *statements, "select pg_sleep(120)", seconds=120)
    sleepers = ("pg_stat_activity where wait_event = 'PgSleep'"
                " and query = 'select pg_sleep(120)'")
    wait_for(lambda: value(f"select count(*) from {sleepers}") == len(LOCKS), 5, "their locks")
    for number in range(5):
        chaos.flood()
        farm.create(f"short-{number}", "random,random", "--rounds", 6, games=200)
        wait_for(lambda: farm.finished(f"short-{number}"), 5, "games while strangers hold locks")
        farm.create("extra", "random,random")
        query("select farm.tournament_drop('extra')")
    assert len(query(f"select pg_terminate_backend(pid) from {sleepers}")) == len(LOCKS)


def test_all_games_end(chaos, request):
    took = chaos.rage()
    farm.cancel("mallory")
    wait_for(lambda: holds("count(*) = 0 from farm.games"
                           " where state not in ('finished', 'cancelled')"), 30, "all games to end")
    log, claims = chaos.server.log(), value("select sum(epoch) from farm.games")
    workers.tell(request, f"{chaos.killed} processes killed in {took:.0f} s, {chaos.tournaments} "
                          f"tournaments, {claims} claims, {log.count('deadlock detected')} "
                          f"deadlocks, {log.count('No space left')} times no space left")
    workers.tell(request, ", ".join(f"{count} {kind}" for kind, count in chaos.counts.items()))


def test_every_fault_was_done(chaos):
    assert len(chaos.counts) == (16 if hosts.REAL else 13)
    assert [kind for kind, count in chaos.counts.items() if count == 0] == []


def test_nothing_is_doubled(chaos):
    assert query("select game_id from chaos.finished group by 1 having count(*) > 1") == []
    # every phase but the last has orders, and no movement phase is missing
    assert query("""select g.id from farm.games g
        cross join lateral (
            select count(b.orders) as played, count(*) as boards, count(distinct b.phase) as phases,
                   max(b.phase) filter (where b.orders is null) as last, min(b.phase) as first,
                   count(*) filter (where b.phase % 5 in (0, 2) and b.orders is not null) as moves
            from farm.boards b where b.tournament_id = g.tournament_id and b.game_id = g.id) b
        where g.state = 'finished' and (g.phases, g.phases + 1, g.phases + 1, g.phase, 0,
               g.phase / 5 * 2 + (g.phase % 5 > 0)::int + (g.phase % 5 > 2)::int)
              is distinct from (b.played, b.boards, b.phases, b.last, b.first, b.moves)""") == []


def test_digests_are_those_of_undisturbed_runs(chaos):
    for name in NAMES:
        chaos.place.stop(name)
    wait_for(lambda: holds("count(*) = 0 from pg_stat_activity"
                           " where application_name like 'aresd%'"), 10, "the sessions to end")
    for number in range(1, chaos.tournaments + 1):
        assert make("undisturbed", number).returncode == 0
    chaos.place.play("one", "--workers", 2, *TALKER)
    for number in range(1, chaos.tournaments + 1):
        assert workers.outcome(f"chaos-{number}") == workers.outcome(f"undisturbed-{number}")
    assert holds("count(*) > 1000 from farm.messages"), "no bot has written"


def test_late_writes_were_counted(chaos):
    """A refused batch holds several writes. A worker may be killed between logging a refusal and
    counting its writes."""
    said = sum(chaos.place.log(name).count("write refused") for name in NAMES)
    assert value("select sum(refused_writes) from farm.workers") >= said
    assert chaos.lapses <= 20 or said > 0
