"""The authority of a point, as shown to the player: official and unofficial points are never confused."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.model import AUTHORITY_WORDS, Authority, Entry, Game, GameModule, LedgerLine, Point
from companion.render.entry import entry_lines
from companion.render.marks import MARKS, UNMARKED
from companion.render.resolution import ledger_line
from tests.conftest import ROOT

OFFICIAL = {"rule", "erratum", "chart"}
MODULE = GameModule(Game("xx", "Own", "1", "Nobody.", ()), (), (), ())


def shown(own: Authority, *authorities: Authority) -> str:
    """The text of an entry with a point of each authority."""
    points = tuple(Point(f"Says {name}.", name) for name in authorities)
    entry = Entry("xx:1", "xx", "1", "Fire", 1, "Rules", points, "a.md", 1, authority=own)
    return "\n".join(entry_lines(entry, MODULE, 200))


def test_a_clarification_among_rules_is_marked() -> None:
    """The rule next to it is named as a rule."""
    text = shown("rule", "rule", "clarification")
    assert "- Says rule." in text
    assert "- [UNOFFICIAL] Says clarification." in text
    assert text.endswith("Unmarked points are: official rule. [UNOFFICIAL] community reading.")


def test_a_rule_among_clarifications_is_marked() -> None:
    """The reverse of the test above."""
    text = shown("clarification", "rule", "clarification")
    assert "- [RULE] Says rule." in text
    assert "- Says clarification." in text
    assert text.endswith("Unmarked points are: community reading. [RULE] official rule.")


def test_unmarked_points_are_explained_only_if_there_are_any() -> None:
    """Only the meaning of the marks is shown."""
    assert "Unmarked" not in shown("rule", "clarification", "chart")
    assert shown("rule", "clarification").endswith("[UNOFFICIAL] community reading.")


@pytest.mark.parametrize("own", get_args(Authority))
@pytest.mark.parametrize("name", get_args(Authority))
def test_every_authority_is_shown(own: Authority, name: Authority) -> None:
    """Each authority is shown in every chapter, by its mark or as the only authority of unmarked points."""
    text = shown(own, name)
    if name in UNMARKED and name == own:
        assert text.endswith(f"- Says {name}.\n\nUnmarked points are: {AUTHORITY_WORDS[name]}.")
    else:
        assert f"- [{MARKS[name]}] Says {name}." in text
        assert text.endswith(f"\n[{MARKS[name]}] {AUTHORITY_WORDS[name]}.")


def test_the_guide_says_which_authorities_are_official() -> None:
    """The guide uses the words that the player reads."""
    guide = (ROOT / "docs" / "authoring.md").read_text()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in guide.splitlines()]
    described = {row[0].strip("`"): row for row in rows if len(row) == 4 and row[0].startswith("`")}
    assert set(described) == set(get_args(Authority))
    for name, row in described.items():
        words = AUTHORITY_WORDS[name]
        assert row[2] == (words if name in UNMARKED else f"`[{MARKS[name]}]` {words}")
        assert (row[3] == "yes") == (name in OFFICIAL)


def test_marks_are_distinct() -> None:
    """Each authority has its own mark."""
    assert len(set(MARKS.values())) == len(MARKS) == len(get_args(Authority))


@pytest.mark.parametrize(
    ("authority", "mark"),
    [
        ("erratum", " [ERRATUM]"),
        ("notes", " [NOTES]"),
        ("clarification", " [UNOFFICIAL]"),
        ("reading", " [ASSUMED]"),
        ("rule", ""),
        ("chart", ""),
        ("", ""),
    ],
)
def test_a_modifier_that_is_not_from_the_book_is_marked(authority: str, mark: str) -> None:
    """The mark comes after the rule and before the reason."""
    line = LedgerLine("m", "Shaken", -2, "applied", "3.2", "Range: 2", authority=authority)
    assert ledger_line(line, "") == f"[x]  -2 Shaken (3.2){mark} - Range: 2"
