"""What kinds of values charts and inputs give, and what a formula may come to because it is written in it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.formula import (
    BOOL,
    NUMBER,
    FormulaError,
    Kind,
    choice_of,
    group_of,
    parse,
    rows_of,
    set_of,
)
from companion.formula.tree import Choose, Const, Node
from companion.formula.types import ANY, shade_of
from companion.model import Chart, Input
from companion.model.chart import band


def input_kind(given: Input) -> Kind:
    """The kind of value an input gives."""
    match given.kind:
        case "yes-no":
            return BOOL
        case "number":
            return NUMBER
        case "choice":
            return choice_of(frozenset(choice.key for choice in given.choices))
        case "set":
            return set_of(frozenset(choice.key for choice in given.choices))
        case "group":
            return group_of({field.name: input_kind(field) for field in given.fields})
        case "rows":
            return rows_of({field.name: input_kind(field) for field in given.fields})
        case "borrowed":
            return ANY


def part_kind(chart: Chart, part: str) -> Kind | None:
    """The kind of a part of a chart's cells, None where it has no such part."""
    every = [chart.cell(row, column) for row in chart.rows for column in chart.columns]
    if part == "shade":
        return shade_of({shade.name: shade.colour for shade in chart.shades})
    if part == "least":
        return NUMBER if all(band(str(cell)) for cell in every) else None
    if part.startswith("marked "):
        return BOOL if part.removeprefix("marked ") in {note.mark for note in chart.footnotes} else None
    if part in {each.name for each in chart.parts}:
        return values_kind(str(chart.part(part, cell)) for cell in every)
    return None


def cells_kind(chart: Chart) -> Kind:
    """The kind of the whole cells of a chart."""
    return values_kind(str(chart.cell(row, column)) for row in chart.rows for column in chart.columns)


def values_kind(texts: Iterable[str]) -> Kind:
    """The kind of a value that is one of these."""
    every = set(texts)
    whole = {text for text in every if re.fullmatch(r"[+-]?\d+(/\d+)?", text)}
    if every == whole:
        return NUMBER
    return ANY if whole else choice_of(frozenset(every))


def literals(formula: str) -> frozenset[str]:
    """The texts that a formula may come to because they are written in it."""
    try:
        return _literals(parse(formula)) if formula else frozenset()
    except FormulaError:
        return frozenset()


def _literals(node: Node) -> frozenset[str]:
    match node:
        case Const(value=str(text)):
            return frozenset({text})
        case Choose(then=then, other=other):
            return _literals(then) | _literals(other)
    return frozenset()
