"""A dialog with a list that belongs to a field of a form."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Paste
from textual.screen import ModalScreen
from textual.widgets.option_list import Option

from companion.render.text import shown
from companion.ui.base.page import Page
from companion.ui.key_names import with_keys
from companion.ui.widgets.bars import Keys
from companion.ui.widgets.fields import ListField
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import Window
from companion.ui.widgets.status_line import StatusLine
from companion.ui.widgets.text import PlainText

LONGEST = 200
"""Most characters of an item that the list shows."""


class ListScreen(Page[None], ModalScreen[None]):
    """n adds an item, Enter edits the marked one, d removes it; lists can be pasted."""

    HELP = (
        "n adds an item, Enter edits the marked one, d removes it. Paste a list to add each of its lines; if a line "
        "cannot be read, none is added. Escape goes back to the form; saving the form saves the list."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "edit", "Edit", id="list.edit", priority=True),
        Binding("n", "add", "New", id="list.new"),
        Binding("d", "drop", "Remove", id="list.drop"),
        Binding("escape", "dismiss(None)", "Back", id="list.back"),
    ]

    def __init__(self, field: ListField, of_game: str) -> None:
        super().__init__()
        self.field = field
        self.items = field.items
        self.of_game = of_game

    def compose(self) -> ComposeResult:
        """Heading, items, status, keys."""
        with Window(self.field.field.label):
            yield PlainText(id="says")
            yield OptionList()
            yield StatusLine()
            yield Keys()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the keys for an item only if one is listed."""
        return bool(self.field.lines) or action not in ("edit", "drop")

    def draw(self) -> None:
        """List the items."""
        lines, listed = self.field.lines, self.option_list
        listed.refill([Option(Content(_cut(self.items.listed(line)))) for line in lines])
        listed.display = bool(lines)
        if lines:
            listed.focus()
        empty = "" if lines else f"No {self.items.many} yet; press n to add one, or paste a list"
        text = ". ".join(filter(None, (empty, self.items.help)))
        self.query_one("#says", PlainText).update(with_keys(text))
        self.query_one("#says", PlainText).display = bool(text)
        self.refresh_bindings()

    def on_paste(self, event: Paste) -> None:
        """Add the items of a pasted list; if a line cannot be read, add none of them."""
        event.stop()
        with self.reporting():
            added = self.items.pasted(event.text)
            self._put([*self.field.lines, *added])
            self.say(f"Added: {self.items.counted(len(added))}")

    @on(OptionList.OptionSelected)
    def action_edit(self) -> None:
        """Edit the marked item."""
        place = self.option_list.highlighted
        if place is not None:
            self._open_form(place)

    def action_add(self) -> None:
        """Add an item."""
        self._open_form(None)

    def action_drop(self) -> None:
        """Remove the marked item."""
        place = self.option_list.highlighted
        if place is not None:
            self._put([line for number, line in enumerate(self.field.lines) if number != place])

    def _open_form(self, place: int | None) -> None:
        """Open the form of the item at `place`; None stands for a new one."""
        from companion.ui.base.form_dialog import FormScreen  # a form opens lists, and a list opens forms

        before = self.field.lines[place] if place is not None else ""
        heading = (
            f"{self.items.one.capitalize()} {place + 1}" if place is not None else f"New {self.items.one}"
        )
        form = FormScreen(
            heading,
            self.items.fields(before),
            partial(self._take, place),
            "Save",
            of_game=self.of_game,
            edits=place is not None,
            last_submits=True,
        )
        self.app.push_screen(form)

    def _take(self, place: int | None, values: dict[str, str]) -> None:
        """Put the item of a form into the list. Raises Refused."""
        item, lines = self.items.item(values), self.field.lines
        self._put([*lines, item] if place is None else [*lines[:place], item, *lines[place + 1 :]])

    def _put(self, lines: list[str]) -> None:
        self.field.answer = "\n".join(lines)
        self.say("")
        self.draw()


def _cut(text: str) -> str:
    """Return a text as the list shows it: a long one is cut off."""
    return shown(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")
