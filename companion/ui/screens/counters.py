"""What is counted through the game, with the limits at which something happens."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Label
from textual.widgets.option_list import Option

from companion.model import CompanionError, Counter
from companion.play.turn import count
from companion.render.text import shown
from companion.ui.page import Modal
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.told import Told
from companion.workspace.context import Desk


class CountersScreen(Modal[None]):
    """+ and - on the marked counter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,right", "count(1)", "One more", id="counters.more"),
        Binding("minus,left", "count(-1)", "One less", id="counters.less"),
        Binding("escape,k", "dismiss(None)", "Back", id="counters.back"),
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.of_game = desk.game

    def compose(self) -> ComposeResult:
        """The counters."""
        with Vertical(id="dialog"):
            yield Label("Counted so far", markup=False)
            yield OptionList()
            yield Told()
            yield Keys()

    def on_mount(self) -> None:
        """Shows how they stand."""
        self._show()

    def action_count(self, by: int) -> None:
        """Moves the marked counter."""
        place = self.query_one(OptionList).highlighted or 0
        told = self.query_one(Told)
        try:
            count(self.desk.session, self.desk.module.scenarios.counters[place].id, by)
        except CompanionError as error:
            told.say(str(error), refused=True)
        else:
            told.say("")
            self._show()

    def _show(self) -> None:
        listed = self.query_one(OptionList)
        place = listed.highlighted or 0
        counted = self.desk.session.game_state.counters
        listed.set_options(
            Option(shown(counter_words(each, counted.get(each.id, 0))))
            for each in self.desk.module.scenarios.counters
        )
        listed.highlighted = place


def counter_words(counter: Counter, now: int) -> str:
    """`Losses, Union: 3 of 5`, and what happens once the limit is reached."""
    side = f", {counter.side}" if counter.side else ""
    limit = f" of {counter.limit}" if counter.limit is not None else ""
    reached = counter.limit is not None and now >= counter.limit
    return f"{counter.title}{side}: {now}{limit}" + (f" ! {counter.says or 'limit reached'}" * reached)
