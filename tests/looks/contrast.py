"""WCAG contrast of what is really on the screen: the colours of every rendered piece of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rich.color import Color, ColorType
from textual.color import Color as Mixed
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

LEAST = 7.0
"""Contrast of text with its ground that every theme keeps (WCAG 2, level AAA)."""

_DIMMED = 0.5
"""How much of a dim text's colour a terminal is taken to leave."""


class Pair(NamedTuple):
    """A text on its ground, as hexadecimal colours."""

    text: str
    ground: str


class Seen(NamedTuple):
    """A pair and where it was seen."""

    pair: Pair
    widget: str
    words: str


def contrast(pair: Pair) -> float:
    """WCAG contrast ratio, 1 to 21."""
    light, dark = sorted((_luminance(pair.text), _luminance(pair.ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(part / 255) for part in Mixed.parse(colour).rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def pairs(screen: Screen[Any]) -> Iterator[Seen]:
    """Every piece of text of the screen on top; frames and scroll bars are no text."""
    for widget in screen.walk_children(Widget):
        if not widget.display or not widget.region.area or not widget.visible:
            continue
        for strip in widget.render_lines(Region(0, 0, *widget.region.size)):
            for text, style, _ in strip:
                if style is None or not _is_text(text):
                    continue
                front, ground = _shown(style.color), _shown(style.bgcolor)
                if style.reverse:
                    front, ground = ground, front
                if style.dim:
                    front = ground.blend(front, _DIMMED)
                where = f"{type(widget).__name__}#{widget.id or ''}"
                yield Seen(Pair(front.hex6, ground.hex6), where, text.strip())


def _shown(colour: Color | None) -> Mixed:
    assert colour is not None and colour.type is ColorType.TRUECOLOR, f"the terminal's own colour: {colour}"
    return Mixed.from_rich_color(colour)


def _is_text(text: str) -> bool:
    """Whether there is a sign in it that is neither a gap nor part of a frame or bar."""
    return any(not sign.isspace() and not "\u2500" <= sign <= "\u259f" for sign in text)
