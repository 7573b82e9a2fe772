"""What an author means as a mark or a heading, and Markdown reads as plain text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.load.records import Faults
from companion.model import AUTHORITY_WORDS

_MARK = re.compile(rf"\{{\s*(?:\.[^{{}}]*|[a-z]+=[^{{}}]*|(?:{'|'.join(AUTHORITY_WORDS)})\s*)\}}")
"""Whatever looks like a mark, with or without its dot."""
_GLUED = re.compile(r"^ {0,3}(#{1,6})([^#\s].*)$")
"""A heading without the space after its signs."""
_NUMBERED = re.compile(r"^[^\W\d]+\.? (\d+(?:\.\d+)+[a-z]?)\b[.:]?\s*(.*)$")
"""A word, the number of a section, and what follows."""
_NUMBER = r"(?:\d+(?:\.\d+)*[a-z]?|\[[^\[\]]+\])"
_ONLY_NUMBERS = re.compile(rf"^{_NUMBER}(?:\s*,\s*{_NUMBER})*$")


class Heading(NamedTuple):
    """A heading as it was read."""

    title: str
    line: int
    numbered: bool


def check_marks(text: str, line: int, faults: Faults, what: str = "point") -> None:
    """Marks left over in `text`, which begins at `line`: they would be shown, and count for nothing."""
    for found in _MARK.finditer(text):
        at = line + text.count("\n", 0, found.start())
        if what != "point":
            takes = "{.gap} alone" if what == "heading" else "none"
            mend = f"a mark goes at the end of a point; a {what} takes {takes}"
            faults.add((), f"the mark {found[0]} stands in a {what}", mend, at)
        elif text[found.end() :].strip():
            mend = 'a mark goes at the end of its point, or the next line wants its own "- "'
            faults.add((), f"the mark {found[0]} does not stand at the end of its point", mend, at)
        else:
            plain = "".join(found[0].lower().split())
            faults.add((), f"the mark {found[0]} is not read", f"as in {plain}, and one at the end", at)


def check_glued(lines: Sequence[str], first: int, faults: Faults) -> None:
    """Headings that are text for want of a space; `first` lines belong to the head of the chapter."""
    for number, line in enumerate(lines[first:], first + 1):
        if glued := _GLUED.match(line):
            says = f"{line.strip()!r} is no heading: a space is missing after {glued[1]}"
            faults.add((), says, f"write {glued[1]} {glued[2].strip()}", number)


def check_headings(headings: Iterable[Heading], faults: Faults) -> None:
    """Headings without a title, and those whose number stands behind a word and is not read."""
    every = list(headings)
    hidden = [(each, found) for each in every if not each.numbered and (found := _NUMBERED.match(each.title))]
    for each in every:
        if not each.title:
            faults.add((), "a heading without a title", "write ## 3.1 Title, or ## Title", each.line)
        elif not each.numbered and _ONLY_NUMBERS.match(each.title):
            mend = f"write {each.title} and the printed title, as in {each.title} Movement"
            faults.add((), f"heading {each.title!r} has no title", mend, each.line)
    if len(hidden) == 1 and not any(each.numbered for each in every):
        return
    for each, found in hidden:
        says = f"the number of the heading {each.title!r} is not read"
        faults.add((), says, f"begin with it: {found[1]} {found[2] or 'Title'}", each.line)
