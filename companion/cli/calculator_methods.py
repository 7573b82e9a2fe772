"""The methods of new-calculator: each asks what the dice are compared with and what the result is."""

from __future__ import annotations

from collections.abc import Callable

from companion.cli.calculator_charts import (
    ask_chart,
    dice_of,
    ends_of_cells,
    has_bands_in_cells,
    key_question,
    look_up,
    open_ends,
    short,
    tell_later,
)
from companion.cli.calculator_draft import (
    LARGEST,
    Draft,
    Option,
    a_band,
    a_number,
    in_band,
    range_of,
    some_dice,
)
from companion.cli.calculator_modifiers import ask_modifiers, extremes, tally
from companion.cli.calculator_questions import ask_inputs
from companion.errors import Refused
from companion.model import Chart


def by_target(draft: Draft) -> None:
    """Ask about one roll against a number."""
    ask_inputs(draft)
    dice = _ask_dice(draft)
    options = [Option("high", ">="), Option("low", "<=")]
    explains = "high: this number or more. low: this number or less."
    sign = draft.choose("succeeds", "Which rolls succeed, high or low", options, explains=explains)
    needed = _number(draft, "needed", "What number is needed", "4")
    ask_modifiers(draft, "the dice or the number needed")
    changes = "dice"
    if draft.modifiers:
        options = [Option("the dice", "dice"), Option("the number needed", "needed")]
        explains = (
            "the dice: +1 makes the roll higher. the number needed: +1 makes high rolls succeed less often."
        )
        changes = draft.choose(
            "changes", "What do the modifiers change", options, "the dice", explains=explains
        )
    if changes == "needed":
        needed = tally(draft, "needed", needed, title="Number needed")
        draft.head["needed"] = "needed"
    rolled = "dice"
    if changes == "dice" and tally(draft):
        rolled = "total"
    _roll(draft, dice)
    values = {"total": "dice + modifier"} if rolled == "total" else {}
    if " " in needed:
        values |= {"needed": needed}
        draft.head["needed"] = needed = "needed"
    draft.steps.append({"do": "work-out", "values": {**values, "success": f"{rolled} {sign} {needed}"}})
    explains = "A word or two, shown as the result."
    yes = draft.need("success", "What is a success called", "hits", default="success", explains=explains)
    no = draft.need("failure", "What is a failure called", "misses", default="failure", explains=explains)
    draft.outcome.append(
        {"name": "success", "label": "Result", "words": {"yes": yes, "no": no}, "show": "headline"}
    )
    draft.results += [Option(yes, "success"), Option(no, "not success")]
    draft.summary = f"{dice_words(dice)} against a number: {yes} or {no}."


def by_pool(draft: Draft) -> None:
    """Ask about several dice that are counted one by one."""
    ask_inputs(draft)
    count = _number(draft, "count", "How many dice are rolled", "4", least=1)
    explains = "The dice are not added up. 1d6 is the usual die; write 1d10 for a ten-sided die."
    die = draft.need("die", "Which die", "1d6", check=_one_die, explains=explains)
    explains = "Each die that shows one of these numbers counts once: 5+, 6, 3-5 or 2 or less."
    hit = draft.need("hit", "Which numbers on a die count", "5+", check=a_band, explains=explains)
    ask_modifiers(draft, "the number of dice")
    if draft.modifiers:
        tally(draft, "number_of_dice", count, title="Dice")
        count = "max(number_of_dice, 0)"
    explains = "The label of the result: the number of dice that count."
    label = draft.need(
        "result", "What are the dice that count called", "Hits", default="Hits", explains=explains
    )
    name = draft.new_name(label)
    draft.steps.append(
        {"do": "roll", "name": "dice", "dice": die[1:], "count": count, "label": "Dice", "cite": draft.cite,
         "counts": {name: in_band("face", hit)}, "says": f"{{{name}}} hits"}
    )  # fmt: skip
    draft.outcome.append({"name": name, "label": label, "show": "headline"})
    draft.results += [Option(f"no {label}", f"{name} == 0"), Option(f"at least 1 {label}", f"{name} > 0")]
    draft.results.append(Option(f"certain values of {label}", f"#{name}"))
    draft.summary = f"Several {die}; each {hit} counts as one of the {label.lower()}."


