"""The next round of the same calculator: offered if only its dice are missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.load.library import load_library
from companion.play.opening import open_session
from companion.play.session import Session
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.next_round import next_round
from tests.unit.test_loading_faults import FILES, places_of, write
from tests.workspace.opened import opened

MARCH = """\
id: march
title: March
cite: "1.1"
summary: One hex after another.
inputs:
  - {name: hexes, label: Hexes, kind: number, least: 1, most: 9}
steps:
  - {do: work-out, values: {left: 9 - hexes}}
outcome:
  - {name: left, label: Left, show: headline}
next:
"""
DICE = "  - {do: work-out, values: {left: 9 - hexes}}\n"
ROLL = "  - {do: roll, name: die, dice: 1d6, label: Die}\n"
WITHOUT_DICE = "  - {says: March on., cite: '1.1', procedure: march, carry: {hexes: hexes + 1}}\n"
LAST = "  - {says: March to the end., cite: '1.1', procedure: march, carry: {hexes: 9}}\n"
TOO_FAR = "  - {says: March off., cite: '1.1', procedure: march, carry: {hexes: hexes + 9}}\n"
ASKED = "  - {says: March as you like., cite: '1.1', procedure: march}\n"
OTHER = "  - {says: Check., cite: '1.1', procedure: check, carry: {shaken: no}}\n"

Marching = Callable[[str], Calculation]


@pytest.fixture
def marching(tmp_path: Path) -> Iterator[Marching]:
    """A function that opens the march of a game with these lines in its calculator."""
    sessions: list[Session] = []

    def march(text: str) -> Calculation:
        places = places_of(tmp_path)
        write(places.bases[0], {**FILES, "tables/xx/procedures/march.yaml": text})
        library = load_library(places)
        assert library.faults == ()
        session = open_session(places.data, library)
        sessions.append(session)
        session.open_game("xx")
        return opened(AppContext(places, library, session), "xx:march", {}, hexes=1)

    yield march
    for session in sessions:
        session.close()


def test_a_step_without_dice_is_no_next_round(marching: Marching) -> None:
    """A follow-up without dice is no next round, although it has the same calculator and asks nothing."""
    march = marching(MARCH + WITHOUT_DICE)
    (step,) = march.next_steps()
    assert march.context.engine.resolve(step.procedure, step.carry).done
    assert next_round(march) is None


@pytest.mark.parametrize(
    ("steps", "carry"),
    [
        (WITHOUT_DICE, {"hexes": 2}),
        (LAST + WITHOUT_DICE, {"hexes": 9}),
        (ASKED, None),
        (OTHER, None),
        (TOO_FAR, None),
        (OTHER + ASKED + TOO_FAR + WITHOUT_DICE, {"hexes": 2}),
    ],
)
def test_the_next_round_is_the_first_step_that_needs_only_dice(
    marching: Marching, steps: str, carry: dict[str, int] | None
) -> None:
    """Steps of other calculators, with an open question, or with answers that are refused, are passed over."""
    march = marching(MARCH.replace(DICE, ROLL + DICE) + steps)
    assert next_round(march) is None, "the dice of this round are missing"
    march.enter_roll("3")
    step = next_round(march)
    assert (step and step.carry) == carry
