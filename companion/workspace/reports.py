"""The after-action report of a session."""

from __future__ import annotations

import json
from pathlib import Path

from companion.model import CompanionError
from companion.play.replacing import replace_file
from companion.play.session import Session
from companion.render.report import report_facts
from companion.render.report_text import report_markdown

FORMS = {
    "md": ("m", "Markdown, to read"),
    "html": ("h", "Web page, to read or print"),
    "json": ("j", "JSON, for programs"),
}
"""The key and the description of each format, by the ending of its files."""


def report_text(session: Session, form: str, game: str = "") -> str:
    """Return the report as the content of a file. Raises NotFound for a game that is not installed.

    `form`: an ending of `FORMS`; `game`: slug of the only game to report on, empty for all.
    """
    facts = report_facts(session)
    if game:
        session.library.module(game)
        facts["games"] = [part for part in facts["games"] if part["game"] == game]
    if form != "json":
        text = report_markdown(facts)
        return text if form == "md" else _page(session, text)
    return json.dumps(facts, indent=2, ensure_ascii=False) + "\n"


def _page(session: Session, text: str) -> str:
    from companion.workspace.report_html import report_html  # only a web page needs markdown-it

    return report_html(f"After-action report: {session.name}", text)


def write_report(path: Path, text: str) -> None:
    """Write a report to a file, replacing an older one. Raises CompanionError."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CompanionError(f"{path} cannot be written: {error.strerror}") from None


def save_report(data: Path, session: Session, form: str) -> Path:
    """Write the report to the data folder, named after session, date and time. Raises CompanionError."""
    path = data / "reports" / f"{session.name} {session.now():%Y-%m-%d %H%M}.{form}"
    replace_file(path, report_text(session, form).encode())
    return path


def save_copied_line(data: Path, text: str) -> Path:
    """Write a copied line to the data folder, replacing the last one. Raises CompanionError."""
    path = data / "reports" / "copied.txt"
    replace_file(path, f"{text}\n".encode())
    return path
