"""Panels: every frame is closed, and none is so low that it shows next to nothing."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from companion.load.places import Places
from companion.play.turn import choose_scenario
from companion.ui.widgets.card import LEAST_ROWS, Card, fitted_heights
from companion.ui.widgets.panel import WIDE
from companion.ui.widgets.text import styled
from companion.workspace.context import AppContext
from tests.looks.tour import SIZES
from tests.ui.cup_game import play_creek
from tests.ui.helpers import calculator, painted, panels, press, read_title, started, type_in, until


def _open(pilot: Pilot[None]) -> list[str]:
    """Return the panels in sight whose lower edge is not."""
    top = pilot.app.screen
    return [
        str(panel.id)
        for panel in top.query(".panel")
        if panel.region.area and not top.find_widget(panel).clip.contains_region(panel.region)
    ]


@pytest.mark.parametrize(
    ("wanted", "room", "heights"),
    [
        ([8, 6], 20, [8, 6]),
        ([8, 16, 14, 5], 37, [8, 16, 8, 5]),
        ([8, 16, 14, 5], 12, [8]),
        ([8, 16, 14, 5], 20, [8, 7, 5]),
        ([3, 4, 30], 12, [3, 4, 5]),
        ([3, 4, 30], 11, [3, 4]),
        ([30, 4], 7, [7]),
        ([9], 3, [3]),
        ([], 3, []),
    ],
)
def test_lower_panels_are_shortened_first(wanted: list[int], room: int, heights: list[int]) -> None:
    """A panel without room for three lines is left out."""
    assert fitted_heights(wanted, room) == heights


@pytest.mark.slow
@pytest.mark.parametrize("size", [*SIZES[:2], (148, 50)])
async def test_every_panel_of_a_calculator_is_closed(places: Places, size: tuple[int, int]) -> None:
    """The panels on the right have the same right edge, before and after the roll, however long their texts are."""
    async with started(places, size) as pilot:
        for name, keys in (
            ("closing-roll", ("c 2 s", "4")),
            ("fire", ("1 1 enter 6 enter r", "1 0")),
            ("charge", ("b l 2 6 c 4 o 1 4 5", "1 0 7 9")),
        ):
            page = await calculator(pilot, name)
            for typed in keys:
                await press(pilot, typed)
                assert not _open(pilot), (name, typed)
                cards = [card for card in page.query("#answer-side > .card") if card.region.area]
                assert len({card.region.right for card in cards}) == 1
                more = page.query_one("#more")
                assert not more.max_scroll_y or more.region.height >= LEAST_ROWS
            await press(pilot, "escape")


@pytest.mark.slow
async def test_the_last_panel_of_a_calculator_scrolls_to_its_end(places: Places) -> None:
    """The panel below the ledger has all further texts, each below a line with its title."""
    async with started(places, (120, 40)) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 s")
        more = page.query_one("#more", Card)
        assert "Charts used" in panels(pilot, "#more")
        assert more.max_scroll_y
        await press(pilot, "ctrl+down " * 10)
        assert more.scroll_y == more.max_scroll_y
        assert "Sources differ ──" in " ".join(str(more.text.render()).split())


@pytest.mark.parametrize("size", SIZES)
async def test_every_panel_of_home_and_turn_is_closed(places: Places, size: tuple[int, int]) -> None:
    """Every panel of the home and turn screens is closed, even with the many running totals of a battle."""
    context = AppContext.open(places, "aor")
    choose_scenario(context.session, "battle")
    context.close()
    async with started(places, size) as pilot:
        await press(pilot, "f5")
        assert not _open(pilot) or size[0] < 72
        await press(pilot, "f3")
        assert not _open(pilot)


@pytest.mark.parametrize("size", SIZES)
async def test_a_search_without_results_has_no_preview(places: Places, size: tuple[int, int]) -> None:
    """A search without results hides the preview; the next results show it again."""
    async with started(places, size) as pilot:
        await type_in(pilot, "closingxxq")
        side = pilot.app.screen.query_one("#preview-side")
        assert not side.display
        await press(pilot, "backspace backspace backspace")
        await until(pilot, lambda: side.display is (size[0] >= WIDE))
        assert not side.display or "Closing rolls" in read_title(pilot, "#preview-side")


async def test_a_scenario_without_facts_has_no_details(places: Places) -> None:
    """For a scenario without facts, the panel says that there are no details."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, "f3 s down")
        assert "The second day" in panels(pilot, "#setup-side")
        assert "No details" in panels(pilot, "#setup-side")


