"""Whether every sign on a chart has its footnote, and every footnote its sign."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.load.records import Faults
from companion.model import Chart

_ALWAYS = "*†‡§¶‖¹²³⁰⁴⁵⁶⁷⁸⁹"
"""Signs that mean a footnote wherever they end a text."""
_BEHIND = "#^~"
"""Signs that do so only right behind a letter or a figure: alone they may be a cell of their own."""
_SIGN = re.compile(rf"[{re.escape(_ALWAYS)}]+$|(?<=\w)[{re.escape(_BEHIND)}]$")


def check_footnotes(chart: Chart, faults: Faults) -> None:
    """A sign without a footnote would make text of a number; it is told once, at the first place it stands in."""
    marks = sorted({note.mark for note in chart.footnotes if note.mark}, key=len, reverse=True)
    told: dict[str, str] = {}
    for where, text in _texts(chart):
        mark = _ending(text, marks)
        left = text.removesuffix(mark).rstrip() if text != mark else ""
        sign = _SIGN.search(left)
        if before := sign[0] if sign else _ending(left, marks):
            told.setdefault(f"{before}{mark}", f'{where}: "{text}"')
    for mark, where in told.items():
        mend = f'add {{mark: "{mark}", text: ...}} to footnotes:, or leave the sign out'
        faults.add(("grid",), f"{where}: {mark} has no footnote", mend)
    every = [text for _, text in _texts(chart)]
    for index, note in enumerate(chart.footnotes):
        if note.mark and not any(text.endswith(note.mark) for text in every):
            mend = "put it behind what it is about; a note to the whole chart has no mark"
            faults.add(("footnotes", index), f"footnote {note.mark} stands in no cell", mend)


def _ending(text: str, marks: list[str]) -> str:
    """The longest of `marks` that `text` ends with, empty for none."""
    return next((mark for mark in marks if text.endswith(mark)), "")


def _texts(chart: Chart) -> Iterator[tuple[str, str]]:
    """All that a mark may stand on, each with where it is."""
    for row, cells in zip(chart.rows, chart.cells, strict=True):
        for column, cell in zip(chart.columns, cells, strict=True):
            yield f"grid row {row}, column {column}", cell
    yield from (("grid row", row) for row in chart.rows)
    yield from (("grid column", column) for column in chart.columns)
    yield from (("grid", chart.rows_title), ("columns_title", chart.columns_title), ("title", chart.title))
