"""The files of an index: written, verified, renewed and removed."""

from __future__ import annotations

import json
import os
from pathlib import Path

import msgspec
import pytest

from companion.load.content import code_hash
from companion.model import Entry
from companion.search import index
from companion.search.index import (
    MemoryStorage,
    Row,
    build_index,
    create_segments,
    open_index,
)
from companion.search.index_folders import age, digest, is_trusted, newest_first
from companion.search.postings import Postings, document_numbers
from tests.red_and_blue import entry
from tests.small_index import HASHES, RULES, aged, found, library

# written and opened


def test_an_index_is_opened_for_the_same_content(tmp_path: Path) -> None:
    """Its folder has the name of the content; nothing unfinished remains."""
    built = build_index(library(*RULES), tmp_path / "a" / "b")
    assert [path.name for path in (tmp_path / "a" / "b").iterdir()] == ["index-c1"]
    assert found(built, "drum") == found(open_index(tmp_path / "a" / "b", "c1"), "drum") == ["blue:2"]
    assert open_index(tmp_path / "a" / "b", "c2") is None


def test_the_manifest_lists_files_units_and_games(tmp_path: Path) -> None:
    """The manifest lists files with their digests, units and games, but neither itself nor locks."""
    build_index(library(*RULES), tmp_path, HASHES)
    folder = tmp_path / "index-c1"
    manifest = json.loads((folder / "manifest.json").read_text())
    names = {path.name for path in folder.iterdir() if not path.name.endswith("LOCK")} - {"manifest.json"}
    assert manifest["files"] == {name: digest(folder / name) for name in names}
    assert list(manifest["units"]) == ["blue/entry/blue:1", "blue/entry/blue:2", "blue/entry/blue:3"]
    assert manifest["games"] == {slug: list(hashes) for slug, hashes in HASHES.items()}
    assert manifest["form"].startswith(code_hash().hex())
    assert "lexicon.json" in names and not any("lock" in name.lower() for name in manifest["files"])


@pytest.mark.parametrize(
    "change", [{"form": "other"}, {"files": {}}, {"files": {"absent": "x"}}, {"files": 3}]
)
def test_an_index_with_another_manifest_is_not_opened(change: dict[str, object], tmp_path: Path) -> None:
    """An index is not opened if its manifest is for other code, lists no files, or lists a missing file."""
    build_index(library(*RULES), tmp_path)
    path = tmp_path / "index-c1" / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    assert open_index(tmp_path, "c1") is None


def test_an_index_with_a_changed_file_is_not_opened(tmp_path: Path) -> None:
    """An index with a changed file is not opened; every file is checked."""
    build_index(library(*RULES), tmp_path)
    for name in json.loads((tmp_path / "index-c1" / "manifest.json").read_text())["files"]:
        path = tmp_path / "index-c1" / name
        whole = path.read_bytes()
        path.write_bytes(whole + b"x")
        assert open_index(tmp_path, "c1") is None
        path.write_bytes(whole)
    assert open_index(tmp_path, "c1") is not None


def test_without_a_folder_the_index_is_in_memory(tmp_path: Path) -> None:
    """If a file is in place of the folder, the index is in memory."""
    (tmp_path / "file").write_text("")
    assert found(build_index(library(*RULES), tmp_path / "file"), "drum") == ["blue:2"]


def test_an_index_in_memory_has_its_temporary_files_there() -> None:
    """An index in memory also has its temporary files in memory, not in a shared folder."""
    assert type(MemoryStorage().temp_storage("x")).__name__ == "RamStorage"


# documents and segments


def rows(*entries: Entry) -> list[Row]:
    """The rows of rules."""
    from companion.search.documents import units

    return [Row(unit.key, unit.document()) for unit in units(library(*entries))]


