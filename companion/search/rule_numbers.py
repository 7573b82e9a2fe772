"""Reads rule numbers as players write them, and sorts them."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

_NUMBER = (
    r"(?:(?P<word>\b(?:rules?|sections?|sect?|para?|s)\b\.?\s*|§\s*|\bs(?=\d))|(?<!\w)(?<!\d[.-]))"
    r"(?P<number>\d{1,3}(?:\.\d{1,3})+|\d{1,3})(?:\s*\((?P<bracketed>[a-z])\)|\.?(?P<joined>[a-z])|\s(?P<apart>[a-z]))?(?!\w)(?!\.\d)"
)
_DASHED = r"\s*(\d{1,2})-(\d{1,2}[a-z]?)\s*"
_STEP = r"\s*[(,.]?\s*(?:step\s*|no\.?\s*|#\s*)?(\d{1,2})\s*\)?\s*"


@cache
def _compiled() -> re.Pattern[str]:
    """Return the pattern, compiled only when the first digit is typed: questions in words need not wait for it."""
    return re.compile(_NUMBER)


class Number(NamedTuple):
    """A rule number in a question."""

    number: str = ""
    """Such as 10.6a; empty if there is none."""
    step: str = ""
    """The 4 of 15.2e 4; empty if there is none."""


def number_in(text: str) -> tuple[Number, str]:
    """Return the rule number in a question, and the question without it; `rule 4` has priority over other numbers."""
    if not any(char.isdecimal() for char in text):
        return Number(), text
    if dashed := re.fullmatch(_DASHED, text):
        text = f"{dashed[1]}.{dashed[2]}"
    matches = [
        match
        for match in _compiled().finditer(text)
        if "." in match["number"] or match["word"] or match[0].strip() == text.strip()
    ]
    if not matches:
        return Number(), text
    match = next((candidate for candidate in matches if candidate["word"]), matches[0])
    letter = match["bracketed"] or match["joined"] or ""
    end = match.end()
    if match["apart"]:
        rest = text[match.end() :]
        if match[0].strip() == text.strip() or re.fullmatch(_STEP, rest):
            letter = match["apart"]
        else:
            end = match.start("apart")
    before, after = text[: match.start()], text[end:]
    if letter and (step := re.fullmatch(_STEP, after)):
        return Number(match["number"] + letter, step[1]), before
    return Number(match["number"] + letter), f"{before} {after}"


def book_order(number: str) -> list[tuple[int, str]]:
    """Return a sort key by which 4.2 comes before 4.10, 10.6 before 10.6a, and a step 10.6a 2 before 10.6b."""
    parts = re.findall(r"(\d*)([^. \d][^. ]*|)", number)
    return [(int(digits[:6] or 0), rest) for digits, rest in parts if digits or rest]
