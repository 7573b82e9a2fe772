"""Reads from the rules which number a die needs in several cases: a table, or `In the open on 4+; in cover on 6`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.cli.authoring.printed.counts import (
    BAND,
    BEGINNING,
    REMARK,
    band_of,
)
from companion.cli.authoring.printed.rules import chapter_sentences, sentences_of
from companion.model import Entry
from companion.render.text import table_cells, unlinked

_TELLS = re.compile(r"\b(?:hits?|success(?:es)?|pass(?:es)?|score|needs?|needed)\b", re.IGNORECASE)
"""Words of a rule or a head of a table about the numbers that dice need."""
_NEEDED = re.compile(r"\b(?:score|needs?|needed|to\s+hit)\b", re.IGNORECASE)
"""Words of a head of a table whose plain numbers are those that dice need."""
_TABLE = re.compile(r"\b(?:table|list)\b|\bbelow\W*$", re.IGNORECASE)
_IF = re.compile(r"\b(?:but|except|if|never|not|only|unless|when)\b", re.IGNORECASE)
_CELL = re.compile(r"(\d{1,2})(?:\s*\+|\s+or\s+(?:more|better|higher|over|above|up)|s)?", re.IGNORECASE)
_BETWEEN = re.compile(
    r";\s*|,\s+(?:and\s+|but\s+)?(?=(?:against|at|beyond|if|in|over|within)\b)", re.IGNORECASE
)
"""The end of a clause about one case."""
_FACES = re.compile(rf"(?:an?\s+)?(?=\d[^+]*\bor\s+\d){BAND}", re.IGNORECASE)
"""A cell with several numbers: `5 or 6`."""
_OPEN = re.compile(r"\d\s*(?:\+|or\b)")
_RANGE = re.compile(r"\b(?:close|short|point[- ]blank|medium|effective|long|canister)\b", re.IGNORECASE)
_COVER = re.compile(r"\bcover\b", re.IGNORECASE)
_CLAUSE = re.compile(
    rf"(?P<case>.{{3,60}}?),?\s+(?:(?:(?:an?|each|the)\s+)?(?:di(?:e|ce)|it|they)\s+)?(?P<verb>(?:hits?|scores?(?:\s+an?\s+(?:hit|success|pass))?|needs?)\s+)?"
    rf"on\s+(?:an?\s+)?{BAND}\.?",
    re.IGNORECASE,
)
"""A clause about one case: `In the open a die hits on 4 or more`."""


class PrintedScores(NamedTuple):
    """The numbers that a die needs in several cases, such as ranges, by a table of the rules."""

    title: str
    """Name of the cases."""
    bands: dict[str, str]
    """The numbers that count, by case: `4+` for `Close`."""
    sentences: tuple[str, ...]
    """Sentences of the rule about reading the table."""
    cite: str
    remarks: tuple[str, ...] = ()
    """Texts of cells besides their number, each after its case."""


_VERB_AT_END = re.compile(r"\s+(?:are|is)$", re.IGNORECASE)


def printed_scores(rules: Sequence[Entry], most: int) -> PrintedScores | None:
    """Return the numbers that a table of the chapter gives for several cases; None if there is none, or more than one.

    Such a table has them in its heads (`Close: 4 or more`), or in the second of two columns (`Close`, `4+`), in a rule
    that says that dice hit or succeed. Without one, a sentence may have them.
    """
    found = []
    for entry in rules:
        sentences = [each for point in entry.points if point.kind != "table" for each in sentences_of(point)]
        telling = any(_TELLS.search(each) for each in sentences)
        reading = tuple(each for each in sentences if _TABLE.search(each) and not _IF.search(each))
        for lines in (table_cells(unlinked(point.text)) for point in entry.points if point.kind == "table"):
            heads = [cell.partition(":")[::2] for cell in lines[0][1:]]
            pairs = [(row[0], row[1]) for row in lines[1:]] if len(lines[0]) == 2 else heads
            bands = {label.strip(): _number(text, most) for label, text in pairs}
            head = lines[0][1] if len(lines[0]) == 2 else ""
            are_open = any(_OPEN.search(text) for _, text in pairs)
            is_told = (telling or _TELLS.search(head)) if are_open else _NEEDED.search(head)
            if len(bands) > 1 and all(bands) and all(bands.values()) and is_told:
                is_range = any(_RANGE.search(label) for label in bands)
                title = "Range" if is_range else (lines[0][0] if head else "") or entry.title
                remarks = tuple(f"{label}: {text}" for label, text in pairs if re.search(r"[,;]\s", text))
                found.append(PrintedScores(title, bands, reading, entry.cites[0], remarks))
    found = found or _in_clauses(rules, most)
    return found[0] if len(found) == 1 else None


def _in_clauses(rules: Sequence[Entry], most: int) -> list[PrintedScores]:
    """Return the numbers of the sentences whose clauses each have a case: `In the open on 4+; in cover on 6`."""
    found = []
    for cite, sentence in chapter_sentences(rules):
        clauses = [_CLAUSE.fullmatch(each.strip()) for each in _BETWEEN.split(REMARK.sub("", sentence))]
        matches = [each for each in clauses if each]
        bands = {_label(each["case"]): band_of(each, most) for each in matches}
        is_told = any(each["verb"] for each in matches)
        if len(matches) == len(clauses) and len(bands) > 1 and all(bands.values()) and is_told:
            found.append(PrintedScores(_title(bands), bands, (sentence,), cite))
    return found


def _label(case: str) -> str:
    """Return the words of a case without *if the* and a verb at its end: `Target is in cover`, `Column`."""
    label = _VERB_AT_END.sub("", BEGINNING.sub("", case.strip()))
    return f"{label[:1].upper()}{label[1:]}"


def _title(labels: Iterable[str]) -> str:
    """Return the name of the cases with these labels."""
    words = " ".join(labels)
    return "Range" if _RANGE.search(words) else "Cover" if _COVER.search(words) else "Target"


def _number(text: str, most: int) -> str:
    """Return a cell as a band of numbers on a die: `4+` for `4 or more`; empty for any other cell.

    A remark may follow: `6, and the first hit does not count`.
    """
    plain = re.split(r"[,;]\s", text.strip())[0]
    if faces := _FACES.fullmatch(plain):
        return band_of(faces, most)
    match = _CELL.fullmatch(plain)
    number = int(match[1]) if match else 0
    return "" if match is None or not 1 < number <= most else f"{number}+" if number < most else str(number)
