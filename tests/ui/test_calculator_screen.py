"""Calculators at the table: few keys, nothing answered unasked, dice that stand, steps that follow on."""

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
    context,
    focused,
    notes,
    painted,
    press,
    row,
    screen,
    seen,
    settled,
    sign,
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


async def _goes_on_to(pilot: Pilot[None], procedure: str) -> CalculatorScreen:
    """The calculator that a next step opens."""

    def there() -> bool:
        top = pilot.app.screen
        return isinstance(top, CalculatorScreen) and top.calculation.procedure.id == procedure

    await until(pilot, there)
    await settled(pilot)
    return screen(pilot, CalculatorScreen)


def _shown_paths(page: CalculatorScreen) -> set[str]:
    return {".".join(each.path) for each in page.form.rows if each.display}


# the list


@pytest.mark.slow
async def test_signs_open_calculators_in_the_order_listed(places: Places) -> None:
    """The sign before a calculator opens it, nothing answered; Escape comes back to the list."""
    async with started(places) as pilot:
        await press(pilot, "f2")
        for key, procedure in zip(KEYS, context(pilot).module.procedures, strict=False):
            assert f"{key} {procedure.title} " in at(pilot, "#calculators")
            await press(pilot, key)
            opened = await _goes_on_to(pilot, procedure.id)
            assert at(pilot, "#where") == f"{procedure.title} {procedure.cite}"
            assert not any(unit for units in opened.form.sheet.values.values() for unit in units)
            await press(pilot, "escape")
            screen(pilot, CalculatorsScreen)


@pytest.mark.slow
async def test_sign_past_the_list_does_nothing(places: Places) -> None:
    """A sign that no calculator has opens none."""
    async with started(places) as pilot:
        free = KEYS[len(context(pilot).module.procedures) :][:1] or "0"
        await press(pilot, f"f2 {free} 0")
        screen(pilot, CalculatorsScreen)


@pytest.mark.slow
async def test_enter_opens_the_marked_calculator(places: Places) -> None:
    """Arrows and Enter work where digits are out of reach."""
    async with started(places) as pilot:
        await press(pilot, "f2 down enter")
        await _goes_on_to(pilot, listed_calculators(context(pilot))[1].procedure.id)


# a closing roll


@pytest.mark.slow
async def test_closing_roll_in_few_keys(places: Places) -> None:
    """From the main screen to the answer in at most ten keys; rule, chart and every modifier are on screen."""
    async with started(places, (120, 40)) as pilot:
        keys = f"f2 {sign(pilot, CLOSING)} c 2 4".split()
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
    """A fresh calculator has no answer; what is missing is named; what remains is told."""
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


async def test_odds_stand_before_the_roll(places: Places) -> None:
    """As soon as all is answered the odds are there, exact."""
    async with started(places, (120, 40)) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, "c 2")
        assert "Odds before the roll" in at(pilot, "#answer")
        assert "67% 2/3" in at(pilot, "#answer")


async def test_no_dice_are_asked_for_where_none_are_needed(places: Places) -> None:
    """An open order capable stack closes without a roll, and the screen says why."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, f"c 0 {row(pilot, 'open_order_capable').hotkey}")
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        assert "● THE STACK CLOSES WITHOUT A ROLL" in at(pilot, "#summary")
        assert "No roll needed: open order capable units succeed automatically" in at(pilot, "#answer")


async def test_flips_after_the_roll(places: Places) -> None:
    """Which single change would have changed the result."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, "c 2 3")
        assert "● THE STACK CLOSES" in at(pilot, "#summary")
        assert "What would have changed the result" in at(pilot, "#answer")
        assert "Moving stack is Shaken" in at(pilot, "#answer").partition("What would")[2]


async def test_where_sources_differ_is_beside_the_form(places: Places) -> None:
    """Both readings and the one taken stand under the ledger."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        assert "Sources differ Which stacks get the -3 on a closing roll" in at(pilot, "#answer")


# answers


async def test_a_letter_turns_its_modifier_over_and_back(places: Places) -> None:
    """The letter beside a yes/no turns it over, from any row and from the dice."""
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
async def test_letters_are_all_different(places: Places) -> None:
    """No two rows share a letter, and none takes the calculator's own."""
    async with started(places) as pilot:
        for procedure in context(pilot).module.procedures:
            page = await calculator(pilot, procedure.id.partition(":")[2])
            letters = [each.hotkey for each in page.form.rows if each.hotkey]
            assert len(letters) == len(set(letters))
            assert not {"r", "n"} & set(letters)


