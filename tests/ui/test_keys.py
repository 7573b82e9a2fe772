"""Keys: help and palette list the current bindings, players can change keys, and no ctrl key is indispensable."""

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
from companion.ui.commands import CompanionCommands
from companion.ui.keymap import all_bound, bound
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
    painted,
    press,
    screen,
    screen_text,
    started,
    type_in,
    until,
    write,
)

# help


@pytest.mark.parametrize("size", [(40, 20), (80, 24)])
async def test_help_begins_with_the_current_screen(places: Places, size: tuple[int, int]) -> None:
    """Help shows the purpose, the focused item, the screen's keys, then general keys; nothing scrolls sideways."""
    async with started(places, size) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "f1")
        lines = screen(pilot, HelpScreen).query_one("#help-text", Widget)
        help_text = at(pilot, "#help-text")
        parts = (
            "A letter toggles",
            "Here: press the key before the choice",
            "On this screen",
            "F6",
            "Everywhere",
            "F10",
        )
        order = [help_text.index(part) for part in parts]
        assert order == sorted(order)
        assert "copy" not in help_text.lower()
        assert max(lines.render_line(y).cell_length for y in range(lines.size.height)) <= size[0]
        scrolled = [
            each for each in pilot.app.screen.query(Widget) if each.is_scrollable and each.max_scroll_x
        ]
        assert scrolled == []


@pytest.mark.slow
async def test_sentences_name_keys_as_the_line_of_keys_does(places: Places) -> None:
    """The help of a screen says ^G, as its keys do."""
    async with started(places) as pilot:
        await press(pilot, "f1")
        assert "^G other games" in at(pilot, "#help-text")
        assert "ctrl" not in at(pilot, "#help-text").lower()
        await press(pilot, "escape f2 1 b escape 1")
        assert "Press ^O to continue." in screen_text(pilot)
        await press(pilot, "f1")
        assert "^O continues" in at(pilot, "#help-text")


@pytest.mark.slow
async def test_help_closes_with_its_key_or_escape_and_opens_the_palette(places: Places) -> None:
    """Closing help leaves the screen below unchanged; p opens the palette."""
    async with started(places) as pilot:
        for mode, leave in (("f5", "f1"), ("f2", "f1"), ("f3", "f1"), ("f3", "escape")):
            await press(pilot, mode)
            below = pilot.app.screen
            await press(pilot, "f1")
            screen(pilot, HelpScreen)
            await press(pilot, leave)
            assert pilot.app.screen is below
        await press(pilot, "f1 p")
        await until(pilot, lambda: "Next" in screen_text(pilot))
        assert type(pilot.app.screen).__name__ == "Palette"
        await press(pilot, "escape")
        screen(pilot, TurnScreen)


async def test_keys_in_a_row_are_listed_in_one_line(places: Places) -> None:
    """The phases have one line, 1-9, and not nine."""
    async with started(places) as pilot:
        await press(pilot, "f3 f1")
        help_text = at(pilot, "#help-text")
        assert "1-9 Phase" in help_text
        assert "Phase 3" not in help_text


# the palette


@pytest.mark.parametrize(
    ("keys", "words", "expected", "state"),
    [
        ("f5", "kind only", "Kind F7", "rule"),
        ("f5", "game first", "Games ^G", ""),
    ],
)
async def test_the_palette_has_the_keys_of_the_screen(
    places: Places, keys: str, words: str, expected: str, state: str
) -> None:
    """The palette lists a key of the screen, and choosing it does what the key does."""
    async with started(places) as pilot:
        await press(pilot, keys)
        before = screen(pilot, FindScreen).scope
        await _command(pilot, words, expected)
        page = screen(pilot, FindScreen)
        assert page.kind == state
        assert state or page.scope != before


def test_no_description_repeats_the_name_of_its_command() -> None:
    """Help, palette and the page of keys show the description behind the name."""
    for command in all_bound():
        name, _, effect = command.says.partition(": ")
        assert not effect.lower().startswith(name.lower()), command.says


