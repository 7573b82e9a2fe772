"""The texts of the log screen."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from textual.content import Content

from companion.model import GameModule
from companion.model.event import Calculated, Moved, Noted, PromptSettled, Ticked
from companion.model.recorded import RecordedModifier
from companion.play.recording import dice_of
from companion.render.logged import logged_results
from companion.render.reported import answers_told
from companion.render.resolution import dice_words
from companion.render.text import cited, percent, shown, signed
from companion.render.timeline import TimelineLine
from companion.ui.widgets.lines import (
    Lines,
    blank,
    bullets,
    pair,
    row,
    rule_number,
    section,
    stack,
    text_lines,
)
from companion.ui.widgets.text import with_minus

_KIND = 20
"""Columns of the kind of an entry."""
_INDENT = 5
"""Columns before the details of a line under it."""
_COLUMNS = 60
"""Columns from which a line of the log has columns for the time and for the kind of entry."""
_DICE = re.compile(r"(?: \(|[:;,] )(rolled [^()]+)\)?(?=$|  \[)")
_CORRECTS = re.compile(r"  \[(corrects line \d+)(?:: (.*))?\]$")
_SIGNS = {
    "applied": ("● ", "bold $good"),
    "not applied": ("○ ", "$quiet"),
    "not allowed": ("✕ ", "bold $heed"),
    "open": ("? ", "bold $heed"),
}


def log_row(line: TimelineLine, corrected_by: int, noted: bool) -> Lines:
    """Return a line of the log: number, time, kind of entry, result in bold, dice; a new phase is a section."""
    return Lines(lambda width: _log_row(line, width >= _COLUMNS, corrected_by, noted).at(width))


def opened_row(line: TimelineLine, module: GameModule | None) -> Lines:
    """Return the details of a line, to be shown below it."""
    rows, indent = details(line, module), " " * _INDENT
    return Lines(
        lambda width: [Content.assemble(indent, each) for each in rows.at(width - _INDENT) if each.plain]
    )


def _log_row(line: TimelineLine, wide: bool, corrected_by: int, noted: bool) -> Lines:
    time = f" {line.logged.at[11:16]} " if wide else " "
    lead = Content.styled(f"{'*' if line.pinned else ' '}{line.logged.id:>3}{time} ", "$quiet")
    if isinstance(line.logged.event, Moved) and not line.undone and not line.notes:
        head = section(line.says)
        return Lines(lambda width: _behind(lead, head.at(width - lead.cell_length)))
    says, dice, aside = _parts(line.says)
    asides = [aside, f"corrected by line {corrected_by}" if corrected_by else ""]
    asides += ["undone" if line.undone else ""]
    right = [(dice, "$quiet")] if dice else []
    right += [(each, "$heed") for each in asides if each]
    note = f"note: {'; '.join(line.notes)}" if line.notes and noted else ""
    return row(
        lead,
        _words(line, says, wide),
        Content("  ").join(Content.styled(*part) for part in right),
        Content.styled(shown(note), "$quiet"),
    )


def _behind(lead: Content, lines: list[Content]) -> list[Content]:
    """Return lines after a lead; further lines are indented."""
    indent = Content(" " * lead.cell_length)
    return [Content.assemble(indent if number else lead, line) for number, line in enumerate(lines)]


def _parts(says: str) -> tuple[str, str, str]:
    """Return the words of a line, its dice, and which line it corrects."""
    corrects, dice = _CORRECTS.search(says), _DICE.search(says)
    aside = corrects[1] if corrects else ""
    changed = f"; changed: {corrects[2]}" if corrects and corrects[2] else ""
    bare = _CORRECTS.sub("", says)
    return (_DICE.sub("", bare) + changed, dice[1], aside) if dice else (bare + changed, "", aside)


def _words(line: TimelineLine, says: str, wide: bool) -> Content:
    """Return the kind of entry in its column, then the result."""
    plain = isinstance(line.logged.event, Ticked | PromptSettled | Noted)
    style = "strike $quiet" if line.undone else "$quiet" if plain else ""
    weight = style or "bold"
    kind, colon, rest = shown(says).partition(": ")
    if not colon or len(kind) >= _KIND:
        return Content.styled(shown(says), style if plain or line.undone else "bold" * bool(_is_result(line)))
    gap = " " * (_KIND + 2 - len(kind)) if wide and _is_result(line) else ": "
    return Content.assemble((f"{kind}{gap}", style), (rest, weight))


def _is_result(line: TimelineLine) -> bool:
    return isinstance(line.logged.event, Calculated)


def details(line: TimelineLine, module: GameModule | None) -> Lines:
    """Return the details of a line: result, answers, modifiers, dice and follow-ups of a calculation; and its notes."""
    event = line.logged.event
    parts = _calculation(event, module) if isinstance(event, Calculated) else []
    if not parts:
        parts = [text_lines(Content.styled(shown(line.says), "bold"))]
        nothing = Content.styled("No further details.", "$quiet")
        parts += [] if line.notes else [blank(), text_lines(nothing)]
    return stack([*parts, *_listed("Note", line.notes)])


def _calculation(done: Calculated, module: GameModule | None) -> list[Lines]:
    procedure = module.find_procedure(done.procedure) if module else None
    parts = [pair(result.label, words) for result, words in logged_results(done, procedure)]
    parts += [text_lines(Content.styled(shown(dice_words(dice)), "$quiet")) for dice in dice_of(done)]
    answers = answers_told(procedure.inputs if procedure else (), done.inputs)
    parts += _section("Answers", (pair(label, answer) for label, answer in answers))
    parts += _section("Modifiers", map(_modifier, done.ledger))
    parts += _listed("Table rulings", (f"{ruling.text} ({ruling.id})" for ruling in done.rulings))
    odds = (pair(result, percent(Fraction(chance))) for result, chance in done.odds.items())
    parts += _section("Odds before the roll", odds)
    return parts + _listed("Next", (cited(step.says, step.cite) for step in done.follow_ups))


def _modifier(modifier: RecordedModifier) -> Lines:
    amount = with_minus(signed(modifier.value)) if modifier.value is not None else "–"
    style = "bold" if modifier.state == "applied" else "$quiet"
    lead = Content.assemble(_SIGNS[modifier.state], (f"{amount:>3}  ", style))
    return row(lead, Content.styled(shown(modifier.label), style), rule_number(modifier.cite))


def _section(name: str, rows: Iterable[Lines]) -> list[Lines]:
    listed = list(rows)
    return [blank(), section(name), *listed] if listed else []


def _listed(name: str, texts: Iterable[str]) -> list[Lines]:
    listed = list(texts)
    return _section(name, [bullets(listed)] if listed else [])
