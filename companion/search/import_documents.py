"""The documents that are indexed for imported sections: one for each section, or several for a long one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.model.imported import ImportedDocument, ImportedSection, Paragraph
from companion.search.documents import Document
from companion.search.index import Index, Row, index_of
from companion.search.lexicon import Lexicon
from companion.search.lexicon_builder import counted

KIND = "import"
"""Kind of the results that are sections of imported documents."""
_MARK = "kind/yours"
_PARAGRAPHS = 25
"""Most paragraphs of a section in one document of the index: whole chapters would rank badly and slowly."""


def build_imports(documents: Sequence[ImportedDocument], folder: Path, content: str) -> Index:
    """Build the index of imported documents, stored in `folder` under `content`."""
    rows = [Row(part.id, part) for document in documents for part in section_documents(document)]
    words, stems, size, length = counted(row.indexed for row in rows)
    data = {"words": dict(words), "stems": dict(stems), "size": size, "length": length, "games": {}}
    return index_of(rows, Lexicon(data), folder, content, {}, {})


def section_documents(document: ImportedDocument) -> Iterator[Document]:
    """Yield the documents that are indexed for each section."""
    above: list[tuple[int, str, str]] = []  # level, title and id of the sections above
    for name, section in zip(document.section_ids(), document.sections, strict=True):
        above = [parent for parent in above if parent[0] < section.level]
        whole = Document(
            id=name,
            game=document.game,
            kind=KIND,
            section=section.number,
            numbers=(section.number,) if section.number else (),
            title=_title(section),
            above=" ".join(title for _, title, _ in above),
            lines=tuple(map(_line, section.paragraphs)),
            asked=(),
            authority="your document",
            source=", ".join(filter(None, (document.name, section.pages))),
            parent=above[-1][2] if above else "",
            marks=(_MARK,),
        )
        for first in range(0, max(len(whole.lines), 1), _PARAGRAPHS):
            yield whole._replace(lines=whole.lines[first : first + _PARAGRAPHS])
        above.append((section.level, section.title, name))


def _line(paragraph: Paragraph) -> str:
    """Return a paragraph, or a row of a table as in `Veterans: 4; 5`."""
    if not paragraph.row:
        return paragraph.text
    head, *rest = paragraph.cells
    return ": ".join(filter(None, (head, "; ".join(rest))))


def _title(section: ImportedSection) -> str:
    """Return the title; it includes a number that is not a rule number, such as III.B, so that search finds it."""
    return section.title if section.number[:1].isdigit() else f"{section.number} {section.title}".strip()
