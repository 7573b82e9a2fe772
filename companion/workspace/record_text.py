"""The text and the title of a record by its id, and the table rulings on it in words."""

from __future__ import annotations

from collections.abc import Callable

from companion.load.imports import section_of
from companion.model import Chart, CompanionError, Entry, Procedure
from companion.model.recorded import TableRuling
from companion.play.annotations import Annotation, annotation
from companion.play.session_defaults import unplayed_limits
from companion.render.annotations import annotation_lines
from companion.render.chart import chart_lines
from companion.render.entry import entry_lines, entry_title
from companion.render.imported import section_title
from companion.render.procedure import about_lines
from companion.render.term import term_lines
from companion.render.text import wrapped
from companion.workspace.context import AppContext
from companion.workspace.imported_sections import imported_lines, section_at

Lines = Callable[[int], list[str]]
"""A function that returns the lines for a width in columns."""


def record_lines(context: AppContext, record: str) -> Lines:
    """Return the text of a record (entry, chart, calculator or term), with bookmark, note and table rulings on top."""
    official = _official(context, record)
    about = record_id(context, record)
    rulings, own = context.rulings_on(about), own_annotation(context, about)
    if not rulings and own == Annotation(about):
        return official
    return lambda width: _with_own(context, rulings, own, official(width), width)


def own_annotation(context: AppContext, about: str) -> Annotation:
    """Return bookmark and note of a record; if they cannot be read, the error replaces the note."""
    try:
        return annotation(context.places.data, about)
    except CompanionError as error:
        return Annotation(about, note=str(error))


def _with_own(
    context: AppContext, rulings: tuple[TableRuling, ...], own: Annotation, official: list[str], width: int
) -> list[str]:
    """Return the official text, with bookmark, note and table rulings below its heading."""
    head = official.index("") if "" in official else len(official)
    lines = [*official[:head], *annotation_lines(own.bookmark, own.note, width)]
    if not rulings:
        return [*lines, *official[head:]]
    lines.append("")
    for ruling in rulings:
        about = f"{ruling.modifier}: " if ruling.modifier else ""
        lines += wrapped(
            f"[TABLE] {about}{ruling.text} (how we play it here, {scope_words(context, ruling)})", width
        )
    return [*lines, "", "What the book says:", *official[head:]]


def _official(context: AppContext, record: str) -> Lines:
    if section := section_at(context, record):
        return lambda width: imported_lines(context, section, width)
    match context.library.first(record) or context.library.term(record):
        case Entry() as entry:
            module = context.library.module(entry.game)
            others = unplayed_limits(module, context.session.state.of_game(entry.game).settings)
            return lambda width: entry_lines(entry, module, width, others)
        case Chart() as chart:
            charts = context.library.module(chart.game)
            return lambda width: chart_lines(chart, charts, width)
        case Procedure() as procedure:
            elsewhere = context.library.module(procedure.game).cross_game_terms_of(procedure.id)
            return lambda width: about_lines(procedure, width, elsewhere)
        case None:
            return lambda width: [f"{record} not found."]
        case term:
            return lambda width: term_lines(term, width)


def is_calculator(context: AppContext, record: str) -> bool:
    """Whether a record is a calculator."""
    return isinstance(context.library.first(record), Procedure)


def record_id(context: AppContext, record: str) -> str:
    """Return the id of the record named by an id or a citation such as lob:3.5."""
    found = context.library.first(record)
    return found.id if found is not None else record.lower()


def record_title(context: AppContext, record: str) -> str:
    """Return the title of a record: number and heading of a rule, title of a chart or calculator, or the term."""
    if section := section_at(context, record):
        return section_title(section_of(section))
    match context.library.first(record) or context.library.term(record):
        case Entry() as entry:
            return entry_title(entry)
        case Chart() | Procedure() as other:
            return other.title
        case None:
            return f"{record} (not found)"
        case term:
            return term.term


def about_words(context: AppContext, ruling: TableRuling) -> str:
    """Return the subject of a ruling: `3.5 Closing rolls`, `Fire: At range`."""
    words = record_title(context, ruling.record)
    return f"{words}: {ruling.modifier}" if ruling.modifier else words


def scope_words(context: AppContext, ruling: TableRuling) -> str:
    """Return the scope of a ruling, and since when it is in force."""
    since = f", since {ruling.on}" if ruling.on else ""
    return ("this session" if ruling.id in context.session.state.rulings else "permanent") + since
