"""Differences between a logged calculation and its correction, as lines and as JSON."""

from __future__ import annotations

from typing import Any

from companion.model import Procedure, Resolution
from companion.model.event import Calculated
from companion.render.differences import difference_lines
from companion.render.resolution import next_lines, resolution_json, resolution_lines
from companion.render.summary import headline
from companion.render.text import wrapped

_NUMBERS = ("column", "needed", "total")


def amended_json(
    done: Calculated, before: Resolution | None, now: Resolution, procedure: Procedure
) -> dict[str, Any]:
    """Return the ledger lines, numbers and results that differ, and the new follow-ups.

    `before`: the logged calculation resolved again, None if the games' files no longer allow it.
    """
    old, new = done.detail, resolution_json(now)
    outcome = old.get("outcome", {})
    names = dict.fromkeys([*outcome, *new["outcome"]])
    after = [step["says"] for step in new["next"]]
    return {
        "procedure": done.procedure,
        "was": done.line,
        "now": " ".join(f"{procedure.title}: {headline(now, procedure)}".split()),
        "ledger": _ledger(old.get("ledger", []), new["ledger"]),
        "numbers": {
            name: {"was": old.get(name), "now": new.get(name)}
            for name in _NUMBERS
            if old.get(name) != new.get(name)
        },
        "outcome": {
            name: {"was": outcome.get(name), "now": new["outcome"].get(name)}
            for name in names
            if outcome.get(name) != new["outcome"].get(name)
        },
        "next": new["next"],
        "no_longer": [step.says for step in before.next if step.says not in after] if before else [],
        "books_changed": before is None or resolution_json(before)["outcome"] != outcome,
        "inputs": new["inputs"],
    }


def _ledger(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Ledger lines that differ in state or value. Lines with the same label are compared in order."""
    waiting = list(old)
    changes = []
    for line in new:
        was = next((old_line for old_line in waiting if old_line["label"] == line["label"]), None)
        if was is not None:
            waiting.remove(was)
        if was is None or (was["state"], was["value"]) != (line["state"], line["value"]):
            changes.append(
                {"label": line["label"], "cite": line["cite"], "was": _short(was), "now": _short(line)}
            )
    changes += [
        {"label": old_line["label"], "cite": old_line["cite"], "was": _short(old_line), "now": None}
        for old_line in waiting
    ]
    return changes


def _short(line: dict[str, Any] | None) -> dict[str, Any] | None:
    return {"state": line["state"], "value": line["value"]} if line else None


def amended_lines(
    done: Calculated, before: Resolution | None, now: Resolution, procedure: Procedure, width: int
) -> list[str]:
    """Return the old and the new result, what differs, and the new follow-ups."""
    data = amended_json(done, before, now, procedure)
    lines = wrapped(f"Was: {data['was']}", width, "", "  ")
    lines += wrapped(f"Now: {data['now']}", width, "", "  ")
    if data["books_changed"]:
        lines += wrapped(
            "The books here have changed since it was logged; part of this may be theirs.", width
        )
    if before is None:
        return [*lines, *resolution_lines(now, procedure, width)]
    lines += ["", *difference_lines(before, now, procedure, width)]
    return [*lines, *([""] if now.next else []), *next_lines(now, width)]
