"""An animated SVG made of screenshots. Each line of the terminal is stored once, and frames refer to the lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape, quoteattr

_SVG = "{http://www.w3.org/2000/svg}"
_LINE = 24.4
"""Height of a terminal line in Rich's screenshots, in SVG units."""
_HEAD = 41
"""Height of the title bar."""
_MARGIN = 9
"""Margin left, right and below the terminal."""
_COLUMN = 12.2
"""Width of a terminal column."""
_BLOCKS = {
    "▔": (0.0, 0.0, 1.0, 0.125),
    "▕": (0.875, 0.0, 0.125, 1.0),
    **{chr(0x2580 + eighths): (0.0, 1 - eighths / 8, 1.0, eighths / 8) for eighths in range(1, 9)},
    **{chr(0x2590 - eighths): (0.0, 0.0, eighths / 8, 1.0) for eighths in range(1, 8)},
}
"""Left, top, width and height of block characters as shares of a cell; drawn as rectangles, independent of the font."""
_PAGE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full} {high}" role="img" aria-label={label}>
<style>
text {{ font: 20px "Fira Code", monospace; white-space: pre }}
.title {{ font: bold 18px arial, sans-serif; text-anchor: middle; fill: #c5c8c6 }}
.film {{ animation: film {seconds:g}s step-end infinite }}
@keyframes film {{ {stops} }}
@media (prefers-reduced-motion: reduce) {{ .film {{ animation: none; transform: translateX({last}px) }} }}
{styles}
</style>
<defs>
{lines}
</defs>
<rect fill="#292929" width="{full}" height="{high}" rx="8"/>
<circle cx="26" cy="22" r="7" fill="#ff5f57"/>
<circle cx="48" cy="22" r="7" fill="#febc2e"/>
<circle cx="70" cy="22" r="7" fill="#28c840"/>
<svg x="{margin}" width="{wide}" height="{high}"><g class="film">
{frames}
</g></svg>
</svg>
"""


class Frame(NamedTuple):
    """A screenshot, the text of its title bar, and its duration in seconds."""

    svg: str
    title: str
    seconds: float


class Film:
    """Collects frames of one size into an animated SVG."""

    def __init__(self) -> None:
        self._classes: dict[str, str] = {}
        self._lines: dict[str, str] = {}
        self._frames: list[str] = []
        self._times: list[float] = []
        self._wide = self._high = 0.0

    def add(self, frame: Frame) -> None:
        """Add a frame. If it looks like the previous one, extend that one instead."""
        page = ElementTree.fromstring(frame.svg)
        self._wide, self._high = _size(page)
        styles = dict(re.findall(r"\.(terminal-\d+-r\d+) \{ (.*?) \}", frame.svg))
        uses = [f'<text class="title" x="{self._wide / 2:g}" y="27">{escape(frame.title)}</text>']
        for number, elements in enumerate(_by_line(page)):
            line = "".join(self._drawn(elements, styles))
            if line:
                name = self._lines.setdefault(line, f"l{len(self._lines)}")
                uses.append(f'<use href="#{name}" y="{_HEAD + number * _LINE:g}"/>')
        drawn = "".join(uses)
        if self._frames and self._frames[-1] == drawn:
            self._times[-1] += frame.seconds
        else:
            self._frames.append(drawn)
            self._times.append(frame.seconds)

    def svg(self, label: str) -> str:
        """Return the animated SVG with this label.

        It repeats forever; with reduced motion, only the last frame is shown.
        """
        total = sum(self._times)
        begins = [sum(self._times[:number]) for number in range(len(self._times))]
        return _PAGE.format(
            full=f"{self._wide + 2 * _MARGIN:g}",
            wide=f"{self._wide:g}",
            high=f"{self._high + _HEAD + _MARGIN:g}",
            margin=_MARGIN,
            label=quoteattr(label),
            seconds=total,
            stops=" ".join(
                f"{100 * begin / total:.3f}% {{ transform: translateX({-self._wide * number:g}px) }}"
                for number, begin in enumerate(begins)
            ),
            last=f"{-self._wide * (len(begins) - 1):g}",
            styles="\n".join(f".{name} {{ {style} }}" for style, name in self._classes.items()),
            lines="\n".join(f'<g id="{name}">{line}</g>' for line, name in self._lines.items()),
            frames="\n".join(
                f'<g transform="translate({self._wide * number:g})">{drawn}</g>'
                for number, drawn in enumerate(self._frames)
            ),
        )

    def _drawn(self, elements: Iterable[Element], styles: dict[str, str]) -> Iterator[str]:
        """Yield the backgrounds of a line, then its texts."""
        texts: list[str] = []
        grounds: list[tuple[str, float, float]] = []
        for each in elements:
            left = float(each.attrib["x"])
            if each.tag == f"{_SVG}rect":
                fill, width = each.attrib["fill"], float(each.attrib["width"])
                if grounds and grounds[-1][0] == fill:
                    _, left, before = grounds.pop()
                    width += before
                grounds.append((fill, left, width))
            elif (each.text or "").strip("\n\xa0 "):
                style = styles[each.attrib["class"]]
                name = self._classes.setdefault(style, f"c{len(self._classes)}")
                texts.append(_text(each.text or "", name, left, each.attrib["textLength"]))
        for fill, left, width in grounds:
            yield f'<rect fill="{fill}" x="{left:g}" width="{width:g}" height="{_LINE + 0.6:g}"/>'
        yield from texts


def _text(text: str, name: str, left: float, length: str) -> str:
    """Return a text with the style `name`; block characters as rectangles."""
    if set(text) <= set(_BLOCKS):
        return "".join(_block(sign, name, left + place * _COLUMN) for place, sign in _runs(text))
    return f'<text class="{name}" x="{left:g}" y="18.5" textLength="{length}">{escape(text)}</text>'


def _block(run: str, name: str, left: float) -> str:
    across, down, wide, high = _BLOCKS[run[0]]
    columns = len(run) - 1 + wide
    tall = high * _LINE if down or high < 1 else _LINE + 0.6
    return (
        f'<rect class="{name}" x="{left + across * _COLUMN:g}" y="{down * _LINE:g}" '
        f'width="{columns * _COLUMN:g}" height="{tall:g}"/>'
    )


def _runs(text: str) -> Iterator[tuple[int, str]]:
    """Yield runs of the same character with their columns; characters narrower than a cell are separate runs."""
    for found in re.finditer(r"(.)\1*", text):
        if _BLOCKS[found[1]][2] == 1:
            yield found.start(), found[0]
        else:
            yield from ((found.start() + place, sign) for place, sign in enumerate(found[0]))


def _size(page: Element) -> tuple[float, float]:
    """Return width and height of the terminal in a screenshot."""
    *_, wide, high = map(float, page.attrib["viewBox"].split())
    return wide - 2 * _MARGIN, high - _HEAD - _MARGIN


def _by_line(page: Element) -> Sequence[list[Element]]:
    """Return the rectangles and texts of each line of the terminal."""
    lines: dict[int, list[Element]] = {}
    matrix = page.findall(f"{_SVG}g[@clip-path]")[-1]
    for each in matrix.iter():
        if each.tag in (f"{_SVG}rect", f"{_SVG}text"):
            lines.setdefault(int(float(each.attrib["y"]) / _LINE), []).append(each)
    return [lines.get(number, []) for number in range(max(lines) + 1)]
