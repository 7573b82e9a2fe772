"""Finds the footnotes of a new chart in the texts around its table, and asks for the text of a mark that has none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from companion.cli.authoring.chart.layout import Layout
from companion.cli.authoring.chart.tables import MARK, Placed
from companion.cli.authoring.interview import Interview, Question

_EXPLAINS = "It is shown below the chart. A calculator can test for it, as in take: {hit: marked *}."
_LETTER = re.compile(r"([^\W\d_])\s*[=:]\s")
"""The beginning of a note that explains a letter."""
_BETWEEN = " :=-."
"""Signs between a mark and its text, as in `* = once in a turn`."""


def find_footnotes(layout: Layout, interview: Interview) -> list[dict[str, str]]:
    """Return the footnotes: the text of each mark, then the other texts around the chart, none of them twice.

    The text of a mark is a sentence that begins with it, in a text of this table or of another one on the page. A text
    that only mentions the mark is offered as the answer to the question what it means.
    """
    marks = _marked(layout.every()) | _lettered(list(layout.every()), layout.notes)
    notes = [part for note in layout.notes for part in _parts(note, marks)]
    others = [part for note in layout.other_notes for part in _parts(note, marks)]
    footnotes: list[dict[str, str]] = []
    for mark, placed in marks.items():
        note = next((each for each in (*notes, *others) if _begins(each, mark)), "")
        text = note[len(mark) :].lstrip(_BETWEEN) or _ask(mark, placed, notes, interview)
        notes = [each for each in notes if each != note and _words(each) != _words(text)]
        footnotes.append({"mark": mark, "text": text})
    for note in notes:
        if MARK.match(note[:1]):
            layout.remarks.append(f"A note begins with {note[:1]}, but no cell ends with it: {note}")
    return [*footnotes, *({"text": note} for note in dict.fromkeys(notes))]


def mark_of(text: str) -> str:
    """Return the footnote mark at the end of a text; empty if there is none."""
    match = MARK.search(text)
    return match[0] if match else ""


def _marked(cells: Iterable[Placed]) -> dict[str, Placed]:
    """Return the first cell with each footnote mark, by mark."""
    marks: dict[str, Placed] = {}
    for placed in cells:
        if mark := mark_of(placed.text):
            marks.setdefault(mark, placed)
    return marks


def _lettered(cells: Sequence[Placed], notes: Iterable[str]) -> dict[str, Placed]:
    """Return the first cell with each letter that a note explains, by letter: `3+ c`, with the note `c = canister`.

    The letter stands alone wherever a cell ends with it.
    """
    found: dict[str, Placed] = {}
    for letter in (begins[1] for note in notes if (begins := _LETTER.match(note))):
        marked = [placed for placed in cells if placed.text.endswith(letter)]
        if marked and all(placed.text.endswith(f" {letter}") for placed in marked):
            found[letter] = marked[0]
    return found


def _ask(mark: str, placed: Placed, notes: Iterable[str], interview: Interview) -> str:
    """Ask what a mark means, and return its text; Enter stands for the first note that mentions it."""
    mentions = re.compile(rf"[^\W\d] ?{re.escape(mark)}(?!{re.escape(mark)})(?!\s?\d)")
    note = next((each for each in notes if mentions.search(each)), None)
    says = f"{placed.where} reads {placed.text}. What does {mark} mean? Write its footnote in your own words"
    question = Question(f"footnote-{mark}", says, "The captain may be hit.", note, explains=_EXPLAINS)
    return interview.ask(question)


def _parts(note: str, marks: Iterable[str]) -> list[str]:
    """Return a text in parts, of which each begins with one of the marks, as `* Once only. † Never.` does.

    A mark begins a part after the end of a sentence, and before a colon or an equals sign.
    """
    signs = "|".join(re.escape(mark) for mark in sorted(marks, key=len, reverse=True))
    if not signs:
        return [note]
    begins = rf"(?<=[.;,:!?)]) (?=(?:{signs}) ?[^\W\d])| (?=(?:{signs}) ?[:=])"
    return [part.rstrip(",; ") for part in re.split(begins, note)]


def _begins(note: str, mark: str) -> bool:
    """Return whether a text begins with a mark, and not with a longer one."""
    return note.startswith(mark) and not MARK.match(note[len(mark) : len(mark) + 1])


def _words(text: str) -> list[str]:
    """Return the words of a text in lower case; texts with the same words are the same footnote."""
    return re.findall(r"\w+", text.casefold())
