"""Pools of dice: typed die by die, rolled by the companion, removed, and repeated in rounds."""

from __future__ import annotations

import random

import pytest
from textual.pilot import Pilot

from companion.engine import Dice
from companion.load.places import Places
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.widgets.dice_row import DiceRow
from companion.workspace.typed_numbers import PoolEntry
from tests.ui.helpers import (
    add_second_game,
    at,
    calculator,
    context,
    focused,
    notes,
    press,
    row,
    screen,
    started,
    type_in,
    write,
)

SHOOT = """
id: shoot
title: Shooting
cite: "1.0"
summary: Dice against a number.
inputs:
  - {name: dice, label: Dice, kind: number, least: 0, most: 5}
  - {name: cover, label: Cover, kind: yes-no}
steps:
  - do: roll
    name: faces
    label: Shots
    dice: d6
    count: dice
    counts: {hits: "face >= (6 if cover else 5)"}
outcome: [{name: hits, label: Hits, show: headline}]
"""
DUEL = """
id: duel
title: Duel
cite: "1.0"
summary: Two dice a round until a six.
inputs: []
steps:
  - do: rounds
    name: rounds
    begin: {over: "no"}
    during: not over
    then: {over: sixes > 0}
    steps: [{do: roll, name: faces, label: Duel, dice: d6, count: "2", counts: {sixes: face == 6}}]
outcome: [{name: sixes, label: Sixes, show: headline}, {name: rounds, label: Rounds}]
"""
LUCK = """
id: luck
title: Luck
cite: "1.0"
summary: A percentile roll.
inputs: []
steps: [{do: roll, name: luck, label: Luck, dice: 00-99}]
outcome: [{name: luck, label: Luck, show: headline}]
"""


@pytest.fixture(autouse=True)
def toys(places: Places) -> None:
    """Add a small game with dice of every kind."""
    add_second_game(places)
    for name, text in (("shoot", SHOOT), ("duel", DUEL), ("luck", LUCK)):
        write(places.own / f"tables/toy/procedures/{name}.yaml", text)


async def opened(pilot: Pilot[None], name: str, answers: str = "") -> CalculatorScreen:
    """Open a calculator of the small game, and press these keys if any."""
    context(pilot).switch("toy")
    page = await calculator(pilot, name)
    if answers:
        await press(pilot, answers)
    return page


@pytest.mark.slow
@pytest.mark.parametrize("keys", ["3 5 6", "3 space 5 space 6", "3 comma 5 comma 6", "3 5 space 6"])
async def test_dice_are_typed_one_after_the_other(places: Places, keys: str) -> None:
    """Dice may be typed with or without gaps; the last die completes the result."""
    async with started(places, (100, 40)) as pilot:
        page = await opened(pilot, "shoot", "3 enter")
        page.query_one(DiceRow).focus()
        assert "Shots: type 3d6 [_] 3 dice, each 1 to 6, or r to roll" in at(pilot, "#dice")
        assert "Odds before the roll" in at(pilot, "#answer")
        await press(pilot, keys)
        assert at(pilot, "#dice").startswith("Shots 3d6: 3 5 6, typed")
        assert at(pilot, "#summary").startswith("● HITS: 2")


@pytest.mark.slow
async def test_the_row_says_how_many_dice_are_due(places: Places) -> None:
    """Dice so far and dice still due are shown; a number that is not a face is refused."""
    async with started(places, (100, 40)) as pilot:
        page = await opened(pilot, "shoot", "3 enter")
        page.query_one(DiceRow).focus()
        await press(pilot, "3 7")
        assert "type 3d6 [3 _] 2 more" in at(pilot, "#dice")
        assert "7 is outside 1 to 6" in at(pilot, "#dice")
        await press(pilot, "0")
        assert "0 is outside 1 to 6" in at(pilot, "#dice")
        await press(pilot, "enter")
        assert "2 more needed" in at(pilot, "#dice")
        await press(pilot, "4")
        assert "[3 4 _] 1 more" in at(pilot, "#dice")
        assert "needed" not in at(pilot, "#dice")
        assert page.calculation.resolution is not None
        assert not page.calculation.resolution.done


@pytest.mark.slow
async def test_backspace_removes_the_last_die(places: Places) -> None:
    """Backspace removes a die while dice are typed, and after the last one."""
    async with started(places, (100, 40)) as pilot:
        page = await opened(pilot, "shoot", "3 enter")
        page.query_one(DiceRow).focus()
        await press(pilot, "3 4 backspace")
        assert "[3 _] 2 more" in at(pilot, "#dice")
        await press(pilot, "5 6")
        assert at(pilot, "#summary").startswith("● HITS: 2")
        page.query_one(DiceRow).focus()
        await press(pilot, "backspace")
        assert "[3 5 _] 1 more" in at(pilot, "#dice")
        assert page.calculation.resolution is not None
        assert not page.calculation.resolution.done
        await press(pilot, "1")
        assert at(pilot, "#summary").startswith("● HITS: 1")


