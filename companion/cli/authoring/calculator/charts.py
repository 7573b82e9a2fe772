"""Reads the chart of a new calculator: its row, its column, and its results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.cli.authoring.calculator.chart_question import ask_chart, short
from companion.cli.authoring.calculator.conditions import opposite
from companion.cli.authoring.calculator.draft import Draft, Option
from companion.cli.authoring.calculator.keys import key_question
from companion.cli.authoring.chart.sources import tables_to_make
from companion.cli.authoring.interview import AnswerRefused
from companion.cli.authoring.printed.dice import NEEDS
from companion.cli.authoring.rule_question import rules_naming
from companion.errors import Refused
from companion.model import Chart
from companion.model.chart import BLANK, Cell, band, ends_of_bands, value_of

_RESULT = "The label of the result: what the numbers or words in the chart mean."
_DICE = {(0, 99): "00-99", (2, 12): "2d6", (3, 18): "3d6", (1, 100): "1d100"} | {
    (1, sides): f"1d{sides}" for sides in (4, 6, 8, 10, 12, 20)
}
"""Dice by their lowest and highest total."""
NO_EFFECT = "no effect"
"""Result of a chart of words without a blank cell if the rules say that nothing happens."""
_MOST_RESULTS = 20
"""Maximum number of results of a chart that are offered as conditions."""


def dice_of(chart: Chart) -> str | None:
    """Return the dice whose totals are exactly the numbers of the rows; None if there are none."""
    bounds = [band(row) for row in chart.rows]
    if not all(bounds) or open_ends(chart, False) != (False, False):
        return None
    return _DICE.get(chart.ends_of(True) or (0, 0))


def tell_later(draft: Draft, chart: Chart, what: Sequence[str] = ("column",)) -> None:
    """Tell the author which parts of the chart become questions later, so need not be entered now."""
    titles = {"column": chart.columns_title, "row": chart.rows_title}
    keys = {"column": chart.columns, "row": chart.rows}
    parts = [
        f"the {part} of the chart" + (f" ({titles[part]})" if titles[part] else "")
        for part in what
        if len(keys[part]) > 1
    ]
    if parts:
        verb = "is" if len(parts) == 1 else "are"
        named = " and ".join(parts)
        it = "it" if len(parts) == 1 else "them"
        dice = "" if "row" in what else " The dice choose the row."
        draft.interview.say(
            f"T{named[1:]} {verb} asked for later, in the words of the chart. Leave {it} out here.{dice}"
        )


def has_bands_in_cells(chart: Chart) -> bool:
    """Return whether the cells hold bands of numbers, so that the row of the matching cell is the result."""
    cells = [band(str(cell)) for cell in chart.values if cell != "-"]
    has_ranges = any(bounds and bounds[0] != bounds[1] for bounds in cells)
    return chart.ends_of(True) is None and has_ranges and all(cells)


def ends_for_dice(chart: Chart) -> tuple[int, int] | None:
    """Return the lowest and highest total that a chart covers; None if dice cannot be read on it."""
    return ends_of_cells(chart) if has_bands_in_cells(chart) else chart.ends_of(True)


def ends_of_cells(chart: Chart) -> tuple[int, int] | None:
    """Return the lowest and highest number that all columns cover with their bands; None if a column has none."""
    column_ends = []
    for column in chart.columns:
        ends = ends_of_bands(str(chart.cell(row, column)) for row in chart.rows)
        if ends is None:
            return None
        column_ends.append(ends)
    return max(low for low, _ in column_ends), min(high for _, high in column_ends)


def open_ends(chart: Chart, in_cells: bool) -> tuple[bool, bool]:
    """Return whether the chart is open below its lowest and above its highest number, as with 5 or less and 12+."""
    if chart.ends == "clamp" and not in_cells:
        return True, True
    columns = [chart.rows]
    if in_cells:
        columns = [tuple(str(chart.cell(row, column)) for row in chart.rows) for column in chart.columns]
    bounds = [[each for each in map(band, column) if each] for column in columns]
    low = all(any(lowest < -9999 for lowest, _ in column) for column in bounds)
    return low, all(any(highest is None for _, highest in column) for column in bounds)


def kept_on(
    draft: Draft,
    chart: Chart,
    total: str,
    possible: tuple[int, int],
    in_cells: bool = False,
    what: str = "Totals",
) -> str:
    """Return the formula of a total that is read on a chart; ask what applies to totals beyond the chart."""
    ends, (low, high) = ends_for_dice(chart), possible
    assert ends is not None
    ends_open = open_ends(chart, in_cells)
    below, above = low < ends[0] and not ends_open[0], high > ends[1] and not ends_open[1]
    if not (below or above):
        return total
    if below and above:
        possible_totals, covered = f"from {low} to {high}", f"covers {ends[0]} to {ends[1]}"
    else:
        possible_totals = f"down to {low}" if below else f"up to {high}"
        covered = f"has none below {ends[0]}" if below else f"has none above {ends[1]}"
    says = (
        f"{what} {possible_totals} are possible, but the chart {covered}. "
        "Does its nearest row apply beyond that"
    )
    explains = "yes uses the nearest row. no refuses such a total, and the player decides."
    options = [Option("yes", "yes"), Option("no", "no")]
    if draft.choose("beyond", says, options, explains=explains) == "yes":
        total = f"min({total}, {ends[1]})" if above else total
        total = f"max({total}, {ends[0]})" if below else total
    return total


def _is_number(cell: Cell) -> bool:
    """Return whether a cell is a number, or one such as 4+."""
    ends = band(str(cell))
    return isinstance(cell, int) or (ends is not None and ends[1] is None)


def number_charts(draft: Draft) -> list[str]:
    """Return the charts of numbers, or of cells such as 4+, that a rule of the chapter has or names, by id.

    Those that are read already are left out. Without a terminal, no rule is read.
    """
    chapter = {cite for entry in draft.chapter for cite in entry.cites}
    return [
        short(chart)
        for chart in draft.module.charts
        if draft.interview.asks and not _no_numbers(chart)
        if not any(step.get("chart") == short(chart) for step in draft.steps)
        if chapter & {chart.cite, *rules_naming(draft.module, chart.title)}
    ]


def number_tables(draft: Draft, *, plain: bool = False) -> list[str]:
    """Return the tables in rules of the chapter whose cells are numbers such as 4+, as `ask_chart` offers them.

    With `plain`, and in a rule about what a die needs, plain numbers will do. Those that are charts already are left
    out. Without a terminal, no rule is read.
    """
    chapter = {cite for entry in draft.chapter for cite in entry.cites}
    needing = {cite for entry in draft.chapter if NEEDS.match(entry.title) for cite in entry.cites}
    tables = tables_to_make(draft.module) if draft.interview.asks else []
    return [
        table.label
        for table in tables
        if table.cite in chapter
        and (table.has_numbers if plain or table.cite in needing else table.has_numbers_needed)
    ]


def _no_numbers(chart: Chart) -> list[Cell]:
    """Return the cells of a chart that are no numbers, blank ones left out."""
    cells = [chart.cell(row, column) for row in chart.rows for column in chart.columns]
    return [cell for cell in cells if cell != BLANK and not _is_number(cell)]


def number_read(draft: Draft, name: str, chart: Chart | None = None, likely: Sequence[str] = ()) -> str:
    """Add the look-up of a number, or of one such as 4+, as the step `name`; return the formula of the number.

    The chart is asked for unless it is known; Enter takes the only one of `likely`, as `ask_chart` offers them.
    """
    charts = {short(chart): chart for chart in draft.module.charts}

    def numeric(label: str) -> str:
        chart = charts.get(label)
        if chart is not None and (wrong := _no_numbers(chart)):
            raise Refused(f"{chart.title} has a cell {wrong[0]}, which is no number; choose another chart")
        return label

    likely = likely or number_charts(draft) or number_tables(draft)
    chart = chart or ask_chart(draft, is_allowed=numeric, likely=likely)
    if wrong := _no_numbers(chart):
        raise AnswerRefused(f"{chart.title} has a cell {wrong[0]}, which is no number; choose another chart")
    column, row = key_question(draft, chart, "column"), key_question(draft, chart, "row")
    draft.steps.append({"do": "look-up", "name": name, "chart": short(chart), "column": column, "row": row})
    if BLANK in chart.values:
        says = f"{chart.title} has no number there"
        draft.steps.append(
            {"do": "require", "that": opposite(f"{name} == '{BLANK}'"), "says": says, "cite": chart.cite}
        )
    return name if all(isinstance(cell, int) for cell in chart.values) else f"number({name})"


def look_up(
    draft: Draft,
    chart: Chart,
    where: dict[str, str],
    column: str = "",
    *,
    gives_points: bool = False,
    name: str = "result",
) -> None:
    """Add the look-up step, its results, and the texts of footnotes as follow-ups.

    `column` is the column that is always read, which names the result; without it, ask for the name of the result, or
    of the points if the chart gives some. `name` is the name of that question.
    """
    take: dict[str, str] = {}
    step: dict[str, Any] = {"do": "look-up", "name": "cell", "chart": short(chart), **where}
    if "holding" in where or not chart.parts:
        label = _capital(chart.read(column)) if column else _ask_label(draft, gives_points, name)
        step["name"] = draft.new_name(label)
        cells = [chart.cell(row, column) for row in chart.rows] if column else chart.values
        _add_result(draft, step["name"], label, chart.rows if "holding" in where else map(str, cells))
    else:
        for part in chart.parts:
            label = part.name.replace("_", " ").capitalize()
            result = draft.new_name(part.name)
            take[result] = part.name
            _add_result(draft, result, label, (str(chart.part(part.name, cell)) for cell in chart.values))
    for number, note in enumerate((note for note in chart.footnotes if note.mark and "row" in where), 1):
        take[f"marked_{number}"] = f"marked {note.mark}"
        says = note.text.replace("{", "(").replace("}", ")")
        draft.next.append({"says": says, "when": f"marked_{number}", "cite": draft.cite})
    draft.steps.append({**step, "take": take} if take else step)


def _ask_label(draft: Draft, gives_points: bool, name: str) -> str:
    if gives_points:
        explains = "The label of the points on the chart. The next question asks what the losses are called."
        return draft.need(name, "What are the points called?", default="Points", explains=explains)
    return draft.need(name, "What is the result called?", "Loss", default="Result", explains=_RESULT)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def nothing_of(draft: Draft, chart: Chart) -> dict[str, str]:
    """Return the formulas of the results of the chart if nothing happens."""
    if chart.parts:
        withouts = [part.without or NO_EFFECT for part in chart.parts]
    elif BLANK in chart.values:
        withouts = [BLANK]
    else:
        withouts = ["0" if all(isinstance(value, int) for value in chart.values) else NO_EFFECT]
    values = zip(draft.outcome, map(value_of, withouts), strict=True)
    return {
        result["name"]: f"'{value}'" if isinstance(value, str) else str(value) for result, value in values
    }


def offer_no_effect(draft: Draft, values: dict[str, str]) -> None:
    """Offer no effect as a condition if it is a value of `values`, the formulas of results, but of no cell."""
    for result in draft.outcome:
        option = Option(f"{result['label']} is {NO_EFFECT}", f"{result['name']} == '{NO_EFFECT}'")
        if values.get(result["name"]) == f"'{NO_EFFECT}'" and option not in draft.results:
            draft.results.append(option)


def _add_result(draft: Draft, name: str, label: str, values: Iterable[str]) -> None:
    """Add a result, the first one as the headline, and the conditions on its values."""
    draft.outcome.append({"name": name, "label": label, **({} if draft.outcome else {"show": "headline"})})
    words = sorted(set(values))
    numbers = [word for word in words if isinstance(value_of(word), int)]
    if numbers and set(words) <= {*numbers, BLANK}:
        value = name if numbers == words else f"number({name})"
        draft.results.append(Option(f"certain values of {label}", f"#{value}"))
    elif len(words) <= _MOST_RESULTS:
        draft.results += [Option(f"{label} is {word}", _is(name, word)) for word in words]
        draft.words[name] = words


def _is(name: str, word: str) -> str:
    """Return the formula that tests whether a cell has this number or text."""
    return f"{name} == '{word}'" if isinstance(value_of(word), str) else f"{name} == {value_of(word)}"
