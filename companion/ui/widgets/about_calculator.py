"""The description of a calculator beside the list: its questions, dice, results and charts."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from companion.model import GameModule, Input, Procedure
from companion.model.step import LookUp, Roll, Shift
from companion.render.procedure import dice_words
from companion.render.text import shown
from companion.ui.widgets.lines import Lines, blank, row, rule_number, section, stack, text_lines
from companion.workspace.typed_numbers import domain


def about_calculator(procedure: Procedure, module: GameModule) -> Lines:
    """Return what a calculator is for, then its questions, dice, results and charts."""
    steps = list(procedure.every_step())
    read = dict.fromkeys(each.chart for each in steps if isinstance(each, LookUp | Shift))
    charts = [chart for chart in module.charts if chart.id.partition(":")[2] in read]
    results = [result.label for result in procedure.outcome if result.show != "no"]
    groups = (
        ("Questions", list(_questions(procedure.inputs))),
        ("Dice", [_line(each.label, dice_words(each)) for each in steps if isinstance(each, Roll)]),
        ("Result", [text_lines(", ".join(dict.fromkeys(results)))] if results else []),
        (
            "Charts used",
            [row(Content(""), Content(shown(each.title)), rule_number(each.cite)) for each in charts],
        ),
    )
    parts = [text_lines(procedure.summary)]
    for name, lines in groups:
        parts += [blank(), section(name), *lines] if lines else []
    return stack(parts)


def _questions(inputs: tuple[Input, ...], depth: int = 0) -> Iterator[Lines]:
    """Yield the questions that may be asked, those of a group under its name."""
    for given in inputs:
        if given.when != "no":
            yield _line(given.label, _answers(given), depth)
            yield from _questions(given.fields, depth + 1)


def _answers(given: Input) -> str:
    """Return the valid answers to a question in a few words; for yes and no, the default."""
    match given.kind:
        case "yes-no":
            return f"default: {given.rule or 'no'}"
        case "number":
            return domain(given.least, given.most)
        case "choice" | "set" if given.choices:
            first, last = given.choices[0].key, given.choices[-1].key
            short = len(first) == len(last) == 1 and len(given.choices) > 1
            return f"{first} to {last}" if short else f"{len(given.choices)} choices"
    return ""


def _line(name: str, words: str, depth: int = 0) -> Lines:
    return row(Content("  " * depth), Content(shown(name)), Content.styled(shown(words), "$quiet"))