async def test_the_palette_names_a_command_once(places: Places) -> None:
    """Below `Charts F6` is what it opens, without the name; below another name for a screen, that of the screen."""
    async with started(places) as pilot:
        await press(pilot, "f3")
        commands = CompanionCommands(pilot.app.screen)
        helps = {str(hit.text): hit.help async for hit in commands.discover()}
        assert helps["Chit cup"] == "Chits and order of moves"
        assert helps["Rulings"] == "Table rulings: House rules"
        assert [name for name, text in helps.items() if (text or "").startswith(f"{name}:")] == []


@pytest.mark.slow
async def test_the_palette_has_every_action_of_every_main_screen(places: Places) -> None:
    """Actions of the screen and of the whole app are listed with their keys."""
    async with started(places) as pilot:
        for keys in ("f5", "f2", "f3", "f10"):
            await press(pilot, keys)
            here, everywhere = active_commands(pilot.app.screen)
            assert len(everywhere) >= 10
            await press(pilot, "ctrl+p")
            await until(pilot, lambda: "Quit ^Q" in screen_text(pilot))
            listed = screen_text(pilot)
            for each in (*here, *everywhere):
                if each.stem == each.title:
                    assert f"{each.title} {each.key}" in listed, each
            await press(pilot, "escape")


@pytest.mark.slow
async def test_a_sentence_in_the_palette_is_searched_quickly(places: Places) -> None:
    """Every word must match in any order, best at the start of a word; a long sentence finds nothing."""
    assert match("roll clos", "Closing roll (3.5)") > match("osing", "Closing roll (3.5)") > 0
    assert match("closing", "Closing roll") > match("roll", "Closing roll")
    assert match("closing rolls", "Closing roll") == match("", "Closing roll") == 0
    async with started(places) as pilot:
        await press(pilot, "ctrl+p")
        await type_in(pilot, "commander orders: stating the order of the other commanders")
        await until(pilot, lambda: "No matches found" in screen_text(pilot))


async def _command(pilot: Pilot[None], words: str, line: str) -> None:
    """Run a command of the palette: type words, wait until `line` is listed, and choose it."""
    await press(pilot, "ctrl+p")
    await type_in(pilot, words)
    await until(pilot, lambda: line in screen_text(pilot))
    for _ in range(2):
        if type(pilot.app.screen).__name__ == "Palette":
            await press(pilot, "enter")
    await until(pilot, lambda: type(pilot.app.screen).__name__ != "Palette")


# custom keys


@asynccontextmanager
async def keyed(places: Places, text: str) -> AsyncIterator[Pilot[None]]:
    """Start the app with these lines as `keys` in `config.yaml`."""
    write(places.config / FILE, f"keys:\n{indent(text, '  ')}")
    async with started(places) as pilot:
        yield pilot


async def test_a_custom_key(places: Places) -> None:
    """Panel, help and palette show the new key; the old key no longer works."""
    async with keyed(places, "find.kind: ctrl+t\n") as pilot:
        assert notes(pilot) == ""
        await type_in(pilot, "closing")
        assert "^T Kind" in painted(pilot)
        assert "F7" not in painted(pilot)
        await press(pilot, "f7")
        assert screen(pilot, FindScreen).kind == ""
        await press(pilot, "ctrl+t")
        assert screen(pilot, FindScreen).kind == "rule"
        await press(pilot, "f1")
        help_text = at(pilot, "#help-text")
        assert "Changed by you: Kind is ^T, not F7." in help_text
        assert "^T Kind" in help_text
        await press(pilot, "escape ctrl+p")
        await until(pilot, lambda: "Kind ^T" in screen_text(pilot))


