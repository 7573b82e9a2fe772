"""Every chart of the game in play, narrowed by typing."""

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
from companion.ui.messages import OpenRule, SessionChanged
from companion.ui.page import Page
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.lines import Words
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.where import Where
from companion.workspace.context import Desk


class ChartsScreen(Page[None]):
    """Choose a chart."""

    HELP = "Type words of the chart: its title, its rule, where it is printed, its rows and columns. Enter opens it."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", id="charts.back"),
        Binding("down", "mark(1)", "Next", id="charts.down", show=False),
        Binding("up", "mark(-1)", "Previous", id="charts.up", show=False),
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def compose(self) -> ComposeResult:
        """A line to type in, the list."""
        yield Where(id="where")
        yield Words(placeholder="Words of the chart", id="words", compact=True)
        yield OptionList(id="charts")
        yield Keys()

    def on_mount(self) -> None:
        """Ready to type."""
        listed = self.query_one(OptionList)
        listed.can_focus, listed.driven = False, True
        self.query_one(Input).focus()
        self._fill()

    @on(SessionChanged)
    @on(Input.Changed)
    def _fill(self) -> None:
        typed = self.query_one(Input).value.casefold().split()
        charts = [each for each in self.desk.module.charts if all(word in _words(each) for word in typed)]
        charts.sort(key=lambda chart: not all(word in chart.title.casefold() for word in typed))
        self.query_one(Where).tell(self.desk, f"{len(charts)} charts" if len(charts) != 1 else "1 chart")
        listed = self.query_one(OptionList)
        listed.set_options(Option(_prompt(each), id=each.id) for each in charts)
        if charts:
            listed.highlighted = 0
        else:
            none = "No chart has these words." if typed else "This game has no charts."
            listed.add_option(Option(none, disabled=True))

    def action_back(self) -> None:
        """To the whole list, or out."""
        line = self.query_one(Input)
        if line.value:
            line.value = ""
        else:
            self.dismiss(None)

    def action_mark(self, step: int) -> None:
        """Moves the mark without leaving the line typed in."""
        listed = self.query_one(OptionList)
        (listed.action_cursor_down if step > 0 else listed.action_cursor_up)()

    @on(Input.Submitted)
    def _take(self) -> None:
        """Opens the marked one."""
        self.query_one(OptionList).action_select()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id:
            self.app.post_message(OpenRule(event.option.id))


def _prompt(chart: Chart) -> Content:
    return Content.assemble(
        (shown(chart.title), "bold"),
        f" ({shown(chart.cite)})" if chart.cite else "",
        (f"  {shown(chart.page)}{'; your own' if chart.overlay else ''}", "$text-muted"),
    )


def _words(chart: Chart) -> str:
    """What is looked in for the words typed."""
    heads = (chart.rows_title, chart.columns_title, *chart.rows, *chart.columns)
    return " ".join((chart.title, chart.cite, chart.page, *chart.asked, *heads)).casefold().replace("_", " ")
