"""The charts of the game in play, with a line to filter them."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input
from textual.widgets.option_list import Option

from companion.model import Chart
from companion.render.text import shown
from companion.ui.base.page import Page
from companion.ui.messages import OpenRule
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.lines import GAP, Lines, row, rule_number
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import empty_state, entitle, heading, key_hint

_PAGES = 60
"""Columns from which a list of charts shows their printed pages."""


class FilterInput(Input):
    """A filter line; Enter, shown in the footer, opens the chart that is marked in the list below."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Open", id="charts.open")]


class ChartsScreen(Page[None]):
    """Lets the player choose a chart."""

    HELP = "Type words from the title, rule, page, rows or columns of a chart. Enter opens the marked chart."
    titles = {"#words": "Filter"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", id="charts.back"),
        Binding("down", "mark(1)", "Next", id="charts.down", show=False),
        Binding("up", "mark(-1)", "Previous", id="charts.up", show=False),
    ]

    def compose(self) -> ComposeResult:
        """Header, filter, list, keys."""
        yield Header()
        yield FilterInput(placeholder="Words to look for", id="words", classes="panel")
        yield OptionList(id="charts", classes="panel")
        yield Keys()

    def on_mount(self) -> None:
        """Focus the filter; its keys move the mark in the list."""
        self.option_list.can_focus, self.option_list.driven = False, True
        self.query_one(FilterInput).focus()

    def draw(self) -> None:
        """List the charts that have every word of the filter; those with all of them in the title come first."""
        words = self.query_one(FilterInput).value.casefold().split()
        charts = [
            chart for chart in self.context.module.charts if all(word in _searched(chart) for word in words)
        ]
        charts.sort(key=lambda chart: not all(word in chart.title.casefold() for word in words))
        entitle(self.option_list, heading("Charts", str(len(charts) or "")))
        clear = key_hint("Esc", "Clear the filter", "escape")
        empty = (
            empty_state("No matching charts", hint=clear) if words else empty_state("This game has no charts")
        )
        lines = [Option(_prompt(chart), id=chart.id) for chart in charts]
        self.option_list.refill(lines, empty, mark_first=True)
        self.not_offered = () if lines else ("charts.open",)

    @on(FilterInput.Changed)
    def _filter(self) -> None:
        self.redraw()

    def action_back(self) -> None:
        """Clear the filter; if it is empty, close the screen."""
        filter_input = self.query_one(FilterInput)
        if filter_input.value:
            filter_input.value = ""
        else:
            self.dismiss(None)

    def action_mark(self, step: int) -> None:
        """Move the mark while the filter has the focus."""
        self.option_list.move_mark(step)

    @on(FilterInput.Submitted)
    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Open the marked chart."""
        if self.option_list.marked_id:
            self.app.post_message(OpenRule(self.option_list.marked_id))


def _prompt(chart: Chart) -> Lines:
    """Return a chart with its rule, and the printed page without the parts after a comma that have no room."""
    title, number = Content.styled(shown(chart.title), "bold"), rule_number(chart.cite)
    own = "; your own" * chart.overlay

    def make(width: int) -> list[Content]:
        room = width - title.cell_length - number.cell_length - 2 * GAP - len(own)
        page = shown(chart.page) if width >= _PAGES else ""
        while len(page) > max(room, 0):
            page = page.rpartition(", ")[0]
        words = f"{page}{own}" if page else own.removeprefix("; ")
        named = Content.assemble(title, " " * GAP * bool(words), (words, "$quiet"))
        return row(Content(""), named, number).at(width)

    return Lines(make)


def _searched(chart: Chart) -> str:
    """Return the text that the filter searches."""
    heads = (chart.rows_title, chart.columns_title, *chart.rows, *chart.columns)
    return " ".join((chart.title, chart.cite, chart.page, *chart.asked, *heads)).casefold().replace("_", " ")
