"""Labels of list items, such as `a.`, `(2)` and `iv)`: which begin an item, and which belong to a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from companion.importing.numbers import roman_value
from companion.importing.source import Line

_SIGN = re.compile(r"[-•–—*▪■○●◦‣]\s+\S")
_LABEL = re.compile(r"(\(?)(\d{1,3}|[ivx]{1,5}|[IVX]{1,5}|[A-Za-z])([.)])\s+\S")
_ENDINGS = ".:;!?"


class _Reading(NamedTuple):
    """A possible reading of a label: `i.` is the ninth letter or the first Roman numeral."""

    form: str
    """Brackets and kind of its number, the same for all labels of a list."""
    value: int


def items(lines: Sequence[Line]) -> list[bool]:
    """Return whether each line begins an item of a list.

    A label counts if it continues a list or begins one that continues below. Otherwise it must be a digit or a lower
    case letter after the end of a sentence.
    """
    read = [_readings(line.text) for line in lines]
    ends = {reading: place for place, readings in enumerate(read) for reading in readings}
    last: dict[str, int] = {}
    begins = []
    for place, (line, readings) in enumerate(zip(lines, read, strict=True)):
        fitting = [
            reading
            for reading in readings
            if (reading.value > 1 and last.get(reading.form) == reading.value - 1)
            or (reading.value == 1 and ends.get(reading._replace(value=2), -1) > place)
        ]
        if not fitting and readings and not readings[0].form.isupper():
            before = lines[place - 1] if place else None
            if before is None or line.whole or line.after_gap or before.text[-1] in _ENDINGS:
                fitting = readings
        last.update(fitting)
        begins.append(bool(fitting or _SIGN.match(line.text)))
    return begins


def _readings(text: str) -> list[_Reading]:
    """Return the possible readings of the label at the beginning of a text; empty if there is no label."""
    match = _LABEL.match(text)
    if not match:
        return []
    opening, label, closing = match.groups()
    signs = opening + closing
    if label.isdecimal():
        return [_Reading(f"{signs} 1", int(label))]
    readings = []
    if len(label) == 1:
        readings.append(_Reading(f"{signs} {'A' if label.isupper() else 'a'}", ord(label.lower()) - 96))
    if value := roman_value(label.upper()):
        readings.append(_Reading(f"{signs} {'I' if label.isupper() else 'i'}", value))
    return readings
