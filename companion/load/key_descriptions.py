"""Descriptions of the keys that authors write, read from the docstrings under the fields of the records."""

from __future__ import annotations

import ast
import inspect
from functools import cache
from itertools import pairwise

SHARED = {
    "id": "Short name in small letters, as in closing-roll; others point at it.",
    "name": "Name by which formulas and other keys call it; small letters, digits, _.",
    "title": "What the player reads over it.",
    "label": "What the player reads; the key or name where empty.",
    "cite": "Where it stands in the rules, as in 3.5c, or the heading of a rule without a number.",
    "when": "Formula: only then; empty for always.",
    "says": "What the player reads; one sentence of your own.",
    "because": "Why, in the player's words: stands behind the line.",
    "means": "What it means, in your own words.",
    "asked": "Words by which players ask for it, for the search.",
    "notes": "Sentences that stand under the answer.",
    "help": "A line that stands under the question while it is asked.",
    "procedure": "Id of a calculator of this game, without the game before it.",
    "chart": "Id of a chart of this game.",
    "phase": "Id of a phase.",
    "side": "One of the sides of the game.",
    "do": "Which kind of step it is.",
    "steps": "What is done, in this order.",
    "values": "Name to formula.",
    "order": "Place in the list, lowest first.",
    "document": "Id of a document of game.yaml.",
    "authority": "Who says so: rule, erratum and chart are official, the others are not and are marked.",
}
"""Descriptions of keys that mean the same in every record; a docstring under the field takes precedence."""


def key_description(record: type, key: str) -> str:
    """Return the description of a key of a record, empty if it has none."""
    return field_docstrings(record).get(key) or SHARED.get(key, "")


@cache
def field_docstrings(record: type) -> dict[str, str]:
    """Return the docstring under each field of a record, inherited fields included.

    Empty if the source of the class is not installed.
    """
    docstrings: dict[str, str] = {}
    for base in reversed(record.__mro__):
        if base.__module__.startswith("companion."):
            docstrings |= _own_docstrings(base)
    return docstrings


def _own_docstrings(record: type) -> dict[str, str]:
    try:
        statement = ast.parse(inspect.getsource(record)).body[0]
    except (OSError, TypeError):
        return {}
    body = statement.body if isinstance(statement, ast.ClassDef) else []
    return {
        field.target.id: " ".join(doc.value.value.split())
        for field, doc in pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(doc, ast.Expr)
        and isinstance(doc.value, ast.Constant)
        and isinstance(doc.value.value, str)
    }
