"""Dialogs with a form: the mark moves from field to field at every size, and F1 explains the keys."""

from __future__ import annotations

from functools import partial

import pytest
from textual.pilot import Pilot

from companion.load.places import Places
from companion.ui.base.form_dialog import FormScreen
from companion.ui.screens.help import HelpScreen
from tests.ui.cup_game import play_creek
from tests.ui.helpers import focused, painted, press, screen, screen_text, started, until

SIZES = [(80, 24), (40, 20), (120, 40)]


async def correct(pilot: Pilot[None]) -> FormScreen:
    """Write an order and open the form that corrects it."""
    await press(pilot, "f3 o n L e e enter H o o d enter 1 G o enter 2 ctrl+s w")
    return screen(pilot, FormScreen)


def is_marked(pilot: Pilot[None], label: str) -> bool:
    """Whether the line of the form with this label is painted with the mark."""
    return f"▸{label}" in painted(pilot).replace("▸ [ ", "▸")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_the_arrows_go_from_field_to_field(places: Places, size: tuple[int, int]) -> None:
    """Down marks each field in turn and Up goes back; the marked field is in sight."""
    async with started(places, size) as pilot:
        form = await correct(pilot)
        names = [field.name for field in form.fields]
        rows = [form.query_one(f"#field-{name}") for name in names] + [form.query_one("#send")]
        assert len(names) > 7
        for key, order in (("down", rows), ("up", rows[::-1])):
            for each in order:
                assert focused(pilot) is each
                label = "Save" if each is rows[-1] else form.fields[rows.index(each)].label
                await until(pilot, partial(is_marked, pilot, label))
                await press(pilot, key)


@pytest.mark.slow
async def test_a_form_that_edits_begins_with_its_first_field(places: Places) -> None:
    """When an order is corrected, its side is marked first, not the first field without an answer."""
    async with started(places) as pilot:
        form = await correct(pilot)
        assert focused(pilot) is form.query_one("#field-side")


@pytest.mark.slow
async def test_a_chit_that_is_edited_begins_with_its_name(places: Places) -> None:
    """When a chit is edited, its name is marked first, even if the chit has no rating."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 c f n N e y enter ctrl+s e")
        assert focused(pilot) is screen(pilot, FormScreen).query_one("#field-name")


async def test_help_in_a_form(places: Places) -> None:
    """F1 lists the keys of the form, and Escape returns to the form with its typed text."""
    async with started(places) as pilot:
        await press(pilot, "f3 o n")
        form = screen(pilot, FormScreen)
        await press(pilot, "L e e f1")
        assert isinstance(pilot.app.screen, HelpScreen)
        assert "Work out delay" in screen_text(pilot)
        assert "Back" in screen_text(pilot)
        await press(pilot, "escape")
        assert screen(pilot, FormScreen) is form
        assert form.values()["sender"] == "Lee"
