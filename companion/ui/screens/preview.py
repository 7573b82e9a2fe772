"""What was found in a document of the player, before it is kept."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from companion.model.imported import ImportedDocument
from companion.render.imported import count
from companion.ui.base.page import Page
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.panel import heading
from companion.ui.widgets.text import TextScroll, WrappedText
from companion.workspace.own_documents import preview


class PreviewScreen(Page[bool]):
    """Sections and doubtful places of a document; returns whether to keep it."""

    HELP = (
        "Compare the headings and the doubtful places with the document. Keep makes it searchable; Drop and Escape "
        "leave everything as it is."
    )
    hints = {"#preview-page": ("preview.keep", "preview.drop")}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("k", "dismiss(True)", "Keep", id="preview.keep", tooltip="Make the document searchable"),
        Binding("d", "drop", "Drop", id="preview.drop", tooltip="Do not keep the document"),
        Binding("escape", "dismiss(False)", "Back", id="preview.back"),
    ]

    def __init__(self, document: ImportedDocument) -> None:
        super().__init__()
        self.document = document
        self.heading = heading(document.name, count(len(document.sections), "section"))

    def compose(self) -> ComposeResult:
        """Header, preview, keys."""
        yield Header()
        with TextScroll(id="preview-page", classes="panel"):
            yield WrappedText("found-in-it", lambda width: preview(self.context, self.document, width))
        yield Keys()

    def on_mount(self) -> None:
        """Let the keys scroll the preview."""
        self.query_one(TextScroll).focus()

    def action_drop(self) -> None:
        """Leave everything as it is."""
        self.dismiss(False)
