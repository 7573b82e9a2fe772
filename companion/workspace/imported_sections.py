"""Sections of imported documents in the app: their text, references and neighbours."""

from __future__ import annotations

from pathlib import Path

from companion.errors import CompanionError
from companion.load.imports import find_section, section_of, sections_with
from companion.model import Chart, Entry
from companion.model.imported import IMPORT, ImportedDocument
from companion.render.imported import SectionLinks, links_of, section_lines, section_title
from companion.render.neighbours import Neighbours
from companion.render.neighbours import Place as Neighbour
from companion.workspace.context import AppContext
from companion.workspace.references import Reference


def section_at(context: AppContext, record: str) -> tuple[ImportedDocument, int] | None:
    """Return the document and index of an imported section; None if there is none, or the player may not read it."""
    if not record.startswith(IMPORT) or not context.reads_imports:
        return None
    try:
        return find_section(context.places.data, record)
    except CompanionError:
        return None


def own_sections(context: AppContext, record: Entry | Chart) -> list[tuple[ImportedDocument, int]]:
    """Return the imported sections with the number of a rule or chart, each as document and index."""
    if not context.reads_imports:
        return []
    numbers = record.numbers if isinstance(record, Entry) else (record.cite,)
    return sections_with(context.places.data, record.game, numbers)


def imported_lines(context: AppContext, section: tuple[ImportedDocument, int], width: int) -> list[str]:
    """Return the text of an imported section, without the rules and calculators that have its number."""
    document, place = section
    return section_lines(document, place, SectionLinks(phases=_links(context, section).phases), width)


def with_own_text(context: AppContext, record: str, references: list[Reference]) -> list[Reference]:
    """Return the references of a record after the imported sections with its number; for a section, its references."""
    if section := section_at(context, record):
        return _references(context, section)
    known = context.library.first(record)
    if not isinstance(known, Entry | Chart):
        return references
    own = [
        Reference(document.section_id(place), "Your own text", document.sections[place].title, document.name)
        for document, place in own_sections(context, known)
    ]
    return [*own, *references]


def own_text_of(context: AppContext, record: str) -> str:
    """Return the id of the first imported section with the number of a rule; for a section, the URL of its page.

    Empty if there is none, and for a guest, who may not open files.
    """
    if section := section_at(context, record):
        file, page = Path(section[0].file), section_of(section).page
        if context.guest or not file.is_file():
            return ""
        return f"{file.as_uri()}#page={page}" if page else file.as_uri()
    known = context.library.first(record)
    if not isinstance(known, Entry | Chart):
        return ""
    return next((document.section_id(place) for document, place in own_sections(context, known)), "")


def _references(context: AppContext, section: tuple[ImportedDocument, int]) -> list[Reference]:
    """Return the rules, charts and calculators with the number of an imported section."""
    links = _links(context, section)
    groups = (("Rules", links.entries), ("Calculators", links.procedures))
    return [
        Reference(record, group, context.library.titled(record)[1], section_of(section).number)
        for group, records in groups
        for record in records
    ]


def _links(context: AppContext, section: tuple[ImportedDocument, int]) -> SectionLinks:
    modules = {module.game.slug: module for module in context.library.modules}
    module = modules.get(section[0].game)
    return links_of(section_of(section), module) if module else SectionLinks()


def imported_neighbours(section: tuple[ImportedDocument, int]) -> Neighbours:
    """Return the previous, next and enclosing section of an imported section."""
    document, place = section
    level = document.sections[place].level
    above = next((at for at in range(place - 1, -1, -1) if document.sections[at].level < level), None)

    def neighbour(at: int) -> Neighbour:
        return Neighbour(document.section_id(at), section_title(document.sections[at]))

    last = len(document.sections) - 1
    return Neighbours(
        neighbour(place - 1) if place else None,
        neighbour(place + 1) if place < last else None,
        None if above is None else neighbour(above),
        document.name,
        place + 1,
        last + 1,
    )
