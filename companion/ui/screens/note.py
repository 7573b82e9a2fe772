"""Writing a note on a rule: one line, in the player's words."""

from __future__ import annotations

from companion.play.annotations import annotation, write_note
from companion.ui.screens.dialogs import FormScreen
from companion.ui.widgets.fields import Field, TextField
from companion.workspace.context import Desk
from companion.workspace.record_text import record_title


class NoteScreen(FormScreen):
    """Gives whether the note was written."""

    def __init__(self, desk: Desk, about: str) -> None:
        """Raises Refused where notes cannot be read."""
        self.desk = desk
        self.about = about
        was = annotation(desk.places.data, about).note
        fields = [Field("note", "Note", value=was, hint="in your words")]
        says = f"Your note on {record_title(desk, about)}"
        super().__init__(
            says, fields, self._write, done="Keep it", note="An empty line is no note." * bool(was)
        )

    def on_screen_resume(self) -> None:
        """The line has the focus, to be gone on with at its end."""
        field = self.query_one("#field-note", TextField)
        field.select_on_focus = False
        field.take_focus()
        field.action_end()

    def _write(self, written: dict[str, str]) -> None:
        write_note(self.desk.places.data, self.about, written["note"], self.desk.today())
