"""Loading a finder with or without imported documents, and what is reported meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.importing.storage import save
from companion.load.content import content_of
from companion.load.places import Places
from companion.model.imported import ImportedDocument, ImportedSection
from companion.search.finder import Finder
from companion.search.imports import FinderWithImports
from companion.search.loading import load_finder


@pytest.fixture
def empty(tmp_path: Path) -> Places:
    """Folders without any game."""
    return Places((tmp_path / "a", tmp_path / "b"), tmp_path / "cache", tmp_path / "data")


def test_imported_documents_are_searched_if_wanted(empty: Places) -> None:
    """If there are any."""
    assert type(load_finder(empty)) is Finder
    section = ImportedSection("1", "Zouaves", 1, 0, 0)
    save(empty.data, ImportedDocument("book", "red", "/book.txt", "text", 0, (section,)))
    assert type(load_finder(empty, imports=False)) is Finder
    found = load_finder(empty)
    assert isinstance(found, FinderWithImports)
    assert [result.id for result in found.find("zouaves").results] == ["import/book/1"]


def test_building_an_index_is_reported_once(empty: Places) -> None:
    """The next time the index is opened."""
    reports: list[str] = []
    load_finder(empty, reports.append)
    assert reports[-1] == "Building the search index"
    reports.clear()
    load_finder(empty, reports.append)
    assert reports == []


def test_the_index_of_the_given_content_is_opened(empty: Places) -> None:
    """If the content is not given, it is computed."""
    content = content_of(empty)
    load_finder(empty, content=content)
    assert (empty.cache / f"index-{content.whole}").is_dir()
    reports: list[str] = []
    load_finder(empty, reports.append)
    load_finder(empty, reports.append, content)
    assert reports == []
