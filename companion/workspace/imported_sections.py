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
    """Return the document and place of an imported section; None if there is none that the player may read."""
    if not record.startswith(IMPORT) or not context.reads_imports:
        return None
    try:
        return find_section(context.places.data, record)
    except CompanionError:
        return None


def own_sections(context: AppContext, record: Entry | Chart) -> list[tuple[ImportedDocument, int]]:
    """Return the imported sections with the number of a rule or chart."""
    if not context.reads_imports:
        return []
    numbers = record.numbers if isinstance(record, Entry) else (record.cite,)
    return sections_with(context.places.data, record.game, numbers)


def imported_lines(context: AppContext, found: tuple[ImportedDocument, int], width: int) -> list[str]:
    """Return the text of an imported section without what of our own has its number."""
    document, place = found
    return section_lines(document, place, SectionLinks(phases=_links(context, found).phases), width)


def with_own_text(context: AppContext, record: str, references: list[Reference]) -> list[Reference]:
    """Return the references of a record, with the imported sections of its number; of a section, its own."""
    if section := section_at(context, record):
        return _references(context, section)
    found = context.library.first(record)
    if not isinstance(found, Entry | Chart):
        return references
    own = [
        Reference(document.section_id(place), "Your own text", document.sections[place].title, document.name)
        for document, place in own_sections(context, found)
    ]
    return [*own, *references]


def own_text_of(context: AppContext, record: str) -> str:
    """Return the id of the first imported section with the number of a rule; of a section, the address of its page.

    Empty if there is none, and for a guest, who may not open files.
    """
    if section := section_at(context, record):
        file, page = Path(section[0].file), section_of(section).page
        if context.guest or not file.is_file():
            return ""
        return f"{file.as_uri()}#page={page}" if page else file.as_uri()
    found = context.library.first(record)
    if not isinstance(found, Entry | Chart):
        return ""
    return next((document.section_id(place) for document, place in own_sections(context, found)), "")


def _references(context: AppContext, found: tuple[ImportedDocument, int]) -> list[Reference]:
    """Return the rules, charts and calculators with the number of an imported section."""
    links = _links(context, found)
    groups = (("Rules", links.entries), ("Calculators", links.procedures))
    return [
        Reference(each, group, context.library.titled(each)[1], found[0].sections[found[1]].number)
        for group, ids in groups
        for each in ids
    ]


def _links(context: AppContext, found: tuple[ImportedDocument, int]) -> SectionLinks:
    modules = {module.game.slug: module for module in context.library.modules}
    module = modules.get(found[0].game)
    return links_of(section_of(found), module) if module else SectionLinks()


def imported_neighbours(found: tuple[ImportedDocument, int]) -> Neighbours:
    """Return the sections before, after and above an imported section."""
    document, place = found
    level = document.sections[place].level
    above = next((at for at in range(place - 1, -1, -1) if document.sections[at].level < level), None)

    def named(at: int) -> Neighbour:
        return Neighbour(document.section_id(at), section_title(document.sections[at]))

    last = len(document.sections) - 1
    return Neighbours(
        named(place - 1) if place else None,
        named(place + 1) if place < last else None,
        None if above is None else named(above),
        document.name,
        place + 1,
        last + 1,
    )
