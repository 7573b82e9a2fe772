"""Bookmarks and notes on rules and charts."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from companion.play.annotations import Annotation, read_annotations, toggle_bookmark
from companion.render.text import shown
from companion.ui.base.errors import reporting
from companion.ui.base.page import Page
from companion.ui.messages import OpenRule
from companion.ui.screens.forms import note_form
from companion.ui.widgets.bars import Keys, TopBar
from companion.ui.widgets.option_list import OptionList
from companion.workspace.context import AppContext
from companion.workspace.record_text import record_title


class BookmarksScreen(Page[None]):
    """Bookmarks and notes, those of the game in play first."""

    HELP = (
        "Enter opens the marked record. b toggles its bookmark; n writes your note on it. "
        "On an open rule or chart the same keys do the same."
    )
    heading = "Bookmarks and notes"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open", id="bookmarks.open"),
        Binding("escape,backspace", "dismiss(None)", "Back", id="bookmarks.back"),
        Binding("b", "bookmark", "Bookmark", id="bookmarks.turn", tooltip="Take it out, or put it back"),
        Binding("n", "note", "Note", id="bookmarks.note", tooltip="Your own line on it"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.listed: dict[str, Annotation] = {}
        """By record; one whose bookmark or note is removed here stays listed until the screen closes."""

    def compose(self) -> ComposeResult:
        """Top bar, list, keys."""
        yield TopBar(id="where")
        yield OptionList(id="bookmarks")
        yield Keys()

    def draw(self) -> None:
        """List the records, or say why bookmarks cannot be read."""
        with reporting(lambda why: self.option_list.refill([], why)):
            written = {note.about: note for note in read_annotations(self.context.places.data)}
            records = dict.fromkeys((*self.listed, *written))
            own_first = sorted(records, key=lambda about: not about.startswith(f"{self.context.game}:"))
            self.listed = {about: written.get(about, Annotation(about)) for about in own_first}
            lines = [Option(_prompt(self.context, note), id=about) for about, note in self.listed.items()]
            self.option_list.refill(lines, "Nothing yet: b on an open rule or chart sets a bookmark.")

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Open the marked record."""
        if self.option_list.marked_id:
            self.app.post_message(OpenRule(self.option_list.marked_id))

    def action_bookmark(self) -> None:
        """Toggle the bookmark on the marked record."""
        marked = self.option_list.marked_id
        if marked:
            self.attempt(lambda: toggle_bookmark(self.context.places.data, marked, self.context.today()))

    def action_note(self) -> None:
        """Write a note on the marked record."""
        if self.option_list.marked_id:
            with self.reporting():
                self.app.push_screen(note_form(self.context, self.option_list.marked_id))


def _prompt(context: AppContext, annotation: Annotation) -> Content:
    game = annotation.about.partition(":")[0]
    return Content.assemble(
        ("* " if annotation.bookmark else "  ", "bold $text-accent"),
        ("" if game == context.game else f"{shown(game)}: ", "$text-warning"),
        (shown(record_title(context, annotation.about)), "bold"),
        f"\n  {shown(annotation.note)}" if annotation.note else "",
    )
