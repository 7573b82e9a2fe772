"""Asks which numbers of a pool count twice in a case: `For Crack troops each 6 counts as two successes`."""

from __future__ import annotations

import re

from companion.cli.authoring.answer_checks import yes_or_no
from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.calculator.values import range_of
from companion.cli.authoring.calculator.when import case_condition
from companion.cli.authoring.printed.counts import BEGINNING
from companion.cli.authoring.printed.numbers import ANY_NUMBER, number_in
from companion.cli.authoring.printed.rules import chapter_sentences

_TWICE = re.compile(
    rf"(?P<before>.*?),?\s*\b(?:but\s+)?(?:each|every)\s+(?:natural\s+)?(?P<number>{ANY_NUMBER})"
    r"(?P<within>(?:\s+(?:thrown|rolled|scored))?\s+(?:by|from|against|at)\s+[^.;,]*?)?\s+"
    r"(?:counts?\s+(?:as\s+)?|as\s+|is\s+|scores?\s+|makes?\s+)(?:two|2|double|twice)\b(?P<after>.*)",
    re.IGNORECASE,
)
"""A sentence about a number that counts twice, with the case before, within or after it."""
_CASE_AFTER = re.compile(r"\b(?P<word>if|when|against|at|for|unless)\s+(?P<case>[^.;,]+)", re.IGNORECASE)
_ANOTHER = re.compile(r",?\s+(?:there\s+is|they\s+get|it\s+gets)\b.*", re.IGNORECASE)
"""Further effects of a case: `If a general is attached there is no extra die`."""
_ARTICLE = re.compile(r"^(?:an?|the)\s+", re.IGNORECASE)
_COUNTS = re.compile(r"\s+(?:counts?|scores?|treats?)$", re.IGNORECASE)
"""The verb between a case and a number: `A Guard unit counts each natural 6 as two passes`."""
_LONGEST = 70
_EXPLAINS = "yes: each die with this number counts twice in this case. no: the rule stays by hand."


def ask_twice(draft: Draft, die: str) -> str:
    """Return the condition, in which `face` is the number on a die, that it counts once more; empty for none.

    It is asked if only one sentence of the chapter says so; in a terminal only.
    """
    sentences = chapter_sentences(draft.chapter) if draft.interview.asks else []
    stated = [
        (cite, text, found) for cite, text in sentences if (found := _TWICE.fullmatch(text.rstrip(".")))
    ]
    if len(stated) != 1:
        return ""
    cite, sentence, found = stated[0]
    number = number_in(found["number"])
    case = _case(found)
    if number > range_of(die)[1] or len(case) > _LONGEST:
        return ""
    says = f"Does each {number} count twice{f' for {case}' if case else ''} ({cite})?"
    if draft.need("twice", says, default="yes", check=yes_or_no, explains=_EXPLAINS) == "no":
        return ""
    draft.sentences_read.append(sentence)
    when = case_condition(draft, case, cite) if case else ""
    return f"{when} and face == {number}" if when else f"face == {number}"


def _case(found: re.Match[str]) -> str:
    """Return the words of the case; empty if the number always counts twice."""
    after = _CASE_AFTER.search(found["after"])
    whole = _ARTICLE.sub("", BEGINNING.sub("", found["before"].strip()))
    before = _ANOTHER.sub("", _COUNTS.sub("", whole))
    parts = [before, (found["within"] or "").strip()]
    parts += (
        [f"{after['word']} {after['case']}" if after["word"] == "unless" else after["case"]] if after else []
    )
    case = ", ".join(part for part in parts if part)
    return f"{case[:1].upper()}{case[1:]}"
