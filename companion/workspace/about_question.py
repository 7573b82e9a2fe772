"""Background of a question: table rulings, the modifiers that it decides, and its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.model import Choice, Entry, Input, LedgerLine
from companion.render.question import speaks_of
from companion.workspace.rulings import rulings_on

if TYPE_CHECKING:
    from companion.workspace.calculation import Calculation


class AboutQuestion(NamedTuple):
    """Background of a question."""

    label: str
    modifiers: list[tuple[LedgerLine, str]]
    """The modifiers that the question decides, each with the unit of its tally."""
    rulings: list[str]
    """Texts of the table rulings on these modifiers and rules."""
    rules: list[Entry]
    source: str
    """Citation of the question, for when no rule of the game has its number."""


def about_question(
    calculation: Calculation, question: Input, path: tuple[str, ...], member: Choice | None
) -> AboutQuestion:
    """Return the background of a question at `path`; `member`: the member of a set that is asked about."""
    label = (member.label or member.key) if member else question.label
    modifiers = _ledger_lines(calculation, question, path, label if member else "")
    cites = dict.fromkeys(cite for cite in (question.cite, *(line.cite for line in modifiers)) if cite)
    procedure, resolution = calculation.procedure, calculation.resolution
    entries = _entries(calculation, list(cites)) or _entries(calculation, [procedure.cite])
    abouts = {f"{procedure.id}/{line.label}" for line in modifiers} | {entry.id for entry in entries}
    units = {total.name: total.unit for total in resolution.totals} if resolution else {}
    return AboutQuestion(
        label,
        [(line, units.get(line.tally, "")) for line in modifiers],
        [ruling.text for ruling in rulings_on(calculation) if ruling.about in abouts],
        entries,
        ", ".join(cites) or procedure.cite,
    )


def _ledger_lines(
    calculation: Calculation, question: Input, path: tuple[str, ...], member: str
) -> list[LedgerLine]:
    """Return the ledger lines that a yes/no question or a member of a set decides."""
    if question.kind not in ("yes-no", "set") or calculation.resolution is None:
        return []
    unnumbered = ".".join(step for step in path if not step.isdecimal())
    lines = [line for line in calculation.resolution.ledger if unnumbered in line.inputs]
    return [line for line in lines if speaks_of(member, line.label)] if member else lines


def _entries(calculation: Calculation, cites: list[str]) -> list[Entry]:
    records = (
        record
        for cite in cites
        for record in calculation.context.library.find(f"{calculation.procedure.game}:{cite}")
    )
    return list({record.id: record for record in records if isinstance(record, Entry)}.values())
