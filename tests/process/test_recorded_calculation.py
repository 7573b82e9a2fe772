"""The record of a calculation in the log does not depend on the output of `calc`."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cli import calc_run
from companion.load.places import usual_places
from companion.model.event import Calculated
from companion.play.event_json import decode_event, encode_event
from companion.play.opening import FIRST
from companion.play.session_files import ENDING, sessions_folder
from companion.render import resolution_json as calc_output
from companion.render.documents import document
from tests.process.conftest import Say
from tests.unit.test_event_format import file_lines

pytestmark = pytest.mark.usefixtures("shipped")

CLOSING_ROLL = ("calc", "lob:closing-roll", "rating=C", "leader_morale=2", "--roll", "3", "--log")


def closing_roll(say: Say) -> tuple[dict[str, Any], str]:
    """Output of `calc --json` for a closing roll, and the event that it writes to the log."""
    answer: dict[str, Any] = say(*CLOSING_ROLL, "--json").json
    return answer, file_lines(sessions_folder(usual_places().data) / f"{FIRST}{ENDING}")[answer["logged"] - 1]


def test_the_record_is_independent_of_the_output_of_calc(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """Renamed or added keys of `calc --json` do not change the recorded bytes."""
    before, event = closing_roll(say)
    printed = calc_output.resolution_json
    monkeypatch.setattr(
        calc_run,
        "resolution_json",
        lambda done: {f"new {key}": value for key, value in printed(done).items()} | {"added": 1},
    )
    monkeypatch.setattr(
        calc_output, "document", lambda record, **computed: {"more": 1, **document(record, **computed)}
    )
    after, again = closing_roll(say)
    assert "added" in after and set(before) & set(after) == {"conflicts", "logged", "session"} & set(before)
    assert again == event


def test_a_recorded_calculation_is_complete(say: Say) -> None:
    """Answers, dice and who rolled them, modifiers, result, odds, follow-ups, and rulings in force are recorded."""
    say("session", "new", FIRST, "--game", "lob")
    say("ruling", "add", "lob:closing-roll", "Ask both players first")
    say("ruling", "add", "lob:fire", "Not about this calculator")
    _, text = closing_roll(say)
    event = decode_event(text)
    assert isinstance(event, Calculated)
    assert (event.procedure, event.summary) == (
        "lob:closing-roll",
        "Closing roll: The stack closes (rolled 3 on 1d6)",
    )
    assert event.inputs["leader_morale"] == 2
    assert [(roll.dice, roll.value, roll.source) for roll in event.rolls] == [("1d6", 3, "typed")]
    assert [line.value for line in event.ledger if line.state == "applied"] == [1]
    assert (event.outcome["success"], event.needed) == (True, 4)
    assert event.odds == {"does not close": "1/3", "closes": "2/3"}
    assert (event.follow_ups[0].cite, event.follow_ups[0].procedure) == ("5.4", "lob:opening-volley")
    assert [ruling.text for ruling in event.rulings] == ["Ask both players first"]
    assert encode_event(event) == text
    opened = say("log", "--expand", str(len(say("log", "--all", "--json").json))).out
    assert "[TABLE] Ask both players first (table-1)" in opened
