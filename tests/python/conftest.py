"""conftest: the Python suites use the library of the build in $B, and the package of this checkout."""
import os
import sys

import pytest

B = os.path.abspath(os.environ["B"])
HAS_SANITIZERS = os.path.basename(B) == "san"
os.environ["ARES_LIBRARY"] = f"{B}/libares.so.1"
sys.path.insert(0, os.path.abspath("python"))


class Unloaded(pytest.Module):
    """A suite that is not imported: Python itself has no sanitizers, so it cannot load a library
    with sanitizers."""

    def collect(self):
        yield pytest.Function.from_parent(self, name="test_all", callobj=self.skip)

    @staticmethod
    def skip():
        pytest.skip("the library has the sanitizers in it, and Python has not")


if HAS_SANITIZERS:
    def pytest_pycollect_makemodule(module_path, parent):
        return Unloaded.from_parent(parent, path=module_path)
