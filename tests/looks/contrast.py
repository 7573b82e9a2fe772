"""WCAG contrast of the painted screen: the colours of every rendered piece of text.

Every colour has a role, so the pairs of one theme also give those of the other themes, and of their greys with
NO_COLOR.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rich.color import Color, ColorType
from textual.color import Color as Mixed
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

from companion.ui.themes import ROLES, THEMES

LEAST = 7.0
"""Least contrast of text and background in every theme (WCAG 2, level AAA)."""

_STATES = ("accent", "good", "heed", "bad", "side-a", "side-b")
"""Roles of texts that show a state; quiet texts and numbers of rules show none."""
_SIGNS = "●○◉✕✓?!▸▹│[("

_DIMMED = 0.5
"""Share of its colour that a dim text keeps in the measurement."""


class Pair(NamedTuple):
    """Colours of a text and its background, in hexadecimal."""

    text: str
    ground: str


class Measured(NamedTuple):
    """A pair of colours, and where it was painted."""

    pair: Pair
    widget: str
    words: str
    stands_out: bool
    """True if the text is bold, underlined, reversed or struck through."""


def contrast(pair: Pair) -> float:
    """Return the WCAG contrast ratio, 1 to 21."""
    light, dark = sorted((_luminance(pair.text), _luminance(pair.ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(part / 255) for part in Mixed.parse(colour).rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def pairs(screen: Screen[Any]) -> Iterator[Measured]:
    """Yield the colours of every piece of text on the top screen; frames and scroll bars are ignored."""
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
                marked = bool(style.bold or style.underline or style.reverse or style.strike)
                yield Measured(Pair(front.hex6, ground.hex6), where, text.strip(), marked)


def roles(pair: Pair, theme: str) -> tuple[str, str]:
    """Return the roles of a pair of a theme with distinct colours. Fails for a colour without a role."""
    place = list(THEMES).index(theme)
    found = {colours[place].upper(): role for role, colours in reversed(ROLES.items())}
    assert {pair.text, pair.ground} <= found.keys(), f"not a colour of the theme: {pair}"
    return found[pair.text], found[pair.ground]


def everywhere(text: str, ground: str) -> Iterator[Pair]:
    """Yield the colours of two roles in each theme, and their greys with NO_COLOR."""
    for place in range(len(THEMES)):
        front, behind = (Mixed.parse(ROLES[role][place]) for role in (text, ground))
        yield Pair(front.hex6, behind.hex6)
        yield Pair(front.monochrome.hex6, behind.monochrome.hex6)


def only_coloured(measured: Measured, role: str) -> bool:
    """Return whether only its colour shows the state of a text, without weight or a sign."""
    return role in _STATES and not measured.stands_out and not any(sign in measured.words for sign in _SIGNS)


def _shown(colour: Color | None) -> Mixed:
    assert colour is not None and colour.type is ColorType.TRUECOLOR, f"the terminal's own colour: {colour}"
    return Mixed.from_rich_color(colour)


def _is_text(text: str) -> bool:
    """Return whether the text has a character that is neither a blank nor part of a frame or bar."""
    return any(not sign.isspace() and not "\u2500" <= sign <= "\u259f" for sign in text)
