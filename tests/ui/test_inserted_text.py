"""Text that a phone's keyboard inserts at once: it goes into a text field, and never acts as keys."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from companion.load.places import Places
from companion.play.units_and_notes import keep_unit
from companion.ui.key_queue import Inserted
from companion.ui.screens.fill import FillScreen
from companion.ui.screens.find import FindScreen
from companion.ui.screens.unit import UnitScreen
from companion.ui.screens.units import UnitsScreen
from tests.proofs.hands import key_event
from tests.ui.helpers import companion, context, notes, painted, press, screen, screen_text, settled, started


async def insert(pilot: Pilot[None], text: str, erased: int = 0) -> None:
    """Insert text at once."""
    pilot.app.post_message(Inserted(text, erased))
    await settled(pilot)


@pytest.mark.parametrize("size", [(80, 24), pytest.param((40, 20), marks=pytest.mark.variants)])
async def test_a_word_changes_no_ratings(places: Places, size: tuple[int, int]) -> None:
    """The form of a unit has no text field: it says so and keeps its ratings."""
    async with started(places, size=size) as pilot:
        keep_unit(context(pilot).session, "5th Texas", {"rating": "C"})
        await pilot.app.run_action("open('units')")
        await settled(pilot)
        screen(pilot, UnitsScreen)
        await press(pilot, "enter")
        page = screen(pilot, UnitScreen)
        await insert(pilot, "abcde")
        assert page.form.sheet.values == {"rating": "C"}
        assert context(pilot).session.game_state.units["5th Texas"].facts == {"rating": "C"}
        assert '! "abcde" not entered: no text field is selected. Here, each letter is a key' in screen_text(
            pilot
        )
        assert "press keys one at a time." in painted(pilot)
        await insert(pilot, "a long sentence that was dictated")
        assert '"a long sentence that…" not entered' in screen_text(pilot)
        await press(pilot, "b")
        assert page.form.sheet.values != {"rating": "C"}, "a single key still acts"


async def test_a_name_opens_no_form_over_the_cup(places: Places) -> None:
    """No letter of a chit's name acts; in the form that n opens, the name is text."""
    async with started(places) as pilot:
        context(pilot).switch("pub")
        companion(pilot).changed()
        await press(pilot, "f3 c f")
        page = screen(pilot, FillScreen)
        listed = list(page.chits)
        await insert(pilot, "Davidson")
        assert screen(pilot, FillScreen).chits == listed and '"Davidson" not entered' in screen_text(pilot)
        for event in (key_event("n"), Inserted("Davidson")):
            pilot.app.post_message(event)
        await settled(pilot)
        assert pilot.app.screen.query_one("#field-name", Input).value == "Davidson", (
            "n was still being handled"
        )


@pytest.mark.slow
async def test_a_correction_and_lines_reach_a_field(places: Places) -> None:
    """Letters that the text replaces are erased first; the end of a line is Enter, and other keys wait."""
    async with started(places) as pilot:
        for event in (key_event("x"), Inserted("rlol"), Inserted("roll", 4), key_event("s")):
            pilot.app.post_message(event)
        await settled(pilot)
        line = screen(pilot, FindScreen).query_one(Input)
        assert line.value == "xrolls"
        await press(pilot, "ctrl+u")
        await insert(pilot, "closing roll\nabc")
        assert notes(pilot).startswith('"abc" not entered'), "Enter has opened the rule"
        await press(pilot, "escape")
        assert line.value == "closing roll"
