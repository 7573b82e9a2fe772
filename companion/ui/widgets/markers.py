"""Bars, chits and marks of sides."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from companion.render.text import shown

_CELLS = "▁▂▃▄▅▆"
"""A cell of a bar from empty to full."""


def bar(share: float, width: int, style: str = "$accent") -> Content:
    """Return a bar of `width` columns, filled up to `share`; only 0 looks empty, and only 1 looks full."""
    full = len(_CELLS) - 1
    steps = round(min(max(share, 0), 1) * width * full)
    steps = max(steps, 1) if share > 0 else steps
    steps = min(steps, width * full - 1) if share < 1 else steps
    whole, rest = divmod(steps, full)
    filled = _CELLS[-1] * whole + (_CELLS[rest] if rest else "")
    return Content.assemble((filled, style), (_CELLS[0] * (width - len(filled)), "$line"))


def side_style(sides: Sequence[str], side: str) -> str:
    """Return the colour of a side."""
    place = sides.index(side) if side in sides else -1
    return {0: "$side-a", 1: "$side-b"}.get(place, "$text")


def brackets(sides: Sequence[str], side: str) -> tuple[str, str]:
    """Return the brackets of a side: square for the first one, round for all others."""
    return ("(", ")") if side in sides[1:] else ("[", "]")


def side_mark(sides: Sequence[str], side: str) -> Content:
    """Return `[U]` or `(C)`, or the number of the side if both have the same initial; empty for an unknown side."""
    if side not in sides:
        return Content("")
    initials = [each[:1] for each in sides]
    letter = side[:1] if initials.count(side[:1]) == 1 else str(sides.index(side) + 1)
    left, right = brackets(sides, side)
    return Content.styled(f"{left}{shown(letter)}{right}", f"bold {side_style(sides, side)}")


def chit(name: str, sides: Sequence[str], side: str, filled: bool) -> Content:
    """Return a chit in its side's brackets; filled while it moves."""
    left, right = brackets(sides, side)
    colour = side_style(sides, side)
    return Content.styled(
        f"{left} {shown(name)} {right}", f"bold $ground on {colour}" if filled else f"bold {colour}"
    )


def tall_chit(name: str, sides: Sequence[str], side: str, width: int) -> list[Content]:
    """Return a chit in a frame of three lines, with square or round corners."""
    colour = side_style(sides, side)
    one, two, three, four = "╭╮╰╯" if side in sides[1:] else "┌┐└┘"
    inside = Content(f" {shown(name)} ").truncate(width - 2, ellipsis=True, pad=True).stylize("bold")
    return [
        Content.styled(f"{one}{'─' * (width - 2)}{two}", colour),
        Content.assemble(("│", colour), inside.stylize(colour), ("│", colour)),
        Content.styled(f"{three}{'─' * (width - 2)}{four}", colour),
    ]
