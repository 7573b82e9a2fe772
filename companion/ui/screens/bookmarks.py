"""Bookmarks and notes on rules and charts."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from companion.model import CompanionError
from companion.play.annotations import Annotation, read_annotations, toggle_bookmark
from companion.render.text import shown
from companion.ui.base.list_screen import ListScreen
from companion.ui.messages import OpenRule
from companion.ui.screens.note import NoteScreen
from companion.workspace.context import AppContext
from companion.workspace.record_text import record_title


class BookmarksScreen(ListScreen):
    """Bookmarks and notes, those of the game in play first."""

    HELP = (
        "Enter opens what is marked. b takes its bookmark out, again puts it back; n writes your note on it. "
        "On an open rule or chart the same keys do the same."
    )
    heading = "Bookmarks and notes"
    LIST_ID = "bookmarks"
    empty = "Nothing yet: b on an open rule or chart sets a bookmark."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open", id="bookmarks.open", show=True),
        Binding("escape,backspace", "dismiss(None)", "Back", id="bookmarks.back"),
        Binding("b", "bookmark", "Bookmark", id="bookmarks.turn", tooltip="Take it out, or put it back"),
        Binding("n", "note", "Note", id="bookmarks.note", tooltip="Your own line on it"),
    ]

    def __init__(self, context: AppContext | None = None) -> None:
        super().__init__(context)
        self.listed: dict[str, Annotation] = {}
        """By record; one whose bookmark or note is removed here stays listed until the screen closes."""

    def draw(self, context: AppContext) -> None:
        """Fill the list, or say why it cannot be read."""
        try:
            super().draw(context)
        except CompanionError as error:
            self.option_list.refill([], str(error))

    def options(self, context: AppContext) -> list[Option]:
        """A line for each record. Raises Refused if bookmarks cannot be read."""
        written = {annotation.about: annotation for annotation in read_annotations(context.places.data)}
        records = dict.fromkeys((*self.listed, *written))
        own_first = sorted(records, key=lambda about: not about.startswith(f"{context.game}:"))
        self.listed = {about: written.get(about, Annotation(about)) for about in own_first}
        return [Option(_prompt(context, annotation), id=about) for about, annotation in self.listed.items()]

    def open(self, marked: str) -> None:
        """Open the record."""
        self.app.post_message(OpenRule(marked))

    def action_bookmark(self) -> None:
        """Toggle the bookmark on the marked record."""
        marked = self.option_list.marked_id
        if marked:
            self.attempt(lambda: toggle_bookmark(self.ready.places.data, marked, self.ready.today()))

    def action_note(self) -> None:
        """Write a note on the marked record."""
        if self.option_list.marked_id:
            with self.reporting():
                self.app.push_screen(NoteScreen(self.ready, self.option_list.marked_id))


def _prompt(context: AppContext, annotation: Annotation) -> Content:
    game = annotation.about.partition(":")[0]
    return Content.assemble(
        ("* " if annotation.bookmark else "  ", "bold $text-accent"),
        ("" if game == context.game else f"{shown(game)}: ", "$text-warning"),
        (shown(record_title(context, annotation.about)), "bold"),
        f"\n  {shown(annotation.note)}" if annotation.note else "",
    )
