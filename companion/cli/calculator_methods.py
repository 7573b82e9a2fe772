"""The kinds of calculators that new-calculator writes: what the dice are compared with, and what the result is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from companion.cli.calculator_draft import Draft, Option, a_band, a_number, in_band, range_of, some_dice
from companion.cli.calculator_questions import ask_inputs, ask_modifiers, extremes, tally, within
from companion.errors import Refused
from companion.model import Chart, GameModule
from companion.model.chart import band, value_of

_MOST_RESULTS = 12
"""Results of a chart that are offered as conditions."""


def by_target(draft: Draft, module: GameModule) -> None:
    """One roll that needs a number or more, or a number or less."""
    del module
    ask_inputs(draft)
    dice = _ask_dice(draft)
    options = [Option("high", ">="), Option("low", "<=")]
    explains = "high: this number or more. low: this number or less."
    sign = draft.choose("succeeds", "Which rolls succeed, high or low", options, explains=explains)
    needed = _number(draft, "needed", "Which number is needed", "4")
    ask_modifiers(draft, "the dice or of the number needed")
    changes = "dice"
    if draft.modifiers:
        options = [Option("the dice", "dice"), Option("the number needed", "needed")]
        changes = draft.choose("changes", "What do the modifiers change", options, "the dice")
    if changes == "needed":
        needed = tally(draft, "needed", needed, title="Number needed")
        draft.head["needed"] = "needed"
    rolled = "dice"
    if changes == "dice" and tally(draft):
        rolled = "total"
    _roll(draft, dice)
    values = {"total": "dice + modifier"} if rolled == "total" else {}
    draft.steps.append({"do": "work-out", "values": {**values, "success": f"{rolled} {sign} {needed}"}})
    yes = draft.need("success", "What is a success called", "hits")
    no = draft.need("failure", "What is a failure called", "misses")
    draft.outcome.append(
        {"name": "success", "label": "Result", "words": {"yes": yes, "no": no}, "show": "headline"}
    )
    draft.results += [Option(yes, "success"), Option(no, "not success")]


def by_pool(draft: Draft, module: GameModule) -> None:
    """Several dice, each of which counts by itself."""
    del module
    ask_inputs(draft)
    count = _number(draft, "count", "How many dice are rolled", "4", least=1)
    explains = "The dice are not added up. 1d6 is the usual die; write 1d10 for one with ten sides."
    die = draft.need("die", "Which die", "1d6", check=some_dice, explains=explains)
    if die == "00-99" or not die.startswith("1d"):
        raise Refused("a pool has dice of one kind: write 1d6 or 1d10 for the die")
    hit = draft.need(
        "hit", "Which numbers of a die count", "5+", check=a_band, explains="5+, 6, 3-5 or 2 or less."
    )
    ask_modifiers(draft, "the number of dice")
    if draft.modifiers:
        tally(draft, "number_of_dice", count, title="Dice")
        count = "max(number_of_dice, 0)"
    draft.steps.append(
        {"do": "roll", "name": "dice", "dice": die[1:], "count": count, "label": "Dice", "cite": draft.cite,
         "counts": {"hits": in_band("face", hit)}, "says": "{hits} hits"}
    )  # fmt: skip
    label = draft.need("result", "What are the dice that count called", "Hits")
    draft.outcome.append({"name": "hits", "label": label, "show": "headline"})
    draft.results += [Option(f"no {label}", "hits == 0"), Option(f"at least 1 {label}", "hits > 0")]
    draft.results.append(Option(f"some numbers of {label}", "#hits"))


def by_both(draft: Draft, module: GameModule) -> None:
    """Both sides roll, and the higher total wins."""
    del module
    ask_inputs(draft)
    sides = tuple(
        draft.need(f"side-{number}", f"Side {number}", example)
        for number, example in ((1, "Attacker"), (2, "Defender"))
    )
    if sides[0].casefold() == sides[1].casefold():
        raise Refused("the sides need different names")
    dice = _ask_dice(draft, "Which dice does each side roll")
    ask_modifiers(draft, "the dice", sides)
    totals = []
    for number, side in enumerate(sides, 1):
        own = tally(draft, f"modifier_{number}", side=side, title=f"Modifiers of {side}")
        totals.append(f"dice_{number} + {own}" if own else f"dice_{number}")
    for number, side in enumerate(sides, 1):
        roll = {"do": "roll", "name": f"dice_{number}", "dice": dice, "label": side}
        draft.steps.append({**roll, "part": f"side_{number}", "cite": draft.cite})
    options = [Option(sides[0], "side_1"), Option(sides[1], "side_2"), Option("nobody", "nobody")]
    tie = draft.choose("tie", "Who wins if both have the same total", options)
    draft.steps.append({"do": "work-out", "values": {
        "total_1": totals[0], "total_2": totals[1], "margin": "abs(total_1 - total_2)",
        "winner": f"'side_1' if total_1 > total_2 else 'side_2' if total_2 > total_1 else '{tie}'",
    }})  # fmt: skip
    words = {"side_1": sides[0], "side_2": sides[1]} | ({"nobody": "nobody"} if tie == "nobody" else {})
    draft.outcome += [
        {"name": "winner", "label": "Winner", "words": words, "show": "headline"},
        {"name": "margin", "label": "Difference"},
    ]
    draft.results += [Option(f"{word} wins", f"winner == '{key}'") for key, word in words.items()]
    draft.results.append(Option("some numbers of the difference", "#margin"))


def by_sum(draft: Draft, module: GameModule) -> None:
    """A sum without dice, such as a cost with surcharges."""
    del module
    ask_inputs(draft)
    start = _number(draft, "start", "What does the sum begin with", "2")
    ask_modifiers(draft, "the sum")
    label = draft.need("result", "What is the sum called", "Movement points")
    name = draft.new_name(label)
    if draft.modifiers:
        tally(draft, name, start, title=label)
    else:
        draft.steps.append({"do": "work-out", "values": {name: start}})
    draft.outcome.append({"name": name, "label": label, "show": "headline"})
    draft.results.append(Option(f"some numbers of {label}", f"#{name}"))


def by_chart(draft: Draft, module: GameModule) -> None:
    """Dice and modifiers are read on a chart: as its row, or in the bands of its cells."""
    chart = _ask_chart(draft, module)
    ask_inputs(draft)
    column = _key_question(draft, chart, "column")
    dice = _ask_dice(draft)
    ask_modifiers(draft, "the dice")
    read_backwards = _has_bands_in_cells(chart)
    ends = _ends_of_cells(chart) if read_backwards else chart.ends_of(True)
    if ends is None:
        raise Refused(
            f"the rows of {chart.title} are no numbers, so dice cannot choose one: use the method look-up"
        )
    modified = tally(draft)
    _roll(draft, dice)
    low, high = (sum(pair) for pair in zip(range_of(dice), extremes(draft), strict=True))
    total = "dice + modifier" if modified else "dice"
    open_ends = _open_ends(chart, read_backwards)
    if (low < ends[0] and not open_ends[0]) or (high > ends[1] and not open_ends[1]):
        says = (
            f"Totals from {low} to {high} are possible, but the chart has {ends[0]} to {ends[1]}. "
            "Is its first or last row read beyond that"
        )
        explains = "yes reads the nearest row. no refuses such a total, and the player decides."
        options = [Option("yes", "yes"), Option("no", "no")]
        if draft.choose("beyond", says, options, explains=explains) == "yes":
            total = within(total, *ends)
    draft.steps.append({"do": "work-out", "values": {"total": total}})
    _look_up(draft, chart, {"column": column, "holding" if read_backwards else "row": "total"})
    draft.head["total"] = "total"


def by_look_up(draft: Draft, module: GameModule) -> None:
    """A cell of a chart without dice."""
    chart = _ask_chart(draft, module)
    ask_inputs(draft)
    column, row = _key_question(draft, chart, "column"), _key_question(draft, chart, "row")
    _look_up(draft, chart, {"column": column, "row": row})


def by_shift(draft: Draft, module: GameModule) -> None:
    """Modifiers move along the columns of a chart, and the dice are read in the column where they end."""
    chart = _ask_chart(draft, module)
    if chart.ends_of(True) is None:
        raise Refused(f"the rows of {chart.title} are no numbers, so dice cannot choose one")
    ask_inputs(draft)
    start = _key_question(draft, chart, "column")
    dice = _ask_dice(draft)
    ask_modifiers(draft, "the column (columns to the right, negative to the left)")
    by = tally(draft, "columns", title="Columns") or "0"
    draft.steps.append(
        {"do": "shift", "name": "shifted_column", "chart": _short(chart), "start": start, "by": by}
    )
    _roll(draft, dice)
    _look_up(draft, chart, {"column": "shifted_column", "row": "dice"})
    draft.head["column"] = "shifted_column"


METHODS: dict[str, tuple[str, Callable[[Draft, GameModule], None]]] = {
    "chart": ("dice, read on a chart", by_chart),
    "shift": ("dice on a chart whose columns are shifted", by_shift),
    "target": ("one roll against a number", by_target),
    "pool": ("many dice, each of which counts by itself", by_pool),
    "opposed": ("both sides roll, the higher total wins", by_both),
    "look-up": ("a chart without dice", by_look_up),
    "sum": ("a sum without dice, such as a cost", by_sum),
}
"""Answers to the question how it is decided, with their words."""


def _ask_dice(draft: Draft, says: str = "Which dice are rolled") -> str:
    explains = "Number and sides: 2d6 are two dice with six sides, added up. 00-99 are percentile dice."
    return draft.need("dice", says, "2d6", check=some_dice, explains=explains)


def _roll(draft: Draft, dice: str) -> None:
    draft.steps.append({"do": "roll", "name": "dice", "dice": dice, "label": "Dice", "cite": draft.cite})


def _number(draft: Draft, name: str, says: str, example: str, least: int = -9999) -> str:
    """Return a number that is always the same, or the name of the question that asks for it."""
    known = draft.numbers()
    labels = "; ".join(option.label for option in known)
    check = a_number(least)

    def number(text: str) -> str:
        for option in known:
            if text.casefold() == option.label.casefold():
                return option.value
        return check(text)

    more = f": a number, or one of the questions {labels}" if known else ""
    explains = "A number that is always the same, or the label of a question whose answer is the number."
    return draft.need(name, f"{says}{more}", example, check=number, explains=explains)


def _ask_chart(draft: Draft, module: GameModule) -> Chart:
    if not module.charts:
        raise Refused("the game has no chart: make it first, with companion new-chart")
    options = [Option(_short(chart), chart.id) for chart in module.charts]
    chosen = draft.choose("chart", "Which chart", options)
    return next(chart for chart in module.charts if chart.id == chosen)


def _short(chart: Chart) -> str:
    return chart.id.partition(":")[2]


def _key_question(draft: Draft, chart: Chart, what: str) -> str:
    """Return the formula for a row or column: of a question that fits, or of one that is added for it."""
    keys = chart.columns if what == "column" else chart.rows
    if len(keys) == 1:
        return f"'{keys[0]}'"
    title = (chart.columns_title if what == "column" else chart.rows_title) or what.capitalize()
    bounds = [band(key) for key in keys]
    fits = [
        Option(given["label"], given["name"])
        for given in draft.inputs
        if (given["kind"] == "number" and all(bounds))
        or (given["kind"] == "choice" and {choice["key"] for choice in given["choices"]} <= set(keys))
    ]
    added = f"a new question: {title}"
    explains = (
        f"The answer chooses the {what} of the chart. A new question offers exactly what the chart has."
    )
    options = [Option(added, ""), *fits]
    same = [option for option in fits if option.label.casefold() == title.casefold()]
    default = None if fits else added
    if len(same or fits) == 1:
        default = (same or fits)[0].label
    if name := draft.choose(what, f"Which question gives the {what}", options, default, explains=explains):
        return name
    if all(bounds):
        lowest, highest = min(each[0] for each in bounds if each), _highest(bounds)
        domain = {"least": str(max(lowest, 0)), **({"most": str(highest)} if highest is not None else {})}
        return draft.add_input(title, "number", **domain)
    choices = [
        {"key": key, "label": words} if (words := chart.read(key)) != key else {"key": key} for key in keys
    ]
    return draft.add_input(title, "choice", choices=choices)


def _highest(bounds: list[tuple[int, int | None] | None]) -> int | None:
    highest = [each[1] for each in bounds if each]
    known = [each for each in highest if each is not None]
    return max(known) if len(known) == len(highest) else None


def _has_bands_in_cells(chart: Chart) -> bool:
    """Return whether numbers are looked for in the cells, so that the row is the result: words beside bands."""
    cells = [band(str(cell)) for cell in chart.values if cell != "-"]
    has_ranges = any(bounds and bounds[0] != bounds[1] for bounds in cells)
    return chart.ends_of(True) is None and has_ranges and all(cells)


def _ends_of_cells(chart: Chart) -> tuple[int, int] | None:
    """Return the lowest and highest number that every column has in its bands."""
    found = []
    for column in chart.columns:
        bounds = [band(str(chart.cell(row, column))) for row in chart.rows]
        known = [each for each in bounds if each]
        if not known:
            return None
        found.append(
            (min(low for low, _ in known), max(low if high is None else high for low, high in known))
        )
    return max(low for low, _ in found), min(high for _, high in found)


def _open_ends(chart: Chart, in_cells: bool) -> tuple[bool, bool]:
    """Return whether the chart goes on below its lowest and above its highest number, as with 5 or less and 12+."""
    if chart.ends == "clamp" and not in_cells:
        return True, True
    columns = [chart.rows]
    if in_cells:
        columns = [tuple(str(chart.cell(row, column)) for row in chart.rows) for column in chart.columns]
    bounds = [[each for each in map(band, column) if each] for column in columns]
    low = all(any(lowest < -9999 for lowest, _ in column) for column in bounds)
    return low, all(any(highest is None for _, highest in column) for column in bounds)


def _look_up(draft: Draft, chart: Chart, where: dict[str, str]) -> None:
    """Add the look-up, its results, and what the footnotes of the chart say."""
    take: dict[str, str] = {}
    step: dict[str, Any] = {"do": "look-up", "name": "cell", "chart": _short(chart), **where}
    if "holding" in where or not chart.parts:
        label = draft.need("result", "What does the chart give?", "Loss")
        step["name"] = draft.new_name(label)
        _add_result(draft, step["name"], label, chart.rows if "holding" in where else map(str, chart.values))
    else:
        for part in chart.parts:
            label = part.name.replace("_", " ").capitalize()
            name = draft.new_name(part.name)
            take[name] = part.name
            _add_result(draft, name, label, (str(chart.part(part.name, cell)) for cell in chart.values))
    for number, note in enumerate((note for note in chart.footnotes if note.mark and "row" in where), 1):
        take[f"marked_{number}"] = f"marked {note.mark}"
        says = note.text.replace("{", "(").replace("}", ")")
        draft.next.append({"says": says, "when": f"marked_{number}", "cite": draft.cite})
    draft.steps.append({**step, "take": take} if take else step)


def _add_result(draft: Draft, name: str, label: str, values: Iterable[str]) -> None:
    """Add a result, the first one as the headline, and what may follow from its values."""
    draft.outcome.append({"name": name, "label": label, **({} if draft.outcome else {"show": "headline"})})
    words = sorted(set(values))
    if all(isinstance(value_of(word), int) for word in words):
        draft.results.append(Option(f"some numbers of {label}", f"#{name}"))
    elif len(words) <= _MOST_RESULTS:
        draft.results += [Option(f"{label} is {word}", _is(name, word)) for word in words]


def _is(name: str, word: str) -> str:
    """Return the formula that a cell is a number or a text."""
    return f"{name} == '{word}'" if isinstance(value_of(word), str) else f"{name} == {value_of(word)}"
