"""The lines of a form: text, number, choice, and the line that submits it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click, Paste
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widgets import Input

from companion.model import Choice
from companion.model import Input as Question
from companion.model.answer_keys import choice_name
from companion.render.text import shown
from companion.ui.widgets.entry_rows import ChoiceRow
from companion.ui.widgets.text import PlainText


class ListOf(NamedTuple):
    """Describes a list field, such as arrivals: its items are texts of one line, each entered in a form."""

    one: str
    """Noun for an item."""
    many: str
    fields: Callable[[str], list[Field]]
    """Returns the fields of the form for an item, by its text; empty for a new item."""
    item: Callable[[dict[str, str]], str]
    """Returns the text of an item from the values of the form. Raises Refused."""
    pasted: Callable[[str], list[str]]
    """Returns the items of a pasted list. Raises Refused naming each line that cannot be read."""
    listed: Callable[[str], str] = str
    """Returns the text of an item as it is listed."""
    help: str = ""
    """The format of a pasted list; empty if each line is an item."""

    def counted(self, count: int) -> str:
        """Return a number of items in words, as in `2 arrivals`."""
        return f"{count} {self.one if count == 1 else self.many}"


class Field(NamedTuple):
    """A line of a form."""

    name: str
    label: str
    value: str = ""
    hint: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    """Key and label of each choice; empty for a line of text."""
    number: bool = False
    append: bool = False
    """Whether typing goes on at the end of the text instead of replacing it."""
    items: ListOf | None = None
    """For a list, the description of its items; its value has a line for each item. None for any other field."""


_LABEL = 17
"""Columns of the labels, including the mark; values begin one column further in, after a bracket."""


class TextField(Input):
    """A label with a line of text; a single widget, since forms have many."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"text-field--label"}
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Next")]

    def __init__(self, field: Field) -> None:
        super().__init__(
            field.value,
            field.hint,
            id=f"field-{field.name}",
            classes="field",
            restrict=r"\d{0,4}" if field.number else None,
            select_on_focus=not field.append,
            compact=True,
        )
        self.field = field

    @property
    def answer(self) -> str:
        """The text without leading and trailing spaces."""
        return self.value.strip()

    @answer.setter
    def answer(self, value: str) -> None:
        self.value = value

    @property
    def whole(self) -> str:
        """The text if it is longer than its line, else empty."""
        return self.answer if len(self.answer) >= self.content_size.width else ""

    def on_paste(self, event: Paste) -> None:
        """Insert several lines as one; Textual would insert only the first."""
        lines = event.text.split()
        if len(event.text.splitlines()) > 1:
            event.stop()
            event.prevent_default()
            self.replace(" ".join(lines), *self.selection)

    def on_resize(self) -> None:
        """Fit the hint into the line."""
        self.placeholder = Content(self.field.hint).truncate(self.content_size.width, ellipsis=True).plain

    def on_focus(self) -> None:
        """Go on at the end of the text."""
        if self.field.append:
            self.cursor_position = len(self.value)

    def on_blur(self) -> None:
        """Show the beginning of the text."""
        self.cursor_position = 0

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the line with its label, which is drawn into the left padding."""
        lines = super().render_lines(crop)
        room = self.styles.padding.left
        if lines and crop.y == 0 and crop.x < room:
            style = self.get_visual_style("text-field--label")
            mark = "▸" if self.has_focus else " "
            words = Content(f"{mark}{shown(self.field.label)}").truncate(room - 1, ellipsis=True, pad=True)
            label = Strip(words.pad_right(1).render_segments(style), room)
            for line_filter in self.get_line_filters():
                label = label.apply_filter(line_filter, self.background_colors[1])
            lines[0] = Strip.join(
                (label.crop(crop.x, min(room, crop.right)), lines[0].crop(max(0, room - crop.x)))
            )
        return lines


class ChoiceField(ChoiceRow):
    """A field with choices, each with a key; its label is as wide as that of a `TextField`."""

    indent = _LABEL

    def __init__(self, field: Field) -> None:
        choices = tuple(Choice(key=key, label=label) for key, label in field.choices)
        super().__init__((field.name,), Question(name=field.name, label=field.label, kind="choice"))
        self.id = f"field-{field.name}"
        self.add_class("field")
        self.field = field
        self.legal = list(choices)
        self.answer = field.value

    def answered_early(self) -> None:
        """Ignore an Enter right after the choice if a text field follows, which it would leave."""
        siblings = list(self.parent.children) if self.parent is not None else []
        if isinstance(next(iter(siblings[siblings.index(self) + 1 :]), None), TextField):
            super().answered_early()

    def label(self) -> Content:
        """Return the label, with ? while nothing is chosen."""
        text = Content(f"{shown(self.field.label)}{'?' * self.missing}")
        return text.truncate(_LABEL - 2, ellipsis=True, pad=True).pad_right(1).stylize("bold" * self.missing)

    def keys(self) -> dict[str, str]:
        """Return the initials of the choices if they differ, else their numbers."""
        initials = [choice_name(choice)[:1].lower() for choice in self.legal]
        if len(set(initials)) < len(initials) or not "".join(initials).isalnum():
            return super().keys()
        return {choice.key: initial for choice, initial in zip(self.legal, initials, strict=True)}

    @property
    def answer(self) -> str:
        """Key of the choice; empty if nothing is chosen."""
        return str(self.value or "")

    @answer.setter
    def answer(self, value: str) -> None:
        self.put(value or None, not value, "", self.legal)


class MarkedLine(PlainText, can_focus=True):
    """A line with a mark while it has the focus."""

    def on_mount(self) -> None:
        """Draw the line."""
        self._draw(False)

    def on_focus(self) -> None:
        """Show the mark."""
        self._draw(True)

    def on_blur(self) -> None:
        """Hide the mark."""
        self._draw(False)

    def line(self, mark: str) -> Content:
        """Return the line after its mark, which is a space while another line has the focus."""
        return Content(mark)

    def _draw(self, marked: bool) -> None:
        self.update(self.line("▸" if marked else " "))


class ListField(MarkedLine):
    """A field that shows the number of items of a list; Enter opens the list."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "open", "Open")]

    class Opened(Message):
        """Posted when the list is to be opened."""

        def __init__(self, row: ListField) -> None:
            super().__init__()
            self.row = row

    class Pasted(Message):
        """Posted when a text is pasted over the field."""

        def __init__(self, row: ListField, text: str) -> None:
            super().__init__()
            self.row = row
            self.text = text

    def __init__(self, field: Field, items: ListOf) -> None:
        super().__init__(id=f"field-{field.name}", classes="row field")
        self.field = field
        self.items = items
        self._answer = field.value

    @property
    def answer(self) -> str:
        """The items, a line each."""
        return self._answer

    @answer.setter
    def answer(self, value: str) -> None:
        self._answer = value
        self._draw(self.has_focus)

    @property
    def lines(self) -> list[str]:
        """The items."""
        return [line for line in self._answer.split("\n") if line]

    def action_open(self) -> None:
        """Open the list."""
        self.post_message(self.Opened(self))

    def on_click(self, event: Click) -> None:
        """Open the list."""
        self.post_message(self.Opened(self))

    def on_paste(self, event: Paste) -> None:
        """Add the items of a pasted list."""
        event.stop()
        self.post_message(self.Pasted(self, event.text))

    def line(self, mark: str) -> Content:
        """Return the label and the number of items."""
        count = len(self.lines)
        label = Content(f"{mark}{shown(self.field.label)}")
        label = label.truncate(_LABEL - 1, ellipsis=True, pad=True).pad_right(2)
        words = Content(self.items.counted(count)) if count else Content.styled("none; Enter adds", "$quiet")
        return Content.assemble(label.stylize("bold" if mark.strip() else ""), words)


class SendRow(MarkedLine):
    """The line that submits the form."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "press", "Done")]

    class Sent(Message):
        """Posted when the form is to be submitted."""

    def __init__(self, label: str) -> None:
        super().__init__(classes="row", id="send")
        self.label = label

    def action_press(self) -> None:
        """Submit the form."""
        self.post_message(self.Sent())

    def on_click(self, event: Click) -> None:
        """Submit the form."""
        self.post_message(self.Sent())

    def line(self, mark: str) -> Content:
        """Return the label in brackets."""
        return Content.styled(f"{mark} [ {shown(self.label)} ]", "bold")
