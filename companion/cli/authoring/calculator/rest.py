"""Asks about charts of points, of which several are one loss, and about the dice for the points that are left over."""

from __future__ import annotations

from companion.cli.authoring.calculator.dice import one_die
from companion.cli.authoring.calculator.draft import Draft, Option
from companion.cli.authoring.calculator.values import a_number
from companion.cli.authoring.rule_question import ask_rule
from companion.model import Chart
from companion.model.chart import BLANK

_FEWEST = 6
"""A chart whose numbers are all smaller gives losses or costs, not points."""
_POINTS = (
    "Some charts give points: each full 10 are one figure, for example, and a die may decide about the rest. The next "
    "questions then ask what points and losses are called. Press Enter if the numbers on the chart are the result."
)
_REST = (
    "With the die, 4 points that are left over are one more loss on a roll of 4 or less. No die is rolled if nothing "
    "is left over."
)
_DIE = "a die, one more if the roll is not higher than the rest"
_DROPPED = "it is dropped"
_WHOLE = "it counts as one more"


def may_give_points(chart: Chart) -> bool:
    """Return whether a chart gives one result, of numbers that are large enough to be points."""
    values = [value for value in chart.values if value != BLANK]
    numbers = [value for value in values if isinstance(value, int)]
    return not chart.parts and len(numbers) == len(values) and max(numbers, default=0) >= _FEWEST


def ask_points(draft: Draft, chart: Chart) -> str:
    """Return how many points of a chart are one loss; empty if its numbers are the result.

    Nothing is asked unless the chart may give points.
    """
    if not may_give_points(chart):
        return ""
    says = f"How many points on {chart.title} are one loss?"
    plain = "none, its numbers are the result"
    return draft.need(
        "points", says, "10", default="", default_says=plain, check=a_number(2), explains=_POINTS
    )


def add_losses(draft: Draft, chart: Chart, each: str) -> None:
    """Ask what a loss of `each` points is called and what is left over; add steps and the new result."""
    if not each:
        return
    points = draft.outcome[0]
    label = draft.need("loss", "What is such a loss called?", "Figures lost", default="Loss")
    name = draft.new_name(label)
    read = points["name"] if BLANK not in chart.values else f"number({points['name']})"
    _add_steps(draft, each, read, f"{points['label']} left over", name)
    for step in draft.steps:
        if step["do"] == "settle":
            step["values"] = {**step["values"], name: "0"}
    del points["show"]
    draft.outcome.insert(0, {"name": name, "label": label, "show": "headline"})
    draft.results.insert(0, Option(f"certain values of {label}", f"#{name}"))
    draft.summary = f"{draft.summary.rstrip('.')}; each {each} of {points['label']} count for {label}."


def _add_steps(draft: Draft, each: str, read: str, label: str, name: str) -> None:
    """Ask what happens to the rest of a division by `each`, and add the steps that work out `name`."""
    options = [Option(words, words) for words in (_DIE, _DROPPED, _WHOLE)]
    rest = draft.choose("rest", "What happens to points that are left over", options, explains=_REST)
    if rest != _DIE:
        whole = f"{read} // {each}" if rest == _DROPPED else f"({read} + {int(each) - 1}) // {each}"
        draft.steps.append({"do": "work-out", "values": {name: whole}})
        return
    dice = draft.need("rest-dice", "Which die is rolled for the rest", default=f"1d{each}", check=one_die)
    cite = ask_rule(draft.interview, draft.module, "", "rest-cite", "Which rule says so?", draft.cite)
    draft.steps += [
        {"do": "work-out", "values": {"sure": f"{read} // {each}", "rest": f"{read} - {each} * sure"}},
        {"do": "roll", "name": "dice", "dice": dice, "label": label, "when": "rest > 0", "cite": cite},
        {"do": "work-out", "values": {name: "sure + (1 if rest > 0 and dice <= rest else 0)"}},
    ]
