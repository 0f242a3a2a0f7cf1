"""hosts: a PostgreSQL server and hosts to test with. Each is a network namespace. A bridge joins
them, and its links can be cut.

This needs root and the right to make namespaces: REAL. Without them a host's programs run as usual,
and reach the server by its socket. The networks and mounts belong to a mount namespace of this
process, so they end with the suite.
"""
import atexit
import ctypes
import os
import shutil
import signal
import socket
import subprocess

import contain
import farm
import pytest
from servers import Place, Server

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWNET = 0x00020000, 0x04000000, 0x40000000
PROBE = "unshare", "--net", "--mount", "--uts", "ip", "netns", "list"
REAL = (os.geteuid() == 0 and shutil.which("ip") and shutil.which("unshare") is not None
        and farm.run(*PROBE).returncode == 0)
NEEDED = "it takes root, iproute2 and the right to make namespaces"
needs_hosts = pytest.mark.skipif(not REAL, reason=NEEDED)
libc = ctypes.CDLL(None, use_errno=True)


def call(function, *arguments):
    if function(*arguments) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def enter(name):
    """Moves this process to a host."""
    call(libc.setns, os.open(f"/run/netns/{name}", os.O_RDONLY | os.O_CLOEXEC), CLONE_NEWNET)
    call(libc.unshare, CLONE_NEWUTS)
    socket.sethostname(name)


class HostDaemon(farm.Daemon):
    """aresd on a host. Its log is appended to the host's."""

    def __init__(self, hosts, name, *arguments, env=None, log_path=None, database=None):
        self.log_path = log_path or hosts.log_path(name)
        words = [f"{farm.B}/aresd", "-d", database or hosts.conninfo, *map(str, arguments)]
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                words, env=dict(os.environ, **(env or {})), stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=log,
                preexec_fn=(lambda: enter(name)) if REAL else None)
        self.pid = self.process.pid


class Hosts:
    """The hosts and the server, whose file system is of its own (REAL) and has the path data.

    conninfo is for programs on hosts, which reach the server through their links. The calls of
    farm.py use its socket, so they work while links are cut.
    """

    def __init__(self, *names, settings=""):
        self.daemons = {name: [] for name in names}
        self.place = Place()
        self.data = self.place.path
        if REAL:
            self.make_networks(names)
            self.place.open()
        self.server = Server(
            place=self.place, begin=(lambda: enter("server")) if REAL else None,
            address="10.0.0.1" if REAL else "", hba=["host all all 10.0.0.0/24 trust"],
            settings="max_wal_size = 64MB\nmin_wal_size = 32MB\n"
                     f"log_line_prefix = '%m [%p] %q%a '\n{settings}").start().use()
        self.conninfo = self.server.conninfo(host="10.0.0.1" if REAL else None)
        atexit.register(lambda: [self.send(name, signal.SIGKILL) for name in names])

    def make_networks(self, names):
        call(libc.unshare, CLONE_NEWNS)
        os.makedirs("/run/netns", exist_ok=True)
        for words in ("--make-rprivate /", "-t tmpfs tmpfs /run/netns",
                      f"-t tmpfs -o size=4g,mode=755 tmpfs {self.data}"):
            farm.done("mount", *words.split())
        # without an address of its own, the bridge takes over that of a cut link
        commands = ["netns add server",
                    "-n server link add bridge address 02:00:00:00:00:01 type bridge",
                    "-n server addr add 10.0.0.1/24 dev bridge", "-n server link set bridge up"]
        for number, name in enumerate(names, 2):
            commands += [f"netns add {name}",
                         f"-n {name} link add eth0 type veth peer name {name} netns server",
                         f"-n {name} addr add 10.0.0.{number}/24 dev eth0",
                         f"-n {name} link set eth0 up", f"-n server link set {name} up"]
        for words in commands:
            farm.done("ip", *words.split())
        for name in names:
            self.heal(name)

    def log_path(self, name):
        return f"{self.data}/{name}.log"

    def log(self, name):
        return farm.text_of(self.log_path(name))

    def start(self, name, *arguments, **options):
        """Starts aresd on that host."""
        daemon = HostDaemon(self, name, *arguments, **options)
        self.daemons[name].append(daemon)
        return daemon

    def play(self, name, *arguments):
        """Plays all open games there."""
        daemon = self.start(name, "--until-done", *arguments)
        farm.wait_for(lambda: daemon.process.poll() is not None, 60, "all games to be played")
        assert daemon.process.returncode == 0, daemon.log()[-2000:]

    def pids(self, name):
        """The processes of a host. Where hosts are not real: its aresds and their workers."""
        if not REAL:
            live = [daemon.pid for daemon in self.daemons[name] if daemon.process.poll() is None]
            return live + [process for pid in live for process in contain.descendants(pid)]
        namespace, found = os.stat(f"/run/netns/{name}").st_ino, []
        for process in contain.parents():
            try:
                if os.stat(f"/proc/{process}/ns/net").st_ino == namespace:
                    found.append(process)
            except OSError:
                pass  # it has ended
        return found

    def send(self, name, number):
        """Sends a signal to all processes of a host."""
        for process in self.pids(name):
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass

    def stop(self, name, number=signal.SIGTERM):
        """Stops all processes of a host."""
        self.send(name, number)
        farm.wait_for(lambda: not self.pids(name), 10, f"the processes of {name} to end")

    def cut(self, name):
        """Drops every packet to and from the host. Neither end gets an error."""
        farm.done("ip", "-n", "server", "link", "set", name, "nomaster")

    def heal(self, name):
        farm.done("ip", "-n", "server", "link", "set", name, "master", "bridge")

    def resize(self, kilobytes):
        """Sets the size of the server's file system (REAL)."""
        farm.done("mount", "-o", f"remount,size={kilobytes}k", self.data)

    def used(self):
        """The used space of the server's file system, in kilobytes."""
        return int(farm.done("df", "-k", "--output=used", self.data).split()[-1])

    def fill(self):
        """Leaves 64 kilobytes of it. If more is written meanwhile, that is refused, and asked again."""
        def shrink():
            return farm.run("mount", "-o", f"remount,size={self.used() + 64}k", self.data).returncode == 0
        farm.wait_for(shrink, 10, "the file system to shrink")
