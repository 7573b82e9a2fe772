"""On a wide screen the rule stands beside the calculator: that of the question in focus, else the calculator's own."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import Screen

from companion.model import Entry
from companion.render.entry import several_lines
from companion.ui.widgets.prose import Prose
from companion.workspace.context import Desk
from companion.workspace.record_text import record_lines

WIDE = 120
"""Columns that a screen has at least where a rule stands beside."""


class RuleBeside(VerticalScroll, can_focus=False):
    """Follows the focus, while the player wants it there."""

    def __init__(self, desk: Desk, cited: Callable[[], str]) -> None:
        """`cited` gives the rule in question, as in lob:3.5."""
        super().__init__(id="beside")
        self.desk = desk
        self.cited = cited
        self._drawn = ""

    def compose(self) -> ComposeResult:
        """One text."""
        yield Prose(id="rule-text")

    def on_mount(self) -> None:
        """Follows focus and size."""
        self.watch(self.screen, "focused", self.look, init=False)
        self.screen.screen_layout_refresh_signal.subscribe(self, self._fit)
        self.look()

    def turn(self) -> None:
        """Shows it or puts it away, here and in the calculators to come."""
        self.desk.rule_beside = not self.desk.rule_beside
        self.look()

    def look(self) -> None:
        """Shows the rule in question, where there is room and the player wants it."""
        self.display = self.desk.rule_beside and self.app.size.width >= WIDE
        record = self.cited() if self.display else ""
        if record and record != self._drawn:
            self._drawn = record
            self.query_one("#rule-text", Prose).show(lambda width: self._lines(record, width))
            self.scroll_home(animate=False)

    def _fit(self, _: Screen[object]) -> None:
        if self.display != (self.desk.rule_beside and self.app.size.width >= WIDE):
            self.look()

    def _lines(self, record: str, width: int) -> list[str]:
        """The rule; of several with one number, which they are."""
        entries = [each for each in self.desk.library.find(record) if isinstance(each, Entry)]
        if len(entries) > 1:
            return several_lines(record.partition(":")[2], entries, width)
        return record_lines(self.desk, record, references=not entries)(width)
