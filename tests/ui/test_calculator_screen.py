"""The calculator screen: few keys, no default answers, dice, and follow-ups."""

from __future__ import annotations

import random

import pytest
from textual.pilot import Pilot

from companion.engine import Dice
from companion.load.places import Places
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.calculators import CalculatorsScreen
from companion.ui.screens.read import ReadScreen
from companion.ui.widgets.dice_row import DiceRow
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.rows import AddRow, Row, YesNoRow
from companion.workspace.calculator_list import KEYS, listed_calculators
from tests.ui.helpers import (
    at,
    calculator,
    calculator_key,
    context,
    focused,
    notes,
    painted,
    press,
    row,
    screen,
    screen_text,
    settled,
    started,
    type_in,
    until,
    words,
)

CLOSING = "closing-roll"
FIRE = "fire"
MORALE = "morale-check"
COMMAND = "command-roll"
DELIVERY = "order-delivery"
SIZE = "charge-size-modifier"

TWO_DICE = (("3+4", 7), ("6+6", 12), ("2+1", 3))


async def _follow_up(pilot: Pilot[None], procedure: str) -> CalculatorScreen:
    """Wait for the calculator that a follow-up opens, and return it."""

    def is_open() -> bool:
        top = pilot.app.screen
        return isinstance(top, CalculatorScreen) and top.calculation.procedure.id == procedure

    await until(pilot, is_open)
    await settled(pilot)
    return screen(pilot, CalculatorScreen)


def _shown_paths(page: CalculatorScreen) -> set[str]:
    return {".".join(each.path) for each in page.form.rows if each.display}


# the list


@pytest.mark.slow
async def test_keys_open_calculators_in_the_order_listed(places: Places) -> None:
    """The key before a calculator opens it without answers; Escape returns to the list."""
    async with started(places) as pilot:
        await press(pilot, "f2")
        for key, procedure in zip(KEYS, context(pilot).module.procedures, strict=False):
            assert f"{key} {procedure.title} " in at(pilot, "#calculators")
            await press(pilot, key)
            opened = await _follow_up(pilot, procedure.id)
            assert at(pilot, "#where") == f"{procedure.title} {procedure.cite}"
            assert not any(unit for units in opened.form.sheet.values.values() for unit in units)
            await press(pilot, "escape")
            screen(pilot, CalculatorsScreen)


@pytest.mark.slow
async def test_key_past_the_list_does_nothing(places: Places) -> None:
    """A key that no calculator has opens nothing."""
    async with started(places) as pilot:
        free = KEYS[len(context(pilot).module.procedures) :][:1] or "0"
        await press(pilot, f"f2 {free} 0")
        screen(pilot, CalculatorsScreen)


@pytest.mark.slow
async def test_enter_opens_the_marked_calculator(places: Places) -> None:
    """Arrows and Enter open a calculator too."""
    async with started(places) as pilot:
        await press(pilot, "f2 down enter")
        await _follow_up(pilot, listed_calculators(context(pilot))[1].procedure.id)


# a closing roll


@pytest.mark.slow
async def test_closing_roll_in_few_keys(places: Places) -> None:
    """From the main screen to the answer in at most ten keys; rule, chart and every modifier are shown."""
    async with started(places, (120, 40)) as pilot:
        keys = f"f2 {calculator_key(pilot, CLOSING)} c 2 4".split()
        assert len(keys) <= 10
        await press(pilot, " ".join(keys[:2]))
        await until(pilot, lambda: focused(pilot) is row(pilot, "rating"))
        await press(pilot, " ".join(keys[2:]))
        page = screen(pilot, CalculatorScreen)
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        assert page.calculation.resolution.outcome["success"] is True
        assert page.calculation.resolution.outcome["modified_roll"] == 5
        assert at(pilot, "#where") == "Closing roll 3.5"
        assert "● THE STACK CLOSES" in at(pilot, "#summary")
        answer = at(pilot, "#answer")
        assert "Closing Roll Table (3.5): row C, column Success reads 4+." in answer
        assert "● +1 Leader of morale value 2 or better" in answer
        for not_counted in ("+1 Into a rear hex", "−1 Moving stack is Shaken"):
            assert f"○ {not_counted}" in answer


