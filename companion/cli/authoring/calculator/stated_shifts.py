"""Finds what the rules say about the shifts of a chart's column: in words, in tables, and in the notes of the chart."""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.cli.authoring.calculator.amounts import with_sign
from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.calculator.tables import shift_tables
from companion.cli.authoring.printed.shifts import (
    PrintedShift,
    PrintedShifts,
    most_columns,
    read_shifts,
)
from companion.cli.authoring.printed.table import ModifierTable
from companion.model import Chart
from companion.render.text import unlinked


def stated_shifts(draft: Draft, chart: Chart) -> tuple[str, PrintedShifts]:
    """Return what the rule of the calculator or of the chart says about shifts, else the notes of the chart.

    If the rule of the calculator says nothing, a table of shifts in its chapter does, or else another rule there. A
    chart of another chapter has only its edges in common: rules for guns may use it without the shifts for muskets. The
    first value is the rule that says so, or that of the calculator.
    """
    tables = shift_tables(draft)
    found: list[tuple[str, PrintedShifts]] = []
    others = [entry.cites[0] for entry in draft.chapter]
    for cite in dict.fromkeys((draft.cite, *(table.cite for table in tables), chart.cite, *others)):
        in_words = read_shifts(_sentences(draft, cite))
        of_rule = [shift for table in tables if table.cite == cite for shift in _of_table(table)]
        found.append((cite, in_words._replace(shifts=_without_doubles([*in_words.shifts, *of_rule]))))
    found.append((chart.cite, read_shifts([" ".join(note.text for note in chart.footnotes)])))
    read = [each for each in found if each[1].shifts or each[1].first or each[1].last]
    cite, stated = next((each for each in (*read, *found) if any(each[1])), (draft.cite, PrintedShifts()))
    if cite.partition(".")[0] != draft.cite.partition(".")[0]:
        stated = stated._replace(shifts=(), unread=())
    return cite, stated


def stated_most(draft: Draft, chart: Chart, cites: Iterable[str]) -> tuple[str, str]:
    """Return the rule that limits all shifts together, and the number of columns; two empty texts for none.

    Read are the rules `cites`, that of the calculator, and that of the chart with its notes.
    """
    for cite in dict.fromkeys((*cites, draft.cite, chart.cite)):
        notes = [note.text for note in chart.footnotes] if cite == chart.cite else []
        if most := most_columns([*_sentences(draft, cite), *notes]):
            return cite, str(most)
    return "", ""


def _sentences(draft: Draft, cite: str) -> list[str]:
    """Return the points of a rule that are no tables."""
    points = [point for entry in draft.module.entries if cite in entry.cites for point in entry.points]
    return [unlinked(point.text) for point in points if point.kind != "table"]


def _of_table(table: ModifierTable) -> list[PrintedShift]:
    """Return the shifts of a table whose amounts are numbers of columns."""
    amounts = [
        with_sign(row[len(label) :].strip()) for label, row in zip(table.labels, table.rows, strict=True)
    ]
    return [
        PrintedShift(label, int(amount.replace(" ", "")))
        for label, amount in zip(table.labels, amounts, strict=True)
        if re.fullmatch(r"[+-] ?\d{1,2}", amount)
    ]


def _without_doubles(shifts: Iterable[PrintedShift]) -> tuple[PrintedShift, ...]:
    """Return the shifts, the first of those with the same label."""
    return tuple({shift.label: shift for shift in reversed([*shifts])}.values())[::-1]
