"""Modifiers that a rule of the game prints, in a table or as points."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from companion.cli.authoring.printed.rules import BEGINS_EXAMPLE
from companion.model import GameModule
from companion.model.wording import counted
from companion.render.text import unlinked


class ModifierTable(NamedTuple):
    """A table of modifiers in a rule, the points of a rule that state modifiers, or several of these."""

    title: str
    cites: tuple[str, ...]
    """The rule of each row."""
    rows: tuple[str, ...]
    """The rows as an author types modifiers: `Target in cover -1`."""
    labels: tuple[str, ...]
    """The rows without their amounts."""
    unread: tuple[str, ...]
    """Rows whose amount is not understood."""
    has_columns: bool
    """Whether the amounts are columns to the left or right."""
    kind: str = "rows"
    """Plural noun for its rows: rows or points."""
    exclusive: tuple[tuple[str, ...], ...] = ()
    """Labels of rows of which only one counts, as far as the rules say so."""
    whole: str = ""
    """The title of the table, if this is one of several columns with amounts."""
    changes: str = ""
    """Kind of number that it changes, as the rule says: dice, score or needed; empty if it does not say."""
    sentence: str = ""
    """The sentence of the rule that states all of its rows; empty for tables and lists."""
    values: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Questions that it needs, each with labels of rows that are its answers, of which one always applies."""

    @property
    def listed(self) -> dict[int, str]:
        """The rows by number, from 1, without those that are answers to questions it needs."""
        answers = {label for _, labels in self.values for label in labels}
        numbered = zip(self.labels, enumerate(self.rows, 1), strict=True)
        return {number: row for label, (number, row) in numbered if label not in answers}

    @property
    def cite(self) -> str:
        """The rule of its first row."""
        return self.cites[0]

    @property
    def words(self) -> str:
        """Its title, rule and number of rows."""
        return f"{self.title} ({self.cite}), {counted(len(self.rows), self.kind)}"


def notes_below(module: GameModule, cites: Collection[str]) -> list[str]:
    """Return the sentences printed below tables in these rules, which may limit what the tables say."""
    notes: list[str] = []
    for entry in module.entries:
        if set(entry.cites) & set(cites):
            kinds = [point.kind for point in entry.points]
            below = entry.points[kinds.index("table") + 1 :] if "table" in kinds else ()
            texts = (unlinked(point.text) for point in below if point.kind != "table")
            notes += [text for text in texts if text.endswith(".") and not BEGINS_EXAMPLE.match(text)]
    return notes
