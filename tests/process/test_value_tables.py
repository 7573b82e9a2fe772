"""Values of a table in the rules that `companion new-calculator` adds, one for each answer to a question."""

from __future__ import annotations

import pytest

from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import Typed, shown
from tests.process.test_calculator_tables import HEAD

RULES = """\
# 2.4 Fighting

- Each side throws a die, adds its basic value (2.5) and the modifiers of 2.6, and the lower total loses.

# 2.5 Basic Values

| Troops | Value |
| --- | --- |
| Lancers, hussars | 4 |
| Foot in line or column | 3 |
| Gunners | 1 |

# 2.6 Modifiers

- Uphill +1. Tired -1.
- Attacker over a ditch -1 OR over a wall -2.

# 2.7 Stores

| Goods | Number |
| --- | --- |
| Shot | 4 |
| Powder | 3 |
"""


@pytest.fixture(autouse=True)
def rules(maker: Maker) -> None:
    """A rule that adds the values of another one."""
    (maker.folder / "rulebook/ford/07-fighting.md").write_text(HEAD + RULES)


def test_values_are_answers_to_one_question(maker: Maker, typed: Typed) -> None:
    """The table that a rule says is added is offered, with the modifiers named beside it; others are not."""
    typed("Made", "2.4", "opposed", ">", "1d6", "nobody", "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    assert maker.library.faults == ()
    out = " ".join(answer.out.split())
    values = ("Lancers, hussars", "Foot in line or column", "Gunners")
    given = {
        each.label: [choice.label for choice in each.choices]
        for each in maker.library.procedure("ford:made").inputs
    }
    assert given["Basic Value (Attacker)"] == given["Basic Value (Defender)"] == [*values]
    assert "Lancers, hussars +4 (2.5)" in out
    assert "Attacker over a ditch or over a wall" in given
    assert "Shot" not in out
    sides = {
        "basic_value_attacker": "lancers_hussars",
        "basic_value_defender": "gunners",
        "tired": True,
    }
    assert maker.outcome(["3", "5"], **sides)["margin"] == 0


def test_values_are_not_listed_among_the_rows(maker: Maker, typed: Typed) -> None:
    """Values of a table are not listed as rows; a row joined by *or* with a side's row is that side's too."""
    out = shown(maker, typed, "Made", "2.4", "opposed", "", "", "", "1d6", "")
    assert "1 Basic Values (2.5), 3 values; 2 Modifiers (2.6), 4 points; 0 none [Enter: Basic" in out
    assert "Which rows count for Attacker only (as in 2 3): 4 Uphill +1; 5 Tired -1; 6 Attacker over a" in out
    assert "[Enter: Attacker over a ditch or Over a wall]" in out


def test_a_table_that_nothing_adds(maker: Maker, typed: Typed) -> None:
    """A table of values is not offered if the rules do not add its values, or if a cell is not a number."""
    path = maker.folder / "rulebook/ford/07-fighting.md"
    for text in (RULES.replace("adds its basic", "has a basic"), RULES.replace("| 1 |", "| 1 or 2 |")):
        path.write_text(HEAD + text)
        out = shown(maker, typed, "Made", "2.4", "opposed", "", "", "", "1d6")
        assert "(as in 1 2): 1 Modifiers (2.6), 4 points; 0 none" in out
