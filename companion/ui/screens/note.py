"""The form for a note on a rule or chart."""

from __future__ import annotations

from companion.play.annotations import annotation, write_note
from companion.ui.base.form_dialog import FormScreen
from companion.ui.widgets.fields import Field, TextField
from companion.workspace.context import AppContext
from companion.workspace.record_text import record_title


class NoteScreen(FormScreen):
    """Returns whether the note was written."""

    def __init__(self, context: AppContext, about: str) -> None:
        """`about`: id of the rule or chart. Raises Refused if the notes cannot be read."""
        self.context = context
        self.about = about
        note = annotation(context.places.data, about).note
        super().__init__(
            f"Your note on {record_title(context, about)}",
            [Field("note", "Note", value=note, hint="in your words")],
            self._write,
            done="Keep it",
            note="An empty line is no note." if note else "",
        )

    def on_screen_resume(self) -> None:
        """Focus the line, with the cursor at its end."""
        field = self.query_one("#field-note", TextField)
        field.select_on_focus = False
        field.take_focus()
        field.action_end()

    def _write(self, values: dict[str, str]) -> None:
        write_note(self.context.places.data, self.about, values["note"], self.context.today())
