"""The answers of a logged calculation as a form takes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.engine import take_answers
from companion.model import Procedure, Refused


def answered(procedure: Procedure, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """What was asked and answered; what a rule gave where nothing was asked is left out."""
    answers: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(dict(inputs)))
    try:
        unused = take_answers(procedure.inputs, answers).unused
    except Refused:
        return answers
    for path in unused:
        _drop(answers, path.split("."))
    return answers


def _drop(holder: Any, path: list[str]) -> None:
    for step in path[:-1]:
        holder = holder[int(step) - 1] if isinstance(holder, list) else holder[step]
    holder.pop(path[-1], None)
