"""Settings of the session answer questions in calculators; the answers are marked and may be changed."""

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


def add_setting(places: Places) -> None:
    """Add a setting to the game that answers the rating of a closing roll."""
    write(places.own / "tables/lob/scenarios.yaml", SETTLED)


@pytest.mark.slow
async def test_no_answer_before_a_setting_is_chosen(places: Places) -> None:
    """The question is open and unmarked."""
    add_setting(places)
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        assert "rating" not in page.form.sheet.values
        assert MARK not in words(row(pilot, "rating"))


@pytest.mark.slow
async def test_an_answer_of_a_setting_is_marked_and_may_be_changed_or_deleted(places: Places) -> None:
    """A changed answer loses its mark; a deleted one leaves the question open."""
    add_setting(places)
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
async def test_an_answer_of_a_setting_alone_is_no_draft(places: Places) -> None:
    """The calculation is not listed as unfinished, and nothing is logged."""
    add_setting(places)
    async with started(places) as pilot:
        turn.choose_setting(context(pilot).session, "battle", "B")
        await calculator(pilot, "closing-roll")
        await press(pilot, "escape")
        assert "draft" not in at(pilot, "#calculators")
        assert not [each for each in context(pilot).session.log if isinstance(each.event, Calculated)]


@pytest.mark.slow
async def test_a_changed_setting_counts_until_dice_are_rolled(places: Places) -> None:
    """An open calculation uses the new answer, unless its dice have been rolled."""
    add_setting(places)
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
async def test_points_of_another_battle_come_last(places: Places) -> None:
    """Points that do not apply to the session come last, marked with their battle."""
    write(places.own / "tables/mud/game.yaml", GAME)
    setting = SETTLED.replace(", fills: [rating]", "").replace("[A, B]", "[a, b]").replace('"3.5"', '"90.1"')
    write(places.own / "tables/mud/scenarios.yaml", setting)
    write(places.own / "rulebook/mud/01-ground.md", CHAPTER)
    async with started(places) as pilot:
        context(pilot).switch("mud")
        await type_in(pilot, "grass")
        await press(pilot, "enter")
        screen(pilot, ReadScreen)
        text = at(pilot, "#text")
        assert text.index("mud") < text.index("dry") < text.index("grass")
        turn.choose_setting(context(pilot).session, "battle", "a")
        pilot.app.changed()  # type: ignore[attr-defined]
        await press(pilot, "down")
        text = at(pilot, "#text")
        heading = text.index("Not for this session Battle: At the hill")
        assert (
            text.index("dry")
            < text.index("grass")
            < heading
            < text.index("[At the creek] At the creek all is mud")
        )
