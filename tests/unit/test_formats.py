"""Versions of stored files: a missing number means 1, newer versions are refused, older ones are migrated."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.load.library import read_library
from companion.load.places import Places
from companion.model import Library, Refused
from companion.model.event import Noted
from companion.model.game import FORMAT
from companion.play.active_rulings import Unreadable, active_rulings
from companion.play.annotations import write_note
from companion.play.opening import open_session
from companion.play.rulings import export_rulings, import_rulings
from companion.play.session import Session
from companion.play.session_files import sessions_folder
from companion.play.store import migrations, session_file
from companion.play.store.errors import NotSaved
from companion.play.store.session_file import SessionFile
from tests.every_event import play
from tests.newer import of_newer_version

GAME = """\
{format}slug: toy
name: Toy
edition: "1"
credits: Nobody.
documents: [{{id: rules, title: Rules, authority: rule}}]
"""
RULES = "---\ntitle: Marching\ndocument: rules\n---\n\n# 1.0 Marching\n\n- Three squares.\n"


def read(folder: Path, head: str, more: str = "") -> Library:
    """Read a game whose game.yaml begins with `head` and ends with `more`."""
    (folder / "tables/toy").mkdir(parents=True)
    (folder / "rulebook/toy").mkdir(parents=True)
    (folder / "tables/toy/game.yaml").write_text(GAME.format(format=head) + more)
    (folder / "rulebook/toy/01.md").write_text(RULES)
    return read_library(Places((folder,), folder / "cache", folder / "data"))


@pytest.mark.parametrize("head", ["", "format: 1\n", 'format: "1"\n', f"format: {FORMAT}\n"])
def test_a_game_of_a_known_format_is_read(tmp_path: Path, head: str) -> None:
    """Without a number the format is 1."""
    library = read(tmp_path, head)
    assert library.faults == ()
    assert library.module("toy").game.format == 1


def test_a_game_of_a_newer_format_is_refused_with_one_fault(tmp_path: Path) -> None:
    """None of its files is read, because they may have changed."""
    library = read(tmp_path, f"format: {FORMAT + 1}\n", "something_new: {of: later}\n")
    assert library.modules == ()
    (fault,) = library.faults
    assert (fault.line, fault.key) == (1, "format")
    assert f"format {FORMAT + 1}" in fault.says
    assert f"formats up to {FORMAT}" in fault.says
    assert "newer version" in fault.mend


@pytest.mark.parametrize("number", ["0", "-1", "two", "1.5"])
def test_an_invalid_format_is_a_fault(tmp_path: Path, number: str) -> None:
    """The format must be a number from 1 up."""
    library = read(tmp_path, f"format: {number}\n")
    assert library.modules == ()
    assert [each.key for each in library.faults] == ["format"]


def test_a_folder_of_a_newer_format_leaves_the_shipped_game_as_it_is(tmp_path: Path) -> None:
    """The player's changes to the game are ignored completely."""
    shipped, own = tmp_path / "shipped", tmp_path / "own"
    read(shipped, "")
    read(own, f"format: {FORMAT + 1}\n")
    (own / "rulebook/toy/01.md").write_text(RULES.replace("Three", "Nine"))
    library = read_library(Places((shipped, own), tmp_path / "cache", tmp_path / "data"))
    assert [each.key for each in library.faults] == ["format"]
    (entry,) = library.module("toy").entries
    assert "Three" in entry.points[0].text


def _with_places(file: sqlite3.Connection) -> None:
    """A migration of a later version: another column, filled from the existing ones."""
    file.execute("ALTER TABLE event ADD COLUMN place TEXT NOT NULL DEFAULT ''")
    file.execute("UPDATE event SET place = 'table ' || batch")


def _that_fails(file: sqlite3.Connection) -> None:
    file.execute("INSERT INTO event (id) VALUES (NULL)")


def old(folder: Path, version: int) -> Path:
    """A session file with every kind of event, marked with this format."""
    session = Session(SessionFile(folder, "Old"), Library(()))
    play(session)
    session.close()
    with closing(sqlite3.connect(folder / "Old.session")) as file:
        file.execute(f"PRAGMA user_version={version}")
    return folder / "Old.session"


def number(path: Path) -> int:
    """The format that a session file states."""
    with closing(sqlite3.connect(path)) as file:
        return int(file.execute("PRAGMA user_version").fetchone()[0])


