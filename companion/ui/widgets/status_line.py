"""One line that says what was done, or why it was not; it takes no room while nothing is said."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from companion.render.text import shown


class StatusLine(Static):
    """Says something until something else is said."""

    def __init__(self, id: str = "told", text: str = "") -> None:  # noqa: A002 - Textual's own name
        super().__init__(shown(text), id=id, markup=False)
        self.display = bool(text)

    def say(self, text: str, refused: bool = False) -> None:
        """Says `text`; a refusal has a sign of its own. Nothing where it is empty."""
        self.display = bool(text)
        words = f"! {shown(text)}" if refused else shown(text)
        self.update(Content.styled(words, "bold $text-warning") if refused else Content(words))
