"""`companion calc` lists the conflicts between sources that affect a calculator."""

from __future__ import annotations

import json

import pytest

from tests.process.conftest import Say

ZERO = ["calc", "lob:order-delivery", "sender=corps", "hexes=6", "reserve=yes"]
"""An order within radius to a Reserve: half a turn, rounded down; 10.6a says that the delay is never under 1."""


@pytest.mark.usefixtures("shipped")
def test_a_zero_delay_is_shown_with_its_other_reading(say: Say) -> None:
    """Both readings are listed, with the chosen one and the reason."""
    out = " ".join(say(*ZERO).out.split())
    assert "=> Turns until it arrives: 0" in out
    assert "Sources differ: Halved delay of one turn" in out
    assert "The other reading gives 1." in out


@pytest.mark.usefixtures("shipped")
def test_the_json_answer_has_the_conflicts(say: Say) -> None:
    """JSON lists conflicts by id with their readings."""
    found = {each["id"]: each for each in json.loads(say(*ZERO, "--json").out)["conflicts"]}
    assert len(found["reserve-delivery-zero"]["readings"]) == 2


@pytest.mark.usefixtures("shipped")
def test_a_chart_has_its_conflicts(say: Say) -> None:
    """`companion show` lists the conflicts about a chart below it, as it does for a rule."""
    assert (
        "Sources differ: Several weapon types that reach the threshold"
        in say("show", "lob:firepower-shifts").out
    )
    found = say("show", "lob:firepower-shifts", "--json").json["conflicts"]
    assert [each["id"] for each in found] == ["threshold-mixed"]


@pytest.mark.usefixtures("shipped")
def test_the_walks_name_the_conflicts_of_their_parts(say: Say) -> None:
    """The whole charge lists the conflicts of the closing roll and of the morale check."""
    output = say("calc", "lob:charge", "rating=A", "--odds").out
    assert "Sources differ: Morale rolls beyond the printed rows" in output


@pytest.mark.usefixtures("shipped")
def test_a_calculator_without_conflicts_names_none(say: Say) -> None:
    """The JSON of a calculator without conflicts has no such key."""
    words = ["calc", "lob:small", "sps=3"]
    assert "Sources differ" not in say(*words).out
    assert "conflicts" not in json.loads(say(*words, "--json").out)
