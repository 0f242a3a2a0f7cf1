"""promises: every promise of doc/promises.md is tested by a test of the short check, which names
it, and the documents name only tests that exist. tests/check.py says how a test is marked; a unit
test has the mark in its head comment."""
import glob
import re

import check
from farm import text_of

DOCUMENTS = [*glob.glob("*.md"), *glob.glob("doc/*.md"), *glob.glob("deploy/*.md"), *glob.glob("sql/*.md")]
NAMED = re.compile(rf"`(?:tests/)?({'|'.join(check.ROOMS)})/(\w+)(?:\.sh|\.py)?`|`(test_\w+)`|`(fuzz_\w+)`")


def promises():
    return re.findall(r"^## (.*)", text_of("doc/promises.md"), re.M)


def marks(text):
    """The promises that the tests of a suite name, in a comment or by farm.promise, there perhaps as a constant."""
    found = re.findall(r"""(?:^# |^ \* |/\* )promise: (.*?)(?: \*/)?$""", text, re.M)
    found += re.findall(r'farm\.promise\("(.*?)"\)', text)
    for name in re.findall(r"farm\.promise\((\w+)\)", text):
        found += re.findall(rf'^{name} = "(.*)"$', text, re.M) or [name]
    return found


def sources():
    return glob.glob("tests/unit/*/test_*.c") + glob.glob("tests/fuzz/fuzz_*.c") + [
        path for room in check.ROOMS for name in ("*.sh", "test_*.py")
        for path in glob.glob(f"tests/{room}/**/{name}", recursive=True)]


def test_each_promise_is_held():
    held = {mark for path in sources() for mark in marks(text_of(path))}
    assert len(promises()) >= 18
    assert [promise for promise in promises() if promise not in held] == []


def test_each_mark_names_a_promise():
    wrong = [(path, mark) for path in sources() for mark in marks(text_of(path)) if mark not in promises()]
    assert wrong == []


def test_marks_are_found():
    assert marks("# promise: One\ntest_a() {") == ["One"]
    assert marks(" * promise: Two */\n") == ["Two"]
    decorator = "@farm." + "promise"
    assert marks(f'{decorator}("Three")\ndef test_b():') == ["Three"]
    assert marks(f'PROMISE = "Four"\n{decorator}(PROMISE)\n') == ["Four"]
    assert marks(f"{decorator}(FIVE)\n") == ["FIVE"]


def test_documents_name_tests_that_exist():
    gone = []
    for path in sorted(DOCUMENTS):
        for match in NAMED.finditer(text_of(path)):
            room, name, unit, fuzz = match.groups()
            there = [f"tests/unit/*/{unit}.c"] if unit else [f"tests/fuzz/{fuzz}.c"]
            if room:
                name = name.removeprefix("test_")
                there = [f"tests/{room}/**/{start}{name}{end}"
                         for start in ("", "test_") for end in ("", ".sh", ".py", ".txt")]
                there += [f"tests/unit/*/test_{name}.c", f"tests/fuzz/fuzz_{name}.c"]
            if name != "NAME" and not any(glob.glob(path, recursive=True) for path in there):
                gone.append((path, match[0]))
    assert not gone, "\n".join(map(str, gone))
