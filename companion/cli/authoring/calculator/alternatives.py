"""Modifiers of which the rules count only one: a fixed amount, or one for each of something."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.cli.authoring.calculator.conditions import all_of

_Modifier = dict[str, Any]
_COUNTED = re.compile(r"(?:(?:min|max)\()?(-?)(?:(\d+) \* )?([a-z_]\w*)(?:, -?\d+\))?")
"""The formula of an amount for each of something, perhaps up to a limit."""


def count_one(of_rows: Mapping[str, Sequence[_Modifier]], exclusive: Sequence[Sequence[str]]) -> None:
    """Let a fixed modifier count only while that for each of something, printed with it after *or*, counts nothing.

    `of_rows` are the modifiers of each row, by its label; `exclusive` are the labels of rows that replace each other. A
    fixed amount larger than that for one stays as it is, since either may then be the better one.
    """
    for group in exclusive:
        modifiers = [modifier for label in group for modifier in of_rows.get(label, ())]
        for modifier in modifiers:
            others = [each for each in modifiers if each.get("side") == modifier.get("side")]
            counted = [found for each in others if (found := _COUNTED.fullmatch(str(each["add"])))]
            fixed = str(modifier["add"])
            if len(counted) == 1 and re.fullmatch(r"-?\d+", fixed):
                _, amount, name = counted[0].groups()
                if abs(int(fixed)) <= int(amount or 1):
                    modifier["when"] = all_of([modifier.get("when", ""), f"{name} == 0"])
