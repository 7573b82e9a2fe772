"""The rules that `companion new-calculator` cites for natural rolls, limits of a shift, and the edge of a chart."""

from __future__ import annotations

import pytest

from companion.model.step import Settle, Tally
from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import TITLE, Typed, shown

HEAD = "---\ntitle: Luck\ndocument: rules\nauthority: rule\n---\n\n"
LUCK = """\
# 2.8 Luck

- An unmodified throw of 12 always hits, and an unmodified throw of 2 always misses; 7 is common.

# 3.1 Bad Luck

- A natural 11 is bad.
"""


@pytest.mark.parametrize(
    ("success", "failure", "rule"),
    [("12", "2", "2.8"), ("12", "", "2.8"), ("11", "", "3.1"), ("12", "7", "1.1"), ("11", "2", "1.1")],
)
def test_the_rule_of_natural_rolls(success: str, failure: str, rule: str, maker: Maker) -> None:
    """Natural rolls cite a rule that names them all as natural or unmodified, else the modifiers' rule."""
    (maker.folder / "rulebook/ford/07-luck.md").write_text(HEAD + LUCK)
    dice = ("dice=2d6", "succeeds=high", "needed=7", "modifier-1=Drums +1", "modifiers-cite=1.1")
    maker.make("method=target", *dice, f"natural-success={success}", f"natural-failure={failure}")
    steps = [step for step in maker.library.procedure("ford:made").steps if isinstance(step, Settle)]
    assert {step.cite for step in steps} == {rule}


def test_natural_rolls_have_one_rule(maker: Maker, typed: Typed) -> None:
    """The rule of the natural rolls is asked for once, for all of them."""
    (maker.folder / "rulebook/ford/07-luck.md").write_text(HEAD + LUCK)
    dice = ("target", "", "2d6", "high", "7", "Drums +1", "", "", "", "", "12", "2")
    out = shown(maker, typed, *TITLE, *dice)
    assert (
        "Which rule has the natural 12 and the natural 2? (for example 1.0) [Enter: 2.8 Luck] Nothing" in out
    )


SHIFTS = ("modifier-1=Drums +3", "modifier-2=Mud -3", "modifiers-cite=1.1", "result=Loss")


@pytest.mark.parametrize(("answer", "cites"), [((), {"1.1"}), (("shift-cite=2.2",), {"2.2"})])
def test_the_rule_of_the_limit_and_the_edge(answer: tuple[str, ...], cites: set[str], maker: Maker) -> None:
    """Enter takes the rule of the modifiers for the limit and the edge."""
    maker.make(
        "method=look-up", "chart=volley", *SHIFTS, "limit=2", "edge=no effect past the first column", *answer
    )
    steps = maker.library.procedure("ford:made").steps
    assert {step.cite for step in steps if isinstance(step, Settle)} == cites
    limits = [step.modifiers[0].cite for step in steps if isinstance(step, Tally) and step.start == "columns"]
    assert {*limits} == cites


def test_what_the_rule_of_a_shift_is_about(maker: Maker, typed: Typed) -> None:
    """The question names the limit, the edge or both."""
    head = ("look-up", "volley", "")
    out = shown(maker, typed, *TITLE, *head, "Drums +3", "", "", "1.1", "2", "")
    assert "Which rule has the limit? (for example 1.0) [Enter: 1.1 The turn] Nothing was written" in out
