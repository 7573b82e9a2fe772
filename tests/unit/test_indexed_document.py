"""The tokens of an indexed document, compared with a manual count."""

from __future__ import annotations

from companion.search.documents import Document
from companion.search.indexed_document import IndexedDocument, pack


def test_tokens_are_found_in_their_parts() -> None:
    """Title, then phrases that ask for it, lines, enclosing titles; a repeated word counts twice."""
    document = Document(
        id="toy:1",
        game="toy",
        kind="entry",
        section="1",
        title="Fire fire",
        above="Combat",
        authority="rule",
        source="Toy",
        numbers=("1",),
        lines=("A gun gun shot.", "", "No gun shot twice."),
        asked=("gun in combat",),
    )
    row = IndexedDocument(pack(document))
    assert (row.first_line, row.above_place) == (2, 4)
    assert list(row.places("gun")) == [1, 2, 2, 3]
    assert list(row.places("combat")) == [1, 4]
    assert list(row.places("un")) == []
    assert (row.frequency("gun"), row.frequency("fire"), row.frequency("cavalry")) == (4, 4, 0)
    assert row.length == 14
    assert row.heads().count("fire") == 2
    assert len(row.line_tokens) == len(row.lines) == 2
    assert row.part(4) == ["combat"]
