"""A logged calculation keeps its answers: only the player changes them, not units, clock or settings."""

from __future__ import annotations

from companion.model.event import Calculated
from companion.play.units_and_notes import keep_unit
from companion.workspace import autofill
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.unit_changes import apply, due_changes

IR7 = "IR7 Bevern"


def take(calculation: Calculation, name: str, part: str) -> None:
    """Accept the offer of a unit for a part."""
    offers = [each for each in autofill.offers(calculation) if (each.source, each.part) == (name, part)]
    autofill.accept(calculation, offers[0])
    calculation.update()


def modifier(context: AppContext) -> Calculation:
    """Return the Morale Check modifier of a kept unit under fire, finished but not logged."""
    context.switch("bar")
    keep_unit(context.session, IR7, {"er": 40, "formation": "AC", "morale": "good", "arm": "infantry"})
    calculation = Calculation(context, "bar:morale-modifier", {})
    calculation.sheet.answer(("situation",), "fire")
    calculation.update()
    take(calculation, IR7, "unit")
    assert calculation.done
    return calculation


def lines(context: AppContext) -> int:
    """Return the number of calculations in the log."""
    return sum(isinstance(line.event, Calculated) for line in context.session.log)


def test_a_unit_does_not_correct_the_calculation_before(context: AppContext) -> None:
    """The check makes the unit Shaken; the modifier that led to it stays as it was logged."""
    before = modifier(context)
    assert before.sheet.values["shaken"] is False
    before.commit()
    (step,) = (each for each in before.next_steps() if each.procedure == "bar:morale-check")
    check = Calculation(context, step.procedure, step.carry, before.place.after(before))
    check.update()
    check.enter_roll("10")
    apply(check, due_changes(check))
    assert context.session.game_state.units[IR7].facts["morale"] == "shaken"
    logged = lines(context)
    before.update()
    assert before.sheet.values["shaken"] is False
    assert before.commit() is None
    assert lines(context) == logged


def test_the_players_own_change_corrects_the_line(context: AppContext) -> None:
    """A changed answer counts, and nothing else changes with it."""
    calculation = modifier(context)
    calculation.commit()
    keep_unit(context.session, IR7, {"morale": "shaken"})
    calculation.sheet.answer(("disordered",), True)
    calculation.update()
    assert calculation.sheet.values["shaken"] is False
    line = calculation.commit()
    assert line is not None and isinstance(line.event, Calculated)
    assert line.event.inputs["disordered"] is True


def test_a_unit_that_the_player_takes_later_answers(context: AppContext) -> None:
    """To take a unit after the result is the player's own change."""
    context.switch("bar")
    keep_unit(context.session, IR7, {"formation": "AC", "morale": "shaken", "arm": "infantry"})
    calculation = Calculation(context, "bar:morale-modifier", {})
    calculation.sheet.answer(("situation",), "fire")
    calculation.update()
    calculation.commit()
    take(calculation, IR7, "unit")
    assert (calculation.sheet.values["formation"], calculation.sheet.values["shaken"]) == ("AC", True)
    keep_unit(context.session, IR7, {"morale": "good"})
    calculation.update()
    assert calculation.sheet.values["shaken"] is True


def test_only_the_unit_answers_that_the_player_takes_later(context: AppContext) -> None:
    """Facts of another unit that changed since then stay out of the logged result."""
    context.switch("bar")
    for name in (IR7, "IR12"):
        keep_unit(context.session, name, {"formation": "AC", "morale": "good", "arm": "infantry"})
    calculation = Calculation(context, "bar:close-combat-modifier", {})
    for question, answer in (("side", "attacker"), ("terrain", "clear"), ("disordered", False)):
        calculation.sheet.answer((question,), answer)
    calculation.update()
    take(calculation, IR7, "stack")
    for question in ("enemy_arm", "enemy_formation"):
        calculation.sheet.answer((question,), "infantry" if question == "enemy_arm" else "Line")
    calculation.update()
    assert calculation.commit() is not None
    keep_unit(context.session, IR7, {"morale": "shaken"})
    for question in ("enemy_arm", "enemy_formation"):
        calculation.sheet.answer((question,), None)
    calculation.update()
    take(calculation, "IR12", "enemy")
    assert calculation.sheet.values["enemy_formation"] == "AC"
    assert calculation.sheet.values["shaken"] is False


def test_an_undone_calculation_follows_the_session_again(context: AppContext) -> None:
    """Once its line is undone, the answers are those of now."""
    calculation = modifier(context)
    calculation.commit()
    context.session.undo()
    keep_unit(context.session, IR7, {"morale": "shaken"})
    calculation.update()
    assert calculation.sheet.values["shaken"] is True
