"""Keys of a calculator: one meaning each, no change out of sight, every change shown, Enter harmless."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot

from companion.engine import Dice
from companion.load.places import Places
from companion.ui.messages import OpenCalculator
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.widgets import rows
from companion.ui.widgets.dice_row import DiceRow
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.rows import YesNoRow
from tests.proofs.grammar import Walk, plans, walk
from tests.proofs.hands import opened
from tests.proofs.play import GAMES, SIZES
from tests.ui.helpers import (
    at,
    burst,
    calculator,
    context,
    focused,
    painted,
    press,
    row,
    screen,
    started,
    type_in,
    words,
)

NARROW, USUAL, LARGE = (40, 20), (80, 24), (120, 40)


@pytest.fixture(autouse=True)
def _flashes_stay(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep flashes on, so that no test waits for their end."""
    monkeypatch.setattr(rows, "FLASH", 10_000.0)
    yield


def values(pilot: Pilot[None]) -> dict[str, object]:
    """Return the answers of the open calculator."""
    return screen(pilot, CalculatorScreen).form.sheet.values


# letters


@pytest.mark.slow
@pytest.mark.parametrize("size", [NARROW, USUAL])
async def test_a_letter_out_of_sight_marks_first(places: Places, size: tuple[int, int]) -> None:
    """The row scrolls into view unchanged; the same letter again changes it, and the focus moves to the dice."""
    async with started(places, size) as pilot:
        page = await calculator(pilot, "charge")
        await press(pilot, "b 6 enter c 4 enter")
        last = [each for each in page.form.asked_rows() if isinstance(each, YesNoRow) and each.hotkey][-1]
        name, before = last.path[0], dict(values(pilot))
        assert last.given.label[:20] not in painted(pilot)
        await press(pilot, last.hotkey)
        assert values(pilot) == before
        assert focused(pilot) is last
        assert "Marked, not changed" in at(pilot, "#told")
        assert last.given.label[:20] in painted(pilot)
        await press(pilot, last.hotkey)
        assert name in values(pilot)
        assert last.given.label[:20] in painted(pilot)
        assert isinstance(focused(pilot), DiceRow)


@pytest.mark.slow
async def test_letters_of_choices_and_modifiers_differ(places: Places) -> None:
    """`a` after the rating was answered toggles nothing, and a message says what the letter is for."""
    async with started(places) as pilot:
        await calculator(pilot, "charge")
        await press(pilot, "b a")
        assert values(pilot) == {"rating": "B"}
        assert "a is a choice of Attacker's morale rating. Mark that question first" in at(pilot, "#told")


async def test_a_key_without_a_meaning_says_so(places: Places) -> None:
    """A message is shown, and no answer changes."""
    async with started(places) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 q")
        assert values(pilot) == {"rating": "C", "leader_morale": "2"}
        assert at(pilot, "#told") == "! q has no function here"
        await press(pilot, "s")
        assert not pilot.app.screen.query_one("#told").display


async def test_a_modifier_has_the_same_letter_everywhere(places: Places) -> None:
    """Shaken is s in each calculator, in the list and in guided mode."""
    async with started(places) as pilot:
        for name in ("charge", "closing-roll"):
            await calculator(pilot, name)
            assert row(pilot, "shaken").hotkey == "s"
        await press(pilot, "slash")
        assert row(pilot, "shaken").hotkey == "s"
        await press(pilot, "s")
        assert focused(pilot) is row(pilot, "shaken")
        assert "shaken" not in values(pilot)


@pytest.mark.slow
async def test_the_unit_marked_last_has_the_letters(places: Places) -> None:
    """With several units, the letter of dg belongs to the row of the unit marked last."""
    async with started(places, LARGE) as pilot:
        await calculator(pilot, "fire")
        await press(pilot, "1 1 enter 3 enter m")
        letter = row(pilot, "firers.1.dg").hotkey
        await press(pilot, "up plus 2 enter m")
        assert [row(pilot, f"firers.{unit}.dg").hotkey for unit in (1, 2)] == ["", letter]
        await press(pilot, letter)
        assert [bool(row(pilot, f"firers.{unit}.dg").value) for unit in (1, 2)] == [False, True]
        row(pilot, "firers.1.sps").focus()
        await press(pilot, "down")
        assert [row(pilot, f"firers.{unit}.dg").hotkey for unit in (1, 2)] == [letter, ""]


# changes are shown


@pytest.mark.slow
async def test_a_changed_row_flashes_and_the_line_above_the_roll_names_it(places: Places) -> None:
    """The line above the roll lists changes until they are undone."""
    async with started(places, LARGE) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 s")
        assert row(pilot, "shaken").has_class("-flash")
        assert at(pilot, "#changed") == "Changed from default: Moving stack is Shaken (SH)"
        await press(pilot, row(pilot, "into_rear").hotkey)
        assert "Changed from default: Moving stack is Shaken (SH), Stack closes into a rear" in painted(pilot)
        await press(pilot, f"s {row(pilot, 'into_rear').hotkey}")
        assert not pilot.app.screen.query_one("#changed").display


