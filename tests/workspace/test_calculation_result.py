"""A calculation from its dice on: rolls, choices, the result, what is shown beside it, and the next calculation."""

from __future__ import annotations

from typing import Any

from companion.model import Rolled
from companion.model.event import Calculated
from companion.play.store.session_file import SessionFile
from companion.play.units_and_notes import keep_unit
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.place import LIST, Place, order_place
from companion.workspace.rulings import make
from companion.workspace.unit_changes import apply, due_changes
from companion.workspace.what_if import keep_option_a
from tests.workspace.opened import opened

CLOSING = "lob:closing-roll"
READY = {"rating": "C", "leader_morale": 2}
TEXAS, MAINE = "5th Texas", "4th Maine"


def closing(context: AppContext, **answers: Any) -> Calculation:
    """Return a closing roll that lacks only its die."""
    return opened(context, CLOSING, {}, **{**READY, **answers})


def lines(context: AppContext) -> list[Calculated]:
    """Return the calculations in the log."""
    return [line.event for line in context.session.log if isinstance(line.event, Calculated)]


def test_the_dice_of_the_companion_are_those_that_are_due(context: AppContext) -> None:
    """The companion rolls the dice that are due and logs them; they cannot be taken back like typed dice."""
    calculation = closing(context)
    calculation.roll()
    (rolled,) = calculation.rolls
    assert (rolled.source, rolled.id, rolled.dice) == ("app", "die", "1d6")
    assert rolled.event in context.session.counting()
    assert (calculation.last_typed, calculation.take_back_roll()) == (None, None)
    assert calculation.rolls == [rolled] and calculation.done


def test_typed_dice_are_taken_back(context: AppContext) -> None:
    """Taking typed dice back returns the last ones, and the calculation waits for them again."""
    calculation = closing(context)
    calculation.enter_roll("4")
    last = calculation.last_typed
    assert isinstance(last, Rolled) and (last.value, last.source, last.id) == (4, "typed", "die")
    assert calculation.take_back_roll() is last
    assert (calculation.rolls, calculation.done, calculation.last_typed) == ([], False, None)
    assert calculation.take_back_roll() is None


def combat(context: AppContext) -> Calculation:
    """Return a combat of Pub Battles after its first round, in which nobody was hit."""
    context.switch("pub")
    infantry = {"type": "infantry"}
    calculation = opened(context, "pub:combat", {}, mode="melee", attacker=infantry, defender=infantry)
    for _ in range(2):
        assert calculation.decisions() == ()
        calculation.enter_roll([1, 1, 1])
    return calculation


def test_a_choice_between_rolls(context: AppContext) -> None:
    """Its answers end the combat; a final result leaves no choice."""
    calculation = combat(context)
    first, second = calculation.decisions()
    assert [first.says, second.says] == [
        "The Defender retreats now.",
        "The Defender stays, the Attacker retreats now.",
    ]
    assert calculation.next_steps() == ()
    assert calculation.decide(first) is None
    assert calculation.done and calculation.decisions() == ()
    assert calculation.resolution is not None
    assert calculation.resolution.outcome["defender"] == "leaves"
    assert "pub:retreat-check" in [step.procedure for step in calculation.next_steps()]


def test_a_choice_is_taken_back_with_the_roll_before_it(context: AppContext) -> None:
    """A choice is taken back with the roll before it, with its answers; earlier choices stay."""
    calculation = combat(context)
    before = dict(calculation.sheet.values)
    calculation.decide(calculation.decisions()[0])
    assert calculation.sheet.values != before
    assert calculation.take_back_roll() is not None
    assert calculation.sheet.values == before
    assert len(calculation.rolls) == 1


class Ones:
    """Dice that always show their lowest face, which hits nobody."""

    def randint(self, a: int, b: int) -> int:
        """Return the lowest number."""
        return a


def test_an_undone_roll_takes_back_the_choice_after_it(context: AppContext) -> None:
    """Rolls of the companion that are undone in the log are removed with it."""
    context.switch("pub")
    infantry = {"type": "infantry"}
    calculation = opened(context, "pub:combat", {}, mode="melee", attacker=infantry, defender=infantry)
    calculation.enter_roll([1, 1, 1])
    before = dict(calculation.sheet.values)
    context.session.chance = Ones()
    calculation.roll()
    calculation.sheet.decide({"defender_leaves": True}, len(calculation.rolls))
    assert calculation.drop_undone_rolls() is False
    context.session.undo()
    assert calculation.drop_undone_rolls() is True
    assert (len(calculation.rolls), calculation.sheet.values) == (1, before)


