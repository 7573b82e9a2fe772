"""Rows with columns, drawn for the width of their list or panel."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import zip_longest
from typing import TYPE_CHECKING

from textual.content import Content
from textual.visual import RenderOptions, Visual

from companion.render.text import shown
from companion.ui.widgets.text import with_minus

if TYPE_CHECKING:
    from textual.css.styles import RulesMap
    from textual.strip import Strip
    from textual.style import Style

GAP = 2
"""Columns between two fields of a row."""
_SENTENCE = 3
"""Number of lines in which the words of a sentence are looked for together."""
_NUMBER = 8
"""Characters of the longest number of a rule."""
_PLAIN = 240
"""Width at which lines are read as plain text."""

AtWidth = Callable[[int], list[Content]]


class Lines(Visual):
    """Lines drawn for a width; lists take them as prompts, panels as their content."""

    def __init__(self, make: AtWidth) -> None:
        self._make = make
        self._drawn: tuple[int, list[Content]] = (0, [])

    def at(self, width: int) -> list[Content]:
        """Return the lines for a width."""
        if self._drawn[0] != width:
            self._drawn = (width, self._make(width))
        return self._drawn[1]

    def text(self, width: int) -> Content:
        """Return the lines for a width as one text."""
        return Content("\n").join(self.at(width))

    def __str__(self) -> str:
        return "\n".join(line.plain for line in self._make(_PLAIN))

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return the number of lines."""
        return len(self.at(width))

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return the width of the container."""
        return container_width

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        """Draw the lines."""
        return self.text(width).render_strips(width, height, style, options)


def stack(parts: Iterable[Lines]) -> Lines:
    """Return the lines of all parts, one below the other."""
    listed = list(parts)
    return Lines(lambda width: [line for part in listed for line in part.at(width)])


def side_by_side(left: Lines, right: Lines, least: int) -> Lines:
    """Return two texts side by side, or one below the other if the width is below `least` columns."""

    def make(width: int) -> list[Content]:
        if width < least or width == _PLAIN:
            return [*left.at(width), Content(""), *right.at(width)]
        half = (width - 2 * GAP) // 2
        pairs = zip_longest(left.at(half), right.at(half), fillvalue=Content(""))
        return [
            Content.assemble(one, " " * (half + 2 * GAP - one.cell_length), other) for one, other in pairs
        ]

    return Lines(make)


def row(
    lead: Content,
    name: Content,
    right: Content | None = None,
    more: Content | None = None,
    most: int = 0,
    right_needed: bool = True,
) -> Lines:
    """Return a name after its key or number, with `right` at the right edge and `more` below in quiet text.

    Further lines hang under the name; `more` has at most `most` lines, 0 for any number. Where the name has little room
    beside `right`, `right` is below it, or left out if it is not needed.
    """
    right = right or Content("")

    def make(width: int) -> list[Content]:
        indent = " " * lead.cell_length
        room = max(width - len(indent), 8)
        beside = room - right.cell_length - GAP if right.plain else room
        crowded = beside < min(name.cell_length, room // 2)
        first, *further = (line.rstrip() for line in name.wrap(room if crowded else beside))
        edge = Content("") if crowded else right
        gap = " " * (room - first.cell_length - edge.cell_length) if edge.plain else ""
        lines = [Content.assemble(lead, first, gap, edge)]
        lines += [Content.assemble(indent, line) for line in further]
        aside = right.wrap(room) if crowded and right_needed else []
        lines += [Content.assemble(" " * (width - line.cell_length), line) for line in aside]
        below = [line.rstrip() for line in more.wrap(room)] if more is not None and more.plain else []
        if most and len(below) > most:
            last = Content.assemble(below[most - 1].truncate(room - 1), ("…", "$quiet"))
            below = [*below[: most - 1], last]
        return lines + [Content.assemble(indent, line) for line in below]

    return Lines(make)


def leading_digit(number: int) -> Content:
    """Return the digit before a row that it chooses; from the tenth row on there is none."""
    return Content.styled(f"{number if number < 10 else ' '}  ", "bold $accent")


def bullets(texts: Iterable[str]) -> Lines:
    """Return a list of points."""
    return stack([row(Content("· "), Content(_shown(text))) for text in texts])


def pair(label: str, says: str) -> Lines:
    """Return a label with a value at the right edge."""
    return row(Content(""), Content(shown(label)), Content.styled(_shown(says), "bold"))


def section(name: str, rest: str = "") -> Lines:
    """Return a heading within a panel, with a line to the right edge."""

    def make(width: int) -> list[Content]:
        head = Content.assemble((shown(name), "bold $quiet"), (f"  {_shown(rest)}" if rest else "", "$quiet"))
        *lines, last = [line.rstrip() for line in head.wrap(width)]
        return [*lines, Content.assemble(last, (" " + "─" * (width - last.cell_length - 1), "$line"))]

    return Lines(make)


def text_lines(text: str | Content, hang: int = 0) -> Lines:
    """Return a wrapped text; further lines are `hang` columns further in."""
    content = Content(_shown(text)) if isinstance(text, str) else text

    def make(width: int) -> list[Content]:
        lines = [line.rstrip() for line in content.wrap(max(width - hang, 1))]
        return [
            line if not number else Content.assemble(" " * hang, line) for number, line in enumerate(lines)
        ]

    return Lines(make)


def _shown(text: str) -> str:
    return with_minus(shown(text))


def blank() -> Lines:
    """Return an empty line."""
    return Lines(lambda width: [Content("")])


def rule_number(number: str, columns: int = 0) -> Content:
    """Return the number of a rule, right-aligned in its column."""
    return Content.styled(f"{shown(number):>{columns}}", "$link")


def number_columns(numbers: Iterable[str]) -> int:
    """Return the width of the column of rule numbers; titles cited in place of numbers do not count."""
    return max((len(number) for number in numbers if len(number) <= _NUMBER), default=0)


def place_of(lines: list[Content], words: Iterable[str]) -> int | None:
    """Return the index of the first of the lines that together have most of the words; None if no line has any."""
    wanted = set(words)
    present = [{word for word in wanted if word in line.plain.casefold()} for line in lines]
    counts = [
        len(set().union(*present[place : place + _SENTENCE])) if each else 0
        for place, each in enumerate(present)
    ]
    return counts.index(max(counts)) if any(counts) else None


def mark_words(content: Content, words: Iterable[str]) -> Content:
    """Return a text with words highlighted."""
    plain = content.plain.casefold()
    for word in words:
        at = plain.find(word) if word else -1
        while at >= 0:
            if at == 0 or not plain[at - 1].isalnum():
                content = content.stylize("bold underline", at, at + len(word))
            at = plain.find(word, at + len(word))
    return content