@pytest.mark.slow
async def test_space_toggles_a_yes_no_and_enter_goes_on(places: Places) -> None:
    """Enter changes no answer."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        row(pilot, "into_rear").focus()
        await press(pilot, "space")
        assert page.form.sheet.values["into_rear"] is True
        await press(pilot, "enter")
        assert page.form.sheet.values["into_rear"] is True
        assert focused(pilot) is row(pilot, "shaken")


async def test_delete_takes_an_answer_away(places: Places) -> None:
    """Delete leaves the question open again."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c")
        row(pilot, "rating").focus()
        await press(pilot, "delete")
        assert page.form.sheet.values == {}
        assert words(row(pilot, "rating")).startswith("▸? Morale rating")


@pytest.mark.parametrize("typed", ["5", "9", "7"])
async def test_a_number_outside_its_domain_is_refused_at_its_row(places: Places, typed: str) -> None:
    """It is not kept, the row says why with the legal domain, and the focus stays."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, f"c {typed}")
        assert page.form.sheet.values == {"rating": "C"}
        leader = row(pilot, "leader_morale")
        assert focused(pilot) is leader
        assert f"{typed} is outside 0 to 4" in words(leader)
        await press(pilot, "2")
        assert page.form.sheet.values == {"rating": "C", "leader_morale": "2"}
        assert "is outside" not in seen(pilot)


@pytest.mark.slow
async def test_a_number_of_a_unit_outside_its_domain_is_refused_at_its_row(places: Places) -> None:
    """Answers inside units are refused the same way, and the others stay."""
    async with started(places) as pilot:
        page = await calculator(pilot, FIRE)
        await press(pilot, "1 2 enter 0")
        assert page.form.sheet.values == {"arm": "small_arms", "range": "2", "firers": [{}]}
        sps = row(pilot, "firers.1.sps")
        assert "0 is outside 1+" in words(sps)
        assert focused(pilot) is sps


@pytest.mark.parametrize("key", ["g", "z", "minus", "full_stop", "8", "ä"])
async def test_what_is_no_choice_is_not_taken(places: Places, key: str) -> None:
    """Rating G, signs and places past the last leave the question open."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, key)
        assert page.form.sheet.values == {}
        assert words(row(pilot, "rating")).startswith("▸? Morale rating")


@pytest.mark.slow
async def test_a_code_of_one_letter_is_its_own_key(places: Places) -> None:
    """S is taken by s; weapons with longer codes show a number."""
    async with started(places) as pilot:
        page = await calculator(pilot, FIRE)
        await press(pilot, "1 2 enter 3 enter")
        assert "R M C 1 SR 2 CR S 3 HR 4 SH P T" in words(row(pilot, "firers.1.weapon"))
        await press(pilot, "s")
        assert page.form.sheet.values["firers"][0]["weapon"] == "S"
        row(pilot, "firers.1.weapon").focus()
        await press(pilot, "3")
        assert page.form.sheet.values["firers"][0]["weapon"] == "HR"


