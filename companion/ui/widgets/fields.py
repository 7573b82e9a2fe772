"""Lines of a small form: a text, a number, one of a few."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widgets import Input, Static

from companion.model import Choice
from companion.model import Input as Question
from companion.render.text import shown
from companion.ui.widgets.entry_rows import ChoiceRow


class Field(NamedTuple):
    """What is asked."""

    name: str
    label: str
    value: str = ""
    hint: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    """Key and label of each; empty for a line to write in."""
    number: bool = False


class TextField(Input):
    """A label and behind it a line to write in: one widget, since a form has many."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"text-field--label"}
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Next")]

    def __init__(self, field: Field) -> None:
        super().__init__(
            field.value,
            field.hint,
            id=f"field-{field.name}",
            classes="field",
            restrict=r"\d{0,4}" if field.number else None,
            compact=True,
        )
        self.field = field

    @property
    def answer(self) -> str:
        """What is written."""
        return self.value.strip()

    @answer.setter
    def answer(self, value: str) -> None:
        self.value = value

    def take_focus(self) -> None:
        """Ready to be written in."""
        self.focus()

    def render_lines(self, crop: Region) -> list[Strip]:
        """The label stands in the room left of the line."""
        lines = super().render_lines(crop)
        room = self.styles.padding.left
        if lines and crop.y == 0 and crop.x < room:
            style = self.get_visual_style("text-field--label")
            mark = "▸" if self.has_focus else " "
            words = Content(f"{mark}{shown(self.field.label)}").truncate(room - 1, ellipsis=True, pad=True)
            label = Strip(words.pad_right(1).render_segments(style), room)
            for each in self.get_line_filters():
                label = label.apply_filter(each, self.background_colors[1])
            lines[0] = Strip.join(
                (label.crop(crop.x, min(room, crop.right)), lines[0].crop(max(0, room - crop.x)))
            )
        return lines


class ChoiceField(ChoiceRow):
    """One of a few: typed, or gone through with left and right."""

    def __init__(self, field: Field) -> None:
        choices = tuple(Choice(key=key, label=label) for key, label in field.choices)
        super().__init__((field.name,), Question(name=field.name, label=field.label, kind="choice"))
        self.id = f"field-{field.name}"
        self.add_class("field")
        self.field = field
        self.legal = list(choices)
        self.answer = field.value

    @property
    def answer(self) -> str:
        """Key of the choice, empty for none."""
        return str(self.value or "")

    @answer.setter
    def answer(self, value: str) -> None:
        self.put(value or None, not value, "", self.legal)

    def take_focus(self) -> None:
        """Ready to be answered."""
        self.focus()


class SendRow(Static, can_focus=True):
    """Ends the form."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "press", "Done")]

    class Sent(Message):
        """The form shall be done."""

    def __init__(self, says: str) -> None:
        super().__init__("", markup=False, classes="row", id="send")
        self.says = says

    def on_mount(self) -> None:
        """Shows itself."""
        self._draw(False)

    def on_focus(self) -> None:
        """The mark shows where the player is."""
        self._draw(True)

    def on_blur(self) -> None:
        """The mark goes."""
        self._draw(False)

    def action_press(self) -> None:
        """Enter or space ends it."""
        self.post_message(self.Sent())

    def on_click(self, event: Click) -> None:
        """So does a touch."""
        self.post_message(self.Sent())

    def take_focus(self) -> None:
        """Ready to be pressed."""
        self.focus()

    def _draw(self, here: bool) -> None:
        self.update(Content.styled(f"{'▸' if here else ' '} [ {shown(self.says)} ]", "bold"))
