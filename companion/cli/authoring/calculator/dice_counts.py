"""Asks whether the dice are those that a rule lists for kinds of unit, and for what these need."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.cli.authoring.answer_checks import yes_or_no
from companion.cli.authoring.calculator.conditions import any_of
from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.calculator.questions import choices_of
from companion.cli.authoring.labels import is_mostly, is_same
from companion.cli.authoring.printed.dice import UNIT, DiceList, DiceTable, printed_dice

_FIRE = re.compile(r"\b(?:fir(?:e|ing)|shoot\w*|volleys?|barrage)\b", re.IGNORECASE)
_RANGE = re.compile(
    r"\b(?:close|short|effective|medium|long|point[- ]blank|extreme|range|canister)\b", re.IGNORECASE
)
_EXPLAINS = (
    "yes asks the player for the kind of unit and for what is counted, as the rule lists them. no: you say what gives "
    "the number of dice."
)


def ask_listed(draft: Draft) -> str:
    """Ask whether the dice are those that a rule lists; return their formula, empty if not.

    Only in a terminal, if a single rule of the chapter lists them and no question asks yet for what it needs.
    """
    found = printed_dice(draft.chapter, draft.module, draft.title)
    if not draft.interview.asks or len(found) != 1 or _is_asked(draft, found[0]):
        return ""
    (listed,) = found
    says = f"Are as many dice rolled as {listed.cite} lists ({'; '.join(listed.words)})?"
    if draft.need("count-listed", says, default="yes", check=yes_or_no, explains=_EXPLAINS) == "no":
        return ""
    first = len(draft.inputs)
    formula = _formula_of_table(draft, listed) if isinstance(listed, DiceTable) else _formula(draft, listed)
    for given in draft.inputs[first:]:
        given["cite"] = listed.cite
    return formula


def _is_asked(draft: Draft, listed: DiceList | DiceTable) -> bool:
    """Return whether a question asks for the kind of unit or for what is counted."""
    asked = {
        choice.get("label", choice["key"]).casefold()
        for given in draft.inputs
        for choice in given.get("choices", ())
    }
    if isinstance(listed, DiceTable):
        return bool({label.casefold() for label in listed.numbers} & asked)
    labels = {kind.label.casefold() for kind in listed.kinds}
    counted = [kind.each.asked for kind in listed.kinds if kind.each]
    return bool(labels & asked) or any(
        is_mostly(each, number.label) for each in counted for number in draft.numbers()
    )


def _formula(draft: Draft, listed: DiceList) -> str:
    """Add the questions for the kind of unit and for what is counted; return the formula of the number of dice."""
    draft.unread += listed.unread
    draft.sentences_read += listed.read
    is_fire = listed.title == UNIT and _FIRE.search(draft.title)
    is_kind = _ask_kind(
        draft, "Firing unit" if is_fire else listed.title, [kind.label for kind in listed.kinds]
    )
    numbers: dict[str, str] = {}
    for number in (kind.each.asked for kind in listed.kinds if kind.each):
        same = next((label for label in numbers if is_same(label, number)), "")
        numbers[number] = numbers[same] if same else _ask_number(draft, listed, number, is_kind)
    formulas = [
        kind.each.amount(str(kind.number), numbers[kind.each.asked]) if kind.each else str(kind.number)
        for kind in listed.kinds
    ]
    return _by_case(formulas, is_kind)


def _formula_of_table(draft: Draft, listed: DiceTable) -> str:
    """Add the questions for the kind of unit and the case; return the formula of the number of dice."""
    is_kind = _ask_kind(draft, listed.title, list(listed.numbers))
    if listed.has_remarks:
        draft.unread.append(f"See the remarks in the table of {listed.cite}")
    usual = "Range" if any(map(_RANGE.search, listed.cases)) else None
    says = f"What do the columns {', '.join(listed.cases)} in {listed.cite} stand for"
    asked = draft.need("count-columns", says, "Range", default=usual, explains=_EXPLAINS)
    same = next((given for given in draft.inputs if given["label"].casefold() == asked.casefold()), None)
    if same is not None and [each.get("label", each["key"]) for each in same.get("choices", ())] == list(
        listed.cases
    ):
        is_case = [f"{same['name']} == '{choice['key']}'" for choice in same["choices"]]
    else:
        is_case = _ask_kind(draft, asked, listed.cases)
    return _by_case(
        [f"({_by_case([str(each) for each in row], is_case)})" for row in listed.numbers.values()], is_kind
    )


def _ask_kind(draft: Draft, label: str, kinds: Sequence[str]) -> list[str]:
    """Add a question whose answers are the kinds, and return the condition of each."""
    choices = choices_of(kinds)
    name = draft.add_input(label, "choice", choices=choices)
    return [f"{name} == '{choice['key']}'" for choice in choices]


def _by_case(formulas: Sequence[str], conditions: Sequence[str]) -> str:
    """Return the formula of a number that is the first one if the first condition holds, and so on."""
    alike: dict[str, list[list[str]]] = {}
    for formula, when in zip(formulas, conditions, strict=True):
        alike.setdefault(formula, []).append([when])
    last = formulas[-1]
    cases = [f"{formula} if {any_of(when)} else" for formula, when in alike.items() if formula != last]
    return " ".join([*cases, last])


def _ask_number(draft: Draft, listed: DiceList, label: str, is_kind: Sequence[str]) -> str:
    """Add the question for what is counted, asked for the kinds that count it; return its name.

    `is_kind` are the conditions of the kinds.
    """
    when = [
        [condition]
        for condition, kind in zip(is_kind, listed.kinds, strict=True)
        if kind.each and is_same(kind.each.asked, label)
    ]
    more = {"when": any_of(when)} if len(when) < len(is_kind) else {}
    return draft.add_input(label, "number", least="0", **more)
