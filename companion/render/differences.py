"""Differences between two resolutions of one calculator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.model import Procedure, Resolution
from companion.render.reported import answers_told
from companion.render.resolution import STATE_SIGNS, shown_results, total_words
from companion.render.text import cited, listed, signed, wrapped

Difference = tuple[str, str, str]
"""Label, old value and new value."""


def difference_lines(
    was: Resolution,
    now: Resolution,
    procedure: Procedure,
    width: int,
    names: tuple[str, str] = ("was", "now"),
) -> list[str]:
    """Return the differences in answers, ledger, results and follow-ups; `names` labels the two resolutions."""
    lines: list[str] = []
    before, after = (resolution.outcome if resolution.done else {} for resolution in (was, now))
    for title, differences in (
        ("Answers", list(answer_differences(was, now, procedure))),
        ("Modifiers", list(_ledger(was, now))),
        ("Result", list(result_changes(before, after, procedure))),
    ):
        if differences:
            rows = (line for difference in differences for line in _beside(difference, width, names))
            lines += [title, *rows, ""]
    lines += _next(was, now, width, names)
    return lines[:-1] if lines else ["No differences."]


def _beside(difference: Difference, width: int, names: tuple[str, str]) -> list[str]:
    what, was, now = difference
    first, second = names
    half = (width - 5) // 2
    lines = wrapped(what, width, " ", " ")
    if max(len(was), len(now)) + 4 <= half:
        return [*lines, f"  {first} {was}".ljust(half + 2) + f" | {second} {now}"]
    return [
        *lines,
        *wrapped(f"{first} {was}", width, "  ", "      "),
        *wrapped(f"{second} {now}", width, "  ", "      "),
    ]


def _pairs(was: dict[Any, str], now: dict[Any, str], absent: str) -> Iterator[tuple[Any, str, str]]:
    """Yield each key whose values differ, with both values."""
    for key in dict.fromkeys((*was, *now)):
        before, after = was.get(key, absent), now.get(key, absent)
        if before != after:
            yield key, before, after


def answer_differences(was: Resolution, now: Resolution, procedure: Procedure) -> Iterator[Difference]:
    """Yield the answers that differ."""
    yield from _pairs(
        dict(answers_told(procedure.inputs, was.inputs)),
        dict(answers_told(procedure.inputs, now.inputs)),
        "no",
    )


def _ledger(was: Resolution, now: Resolution) -> Iterator[Difference]:
    for (_, label), before, after in _pairs(_lines(was), _lines(now), "-"):
        yield label, before, after
    titles = {total.name: total.heading for total in (*was.totals, *now.totals)}
    for name, before, after in _pairs(_totals(was), _totals(now), "-"):
        yield f"Total, {titles[name]}", before, after


def _lines(resolution: Resolution) -> dict[tuple[str, str], str]:
    units = {total.name: total.unit for total in resolution.totals}
    return {
        (line.tally, line.label): f"{STATE_SIGNS[line.state]} {signed(line.value, units.get(line.tally, ''))}"
        for line in resolution.ledger
    }


def _totals(resolution: Resolution) -> dict[str, str]:
    return {total.name: total_words(total) for total in resolution.totals}


def result_changes(
    was: Mapping[str, Any], now: Mapping[str, Any], procedure: Procedure
) -> Iterator[Difference]:
    """Yield the results that differ between two outcomes; `-` stands for no value."""
    labels = {result.name: result.label for result in procedure.outcome}
    before, after = (
        {result.name: words for result, words in shown_results(procedure, outcome)} for outcome in (was, now)
    )
    for name, old, new in _pairs(before, after, "-"):
        yield labels[name], old, new


def _next(was: Resolution, now: Resolution, width: int, names: tuple[str, str]) -> list[str]:
    """Return the follow-ups that only one of the two resolutions has."""
    before, after = follow_ups(was), follow_ups(now)
    lines: list[str] = []
    titles = ("Would not follow", "Would follow")
    if names != ("was", "now"):
        titles = (f"Follows only from {names[0]}", f"Follows only from {names[1]}")
    for title, demands, other in ((titles[0], before, after), (titles[1], after, before)):
        if only_here := [demand for demand in demands if demand not in other]:
            lines += [title, *listed(only_here, width, " * ", "     "), ""]
    return lines


def follow_ups(resolution: Resolution) -> list[str]:
    """Return what follows from a final result, with the rules."""
    return [cited(step.says, step.cite) for step in resolution.next] if resolution.done else []
