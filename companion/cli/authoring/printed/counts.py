"""Reads from the rules which numbers on a die count: `Each 5 or 6 is a hit`, `Against cover only a 6 hits`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from companion.cli.authoring.printed.numbers import NUMBERS
from companion.cli.authoring.printed.rules import chapter_sentences
from companion.model import Entry

_PLURALS = {f"{word}{'es' if word == 'six' else 's'}": number for word, number in NUMBERS.items()}
_FACE = rf"(?:\d{{1,2}}s?|{'|'.join((*_PLURALS, *NUMBERS))})"
_OPEN = r"\+|\s+or\s+(?:more|better|higher|over|above|up)"
BAND = rf"(?P<faces>{_FACE}(?:(?:,\s*|,?\s+(?:or|and)\s+){_FACE})*)(?P<open>{_OPEN})?"
_COUNT = (
    r"(?:(?:is|are|count(?:s|ed)?|score[sd]?|makes?|gives?|causes?|inflicts?)\s+(?:as\s+)?(?:an?|one)?\s*"
    r"(?P<called>hit|success|pass|kill)(?:e?s)?|(?P<bare>hits?|succeeds?|pass(?:es)?))\b"
)
_DIE = r"(?:(?:die|dice|roll|throw|score|result|that|which|shows?|showing|scor(?:es|ing)|of)\s+)*"
_USUAL = re.compile(
    rf"(?:^|[:;]\s*|\b(?:throw|dice|die)[.,]?\s+and\s+)(?:each|every|any|an?|all)?\s*{_DIE}(?:an?\s+)?{BAND}\s+{_COUNT}",
    re.IGNORECASE,
)
"""A sentence or clause without a case: `Each 5 or 6 is a hit`."""
_ON = re.compile(
    rf"(?:^|[:;]\s*)(?:(?:each|every|an?|the|all)\s+)?(?:di(?:e|ce)|it|they)\s+(?P<verb>hits?|succeeds?|pass(?:es)?)\s+on\s+"
    rf"(?:(?:an?|rolls?\s+of)\s+)?{BAND}\s*\.?$",
    re.IGNORECASE,
)
"""A sentence with the verb first: `A die hits on 4 or more`."""
_FOR_EACH = re.compile(
    rf"\bcount\s+(?:an?|one)\s+(?P<called>hit|success|pass|kill)\s+for\s+(?:each|every)\s+{BAND}(?!\w)",
    re.IGNORECASE,
)
"""A sentence with the name first: `Count a pass for each 4, 5 or 6`."""
_CALLED = {"hit": "Hits", "hits": "Hits", "succ": "Successes", "pass": "Passes", "kill": "Kills"}
"""Names of dice that count, by the first letters of the word for one."""
_IN_A_CASE = re.compile(r"\b(?:against|at|if|only|unless|when|where)\b", re.IGNORECASE)
_ONLY = re.compile(
    rf"(?:(?P<before>[^,;:.]{{3,90}}?),?\s+)?only\s+(?:an?\s+|rolls?\s+of\s+)?{BAND}\s+{_COUNT}"
    r"(?:\s+(?P<after>(?:against|if|when|at|for)\s+[^,;:.]{3,90}))?",
    re.IGNORECASE,
)
"""A sentence about a case in which fewer count: `Against a target in cover only a 6 hits`."""
_ALSO = re.compile(
    rf"(?:(?P<before>[^;:.]{{3,90}}?),?\s+)?(?:an?\s+|rolls?\s+of\s+)?{BAND}\s+{_COUNT},?\s+(?:as\s+well|also|too)\b"
    r"(?:\s+(?P<after>(?:against|if|when|at|for)\s+[^;:.]{3,90}))?",
    re.IGNORECASE,
)
"""A sentence about a case in which more count: `If the target is in column, a 4 hits as well`."""
_CANCEL = re.compile(r"\bboth\b[^.;]*\bcancel", re.IGNORECASE)
"""A sentence about two such cases at once: `Where both apply they cancel`."""
BEGINNING = re.compile(r"^(?:but\s+)?(?:against|if|when|where|at|for)\s+(?:(?:an?|the)\s+)?", re.IGNORECASE)
REMARK = re.compile(r"\s*\([^()]*\)")


class PrintedCounts(NamedTuple):
    """The numbers on a die that count by the rules."""

    band: str
    """Numbers that usually count: `5+`."""
    sentence: str
    called: str
    """Name of such dice: `Hits`, `Passes`."""


class PrintedCase(NamedTuple):
    """A case in which only some of them count, or more."""

    label: str
    """Its words: `Target in cover`."""
    band: str
    """Numbers that count in this case."""
    sentence: str
    cite: str
    is_only: bool


def printed_counts(rules: Sequence[Entry], most: int) -> PrintedCounts | None:
    """Return the numbers that the rules of the chapter say to count on a die from 1 to `most`.

    None if they do not, or not only once.
    """
    found = {}
    for _, sentence in chapter_sentences(rules):
        match = _USUAL.search(sentence) or _ON.search(sentence) or _FOR_EACH.search(sentence)
        if match and not _IN_A_CASE.search(sentence[: match.start()]) and (band := band_of(match, most)):
            words = match.groupdict()
            called = words.get("called") or words.get("bare") or words["verb"]
            found[band] = PrintedCounts(band, sentence, _CALLED[called.lower()[:4]])
    return next(iter(found.values())) if len(found) == 1 else None


def printed_cases(rules: Sequence[Entry], usual: str, most: int) -> list[PrintedCase]:
    """Return the case in which a rule of the chapter says that only some numbers count, and that in which more do.

    `usual` are the numbers that count otherwise. Of several cases of one kind, none is returned.
    """
    found: dict[bool, list[PrintedCase]] = {True: [], False: []}
    for cite, sentence in chapter_sentences(rules):
        for is_only, pattern in ((True, _ONLY), (False, _ALSO)):
            match = pattern.match(REMARK.sub("", sentence))
            case = BEGINNING.sub("", (match["before"] or match["after"] or "").strip(" .")) if match else ""
            band = band_of(match, most) if match and case else ""
            band = band if is_only else _with_more(usual, band)
            if band:
                label = f"{case[0].upper()}{case[1:]}"
                found[is_only].append(PrintedCase(label, band, sentence, cite, is_only))
    return [cases[0] for cases in found.values() if len(cases) == 1]


def cancelling(rules: Sequence[Entry]) -> str:
    """Return the sentence of the chapter that says that two cases cancel each other; empty without one."""
    return next((sentence for _, sentence in chapter_sentences(rules) if _CANCEL.search(sentence)), "")


def _with_more(usual: str, more: str) -> str:
    """Return the numbers `usual` with the next smaller one: `4+` for `5+` and 4; empty if `more` is another one."""
    is_next = usual.endswith("+") and more.isdecimal() and int(more) == int(usual[:-1]) - 1
    return f"{more}+" if is_next else ""


def band_of(match: re.Match[str], most: int) -> str:
    """Return the numbers of a sentence as a band: `5+` for 5 or 6 on a die with six sides; empty if they are none."""
    words = re.findall(r"\d+|[a-z]+", match["faces"].lower())
    faces = [_face(word) for word in words if word not in ("or", "and", "s")]
    if match.groupdict().get("bare") and words[-1] in NUMBERS and not match["open"]:
        return ""  # two hits
    is_row = faces == list(range(faces[0], faces[0] + len(faces)))
    if not is_row or not 1 <= faces[0] <= faces[-1] <= most or (match["open"] and len(faces) > 1):
        return ""
    if match["open"] or (faces[-1] == most and len(faces) > 1):
        return f"{faces[0]}+"
    return str(faces[0]) if len(faces) == 1 else f"{faces[0]}-{faces[-1]}"


def _face(word: str) -> int:
    """Return the number that a word in figures or letters means, in the singular or plural."""
    return int(word) if word.isdecimal() else {**_PLURALS, **NUMBERS}[word]
