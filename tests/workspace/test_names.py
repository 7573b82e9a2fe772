"""Names of units in a calculation: in its title, the log, corrections, and follow-ups."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.model import Procedure
from companion.model.event import Calculated
from companion.model.recorded import OrderSlip, Prompt
from companion.play import dispatch
from companion.play.units_and_notes import keep_unit
from companion.render.report import report_facts
from companion.render.report_text import report_markdown
from companion.workspace import autofill
from companion.workspace.amendment import Amendment
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.names import names_of_step
from companion.workspace.place import Place, prompt_place

CLOSING = {"rating": "B", "leader_morale": 0}


def finished(
    context: AppContext, procedure: str, answers: dict[str, Any], names: dict[str, str], *rolls: str
) -> Calculation:
    """Return a finished, logged calculation with these answers, names and dice."""
    calculation = Calculation(context, procedure, {}, Place())
    calculation.name(names)
    for path, value in answers.items():
        calculation.sheet.put(path, value)
    calculation.update()
    for roll in rolls:
        calculation.enter_roll(roll)
    assert calculation.done
    calculation.commit()
    return calculation


def summary(context: AppContext) -> str:
    """Return the summary of the last line of the log, a calculation."""
    event = context.session.log[-1].event
    assert isinstance(event, Calculated)
    return event.summary


def test_the_log_names_both_units_and_the_number_needed(context: AppContext) -> None:
    """The number needed is the number on the die, after modifiers."""
    names = {"stack": "5th Texas", "enemy": "2nd Wisconsin"}
    done = finished(context, "lob:closing-roll", CLOSING, names, "4")
    assert done.title == "Closing roll: 5th Texas, 2nd Wisconsin"
    assert summary(context) == "5th Texas closes with 2nd Wisconsin: rolled 4, needed 3"
    finished(context, "lob:closing-roll", {**CLOSING, "shaken": True}, names, "3")
    assert summary(context) == "5th Texas does not close with 2nd Wisconsin: rolled 3, needed 4"
    finished(context, "lob:closing-roll", {**CLOSING, "open_order_capable": True}, names)
    done.restart()
    assert done.names == {}, "a new calculation starts without names"


def test_without_names_nothing_changes(context: AppContext) -> None:
    """Title and log line are those of the calculator."""
    done = finished(context, "lob:closing-roll", CLOSING, {}, "4")
    assert done.title == "Closing roll"
    assert summary(context) == "Closing roll: The stack closes (rolled 4 on 1d6)"


def test_a_sentence_with_an_unnamed_role_is_skipped(context: AppContext) -> None:
    """The first sentence whose roles all have names is used; if none has, the names come first."""
    finished(context, "lob:closing-roll", CLOSING, {"stack": "5th Texas"}, "4")
    assert summary(context) == "5th Texas closes: rolled 4, needed 3"
    finished(context, "lob:closing-roll", CLOSING, {"enemy": "2nd Wisconsin"}, "4")
    assert summary(context).startswith("2nd Wisconsin, Closing roll: The stack closes")


def test_only_a_calculator_with_dice_says_that_there_was_no_roll(context: AppContext) -> None:
    """ "Without a roll" is added only for calculators that usually need one."""
    answers = {"sender": "corps", "hexes": 14, "reserve": False}
    finished(context, "lob:order-delivery", answers, {"order": "Order 2 to Hood"})
    assert summary(context) == "Order 2 to Hood takes 2 turns to arrive"
    finished(
        context,
        "lob:closing-roll",
        {**CLOSING, "open_order_capable": True},
        {"stack": "1st Berdan Sharpshooters"},
    )
    assert summary(context) == "1st Berdan Sharpshooters closes: without a roll"


def test_the_noun_after_a_number_agrees_with_it(context: AppContext) -> None:
    """An order to a corps nearby takes 1 turn."""
    answers = {"sender": "corps", "hexes": 2, "reserve": False}
    finished(context, "lob:order-delivery", answers, {"order": "Order 2 to Hood"})
    assert summary(context) == "Order 2 to Hood takes 1 turn to arrive"


def test_a_filled_in_unit_is_named(context: AppContext) -> None:
    """The answered group decides whether the unit is the target or a firing unit."""
    keep_unit(context.session, "5th Texas", {"sps": 4})
    keep_unit(context.session, "2nd Wisconsin", {"rating": "A"})
    calculation = Calculation(context, "lob:closing-roll", {})
    calculation.update()
    (offer,) = (each for each in autofill.offers(calculation) if each.source == "2nd Wisconsin")
    autofill.accept(calculation, offer)
    assert calculation.names == {"stack": "2nd Wisconsin"}
    calculation.name({"stack": "7th Wisconsin"})
    assert calculation.names == {"stack": "7th Wisconsin"}, "a typed name has priority"
    fire = Calculation(context, "lob:fire", {})
    fire.update()
    for unit, where in (("5th Texas", "Firing unit 1"), ("2nd Wisconsin", "Target")):
        offers = autofill.offers(fire)
        autofill.accept(fire, next(each for each in offers if (each.source, each.where) == (unit, where)))
    assert fire.names == {"firers": "5th Texas", "target": "2nd Wisconsin"}


def test_an_order_that_arrives_is_named(context: AppContext) -> None:
    """The prompt knows the order; the title names its recipient."""
    for recipient in ("Longstreet", "Jackson", "Hood"):
        dispatch.send(
            context.session, OrderSlip("First player", "Lee", recipient, "attack", "take the ridge", 1, 2)
        )
    prompt = Prompt("order-3-arrives", "Order to Hood arrives", 2, procedure="command-roll", order=3)
    for roll, result in (("9", "accepted"), ("7", "not accepted")):
        calculation = Calculation(context, "lob:command-roll", {}, prompt_place(context, prompt))
        calculation.sheet.answer(("command_value",), 2)
        calculation.update()
        assert calculation.title == "Hood's command roll"
        calculation.enter_roll(roll)
        assert summary(context) == f"Order 3 to Hood {result}: rolled {roll}, needed 8"
        calculation.commit()
    check = msgspec.structs.replace(prompt, about="Robertson's brigade", procedure="fluke-stoppage")
    stoppage = Calculation(context, "lob:fluke-stoppage", {}, prompt_place(context, check))
    assert stoppage.title == "Fluke stoppage of Robertson's brigade"
    followed = Calculation(context, "lob:attack-recovery", {}, stoppage.place.after(stoppage, {}))
    assert followed.names == {}, "only names given by the rules are carried over"


def test_a_follow_up_keeps_the_names(context: AppContext) -> None:
    """A follow-up has the names of the calculation before, with their new roles."""
    done = finished(
        context, "lob:closing-roll", CLOSING, {"stack": "5th Texas", "enemy": "2nd Wisconsin"}, "5"
    )
    volley = done.next_steps()[0]
    names = names_of_step(volley, done.names)
    assert names == {"firer": "2nd Wisconsin", "target": "5th Texas"}
    answers = {"charge": True, "fired_by_charged_unit": True}
    place = done.place.after(done, names)
    calculation = Calculation(context, volley.procedure, volley.carry, place)
    for name, value in answers.items():
        calculation.sheet.put(name, value)
    calculation.update()
    calculation.enter_roll("1")
    assert summary(context).startswith("Opening volley of 2nd Wisconsin at 5th Texas: ")
    assert summary(context).endswith("; rolled 1")


def test_a_correction_keeps_the_names_or_changes_them(context: AppContext) -> None:
    """The dice of the line stay."""
    finished(context, "lob:closing-roll", CLOSING, {"stack": "5th Texas", "enemy": "2nd Wisconsin"}, "3")
    line = context.session.log[-1].id
    amendment = Amendment(context, line)
    amendment.update()
    assert not amendment.differs
    amendment.sheet.answer(("shaken",), True)
    amendment.update()
    assert amendment.keep().event.summary == amendment.words  # type: ignore[union-attr]
    assert summary(context) == "5th Texas does not close with 2nd Wisconsin: rolled 3, needed 4"
    again = Amendment(context, context.session.log[-1].id)
    again.update()
    again.name({"stack": "4th Texas", "enemy": "2nd Wisconsin"})
    assert again.differs
    again.keep()
    assert summary(context).startswith("4th Texas does not close")


def test_names_are_saved_with_the_draft(context: AppContext) -> None:
    """A continued calculation has the same names."""
    calculation = Calculation(context, "lob:closing-roll", {})
    calculation.sheet.answer(("rating",), "C")
    calculation.update()
    calculation.name({"stack": " 5th   Texas ", "enemy": ""})
    again = Calculation(context, "lob:closing-roll", {})
    assert again.continue_earlier() and again.names == {"stack": "5th Texas"}


def test_a_name_given_after_the_roll_corrects_the_line(context: AppContext) -> None:
    """The line is corrected, although the result was logged before."""
    done = finished(context, "lob:closing-roll", CLOSING, {}, "4")
    done.name({"stack": "5th Texas"})
    logged = done.commit()
    assert logged is not None and summary(context) == "5th Texas closes: rolled 4, needed 3"
    assert isinstance(logged.event, Calculated) and logged.event.amends


def test_the_report_contains_the_names(context: AppContext) -> None:
    """The report has the names in its text, and by role for programs."""
    finished(context, "lob:closing-roll", CLOSING, {"stack": "5th Texas", "enemy": "2nd Wisconsin"}, "4")
    facts = report_facts(context.session)
    assert "5th Texas closes with 2nd Wisconsin: rolled 4, needed 3" in report_markdown(facts)
    (line,) = [line for turn in facts["games"][0]["turns"] for line in turn["lines"]]
    assert line["calculation"]["names"] == {"stack": "5th Texas", "enemy": "2nd Wisconsin"}


def test_every_role_of_a_sentence_can_be_named(context: AppContext) -> None:
    """Every sentence has a role that can be named, except those of the random event, which is about no unit."""
    procedures: list[Procedure] = [each for module in context.library.modules for each in module.procedures]
    named = [each for each in procedures if each.sentences]
    assert len(named) > 25
    assert [each.id for each in named if not each.roles] == ["aor:random-event"]
    for procedure in (each for each in named if each.roles):
        roles = {role.name for role in procedure.roles}
        for sentence in procedure.sentences:
            assert any(f"{{{role}}}" in sentence.says for role in roles), (procedure.id, sentence.says)
