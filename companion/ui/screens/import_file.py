"""Imports a document of the player: choose the file, watch the progress, then keep or discard the document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import ScreenResume, ScreenSuspend
from textual.message import Message
from textual.widgets import Input
from textual.widgets.option_list import Option

from companion.errors import CompanionError
from companion.importing.reading import Cancellation
from companion.model.imported import ImportedDocument
from companion.render.imported import kept_line, progress_line
from companion.render.text import shown
from companion.ui.base.page import Page
from companion.ui.screens.preview import PreviewScreen
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.lines import row
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import empty_state, entitle, heading
from companion.ui.widgets.status_line import StatusLine
from companion.workspace import own_documents
from companion.workspace.own_documents import ListedFile, files_at

_NONE = "Only PDF, Word (.docx), web pages (.html), Markdown (.md) and text (.txt) are listed."


class ImportScreen(Page[None]):
    """Asks for the file of a document, reads it, shows its preview, and saves it if the player keeps it."""

    HELP = (
        "Type a path, or move the mark with the arrows. Enter opens the marked folder or reads the marked document; "
        "Tab completes the path. While a document is being read, Escape cancels; otherwise it leaves. Nothing is "
        "saved until you have seen a preview."
    )
    titles = {"#path": "File to import"}
    hints = {"#path": ("import.complete",)}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "mark(1)", "Next", id="import.down", show=False, priority=True),
        Binding("up", "mark(-1)", "Previous", id="import.up", show=False, priority=True),
        Binding("enter", "open", "Open", id="import.open", priority=True),
        Binding(
            "tab",
            "complete",
            "Complete",
            id="import.complete",
            tooltip="The path to the marked name",
        ),
        Binding("escape", "back", "Back", id="import.back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.files: list[ListedFile] = []
        """The files and folders that are listed."""
        self._reading: Cancellation | None = None
        """Cancels the reading in progress; None if no document is being read."""
        self._file = ""
        """Name of the document that is being read."""
        self._document: ImportedDocument | None = None
        """The document that was read, until its preview opens."""
        self._saving = False
        """Whether a document is being saved and made searchable."""

    @dataclass
    class Listed(Message):
        """The files that match a typed path; `why` is the reason if they cannot be listed."""

        typed: str
        files: list[ListedFile]
        why: str = ""

    @dataclass
    class Progress(Message):
        """Some pages of a document have been read."""

        reading: Cancellation
        line: str

    @dataclass
    class Ended(Message):
        """A document was read; `why` is the reason if it could not be."""

        reading: Cancellation
        document: ImportedDocument | None
        why: str = ""

    @dataclass
    class Saved(Message):
        """A document is saved and searchable; `why` is the reason if it could not be saved."""

        why: str = ""

    def compose(self) -> ComposeResult:
        """Header, path, files, status, keys."""
        yield Header()
        yield Input(
            own_documents.start_path(self.context),
            placeholder="Path of a document",
            id="path",
            classes="panel",
        )
        yield OptionList(id="files", classes="panel")
        yield StatusLine()
        yield Keys()

    def on_mount(self) -> None:
        """List the current folder; keys of the path field move the mark in the list."""
        self.option_list.can_focus, self.option_list.driven = False, True
        self._path.select_on_focus = False
        self._path.focus()
        self._path.cursor_position = len(self._path.value)
        self._list(self._path.value)

    def draw(self) -> None:
        """Name the game that the document will belong to."""
        files = heading("Files", f"for {self.context.module.game.name}")
        entitle(self.option_list, files)
        self.state_labels = {"import.back": "Cancel" if self._reading else "Back"}

    @property
    def _path(self) -> Input:
        return self.query_one("#path", Input)

    # Choosing

    @on(Input.Changed, "#path")
    def _typed(self, event: Input.Changed) -> None:
        self._list(event.value)

    @work(thread=True, exclusive=True, group="search")
    def _list(self, typed: str) -> None:
        """List the files in a thread, because a folder may be on a slow disk."""
        try:
            self.post_message(self.Listed(typed, files_at(self.context, typed)))
        except CompanionError as error:
            self.post_message(self.Listed(typed, [], str(error)))

    @on(Listed)
    def _show_files(self, message: Listed) -> None:
        if message.typed != self._path.value:
            return
        self.files = message.files
        options = [
            Option(
                row(
                    Content(""),
                    Content.styled(shown(each.name), "" if each.is_folder else "bold"),
                    Content.styled("folder" if each.is_folder else "", "$quiet"),
                ),
                id=str(place),
            )
            for place, each in enumerate(self.files)
        ]
        empty = empty_state(message.why or "No document or folder", "" if message.why else _NONE)
        self.option_list.refill(options, empty, mark_first=True)
        self.not_offered = () if self.files else ("import.open", "import.complete")
        self.refresh_bindings()
        if len(self.files) > 1 and self.files[0].name == own_documents.UP:
            self.option_list.highlighted = 1

    def _marked(self) -> ListedFile | None:
        """Return the marked file or folder."""
        marked = self.option_list.marked_id
        return self.files[int(marked)] if marked else None

    def action_mark(self, step: int) -> None:
        """Mark the next (1) or previous (-1) file without leaving the path."""
        self.option_list.move_mark(step)

    def action_complete(self) -> None:
        """Complete the path to the marked file or folder."""
        marked = self._marked()
        if marked is not None:
            self._path.value = marked.path
            self._path.cursor_position = len(marked.path)

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Go to the marked folder, or read the marked document."""
        marked = self._marked()
        if marked is None:
            self.refuse("No matching document. Correct the path, or press Escape to leave.")
        elif marked.is_folder:
            self.action_complete()
        elif self._saving:
            self.say("The previous document is still being made searchable.")
        else:
            self._start(marked)

    # Reading

    def _start(self, file: ListedFile) -> None:
        """Read a document; if another one is being read, cancel that."""
        self.cancel()
        self._reading, self._file = Cancellation(), file.name
        self.say(f"Reading {file.name} …")
        self.redraw()
        self._read(file.path, self._reading)

    @work(thread=True, group="import")
    def _read(self, path: str, reading: Cancellation) -> None:
        last = -1

        def progress(done: int, of: int) -> None:
            """Report each hundredth of the pages."""
            nonlocal last
            if of and done * 100 // of != last:
                last = done * 100 // of
                self.post_message(self.Progress(reading, progress_line(done, of)))

        try:
            document = own_documents.read_file(self.context, path, progress, reading)
        except CompanionError as error:
            self.post_message(self.Ended(reading, None, str(error)))
        else:
            self.post_message(self.Ended(reading, document))

    @on(Progress)
    def _show_progress(self, message: Progress) -> None:
        if message.reading is self._reading:
            self.say(message.line)

    @on(Ended)
    def _ended(self, message: Ended) -> None:
        if message.reading is not self._reading:
            return
        self._reading, self._document = None, message.document
        self.say("")
        self.redraw()
        if message.document is None:
            self.refuse(message.why)
        self._show_preview()

    @on(ScreenResume)
    def _show_preview(self) -> None:
        """Show the preview of the document that was read, once this screen is on top."""
        document, self._document = self._document, None
        if document is not None and self.is_active:
            self.app.push_screen(PreviewScreen(document), self._decided)
        else:
            self._document = document

    # Saving

    def _decided(self, document: ImportedDocument | None) -> None:
        if document is not None:
            self._saving = True
            self.say(f"Making {document.name} searchable …")
            self._save(document)
        else:
            self.say("Document discarded.")

    @work(thread=True, group="import")
    def _save(self, document: ImportedDocument) -> None:
        try:
            own_documents.keep(self.context, document)
        except CompanionError as error:
            self.post_message(self.Saved(str(error)))
        else:
            self.app.notify(kept_line(document))
            self.post_message(self.Saved())

    @on(Saved)
    def _saved(self, message: Saved) -> None:
        self._saving = False
        self.say("")
        if message.why:
            self.refuse(message.why)
        else:
            self.dismiss(None)
            self.app.changed()

    # Leaving

    def cancel(self) -> None:
        """Cancel the reading, if a document is being read."""
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    @on(ScreenSuspend)
    def _left(self) -> None:
        """Cancel the reading if the player has gone to another view, but not for a screen on top of this one."""
        if self._reading is not None and self not in self.app.screen_stack:
            self.cancel()
            self.notify(f"Cancelled: {self._file} was not read.")

    def on_unmount(self) -> None:
        """Cancel the reading, as the player has left."""
        self.cancel()

    def action_back(self) -> None:
        """Cancel the reading; if nothing is being read, leave."""
        if self._reading is None:
            self.dismiss(None)
        else:
            self.cancel()
            self.say(f"Cancelled: {self._file} was not read.")
            self.redraw()
