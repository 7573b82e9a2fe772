"""Asks which chart a new calculator reads; a table of the rules becomes one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from companion.cli.authoring.answer_checks import Check
from companion.cli.authoring.calculator.draft import Draft, Option
from companion.cli.authoring.chart.sources import RuleTable, tables_to_make
from companion.cli.authoring.rule_question import rules_naming
from companion.errors import Refused
from companion.model import Chart

_CHART = (
    "The charts of the game, by id, then the tables that its rules have: if you choose one of these, its chart is made "
    "first. If the chart is in a file, press Ctrl+C, use companion new-chart FILE, and run this command again; "
    "it continues."
)


def ask_chart(
    draft: Draft,
    fits: Callable[[Chart], bool] | None = None,
    is_allowed: Check = str,
    likely: Sequence[str] = (),
) -> Chart:
    """Ask for the chart, and return it; a table of the rules becomes one.

    `fits` says whether the dice can be read on a chart; None allows all. `is_allowed` checks the id of a chart.
    Enter takes the only one of `likely`, else the one that the rules make plain.
    """
    charts = {short(chart): chart for chart in draft.module.charts}
    tables = [table for table in tables_to_make(draft.module) if fits is None or table.has_bands]

    def usable(name: str) -> str:
        if fits is not None and name in charts and not fits(charts[name]):
            raise Refused(
                f"the rows of {charts[name].title} are not numbers, so dice cannot select one; choose another "
                "chart, or the method look-up"
            )
        return is_allowed(name)

    options = _offered(draft, tables)
    says = "Which chart (a table of the rules becomes a chart now)" if tables else "Which chart"
    readable = [chart for chart in charts.values() if fits is None or fits(chart)]
    likely = likely or _plain(draft, readable, tables)
    likely = [each for each in likely if any(each == option.label for option in options)]
    if not likely and len(options) == 1 and (readable or tables):
        likely = [options[0].label]
    default = likely[0] if len(likely) == 1 and _is_usable(likely[0], usable) else None
    chosen = draft.choose("chart", says, options, default, explains=_CHART, fits=usable)
    asked = draft.interview.used[-1]
    table = next((table for table in tables if table.label == chosen), None)
    if table is not None:
        name = draft.make_chart(table)
        draft.interview.replace_last(asked, name)
        chosen = f"{draft.module.game.slug}:{name}"
    return next(chart for chart in draft.module.charts if chart.id == chosen)


def _offered(draft: Draft, tables: Sequence[RuleTable]) -> list[Option]:
    """Return the charts of the game and the tables of the rules. Raises Refused if there is none."""
    options = [Option(short(chart), chart.id) for chart in draft.module.charts]
    options += [Option(table.label, table.label) for table in tables]
    if not options:
        raise Refused(
            "the game has no chart on which dice can be read; make one first: companion new-chart FILE --game "
            f"{draft.module.game.slug}"
        )
    return options


def _plain(draft: Draft, readable: Sequence[Chart], tables: Sequence[RuleTable]) -> list[str]:
    """Return the charts and tables that the title and the rules make plain, as `ask_chart` offers them."""
    cites = {short(chart): chart.cite for chart in readable}
    return (
        [short(chart) for chart in _likely(draft) if chart in readable]
        or _named_in_rule(draft, {**cites, **{table.label: table.cite for table in tables}})
        or [name for name in _named_in_chapter(draft) if name in cites]
        or _only_in_chapter(draft, {**cites, **{table.label: table.cite for table in tables}})
    )


def _only_in_chapter(draft: Draft, cites: Mapping[str, str]) -> list[str]:
    """Return the only chart or table of the chapter, given their rules by name; none of several."""
    chapter = {cite for entry in draft.chapter for cite in entry.cites}
    found = [name for name, cite in cites.items() if cite in chapter]
    return found if len(found) == 1 else []


def with_rows_called(draft: Draft, label: str | re.Pattern[str]) -> list[str]:
    """Return the charts and tables of the chapter whose rows are called so, as `ask_chart` offers them.

    A pattern fits if the name has such words.
    """
    cites = {entry.cites[0] for entry in draft.chapter}
    heads = [(short(chart), chart.cite, chart.rows_title) for chart in draft.module.charts]
    heads += [
        (table.label, table.cite, table.sheet.rows[0][0].text) for table in tables_to_make(draft.module)
    ]
    return [
        name
        for name, cite, head in heads
        if cite in cites
        and (head.casefold() == label.casefold() if isinstance(label, str) else label.search(head))
    ]


def _is_usable(name: str, usable: Check) -> bool:
    try:
        usable(name)
    except Refused:
        return False
    return True


def _likely(draft: Draft) -> list[Chart]:
    """Return the charts with the title of the calculator, else those that begin with it, else those of its rule."""
    title, charts = draft.title.casefold(), draft.module.charts
    return (
        [chart for chart in charts if chart.title.casefold() == title]
        or [chart for chart in charts if chart.title.casefold().startswith(f"{title} ")]
        or [chart for chart in charts if chart.cite == draft.cite]
    )


def _named_in_rule(draft: Draft, cites: Mapping[str, str]) -> list[str]:
    """Return the charts and tables in the rule of the calculator, else those in rules that it names, or links to.

    `cites` maps their names to their rules.
    """
    rule = next((entry for entry in draft.module.entries if draft.cite in entry.cites), None)
    if rule is None:
        return []
    named = {word.strip(".,;:()[]") for point in rule.points for word in point.text.split()}
    named |= {cite for entry in draft.module.entries if entry.id in rule.links for cite in entry.cites}
    own = [name for name, cite in cites.items() if cite in rule.cites]
    return own or [name for name, cite in cites.items() if cite in named]


def _named_in_chapter(draft: Draft) -> list[str]:
    """Return the charts that rules in the chapter of the calculator name, the longest of several alike."""
    chapter = {cite for entry in draft.chapter for cite in entry.cites}
    named = {
        short(chart): chart.title.casefold()
        for chart in draft.module.charts
        if not chapter.isdisjoint(rules_naming(draft.module, chart.title))
    }
    return [
        name for name, title in named.items() if not any(title in other != title for other in named.values())
    ]


def short(chart: Chart) -> str:
    """Return the id of a chart without the game."""
    return chart.id.partition(":")[2]
