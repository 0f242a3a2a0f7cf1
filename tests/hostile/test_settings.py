"""settings: aresd takes all of a settings file or nothing of it, and says in one line what is
wrong. It neither hangs nor spins, whatever the file is. A SIGHUP that finds a wrong file changes
nothing.
"""
import os
import re
import signal

import farm
import pytest

TIME = 2 * farm.PATIENCE  # in which it must have refused
LINE, TEXT = "a line must have at most 255 bytes", "must be text, but has a byte "
LONGEST = b"#" + 254 * b"x"
SPECIAL = {  # what is no settings file: how it is made, and what aresd says
    "folder": (os.mkdir, "must be an ordinary file, but is a folder"),
    "fifo": (os.mkfifo, "must be an ordinary file, but is a pipe"),
    "loop": (lambda path: path.symlink_to(path), "Too many levels of symbolic links"),
    "large": (lambda path: path.touch() or os.truncate(path, 1 << 30),
              "must have at most 65536 bytes, but has more"),
    "gone": (str, "No such file or directory")}


@pytest.fixture(name="file")
def _file(tmp_path):
    return tmp_path / "aresd.conf"


def make(path, kind):
    """Makes something that is no settings file, in the place of what is there."""
    if path.is_dir():
        path.rmdir()
    path.unlink(missing_ok=True)
    SPECIAL[kind][0](path)


def refused(message, program, *words, **options):
    farm.refused(message, *farm.program(program, *words), timeout=TIME, **options)


@pytest.mark.parametrize("kind", SPECIAL)
def test_not_a_file(file, kind):
    make(file, kind)
    refused(f"aresd: {file}: {SPECIAL[kind][1]}", "aresd", "--config", file, "--until-done")


def test_device():
    for path in "/dev/zero", "/dev/null":
        refused(f"aresd: {path}: must be an ordinary file, but is a device or a socket",
                "aresd", "--config", path, "--until-done")
    path = "/dev/null/aresd.conf"
    refused(f"aresd: {path}: Not a directory", "aresd", "--config", path, "--until-done")


@pytest.mark.parametrize("message, content", [
    (f":2: {TEXT}0x00", b"# x\nworkers = 2\0\n"),
    (f":1: {TEXT}0x00", b"# \0\nworkers = 2\n"),
    (f":1: {TEXT}0x1b", b"workers = \033[2J\n"),
    (f":1: {TEXT}0x0d", b"workers = 2\rworkers = 3\n"),
    (f":1: {TEXT}0x00", b"\xff\xfew\0o\0r\0\n\0"),
    # what stands after a long comment is not a setting
    (f":1: {LINE}", LONGEST + b"workers = 0\n"),
    (f":2: {LINE}", b"\n" + 256 * b" " + b"\n"),
    (f":1: workers {100 * '9'}: must be a whole number from 1 to 256",
     b"workers = " + 200 * b"9" + b"\n"),
    (":1: lease 1: must be a whole number from 2 to 86400", b"lease = 1\n"),
    (":1: must be a line such as", b" \xef\xbb\xbfworkers = 2\n"),
    (":3: workers is in line 1 already", b"workers = 2\nbatch = 3\nworkers = 2\n"),
    # a file that is being written: "workers = 1" may be the begin of "workers = 16"
    (": is empty: is it complete?", b""),
    (":2: the last line has no end: is the file complete?", b"# settings\nworkers = 1"),
    *((":2: ", b"lease = 20\n" + line + b"\n") for line in (
        b"workers", b"workers 2", b"workers = 0", b"workers = many", b"wokers = 3", b"workers =", b"= 2",
        b"workers = 2 3", b"work ers = 2",
        b"workers == 2", b"workers = 2;", b"workers = 0x2", b"workers = 2.5", b"workers = -1",
        b"Workers = 2", b"log = json", b"until-done = 1", b"config = x", b"threads = 65"))])
def test_wrong(file, message, content):
    file.write_bytes(content)
    refused(f"aresd.conf{message}", "aresd", "--config", file, "--until-done")


