"""What is shown of a record, by its id."""

from __future__ import annotations

from collections.abc import Callable

from companion.model import Chart, CompanionError, Entry, Procedure
from companion.model.event import TableRuling
from companion.play.annotations import Annotation, annotation
from companion.play.session_defaults import unplayed_limits
from companion.render.annotations import annotation_lines
from companion.render.chart import chart_head, chart_lines
from companion.render.entry import entry_lines, entry_title
from companion.render.procedure import procedure_lines
from companion.render.term import term_lines
from companion.render.text import wrapped
from companion.workspace.context import AppContext
from companion.workspace.rulings import scope_words

Lines = Callable[[int], list[str]]
"""Makes the lines for a width in columns."""


def record_lines(context: AppContext, record: str, references: bool = True) -> Lines:
    """The text of an entry, chart, calculator or term, how this table plays it first; with `references` its links.

    Without them, of a chart only what stands above its cells.
    """
    official = _official(context, record, references)
    about = record_id(context, record)
    rulings = context.rulings_on(about)
    try:
        own = annotation(context.places.data, about)
    except CompanionError as error:
        own = Annotation(about, note=str(error))
    if not rulings and own == Annotation(about):
        return official
    return lambda width: _with_own(context, rulings, own, official(width), width)


def _with_own(
    context: AppContext, rulings: tuple[TableRuling, ...], own: Annotation, official: list[str], width: int
) -> list[str]:
    """Bookmark, note and rulings under the heading, apart from the text of the book."""
    head = official.index("") if "" in official[:4] else 1
    lines = [*official[:head], *annotation_lines(own.bookmark, own.note, width)]
    if not rulings:
        return [*lines, *official[head:]]
    lines.append("")
    for each in rulings:
        label = each.about.partition("/")[2]
        about = f"{label}: " if label else ""
        lines += wrapped(
            f"[TABLE] {about}{each.text} (here we play it so, {scope_words(context, each)})", width
        )
    return [*lines, "", "What the book says:", *official[head:]]


def _official(context: AppContext, record: str, references: bool) -> Lines:
    found = context.library.find(record)
    match found[0] if found else context.library.term(record):
        case Entry() as entry:
            module = context.library.module(entry.game)
            others = unplayed_limits(module, context.session.state.of_game(entry.game).settings)
            return lambda width: entry_lines(entry, module, width, references, others)
        case Chart() as chart:
            charts = context.library.module(chart.game)
            return lambda width: chart_lines(chart, charts, width) if references else chart_head(chart, width)
        case Procedure() as procedure:
            elsewhere = context.library.module(procedure.game).cross_game_terms_of(procedure.id)
            return lambda width: procedure_lines(procedure, width, elsewhere)
        case None:
            return lambda width: [f"{record} is not in the book."]
        case term:
            return lambda width: term_lines(term, width)


def is_calculator(context: AppContext, record: str) -> bool:
    """Whether a record is a calculator."""
    found = context.library.find(record)
    return bool(found) and isinstance(found[0], Procedure)


def record_id(context: AppContext, record: str) -> str:
    """The id of what `record` names: 3.5 cited with its game is one way to name a rule."""
    found = context.library.find(record)
    return found[0].id if found else record.lower()


def record_title(context: AppContext, record: str) -> str:
    """Number and heading of a rule, title of a chart or calculator, the term itself."""
    found = context.library.find(record)
    match found[0] if found else context.library.term(record):
        case Entry() as entry:
            return entry_title(entry)
        case Chart() | Procedure() as other:
            return other.title
        case None:
            return f"{record}, which is not in the books here"
        case term:
            return term.term
