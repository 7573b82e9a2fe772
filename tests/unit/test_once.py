"""The tests' own replacement of functions that load the games."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from companion.load.library import load_library
from tests.once import LIBRARIES, replaced_everywhere


def test_a_module_imported_meanwhile_gets_the_function_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command is imported when it is first run; it must not keep the replaced function for later tests."""
    late = ModuleType("companion.late")
    with replaced_everywhere(load_library, LIBRARIES):
        vars(late)["load_library"] = sys.modules["companion.load.library"].load_library
        monkeypatch.setitem(sys.modules, "companion.late", late)
        assert late.load_library is LIBRARIES
    assert late.load_library is load_library
