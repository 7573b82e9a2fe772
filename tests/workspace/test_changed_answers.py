"""The answers that differ from their defaults, and the line that lists them above the roll."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model import Choice, Input, Procedure
from companion.workspace.answer_sheet import AnswerSheet
from companion.workspace.changed_answers import changed_answers, changed_line

KINDS = (Choice("foot", "Foot soldiers"), Choice("horse_guns"), Choice("R", "Rifles"))
MEN = Input("men", "Men", "number", least=0, most=9, rule="2")
RAW = Input("raw", "Troops are raw", "yes-no")
KIND = Input("kind", "Kind", "choice", choices=KINDS, rule="foot")
TERRAIN = Input("terrain", "Terrain", "set", choices=(Choice("slope", "Up a slope"), Choice("woods")))


def sheet(*inputs: Input, **values: Any) -> AnswerSheet:
    """Return a sheet with these questions and answers."""
    return AnswerSheet(Procedure("xx:fire", "Fire", "1.1", "", inputs, (), ()), values)


def changed(question: Input, value: Any) -> list[str]:
    """Return the changes of a sheet with one question."""
    return changed_answers(sheet(question, **{question.name: value}), (question.name,))


@pytest.mark.parametrize(
    ("rule", "value", "words"),
    [
        ("", True, ["Troops are raw"]),
        ("no", True, ["Troops are raw"]),
        ("yes", False, ["not: Troops are raw"]),
        ("yes", True, []),
        ("no", False, []),
        ("", False, []),
        ("yes", None, []),
        ("yes", "", []),
        ("yes", "?", []),
    ],
)
def test_a_yes_no_question_that_differs_from_its_default(rule: str, value: Any, words: list[str]) -> None:
    """The default is no, unless the rule says yes; an open question has not changed."""
    assert changed(Input("raw", "Troops are raw", "yes-no", rule=rule), value) == words


@pytest.mark.parametrize(
    ("rule", "value", "words"),
    [
        ("2", 3, ["Men: 3"]),
        ("2", 0, ["Men: 0"]),
        ("2", 2, []),
        ("2", "2", []),
        ("", 3, []),
        ("nothing", 3, ["Men: 3"]),
        ("2", None, []),
        ("2", "?", []),
    ],
)
def test_a_number_that_differs_from_its_default(rule: str, value: Any, words: list[str]) -> None:
    """A question without a default is left out."""
    assert changed(Input("men", "Men", "number", rule=rule), value) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("foot", []),
        ("horse_guns", ["Kind: horse guns"]),
        ("R", ["Kind: R"]),
        ("gone\x1b", ["Kind: gone<1b>"]),
    ],
)
def test_a_choice_that_differs_from_its_default(value: str, words: list[str]) -> None:
    """A changed choice is named as in the form; one that the calculator no longer has is named by its key."""
    assert changed(KIND, value) == words


def test_a_choice_is_named_by_its_label() -> None:
    """A choice is named by its label, or by its key if it has no label."""
    assert changed(Input("kind", "Kind", "choice", choices=KINDS, rule="R"), "foot") == [
        "Kind: Foot soldiers"
    ]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, []),
        ([], []),
        (["woods", "slope"], ["woods", "Up a slope"]),
        (["gone\x1b"], ["gone<1b>"]),
    ],
)
def test_every_member_of_a_set_is_a_change(value: Any, words: list[str]) -> None:
    """Each has its label, or its key if it has none."""
    assert changed(TERRAIN, value) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, []),
        ({}, []),
        ({"men": 3}, ["Target: Men: 3"]),
        ({"kind": "R"}, ["Target: Kind: R"]),
        ({"raw": True, "terrain": ["slope"]}, ["Troops are raw", "Up a slope"]),
    ],
)
def test_a_number_or_a_choice_in_a_group_names_the_group(value: Any, words: list[str]) -> None:
    """A yes/no question and the member of a set say by themselves what they are about."""
    target = Input("target", "Target", "group", fields=(RAW, MEN, KIND, TERRAIN))
    asked = ("target", *(f"target.{field.name}" for field in target.fields))
    assert changed_answers(sheet(target, target=value), asked) == words


def test_a_question_of_both_sides_names_its_group() -> None:
    """Only the labels that both groups have are ambiguous."""
    own = Input("own", "Own side", "group", fields=(RAW, Input("tired", "Tired", "yes-no")))
    enemy = Input("enemy", "Enemy", "group", fields=(RAW,))
    both = sheet(own, enemy, own={"raw": True, "tired": True}, enemy={"raw": True})
    asked = ("own.raw", "own.tired", "enemy.raw")
    assert changed_answers(both, asked) == ["Own side: Troops are raw", "Tired", "Enemy: Troops are raw"]


def test_a_change_in_a_list_names_its_row() -> None:
    """Rows are counted from 1; a list without rows has no changes."""
    units = Input("units", "Unit", "rows", fields=(MEN, RAW))
    rows = [{"men": 2}, {}, {"men": 5, "raw": True}]
    asked = ("units", "units.3.men", "units.3.raw", "units.1.men")
    assert changed_answers(sheet(units, units=rows), asked) == ["Unit 3: Men: 5", "Unit 3: Troops are raw"]
    assert changed_answers(sheet(units), asked) == []
    assert changed_answers(sheet(units, units=[{"raw": True}]), ("units.1.raw",)) == [
        "Unit 1: Troops are raw"
    ]


def test_only_questions_that_are_asked_count() -> None:
    """Only answers to the given questions count as changed; a set counts as a whole."""
    both = sheet(RAW, TERRAIN, raw=True, terrain=["slope"])
    assert changed_answers(both, ()) == []
    assert changed_answers(both, ("raw",)) == ["Troops are raw"]
    assert changed_answers(both, ("terrain",)) == ["Up a slope"]


def test_the_latest_answer_of_the_player_comes_last() -> None:
    """Answers of others come first, in the order of the questions; an answer that is the default is left out."""
    mixed = sheet(RAW, MEN, KIND, TERRAIN, kind="R", raw=True)
    mixed.answer(("men",), 3)
    mixed.answer(("terrain",), ["woods"])
    asked = ("raw", "men", "kind", "terrain")
    assert changed_answers(mixed, asked) == ["Troops are raw", "Kind: R", "Men: 3", "woods"]
    mixed.answer(("raw",), True)
    assert changed_answers(mixed, asked) == ["Kind: R", "Men: 3", "woods", "Troops are raw"]
    mixed.answer(("men",), 2)
    assert changed_answers(mixed, asked) == ["Kind: R", "woods", "Troops are raw"]


# ---- the line


@pytest.mark.parametrize(
    ("answers", "width", "line"),
    [
        ([], 80, ""),
        (["Men: 3"], 28, "Changed from default: Men: 3"),
        (["Men: 3"], 27, "Changed: Men: 3"),
        (["Men: 3"], 15, "Changed: Men: 3"),
        (["Men: 3"], 14, "Changed: Men:…"),
        (["Men: 3", "raw"], 33, "Changed from default: Men: 3, raw"),
        (["Men: 3", "raw"], 32, "2 changed: Men: 3, raw"),
        (["Men: 3", "raw"], 22, "2 changed: Men: 3, raw"),
        (["Men: 3", "raw"], 21, "2 changed: … raw"),
        (["Men: 3", "raw"], 16, "2 changed: … raw"),
        (["Men: 3", "raw"], 15, "2 changed: … r…"),
        (["Men: 3", "raw", "tired"], 23, "3 changed: … raw, tired"),
        (["Men: 3", "raw", "tired"], 22, "3 changed: … tired"),
    ],
)
def test_the_line_has_as_many_of_the_last_changes_as_fit(answers: list[str], width: int, line: str) -> None:
    """The line of changes is shortened in steps, and cut only if not even the last change fits."""
    assert changed_line(answers, width) == line
    assert len(line) <= width
