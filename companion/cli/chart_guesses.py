"""Guesses the title, the rule and the printed place of a new chart from its sheet and from the rules of the game."""

from __future__ import annotations

import re

from companion.cli.additions import Additions
from companion.cli.chart_layout import Layout
from companion.cli.chart_replacing import titled
from companion.cli.chart_sources import ChartSource
from companion.cli.rule_question import numbered_heading, rules_naming
from companion.load.sheet_files import Sheet
from companion.model import GameModule

_UNNAMED = re.compile(r"(?:Sheet|Tabelle|Feuil|Hoja)\s?\d+")
"""Names that spreadsheets give to sheets by themselves."""


def usual_title(
    layout: Layout, sheet: Sheet, source: ChartSource, additions: Additions
) -> tuple[str | None, str]:
    """Return the rule and the title of a chart from a file, as far as the file has them.

    The title is above the table, or the name of the sheet or of the file: the first of these that the game knows.
    """
    name = "" if _UNNAMED.fullmatch(sheet.name) else sheet.name
    guesses = [guess for guess in (layout.title, name, source.usual_title) if guess]
    guess = next((guess for guess in guesses if _is_known(guess, additions)), guesses[0])
    cite = None
    if titled(guess, additions) is None:
        cite, guess = numbered_heading(additions.module, guess)
    if (chart := titled(guess, additions)) is not None:
        guess = chart.title
    return cite, guess


def _is_known(title: str, additions: Additions) -> bool:
    """Return whether a title is that of a chart or begins with the number of a rule, or rules name a chart so."""
    module = additions.module
    return bool(titled(title, additions) or numbered_heading(module, title)[0] or rules_naming(module, title))


def usual_page(cite: str, module: GameModule) -> str | None:
    """Return the document and number of the rule that a chart belongs to; None if there is no such rule."""
    titles = {document.id: document.title for document in module.game.documents}
    documents = [entry.document for entry in module.entries if cite in entry.cites]
    return f"{titles[documents[0]]}, {cite}" if documents and documents[0] in titles else None
