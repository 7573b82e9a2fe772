"""Legibility of every screen in every theme, states shown by more than colour, and the pictures of the README."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.geometry import Offset, Region
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input
from textual.widgets._toast import Toast

from companion.load.places import Places
from companion.load.settings import FILE
from companion.ui.themes import CONTRAST, DARK, LIGHT, ROLES, THEMES, saved_theme
from companion.ui.widgets.option_list import HERE, OptionList
from tests.conftest import ROOT
from tests.looks.contrast import LEAST, Measured, Pair, contrast, everywhere, only_coloured, pairs, roles
from tests.looks.pictures import FOLDER, LARGEST, PICTURES, draw
from tests.looks.sheet import page
from tests.looks.tour import all_screens, tour
from tests.ui.helpers import (
    calculator,
    companion,
    painted,
    press,
    screen_text,
    settled,
    started,
    type_in,
    until,
)

# contrast


@pytest.mark.slow
@pytest.mark.parametrize(
    ("theme", "size"),
    [(DARK.name, (120, 40)), (LIGHT.name, (80, 24)), (DARK.name, (40, 20)), (CONTRAST.name, (80, 24))],
)
async def test_every_screen_is_legible_and_shows_its_focus(
    places: Places, theme: str, size: tuple[int, int]
) -> None:
    """Painted text has a contrast of at least 7 to 1, a sign or reversed text shows the focus, and frames are flush."""
    kinds: set[type[Screen[Any]]] = set()
    faint, without_focus, ragged = [], [], []
    async for stop in tour(places, size, theme):
        assert companion(stop.pilot).theme == theme
        screen = stop.pilot.app.screen
        kinds.add(type(screen))
        texts = list(pairs(screen))
        faint += [(stop.name, each) for each in texts if contrast(each.pair) < LEAST]
        if theme != CONTRAST.name:  # where several roles share a colour
            faint += [(stop.name, each) for each in texts if _is_faint_anywhere(each, theme)]
        if not await _focus_shows(stop.pilot):
            without_focus.append((stop.name, screen.focused))
        ragged += [(stop.name, panel) for panel in _short_of_the_edge(screen)]
    assert faint == []
    assert ragged == []
    assert without_focus == []
    assert all_screens() - kinds == set()


def _short_of_the_edge(screen: Screen[Any]) -> list[Widget]:
    """The frames furthest to the right that end before the last column, and before a scroll bar there."""
    frames = [each for each in screen.query(".panel") if each.region and each.styles.border_right[0]]
    last = max((each.region.x for each in frames), default=0)
    return [
        each
        for each in frames
        if not screen.is_modal
        and each.region.right > last
        and each.region.right + _bars(each) != screen.size.width
    ]


def _bars(widget: Widget) -> int:
    """Columns of the scroll bars to the right of a widget."""
    return sum(isinstance(above, Widget) and above.show_vertical_scrollbar for above in widget.ancestors)


def _is_faint_anywhere(measured: Measured, theme: str) -> bool:
    """Return whether a text is too faint in any theme or with NO_COLOR, or shows a state by colour alone."""
    text, ground = roles(measured.pair, theme)
    return only_coloured(measured, text) or any(contrast(pair) < LEAST for pair in everywhere(text, ground))


def test_a_state_shown_by_colour_alone_is_found() -> None:
    """Bold text and signs count as more than colour; quiet text shows no state."""
    pair = Pair(*(ROLES[role][0].upper() for role in ("heed", "ground")))
    assert roles(pair, DARK.name) == ("heed", "ground")
    for words, bold, alone in (("3 due", False, True), ("3 due", True, False), ("! 3 due", False, False)):
        assert only_coloured(Measured(pair, "", words, bold), "heed") is alone
    assert not only_coloured(Measured(pair, "", "3 due", False), "quiet")
    assert len(list(everywhere("heed", "ground"))) == 2 * len(THEMES)


async def test_faint_text_is_found(places: Places) -> None:
    """The measurement detects dim, blended and reversed text."""
    async with started(places) as pilot:
        widget = pilot.app.screen.query_one("#home-calculators-text", Widget)
        for style, fewer in (("$text", False), ("$text 40%", True)):
            widget.styles.color = pilot.app.theme_variables["text"] + (" 40%" if fewer else "")
            await settled(pilot)
            low = [each for each in pairs(pilot.app.screen) if contrast(each.pair) < LEAST]
            assert bool(low) is fewer, style


# no colour alone

Look = list[tuple[str, bool, bool]]


def _without_colour(screen: Screen[Any]) -> Look:
    """Return the painted segments with two flags, reversed and underlined; colours and weight are ignored."""
    return [
        (text, bool(style and style.reverse), bool(style and style.underline))
        for widget in screen.walk_children(Widget)
        if widget.display and widget.region.area
        for strip in widget.render_lines(Region(0, 0, *widget.region.size))
        for text, style, _ in strip
    ]


async def _focus_shows(pilot: Pilot[None]) -> bool:
    """Return whether the focus is visible without colours. True for a screen with at most one focusable widget."""
    screen = pilot.app.screen
    focused = screen.focused
    if focused is None or len(screen.focus_chain) < 2:
        return True
    with_focus = _without_colour(screen)
    screen.set_focus(None)
    await pilot.pause()
    without = _without_colour(screen)
    screen.set_focus(focused)
    await pilot.pause()
    return without != with_focus


async def test_no_color_is_honoured(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only greys are painted, as legible as the colours, in a calculator and its list."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with started(places) as pilot:
        assert pilot.app.no_color
        for keys in ("f2", "2 c 2 m", "4"):
            await press(pilot, keys)
            texts = list(pairs(pilot.app.screen))
            assert texts
            assert [each for each in texts if contrast(each.pair) < LEAST] == []
            colours = {colour for each in texts for colour in each.pair}
            assert [each for each in colours if not each[1:3] == each[3:5] == each[5:7]] == []


async def test_the_marked_line_has_a_sign(places: Places) -> None:
    """The first line of the marked item has the sign, no other line has, and the sign moves with the mark."""
    async with started(places) as pilot:
        await type_in(pilot, "closing")
        results = pilot.app.screen.query_one("#results", OptionList)
        await until(pilot, lambda: results.option_count > 2)
        for step in range(2):
            lines = [results.render_line(y).text for y in range(results.size.height)]
            signed = [line for line in lines if line.startswith(HERE)]
            title = str(results.options[step].prompt).splitlines()[0]
            assert len(signed) == 1
            assert signed[0].removeprefix(HERE).startswith(title[:20])
            await press(pilot, "down")


# choice of colours


@pytest.mark.slow
async def test_the_palette_changes_the_colours_permanently(places: Places) -> None:
    """The new colours are used at once and at the next start."""
    async with started(places) as pilot:
        assert pilot.app.theme == DARK.name
        before = _ground(pilot)
        await press(pilot, "ctrl+p")
        await type_in(pilot, "colours light")
        await until(pilot, lambda: "Colours: light" in screen_text(pilot))
        await press(pilot, "enter")
        if pilot.app.theme != LIGHT.name:
            await press(pilot, "enter")
        await until(pilot, lambda: pilot.app.theme == LIGHT.name)
        await settled(pilot)
        assert _ground(pilot) != before
    assert saved_theme(places.config) == LIGHT.name
    async with started(places) as pilot:
        assert pilot.app.theme == LIGHT.name
        assert set(pilot.app.available_themes) == set(THEMES)


async def test_colours_that_cannot_be_saved_are_reported(places: Places) -> None:
    """The colours are used all the same."""
    async with started(places) as pilot:
        (places.config / FILE).mkdir(parents=True)
        await pilot.app.run_action("colours('light')")
        await settled(pilot)
        assert pilot.app.theme == LIGHT.name
        assert any("config.yaml cannot be written" in note.message for note in pilot.app._notifications)


def _ground(pilot: Pilot[None]) -> Pair:
    return next(each.pair for each in pairs(pilot.app.screen) if each.widget == "Header#where")


# the terminal's cursor


@pytest.mark.slow
async def test_the_cursor_is_at_the_focus(places: Places) -> None:
    """The cursor is in the search line, at the marked line of a list, at a question, or at the dice."""
    async with started(places) as pilot:
        app = pilot.app
        await type_in(pilot, "clo")
        line = app.screen.query_one("#question", Input)
        assert app.cursor_position == line.content_region.offset + Offset(3, 0)
        await press(pilot, "f2 down down")
        listed = app.screen.query_one("#calculators", OptionList)
        assert app.cursor_position == listed.content_region.offset + Offset(0, 2)
        page = await calculator(pilot, "closing-roll")
        rows = [row for row in page.form.rows if row.display]
        assert app.cursor_position == rows[0].content_region.offset
        await press(pilot, "down")
        assert app.cursor_position == rows[1].content_region.offset
        await press(pilot, "up c 2")
        assert app.cursor_position == page.query_one("#dice").content_region.offset


@pytest.mark.slow
async def test_the_cursor_follows_a_list_that_scrolls(places: Places) -> None:
    """The marked line stays visible, and so does the cursor."""
    async with started(places, (40, 20)) as pilot:
        await press(pilot, "f2")
        await press(pilot, " ".join(["down"] * 20))
        listed = pilot.app.screen.query_one("#calculators", OptionList)
        at = pilot.app.cursor_position
        assert listed.scroll_offset.y > 0
        assert listed.content_region.contains_point(at)
        assert listed.render_line(at.y - listed.content_region.y).text.startswith(HERE)


# the pictures


@pytest.mark.slow
async def test_the_pictures_of_the_readme_can_be_made(places: Places, tmp_path: Path) -> None:
    """Each picture is small, refers to no other address, and is the same when drawn again."""
    again: list[str] = []
    for each in (*PICTURES, PICTURES[0]):
        svg = await draw(each, tmp_path / f"{each.name}-{len(again)}", ROOT, places.cache)
        assert svg.startswith("<svg")
        assert len(svg) < LARGEST
        assert "cdn" not in svg
        again.append(svg)
    assert again[0] == again[-1]
    assert len(set(again)) == len(PICTURES)


def test_the_readme_shows_every_picture() -> None:
    """Every picture is in the README, and its file is small enough."""
    text = (ROOT / "README.md").read_text()
    for each in PICTURES:
        assert f"docs/pictures/{each.name}.svg" in text
        assert (FOLDER / f"{each.name}.svg").stat().st_size < LARGEST


# the sheet


def test_the_sheet_has_a_row_for_each_stop_and_a_column_for_each_size() -> None:
    """Each theme has a table; names are escaped."""
    wide, narrow = {"a & b": "dark-a-120x40.svg", "c": "dark-c-120x40.svg"}, {"a & b": "dark-a-40x20.svg"}
    html = page({"dark": {(120, 40): wide, (40, 20): narrow}})
    assert "<h1>dark</h1>" in html and "<th>120x40</th><th>40x20</th>" in html
    rows = [line for line in html.splitlines() if line.startswith("<tr><th>") and "<img" in line]
    assert [row.count("<img") for row in rows] == [2, 1]
    assert "a &amp; b" in rows[0] and "dark-c-120x40.svg" in rows[1]


# notifications


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 20)])
async def test_notices_move_nothing(places: Places, size: tuple[int, int]) -> None:
    """A notification covers the header, a message the frame above its place; questions and dice stay in sight."""
    async with started(places, size, notifications=True) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c 2")
        before = {each: each.region for each in page.query("*") if each.display and each.region}
        pilot.app.notify("Report written: Antietam.md")
        await press(pilot, "z")
        await until(pilot, lambda: "Report written" in painted(pilot))
        assert "! z has no function here" in painted(pilot)
        toast, told = page.query_one(Toast).region, page.query_one("#told").region
        assert toast == page.query_one("#where").region
        assert {each: each.region for each in before} == before
        for each in ("#form", "DiceRow", "#summary"):
            assert not told.intersection(page.query_one(each).region).area, each
