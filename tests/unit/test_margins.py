"""Bookmarks and notes: kept in one file, whole or as it was."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from companion.cli import main
from companion.model import CompanionError, Refused
from companion.play.margins import MARGINS, Margin, margin, read_margins, turn_bookmark, write_note
from companion.render.margins import margin_lines

pytestmark = pytest.mark.usefixtures("games_are_read_once")

DAY = "2026-11-20"


def test_set_and_taken_out(tmp_path: Path) -> None:
    """A bookmark set is there for whoever reads the file next; taken out, nothing is left of it."""
    assert read_margins(tmp_path) == ()
    turn_bookmark(tmp_path, "lob:3.5", DAY)
    write_note(tmp_path, "bp:square", "  two   deep ", DAY)
    assert read_margins(tmp_path) == (
        Margin("lob:3.5", bookmark=True, on=DAY),
        Margin("bp:square", note="two deep", on=DAY),
    )
    turn_bookmark(tmp_path, "lob:3.5", DAY)
    assert [each.about for each in read_margins(tmp_path)] == ["bp:square"]
    write_note(tmp_path, "bp:square", "", DAY)
    assert read_margins(tmp_path) == ()


def test_bookmark_and_note_of_one_record(tmp_path: Path) -> None:
    """Either goes without the other."""
    turn_bookmark(tmp_path, "lob:3.5", DAY)
    write_note(tmp_path, "lob:3.5", "ask Tom", DAY)
    assert margin(tmp_path, "lob:3.5") == Margin("lob:3.5", True, "ask Tom", DAY)
    turn_bookmark(tmp_path, "lob:3.5", DAY)
    assert margin(tmp_path, "lob:3.5") == Margin("lob:3.5", False, "ask Tom", DAY)
    assert margin(tmp_path, "lob:3.6") == Margin("lob:3.6")


@pytest.mark.parametrize("text", ["", "{", '[{"about": 3}]', "\xff\xfe", '{"a": "b"}'])
def test_a_file_that_cannot_be_read_is_not_written_over(tmp_path: Path, text: str) -> None:
    """It is said, and the file stays byte for byte."""
    path = tmp_path / MARGINS
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(Refused, match=r"margins\.json"):
        read_margins(tmp_path)
    with pytest.raises(Refused):
        turn_bookmark(tmp_path, "lob:3.5", DAY)
    with pytest.raises(Refused):
        write_note(tmp_path, "lob:3.5", "x", DAY)
    assert path.read_bytes() == text.encode("latin-1")


def test_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the new file cannot be finished the old one stands, and nothing lies about."""
    turn_bookmark(tmp_path, "lob:3.5", DAY)
    before = (tmp_path / MARGINS).read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CompanionError, match="No space left"):
        write_note(tmp_path, "lob:3.5", "x", DAY)
    assert (tmp_path / MARGINS).read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == [MARGINS]


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    """Said in one line."""
    (tmp_path / "file").write_text("")
    assert read_margins(tmp_path / "file") == ()
    with pytest.raises(CompanionError, match="cannot be kept"):
        turn_bookmark(tmp_path / "file", "lob:3.5", DAY)


def test_lines() -> None:
    """Nothing for an empty margin; a note wraps and steers no terminal."""
    assert margin_lines(False, "", 40) == []
    assert margin_lines(True, "", 40) == ["(bookmark)"]
    lines = margin_lines(False, "a \x1b[31m word " * 9, 40)
    assert all(len(line) <= 40 and "\x1b" not in line for line in lines)


def test_show_tells_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`companion show` has note and bookmark first; a file that cannot be read stops nobody."""
    data = tmp_path / "data"
    turn_bookmark(data, "lob:3.5c", DAY)
    write_note(data, "lob:3.5c", "ask Tom", DAY)
    assert main(["show", "lob:3.5c"]) == 0
    assert capsys.readouterr().out.startswith("(bookmark)\nYour note: ask Tom\n\n3.5c ")
    assert main(["show", "lob:3.5c", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["bookmark"], told["note"]) == (True, "ask Tom")
    (data / MARGINS).write_text("{")
    assert main(["show", "lob:3.5c"]) == 0
    answer = capsys.readouterr()
    assert answer.out.startswith("3.5c ")
    assert "margins.json" in answer.err


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of this test."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    return tmp_path


def test_the_command_sets_takes_out_and_lists(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is set on the command line is there for the app too."""
    assert main(["bookmarks"]) == 0
    assert capsys.readouterr().out == "No bookmarks and no notes.\n"
    assert main(["bookmarks", "set", "3.5", "--game", "lob"]) == 0
    assert capsys.readouterr().out == "* lob:3.5  3.5 Closing rolls\n"
    assert main(["bookmarks", "note", "lob:3.5", "ask", "Tom"]) == 0
    assert margin(own, "lob:3.5") == Margin("lob:3.5", True, "ask Tom", margin(own, "lob:3.5").on)
    capsys.readouterr()
    assert main(["bookmarks"]) == 0
    assert capsys.readouterr().out == "* lob:3.5  3.5 Closing rolls\n    ask Tom\n"
    assert main(["bookmarks", "drop", "lob:3.5"]) == 0
    assert main(["bookmarks", "note", "lob:3.5"]) == 0
    assert read_margins(own) == ()


def test_the_command_lists_one_game_alone_and_json(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the title of what each is about; of what is in no book here none."""
    turn_bookmark(own, "lob:term-canister", DAY)
    write_note(own, "gone:1", "old", DAY)
    assert main(["bookmarks", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(each["id"], each["bookmark"], each["note"], each["on"]) for each in told] == [
        ("lob:term-canister", True, None, DAY),
        ("gone:1", False, "old", DAY),
    ]
    assert told[0]["title"]
    assert told[1]["title"] is None
    assert main(["bookmarks", "--game", "bp"]) == 0
    assert capsys.readouterr().out == "No bookmarks and no notes.\n"


@pytest.mark.parametrize(
    ("line", "status", "says"),
    [
        (["set", "nosuch"], 1, "nothing is called nosuch"),
        (["set", "3.5", "--game", "nosuch"], 1, "no game nosuch"),
        (["drop", "lob:3.5"], 2, "lob:3.5 has no bookmark"),
    ],
)
def test_the_command_refuses(
    own: Path, capsys: pytest.CaptureFixture[str], line: list[str], status: int, says: str
) -> None:
    """What is not there, and what is so already; nothing is written."""
    assert main(["bookmarks", *line]) == status
    assert says in capsys.readouterr().err
    assert read_margins(own) == ()
