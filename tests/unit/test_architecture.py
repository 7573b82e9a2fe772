"""The walks in docs/architecture.md name existing functions, in at most eight files each."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from tests.conftest import ROOT

STEP = re.compile(r"^\d+\. `([a-z_/]+)\.py`: `([A-Za-z_.]+)`", re.MULTILINE)


def walks() -> dict[str, list[tuple[str, str]]]:
    """Module and name of each step, by the heading of the walk."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    walked = text.partition("## Three walks")[2].partition("\n## ")[0]
    return {
        section.partition("\n")[0]: [
            (f"companion.{path.replace('/', '.')}", name) for path, name in STEP.findall(section)
        ]
        for section in walked.split("\n### ")[1:]
    }


@pytest.mark.parametrize("heading", walks())
def test_a_walk_is_short_and_names_existing_functions(heading: str) -> None:
    """Every function of a walk exists, and the walk is short."""
    steps = walks()[heading]
    assert 5 <= len(steps) <= 8
    for module, name in steps:
        assert Path(ROOT / f"{module.replace('.', '/')}.py").is_file()
        value: object = import_module(module)
        for part in name.split("."):
            value = getattr(value, part)


def test_there_are_three_walks() -> None:
    """The test above covers all walks."""
    assert len(walks()) == 3
