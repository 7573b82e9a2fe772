"""Every text of a game that the app or the command line can show, with its source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from companion.engine import Engine
from companion.engine.answers import take_answers
from companion.engine.values import BRACES
from companion.model import Chart, GameModule, Input, Procedure, Refused, Resolution
from companion.model.answer_keys import choice_name, explained_name
from companion.render import chart as charts
from companion.render import entry as entries
from companion.render import large, summary
from companion.render.calculator import sections
from companion.render.comparison import Option, comparison_lines, comparison_table
from companion.render.differences import difference_lines
from companion.render.grid import cell_lines, draw
from companion.render.names import log_words
from companion.render.procedure import about_lines
from companion.render.resolution import ledger_lines, resolution_lines
from companion.render.term import term_lines
from companion.ui.widgets.about_calculator import about_calculator
from companion.workspace.what_if import work_out
from tests.answering import resolved

WIDE = 100_000
"""Wide enough that no line is wrapped."""
READ = {
    *(
        "allows",
        "because",
        "cite",
        "colour",
        "columns_title",
        "credits",
        "date",
        "days",
        "does",
        "edition",
        "help",
    ),
    *("label", "labels", "leader", "marks", "means", "note", "notes", "only", "page", "relay", "rows_title"),
    *(
        "rule_says",
        "says",
        "summary",
        "taken",
        "term",
        "text",
        "title",
        "unit",
        "where",
        "who",
        "why",
        "words",
    ),
}
"""Fields whose text is shown to the player; other texts are names, keys and formulas."""


class Shown(NamedTuple):
    """A text and its source."""

    where: str
    text: str


def written(module: GameModule) -> Iterator[Shown]:
    """Yield the texts of the records: turn sequence, scenarios, units, conflicts, sources, calculators.

    Formulas inside a text are replaced by a number.
    """
    yield Shown(f"{module.game.slug} about", module.game.about)
    for name in ("game", "procedures", "terms", "sequence", "conflicts", "printed", "scenarios", "units"):
        yield from _fields(getattr(module, name), f"{module.game.slug} {name}")


def _fields(value: Any, where: str, read: bool = False) -> Iterator[Shown]:
    if isinstance(value, str):
        if read and value:
            yield Shown(where, BRACES.sub("0", value))
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _fields(each, where, read)
    elif isinstance(value, tuple):
        for each in value:
            yield from _fields(each, where, read)
    elif isinstance(value, msgspec.Struct):
        named = getattr(value, "id", "") or getattr(value, "name", "") or getattr(value, "title", "")
        inside = f"{where} {named}".strip()
        for field in value.__struct_fields__:
            yield from _fields(getattr(value, field), f"{inside}, {field}", field in READ)


def pages(module: GameModule) -> Iterator[Shown]:
    """Yield rules, terms and charts as the screens and `companion show` draw them."""
    for entry in module.entries:
        points = entries.point_lines(entry.points, entry.authority, module, WIDE)
        conflicts = entries.conflicts_lines(entry.id, module, WIDE)
        yield from _lines(entry.id, [entries.entry_title(entry), *points, *conflicts])
        yield from _lines(f"{entry.id}, large", large.of_entry(entry, module).text)
    for term in module.terms:
        yield from _lines(f"{module.game.slug} {term.term}", term_lines(term, WIDE))
    for conflict in module.conflicts:
        yield from _lines(
            f"{module.game.slug} conflict {conflict.id}", entries.conflict_lines(conflict, module.game, WIDE)
        )
    for chart in module.charts:
        yield from _chart(chart, module)


def _chart(chart: Chart, module: GameModule) -> Iterator[Shown]:
    yield from _lines(chart.id, charts.chart_lines(chart, module, 200))
    yield from _lines(f"{chart.id}, grid", draw(chart, 2_000, (0, 0)).lines)
    for row in range(len(chart.rows)):
        for column in range(len(chart.columns)):
            yield from _lines(f"{chart.id}, cell", cell_lines(chart, (row, column), WIDE))
            big = large.of_cell(chart, chart.rows[row], chart.columns[column])
            yield from _lines(f"{chart.id}, large cell", [*big.head, big.foot])


def described(procedure: Procedure, module: GameModule) -> Iterator[Shown]:
    """Yield the description of a calculator beside the list of calculators, and as a record on the screens."""
    yield from _lines(procedure.id, about_lines(procedure, WIDE, module.cross_game_terms_of(procedure.id)))
    drawn = about_calculator(procedure, module).at(200)
    yield from _lines(procedure.id, (" ".join(line.plain.split()) for line in drawn))


def questions(procedure: Procedure) -> Iterator[Shown]:
    """Yield the questions of a calculator as the form and the command line word them."""
    for given in _inputs(procedure.inputs):
        where = f"{procedure.id}, {given.name}"
        yield from (Shown(where, each) for each in (given.label, given.help, given.rule_says) if each)
        for choice in given.choices:
            yield Shown(where, choice_name(choice))
            yield Shown(where, explained_name(choice))
            yield Shown(where, choice.label or choice.key)


def _inputs(inputs: tuple[Input, ...]) -> Iterator[Input]:
    for each in inputs:
        if each.when != "no":
            yield each
            yield from _inputs(each.fields)


def results(
    engine: Engine, module: GameModule, procedure: Procedure, sets: Iterable[tuple[Mapping[str, Any], Any]]
) -> Iterator[Shown]:
    """Yield the results of answers before and after the roll, or the refusal. Rolls of None use seeded dice."""
    for number, (answers, rolls) in enumerate(sets):
        where = f"{procedure.id} {dict(answers)}"
        try:
            take_answers(procedure.inputs, answers)
        except Refused:
            continue
        try:
            resolutions = [engine.resolve(procedure.id, answers, [], flips=False)]
            if rolls is None:
                resolutions.append(resolved(engine, procedure, answers, number))
            else:
                resolutions.append(engine.resolve(procedure.id, answers, rolls, flips=number % 4 == 0))
        except Refused as refusal:
            yield Shown(f"{where}, refusal", str(refusal))
            continue
        for each in resolutions:
            yield from _resolution(where, each, procedure, module)
        if number % 4 == 0:
            yield from _what_if(where, engine, procedure, answers, resolutions[0])
        yield from _compared(where, resolutions[0], resolutions[-1], procedure)


def _resolution(
    where: str, resolution: Resolution, procedure: Procedure, module: GameModule
) -> Iterator[Shown]:
    yield from _lines(where, resolution_lines(resolution, procedure, WIDE))
    for section in sections(resolution, procedure, module):
        yield from _lines(where, section.lines(WIDE))
    yield Shown(where, summary.headline(resolution, procedure))
    yield Shown(where, summary.second_line(resolution, procedure))
    big = large.of_resolution(resolution, procedure)
    yield from _lines(where, [*big.head, big.foot])


def _what_if(
    where: str, engine: Engine, procedure: Procedure, answers: Mapping[str, Any], now: Resolution
) -> Iterator[Shown]:
    """Yield what each modifier would change before the roll, and the results by ranges of totals."""
    found = work_out(engine, procedure, answers, now, lambda: False)
    yield from _lines(where, (*found.would.values(), *(run.words for run in found.runs)))
    yield from _lines(where, ledger_lines(now, WIDE))


def _compared(where: str, before: Resolution, after: Resolution, procedure: Procedure) -> Iterator[Shown]:
    """A resolution beside another one, as option A and as a correction, and as a line of the log."""
    yield from _lines(where, difference_lines(before, after, procedure, 300))
    a, b = Option(procedure, before), Option(procedure, after)
    yield from _lines(where, (*comparison_lines(a, b, 300), *comparison_table(a, b, 300)))
    if after.done:
        yield Shown(f"{where}, log", log_words(procedure, after, {}))


def _lines(where: str, lines: Iterable[str]) -> Iterator[Shown]:
    return (Shown(where, line) for line in lines if line.strip())
