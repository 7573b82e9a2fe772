"""Modifiers that count once for each full step of a number: a step beyond the largest number would never count."""

from __future__ import annotations

import pytest

from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import Typed
from tests.process.test_calculator_tables import HEAD

SUM = ("method=sum", "start=0", "result=Points")


def counted(question: str) -> tuple[str, ...]:
    """Return the answers for a modifier for each full 25 % of a question that counts quarters."""
    return (*SUM, f"input-1={question}", "modifier-1=Each full 25% more figures +1", "modifier-1-when=always")


@pytest.mark.parametrize("question", ["More figures in percent: 0-3", "Quarters more: 0-3"])
def test_a_question_that_already_counts_the_steps(question: str, maker: Maker) -> None:
    """Its answer is not divided again."""
    label = question.partition(":")[0]
    maker.make(
        *counted(question), f"modifier-1-each={label} as the number of full 25s ({label} is at most 3)"
    )
    name = label.lower().replace(" ", "_")
    assert [maker.outcome(None, **{name: number})["points"] for number in (0, 1, 3)] == [0, 1, 3]


def test_a_step_that_the_largest_number_does_not_reach(maker: Maker) -> None:
    """A question is not divided by it, and the message names the limit."""
    answer = maker.run(*counted("More figures in percent: 0-3"), "modifier-1-each=More figures in percent")
    answer.refused(2, "(More figures in percent is at most 3)")


@pytest.mark.parametrize(("most", "fits"), [("3", False), ("24", False), ("25", True), ("", True)])
def test_the_largest_number_of_a_new_question_reaches_the_step(most: str, fits: bool, maker: Maker) -> None:
    """A smaller one is refused."""
    new = ("modifier-1=Each full 25% more +1", "modifier-1-each=1", f"modifier-1-each-most={most}")
    answer = maker.run(*SUM, *new, "modifier-1-when=always")
    if fits:
        assert answer.status == 0, answer
    else:
        says = "the modifier counts once for each full 25, so the largest number must be 25 or more"
        answer.refused(2, says)


@pytest.mark.parametrize(
    ("modifier", "points"),
    [
        ("Canister, for each gun +1", 3),
        ("Canister for every gun +1", 3),
        ("Losses, for each 2 guns -1", -1),
        ("Breach of each gun +1", 1),
    ],
)
def test_what_is_counted_may_be_named_later(modifier: str, points: int, maker: Maker) -> None:
    """`for each` counts anywhere in a modifier; other words with each do not."""
    counts = "for e" in modifier
    given = ("input-1=Guns: 0-9", "modifier-1-when=always", *(["modifier-1-each=Guns"] if counts else []))
    unused = () if counts else ("unused-guns=yes",)
    maker.make(*SUM, f"modifier-1={modifier}", *given, *unused)
    assert maker.outcome(None, **({"guns": 3} if counts else {}))["points"] == points


def test_a_part_of_a_step_counts(maker: Maker) -> None:
    """Any number reaches the first step if a part counts as a whole."""
    each = ("modifier-1=Each 30 men or part thereof +1", "modifier-1-each=Men", "modifier-1-when=always")
    maker.make(*SUM, "input-1=Men: 0-9", *each)
    assert [maker.outcome(None, men=men)["points"] for men in (0, 1, 9)] == [0, 1, 1]


@pytest.mark.parametrize(
    ("changed", "is_named"),
    [
        ("add: men // 10, when: men >= 0", True),
        ("add: 1, when: men > 9", True),
        ("add: men, when: men >= 0", False),
        ("add: -(men // 9), when: men >= 1", False),
        ("add: 1, when: men == 9", False),
    ],
)
def test_check_names_a_modifier_that_never_counts(changed: str, is_named: bool, maker: Maker) -> None:
    """The limits of the questions that it reads decide."""
    maker.make(*SUM, "input-1=Men: 0-9", "modifier-1=Men", "modifier-1-when=always")
    path = maker.folder / "tables/ford/procedures/made.yaml"
    text = path.read_text()
    line = "{label: Men, add: men, when: men != 0,"
    assert line in text
    path.write_text(text.replace(line, f"{{label: Men, {changed},"))
    out = " ".join(maker.say("check").out.split())
    says = "steps[0].modifiers[0]: 'Men' never counts: no allowed answer to 'Men' (0 to 9) makes it more or less than 0"
    assert (says in out) is is_named
    assert ("0 faults" in out) is not is_named


NERVE = """\
# 9 Nerve

- Every band has a class. Guard: the tall. Line: the rest.

## 9.1 Score

- Guard +2
- Line +1
- Each man lost -1, but never more than -2 in all
- {exception}
"""


@pytest.mark.parametrize(
    ("exception", "asked", "scores"),
    [
        ("The Guard do not count the first man they lose.", "Class (Guard, Line, none", (2, 2, 1, 0)),
        ("Guards overlook the first.", "Class (Guard, Line, none", (2, 2, 1, 0)),
        ("Guards in a wood ignore the first man lost.", "Ticked if true: Guards in a wood", (2, 1, 0, 0)),
        (
            "Guards ignore the first volley.",
            "Guards ignore the first volley. (9.1)",
            (2, 1, 0, 0),
        ),
        (
            "Guards ignore the first man. Line leave out the first, too.",
            "Guards ignore the first man. (9.1)",
            (2, 1, 0, 0),
        ),
    ],
)
def test_units_that_leave_out_the_first(
    exception: str, asked: str, scores: tuple[int, ...], maker: Maker, typed: Typed
) -> None:
    """Enter takes the answer that names them, or a tick; another noun, or two such sentences, are left by hand."""
    (maker.folder / "rulebook/ford/09-nerve.md").write_text(HEAD + NERVE.format(exception=exception))
    typed("Made", "9.1", "sum", "", "0", ">", "yes")
    out = " ".join(maker.say("new-calculator", "--game", "ford").out.split())
    assert asked in out
    found = [maker.outcome(None, **{"class": "guard"}, men_lost=lost) for lost in (0, 1, 2, 3)]
    assert tuple(each["made"] for each in found) == scores
