"""The bottom of a calculator: what is needed next, or the result, with its follow-ups beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from textual.app import ComposeResult
from textual.containers import Grid, Vertical
from textual.content import Content
from textual.layout import Layout
from textual.layouts.grid import GridLayout

from companion.engine.what_if import TotalRange
from companion.ui.widgets.dice_row import DiceRow
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.panel import entitle
from companion.ui.widgets.result_card import below_card, below_drawn, dice_drawn, die_faces, result_card
from companion.ui.widgets.text import Scroll, WrappedText
from companion.workspace.amendment import Amendment
from companion.workspace.calculation import Calculation
from companion.workspace.next_round import next_round

MOST_COLUMNS = 1000
"""A width at which nothing is cut off."""


class Outcome(Grid):
    """Roll or result, and the follow-ups, in panels of the same height."""

    def __init__(self, calculation: Calculation) -> None:
        super().__init__(id="bottom")
        self.calculation = calculation

    def compose(self) -> ComposeResult:
        """The panels."""
        with Scroll(id="outcome", classes="panel"):
            yield WrappedText(id="die")
            with Vertical(id="said-so-far"):
                yield WrappedText(id="summary")
                dice = DiceRow("The dice stay as rolled" if isinstance(self.calculation, Amendment) else "")
                yield dice.made
                yield dice
                yield WrappedText(id="told-below")
                yield WrappedText(id="changed")
        yield FollowUps()

    def pre_layout(self, layout: Layout) -> None:
        """Stretch the lower panel."""
        if isinstance(layout, GridLayout):
            layout.stretch_height = True

    def put(self, has_dice: bool, runs: Sequence[TotalRange]) -> None:
        """Show what is needed next, or the result with its follow-ups."""
        calculation, follow_ups = self.calculation, self.query_one(FollowUps)
        outcome = self.query_one("#outcome")
        entitle(outcome, "Roll" if has_dice and not calculation.done else "Result")
        outcome.set_class(calculation.done, "-done")
        changed = self.query_one("#changed", WrappedText)
        changed.display = bool(calculation.changed_line(MOST_COLUMNS))
        changed.show(lambda width: Content.styled(calculation.changed_line(width), "$quiet"))
        die = self.query_one("#die", WrappedText)
        faces = die_faces(calculation)
        die.set_class(bool(faces), "-shown")
        die.show(lambda width: dice_drawn(faces, calculation))
        self.put_summary(runs)
        follow_ups.put(
            calculation.next_steps(),
            calculation.decisions(),
            calculation.changes_text(),
            calculation.return_text(),
            next_round(calculation),
        )
        entitle(follow_ups, "Next" if calculation.done else "Choices before the roll")
        self.set_class(not follow_ups.display, "-alone")
        self.set_class(calculation.done, "-done")
        if calculation.done:
            self.call_after_refresh(outcome.scroll_home, animate=False)

    def put_summary(self, runs: Sequence[TotalRange]) -> None:
        """Show what is needed next or the result; `runs`: the results by ranges of totals."""
        self.query_one("#summary", WrappedText).show(partial(result_card, self.calculation, runs))
        below = below_card(self.calculation, self.screen.has_class("-narrow"))
        self.query_one("#told-below").display = bool(below)
        self.query_one("#told-below", WrappedText).show(partial(below_drawn, below))
