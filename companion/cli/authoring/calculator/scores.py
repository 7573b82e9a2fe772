"""Modifiers of dice that are counted one by one: of how many are rolled, of their scores, or of the number needed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from companion.cli.authoring.answer_checks import yes_or_no
from companion.cli.authoring.calculator.conditions import opposite
from companion.cli.authoring.calculator.draft import Draft, Option
from companion.cli.authoring.calculator.modifiers import ask_modifiers, tally
from companion.cli.authoring.calculator.tables import tables_of_chapter
from companion.cli.authoring.calculator.values import Limits, a_band, in_band, limits, range_of
from companion.cli.authoring.interview import AnswerRefused
from companion.cli.authoring.printed.amounts import in_figures
from companion.cli.authoring.printed.rules import own_text
from companion.errors import Refused
from companion.render.text import unlinked

DICE, SCORE, NEEDED = "the number of dice", "the score of each die", "the number that each die needs"
_EXPLAINS = (
    "the number of dice: +1 is one more die. the score of each die: +1 makes every die count more often. the number "
    "that each die needs: +1 makes every die count less often."
)
_ALWAYS = (
    "Some rules let a die count or fail whatever the modifiers: a natural 6 always hits. Type the numbers that the die "
    "shows, such as 6 or 1-2. Press Enter if the rules have none."
)
_OF_NUMBER = re.compile(
    r"\bnumbers?\s+(?:needed|required)\b|\bneeded\s+numbers?\b|\bchanges?\s+to\s+the\s+number\b",
    re.IGNORECASE,
)
_OF_DICE = re.compile(
    r"\b(?:number\s+of\s+dice|dice\s+(?:gained|lost|added)|(?:more|fewer|extra)\s+dice)\b", re.IGNORECASE
)
_OF_SCORE = re.compile(
    r"\b(?:(?:each|every)\s+die|die\s+rolls?|rolls?\s+of\s+the\s+dice|to\s+(?:the|every)\s+(?:die|dice|rolls?))\b",
    re.IGNORECASE,
)
_HARDER = re.compile(r"\b(?:plus|\+1)\b[^.;]*\bharder\b|\bminus\b[^.;]*\beasier\b", re.IGNORECASE)
_SHOWN = re.compile(r"(\d)\+\s+with\s+(?:a\s+)?\+\d\s+(?:is|becomes)\s+(?:a\s+)?(\d)\+", re.IGNORECASE)
"""How a modifier changes the number needed: `5+ with +1 is 6+`."""
_EITHER = re.compile(r"\b(?:to\s+hit|scores?)\b", re.IGNORECASE)
"""Words for the score of a die or for the number that it needs."""
_HITS = re.compile(r"\b(?:hits?|pass(?:es)?|success\w*|counts?)\b", re.IGNORECASE)
_MISSES = re.compile(r"\b(?:miss\w*|fail\w*)\b", re.IGNORECASE)
_TWICE = re.compile(r"\b(?:2\s+(?:hits|passes|success\w*)|double|twice)\b", re.IGNORECASE)
"""Words of a clause about what a number is worth: `a natural 6 counts as two hits`."""
_NEVER_DOES = re.compile(r"\bnever\s+do(?:es)?\b", re.IGNORECASE)
_NEVER = re.compile(r"\b(?:never|not|no)\b", re.IGNORECASE)
_EXCEPT = re.compile(r"\b(?:except|if|only|provided|unless|when)\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[.;:,]\s|\s+(?:and|but)\s+", re.IGNORECASE)
_NONE = "none"
_OTHERS = (
    "Some rules change the number of dice with some modifiers, and the number that each die needs with others. yes: "
    "you are asked for these others as well. no: all modifiers change the same."
)
_NATURAL = re.compile(
    r"\b(?:natural|unmodified)\s+(\d)\b|\b(\d)\s+(?:is|are|will)?\s*always\b", re.IGNORECASE
)


@dataclass
class Group:
    """Modifiers that change the same: DICE, SCORE or NEEDED."""

    changes: str
    modifiers: list[dict[str, Any]] = field(default_factory=list)
    limits: Limits | None = None
    """The limits of their sum; None for none."""


def ask_groups_of_pool(draft: Draft) -> list[Group]:
    """Ask for the modifiers of a pool, and what they change; then for those that change something else.

    Returns up to two groups, of which one changes the number of dice if there are two; an empty list for no modifiers.
    """
    ask_modifiers(draft, "the roll")
    if not draft.modifiers:
        return []
    groups = [Group(_ask_changed(draft, (DICE, SCORE, NEEDED)), draft.modifiers, draft.limits)]
    draft.modifiers, draft.limits, draft.changes = [], None, set()
    is_dice = groups[0].changes == DICE
    kinds, rest = (("score", "needed"), (SCORE, NEEDED)) if is_dice else (("dice",), (DICE,))
    name = f"{kinds[0]}-modifiers"
    usual = draft.interview.asks and any(each.changes in kinds for each in tables_of_chapter(draft))
    says = f"Do other modifiers change {NEEDED if is_dice else DICE}?"
    more: dict[str, Any] = {"check": yes_or_no, "is_asked": False, "changes_only": True}
    if draft.need(name, says, default="yes" if usual else "no", explains=_OTHERS, **more) == "yes":
        draft.begins = f"{kinds[0]}-"
        ask_modifiers(draft, NEEDED if is_dice else DICE, kinds=kinds)
        if draft.modifiers:
            changes = _ask_changed(draft, rest) if is_dice else DICE
            groups.append(Group(changes, draft.modifiers, draft.limits))
        draft.begins = ""
    draft.modifiers = [each for group in groups for each in group.modifiers]
    return groups


def tally_of(draft: Draft, group: Group, name: str, start: str = "", title: str = "Modifiers") -> str:
    """Write the step that adds up the modifiers of a group; return its name."""
    every = draft.modifiers
    draft.modifiers, draft.limits = group.modifiers, group.limits
    found = tally(draft, name, start, title=title)
    draft.modifiers = every
    return found


def _ask_changed(draft: Draft, kinds: tuple[str, ...]) -> str:
    """Ask which of the `kinds` the modifiers change. Enter takes what their rules say."""
    options = [Option(each, each) for each in kinds]
    default = _usual(draft) if draft.interview.asks else DICE
    default = default if default in kinds else None
    return draft.choose("changes", "What do the modifiers change", options, default, explains=_EXPLAINS)


def _usual(draft: Draft) -> str | None:
    """Return what the rules of the modifiers say that they change: the number of dice if they say nothing.

    None if they only mention a score, which may be that of the die or the one that it needs.
    """
    stated = {frozenset({"dice"}): DICE, frozenset({"needed"}): NEEDED}
    if found := stated.get(frozenset(draft.changes)):
        return found
    cites = {str(modifier["cite"]) for modifier in draft.modifiers}
    texts = [
        f"{entry.title}. {unlinked(own_text(entry))}"
        for entry in draft.module.entries
        if cites & set(entry.cites)
    ]
    shown = [int(each[2]) - int(each[1]) for text in texts for each in _SHOWN.finditer(text)]
    if shown:
        return NEEDED if min(shown) > 0 else SCORE if max(shown) < 0 else None
    kinds = ((NEEDED, _HARDER), (NEEDED, _OF_NUMBER), (DICE, _OF_DICE), (SCORE, _OF_SCORE), (None, _EITHER))
    for kind, pattern in kinds:
        if any(pattern.search(text) for text in texts):
            return kind
    return DICE


def changed_condition(draft: Draft, die: str, condition: str, group: Group, title: str) -> str:
    """Add the number that a die needs with the modifiers of a group, and return the condition that a die counts.

    `condition` is the one without modifiers, `title` that of their sum. Raises AnswerRefused if it is not a number or
    more.
    """
    found = re.fullmatch(r"face (>=|==) (\w+|number\(\w+\))", condition)
    if found is None or (found[1] == "==" and found[2] != str(range_of(die)[1])):
        raise AnswerRefused(
            "modifiers can only change a number such as 5+; type such a number, or ask for it"
        )
    name = tally_of(draft, group, "modifier", title=title)
    needed = f"{found[2]} {'-' if group.changes == SCORE else '+'} {name}"
    draft.steps.append({"do": "work-out", "values": {"needed": needed}})
    draft.head["needed"] = "needed"
    always = _ask_always(draft, die, "always-count", "always count", _HITS)
    never = _ask_always(draft, die, "never-count", "never count", _MISSES)
    some = f"face >= needed or {in_band('face', always)}" if always else "face >= needed"
    if not never:
        return some
    other = f"face != {never}" if never.isdecimal() else opposite(in_band("face", never))
    return f"({some}) and {other}" if always else f"{some} and {other}"


def _ask_always(draft: Draft, die: str, name: str, verb: str, words: re.Pattern[str]) -> str:
    """Ask which numbers on a die decide whatever the modifiers, and return them; empty for none."""

    def on_die(text: str) -> str:
        if text.casefold() == _NONE:
            return _NONE
        band = a_band(text)
        low, high = limits(band)
        if low > range_of(die)[1] or (high is not None and high < 1):
            raise Refused(f"{die} cannot show {text}")
        return band

    says = f"Which numbers on a die {verb}, whatever the modifiers?"
    usual, clause = _stated(draft, words) if draft.interview.asks else (_NONE, "")
    typed = draft.need(name, says, "6", default=usual, check=on_die, explains=_ALWAYS)
    if clause and typed == usual:
        draft.sentences_read.append(clause)
    return "" if typed == _NONE else typed


def _stated(draft: Draft, words: re.Pattern[str]) -> tuple[str, str]:
    """Return the number that a rule of the chapter calls natural in a clause with these words, and the clause.

    Without one, the number is none and the clause empty. It is also empty if the clause has an exception.
    """
    for entry in draft.chapter:
        for clause in _CLAUSE.split(in_figures(unlinked(own_text(entry)))):
            natural = None if _TWICE.search(clause) else _NATURAL.search(clause)
            found = {kind for kind in (_HITS, _MISSES) if kind.search(clause)}
            is_never = _NEVER_DOES.search(clause) or (found and _NEVER.search(clause))
            kinds = {_MISSES} if is_never else found
            if natural and kinds == {words}:
                return natural[1] or natural[2], "" if _EXCEPT.search(clause) else clause
    return _NONE, ""
