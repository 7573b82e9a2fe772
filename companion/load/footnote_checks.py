"""Checks that each footnote mark on a chart has its footnote, and each footnote its mark."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.load.faults import Faults
from companion.model import Chart

_ALWAYS = "*†‡§¶‖¹²³⁰⁴⁵⁶⁷⁸⁹"
"""Marks of a footnote at the end of any text."""
_AFTER_TEXT = "#^~"
"""Marks of a footnote only directly after a letter or digit; alone they may be the content of a cell."""
_SIGN = re.compile(rf"[{re.escape(_ALWAYS)}]+$|(?<=\w)[{re.escape(_AFTER_TEXT)}]$")


def check_footnotes(chart: Chart, faults: Faults) -> None:
    """Note each mark without a footnote once, at its first place, and each footnote without a mark.

    A mark without a footnote would turn the number before it into text.
    """
    marks = sorted({note.mark for note in chart.footnotes if note.mark}, key=len, reverse=True)
    unexplained: dict[str, str] = {}
    for where, text in _texts(chart):
        mark = _ending(text, marks)
        rest = text.removesuffix(mark).rstrip() if text != mark else ""
        sign = _SIGN.search(rest)
        if before := sign[0] if sign else _ending(rest, marks):
            unexplained.setdefault(f"{before}{mark}", f'{where}: "{text}"')
    for mark, where in unexplained.items():
        mend = f'add {{mark: "{mark}", text: ...}} to footnotes:, or leave the sign out'
        faults.add(("grid",), f"{where}: {mark} has no footnote", mend)
    for index, note in enumerate(chart.footnotes):
        if note.mark and not any(text.endswith(note.mark) for _, text in _texts(chart)):
            mend = "put it behind what it is about; a note to the whole chart has no mark"
            faults.add(("footnotes", index), f"footnote {note.mark} stands in no cell", mend)


def _ending(text: str, marks: list[str]) -> str:
    """Return the first of `marks` that `text` ends with, or an empty text."""
    return next((mark for mark in marks if text.endswith(mark)), "")


def _texts(chart: Chart) -> Iterator[tuple[str, str]]:
    """Yield (place, text) for everything on a chart that may carry a mark."""
    for row, cells in zip(chart.rows, chart.cells, strict=True):
        for column, cell in zip(chart.columns, cells, strict=True):
            yield f"grid row {row}, column {column}", cell
    yield from (("grid row", row) for row in chart.rows)
    yield from (("grid column", column) for column in chart.columns)
    yield from (("grid", chart.rows_title), ("columns_title", chart.columns_title), ("title", chart.title))
