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
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.lines import Lines, row
from companion.ui.widgets.list_and_details import Details, ListAndDetails
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import empty_state
from companion.ui.widgets.rule_text import rule_text, rule_title
from companion.workspace.context import AppContext
from companion.workspace.record_text import record_title


class BookmarksScreen(Page[None]):
    """Bookmarks and notes, those of the game in play first."""

    HELP = (
        "Enter opens the marked record, b toggles its bookmark, n edits your note on it. "
        "b and n also work on an open rule or chart."
    )
    heading = "Bookmarks and notes"
    hints = {"#bookmarks-side": ("bookmarks.open",)}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open", id="bookmarks.open", priority=True),
        Binding("escape,backspace", "dismiss(None)", "Back", id="bookmarks.back"),
        Binding("b", "bookmark", "Bookmark", id="bookmarks.turn", tooltip="Remove or restore it"),
        Binding("n", "note", "Note", id="bookmarks.note", tooltip="Your own note on it"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.listed: dict[str, Annotation] = {}
        """Annotations by record; a record without bookmark and note stays listed until the screen closes."""

    def compose(self) -> ComposeResult:
        """Header, list, keys."""
        yield Header()
        yield ListAndDetails("bookmarks", self._details)
        yield Keys()

    def draw(self) -> None:
        """List the records, or say why bookmarks cannot be read."""
        with reporting(lambda why: self.option_list.refill([], why)):
            annotations = {note.about: note for note in read_annotations(self.context.places.data)}
            records = dict.fromkeys((*self.listed, *annotations))
            own_first = sorted(records, key=lambda about: not about.startswith(f"{self.context.game}:"))
            self.listed = {about: annotations.get(about, Annotation(about)) for about in own_first}
            lines = [Option(_prompt(self.context, note), id=about) for about, note in self.listed.items()]
            self.query_one(ListAndDetails).fill(
                lines, empty_state("No bookmarks yet", "Press b on an open rule or chart to bookmark it.")
            )

    def _details(self, about: str) -> Details:
        """Return the title and text of a record, its bookmark and note first."""
        return rule_title(self.context, about), rule_text(self.context, about, spaced=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the keys for a record only if one is listed."""
        return bool(self.listed) or action not in ("open", "bookmark", "note")

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


def _prompt(context: AppContext, annotation: Annotation) -> Lines:
    """Return a record with its note, after a star if it has a bookmark."""
    game = annotation.about.partition(":")[0]
    name = Content.assemble(
        ("" if game == context.game else f"{shown(game)}: ", "bold $heed"),
        (shown(record_title(context, annotation.about)), "bold"),
    )
    star = Content.styled("* " if annotation.bookmark else "  ", "bold $accent")
    return row(star, name, more=Content(shown(annotation.note)))
