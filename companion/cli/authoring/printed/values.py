"""Finds tables in the rules with a value for each answer to a question, which other rules add to the dice."""

from __future__ import annotations

import re
from typing import NamedTuple

from companion.cli.authoring.printed.lists import singular
from companion.cli.authoring.printed.table import ModifierTable
from companion.model import Entry, GameModule
from companion.render.text import table_cells, unlinked

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_ADDED = re.compile(r"\b(?:adds?|added|adding|plus)\b(.*)", re.IGNORECASE | re.DOTALL)
_RULE = re.compile(
    r"(?<![\d.])\d+(?:\.\d+)+[a-z]?|(?<=\()\d{1,2}(?=\))|(?<=section )\d{1,2}|(?<=rule )\d{1,2}",
    re.IGNORECASE,
)
_VALUE = re.compile(r"\d{1,2}")
_TWO_VALUES = re.compile(r"(\d{1,2})\s*\((?:but\s+)?(\d{1,2})\s+([^\W\d][^()]*)\)", re.IGNORECASE)
"""A value with another one in a case: `3 (but 2 in woods)`."""
_NAME_AND_VALUE = 2
"""Cells of a row with a value."""
_SHORTEST_TITLE = 4
"""Letters of a title that a sentence can name."""
_SIGNED = re.compile(r"[+\-\u2212\u2013]?\s?\d{1,2}")
"""A value in one of several columns; a table with one column of signed numbers has modifiers."""


class Added(NamedTuple):
    """A sentence that adds the values of another rule."""

    sentence: str
    cites: tuple[str, ...]
    """The numbers of its own rule."""
    title: str
    """The heading of its own rule."""


def added_rules(module: GameModule, chapter: str = "") -> dict[str, Added]:
    """Return the sentences with the number of a rule after *adds*, by this rule: `Each side adds its value (7.2)`.

    With a `chapter`, only its sentences count.
    """
    found: dict[str, Added] = {}
    for entry in module.entries:
        if not chapter or (entry.cites and entry.cites[0].partition(".")[0] == chapter):
            for text in (unlinked(point.text) for point in entry.points):
                for sentence in _SENTENCE.split(text):
                    found |= dict.fromkeys(rules_in(sentence), Added(sentence, entry.cites, entry.title))
    return found


def rules_in(sentence: str) -> list[str]:
    """Return the numbers of the rules that a sentence adds: 7.2 of `Each side adds its value (7.2)`."""
    added = _ADDED.search(sentence)
    return _RULE.findall(added[1]) if added else []


def own_values(entry: Entry) -> ModifierTable | None:
    """Return the table of values that a sentence of the same rule adds by its title; None without one.

    `Each side adds its Fighting Value` adds the table with this title above one of its columns.
    """
    for point in entry.points:
        for sentence in _SENTENCE.split(unlinked(point.text)) if point.kind != "table" else ():
            if (added := _ADDED.search(sentence)) and (
                found := values_of(entry, Added(sentence, entry.cites, entry.title), added[1].casefold())
            ):
                return found
    return None


def values_of(entry: Entry, said: Added, titled: str = "") -> ModifierTable | None:
    """Return the first table of a rule that has words and a value in each row; None without one.

    Of several columns of values, it is the one whose heading is in the sentence that adds it or in the heading of its
    rule, or has the number of its rule: `In melee (8.1)`. With a text `titled`, the title of a column must be in it.
    """
    for point in entry.points:
        lines = table_cells(point.text) if point.kind == "table" else []
        head, rows = (lines[0], lines[1:]) if lines else ([], [])
        names = [name.casefold() for name in head if len(name) >= _SHORTEST_TITLE]
        if titled and not any(name in titled for name in names):
            continue
        rows = [case for row in rows for case in _cases(row)]
        labels = tuple(row[0] for row in rows)
        if len(set(labels)) < len(labels) or len(labels) < 2 or not all(labels):
            continue
        columns = [
            column
            for column, name in enumerate(head)
            if column and all(len(row) == len(head) for row in rows)
            if all((_VALUE if len(head) == 2 else _SIGNED).fullmatch(row[column]) for row in rows)
            if len(head) == 2 or _is_column(name, said)
        ]
        if len(columns) == 1:
            values = (row[columns[0]].replace(" ", "") for row in rows)
            signed = (value if value[0] in "+-\u2212\u2013" else f"+{value}" for value in values)
            texts = tuple(f"{label} {value}" for label, value in zip(labels, signed, strict=True))
            asked = head[0] if titled else singular(entry.title) or head[0] or entry.title
            return ModifierTable(
                entry.title,
                (entry.cites[0],) * len(rows),
                texts,
                labels,
                (),
                False,
                "values",
                values=((asked, labels),),
            )
    return None


def _cases(row: list[str]) -> list[list[str]]:
    """Return a row with a value, or one for each case: two for `Line` and `3 (but 2 in woods)`."""
    found = _TWO_VALUES.fullmatch(row[1]) if len(row) == _NAME_AND_VALUE else None
    return [[row[0], found[1]], [f"{row[0]}, {found[3]}", found[2]]] if found else [row]


def _is_column(head: str, said: Added) -> bool:
    """Return whether the heading of a column is in a sentence, or names its rule."""
    numbers = set(_RULE.findall(head))
    texts = f"{said.sentence}\n{said.title}".casefold()
    return bool(head) and (head.casefold() in texts or bool(numbers & set(said.cites)))
