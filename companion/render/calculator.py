"""What stands beside and under a calculator's questions."""

from __future__ import annotations

from companion.model import GameModule, Procedure, Resolution
from companion.render.entry import conflict_lines
from companion.render.resolution import flip_lines, ledger_lines, looked_lines
from companion.render.summary import bars, headline, second_line
from companion.render.text import wrapped


def summary_lines(resolution: Resolution | None, procedure: Procedure, fault: str, width: int) -> list[str]:
    """The answer at an arm's length: a line or two."""
    if resolution is None:
        return wrapped(fault, width)
    lead = "=> " if resolution.done else ""
    lines = wrapped(headline(resolution, procedure), width, lead, "     " if lead else "")
    second = second_line(resolution, procedure)
    return lines + (wrapped(second, width) if second else [])


def answer_lines(
    resolution: Resolution | None, procedure: Procedure, module: GameModule, width: int
) -> list[str]:
    """Odds, ledger, look-ups, flips, notes, and where the sources differ."""
    if resolution is None:
        return wrapped(procedure.summary, width)
    lines: list[str] = []
    if resolution.odds:
        lines += ["Odds before the roll", *bars(resolution.odds, width), ""]
    if resolution.settled:
        lines += [*wrapped(f"No roll needed: {resolution.settled}.", width), ""]
    lines += ledger_lines(resolution, width)
    if resolution.done and resolution.flips:
        lines += [
            "",
            *wrapped("One change that would have changed it:", width),
            *flip_lines(resolution, procedure, width),
        ]
    if resolution.looked:
        lines += ["", *looked_lines(resolution, width)]
    for note in (*resolution.unused, *resolution.notes):
        lines += wrapped(note, width, "- ", "  ")
    for conflict in module.conflicts_of(procedure.id):
        lines += ["", *conflict_lines(conflict, width)]
    return lines