@pytest.mark.slow
async def test_arrows_go_through_choices(places: Places) -> None:
    """Right and left take the next and the one before, round and round."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "right right")
        assert page.form.sheet.values == {"rating": "B"}
        await press(pilot, "left left")
        assert page.form.sheet.values == {"rating": "F"}


async def test_conditional_rows_come_and_go(places: Places) -> None:
    """Ammunition and CBF are asked of guns only, sharpshooters of small arms only."""
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
async def test_a_conditional_group_comes_and_goes(places: Places) -> None:
    """The sizes of a charge are asked in a check by charge, the range in one by fire."""
    async with started(places) as pilot:
        page = await calculator(pilot, MORALE)
        await press(pilot, "b 3")
        assert {"charge.attacker_sps", "charge.defender_sps"} <= _shown_paths(page)
        assert "The charge" in seen(pilot).split("\n")
        assert "range" not in _shown_paths(page)
        row(pilot, "cause").focus()
        await press(pilot, "1")
        assert not {"charge.attacker_sps", "charge.defender_sps"} & _shown_paths(page)
        assert "The charge" not in seen(pilot).split("\n")
        assert "range" in _shown_paths(page)


@pytest.mark.slow
async def test_enter_behind_an_answer_taken_at_once_is_that_answers(places: Places) -> None:
    """The mark stays on the question it went on to; the next Enter counts there, and so does one after an arrow."""
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
async def test_n_on_a_yes_no_is_no_and_wipes_nothing(places: Places) -> None:
    """y and n answer the marked yes/no; everything else stays."""
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


async def test_fire_with_two_units(places: Places) -> None:
    """A mixed stack: SPs add up, each weapon counts, the second unit starts with its first question."""
    async with started(places) as pilot:
        page = await calculator(pilot, FIRE)
        await press(pilot, "1 1 enter 3 enter r")
        await press(pilot, "plus")
        await until(pilot, lambda: focused(pilot) is row(pilot, "firers.2.sps"))
        assert "Firing unit 2" in seen(pilot)
        await press(pilot, "2 enter m")
        assert page.form.sheet.values["firers"] == [{"sps": "3", "weapon": "R"}, {"sps": "2", "weapon": "M"}]
        assert isinstance(focused(pilot), DiceRow)
        assert "Firing SPs: 5 · Column of the SPs: 4-5" in at(pilot, "#summary")
        await press(pilot, "1 1")
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        assert page.calculation.resolution.outcome["sps"] == 5
        assert "2d6: 11, typed" in at(pilot, "#dice")


async def test_a_unit_may_be_dropped_again(places: Places) -> None:
    """Minus takes the last unit away, down to the one that is needed; the focus is somewhere."""
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
async def test_the_focus_is_not_lost_with_a_dropped_unit(places: Places) -> None:
    """After a unit was dropped from one of its own rows, the next key still reaches the calculator."""
    async with started(places) as pilot:
        await calculator(pilot, FIRE)
        await press(pilot, "1 1 enter 3 enter r plus minus")
        assert isinstance(focused(pilot), Row | DiceRow | FollowUps)


@pytest.mark.slow
async def test_number_being_typed_survives_another_unit(places: Places) -> None:
    """Digits typed but not yet taken count when a unit is added."""
    async with started(places) as pilot:
        page = await calculator(pilot, FIRE)
        await press(pilot, "1 1 enter 3 plus")
        assert page.form.sheet.values["firers"][0] == {"sps": "3"}


@pytest.mark.slow
async def test_canister_of_a_gun_without_it_is_refused_with_its_rule(places: Places) -> None:
    """What a chart forbids is said at the question it is about."""
    async with started(places) as pilot:
        page = await calculator(pilot, FIRE)
        await press(pilot, "2 1 enter 2 4 enter")
        await press(pilot, "5")
        assert page.calculation.resolution is None
        assert "Naval Gun has no canister; it may fire only shell" in words(row(pilot, "ammo"))
        assert "Naval Gun has no canister; it may fire only shell" in at(pilot, "#summary")
        assert "Dice: not due yet" in at(pilot, "#dice")


@pytest.mark.slow
async def test_focus_goes_to_the_question_that_is_refused(places: Places) -> None:
    """The question at fault is the one to answer next."""
    async with started(places) as pilot:
        await calculator(pilot, FIRE)
        await press(pilot, "2 1 enter 2 4 enter")
        await press(pilot, "5")
        assert focused(pilot) is row(pilot, "ammo")


@pytest.mark.slow
async def test_canister_fire(places: Places) -> None:
    """Guns at range one with canister: the firepower shift is counted and cited."""
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
    """The roll does not count and the legal domain is named; the row takes the next."""
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
    """13 is no total of 2d6."""
    async with started(places) as pilot:
        page = await calculator(pilot, COMMAND)
        await press(pilot, "2 1 3")
        assert page.calculation.rolls == []
        assert "13 is outside 2 to 12" in at(pilot, "#dice")


@pytest.mark.slow
async def test_a_total_that_could_go_on_waits_for_enter(places: Places) -> None:
    """1 may be the beginning of 10, 11, 12."""
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
    """2d6 may be typed as two dice, whatever the first shows; the faces are kept."""
    async with started(places) as pilot:
        page = await calculator(pilot, COMMAND)
        await press(pilot, "2")
        await type_in(pilot, typed)
        assert page.calculation.resolution is not None
        assert page.calculation.resolution.done
        assert [roll.value for roll in page.calculation.resolution.rolls] == [total]
        assert f"2d6: {total} ({typed}), typed" in at(pilot, "#dice")


@pytest.mark.slow
async def test_what_may_follow_a_typed_digit_is_said(places: Places) -> None:
    """Digits are the total, + begins single dice, a total that might go on waits; each says so where it is typed."""
    async with started(places) as pilot:
        await calculator(pilot, COMMAND)
        await press(pilot, "2")
        assert "the total, 2 to 12 (each die: Space first), or r to roll" in at(pilot, "#dice")
        await press(pilot, "space")
        assert at(pilot, "#dice").endswith("single dice: 2 more, each 1 to 6")
        await press(pilot, "3")
        assert at(pilot, "#dice").endswith("[3+_] single dice: 1 more, each 1 to 6")
        await press(pilot, "backspace backspace 1")
        assert at(pilot, "#dice").endswith("[1_] 10 to 12")
        await press(pilot, "2")
        assert at(pilot, "#dice").startswith("Command roll 2d6: 12, typed")


@pytest.mark.slow
async def test_letters_and_signs_are_no_dice(places: Places) -> None:
    """Keys that are no digit are not taken as one."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c 2 x minus full_stop")
        assert page.calculation.rolls == []
        assert isinstance(focused(pilot), DiceRow)


