"""The rules of a chapter, and their sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.model import Entry, GameModule, Point
from companion.render.text import unlinked

DICE = re.compile(
    r"(?<!\w)\d?[dD]\d{1,3}s?(?!\w)|\b(?:rolls?|throws?)\s+(?:\w+\s+){0,2}(?:die|dice)\b", re.IGNORECASE
)
"""Dice that a rule rolls: `Roll 2D6`, `each side rolls one die`."""
_DICE_ROLLED = re.compile(r"\bdice\b(?:[^.;]|\.\d)*\b(?:roll|throw)", re.IGNORECASE)
"""A sentence in which dice are rolled: `Take the dice for the class, and throw them`."""
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)")
"""The space between two sentences."""
BEGINS_EXAMPLE = re.compile(r"(?:for\s+)?examples?\b", re.IGNORECASE)


def rules_in_chapter(module: GameModule, cite: str) -> list[Entry]:
    """Return the rules in the chapter of a rule, with the chapter itself: 6, 6.1 and 6.10 for 6.4."""
    chapter = cite.partition(".")[0]
    return [entry for entry in module.entries if entry.cites and entry.cites[0].partition(".")[0] == chapter]


def has_throw(entry: Entry) -> bool:
    """Return whether a rule says that dice are thrown, in more than an example."""
    points = (point for point in entry.points if point.authority != "companion")
    texts = ([point.text] if point.kind == "table" else sentences_of(point) for point in points)
    text = " ".join(each for several in texts for each in several)
    return bool(DICE.search(text) or _DICE_ROLLED.search(text))


def own_text(entry: Entry) -> str:
    """Return the text of a rule without the companion's remarks."""
    return " ".join(point.text for point in entry.points if point.authority != "companion")


def sentences_of(point: Point) -> list[str]:
    """Return the sentences of a point of a rule up to an example."""
    found: list[str] = []
    for sentence in SENTENCE.split(unlinked(point.text).strip()):
        if BEGINS_EXAMPLE.match(sentence):
            break
        found.append(sentence)
    return found


def chapter_sentences(rules: Iterable[Entry]) -> list[tuple[str, str]]:
    """Return the sentences of rules that are in no table, each after the number of its rule."""
    return [
        (entry.cites[0], sentence)
        for entry in rules
        for point in entry.points
        if point.kind != "table" and point.authority != "companion"
        for sentence in sentences_of(point)
    ]
