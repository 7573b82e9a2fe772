"""Table rulings at the questions of a calculator: which questions are marked, and what a new ruling may be about."""

from __future__ import annotations

import pytest

from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.rulings import make, ruled_paths, ruling_targets
from tests.workspace.opened import opened

CLOSING = "lob:closing-roll"


@pytest.mark.parametrize(
    ("about", "questions"),
    [
        ("/Moving stack is Shaken", {"shaken"}),
        (
            "/Starts adjacent to its charge target, or in breastworks",
            {"starts_adjacent_to_charge_target", "from_breastworks"},
        ),
        ("", set()),
    ],
)
def test_questions_with_a_ruling_are_marked(context: AppContext, about: str, questions: set[str]) -> None:
    """A ruling on a modifier marks the questions that decide it; before a result, no question is marked."""
    calculation = opened(context, CLOSING, {}, rating="C", leader_morale=2)
    assert ruled_paths(calculation) == set()
    make(context, f"{CLOSING}{about}", "Ask the umpire.", permanent=False)
    assert ruled_paths(calculation) == questions
    assert ruled_paths(Calculation(context, CLOSING, {})) == set()


def test_a_ruling_may_be_about_a_modifier_that_the_marked_question_decides(context: AppContext) -> None:
    """Of a field in a group only the modifiers that read it, of the group all of them; then the calculator."""
    calculation = opened(context, CLOSING, {})

    def targets(*path: str) -> list[str]:
        return [words for _, words in ruling_targets(calculation, path)]

    assert targets("shaken") == ["Moving stack is Shaken", "Closing roll, as a whole"]
    assert targets() == ["Closing roll, as a whole"]
    context.switch("pub")
    calculation = Calculation(context, "pub:combat", {})
    calculation.update()
    fires = ["At a Defender in Road Column", "Defender in Road Column fires"]
    assert targets("defender", "road_column") == [*fires, "Combat to its end, as a whole"]
    assert set(targets("defender")) == {*fires, "Defender has Cover", "Combat to its end, as a whole"}
