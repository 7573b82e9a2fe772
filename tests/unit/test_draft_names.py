"""Names of the questions of a new calculator."""

from __future__ import annotations

from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.interview import Interview
from companion.model import GameModule, Library


def test_questions_of_the_same_name(library: Library) -> None:
    """Each chart of a calculator has its own answers, so that a change of one keeps the others."""

    def makes_no_chart(_: object) -> tuple[str, GameModule]:
        raise AssertionError("no chart is made")

    interview = Interview(["column=a", "column-2=b", "column-3=c"], asks=False)
    draft = Draft(interview, library.modules[0], makes_no_chart)
    assert [draft.need("column", "Which column") for _ in range(3)] == ["a", "b", "c"]
    assert interview.used == ["column", "column-2", "column-3"]
