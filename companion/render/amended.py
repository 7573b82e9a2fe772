"""Differences between a logged calculation and its correction, as lines and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.model import Procedure, Resolution, nested
from companion.model.event import Calculated
from companion.model.recorded import RecordedModifier
from companion.render.differences import difference_lines
from companion.render.log import logged_calculation
from companion.render.reported import numbers_of
from companion.render.resolution import next_lines, resolution_lines
from companion.render.resolution_json import resolution_json
from companion.render.text import listed, wrapped


def amended_json(
    done: Calculated, before: Resolution | None, now: Resolution, procedure: Procedure, words: str
) -> dict[str, Any]:
    """Return the ledger lines, numbers and results that differ, and the new follow-ups.

    `before`: the logged calculation resolved again, None if the game data no longer allows it. `words`: the new
    log line.
    """
    new = logged_calculation(now, procedure)
    was, is_now = nested(done.outcome), nested(new.outcome)
    shown = resolution_json(now)
    return {
        "procedure": done.procedure,
        "was": done.summary,
        "now": words,
        "ledger": _ledger(done.ledger, new.ledger),
        "numbers": _differences(numbers_of(done), numbers_of(new)),
        "outcome": _differences(was, is_now),
        "next": shown["next"],
        "no_longer": [
            step.says for step in done.follow_ups if step.says not in {step.says for step in now.next}
        ],
        "books_changed": before is None or nested(before.outcome) != was,
        "inputs": shown["inputs"],
    }


def _differences(was: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    return {
        name: {"was": was.get(name), "now": now.get(name)}
        for name in dict.fromkeys([*was, *now])
        if was.get(name) != now.get(name)
    }


def _ledger(old: Sequence[RecordedModifier], new: Sequence[RecordedModifier]) -> list[dict[str, Any]]:
    """Return the lines that differ in value or state; lines with the same label are compared in order."""
    unmatched = list(old)
    differences = []
    for line in new:
        was = next((old_line for old_line in unmatched if old_line.label == line.label), None)
        if was is not None:
            unmatched.remove(was)
        if _short(was) != _short(line):
            differences.append(_difference(line, was, line))
    return differences + [_difference(line, line, None) for line in unmatched]


def _difference(
    line: RecordedModifier, was: RecordedModifier | None, now: RecordedModifier | None
) -> dict[str, Any]:
    return {"label": line.label, "cite": line.cite, "was": _short(was), "now": _short(now)}


def _short(line: RecordedModifier | None) -> dict[str, Any] | None:
    return {"state": line.state, "value": line.value} if line else None


def amended_lines(
    done: Calculated, before: Resolution | None, now: Resolution, procedure: Procedure, words: str, width: int
) -> list[str]:
    """Return the old and the new result, what differs, and the new follow-ups."""
    data = amended_json(done, before, now, procedure, words)
    lines = listed([f"Was: {data['was']}", f"Now: {data['now']}"], width, "", "  ")
    if data["books_changed"]:
        lines += wrapped("The game data has changed since then, which may explain some differences.", width)
    if before is None:
        return [*lines, *resolution_lines(now, procedure, width)]
    lines += ["", *difference_lines(before, now, procedure, width)]
    return [*lines, *([""] if now.next else []), *next_lines(now, width)]
