"""Answers and inputs by path: `firers.2.sps` is the answer `sps` in the second row of `firers`.

A path is dotted text or its parts. Rows are counted from 1. They are a list or, as typed on a command line, a mapping
from row number to row. `terrain=slope` is a member of a set: yes if the set contains it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.errors import Refused
from companion.model.inputs import Input

AnswerPath = str | Sequence[str]
OPEN = "?"
"""Answer that leaves a question open: the player must answer it, even if it has a default."""


def answer_at(answers: Any, path: AnswerPath, default: Any = None) -> Any:
    """Return the answer at a path, `default` if there is none."""
    for part in _parts(path):
        if "=" in part:
            name, _, member = part.partition("=")
            return True if member in (answer_at(answers, (name,)) or ()) else default
        if isinstance(answers, Mapping) and part in answers:
            answers = answers[part]
        elif isinstance(answers, list | tuple) and part.isdecimal() and 0 < int(part) <= len(answers):
            answers = answers[int(part) - 1]
        else:
            return default
    return answers


def single_answers(answers: Mapping[str, Any] | Sequence[Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each single answer with its dotted path, also those in groups and lists."""
    for name, value in answers.items() if isinstance(answers, Mapping) else enumerate(answers, 1):
        rows = isinstance(value, list) and value and isinstance(value[0], Mapping)
        if isinstance(value, Mapping) or rows:
            yield from single_answers(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value


def put_answer(answers: dict[str, Any], path: AnswerPath, value: Any) -> None:
    """Set the answer at a path in place, creating missing groups; None removes the answer.

    Raises Refused for a missing row, and for an answer in place of a group on the path.
    """
    *above, name = _parts(path)
    holder: Any = answers
    part, is_row = "", False
    for part in above:
        if isinstance(holder, dict) and value is not None and holder.get(part) is None:
            holder[part] = {}
        is_row = isinstance(holder, list)
        holder = answer_at(holder, (part,))
    if "=" in name and isinstance(holder, dict):
        name, _, member = name.partition("=")
        value = [each for each in holder.get(name) or [] if each != member] + [member] * bool(value) or None
    if isinstance(holder, dict) and value is not None:
        holder[name] = value
    elif isinstance(holder, dict):
        holder.pop(name, None)
    elif value is not None:
        dotted = ".".join(_parts(path))
        raise Refused(
            f"{dotted}: no row {part}" if is_row else f"{dotted}: {part} already has an answer", dotted
        )


def with_answer(answers: Any, path: AnswerPath, value: Any) -> Any:
    """Return a copy of `answers` with the answer at a path replaced; the rest is shared."""
    if not path:
        return value
    first, *rest = _parts(path)
    if isinstance(answers, list | tuple):
        rows = list(answers)
        rows[int(first) - 1] = with_answer(rows[int(first) - 1], rest, value)
        return rows
    if isinstance(answers, Mapping) and first.isdecimal():
        first = sorted(answers, key=row_order)[int(first) - 1]
    group = dict(answers) if isinstance(answers, Mapping) else {}
    group[first] = with_answer(group.get(first, {}), rest, value)
    return group


def row_order(key: Any) -> tuple[int, str]:
    """Return the sort key of a row number in a mapping; keys that are not numbers come last."""
    text = str(key)
    return (int(text), "") if text.isdecimal() and len(text) < 6 else (10**6, text)


def input_at(inputs: Sequence[Input], path: AnswerPath) -> Input | None:
    """Return the input at a path, None if there is none. Row numbers may be left out."""
    question: Input | None = None
    for part in _parts(path):
        if question is not None and part.isdecimal():
            continue
        name = part.partition("=")[0]
        question = next((field for field in inputs if field.name == name), None)
        if question is None:
            return None
        inputs = question.fields
    return question


def _parts(path: AnswerPath) -> Sequence[str]:
    return path.split(".") if isinstance(path, str) else path
