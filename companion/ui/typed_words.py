"""Scores how well a text matches the words typed."""

from __future__ import annotations

import re


def match(query: str, text: str) -> float:
    """Return 0 if the text lacks a word of the query, else up to 2: more if words begin as typed.

    Textual's own fuzzy match takes exponential time over a sentence, which freezes the screen.
    """
    words, lowered = query.lower().split(), text.lower()
    starts = " ".join(["", *re.findall(r"\w+", lowered)])
    scores = [1.0 if f" {word}" in starts else 0.5 if word in lowered else 0.0 for word in words]
    if not scores or not all(scores):
        return 0.0
    return sum(scores) / len(scores) + lowered.startswith(query.lower().strip())
