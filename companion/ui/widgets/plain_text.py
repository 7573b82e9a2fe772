"""Static text that is shown as it is written."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from companion.render.text import shown


class PlainText(Static):
    """Text without markup: square brackets stay, control characters become visible."""

    def __init__(
        self,
        text: str | Content = "",
        *,
        id: str | None = None,  # noqa: A002 - Textual's own name
        classes: str | None = None,
    ) -> None:
        text = shown(text) if isinstance(text, str) else text
        super().__init__(text, id=id, classes=classes, markup=False)
