"""What follows from each result is proposed from the rule that explains them."""

from __future__ import annotations

import pytest

from tests.process.calculator_maker import CHARTS, Maker
from tests.process.test_calculator_prompts import Typed
from tests.process.test_calculator_tables import HEAD

CHART = f"id: one\ntitle: One\ncite: '7'\npage: Card\n{CHARTS['one'].replace('none', 'Halt').replace('rout', 'Rout')}"
POINTS = "- Halt: stays, and {marks} it\n- Rout. Runs a move. It is gone at the edge.\n"
TABLE = """\
| Result | Meaning |
| --- | --- |
| Halt | stays, and {marks} it |
| Rout | Runs a move. It is gone at the edge. |
"""
ASKED = "Does 7.1 say what follows from the results Halt, Rout? [Enter: yes]"


def made(maker: Maker, typed: Typed, text: str, *more: str) -> str:
    """Make a calculator on a chart with these two results, and return all that is shown."""
    (maker.folder / "rulebook/ford/07-nerve.md").write_text(
        f"{HEAD}# 7 Nerve\n\n- Roll 1D6.\n\n# 7.1 Results\n\n{text}"
    )
    (maker.folder / "tables/ford/charts/one.yaml").write_text(CHART)
    typed("Made", "7", "chart", "one", "", "1d6", *more, "yes")
    answer = maker.say("new-calculator", "--game", "ford")
    assert answer.status == 0, answer
    return " ".join(answer.out.split())


def follow_ups(maker: Maker, die: int) -> list[tuple[str, str]]:
    """Return what is required after a roll."""
    return [(step.says, step.cite) for step in maker.resolve([die]).next]


@pytest.mark.parametrize(("text", "sign"), [(POINTS, "."), (TABLE, ":")])
def test_what_follows_from_each_result(text: str, sign: str, maker: Maker, typed: Typed) -> None:
    """Each point or row follows its result only, and is no longer by hand."""
    out = made(maker, typed, text, ">")
    assert "By hand" not in out
    assert f"Afterwards (7.1): Halt: stays, and (marks) it. Afterwards (7.1): Rout{sign} Runs" in out
    assert follow_ups(maker, 2) == [("Halt: stays, and (marks) it.", "7.1")]
    assert follow_ups(maker, 5) == [(f"Rout{sign} Runs a move. It is gone at the edge.", "7.1")]


def test_it_is_declined(maker: Maker, typed: Typed) -> None:
    """The rule stays by hand."""
    out = made(maker, typed, POINTS, "", "", "no", ">")
    assert ASKED in out
    assert follow_ups(maker, 2) == []
    assert [each.cite for each in maker.library.procedure("ford:made").by_hand] == ["7.1", "7.1", "7.1"]


@pytest.mark.parametrize(
    "text", ["- Halt: stays.\n- It rains.\n- It snows.\n", "- Halt: stays.\n", "- Halted men stay.\n"]
)
def test_a_rule_about_something_else(text: str, maker: Maker, typed: Typed) -> None:
    """At least two results, and most points, must be about results."""
    assert "what follows from the results" not in made(maker, typed, text, ">")


def test_two_results_in_one_point(maker: Maker, typed: Typed) -> None:
    """Each follows its own result, with the sentences after it."""
    made(maker, typed, "- Halt: stays. It may fire. Rout: runs a move. It is gone.\n", ">")
    assert follow_ups(maker, 2) == [("Halt: stays. It may fire.", "7.1")]
    assert follow_ups(maker, 5) == [("Rout: runs a move. It is gone.", "7.1")]
