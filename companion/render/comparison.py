"""Comparison of options A and B: their odds, totals and results side by side, and their differences."""

from __future__ import annotations

from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

from companion.model import Procedure, Resolution
from companion.render.differences import difference_lines
from companion.render.reported import answers_told
from companion.render.resolution import outcome_lines, shown_results
from companion.render.summary import bars, labels
from companion.render.text import listed, percent, wrapped
from companion.render.what_if import total_pairs

BESIDE = 60
"""Minimum width for two columns."""


class Option(NamedTuple):
    """A calculator with one resolution."""

    procedure: Procedure
    resolution: Resolution


def comparison_lines(a: Option, b: Option, width: int) -> list[str]:
    """Return the full comparison, in two columns if `width` allows."""
    same = a.procedure.id == b.procedure.id
    if width >= BESIDE:
        half = (width - 3) // 2
        columns = (_option_lines(option, half, name, not same) for name, option in (("A", a), ("B", b)))
        lines = [f"{left:<{half}} | {right}".rstrip() for left, right in zip_longest(*columns, fillvalue="")]
    else:
        lines = [*_option_lines(a, width, "A", not same), "", *_option_lines(b, width, "B", not same)]
    if same and not a.resolution.missing and not b.resolution.missing:
        lines += ["", *difference_lines(a.resolution, b.resolution, a.procedure, width, ("A", "B"))]
    return lines


def comparison_table(a: Option, b: Option, width: int) -> list[str]:
    """Return a short comparison, to be shown beside a form."""
    if a.procedure.id != b.procedure.id:
        return [*_short(a, width, "A"), *_short(b, width, "B")]
    rows = [
        (words, _chance(a.resolution, words), _chance(b.resolution, words))
        for words in dict.fromkeys((*a.resolution.odds, *b.resolution.odds))
    ]
    left, right = total_pairs(a.resolution), total_pairs(b.resolution)
    rows += [(title, left.get(title, "-"), right.get(title, "-")) for title in dict.fromkeys((*left, *right))]
    if not a.resolution.odds and not b.resolution.odds:
        left, right = _results(a), _results(b)
        rows += [
            (label, left.get(label, "-"), right.get(label, "-")) for label in dict.fromkeys((*left, *right))
        ]
    wide = [max((len(row[place]) for row in rows), default=0) for place in (1, 2)]
    lines: list[str] = []
    for words, was, now in rows:
        beside = f"A {was:>{wide[0]}}  B {now:>{wide[1]}}"
        if len(words) + 2 + len(beside) <= width:
            lines.append(f"{words:<{width - len(beside) - 2}}  {beside}")
        else:
            lines += [*wrapped(words, width), *wrapped(beside, width, "  ", "  ")]
    return lines


def _chance(resolution: Resolution, words: str) -> str:
    return percent(resolution.odds.get(words, Fraction(0))) if resolution.odds else "-"


def _results(option: Option) -> dict[str, str]:
    outcome = option.resolution.outcome if option.resolution.done else {}
    return {result.label: words for result, words in shown_results(option.procedure, outcome)}


def _short(option: Option, width: int, name: str) -> list[str]:
    """Return a short form of an option, for a comparison of two different calculators."""
    lines = wrapped(f"{name} {option.procedure.title}", width, "", "  ")
    if option.resolution.odds:
        return lines + bars(option.resolution.odds, width)
    return lines + listed(
        (f"{label}: {words}" for label, words in _results(option).items()), width, "- ", "  "
    )


def _option_lines(option: Option, width: int, name: str, answers: bool) -> list[str]:
    """Return title, answers (if `answers` is set), odds as bars, totals, and results once decided."""
    resolution, procedure = option.resolution, option.procedure
    lines = wrapped(f"{name}: {procedure.title} ({procedure.cite})", width, "", "   ")
    answer_words = "; ".join(
        f"{label} {value}"
        for label, value in dict(answers_told(procedure.inputs, resolution.inputs)).items()
        if value != "no"
    )
    lines += wrapped(answer_words, width, "  ", "  ") if answer_words and answers else []
    if resolution.missing:
        questions = ", ".join(labels(procedure, resolution.missing))
        return lines + wrapped(f"Still to answer: {questions}", width, "  ", "    ")
    lines += bars(resolution.odds, width)
    totals = (f"{title}: {total}" for title, total in total_pairs(resolution).items())
    lines += listed(totals, width, "  ", "    ")
    return lines + (outcome_lines(resolution, procedure, width) if resolution.done else [])