@pytest.mark.slow
async def test_dice_cannot_be_typed_before_they_are_due(places: Places) -> None:
    """Neither typed nor rolled while a question is open."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        page.query_one(DiceRow).focus()
        await press(pilot, "4 enter r")
        assert page.calculation.rolls == []
        assert "Dice: not due yet" in at(pilot, "#dice")


async def test_dice_rolled_by_the_app_cannot_be_taken_back(places: Places) -> None:
    """They stand, say who rolled them, and taking back is refused with a word."""
    wanted = random.Random(1).randint(1, 6)
    async with started(places, dice=Dice(random.Random(1))) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c 2 r")
        assert [(roll.value, roll.source) for roll in page.calculation.rolls] == [(wanted, "app")]
        assert f"1d6: {wanted}, rolled here" in at(pilot, "#dice")
        page.query_one(DiceRow).focus()
        await press(pilot, "backspace")
        assert [roll.value for roll in page.calculation.rolls] == [wanted]
        assert "it stands" in notes(pilot)
        await press(pilot, "r")
        assert [roll.value for roll in page.calculation.rolls] == [wanted]


@pytest.mark.slow
async def test_dice_typed_can_be_corrected(places: Places) -> None:
    """Backspace on the dice takes a typed die back; the right one is typed then."""
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
async def test_backspace_right_after_the_roll_takes_it_back(places: Places) -> None:
    """The footer offers `⌫ Retype` for a typed die only, wherever the roll left the focus."""
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
async def test_a_digit_being_typed_can_be_wiped(places: Places) -> None:
    """Backspace takes the digit, not a die."""
    async with started(places) as pilot:
        page = await calculator(pilot, COMMAND)
        await press(pilot, "2 1 backspace 9")
        assert [roll.value for roll in page.calculation.rolls] == [9]


@pytest.mark.slow
async def test_a_die_that_is_kept_is_shown(places: Places) -> None:
    """While a question is open again, a die that already fell is not hidden: it would count unseen later."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c 2 4")
        row(pilot, "leader_morale").focus()
        await press(pilot, "delete")
        assert [roll.value for roll in page.calculation.rolls] == [4]
        assert "Dice: 4, kept" in at(pilot, "#dice")


# what follows


