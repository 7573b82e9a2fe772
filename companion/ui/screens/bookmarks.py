"""Bookmarks and notes of the player; each opens what it is on."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from companion.model import CompanionError
from companion.play.annotations import Annotation, read_annotations, toggle_bookmark
from companion.render.text import shown
from companion.ui.messages import OpenRule
from companion.ui.screens.note import NoteScreen
from companion.ui.screens.table import StandingScreen, refill
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.lines import Lines
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.where import Where
from companion.workspace.context import Desk
from companion.workspace.record_text import record_title


class BookmarksScreen(StandingScreen):
    """Those of the game in play first."""

    HELP = (
        "Enter opens what is marked. b takes its bookmark out, again puts it back; n writes your note on it. "
        "On an open rule or chart the same keys do the same."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,backspace", "dismiss(None)", "Back", id="bookmarks.back"),
        Binding("b", "bookmark", "Bookmark", id="bookmarks.turn", tooltip="Take it out, or put it back"),
        Binding("n", "note", "Note", id="bookmarks.note", tooltip="Your own line on it"),
    ]

    def __init__(self, desk: Desk | None = None) -> None:
        super().__init__(desk)
        self.listed: dict[str, Annotation] = {}
        """By record; one that is emptied here stays listed until the screen is left."""

    def compose(self) -> ComposeResult:
        """The list."""
        yield Where(id="where")
        yield Lines(id="bookmarks")
        yield Keys()

    def on_mount(self) -> None:
        """Ready to choose."""
        self.query_one(OptionList).focus()

    def show(self) -> None:
        """What is written by now."""
        desk = self.tell("Bookmarks and notes")
        if desk is None:
            return
        listed = self.query_one(OptionList)
        try:
            found = {each.about: each for each in read_annotations(desk.places.data)}
        except CompanionError as error:
            listed.set_options([Option(Content(shown(str(error))), disabled=True)])
            return
        every = {about: found.get(about, Annotation(about)) for about in (*self.listed, *found)}
        ours = f"{desk.game}:"
        self.listed = dict(sorted(every.items(), key=lambda each: not each[0].startswith(ours)))
        options = [Option(_prompt(desk, each), id=each.about) for each in self.listed.values()]
        none = Option("Nothing yet: b on an open rule or chart sets a bookmark.", disabled=True)
        refill(listed, options or [none])

    def _marked(self) -> str:
        option = self.query_one(OptionList).highlighted_option
        return option.id or "" if option is not None else ""

    @on(OptionList.OptionSelected)
    def _open(self) -> None:
        """What the marked one is about."""
        if self._marked():
            self.app.post_message(OpenRule(self._marked()))

    def action_bookmark(self) -> None:
        """Takes the bookmark out, or puts it back."""
        if not self._marked():
            return
        try:
            toggle_bookmark(self.ready.places.data, self._marked(), self.ready.today())
        except CompanionError as error:
            self.notify(str(error), severity="error", markup=False)
        self.show()

    def action_note(self) -> None:
        """The player's own line on it."""
        if not self._marked():
            return
        try:
            self.app.push_screen(NoteScreen(self.ready, self._marked()))
        except CompanionError as error:
            self.notify(str(error), severity="error", markup=False)


def _prompt(desk: Desk, each: Annotation) -> Content:
    game = each.about.partition(":")[0]
    return Content.assemble(
        ("* " if each.bookmark else "  ", "bold $text-accent"),
        ("" if game == desk.game else f"{shown(game)}: ", "$text-warning"),
        (shown(record_title(desk, each.about)), "bold"),
        f"\n  {shown(each.note)}" if each.note else "",
    )
