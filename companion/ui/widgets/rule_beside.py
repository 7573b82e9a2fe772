"""The rule panel beside a calculator on a wide screen, for the marked question or else the calculator."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import Screen

from companion.model import Entry
from companion.ui.widgets.lines import Lines
from companion.ui.widgets.panel import entitle
from companion.ui.widgets.rule_text import rule_text, rule_title, several_rules
from companion.ui.widgets.text import PlainText
from companion.workspace.context import AppContext

WIDE, VERY_WIDE = 120, 148
"""Columns from which the rule can be shown, and from which it is shown unless the player hides it."""


class RuleBeside(VerticalScroll, can_focus=False):
    """Shows the rule for what has the focus, while the player wants it."""

    def __init__(self, context: AppContext, cited: Callable[[], str]) -> None:
        """`cited`: returns the id of the rule to show, such as lob:3.5."""
        super().__init__(id="beside", classes="panel")
        self.context = context
        self.cited = cited
        self._drawn = ""

    def compose(self) -> ComposeResult:
        """The text of the rule."""
        yield PlainText(id="rule-text")

    def on_mount(self) -> None:
        """Follow focus and size."""
        self.watch(self.screen, "focused", self.look, init=False)
        self.screen.screen_layout_refresh_signal.subscribe(self, self._fit)
        self.look()

    def toggle(self) -> None:
        """Show or hide the rule, here and in calculators opened later."""
        self.context.rule_beside = not self.wanted
        self.look()

    @property
    def wanted(self) -> bool:
        """Whether there is room for the rule and the player wants it."""
        width, wants = self.app.size.width, self.context.rule_beside
        return width >= WIDE and (width >= VERY_WIDE if wants is None else wants)

    def look(self) -> None:
        """Show the rule if it is wanted."""
        self.display = self.wanted
        record = self.cited() if self.display else ""
        if record and record != self._drawn:
            self._drawn = record
            entitle(self, rule_title(self.context, record))
            self.query_one("#rule-text", PlainText).update(self._text(record))
            self.scroll_home(animate=False)

    def _text(self, record: str) -> Lines:
        """Return the text of the rule; if several rules have this number, a list of them."""
        entries = [each for each in self.context.library.find(record) if isinstance(each, Entry)]
        if len(entries) > 1:
            return several_rules(record.partition(":")[2], entries)
        return rule_text(self.context, record, spaced=True)

    def _fit(self, _: Screen[object]) -> None:
        if self.display != self.wanted:
            self.look()
