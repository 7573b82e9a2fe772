"""The chapter around a rule: every rule of it, a line each, the open one marked."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from companion.model import Entry
from companion.render.entry import entry_title
from companion.render.neighbours import chapter_of
from companion.render.text import shown
from companion.ui.page import Page
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.lines import Lines
from companion.ui.widgets.option_list import OptionList
from companion.workspace.context import Desk


class ChapterScreen(Page[str | None]):
    """Gives the id of the rule gone to, None where none was."""

    HELP = "The rules of this chapter, parts indented. The one that was open has the > before it."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,backspace,c", "dismiss(None)", "Back", id="chapter.back"),
        Binding(
            "left_square_bracket,comma", "turn_to(-1)", "Chapter before", id="chapter.before", key_display="["
        ),
        Binding(
            "right_square_bracket,full_stop",
            "turn_to(1)",
            "Chapter after",
            id="chapter.after",
            key_display="]",
        ),
    ]

    def __init__(self, desk: Desk, entry: Entry) -> None:
        super().__init__()
        self.module = desk.library.module(entry.game)
        self.entry = entry
        """The rule that is open."""
        self.listed: list[Entry] = []

    def compose(self) -> ComposeResult:
        """The list."""
        yield Static("", id="where", markup=False)
        yield Lines(id="chapter")
        yield Keys()

    def on_mount(self) -> None:
        """The open rule is marked."""
        self._fill(self.entry)
        self.query_one(OptionList).focus()

    def _fill(self, entry: Entry) -> None:
        """Lists the chapter of `entry` and marks it."""
        self.listed = chapter_of(entry, self.module)
        top = min(each.level for each in self.listed)
        listed = self.query_one(OptionList)
        listed.set_options(
            Option(
                Content.assemble(
                    ("> " if each.id == self.entry.id else "  ", "bold $text-accent"),
                    "  " * (each.level - top),
                    shown(entry_title(each)),
                ),
                id=each.id,
            )
            for each in self.listed
        )
        listed.highlighted = self.listed.index(entry)
        self.query_one("#where", Static).update(
            Content(shown(f"{entry.chapter}: {len(self.listed)} rules · {self.module.game.name}"))
        )
        self.refresh_bindings()

    def _beyond(self, step: int) -> Entry | None:
        """The first rule of the chapter before or after; None where there is none."""
        entries = self.module.entries
        place = entries.index(self.listed[0]) - 1 if step < 0 else entries.index(self.listed[-1]) + 1
        if not 0 <= place < len(entries):
            return None
        return chapter_of(entries[place], self.module)[0]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only the chapters that there are."""
        if action == "turn_to" and self.listed:
            step = parameters[0]
            return isinstance(step, int) and self._beyond(step) is not None
        return True

    def action_turn_to(self, step: int) -> None:
        """The chapter before or after."""
        entry = self._beyond(step)
        if entry is not None:
            self._fill(self.entry if self.entry in chapter_of(entry, self.module) else entry)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)
