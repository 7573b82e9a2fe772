"""Imported documents and their sections, as lines and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from companion.model import GameModule
from companion.model.imported import ImportedDocument, ImportedSection
from companion.render.citations import phases_citing, procedures_citing
from companion.render.text import aligned, listed, numbered_title, section, shown, wrapped

PREVIEWED = 25
"""Maximum number of headings in a preview."""
_DOUBTS = 20
"""Maximum number of doubtful places in a preview."""


class SectionLinks(NamedTuple):
    """Records of the game that share the number of an imported section."""

    entries: tuple[str, ...] = ()
    """Ids of rules and charts."""
    procedures: tuple[str, ...] = ()
    """Ids of calculators."""
    phases: tuple[str, ...] = ()
    """Titles of phases."""


def links_of(item: ImportedSection, module: GameModule) -> SectionLinks:
    """Return the records of a game that share the number of an imported section."""
    number = item.number.lower()
    if not number:
        return SectionLinks()
    entries = [entry.id for entry in module.entries if number in map(str.lower, entry.numbers)]
    charts = [chart.id for chart in module.charts if chart.cite.lower() == number]
    cites = {item.number, number}
    procedures = [procedure.id for procedure in procedures_citing(cites, module)]
    return SectionLinks((*entries, *charts), tuple(procedures), tuple(phases_citing(cites, module)))


def count(number: int, noun: str) -> str:
    """Return a number with its noun, as in `1 page` and `2 pages`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def progress_line(done: int, of: int) -> str:
    """Return the progress of reading a document, in pages."""
    return f"Reading: {done:,} of {count(of, 'page')}"


def kept_line(document: ImportedDocument) -> str:
    """Return the message after a document was imported."""
    return f"Imported as {document.name}: {count(len(document.sections), 'searchable section')}."


def document_line(document: ImportedDocument) -> str:
    """Return a document as a line: name, game, kind, and its size."""
    numbered = sum(bool(each.number) for each in document.sections)
    pages = f"{count(document.pages, 'page')}, " if document.pages else ""
    sections = f"{count(len(document.sections), 'section')} ({numbered:,} with a number)"
    return f"{document.name} ({document.game}, {document.kind}): {pages}{sections}, {document.file}"


def section_title(item: ImportedSection) -> str:
    """Return number and title of a section."""
    return numbered_title(item.number, item.title)


def document_source(document: ImportedDocument, game: str) -> str:
    """Return game, kind and file of a document, below a title that has its name and the number of its sections."""
    numbered = sum(bool(each.number) for each in document.sections)
    pages = f"{count(document.pages, 'page')}, " if document.pages else ""
    return f"{game}, {document.kind}, {pages}{count(numbered, 'section')} with a number: {document.file}"


def preview_lines(document: ImportedDocument, head: str, linked: int, width: int) -> list[str]:
    """Return a preview of a document below a first line.

    `linked` is the number of sections that share a number with a record of the game.
    """
    letters = sum(len(each.text) for item in document.sections for each in item.paragraphs)
    rows = sum(each.row for item in document.sections for each in item.paragraphs)
    lines = wrapped(head, width, "", "  ")
    size = f"{count(letters, 'character')} of text, {count(rows, 'table row')}."
    same = (
        f" {count(linked, 'section')} with the same number as a rule, chart or calculator of the game."
        if linked
        else ""
    )
    lines += wrapped(f"{size}{same}", width)
    heads = [_preview_line(document, place) for place in range(min(PREVIEWED, len(document.sections)))]
    more = len(document.sections) - len(heads)
    heads += [f"and {count(more, 'more section')}"] if more else []
    lines += section("Sections:", heads, width)
    return lines + doubt_lines(document, width)


def _preview_line(document: ImportedDocument, place: int) -> str:
    """Return a section with its pages, and with its id if another section has the same printed number."""
    item = document.sections[place]
    misleads = item.number and document.place_of(item.number) != place
    return "  ".join(
        filter(None, (section_title(item), item.pages, document.section_id(place) if misleads else ""))
    )


def doubt_lines(document: ImportedDocument, width: int) -> list[str]:
    """Return the doubtful places of a document."""
    doubts = [
        f"page {each.page}: {each.says}" if each.page else each.says for each in document.doubts[:_DOUBTS]
    ]
    more = len(document.doubts) - len(doubts)
    doubts += [f"and {more:,} more"] if more else []
    return section("Doubtful places (compare these with the document):", doubts, width)


def section_lines(document: ImportedDocument, place: int, links: SectionLinks, width: int) -> list[str]:
    """Return an imported section, followed by the records of the game that share its number."""
    item = document.sections[place]
    source = ", ".join(filter(None, (f"YOURS: {document.name}", item.pages)))
    lines = [*wrapped(section_title(item), width), *wrapped(source, width), ""]
    for is_table, paragraphs in groupby(item.paragraphs, lambda paragraph: paragraph.row):
        if is_table:
            rows = [[shown(cell) for cell in row.cells] for row in paragraphs]
            lines += [f"  {line}" for line in aligned(rows, width - 2)]
        else:
            lines += listed((paragraph.text for paragraph in paragraphs), width)
    below = _below(document, place)
    lines += ["", *section("Subsections:", below, width)] if below else []
    texts = (
        *((f"Also numbered {item.number}: {', '.join(links.entries)}",) if links.entries else ()),
        *((f"Calculators: {', '.join(links.procedures)}",) if links.procedures else ()),
        *((f"Phases: {', '.join(links.phases)}",) if links.phases else ()),
    )
    return lines + (["", *listed(texts, width, "", "  ")] if texts else [])


def _below(document: ImportedDocument, place: int) -> list[str]:
    """Return the sections one level below a section."""
    item, ids, lines = document.sections[place], document.section_ids(), []
    for number, other in enumerate(document.sections[place + 1 :], place + 1):
        if other.level <= item.level:
            break
        if other.level == item.level + 1:
            lines.append(f"{ids[number]}  {section_title(other)}")
    return lines


def section_json(document: ImportedDocument, place: int, links: SectionLinks) -> dict[str, Any]:
    """Return a section as `companion show ID --json` prints it."""
    item = document.sections[place]
    return {
        "id": document.section_id(place),
        "kind": "import",
        "game": document.game,
        "document": document.name,
        "file": document.file,
        "number": item.number,
        "title": item.title,
        "page": item.page or None,
        "last_page": item.last_page or None,
        "paragraphs": [
            {"text": each.text, "page": each.page or None, "row": each.row} for each in item.paragraphs
        ],
        "entries": list(links.entries),
        "calculators": list(links.procedures),
        "phases": list(links.phases),
    }


def document_json(document: ImportedDocument) -> dict[str, Any]:
    """Return a document as `companion import --json` prints it, without its text."""
    return {
        "name": document.name,
        "game": document.game,
        "file": document.file,
        "kind": document.kind,
        "pages": document.pages or None,
        "sections": [
            {
                "id": name,
                "number": each.number,
                "title": each.title,
                "page": each.page or None,
            }
            for name, each in zip(document.section_ids(), document.sections, strict=True)
        ],
        "doubts": [{"page": each.page or None, "says": each.says} for each in document.doubts],
    }


def same_number_lines(found: Sequence[tuple[ImportedDocument, int]], width: int) -> list[str]:
    """Return the imported sections that share the number of a rule."""
    texts: Iterable[str] = (
        f"Your own text: {document.section_id(place)}  {section_title(document.sections[place])}"
        + (f" ({document.sections[place].pages})" if document.pages else "")
        for document, place in found
    )
    return listed(texts, width, "", "  ")
