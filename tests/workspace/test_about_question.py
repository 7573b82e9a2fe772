"""Background of a question: its modifiers, rules and table rulings."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.model import Choice, Entry, Input, Point, Procedure
from companion.model.answer_path import input_at
from companion.model.event import RulingMade
from companion.model.recorded import TableRuling
from companion.model.step import Modifier, Tally
from companion.workspace.about_question import AboutQuestion, about_question
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.rulings import rulings_on
from tests.workspace.own_game import context_of, updated

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
    """A member of a set is named by its label, or by its key if the calculator gives it no label."""
    calculation = Calculation(context, CLOSING, {})
    calculation.update()
    terrain = Input("terrain", "Terrain crossed", "set")

    def label(member: Choice | None) -> str:
        return about_question(calculation, terrain, ("terrain",), member).label

    assert label(None) == "Terrain crossed"
    assert [label(Choice("creek", "A creek")), label(Choice("marsh"))] == ["A creek", "marsh"]


def entry(name: str, number: str) -> Entry:
    """Return a rule."""
    return Entry(
        f"xx:{name}", "xx", number, name, 1, "Rules", (Point("Obey.", "rule"),), "a.md", 1, numbers=(number,)
    )


TRACKS = (Choice("woods", "Woods"), Choice("stream", "Stream"), Choice("marsh"))
QUESTIONS = {
    "hour": Input("hour", "Hour", "number", cite="5"),
    "tired": Input("tired", "Tired", "yes-no", cite="2"),
    "tracks": Input("tracks", "Tracks", "set", choices=TRACKS),
    "halts": Input("halts", "Halts", "yes-no", cite="9"),
    "calm": Input("calm", "Calm", "yes-no"),
    "guards": Input("guards", "Guards", "rows", fields=(Input("wet", "Wet", "yes-no"),)),
}
MODIFIERS = (
    Modifier("Exhausted troops", "-1", "tired", cite="3"),
    Modifier("Tired at night", "-1", "tired and hour > 18", cite="2"),
    Modifier("Through woods", "-2", "'woods' in tracks", cite="3"),
    Modifier("Over a stream", "-1", "'stream' in tracks"),
    Modifier("Wet powder", "-1", "any(guards.wet)", cite="4"),
)
MARCH = Procedure(
    *("xx:march", "March", "1", ""),
    tuple(QUESTIONS.values()),
    (Tally("pace", MODIFIERS, unit="MPs"), Tally("order", (Modifier("No halt", "-1", "not halts"),))),
    (),
    game="xx",
)
RULES = (
    entry("march", "1"),
    entry("tired", "2"),
    entry("foul-ground", "3"),
    entry("wet", "4"),
    entry("sleep", "2"),
)


def about(folder: Path, path: str, member: Choice | None = None, refused: bool = False) -> AboutQuestion:
    """Return what is behind a question of a march; `refused`: with an answer that is refused."""
    calculation = updated(context_of(folder, MARCH, entries=RULES), "xx:march")
    calculation.sheet.put("guards", [{}])
    if refused:
        calculation.resolution = None
    else:
        calculation.update()
    steps = tuple(path.split("."))
    question = input_at(calculation.procedure.inputs, steps)
    assert question is not None
    return about_question(calculation, question, steps, member)


@pytest.mark.parametrize(
    ("path", "member", "modifiers"),
    [
        ("tired", None, {"Exhausted troops": "MPs", "Tired at night": "MPs"}),
        ("halts", None, {"No halt": ""}),
        ("calm", None, {}),
        ("tracks", None, {"Through woods": "MPs", "Over a stream": "MPs"}),
        ("tracks", TRACKS[0], {"Through woods": "MPs"}),
        ("tracks", TRACKS[2], {}),
        ("guards.1.wet", None, {"Wet powder": "MPs"}),
        ("hour", None, {}),
    ],
)
def test_the_modifiers_that_a_question_decides(
    tmp_path: Path, path: str, member: Choice | None, modifiers: dict[str, str]
) -> None:
    """Modifiers that a question decides are in the order of the ledger, each with its unit."""
    found = about(tmp_path, path, member).modifiers
    assert {line.label: unit for line, unit in found} == modifiers
    assert [line.label for line, _ in found] == list(modifiers)


@pytest.mark.parametrize(
    ("path", "rules", "source"),
    [
        ("tired", ["xx:tired", "xx:sleep", "xx:foul-ground"], "2, 3"),
        ("tracks", ["xx:foul-ground"], "3"),
        ("guards.1.wet", ["xx:wet"], "4"),
        ("halts", ["xx:march"], "9"),
        ("calm", ["xx:march"], "1"),
        ("hour", ["xx:march"], "5"),
    ],
)
def test_the_rules_of_a_question_and_of_its_modifiers(
    tmp_path: Path, path: str, rules: list[str], source: str
) -> None:
    """Each rule once, that of the question first; without any, that of the calculator."""
    found = about(tmp_path, path)
    assert [rule.id for rule in found.rules] == rules
    assert found.source == source


def test_only_rules_of_the_book_are_behind_a_question(tmp_path: Path) -> None:
    """A calculator or chart with the same citation is none."""
    other = Procedure("xx:2", "Other", "2", "", (), (), (), game="xx")
    calculation = updated(context_of(tmp_path, MARCH, other, entries=RULES[:2]), "xx:march")
    found = about_question(calculation, QUESTIONS["tired"], ("tired",), None)
    assert [rule.id for rule in found.rules] == ["xx:tired"]


def test_a_question_without_a_rule_of_the_game_keeps_its_citation(tmp_path: Path) -> None:
    """A question whose rule is not in the rulebook keeps its citation."""
    calculation = updated(context_of(tmp_path, MARCH), "xx:march")
    found = about_question(calculation, QUESTIONS["halts"], ("halts",), None)
    assert (found.rules, found.source) == ([], "9")


def test_while_an_answer_is_refused_no_modifier_is_known(tmp_path: Path) -> None:
    """The rule of the question is shown nevertheless."""
    found = about(tmp_path, "tired", refused=True)
    assert found.modifiers == []
    assert [rule.id for rule in found.rules] == ["xx:tired", "xx:sleep"]
    assert found.source == "2"
