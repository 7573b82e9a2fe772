"""Rule numbers as players write them."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

_NUMBER = (
    r"(?:(?P<said>\b(?:rules?|sections?|sect?|para?|s)\b\.?\s*|§\s*|\bs(?=\d))|(?<!\w)(?<!\d[.-]))"
    r"(?P<number>\d{1,3}(?:\.\d{1,3})+|\d{1,3})(?:\s*\((?P<braced>[a-z])\)|\.?(?P<joined>[a-z])|\s(?P<apart>[a-z]))?(?!\w)(?!\.\d)"
)
_DASHED = r"\s*(\d{1,2})-(\d{1,2}[a-z]?)\s*"
_STEP = r"\s*[(,.]?\s*(?:step\s*|no\.?\s*|#\s*)?(\d{1,2})\s*\)?\s*"


@cache
def _compiled() -> re.Pattern[str]:
    """Compiled when the first digit is typed: a question in words need not wait for it."""
    return re.compile(_NUMBER)


class Number(NamedTuple):
    """A rule number in a question."""

    number: str = ""
    """10.6a; empty for none."""
    step: str = ""
    """The 4 of 15.2e 4."""


def number_in(text: str) -> tuple[Number, str]:
    """The rule number in `text`, and `text` without it; a number called a rule counts before others."""
    if not any(char.isdecimal() for char in text):
        return Number(), text
    if dashed := re.fullmatch(_DASHED, text):
        text = f"{dashed[1]}.{dashed[2]}"
    matches = [
        match
        for match in _compiled().finditer(text)
        if "." in match["number"] or match["said"] or match[0].strip() == text.strip()
    ]
    if not matches:
        return Number(), text
    match = next((each for each in matches if each["said"]), matches[0])
    letter = match["braced"] or match["joined"] or ""
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


def in_book(number: str) -> list[tuple[int, str]]:
    """Sort key: 4.2 before 4.10, 10.6 before 10.6a."""
    key = []
    for part in number.split("."):
        digits = "".join(char for char in part if char.isdigit())
        key.append((int(digits[:6] or 0), part[len(digits) :]))
    return key
