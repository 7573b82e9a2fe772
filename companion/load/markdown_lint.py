"""Finds mistyped marks and headings in a chapter that Markdown would read as plain text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from companion.load.faults import Faults
from companion.model import AUTHORITY_WORDS

_MARK = re.compile(rf"(?<!\\)\{{\s*(?:\.[^{{}}]*|[a-z]+=[^{{}}]*|(?:{'|'.join(AUTHORITY_WORDS)})\s*)\}}")
"""Text that looks like a mark, with or without its dot."""
_GLUED = re.compile(r"^ {0,3}(#{1,6})([^#\s].*)$")
"""A heading without the space after its `#` signs."""
_ROW = re.compile(r"\|.*\|")
"""A row of a table."""
_NUMBERED = re.compile(r"^[^\W\d]+\.? (\d+(?:\.\d+)+[a-z]?)\b[.:]?\s*(.*)$")
"""A heading whose number follows a word, and the rest of its title."""
_NUMBER = r"(?:\d+(?:\.\d+)*[a-z]?|\[[^\[\]]+\])"
_ONLY_NUMBERS = re.compile(rf"^{_NUMBER}(?:\s*,\s*{_NUMBER})*$")


class Heading(NamedTuple):
    """A heading of a chapter."""

    title: str
    line: int
    numbered: bool


def check_marks(text: str, line: int, faults: Faults, what: str = "point") -> None:
    """Note each mark in `text` that would be shown as text.

    `line` is the first line of the text. `what` is point, heading, table and so on: only a point may end with a mark.
    """
    for mark in _MARK.finditer(text):
        at = line + text.count("\n", 0, mark.start())
        if what != "point":
            mend = "put marks at the end of points"
            mend += "; a heading takes only {.gap} or {.optional}" if what == "heading" else ""
            faults.add((), f"the mark {mark[0]} is not allowed in a {what}", mend, at)
        elif text[mark.end() :].strip():
            mend = 'put it at the end of the point, or begin the next line with "- "'
            faults.add((), f"the mark {mark[0]} is not at the end of its point", mend, at)
        else:
            plain = "".join(mark[0].lower().split())
            faults.add(
                (),
                f"the mark {mark[0]} is not recognized",
                f"write {plain}, with only one mark at the end",
                at,
            )


def check_glued(lines: Sequence[str], first: int, faults: Faults) -> None:
    """Note each heading without the space after its `#` signs; the first `first` lines are front matter."""
    for number, line in enumerate(lines[first:], first + 1):
        if glued := _GLUED.match(line):
            says = f"{line.strip()!r} is not a heading: a space is missing after {glued[1]}"
            faults.add((), says, f"write {glued[1]} {glued[2].strip()}", number)


def check_rows(text: str, line: int, faults: Faults) -> None:
    """Note the first line of a paragraph that looks like a row of a table; `line` is the first line of the text."""
    for number, printed in enumerate(text.split("\n"), line):
        if _ROW.fullmatch(printed.strip()):
            mend = (
                "leave an empty line above the table, and put a line such as | --- | --- | below its headings"
            )
            faults.add((), "a row of a table is read as text", mend, number)
            return


def check_headings(headings: Sequence[Heading], faults: Faults) -> None:
    """Note each heading without a title, and each heading whose number follows a word (`Section 3.1`).

    A single such number in a chapter without numbers counts as part of the title.
    """
    unnumbered = [heading for heading in headings if not heading.numbered]
    for heading in headings:
        if not heading.title:
            faults.add((), "a heading without a title", "write ## 3.1 Title, or ## Title", heading.line)
        elif not heading.numbered and _ONLY_NUMBERS.match(heading.title):
            mend = f"write {heading.title} and the printed title, as in {heading.title} Movement"
            faults.add((), f"heading {heading.title!r} has no title", mend, heading.line)
    misplaced = [(heading, match) for heading in unnumbered if (match := _NUMBERED.match(heading.title))]
    if len(misplaced) == 1 and len(unnumbered) == len(headings):
        return
    for heading, match in misplaced:
        says = f"heading {heading.title!r}: the number is not recognized"
        faults.add((), says, f"begin with the number: {match[1]} {match[2] or 'Title'}", heading.line)