def test_a_restart_begins_without_what_was_handed_over(context: AppContext) -> None:
    """A finished result is logged first."""
    calculation = Calculation(context, "lob:slope", {"diff": 2})
    calculation.sheet.answer(("range",), 3)
    calculation.update()
    calculation.restart()
    assert [event.inputs for event in lines(context)] == [{"diff": 2, "range": 3}]
    assert (calculation.sheet.values, calculation.rolls, calculation.begun) == ({}, [], False)


def test_starting_over_with_answers(context: AppContext) -> None:
    """Without answers, those that were handed over count again."""
    calculation = Calculation(context, CLOSING, {"rating": "C"})
    calculation.start_over(dict(READY), ["4"])
    assert (calculation.sheet.values, calculation.rolls) == (READY, ["4"])
    assert calculation.sheet.origins == {}
    calculation.start_over({}, [])
    assert (calculation.sheet.values, calculation.rolls) == ({"rating": "C"}, [])


def test_an_earlier_calculation_is_not_continued_after_a_roll(context: AppContext) -> None:
    """After a roll, an earlier calculation is neither continued nor offered."""
    opened(context, CLOSING, {}, rating="B")
    calculation = closing(context)
    assert calculation.earlier_text().startswith("Unfinished: 1 answer from ")
    calculation.enter_roll("4")
    assert (calculation.earlier_text(), calculation.continue_earlier()) == ("", False)
    assert calculation.sheet.values["rating"] == "C"


def test_a_continued_calculation_has_units_names_and_what_was_known(context: AppContext) -> None:
    """A continued calculation has the units, names and known answers that it had when it was closed."""
    keep_unit(context.session, TEXAS, {"rating": "B"})
    before = opened(context, CLOSING, {"stack": TEXAS})
    before.name({"stack": TEXAS, "enemy": MAINE})
    again = Calculation(context, CLOSING, {})
    assert again.continue_earlier() is True
    assert (again.sheet.units, again.sheet.names) == ({"stack": TEXAS}, {"enemy": MAINE})
    assert (again.sheet.standing, again.sheet.origins) == ({"rating"}, {"rating": TEXAS})
    assert again.continue_earlier() is False


def test_the_way_back_to_what_waits_for_the_result(context: AppContext) -> None:
    """Offered with a final result, with the title of the place if it has one."""
    for place, text in (
        (order_place(context, 1), "Back to order 1 with this result"),
        (Place("prompt x", waits=True), "Back to what is due with this result"),
        (LIST, ""),
    ):
        calculation = Calculation(context, CLOSING, READY, place)
        calculation.update()
        assert calculation.return_text() == ""
        calculation.enter_roll("4")
        assert calculation.return_text() == text


def test_the_letters_of_modifiers(context: AppContext) -> None:
    """Each modifier of the calculator itself has its own letter."""
    letters = Calculation(context, CLOSING, {}).modifier_letters()
    assert {"shaken", "into_rear", "frontal_canister"} <= letters.keys()
    assert len(set(letters.values())) == len(letters)


def test_changed_answers_in_a_line(context: AppContext) -> None:
    """As many as fit; questions that are not asked do not count."""
    calculation = closing(context, shaken=True)
    assert calculation.changed_line(80) == "Changed from default: Moving stack is Shaken (SH)"
    assert len(calculation.changed_line(20)) == 20
    calculation.sheet.answer(("open_order_capable",), True)
    calculation.update()
    assert calculation.changed_line(80) == "Changed from default: Is the moving unit open order capable?"


def test_the_line_of_the_log_is_shown_with_a_final_result(context: AppContext) -> None:
    """An unfinished calculation shows none, and an undone one neither."""
    calculation = closing(context)
    assert calculation.status() == calculation.notes_text() == ""
    calculation.enter_roll("4")
    line = calculation.logged_line
    assert line == context.session.log[-1].id
    assert calculation.status() == calculation.notes_text() == f"Line {line} of the log."
    calculation.take_back_roll()
    assert (calculation.status(), calculation.notes_text()) == (f"Line {line} of the log.", "")
    context.session.undo()
    assert (calculation.status(), calculation.logged_line) == ("", 0)


