"""How well a line of a list is meant by the words typed over it."""

from __future__ import annotations

import re


def match(query: str, text: str) -> float:
    """How well a text has every word of a query, 0 where it lacks one: at the start of its words, else within them.

    Textual's own fuzzy match takes exponential time over a sentence, and holds the screen up meanwhile.
    """
    asked, told = query.lower().split(), text.lower()
    starts = " ".join(["", *re.findall(r"\w+", told)])
    found = [1.0 if f" {word}" in starts else 0.5 if word in told else 0.0 for word in asked]
    if not found or not all(found):
        return 0.0
    return sum(found) / len(found) + told.startswith(query.lower().strip())