@pytest.mark.parametrize("content", [
    LONGEST + b"\n", b"workers = 2\r\n# comment\r\n\r\n\tbatch=3\r\n", b"\xef\xbb\xbfworkers = 2\n",
    "# Grüße\nworkers = 2 # zwei ─ 2\n".encode(), b"\n"])
def test_right(file, content):
    file.write_bytes(content)
    farm.aresd("--config", file, "--until-done", timeout=TIME)


def test_hup_all_or_nothing(file):
    """If a part of these files were taken, there would be a worker more, or one would have gone."""
    workers = "(count(*), count(gone_at)) = (%s, 0) from farm.workers"
    farm.query("delete from farm.workers")
    file.write_bytes(b"workers = 2\n")
    with farm.Daemon("aresd", "--config", file, "--log", "json") as daemon:
        farm.wait_for(lambda: farm.holds(workers, 2))
        told = []
        for message, content in (
                (":2: batch 0: must be", b"workers = 1\nbatch = 0\n"),
                (":2: the last line has no end", b"workers = 4\nlease = 2"),
                (": is empty", b""),
                (f":1: {LINE}", LONGEST + b"workers = 1\n"),
                (":2: workers is in line 1 already", b"workers = 4\nworkers = 1\n"),
                *((f": {message}", kind) for kind, (_, message) in SPECIAL.items())):
            if content in SPECIAL:
                make(file, content)
            else:
                file.write_bytes(content)
            told.append(f"the settings stay as they are: {file}{message}")
            daemon.send(signal.SIGHUP)
            farm.wait_for(lambda: told[-1] in daemon.log(), what=told[-1])
        errors = re.findall('^{.*"level":"error".*}$', daemon.log(), re.M)
        assert len(errors) == len(told)
        assert farm.holds(workers, 2)
        file.write_bytes(b"workers = 3\r\n")
        daemon.send(signal.SIGHUP)
        farm.wait_for(lambda: farm.holds(workers, 3))
        assert daemon.stop() == 0


def test_environment():
    """What the environment says is refused in one line, too."""
    home = "is {}: it must be an absolute path"
    for words, name, value, message in (
            (["aresd"], "ARESFARM_LOG", "a\nb", "a?b: must be text or json"),
            (["aresd"], "ARESFARM_LOG", "\033[2J", "?[2J: must be text or json"),
            (["aresd"], "ARESFARM_HOME", "a\nb", home.format("a?b")),
            (["aresctl", "up"], "ARESFARM_HOME", "a\nb", home.format("a?b")),
            (["aresctl", "up"], "ARESFARM_HOME", "", home.format(""))):
        refused(f"{name} {message}", *words, env={name: value})
    refused("no tournament a?b", "aresctl", "tournament", "digest", "a\nb")
    farm.aresd("--until-done", "--workers", 1, env={
        "OMP_NUM_THREADS": "2,3", "ARESFARM_LOG": "", "NOTIFY_SOCKET": "x", "WATCHDOG_USEC": "-1"})


def test_case_files(tmp_path):
    """Case files of aresctl judge."""
    large, nul, other = (tmp_path / name for name in ("large", "nul", "other"))
    make(large, "large")
    nul.write_bytes(b"case a\0b\n")
    long = ":1: a line should be shorter than"
    for path, message in ((tmp_path, ": Is a directory"), (f"{tmp_path}/gone", ": No such file"),
                          ("/dev/zero", long), (large, long), (nul, ":1: ")):
        refused(f"judge: {path}{message}", "aresctl", "judge", path)
    refused("/gone?: No such file", "aresctl", "judge", f"{tmp_path}/gone\n")
    with open("tests/cases/thesis.cases", "rb") as cases:
        content = cases.read()
    judged = farm.ctl("judge", "tests/cases/thesis.cases")
    # other line ends, and a byte order mark
    for same in content.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + content:
        other.write_bytes(same)
        assert farm.ctl("judge", other) == judged != ""
