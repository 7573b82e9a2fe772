"""The turn: forward, back, jumped to, kept on disk, taken up again by the next start."""

from __future__ import annotations

import json

import pytest
from textual.widgets import OptionList

from companion.load.places import Places
from companion.play.clock import Position, moments, words
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.find import FindScreen
from companion.ui.screens.read import ReadScreen
from companion.ui.screens.turn import TurnScreen
from tests.ui.helpers import at, desk, notes, press, screen, seen, settled, started, until


def _kept(places: Places) -> list[int]:
    """Turn and moment as they stand on disk."""
    position: list[int] = json.loads((places.data / "bookmark.json").read_text())["positions"]["lob"]
    return position


async def test_forward_and_back(places: Places) -> None:
    """Right goes on phase by phase into the next turn, left is its inverse."""
    async with started(places) as pilot:
        await press(pilot, "f3")
        screen(pilot, TurnScreen)
        sequence = desk(pilot).module.sequence
        assert sequence is not None
        order = moments(sequence)
        for number in range(len(order)):
            assert desk(pilot).position == Position(1, number)
            assert at(pilot, "#where").startswith(words(sequence, Position(1, number)))
            assert at(pilot, "#allowed").startswith(order[number].phase.title)
            await press(pilot, "right")
        assert desk(pilot).position == Position(2, 0)
        assert at(pilot, "#phases").startswith("Turn 2 > 1 Command Phase")
        await press(pilot, "left p")
        assert desk(pilot).position == Position(1, len(order) - 2)
        await press(pilot, "n")
        assert desk(pilot).position == Position(1, len(order) - 1)


async def test_before_the_first_phase_is_nothing(places: Places) -> None:
    """Back from the first phase of turn 1 stays there, and so does a turn back."""
    async with started(places) as pilot:
        await press(pilot, "f3 left minus")
        assert desk(pilot).position == Position(1, 0)


async def test_jumps(places: Places) -> None:
    """A digit jumps to the phase with that number, + and - to a turn."""
    async with started(places) as pilot:
        await press(pilot, "f3 5")
        assert desk(pilot).position == Position(1, 4)
        assert "> 5 Activity Phase" in at(pilot, "#phases")
        await press(pilot, "plus plus")
        assert desk(pilot).position == Position(3, 0)
        await press(pilot, "minus")
        assert desk(pilot).position == Position(2, 0)


async def test_a_phase_that_is_none_is_not_jumped_to(places: Places) -> None:
    """Digits past the last phase and 0 change nothing."""
    async with started(places) as pilot:
        await press(pilot, "f3 9 8 0 x")
        assert desk(pilot).position == Position(1, 0)
        screen(pilot, TurnScreen)


async def test_every_move_is_on_disk_at_once(places: Places) -> None:
    """The file has the place as soon as the screen has."""
    async with started(places) as pilot:
        await press(pilot, "f3 right")
        assert _kept(places) == [1, 1]
        await press(pilot, "4")
        assert _kept(places) == [1, 3]
        await press(pilot, "left plus")
        assert _kept(places) == [2, 0]


async def test_the_next_start_resumes(places: Places) -> None:
    """A second app stands where the first was left."""
    async with started(places) as pilot:
        await press(pilot, "f3 plus 5")
    async with started(places) as pilot:
        assert "Turn 2, Second player, Activity Phase" in at(pilot, "#where")
        await press(pilot, "f3")
        assert desk(pilot).position == Position(2, 4)
        assert "> 5 Activity Phase" in at(pilot, "#phases")


@pytest.mark.parametrize("text", ["", "{", '{"game": "lob", "positions": {"lob": [1]}}', "[]", "\x00"])
async def test_a_damaged_bookmark_starts_afresh_and_says_so(places: Places, text: str) -> None:
    """The app starts at the beginning and warns."""
    places.data.mkdir(parents=True)
    (places.data / "bookmark.json").write_text(text)
    async with started(places) as pilot:
        assert desk(pilot).position == Position(1, 0)
        assert "cannot be read" in notes(pilot)
        await press(pilot, "f3 right")
        assert _kept(places) == [1, 1]


