"""If both sides have the same question, lists of answers and changes name the side."""

from __future__ import annotations

from companion.model.event import Calculated
from companion.render.report import report_facts
from companion.render.report_text import report_markdown
from companion.workspace.amendment import Amendment
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext


def test_the_same_question_of_both_sides_names_the_side(context: AppContext) -> None:
    """The side is named in the list of changes above the roll, and in the flips."""
    context.switch("bp")
    fight = Calculation(context, "bp:hand-to-hand", {})
    fight.sheet.answer(("own", "casualties_caused"), 2)
    fight.sheet.answer(("enemy", "casualties_caused"), 2)
    fight.sheet.answer(("enemy", "rear_support"), True)
    fight.update()
    assert fight.done, fight.resolution
    assert "Enemy side: Supported to the rear" in fight.changed_line(200)
    assert fight.resolution is not None
    labels = {flip.label for flip in fight.resolution.flips}
    assert {"Your side: Supported to the rear", "Enemy side: Supported to the rear"} <= labels


def test_a_question_of_one_group_does_not_name_it(context: AppContext) -> None:
    """Only fires have a target."""
    fire = Calculation(context, "lob:fire", {})
    fire.sheet.answer(("target", "dg"), True)
    fire.update()
    assert "Target is disorganized" in fire.changed_line(200)
    assert "Target: " not in fire.changed_line(200)


def log_fire(context: AppContext) -> int:
    """Log a fire at a disorganized target. Return its line."""
    fire = Calculation(context, "lob:fire", {})
    fire.sheet.values |= {"arm": "small_arms", "range": 1, "firers": [{"sps": 6, "weapon": "R"}]}
    fire.sheet.values["target"] = {"dg": True}
    fire.update()
    fire.enter_roll("9")
    fire.commit()
    return context.session.log[-1].id


def test_the_report_shortens_corrected_and_undone_lines(context: AppContext) -> None:
    """Corrected and undone calculations take one line; the valid one has all details, and no word twice."""
    line = log_fire(context)
    report = report_markdown(report_facts(context.session))
    assert "Answers:" in report
    assert "Result: Result:" not in report
    assert "Target: Target is" not in report
    assert "Target is disorganized" in report
    assert "Dice (Fire): 9 on 2d6, typed" in report
    amendment = Amendment(context, line)
    amendment.sheet.values["target"] = {"dg": False}
    amendment.update()
    kept = amendment.keep().id
    report = report_markdown(report_facts(context.session))
    assert f"(corrected by line {kept})" in report
    assert report.count("Answers:") == 1
    context.session.undo()
    context.session.undo()
    report = report_markdown(report_facts(context.session))
    assert report.count("~~") == 4
    assert "Answers:" not in report
    assert sum(isinstance(each.event, Calculated) for each in context.session.log) == 2