@pytest.mark.slow
async def test_forty_columns_show_the_number_of_changes_and_the_last(places: Places) -> None:
    """Number and name fit a single line."""
    async with started(places, NARROW) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 s i")
        assert "2 changed: … Stack closes into a rear" in painted(pilot)


@pytest.mark.slow
async def test_the_end_of_a_flash(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """The class of the flash is removed again."""
    monkeypatch.setattr(rows, "FLASH", 0.001)
    async with started(places) as pilot:
        await calculator(pilot, "closing-roll")
        await press(pilot, "c 2 s")
        shaken = row(pilot, "shaken")
        while shaken.has_class("-flash"):
            await pilot.pause(0.01)


# Enter and immediate answers


@pytest.mark.slow
async def test_enter_after_an_immediate_answer_does_nothing(places: Places) -> None:
    """Enter does nothing after a choice, a number, or the last die, when the follow-ups already have the focus."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c enter 2 enter")
        assert values(pilot) == {"rating": "C", "leader_morale": "2"}
        assert isinstance(focused(pilot), DiceRow)
        await press(pilot, "4 enter")
        assert pilot.app.screen is page
        assert isinstance(focused(pilot), FollowUps)
        await press(pilot, "enter")
        assert pilot.app.screen is not page


@pytest.mark.slow
async def test_right_opens_the_follow_up_at_once(places: Places) -> None:
    """Players who never press Enter after a die can press Right."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await burst(pilot, "c 2 4 right")
        assert pilot.app.screen is not page


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["3+4", " 34", " 3 4", "7", "7\n"])
async def test_single_dice_and_totals(places: Places, typed: str) -> None:
    """Single dice and totals are both accepted, however fast they are typed."""
    async with started(places) as pilot:
        page = await calculator(pilot, "command-roll")
        await press(pilot, "2")
        await burst(
            pilot, " ".join({"\n": "enter", "+": "plus", " ": "space"}.get(each, each) for each in typed)
        )
        assert pilot.app.screen is page
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.rolls[0].value == 7
        assert len(page.calculation.resolution.rolls) == 1


async def test_a_digit_after_the_last_die_changes_nothing(places: Places) -> None:
    """The total is complete; a further digit neither opens a follow-up nor answers a question."""
    async with started(places) as pilot:
        page = await calculator(pilot, "command-roll")
        await type_in(pilot, "259")
        assert pilot.app.screen is page
        assert [roll.value for roll in page.calculation.rolls] == [5]
        assert values(pilot) == {"command_value": "2"}
        assert "Digits need a marked number" in at(pilot, "#told")


@pytest.mark.slow
async def test_a_digit_that_could_be_another_die_is_refused_once(places: Places) -> None:
    """`5 4` for two dice of a charge: 5 is the total, and 4 does not silently become the next roll."""
    async with started(places) as pilot:
        page = await calculator(pilot, "charge")
        await burst(pilot, "b l 2 6 c 4 o 1 4 5 5 4")
        assert [roll.value for roll in page.calculation.rolls] == [4, 5, 5]
        assert "5 was taken as the total. For the next roll, press the digit again." in at(pilot, "#told")
        await press(pilot, "4")
        assert [roll.value for roll in page.calculation.rolls] == [4, 5, 5, 4]


@pytest.mark.slow
async def test_a_digit_that_cannot_be_another_die_starts_the_next_roll(places: Places) -> None:
    """The next roll takes 7 after a total of 5, or any digit after Enter."""
    async with started(places) as pilot:
        page = await calculator(pilot, "charge")
        await burst(pilot, "b l 2 6 c 4 o 1 4 5 5 7")
        assert [roll.value for roll in page.calculation.rolls] == [4, 5, 5, 7]
        await press(pilot, "backspace backspace")
        await burst(pilot, "5 enter 4")
        assert [roll.value for roll in page.calculation.rolls] == [4, 5, 5, 4]


@pytest.mark.slow
async def test_the_key_of_a_choice_enters_the_number_before_it(places: Places) -> None:
    """`6 c` at full speed: 6 SPs, then rating C, as with Enter in between."""
    async with started(places) as pilot:
        await calculator(pilot, "charge")
        await burst(pilot, "b 6 c")
        assert values(pilot) == {
            "rating": "B",
            "attacker_sps": "6",
            "defender_rating": "C",
        }


@pytest.mark.slow
async def test_the_key_of_a_choice_refuses_an_invalid_number(places: Places) -> None:
    """The number is refused as with Enter, and the key answers nothing."""
    async with started(places) as pilot:
        page = await calculator(pilot, "charge")
        await press(pilot, "b 0 c")
        assert values(pilot) == {"rating": "B"}
        assert focused(pilot) is row(pilot, "attacker_sps")
        assert pilot.app.screen is page


