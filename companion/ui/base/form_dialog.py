"""A dialog with a small form."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import DescendantFocus
from textual.screen import ModalScreen

from companion.render.text import shown
from companion.ui.base.dialogs import Choice, UnsavedChanges, ask
from companion.ui.base.list_dialog import ListScreen
from companion.ui.base.page import Page
from companion.ui.widgets.bars import Keys
from companion.ui.widgets.fields import ChoiceField, Field, ListField, SendRow, TextField
from companion.ui.widgets.panel import Window
from companion.ui.widgets.rows import Row
from companion.ui.widgets.status_line import StatusLine
from companion.ui.widgets.text import PlainText, Scroll


class FormScreen(Page[bool], ModalScreen[bool]):
    """Asks for a few values and acts on them; returns whether it acted."""

    HELP = (
        "Type into the marked field. Up and Down move the mark, Enter goes to the next field. For choices, press the "
        "key in front of a choice, or select one with Left and Right. For a list, Enter opens it, and pasted text "
        "adds its lines. Enter on the last line, or ^S on any line, submits the form. Escape goes back."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "go(1)", "Down", id="form.down", show=False),
        Binding("up", "go(-1)", "Up", id="form.up", show=False),
        Binding("enter", "go(1)", "Next", id="form.next"),
        Binding("ctrl+s", "send", "Done", id="form.done"),
        Binding("f2", "work_out", "Work out delay", id="order.calculators"),
        Binding("f1", "app.help", "Help", id="form.help", show=False, tooltip="Keys of this form"),
        Binding("escape", "leave", "Back", id="form.back"),
    ]

    def __init__(
        self,
        heading: str,
        fields: list[Field],
        submit: Callable[[dict[str, str]], object],
        done: str = "Done",
        note: str = "",
        of_game: str = "",
        work_out: Callable[[FormScreen], object] | None = None,
        last_submits: bool = False,
        edits: bool = False,
        question: Callable[[dict[str, str]], str] | None = None,
    ) -> None:
        """`submit` gets the values by field name; a CompanionError that it raises is shown, and the form stays open.

        `done` is the label of the last line and of ^S, `note` a text under the form, `of_game` as in `Page`. F2 calls
        `work_out`; without it the form has no such key. With `last_submits`, Enter on the last field submits the form.
        A form that `edits` something begins with its first field, any other with the first empty field. `question`
        returns what the player must confirm before the form is submitted, empty for nothing.
        """
        super().__init__()
        self.of_game = of_game
        self.heading = heading
        self.fields = fields
        self.submit = submit
        self.done = done
        self.state_labels = {"form.done": done}
        self.note = note
        self.work_out = work_out
        self.last_submits = last_submits
        self.edits = edits
        self.question = question

    def compose(self) -> ComposeResult:
        """A line for each field, and one that submits the form."""
        with Window(str(self.heading)):
            with Scroll(id="fields"):
                for field in self.fields:
                    yield _row(field)
                yield SendRow(self.done)
            yield PlainText(id="whole")
            yield StatusLine(text=self.note)
            yield Keys()

    def on_mount(self) -> None:
        """Focus the first line of a form that edits or has one field; otherwise the first empty line."""
        rows = self._rows()
        empty = (row for row in rows if isinstance(row, SendRow) or not row.answer)
        (rows[0] if self.edits or len(self.fields) == 1 else next(empty)).focus()
        self.unsaved = UnsavedChanges(self, self.values)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer F2 if there is something to work out."""
        return action != "work_out" or self.work_out is not None

    def values(self) -> dict[str, str]:
        """Return the values of the form by field name."""
        return {row.field.name: row.answer for row in self._rows() if not isinstance(row, SendRow)}

    def put(self, name: str, value: str) -> None:
        """Fill in one line of text."""
        self.query_one(f"#field-{name}", TextField).answer = value

    def action_go(self, step: int) -> None:
        """Go to the next line (1) or the previous one (-1)."""
        rows = self._rows()
        here = next((place for place, row in enumerate(rows) if row.has_focus_within), 0)
        if self.last_submits and step > 0 and here == len(self.fields) - 1:
            self.action_send()
        else:
            rows[max(0, min(here + step, len(rows) - 1))].focus()

    @on(TextField.Changed)
    @on(DescendantFocus)
    def _show_whole(self) -> None:
        """Show the full text of a field that is longer than its line."""
        text = self.focused.whole if isinstance(self.focused, TextField) else ""
        line = self.query_one("#whole", PlainText)
        line.display = bool(text)
        line.update(shown(text))

    @on(Row.Moved)
    def _moved(self, event: Row.Moved) -> None:
        self.action_go(event.step)

    @on(Row.Answered)
    def _answered(self, event: Row.Answered) -> None:
        assert isinstance(event.row, ChoiceField)
        event.row.answer = event.value or ""
        if event.settled:
            self.action_go(1)

    @on(TextField.Submitted)
    def _enter_pressed(self) -> None:
        self.action_go(1)

    @on(SendRow.Sent)
    def action_send(self) -> None:
        """Submit the form and close it; if the values are refused, show why."""
        with self.reporting():
            question = self.question(self.values()) if self.question is not None else ""
            if question:
                choices = [
                    Choice("n", "no", "No, go back to the form"),
                    Choice("y", "yes", "Yes, replace it"),
                ]
                ask(self, question, choices, lambda answer: self._submit() if answer == "yes" else None)
            else:
                self._submit()

    def _submit(self) -> None:
        with self.reporting():
            self.submit(self.values())
            self.dismiss(True)

    @on(ListField.Opened)
    def _open_list(self, event: ListField.Opened) -> None:
        self.set_focus(event.row)
        self.app.push_screen(ListScreen(event.row, self.of_game))

    @on(ListField.Pasted)
    def _pasted(self, event: ListField.Pasted) -> None:
        row = event.row
        with self.reporting():
            added = row.items.pasted(event.text)
            row.answer = "\n".join([*row.lines, *added])
            self.say(f"Added: {row.items.counted(len(added))}")

    def enter_typed(self) -> bool:
        """Enter the digits typed for a choice that could have more digits."""
        return isinstance(self.focused, Row) and self.focused.enter_typed()

    def action_work_out(self) -> None:
        """Work out a value for a field."""
        if self.work_out is not None:
            self.work_out(self)

    def action_leave(self) -> None:
        """Close the form; with unsaved changes, warn first and close the second time."""
        self.unsaved.leave()

    def _rows(self) -> list[TextField | ChoiceField | ListField | SendRow]:
        rows = self.query_one("#fields").children
        return [row for row in rows if isinstance(row, TextField | ChoiceField | ListField | SendRow)]


def _row(field: Field) -> TextField | ChoiceField | ListField:
    if field.items is not None:
        return ListField(field, field.items)
    return ChoiceField(field) if field.choices else TextField(field)
