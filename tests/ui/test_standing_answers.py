"""What the players settled for the whole session: calculators begin with it, marked, and it may be changed."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from companion.model.event import Calculated
from companion.play import turn
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.read import ReadScreen
from tests.ui.helpers import at, calculator, context, press, row, screen, started, type_in, words, write

SETTLED = """\
settings:
  - {name: battle, label: Battle, choices: [A, B], labels: [At the hill, At the creek], fills: [rating], cite: "3.5"}
"""
MARK = "(from the session)"


def settle(places: Places) -> None:
    """Gives a game a setting that answers the rating of a closing roll."""
    write(places.own / "tables/lob/scenarios.yaml", SETTLED)


async def test_nothing_stands_before_the_players_chose(places: Places) -> None:
    """The question is open as ever."""
    settle(places)
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        assert "rating" not in page.form.sheet.values
        assert MARK not in words(row(pilot, "rating"))


async def test_a_standing_answer_is_marked_and_may_be_changed_or_taken_away(places: Places) -> None:
    """Another answer is the player's own; emptied, the question stays open."""
    settle(places)
    async with started(places) as pilot:
        turn.choose_setting(context(pilot).session, "battle", "B")
        page = await calculator(pilot, "closing-roll")
        assert page.form.sheet.values == {"rating": "B"}
        assert MARK in words(row(pilot, "rating"))
        row(pilot, "rating").focus()
        await press(pilot, "a")
        assert page.form.sheet.values["rating"] == "A"
        assert MARK not in words(row(pilot, "rating"))
        row(pilot, "rating").focus()
        await press(pilot, "delete")
        assert "rating" not in page.form.sheet.values
        assert row(pilot, "rating").missing


@pytest.mark.slow
async def test_a_standing_answer_alone_is_no_calculation_begun(places: Places) -> None:
    """Left at once, the list does not call it begun, and nothing is in the log."""
    settle(places)
    async with started(places) as pilot:
        turn.choose_setting(context(pilot).session, "battle", "B")
        await calculator(pilot, "closing-roll")
        await press(pilot, "escape")
        assert "begun" not in at(pilot, "#calculators")
        assert not [each for each in context(pilot).session.log if isinstance(each.event, Calculated)]


async def test_a_changed_setting_counts_at_once_but_not_under_dice(places: Places) -> None:
    """An open calculation goes on with the new answer; one whose dice lie keeps what they fell for."""
    settle(places)
    async with started(places) as pilot:
        session = context(pilot).session
        turn.choose_setting(session, "battle", "B")
        page = await calculator(pilot, "closing-roll")
        turn.choose_setting(session, "battle", "A")
        page.app.changed()
        await press(pilot, "down")
        assert page.form.sheet.values["rating"] == "A"
        row(pilot, "leader_morale").focus()
        await press(pilot, "0 4")
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        turn.choose_setting(session, "battle", "B")
        page.app.changed()
        await press(pilot, "down")
        assert page.form.sheet.values["rating"] == "A"
        screen(pilot, CalculatorScreen)


CHAPTER = """\
---
title: Ground
document: house
authority: rule
---

# 90.1 Ground of the day

- At the creek all is mud. {battle=b}
- At the hill all is dry. {battle=a}
- Everywhere there is grass.
"""
GAME = """\
slug: mud
name: Mud
edition: "1"
order: 9
about: Grass.
credits: Nobody.
documents:
  - {id: house, title: House, authority: rule}
limits:
  battle: {a: At the hill, b: At the creek}
"""


@pytest.mark.slow
async def test_points_of_another_battle_stand_last(places: Places) -> None:
    """What the session does not play comes after the rest, with its mark."""
    write(places.own / "tables/mud/game.yaml", GAME)
    setting = SETTLED.replace(", fills: [rating]", "").replace("[A, B]", "[a, b]").replace('"3.5"', '"90.1"')
    write(places.own / "tables/mud/scenarios.yaml", setting)
    write(places.own / "rulebook/mud/01-ground.md", CHAPTER)
    async with started(places) as pilot:
        context(pilot).switch("mud")
        await type_in(pilot, "grass")
        await press(pilot, "enter")
        screen(pilot, ReadScreen)
        told = at(pilot, "#text")
        assert told.index("mud") < told.index("dry") < told.index("grass")
        turn.choose_setting(context(pilot).session, "battle", "a")
        pilot.app.changed()  # type: ignore[attr-defined]
        await press(pilot, "down")
        told = at(pilot, "#text")
        heading = told.index("Not for this session Battle: At the hill")
        assert (
            told.index("dry")
            < told.index("grass")
            < heading
            < told.index("[At the creek] At the creek all is mud")
        )