@pytest.mark.slow
async def test_more_than_nine_choices_are_all_numbered(places: Places) -> None:
    """Up to ten choices have a digit each; with more, 1 waits for a second digit and says so."""
    async with started(places, LARGE) as pilot:
        context(pilot).switch("bar")
        await calculator(pilot, "firing-strength")
        assert "0 Unlimbered" in words(row(pilot, "formation"))
        await press(pilot, "0")
        assert values(pilot) == {"formation": "Unlimbered"}
        await calculator(pilot, "stacking")
        terrain = row(pilot, "terrain")
        terrain.focus()
        before = dict(values(pilot))
        await press(pilot, "1")
        assert "1_ Enter takes 1 " in words(terrain)
        assert "or 10 to 13" in words(terrain)
        assert values(pilot) == before
        await press(pilot, "0")
        assert values(pilot) != before


@pytest.mark.slow
async def test_r_rolls_wherever_the_mark_is(places: Places) -> None:
    """r rolls from any row; while a question is open, a message gives the reason why there is no roll."""
    async with started(places) as pilot:
        page = await calculator(pilot, "closing-roll")
        await press(pilot, "c r")
        assert "Answer the open questions first" in at(pilot, "#told")
        await press(pilot, "2")
        row(pilot, "into_rear").focus()
        await press(pilot, "r")
        assert len(page.calculation.rolls) == 1


# all calculators


@pytest.mark.slow
@pytest.mark.parametrize("plan", [Walk("lob", NARROW, 11), Walk("pub", USUAL, 12)], ids=str)
async def test_random_keys(tmp_path: Path, places: Places, plan: Walk) -> None:
    """Random keys change nothing unseen; `python -m tests.proofs.grammar` makes long runs."""
    assert await walk(places.cache, plan, 80) == []


@pytest.mark.slow
@pytest.mark.parametrize("plan", plans(1, GAMES, SIZES), ids=str)
async def test_random_keys_in_every_game_at_every_size(places: Places, plan: Walk) -> None:
    """200 random keys change nothing unseen."""
    assert await walk(places.cache, plan, 200) == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [NARROW, USUAL, LARGE])
async def test_long_runs_act_on_the_screens_of_the_player(
    tmp_path: Path, places: Places, size: tuple[int, int]
) -> None:
    """The app of the long runs paints a calculator as the player's app does, frames and titles included."""
    async with started(places, size) as pilot:
        await calculator(pilot, "charge")
        await press(pilot, "b 6 enter")
        seen = painted(pilot)
    others = Places(places.bases, places.cache, tmp_path / "other")
    async with opened(others, "lob", size, Dice(Random(1))) as hands:
        hands.app.post_message(OpenCalculator("lob:charge"))
        await hands.rest()
        await hands.press("b", "6", "enter")
        strips = hands.app.screen._compositor.render_strips()
        assert "\n".join("".join(each.text for each in strip).rstrip() for strip in strips) == seen


@pytest.mark.slow
async def test_no_letter_is_shown_twice(places: Places) -> None:
    """The rows of a form have different letters."""
    async with started(places, LARGE) as pilot:
        page = await calculator(pilot, "fire")
        await press(pilot, "1 1 enter 3 enter m up plus")
        letters = [each.hotkey for each in page.form.rows if isinstance(each, YesNoRow) and each.hotkey]
        assert len(letters) == len(set(letters)) > 0


@pytest.mark.slow
async def test_a_digit_for_a_hidden_question_answers_nothing(places: Places) -> None:
    """`o o 1`: the leader is added and removed, and 1 was meant for its value."""
    async with started(places, LARGE) as pilot:
        await calculator(pilot, "charge")
        await press(pilot, "b 6 enter c 4 enter o")
        assert focused(pilot) is row(pilot, "defender_leader_morale")
        before = dict(values(pilot))
        await press(pilot, "o 1")
        assert values(pilot) == {**before, "defender_leader": False}
        assert focused(pilot) is row(pilot, "defender_leader")


@pytest.mark.slow
async def test_invalid_members_are_not_asked_and_valid_ones_stay(places: Places) -> None:
    """Conditions of combat are not offered for shooting; shooting conditions that also apply in combat are kept."""
    async with started(places, LARGE) as pilot:
        context(pilot).switch("bp")
        await calculator(pilot, "hit-modifier")
        await press(pilot, "1 s")
        asked = [each.member.key for each in screen(pilot, CalculatorScreen).form.asked_rows() if each.member]
        assert "shooters_shaken_or_disordered" in asked
        assert "charging" not in asked
        await press(pilot, "h")
        assert values(pilot)["conditions"] == ["shooters_shaken_or_disordered"]
