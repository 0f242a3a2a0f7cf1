"""How the package finds its library, and how it is installed; the library refuses NULL."""
import ctypes
import glob
import importlib
import os
import re
import subprocess
import sys
import zipfile

import _ctypes
import pytest

import farm
from ares import library

TRY = "import ares; print(ares.Board().phase, ares.library.find())"


def run(*words, **variables):
    env = {key: value for key, value in os.environ.items() if key not in ("ARES_LIBRARY", "PYTHONPATH")}
    return subprocess.run([sys.executable, "-B", *map(str, words)], env={**env, **variables}, capture_output=True,
                          text=True, cwd=os.environ["TMPDIR"])


@pytest.fixture
def unpacked(tmp_path, monkeypatch):
    """A wheel with the library of this build, unpacked."""
    monkeypatch.syspath_prepend("python")
    name = importlib.import_module("ares_build").build_wheel(str(tmp_path))
    assert re.fullmatch(r"ares-[0-9.]+-py3-none-linux_\w+\.whl", name)
    zipfile.ZipFile(tmp_path / name).extractall(tmp_path / "installed")
    return tmp_path / "installed"


def test_version():
    import ares
    with open("daemon/base/version.h", encoding="utf-8") as file:
        assert f'"{ares.__version__}"' in file.read()


def test_wheel(unpacked):
    found = run("-c", TRY, PYTHONPATH=str(unpacked))
    assert found.stdout.split() == ["S1901M", f"{unpacked}/ares/libares.so.1"], found.stderr
    records = (unpacked / next(unpacked.glob("*.dist-info")).name / "RECORD").read_text().splitlines()
    assert {line.split(",")[0] for line in records} == {
        str(path.relative_to(unpacked)) for path in unpacked.rglob("*") if path.is_file()}


def test_named_library(unpacked):
    library = unpacked / "ares" / "libares.so.1"
    elsewhere = unpacked / "mine.so"
    library.rename(elsewhere)
    found = run("-c", TRY, PYTHONPATH=str(unpacked), ARES_LIBRARY=str(elsewhere))
    assert found.stdout.split() == ["S1901M", str(elsewhere)], found.stderr
    missing = run("-c", TRY, PYTHONPATH=str(unpacked), ARES_LIBRARY="/nowhere/libares.so.1")
    assert missing.returncode and "ARES_LIBRARY=/nowhere/libares.so.1: no such file" in missing.stderr
    elsewhere.write_bytes(b"no library")
    broken = run("-c", TRY, PYTHONPATH=str(unpacked), ARES_LIBRARY=str(elsewhere))
    assert broken.returncode and "make all" in broken.stderr


def test_an_older_library_is_refused(unpacked):
    older = run("-c", TRY, PYTHONPATH=str(unpacked), ARES_LIBRARY=_ctypes.__file__)
    assert older.returncode and "older than this package" in older.stderr


def test_pip(tmp_path):
    if run("-m", "pip", "--version").returncode:
        pytest.skip("pip is not here")
    target = tmp_path / "target"
    done = run("-m", "pip", "install", "--no-index", "--no-deps", "--target", target, os.path.abspath("python"),
               ARES_LIBRARY=os.environ["ARES_LIBRARY"])
    assert done.returncode == 0, done.stderr
    found = run("-c", TRY, PYTHONPATH=str(target))
    assert found.stdout.split() == ["S1901M", f"{target}/ares/libares.so.1"], found.stderr


def test_source_archive(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend("python")
    name = importlib.import_module("ares_build").build_sdist(str(tmp_path))
    done = subprocess.run(["tar", "-tzf", tmp_path / name], capture_output=True, text=True, check=True)
    assert any(line.endswith("/ares/diplomacy/engine/game.py") for line in done.stdout.splitlines())


def test_lines_are_not_too_long():
    wide = [f"{folder}/{name}:{number}" for folder, _, names in os.walk("python") for name in names
            if name.endswith(".py") for number, line in enumerate(open(f"{folder}/{name}", encoding="utf-8"), 1)
            if len(line.rstrip("\n")) > 100]
    assert not wide


def letter(declaration):
    """The letter of SIGNATURES for a C parameter or return type."""
    text = declaration.replace("const ", "")
    if "*" in text or "[" in text:
        return "s" if re.fullmatch(r"char \*\w*", text) and "const char *" in declaration else "p"
    return {"int32_t": "i", "uint64_t": "q", "uint32_t": "u", "size_t": "z", "void": "n"}[text.split()[0]]


def test_every_function_is_declared_as_in_the_header():
    from ares import library
    with open("include/ares.h", encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    declared = {}
    for returned, name, taken in re.findall(r"ARES_API ([\w ]+?\*?) ?(ares_\w+)\(([^;]*)\);", text):
        taken = "" if taken == "void" else "".join(letter(" ".join(part.split())) for part in taken.split(","))
        returned = "s" if "char" in returned else letter(returned)
        declared[name] = f"{returned}:{taken}"
    assert declared == library.SIGNATURES


def needed_pointers():
    """(function, its parameters as C has them, the pointer) for each API_NEED of lib/api."""
    heads = dict(re.findall(r"^ARES_API \w+ (ares_\w+)\(([^)]*)\);", farm.text_of("include/ares.h"), re.M))
    for path in sorted(glob.glob("lib/api/*.c")):
        functions = re.findall(r"^\w+ (ares_\w+)\([^)]*\)\n\{\n(.*?)^\}", farm.text_of(path), re.M | re.S)
        for name, body in functions:
            parameters = [each.split("/*")[0].strip() for each in heads[name].split(",")]
            for pointer in re.findall(r"^\tAPI_NEED\((\w+)\);", body, re.M):
                yield name, parameters, pointer


def names_null(name, parameters, pointer):
    """Whether the function says that this pointer is NULL; the others point to zeros."""
    zeros, error = ctypes.create_string_buffer(1 << 16), library.Failure()
    values = []
    for parameter in parameters:
        called = re.search(r"(\w+)(\[\w*\])?$", parameter)[1]
        if "*" not in parameter and "[" not in parameter:
            values.append(0)
        elif called == pointer:
            values.append(None)
        else:
            values.append(error.at if called == "error" else
                          b"" if parameter.startswith("const char") else ctypes.addressof(zeros))
    status = getattr(library.lib, name)(*values)
    named = values[-1] is not error.at or f"{pointer} is NULL" in str(error.exception(status))
    return status != 0 and named


def test_null_is_refused():
    """A call in a process of its own, as it may crash."""
    wrong, count = [], 0
    for name, parameters, pointer in needed_pointers():
        count += 1
        child = os.fork()
        if child == 0:
            status = 1
            try:
                status = not names_null(name, parameters, pointer)
            finally:
                os._exit(status)
        if os.waitpid(child, 0)[1] != 0:
            wrong.append((name, pointer))
    assert wrong == [] and count == 109  # one that is no longer asked is missed here
