"""Dialogs for choosing one of a few options, and for work that may be left unsaved."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.screen import ScreenResultType
from textual.widgets.option_list import Option

from companion.render.text import shown
from companion.ui.base.modal import Modal
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.plain_text import PlainText
from companion.ui.widgets.status_line import StatusLine


class Choice(NamedTuple):
    """An option of a `ChooseScreen`."""

    key: str
    """Letter or digit that takes the option; empty if it has none."""
    value: str
    """The result of the dialog if the option is taken."""
    label: str


def numbered_choices(options: list[tuple[str, str]]) -> list[Choice]:
    """Choices from (value, label); the first nine have the keys 1 to 9."""
    return [
        Choice(str(number) if number < 10 else "", value, label)
        for number, (value, label) in enumerate(options, 1)
    ]


class ChooseScreen(Modal[str | None]):
    """Returns the value of the option taken, or None if the player takes none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "Take", id="choose.take", priority=True),
        Binding("escape", "dismiss(None)", "Not now", id="choose.back"),
    ]

    def __init__(self, heading: str, choices: list[Choice]) -> None:
        super().__init__()
        self.heading = heading
        self.choices = choices

    def compose(self) -> ComposeResult:
        """Heading, options, keys."""
        with Vertical(id="dialog"):
            yield PlainText(self.heading, id="says")
            yield OptionList(
                *(
                    Option(Content.assemble((f"{key or ' '} ", "bold $text-accent"), shown(label)))
                    for key, _, label in self.choices
                )
            )
            yield Keys()

    def on_mount(self) -> None:
        """Mark the first option."""
        self.query_one(OptionList).highlighted = 0

    def on_key(self, event: Key) -> None:
        """Take the option whose key is pressed."""
        for choice in self.choices:
            if choice.key and event.character == choice.key:
                event.stop()
                self.dismiss(choice.value)
                return

    def action_take(self) -> None:
        """Take the marked option."""
        self.query_one(OptionList).action_select()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.choices[event.option_index].value)


class UnsavedDialog(Modal[ScreenResultType]):
    """A dialog that warns once before it discards unsaved changes."""

    UNSAVED = ""
    """The warning."""
    _discardable: object = None
    """Entries that may be discarded without a warning: those at the start, then those the player was warned of."""

    @abstractmethod
    def entries(self) -> object:
        """Return what the player has entered so far; equal values mean no change."""

    def begin(self) -> None:
        """Treat the present entries as saved."""
        self._discardable = self.entries()

    def action_leave(self) -> None:
        """Close the dialog; if there are unsaved changes, only the second time."""
        entries = self.entries()
        if entries == self._discardable:
            self.dismiss()
        else:
            self._discardable = entries
            self.query_one(StatusLine).say(self.UNSAVED)