def by_both(draft: Draft) -> None:
    """Ask about a roll of both sides in which the higher total wins."""
    explains = "Who rolls: a role in the rule, such as attacker, not the name of an army."
    first = draft.need("side-1", "Side 1", "Attacker", default="Attacker", explains=explains)

    def other(text: str) -> str:
        if text.casefold() == first.casefold():
            raise Refused("the sides need different names")
        return text

    second = "Defender" if first.casefold() != "defender" else "Attacker"
    sides = (first, draft.need("side-2", "Side 2", second, default=second, check=other, explains=explains))
    ask_inputs(draft)
    dice = _ask_dice(draft, "Which dice does each side roll")
    ask_modifiers(draft, "the dice", sides)
    totals = []
    for number, side in enumerate(sides, 1):
        modifier = tally(draft, f"modifier_{number}", side=side, title=f"Modifiers of {side}")
        totals.append(f"dice_{number} + {modifier}" if modifier else f"dice_{number}")
    for number, side in enumerate(sides, 1):
        roll = {"do": "roll", "name": f"dice_{number}", "dice": dice, "label": side}
        draft.steps.append({**roll, "part": f"side_{number}", "cite": draft.cite})
        draft.rolls.append(
            Option(f"certain values of the dice of {side} before modifiers", f"#dice_{number}")
        )
    options = [Option(sides[0], "side_1"), Option(sides[1], "side_2"), Option("nobody", "nobody")]
    explains = "What the rule says about equal totals; nobody for a draw."
    tie = draft.choose("tie", "Who wins if both have the same total", options, explains=explains)
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
    draft.results.append(Option("certain values of the difference, never negative", "#margin"))
    draft.summary = f"{sides[0]} and {sides[1]} roll {dice} each; the higher total wins."


def by_sum(draft: Draft) -> None:
    """Ask about a sum without dice, such as a cost with surcharges."""
    ask_inputs(draft)
    start = _number(draft, "start", "What does the sum start with", "2")
    ask_modifiers(draft, "the sum")
    explains = "The label of the result, with its unit."
    label = draft.need(
        "result", "What is the sum called", "Movement points", default=draft.title, explains=explains
    )
    name = draft.new_name(label)
    if draft.modifiers:
        tally(draft, name, start, title=label)
    else:
        draft.steps.append({"do": "work-out", "values": {name: start}})
    draft.outcome.append({"name": name, "label": label, "show": "headline"})
    draft.results.append(Option(f"certain values of {label}", f"#{name}"))
    draft.summary = f"{label}, with all surcharges." if draft.modifiers else f"{label}."


def by_chart(draft: Draft) -> None:
    """Ask about dice and modifiers that are read on a chart: as its row, or in the bands of its cells."""
    chart = ask_chart(draft, lambda chart: _ends(chart) is not None)
    tell_later(draft, chart)
    ask_inputs(draft)
    column = key_question(draft, chart, "column")
    dice = _ask_dice(draft, default=dice_of(chart))
    ask_modifiers(draft, "the dice")
    read_backwards, ends = has_bands_in_cells(chart), _ends(chart)
    assert ends is not None
    modified = tally(draft)
    _roll(draft, dice)
    low, high = (sum(pair) for pair in zip(range_of(dice), extremes(draft), strict=True))
    total = "dice + modifier" if modified else "dice"
    ends_open = open_ends(chart, read_backwards)
    below, above = low < ends[0] and not ends_open[0], high > ends[1] and not ends_open[1]
    if below or above:
        says = (
            f"Totals from {low} to {high} are possible, but the chart covers {ends[0]} to {ends[1]}. "
            "Does its first or last row apply beyond that"
        )
        explains = "yes uses the nearest row. no refuses such a total, and the player decides."
        options = [Option("yes", "yes"), Option("no", "no")]
        if draft.choose("beyond", says, options, explains=explains) == "yes":
            total = f"min({total}, {ends[1]})" if above else total
            total = f"max({total}, {ends[0]})" if below else total
    draft.steps.append({"do": "work-out", "values": {"total": total}})
    look_up(draft, chart, {"column": column, "holding" if read_backwards else "row": "total"})
    draft.head["total"] = "total"
    modifiers = " and modifiers" if draft.modifiers else ""
    draft.summary = f"{dice_words(dice)}{modifiers} on the chart {chart.title}."


