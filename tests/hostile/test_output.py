"""output: proves that a command whose output does not arrive says so, by its status and in a line.
A reader that goes, as in "| head", is not a fault. Standard streams that are closed do no harm: what
is printed goes nowhere else."""
import os
import signal
import subprocess

import farm
import pytest
from farm import holds, wait_for

farm.create("seen", "random,random", games=2)
farm.aresd("--until-done", "--workers", 1)

PRINTING = """tournament list; tournament list --json; tournament status seen
    tournament status seen --json; tournament digest seen; show seen/1; show seen/1 --json
    show seen/1 S1901M; metrics; watch seen; watch seen --json; verify seen; alive 86400
    judge tests/cases/thesis.cases; judge -v tests/cases/datc.cases
    judge --json -v tests/cases/datc.cases; help; tournament --help; query; query --json
    query standings seen; query games seen --format csv; query fates seen --json
    query games --about"""
PRINTING = [command.strip() for command in PRINTING.replace("\n", ";").split(";")]


def run(command, output=None, begin=None):
    """The status of aresctl and what it says on standard error. begin: what its process does first.
    """
    result = subprocess.run(farm.program("aresctl", "--quiet", *command.split()), stdout=output,
                            stderr=subprocess.PIPE, text=True, preexec_fn=begin)
    return result.returncode, result.stderr


@pytest.mark.parametrize("command", PRINTING)
def test_not_written(command):
    """The output goes to a full device, or is closed."""
    expected = "aresctl: standard output could not be written"
    with open("/dev/full", "wb") as full:
        for output, begin in ((full, None), (None, lambda: os.close(1))):
            status, said = run(command, output, begin)
            assert status == 2 and said.startswith(expected), (status, said)
            assert said.count("\n") == 1, said


def test_closed_streams():
    """A command that prints nothing needs no streams."""
    for command in ("tournament pause seen", "tournament resume seen"):
        assert run(command, begin=lambda: os.closerange(0, 3)) == (0, "")


@pytest.mark.parametrize("command", PRINTING)
def test_reader_goes(command):
    """It says nothing, whether SIGPIPE kills or is ignored."""
    def ignore():
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)

    for begin, status in ((None, -signal.SIGPIPE), (ignore, 2)):
        read, write = os.pipe()
        os.close(read)
        assert run(command, write, begin) == (status, "")
        os.close(write)


def test_streams_are_not_connections():
    """If streams are closed, the connection does not become standard output or error: the server
    would get what is printed."""
    closed = ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "-"]
    farm.create("dark", "random,random", games=2)
    farm.done(*closed, *farm.program("aresd", "--until-done", "--workers", 1))
    assert farm.finished("dark")
    assert farm.digest("dark").split()[0] == farm.digest("seen").split()[0]
    with subprocess.Popen(closed + farm.program("aresd")) as aresd:
        wait_for(lambda: holds("exists (select from farm.workers where gone_at is null)"))
        streams = {os.readlink(f"/proc/{aresd.pid}/fd/{number}") for number in range(3)}
        assert streams == {"/dev/null"}
        aresd.terminate()
    assert aresd.returncode == 0
