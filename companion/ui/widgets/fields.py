"""Lines of a small form: a text, a number, one of a few."""

from __future__ import annotations

from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Click, Key
from textual.message import Message
from textual.widgets import Input, Static

from companion.model import Choice
from companion.model import Input as Question
from companion.render.text import shown
from companion.ui.widgets.rows import ChoiceRow


class Field(NamedTuple):
    """What is asked."""

    name: str
    label: str
    value: str = ""
    hint: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    """Key and label of each; empty for a line to write in."""
    number: bool = False


class TextField(Horizontal):
    """A label and a line to write in."""

    class Ended(Message):
        """Enter was pressed."""

    def __init__(self, field: Field) -> None:
        super().__init__(id=f"field-{field.name}", classes="field")
        self.field = field
        self.line = Input(
            field.value, placeholder=field.hint, restrict=r"\d{0,4}" if field.number else None, compact=True
        )

    def compose(self) -> ComposeResult:
        """Label and line."""
        yield Static(shown(self.field.label), classes="field-label", markup=False)
        yield self.line

    @property
    def answer(self) -> str:
        """What is written."""
        return self.line.value.strip()

    @answer.setter
    def answer(self, value: str) -> None:
        self.line.value = value

    def take_focus(self) -> None:
        """Ready to be written in."""
        self.line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """On to the next line."""
        event.stop()
        self.post_message(self.Ended())


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

    def on_key(self, event: Key) -> None:
        """Enter or space ends it."""
        if event.key in ("enter", "space"):
            event.stop()
            self.post_message(self.Sent())

    def on_click(self, event: Click) -> None:
        """So does a touch."""
        self.post_message(self.Sent())

    def take_focus(self) -> None:
        """Ready to be pressed."""
        self.focus()

    def _draw(self, here: bool) -> None:
        self.update(Content.styled(f"{'▸' if here else ' '} [ {shown(self.says)} ]", "bold"))