def test_a_session_of_an_older_format_is_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step runs once, and no event is lost."""
    path = old(tmp_path, 1)
    before = Session(SessionFile(tmp_path, "Old"), Library(()))
    state, lines = before.state, list(before.log)
    before.close()
    assert number(path) == 1
    monkeypatch.setattr(migrations, "STEPS", (_with_places,))
    for _ in range(2):
        store = SessionFile(tmp_path, "Old")
        assert store.warning == ""
        again = Session(store, Library(()))
        assert (again.state, again.log) == (state, lines)
        again.close()
        assert number(path) == 2
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT place FROM event WHERE id = 1").fetchone()[0] == "table 1"


def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Completed steps are reverted, and the player is informed; the file is not treated as damaged."""
    path = old(tmp_path, 1)
    monkeypatch.setattr(migrations, "STEPS", (_with_places, _that_fails))
    with pytest.raises(NotSaved, match="upgraded to format 3 and is unchanged"):
        SessionFile(tmp_path, "Old")
    assert number(path) == 1
    with closing(sqlite3.connect(path)) as file:
        assert "place" not in [column[1] for column in file.execute("PRAGMA table_info(event)")]
    assert [each.name for each in tmp_path.glob("*.bad")] == []
    monkeypatch.setattr(migrations, "STEPS", ())
    session = Session(SessionFile(tmp_path, "Old"), Library(()))
    assert len(session.log) > 20
    session.close()


def test_a_new_session_is_of_the_present_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new file needs no migration."""
    monkeypatch.setattr(migrations, "STEPS", (_that_fails,))
    store = SessionFile(tmp_path, "New")
    store.close()
    assert number(tmp_path / "New.session") == 2
    with closing(sqlite3.connect(tmp_path / "New.session")) as file:
        assert file.execute("PRAGMA application_id").fetchone()[0] == int.from_bytes(b"TCOM", "big")


def test_a_file_is_created_completely_or_stays_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupted process leaves no partial session, which would count as damaged."""
    path = tmp_path / "New.session"
    with monkeypatch.context() as broken:
        broken.setattr(session_file, "TABLES", (*session_file.TABLES, "CREATE TABLE"))
        with pytest.raises(sqlite3.OperationalError):
            session_file.open_to_write(path)
    store = SessionFile(tmp_path, "New")
    assert store.warning == ""
    store.close()


def test_a_session_of_a_newer_format_is_refused_to_readers_too(tmp_path: Path) -> None:
    """A window that only follows shows the same message as one that writes."""
    path = old(tmp_path, 7)
    raw = path.read_bytes()
    for write in (True, False):
        with pytest.raises(Refused, match=r"newer version of the companion \(format 7\)"):
            SessionFile(tmp_path, "Old", write=write)
    assert path.read_bytes() == raw


def test_rulings_of_a_newer_format_are_refused() -> None:
    """A file without a number is not a file of rulings."""
    assert import_rulings(export_rulings(())) == ()
    with pytest.raises(Refused, match=r"newer version of the companion \(format 2\)"):
        import_rulings(json.dumps({"format": 2, "anything": []}).encode())
    with pytest.raises(Refused, match="not a file of exported table rulings"):
        import_rulings(b'{"rulings": []}')


def test_a_search_names_the_format_of_newer_rulings(tmp_path: Path) -> None:
    """The search reads the permanent rulings itself."""
    write_note(tmp_path, "lob:3.5", "x", "2026-01-01")
    assert active_rulings(tmp_path) == []
    of_newer_version(tmp_path)
    with pytest.raises(Unreadable, match=r"newer version of the companion \(format 2\)"):
        active_rulings(tmp_path)


def test_events_say_their_kind(tmp_path: Path) -> None:
    """Names of kinds are part of the format."""
    store = SessionFile(tmp_path, "Kinds")
    store.add("toy", [Noted("x")], "2026-01-01T00:00:00")
    store.close()
    with closing(sqlite3.connect(tmp_path / "Kinds.session")) as file:
        assert json.loads(file.execute("SELECT data FROM event").fetchone()[0])["kind"] == "noted"


def test_a_refused_session_is_closed_and_unlocked(tmp_path: Path) -> None:
    """The file is neither open nor locked afterwards: a newer companion can write it at once."""
    sessions_folder(tmp_path).mkdir(parents=True)
    path = old(tmp_path, 1).rename(sessions_folder(tmp_path) / "Old.session")
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA user_version=99")
    with pytest.raises(Refused, match="newer version") as refused:
        open_session(tmp_path, Library(()), "Old")
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"PRAGMA user_version={migrations.latest()}")
    store = SessionFile(path.parent, "Old")
    assert not store.read_only
    store.close()
    assert refused.value is not None
