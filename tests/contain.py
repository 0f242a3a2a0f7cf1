"""contain: runs a command so that no process of it remains, however it ends.

A container is a process that adopts every process that its command leaves (PR_SET_CHILD_SUBREAPER).
So every descendant of the container belongs to the command. A container ends when its parent ends.

    tests/contain.py COMMAND...     runs the command; its status is the command's
"""
import ctypes
import os
import shutil
import signal
import sys
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
prctl = ctypes.CDLL(None, use_errno=True).prctl


class Stopped(BaseException):
    """A signal asked this process to stop."""

    def __init__(self, number):
        super().__init__(number)
        self.number = number


def stop(number, _):
    ignore_stops()
    raise Stopped(number)


def ignore_stops():
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN)


def begin_process(parent):
    """For a process just forked: starts a session, and makes it end when its parent does."""
    os.setsid()
    for number in STOPS:
        signal.signal(number, stop)
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    if os.getppid() != parent:
        raise Stopped(signal.SIGTERM)


def adopt():
    """Makes this process the parent of every descendant whose own parent has ended."""
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def parents():
    """The parent of each process that has not ended yet."""
    found = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
        except OSError:
            continue
        if fields[0] not in (b"Z", b"X"):
            found[int(name)] = int(fields[1])
    return found


def descendants(root=None):
    """All processes below the process, or below this one."""
    tree = {}
    for process, parent in parents().items():
        tree.setdefault(parent, []).append(process)
    found, todo = [], [root or os.getpid()]
    while todo:
        below = tree.get(todo.pop(), [])
        found += below
        todo += below
    return found


def command_of(process):
    try:
        with open(f"/proc/{process}/cmdline", "rb") as file:
            return file.read(300).replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""


def reap():
    """Reaps every child that has ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def is_postmaster(process, tree):
    """Whether it is a PostgreSQL server, which releases its shared memory after SIGQUIT but not
    after SIGKILL."""
    return "postgres" in command_of(process) and "postgres" not in command_of(tree.get(process, 0))


def end_all():
    """Ends all descendants: asks them, kills them after two seconds. Returns the commands of those
    found."""
    reap()
    there = {process: command_of(process) for process in descendants()}
    began = time.monotonic()
    while left := descendants():
        force = time.monotonic() - began > 2
        tree = parents()
        for process in left:
            number = signal.SIGKILL if force else signal.SIGTERM
            if is_postmaster(process, tree) and time.monotonic() - began < 6:
                number = signal.SIGQUIT
            for sent in (number, signal.SIGCONT):  # a stopped process handles only these
                try:
                    os.kill(process, sent)
                except OSError:
                    pass
        time.sleep(0.02 if time.monotonic() - began < 0.2 else 0.1)
        reap()
        if time.monotonic() - began > 30:
            break
    return [command for command in there.values() if command and not command.startswith("postgres: ")]


def wait_for(process, seconds):
    """Waits for a child. Returns its status as a shell does, or None if it does not end in this
    time. Reaps others, too."""
    limit = None if seconds is None else time.monotonic() + seconds
    pause = 0.005
    while True:
        found, status = os.waitpid(-1, os.WNOHANG)
        if found == process:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code
        if found == 0:
            if limit is not None and time.monotonic() > limit:
                return None
            time.sleep(pause)
            pause = min(pause * 2, 0.05)


def remove(path):
    """Removes a folder, whatever modes its files have."""
    def again(function, name, _):
        for part in (os.path.dirname(name), name):
            if part.startswith(path) and os.path.lexists(part):
                os.chmod(part, 0o700)
        if os.path.lexists(name):
            function(name)

    for _ in range(3):
        if not os.path.lexists(path):
            return
        try:
            shutil.rmtree(path, onerror=again)
        except OSError:
            time.sleep(0.1)  # a file was made in it meanwhile


def run(command, seconds=None, env=None, patient=10):
    """Runs a command in this container. Returns its status, or None after these seconds. A signal
    stops the command first, so that it can clean up."""
    process = os.posix_spawnp(command[0], command, os.environ if env is None else env,
                              setsigdef=[*STOPS, signal.SIGPIPE])
    try:
        return wait_for(process, seconds)
    except Stopped:
        try:
            os.kill(process, signal.SIGTERM)
        except OSError:
            pass
        wait_for(process, patient)
        raise


def main():
    adopt()
    for number in STOPS:
        signal.signal(number, stop)
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    try:
        status = run(sys.argv[1:])
    except Stopped as stopped:
        status = 128 + stopped.number
    end_all()
    sys.exit(status)


if __name__ == "__main__":
    main()
