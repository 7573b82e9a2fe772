"""Preview of an imported document: its sections, before it is saved."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from companion.model.imported import ImportedDocument
from companion.render.imported import count
from companion.ui.base.form_dialog import FormScreen
from companion.ui.base.page import Page
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.fields import Field
from companion.ui.widgets.panel import heading
from companion.ui.widgets.text import TextScroll, WrappedText
from companion.workspace.imported import with_name
from companion.workspace.own_documents import preview


class PreviewScreen(Page[ImportedDocument | None]):
    """Sections and doubtful places of a document; returns the document with its name, None if it is discarded."""

    HELP = (
        "Compare the headings and the doubtful places with the document. Keep makes it searchable, Name changes its "
        "name, Discard and Escape discard it."
    )
    hints = {"#preview-page": ("preview.keep", "preview.name", "preview.drop")}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("k", "keep", "Keep", id="preview.keep", tooltip="Make the document searchable"),
        Binding("n", "name", "Name", id="preview.name", tooltip="Change the name of the document"),
        Binding("d", "drop", "Discard", id="preview.drop", tooltip="Do not save the document"),
        Binding("escape", "drop", "Back", id="preview.back"),
    ]

    def __init__(self, document: ImportedDocument) -> None:
        super().__init__()
        self._show(document)

    def compose(self) -> ComposeResult:
        """Header, preview, keys."""
        yield Header()
        with TextScroll(id="preview-page", classes="panel"):
            yield WrappedText("found-in-it", self._preview)
        yield Keys()

    def on_mount(self) -> None:
        """Let the keys scroll the preview."""
        self.query_one(TextScroll).focus()

    def _show(self, document: ImportedDocument) -> None:
        self.document = document
        self.heading = heading(document.name, count(len(document.sections), "section"))

    def _preview(self, width: int) -> list[str]:
        return preview(self.context, self.document, width)

    def action_keep(self) -> None:
        """Return the document."""
        self.dismiss(self.document)

    def action_name(self) -> None:
        """Ask for the name of the document."""

        def rename(values: dict[str, str]) -> None:
            self._show(with_name(self.document, values["name"]))
            self.query_one(WrappedText).show(self._preview)

        fields = [Field("name", "Name", self.document.name, hint="letters, digits and -")]
        self.app.push_screen(
            FormScreen("Name of the document", fields, rename, "Save", last_submits=True, edits=True)
        )

    def action_drop(self) -> None:
        """Discard the document."""
        self.dismiss(None)
