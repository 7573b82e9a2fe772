"""The file of bookmarks, notes and permanent rulings: transactions, damage, full and read-only disks, formats."""

from __future__ import annotations

import random
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli.defaults import PLAYER_FILE
from companion.errors import CompanionError, Refused
from companion.play.annotations import Annotation, annotation, read_annotations, write_note
from companion.play.store import lock, player_file, player_salvage
from companion.play.store.errors import NotSaved
from companion.play.store.lock import file_lock
from companion.play.store.player_file import FILE, changing, permanent_rows, repair
from tests.newer import of_newer_version

pytestmark = pytest.mark.variants

DAY = "2026-11-20"


def fill(data: Path, notes: int = 40, rulings: int = 9) -> None:
    """Write notes, longer from one to the next, and rulings."""
    with changing(data) as file:
        for number in range(notes):
            file.set_annotation(f"lob:{number}", number % 3 == 0, f"see {number} " * number, DAY)
        ids = file.ruling_ids()
        for number in range(rulings):
            file.add_ruling(next(ids), "lob:closing-roll/Moving stack is Shaken", f"as ruled {number}", DAY)


def content(data: Path) -> set[tuple[object, ...]]:
    """Return all rows of the file."""
    return {*read_annotations(data), *permanent_rows(data)}


def copies(data: Path) -> list[Path]:
    """The damaged files that were kept."""
    return sorted(data.glob("player damaged *.db.bad*"))


def test_the_command_line_knows_the_name() -> None:
    """A look-up without the file does not import its module."""
    assert PLAYER_FILE == FILE