@pytest.mark.slow
async def test_nothing_is_prefilled(places: Places) -> None:
    """A new calculator has no answers; it lists the open questions and the range still needed on the die."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        assert page.form.sheet.values == {}
        assert page.calculation.resolution is not None
        assert set(page.calculation.resolution.missing) == {"rating", "leader_morale"}
        assert "Answer first: Morale rating of the moving stack, Leader's morale value" in at(
            pilot, "#summary"
        )
        assert "Needed on the die: 1 to 5" in at(pilot, "#summary")
        assert "Dice: not due yet" in at(pilot, "#dice")
        await press(pilot, "c")
        assert "Needed on the die: 3 or 4" in at(pilot, "#summary")


@pytest.mark.slow
async def test_odds_before_the_roll(places: Places) -> None:
    """Exact odds appear as soon as everything is answered."""
    async with started(places, (120, 40)) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, "c 2")
        assert "Odds before the roll" in at(pilot, "#answer")
        assert "67% 2/3" in at(pilot, "#answer")


@pytest.mark.slow
async def test_no_dice_are_asked_for_where_none_are_needed(places: Places) -> None:
    """An open order capable stack closes without a roll, and the screen gives the reason."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, f"c 0 {row(pilot, 'open_order_capable').hotkey}")
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        assert "● THE STACK CLOSES WITHOUT A ROLL" in at(pilot, "#summary")
        assert "No roll needed: open order capable units succeed automatically" in at(pilot, "#answer")


@pytest.mark.slow
async def test_flips_after_the_roll(places: Places) -> None:
    """After the roll, the screen lists single changes that would have changed the result."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, "c 2 3")
        assert "● THE STACK CLOSES" in at(pilot, "#summary")
        assert "What would have changed the result" in at(pilot, "#answer")
        assert "Moving stack is Shaken" in at(pilot, "#answer").partition("What would")[2]


@pytest.mark.slow
async def test_conflicting_sources_are_shown(places: Places) -> None:
    """The ledger is followed by both readings and the one that is used."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        assert "Sources differ Which stacks get the −3 on a closing roll" in at(pilot, "#answer")


# answers


@pytest.mark.slow
async def test_a_letter_toggles_its_modifier(places: Places) -> None:
    """The letter beside a yes/no toggles it, from any row and from the dice."""
    async with started(places, (120, 40)) as pilot:
        page = await calculator(pilot, CLOSING)
        shaken = row(pilot, "shaken")
        await press(pilot, f"c 2 {shaken.hotkey}")
        assert isinstance(focused(pilot), DiceRow)
        assert words(shaken).startswith("[x]")
        assert page.form.sheet.values["shaken"] is True
        assert "● −1 Moving stack is Shaken" in at(pilot, "#answer")
        await press(pilot, shaken.hotkey)
        assert words(shaken).startswith("[ ]")
        assert "○ −1 Moving stack is Shaken" in at(pilot, "#answer")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 20)])
async def test_a_marked_modifier_without_a_letter_names_space(places: Places, size: tuple[int, int]) -> None:
    """If the charge has no letter left for a modifier, its marked row shows Space as the key to toggle it."""
    async with started(places, size) as pilot:
        await calculator(pilot, "charge")
        await press(pilot, "b l 2 6 c 4 o 1 4 5")
        without, with_one = row(pilot, "starts_adjacent"), row(pilot, "shaken")
        assert not without.hotkey
        assert with_one.hotkey
        assert "Space" not in words(without)
        without.focus()
        await settled(pilot)
        assert words(without).endswith("Space Toggle")
        await press(pilot, "space")
        assert words(without).startswith("▸[x]")
        with_one.focus()
        await settled(pilot)
        assert "Space" not in words(without)
        assert "Space" not in words(with_one)


@pytest.mark.slow
async def test_letters_are_all_different(places: Places) -> None:
    """Each letter belongs to one row, and none is a key of the calculator."""
    async with started(places) as pilot:
        for procedure in context(pilot).module.procedures:
            page = await calculator(pilot, procedure.id.partition(":")[2])
            letters = [each.hotkey for each in page.form.rows if each.hotkey]
            assert len(letters) == len(set(letters))
            assert not {"r", "n"} & set(letters)


