"""Dialogs for choosing one of a few options, and the warning about unsaved changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets.option_list import Option

from companion.ui.base.page import Page
from companion.ui.widgets.bars import Keys
from companion.ui.widgets.option_list import OptionList, keyed
from companion.ui.widgets.panel import Window


class Choice(NamedTuple):
    """An option of a `ChooseScreen`."""

    key: str
    """Letter or digit that chooses the option; empty for none."""
    value: str
    """The result of the dialog if the option is chosen."""
    label: str


def numbered_choices(options: Iterable[tuple[str, str]]) -> list[Choice]:
    """Return choices for pairs of value and label; the first nine have the keys 1 to 9."""
    return [
        Choice(str(number) if number < 10 else "", value, label)
        for number, (value, label) in enumerate(options, 1)
    ]


def ask(
    page: Page[Any], heading: str, choices: list[Choice], take: Callable[[str], object], if_not: str = ""
) -> None:
    """Open a `ChooseScreen` over `page`; `take` gets the value of the chosen option.

    If the player chooses none, `if_not` is shown as a notification.
    """

    def closed(value: str | None) -> None:
        if value is not None:
            take(value)
        elif if_not:
            page.notify(if_not)

    page.app.push_screen(ChooseScreen(heading, choices), closed)


class ChooseScreen(Page[str | None], ModalScreen[str | None]):
    """Returns the value of the chosen option, or None if the player chooses none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "Choose", id="choose.take", priority=True),
        Binding("escape", "dismiss(None)", "Not now", id="choose.back"),
    ]

    def __init__(self, heading: str, choices: list[Choice]) -> None:
        super().__init__()
        self.heading = heading
        self.choices = choices

    def compose(self) -> ComposeResult:
        """Heading, options, keys."""
        with Window(str(self.heading)):
            yield OptionList(*(Option(keyed(key, label)) for key, _, label in self.choices))
            yield Keys()

    def on_mount(self) -> None:
        """Mark the first option."""
        self.option_list.highlighted = 0

    def on_key(self, event: Key) -> None:
        """Choose the option whose key is pressed."""
        for choice in self.choices:
            if choice.key and event.character == choice.key:
                event.stop()
                self.dismiss(choice.value)
                return

    def action_take(self) -> None:
        """Choose the marked option."""
        self.option_list.action_select()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.choices[event.option_index].value)


class UnsavedChanges:
    """Warns once before the player leaves a dialog with unsaved changes."""

    def __init__(self, page: Page[Any], entries: Callable[[], object]) -> None:
        """`entries` returns what the player has entered so far; equal values mean no change."""
        self.page = page
        self.entries = entries
        self._discardable = entries()
        """Entries that can be discarded without a warning: those at the start, then those already warned about."""

    def leave(self) -> None:
        """Close the dialog; with unsaved changes, warn first and close the second time."""
        entries = self.entries()
        if entries == self._discardable:
            self.page.dismiss()
        else:
            self._discardable = entries
            self.page.say("Unsaved changes. ^S saves them; Esc again discards them.")
