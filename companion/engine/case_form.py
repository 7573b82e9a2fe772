"""Checks the form of a worked example, before it is tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.model import unknown_keys

KEYS = (
    "procedure",
    "inputs",
    "rolls",
    "outcome",
    "ledger",
    "next",
    "refused",
    "cite",
    "note",
    "reading",
)


def form_faults(example: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the example itself, whatever the calculator answers."""
    yield from unknown_keys(example, KEYS)
    name = example.get("procedure")
    if not isinstance(name, str) or not name:
        yield "procedure: the id of a calculator is needed, as in lob:closing-roll; a question has q"
    for key in ("inputs", "outcome", "ledger"):
        if not isinstance(example.get(key, {}), Mapping | None):
            yield f"{key}: names with their values are needed, as in {{...}}"
    if not _rolls_fit(example.get("rolls")):
        yield "rolls: a list is needed, as in [10], or one for each part"
    if not isinstance(example.get("next", []), list):
        yield "next: a list is needed"
    if example.get("refused", True) is not True:
        yield "refused: write true, or leave it out and say the outcome"
    if not _expects(example):
        yield "nothing is expected: it needs outcome, ledger, next or refused"


def _rolls_fit(rolls: Any) -> bool:
    """Whether these are a list of rolls, lists of rolls by part, or None."""
    if isinstance(rolls, Mapping):
        return all(isinstance(part, list | tuple) for part in rolls.values())
    return rolls is None or isinstance(rolls, list | tuple)


def _expects(example: Mapping[str, Any]) -> bool:
    """Whether the example says what to expect."""
    return any(example.get(key) for key in ("outcome", "ledger", "refused")) or "next" in example