@pytest.mark.slow
async def test_space_toggles_a_yes_no_and_enter_moves_on(places: Places) -> None:
    """Space toggles the marked yes/no; Enter moves on without changing an answer."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        row(pilot, "into_rear").focus()
        await press(pilot, "space")
        assert page.form.sheet.values["into_rear"] is True
        await press(pilot, "enter")
        assert page.form.sheet.values["into_rear"] is True
        assert focused(pilot) is row(pilot, "shaken")


async def test_delete_removes_an_answer(places: Places) -> None:
    """Delete removes the answer, so that the question is open again."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c")
        row(pilot, "rating").focus()
        await press(pilot, "delete")
        assert page.form.sheet.values == {}
        assert words(row(pilot, "rating")).startswith("▸? Morale rating")


@pytest.mark.parametrize("typed", ["5", "9", "7"])
async def test_a_number_outside_its_domain_is_refused_at_its_row(places: Places, typed: str) -> None:
    """The number is not kept, the row shows the allowed range, and the focus stays."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, f"c {typed}")
        assert page.form.sheet.values == {"rating": "C"}
        leader = row(pilot, "leader_morale")
        assert focused(pilot) is leader
        assert f"{typed} is outside 0 to 4" in words(leader)
        await press(pilot, "2")
        assert page.form.sheet.values == {"rating": "C", "leader_morale": "2"}
        assert "is outside" not in screen_text(pilot)


@pytest.mark.slow
async def test_a_number_of_a_unit_outside_its_domain_is_refused_at_its_row(places: Places) -> None:
    """Answers inside units are refused in the same way, and other answers stay."""
    async with started(places) as pilot:
        page = await calculator(pilot, FIRE)
        await press(pilot, "1 2 enter 0")
        assert page.form.sheet.values == {"arm": "small_arms", "range": "2", "firers": [{}]}
        sps = row(pilot, "firers.1.sps")
        assert "0 is outside 1+" in words(sps)
        assert focused(pilot) is sps


@pytest.mark.parametrize("key", ["g", "z", "minus", "full_stop", "8", "ä"])
async def test_a_key_without_a_choice_answers_nothing(places: Places, key: str) -> None:
    """Rating G, signs and digits past the last choice leave the question open."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, key)
        assert page.form.sheet.values == {}
        assert words(row(pilot, "rating")).startswith("▸? Morale rating")


@pytest.mark.slow
async def test_a_code_of_one_letter_is_its_own_key(places: Places) -> None:
    """s chooses S; weapons with longer codes are chosen by a digit."""
    async with started(places) as pilot:
        page = await calculator(pilot, FIRE)
        await press(pilot, "1 2 enter 3 enter")
        assert "R M C 1=SR 2=CR S 3=HR 4=SH P T" in words(row(pilot, "firers.1.weapon"))
        await press(pilot, "s")
        assert page.form.sheet.values["firers"][0]["weapon"] == "S"
        row(pilot, "firers.1.weapon").focus()
        await press(pilot, "3")
        assert page.form.sheet.values["firers"][0]["weapon"] == "HR"


