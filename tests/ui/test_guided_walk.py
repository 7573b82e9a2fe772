"""Guided mode: one question at a time, with its rule, errata and rulings, and the progress."""

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


def shown_paths(pilot: Pilot[None]) -> list[str]:
    """Return the paths of the visible questions."""
    form = screen(pilot, CalculatorScreen).form
    return [".".join(each.path) for each in form.rows if each.display]


@pytest.mark.slow
async def test_one_question_at_a_time(places: Places) -> None:
    """Only the current question and the progress are shown; an answer or Enter moves on, Left or Up goes back."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        total = len(page.form.asked_rows())
        await press(pilot, "slash")
        assert shown_paths(pilot) == ["rating"]
        assert at(pilot, "#progress").startswith(f"1 of {total} ")
        await press(pilot, "c")
        assert shown_paths(pilot) == ["leader_morale"]
        assert at(pilot, "#progress").startswith(f"2 of {total} ")
        await press(pilot, "2")
        assert shown_paths(pilot) == ["enemy_can_fire"], "the next question, even if it has a default"
        await press(pilot, "enter")
        assert shown_paths(pilot) == ["enemy_can_fire"], "Enter after an immediate answer does not move on"
        await press(pilot, "enter n left")
        assert shown_paths(pilot) == ["open_order_capable"]
        assert page.form.sheet.values == {"rating": "C", "leader_morale": "2", "open_order_capable": False}
        await press(pilot, "up up")
        assert shown_paths(pilot) == ["leader_morale"]


@pytest.mark.slow
async def test_guided_mode_ends_with_the_roll(places: Places) -> None:
    """After the last question come dice, ledger and odds, then the follow-ups."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "slash c 2")
        while isinstance(focused(pilot), Row):
            await press(pilot, "enter")
        assert isinstance(focused(pilot), DiceRow)
        assert len(shown_paths(pilot)) == len(page.form.asked_rows())
        assert at(pilot, "#progress") == f"All {len(page.form.asked_rows())} asked"
        assert "67%" in at(pilot, "#answer")
        await press(pilot, "4")
        assert isinstance(focused(pilot), FollowUps)
        assert "● THE STACK CLOSES" in at(pilot, "#summary")


@pytest.mark.slow
async def test_skipped_questions_are_asked_before_the_dice(places: Places) -> None:
    """Enter may skip a question; it is asked again before the dice."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "slash enter 2")
        for _ in page.form.asked_rows():
            await press(pilot, "enter")
            if shown_paths(pilot) == ["rating"]:
                break
        assert focused(pilot) is row(pilot, "rating")
        assert page.form.sheet.values == {"leader_morale": "2"}


@pytest.mark.slow
async def test_both_modes_share_the_answers(places: Places) -> None:
    """Switching modes halfway asks nothing twice, and the focus stays on its question."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c slash 2 y slash")
        assert page.form.sheet.values == {"rating": "C", "leader_morale": "2", "enemy_can_fire": True}
        here = focused(pilot)
        assert len(shown_paths(pilot)) == len(page.form.asked_rows())
        assert here is row(pilot, "open_order_capable")
        await press(pilot, f"{row(pilot, 'shaken').hotkey} slash")
        assert focused(pilot) is here
        assert shown_paths(pilot) == ["open_order_capable"]
        assert page.form.sheet.values["shaken"] is True


@pytest.mark.slow
async def test_the_mode_is_kept_for_the_next_calculator(places: Places) -> None:
    """The next calculator opens in guided mode too."""
    async with started(places) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "slash escape escape")
        await calculator(pilot, "fire")
        assert shown_paths(pilot) == ["arm"]
        await press(pilot, "slash")
        assert len(shown_paths(pilot)) > 5


@pytest.mark.slow
async def test_a_refused_number_is_asked_again(places: Places) -> None:
    """A refused answer does not move on."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "slash c 9")
        assert shown_paths(pilot) == ["leader_morale"]
        assert "9 is outside 0 to 4" in words(row(pilot, "leader_morale"))
        assert page.form.sheet.values == {"rating": "C"}


@pytest.mark.slow
async def test_letters_of_hidden_modifiers_move_to_them(places: Places) -> None:
    """A letter toggles a visible question; the letter of a hidden question only moves to that question."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        shaken, rear = row(pilot, "shaken").hotkey, row(pilot, "into_rear").hotkey
        await press(pilot, f"slash c 2 enter enter enter {shaken}")
        assert shown_paths(pilot) == ["shaken"]
        assert "shaken" not in page.form.sheet.values
        await press(pilot, f"{rear} {rear}")
        assert page.form.sheet.values["into_rear"] is True


@pytest.mark.slow
async def test_guided_mode_asks_about_every_unit(places: Places) -> None:
    """Units added on the way are asked under their own title."""
    async with started(places) as pilot:
        page = await calculator(pilot, "fire")
        await burst(pilot, "slash 1 1 enter")
        assert "Firing unit 1" in at(pilot, "#progress")
        await burst(pilot, "3 enter r plus plus 2 enter m")
        assert page.form.sheet.values["firers"] == [{"sps": "3", "weapon": "R"}, {"sps": "2", "weapon": "M"}]
        assert "Firing unit 2" in at(pilot, "#progress")


@pytest.mark.slow
async def test_choices_have_the_same_keys_in_both_modes(places: Places) -> None:
    """Numbers choose words; a code of one letter is its own key."""
    async with started(places) as pilot:
        page = await calculator(pilot, "morale-check")
        for _ in range(2):
            assert "1 small arms fire 2 artillery fire 3 a charge" in words(row(pilot, "cause"))
            assert "A B C D E F" in words(row(pilot, "rating"))
            await press(pilot, "slash")
        await press(pilot, "slash c 3")
        assert page.form.sheet.values == {"rating": "C", "cause": "charge"}


# the source of a question


@pytest.mark.slow
@SIZES
async def test_the_rule_of_the_question_is_shown(places: Places, size: tuple[int, int]) -> None:
    """The relevant point comes first, with errata marked; in the list the rule is shown only where there is room."""
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
            rule = at(pilot, "#rule")
            assert rule.index("ERRATUM · Open order units succeed automatically") < rule.index(
                "Breastworks cause the −3"
            )
            side = page.query_one("#rule-side")
            assert side.region.height > 1
            assert page.region.contains_region(side.region)
            await press(pilot, "slash")


@pytest.mark.slow
async def test_a_table_ruling_comes_first(places: Places) -> None:
    """A ruling on the modifier is shown above its rule, marked TABLE."""
    async with started(places) as pilot:
        about = "lob:closing-roll/Moving stack is Shaken"
        ruling = rulings.new_ruling(
            context(pilot).session, about, "counts for every stack", rulings.session_ids(())
        )
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
async def test_every_question_has_a_source(places: Places) -> None:
    """Every question shows the text of a rule, or at least a reference."""
    async with started(places, (120, 40)) as pilot:
        for procedure in context(pilot).module.procedures[:12]:
            page = await calculator(pilot, procedure.id.partition(":")[2])
            for each in page.form.asked_rows():
                page.set_focus(each)
                assert at(pilot, "#rule"), each.path
            await press(pilot, "escape")
