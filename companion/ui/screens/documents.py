"""The documents that the player imported."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from companion.model.imported import ImportedDocument
from companion.render.imported import count, section_title
from companion.render.text import shown
from companion.ui.base.dialogs import Choice, ask
from companion.ui.base.errors import reporting
from companion.ui.base.page import Page
from companion.ui.messages import OpenRule
from companion.ui.screens.import_file import ImportScreen
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.lines import Lines, blank, row, section, stack, text_lines
from companion.ui.widgets.list_and_details import Details, ListAndDetails
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import empty_state, heading, key_hint
from companion.workspace.own_documents import documents, is_owner, remove

_SECTIONS = 40
"""Headings that the details list."""
_NONE = "Import a rulebook that you own (PDF, Word, web page, Markdown or text) to make it searchable here."
_GUEST = "Documents are imported on the computer that runs companion serve."


class DocumentsScreen(Page[None]):
    """The imported documents, those of the game in play first; for a guest, why there are none."""

    HELP = (
        "Import makes a document of your own searchable along with the rules of the game in play; F9 switches the "
        "game. Enter opens the first section of the marked document. Remove deletes its imported text; the file stays."
    )
    heading = "Your documents"
    hints = {"#documents-side": ("documents.open",)}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open", id="documents.open", priority=True),
        Binding("escape,backspace", "dismiss(None)", "Back", id="documents.back"),
        Binding("i", "import", "Import", id="documents.import", tooltip="A document of your own"),
        Binding("d", "drop", "Remove", id="documents.drop", tooltip="The marked document"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.listed: dict[str, ImportedDocument] = {}
        """The documents, by name."""

    def compose(self) -> ComposeResult:
        """Header, list, keys."""
        yield Header()
        yield ListAndDetails("documents", self._details)
        yield Keys()

    def draw(self) -> None:
        """List the documents; if they cannot be read, show why."""
        empty = empty_state("No documents yet", _NONE, key_hint("i", "Import"))
        if not is_owner(self.context):
            self.query_one(ListAndDetails).fill([], empty_state("Not available to guests", _GUEST))
            return
        with reporting(lambda why: self.option_list.refill([], why)):
            self.listed = {each.name: each for each in documents(self.context)}
            options = [Option(self._prompt(each), id=name) for name, each in self.listed.items()]
            self.query_one(ListAndDetails).fill(options, empty)

    def _prompt(self, document: ImportedDocument) -> Lines:
        """Return a document with its size, after its game if that is not in play."""
        name = Content.assemble(
            ("" if document.game == self.context.game else f"{shown(document.game)}: ", "bold $heed"),
            (shown(document.name), "bold"),
        )
        right = count(document.pages, "page") if document.pages else document.kind
        return row(Content(""), name, Content.styled(shown(right), "$quiet"))

    def _details(self, name: str) -> Details:
        """Return file, headings and doubtful places of a document."""
        document = self.listed[name]
        return heading(document.name, count(len(document.sections), "section")), stack(_parts(document))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the keys for a document only if one is listed; a guest can only leave."""
        if action == "import":
            return is_owner(self.context)
        return bool(self.listed) or action not in ("open", "drop")

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Open the first section of the marked document."""
        document = self.listed.get(self.option_list.marked_id)
        if document is not None and document.sections:
            self.app.post_message(OpenRule(document.section_id(0)))

    def action_import(self) -> None:
        """Choose a file."""
        self.app.push_screen(ImportScreen())

    def action_drop(self) -> None:
        """Ask whether to remove the marked document."""
        name = self.option_list.marked_id
        if name:
            choices = [Choice("n", "no", "No, keep it"), Choice("y", "yes", "Yes, remove its text")]
            ask(self, f"Remove {name}?", choices, lambda answer: self._remove(name, answer))

    def _remove(self, name: str, answer: str) -> None:
        if answer == "yes" and self.attempt(lambda: remove(self.context, name)):
            self.notify(f"Removed {name}; the file is unchanged.")
            self.app.changed()


def _parts(document: ImportedDocument) -> Iterator[Lines]:
    """Yield the parts of the details of a document."""
    size = f", {count(document.pages, 'page')}" if document.pages else ""
    yield text_lines(f"{document.kind}{size}: {document.file}")
    yield blank()
    yield section("Sections")
    for item in document.sections[:_SECTIONS]:
        right = Content.styled(shown(item.pages), "$quiet")
        yield row(Content("  " * (item.level - 1)), Content(shown(section_title(item))), right)
    more = len(document.sections) - _SECTIONS
    if more > 0:
        yield text_lines(f"and {count(more, 'more section')}")
    if document.doubts:
        yield blank()
        yield section("Doubtful places", str(len(document.doubts)))
    for doubt in document.doubts[:_SECTIONS]:
        page = f"page {doubt.page}: " if doubt.page else ""
        yield text_lines(f"{page}{doubt.says}", hang=2)