@pytest.mark.slow
async def test_arrows_go_through_choices(places: Places) -> None:
    """Right and Left choose the next and the previous, and wrap around."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "right right")
        assert page.form.sheet.values == {"rating": "B"}
        await press(pilot, "left left")
        assert page.form.sheet.values == {"rating": "F"}


@pytest.mark.slow
async def test_conditional_rows(places: Places) -> None:
    """Ammunition and CBF are asked for guns only, sharpshooters for small arms only."""
    async with started(places) as pilot:
        page = await calculator(pilot, FIRE)
        assert not {"ammo", "cbf", "sharpshooter", "target.cbf"} & _shown_paths(page)
        await press(pilot, "2")
        assert {"ammo", "cbf"} <= _shown_paths(page)
        assert "sharpshooter" not in _shown_paths(page)
        row(pilot, "arm").focus()
        await press(pilot, "1")
        assert not {"ammo", "cbf"} & _shown_paths(page)
        assert "sharpshooter" in _shown_paths(page)
        row(pilot, "target.artillery").focus()
        await press(pilot, "space")
        assert "target.cbf" in _shown_paths(page)


@pytest.mark.slow
async def test_a_conditional_group(places: Places) -> None:
    """Sizes are asked if the check is caused by a charge, the range if it is caused by fire."""
    async with started(places) as pilot:
        page = await calculator(pilot, MORALE)
        await press(pilot, "b 3")
        assert {"charge.attacker_sps", "charge.defender_sps"} <= _shown_paths(page)
        assert "The charge" in screen_text(pilot).split("\n")
        assert "range" not in _shown_paths(page)
        row(pilot, "cause").focus()
        await press(pilot, "1")
        assert not {"charge.attacker_sps", "charge.defender_sps"} & _shown_paths(page)
        assert "The charge" not in screen_text(pilot).split("\n")
        assert "range" in _shown_paths(page)


@pytest.mark.slow
async def test_enter_after_an_immediate_answer_does_not_move_on(places: Places) -> None:
    """After an answer that needs no Enter, the first Enter does not move the mark; the next one does."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c enter")
        assert focused(pilot) is row(pilot, "leader_morale")
        await press(pilot, "enter")
        here = focused(pilot)
        assert isinstance(here, YesNoRow)
        await press(pilot, "up 2 up enter")
        assert page.form.sheet.values["leader_morale"] == "2"
        page = await calculator(pilot, MORALE)
        await press(pilot, "b 3 enter")
        assert page.form.sheet.values == {"rating": "B", "cause": "charge"}


