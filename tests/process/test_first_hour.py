"""Follow `Your first game` from an empty folder: its commands, answers typed as it says, and its turn."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.load.library import read_library
from companion.load.places import Places
from tests.conftest import ROOT
from tests.process.conftest import Say

PAGE = (ROOT / "docs" / "first-hour.md").read_text()
RULES = """\
# 1 Scale

One base is a company.

# 2 The Turn

- 1. Movement.
- 2. Fire. Both sides fire.
- 3. Morale.

## 2.1 Initiative

Both sides roll one die.

## 2.2 Orders

A side moves all its companies.

# 3 Movement

A company moves six inches.

## 3.1 Roads

A road doubles a move.

## 3.2 Woods

Woods halve a move.

## 3.3 Rivers

A river ends a move.

# 4 Fire

A company fires once a turn.

## 4.1 Range

Six inches at most.

## 4.2 Fire Table

Roll two dice on the table.

## 4.3 Modifiers of Fire

Cover takes 1 away.

## 4.4 Morale Table

Roll two dice on the table.

## 4.5 Melee

The higher total wins.
"""
FILES = {
    "rulebook.md": RULES,
    "charts-1.csv": "Fire Table,,\nDice,1-3,4-9\n5 or less,0,1\n6-9,1,2\n10+,2,3\n",
    "charts-2.csv": "Morale Table,\nDice,Result\n5 or less,Runs\n6-8,Falls back\n9+,Stands\n",
}
COMMON = ("summary=One roll.", "dice=2d6")
CALCULATORS = (
    (*COMMON, "title=Morale", "cite=4.4", "method=chart", "chart=morale-table", "modifier-1=Drums +1"),
    (
        *(*COMMON, "title=Fire", "cite=4.2", "method=chart", "chart=fire-table", "input-1=Men: 1-9"),
        *("modifier-1=Target in cover -1", "result=Losses"),
    ),
    ("title=Melee", "cite=4.5", "summary=Points of a company.", "method=sum", "start=1", "result=Points"),
)
EXAMPLES = (
    ("morale", "roll-1=8", "result-result=falls"),
    ("fire", "men=5", "target_in_cover=yes", "roll-1=10", "result-losses=2"),
    ("melee", "result-points=1"),
)


def shell_words(command: str) -> list[str]:
    """The command of this name on the page, without `companion`."""
    (line,) = re.findall(rf"(?m)^companion ({command} .*)$", PAGE)
    return shlex.split(line)


def with_answers(words: Sequence[str], answers: Sequence[str]) -> list[str]:
    """A command with answers in advance."""
    return [*words, *(word for answer in answers for word in ("--answer", answer))]


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, only_own_games: None) -> Path:
    """The author's folder, which does not exist yet, and the author's files in the working folder."""
    monkeypatch.setenv("COMPANION_OVERLAY", str(tmp_path / "own"))
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path / "own"


def test_the_page_is_short() -> None:
    """The page for an author's first hour has at most 80 lines."""
    assert len(PAGE.splitlines()) <= 80


def test_the_minutes_add_up() -> None:
    """The total at the top is that of the steps."""
    minutes = sum(map(int, re.findall(r"(?m)^## \d.*: (\d+) minutes$", PAGE)))
    assert 55 <= minutes <= 65
    assert "about an hour" in " ".join(PAGE.partition("## 1")[0].split())


def test_every_command_of_the_page(own: Path, say: Say) -> None:
    """From nothing to a game without faults: rules, charts, calculators, examples that hold, and a turn."""
    import_words = ["rulebook.md" if word == "rulebook.pdf" else word for word in shell_words("import")]
    charts = [
        [f"charts-{number}.csv" if word == "charts.xlsx" else word for word in shell_words("new-chart")]
        for number in (1, 2)
    ]
    examples = [["new-example", f"ford:{name}"] for name, *_ in EXAMPLES]
    assert shell_words("new-example") in examples
    for words in (
        shell_words("new-game"),
        [*import_words, "--yes"],
        shell_words("new-rules"),
        *(with_answers(words, ("page=Card",)) for words in charts),
        *(with_answers(shell_words("new-calculator"), answers) for answers in CALCULATORS),
        *(with_answers(words, given[1:]) for words, given in zip(examples, EXAMPLES, strict=True)),
        shell_words("new-turn"),
    ):
        answer = say(*words)
        assert (answer.status, answer.err) == (0, ""), answer
        if words[0] == "new-example":
            assert "Agrees. " in answer.out
    assert not (own / "rulebook/ford/01-rules.md").exists()
    assert say("check").out == "0 faults in 1 game.\n"
    module = read_library(Places((own,), own, own)).module("ford")
    assert module.game.name == "The Ford"
    assert len(module.entries) >= 12
    assert (len(module.charts), len(module.procedures)) == (2, 3)
    assert module.sequence is not None
    assert [(phase.title, phase.cite) for phase in module.sequence.phases] == [
        ("Movement", "3"),
        ("Fire", "4"),
        ("Morale", "4.4"),
    ]
