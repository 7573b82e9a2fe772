"""A natural roll that fails one line worse than its difference gives, in `companion new-calculator`."""

from __future__ import annotations

import pytest

from tests.process.calculator_maker import Maker
from tests.process.test_calculator_prompts import TITLE, Typed, shown

RATING = (
    "method=target",
    "dice=1d10",
    "succeeds=low",
    "input-1=Rating: 2-12",
    "needed=Rating",
    "natural-failure=10",
)
WORSE = ("natural-cite=2.1", "difference=yes, and a natural 10 is one line worse")
HALT, BACK, ROUT, GONE = "Halts.", "Falls back.", "Routs.", "Disperses."


def sentences(*bands: str, first: int = 1) -> tuple[str, ...]:
    """The answers for one sentence for each band of the failure."""
    says = (HALT, BACK, ROUT, GONE)[first:]
    return tuple(
        answer
        for number, (text, band) in enumerate(zip(says, bands, strict=False), 1)
        for answer in (
            f"next-{number}={text}",
            f"next-{number}-when=failure by certain values",
            f"next-{number}-numbers={band}",
        )
    )


def said(maker: Maker, roll: int, rating: int) -> list[str]:
    """The sentences after a roll."""
    return [each.says for each in maker.resolve([roll], rating=rating).next]


@pytest.mark.parametrize(
    ("roll", "rating", "says"),
    [
        (9, 9, []),
        (9, 8, [BACK]),
        (9, 6, [ROUT]),
        (9, 3, [GONE]),
        (10, 9, [ROUT]),
        (10, 8, [ROUT]),
        (10, 7, [GONE]),
        (10, 2, [GONE]),
        (10, 10, [BACK]),
        (10, 12, [BACK]),
    ],
)
@pytest.mark.parametrize("bands", [("1-2", "3-5", "6+"), ("2 or less", "3-5", "6+")])
def test_each_line_leads_to_the_next(
    roll: int, rating: int, says: list[str], bands: tuple[str, ...], maker: Maker
) -> None:
    """Success becomes the first line; the last line stays."""
    maker.make(*RATING, *WORSE, *sentences(*bands))
    assert said(maker, roll, rating) == says


def test_any_failure_and_another_condition(maker: Maker) -> None:
    """A sentence for every failure stays; a line that depends on more is one worse, too."""
    only = (
        "next-4=Loses its flag.",
        "next-4-when=failure by certain values and not Guard",
        "next-4-numbers=3+",
    )
    guard = ("input-2=Guard?",)
    maker.make(*RATING, *guard, *WORSE, *sentences("1+", "1-2", "3+", first=0), *only)
    assert said(maker, 10, 8) == [HALT, ROUT, "Loses its flag."]
    assert said(maker, 10, 12) == [HALT, BACK]
    assert said(maker, 9, 8) == [HALT, BACK]
    resolution = maker.resolve([10], rating=8, guard=True)
    assert [each.says for each in resolution.next] == [HALT, ROUT]


def test_without_it_a_natural_roll_has_its_own_line(maker: Maker) -> None:
    """The author chooses."""
    maker.make(*RATING, WORSE[0], "difference=yes", *sentences("1-2", "3-5", "6+"))
    assert said(maker, 10, 9) == [BACK]


HEAD = ("target", "Rating: 2-12", "", "1d10", "low", "Rating", "On fire +1", "", "", "", "1", "", "")


def test_it_is_offered_with_a_natural_failure_only(maker: Maker, typed: Typed) -> None:
    """The question is the same without one."""
    out = shown(maker, typed, *TITLE, *HEAD, "", "", "")
    assert "fails: 1 no; 2 yes [Enter: no]" in out
    out = shown(maker, typed, "remove", *TITLE, *HEAD[:-1], "10", "", "", "")
    assert "fails: 1 no; 2 yes; 3 yes, and a natural 10 is one line worse [Enter: no]" in out


def test_no_line_is_worse(maker: Maker, typed: Typed) -> None:
    """The command says so if nothing that follows depends on the difference."""
    out = shown(maker, typed, *TITLE, *HEAD[:-1], "10", "", "", "", "3", "", "")
    assert "so no line is worse after a natural roll" in out