@pytest.mark.slow
async def test_y_and_n_answer_a_yes_no(places: Places) -> None:
    """y and n answer the marked yes/no; all other answers stay."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c 2")
        row(pilot, "into_rear").focus()
        await press(pilot, "n")
        assert page.form.sheet.values.get("rating") == "C"
        assert page.form.sheet.values.get("into_rear") in (None, False)
        await press(pilot, "y")
        assert page.form.sheet.values["into_rear"] is True


# several units


@pytest.mark.slow
async def test_fire_with_two_units(places: Places) -> None:
    """A mixed stack: SPs add up, each weapon counts, and the second unit starts with its first question."""
    async with started(places) as pilot:
        page = await calculator(pilot, FIRE)
        await press(pilot, "1 1 enter 3 enter r")
        await press(pilot, "plus")
        await until(pilot, lambda: focused(pilot) is row(pilot, "firers.2.sps"))
        assert "Firing unit 2" in screen_text(pilot)
        await press(pilot, "2 enter m")
        assert page.form.sheet.values["firers"] == [{"sps": "3", "weapon": "R"}, {"sps": "2", "weapon": "M"}]
        assert isinstance(focused(pilot), DiceRow)
        assert "Firing SPs: 5 · Column of the SPs: 4-5" in at(pilot, "#summary")
        await press(pilot, "1 1")
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        assert page.calculation.resolution.outcome["sps"] == 5
        assert "2d6: 11, typed" in at(pilot, "#dice")


@pytest.mark.slow
async def test_a_unit_can_be_removed(places: Places) -> None:
    """Minus removes the last unit, but never the only one, and something still has the focus."""
    async with started(places) as pilot:
        page = await calculator(pilot, FIRE)
        await press(pilot, "1 1 enter 3 enter r plus 2 enter m")
        page.query_one(AddRow).focus()
        await press(pilot, "minus")
        assert page.form.sheet.values["firers"] == [{"sps": "3", "weapon": "R"}]
        assert "Firing SPs: 3" in at(pilot, "#summary")
        await press(pilot, "minus")
        assert len(page.form.sheet.values["firers"]) == 1


@pytest.mark.slow
async def test_the_focus_is_not_lost_with_a_removed_unit(places: Places) -> None:
    """After a unit is removed from one of its own rows, the next key still reaches the calculator."""
    async with started(places) as pilot:
        await calculator(pilot, FIRE)
        await press(pilot, "1 1 enter 3 enter r plus minus")
        assert isinstance(focused(pilot), Row | DiceRow | FollowUps)


@pytest.mark.slow
async def test_number_being_typed_survives_another_unit(places: Places) -> None:
    """Digits typed but not yet entered count when a unit is added."""
    async with started(places) as pilot:
        page = await calculator(pilot, FIRE)
        await press(pilot, "1 1 enter 3 plus")
        assert page.form.sheet.values["firers"][0] == {"sps": "3"}


@pytest.mark.slow
async def test_canister_of_a_gun_without_it_is_refused_with_its_rule(places: Places) -> None:
    """A refusal by a chart is shown at the question it concerns."""
    async with started(places) as pilot:
        page = await calculator(pilot, FIRE)
        await press(pilot, "2 1 enter 2 4 enter")
        await press(pilot, "5")
        assert page.calculation.resolution is None
        assert "Naval Gun has no canister; it may fire only shell" in words(row(pilot, "ammo"))
        assert "Naval Gun has no canister; it may fire only shell" in at(pilot, "#summary")
        assert "Dice: not due yet" in at(pilot, "#dice")


@pytest.mark.slow
async def test_a_refused_answer_keeps_the_focus(places: Places) -> None:
    """The mark stays on the answer just given; the message names the other question."""
    async with started(places) as pilot:
        await calculator(pilot, FIRE)
        await press(pilot, "2 1 enter 2 4 enter")
        await press(pilot, "5")
        assert focused(pilot) is row(pilot, "firers.1.weapon")
        assert "Ammunition: " in at(pilot, "#told")


@pytest.mark.slow
async def test_canister_fire(places: Places) -> None:
    """Guns at range 1 with canister: the firepower shift is applied and cited."""
    async with started(places) as pilot:
        page = await calculator(pilot, FIRE)
        await press(pilot, "2 1 enter 2 4 enter n 9")
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        assert page.form.sheet.values["firers"] == [{"sps": "4", "weapon": "N"}]
        assert "canister" in " ".join(
            line.label for line in page.calculation.resolution.ledger if line.state == "applied"
        )


# dice


@pytest.mark.parametrize("die", ["7", "0", "9"])
async def test_a_die_outside_its_domain_is_refused(places: Places, die: str) -> None:
    """The roll does not count and the allowed range is shown; the row accepts the next number."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, f"c 2 {die} enter")
        assert page.calculation.rolls == []
        assert page.calculation.resolution is not None
        assert not page.calculation.resolution.done
        assert f"{die} is outside 1 to 6" in at(pilot, "#dice")
        await press(pilot, "4")
        assert [roll.value for roll in page.calculation.rolls] == [4]


@pytest.mark.slow
async def test_thirteen_on_two_dice_is_refused(places: Places) -> None:
    """A total of 2d6 cannot be 13."""
    async with started(places) as pilot:
        page = await calculator(pilot, COMMAND)
        await press(pilot, "2 1 3")
        assert page.calculation.rolls == []
        assert "13 is outside 2 to 12" in at(pilot, "#dice")


@pytest.mark.slow
async def test_an_ambiguous_total_waits_for_enter(places: Places) -> None:
    """1 waits for Enter, because it may be the start of 10, 11 or 12."""
    async with started(places) as pilot:
        page = await calculator(pilot, COMMAND)
        await press(pilot, "2 1")
        assert page.calculation.rolls == []
        assert "[1_]" in at(pilot, "#dice")
        await press(pilot, "enter")
        assert "1 is outside 2 to 12" in at(pilot, "#dice")
        await press(pilot, "0")
        assert [roll.value for roll in page.calculation.rolls] == [10]


@pytest.mark.parametrize(("typed", "total"), [("1+4", 5), *(pytest.param(*each) for each in TWO_DICE)])
async def test_two_dice_typed_as_dice(places: Places, typed: str, total: int) -> None:
    """2d6 may be typed as two dice; the faces are kept."""
    async with started(places) as pilot:
        page = await calculator(pilot, COMMAND)
        await press(pilot, "2")
        await type_in(pilot, typed)
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        assert [roll.value for roll in page.calculation.resolution.rolls] == [total]
        assert f"2d6: {total} ({typed}), typed" in at(pilot, "#dice")


