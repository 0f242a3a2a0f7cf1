"""cluster: proves that aresctl up and down work whatever postmaster.pid contains, and in difficult
places: a very long path, a folder closed to others, an incomplete cluster."""
import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile

import contain
import farm
import pytest
import servers
from farm import ctl, refused, wait_for

CTL = os.path.abspath(f"{farm.B}/aresctl")
LIST = CTL, "tournament", "list"
STOPPED = "is not running: start it with aresctl up"
PLACE = pathlib.Path(os.environ["ARESFARM_HOME"])


@pytest.fixture(scope="module")
def home():
    """A cluster for all tests. A socket's path has room for 107 bytes. This folder's is longer, and
    no other user may enter it."""
    home = PLACE / ("deep" * 30)
    home.mkdir(mode=0o700, parents=True)
    os.environ["ARESFARM_HOME"] = str(home)
    refused(STOPPED, *LIST)
    refused(STOPPED, f"{farm.B}/aresd")
    ctl("down")
    yield home
    ctl("down")


@pytest.fixture
def pid_file(home):
    """postmaster.pid of the cluster, which is up."""
    ctl("up")
    return home / "pg/postmaster.pid"


def server_of(pid_file):
    return int(pid_file.read_text().split()[0])


def set_number(pid_file, line):
    """Replaces the server's number with this line."""
    pid_file.write_text(f"{line}\n" + pid_file.read_text().partition("\n")[2])


@contextlib.contextmanager
def other_process(program="sleep", begin=servers.become_server_user):
    """A process that aresctl must not signal: of the server's user, by itself."""
    with subprocess.Popen([program, "600"], preexec_fn=begin) as process:
        yield process
        assert process.poll() is None
        process.kill()


def test_up_and_down(pid_file):
    assert f"in {os.environ['ARESFARM_HOME']} runs" in farm.done(f"{farm.B}/aresctl", "up")
    ctl("init")
    assert ctl("tournament", "list", "--json") == "[]"
    ctl("down")
    refused(STOPPED, *LIST)
    ctl("up")
    assert ctl("tournament", "list", "--json") == "[]"


def test_a_cluster_that_is_not_complete(monkeypatch):
    """If its log cannot be written, a cluster is not made, and the next try finds nothing in its
    way. The remains of an interrupted initdb do not count as a cluster."""
    home = PLACE / "half"
    (home / "pg.log").mkdir(parents=True)
    monkeypatch.setenv("ARESFARM_HOME", str(home))
    refused(f"initdb failed: {home}/pg.log says why", CTL, "up")
    assert not (home / "pg").exists()
    (home / "pg.log").rmdir()
    (home / "pg.new/base").mkdir(parents=True)
    (home / "pg.new/PG_VERSION").write_text("15\n")
    ctl("up")
    assert not (home / "pg.new").exists()
    ctl("down")


def test_stale_pid_file(pid_file):
    """The process number in the pid file belongs to another process now."""
    os.kill(server_of(pid_file), signal.SIGKILL)
    wait_for(lambda: "is not running" in farm.run(*LIST).stderr)
    set_number(pid_file, os.getpid())
    ctl("up")
    assert ctl("tournament", "list", "--json") == "[]"


def test_down_signals_the_server_only(home, tmp_path):
    """Whatever postmaster.pid contains, down stops the server and signals no other process: not one
    of root, not one of the server's user, not all processes (-1), not another one named
    postgres."""
    (tmp_path / "postgres").symlink_to(shutil.which("sleep"))
    with other_process(begin=None) as mine, other_process() as theirs, \
            other_process(tmp_path / "postgres", None) as named:
        comm = pathlib.Path(f"/proc/{named.pid}/comm")
        wait_for(lambda: comm.read_text() == "postgres\n")
        for line in (mine.pid, theirs.pid, named.pid, -1, 0, 1, "", "garbage", 10 ** 20 - 1):
            ctl("up")
            server = server_of(home / "pg/postmaster.pid")
            set_number(home / "pg/postmaster.pid", line)
            ctl("down")
            refused("is not running", *LIST)
            assert server not in contain.parents(), line
            assert [process.poll() for process in (mine, theirs, named)] == [None] * 3, line


@pytest.mark.parametrize("damage", [
    "true >{0}", "echo garbage >{0}", "echo -1 >{0}", "echo {1} >{0}", "truncate -s 4G {0}",
    "ln -s /dev/zero {0}", "mkfifo {0}"])
