"""Makes calculators of a small game with `companion new-calculator`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.engine import Engine
from companion.load.library import read_library
from companion.load.places import Places
from companion.model import Library, Resolution

if TYPE_CHECKING:
    from tests.process.conftest import CommandResult, Say

LINES = [
    "Made",
    "2.1",
    "target",
    "?",
    "",
    "1d6",
    "high",
    "x",
    "4",
    "",
    "hits",
    "misses",
    "",
    "",
    "Made by hand.",
]
"""Answers typed for a calculator that needs 4 or more of one die, with an explanation and a wrong answer."""
HEAD = ("title=Made", "cite=2.1", "summary=Made by a test.")
CHARTS = {
    "ground": """\
grid: |
  Hex   | Foot | Horse
  open  | 1    | 1
  reeds | 2    | 3
words: {reeds: Tall reeds}
""",
    "nerve": """\
grid: |
  State  | Green | Trained
  steady | 0-39  | 0-59
  shaken | 40-79 | 60-89
  runs   | 80-99 | 90-99
""",
    "losses": """\
columns_title: Men
grid: |
  Dice | 1-2 | 3-5 | 6-9
  2-5  | 0   | -   | 1 M1
  6-8  | 0   | 1   | 2
  9-12 | 1   | 2*  | 3
parts:
  - {name: loss, without: 0}
  - {name: morale, letter: M, without: 0}
footnotes:
  - {mark: "*", text: The captain is hit on a 6.}
""",
    "results": """\
grid: |
  Dice      | 1:2 | 1:1 | 2:1
  2 or less | AR  | NE  | NE
  3-4       | NE  | NE  | DR
  5+        | NE  | DR  | DR
""",
    "volley": """\
columns_title: Men
grid: |
  Range | 1-3 | 4-6 | 7-9 | 10+
  near  | 2   | 4   | 6   | 8
  far   | 0   | 1   | 3   | 5
""",
    "melee": """\
grid: |
  Difference | Attacker loses | Defender loses | outcome
  -2 or less | 2              | 0              | repulsed
  -1         | 1              | 0              | locked
  0          | 1              | 1              | locked
  1+         | 0              | 2              | broken
""",
    "one": "grid: |\n  Dice | Effect\n  1-3  | none\n  4-6  | rout\n",
}


class Maker:
    """Makes calculators of the game `ford` in its own folder."""

    def __init__(self, folder: Path, say: Say) -> None:
        self.folder = folder
        self.say = say

    def run(self, *answers: str) -> CommandResult:
        """Run new-calculator with these answers."""
        options = [word for answer in (*HEAD, *answers) for word in ("--answer", answer)]
        return self.say("new-calculator", "--game", "ford", *options)

    def make(self, *answers: str) -> None:
        """Run new-calculator; what it writes has no faults, and its refused example holds."""
        answer = self.run(*answers)
        assert answer.status == 0, answer
        assert self.library.faults == ()

    @property
    def library(self) -> Library:
        """The games in the folder, read again."""
        return read_library(Places((self.folder,), self.folder, self.folder))

    def resolve(self, rolls: list[Any] | None, **answers: Any) -> Resolution:
        """Resolve the calculator."""
        return Engine(self.library).resolve("ford:made", answers, rolls)

    def outcome(self, rolls: list[Any] | None, **answers: Any) -> dict[str, Any]:
        """The final results."""
        resolution = self.resolve(rolls, **answers)
        assert resolution.done
        return dict(resolution.outcome)
