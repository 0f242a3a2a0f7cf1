"""clean_up: check.py leaves nothing, however it ends: by itself, after SIGTERM or an interrupt,
when its terminal closes, or killed. The same holds for each process below it.

It runs check.py on a script whose processes are hard to end: a session of its own, a process that
ignores signals, a stopped one, a second server, and aresd.
"""
import os
import signal
import subprocess

import contain
import farm
import pytest

SCRIPT = """
. tests/suite.sh
test_leaves_much() {
	ARESFARM_HOME=$TMPDIR/second ctl up
	setsid sleep 1001 &
	(setsid sleep 1002 &)
	bash -c 'trap "" TERM INT HUP; while :; do sleep 1003; done' &
	sleep 1004 & kill -STOP $!
	"$B/aresd" --workers 3 --quiet &
	wait_for 10 holds "count(*) = 3 from farm.workers where gone_at is null"
	mktemp >/dev/null
	touch "$CLEAN_UP_THERE"
	[ "$CLEAN_UP_WAITS" = no ] || sleep 1005
}
run_tests
"""


@pytest.fixture(name="place")
def _place(tmp_path):
    (tmp_path / "script.sh").write_text(SCRIPT)
    return tmp_path


def start(place, waits, *command):
    """Begins a check of the script, in a session of its own."""
    os.makedirs(place / "build", exist_ok=True)
    env = dict(os.environ, CLEAN_UP_THERE=str(place / "there"), CLEAN_UP_WAITS=waits, TMPDIR=str(place))
    del env["ARESFARM_SUITE"], env["ARESFARM_ONLY"]
    with open(place / "said", "wb") as said:
        return subprocess.Popen(command or ["tests/check.py", place / "script.sh"], env=env, stdout=said,
                                stderr=subprocess.STDOUT, start_new_session=True)


def others():
    """All processes of this suite but this one: processes that a check left are below the suite's
    container."""
    return [process for process in contain.descendants(os.getppid()) if process != os.getpid()]


def nothing_is_left(place, process):
    assert [contain.command_of(other) for other in others()] == []
    for folder in ("/dev/shm", place):
        assert [name for name in os.listdir(folder) if name.startswith(f"ares.{process}.")] == []


@pytest.mark.parametrize("command", [(), ("bash", "script.sh")], ids=["check", "alone"])
def test_at_its_end(place, command):
    check = start(place, "no", *(place / word if word == "script.sh" else word for word in command))
    assert check.wait() == 0
    said = (place / "said").read_text()
    assert said.endswith("\n1 passed, 0 failed\n")
    left = [line for line in said.splitlines() if "# ended, because a test had left it: " in line]
    for command in ("sleep 1001", "sleep 1002", "sleep 1003", "/aresd ", "/postgres "):
        assert any(command in line for line in left), said
    nothing_is_left(place, check.pid)


@pytest.mark.parametrize("number, group, status", [
    (signal.SIGTERM, False, 143), (signal.SIGTERM, True, 143), (signal.SIGINT, True, 130), (signal.SIGHUP, True, 129),
    (signal.SIGKILL, False, -9), (signal.SIGKILL, True, -9)])
def test_ended_by(place, number, group, status):
    check = start(place, "yes")
    farm.wait_for((place / "there").exists, 20)
    (os.killpg if group else os.kill)(check.pid, number)
    assert check.wait() == status
    farm.wait_for(lambda: not others(), 10)  # after SIGKILL the processes below clean up
    nothing_is_left(place, check.pid)


@pytest.mark.parametrize("which", ["runner", "container"])
def test_part_is_killed(place, which):
    """The guard's child runs the suites in containers. Whichever is killed, the check ends, and has failed."""
    check = start(place, "yes")
    farm.wait_for((place / "there").exists, 20)
    runner = farm.wait_for(lambda: [p for p, parent in contain.parents().items() if parent == check.pid])[0]
    container = [p for p, parent in contain.parents().items() if parent == runner][0]
    os.kill(runner if which == "runner" else container, signal.SIGKILL)
    assert check.wait() != 0
    nothing_is_left(place, check.pid)
