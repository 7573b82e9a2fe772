"""What is behind a question: its modifiers, rules and table rulings."""

from __future__ import annotations

from companion.model import Choice, Entry, Input
from companion.model.answer_path import input_at
from companion.model.event import RulingMade
from companion.model.recorded import TableRuling
from companion.workspace.about_question import about_question
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.rulings import rulings_on

CLOSING = "lob:closing-roll"


def rule_here(context: AppContext, about: str, text: str) -> None:
    """Make a table ruling of the session."""
    context.session.add(RulingMade(TableRuling(f"own-{text}", about, text, "2026-07-01")))


def test_a_question_shows_the_rulings_on_its_modifier_and_its_rules(context: AppContext) -> None:
    """Rulings on other modifiers, and on the calculator as a whole, belong elsewhere."""
    (rule,) = (record for record in context.library.find("lob:3.5") if isinstance(record, Entry))
    rule_here(context, f"{CLOSING}/Moving stack is Shaken", "counts twice")
    rule_here(context, f"{CLOSING}/Into a rear hex", "never counts")
    rule_here(context, CLOSING, "roll openly")
    rule_here(context, rule.id, "read aloud")
    calculation = Calculation(context, CLOSING, {})
    calculation.update()
    shaken = input_at(calculation.procedure.inputs, "shaken")
    assert shaken is not None
    about = about_question(calculation, shaken, ("shaken",), None)
    assert [line.label for line, _ in about.modifiers] == ["Moving stack is Shaken"]
    assert about.rulings == ["counts twice", "read aloud"]
    assert about.rules == [rule]


def test_rulings_on_the_rule_of_a_modifier_count_for_the_calculator(context: AppContext) -> None:
    """Also if the calculator itself cites another rule; rulings on rules that it does not cite do not."""
    calculation = Calculation(context, "lob:morale-check", {})
    calculation.update()
    assert calculation.resolution is not None
    cites = {line.cite for line in calculation.resolution.ledger} - {calculation.procedure.cite, ""}
    cited = [record.id for cite in sorted(cites) for record in context.library.find(f"lob:{cite}")]
    uncited = next(entry.id for entry in context.module.entries if entry.id not in cited)
    rule_here(context, cited[0], "of a modifier")
    rule_here(context, uncited, "of another rule")
    assert [ruling.text for ruling in rulings_on(calculation)] == ["of a modifier"]


def test_a_member_of_a_set_is_named_by_its_label(context: AppContext) -> None:
    """Or by its key, if the calculator gives it no label; the question itself is named otherwise."""
    calculation = Calculation(context, CLOSING, {})
    calculation.update()
    terrain = Input("terrain", "Terrain crossed", "set")

    def label(member: Choice | None) -> str:
        return about_question(calculation, terrain, ("terrain",), member).label

    assert label(None) == "Terrain crossed"
    assert [label(Choice("creek", "A creek")), label(Choice("marsh"))] == ["A creek", "marsh"]