@pytest.mark.slow
async def test_the_dice_row_says_what_may_be_typed_next(places: Places) -> None:
    """Each stage of typing 2d6 says what may follow: digits for the total, Space or + for single dice."""
    async with started(places) as pilot:
        await calculator(pilot, COMMAND)
        await press(pilot, "2")
        assert "the total, 2 to 12 (each die: Space first), or r to roll" in at(pilot, "#dice")
        await press(pilot, "space")
        assert at(pilot, "#dice").endswith("single dice: 2 dice, each 1 to 6")
        await press(pilot, "3")
        assert at(pilot, "#dice").endswith("[3+_] single dice: 1 more, each 1 to 6")
        await press(pilot, "backspace backspace 1")
        assert at(pilot, "#dice").endswith("[1_] 10 to 12")
        await press(pilot, "2")
        assert at(pilot, "#dice").startswith("Command roll 2d6: 12, typed")


@pytest.mark.slow
async def test_letters_and_signs_are_not_dice(places: Places) -> None:
    """Letters and signs are ignored where dice are typed."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c 2 x minus full_stop")
        assert page.calculation.rolls == []
        assert isinstance(focused(pilot), DiceRow)


@pytest.mark.slow
async def test_dice_cannot_be_typed_before_they_are_due(places: Places) -> None:
    """Dice can be neither typed nor rolled while a question is open."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        page.query_one(DiceRow).focus()
        await press(pilot, "4 enter r")
        assert page.calculation.rolls == []
        assert "Dice: not due yet" in at(pilot, "#dice")


@pytest.mark.slow
async def test_dice_rolled_by_the_app_cannot_be_removed(places: Places) -> None:
    """A roll of the app says so, and cannot be removed."""
    wanted = random.Random(1).randint(1, 6)
    async with started(places, dice=Dice(random.Random(1))) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c 2 r")
        assert [(roll.value, roll.source) for roll in page.calculation.rolls] == [(wanted, "app")]
        assert f"1d6: {wanted}, rolled here" in at(pilot, "#dice")
        page.query_one(DiceRow).focus()
        await press(pilot, "backspace")
        assert [roll.value for roll in page.calculation.rolls] == [wanted]
        assert "Only typed dice can be taken back" in notes(pilot)
        await press(pilot, "r")
        assert [roll.value for roll in page.calculation.rolls] == [wanted]


@pytest.mark.slow
async def test_typed_dice_can_be_corrected(places: Places) -> None:
    """Backspace on the dice removes a typed die; another can be typed."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c 2 2")
        assert [roll.value for roll in page.calculation.rolls] == [2]
        assert "1d6: 2, typed" in at(pilot, "#dice")
        page.query_one(DiceRow).focus()
        await press(pilot, "backspace")
        assert page.calculation.rolls == []
        await press(pilot, "6")
        assert [roll.value for roll in page.calculation.rolls] == [6]
        assert "1d6: 6, typed" in at(pilot, "#dice")


@pytest.mark.slow
async def test_backspace_right_after_the_roll_removes_it(places: Places) -> None:
    """`⌫ Retype` is offered for a typed die only, wherever the focus is after the roll."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c 2 4")
        assert "⌫ Retype" in at(pilot, "#keys")
        await press(pilot, "backspace")
        assert page.calculation.rolls == []
        assert "⌫ Retype" not in at(pilot, "#keys")
        await press(pilot, "r")
        assert "⌫ Retype" not in at(pilot, "#keys")
        await press(pilot, "backspace")
        assert len(page.calculation.rolls) == 1


@pytest.mark.slow
async def test_a_typed_digit_can_be_deleted(places: Places) -> None:
    """Backspace removes the digit, not a die."""
    async with started(places) as pilot:
        page = await calculator(pilot, COMMAND)
        await press(pilot, "2 1 backspace 9")
        assert [roll.value for roll in page.calculation.rolls] == [9]


