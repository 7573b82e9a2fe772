"""The after-action report as a file: formats, games, names of the files, and what cannot be written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.errors import CompanionError, NotFound
from companion.model import Game, Library
from companion.play.session import Session
from companion.play.store.session_file import SessionFile
from companion.play.units_and_notes import add_note
from companion.workspace.report_html import report_html
from companion.workspace.reports import FORMS, report_text, save_report, write_report
from tests.small_game import LIBRARY

SMALL = LIBRARY.module("small")
GAMES = Library((SMALL, replace(SMALL, game=Game("large", "Large", "1", "none", ()))))


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A session of two games, with a note in each."""
    store = SessionFile(tmp_path, "Friday")
    session = Session(store, GAMES, now=lambda: datetime(2026, 11, 20, 19, 5))
    for game, note in (("small", "The Zouaves were late"), ("large", "Été: A < B")):
        session.open_game(game)
        add_note(session, note)
    yield session
    session.close()


@pytest.mark.parametrize(
    ("game", "reported"), [("", ["small", "large"]), ("small", ["small"]), ("large", ["large"])]
)
def test_a_report_is_on_all_games_or_one(session: Session, game: str, reported: list[str]) -> None:
    """JSON is indented, keeps letters with accents, and ends with a line break."""
    text = report_text(session, "json", game)
    facts = json.loads(text)
    assert facts["session"] == "Friday"
    assert [part["game"] for part in facts["games"]] == reported
    assert text.startswith('{\n  "session": "Friday",\n') and text.endswith("\n}\n")
    assert ("Été" in text) is ("large" in reported)
    markdown = report_text(session, "md", game)
    assert markdown.startswith("# After-action report: Friday\n")
    assert ("Zouaves" in markdown, "Été" in markdown) == ("small" in reported, "large" in reported)


@pytest.mark.parametrize("form", FORMS)
def test_a_game_that_is_not_installed_is_refused_in_every_format(session: Session, form: str) -> None:
    """The message names the game."""
    with pytest.raises(NotFound, match="unknown game lob"):
        report_text(session, form, "lob")


def test_a_web_page_has_the_title_and_the_text(session: Session) -> None:
    """Typed text is no markup."""
    page = report_text(session, "html")
    assert page.startswith('<!DOCTYPE html>\n<html lang="en">\n') and page.endswith("</body>\n</html>\n")
    assert "<title>After-action report: Friday</title>" in page
    assert "<h1>After-action report: Friday</h1>" in page
    assert "Été: A &lt; B" in page


def test_a_page_has_tables_and_struck_lines() -> None:
    """Its title is escaped, and it names no other file."""
    page = report_html("A & <b>", "# H\n\n~~gone~~\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    assert "<title>A &amp; &lt;b&gt;</title>" in page
    assert "<h1>H</h1>" in page and "<s>gone</s>" in page and "<td>2</td>" in page
    assert "src=" not in page and "href=" not in page and "@import" not in page


@pytest.mark.parametrize("form", FORMS)
def test_a_saved_report_is_named_after_session_and_time(session: Session, tmp_path: Path, form: str) -> None:
    """A second one in the same minute replaces it."""
    path = save_report(tmp_path / "data", session, form)
    assert path == tmp_path / "data/reports" / f"Friday 2026-11-20 1905.{form}"
    assert path.read_text(encoding="utf-8") == report_text(session, form)
    add_note(session, "More")
    assert save_report(tmp_path / "data", session, form) == path
    assert "More" in path.read_text(encoding="utf-8")


def test_a_report_replaces_an_older_file(tmp_path: Path) -> None:
    """The text is written in UTF-8."""
    path = tmp_path / "report.md"
    path.write_text("an older and longer report")
    write_report(path, "Été\n")
    assert path.read_bytes() == "Été\n".encode()


def test_a_report_that_cannot_be_written_names_its_file(session: Session, tmp_path: Path) -> None:
    """With the reason of the system."""
    with pytest.raises(CompanionError) as error:
        write_report(tmp_path / "none/report.md", "x")
    assert str(error.value).startswith(f"{tmp_path / 'none/report.md'} cannot be written: ")
    assert not str(error.value).endswith("None")
    (tmp_path / "reports").write_text("a file, not a folder")
    with pytest.raises(CompanionError, match=r"Friday 2026-11-20 1905\.md cannot be written: "):
        save_report(tmp_path, session, "md")
