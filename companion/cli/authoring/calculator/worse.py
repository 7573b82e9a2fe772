"""Makes what follows a natural roll that always fails one line worse than its difference gives."""

from __future__ import annotations

import re

from companion.cli.authoring.calculator.conditions import opposite
from companion.cli.authoring.calculator.draft import Draft

_FAILED = re.compile(r"not success and ((?:(\d+) <= )?difference (==|<=|>=) (\d+))")
"""The condition that a roll fails by certain values, as `Draft.formula` writes it."""
_Line = tuple[int, float]
"""The smallest and the largest difference of a line."""


def make_worse(draft: Draft) -> None:
    """Let each line of failures hold after a natural roll, too, if the line above would without it.

    The lines are the values of the difference on which follow-ups depend. One that contains another, such as any
    failure, stays; a natural roll that would succeed, whose difference is 0, has the first line.
    """
    if not draft.worse:
        return
    found = {_ends(match) for after in draft.next for match in _FAILED.finditer(after.get("when", ""))}
    lines = sorted(
        line for line in found if not any(line != other and _contains(line, other) for other in found)
    )
    if not lines:
        draft.interview.say(
            "Nothing that follows depends on failure by certain values, so no line is worse after a natural roll. Go "
            "back with < if the rules have one."
        )

    def written(match: re.Match[str]) -> str:
        return f"not success and ({' or '.join(_alternatives(match, lines, draft.worse))})"

    for after in draft.next:
        if "when" in after:
            after["when"] = _FAILED.sub(written, after["when"])


def _alternatives(match: re.Match[str], lines: list[_Line], natural: str) -> list[str]:
    """Return the conditions, one of which is true in a line of failures, after a `natural` roll or not."""
    line = _ends(match)
    succeeds = [f"{natural} and difference == 0"] if line[0] <= lines[0][0] else []
    if line not in lines:
        return [match[1], *succeeds]
    place = lines.index(line)
    own = match[1] if line == lines[-1] else f"{match[1]} and {opposite(natural)}"
    if place == 0:
        return [own, *succeeds]
    low, high = lines[place - 1]
    return [own, f"{natural} and {low} <= difference <= {high:.0f}"]


def _contains(line: _Line, other: _Line) -> bool:
    return line[0] <= other[0] and other[1] <= line[1]


def _ends(match: re.Match[str]) -> _Line:
    """Return the smallest and the largest difference of a condition; that of a failure is at least 1."""
    low, sign, number = max(int(match[2] or 1), 1), match[3], int(match[4])
    return {"==": (number, number), "<=": (low, number), ">=": (number, float("inf"))}[sign]