def test_documents_are_divided_into_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents are divided into segments; each is found by its terms, and keeps its place."""
    monkeypatch.setattr(index, "_SEGMENT", 4)
    rules = [
        entry("blue", str(number), f"Rule {number}", "Drum." if number % 3 else "Fife.")
        for number in range(1, 20)
    ]
    postings = Postings(create_segments(MemoryStorage(), rows(*rules)).reader())
    assert (postings.size, len(postings.reader.leaf_readers())) == (19, 5)
    assert [postings.document(number).section for number in range(19)] == [
        str(number) for number in range(1, 20)
    ]
    fifes = postings.documents_with("text", "fife")
    assert [number + 1 for number in document_numbers(fifes, 99)] == [3, 6, 9, 12, 15, 18]
    assert postings.documents_with("title", "fife") == postings.documents_with("text", "x") == 0


def test_an_empty_index_has_no_documents() -> None:
    """An empty index can be read, and has no documents and no terms."""
    postings = Postings(create_segments(MemoryStorage(), []).reader())
    assert (postings.size, postings.documents_with("text", "fife"), postings.terms("number", "")) == (
        0,
        0,
        [],
    )


def test_numbers_are_indexed_with_and_without_their_step() -> None:
    """In lower case; numbers of another form are not indexed."""
    rule = msgspec.structs.replace(entry("blue", "1", "Drum"), numbers=("15.2E 4", "4.2", "7", "III.B", ""))
    postings = Postings(create_segments(MemoryStorage(), rows(rule)).reader())
    assert postings.terms("number", "") == ["15.2e", "15.2e_4", "4.2", "7"]
    assert postings.terms("number", "15") == ["15.2e", "15.2e_4"]


def test_fields_of_a_document() -> None:
    """Titles and phrases are heads; unit, game and marks are searched as they are."""
    rule = entry("blue", "1", "Drum", "Fife.", asked=("flag",))
    postings = Postings(create_segments(MemoryStorage(), rows(rule)).reader())
    fields = ("text", "head", "title")
    for word, found_in in (("drum", (1, 1, 1)), ("flag", (1, 1, 0)), ("fife", (1, 0, 0))):
        assert tuple(postings.documents_with(field, word) for field in fields) == found_in
    for field, value in (("unit", "blue/entry/blue:1"), ("game", "blue"), ("marks", "kind/rule")):
        assert postings.documents_with(field, value) == 1


# old folders


def test_an_index_of_another_process_is_kept(tmp_path: Path) -> None:
    """An index that another process has written is kept; a damaged one is replaced."""
    build_index(library(*RULES), tmp_path)
    folder = tmp_path / "index-c1"
    known = folder.stat().st_ino
    build_index(library(*RULES), tmp_path)
    assert folder.stat().st_ino == known
    (folder / "manifest.json").write_text("{}")
    build_index(library(*RULES), tmp_path)
    assert open_index(tmp_path, "c1") is not None
    assert [path.name for path in tmp_path.iterdir()] == ["index-c1"]


def test_an_index_that_cannot_get_its_name_is_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An index that cannot get its name is in memory, and nothing unfinished remains."""

    def rename(work: Path, target: Path) -> None:
        raise OSError("not empty")

    monkeypatch.setattr(Path, "rename", rename)
    assert found(build_index(library(*RULES), tmp_path), "drum") == ["blue:2"]
    assert list(tmp_path.iterdir()) == []


def test_the_three_newest_indexes_are_kept(tmp_path: Path) -> None:
    """The new one is one of them, even if another is newer; unfinished ones go after an hour."""
    for name, seconds in (("a", 40), ("b", -9), ("c", 10), ("new-x", 3590), ("new-y", 3610)):
        aged(tmp_path / f"index-{name}", seconds)
    build_index(library(*RULES), tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"index-b", "index-c", "index-c1", "index-new-x"}


def test_folders_are_sorted_by_their_last_change(tmp_path: Path) -> None:
    """Folders are sorted by their last change, newest first and missing folders last."""
    old, new = aged(tmp_path / "old", 90), aged(tmp_path / "new", 30)
    missing = tmp_path / "missing"
    assert newest_first([missing, old, new]) == [new, old, missing]
    assert age(old) == pytest.approx(90, abs=20)
    assert age(missing) == float("inf")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.parametrize(
    ("mode", "trusted"),
    [(0o700, True), (0o755, True), (0o720, False), (0o702, False), (0o770, False), (0o777, False)],
)
def test_a_folder_that_others_can_write_is_not_trusted(mode: int, trusted: bool, tmp_path: Path) -> None:
    """A folder is trusted only if nobody but the user can write to it."""
    folder = tmp_path / "folder"
    folder.mkdir()
    folder.chmod(mode)
    assert is_trusted(folder) is trusted


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_an_index_that_others_could_have_written_is_not_opened(tmp_path: Path) -> None:
    """An index that others could have written is not opened, and replaced by a new one."""
    build_index(library(*RULES), tmp_path)
    (tmp_path / "index-c1").chmod(0o777)
    assert open_index(tmp_path, "c1") is None
    build_index(library(*RULES), tmp_path)
    assert open_index(tmp_path, "c1") is not None


def test_only_a_folder_is_trusted(tmp_path: Path) -> None:
    """Only a folder is trusted, not a file or a link; a missing folder is an error."""
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to(tmp_path)
    assert is_trusted(tmp_path / "file") is False
    assert is_trusted(tmp_path / "link") is False
    with pytest.raises(FileNotFoundError):
        is_trusted(tmp_path / "missing")


def test_the_folders_of_the_package_are_trusted() -> None:
    """The package's own folders are trusted: whoever can write to them can change the code anyway."""
    assert is_trusted(Path(index.__file__).parent / "index-of-a-wheel") is True
