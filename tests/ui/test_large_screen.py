"""The screen that shows a result, a rule or a cell in letters readable across the table."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from companion.render.large import BLOCK
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.large import LargeScreen
from companion.ui.screens.read import ReadScreen
from tests.ui.helpers import at, calculator, context, press, read, resize, screen, started, until


def drawn(page: LargeScreen) -> str:
    """Return the text of the large screen."""
    from textual.widgets import Static

    return str(page.query_one("#large", Static).content)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 20), (160, 45)])
async def test_a_result_and_back(places: Places, size: tuple[int, int]) -> None:
    """`!` opens the large screen from the calculator, Escape closes it; nothing is logged twice or lost."""
    async with started(places, size) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 s 4")
        logged = len(context(pilot).session.log)
        await press(pilot, "exclamation_mark")
        large = screen(pilot, LargeScreen)
        assert large.large.head[0] == "closes"
        text = drawn(large)
        assert BLOCK in text
        assert max(map(len, text.split("\n"))) <= size[0] - 2
        assert "Closing roll 3.5." in text
        await press(pilot, "escape")
        assert screen(pilot, CalculatorScreen) is page
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        assert len(context(pilot).session.log) == logged


@pytest.mark.slow
async def test_letters_grow_with_the_screen(places: Places) -> None:
    """After a resize the text is drawn again."""
    async with started(places, (40, 20)) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 m 4 exclamation_mark")
        before = drawn(screen(pilot, LargeScreen)).count(BLOCK)
        await resize(pilot, 160, 45)
        await until(pilot, lambda: drawn(screen(pilot, LargeScreen)).count(BLOCK) > before)


async def test_nothing_to_show_while_questions_are_open(places: Places) -> None:
    """The key is offered only once everything needed is answered; then it shows the number needed on the dice."""
    async with started(places, (40, 20)) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "exclamation_mark")
        assert screen(pilot, CalculatorScreen) is page
        assert "Large" not in at(pilot, "#keys")
        await press(pilot, "c 2")
        assert "! Enlarge" in at(pilot, "#keys")
        await press(pilot, "f1")
        assert "F5 Find" in " ".join(at(pilot, "#help-text").split())
        await press(pilot, "escape")
        await press(pilot, "exclamation_mark")
        assert screen(pilot, LargeScreen).large.head[0] == "Needed after modifiers: 4"


async def test_a_rule_and_a_cell(places: Places) -> None:
    """The large screen shows the text of a rule, or the selected cell of a chart."""
    async with started(places) as pilot:
        page = await read(pilot, "3.5c")
        await press(pilot, "exclamation_mark")
        assert "f a l l s   b a c k" in drawn(screen(pilot, LargeScreen))
        await press(pilot, "exclamation_mark")
        assert screen(pilot, ReadScreen) is page
        page.go("lob:closing-roll-table")
        await press(pilot, "down exclamation_mark")
        assert screen(pilot, LargeScreen).large.head == ("3+",)
        await press(pilot, "backspace")
        assert screen(pilot, ReadScreen).record == "lob:closing-roll-table"


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 20), (120, 40)])
async def test_one_sentence_of_a_rule_alone(places: Places, size: tuple[int, int]) -> None:
    """Right shows the sentences one by one, Left returns to the whole text; a result has no sentences."""
    async with started(places, size) as pilot:
        await read(pilot, "3.6a")
        await press(pilot, "exclamation_mark")
        page = screen(pilot, LargeScreen)
        whole = drawn(page)
        await press(pilot, "right")
        in_blocks = size[0] == 120
        assert (BLOCK in drawn(page)) is in_blocks
        assert ("UNLIMBEREDARTILLERYMAYCHANGE" in "".join(drawn(page).split())) is not in_blocks
        await press(pilot, "right left left")
        assert drawn(page) == whole
        await press(pilot, "escape escape escape")
        await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 4 exclamation_mark")
        assert "Next sentence" not in at(pilot, "#keys")
