"""The line above the keys that says what was done, or why it was not."""

from __future__ import annotations

from textual.content import Content

from companion.render.text import shown
from companion.ui.widgets.plain_text import PlainText


class StatusLine(PlainText):
    """A message that stays until the next one; without a message the line takes no room."""

    def __init__(self, id: str = "told", text: str = "") -> None:  # noqa: A002 - Textual's own name
        super().__init__(text, id=id)
        self.display = bool(text)

    def say(self, text: str, refused: bool = False) -> None:
        """Show `text`; an error starts with `!`, an empty text hides the line."""
        self.display = bool(text)
        if refused:
            self.update(Content.styled(f"! {shown(text)}", "bold $text-warning"))
        else:
            self.update(Content(shown(text)))