@pytest.mark.parametrize("kept", [[0, 0], [-4, 99], [5000, 2], [1, -1]])
async def test_a_bookmark_outside_the_sequence_is_brought_inside(places: Places, kept: list[int]) -> None:
    """As after a change of the data."""
    places.data.mkdir(parents=True)
    (places.data / "bookmark.json").write_text(json.dumps({"game": "lob", "positions": {"lob": kept}}))
    async with started(places) as pilot:
        sequence = desk(pilot).module.sequence
        assert sequence is not None
        assert 1 <= desk(pilot).position.turn <= 999
        assert 0 <= desk(pilot).position.moment < len(moments(sequence))
        await press(pilot, "f3 left right plus minus")


async def test_the_last_turn_is_the_last(places: Places) -> None:
    """+ on the last turn does not leave it, on screen or on disk."""
    places.data.mkdir(parents=True)
    (places.data / "bookmark.json").write_text('{"game": "lob", "positions": {"lob": [999, 0]}}')
    async with started(places) as pilot:
        await press(pilot, "f3 plus")
        assert desk(pilot).position.turn == 999
        assert _kept(places)[0] == 999


async def test_a_step_opens_its_calculator(places: Places) -> None:
    """Enter on a step with a calculator opens it."""
    async with started(places) as pilot:
        await press(pilot, "f3 down enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        assert screen(pilot, CalculatorScreen).procedure.id == "lob:command-roll"


async def test_back_from_a_steps_calculator_is_the_turn(places: Places) -> None:
    """Escape in the calculator comes back to the turn it was opened from."""
    async with started(places) as pilot:
        await press(pilot, "f3 down enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        await press(pilot, "escape")
        screen(pilot, TurnScreen)


async def test_rule_of_a_step_and_back(places: Places) -> None:
    """r opens the rule of the marked step, Escape comes back."""
    async with started(places) as pilot:
        await press(pilot, "f3 down down r")
        assert screen(pilot, ReadScreen).record == "lob:10.6a"
        await press(pilot, "escape")
        screen(pilot, TurnScreen)


async def test_the_marked_step_stays_marked(places: Places) -> None:
    """Back from a step's rule the same step is marked."""
    async with started(places) as pilot:
        await press(pilot, "f3 down down r escape")
        assert screen(pilot, TurnScreen).query_one("#steps", OptionList).highlighted == 2


async def test_every_cite_of_the_turn_is_in_the_book(places: Places) -> None:
    """No step leads to a page that is not there."""
    async with started(places) as pilot:
        sequence = desk(pilot).module.sequence
        assert sequence is not None
        for phase in sequence.phases:
            for cite in (phase.cite, *(step.cite for step in phase.steps)):
                assert not cite or desk(pilot).library.find(f"lob:{cite}"), cite


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_the_present_phase_is_on_the_screen(places: Places, size: tuple[int, int]) -> None:
    """The mark `>` in the list of phases is in view, in the last phase too."""
    async with started(places, size) as pilot:
        await press(pilot, "f3 7")
        await settled(pilot)
        side = screen(pilot, TurnScreen).query_one("#phases-side")
        lines = str(screen(pilot, TurnScreen).query_one("#phases").render()).split("\n")
        marked = next(number for number, line in enumerate(lines) if line.startswith(">"))
        top = round(side.scroll_y)
        assert top <= marked < top + side.content_size.height, lines


async def test_escape_leads_home(places: Places) -> None:
    """Escape goes to the search, which shows the turn as it stands."""
    async with started(places) as pilot:
        await press(pilot, "f3 right escape")
        screen(pilot, FindScreen)
        assert "Activity Phase" in at(pilot, "#where"), seen(pilot)
