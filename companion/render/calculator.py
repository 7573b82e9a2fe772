"""Panels of a calculator screen other than ledger and odds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.model import GameModule, Procedure, Resolution
from companion.model.recorded import TableRuling
from companion.render.entry import conflict_lines, record_title
from companion.render.procedure import cross_game_lines
from companion.render.resolution import by_hand_lines, flip_lines, looked_lines, settled_words
from companion.render.text import listed, wrapped


class Section(NamedTuple):
    """A panel with its title and text."""

    name: str
    title: str
    lines: Callable[[int], list[str]]
    """Returns the text for a width in columns."""


def sections(
    resolution: Resolution, procedure: Procedure, module: GameModule, rulings: Sequence[TableRuling] = ()
) -> list[Section]:
    """Return the panels: table rulings, rules by hand, other answers' results, charts used, conflicts, notes.

    Panels without text are left out. `rulings`: those that are not about a modifier of the ledger.
    """

    def changes(width: int) -> list[str]:
        lines = flip_lines(resolution, procedure, width) if resolution.done else []
        return [line.replace("->", "→") for line in lines]

    panels = [
        Section("rulings", "Table rulings", lambda width: _ruling_lines(rulings, module, width)),
        Section(
            "by-hand", "By hand (not counted above)", lambda width: by_hand_lines(resolution.by_hand, width)
        ),
        Section("changes", "What would have changed the result", changes),
        Section("looked", "Charts used", lambda width: looked_lines(resolution, width)),
        Section("differ", "Sources differ", lambda width: _conflict_lines(procedure, module, width)),
        Section("notes", "Notes", lambda width: _note_lines(resolution, procedure, module, width)),
    ]
    return [section for section in panels if section.lines(80)]


def rulings_by_modifier(resolution: Resolution, rulings: Sequence[TableRuling]) -> dict[str, list[str]]:
    """Return the table rulings on this calculator's modifiers, by their label."""
    labels = {line.label for line in resolution.ledger}
    by_label: dict[str, list[str]] = {}
    for ruling in rulings:
        target, _, label = ruling.about.partition("/")
        if target == resolution.procedure and label in labels:
            by_label.setdefault(label, []).append(ruling.text)
    return by_label


def _ruling_lines(rulings: Sequence[TableRuling], module: GameModule, width: int) -> list[str]:
    texts = (f"[TABLE] {_about(ruling, module)}: {ruling.text}" for ruling in rulings)
    return listed(texts, width, "", "  ")


def _note_lines(resolution: Resolution, procedure: Procedure, module: GameModule, width: int) -> list[str]:
    lines = wrapped(settled_words(resolution), width) if resolution.settled else []
    lines += listed((*resolution.unused, *resolution.notes), width, "- ", "  ")
    terms = module.cross_game_terms_of(procedure.id)
    return lines + (cross_game_lines(terms, width) if terms else [])


def _conflict_lines(procedure: Procedure, module: GameModule, width: int) -> list[str]:
    lines: list[str] = []
    for conflict in module.conflicts_of(procedure.id):
        _, *readings = conflict_lines(conflict, module.game, 10_000)
        lines += [""] * bool(lines) + wrapped(conflict.title, width)
        lines += listed((text.strip() for text in readings), width, "", "  ")
    return lines


def _about(ruling: TableRuling, module: GameModule) -> str:
    """Return the title of the record that a ruling is about, with the label of the modifier if it names one."""
    target, _, label = ruling.about.partition("/")
    record = next((record for record in module.records if record.id == target), None)
    words = record_title(record) if record else target
    return f"{words}: {label}" if label else words
