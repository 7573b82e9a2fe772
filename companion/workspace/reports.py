"""The after-action report as a file in the data folder."""

from __future__ import annotations

import json
from pathlib import Path

from companion.model import CompanionError
from companion.workspace.context import Desk

FORMS = {"md": ("m", "Markdown, to read"), "json": ("j", "JSON, for programs")}
"""Ending of the file to its letter and what it is."""


def write_report(desk: Desk, form: str) -> Path:
    """Writes the report of the session; a file of the same minute is written over. Raises CompanionError."""
    from companion.render.report import report_facts
    from companion.render.report_text import report_markdown

    facts = report_facts(desk.session)
    text = report_markdown(facts) if form == "md" else json.dumps(facts, indent=2, ensure_ascii=False) + "\n"
    folder = desk.places.data / "reports"
    path = folder / f"{desk.session.name} {desk.session.now():%Y-%m-%d %H%M}.{form}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CompanionError(f"{path} cannot be written: {error.strerror}") from None
    return path