async def test_the_same_rule_is_not_shown_twice(places: Places) -> None:
    """The rule beside the calculator replaces the one below the questions."""
    async with started(places, (120, 40)) as pilot:
        page = await calculator(pilot, "closing-roll")
        assert page.query_one("#rule-side").display
        await press(pilot, "question_mark")
        assert page.query_one("#beside").display
        assert not page.query_one("#rule-side").display


async def test_free_rows_of_a_narrow_screen_show_the_whole_summary(places: Places) -> None:
    """Below a short list of calculators there is room for the summary, in the list of games for the credits."""
    async with started(places, (40, 20)) as pilot:
        await press(pilot, "f2 slash f i r e")
        assert "two dice read the Combat Table." in panels(pilot, "#calculator-about")
        await press(pilot, "escape f9")
        assert "Dean Essig" in panels(pilot, "#dialog")


@pytest.mark.slow
async def test_the_footer_has_the_keys_of_panels_that_are_not_in_sight(places: Places) -> None:
    """Running totals are hidden on a small screen."""
    context = AppContext.open(places, "aor")
    choose_scenario(context.session, "battle")
    context.close()
    for size in ((80, 24), (120, 40)):
        async with started(places, size) as pilot:
            await press(pilot, "f3")
            lines = painted(pilot).splitlines()
            is_hidden = not pilot.app.screen.query_one("#counted").is_on_screen
            assert ("k Count" in lines[-1]) is is_hidden is (size == (80, 24))
            assert any("k Count ─" in line for line in lines) is not is_hidden


@pytest.mark.parametrize(
    ("keys", "hint", "back"),
    [
        ("f2 slash x x q", "Enter Open", "ctrl+u"),
        ("f3 c f f d d d", "d Draw  Enter Drawn by hand", "ctrl+z"),
    ],
)
async def test_keys_without_effect_are_not_shown(places: Places, keys: str, hint: str, back: str) -> None:
    """Keys for an empty list or an empty cup are hidden, and shown again once there is a line or a chit."""
    play_creek(places)
    async with started(places) as pilot:
        await press(pilot, keys)
        assert hint not in painted(pilot)
        await press(pilot, back)
        assert hint in painted(pilot)


async def test_free_rows_below_a_short_list_show_what_a_calculator_asks(places: Places) -> None:
    """At 80 columns, a filtered list leaves its rows to the description of the marked calculator."""
    async with started(places) as pilot:
        await press(pilot, "f2")
        assert "Questions" not in panels(pilot, "#calculator-about")
        await press(pilot, "slash f i r e")
        assert "Questions" in panels(pilot, "#calculator-about")
        assert "Range in hexes" in panels(pilot, "#calculator-about")


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("- The -3 is for a stack", "· The −3 is for a stack"),
        ("  - (-1 each) or -2", "  · (−1 each) or −2"),
        ("hexes 2-3, row B-1, a - b", "hexes 2-3, row B-1, a - b"),
    ],
)
def test_bullets_and_minus_signs_are_those_of_the_screen(text: str, drawn: str) -> None:
    """A hyphen in a range, in a name or between words stays."""
    assert styled([text]).plain == drawn


@pytest.mark.parametrize("keys", ["f2", "f6", "f3 s", "f2 1"])
async def test_a_column_is_free_before_a_scroll_bar(places: Places, keys: str) -> None:
    """At 40 columns, no text touches the scroll bar of its list."""
    async with started(places, (40, 20)) as pilot:
        await press(pilot, keys)
        lines = painted(pilot).splitlines()
        assert [line for line in lines if re.search(r"\S[▁▂▃▄▅▆▇█]$", line)] == []
