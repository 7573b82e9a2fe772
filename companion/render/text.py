"""Text for the terminal: wrapping, columns, tables, signs and percentages."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fractions import Fraction

NARROWEST = 20
_LONGEST_FRACTION = 5


_EMPHASIS = re.compile(r"(?<![\w*\\])(\*{1,2}|_)(?=[\w\"'])([^*_|]*[\w.,!?\"')\]])\1(?![\w*])")
"""Markdown emphasis around a few words; a single * or ** is a footnote mark."""
_LINK = re.compile(r"(?<!\\)\[\[((?:[a-z]+:)?([^\[\]]+))\]\]")


def unlinked(text: str, named: Mapping[str, str] | None = None) -> str:
    """Return text with links replaced by their name in `named`, else by their id: `3.5a` for `[[lob:3.5a]]`.

    Emphasis marks (`*begins*`) and backslashes before punctuation marks are removed.
    """
    known = named or {}
    plain = _EMPHASIS.sub(lambda words: words[2], text)
    plain = _LINK.sub(lambda link: known.get(link[1]) or link[2].replace("-", " "), plain)
    if "\\" in plain:
        from companion.model.rulebook import unescaped  # the records, which many commands do without

        plain = unescaped(plain)
    return plain


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Return `text` in lines of at most `width`; the first begins with `first`, the others with `rest`."""
    lines = textwrap.wrap(
        shown(text),
        max(width, NARROWEST),
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
    )
    return lines or [first.rstrip()]


def listed(items: Iterable[str], width: int, first: str = "", rest: str = "") -> list[str]:
    """Return the lines of each item, wrapped with the same indents; empty items are left out."""
    return [line for item in items if item for line in wrapped(item, width, first, rest)]


def section(head: str, items: Iterable[str], width: int) -> list[str]:
    """Return `head` and the items below it, indented; nothing without items."""
    lines = listed(items, width, "  ", "    ")
    return [head, *lines] if lines else []


def shown(text: str) -> str:
    """Return `text` with control characters made visible, so that no data can control the terminal."""
    if text.isprintable():
        return text
    return "".join(char if char == "\n" or char.isprintable() else f"<{ord(char):02x}>" for char in text)


def escaped(text: str) -> str:
    """Return JSON with control characters as equivalent escapes such as \\u001b."""
    if text.isprintable():
        return text
    return "".join(char if char == "\n" or char.isprintable() else _escape(char) for char in text)


def _escape(char: str) -> str:
    """Return the JSON escape of a character; beyond U+FFFF, a surrogate pair."""
    code = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{code[at : at + 4]}" for at in range(0, len(code), 4))


def signed(value: Any, unit: str = "") -> str:
    """Return an amount with its sign, as in +1 and -3, or `1 right` in columns; a factor is unchanged."""
    if value is None:
        return "?"
    if isinstance(value, str | bool):
        return str(value)
    if unit == "columns":
        return f"{abs(value)} {'right' if value > 0 else 'left'}" if value else "0"
    return f"+{value}" if value > 0 else str(value)


def percent(chance: Fraction) -> str:
    """Return a probability as a whole percentage; `<1%` and `>99%` instead of a misleading 0 or 100."""
    value = round(chance * 100)
    if value == 0 and chance > 0:
        return "<1%"
    if value == 100 and chance < 1:
        return ">99%"
    return f"{value}%"


def short_fraction(chance: Fraction) -> str:
    """Return a probability as a fraction such as 5/36; empty for 0 and 1, and for a fraction too long to read."""
    words = str(chance)
    return words if "/" in words and len(words) <= _LONGEST_FRACTION else ""


def short_fractions(odds: Mapping[str, Fraction]) -> list[str]:
    """Return the chances as short fractions; all are empty if one of them is too long."""
    words = [short_fraction(chance) for chance in odds.values()]
    short = all(word or chance in (0, 1) for word, chance in zip(words, odds.values(), strict=True))
    return words if short else [""] * len(words)


def numbered_title(numbers: str, title: str) -> str:
    """Return a title with its numbers, as in `3.5c Closing rolls`, or with a name: `TEC - Stacking`."""
    number = numbers.rpartition(", ")[2]
    sign = " " if number[:1].isdigit() else " - "
    return f"{numbers}{sign}{title}" if numbers else title


def columns(rows: Iterable[Iterable[str]], gap: str = "  ") -> list[str]:
    """Return rows of cells as aligned lines."""
    listed = [list(row) for row in rows]
    if not listed:
        return []
    widths = [
        max(len(row[place]) for row in listed if place < len(row)) for place in range(max(map(len, listed)))
    ]
    return [gap.join(cell.ljust(widths[place]) for place, cell in enumerate(row)).rstrip() for row in listed]


def table_lines(text: str, width: int) -> list[str]:
    """Return a Markdown table in aligned columns; if it is too wide, each row as a sentence."""
    return aligned(table_cells(text), width)


def aligned(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return rows of cells in aligned columns; if they are too wide, each row as a sentence."""
    drawn = columns(rows)
    if max(map(len, drawn), default=0) <= width:
        return drawn
    return [line for row in rows for line in wrapped(_row_words(row), width, "", "  ")]


def row_lines(text: str) -> list[str]:
    """Return a Markdown table with one line for each row."""
    return [_row_words(row) for row in table_cells(text)]


def _row_words(row: Sequence[str]) -> str:
    return "; ".join(cell or "-" for cell in row)


def table_cells(text: str) -> list[list[str]]:
    """Return the cells of a Markdown table by row, without the line below its head."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in text.splitlines()]
    return [row for row in rows if not all(set(cell) <= set(":-") for cell in row)]


def cited(says: str, cite: str) -> str:
    """Return a text with its citation, if any, as in `Morale check (6.1)`."""
    return f"{says} ({cite})" if cite else says
