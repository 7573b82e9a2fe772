"""Reads how many dice are rolled on a chart, for each of something: `Chart A gives the dice for each base`."""

from __future__ import annotations

import re

from companion.cli.authoring.answer_checks import yes_or_no
from companion.cli.authoring.calculator.charts import number_charts, number_read
from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.printed.each import in_plural
from companion.cli.authoring.printed.rules import own_text
from companion.cli.authoring.question import NOTHING
from companion.cli.authoring.rule_question import rules_naming
from companion.model import Chart

_GIVES = re.compile(
    r"\bdice\b(?:\s+(?:for|per)\s+(?:each\s+|every\s+|an?\s+)?(?P<unit>[^\W\d]+))?|\bhow\s+many\s+dice\b",
    re.IGNORECASE,
)
_EXPLAINS = "yes: row and column of the chart give the number of dice. no: you say what gives it."
_EACH = (
    "Some charts give the dice for each base, figure or gun: type what is counted, and the player is asked how many "
    "there are. none: the chart gives the number of all dice."
)


def ask_on_chart(draft: Draft) -> str:
    """Ask whether a chart gives the number of dice; return its formula, empty if not.

    Only in a terminal, if a rule of the chapter names a single chart of plain numbers and speaks of dice.
    """
    found = {chart.id: each for chart in _plain(draft) if (each := _stated(draft, chart))}
    charts = [chart for chart in _plain(draft) if chart.id in found]
    if len(charts) != 1:
        return ""
    (chart,) = charts
    says = f"Does {chart.title} give the number of dice?"
    if draft.need("count-chart", says, default="yes", check=yes_or_no, explains=_EXPLAINS) == "no":
        return ""
    number = number_read(draft, "dice_number", chart)
    unit = found[chart.id]["unit"] or ""
    asked = draft.need(
        "count-each",
        f"What are the numbers of {chart.title} multiplied by, such as Base for dice for each base",
        "Base",
        default=f"{unit[:1].upper()}{unit[1:]}",
        default_says="" if unit else "nothing, they are all dice",
        check=lambda text: "" if text.casefold() in ("none", NOTHING) else text,
        explains=_EACH,
    )
    return f"{number} * {draft.add_input(in_plural(asked), 'number', least='0')}" if asked else number


def _plain(draft: Draft) -> list[Chart]:
    """Return the charts of plain numbers that the chapter names."""
    names = number_charts(draft)
    charts = (chart for chart in draft.module.charts if chart.id.partition(":")[2] in names)
    return [
        chart for chart in charts if all(isinstance(value, int) or value == "-" for value in chart.values)
    ]


def _stated(draft: Draft, chart: Chart) -> re.Match[str] | None:
    """Return the words of a rule of the chapter that names a chart and says that it gives dice; None without them."""
    naming = rules_naming(draft.module, chart.title)
    texts = (own_text(each) for each in draft.chapter if each.cites[0] in naming)
    found = [each for text in texts for each in _GIVES.finditer(text)]
    return next((each for each in found if each["unit"]), next(iter(found), None))
