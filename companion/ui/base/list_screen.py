"""The base of the screens that consist of one list."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.widgets.option_list import Option

from companion.ui.base.session_screen import SessionScreen
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.top_bar import TopBar

if TYPE_CHECKING:
    from companion.workspace.context import AppContext


class ListScreen(SessionScreen):
    """A session screen with one list."""

    LIST_ID: ClassVar[str]
    """CSS id of the list."""
    empty = ""
    """The line of an empty list."""
    keeps_mark = True
    """Whether the mark stays on its line when the list is filled again, instead of going to the first line."""

    def compose(self) -> ComposeResult:
        """Top bar, list, keys."""
        yield TopBar(id="where")
        yield OptionList(id=self.LIST_ID)
        yield Keys()

    def on_mount(self) -> None:
        """Fill the list and focus it."""
        self.redraw()
        self.option_list.focus()

    @property
    def option_list(self) -> OptionList:
        """The list."""
        return self.query_one(f"#{self.LIST_ID}", OptionList)

    @abstractmethod
    def options(self, context: AppContext) -> list[Option]:
        """Return the lines of the list, each with an id; may set `heading` and `empty` to match."""

    @abstractmethod
    def open(self, marked: str) -> None:
        """Open the line with the id `marked`."""

    def draw(self, context: AppContext) -> None:
        """Fill the list."""
        self.option_list.refill(self.options(context), self.empty, mark_first=not self.keeps_mark)

    def action_open(self) -> None:
        """Open the marked line."""
        if self.option_list.marked_id:
            self.open(self.option_list.marked_id)

    @on(OptionList.OptionSelected)
    def _selected(self) -> None:
        self.action_open()
