"""A list with the details of its marked line."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets.option_list import Option

from companion.ui.widgets.lines import Lines
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import entitle
from companion.ui.widgets.text import PlainText

Details = tuple[Content, Lines]
"""The title and the text of the details."""


class ListAndDetails(Container):
    """A list, with the details of its marked line beside it on a wide screen and below it on others."""

    def __init__(self, name: str, details: Callable[[str], Details]) -> None:
        """`name` is the id of the list; `details` gets the id of the marked line."""
        super().__init__(id=f"{name}-room", classes="with-details")
        self._list = OptionList(id=name, classes="panel")
        self._side = VerticalScroll(id=f"{name}-side", classes="panel details")
        self._text = PlainText(id=f"{name}-about")
        self._details = details

    def compose(self) -> ComposeResult:
        """The list, then the details."""
        yield self._list
        with self._side:
            yield self._text

    def fill(self, options: Sequence[Option], empty: Content) -> None:
        """List the options; without any, show `empty` and hide the details."""
        self._list.refill(options, empty)
        self._show()

    @on(OptionList.OptionHighlighted)
    def _show(self) -> None:
        marked = self._list.marked_id
        self._side.display = bool(marked)
        if marked:
            title, text = self._details(marked)
            entitle(self._side, title)
            self._text.update(text)
            self._side.scroll_home(animate=False)
