"""The line of messages of a screen."""

from __future__ import annotations

from companion.ui.key_names import with_keys
from companion.ui.widgets.text import PlainText


class StatusLine(PlainText):
    """A message that stays until the next one.

    It covers the frame above its place, so that nothing moves. Where there may be no frame, it is at the left of the
    footer, which leaves out the keys that do not fit beside it; in a dialog its line is reserved.
    """

    def __init__(self, id: str = "told", text: str = "") -> None:  # noqa: A002 - Textual's own name
        super().__init__(text, id=id)
        self.display = bool(text)

    def on_mount(self) -> None:
        """Reserve the line in a dialog."""
        self.display = self.display or self.screen.is_modal

    def say(self, text: str, refused: bool = False) -> None:
        """Show `text`; an error starts with `!`, an empty text hides the line."""
        shown_before = self.display
        self.display = bool(text) or self.screen.is_modal
        if self.display != shown_before:
            self.screen.refresh_bindings()
        if refused:
            self.update(with_keys(f"! {text}").stylize_before("bold $heed"))
        else:
            self.update(with_keys(text))
