"""The index of imported documents, and what it finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import Refused
from companion.importing.storage import remove, save
from companion.load.import_files import imports_stamp
from companion.model.imported import ImportedDocument, ImportedSection, Paragraph
from companion.search.finder import Finder
from companion.search.import_documents import build_imports, section_documents
from companion.search.imports import (
    FinderWithImports,
    ImportLexicon,
    build_imports_index,
    with_current_imports,
    with_imports,
)
from companion.search.question_cases import finder_of
from tests.red_and_blue import GAMES, ids
from tests.small_search import game_of, lexicon_of


def section(number: str, title: str, level: int = 1, *texts: str, page: int = 0) -> ImportedSection:
    """A section with these paragraphs."""
    return ImportedSection(number, title, level, page, page, tuple(map(Paragraph, texts)))


def imported(*sections: ImportedSection, name: str = "book", game: str = "red") -> ImportedDocument:
    """A document of these sections."""
    return ImportedDocument(name, game, "/book.pdf", "PDF", 9, sections)


def test_a_section_is_indexed_with_the_titles_above_it() -> None:
    """A section is indexed with the titles above it; its parent is the nearest section of a higher level."""
    book = imported(
        section("1", "Combat", 1, "Fight."),
        section("1.1", "Fire", 2, "Shoot.", "Hit.", page=3),
        section("III.B", "Range", 3),
        section("1.2", "Shock", 2),
        section("", "Morale", 1),
    )
    found = list(section_documents(book))
    assert [each.title for each in found] == ["Combat", "Fire", "III.B Range", "Shock", "Morale"]
    assert [each.above for each in found] == ["", "Combat", "Combat Fire", "Combat", ""]
    assert [each.parent for each in found] == ["", found[0].id, found[1].id, found[0].id, ""]
    assert [each.numbers for each in found] == [("1",), ("1.1",), ("III.B",), ("1.2",), ()]
    fire = found[1]
    assert (fire.game, fire.kind, fire.section, fire.marks) == ("red", "import", "1.1", ("kind/yours",))
    assert (fire.lines, fire.authority) == (("Shoot.", "Hit."), "your document")
    assert [found[0].source, fire.source] == ["book", "book, page 3"]
    assert fire.id == book.section_ids()[1]


@pytest.mark.parametrize(
    ("row", "line"),
    [("Veterans | 4 | 5", "Veterans: 4; 5"), ("Veterans", "Veterans"), (" | 4", "4"), ("a | ", "a")],
)
def test_a_row_of_a_table_is_a_line(row: str, line: str) -> None:
    """A row of a table is a line, whose first cell names the others."""
    table = ImportedSection("1", "Table", 1, 0, 0, (Paragraph(row, row=True),))
    assert next(section_documents(imported(table))).lines == (line,)


@pytest.mark.parametrize(
    ("count", "parts"), [(0, [0]), (1, [1]), (25, [25]), (26, [25, 1]), (51, [25, 25, 1])]
)
def test_a_long_section_has_several_parts(count: int, parts: list[int]) -> None:
    """A long section has several parts of 25 paragraphs each, with the same id."""
    found = list(
        section_documents(imported(section("1", "Long", 1, *[f"Line {place}." for place in range(count)])))
    )
    assert [len(each.lines) for each in found] == parts
    assert len({each.id for each in found}) == 1
    assert [line for each in found for line in each.lines] == [f"Line {place}." for place in range(count)]


def test_words_of_our_own_records_are_not_corrected() -> None:
    """A word that no imported document has weighs as much as in our own records."""
    main = lexicon_of({"gun": 2, "map": 1}, red=game_of("Red Coats", "red"))
    lexicon = ImportLexicon(lexicon_of({"gun": 1, "fort": 3}, size=4).data, main)
    assert lexicon.words == {"gun": 1, "map": 0, "fort": 3}
    assert lexicon.imported_words == {"gun": 1, "fort": 3}
    assert lexicon.names == {"red": "Red Coats"}
    assert lexicon.idf("map") == main.idf("map") > 0
    assert lexicon.idf("gun") == lexicon_of({"gun": 1}, size=4).idf("gun") != main.idf("gun")
    assert lexicon.idf("flag") == 0.0


ZOUAVES = imported(
    section("3.5", "Zouaves", 1, "Zouaves never halt."), section("3.6", "Turcos", 1, "They halt.")
)


def test_the_index_of_documents_has_their_words(tmp_path: Path) -> None:
    """The index of imported documents has their words, and counts each section as a document."""
    index = build_imports([ZOUAVES, imported(section("1", "Turcos"), name="other")], tmp_path, "c")
    assert index.lexicon.words["turcos"] == index.postings.size - 1 == index.lexicon.size - 1 == 2
    assert index.lexicon.mean_length == pytest.approx((2 + 3 + 2 + 1 + 2) / 3)
    assert (tmp_path / "index-c").is_dir()


@pytest.fixture
def finder() -> Finder:
    """A finder over two small games."""
    return finder_of(GAMES)


def test_imported_sections_are_found(finder: Finder, tmp_path: Path) -> None:
    """Up to five next to our own records, or as many as requested if there are none."""
    halts = [section(str(number), f"Grapeshot {number}", 1, "Zouaves on balloons.") for number in range(1, 9)]
    save(tmp_path, imported(*halts))
    before = imports_stamp(tmp_path)
    found = with_imports(finder, tmp_path)
    assert isinstance(found, FinderWithImports)
    assert found.imports_stamp == before != (0, 0)
    assert len([name for name in ids(found.find("grapeshot", "red")) if name.startswith("import/")]) == 5
    assert len(found.find("grapeshot", "red", 3).results) == 3
    assert len(found.find("zouaves", "red").results) == 8
    assert len(found.find("zouaves", "red", 7).results) == 7
    balloons = found.find("balloons", "red")
    assert [name.startswith("import/") for name in ids(balloons)] == [True] * 8 + [False] * balloons.others
    assert balloons.others == 1
    assert found.find("zo", "red").results == () != found.find("zo", "red", typing=True).results
    assert found.find("zouavez", "red", exact=True).results == () != found.find("zouavez", "red").results
    assert found.find("4", "red").results[0].id == "red:4"
    assert {each.game for each in found.find("zouaves", "blue").results} == {"red"}


def test_reading_ahead_reads_both_indexes(finder: Finder, tmp_path: Path) -> None:
    """Every document of our own records, and of the imported ones."""
    save(tmp_path, ZOUAVES)
    found = with_imports(finder, tmp_path)
    assert isinstance(found, FinderWithImports)
    found.warm()
    for postings in (found.postings, found.imports.postings):
        assert postings.document.cache_info().currsize == postings.size > 0


def test_without_documents_the_finder_is_the_same(finder: Finder, tmp_path: Path) -> None:
    """Without imported documents the finder stays the same, whether the folder is missing or empty."""
    assert with_imports(finder, tmp_path) is finder
    (tmp_path / "imports").mkdir()
    assert with_imports(finder, tmp_path) is finder
    assert finder.imports_stamp == imports_stamp(tmp_path)


def test_without_building_only_a_finished_index_is_searched(finder: Finder, tmp_path: Path) -> None:
    """Without building, a finder ignores imported documents until their index is complete."""
    save(tmp_path, ZOUAVES)
    assert with_imports(finder, tmp_path, build=False) is finder
    assert with_current_imports(finder, tmp_path) is finder
    build_imports_index(tmp_path)
    assert ids(with_imports(finder, tmp_path, build=False).find("zouaves")) == ["import/book/1"]
    assert ids(with_current_imports(finder, tmp_path).find("zouaves")) == ["import/book/1"]


def test_removed_documents_are_no_longer_searched(finder: Finder, tmp_path: Path) -> None:
    """The finder has only our own records."""
    save(tmp_path, ZOUAVES)
    found = with_imports(finder, tmp_path)
    remove(tmp_path, "book")
    without = with_current_imports(found, tmp_path)
    assert type(without) is Finder and without.index is finder.index
    assert without.imports_stamp == imports_stamp(tmp_path)


def test_a_damaged_document_is_not_searched(finder: Finder, tmp_path: Path) -> None:
    """A damaged document is not searched, and building the index refuses it."""
    save(tmp_path, ZOUAVES)
    (tmp_path / "imports" / "bad.json").write_text("{")
    assert with_imports(finder, tmp_path) is finder
    with pytest.raises(Refused):
        build_imports_index(tmp_path)


def test_the_index_of_changed_documents_replaces_the_old_one(tmp_path: Path) -> None:
    """An unchanged one is not built again; without documents, the folder goes."""
    save(tmp_path, ZOUAVES)
    build_imports_index(tmp_path)
    (first,) = (tmp_path / "imports").glob("index-*")
    known = (first / "manifest.json").stat().st_ino
    build_imports_index(tmp_path)
    assert (first / "manifest.json").stat().st_ino == known
    save(tmp_path, imported(section("1", "Turcos"), name="other"))
    build_imports_index(tmp_path)
    (second,) = (tmp_path / "imports").glob("index-*")
    assert second != first
    remove(tmp_path, "other")
    remove(tmp_path, "book")
    build_imports_index(tmp_path)
    assert not (tmp_path / "imports").exists()


def test_a_folder_with_other_files_stays(tmp_path: Path) -> None:
    """A folder with other files stays; only an empty folder is removed."""
    (tmp_path / "imports").mkdir()
    (tmp_path / "imports" / "mine.txt").write_text("x")
    build_imports_index(tmp_path)
    assert [path.name for path in (tmp_path / "imports").iterdir()] == ["mine.txt"]
