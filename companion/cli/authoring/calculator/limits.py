"""Asks between which numbers all modifiers together stay, where a rule says so."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.calculator.values import LARGEST, Limits, a_range, limits
from companion.cli.authoring.printed.amounts import in_figures
from companion.cli.authoring.printed.numbers import NUMBERS
from companion.model import Entry
from companion.render.text import unlinked

_SENTENCE = re.compile(r"(?<=[.!])\s+")
_TOTAL = re.compile(
    r"\b(?:total|sum|net|together|in\s+all|comes?\s+to|add(?:ed)?\s+up|all\s+(?:the\s+)?modifiers)\b",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"\b(?:never|(?:may|must|can)\s*not|no(?:t)?\s+(?:more|less|better|worse)|at\s+(?:most|least|best|worst)|max(?:imum)?|min(?:imum)?|limit\w*|exceed\w*)\b",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"[+\-\u2212\u2013\u00b1]\s?\d{1,2}\b")
_GAINED = re.compile(
    r"(?<![+\-\w])(?P<number>\d{1,2})\s+(?:dice\s+|points\s+)?(?:(?P<up>gained|added|up)|(?:lost|taken\s+off|down))\b",
    re.IGNORECASE,
)
"""A limit in words: `2 dice gained`, `3 lost`."""
_RAISED = re.compile(
    r"\b(?:(?P<up>raised|increased)|lowered|reduced)\s+by\s+(?:more\s+than\s+)?(?P<number>\d{1,2})\b",
    re.IGNORECASE,
)
"""A limit of a number that changes: `may not be raised by more than 2`."""
_ALL = re.compile(r"\b(?:modifiers|sum|total)\b", re.IGNORECASE)
_EACH = re.compile(r"\b(?:each|every|per)\b", re.IGNORECASE)
_NONE = "none"
_EXPLAINS = (
    "A rule names limits for all modifiers added up: -4 to 4 makes +6 count as +4. The result shows both sums. none: "
    "there are no limits."
)


def stated_limits(text: str) -> str:
    """Return the limits of all modifiers that a rule's point states, as a band; empty if it states none.

    One of them may be missing: `3 or less`.
    """
    for sentence in map(_in_figures, re.split(r"(?<=[.!])\s+", text)):
        if not (_TOTAL.search(sentence) and _BOUND.search(sentence)):
            continue
        signed = sentence
        for pattern in (_GAINED, _RAISED):
            signed = pattern.sub(lambda found: f"{'+' if found['up'] else '-'}{found['number']}", signed)
        amounts = [
            re.sub(r"[\u2212\u2013]", "-", found.replace(" ", "")) for found in _SIGNED.findall(signed)
        ]
        numbers = {
            number
            for amount in amounts
            for number in ((int(amount[1:]), -int(amount[1:])) if amount[0] == "\u00b1" else (int(amount),))
        }
        low, high = min(numbers, default=0), max(numbers, default=0)
        if low < 0 < high:
            return f"{low} to {high}"
        if len(numbers) == 1 and low and _ALL.search(sentence) and not _EACH.search(sentence):
            return f"{low} or less" if low > 0 else f"{low}+"
    return ""


def _in_figures(sentence: str) -> str:
    """Return a sentence with its amounts and numbers in figures: `by more than two`."""
    words = re.compile(rf"\b({'|'.join(NUMBERS)})\b(?!\s+(?:of|or)\b)", re.IGNORECASE)
    return words.sub(lambda found: str(NUMBERS[found[0].lower()]), in_figures(sentence))


def ask_limits(draft: Draft, cites: Iterable[str]) -> Limits | None:
    """Ask for the limits of all modifiers together if a rule states some; return None for none.

    The rules `cites` and that of the calculator come before the others in its chapter.
    """
    own, same = {*cites, draft.cite}, draft.chapter
    found = [
        Limits(band, entry.cites[0])
        for entry in sorted(same, key=lambda entry: own.isdisjoint(entry.cites))
        for point in entry.points
        if point.kind != "table" and (band := stated_limits(unlinked(point.text)))
        if not set(_SENTENCE.split(unlinked(point.text))) & set(draft.sentences_read)
    ]
    if not found or not draft.interview.asks:
        return None
    says = f"Between which numbers do all modifiers together stay ({found[0].cite})"
    typed = draft.need(
        "modifiers-limits",
        says,
        default=found[0].band,
        check=lambda text: _NONE if text.casefold() in ("0", _NONE) else a_range(text, "-4 to 4"),
        explains=_EXPLAINS,
    )
    if typed == _NONE:
        return None
    rule = next(entry for entry in same if entry.cites[0] == found[0].cite)
    draft.unread += _beside_limit(rule)
    draft.sentences_read += _stating_limits(rule)
    return found[0]._replace(band=typed)


def _stating_limits(rule: Entry) -> list[str]:
    """Return the sentences of a rule that state limits."""
    points = (unlinked(point.text) for point in rule.points if point.kind != "table")
    return [each for text in points for each in _SENTENCE.split(text) if stated_limits(each)]


def _beside_limit(rule: Entry) -> list[str]:
    """Return what else the point says that states the limits: `The leader is outside this`."""
    points = (unlinked(point.text) for point in rule.points if point.kind != "table")
    stating = next((text for text in points if stated_limits(text)), "")
    sentences = [each.rstrip(".") for each in _SENTENCE.split(stating) if not stated_limits(each)]
    return [each for each in sentences if each.casefold() != rule.title.casefold()]


def limited_step(name: str, title: str, total: str, kept: Limits) -> dict[str, Any]:
    """Return the step `name` that keeps the sum `total` within its limits, so that the result shows both."""
    low, high = limits(kept.band)
    modifiers = []
    if high is not None:
        modifiers.append(
            {"label": f"At most {high:+}", "add": f"{high} - {total}", "when": f"{total} > {high}"}
        )
    if low >= -LARGEST:
        modifiers.append(
            {"label": f"At least {low:+}", "add": f"{low} - {total}", "when": f"{total} < {low}"}
        )
    cited = [{**modifier, "cite": kept.cite} for modifier in modifiers]
    return {
        "do": "tally",
        "name": name,
        "title": f"{title}, all together",
        "start": total,
        "modifiers": cited,
    }
