"""The Python programs in the documents of the package run."""
import re

import pytest


def programs(path):
    """The indented blocks of a document that begin with an import and need no database."""
    with open(path, encoding="utf-8") as file:
        blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", file.read(), re.M)
    texts = [re.sub(r"^    ", "", block, flags=re.M).strip("\n") for block in blocks]
    return [text for text in texts if text.startswith(("import ", "from ")) and "ares.farm" not in text]


@pytest.mark.parametrize("path, count", [("doc/learning.md", 3), ("doc/diplomacy.md", 1)])
def test_programs_run(path, count, capsys):
    texts = programs(path)
    assert len(texts) == count
    for text in texts:
        exec(compile(text, path, "exec"), {})
        printed = capsys.readouterr().out
        assert printed
        if "ares.compare" in text:
            with open(path, encoding="utf-8") as file:
                assert f"\n    {printed}" in file.read(), printed
