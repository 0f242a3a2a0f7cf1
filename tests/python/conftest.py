"""conftest: the Python suites use the library of the build in $B, and the package of this checkout."""
import os
import sys

import pytest

B = os.path.abspath(os.environ["B"])
os.environ["ARES_LIBRARY"] = f"{B}/libares.so.1"
sys.path.insert(0, os.path.abspath("python"))


def pytest_collection_modifyitems(items):
    """Python itself is not built with the sanitizers, so it cannot load such a library."""
    if "san" in os.path.basename(B):
        for item in items:
            item.add_marker(pytest.mark.skip(reason="the library has the sanitizers in it"))

