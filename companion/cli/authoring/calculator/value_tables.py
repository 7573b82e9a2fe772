"""Finds tables in the rules with a value for each answer to a question, which other rules add to the dice."""

from __future__ import annotations

import re

from companion.cli.authoring.calculator.modifier_table import ModifierTable
from companion.cli.authoring.calculator.printed_lists import singular
from companion.model import Entry, GameModule
from companion.render.text import table_cells, unlinked

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_ADDED = re.compile(r"\b(?:adds?|added|adding|plus)\b(.*)", re.IGNORECASE | re.DOTALL)
_RULE = re.compile(r"(?<![\d.])\d+(?:\.\d+)+[a-z]?")
_VALUE = re.compile(r"\d{1,2}")


def added_rules(module: GameModule) -> set[str]:
    """Return the rules whose number stands after *adds* in a sentence: `Each side adds its value (7.2)`."""
    texts = [unlinked(point.text) for entry in module.entries for point in entry.points]
    found = [_ADDED.search(sentence) for text in texts for sentence in _SENTENCE.split(text)]
    return {rule for added in found if added for rule in _RULE.findall(added[1])}


def values_of(entry: Entry) -> ModifierTable | None:
    """Return the first table of a rule that has words and a value without a sign in each row; None without one."""
    for point in entry.points:
        lines = table_cells(point.text) if point.kind == "table" else []
        head, rows = (lines[0], lines[1:]) if lines else ([], [])
        labels = tuple(row[0] for row in rows)
        is_plain = len(set(labels)) == len(labels) > 1 and all(labels)
        if is_plain and all(len(row) == 2 and _VALUE.fullmatch(row[1]) for row in rows):
            texts = tuple(f"{label} +{row[1]}" for label, row in zip(labels, rows, strict=True))
            cites = (entry.cites[0],) * len(rows)
            asked = singular(entry.title) or head[0] or entry.title
            return ModifierTable(
                entry.title, cites, texts, labels, (), False, "values", values=((asked, labels),)
            )
    return None
