"""Differences between the summaries of a calculator before and after a change of its author."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.cli.authoring.calculator.summary import BY_HAND


def changed_texts(former: Sequence[str], texts: Sequence[str]) -> list[str]:
    """Return what has changed between two summaries: of each subject only its new parts, or else those that are gone.

    Both are the texts of `whole_summary`.
    """
    before, after = _parts(former), _parts(texts)
    changed = []
    for head in dict.fromkeys((*after, *before)):
        old, new = before.get(head, []), after.get(head, [])
        added = [part for part in new if part not in old]
        gone = [part for part in old if part not in new]
        if added:
            changed.append(f"{head}: {'; '.join(added)}")
        if len(gone) > len(added):
            kept = {_label(part) for part in new}
            lost = [part for part in gone if _label(part) not in kept]
            changed += [f"No longer in {head}: {'; '.join(lost)}"] if lost else []
    return changed


def _parts(texts: Sequence[str]) -> dict[str, list[str]]:
    """Return the parts of each subject of a summary, by its name."""
    found: dict[str, list[str]] = {}
    for text in texts:
        head, _, rest = text.partition(": ")
        parts = re.split(r"(?:; |^)\d+ (?=\S)", rest)[1:] if head == BY_HAND else rest.split("; ")
        found.setdefault(head, []).extend(parts)
    return found


def _label(part: str) -> str:
    """Return the words of a part before its amount or the answers that it allows."""
    return re.split(r" [+-]\d| \(", part, maxsplit=1)[0]