def by_look_up(draft: Draft) -> None:
    """Ask about a look-up in a chart without dice."""
    chart = ask_chart(draft)
    tell_later(draft, chart, ("column", "row"))
    ask_inputs(draft)
    column, row = key_question(draft, chart, "column"), key_question(draft, chart, "row")
    look_up(draft, chart, {"column": column, "row": row})
    draft.summary = f"Reads the chart {chart.title}."


def by_shift(draft: Draft) -> None:
    """Ask about dice on a chart whose column is shifted by the modifiers."""
    chart = ask_chart(draft, lambda chart: chart.ends_of(True) is not None)
    tell_later(draft, chart)
    ask_inputs(draft)
    start = key_question(draft, chart, "column")
    dice = _ask_dice(draft, default=dice_of(chart))
    ask_modifiers(draft, "the column (columns to the right, negative to the left)")
    by = tally(draft, "columns", title="Columns") or "0"
    draft.steps.append(
        {"do": "shift", "name": "shifted_column", "chart": short(chart), "start": start, "by": by}
    )
    _roll(draft, dice)
    look_up(draft, chart, {"column": "shifted_column", "row": "dice"})
    draft.head["column"] = "shifted_column"
    draft.summary = f"{dice_words(dice)} in the column of the chart {chart.title} that the modifiers give."


METHODS: dict[str, tuple[str, Callable[[Draft], None]]] = {
    "chart": ("dice read on a chart", by_chart),
    "shift": ("dice on a chart with column shifts", by_shift),
    "target": ("one roll against a number", by_target),
    "pool": ("several dice, counted one by one", by_pool),
    "opposed": ("both sides roll, the higher total wins", by_both),
    "look-up": ("a chart without dice", by_look_up),
    "sum": ("a sum without dice, such as a cost", by_sum),
}
"""The methods by key, each with its description and its questions."""


def uses_chart(method: str) -> bool:
    """Return whether a method reads a chart of the game."""
    return METHODS[method][1] in (by_chart, by_look_up, by_shift)


def dice_words(dice: str) -> str:
    """Return dice as the start of a sentence."""
    return "Percentile dice" if dice == "00-99" else dice


def _ends(chart: Chart) -> tuple[int, int] | None:
    """Return the lowest and highest total that a chart covers; None if dice cannot be read on it."""
    return ends_of_cells(chart) if has_bands_in_cells(chart) else chart.ends_of(True)


def _ask_dice(draft: Draft, says: str = "Which dice are rolled", default: str | None = None) -> str:
    explains = "2d6 means two six-sided dice, added up. 00-99 means percentile dice."
    return draft.need("dice", says, "2d6", default=default, check=some_dice, explains=explains)


def _one_die(text: str) -> str:
    """Return the die of a pool. Raises Refused."""
    die = some_dice(text)
    if die == "00-99" or not die.startswith("1d"):
        raise Refused("a pool uses one kind of die; write 1d6 or 1d10")
    return die


def _roll(draft: Draft, dice: str) -> None:
    draft.steps.append({"do": "roll", "name": "dice", "dice": dice, "label": "Dice", "cite": draft.cite})
    draft.rolls.append(Option("certain values of the dice before modifiers", "#dice"))


def _number(draft: Draft, name: str, says: str, example: str, least: int = -LARGEST) -> str:
    """Ask for a number; return it, or the formula of the question that it depends on."""
    asked = {given["label"].casefold(): given for given in draft.always_asked() if given["kind"] != "yes-no"}
    check = a_number(least)

    def number(text: str) -> str:
        return text.casefold() if text.casefold() in asked else check(text)

    labels = "; ".join(given["label"] for given in asked.values())
    more = f": a number, or one of the questions {labels}" if asked else ""
    explains = "A fixed number, or the label of a question whose answer is or decides the number."
    answer = draft.need(name, f"{says}{more}", example, check=number, explains=explains)
    if answer not in asked:
        return answer
    given = asked[answer]
    if given["kind"] == "number":
        return str(given["name"])
    numbers = [
        draft.need(f"{name}-{choice['key']}", f"{says} for {choice['label']}?", example, check=check)
        for choice in given["choices"]
    ]
    pairs = zip(numbers, given["choices"], strict=True)
    cases = [f"{number} if {given['name']} == '{choice['key']}' else" for number, choice in pairs]
    return " ".join([*cases[:-1], numbers[-1]])
