"""The panels of the calculator screen: summary and answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.what_if import TotalRange
from companion.model import GameModule, Procedure, Resolution
from companion.model.event import TableRuling
from companion.render.entry import conflicts_lines, record_title
from companion.render.procedure import cross_game_lines
from companion.render.resolution import flip_lines, ledger_lines, looked_lines, settled_words
from companion.render.summary import bars, headline, second_line
from companion.render.text import listed, wrapped
from companion.render.what_if import total_range_lines


def summary_lines(resolution: Resolution | None, procedure: Procedure, fault: str, width: int) -> list[str]:
    """Return the answer in a line or two; `fault` if there is no resolution.

    Several rolls are left out: they are listed above it, each with its result.
    """
    if resolution is None:
        return wrapped(fault, width)
    lead = "=> " if resolution.done else ""
    dice = len(resolution.rolls) == 1
    lines = wrapped(headline(resolution, procedure, dice), width, lead, "     " if lead else "")
    return lines + listed([second_line(resolution, procedure)], width)


def answer_lines(
    resolution: Resolution | None,
    procedure: Procedure,
    module: GameModule,
    width: int,
    rulings: Sequence[TableRuling] = (),
    runs: Sequence[TotalRange] = (),
    would: Mapping[str, str] | None = None,
) -> list[str]:
    """Return table rulings, odds, ledger, look-ups, flips, notes, and conflicts of sources.

    `runs`: the result of each range of totals; `would`: the effect of a modifier that does not count, by its key.
    """
    if resolution is None:
        return wrapped(procedure.summary, width)
    of_modifiers = _by_modifier(resolution, rulings)
    lines: list[str] = []
    for ruling in rulings:
        if ruling.about.partition("/")[2] not in of_modifiers:
            lines += [*wrapped(f"[TABLE] {_about(ruling, module)}: {ruling.text}", width, "", "  "), ""]
    lines += _odds_lines(resolution, runs, width)
    if resolution.settled:
        lines += [*wrapped(settled_words(resolution), width), ""]
    lines += ledger_lines(resolution, width, of_modifiers, would)
    if resolution.done and (changes := flip_lines(resolution, procedure, width)):
        lines += ["", *wrapped("One change that would have changed it:", width), *changes]
    if resolution.looked:
        lines += ["", *looked_lines(resolution, width)]
    lines += listed((*resolution.unused, *resolution.notes), width, "- ", "  ")
    lines += conflicts_lines(procedure.id, module, width)
    if terms := module.cross_game_terms_of(procedure.id):
        lines += ["", *cross_game_lines(terms, width)]
    return lines


def _odds_lines(resolution: Resolution, runs: Sequence[TotalRange], width: int) -> list[str]:
    if resolution.odds_now:
        return ["Odds now, after the dice so far", *bars(resolution.odds_now, width), ""]
    if not resolution.odds:
        return []
    ranges = total_range_lines(resolution.needs[0], runs, width) if resolution.needs else []
    return ["Odds before the roll", *bars(resolution.odds, width), *ranges, ""]


def _by_modifier(resolution: Resolution, rulings: Sequence[TableRuling]) -> dict[str, list[str]]:
    """Table rulings on this calculator's modifiers, by their label."""
    labels = {line.label for line in resolution.ledger}
    by_label: dict[str, list[str]] = {}
    for ruling in rulings:
        target, _, label = ruling.about.partition("/")
        if target == resolution.procedure and label in labels:
            by_label.setdefault(label, []).append(ruling.text)
    return by_label


def _about(ruling: TableRuling, module: GameModule) -> str:
    """Title of the record that a ruling is about, and the label of the modifier."""
    target, _, label = ruling.about.partition("/")
    record = next((record for record in module.records if record.id == target), None)
    words = record_title(record) if record else target
    return f"{words}: {label}" if label else words
