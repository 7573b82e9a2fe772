"""Reads from the rules which numbers on a die count: `Each 5 or 6 is a hit`, `Against cover only a 6 hits`."""

from __future__ import annotations

import re
from typing import NamedTuple

from companion.cli.authoring.calculator.amounts_in_words import NUMBERS
from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.rule_question import rules_in_chapter, sentences_of
from companion.render.text import table_cells, unlinked

_PLURALS = {f"{word}{'es' if word == 'six' else 's'}": number for word, number in NUMBERS.items()}
_FACE = rf"(?:\d{{1,2}}s?|{'|'.join((*_PLURALS, *NUMBERS))})"
_OPEN = r"\+|\s+or\s+(?:more|better|higher|over|above|up)"
_BAND = rf"(?P<faces>{_FACE}(?:(?:,\s*|,?\s+(?:or|and)\s+){_FACE})*)(?P<open>{_OPEN})?"
_COUNT = (
    r"(?:(?:is|are|count(?:s|ed)?|score[sd]?|makes?|gives?|causes?|inflicts?)\s+(?:as\s+)?(?:an?|one)?\s*"
    r"(?:hits?|success(?:es)?)|(?P<bare>hits?|succeeds?))\b"
)
_DIE = r"(?:(?:die|dice|roll|throw|score|result|that|which|shows?|showing|scor(?:es|ing)|of)\s+)*"
_USUAL = re.compile(
    rf"(?:^|[:;]\s*|\b(?:throw|dice|die)[.,]?\s+and\s+)(?:each|every|any|an?|all)?\s*{_DIE}(?:an?\s+)?{_BAND}\s+{_COUNT}",
    re.IGNORECASE,
)
"""A sentence or clause without a case: `Each 5 or 6 is a hit`."""
_IN_A_CASE = re.compile(r"\b(?:against|at|if|only|unless|when|where)\b", re.IGNORECASE)
_ONLY = re.compile(
    rf"(?:(?P<before>[^,;:.]{{3,90}}?),?\s+)?only\s+(?:an?\s+|rolls?\s+of\s+)?{_BAND}\s+{_COUNT}"
    r"(?:\s+(?P<after>(?:against|if|when|at|for)\s+[^,;:.]{3,90}))?",
    re.IGNORECASE,
)
"""A sentence about a case in which fewer count: `Against a target in cover only a 6 hits`."""
_TELLS = re.compile(r"\b(?:hits?|success(?:es)?|score|needs?|needed)\b", re.IGNORECASE)
"""Words of a rule or a head of a table about the numbers that dice need."""
_TABLE = re.compile(r"\b(?:table|below)\b", re.IGNORECASE)
_CELL = re.compile(r"(\d{1,2})(?:\s*\+|\s+or\s+(?:more|better|higher|over|above|up)|s)?", re.IGNORECASE)
_RANGE = re.compile(r"\b(?:close|short|point[- ]blank|medium|effective|long|canister)\b", re.IGNORECASE)
_BEGINNING = re.compile(r"^(?:but\s+)?(?:against|if|when|where|at|for)\s+(?:(?:an?|the)\s+)?", re.IGNORECASE)
_REMARK = re.compile(r"\s*\([^()]*\)")


class PrintedCounts(NamedTuple):
    """The numbers on a die that count by the rules."""

    band: str
    """Those that usually count: `5+`."""
    sentence: str


class PrintedCase(NamedTuple):
    """A case in which only some of them count."""

    label: str
    """Its words: `Target in cover`."""
    band: str
    sentence: str
    cite: str


class PrintedScores(NamedTuple):
    """The numbers that a die needs in several cases, such as ranges, by a table of the rules."""

    title: str
    """Name of the cases."""
    bands: dict[str, str]
    """The numbers that count, by case: `4+` for `Close`."""
    sentences: tuple[str, ...]
    """What the rule says about reading the table."""
    cite: str


def printed_counts(draft: Draft, most: int) -> PrintedCounts | None:
    """Return the numbers that the rules of the chapter say to count on a die from 1 to `most`.

    None if they do not, or not only once.
    """
    found = {}
    for _, sentence in _sentences(draft):
        match = _USUAL.search(sentence)
        if match and not _IN_A_CASE.search(sentence[: match.start()]) and (band := _band(match, most)):
            found[band] = PrintedCounts(band, sentence)
    return next(iter(found.values())) if len(found) == 1 else None


def printed_case(draft: Draft, most: int) -> PrintedCase | None:
    """Return the only case in which a rule of the chapter says that only some numbers count; None if there is none."""
    found = []
    for cite, sentence in _sentences(draft):
        match = _ONLY.match(_REMARK.sub("", sentence))
        case = _BEGINNING.sub("", (match["before"] or match["after"] or "").strip(" .")) if match else ""
        if match and case and (band := _band(match, most)):
            found.append(PrintedCase(f"{case[0].upper()}{case[1:]}", band, sentence, cite))
    return found[0] if len(found) == 1 else None


def printed_scores(draft: Draft, most: int) -> PrintedScores | None:
    """Return the numbers that a table of the chapter gives for several cases; None if there is none, or more than one.

    Such a table has them in its heads (`Close: 4 or more`), or in the second of two columns (`Close`, `4+`), in a rule
    that says that dice hit or succeed.
    """
    found = []
    for entry in rules_in_chapter(draft.module, draft.cite):
        sentences = [each for point in entry.points if point.kind != "table" for each in sentences_of(point)]
        telling = any(_TELLS.search(each) for each in sentences)
        reading = tuple(each for each in sentences if _TABLE.search(each))
        for lines in (table_cells(unlinked(point.text)) for point in entry.points if point.kind == "table"):
            heads = [cell.partition(":")[::2] for cell in lines[0][1:]]
            pairs = [(row[0], row[1]) for row in lines[1:]] if len(lines[0]) == 2 else heads
            bands = {label.strip(): _number(text, most) for label, text in pairs}
            is_told = telling or (len(lines[0]) == 2 and _TELLS.search(lines[0][1]))
            if len(bands) > 1 and all(bands) and all(bands.values()) and is_told:
                is_range = any(_RANGE.search(label) for label in bands)
                head = lines[0][0] if len(lines[0]) == 2 else ""
                title = "Range" if is_range else head or entry.title
                found.append(PrintedScores(title, bands, reading, entry.cites[0]))
    return found[0] if len(found) == 1 else None


def _number(text: str, most: int) -> str:
    """Return a cell as a band of numbers on a die: `4+` for `4 or more`; empty for any other cell."""
    match = _CELL.fullmatch(text.strip())
    number = int(match[1]) if match else 0
    return "" if match is None or not 1 < number <= most else f"{number}+" if number < most else str(number)


def _sentences(draft: Draft) -> list[tuple[str, str]]:
    """Return the sentences of the chapter that are in no table, each after its rule."""
    return [
        (entry.cites[0], sentence)
        for entry in rules_in_chapter(draft.module, draft.cite)
        for point in entry.points
        if point.kind != "table" and point.authority != "companion"
        for sentence in sentences_of(point)
    ]


def _band(match: re.Match[str], most: int) -> str:
    """Return the numbers of a sentence as a band: `5+` for 5 or 6 on a die with six sides; empty if they are none."""
    words = re.findall(r"\d+|[a-z]+", match["faces"].lower())
    faces = [_face(word) for word in words if word not in ("or", "and", "s")]
    if match["bare"] and words[-1] in NUMBERS and not match["open"]:
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
