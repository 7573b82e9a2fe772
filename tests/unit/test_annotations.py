"""Bookmarks and notes, stored in one file of the data folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.model import CompanionError, Refused
from companion.play.annotations import (
    Annotation,
    annotation,
    read_annotations,
    set_bookmark,
    toggle_bookmark,
    write_note,
)
from companion.play.store.player_file import FILE
from companion.render.annotations import annotation_lines

pytestmark = pytest.mark.usefixtures("games_are_read_once")

DAY = "2026-11-20"


def test_saved_and_removed(tmp_path: Path) -> None:
    """A saved bookmark or note is read back; nothing remains after its removal."""
    assert read_annotations(tmp_path) == ()
    toggle_bookmark(tmp_path, "lob:3.5", DAY)
    write_note(tmp_path, "bp:square", "  two   deep ", DAY)
    assert read_annotations(tmp_path) == (
        Annotation("lob:3.5", bookmark=True, on=DAY),
        Annotation("bp:square", note="two deep", on=DAY),
    )
    toggle_bookmark(tmp_path, "lob:3.5", DAY)
    assert [each.about for each in read_annotations(tmp_path)] == ["bp:square"]
    write_note(tmp_path, "bp:square", "", DAY)
    assert read_annotations(tmp_path) == ()


def test_bookmark_and_note_of_one_record(tmp_path: Path) -> None:
    """A record can have both, or either without the other."""
    toggle_bookmark(tmp_path, "lob:3.5", DAY)
    write_note(tmp_path, "lob:3.5", "ask Tom", DAY)
    assert annotation(tmp_path, "lob:3.5") == Annotation("lob:3.5", True, "ask Tom", DAY)
    toggle_bookmark(tmp_path, "lob:3.5", DAY)
    assert annotation(tmp_path, "lob:3.5") == Annotation("lob:3.5", False, "ask Tom", DAY)
    assert annotation(tmp_path, "lob:3.6") == Annotation("lob:3.6")


def test_a_bookmark_is_set_or_removed_once(tmp_path: Path) -> None:
    """Setting one that is there is refused, and so is removing one that is not; the date stays."""
    set_bookmark(tmp_path, "lob:3.5", True, DAY)
    with pytest.raises(Refused, match=r"lob:3\.5 already has a bookmark"):
        set_bookmark(tmp_path, "lob:3.5", True, "2026-12-31")
    assert annotation(tmp_path, "lob:3.5") == Annotation("lob:3.5", True, on=DAY)
    set_bookmark(tmp_path, "lob:3.5", False, DAY)
    with pytest.raises(Refused, match=r"lob:3\.5 has no bookmark"):
        set_bookmark(tmp_path, "lob:3.5", False, DAY)


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    """Reading returns nothing; writing is refused."""
    (tmp_path / "file").write_text("")
    assert read_annotations(tmp_path / "file") == ()
    with pytest.raises(CompanionError, match="cannot be written"):
        toggle_bookmark(tmp_path / "file", "lob:3.5", DAY)


def test_lines() -> None:
    """No lines without annotations; a note wraps, and has no control characters."""
    assert annotation_lines(False, "", 40) == []
    assert annotation_lines(True, "", 40) == ["(bookmark)"]
    lines = annotation_lines(False, "a \x1b[31m word " * 9, 40)
    assert all(len(line) <= 40 and "\x1b" not in line for line in lines)


def test_show_prints_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`companion show` prints bookmark and note first; a damaged file only causes a warning."""
    data = tmp_path / "data"
    toggle_bookmark(data, "lob:3.5c", DAY)
    write_note(data, "lob:3.5c", "ask Tom", DAY)
    assert main(["show", "lob:3.5c"]) == 0
    assert capsys.readouterr().out.startswith("(bookmark)\nYour note: ask Tom\n\n3.5c ")
    assert main(["show", "lob:3.5c", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["bookmark"], document["note"]) == (True, "ask Tom")
    (data / FILE).write_text("{")
    assert main(["show", "lob:3.5c"]) == 0
    answer = capsys.readouterr()
    assert answer.out.startswith("3.5c ")
    assert answer.err.count("\n") == 1
    assert "player.db was damaged (file is not a database) and has been repaired" in answer.err


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of this test."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    return tmp_path


def test_the_command_saves_removes_and_lists(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bookmarks and notes are stored in the file that the app reads, and can be removed."""
    assert main(["bookmarks"]) == 0
    assert capsys.readouterr().out == "No bookmarks and no notes.\n"
    assert main(["bookmarks", "set", "3.5", "--game", "lob"]) == 0
    assert capsys.readouterr().out == "* lob:3.5  3.5 Closing rolls\n"
    assert main(["bookmarks", "note", "lob:3.5", "ask", "Tom"]) == 0
    assert annotation(own, "lob:3.5") == Annotation("lob:3.5", True, "ask Tom", annotation(own, "lob:3.5").on)
    capsys.readouterr()
    assert main(["bookmarks"]) == 0
    assert capsys.readouterr().out == "* lob:3.5  3.5 Closing rolls\n    ask Tom\n"
    assert main(["bookmarks", "drop", "lob:3.5"]) == 0
    assert main(["bookmarks", "note", "lob:3.5"]) == 0
    assert read_annotations(own) == ()


def test_the_command_lists_one_game_and_json(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """JSON has the title of each record; a record that does not exist has none."""
    toggle_bookmark(own, "lob:term-canister", DAY)
    write_note(own, "gone:1", "old", DAY)
    assert main(["bookmarks", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [(each["id"], each["bookmark"], each["note"], each["on"]) for each in listed] == [
        ("lob:term-canister", True, None, DAY),
        ("gone:1", False, "old", DAY),
    ]
    assert listed[0]["title"]
    assert listed[1]["title"] is None
    assert main(["bookmarks", "--game", "bp"]) == 0
    assert capsys.readouterr().out == "No bookmarks and no notes.\n"


@pytest.mark.parametrize(
    ("line", "status", "says"),
    [
        (["set", "nosuch"], 1, "nosuch not found"),
        (["set", "3.5", "--game", "nosuch"], 1, "unknown game nosuch"),
        (["drop", "lob:3.5"], 2, "lob:3.5 has no bookmark"),
    ],
)
def test_the_command_refuses(
    own: Path, capsys: pytest.CaptureFixture[str], line: list[str], status: int, says: str
) -> None:
    """Unknown records and games, and a bookmark that does not exist; nothing is written."""
    assert main(["bookmarks", *line]) == status
    assert says in capsys.readouterr().err
    assert read_annotations(own) == ()
