"""Imported sections beside the records of a game: links in both directions, and what a guest may read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.errors import NotFound, Refused
from companion.importing.storage import save
from companion.load.imports import find_import
from companion.load.library import load_library
from companion.load.settings import FILE
from companion.model import Chart, Entry
from companion.model.imported import ImportedDocument, ImportedSection, Paragraph
from companion.play.opening import open_session
from companion.workspace.context import AppContext
from companion.workspace.imported import (
    every_import,
    keep_and_index,
    linked_sections,
    preview,
    read,
    remove_and_index,
)
from companion.workspace.imported_sections import (
    imported_lines,
    own_sections,
    own_text_of,
    section_at,
    with_own_text,
)
from companion.workspace.references import Reference
from tests.unit.test_loading_faults import FILES, SEQUENCE, SHORT, places_of, write

SEE = [Reference("xx:volleys", "See also", "Volleys")]


@pytest.fixture
def game(tmp_path: Path) -> Iterator[AppContext]:
    """A small game: rules 1.0 and 1.1, a chart and three calculators of 1.1, a phase that cites it."""
    places = places_of(tmp_path)._replace(config=tmp_path / "config")
    cited = SEQUENCE.replace("title: Fire Phase\n", 'title: Fire Phase\n    cite: "1.1"\n')
    write(places.bases[0], {**FILES, SHORT["sequence"]: cited})
    library = load_library(places)
    assert library.faults == ()
    session = open_session(places.data, library)
    session.open_game("xx")
    yield AppContext(places, library, session)
    session.close()


@pytest.fixture
def book(game: AppContext, tmp_path: Path) -> ImportedDocument:
    """An imported document of the game, whose file exists."""
    file = tmp_path / "book.pdf"
    file.touch()
    sections = (
        ImportedSection("1", "Firing", 1, 0, 0, (Paragraph("All of it."),)),
        ImportedSection("1.1", "Fire", 2, 7, 8, (Paragraph("Roll well.", 7),)),
        ImportedSection("", "Index", 1, 9, 9),
    )
    document = ImportedDocument("book", "xx", str(file), "PDF", 9, sections)
    save(game.places.data, document)
    save(game.places.data, replace(document, name="copy"))
    save(game.places.data, replace(document, name="other", game="yy"))
    return document


def guest(context: AppContext, allowed: str = "no") -> AppContext:
    """Make the player a guest, who may or may not read the imported documents."""
    write(context.places.config, {FILE: f"guests_read_imports: {allowed}\n"})
    context.guest = True
    return context


@pytest.mark.parametrize(
    ("record", "place"), [("import/book/1", 0), ("import/book/1.1", 1), ("import/book/3", 2)]
)
def test_a_section_is_found_by_its_number_or_position(
    game: AppContext, book: ImportedDocument, record: str, place: int
) -> None:
    """With its document."""
    assert section_at(game, record) == (book, place)


@pytest.mark.parametrize("record", ["xx:1.1", "import/book/9", "import/none/1", "import/", "book/1", ""])
def test_other_records_are_no_sections(game: AppContext, book: ImportedDocument, record: str) -> None:
    """Nor are sections that do not exist."""
    assert section_at(game, record) is None


def test_a_guest_reads_sections_only_if_the_settings_allow_it(
    game: AppContext, book: ImportedDocument
) -> None:
    """The file is never opened on the machine of the host."""
    rule = game.library.first("xx:1.1")
    assert isinstance(rule, Entry)
    guest(game)
    assert section_at(game, "import/book/1.1") is None
    assert own_sections(game, rule) == []
    assert with_own_text(game, "xx:1.1", SEE) == SEE
    assert own_text_of(game, "xx:1.1") == own_text_of(game, "import/book/1.1") == ""
    guest(game, "yes")
    assert section_at(game, "import/book/1.1") == (book, 1)
    assert own_sections(game, rule)[0] == (book, 1)
    assert own_text_of(game, "xx:1.1") == "import/book/2"
    assert own_text_of(game, "import/book/1.1") == ""


def test_sections_of_the_same_game_and_number_belong_to_a_record(
    game: AppContext, book: ImportedDocument
) -> None:
    """A rule has its numbers, a chart its citation; without a number none belongs to it."""
    rule, chart = game.library.first("xx:1.1"), game.library.first("xx:table")
    unnumbered = game.library.first("xx:volleys")
    assert isinstance(rule, Entry) and isinstance(chart, Chart) and isinstance(unnumbered, Entry)
    both = [(book, 1), (replace(book, name="copy"), 1)]
    assert own_sections(game, rule) == own_sections(game, chart) == both
    assert own_sections(game, unnumbered) == []


def test_the_text_of_a_section_ends_with_the_phases_of_its_number(
    game: AppContext, book: ImportedDocument
) -> None:
    """Rules and calculators are among its references instead."""
    assert imported_lines(game, (book, 1), 60) == [
        "1.1 Fire",
        "YOURS: book, pages 7-8",
        "",
        "Roll well.",
        "",
        "Phases: Fire Phase",
    ]
    assert imported_lines(game, (book, 2), 60) == ["Index", "YOURS: book, page 9", ""]


@pytest.mark.parametrize("record", ["xx:1.1", "xx:table"])
def test_references_of_a_record_begin_with_the_sections_of_its_number(
    game: AppContext, book: ImportedDocument, record: str
) -> None:
    """Each has the title of the section and the name of its document."""
    assert with_own_text(game, record, SEE) == [
        Reference("import/book/2", "Your own text", "Fire", "book"),
        Reference("import/copy/2", "Your own text", "Fire", "copy"),
        *SEE,
    ]


@pytest.mark.parametrize("record", ["xx:1.0", "xx:fire", "xx/strength-point", "nothing"])
def test_references_of_other_records_stay_as_they_are(
    game: AppContext, book: ImportedDocument, record: str
) -> None:
    """Rules without an imported section, calculators, terms, and ids of nothing."""
    assert with_own_text(game, record, SEE) == SEE
    assert own_text_of(game, record) == ""


def test_references_of_a_section_are_the_records_of_its_number(
    game: AppContext, book: ImportedDocument
) -> None:
    """Rules and charts come before calculators."""
    assert with_own_text(game, "import/book/1.1", SEE) == [
        Reference("xx:1.1", "Rules", "Fire", "1.1"),
        Reference("xx:table", "Rules", "Table", "1.1"),
        Reference("xx:both", "Calculators", "Both", "1.1"),
        Reference("xx:check", "Calculators", "Check", "1.1"),
        Reference("xx:fire", "Calculators", "Fire", "1.1"),
    ]
    assert with_own_text(game, "import/book/3", SEE) == []
    assert with_own_text(game, "import/other/1.1", SEE) == []


def test_the_own_text_of_a_rule_is_its_first_section_and_that_of_a_section_its_page(
    game: AppContext, book: ImportedDocument
) -> None:
    """Without pages the file opens at its beginning; a file that is gone is not opened."""
    file = Path(book.file)
    assert own_text_of(game, "xx:1.1") == own_text_of(game, "xx:table") == "import/book/2"
    assert own_text_of(game, "import/book/1.1") == f"{file.as_uri()}#page=7"
    assert own_text_of(game, "import/book/1") == file.as_uri()
    file.unlink()
    assert own_text_of(game, "import/book/1.1") == ""


def test_sections_are_linked_by_any_record_of_their_number(game: AppContext, book: ImportedDocument) -> None:
    """A section counts once, however many records have its number; one without a number does not."""
    assert linked_sections(book, game.library) == 1
    ten = replace(book.sections[0], number="1.0")
    assert linked_sections(replace(book, sections=(*book.sections, ten)), game.library) == 2
    assert linked_sections(replace(book, sections=book.sections[2:]), game.library) == 0


def test_the_summary_counts_the_linked_sections(game: AppContext, book: ImportedDocument) -> None:
    """A document that replaces none has no line about that."""
    new = replace(book, name="new", file="/x.pdf", sections=book.sections[1:])
    lines = preview(game.places.data, new, game.library, 200)
    assert lines[:2] == [
        "new (xx, PDF): 9 pages, 2 sections (1 with a number), /x.pdf",
        "10 characters of text, 0 table rows. "
        "1 section with the same number as a rule, chart or calculator of the game.",
    ]
    assert "This replaces" not in lines[-1]
    assert preview(game.places.data, replace(new, name="copy"), game.library, 200)[-2:] == [
        "",
        "This replaces the imported document copy.",
    ]


def test_documents_are_saved_listed_and_removed(tmp_path: Path, book: ImportedDocument) -> None:
    """They are listed by name; a damaged file is refused."""
    data = tmp_path / "saved"
    assert every_import(data) == []
    for name in ("b", "a"):
        keep_and_index(data, replace(book, name=name))
    assert [each.name for each in every_import(data)] == ["a", "b"]
    assert remove_and_index(data, "a") == replace(book, name="a")
    assert every_import(data) == [find_import(data, "b")] == [replace(book, name="b")]
    (data / "imports" / "b.json").write_text("{")
    with pytest.raises(Refused, match=r"b\.json cannot be read: "):
        every_import(data)


def test_a_file_for_an_unknown_game_is_not_read(game: AppContext, tmp_path: Path) -> None:
    """The game is refused first; a name without letters next, whether typed or that of the file."""
    none = tmp_path / "none.md"
    with pytest.raises(NotFound, match="unknown game yy"):
        read(none, "yy", "", game.library, lambda done, of: None)
    for path, name in ((none, "!"), (tmp_path / "!.md", "")):
        with pytest.raises(Refused) as error:
            read(path, "xx", name, game.library, lambda done, of: None)
        assert str(error.value) == (
            "the name of the document must contain letters or digits; use --name NAME"
        )
