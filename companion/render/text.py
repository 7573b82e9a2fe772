"""Wrapping and small words."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fractions import Fraction

NARROWEST = 20


_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,2}|_)(?=[\w\"'])([^*_|]*[\w.,!?\"')\]])\1(?![\w*])")
"""Markdown's marks of emphasis around a few words; a single * or ** is a sign of its own."""
_LINK = re.compile(r"\[\[((?:[a-z]+:)?([^\[\]]+))\]\]")


def unlinked(text: str, named: Mapping[str, str] | None = None) -> str:
    """`[[lob:3.5a]]` as 3.5a, `[[pub:cavalry-withdrawal]]` as what `named` has for it, else cavalry withdrawal.

    Marks of emphasis are left out: `*begins*` as begins.
    """
    known = named or {}
    plain = _EMPHASIS.sub(lambda words: words[2], text)
    return _LINK.sub(lambda link: known.get(link[1]) or link[2].replace("-", " "), plain)


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """`text` in lines of at most `width`, the first indented by `first`, the others by `rest`."""
    lines = textwrap.wrap(
        shown(text),
        max(width, NARROWEST),
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
    )
    return lines or [first.rstrip()]


def shown(text: str) -> str:
    """`text` with control characters made visible, so that no data can steer a terminal."""
    if text.isprintable():
        return text
    return "".join(
        char if char == "\n" or (char.isprintable() and char not in _HIDDEN) else f"<{ord(char):02x}>"
        for char in text
    )


def escaped(text: str) -> str:
    """JSON with all that could steer a terminal written as \\u001b is, which means the same."""
    if text.isprintable() and not _HIDDEN & set(text):
        return text
    return "".join(
        char
        if char == "\n" or (char.isprintable() and char not in _HIDDEN)
        else "".join(f"\\u{pair.hex()}" for pair in _pairs(char))
        for char in text
    )


def _pairs(char: str) -> list[bytes]:
    raw = char.encode("utf-16-be", "surrogatepass")
    return [raw[at : at + 2] for at in range(0, len(raw), 2)]


_HIDDEN = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def signed(value: Any, unit: str = "") -> str:
    """An amount with its sign: +1, -3; in columns `1 right`, `2 left`; a factor as it is."""
    if value is None:
        return "?"
    if isinstance(value, str | bool):
        return str(value)
    if unit == "columns":
        return f"{abs(value)} {'right' if value > 0 else 'left'}" if value else "0"
    return f"+{value}" if value > 0 else str(value)


def percent(chance: Fraction) -> str:
    """A probability as a whole percentage; `<1 %` and `>99 %` where rounding would lie."""
    value = round(chance * 100)
    if value == 0 and chance > 0:
        return "<1 %"
    if value == 100 and chance < 1:
        return ">99 %"
    return f"{value} %"


def numbered_title(numbers: str, title: str) -> str:
    """`3.5c Closing rolls`; a name that is cited in place of a number is set off: `TEC - Stacking`."""
    number = numbers.rpartition(", ")[2]
    sign = " " if number[:1].isdigit() else " - "
    return f"{numbers}{sign}{title}" if numbers else title


def value_words(value: Any) -> str:
    """A value as a player reads it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple) and value and all(type(each) is int for each in value):
        return " ".join(map(str, value))
    if isinstance(value, frozenset | list | tuple | set):
        return ", ".join(sorted(value_words(each) for each in value)) or "none"
    if isinstance(value, dict):
        return ", ".join(
            f"{key.replace('_', ' ')} {value_words(each)}"
            for key, each in value.items()
            if each not in (False, None, [])
        )
    return str(value).replace("_", " ")


def values_words(values: Sequence[Any]) -> str:
    """Values that remain: `2 to 5`, or `A or B`."""
    whole = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    if len(whole) == len(values) > 2 and list(values) == list(range(whole[0], whole[0] + len(whole))):
        return f"{whole[0]} to {whole[-1]}"
    return " or ".join(value_words(value) for value in values)


def columns(rows: Iterable[Iterable[str]], gap: str = "  ") -> list[str]:
    """Rows of cells set under each other."""
    listed = [list(row) for row in rows]
    if not listed:
        return []
    widths = [
        max(len(row[place]) for row in listed if place < len(row)) for place in range(max(map(len, listed)))
    ]
    return [gap.join(cell.ljust(widths[place]) for place, cell in enumerate(row)).rstrip() for row in listed]


def cited(says: str, cite: str) -> str:
    """Return `Morale check (6.1)`: what is said, with its rule where there is one."""
    return f"{says} ({cite})" if cite else says
