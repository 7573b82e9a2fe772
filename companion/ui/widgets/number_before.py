"""Enters a number that is still being typed when a letter answers the question after it."""

from __future__ import annotations

from textual.events import Key

from companion.ui.key_queue import SerialKeyApp
from companion.ui.widgets.entry_rows import NumberRow
from companion.ui.widgets.form import Form


class NumberBefore:
    """Enters the typed number of a form's marked question for a letter that answers a later one."""

    def __init__(self, app: SerialKeyApp, form: Form) -> None:
        self._app = app
        self._form = form
        self._entered: tuple[int, str] = (-2, "")
        """Number of the key that also entered a number, and the question with that number."""

    def take(self, event: Key) -> bool:
        """Enter the typed number if the key is that of a choice; the key then answers that question.

        If the choice is out of sight, the key only enters the number. Return whether the number was entered.
        """
        row, choice = self._form.screen.focused, self._form.choice_with(event.character or "")
        if choice is None or not isinstance(row, NumberRow) or not row.half_typed:
            return False
        in_sight, line = self._form.shows(choice), row.typed_line()
        if not row.finish():
            return False
        self._entered = (self._app.keys_handed_out, line)
        if in_sight:
            self._app.press_again(event)
        return True

    def entered_line(self) -> str:
        """Return the number that the current key also entered, with its question; empty for none."""
        at_key, line = self._entered
        return line if self._app.keys_handed_out - at_key in (0, 1) else ""
