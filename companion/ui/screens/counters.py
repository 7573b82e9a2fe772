"""The counters of the game, such as losses, and their limits."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets.option_list import Option

from companion.model import Counter
from companion.play.turn import count
from companion.render.text import shown
from companion.ui.base.page import Page
from companion.ui.widgets.bars import Keys, StatusLine
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.text import PlainText


class CountersScreen(Page[None], ModalScreen[None]):
    """+ and - change the marked counter."""

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
        with Vertical(id="dialog"):
            yield PlainText("Counted so far")
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
        lines = [(counter.id, counter_words(counter, values.get(counter.id, 0))) for counter in counters]
        self.option_list.refill([Option(shown(words), id=counter) for counter, words in lines])


def counter_words(counter: Counter, value: int) -> str:
    """`Losses, Union: 3 of 5`, and what happens at the limit once it is reached."""
    side = f", {counter.side}" if counter.side else ""
    limit = f" of {counter.limit}" if counter.limit is not None else ""
    reached = counter.limit is not None and value >= counter.limit
    return f"{counter.title}{side}: {value}{limit}" + (f" ! {counter.says or 'limit reached'}" * reached)
