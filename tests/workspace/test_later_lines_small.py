"""Which later lines a correction names, in a game of three calculators: a strike, a loss and a check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from companion.load.places import Places
from companion.model import Choice, Game, GameModule, Input, Library, Procedure, UnitFact, UnitPart
from companion.model.event import Calculated, UnitKept
from companion.model.procedure import FollowUp, OutcomeName
from companion.model.recorded import RecordedFollowUp
from companion.model.scenario import UnitChange, Units
from companion.play.opening import open_session
from companion.play.units_and_notes import drop_unit, keep_unit
from companion.workspace.amendment import Amendment
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.known import assign_unit
from companion.workspace.later_lines import LaterLine, later_lines, later_words
from companion.workspace.unit_changes import apply, due_changes
from tests.workspace.test_pub_results_applied import followed

MAINE = "20th Maine"


def number(name: str, label: str, rule: str = "") -> Input:
    """Return a question for a number."""
    return Input(name, label, "number", least=0, most=9, rule=rule)


GROUND = Input("ground", "Ground", "choice", choices=(Choice("wood"), Choice("field"), Choice("hill")))
RESULT = (OutcomeName("power", "Power"),)
STRIKE = Procedure(
    "duel:strike",
    "Strike",
    "1",
    "",
    (number("power", "Power"), number("spare", "Spare", "nothing"), GROUND),
    (),
    RESULT,
    next=(
        FollowUp("Loss", when="power > 0", procedure="loss", carry={"hits": "power", "extra": "spare"}),
        FollowUp("Check", when="power > 2", procedure="check", carry={"hits": "min(power, 4)"}),
        FollowUp("Second check", when="power > 5", procedure="check", carry={"hits": "3", "steps": "'?'"}),
    ),
    game="duel",
)
LOSS = Procedure(
    "duel:loss",
    "Loss",
    "1",
    "",
    (number("hits", "Hits"), number("extra", "Extra", "nothing"), number("lost", "Lost", "nothing")),
    (),
    (OutcomeName("hits", "Hits"),),
    next=(
        FollowUp("Rally", procedure="rally", earlier={"hits": "strike.power"}),
        FollowUp("Check", procedure="check", earlier={"ground": "strike.ground", "steps": "loss.hits"}),
    ),
    game="duel",
)
CHECK = Procedure(
    "duel:check",
    "Check",
    "1",
    "",
    (number("hits", "Hits", "0"), number("steps", "Steps", "nothing"), replace(GROUND, rule="wood")),
    (),
    (OutcomeName("hits", "Hits"),),
    game="duel",
)
RALLY = replace(CHECK, id="duel:rally", title="Rally")
UNITS = Units(
    (UnitFact("steps", "check.steps", label="Steps"),),
    (
        UnitPart("strike", "target", "Target"),
        UnitPart("check", "unit", "Unit", answers={"steps": "steps"}),
        UnitPart("check", "other", "Other"),
    ),
    (UnitChange("strike", "steps", "was - power", part="target"),),
)
DUEL = GameModule(Game("duel", "Duel", "1", "none", ()), procedures=(STRIKE, LOSS, CHECK, RALLY), units=UNITS)
OTHER = GameModule(
    Game("other", "Other", "1", "none", ()),
    procedures=(replace(CHECK, id="other:check", game="other"),),
    units=UNITS,
)


@pytest.fixture
def duel(places: Places) -> Iterator[AppContext]:
    """Return a context with a unit of 9 steps."""
    library = Library((DUEL, OTHER))
    session = open_session(places.data, library)
    session.open_game("duel")
    keep_unit(session, MAINE, {"steps": 9})
    yield AppContext(places, library, session)
    session.close()


def logged(context: AppContext, procedure: str, taking: str = "", **answers: Any) -> Calculation:
    """Return a calculation in the log with these answers, and the unit in a part."""
    calculation = Calculation(context, f"duel:{procedure}", {})
    if taking:
        assign_unit(calculation, taking, MAINE)
    return answered(calculation, **answers)


def answered(calculation: Calculation, **answers: Any) -> Calculation:
    """Return the calculation with these answers, in the log."""
    for name, value in answers.items():
        calculation.sheet.answer((name,), value)
    calculation.update()
    calculation.commit()
    assert calculation.logged_line
    return calculation


def strike(context: AppContext, power: int, taking: str = "", **answers: Any) -> Calculation:
    """Return a strike in the log."""
    return logged(context, "strike", taking, power=power, ground="wood", **answers)


def correction(context: AppContext, line: int, **answers: Any) -> Amendment:
    """Return the correction of a line with these answers."""
    amendment = Amendment(context, line)
    for name, value in answers.items():
        amendment.sheet.answer((name,), value)
    amendment.update()
    return amendment


def words(calculation: Calculation, **answers: Any) -> str:
    """Return the later lines of the correction with these answers."""
    return later_words(correction(calculation.context, calculation.logged_line, **answers))


def test_a_follow_up_with_an_old_value_is_named(duel: AppContext) -> None:
    """The calculation, its line and the path of the answer."""
    first = strike(duel, 2)
    loss = answered(followed(first, 0), extra=1)
    amendment = correction(duel, first.logged_line, power=1)
    event = duel.session.event(loss.logged_line).event
    assert isinstance(event, Calculated)
    assert later_lines(amendment) == [LaterLine(loss.logged_line, event, ("hits",))]
    assert later_words(amendment) == f"line {loss.logged_line} (Hits)"
    assert words(first, ground="hill") == "", "the loss does not depend on the ground"
    assert words(first) == ""


def test_lines_are_named_in_the_order_of_the_log(duel: AppContext) -> None:
    """Lines are named in the order of the log, each with all its answers."""
    first = strike(duel, 2, spare=5)
    lines = [answered(followed(first, 0), **changed).logged_line for changed in ({"extra": 6}, {"lost": 2})]
    assert words(first, power=1, spare=4) == f"line {lines[0]} (Hits), line {lines[1]} (Hits; Extra)"


def test_an_answer_that_the_player_changed_is_not_named(duel: AppContext) -> None:
    """An answer that the player changed is not named, because it did not come from the corrected line."""
    first = strike(duel, 2)
    answered(followed(first, 0), hits=3)
    assert words(first, power=1) == ""


def test_an_answer_that_is_no_longer_handed_over_stays(duel: AppContext) -> None:
    """The corrected line has no other value for it; nor had the logged one, the other way round."""
    first = strike(duel, 2, spare=5)
    answered(followed(first, 0), hits=1)
    assert words(first, spare=None) == ""
    second = strike(duel, 2)
    answered(followed(second, 0), hits=1)
    assert words(second, spare=5) == ""


def test_a_value_that_another_follow_up_hands_over_is_not_old(duel: AppContext) -> None:
    """Of several follow-ups with the same calculator, any may have been meant; others do not count."""
    first = strike(duel, 3)
    check = answered(followed(first, 1), ground="hill")
    loss = answered(followed(first, 0), extra=1)
    assert words(first, power=9) == f"line {loss.logged_line} (Hits)"
    assert words(first, power=4) == f"line {check.logged_line} (Hits), line {loss.logged_line} (Hits)"
    second = strike(duel, 4)
    check = answered(followed(second, 1), ground="hill")
    assert words(second, power=3) == f"line {check.logged_line} (Hits)"


def test_an_open_question_was_not_handed_over(duel: AppContext) -> None:
    """An open question was not handed over, because the player answered it."""
    first = strike(duel, 6)
    check = answered(followed(first, 2), steps=5)
    assert words(first, power=7) == ""
    assert words(first, power=3) == ""
    assert words(first, power=1) == f"line {check.logged_line} (no longer follows)"


def test_a_calculation_that_followed_an_earlier_version_is_named(duel: AppContext) -> None:
    """A calculation that followed an earlier version of the corrected line is named."""
    first = strike(duel, 2)
    loss = answered(followed(first, 0), extra=1)
    between = correction(duel, first.logged_line, ground="hill").keep().id
    again = correction(duel, between, ground="field").keep().id
    assert later_words(correction(duel, again, power=1)) == f"line {loss.logged_line} (Hits)"
    assert later_words(correction(duel, again, power=0)) == f"line {loss.logged_line} (no longer follows)"


def test_undone_and_corrected_lines_are_not_named(duel: AppContext) -> None:
    """Neither is anything while the correction has no result."""
    first = strike(duel, 2)
    loss = answered(followed(first, 0), extra=1)
    duel.session.undo()
    assert words(first, power=1) == ""
    duel.session.redo()
    assert words(first, power=1) == f"line {loss.logged_line} (Hits)"
    assert words(first, power=None) == ""
    again = correction(duel, loss.logged_line, hits=1).keep().id
    assert words(first, power=1) == ""
    duel.session.undo()
    assert words(first, power=1) == f"line {loss.logged_line} (Hits)"
    assert again not in duel.session.counting()


def test_an_unrelated_calculation_of_a_follow_up_is_not_named(duel: AppContext) -> None:
    """A loss that was opened from the list, or from another strike, has its own values."""
    first = strike(duel, 2)
    logged(duel, "loss", hits=2)
    second = strike(duel, 2)
    answered(followed(second, 0), extra=1)
    assert words(first, power=1) == words(first, power=0) == ""


def test_an_answer_taken_from_earlier_in_the_chain_is_named(duel: AppContext) -> None:
    """The check took the ground from the strike, and the hits from the loss between."""
    first = strike(duel, 2)
    loss = answered(followed(first, 0), extra=1)
    check = answered(followed(loss, 1), hits=1)
    assert words(first, ground="hill") == f"line {check.logged_line} (Ground)"
    later = answered(followed(loss, 1), ground="field")
    assert words(first, ground="hill") == f"line {check.logged_line} (Ground)"
    assert later.logged_line > check.logged_line


def test_only_the_answers_of_its_own_calculator_were_taken(duel: AppContext) -> None:
    """The rally took the power from the strike, not the check, though both have hits."""
    first = strike(duel, 2)
    loss = answered(followed(first, 0), extra=1)
    answered(followed(loss, 1), hits=2)
    rally = answered(followed(loss, 0), ground="hill")
    named = f"line {loss.logged_line} (Hits), line {rally.logged_line} (Hits)"
    assert words(first, power=1) == named


def test_calculations_of_a_changed_unit_are_named(duel: AppContext) -> None:
    """Later calculations are named if the changed fact of the unit is an answer in them."""
    logged(duel, "check", "unit", hits=1)
    first = strike(duel, 2, "target")
    logged(duel, "check", "unit", hits=1)
    apply(first, due_changes(first))
    check = logged(duel, "check", "unit", hits=1)
    logged(duel, "check", "unit", steps=5)
    logged(duel, "check", "other", steps=7)
    logged(duel, "check", steps=7)
    assert words(first, power=4) == f"line {check.logged_line} (Steps)"
    assert words(first, ground="hill") == ""


def test_a_unit_that_was_changed_later_is_not_named(duel: AppContext) -> None:
    """At the time of the check, the change was undone."""
    first = strike(duel, 2, "target")
    apply(first, due_changes(first))
    duel.session.undo()
    logged(duel, "check", "unit", hits=1)
    apply(first, due_changes(first))
    assert words(first, power=4) == ""


def test_the_corrected_line_is_not_named(duel: AppContext) -> None:
    """Lines before its first version are not named either, but those between its versions are."""
    logged(duel, "check", "unit", hits=1)
    first = strike(duel, 2, "target")
    apply(first, due_changes(first))
    check = logged(duel, "check", "unit", hits=1)
    line = correction(duel, first.logged_line, power=3).keep(with_units=True).id
    later = logged(duel, "check", "unit", hits=1)
    named = [f"line {each.logged_line} (Steps)" for each in (check, later)]
    assert later_words(correction(duel, line, power=4)) == ", ".join(named)
    assert later_words(correction(duel, line, power=2)) == named[1]


def test_a_unit_that_is_gone_or_of_another_game_is_not_named(duel: AppContext) -> None:
    """A check in the name of a unit that was removed before, or in another game."""
    first = strike(duel, 2, "target")
    apply(first, due_changes(first))
    check = logged(duel, "check", "unit", hits=1)
    drop_unit(duel.session, MAINE)
    event = duel.session.event(check.logged_line).event
    assert isinstance(event, Calculated)
    duel.session.add(event)
    duel.session.add(replace(event, procedure="other:check"))
    duel.session.add(replace(event, units={"gone": MAINE}))
    assert words(first, power=4) == f"line {check.logged_line} (Steps)"


def test_a_part_that_the_game_no_longer_has_is_not_named(duel: AppContext) -> None:
    """An older version of its files may have had it."""
    first = strike(duel, 2)
    duel.session.add(UnitKept(MAINE, {"steps": 7}, "", first.logged_line, "gone"))
    logged(duel, "check", "unit", hits=1)
    assert words(first, power=4) == ""


def test_a_calculator_that_the_game_no_longer_has_no_longer_follows(duel: AppContext) -> None:
    """A later line whose calculator is gone is listed as no longer following, without naming questions."""
    step = RecordedFollowUp("Pursue", procedure="duel:pursuit", inputs={"hits": 2})
    inputs = {"power": 2, "spare": None, "ground": "wood"}
    duel.session.add(
        Calculated("duel:strike", inputs, (), "Strike", outcome={"power": 2}, follow_ups=(step,))
    )
    line = duel.session.log[-1].id
    duel.session.add(
        UnitKept(MAINE, {"steps": 7}, "", line, "target"),
        Calculated("duel:pursuit", {"hits": 2}, (), "Pursuit", units={"unit": MAINE}, after=line),
    )
    assert later_words(correction(duel, line, power=1)) == f"line {line + 2} (no longer follows)"