def test_nothing_stays_beside_the_file(tmp_path: Path) -> None:
    """Reading creates no file; after a change there is one file, and nothing beside it."""
    assert (content(tmp_path), repair(tmp_path)) == (set(), "")
    assert list(tmp_path.iterdir()) == []
    fill(tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == [FILE]


def test_a_change_is_made_completely_or_not_at_all(tmp_path: Path) -> None:
    """An exception in the middle of a change undoes it."""
    write_note(tmp_path, "lob:3.5", "before", DAY)
    with pytest.raises(Refused, match="the second"), changing(tmp_path) as file:
        file.set_annotation("lob:3.5", True, "after", DAY)
        raise Refused("the second step fails")
    assert read_annotations(tmp_path) == (Annotation("lob:3.5", False, "before", DAY),)


def test_ids_of_rulings_are_never_used_again(tmp_path: Path) -> None:
    """Ids of rulings are never used again, even if the last one is dropped; dropping it twice is allowed."""
    fill(tmp_path, 0, 3)
    with changing(tmp_path) as file:
        file.drop_ruling("house-3")
        file.drop_ruling("house-3")
        file.drop_ruling("table-1")
    assert [row[0] for row in permanent_rows(tmp_path)] == ["house-1", "house-2"]
    with changing(tmp_path) as file:
        file.add_ruling(next(file.ruling_ids()), "lob:3.5", "new", DAY)
    assert permanent_rows(tmp_path)[-1] == ("house-4", "lob:3.5", "new", DAY)


def test_a_file_that_was_never_written_is_empty(tmp_path: Path) -> None:
    """A process that ends before its first change is written leaves a file of no bytes."""
    (tmp_path / FILE).touch()
    assert content(tmp_path) == set()
    fill(tmp_path, 1, 1)
    assert len(content(tmp_path)) == 2
    assert copies(tmp_path) == []


class TestDamage:
    """Repairs of a damaged file, which recover all readable rows and keep the damaged file."""

    def test_a_lost_beginning_loses_nothing(self, tmp_path: Path) -> None:
        """The first page says only where the tables are, which is the same in every file."""
        fill(tmp_path)
        before, path = content(tmp_path), tmp_path / FILE
        raw = path.read_bytes()
        damaged = bytes(4096) + raw[4096:]
        path.write_bytes(damaged)
        told = repair(tmp_path)
        assert told.startswith("player.db was damaged (file is not a database) and has been repaired (")
        assert "(bookmarks and notes recovered: 40, rulings recovered: 9)" in told
        (copy,) = copies(tmp_path)
        assert told.endswith(f"the damaged file is kept as {copy.name}")
        assert copy.read_bytes() == damaged
        assert content(tmp_path) == before
        assert repair(tmp_path) == ""

    def test_a_lost_page_loses_only_its_rows(self, tmp_path: Path) -> None:
        """The rows of the other pages stay, with their numbers and in their order."""
        fill(tmp_path)
        path = tmp_path / FILE
        raw = bytearray(path.read_bytes())
        pages = len(raw) // 4096
        assert pages > 5
        raw[-4096:] = bytes(4096)
        path.write_bytes(raw)
        before = list(player_file._rows(tmp_path, "ruling"))
        assert "rulings recovered: 9)" in repair(tmp_path)
        abouts = [each.about for each in read_annotations(tmp_path)]
        assert 20 <= len(abouts) < 40
        assert abouts == sorted(abouts, key=lambda about: int(about.removeprefix("lob:")))
        assert player_file._rows(tmp_path, "ruling") == before
        with changing(tmp_path) as file:
            assert next(file.ruling_ids()) == "house-10"

    @pytest.mark.variants
    @pytest.mark.parametrize("raw", [b"{", b"\xff" * 9000, b"SQLite format 3\x00" + b"\x10" * 5000])
    def test_a_file_without_anything_readable(self, tmp_path: Path, raw: bytes) -> None:
        """A file without anything readable is kept, and replaced by a new one."""
        (tmp_path / FILE).write_bytes(raw)
        assert "(bookmarks and notes recovered: 0, rulings recovered: 0)" in repair(tmp_path)
        assert copies(tmp_path)[0].read_bytes() == raw
        fill(tmp_path, 1, 1)
        assert len(content(tmp_path)) == 2

    def test_a_file_of_another_program(self, tmp_path: Path) -> None:
        """A database of another program is reported as such, and kept unchanged."""
        with closing(sqlite3.connect(tmp_path / FILE)) as file, file:
            file.execute("CREATE TABLE annotation (id INTEGER PRIMARY KEY)")
        raw = (tmp_path / FILE).read_bytes()
        assert "it is not a file of bookmarks and rulings" in repair(tmp_path)
        assert copies(tmp_path)[0].read_bytes() == raw

    @pytest.mark.variants
    @pytest.mark.parametrize("seed", range(40))
    def test_damaged_bits(self, tmp_path: Path, seed: int) -> None:
        """A flipped bit loses at most the rows of a page; the repaired file can be read and written."""
        fill(tmp_path)
        before, chance, path = content(tmp_path), random.Random(seed), tmp_path / FILE
        raw = bytearray(path.read_bytes())
        raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
        path.write_bytes(raw)
        told = repair(tmp_path)
        assert len(before & content(tmp_path)) >= len(before) - 20
        assert len(copies(tmp_path)) == bool(told)
        write_note(tmp_path, "pub:1", "new", DAY)
        assert annotation(tmp_path, "pub:1").note == "new"

    @pytest.mark.parametrize("access", [read_annotations, lambda data: write_note(data, "lob:3.5", "x", DAY)])
    def test_a_damaged_name_of_a_table(self, tmp_path: Path, access: Callable[[Path], object]) -> None:
        """A damaged table name is repaired although SQLite's message about it is not Unicode."""
        fill(tmp_path)
        before, path = content(tmp_path), tmp_path / FILE
        raw = path.read_bytes().replace(b"tableannotation", b"table\xff\xc5notation", 1)
        path.write_bytes(raw.replace(b"CREATE TABLE annotation", b"CREATE TABLE (nnotation", 1))
        with pytest.raises(Refused, match=r"its tables cannot be read.* notes recovered: 40"):
            access(tmp_path)
        assert content(tmp_path) == before

    def test_damaged_texts_are_readable(self, tmp_path: Path) -> None:
        """Bytes that are not Unicode are replaced, and a text that became bytes is one again."""
        write_note(tmp_path, "lob:3.5", "wheeling", DAY)
        with closing(sqlite3.connect(tmp_path / FILE)) as file, file:
            file.execute("UPDATE annotation SET note = CAST(x'66ff67' AS TEXT), day = x'6162'")
        assert repair(tmp_path) == ""
        assert annotation(tmp_path, "lob:3.5") == Annotation("lob:3.5", False, "f\ufffdg", "ab")

    @pytest.mark.parametrize("number", ["x", 2**63 - 1, -5, 2.5, None])
    def test_a_damaged_number_of_the_last_ruling(self, tmp_path: Path, number: object) -> None:
        """If the number of the last ruling is damaged, new rulings still follow the last one."""
        fill(tmp_path, 0, 3)
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as file:
            file.execute("UPDATE sqlite_sequence SET seq = ?", (number,))
        with changing(tmp_path) as player:
            player.add_ruling(next(player.ruling_ids()), "lob:3.5", "new", DAY)
        assert [row[0] for row in permanent_rows(tmp_path)] == ["house-1", "house-2", "house-3", "house-4"]

    def test_rows_with_a_value_of_another_kind_are_left_out(self, tmp_path: Path) -> None:
        """The other rows of a damaged file go on."""
        fill(tmp_path, 3, 0)
        with closing(sqlite3.connect(tmp_path / FILE)) as file, file:
            file.execute("UPDATE annotation SET bookmark = 'yes' WHERE about = 'lob:1'")
            file.execute("PRAGMA application_id=7")
        assert "notes recovered: 2," in repair(tmp_path)
        assert [each.about for each in read_annotations(tmp_path)] == ["lob:0", "lob:2"]

    @pytest.mark.parametrize("damage", [b"{", b""])
    def test_reading_and_writing_repair_as_well(self, tmp_path: Path, damage: bytes) -> None:
        """The exception says what happened; the next attempt works."""
        fill(tmp_path)
        before, path = content(tmp_path), tmp_path / FILE
        raw = damage + path.read_bytes()[len(damage) or 4096 :]
        path.write_bytes(raw)
        with pytest.raises(Refused, match=r"player\.db was damaged"):
            read_annotations(tmp_path)
        assert len(before & content(tmp_path)) == (len(before) if damage else 0)
        path.write_bytes(raw)
        with pytest.raises(Refused, match=r"player\.db was damaged .* try again"):
            write_note(tmp_path, "lob:3.5", "x", DAY)
        write_note(tmp_path, "lob:3.5", "x", DAY)
        assert len(copies(tmp_path)) == 2

    def test_another_process_repairs_it_first(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """If another process repairs the file first, the new file is left unchanged."""
        fill(tmp_path)
        whole = (tmp_path / FILE).read_bytes()
        (tmp_path / FILE).write_bytes(b"{")

        def after_the_other(path: Path) -> object:
            path.write_bytes(whole)
            return file_lock(path)

        monkeypatch.setattr(player_file, "file_lock", after_the_other)
        assert repair(tmp_path) == ""
        assert (tmp_path / FILE).read_bytes() == whole
        assert copies(tmp_path) == []

    def test_a_repair_that_fails_leaves_the_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """On a full disk the file cannot be read, and nothing is lost."""
        (tmp_path / FILE).write_bytes(b"{")

        def full(path: Path) -> Path:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(player_salvage, "copy_damaged", full)
        with pytest.raises(Refused, match=r"player\.db cannot be read: file is not a database"):
            read_annotations(tmp_path)
        with pytest.raises(NotSaved, match=r"player\.db cannot be written: file is not a database"):
            write_note(tmp_path, "lob:3.5", "x", DAY)
        assert (tmp_path / FILE).read_bytes() == b"{"


class TestFormat:
    """A file of a newer version is neither read nor changed."""

    def test_refused(self, tmp_path: Path) -> None:
        """Reading and writing refuse a file of another format, and name the format."""
        fill(tmp_path)
        of_newer_version(tmp_path)
        raw = (tmp_path / FILE).read_bytes()
        says = r"player\.db .*was written by a newer version of the companion \(format 2\)"
        with pytest.raises(Refused, match=says):
            read_annotations(tmp_path)
        with pytest.raises(Refused, match=says):
            write_note(tmp_path, "lob:3.5", "x", DAY)
        assert repair(tmp_path) == ""
        assert (tmp_path / FILE).read_bytes() == raw


class TestDisk:
    """Disks that are full or cannot be written."""

    def test_a_full_disk_changes_nothing(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The change is refused as a whole, and the next one works when there is space again."""
        fill(tmp_path)
        before, pages = content(tmp_path), (tmp_path / FILE).stat().st_size // 4096
        connected = player_file._connected

        def small(path: Path, mode: str) -> sqlite3.Connection:
            file = connected(path, mode)
            file.execute(f"PRAGMA max_page_count={pages}")
            return file

        with monkeypatch.context() as full:
            full.setattr(player_file, "_connected", small)
            with pytest.raises(NotSaved, match=r"player\.db cannot be written: database or disk is full"):
                write_note(tmp_path, "lob:3.5", "x" * 9000, DAY)
            assert content(tmp_path) == before
        write_note(tmp_path, "lob:3.5", "x" * 9000, DAY)
        assert len(content(tmp_path)) == len(before) + 1

    def test_another_process_holds_the_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """During another process's change, reading works; a second change waits, and is finally refused."""
        fill(tmp_path)
        before = content(tmp_path)
        monkeypatch.setattr(lock, "PATIENCE", 0.0)
        with changing(tmp_path) as file:
            file.set_annotation("lob:3.5", True, "", DAY)
            assert content(tmp_path) == before
            with pytest.raises(NotSaved, match="cannot be written: database is locked"):
                write_note(tmp_path, "lob:3.6", "x", DAY)
        assert len(content(tmp_path)) == len(before) + 1

    @pytest.mark.skipif(sys.platform == "win32", reason="access rights of Unix")
    def test_a_folder_in_place_of_the_file(self, tmp_path: Path) -> None:
        """A folder in place of the file is an error, not damage that could be repaired."""
        (tmp_path / FILE).mkdir()
        with pytest.raises(CompanionError, match="cannot be read: unable to open"):
            read_annotations(tmp_path)
        with pytest.raises(CompanionError, match="cannot be written: unable to open"):
            write_note(tmp_path, "lob:3.5", "x", DAY)
        assert repair(tmp_path) == ""

    def test_an_interrupted_change_is_undone_by_the_next_reader(self, tmp_path: Path) -> None:
        """A process that was killed leaves its journal; the file is as it was before the change."""
        fill(tmp_path)
        before, path = content(tmp_path), tmp_path / FILE
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            file.execute("PRAGMA cache_size=1")  # so that changed pages are written before the end
            file.execute("BEGIN IMMEDIATE")
            file.execute("UPDATE annotation SET note = 'half'")
            file.execute("UPDATE ruling SET text = 'half'")
            killed = tmp_path / "killed"
            killed.mkdir()
            for name in (FILE, f"{FILE}-journal"):
                (killed / name).write_bytes((tmp_path / name).read_bytes())
            file.execute("ROLLBACK")
        assert content(killed) == before
        assert [each.name for each in killed.iterdir()] == [FILE]
