"""One question at a time: rule, erratum and ruling in view, progress, the same answers both ways."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from companion.load.places import Places
from companion.model.event import RulingMade
from companion.play import rulings
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.widgets.dice_row import DiceRow
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.questions import ROOM
from companion.ui.widgets.rows import Row
from companion.ui.widgets.rule_beside import VERY_WIDE
from tests.ui.helpers import at, burst, calculator, context, focused, press, row, screen, started, words

SIZES = pytest.mark.parametrize("size", [(80, 24), (40, 20), (160, 45)])


def on_show(pilot: Pilot[None]) -> list[str]:
    """Paths of the questions that can be seen."""
    form = screen(pilot, CalculatorScreen).form
    return [".".join(each.path) for each in form.rows if each.display]


async def test_one_question_at_a_time(places: Places) -> None:
    """Only the one asked is there, with how far it has come; answers go on, Enter too, Left goes back."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        total = len(page.form.asked_rows())
        await press(pilot, "slash")
        assert on_show(pilot) == ["rating"]
        assert at(pilot, "#progress").startswith(f"1 of {total} ")
        await press(pilot, "c")
        assert on_show(pilot) == ["leader_morale"]
        assert at(pilot, "#progress").startswith(f"2 of {total} ")
        await press(pilot, "2")
        assert on_show(pilot) == ["enemy_can_fire"], "the next question, ruled or not"
        await press(pilot, "enter")
        assert on_show(pilot) == ["enemy_can_fire"], "Enter behind an answer taken at once is that answer's"
        await press(pilot, "enter n left")
        assert on_show(pilot) == ["open_order_capable"]
        assert page.form.sheet.values == {"rating": "C", "leader_morale": "2", "open_order_capable": False}
        await press(pilot, "up up")
        assert on_show(pilot) == ["leader_morale"]


async def test_the_end_of_a_walk_is_the_same_roll(places: Places) -> None:
    """Past the last question come the dice, ledger and odds; then what follows."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "slash c 2")
        while isinstance(focused(pilot), Row):
            await press(pilot, "enter")
        assert isinstance(focused(pilot), DiceRow)
        assert len(on_show(pilot)) == len(page.form.asked_rows())
        assert at(pilot, "#progress") == f"All {len(page.form.asked_rows())} asked"
        assert "67%" in at(pilot, "#answer")
        await press(pilot, "4")
        assert isinstance(focused(pilot), FollowUps)
        assert "● THE STACK CLOSES" in at(pilot, "#summary")


@pytest.mark.slow
async def test_what_was_passed_over_is_asked_before_the_dice(places: Places) -> None:
    """Enter may leave a question open; the walk comes back to it."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "slash enter 2")
        for _ in page.form.asked_rows():
            await press(pilot, "enter")
            if on_show(pilot) == ["rating"]:
                break
        assert focused(pilot) is row(pilot, "rating")
        assert page.form.sheet.values == {"leader_morale": "2"}


@pytest.mark.slow
async def test_both_ways_share_the_answers(places: Places) -> None:
    """Changed over in the middle and back: nothing is asked twice, the focus stays on its question."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c slash 2 y slash")
        assert page.form.sheet.values == {"rating": "C", "leader_morale": "2", "enemy_can_fire": True}
        here = focused(pilot)
        assert len(on_show(pilot)) == len(page.form.asked_rows())
        assert here is row(pilot, "open_order_capable")
        await press(pilot, f"{row(pilot, 'shaken').hotkey} slash")
        assert focused(pilot) is here
        assert on_show(pilot) == ["open_order_capable"]
        assert page.form.sheet.values["shaken"] is True


@pytest.mark.slow
async def test_the_way_chosen_stays_for_the_next_calculator(places: Places) -> None:
    """Who walks goes on walking."""
    async with started(places) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "slash escape escape")
        await calculator(pilot, "fire")
        assert on_show(pilot) == ["arm"]
        await press(pilot, "slash")
        assert len(on_show(pilot)) > 5


async def test_a_refused_number_is_asked_again(places: Places) -> None:
    """The walk does not go past an answer that does not count."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "slash c 9")
        assert on_show(pilot) == ["leader_morale"]
        assert "9 is outside 0 to 4" in words(row(pilot, "leader_morale"))
        assert page.form.sheet.values == {"rating": "C"}