@pytest.mark.slow
async def test_a_die_that_is_kept_is_shown(places: Places) -> None:
    """While a question is open again, a die rolled earlier is still shown, because it will count."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c 2 4")
        row(pilot, "leader_morale").focus()
        await press(pilot, "delete")
        assert [roll.value for roll in page.calculation.rolls] == [4]
        assert "Dice: 4, kept" in at(pilot, "#dice")


# what follows


@pytest.mark.slow
async def test_a_follow_up_is_filled_in(places: Places) -> None:
    """The opening volley takes the canister answer from the closing roll."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, f"c 2 {row(pilot, 'frontal_canister').hotkey} 6")
        assert isinstance(focused(pilot), FollowUps)
        assert "→ Resolve any opening volley before the charge or fire that follows. (5.4)" in at(
            pilot, "#next"
        )
        await press(pilot, "right")
        volley = await _follow_up(pilot, "lob:opening-volley")
        assert volley.form.sheet.values == {"frontal_canister": True}
        assert words(row(pilot, "frontal_canister")).startswith("[x]")


@pytest.mark.slow
async def test_fire_leads_to_a_morale_check_with_known_facts(places: Places) -> None:
    """The morale check is opened after the leader loss: cause, range, rear and adjacency are filled in."""
    async with started(places) as pilot:
        await calculator(pilot, FIRE)
        await press(pilot, "1 1 enter 8 enter r")
        row(pilot, "target.rear").focus()
        await settled(pilot)
        await press(pilot, f"{row(pilot, 'target.rear').hotkey} end 1 2")
        await press(pilot, "down enter")
        check = await _follow_up(pilot, "lob:morale-check")
        assert check.form.sheet.values["cause"] == "small_arms"
        assert check.form.sheet.values["rear"] is True
        assert words(row(pilot, "adjacent")).startswith("[x]")
        assert check.calculation.resolution is not None
        assert set(check.calculation.resolution.missing) == {"rating", "leader_morale"}
        await press(pilot, "b 1 7")
        assert check.calculation.resolution.done
        assert "● THE STACK IS" in at(pilot, "#summary")


@pytest.mark.slow
async def test_escape_from_a_follow_up_returns_to_the_previous_step(places: Places) -> None:
    """Escape goes back along the chain and keeps all answers."""
    async with started(places) as pilot:
        first = await calculator(pilot, CLOSING)
        await press(pilot, "c 2 6 right")
        await _follow_up(pilot, "lob:opening-volley")
        await press(pilot, "escape")
        assert screen(pilot, CalculatorScreen) is first
        assert [roll.value for roll in first.calculation.rolls] == [6]
        assert "● THE STACK CLOSES" in at(pilot, "#summary")


@pytest.mark.slow
async def test_a_follow_up_without_a_calculator_opens_its_rule(places: Places) -> None:
    """A reminder opens the rule it comes from; Escape returns."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c 2 1")
        assert "Falling back costs no MPs" in at(pilot, "#next")
        await press(pilot, "right")
        assert screen(pilot, ReadScreen).record == "lob:3.5c"
        await press(pilot, "escape")
        assert screen(pilot, CalculatorScreen) is page


@pytest.mark.slow
async def test_new_clears(places: Places) -> None:
    """F8 clears answers, dice and carried facts, and focuses the first question."""
    async with started(places, (120, 40)) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, f"c 2 {row(pilot, 'shaken').hotkey} 6")
        await press(pilot, "f8")
        assert page.form.sheet.values == {}
        assert page.calculation.rolls == []
        await until(pilot, lambda: focused(pilot) is row(pilot, "rating"))
        assert "Answer first: Morale rating of the moving stack, Leader's morale value" in at(
            pilot, "#summary"
        )
        assert "○ −1 Moving stack is Shaken" in at(pilot, "#answer")


@pytest.mark.slow
async def test_new_discards_a_number_being_typed(places: Places) -> None:
    """Digits not yet entered are not carried into the new calculation."""
    async with started(places) as pilot:
        page = await calculator(pilot, SIZE)
        await press(pilot, "5 n")
        assert page.form.sheet.values == {}


@pytest.mark.slow
async def test_rule_of_the_marked_question(places: Places) -> None:
    """F4 opens the rule of the marked line; Escape returns with all answers unchanged."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c 2")
        row(pilot, "enemy_can_fire").focus()
        await press(pilot, "f4")
        assert screen(pilot, ReadScreen).record == "lob:3.5a"
        await press(pilot, "escape")
        assert screen(pilot, CalculatorScreen) is page
        assert page.form.sheet.values == {"rating": "C", "leader_morale": "2"}


