"""Numbered lists of an example, answered in words."""

from __future__ import annotations

import pytest

from companion.cli.authoring.example.choices import Choices
from companion.errors import Refused

TICKS = Choices(["Grade: Levy (Attacker)", "Grade: Levy (Defender)", "Grade: Picked", "Shaken"])


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("Picked", ["Grade: Picked"]), ("shaken, pick", ["Grade: Picked", "Shaken"]), ("sha", ["Shaken"])],
)
def test_the_words_after_a_colon_name_a_choice(typed: str, meant: list[str]) -> None:
    """A rulebook says Picked, the list `Grade: Picked`; a beginning that only one has is enough."""
    assert TICKS.several(typed) == meant


def test_words_of_both_sides_are_asked_for() -> None:
    """The message lists the choices with their numbers."""
    with pytest.raises(Refused, match=r"1 Grade: Levy \(Attacker\), 2 Grade: Levy \(Defender\)"):
        TICKS.several("Levy")
