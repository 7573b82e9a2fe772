"""The counters of the game, such as losses, and their limits."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets.option_list import Option

from companion.model import Counter
from companion.play.turn import count
from companion.render.text import shown
from companion.ui.base.modal import Modal
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.plain_text import PlainText
from companion.ui.widgets.status_line import StatusLine
from companion.workspace.context import AppContext


class CountersScreen(Modal[None]):
    """+ and - change the marked counter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,right", "count(1)", "One more", id="counters.more"),
        Binding("minus,left", "count(-1)", "One less", id="counters.less"),
        Binding("escape,k", "dismiss(None)", "Back", id="counters.back"),
    ]

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self.context = context
        self.of_game = context.game

    def compose(self) -> ComposeResult:
        """Heading, counters, keys."""
        with Vertical(id="dialog"):
            yield PlainText("Counted so far")
            yield OptionList()
            yield StatusLine()
            yield Keys()

    def on_mount(self) -> None:
        """Show the counters."""
        self._show()

    def action_count(self, by: int) -> None:
        """Change the marked counter."""
        counter = self.query_one(OptionList).marked_id
        with self.reporting():
            count(self.context.session, counter, by)
            self.query_one(StatusLine).say("")
            self._show()

    def _show(self) -> None:
        values = self.context.session.game_state.counters
        self.query_one(OptionList).refill(
            [
                Option(shown(counter_words(counter, values.get(counter.id, 0))), id=counter.id)
                for counter in self.context.module.scenarios.counters
            ]
        )


def counter_words(counter: Counter, value: int) -> str:
    """`Losses, Union: 3 of 5`, and what happens at the limit once it is reached."""
    side = f", {counter.side}" if counter.side else ""
    limit = f" of {counter.limit}" if counter.limit is not None else ""
    reached = counter.limit is not None and value >= counter.limit
    return f"{counter.title}{side}: {value}{limit}" + (f" ! {counter.says or 'limit reached'}" * reached)
