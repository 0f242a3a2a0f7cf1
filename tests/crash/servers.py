"""servers: PostgreSQL servers that a suite makes for itself. It can stop, kill and damage them, and
replicate between them.

All are below one folder, a Place. Their programs have it as an open descriptor and find it as
/proc/self/fd/N. So its path may be long, and closed to the user postgres, who runs root's servers.
"""
import atexit
import glob
import os
import pwd
import re
import signal
import socket
import subprocess
import tempfile

import farm
import psycopg

ROOT = os.geteuid() == 0
USER = pwd.getpwuid(os.geteuid()).pw_name
OWNER = pwd.getpwnam("postgres") if ROOT else pwd.getpwuid(os.geteuid())  # of the servers
BIN = max(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(re.search(r"\d+", path)[0]),
          default=None) or farm.done("pg_config", "--bindir")
SCRAM = "--auth-local=trust", "--auth-host=scram-sha-256"  # options of initdb
TLS = "ssl = on\nssl_cert_file = '../server.crt'\nssl_key_file = '../server.key'\n"  # settings
SIGNALS = {"smart": signal.SIGTERM, "fast": signal.SIGINT, "immediate": signal.SIGQUIT}


def become_server_user():
    """For a child of root: PostgreSQL refuses to run as root."""
    os.chdir("/")
    if ROOT:
        os.setgroups([])
        os.setgid(OWNER.pw_gid)
        os.setuid(OWNER.pw_uid)


def give(path):
    """Makes the servers' user the owner of a file or folder."""
    os.chown(path, OWNER.pw_uid, OWNER.pw_gid)


def write_private(path, text):
    """Makes a file that only this user can read."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    return path


def certificate(path, name, *options, **environment):
    """Makes path.key and path.crt: self-signed, or as the options have it."""
    farm.done("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
              "ec_paramgen_curve:prime256v1", "-nodes", "-subj", f"/CN={name}",
              "-keyout", f"{path}.key", "-out", f"{path}.crt", *options, **environment)
    give(f"{path}.key")


def free_port():
    """A port that is free now: PostgreSQL cannot choose one by itself."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Place:
    """The folder that the servers are in."""

    def __init__(self):
        self.path = tempfile.mkdtemp()
        self.open()

    def open(self):
        give(self.path)
        self.fd = os.open(self.path, os.O_RDONLY)
        self.here = f"/proc/{os.getpid()}/fd/{self.fd}"  # for programs of this user
        self.self = f"/proc/self/fd/{self.fd}"  # for the servers


class Server:
    """A server with a cluster of its own. It stops at the end of the suite.

    tcp: it also listens on a free port of 127.0.0.1. address: the address to listen on instead, on
    port 5432. hba: lines for the beginning of pg_hba.conf; initdb's options decide the other cases.
    standby_of: the server that it replicates. begin: what its processes do first, such as entering
    a namespace.
    """

    def __init__(self, name="pg", *, place=None, options=("--auth=trust",), hba=(), tcp=False,
                 address="", settings="", standby_of=None, begin=None):
        self.place = place or (standby_of.place if standby_of else Place())
        self.name, self.begin, self.tcp, self.process = name, begin, tcp, None
        self.path, self.log_path = f"{self.place.path}/{name}", f"{self.place.path}/{name}.log"
        self.here = f"{self.place.here}/{name}"  # where its socket is, for programs of this user
        self.folder = f"{self.place.self}/{name}"  # the same for the servers
        self.port = free_port() if tcp else 5432
        if standby_of:
            self.run("pg_basebackup", "-d", standby_of.conninfo(host=standby_of.folder), "-D",
                     self.folder, "-R", "--checkpoint=fast", "--no-sync")
            for lock in glob.glob(self.path + "/.s.PGSQL.*"):
                os.remove(lock)  # the other server's
        else:
            self.run("initdb", "-D", self.folder, "-U", USER, *options, "--encoding=UTF8",
                     "--no-locale", "--no-sync")
            self.append("postgresql.conf", "unix_socket_directories = '.'\nfsync = off\n"
                        f"listen_addresses = '{'127.0.0.1' if tcp else address}'\n{settings}")
            with open(f"{self.path}/pg_hba.conf", "r+", encoding="utf-8") as file:
                lines = [*hba, file.read()]
                file.seek(0)
                file.write("\n".join(lines))
        atexit.register(self.stop, "immediate")

    def conninfo(self, database="postgres", host=None):
        """The conninfo by its socket: this works for programs of this user, also while links are
        cut."""
        return f"host={host or self.here} port={self.port} dbname={database} user={USER}"

    def use(self, database="postgres"):
        """Makes the calls of farm.py use this database."""
        os.environ["CONNINFO"] = self.conninfo(database)
        farm.forget_session()
        return self

    def ask(self, sql, *parameters, database="postgres"):
        """The rows of a statement, by a session of its own."""
        with psycopg.connect(self.conninfo(database), autocommit=True) as session:
            return farm.rows_of(session, sql, parameters)

    def append(self, file, text):
        with open(f"{self.path}/{file}", "a", encoding="utf-8") as out:
            out.write(text + "\n")

    def log(self):
        return farm.text_of(self.log_path)

    def popen(self, program, *arguments, **options):
        """Starts a program of PostgreSQL as the servers' user."""
        def begin():
            if self.begin:
                self.begin()
            become_server_user()

        words = [os.path.join(BIN, program), *map(str, arguments)]
        return subprocess.Popen(words, preexec_fn=begin, stdin=subprocess.DEVNULL,
                                pass_fds=[self.place.fd], **options)

    def run(self, program, *arguments):
        process = self.popen(program, *arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        said = process.communicate()[0].decode()
        assert process.returncode == 0, f"{program}: status {process.returncode}\n{said}"

    # ── starting and stopping ──

    def spawn(self):
        """Starts it without waiting until it is ready."""
        with open(self.log_path, "ab") as log:
            self.process = self.popen("postgres", "-D", self.folder, "-p", self.port, stdout=log,
                                      stderr=log, start_new_session=True)
        self.pid = self.process.pid

    def runs(self):
        return self.process is not None and self.process.poll() is None

    def is_ready(self):
        try:
            lines = farm.text_of(f"{self.path}/postmaster.pid").split("\n")
        except OSError:
            return False
        return lines[0] == str(self.pid) and lines[7:8] and lines[7].strip() in ("ready", "standby")

    def try_start(self):
        """Tries to start it; returns whether it starts."""
        self.spawn()
        farm.wait_for(lambda: not self.runs() or self.is_ready(), 30, f"{self.name} to start")
        return self.runs()

    def start(self):
        """Tries until it succeeds: processes of a killed server may live on for a moment, and a
        program may have taken the port. Only the first start may choose another."""
        new = self.process is None

        def succeeds():
            if not self.try_start() and new and self.tcp:
                self.port = free_port()
            return self.runs()

        try:
            farm.wait_for(succeeds, 30, f"server {self.name} to start")
        except farm.WaitFailed as failed:
            raise farm.WaitFailed(f"{failed}\n{self.log()[-2000:]}") from None
        return self

    def stop(self, mode="fast"):
        farm.forget_session()
        if self.runs():
            self.process.send_signal(SIGNALS[mode])
            farm.wait_for(lambda: not self.runs(), 10, f"server {self.name} to stop")

    def kill(self):
        farm.forget_session()
        self.process.kill()
        self.process.wait()

    def restart(self):
        self.stop()
        self.start()

    def reload(self):
        self.process.send_signal(signal.SIGHUP)

    def promote(self):
        self.run("pg_ctl", "promote", "-D", self.folder, "-w")
