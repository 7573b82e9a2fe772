"""On a wide screen, the rule beside the calculator: of the marked question, else of the calculator."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import Screen

from companion.model import Entry
from companion.render.entry import several_lines
from companion.ui.widgets.text import WrappedText
from companion.workspace.context import AppContext
from companion.workspace.record_text import record_lines

WIDE = 120
"""Columns that a screen must have to show the rule."""


class RuleBeside(VerticalScroll, can_focus=False):
    """Shows the rule while the player wants it, and follows the focus."""

    def __init__(self, context: AppContext, cited: Callable[[], str]) -> None:
        """`cited` returns the rule to show, such as lob:3.5."""
        super().__init__(id="beside")
        self.context = context
        self.cited = cited
        self._drawn = ""

    def compose(self) -> ComposeResult:
        """The text of the rule."""
        yield WrappedText(id="rule-text")

    def on_mount(self) -> None:
        """Follow focus and size."""
        self.watch(self.screen, "focused", self.look, init=False)
        self.screen.screen_layout_refresh_signal.subscribe(self, self._fit)
        self.look()

    def turn(self) -> None:
        """Show or hide the rule, here and in calculators opened later."""
        self.context.rule_beside = not self.context.rule_beside
        self.look()

    def look(self) -> None:
        """Show the rule if there is room and the player wants it."""
        self.display = self.context.rule_beside and self.app.size.width >= WIDE
        record = self.cited() if self.display else ""
        if record and record != self._drawn:
            self._drawn = record
            self.query_one("#rule-text", WrappedText).show(lambda width: self._lines(record, width))
            self.scroll_home(animate=False)

    def _fit(self, _: Screen[object]) -> None:
        if self.display != (self.context.rule_beside and self.app.size.width >= WIDE):
            self.look()

    def _lines(self, record: str, width: int) -> list[str]:
        """The text of the rule; if several rules have the number, a list of them."""
        entries = [found for found in self.context.library.find(record) if isinstance(found, Entry)]
        if len(entries) > 1:
            return several_lines(record.partition(":")[2], entries, width)
        return record_lines(self.context, record, references=not entries)(width)
