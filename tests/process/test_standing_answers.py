"""Settings of the session on the command line: defaults of calculators, and the order of points."""

from __future__ import annotations

import json

import pytest

from tests.process.conftest import Say

STACK = ("calc", "bar:stacking", "terrain=woods", "arm=infantry", "formation=AC")


@pytest.mark.usefixtures("shipped")
def test_a_calculator_takes_the_battle_of_the_session(say: Say) -> None:
    """The default is named as the session's; an answer on the command line overrides it."""
    say("session", "new", "Friday", "--game", "bar")
    assert "from_session" not in say(*STACK, "--json").json
    say("session", "set", "battle=kolin")
    found = say(*STACK, "--json").json
    assert (found["inputs"]["battle"], found["from_session"]) == ("kolin", {"battle": "kolin"})
    assert "Battle: Kolin (from the session; override with battle=...)" in say(*STACK).out
    found = say(*STACK, "battle=brandywine", "--json").json
    assert found["inputs"]["battle"] == "brandywine"
    assert "from_session" not in found
    found = json.loads(say(*STACK, "battle=", "--json").out)
    assert found["inputs"]["battle"] == "none"


@pytest.mark.usefixtures("shipped")
def test_another_session_has_settings_of_its_own(say: Say) -> None:
    """The settings of one session do not affect another."""
    say("session", "new", "Friday", "--game", "bar")
    say("session", "set", "battle=kolin")
    say("session", "new", "Saturday", "--game", "bar")
    assert "from_session" not in say(*STACK, "--json").json
    assert say(*STACK, "--session", "Friday", "--json").json["from_session"] == {"battle": "kolin"}


@pytest.mark.usefixtures("shipped")
def test_an_entry_puts_points_of_another_battle_last(say: Say) -> None:
    """Points of other battles follow under a heading that names the battle of the session."""
    say("session", "new", "Friday", "--game", "bar")
    before = say("show", "bar:stacking-chart").out
    assert "Not for this session" not in before
    assert "[CHART, Brandywine]" in before or "[Brandywine]" in before
    say("session", "set", "battle=kolin")
    after = say("show", "bar:stacking-chart").out
    assert "Brandywine]" in after.split("Not for this session (Battle: Kolin):")[1]
    say("session", "set", "battle=brandywine")
    assert "Not for this session" not in say("show", "bar:stacking-chart").out
