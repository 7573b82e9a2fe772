"""Reading rules: text with marks, references, going back, and neighbouring rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import OptionList

from companion.load.places import Places
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.chapter import ChapterScreen
from companion.ui.screens.find import FindScreen
from companion.ui.screens.read import ReadScreen
from tests.ui.helpers import (
    at,
    context,
    painted,
    press,
    read,
    read_title,
    screen,
    screen_text,
    started,
    until,
    write,
)


def _place(page: ReadScreen, record: str) -> int:
    return [each.id for each in page.references].index(record) + 1


async def test_references_open_by_digit_and_escape_goes_back(places: Places) -> None:
    """A digit opens a reference; Escape goes back step by step, then closes the screen."""
    async with started(places) as pilot:
        page = await read(pilot, "closing")
        await press(pilot, str(_place(page, "lob:3.5c")))
        assert page.record == "lob:3.5c"
        assert " 3.5c " in read_title(pilot)
        await press(pilot, str(_place(page, "lob:3.5")))
        assert page.record == "lob:3.5"
        await press(pilot, "escape")
        assert page.record == "lob:3.5c"
        await press(pilot, "backspace")
        assert page.record == "lob:3.5"
        assert read_title(pilot).startswith("Closing rolls 3.5 ")
        await press(pilot, "escape")
        screen(pilot, FindScreen)


async def test_every_reference_is_listed_with_its_digit(places: Places) -> None:
    """Each reference is listed with the digit that opens it."""
    async with started(places) as pilot:
        page = await read(pilot, "closing")
        listed = at(pilot, "#references")
        for number, reference in enumerate(page.references[:9], 1):
            assert f"{number} {reference.title} " in listed


@pytest.mark.slow
async def test_digit_without_a_reference_does_nothing(places: Places) -> None:
    """A digit past the list opens nothing."""
    async with started(places) as pilot:
        page = await read(pilot, "3.5")
        page.go("lob:closing-roll-table")
        assert len(page.references) < 9
        await press(pilot, "9 0")
        assert screen(pilot, ReadScreen) is page
        assert page.record == "lob:closing-roll-table"


@pytest.mark.slow
async def test_next_previous_and_forward(places: Places) -> None:
    """Brackets open the neighbours in the order of the rulebook; f goes forward again."""
    async with started(places) as pilot:
        page = await read(pilot, "3.5")
        entries = [each.id for each in context(pilot).module.entries]
        here = entries.index("lob:3.5")
        await press(pilot, "right_square_bracket")
        assert page.record == entries[here + 1]
        await press(pilot, "left_square_bracket left_square_bracket")
        assert page.record == entries[here - 1]
        await press(pilot, "escape escape escape")
        assert page.record == "lob:3.5"
        await press(pilot, "f")
        assert page.record == entries[here + 1]


@pytest.mark.slow
async def test_the_first_page_has_no_previous_page(places: Places) -> None:
    """On the first rule, the left bracket does nothing."""
    async with started(places) as pilot:
        page = await read(pilot, "3.5")
        first = context(pilot).module.entries[0].id
        page.go(first)
        await press(pilot, "left_square_bracket")
        assert page.record == first


async def test_parent(places: Places) -> None:
    """u opens the parent rule; a chapter has none, and u does nothing."""
    async with started(places) as pilot:
        page = await read(pilot, "3.5c")
        parents = {each.id: each.parent for each in context(pilot).module.entries}
        assert parents["lob:3.5c"] == "lob:3.5"
        await press(pilot, "u")
        assert page.record == "lob:3.5"
        while parents[page.record]:
            await press(pilot, "u")
        top = page.record
        assert "Above" not in at(pilot, "#keys")
        await press(pilot, "u")
        assert page.record == top


@pytest.mark.slow
async def test_arrows_go_back_and_forward_but_do_not_close(places: Places) -> None:
    """Left and Right move through the history; at either end they do nothing."""
    async with started(places) as pilot:
        page = await read(pilot, "3.5")
        assert "Forward" not in at(pilot, "#keys")
        await press(pilot, "left right")
        assert screen(pilot, ReadScreen).record == "lob:3.5"
        await press(pilot, "right_square_bracket full_stop left")
        after = page.record
        assert page.past == ["lob:3.5"]
        assert "f Forward" in at(pilot, "#keys")
        await press(pilot, "right left left")
        assert page.record == "lob:3.5"
        await press(pilot, "tab right")
        assert page.record == after
        await press(pilot, "u")
        assert page.future == []


@pytest.mark.slow
async def test_brackets_open_neighbouring_charts(places: Places) -> None:
    """On a chart, brackets open the neighbouring charts, and u opens its rule."""
    async with started(places) as pilot:
        page = await read(pilot, "3.5")
        page.go("lob:closing-roll-table")
        charts = [each.id for each in context(pilot).module.charts]
        here = charts.index("lob:closing-roll-table")
        assert read_title(pilot).startswith("Closing Roll Table 3.5 ")
        await press(pilot, "right_square_bracket")
        assert page.record == charts[here + 1]
        await press(pilot, "left_square_bracket u")
        assert page.record == "lob:3.5"


async def test_the_chapter_lists_its_rules(places: Places) -> None:
    """c lists the chapter with the current rule marked; Enter opens another, brackets show the next chapter."""
    async with started(places) as pilot:
        page = await read(pilot, "3.5c")
        await press(pilot, "c")
        chapter = screen(pilot, ChapterScreen)
        listed = chapter.query_one(OptionList)
        entries = context(pilot).module.entries
        movement = [each.id for each in entries if each.chapter == "Movement"]
        assert listed.option_count == len(movement)
        assert listed.highlighted == movement.index("lob:3.5c")
        assert "> 3.5c" in at(pilot, "#chapter")
        await press(pilot, "up enter")
        assert page.record == movement[movement.index("lob:3.5c") - 1]
        await press(pilot, "c right_square_bracket")
        first = entries[[each.id for each in entries].index(movement[-1]) + 1]
        count = sum(each.chapter == first.chapter for each in entries)
        assert at(pilot, "#where").startswith(f"{first.chapter} {count} rules, ")
        await press(pilot, "escape")
        assert screen(pilot, ReadScreen) is page
        assert page.record != first.id


@pytest.mark.slow
async def test_erratum_is_marked_with_its_authority(places: Places) -> None:
    """Each point begins with its authority."""
    async with started(places) as pilot:
        await read(pilot, "3.5")
        text = at(pilot, "#text")
        assert "ERRATUM · Open order units succeed automatically at a closing roll only if" in text
        assert text.startswith("UNOFFICIAL · A stack that wants to close")


async def test_the_only_point_under_a_point_is_not_indented(places: Places) -> None:
    """A point with an authority of its own begins in the column of the others, unless it has neighbours."""
    async with started(places, (120, 40)) as pilot:
        await read(pilot, "3.5")
        lines = painted(pilot).splitlines()
        first, alone = (
            next(line for line in lines if words in line)
            for words in ("A stack that wants", "Which morale rating")
        )
        assert first.index("· A stack") == alone.index("· Which morale")


async def test_conflicting_sources_are_shown(places: Places) -> None:
    """A conflict shows both readings with their authority, and the one that is used."""
    async with started(places) as pilot:
        await read(pilot, "3.5")
        text = at(pilot, "#text")
        readings = text.partition("Sources differ Which stacks get the −3 on a closing roll")[2]
        assert "CHART · " in readings
        assert "UNOFFICIAL · " in readings
        assert "Used here:" in text


async def test_calculator_and_chart_of_a_rule(places: Places) -> None:
    """The references of a rule include its chart and its calculator."""
    async with started(places) as pilot:
        page = await read(pilot, "3.5")
        await press(pilot, str(_place(page, "lob:closing-roll-table")))
        assert read_title(pilot).startswith("Closing Roll Table 3.5")
        assert "D or worse │ 5+" in at(pilot, "#chart")
        await press(pilot, "1")
        assert page.record == "lob:3.5"
        await press(pilot, str(_place(page, "lob:closing-roll")))
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        assert screen(pilot, CalculatorScreen).calculation.procedure.id == "lob:closing-roll"


async def test_escape_in_a_calculator_returns_to_the_rule(places: Places) -> None:
    """Escape in the calculator returns to the rule."""
    async with started(places) as pilot:
        page = await read(pilot, "3.5")
        await press(pilot, str(_place(page, "lob:closing-roll")))
        await until(pilot, lambda: isinstance(pilot.app.screen, CalculatorScreen))
        await press(pilot, "escape")
        assert pilot.app.screen is page, screen_text(pilot)


async def test_tab_focuses_the_references(places: Places) -> None:
    """Tab focuses the list, Enter opens the marked reference, and Tab leaves the list."""
    async with started(places) as pilot:
        page = await read(pilot, "3.5")
        references = page.query_one("#references", OptionList)
        last = page.references[-1].id
        await press(pilot, "tab")
        assert references.has_focus
        await press(pilot, "tab")
        assert not references.has_focus
        await press(pilot, "tab end enter")
        assert page.record == last
        assert page.past == ["lob:3.5"]


@pytest.mark.slow
async def test_a_rule_of_the_player_is_marked(places: Places) -> None:
    """A rule from the player's own folder is marked as such."""
    write(
        Path(places.own) / "rulebook/lob/90-house.md",
        "---\ntitle: House\ndocument: clarifications\nauthority: ruling\n---\n\n"
        "# 99.1 Our own closing\n\n- We close at night only.\n",
    )
    async with started(places) as pilot:
        page = await read(pilot, "99.1")
        assert page.record == "lob:99.1"
        assert "TABLE · We close at night only." in at(pilot, "#text")
        assert "your own" in at(pilot, "#text")