def test_a_fault_is_shown_before_there_is_a_result(context: AppContext) -> None:
    """A fault, such as answers that could not be saved, is shown even before there is a result."""
    assert isinstance(context.session.store, SessionFile)
    context.session.store._file.execute("PRAGMA query_only=1")
    calculation = opened(context, CLOSING, {}, rating="C")
    assert calculation.status() == calculation.notes_text() == f"NOT SAVED: {calculation.draft.save_error}"
    calculation.draft.log_error = "full"
    assert calculation.notes_text() == "NOT IN THE LOG: full"


def fire_of_six(context: AppContext) -> Calculation:
    """Return a fire before its dice."""
    calculation = Calculation(context, "lob:fire", {"firers": [{"sps": 6, "weapon": "R"}]})
    calculation.sheet.values |= {"arm": "small_arms", "range": 1}
    calculation.update()
    return calculation


def test_a_result_may_be_applied_to_a_unit_that_took_no_part(context: AppContext) -> None:
    """The note says so after the dice, if there is such a unit, until the result is applied."""
    fire = fire_of_six(context)
    fire.enter_roll("9")
    assert fire.notes_text() == f"Line {fire.logged_line} of the log."
    keep_unit(context.session, TEXAS, {"sps": 4})
    assert fire.notes_text() == f"Line {fire.logged_line} of the log. Press = to apply the result to a unit."
    fire.sheet.units["target"] = TEXAS
    assert fire.changes_text() == f"{TEXAS}: Strength points 4 -> 3"
    assert fire.notes_text() == f"Line {fire.logged_line} of the log."
    apply(fire, due_changes(fire))
    assert fire.notes_text() == f"Line {fire.logged_line} of the log."


def test_no_unit_is_named_before_the_dice_or_without_dice(context: AppContext) -> None:
    """No unit is named before the dice or without dice, because no result was rolled."""
    keep_unit(context.session, TEXAS, {"sps": 4, "state": "Normal"})
    assert fire_of_six(context).notes_text() == ""
    state = opened(context, "lob:additive-morale", {}, current="Normal", new="DG")
    assert state.done and state.notes_text() == ""


def test_the_offer_to_continue_is_the_last_note(context: AppContext) -> None:
    """The offer to continue is the last note, after the status."""
    opened(context, "lob:slope", {}, diff=1)
    slope = opened(context, "lob:slope", {}, diff=2, range=3)
    assert slope.notes_text() == slope.earlier_text() != ""
    slope.draft.save_error = "full"
    assert slope.notes_text() == f"NOT SAVED: full {slope.earlier_text()}"


def test_option_a_is_compared_first(context: AppContext) -> None:
    """Once the answers differ from option A, the comparison with option A is shown first."""
    calculation = closing(context)
    names = [section.name for section in calculation.sections()]
    assert "looked" in names and "comparison" not in names
    keep_option_a(calculation)
    assert [section.name for section in calculation.sections()] == names
    calculation.sheet.answer(("shaken",), True)
    calculation.update()
    first, *others = calculation.sections()
    assert [section.name for section in others] == names
    assert (first.name, first.title) == ("comparison", "Option A and current answers (B)")
    assert any(line.split() == ["closes", "A", "67%", "B", "50%"] for line in first.lines(60))


def test_rulings_on_modifiers_are_not_repeated_beside_the_ledger(context: AppContext) -> None:
    """Rulings on modifiers in the ledger are not listed again, unlike those on rules or the calculator."""
    for about, text in (
        (f"{CLOSING}/Moving stack is Shaken", "Twice."),
        (CLOSING, "Roll openly."),
        (f"{CLOSING}/Old label", "Never."),
        ("lob:3.5", "Ask."),
    ):
        make(context, about, text, permanent=False)
    section = closing(context).sections()[0]
    assert (section.name, section.lines(100)) == (
        "rulings",
        [
            "[TABLE] Closing roll: Roll openly.",
            "[TABLE] Closing roll: Old label: Never.",
            "[TABLE] 3.5 Closing rolls: Ask.",
        ],
    )
