"""Paths of the questions of a form, with the scope and the notes of each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.model.answer_path import OPEN, answer_at
from companion.ui.widgets.rows import AddRow, MemberRow, Path, Row
from companion.workspace.answer_sheet import AnswerSheet


def is_under(path: str, above: str) -> bool:
    """Return whether a dotted path is `above` or below it."""
    return path == above or path.startswith(f"{above}.")


def scope_of(values: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """Return the values that a condition of the row at `path` may read: all answers, and those of its group or unit."""
    inner = answer_at(values, path[:-1]) if len(path) > 1 else {}
    return {**values, **(inner if isinstance(inner, Mapping) else {})}


def aside(row: Row, sheet: AnswerSheet, ruled: Collection[str]) -> str:
    """Return the notes behind an answer: its source, as in `(from 5th Texas)`, and TABLE if a ruling applies."""
    dotted = ".".join(row.path)
    plain = ".".join(step for step in row.path if not step.isdecimal())
    filled = f"{dotted}={row.choice.key}" if isinstance(row, MemberRow) else dotted
    source = "" if sheet.at(row.path) == OPEN else sheet.origins.get(filled, "")
    notes = [f"(from {source})"] if source else []
    if plain in ruled and not isinstance(row, AddRow):
        notes.append("TABLE")
    return " ".join(notes)
