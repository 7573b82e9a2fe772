"""docs/threat-model.md names existing tests for each promise, and says of each door what is not promised."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from tests.conftest import ROOT

TEXT = (ROOT / "docs/threat-model.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`(tests/[a-z_/]+\.py)::([a-z_0-9]+)`")
DOORS = re.findall(r"^\| \[([^]]+)\]", TEXT, re.MULTILINE)
SECTIONS = {part.partition("\n")[0]: part for part in TEXT.split("\n## ")[1:]}


@cache
def named_tests(path: str) -> set[str]:
    """The tests in a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return {each.name for each in ast.walk(tree) if isinstance(each, kinds) and each.name.startswith("test_")}


def test_every_door_has_a_section() -> None:
    """The table and the headings have the same doors."""
    assert list(SECTIONS) == DOORS
    assert len(DOORS) >= 8


@pytest.mark.parametrize("door", SECTIONS)
def test_each_promise_names_existing_tests(door: str) -> None:
    """A door has promises, each with tests, and says what is not promised."""
    _, _, *rows = re.findall(r"^\| (.+) \|$", SECTIONS[door].replace("|---|---|", "| - | - |"), re.MULTILINE)
    assert rows
    for row in rows:
        promise, _, proof = row.partition(" | ")
        named = NAMED.findall(proof)
        assert named and proof == ", ".join(f"`{path}::{name}`" for path, name in named), promise
        for path, name in named:
            assert name in named_tests(path), f"{path}::{name}"
    assert "**Not promised:** " in SECTIONS[door]
