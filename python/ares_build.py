"""ares_build: makes wheels of the package `ares`, for pip (PEP 517). It needs only Python.

The library goes into the wheel, beside the package: the file that ARES_LIBRARY names, or else the
library that `make all` built in this checkout. If there is neither, the wheel has no library, and
the package uses the system's.
"""
import base64
import hashlib
import os
import re
import sysconfig
import tarfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
LIBRARY = "libares.so.1"


def find_version():
    """The version of the farm, which the package shares."""
    with open(os.path.join(HERE, "ares", "version.py"), encoding="utf-8") as file:
        return re.search(r'^VERSION = "([^"]+)"$', file.read(), re.M).group(1)


def find_library():
    """The library that goes into the wheel, or None."""
    named = os.environ.get("ARES_LIBRARY")
    if named and not os.path.isfile(named):
        raise SystemExit(f"ARES_LIBRARY={named}: no such file")
    built = os.path.join(os.path.dirname(HERE), "build", LIBRARY)
    return named or (built if os.path.isfile(built) else None)


def sources():
    """The files of the package, as paths below this folder."""
    found = []
    for folder, folders, files in os.walk(os.path.join(HERE, "ares")):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        found += [os.path.relpath(os.path.join(folder, name), HERE) for name in sorted(files)
                  if name.endswith(".py") or name == "py.typed"]
    return found


def metadata():
    return (f"Metadata-Version: 2.1\nName: ares\nVersion: {find_version()}\n"
            "Summary: The game of Diplomacy: maps, judges, players, an environment for learners\n"
            "Requires-Python: >=3.9\nRequires-Dist: numpy\n")


def write_wheel(folder, tag, contents):
    """Writes a wheel; contents: {path in it: bytes}. Returns its name."""
    version = find_version()
    info = f"ares-{version}.dist-info"
    contents[f"{info}/METADATA"] = metadata().encode()
    contents[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: ares_build\n"
                                 f"Root-Is-Purelib: {str(tag.endswith('any')).lower()}\n"
                                 f"Tag: {tag}\n").encode()
    rows = []
    for path, data in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{path},sha256={digest},{len(data)}\n")
    contents[f"{info}/RECORD"] = ("".join(rows) + f"{info}/RECORD,,\n").encode()
    name = f"ares-{version}-{tag}.whl"
    with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in contents.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name


def read(path):
    with open(path, "rb") as file:
        return file.read()


# ── called by pip ──

def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    contents = {path.replace(os.sep, "/"): read(os.path.join(HERE, path)) for path in sources()}
    library = find_library()
    tag = "py3-none-any"
    if library:
        contents[f"ares/{LIBRARY}"] = read(library)
        tag = "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())
    return write_wheel(wheel_directory, tag, contents)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return write_wheel(wheel_directory, "py3-none-any", {"ares.pth": (HERE + "\n").encode()})


def build_sdist(sdist_directory, config_settings=None):
    top = f"ares-{find_version()}"
    name = top + ".tar.gz"
    with tarfile.open(os.path.join(sdist_directory, name), "w:gz") as archive:
        for path in ["pyproject.toml", "ares_build.py", *sources()]:
            archive.add(os.path.join(HERE, path), f"{top}/{path}")
    return name
