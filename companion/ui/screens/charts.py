"""The charts of the game in play, with a line to filter them."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from companion.model import Chart
from companion.render.text import shown
from companion.ui.base.list_screen import ListScreen
from companion.ui.messages import OpenRule
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.select_list import FilterInput
from companion.ui.widgets.top_bar import TopBar
from companion.workspace.context import AppContext


class ChartsScreen(ListScreen):
    """Choose a chart."""

    HELP = "Type words of the chart: its title, its rule, where it is printed, its rows and columns. Enter opens it."
    LIST_ID = "charts"
    keeps_mark = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", id="charts.back"),
        Binding("down", "mark(1)", "Next", id="charts.down", show=False),
        Binding("up", "mark(-1)", "Previous", id="charts.up", show=False),
    ]

    def compose(self) -> ComposeResult:
        """Top bar, filter, list, keys."""
        yield TopBar(id="where")
        yield FilterInput(placeholder="Words of the chart", id="words", compact=True)
        yield OptionList(id=self.LIST_ID)
        yield Keys()

    def on_mount(self) -> None:
        """Focus the filter; its keys move the mark in the list."""
        self.option_list.can_focus, self.option_list.driven = False, True
        self.query_one(FilterInput).focus()

    def options(self, context: AppContext) -> list[Option]:
        """The charts that have every word of the filter; those with all of them in the title come first."""
        words = self.query_one(FilterInput).value.casefold().split()
        charts = [chart for chart in context.module.charts if all(word in _searched(chart) for word in words)]
        charts.sort(key=lambda chart: not all(word in chart.title.casefold() for word in words))
        self.heading = f"{len(charts)} charts" if len(charts) != 1 else "1 chart"
        self.empty = "No chart has these words." if words else "This game has no charts."
        return [Option(_prompt(chart), id=chart.id) for chart in charts]

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
    def _submitted(self) -> None:
        self.action_open()

    def open(self, marked: str) -> None:
        """Open a chart."""
        self.app.post_message(OpenRule(marked))


def _prompt(chart: Chart) -> Content:
    return Content.assemble(
        (shown(chart.title), "bold"),
        f" ({shown(chart.cite)})" if chart.cite else "",
        (f"  {shown(chart.page)}{'; your own' if chart.overlay else ''}", "$text-muted"),
    )


def _searched(chart: Chart) -> str:
    """The text in which the words of the filter are searched."""
    heads = (chart.rows_title, chart.columns_title, *chart.rows, *chart.columns)
    return " ".join((chart.title, chart.cite, chart.page, *chart.asked, *heads)).casefold().replace("_", " ")