async def test_refusals_use_the_words_on_the_screen(places: Places) -> None:
    """A refusal uses the label of the question, not its name in the data."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, "c 9")
        assert "leader_morale" not in screen_text(pilot)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_the_focused_row_is_visible(places: Places, size: tuple[int, int]) -> None:
    """The focused question is visible in a long form."""
    async with started(places, size) as pilot:
        page = await calculator(pilot, MORALE)
        for each in [shown for shown in page.form.rows if shown.display]:
            each.focus()
            await until(pilot, lambda row=each: row.region.overlaps(page.form.region))  # type: ignore[misc]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_follow_ups_are_visible(places: Places, size: tuple[int, int]) -> None:
    """After the roll, the first follow-up has the focus and is visible."""
    async with started(places, size) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c 2 6")
        following = page.query_one(FollowUps)
        assert following.has_focus
        assert "Resolve any opening" in painted(pilot)


@pytest.mark.slow
async def test_order_delivery(places: Places) -> None:
    """Delivery time without a roll: sender, awareness of the army commander, distance."""
    async with started(places) as pilot:
        page = await calculator(pilot, DELIVERY)
        assert "awareness" not in _shown_paths(page)
        await press(pilot, "1")
        assert "awareness" in _shown_paths(page)
        assert focused(pilot) is row(pilot, "hexes")
        await press(pilot, "5 enter")
        assert focused(pilot) is row(pilot, "awareness")
        await press(pilot, "2")
        assert page.form.sheet.values["awareness"] == "normal"
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        assert at(pilot, "#summary").startswith("●")


@pytest.mark.slow
async def test_a_calculator_without_a_roll_answers_at_once(places: Places) -> None:
    """Charge size: two numbers give the result, with the chart named."""
    async with started(places) as pilot:
        page = await calculator(pilot, SIZE)
        await press(pilot, "9 enter 4 enter")
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        assert "● MODIFIER TO THE DEFENDER'S MORALE CHECK:" in at(pilot, "#summary")
        assert "Additional Charge Modifiers (7.0g): row" in at(pilot, "#answer")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "procedure", "keys"),
    [
        ("lob", "fire", "2 enter 6 down enter 1 6 6 up 3 s l up"),
        ("lob", "shot", "down q a"),
        ("lob", "morale-check", "f 3 1 6 enter 3 6 3 down 3 enter down 1 3 down down 3 up"),
        ("bp", "command-roll", "down down enter enter 3 2 6 3 enter down 6 6 1 down up"),
        ("bp", "shoot", "2 1 enter 6 2 up enter 1 3 down 6 6 6 3 down"),
        ("bar", "formation-change", "i l l enter g 2 2 l 6 g u down up g l l s h l s 6 s m s enter"),
        ("bar", "pursuit", "6 1 6 down 1 6 up up 3 1 down up up 6 down 1 6 1 down"),
    ],
)
async def test_the_marked_question_stays_visible(
    places: Places, game: str, procedure: str, keys: str
) -> None:
    """The question stays visible when the rule takes space, and when questions above appear or disappear."""
    async with started(places) as pilot:
        context(pilot).switch(game)
        page = await calculator(pilot, procedure)
        for key in keys.split():
            await press(pilot, key)
            marked = focused(pilot)
            if isinstance(marked, Row):
                assert page.form.region.contains(*marked.region.offset), key


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 20)])
async def test_a_long_title_keeps_the_number_of_its_rule(places: Places, size: tuple[int, int]) -> None:
    """A long title shortens the names instead, at every width."""
    async with started(places, size) as pilot:
        page = await calculator(pilot, CLOSING)
        page.calculation.name(
            {"stack": "The Army of Northern Virginia", "enemy": "Sickles and his III Corps"}
        )
        page.show_title()
        await settled(pilot)
        title = painted(pilot).splitlines()[1]
        assert "3.5" in title, title
        assert "closes" in title or "Army" in title, title
