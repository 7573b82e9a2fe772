"""The calculators of the game in play."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input
from textual.widgets.option_list import Option

from companion.model import Procedure
from companion.render.text import shown, wrapped
from companion.ui.base.page import Page
from companion.ui.messages import OpenCalculator
from companion.ui.typed_words import match
from companion.ui.widgets.bars import Keys, TopBar
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.text import WrappedText

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
"""The keys that open the calculators, in the order of the list."""


class CalculatorsScreen(Page[None]):
    """Choose a calculator."""

    HELP = (
        "Press the key before a calculator, or mark it and press Enter; a calculation that was begun continues. "
        "/ narrows the list to words typed."
    )
    heading = "Calculators"
    AUTO_FOCUS = "#calculators"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", id="calculators.back"),
        Binding("enter", "open", "Open", id="calculators.open", priority=True),
        Binding("slash", "filter", "Narrow", id="calculators.narrow"),
        Binding("f2", "whole", "Calc", id="calculators.whole", tooltip="The whole list"),
        Binding("down", "mark(1)", "Next", id="calculators.down", show=False, priority=True),
        Binding("up", "mark(-1)", "Previous", id="calculators.up", show=False, priority=True),
        *(
            Binding(key, f"number({place})", f"Calculator {key}", show=False)
            for place, key in enumerate(KEYS)
        ),
    ]

    def compose(self) -> ComposeResult:
        """Top bar, filter, list, what the marked calculator does, keys."""
        yield TopBar(id="where")
        yield Input(placeholder="Words of the calculator", id="narrow", compact=True)
        yield OptionList(id="calculators")
        yield WrappedText(id="calculator-about")
        yield Keys()

    def on_screen_resume(self) -> None:
        """Show the whole list."""
        self.action_whole()

    @property
    def _filter(self) -> Input:
        return self.query_one("#narrow", Input)

    def draw(self) -> None:
        """List the calculators, or those that match the filter; the filter is hidden once it loses the focus."""
        self._filter.display = self._filter.display and self.focused is self._filter
        self.option_list.refill(self._options(), mark_first=bool(self._typed()))
        if not self.option_list.option_count:
            self._describe("None has these words." if self._typed() else "")
        if not self._filter.display:
            self.option_list.focus()

    def _typed(self) -> str:
        return self._filter.value.strip() if self._filter.display else ""

    def _options(self) -> list[Option]:
        """The calculators that match the filter, the best match first."""
        typed = self._typed()
        numbered = list(enumerate(self.context.module.procedures))
        if typed:
            numbered = [(number, each) for number, each in numbered if _score(typed, each)]
            numbered.sort(key=lambda item: -_score(typed, item[1]))
        return [
            Option(_prompt(number, each, self.context.draft(each.id, {}).begun), id=each.id)
            for number, each in numbered
        ]

    @on(Input.Changed, "#narrow")
    def _filter_changed(self) -> None:
        self.redraw()

    @on(OptionList.OptionHighlighted, "#calculators")
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option.id:
            self._describe(self.context.library.procedure(event.option.id).summary)

    def _describe(self, text: str) -> None:
        """Show what the marked calculator does."""
        self.query_one("#calculator-about", WrappedText).show(lambda width: wrapped(text, width))

    def action_filter(self) -> None:
        """Show the filter; only calculators with all its words stay."""
        self._filter.value, self._filter.display = "", True
        self.set_focus(self._filter)

    def action_whole(self) -> None:
        """Show every calculator, ready to be opened by its key."""
        self._filter.display = False
        self.redraw()

    def action_back(self) -> None:
        """Show the whole list; if it is shown already, go to the search."""
        if self._filter.display:
            self.action_whole()
        else:
            self.app.action_mode("find")

    def action_mark(self, step: int) -> None:
        """Move the mark, also while the filter has the focus."""
        self.option_list.move_mark(step)

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Open the marked calculator."""
        if self.option_list.marked_id:
            self.app.post_message(OpenCalculator(self.option_list.marked_id))

    def action_number(self, place: int) -> None:
        """Open a calculator by its key and mark it, so that Enter leads back to it."""
        procedures = self.context.module.procedures
        if place < len(procedures):
            if place < self.option_list.option_count:
                self.option_list.highlighted = place
            self.app.post_message(OpenCalculator(procedures[place].id))


def _prompt(number: int, procedure: Procedure, begun: bool) -> Content:
    own = "  your own" if procedure.overlay == "yes" else ""
    return Content.assemble(
        (f"{KEYS[number] if number < len(KEYS) else ' '} ", "bold $text-accent"),
        (shown(procedure.title), "bold"),
        ("  begun", "$text-accent") if begun else "",
        (f"  {shown(procedure.cite)}{own}" if procedure.cite != procedure.title else own, "$text-muted"),
    )


def _score(typed: str, procedure: Procedure) -> float:
    """How well a calculator matches the words typed: its title counts twice; 0 if it lacks a word."""
    text = " ".join((procedure.title, procedure.cite, procedure.summary, *procedure.asked))
    return max(2 * match(typed, procedure.title), match(typed, text))
