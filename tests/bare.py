#!/usr/bin/python3
"""bare: makes a folder of programs that stands for a bare Debian machine: as PATH, it hides other
programs installed here.

    tests/bare.py FOLDER PACKAGE...

FOLDER gets a link to each program of Debian's essential, required, important and standard packages,
of git, and of the named packages with all their dependencies.
"""
import os
import subprocess
import sys

PLACES = ("/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/")


def installed():
    """For each installed package: whether a bare machine has it, and the names of its dependencies.
    Includes virtual packages."""
    form = r"${Package}\t${Essential}\t${Priority}\t${Depends}, ${Pre-Depends}\t${Provides}\n"
    packages, providers = {}, {}
    for line in subprocess.check_output(["dpkg-query", "-W", "-f", form], text=True).splitlines():
        name, essential, priority, depends, provides = line.split("\t")
        bare = essential == "yes" or priority in ("required", "important", "standard")
        packages[name] = (bare, names_of(depends.replace("|", ",")))
        for virtual in names_of(provides):
            providers.setdefault(virtual, []).append(name)
    return packages, providers


def names_of(text):
    """The names in a list of packages: "a (>= 1), b:any" contains a and b."""
    return [part.split()[0].partition(":")[0] for part in text.split(",") if part.strip()]


def closure(named):
    packages, providers = installed()
    todo = [*named, "git", *(name for name, (bare, _) in packages.items() if bare)]
    wanted = set()
    while todo:
        name = todo.pop()
        if name in wanted or name not in packages and name not in providers:
            continue
        wanted.add(name)
        todo += packages[name][1] if name in packages else providers[name]
    return sorted(name for name in wanted if name in packages)


def main():
    folder, named = sys.argv[1], sys.argv[2:]
    os.makedirs(folder)
    files = subprocess.check_output(["dpkg", "-L", *closure(named)], text=True).splitlines()
    for path in files:
        if path.startswith(PLACES) and os.access(path, os.X_OK) and not os.path.isdir(path):
            link = f"{folder}/{os.path.basename(path)}"
            if not os.path.lexists(link):
                os.symlink(path, link)
    for name in ("awk", "cc", "pager", "which"):  # alternatives, which belong to no package
        if os.path.exists(f"/usr/bin/{name}") and not os.path.lexists(f"{folder}/{name}"):
            os.symlink(f"/usr/bin/{name}", f"{folder}/{name}")


if __name__ == "__main__":
    main()
