"""The chapter around a rule: one line for each of its rules."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from companion.model import Entry, GameModule
from companion.model.wording import counted
from companion.render.neighbours import chapter_of
from companion.render.text import shown
from companion.ui.base.page import Page
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.lines import Lines, row
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import heading


class SelectList(OptionList):
    """A list with its own binding for Enter, so that the footer shows the key."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "Open")]


class ChapterScreen(Page[str | None]):
    """Lists the rules of a chapter; returns the id of the rule chosen, or None."""

    HELP = "The rules of this chapter, with parts of rules indented. > marks the rule that was open."
    short_labels = {"chapter.before": "Prev"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,backspace,c", "dismiss(None)", "Back", id="chapter.back"),
        Binding("left_square_bracket,comma", "turn_to(-1)", "Previous", id="chapter.before", key_display="["),
        Binding("right_square_bracket,full_stop", "turn_to(1)", "Next", id="chapter.after", key_display="]"),
    ]

    def __init__(self, module: GameModule, entry: Entry) -> None:
        super().__init__()
        self.module = module
        self.entry = entry
        """The rule that is open."""
        self.listed: list[Entry] = []

    def compose(self) -> ComposeResult:
        """Chapter, list, keys."""
        yield Header()
        yield SelectList(id="chapter", classes="panel")
        yield Keys()

    def on_mount(self) -> None:
        """List the chapter of the open rule."""
        self._fill(self.entry)

    def _fill(self, marked: Entry) -> None:
        """List the chapter of `marked` and mark that rule."""
        self.listed = chapter_of(marked, self.module)
        top = min(entry.level for entry in self.listed)
        rules = self.option_list
        rules.set_options(
            Option(_prompt(entry, entry.level - top, entry.id == self.entry.id), id=entry.id)
            for entry in self.listed
        )
        rules.highlighted = self.listed.index(marked)
        rest = f"{counted(len(self.listed), 'rules')}, {self.module.game.name}"
        self.heading = heading(marked.chapter, rest)
        self.show_heading()
        self.refresh_bindings()

    def _neighbour(self, step: int) -> Entry | None:
        """Return the first rule of the next (1) or previous (-1) chapter; None if there is none."""
        entries = self.module.entries
        place = entries.index(self.listed[0]) - 1 if step < 0 else entries.index(self.listed[-1]) + 1
        if not 0 <= place < len(entries):
            return None
        return chapter_of(entries[place], self.module)[0]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only chapters that exist."""
        if action == "turn_to" and self.listed:
            step = parameters[0]
            return isinstance(step, int) and self._neighbour(step) is not None
        return True

    def action_turn_to(self, step: int) -> None:
        """Go to the next (1) or previous (-1) chapter."""
        entry = self._neighbour(step)
        if entry is not None:
            self._fill(self.entry if self.entry in chapter_of(entry, self.module) else entry)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)


def _prompt(entry: Entry, depth: int, opened: bool) -> Lines:
    """Return a rule after its number; the open one has a sign before it."""
    lead = Content.assemble((f"{'>' if opened else ' '} ", "bold $accent"), "  " * depth)
    number = f"{shown(', '.join(entry.numbers))}  " if entry.numbers else ""
    title = Content.styled(shown(entry.listed_title), "" if depth else "bold")
    return row(Content.assemble(lead, (number, "$link")), title)
