"""Reads from the rules how many dice each kind of unit rolls: `Foot in line: one die for every 3 figures`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from companion.cli.authoring.answer_checks import yes_or_no
from companion.cli.authoring.calculator.amounts_in_words import NUMBERS
from companion.cli.authoring.calculator.conditions import any_of, is_mostly, is_same
from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.calculator.each import Each, each_of
from companion.cli.authoring.calculator.questions import choices_of
from companion.cli.authoring.rule_question import rules_in_chapter
from companion.model import Entry
from companion.render.text import table_cells, unlinked

_NUMBER = rf"\d{{1,2}}|{'|'.join(NUMBERS)}"
_COUNT = re.compile(
    rf"(?:(?P<none>none|no\s+dice|-|\u2013)|(?P<number>{_NUMBER}|an?)(?P<dice>\s+(?:die|dice|\d?d\d+))?"
    rf"(?P<each>\s+(?:for|per)\s+(?:each\s+|every\s+|an?\s+)?[^;.,]+)?)(?P<rest>[;.,].*)?",
    re.IGNORECASE,
)
"""How many dice: `one for each two stands; an odd stand counts`, `3 dice`, `none`."""
_UNIT = "Unit"
"""What the kinds of unit are called if the rule does not say it."""
_FIRE = re.compile(r"\b(?:fir(?:e|ing)|shoot\w*|volleys?|barrage)\b", re.IGNORECASE)
_STEP = re.compile(rf"\b({'|'.join(NUMBERS)})\b", re.IGNORECASE)
_DICE = re.compile(r"\bdi(?:c)?e\b", re.IGNORECASE)
_EXPLAINS = (
    "yes asks the player for the kind of unit and for what is counted, as the rule lists them. no: you say what gives "
    "the number of dice."
)


class _Kind(NamedTuple):
    """The dice of one kind of unit."""

    label: str
    number: int
    each: Each | None
    """What is counted; None for a fixed number."""
    rest: str
    """What the rule says besides; empty for nothing."""

    @property
    def words(self) -> str:
        """The kind with its dice: `Line 1 for each stand`."""
        step = f"{self.each.step} " if self.each and self.each.step > 1 else ""
        return f"{self.label} {self.number}{f' for each {step}{self.each.unit}' if self.each else ''}"


class _DiceList(NamedTuple):
    """The dice of all kinds of unit, as a rule lists them."""

    cite: str
    title: str
    """What the kinds are called."""
    kinds: tuple[_Kind, ...]


def ask_listed(draft: Draft) -> str:
    """Ask whether the dice are those that a rule lists; return their formula, empty if not.

    Only in a terminal, if a single rule of the chapter lists them and no question asks yet for what it needs.
    """
    found = [each for entry in rules_in_chapter(draft.module, draft.cite) if (each := _listed(entry))]
    if not draft.interview.asks or len(found) != 1 or _is_asked(draft, found[0]):
        return ""
    (listed,) = found
    words = "; ".join(kind.words for kind in listed.kinds)
    says = f"Are as many dice rolled as {listed.cite} lists ({words})?"
    if draft.need("count-listed", says, default="yes", check=yes_or_no, explains=_EXPLAINS) == "no":
        return ""
    draft.unread += [f"{kind.label}: {kind.rest}" for kind in listed.kinds if kind.rest]
    return _formula(draft, listed)


def _is_asked(draft: Draft, listed: _DiceList) -> bool:
    """Return whether a question asks for the kind of unit or for what is counted."""
    labels = {kind.label.casefold() for kind in listed.kinds}
    asked = {choice["label"].casefold() for given in draft.inputs for choice in given.get("choices", ())}
    counted = [kind.each.asked for kind in listed.kinds if kind.each]
    return bool(labels & asked) or any(
        is_mostly(each, number.label) for each in counted for number in draft.numbers()
    )


def _formula(draft: Draft, listed: _DiceList) -> str:
    """Add the questions for the kind of unit and for what is counted; return the formula of the number of dice."""
    first = len(draft.inputs)
    choices = choices_of([kind.label for kind in listed.kinds])
    is_fire = listed.title == _UNIT and _FIRE.search(draft.title)
    asked = draft.add_input("Firing unit" if is_fire else listed.title, "choice", choices=choices)
    is_kind = [f"{asked} == '{choice['key']}'" for choice in choices]
    numbers: dict[str, str] = {}
    for number in (kind.each.asked for kind in listed.kinds if kind.each):
        same = next((label for label in numbers if is_same(label, number)), "")
        numbers[number] = numbers[same] if same else _ask_number(draft, listed, number, is_kind)
    for given in draft.inputs[first:]:
        given["cite"] = listed.cite
    formulas = [
        kind.each.amount(str(kind.number), numbers[kind.each.asked]) if kind.each else str(kind.number)
        for kind in listed.kinds
    ]
    cases = [f"{formula} if {when} else" for formula, when in zip(formulas, is_kind, strict=True)]
    return " ".join([*cases[:-1], formulas[-1]])


def _ask_number(draft: Draft, listed: _DiceList, label: str, is_kind: Sequence[str]) -> str:
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


def _listed(entry: Entry) -> _DiceList | None:
    """Return the dice that a rule lists for kinds of unit, in a table of two columns or in its points; else None."""
    for point in entry.points:
        lines = (
            [line for line in table_cells(unlinked(point.text)) if any(line)] if point.kind == "table" else []
        )
        if lines and len(lines[0]) == 2 and _DICE.search(f"{lines[0][1]} {entry.title}"):
            kinds = [_kind(label, text, has_dice=True) for label, text in lines[1:]]
            if len(kinds) > 1 and all(kinds):
                return _DiceList(entry.cites[0], lines[0][0] or _UNIT, tuple(filter(None, kinds)))
    parts = [unlinked(point.text).partition(":") for point in entry.points if point.kind != "table"]
    found = [kind for label, _, text in parts if (kind := _kind(label, text, has_dice=False))]
    return _DiceList(entry.cites[0], _UNIT, tuple(found)) if len(found) > 1 else None


def _kind(label: str, text: str, *, has_dice: bool) -> _Kind | None:
    """Return the dice of a kind of unit; None for another text. `has_dice` says that its numbers are dice."""
    found = _COUNT.fullmatch(text.strip().rstrip("."))
    if found is None or not label or not (has_dice or found["dice"] or found["none"]):
        return None
    if found["none"]:
        return _Kind(label, 0, None, "")
    number = 1 if found["number"].lower() in ("a", "an") else _figure(found["number"])
    counted = _STEP.sub(lambda word: str(NUMBERS[word[1].lower()]), (found["each"] or "").strip())
    each = (
        each_of(re.sub(r"^per\s+", "for each ", re.sub(r"^for\s+(?!each|every)", "for each ", counted)))
        if counted
        else None
    )
    return _Kind(label, number, each, (found["rest"] or "").strip(" ;.,"))


def _figure(text: str) -> int:
    return NUMBERS.get(text.lower()) or int(text)
