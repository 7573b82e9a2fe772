"""What is shown of a record, by its id."""

from __future__ import annotations

from collections.abc import Callable

from companion.model import Chart, CompanionError, Entry, Procedure
from companion.model.event import TableRuling
from companion.play.annotations import Annotation, annotation
from companion.play.session_defaults import unplayed_limits
from companion.render.annotations import annotation_lines
from companion.render.chart import chart_head, chart_lines
from companion.render.entry import entry_lines, entry_title, procedure_lines, term_lines
from companion.render.text import wrapped
from companion.workspace.context import Desk
from companion.workspace.rulings import scope_words

Lines = Callable[[int], list[str]]
"""Makes the lines for a width in columns."""


def record_lines(desk: Desk, record: str, references: bool = True) -> Lines:
    """The text of an entry, chart, calculator or term, how this table plays it first; with `references` its links.

    Without them, of a chart only what stands above its cells.
    """
    official = _official(desk, record, references)
    about = record_id(desk, record)
    rulings = desk.rulings_on(about)
    try:
        own = annotation(desk.places.data, about)
    except CompanionError as error:
        own = Annotation(about, note=str(error))
    if not rulings and own == Annotation(about):
        return official
    return lambda width: _with_own(desk, rulings, own, official(width), width)


def _with_own(
    desk: Desk, rulings: tuple[TableRuling, ...], own: Annotation, official: list[str], width: int
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
        lines += wrapped(f"[TABLE] {about}{each.text} (here we play it so, {scope_words(desk, each)})", width)
    return [*lines, "", "What the book says:", *official[head:]]


def _official(desk: Desk, record: str, references: bool) -> Lines:
    found = desk.library.find(record)
    match found[0] if found else desk.library.term(record):
        case Entry() as entry:
            module = desk.library.module(entry.game)
            others = unplayed_limits(module, desk.session.state.of_game(entry.game).settings)
            return lambda width: entry_lines(entry, module, width, references, others)
        case Chart() as chart:
            return lambda width: (chart_lines if references else chart_head)(chart, width)
        case Procedure() as procedure:
            elsewhere = desk.library.module(procedure.game).elsewhere_of(procedure.id)
            return lambda width: procedure_lines(procedure, width, elsewhere)
        case None:
            return lambda width: [f"{record} is not in the book."]
        case term:
            return lambda width: term_lines(term, width)


def is_calculator(desk: Desk, record: str) -> bool:
    """Whether a record is a calculator."""
    found = desk.library.find(record)
    return bool(found) and isinstance(found[0], Procedure)


def record_id(desk: Desk, record: str) -> str:
    """The id of what `record` names: 3.5 cited with its game is one way to name a rule."""
    found = desk.library.find(record)
    return found[0].id if found else record.lower()


def record_title(desk: Desk, record: str) -> str:
    """Number and heading of a rule, title of a chart or calculator, the term itself."""
    found = desk.library.find(record)
    match found[0] if found else desk.library.term(record):
        case Entry() as entry:
            return entry_title(entry)
        case Chart() | Procedure() as other:
            return other.title
        case None:
            return f"{record}, which is not in the books here"
        case term:
            return term.term
