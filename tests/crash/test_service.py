"""service: proves what programs tell the service manager that started them (sd_notify): ready, alive,
their status, stopping; and that make install puts a unit in its place that confines it.

A Manager writes down what it hears, while the farm plays, loses its database, or ends.
"""
import os
import pathlib
import re
import shutil
import signal
import socket
import threading
import time

import contain
import farm
import pytest
from farm import ctl, done, wait_for
from workers import send

HOME = pathlib.Path(os.environ["ARESFARM_HOME"])
HAS_SYSTEMD = shutil.which("systemd-analyze") is not None


class Manager(farm.Daemon):
    """A service manager and its program. told has what it hears, a variable per item."""
    folder = os.open(os.environ["TMPDIR"], os.O_RDONLY)  # its path may be too long for a socket

    def __init__(self, *options, address=None, program="aresd", **env):
        address = address or f"/proc/{os.getpid()}/fd/{self.folder}/notify-{time.monotonic_ns()}"
        self.told = []
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address.replace("@", "\0"))
        threading.Thread(target=self.listen, daemon=True).start()
        super().__init__(program, *options, env=dict(env, NOTIFY_SOCKET=address))

    def listen(self):
        while True:
            self.told += self.socket.recv(4096).decode().splitlines()

    def count(self, pattern):
        return sum(re.fullmatch(pattern, line) is not None for line in self.told)

    def hears(self, pattern, times=1):
        wait_for(lambda: self.count(pattern) >= times, 10, pattern)

    def pings_again(self):
        self.hears("WATCHDOG=1", self.count("WATCHDOG=1") + 3)

    def falls_silent(self):
        """No ping comes within three times the watchdog's time; one on its way does not count."""
        time.sleep(0.5)
        before = self.count("WATCHDOG=1")
        time.sleep(0.9)
        assert self.count("WATCHDOG=1") == before


def test_ready_pings_status_stopping():
    farm.create("life", "ares(depth=2,age=10),random", games=200)
    with Manager("--workers", 2, WATCHDOG_USEC="300000") as manager:
        manager.hears("READY=1")
        assert farm.holds("count(*) > 0 from farm.workers where gone_at is null")
        manager.hears("WATCHDOG=1", 4)
        manager.hears("STATUS=2 workers, [1-9][0-9]* phases/s")
        assert manager.count("STOPPING=1") == 0
        assert manager.stop() == 0
        manager.hears("STOPPING=1")
    told = manager.told
    assert (told.count("READY=1"), told.count("STOPPING=1")) == (1, 1)
    assert "WATCHDOG=1" not in told[told.index("STOPPING=1"):]
    usual = "READY=1|WATCHDOG=1|STOPPING=1|STATUS=.*"
    assert [line for line in told if not re.fullmatch(usual, line)] == []
    farm.cancel("life")


@pytest.mark.parametrize("program", ["aresweb", "aresdaide"])
def test_programs_that_listen(program):
    with Manager("--listen", "127.0.0.1:0", program=program) as manager:
        manager.hears("WATCHDOG=1")
        assert manager.stop() == 0
        manager.hears("STOPPING=1")
    pings = manager.count("WATCHDOG=1")
    assert manager.told == ["READY=1", *pings * ["WATCHDOG=1"], "STOPPING=1"]


def test_abstract_socket():
    last = "STATUS=all games are played"
    with Manager("--until-done", address=f"@aresfarm-{os.getpid()}") as manager:
        manager.hears(last)
        told = [line for line in manager.told if line in ("READY=1", "STOPPING=1", last)]
        assert told == ["READY=1", "STOPPING=1", last]
        assert manager.stop(0) == 0


def test_pace():
    """A short watchdog gets its pings in time. A watchdog for another process does not change the
    pace."""
    short = {"WATCHDOG_USEC": "400000"}
    with Manager(**short) as fast, Manager(**short, WATCHDOG_PID="1") as slow:
        slow.hears("READY=1")
        before = [manager.count("WATCHDOG=1") for manager in (fast, slow)]
        fast.hears("WATCHDOG=1", before[0] + 8)
        assert slow.count("WATCHDOG=1") - before[1] <= 4


def test_no_pings_without_a_database():
    """The pings stop when the server hangs, and when it dies. They begin again when it answers."""
    server = farm.postmaster()
    with Manager("--workers", 2, WATCHDOG_USEC="300000") as manager:
        manager.hears("WATCHDOG=1", 3)
        stopped = [server, *contain.descendants(server)]
        send(signal.SIGSTOP, *stopped)
        manager.falls_silent()
        send(signal.SIGCONT, *stopped)
        manager.pings_again()
        farm.kill_server()
        manager.falls_silent()
        assert manager.count("STATUS=no database: .*") > 0
        ctl("up")
        manager.pings_again()
        assert manager.count("READY=1") == 1
        assert manager.stop() == 0


@pytest.mark.parametrize("address", [f"{HOME}/nobody", "relative", "/", "@", "long" * 40],
                         ids=["nobody", "relative", "root", "empty", "long"])
