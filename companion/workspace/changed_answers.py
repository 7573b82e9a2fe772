"""The answers that differ from their defaults, for the line above the roll."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.engine.questions import repeated_labels
from companion.model import Input
from companion.model.answer_keys import choice_name
from companion.model.answer_path import OPEN
from companion.render.text import shown

if TYPE_CHECKING:
    from companion.workspace.answer_sheet import AnswerSheet


def changed_answers(sheet: AnswerSheet, asked: Sequence[str]) -> list[str]:
    """Return each answer that differs from its default, in words, the latest last.

    `asked`: paths of the questions that count. Omits questions without a default.
    """
    repeated = repeated_labels(sheet.procedure.inputs)
    changed = {
        path: words
        for question in sheet.procedure.inputs
        for path, words in _changed(question, sheet.values.get(question.name), "", repeated)
        if path.partition("=")[0] in asked
    }
    latest = [path for path in sheet.latest if path in changed]
    return [changed[path] for path in (*(path for path in changed if path not in latest), *latest)]


def changed_line(changed: Sequence[str], width: int) -> str:
    """Return the last changed answers, as many as fit in a line of `width` columns; empty if there are none."""
    if not changed:
        return ""
    whole = f"Changed from default: {', '.join(changed)}"
    if len(whole) <= width:
        return whole
    head = f"{len(changed)} changed: " if len(changed) > 1 else "Changed: "
    lines = [f"{head}{'… ' if first else ''}{', '.join(changed[first:])}" for first in range(len(changed))]
    return next((line for line in lines if len(line) <= width), lines[-1][: width - 1] + "…")


def _changed(
    question: Input, value: Any, above: str, repeated: frozenset[str] = frozenset()
) -> Iterator[tuple[str, str]]:
    """Yield path and words of each changed answer, with the label of its group if its own is in `repeated`."""
    path = f"{above}.{question.name}" if above else question.name
    if question.kind == "group" and isinstance(value, Mapping):
        for field in question.fields:
            for inner, words in _changed(field, value.get(field.name), path):
                named = field.kind in ("number", "choice") or field.label in repeated
                yield inner, f"{shown(question.label)}: {words}" if named else words
    elif question.kind == "rows":
        for number, unit in enumerate(value or [], 1):
            for field in question.fields:
                for inner, words in _changed(field, unit.get(field.name), f"{path}.{number}"):
                    yield inner, f"{shown(question.label)} {number}: {words}"
    elif question.kind == "set":
        labels = {choice.key: choice.label or choice.key for choice in question.choices}
        yield from ((f"{path}={key}", shown(labels.get(key, str(key)))) for key in value or [])
    elif value not in (None, "", OPEN):
        yield from ((path, words) for words in _words(question, value))


def _words(question: Input, value: Any) -> Iterator[str]:
    """Yield the answer in words if it differs from the default."""
    default = question.rule
    if question.kind == "yes-no":
        if bool(value) != (default == "yes"):
            yield shown(question.label) if value else f"not: {shown(question.label)}"
    elif default and str(value) != default:
        names = {choice.key: choice_name(choice) for choice in question.choices}
        yield f"{shown(question.label)}: {shown(names.get(value, str(value)))}"
