"""The running totals of the game, such as losses, and their limits."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets.option_list import Option

from companion.play.turn import count
from companion.ui.base.page import Page
from companion.ui.screens.turn_lines import counter_row
from companion.ui.widgets.bars import Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import Window, empty_state
from companion.ui.widgets.status_line import StatusLine


class CountersScreen(Page[None], ModalScreen[None]):
    """Lists the counters of the game; + and - change the marked one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,right", "count(1)", "One more", id="counters.more"),
        Binding("minus,left", "count(-1)", "One less", id="counters.less"),
        Binding("escape,k", "dismiss(None)", "Back", id="counters.back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.of_game = self.context.game

    def compose(self) -> ComposeResult:
        """Heading, counters, keys."""
        with Window("Running totals"):
            yield OptionList()
            yield StatusLine()
            yield Keys()

    def action_count(self, by: int) -> None:
        """Change the marked counter."""
        self.attempt(lambda: count(self.context.session, self.option_list.marked_id, by))

    def draw(self) -> None:
        """List the counters with their values."""
        values = self.context.session.game_state.counters
        counters = self.context.module.scenarios.counters
        self.option_list.refill(
            [Option(counter_row(each, values.get(each.id, 0)), id=each.id) for each in counters],
            empty_state(f"{self.context.module.game.name} has no running totals."),
        )