def test_no_manager(address):
    """The farm plays when nothing listens at the address, and when the address is nonsense."""
    farm.aresd("--workers", 1, "--until-done",
               env={"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "nonsense"})


# ── what is installed ──

@pytest.fixture(scope="module")
def root():
    """What make install makes."""
    root, kind = HOME / "root", os.path.basename(farm.B)
    done("env", "-u", "MAKEFLAGS", "-u", "MAKELEVEL", "make", "-s", "install", f"DESTDIR={root}",
         "PREFIX=/usr", f"SAN={'1' * (kind == 'san')}", f"COVERAGE={'1' * (kind == 'coverage')}")
    return root


def test_install(root):
    share = root / "usr/share"
    for file, pattern in {
            "man/man1/aresctl.1": "^.TH ARESCTL 1 ", "man/man8/aresd.8": "^.TH ARESD 8 ",
            "bash-completion/completions/aresctl": "^complete ",
            "bash-completion/completions/aresd": "^complete ",
            "doc/aresfarm/examples/aresd-local.conf": ".",
            "../lib/systemd/system/aresd.service": r"^ExecStart=/usr/bin/aresd \$ARESD_OPTIONS$",
            }.items():
        assert re.search(pattern, (share / file).read_text(), re.M), file
    assert done(root / "usr/bin/aresd", "--help").startswith("usage: aresd")
    sources, queries = pathlib.Path("sql"), share / "aresfarm/sql"
    assert {file.relative_to(queries) for file in queries.rglob("*.sql")} == {
        file.relative_to(sources) for file in sources.rglob("*.sql")}


def test_installed_documents(root):
    """They name no other prefix, and what they name or lead to is there."""
    found = {file: file.read_text(errors="replace")
             for folder in ("usr/share/doc/aresfarm", "usr/lib")
             for file in (root / folder).rglob("*") if file.is_file()}
    assert [file for file, text in found.items() if "/usr/local" in text] == []
    path = "/(usr/(?:share|lib/systemd|lib/sysusers)[a-z/_.-]*[a-z])"
    named = {root / name for text in found.values() for name in re.findall(path, text)}
    links = {file.parent / link for file, text in found.items() if file.suffix == ".md"
             for link in re.findall(r"\]\(([^)#]+)", text) if not link.startswith("http")}
    assert named and links
    assert [path for path in named | links if not path.exists()] == []


@pytest.mark.skipif(not HAS_SYSTEMD, reason="systemd is not here")
def test_unit_is_a_sandbox(root):
    """systemd accepts the unit, and finds it no more exposed than this, in tenths. It reads the
    unit's drop-ins beside it."""
    unit, drop_ins = HOME / "units/aresd.service", HOME / "units/aresd.service.d"
    drop_ins.mkdir(parents=True)
    text = pathlib.Path("deploy/aresd.service").read_text()
    unit.write_text(text.replace("/usr/local/bin", f"{root}/usr/bin"))
    for most, drop_in in ((11, "aresd-local.conf"), (2, "aresd-bots.conf"), (6, None)):
        done("systemd-analyze", "verify", "--man=no", unit)
        done("systemd-analyze", "security", "--no-pager", "--offline=true", f"--threshold={most}",
             unit)
        if drop_in:
            shutil.copy(f"deploy/{drop_in}", drop_ins)


@pytest.mark.skipif(not HAS_SYSTEMD, reason="systemd is not here")
def test_drop_in_for_postgresql():
    """systemd accepts the drop-in for the server's memory, beside a unit like Debian's."""
    unit, drop_in = (HOME / f"server/postgresql@{name}" for name in (".service", ".service.d/memory.conf"))
    drop_in.parent.mkdir(parents=True)
    unit.write_text("[Service]\nType=forking\nExecStart=/bin/true\nOOMScoreAdjust=-900\n")
    shutil.copy("deploy/postgresql-memory.conf", drop_in)
    result = farm.run("systemd-analyze", "verify", "--man=no", HOME / "server/postgresql@15-main.service")
    assert result.returncode == 0 and "memory.conf" not in result.stderr, result.stderr


def calls_of(*groups):
    """The system calls in these groups of systemd's and in the groups in them."""
    found = set()
    for group in groups:
        lines = done("systemd-analyze", "syscall-filter", group).splitlines()[1:]
        names = {line.split()[0] for line in lines if line.strip()}
        found |= {name for name in names if name[0] not in "@#"}
        found |= calls_of(*(name for name in names if name[0] == "@"))
    return found


@pytest.mark.skipif(not (HAS_SYSTEMD and shutil.which("strace")),
                    reason="strace or systemd is not here")
def test_system_calls(tmp_path):
    """The sandbox lets through each system call that aresd makes: with threads, with a limit of
    memory, at its end."""
    farm.create("calls", "ares(age=10,islands=2),random", games=4)
    done("strace", "-f", "-qq", "-o", tmp_path / "calls", f"{farm.B}/aresd", "--workers", 2,
         "--threads", 2, "--memory", 500, "--until-done")
    trace = (tmp_path / "calls").read_text(errors="replace")
    wanted = set(re.findall(r"^\d+ +(?:<\.\.\. )?([a-z0-9_]+)[( ]", trace, re.M))
    assert "prlimit64" in wanted
    assert wanted - calls_of("@system-service") == set()
    assert wanted & calls_of("@privileged", "@resources", "@keyring") == set()
