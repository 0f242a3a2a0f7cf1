"""conftest: reports tests of pytest as the shell suites do (tests/suite.sh), so that check.py counts both alike."""
import os

import farm
import pytest

counts = {"passed": 0, "failed": 0, "modules": 0}  # modules: that were skipped


def name_of(item):
    suite = os.path.basename(item.fspath)[5:-3]
    return f"{suite}: {item.name.removeprefix('test_')}"


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    config.pluginmanager.unregister(config.pluginmanager.getplugin("terminalreporter"))
    config.addinivalue_line("markers", "promise(title): it holds a promise of doc/promises.md, and is in the short check")
    config.addinivalue_line("markers", "long: it is in the long check only")


def pytest_collection_modifyitems(items):
    """Keeps the tests of this check (tests/check.py)."""
    only = os.environ.get("ARESFARM_ONLY")
    if only == "not long":
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    elif only:
        items[:] = [item for item in items if item.get_closest_marker(only)]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if report.skipped:
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        print(f"skipped {name_of(item)}: {str(why).removeprefix('Skipped: ')}", flush=True)
    elif report.failed:
        counts["failed"] += 1
        print(f"not ok  {name_of(item)} (SEED={farm.SEED})", flush=True)
        for section in (report.longreprtext, report.capstdout, report.capstderr):
            for line in section.splitlines()[-50:]:
                print("        " + line, flush=True)
        if call.excinfo.errisinstance(farm.WaitFailed):  # the farm may hang: the other tests would wait, too
            item.session.shouldstop = "waited in vain"
    elif report.when == "call":
        counts["passed"] += 1
        print(f"ok      {name_of(item)}", flush=True)


def pytest_collectreport(report):
    if report.failed:
        counts["failed"] += 1
        print(f"not ok  {report.nodeid}\n{report.longrepr}", flush=True)
    elif report.skipped:  # all of the module
        counts["modules"] = 1
        print(f"skipped {report.nodeid}: {report.longrepr[2].removeprefix('Skipped: ')}", flush=True)


def pytest_sessionfinish(session):
    print(f"# {counts['passed']} passed, {counts['failed']} failed", flush=True)
    if session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and counts["modules"]:
        session.exitstatus = 0