@pytest.mark.slow
async def test_two_keys_can_be_swapped(places: Places) -> None:
    """A command may have several keys, too."""
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
async def test_commands_with_one_name_share_their_key(places: Places) -> None:
    """`=` fills in answers, or applies the result to a unit: one name, one key."""
    async with keyed(places, "calculator.fill: f11\nsessions: f4\n") as pilot:
        assert "F4 is already the key of calculator.rule" in notes(pilot)
    async with keyed(places, 'calculator.fill: "~"\n') as pilot:
        assert notes(pilot) == ""
        await calculator(pilot, "closing-roll")
        assert "~ Known answers" in at(pilot, "#keys")


@pytest.mark.slow
async def test_the_key_of_the_palette_can_be_changed(places: Places) -> None:
    """ctrl+p then does nothing."""
    async with keyed(places, "commands: ctrl+k\n") as pilot:
        await press(pilot, "ctrl+p")
        screen(pilot, FindScreen)
        await press(pilot, "ctrl+k")
        assert type(pilot.app.screen).__name__ == "Palette"


async def test_faults_in_the_settings_are_reported_and_the_rest_counts(places: Places) -> None:
    """File, line and a suggestion are shown; the valid lines take effect."""
    async with keyed(places, "find.knid: f8\nfind.scope: ctrl+t\n") as pilot:
        assert "config.yaml:2: keys.find.knid: unknown command (did you mean find.kind?" in notes(pilot)
        await press(pilot, "ctrl+t")
        assert screen(pilot, FindScreen).scope == "only"


# no ctrl key is indispensable

CHORDS = {
    *("undo", "redo", "commands", "quit", "form.done"),
    *("calculator.down", "calculator.up", "calculator.continue", "find.scope", "find.bookmarks"),
}


def test_the_chords_are_known() -> None:
    """Commands that only have a ctrl key; each can be reached in another way, tested below."""
    alone = {each.id for each in bound() if all("+" in key for key in each.keys)}
    assert alone == CHORDS


@pytest.mark.slow
async def test_undo_redo_and_quit_are_in_the_palette_which_help_opens(places: Places) -> None:
    """F1 and p open the palette, which finds them by name."""
    async with started(places) as pilot:
        await press(pilot, "f3 n")
        for name, moment in (("Undo", 0), ("Redo", 1)):
            await press(pilot, "f1 p")
            await type_in(pilot, name.lower())
            await until(pilot, lambda name=name: f"{name} ^" in screen_text(pilot))  # type: ignore[misc]
            for _ in range(2):
                if type(pilot.app.screen).__name__ == "Palette":
                    await press(pilot, "enter")
            await until(pilot, lambda moment=moment: context(pilot).position.moment == moment)  # type: ignore[misc]
        await press(pilot, "f1 p")
        await until(pilot, lambda: "Quit ^Q" in screen_text(pilot))


@pytest.mark.slow
async def test_the_ledger_scrolls_by_palette(places: Places) -> None:
    """The palette scrolls the ledger down and up."""
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


async def test_enter_on_the_last_line_saves_a_form(places: Places) -> None:
    """Enter on the last line does what ctrl+s does on any line."""
    async with started(places) as pilot:
        await pilot.app.run_action("open('units')")
        await press(pilot, "n")
        screen(pilot, FormScreen)
        await type_in(pilot, "Guard")
        for _ in range(4):
            if isinstance(pilot.app.screen, FormScreen):
                await press(pilot, "enter")
        assert "Guard" in context(pilot).session.game_state.units


@pytest.mark.slow
async def test_an_unfinished_calculation_is_continued_by_palette(places: Places) -> None:
    """The palette is the alternative to ctrl+o."""
    async with started(places) as pilot:
        await press(pilot, "f2 1 b escape 1 f1 p")
        await type_in(pilot, "continue")
        await until(pilot, lambda: "Continue ^O" in screen_text(pilot))
        for _ in range(2):
            if type(pilot.app.screen).__name__ == "Palette":
                await press(pilot, "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        assert screen(pilot, CalculatorScreen).form.sheet.values == {"rating": "B"}
