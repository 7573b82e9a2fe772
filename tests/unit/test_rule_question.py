"""The rule that a new chart or calculator belongs to, as Enter takes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.authoring.interview import Interview
from companion.cli.authoring.rule_question import ask_rule, ask_rule_of_chart, in_title_case, name_in_rules
from companion.load.library import read_library
from companion.load.places import Places
from companion.model import GameModule

GAME = """\
slug: ford
name: The Ford
edition: "1"
credits: Us.
documents:
  - {id: rules, title: Rulebook, authority: rule}
"""
RULES = """\
---
title: Rules
document: rules
authority: rule
---

# 3 Fire
- The text of this section is in [[ford:3.1]]. {.companion}
## 3.1 Fire table
- Roll a die.
## 3.2 Modifiers to fire
- Add 1.
# 4 Melee
- The text of this section is in [[ford:4.1]]. {.companion}
## 4.1 Melee
- Both sides roll.
## 5.1 Morale test
- Read the Morale Table.
## 5.2 Rally
- Roll a die.
## 6.1 Rally
- Roll two dice.
# 7 Ranges
- The text of this section is in [[ford:7.1]]. {.companion}
## 7.1 Guns
- Read the Long Ranges chart, or the table of "Arcs", and the Melee Chart. The Routes Charts are for later.
## 7.2 Near
- See the Routes table. The Ranges
  chart is for guns, and the Rally chart for units.
## 8.1 Far
- The Ranges table is not for scouts. The Rally table is.
## 9.1 Wounds
- The Losses Chart has no wounds. Cards are not read.
## 9.2 Losses of men
- Find the column of the Losses Chart.
"""


@pytest.fixture
def module(tmp_path: Path) -> GameModule:
    """A game with these rules."""
    for name, text in (("tables/ford/game.yaml", GAME), ("rulebook/ford/01-rules.md", RULES)):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text)
    library = read_library(Places((tmp_path,), tmp_path, tmp_path))
    assert library.faults == ()
    return library.module("ford")


@pytest.mark.parametrize(
    ("title", "rule"),
    [
        pytest.param("Melee", "4.1", id="the same title, not the chapter of headings"),
        pytest.param("Morale Table", "5.1", id="named in the rule"),
        pytest.param("fire", "3.1", id="the beginning of a title"),
        pytest.param("Rally", None, id="two rules"),
        pytest.param("Initiative", None, id="no rule"),
        pytest.param("", None, id="no title"),
    ],
)
def test_the_rule_that_enter_takes(title: str, rule: str | None, module: GameModule) -> None:
    """Exactly one rule belongs to the title; otherwise an answer is needed."""
    interview = Interview((), asks=False)
    answer = ask_rule(interview, module, title)
    assert [question.default for question in interview.missing] == ([None] if rule is None else [])
    assert rule is None or answer == rule


@pytest.mark.parametrize(
    ("title", "rule", "says"),
    [
        pytest.param("Arcs", "7.1", "", id="named by one rule"),
        pytest.param("Long Ranges Chart", "7.1", "", id="the title ends in chart"),
        pytest.param("Melee", "4.1", "", id="the heading of a rule, although another names it"),
        pytest.param("Ranges", "7.2", "", id="named by several, one in the chapter of this heading"),
        pytest.param("Routes", "7.1", "", id="named by several, of which the first counts"),
        pytest.param("Losses Chart", "9.2", "", id="named by several, of which one says to read it"),
        pytest.param("Range", None, "No rule names Range: type a number or a heading", id="part of a word"),
        pytest.param("Fire", "3.1", "", id="the beginning of a heading"),
    ],
)  # fmt: skip
def test_the_rule_of_a_chart(title: str, rule: str | None, says: str, module: GameModule) -> None:
    """Enter takes the rule that names the chart; if none does, the question says so."""
    interview = Interview((), asks=False)
    answer = ask_rule_of_chart(interview, module, title, None, is_asked=True)
    assert [question.says.partition("? ")[2] for question in interview.missing] == ([says] if says else [])
    assert rule is None or answer == rule


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("LOSSES CHART", "Losses Chart"),
        ("losses", "Losses Chart"),
        ("RANGES", ""),
        ("CHARTS ARE", ""),
        ("modifiers TO fire", "Modifiers to fire"),
        ("RANGES CHART", ""),
    ],
)
def test_the_name_that_rules_print(text: str, name: str, module: GameModule) -> None:
    """A name in the rules is a whole name with capitals; a single word needs Chart or Table after it."""
    assert name_in_rules(module, text) == name


@pytest.mark.parametrize(
    ("text", "cased"),
    [
        ("MELEE RESULTS", "Melee Results"),
        ("RESULTS OF THE TEST", "Results of the Test"),
        ("CRT", "CRT"),
        ("CRT II FOR 2D6 AND THE PLAYER'S GUNS", "CRT II for 2D6 and the Player's Guns"),
        ("McDonald's Chart", "McDonald's Chart"),
    ],
)
def test_titles_in_capitals(text: str, cased: str) -> None:
    """They become titles in small letters, except for short forms; other titles do not change."""
    assert in_title_case(text) == cased
