"""Two answers of one calculator beside each other: what differs, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.model import LedgerLine, Procedure, Resolution
from companion.render.reported import answers_told
from companion.render.resolution import STATE_SIGNS, outcome_word, total_words
from companion.render.text import cited, signed, wrapped

Difference = tuple[str, str, str]
"""What it is about, as it was, as it is now."""


def difference_lines(
    was: Resolution,
    now: Resolution,
    procedure: Procedure,
    width: int,
    names: tuple[str, str] = ("was", "now"),
) -> list[str]:
    """What differs in answers, ledger, results and in what follows; `names` are what the two are called."""
    lines: list[str] = []
    for title, found in (
        ("Answers", list(_answers(was, now, procedure))),
        ("Counted", list(_ledger(was, now))),
        ("Result", list(_results(was, now, procedure))),
    ):
        if found:
            lines += [title, *(line for each in found for line in _beside(each, width, names)), ""]
    lines += _next(was, now, width, names)
    return lines[:-1] if lines else ["Nothing differs."]


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
    """Keys under which the two differ."""
    for key in dict.fromkeys((*was, *now)):
        before, after = was.get(key, absent), now.get(key, absent)
        if before != after:
            yield key, before, after


def _answers(was: Resolution, now: Resolution, procedure: Procedure) -> Iterator[Difference]:
    yield from _pairs(
        dict(answers_told(procedure.inputs, was.inputs)),
        dict(answers_told(procedure.inputs, now.inputs)),
        "no",
    )


def _ledger(was: Resolution, now: Resolution) -> Iterator[Difference]:
    for (_, label), before, after in _pairs(_lines(was), _lines(now), "-"):
        yield label, before, after
    units = {each.name: each.unit for each in (*was.totals, *now.totals)}
    titles = {each.name: each.title or each.name.replace("_", " ") for each in (*was.totals, *now.totals)}
    for name, before, after in _pairs(_totals(was, units), _totals(now, units), "-"):
        yield f"Total, {titles[name]}", before, after


def _lines(resolution: Resolution) -> dict[tuple[str, str], str]:
    units = {each.name: each.unit for each in resolution.totals}
    return {(each.tally, each.label): _line(each, units.get(each.tally, "")) for each in resolution.ledger}


def _line(line: LedgerLine, unit: str) -> str:
    return f"{STATE_SIGNS[line.state]} {signed(line.value, unit)}"


def _totals(resolution: Resolution, units: dict[str, str]) -> dict[str, str]:
    return {
        each.name: "?" if each.total is None else total_words(each.total, units[each.name])
        for each in resolution.totals
    }


def _results(was: Resolution, now: Resolution, procedure: Procedure) -> Iterator[Difference]:
    for name, before, after in _pairs(_words(was, procedure), _words(now, procedure), "-"):
        label = next((each.label for each in procedure.outcome if each.name == name), name)
        yield label, before, after


def _words(resolution: Resolution, procedure: Procedure) -> dict[str, str]:
    told = {each.name for each in procedure.outcome if each.show != "no"}
    if not resolution.done:
        return {}
    return {
        name: outcome_word(procedure, name, value)
        for name, value in resolution.outcome.items()
        if name in told
    }


def _next(was: Resolution, now: Resolution, width: int, names: tuple[str, str]) -> list[str]:
    """What follows in only one of the two; the rest is the same."""
    before, after = _demands(was), _demands(now)
    lines: list[str] = []
    titles = ("Would not follow", "Would follow")
    if names != ("was", "now"):
        titles = (f"Follows from {names[0]} alone", f"Follows from {names[1]} alone")
    for title, found, other in ((titles[0], before, after), (titles[1], after, before)):
        gone = [each for each in found if each not in other]
        if gone:
            lines += [title, *(line for each in gone for line in wrapped(each, width, " * ", "     ")), ""]
    return lines


def _demands(resolution: Resolution) -> list[str]:
    return [cited(step.says, step.cite) for step in resolution.next] if resolution.done else []
