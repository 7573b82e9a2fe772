"""Header and footer: what they show at each width, and what they omit first."""

from __future__ import annotations

import re

import pytest

from companion.load.places import Places
from companion.ui.screens.log import LogScreen
from companion.ui.screens.turn import TurnScreen
from tests.ui.cup_game import play_creek
from tests.ui.helpers import (
    calculator,
    companion,
    context,
    painted,
    press,
    screen,
    settled,
    started,
    type_in,
    until,
)
from tests.ui.test_mouse import touch


@pytest.mark.parametrize(
    ("width", "left", "right"),
    [
        (
            148,
            "F5 Find   F2 Calculators   F3 Turn   F10 Log",
            "Turn 1  First player  Command Phase  Line of Battle",
        ),
        (80, "F5 Find   F2 Calc   F3 Turn   F10 Log", "Turn 1  First player  Command Phase"),
        (73, "F5 Find   F2 Calc   F3 Turn   F10 Log", "Turn 1  Command Phase"),
        (40, "Turn 1  Command Phase", ""),
    ],
)
async def test_the_header_drops_game_time_and_side(places: Places, width: int, left: str, right: str) -> None:
    """The header omits first the game, then time and side. A narrow one shows turn and phase in place of the views."""
    async with started(places, (width, 24)) as pilot:
        line = painted(pilot).splitlines()[0].strip()
        assert line.startswith(left)
        assert line.endswith(right)
        assert ("Line of Battle" in line) is (width > 100)


async def test_a_touch_on_a_view_opens_it(places: Places) -> None:
    """A touch on a view in the header does what its key does."""
    async with started(places) as pilot:
        await touch(pilot, "#where", "F3 Turn")
        screen(pilot, TurnScreen)
        await touch(pilot, "#where", "F10 Log")
        screen(pilot, LogScreen)


@pytest.mark.parametrize("width", [40, 80, 160])
async def test_the_footer_is_one_line_that_ends_with_help(places: Places, width: int) -> None:
    """Keys that do not fit are omitted, but never F1, which lists them all."""
    async with started(places, (width, 24)) as pilot:
        for keys in ("f5", "f2", "f3", "f10"):
            await press(pilot, keys)
            await settled(pilot)
            footer = painted(pilot).splitlines()[-1]
            assert pilot.app.screen.query_one("#keys").size.height == 1
            assert footer.endswith("F1 More")
            assert len(footer) < width


@pytest.mark.slow
@pytest.mark.parametrize(
    ("keys", "first"),
    [
        ("f5", "^B Bookmarks"),
        ("f5 c l o", "Enter Open"),
        ("f2", "Enter Open  / Filter"),
        ("f3", "→ Next  d Done  g Go "),
        ("f10", "Enter Open "),
        ("f3 c f space f d", "d Draw  Enter Hand"),
    ],
)
async def test_a_narrow_footer_begins_with_the_most_useful_keys(
    places: Places, keys: str, first: str
) -> None:
    """Keys keep the order of the screen and have short labels; what leaves the screen and F1 are at the right."""
    play_creek(places)
    async with started(places, (40, 20)) as pilot:
        await press(pilot, keys)
        footer = painted(pilot).splitlines()[-1].strip()
        assert footer.startswith(first)
        assert re.search(r" (Esc (Back|Clear)|\^Z|\^Z Undo|\^Q Quit) F1 More$", footer)


@pytest.mark.slow
async def test_the_footer_repeats_no_key_of_a_panel(places: Places) -> None:
    """A key on the lower edge of a panel is not in the footer, unless a message covers the edge."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f2")
        assert painted(pilot).count("Enter Open") == 1
        await press(pilot, "f3 3 c f f d 1 s 1")
        assert "No chit has been drawn yet." in painted(pilot).splitlines()[-2]
        assert "d Draw" in painted(pilot).splitlines()[-1]
        await press(pilot, "d")
        assert "d Draw" in painted(pilot).splitlines()[-2]
        assert "d Draw" not in painted(pilot).splitlines()[-1]
        await pilot.resize_terminal(40, 20)
        await until(pilot, lambda: "d Draw" in painted(pilot).splitlines()[-1])


async def test_the_list_of_calculators_offers_no_key_to_itself(places: Places) -> None:
    """The footer of the list omits F2, which still shows the whole list again."""
    async with started(places, (120, 40)) as pilot:
        await press(pilot, "f2")
        assert "F2" not in painted(pilot).splitlines()[-1]


async def test_enter_in_the_filter_of_the_log_keeps_it(places: Places) -> None:
    """Enter moves the focus to the list and opens no line."""
    async with started(places) as pilot:
        await press(pilot, "f3 right f10 slash")
        await type_in(pilot, "activity")
        await press(pilot, "enter")
        page = screen(pilot, LogScreen)
        assert page.focused is page.option_list
        assert not page.opened
        await press(pilot, "enter")
        assert page.opened


@pytest.mark.parametrize(
    ("keys", "footer"),
    [
        ("c", "= Known answers  F8 New │ / Guided │ F4 Rule  F6 Charts  "),
        ("c 2", "r Roll  F8 New │ / Guided  * Compare │ F4 Rule  F6 Charts  "),
        ("c 2 4", "→ Open  F8 New  ⌫ Retype │ ! Enlarge │ F4 Rule  F6 Charts  "),
    ],
)
async def test_the_footer_of_a_calculator_at_80_columns(places: Places, keys: str, footer: str) -> None:
    """The keys needed next come first, before and after the roll; rule and charts still fit."""
    async with started(places) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, keys)
        line = painted(pilot).splitlines()[-1]
        assert line.strip().startswith(footer), line
        assert line.endswith("Esc Done  F1 More" if " 4" in keys else "Esc Back  F1 More")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cup", "log", "units"])
async def test_the_footer_ends_in_one_order(places: Places, name: str) -> None:
    """Esc comes before Undo on every screen that has both."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 right")
        await pilot.app.run_action(f"open('{name}')")
        await settled(pilot)
        assert painted(pilot).splitlines()[-1].endswith("Esc Back  ^Z Undo  F1 More")


@pytest.mark.parametrize(
    ("keys", "footer"),
    [("c", "= Known  ? Ledger"), ("c 2", "r Roll  ? Ledger"), ("c 2 4", "→ Open  F8 New")],
)
async def test_the_footer_of_a_calculator_at_40_columns(places: Places, keys: str, footer: str) -> None:
    """The footer begins with the key needed next, then the ledger, which replaces the questions."""
    async with started(places, (40, 20)) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, keys)
        assert painted(pilot).splitlines()[-1].strip().startswith(footer)


async def test_a_long_phase_cuts_off_no_view(places: Places) -> None:
    """A long name of a phase is shortened instead."""
    async with started(places) as pilot:
        context(pilot).switch("bar")
        companion(pilot).changed()
        await settled(pilot)
        line = painted(pilot).splitlines()[0]
        assert "F10 Log " in line
        assert line.endswith("…")
