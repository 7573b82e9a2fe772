"""Asks what happens to a shift past the first or last column of a chart: that column, no effect, or other dice."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.cli.authoring.calculator.charts import nothing_of, offer_no_effect
from companion.cli.authoring.calculator.draft import Draft, Option
from companion.cli.authoring.calculator.values import a_number
from companion.cli.authoring.printed.shifts import PrintedShifts
from companion.errors import Refused
from companion.model import Chart

_STOPS = "the column at the edge applies"
_CHANGES = "that column applies, and the dice get a modifier"
_EDGE = (
    "A shift may lead past the first or the last column. Most rules then use that column; with some, such fire has no "
    "effect, and no dice are rolled."
)
_DICE = (
    "With others, the dice get a modifier: column F shifted right stays F, and the dice get +1. It counts once, and in "
    "the limits of all modifiers, if there are any."
)


class Edge(NamedTuple):
    """An edge of the chart; a shift past it has no effect, or changes the dice."""

    sign: str
    """Comparison of a shift past this edge with 0."""
    back: str
    """End of a formula that takes one column back from this edge."""
    name: str
    """Name of the column that a shift shorter by 1 reaches."""
    key: str
    """The column at the edge."""
    words: str
    add: str = ""
    """Modifier of the dice for a shift past the edge; empty if such a shift has no effect."""
    cite: str = ""
    """The rule that says so."""

    def passes(self, by: str) -> str:
        """Return the condition that a shift by the formula `by` leads past this edge."""
        return f"{by} {self.sign} 0 and {self.name} == '{self.key}'"


class Edges(NamedTuple):
    """The effects of shifts past the edges of the chart."""

    edges: list[Edge]
    is_stated: bool = False
    """Whether a rule says so, as read."""


def ask_edges(
    draft: Draft, chart: Chart, ways: tuple[bool, bool], stated: tuple[str, PrintedShifts] | None
) -> Edges:
    """Ask what happens past the edges; offer only those that the shifts may lead past, `ways` to the left and right.

    `stated` is a rule and what it says, as far as it is read, if a shift may change the dice; None if it may not.
    """
    left, right = ways
    first = Edge("<", "+ 1", "near_first", chart.columns[0], "past the first column")
    last = Edge(">", "- 1", "near_last", chart.columns[-1], "past the last column")
    options = [Option(_STOPS, "")]
    options += [Option(f"no effect {first.words}", "first")] if left else []
    options += [Option(f"no effect {last.words}", "last")] if right else []
    options += [Option("no effect past either", "first last")] if left and right else []
    explains, default, default_says = _EDGE, _STOPS, ""
    of_rule: list[Edge] = []
    if stated is not None:
        cite, printed = stated
        explains = f"{_EDGE} {_DICE}"
        options.append(Option(_CHANGES, "dice"))
        numbers = ((first, printed.first if left else 0), (last, printed.last if right else 0))
        of_rule = [edge._replace(add=str(number), cite=cite) for edge, number in numbers if number]
    if of_rule:
        said = " and ".join(f"{int(edge.add):+} {edge.words}" for edge in of_rule)
        options.append(Option(f"that column applies, and the dice get {said}", "rule"))
        if draft.interview.asks:
            default, default_says = options[-1].label, f"{len(options)}, as in {of_rule[0].cite}"
    says = f"What happens if the {'shifts' if stated else 'modifiers'} lead past the edge of the chart"
    chosen = draft.choose("edge", says, options, default, explains=explains, default_says=default_says)
    if chosen == "rule":
        return Edges(of_rule, is_stated=True)
    if chosen == "dice":
        return Edges(_ask_dice(draft, [edge for edge, leads in ((first, left), (last, right)) if leads]))
    return Edges([edge for edge, word in ((first, "first"), (last, "last")) if word in chosen])


def _ask_dice(draft: Draft, edges: list[Edge]) -> list[Edge]:
    """Ask what the dice get past each edge, and return the edges past which they get something."""
    found = []
    for edge in edges:
        add = draft.need(
            edge.name.replace("near_", "edge-"),
            f"P{edge.words[1:]}, the dice get",
            "+1" if edge.sign == ">" else "-1",
            default="",
            default_says="nothing",
            check=_an_amount,
            explains=_DICE,
        )
        found += [edge._replace(add=add)] if add else []
    return found


def _an_amount(text: str) -> str:
    """Return a whole number other than 0; empty for none. Raises Refused."""
    add = a_number()(text)
    if add == "0":
        raise Refused("0 changes nothing; press Enter for nothing")
    return add


def edge_modifiers(edges: list[Edge], by: str) -> list[dict[str, Any]]:
    """Return the modifiers that the dice get for a shift by the formula `by` past the edges."""
    return [
        {"label": f"Shifted {edge.words}", "add": edge.add, "when": edge.passes(by), "cite": edge.cite}
        for edge in edges
        if edge.add
    ]


def settle_past(draft: Draft, chart: Chart, edges: list[Edge], place: int) -> None:
    """Add steps before the shift at `place` that end the calculation past an edge where a shift has no effect."""
    edges = [edge for edge in edges if not edge.add]
    if not edges:
        return
    by = draft.steps[place]["by"]
    values = nothing_of(draft, chart)
    draft.steps[place:place] = [
        {
            "do": "settle",
            "when": edge.passes(by),
            "values": values,
            "because": f"the shift leads {edge.words}",
            "cite": edge.cite,
        }
        for edge in edges
    ]
    offer_no_effect(draft, values)
