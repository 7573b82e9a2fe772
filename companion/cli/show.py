"""`companion show`: shows one entry, chart, calculator, term or table ruling."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.cli.defaults import in_usual_game, rulings_in_force, session_settings, usual_game
from companion.cli.output import print_result, width
from companion.cli.streams import warn
from companion.errors import CompanionError, NotFound
from companion.load.library import load_library
from companion.load.places import Places, usual_places
from companion.model import Chart, Entry, Library, Procedure
from companion.model.imported import IMPORT
from companion.model.library import nearest
from companion.play.annotations import Annotation, annotation
from companion.play.session_defaults import unplayed_limits
from companion.render.annotations import annotation_lines
from companion.render.chart import chart_json, chart_lines
from companion.render.documents import encoded
from companion.render.entry import entry_json, entry_lines, several_lines
from companion.render.neighbours import neighbour_lines, neighbours_json, neighbours_of
from companion.render.procedure import procedure_json, procedure_lines
from companion.render.table_ruling import ruling_json, ruling_lines
from companion.render.term import term_json, term_lines

if TYPE_CHECKING:
    from companion.model.imported import ImportedDocument
    from companion.play.active_rulings import ActiveRuling

Record = Entry | Chart | Procedure


class _Books(NamedTuple):
    """The data and options for showing records."""

    options: argparse.Namespace
    places: Places
    library: Library
    rulings: list[ActiveRuling]

    def rulings_on(self, record: Record) -> list[ActiveRuling]:
        """Return the table rulings on a record."""
        return [active for active in self.rulings if active.record == record.id]


def run(options: argparse.Namespace) -> int:
    """Print the record with this id, table rulings first. Raises NotFound with the nearest ids."""
    places = usual_places()
    if options.id.strip().lower().startswith(IMPORT):
        print_result(options, *_imported(options.id, places))
        return 0
    rulings = rulings_in_force(options, places.data)
    books = _Books(options, places, load_library(places), rulings)
    print_result(options, *_found(options.id.strip().translate(dict.fromkeys(map(ord, "§()"))), books))
    return 0


def _imported(wanted: str, places: Places) -> tuple[Any, list[str]]:
    """Return a section of an imported document as JSON and as lines. Raises NotFound."""
    from companion.load.imports import find_section, section_of  # only for the player's own documents
    from companion.render.imported import SectionLinks, links_of, section_json, section_lines

    document, place = section = find_section(places.data, wanted)
    modules = {module.game.slug: module for module in load_library(places).modules}
    module = modules.get(document.game)
    links = links_of(section_of(section), module) if module else SectionLinks()
    return section_json(document, place, links), section_lines(document, place, links, width())


def _same_number(record: Record, books: _Books) -> list[tuple[ImportedDocument, int]]:
    """Return the sections of imported documents that have the number of a record."""
    if not (books.places.data / "imports").is_dir():
        return []
    from companion.load.imports import sections_with  # only for the player's own documents

    numbers = record.numbers if isinstance(record, Entry) else (record.cite,)
    return sections_with(books.places.data, record.game, numbers)


def _found(wanted: str, books: _Books) -> tuple[Any, list[str]]:
    """Return the record called `wanted` as JSON and as lines. Raises NotFound, also for an unknown --game."""
    if books.options.game:
        books.library.module(books.options.game)
    term = books.library.term(wanted)
    if term is not None:
        return term_json(term, wanted.partition(":")[0].lower()), term_lines(term, width())
    records = _named(wanted, books)
    entries = [record for record in records if isinstance(record, Entry)]
    if len(entries) > 1:
        return _several(entries, books)
    if records:
        return _record(records[0], books)
    ruling = next((active for active in books.rulings if active.id == wanted.lower()), None)
    if ruling is not None:
        lines = [*ruling_lines(ruling, width()), f"On {ruling.about}"]
        return {**ruling_json(ruling), "kind": "ruling"}, lines
    return _term_called(wanted, books)


def _named(wanted: str, books: _Books) -> list[Record]:
    """Return the records with this id, or else with this number. Raises NotFound if they are in several games."""
    matches = books.library.find(wanted, books.options.game)
    exact = [record for record in matches if record.id.lower() == wanted.lower()]
    records = in_usual_game(exact or matches, books.places)
    if len({record.game for record in records}) > 1:
        ids = ", ".join(record.id for record in records)
        raise NotFound(f"{books.options.id} is in several games: {ids}")
    return records


def _several(entries: list[Entry], books: _Books) -> tuple[Any, list[str]]:
    """Return the entries with one number: all of them as JSON, and a list of them as lines."""
    documents = [_record_json(entry, _annotation(entry.id, books.places.data), books) for entry in entries]
    rulings = [active for entry in entries for active in books.rulings_on(entry)]
    lines = [line for active in rulings for line in ruling_lines(active, width())]
    return documents, lines + several_lines(books.options.id, entries, width())


def _record(record: Record, books: _Books) -> tuple[Any, list[str]]:
    """Return a record as JSON and as lines; with --around, add its neighbours, which calculators do not have."""
    own = _annotation(record.id, books.places.data)
    document = _record_json(record, own, books)
    head = annotation_lines(own.bookmark, own.note, width())
    for active in books.rulings_on(record):
        head += ruling_lines(active, width())
    lines = ([*head, ""] if head else []) + _record_lines(record, books)
    if imported := _same_number(record, books):
        from companion.render.imported import same_number_lines

        document["imported"] = [each.section_id(place) for each, place in imported]
        lines += ["", *same_number_lines(imported, width())]
    if books.options.around and not isinstance(record, Procedure):
        neighbours = neighbours_of(record, books.library.module(record.game))
        document["around"] = neighbours_json(neighbours)
        lines += ["", *neighbour_lines(neighbours, width())]
    return document, lines


def _term_called(name: str, books: _Books) -> tuple[Any, list[str]]:
    """Return a term by its name or abbreviation. Raises NotFound if no game has it, or several games have it."""
    terms = books.library.terms_called(name, books.options.game or usual_game(books.places))
    terms = terms or books.library.terms_called(name, books.options.game)
    if not terms:
        raise NotFound(f"{books.options.id} not found{nearest(name, books.library.ids())}")
    if len(terms) > 1:
        raise NotFound(f"{books.options.id} is a term in several games: {', '.join(terms)}")
    term_id, term = next(iter(terms.items()))
    return term_json(term, term_id.partition(":")[0]), term_lines(term, width())


def _record_json(record: Record, own: Annotation, books: _Books) -> dict[str, Any]:
    module = books.library.module(record.game)
    if isinstance(record, Entry):
        document = entry_json(record, module)
    elif isinstance(record, Chart):
        document = chart_json(record) | {"conflicts": encoded(module.conflicts_of(record.id))}
    else:
        document = procedure_json(record, module.cross_game_terms_of(record.id))
    rulings = [ruling_json(ruling) for ruling in books.rulings_on(record)]
    own_records = {"rulings": rulings, "bookmark": own.bookmark, "note": own.note or None}
    return {**document, **own_records, "imported": []}


def _record_lines(record: Record, books: _Books) -> list[str]:
    module = books.library.module(record.game)
    if isinstance(record, Chart):
        return chart_lines(record, module, width())
    if isinstance(record, Procedure):
        return procedure_lines(record, width(), module.cross_game_terms_of(record.id))
    limits: dict[str, str] = {}
    if any(point.mark for point in record.points):
        settings = session_settings(books.options, books.places, books.library, module)
        limits = unplayed_limits(module, settings)
    return entry_lines(record, module, width(), others=limits)


def _annotation(record: str, data: Path) -> Annotation:
    """Return bookmark and note of a record; warn if the file cannot be read."""
    try:
        return annotation(data, record)
    except CompanionError as error:
        warn(str(error))
        return Annotation(record)