async def test_next_step_carries_the_facts(places: Places) -> None:
    """The opening volley knows of the canister that the closing roll was told of."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, f"c 2 {row(pilot, 'frontal_canister').hotkey} 6")
        assert isinstance(focused(pilot), FollowUps)
        assert "→ Resolve any opening volley before the charge or fire that follows. (5.4)" in at(
            pilot, "#next"
        )
        await press(pilot, "right")
        volley = await _goes_on_to(pilot, "lob:opening-volley")
        assert volley.form.sheet.values == {"frontal_canister": True}
        assert words(row(pilot, "frontal_canister")).startswith("[x]")


@pytest.mark.slow
async def test_fire_goes_on_to_a_morale_check_with_what_it_knows(places: Places) -> None:
    """Behind the leader loss; cause, range, rear and adjacency are carried, rating and leader left to answer."""
    async with started(places) as pilot:
        await calculator(pilot, FIRE)
        await press(pilot, "1 1 enter 8 enter r")
        row(pilot, "target.rear").focus()
        await settled(pilot)
        await press(pilot, f"{row(pilot, 'target.rear').hotkey} end 1 2")
        await press(pilot, "down enter")
        check = await _goes_on_to(pilot, "lob:morale-check")
        assert check.form.sheet.values["cause"] == "small_arms"
        assert check.form.sheet.values["rear"] is True
        assert words(row(pilot, "adjacent")).startswith("[x]")
        assert check.calculation.resolution is not None
        assert set(check.calculation.resolution.missing) == {"rating", "leader_morale"}
        await press(pilot, "b 1 7")
        assert check.calculation.resolution.done
        assert "● THE STACK IS:" in at(pilot, "#summary")


@pytest.mark.slow
async def test_back_from_a_next_step_is_the_step_before(places: Places) -> None:
    """Escape goes back along the chain, with all that was answered."""
    async with started(places) as pilot:
        first = await calculator(pilot, CLOSING)
        await press(pilot, "c 2 6 right")
        await _goes_on_to(pilot, "lob:opening-volley")
        await press(pilot, "escape")
        assert screen(pilot, CalculatorScreen) is first
        assert [roll.value for roll in first.calculation.rolls] == [6]
        assert "● THE STACK CLOSES" in at(pilot, "#summary")


@pytest.mark.slow
async def test_a_next_step_without_a_calculator_opens_its_rule(places: Places) -> None:
    """A reminder leads to the rule it comes from, and Escape back."""
    async with started(places) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c 2 1")
        assert "Falling back costs no MPs" in at(pilot, "#next")
        await press(pilot, "right")
        assert screen(pilot, ReadScreen).record == "lob:3.5c"
        await press(pilot, "escape")
        assert screen(pilot, CalculatorScreen) is page


async def test_new_clears(places: Places) -> None:
    """n starts over: no answer, no die, nothing carried, the first question in focus."""
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
async def test_new_forgets_a_number_being_typed(places: Places) -> None:
    """Digits not yet taken do not slip into the new calculation."""
    async with started(places) as pilot:
        page = await calculator(pilot, SIZE)
        await press(pilot, "5 n")
        assert page.form.sheet.values == {}


async def test_rule_of_the_marked_question(places: Places) -> None:
    """F4 opens the rule of the marked line; Escape comes back with everything as it was."""
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
    """A refusal names the question as the form does, not by its name in the data."""
    async with started(places) as pilot:
        await calculator(pilot, CLOSING)
        await press(pilot, "c 9")
        assert "leader_morale" not in seen(pilot)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_focused_row_is_on_the_screen(places: Places, size: tuple[int, int]) -> None:
    """The question in focus is visible, wherever it stands in a long form."""
    async with started(places, size) as pilot:
        page = await calculator(pilot, MORALE)
        for each in [shown for shown in page.form.rows if shown.display]:
            each.focus()
            await until(pilot, lambda row=each: row.region.overlaps(page.form.region))  # type: ignore[misc]


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_what_follows_is_on_the_screen(places: Places, size: tuple[int, int]) -> None:
    """After the roll the next step, which has the focus, can be seen."""
    async with started(places, size) as pilot:
        page = await calculator(pilot, CLOSING)
        await press(pilot, "c 2 6")
        following = page.query_one(FollowUps)
        assert following.has_focus
        assert "Resolve any opening" in painted(pilot)


@pytest.mark.slow
async def test_order_delivery(places: Places) -> None:
    """Turns of delivery without a roll: sender, awareness of the army commander, distance."""
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
async def test_number_without_a_roll_gives_its_answer_at_once(places: Places) -> None:
    """Charge size: two numbers, one answer, with the chart named."""
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
async def test_the_marked_question_stays_in_sight(
    places: Places, game: str, procedure: str, keys: str
) -> None:
    """However the rule below takes room from the questions, and questions above come and go."""
    async with started(places) as pilot:
        context(pilot).switch(game)
        page = await calculator(pilot, procedure)
        for key in keys.split():
            await press(pilot, key)
            marked = focused(pilot)
            if isinstance(marked, Row):
                assert page.form.region.contains(*marked.region.offset), key


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 20)])
async def test_a_long_title_keeps_the_number_of_its_rule(places: Places, size: tuple[int, int]) -> None:
    """The names are shortened instead, at every width."""
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
