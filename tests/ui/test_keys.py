"""Keys: help and palette drawn from the live bindings, keys of the player's own, and no chord that is needed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from textwrap import indent

import pytest
from textual.pilot import Pilot
from textual.widget import Widget

from companion.load.places import Places
from companion.load.settings import FILE
from companion.ui.active_commands import active_commands
from companion.ui.base.form_dialog import FormScreen
from companion.ui.keymap import bound
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.find import FindScreen
from companion.ui.screens.help import HelpScreen
from companion.ui.screens.turn import TurnScreen
from companion.ui.typed_words import match
from tests.ui.helpers import (
    at,
    calculator,
    context,
    notes,
    press,
    screen,
    seen,
    started,
    type_in,
    until,
    write,
)

# help


@pytest.mark.parametrize("size", [(40, 20), (80, 24)])
async def test_help_tells_of_this_screen_first(places: Places, size: tuple[int, int]) -> None:
    """What it is for, the place one is at, its keys, then the keys of everywhere; nothing to scroll sideways."""
    async with started(places, size) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "f1")
        lines = screen(pilot, HelpScreen).query_one("#help-text", Widget)
        told = at(pilot, "#help-text")
        parts = (
            "A letter toggles",
            "Here: press the key before the choice",
            "On this screen",
            "F6",
            "Everywhere",
            "F10",
        )
        order = [told.index(part) for part in parts]
        assert order == sorted(order)
        assert "copy" not in told.lower()
        assert max(lines.render_line(y).cell_length for y in range(lines.size.height)) <= size[0]
        scrolled = [
            each for each in pilot.app.screen.query(Widget) if each.is_scrollable and each.max_scroll_x
        ]
        assert scrolled == []


async def test_help_goes_with_its_key_or_escape_and_leads_to_all_commands(places: Places) -> None:
    """The screen below is as it was."""
    async with started(places) as pilot:
        for mode, leave in (("f5", "f1"), ("f2", "f1"), ("f3", "f1"), ("f3", "escape")):
            await press(pilot, mode)
            below = pilot.app.screen
            await press(pilot, "f1")
            screen(pilot, HelpScreen)
            await press(pilot, leave)
            assert pilot.app.screen is below
        await press(pilot, "f1 p")
        await until(pilot, lambda: "Next" in seen(pilot))
        assert type(pilot.app.screen).__name__ == "Palette"
        await press(pilot, "escape")
        screen(pilot, TurnScreen)


async def test_keys_of_a_row_are_told_in_one_line(places: Places) -> None:
    """1-9 for the phases, not nine lines."""
    async with started(places) as pilot:
        await press(pilot, "f3 f1")
        told = at(pilot, "#help-text")
        assert "1-9 Phase" in told
        assert "Phase 3" not in told


# the palette


@pytest.mark.parametrize(
    ("keys", "words", "sought", "state"),
    [
        ("f5", "kind alone", "Kind F7", "rule"),
        ("f5", "game first", "Games ^G", ""),
    ],
)
async def test_the_palette_has_the_keys_of_the_screen(
    places: Places, keys: str, words: str, sought: str, state: str
) -> None:
    """With their key, and choosing one does what the key does."""
    async with started(places) as pilot:
        await press(pilot, keys)
        before = screen(pilot, FindScreen).scope
        await _command(pilot, words, sought)
        page = screen(pilot, FindScreen)
        assert page.kind == state
        assert state or page.scope != before


async def test_the_palette_has_every_action_of_every_main_screen(places: Places) -> None:
    """What the keys do on the screen and everywhere, each named."""
    async with started(places) as pilot:
        for keys in ("f5", "f2", "f3", "f10"):
            await press(pilot, keys)
            here, everywhere = active_commands(pilot.app.screen)
            assert len(everywhere) >= 10
            await press(pilot, "ctrl+p")
            await until(pilot, lambda: "Quit ^Q" in seen(pilot))
            listed = seen(pilot)
            for each in (*here, *everywhere):
                if each.stem == each.title:
                    assert f"{each.title} {each.key}" in listed, each
            await press(pilot, "escape")


@pytest.mark.slow
async def test_a_sentence_in_the_palette_holds_nothing_up(places: Places) -> None:
    """Every word must be there, at the start of a word rather than within one, in any order; else nothing is found."""
    assert match("roll clos", "Closing roll (3.5)") > match("osing", "Closing roll (3.5)") > 0
    assert match("closing", "Closing roll") > match("roll", "Closing roll")
    assert match("closing rolls", "Closing roll") == match("", "Closing roll") == 0
    async with started(places) as pilot:
        await press(pilot, "ctrl+p")
        await type_in(pilot, "commander orders: stating the order of the other commanders")
        await until(pilot, lambda: "No matches found" in seen(pilot))


async def _command(pilot: Pilot[None], words: str, line: str) -> None:
    """Takes a command of the palette."""
    await press(pilot, "ctrl+p")
    await type_in(pilot, words)
    await until(pilot, lambda: line in seen(pilot))
    for _ in range(2):
        if type(pilot.app.screen).__name__ == "Palette":
            await press(pilot, "enter")
    await until(pilot, lambda: type(pilot.app.screen).__name__ != "Palette")


# keys of one's own


@asynccontextmanager
async def keyed(places: Places, text: str) -> AsyncIterator[Pilot[None]]:
    """The app with these lines as the keys of `config.yaml`."""
    write(places.config / FILE, f"keys:\n{indent(text, '  ')}")
    async with started(places) as pilot:
        yield pilot


async def test_a_key_of_ones_own_does_it_and_is_shown(places: Places) -> None:
    """In the footer, in help and in the palette; the key it had does it no more."""
    async with keyed(places, "find.kind: ctrl+t\n") as pilot:
        assert notes(pilot) == ""
        assert "^T Kind" in at(pilot, "#keys")
        assert "F7" not in at(pilot, "#keys")
        await press(pilot, "f7")
        assert screen(pilot, FindScreen).kind == ""
        await press(pilot, "ctrl+t")
        assert screen(pilot, FindScreen).kind == "rule"
        await press(pilot, "f1")
        told = at(pilot, "#help-text")
        assert "Changed by you: Kind is ctrl+t, not f7." in told
        assert "^T Kind" in told
        await press(pilot, "escape ctrl+p")
        await until(pilot, lambda: "Kind ^T" in seen(pilot))


@pytest.mark.slow
async def test_two_keys_may_change_places(places: Places) -> None:
    """And one may have several."""
    async with keyed(places, "find.kind: f8, ctrl+t\nfind.scope: f7\nturn.next: ctrl+n, m\n") as pilot:
        assert notes(pilot) == ""
        page = screen(pilot, FindScreen)
        await press(pilot, "f7")
        assert (page.kind, page.scope) == ("", "only")
        await press(pilot, "f8 ctrl+t")
        assert (page.kind, page.scope) == ("erratum", "only")
        await press(pilot, "f3 m ctrl+n")
        assert context(pilot).position.moment == 2


@pytest.mark.slow
async def test_what_two_states_of_a_screen_share_goes_together(places: Places) -> None:
    """= fills in, and after the result takes it to a unit: one name, one key."""
    async with keyed(places, "calculator.fill: f11\nsessions: f4\n") as pilot:
        assert "f4 is the key of calculator.rule already" in notes(pilot)
    async with keyed(places, 'calculator.fill: "~"\n') as pilot:
        assert notes(pilot) == ""
        await calculator(pilot, "closing-roll")
        assert "~ Fill in" in at(pilot, "#keys")


@pytest.mark.slow
async def test_the_palette_can_have_another_key(places: Places) -> None:
    """And ctrl+p is free then."""
    async with keyed(places, "commands: ctrl+k\n") as pilot:
        await press(pilot, "ctrl+p")
        screen(pilot, FindScreen)
        await press(pilot, "ctrl+k")
        assert type(pilot.app.screen).__name__ == "Palette"


async def test_faults_of_the_file_are_told_and_the_rest_counts(places: Places) -> None:
    """With file, line and what to do; the good lines count."""
    async with keyed(places, "find.knid: f8\nfind.scope: ctrl+t\n") as pilot:
        assert "config.yaml:2: keys.find.knid: nothing has this name (did you mean find.kind?" in notes(pilot)
        await press(pilot, "ctrl+t")
        assert screen(pilot, FindScreen).scope == "only"


# no chord is needed

CHORDS = {
    *("undo", "redo", "commands", "quit", "form.done"),
    *("calculator.down", "calculator.up", "calculator.continue", "find.scope", "find.bookmarks"),
}


def test_the_chords_are_known() -> None:
    """What has nothing but a key with ctrl; each has its other way below."""
    alone = {each.id for each in bound() if all("+" in key for key in each.keys)}
    assert alone == CHORDS


@pytest.mark.slow
async def test_undo_redo_and_quit_are_in_the_palette_which_help_opens(places: Places) -> None:
    """F1, p, and the name."""
    async with started(places) as pilot:
        await press(pilot, "f3 n")
        for name, moment in (("Undo", 0), ("Redo", 1)):
            await press(pilot, "f1 p")
            await type_in(pilot, name.lower())
            await until(pilot, lambda name=name: f"{name} ^" in seen(pilot))  # type: ignore[misc]
            for _ in range(2):
                if type(pilot.app.screen).__name__ == "Palette":
                    await press(pilot, "enter")
            await until(pilot, lambda moment=moment: context(pilot).position.moment == moment)  # type: ignore[misc]
        await press(pilot, "f1 p")
        await until(pilot, lambda: "Quit ^Q" in seen(pilot))


@pytest.mark.slow
async def test_the_ledger_scrolls_by_palette(places: Places) -> None:
    """Down and up again."""
    async with started(places, (80, 12)) as pilot:
        page = await calculator(pilot, "fire")
        await press(pilot, "1")
        side = page.query_one("#ledger", Widget)
        assert side.max_scroll_y > 0
        await _command(pilot, "ledger down", "Ledger down ^↓")
        await until(pilot, lambda: side.scroll_y > 0)
        await _command(pilot, "ledger up", "Ledger up ^↑")
        await until(pilot, lambda: side.scroll_y == 0)
        screen(pilot, CalculatorScreen)


async def test_a_form_is_ended_by_enter_on_its_last_line(places: Places) -> None:
    """As ctrl+s does from anywhere in it."""
    async with started(places) as pilot:
        await pilot.app.run_action("open('units')")
        await press(pilot, "n")
        screen(pilot, FormScreen)
        await type_in(pilot, "Guard")
        for _ in range(4):
            if isinstance(pilot.app.screen, FormScreen):
                await press(pilot, "enter")
        assert "Guard" in context(pilot).session.game_state.units


async def test_an_unfinished_calculation_is_continued_by_palette(places: Places) -> None:
    """The second way to ctrl+o."""
    async with started(places) as pilot:
        await press(pilot, "f2 1 b escape 1 f1 p")
        await type_in(pilot, "continue")
        await until(pilot, lambda: "Continue ^O" in seen(pilot))
        for _ in range(2):
            if type(pilot.app.screen).__name__ == "Palette":
                await press(pilot, "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        assert screen(pilot, CalculatorScreen).form.sheet.values == {"rating": "B"}
