"""Names of units on the screens, and the keys a new player needs."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from companion.model.event import Calculated
from companion.model.recorded import OrderSlip
from companion.play import dispatch
from companion.ui.base.form_dialog import FormScreen
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.calculators import CalculatorsScreen
from companion.ui.screens.find import FindScreen
from tests.ui.helpers import at, calculator, context, painted, press, screen, screen_text, started, type_in


def summary(pilot: object) -> str:
    """Return the summary of the last calculation in the log."""
    log = context(pilot).session.log  # type: ignore[arg-type]
    return next(line.event.summary for line in reversed(log) if isinstance(line.event, Calculated))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_the_at_key_names_both_units(places: Places, size: tuple[int, int]) -> None:
    """Title and log show the names; the follow-up keeps them, with the roles exchanged."""
    async with started(places, size=size) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "at")
        assert "Closing stack" in painted(pilot) and "Its enemy" in painted(pilot)
        await type_in(pilot, "5th Texas")
        await press(pilot, "enter")
        await type_in(pilot, "2nd Wisconsin")
        await press(pilot, "enter")
        assert "5th Texas, 2nd W" in at(pilot, "#where")
        await press(pilot, "c 2 4 enter")
        assert summary(pilot) == "5th Texas closes with 2nd Wisconsin: rolled 4, needed 3"
        await press(pilot, "enter")
        assert at(pilot, "#where").startswith("Opening volley: 2nd Wisconsin")
        await press(pilot, "f10")
        assert "5th Texas closes with 2nd Wisconsin rolled 4, needed 3" in at(pilot, "#log")


@pytest.mark.slow
async def test_names_are_optional(places: Places) -> None:
    """Escape keeps the names as they were; nothing requires them."""
    async with started(places) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "at escape")
        assert not isinstance(pilot.app.screen, FormScreen)
        assert at(pilot, "#where").startswith("Closing roll 3.5")
        await press(pilot, "c 2 4 enter")
        assert summary(pilot).startswith("Closing roll: The stack closes")


@pytest.mark.slow
async def test_a_correction_shows_the_names(places: Places) -> None:
    """The names are also in the title of a correction. A calculator without roles has one name."""
    async with started(places) as pilot:
        await calculator(pilot, "additive-morale")
        await press(pilot, "at")
        await type_in(pilot, "Iron Brigade")
        await press(pilot, "enter")
        assert at(pilot, "#where").startswith("Additive morale: Iron Brigade")
        await press(pilot, "escape")
        await calculator(pilot, "closing-roll")
        await press(pilot, "at")
        await type_in(pilot, "5th Texas")
        await press(pilot, "enter enter c 2 4 f10 w")
        page = screen(pilot, CalculatorScreen)
        assert page.amending is not None and "5th Texas" in at(pilot, "#where")
        assert "Was: 5th Texas closes: rolled 4, needed 3" in at(pilot, "#summary")


@pytest.mark.slow
async def test_an_order_that_is_due_is_named(places: Places) -> None:
    """A roll opened from the prompt, and its line in the log, name the order."""
    async with started(places) as pilot:
        session = context(pilot).session
        dispatch.send(session, OrderSlip("First player", "Lee", "Hood", "attack", "take the ridge", 1, 1))
        await press(pilot, "f3")
        await press(pilot, "enter")
        assert at(pilot, "#where").startswith("Hood's command roll")
        await press(pilot, "2 9")
        assert summary(pilot) == "Order 1 to Hood accepted: rolled 9, needed 8"


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_calculators_of_the_phase_come_first(places: Places, size: tuple[int, int]) -> None:
    """In another phase other calculators come first, and every calculator keeps its key."""
    async with started(places, size=size) as pilot:
        await press(pilot, "f2")
        listed = screen(pilot, CalculatorsScreen).option_list
        first = " ".join(str(listed.get_option_at_index(0).prompt).split())
        assert first == ("8 Command roll • 10.6" if size[0] == 40 else "8 Command roll this phase 10.6")
        await press(pilot, "f3 right f2")
        order = [str(option.prompt) for option in listed.options]
        assert "Zero rule" in order[0] and order[0].startswith("f ") and "Closing roll" in order[1]
        assert listed.highlighted == 0
        await press(pilot, "8")
        assert at(pilot, "#where").startswith("Command roll"), "the key is the same in every phase"
        await press(pilot, "escape")
        assert listed.marked_id == "lob:command-roll"


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_quit_and_the_six_keys_are_visible(places: Places, size: tuple[int, int]) -> None:
    """The home screen shows how to quit; its help begins with the keys for a new player."""
    async with started(places, size=size) as pilot:
        assert "^Q Quit" in painted(pilot)
        await press(pilot, "f1")
        text = painted(pilot)
        for key in ("Enter", "Esc", "F1", "F2", "F3", "^Q"):
            assert f"{key} " in text.partition("Type words")[0]
        await press(pilot, "escape f2")
        assert "Quit" not in at(pilot, "#keys")
        await press(pilot, "f1")
        assert "Six keys" not in screen_text(pilot)
        await press(pilot, "escape f5")
        assert isinstance(pilot.app.screen, FindScreen)