@pytest.mark.slow
async def test_letters_of_hidden_modifiers_lead_to_them_in_a_walk(places: Places) -> None:
    """Only what can be seen is toggled; the letter of another question asks it."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        shaken, rear = row(pilot, "shaken").hotkey, row(pilot, "into_rear").hotkey
        await press(pilot, f"slash c 2 enter enter enter {shaken}")
        assert on_show(pilot) == ["shaken"]
        assert "shaken" not in page.form.sheet.values
        await press(pilot, f"{rear} {rear}")
        assert page.form.sheet.values["into_rear"] is True


@pytest.mark.slow
async def test_a_walk_asks_every_unit(places: Places) -> None:
    """Units added on the way are asked with their own head."""
    async with started(places) as pilot:
        page = await calculator(pilot, "fire")
        await burst(pilot, "slash 1 1 enter")
        assert "Firing unit 1" in at(pilot, "#progress")
        await burst(pilot, "3 enter r plus plus 2 enter m")
        assert page.form.sheet.values["firers"] == [{"sps": "3", "weapon": "R"}, {"sps": "2", "weapon": "M"}]
        assert "Firing unit 2" in at(pilot, "#progress")


async def test_choices_have_the_same_keys_on_the_list_and_in_a_walk(places: Places) -> None:
    """Numbers for words, its letter for a code of one letter."""
    async with started(places) as pilot:
        page = await calculator(pilot, "morale-check")
        for _ in range(2):
            assert "1 small arms fire 2 artillery fire 3 a charge" in words(row(pilot, "cause"))
            assert "A B C D E F" in words(row(pilot, "rating"))
            await press(pilot, "slash")
        await press(pilot, "slash c 3")
        assert page.form.sheet.values == {"rating": "C", "cause": "charge"}


# what stands behind a question


@SIZES
async def test_the_rule_of_the_question_is_in_view(places: Places, size: tuple[int, int]) -> None:
    """The point that speaks of the question first, an erratum marked; on the list where there is room."""
    async with started(places, size) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c 2")
        for way in ("list", "walk"):
            row(pilot, "open_order_capable").focus()
            await press(pilot, "f1 f1")
            if way == "list" and (size[1] < ROOM or size[0] >= VERY_WIDE):
                assert not page.query_one("#rule-side").display
                await press(pilot, "slash")
                continue
            told = at(pilot, "#rule")
            assert told.index("ERRATUM · Open order units succeed automatically") < told.index("Breastworks")
            side = page.query_one("#rule-side")
            assert side.region.height > 1
            assert page.region.contains_region(side.region)
            await press(pilot, "slash")


@pytest.mark.slow
async def test_the_ruling_of_the_table_stands_first(places: Places) -> None:
    """A ruling on the modifier is said above its rule, marked as the table's."""
    async with started(places) as pilot:
        about = "lob:closing-roll/Moving stack is Shaken"
        ruling = rulings.new_ruling(context(pilot).session, about, "counts for every stack", [])
        context(pilot).session.add(RulingMade(ruling))
        await calculator(pilot, "closing-roll")
        await press(pilot, "c 2")
        row(pilot, "shaken").focus()
        await press(pilot, "slash")
        assert at(pilot, "#rule").startswith("TABLE · counts for every stack ○ −1 Moving stack is Shaken")
        row(pilot, "into_rear").focus()
        await press(pilot, "slash slash")
        assert "TABLE" not in at(pilot, "#rule")


@pytest.mark.slow
async def test_every_question_of_every_calculator_has_something_behind_it(places: Places) -> None:
    """Text of a rule, or at least where the question comes from."""
    async with started(places, (120, 40)) as pilot:
        for procedure in context(pilot).module.procedures[:12]:
            page = await calculator(pilot, procedure.id.partition(":")[2])
            for each in page.form.asked_rows():
                page.set_focus(each)
                assert at(pilot, "#rule"), each.path
            await press(pilot, "escape")
