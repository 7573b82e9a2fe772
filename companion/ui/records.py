"""What is shown of a record, by its id."""

from __future__ import annotations

from companion.model import Chart, Entry, Procedure
from companion.render.chart import chart_lines
from companion.render.entry import entry_lines, procedure_lines, term_lines
from companion.ui.desk import Desk
from companion.ui.widgets.prose import Lines


def record_lines(desk: Desk, record: str, references: bool = True) -> Lines:
    """The text of an entry, chart, calculator or term; with `references` its links too."""
    found = desk.library.find(record)
    match found[0] if found else desk.library.term(record):
        case Entry() as entry:
            module = desk.library.module(entry.game)
            return lambda width: entry_lines(entry, module, width, references)
        case Chart() as chart:
            return lambda width: chart_lines(chart, width)
        case Procedure() as procedure:
            return lambda width: procedure_lines(procedure, width)
        case None:
            return lambda width: [f"{record} is not in the book."]
        case term:
            return lambda width: term_lines(term, width)


def is_calculator(desk: Desk, record: str) -> bool:
    """Whether a record is a calculator."""
    found = desk.library.find(record)
    return bool(found) and isinstance(found[0], Procedure)
