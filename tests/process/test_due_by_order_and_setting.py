"""Checks that orders make due each turn, and answers that session settings give, from the command line."""

from __future__ import annotations

import pytest

from tests.process.conftest import Say


@pytest.mark.usefixtures("shipped")
def test_an_attack_calls_for_a_confidence_check_each_turn(say: Say) -> None:
    """Due from the turn after the order is accepted; a Defend order needs no check."""
    say("session", "game", "aor")
    say("session", "scenario", "little-round-top")
    due = [say("turn", "to", str(number), "command", "--json").json["due"] for number in (1, 2, 3)]
    checks = [[each["says"] for each in one if each["procedure"] == "aor:order-confidence"] for one in due]
    assert checks == [[], ["Order confidence: I Corps"], ["Order confidence: I Corps"]]


@pytest.mark.usefixtures("shipped")
def test_the_step_of_fluke_stoppage_begins_on_turn_9(say: Say) -> None:
    """Nobody rolls in the first eight turns."""

    def counts(number: int) -> bool:
        say("turn", "to", str(number), "command")
        steps = say("turn", "--json").json["steps"]
        return bool(next(each["counts"] for each in steps if each["procedure"] == "lob:fluke-stoppage"))

    assert [counts(number) for number in (1, 8, 9)] == [False, False, True]


@pytest.mark.usefixtures("shipped")
def test_the_step_of_rain_begins_on_july_4(say: Say) -> None:
    """The step begins at 13:00 of the fourth day of the whole battle."""
    say("session", "game", "aor")
    say("session", "scenario", "battle")

    def counts(number: int) -> bool:
        say("turn", "to", str(number), "turn-end")
        steps = say("turn", "--json").json["steps"]
        return bool(next(each["counts"] for each in steps if each["procedure"] == "aor:rain"))

    # 14 turns from 09:00 to 04:00, then 17 a day: 13:00 of July 4 is turn 14 + 2 * 17 + 8.
    assert [counts(number) for number in (1, 55, 56, 63)] == [False, False, True, True]


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize(("chosen", "shown"), [("yes", "yes"), ("no", "no")])
def test_an_optional_rule_is_set_once_for_the_session(say: Say, chosen: str, shown: str) -> None:
    """Baggage Trains: the session's answer is filled in as yes or no."""
    say("session", "game", "pub")
    say("session", "set", f"baggage_trains={chosen}")
    run = say(
        "calc",
        "pub:rally",
        "state=spent",
        *(("type=infantry", "baggage_in_reach=yes") if chosen == "yes" else ()),
    )
    assert f"Playing with Baggage Trains: {shown} (from the session" in run.out
    assert ("Uses the Baggage Train this turn: yes" in run.out) == (chosen == "yes")
