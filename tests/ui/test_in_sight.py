"""Changes that a key makes in a calculator are visible: the form scrolls to them or names them."""

from __future__ import annotations

import pytest

from companion.load.places import Places
from companion.ui.widgets.rows import Row
from tests.ui.helpers import at, calculator, context, focused, notes, painted, press, row, settled, started
from tests.ui.test_key_grammar import LARGE, NARROW, USUAL, values

SIZES = [NARROW, USUAL, LARGE]


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_an_answer_below_an_open_question_stays_in_sight(places: Places, size: tuple[int, int]) -> None:
    """The mark goes back up to a question whose help moves the answer down; the form scrolls to both."""
    async with started(places, size) as pilot:
        context(pilot).switch("bp")
        await calculator(pilot, "shoot")
        await press(pilot, "tab space shift+tab 2 enter 5 down 3")
        assert focused(pilot) is row(pilot, "morale")
        assert values(pilot)["stamina"] == "3"
        assert "[3] 1 to 20" in painted(pilot) or "Stamina of the target: 3" in at(pilot, "#told")


@pytest.mark.slow
@pytest.mark.parametrize("size", [USUAL, NARROW])
async def test_a_form_begins_with_a_whole_row(places: Places, size: tuple[int, int]) -> None:
    """A form too long for the screen begins with a whole row, even at its end and above a roll."""
    async with started(places, size) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 s")
        offsets = set()
        for key in ("up", "up", "up", "down", "down", "4"):
            await press(pilot, key)
            offsets.add(page.form.scroll_offset.y)
            assert page.form.scroll_offset.y in [each.virtual_region.y for each in page.form.rows], key
        assert offsets != {0}


@pytest.mark.slow
async def test_keys_of_every_screen_act_while_the_marked_row_is_out_of_sight(places: Places) -> None:
    """Undo undoes and Help opens at once; a letter only brings the row back."""
    async with started(places, NARROW) as pilot:
        await press(pilot, "f3 right right")
        page = await calculator(pilot, "morale-check")
        page.form.scroll_end(animate=False, immediate=True)
        await settled(pilot)
        marked = focused(pilot)
        assert isinstance(marked, Row) and not page.form.shows(marked)
        undone = context(pilot).session.undoable
        await press(pilot, "ctrl+z")
        assert context(pilot).session.redoable == undone != ()
        assert not page.form.shows(marked)
        await press(pilot, "f1")
        assert pilot.app.screen is not page.screen
        await press(pilot, "escape")
        await press(pilot, "x")
        assert page.form.shows(marked)


async def test_a_number_taken_by_the_key_that_adds_a_unit_is_told(places: Places) -> None:
    """The form scrolls to the new unit, away from the number that was being typed."""
    async with started(places, NARROW) as pilot:
        context(pilot).switch("bar")
        await calculator(pilot, "line-of-command")
        row(pilot, "range").focus()
        await press(pilot, "2 plus")
        assert values(pilot)["range"] == "2"
        assert at(pilot, "#told") == "Command Range of the leader: 2; Added: Hexes of the line 2"


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_no_panel_cuts_off_the_questions(places: Places, size: tuple[int, int]) -> None:
    """With little room and one question at a time, the form fits into its panel and shows the answer."""
    async with started(places, size) as pilot:
        context(pilot).switch("pub")
        await calculator(pilot, "distance")
        await press(pilot, "1 escape")
        context(pilot).step_by_step = True
        page = await calculator(pilot, "distance")
        await press(pilot, "1 3 enter")
        assert "Unfinished: 1 answer" in painted(pilot)
        assert "[3] 1 to 100000" in painted(pilot)
        form, panel = page.form, page.query_one("#questions")
        assert form.region.height > 0
        assert panel.content_region.contains_region(form.region)


@pytest.mark.slow
@pytest.mark.parametrize("guided", [False, True])
@pytest.mark.parametrize("size", SIZES)
async def test_an_added_unit_is_marked_and_a_removed_one_is_told(
    places: Places, size: tuple[int, int], guided: bool
) -> None:
    """The first question of a new hex that is asked is marked, not one that does not apply to the leader."""
    async with started(places, size) as pilot:
        context(pilot).switch("bar")
        context(pilot).step_by_step = guided
        await calculator(pilot, "line-of-command")
        await press(pilot, "2")
        line = row(pilot, "path")
        line.focus()
        await press(pilot, "plus")
        assert focused(pilot) is row(pilot, "path.2.kind")
        assert "Added: Hexes of the line 2" in painted(pilot)
        row(pilot, "path").focus()
        await press(pilot, "minus")
        assert focused(pilot) is row(pilot, "path")
        assert "Removed: Hexes of the line 2" in painted(pilot)


@pytest.mark.slow
async def test_the_mark_leaves_a_unit_that_is_removed(places: Places) -> None:
    """The mark goes to the row that adds units; any other marked question stays marked."""
    async with started(places, LARGE) as pilot:
        context(pilot).switch("bar")
        await calculator(pilot, "line-of-command")
        await press(pilot, "2 plus")
        assert focused(pilot) is row(pilot, "path.2.kind")
        await press(pilot, "minus")
        assert focused(pilot) is row(pilot, "path")
        await press(pilot, "plus up")
        marked = focused(pilot)
        assert isinstance(marked, Row)
        assert marked.path == ("path", "1", "ezoc")
        await press(pilot, "minus")
        assert focused(pilot) is row(pilot, "path.1.ezoc")


async def test_the_last_unit_cannot_be_removed(places: Places) -> None:
    """The last unit cannot be removed, and a message gives the lowest number allowed."""
    async with started(places, LARGE, notifications=True) as pilot:
        context(pilot).switch("bar")
        await calculator(pilot, "line-of-command")
        await press(pilot, "2 minus")
        assert "Hexes of the line: at least 1" in notes(pilot)
