"""Text of one of two compared options: odds, result, answers and ledger, as in a calculator."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace
from textual.content import Content

from companion.model import LedgerLine, Resolution
from companion.render.comparison import Option
from companion.render.differences import answer_differences, follow_ups
from companion.render.reported import answers_told
from companion.render.resolution import outcome_lines
from companion.render.summary import labels
from companion.render.text import listed, wrapped
from companion.ui.widgets.ledger import Notes, ledger_rows, odds_rows
from companion.ui.widgets.lines import pair, section, stack
from companion.ui.widgets.text import styled


def option_text(option: Option, other: Option, width: int) -> Content:
    """Return the text of an option's panel; answers and modifiers only if they differ from those of `other`.

    If the two cannot be compared, because the calculators differ or an answer is missing, all are listed.
    """
    procedure, resolution = option
    if resolution.missing:
        missing = ", ".join(labels(procedure, resolution.missing))
        return styled(wrapped(f"Still to answer: {missing}", width), first="")
    return Content("\n\n").join(_parts(option, other, width))


def _parts(option: Option, other: Option, width: int) -> Iterator[Content]:
    procedure, resolution = option
    compared = procedure.id == other.procedure.id and not other.resolution.missing
    only = "differences only" if compared else ""
    if resolution.odds:
        yield odds_rows(resolution.odds, (), "", width)
    if resolution.done:
        yield styled(outcome_lines(resolution, procedure, width))
    if answers := list(_answers(option, other, compared)):
        rows = stack([section("Answers", only), *(pair(label, says) for label, says in answers)])
        yield Content("\n").join(rows.at(width))
    if resolution.totals:
        lines = tuple(_differing(resolution, other.resolution)) if compared else resolution.ledger
        ledger = ledger_rows(replace(resolution, ledger=lines), Notes({}, {}, False), width)
        yield Content("\n").join([*section("Ledger", only).at(width), ledger])
    if follows := [each for each in follow_ups(resolution) if each not in follow_ups(other.resolution)]:
        yield Content("\n").join(
            [*section("Next").at(width), *map(Content, listed(follows, width, "· ", "  "))]
        )


def _answers(option: Option, other: Option, compared: bool) -> Iterator[tuple[str, str]]:
    """Yield the label and the answer of each question to list."""
    told = answers_told(option.procedure.inputs, option.resolution.inputs)
    if compared:
        differences = answer_differences(option.resolution, other.resolution, option.procedure)
        yield from ((label, own) for label, own, _ in differences)
    else:
        yield from ((label, says) for label, says in told if says != "no")


def _differing(resolution: Resolution, other: Resolution) -> Iterator[LedgerLine]:
    """Yield the modifiers that do not count alike in both."""
    others = {line.key: (line.state, line.value) for line in other.ledger}
    return (line for line in resolution.ledger if others.get(line.key) != (line.state, line.value))