async def test_the_companion_rolls_all_of_them(places: Places) -> None:
    """After some dice were typed, r rolls all of them; what the companion rolled cannot be removed."""
    async with started(places, (100, 40), Dice(random.Random(5))) as pilot:
        page = await opened(pilot, "shoot", "4 enter")
        page.query_one(DiceRow).focus()
        await press(pilot, "2 r")
        assert page.calculation.resolution is not None
        (rolled,) = page.calculation.resolution.rolls
        assert (len(rolled.faces), rolled.source) == (4, "app")
        faces = " ".join(map(str, rolled.faces))
        assert at(pilot, "#dice").startswith(f"Shots 4d6: {faces}, rolled here")
        assert f"● HITS: {sum(face >= 5 for face in rolled.faces)}" in at(pilot, "#summary")
        page.query_one(DiceRow).focus()
        await press(pilot, "backspace")
        assert "Only typed dice can be taken back." in notes(pilot)


async def test_an_empty_pool_needs_no_roll(places: Places) -> None:
    """An empty pool gives its result at once."""
    async with started(places, (100, 40)) as pilot:
        page = await opened(pilot, "shoot", "0")
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        assert at(pilot, "#summary").startswith("● HITS: 0")


@pytest.mark.slow
async def test_more_dice_are_due_after_an_answer_changed(places: Places) -> None:
    """Earlier dice stay; when fewer are due again, the die added last no longer counts."""
    async with started(places, (100, 40)) as pilot:
        page = await opened(pilot, "shoot", "2 enter")
        page.query_one(DiceRow).focus()
        await press(pilot, "5 6")
        row(pilot, "dice").focus()
        await press(pilot, "3 enter")
        assert "Shots: type 3d6, 2 there [_] 1 more" in at(pilot, "#dice")
        page.query_one(DiceRow).focus()
        await press(pilot, "5")
        assert at(pilot, "#summary").startswith("● HITS: 3")
        row(pilot, "dice").focus()
        await press(pilot, "2 enter")
        assert at(pilot, "#summary").startswith("● HITS: 2")
        assert "Shots: 5, no longer needed" in at(pilot, "#answer")


@pytest.mark.slow
async def test_missing_dice_of_a_pool_that_grew_may_be_rolled(places: Places) -> None:
    """The companion rolls only the missing dice."""
    async with started(places, (100, 40), Dice(random.Random(1))) as pilot:
        page = await opened(pilot, "shoot", "2 enter")
        page.query_one(DiceRow).focus()
        await press(pilot, "5 6")
        row(pilot, "dice").focus()
        await press(pilot, "4 enter")
        page.query_one(DiceRow).focus()
        await press(pilot, "r")
        assert page.calculation.resolution is not None
        typed, rolled = page.calculation.resolution.rolls
        assert (typed.faces, typed.source, len(rolled.faces), rolled.source) == ((5, 6), "typed", 2, "app")
        assert page.calculation.resolution.done


@pytest.mark.slow
async def test_round_after_round(places: Places) -> None:
    """The row asks again in each round, and lists the rolls so far."""
    async with started(places, (100, 40)) as pilot:
        page = await opened(pilot, "duel")
        assert isinstance(focused(pilot), DiceRow)
        await press(pilot, "1 2")
        assert "Duel: type 2d6 [_] 2 dice" in at(pilot, "#dice")
        for _ in range(5):
            await press(pilot, "3 4")
        assert at(pilot, "#dice").count("2d6: 3 4, typed") == 4
        await press(pilot, "6 1")
        assert screen(pilot, CalculatorScreen) is page
        assert at(pilot, "#summary").startswith("● SIXES: 1")
        assert "Rounds: 7" in at(pilot, "#summary")


@pytest.mark.parametrize(("typed", "value"), [("07", 7), ("00", 0), ("99", 99), ("40", 40)])
async def test_percentile_dice_are_two_digits(places: Places, typed: str, value: int) -> None:
    """The second digit completes the roll."""
    async with started(places, (100, 40)) as pilot:
        page = await opened(pilot, "luck")
        assert "Luck: type 00-99" in at(pilot, "#dice")
        await type_in(pilot, typed)
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.outcome == {"luck": value}


@pytest.mark.slow
async def test_a_single_digit_takes_enter(places: Places) -> None:
    """7 waits for Enter, because it may be the start of 70."""
    async with started(places, (100, 40)) as pilot:
        page = await opened(pilot, "luck")
        await press(pilot, "7")
        assert page.calculation.resolution is not None
        assert not page.calculation.resolution.done
        await press(pilot, "enter")
        assert page.calculation.resolution.outcome == {"luck": 7}


@pytest.mark.parametrize(
    ("most", "keys", "dice", "digits"),
    [
        (6, "1234", [1, 2, 3, 4], ""),
        (6, "1 2,3+4", [1, 2, 3, 4], ""),
        (6, "0789x", [], ""),
        (10, "23", [2, 3], ""),
        (10, "1", [], "1"),
        (10, "1 10 1", [1, 10], "1"),
        (10, "1,105", [1, 10, 5], ""),
        (20, "21", [], "2"),
        (20, "2 120", [2, 12], ""),
    ],
)
def test_keys_of_a_pool(most: int, keys: str, dice: list[int], digits: str) -> None:
    """A die ends where no further digit could belong to it, or at a gap; invalid faces are ignored."""
    pool = PoolEntry(1, most, 9)
    for key in keys:
        pool.press(key)
    assert (pool.dice, pool.digits) == (dice, digits)