def test_damaged_pid_file(pid_file, damage):
    """A pid file that a crash has damaged, or whose number has another process now, does not
    keep the server from starting. Root's server starts as another user, which may not see it."""
    ctl("down")
    with other_process() as theirs:
        farm.done("sh", "-c", damage.format(pid_file, theirs.pid))
        ctl("down", timeout=20 * farm.PATIENCE)
        ctl("up", timeout=60 * farm.PATIENCE)
        assert server_of(pid_file) != theirs.pid


def test_socket_of_a_server_that_ends(pid_file):
    """A killed server's socket listens until the system has removed the process. up waits, and then
    starts a new server."""
    ctl("down")
    folder = os.open(pid_file.parent, os.O_RDONLY)
    with socket.socket(socket.AF_UNIX) as ends:
        ends.bind(f"/proc/self/fd/{folder}/.s.PGSQL.5432")
        ends.listen(1)
        up = subprocess.Popen([CTL, "--quiet", "up"])
        pending, _ = ends.accept()
        pending.close()
    os.close(folder)
    assert up.wait(20 * farm.PATIENCE) == 0
    assert ctl("tournament", "list", "--json") == "[]"


def test_server_without_a_socket(pid_file):
    """A server whose socket was deleted is not reported as stopped."""
    socket, away = pid_file.with_name(".s.PGSQL.5432"), pid_file.with_name("away")
    socket.rename(away)
    refused(f"stop it with kill -INT {server_of(pid_file)}", CTL, "down")
    away.rename(socket)
    ctl("down")


def test_two_stop_it(pid_file):
    """A frozen server stops when it continues. Two commands that stop it at the same time do no
    harm."""
    server = server_of(pid_file)
    os.kill(server, signal.SIGSTOP)
    stopping = [subprocess.Popen([CTL, "--quiet", "down"]) for _ in range(2)]
    with pytest.raises(subprocess.TimeoutExpired):
        stopping[1].wait(0.3)
    assert stopping[0].poll() is None
    os.kill(server, signal.SIGCONT)
    assert [process.wait(10 * farm.PATIENCE) for process in stopping] == [0, 0]
    refused(STOPPED, *LIST)


@pytest.mark.parametrize("says, words, env", [
    ("names a server of your own", "up", {"PGHOST": "elsewhere"}),
    ("names a server of your own", "-d host=elsewhere down", {}),
    ("it must be an absolute path", "up", {"ARESFARM_HOME": "here"}),
    ("it must be an absolute path", "up", {"ARESFARM_HOME": "/" + "long" * 2000}),
    ("/dev/null/pg: Not a directory", "up", {"ARESFARM_HOME": "/dev/null"}),
    ("/dev/null/home/pg: Not a directory", "alive", {"ARESFARM_HOME": "/dev/null/home"}),
    ("/none/home: No such file or directory", "up", {"ARESFARM_HOME": f"{PLACE}/none/home"})])
def test_refusals(says, words, env):
    refused(says, CTL, *words.split(), env=env)


def test_beside_the_build_folder():
    """Without ARESFARM_HOME the cluster is in .farm beside the program's build folder. An installed
    program has none."""
    homeless = "env", "-u", "ARESFARM_HOME"
    with tempfile.TemporaryDirectory(dir="/tmp") as project:  # TMPDIR is in a build folder
        installed, built = f"{project}/aresctl", f"{project}/build/kind/aresctl"
        os.makedirs(os.path.dirname(built))
        for path in (installed, built):
            shutil.copy(CTL, path)
        refused(f"cluster in {project}/.farm is not running", *homeless, built, "alive")
        refused(f"{installed} is not in a project's build folder", *homeless, installed, "up")
        conninfo = farm.done(*homeless, installed, "conninfo")
    assert "dbname=aresfarm" in conninfo.split() and project not in conninfo


@pytest.mark.skipif(not servers.ROOT, reason="only root can give a folder away")
@pytest.mark.parametrize("verb", ["up", "alive"])
def test_another_users_cluster(tmp_path, verb):
    (tmp_path / "pg").mkdir()
    os.chown(tmp_path / "pg", 12345, -1)
    refused(f"{tmp_path}/pg was made by another user", CTL, verb, env={"ARESFARM_HOME": tmp_path})
    os.rmdir(tmp_path / "pg")
    (tmp_path / "pg.log").symlink_to(tmp_path / "file of root")
    os.chown(tmp_path, 12345, -1)
    refused(f"{tmp_path} belongs to another user", CTL, verb, env={"ARESFARM_HOME": tmp_path})
    assert not (tmp_path / "file of root").exists()
