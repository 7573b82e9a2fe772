"""The lines of a form: text, number, choice, and the line that submits it."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click
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


_LABEL = 17
"""Columns of the labels, the one of the mark included; as the padding of a `TextField`."""


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
        """The text without spaces at its ends."""
        return self.value.strip()

    @answer.setter
    def answer(self, value: str) -> None:
        self.value = value

    @property
    def whole(self) -> str:
        """The text if it is longer than its line, else empty."""
        return self.answer if len(self.answer) >= self.content_size.width else ""

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
        """The line with its label, which is drawn into the left padding."""
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
    """A choice: taken by its key, or selected with left and right; its label is as wide as that of a `TextField`."""

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
        """Let an Enter right behind the choice do nothing in a line of text, which it would leave."""
        siblings = list(self.parent.children) if self.parent is not None else []
        if isinstance(next(iter(siblings[siblings.index(self) + 1 :]), None), TextField):
            super().answered_early()

    def label(self) -> Content:
        """The label, with ? while there is no choice."""
        text = Content(f"{shown(self.field.label)}{' ?' * self.missing}")
        return text.truncate(_LABEL - 2, ellipsis=True, pad=True).pad_right(1).stylize("bold" * self.missing)

    def keys(self) -> dict[str, str]:
        """Return the initials of the choices if they differ, else their numbers."""
        initials = [choice_name(choice)[:1].lower() for choice in self.legal]
        if len(set(initials)) < len(initials) or not "".join(initials).isalnum():
            return super().keys()
        return {choice.key: initial for choice, initial in zip(self.legal, initials, strict=True)}

    @property
    def answer(self) -> str:
        """Key of the choice; empty if none is taken."""
        return str(self.value or "")

    @answer.setter
    def answer(self, value: str) -> None:
        self.put(value or None, not value, "", self.legal)


class SendRow(PlainText, can_focus=True):
    """The line that submits the form."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "press", "Done")]

    class Sent(Message):
        """Posted when the form is to be submitted."""

    def __init__(self, label: str) -> None:
        super().__init__(classes="row", id="send")
        self.label = label

    def on_mount(self) -> None:
        """Draw the line."""
        self._draw(False)

    def on_focus(self) -> None:
        """Show the mark."""
        self._draw(True)

    def on_blur(self) -> None:
        """Hide the mark."""
        self._draw(False)

    def action_press(self) -> None:
        """Submit the form."""
        self.post_message(self.Sent())

    def on_click(self, event: Click) -> None:
        """Submit the form."""
        self.post_message(self.Sent())

    def _draw(self, marked: bool) -> None:
        self.update(Content.styled(f"{'▸' if marked else ' '} [ {shown(self.label)} ]", "bold"))
