"""Runs `companion new-example` for a small game, and reads the examples that it writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.process.conftest import CommandResult, Say


class Examples:
    """The worked examples of the game `ford` in its own folder."""

    def __init__(self, folder: Path, say: Say) -> None:
        self.folder = folder
        self.say = say

    def run(self, *answers: str, calculator: str = "ford:fire") -> CommandResult:
        """Run new-example with these answers."""
        options = [word for answer in answers for word in ("--answer", answer)]
        return self.say("new-example", calculator, *options)

    def calculator(self, name: str, text: str) -> None:
        """Write the file of a calculator."""
        (self.folder / f"tables/ford/procedures/{name}.yaml").write_text(text)

    def path(self, name: str = "fire") -> Path:
        """The file of a calculator."""
        return self.folder / f"tests/cases/ford-{name}.jsonl"

    def lines(self, name: str = "fire") -> list[dict[str, Any]]:
        """The examples of a calculator."""
        return [json.loads(line) for line in self.path(name).read_text().splitlines()]

    def check(self, name: str = "fire") -> str:
        """Return the output of `companion check --cases` for the examples of a calculator."""
        return self.say("check", str(self.folder), "--cases", str(self.path(name))).out


def words(answer: CommandResult) -> str:
    """The output of a command on one line."""
    assert answer.status == 0, answer
    return " ".join(answer.out.split())
