"""The log of the session, the latest line at the bottom."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Input
from textual.widgets.option_list import Option

from companion.model import GameModule, Refused
from companion.model.event import Calculated, Moved, Pinned
from companion.model.wording import agreeing, counted
from companion.play.units_and_notes import add_note, toggle_pin
from companion.render.text import shown
from companion.render.timeline import TimelineLine, corrections, timeline
from companion.ui.base.dialogs import Choice, ask
from companion.ui.base.form_dialog import FormScreen
from companion.ui.base.page import Page
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.log_lines import details, log_row, opened_row
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.fields import Field
from companion.ui.widgets.lines import Lines, stack, text_lines
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import TALL, WIDE, empty_state, entitle, heading
from companion.ui.widgets.text import PlainText
from companion.workspace.amendment import Amendment
from companion.workspace.reports import FORMS, save_copied_line, save_report

SHOWN = 500
"""Lines that are listed at first; laying out 20,000 lines would take a second."""
_EARLIER = "earlier"
"""Id of the line that lists earlier lines."""


class LogScreen(Page[None]):
    """Lists the lines of the session, including those that were undone."""

    HELP = (
        "Enter shows the details of a line: answers, modifiers, dice, odds. [ and ] go to the start of a turn. "
        "w corrects a calculation: change an answer, or take typed dice back with Backspace and type them again. "
        "* before a line is a bookmark."
    )
    main_view = "log"
    shown_too = ("history(-1)",)
    short_labels = {"log.export": "Report", "log.before": "Prev", "log.after": "Next", "undo": ""}
    long_labels = {"log.open": "Details on or off", "log.forgot": "Correct an answer or dice"}
    hints = {"#log": ("log.open",)}
    titles = {"#filter": "Filter"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", id="log.back"),
        Binding("enter", "open", "Open", id="log.open", priority=True),
        Binding("pagedown", "page(1)", "Page down", id="log.page_down", show=False, priority=True),
        Binding("pageup", "page(-1)", "Page up", id="log.page_up", show=False, priority=True),
        Binding("slash", "filter", "Filter", id="log.filter"),
        Binding(
            "w",
            "forgot",
            "Correct",
            id="log.forgot",
            tooltip="Change an answer or typed dice, keep the rest",
        ),
        Binding("e", "export", "Write report", id="log.export", tooltip="After-action report to a file"),
        Binding("n", "note", "Note", id="log.note"),
        Binding("b", "pin", "Bookmark", id="log.pin"),
        Binding("c", "copy", "Copy", id="log.copy", tooltip="The marked line, to the clipboard"),
        Binding("left_square_bracket", "turn(-1)", "Previous turn", id="log.before"),
        Binding("right_square_bracket", "turn(1)", "Next turn", id="log.after"),
    ]

    def __init__(self, line: int = 0) -> None:
        """`line`: number of the line to mark at first; 0 for the last one."""
        super().__init__()
        self._first_marked = line
        """Number of the line to mark when the lines are listed first; 0 once that is done, or for the last line."""
        self.lines: list[TimelineLine] = []
        """The lines that are listed."""
        self.earlier = 0
        """Number of earlier lines that are not listed."""
        self._most = SHOWN
        self.amended: dict[int, int] = {}
        """By the number of a corrected line, the number of the line that corrects it."""
        self.opened: set[int] = set()
        """Numbers of the lines that show their details."""
        self._drawn: dict[int, tuple[object, Lines]] = {}
        """By number, the data that a line was drawn from and the drawn line, as most lines stay the same."""
        self._turns: set[int] = set()
        """Numbers of the lines with which a turn begins."""

        self._details_hidden = False
        """Whether the player has closed the details beside the lines."""

    def compose(self) -> ComposeResult:
        """Header, lines with the details of the marked one, filter, keys."""
        yield Header()
        with Horizontal(id="log-room"):
            yield OptionList(id="log", classes="panel")
            with VerticalScroll(id="line-side", classes="panel", can_focus=False):
                yield PlainText(id="line")
        yield Input(
            placeholder="Words; Enter keeps, Esc clears",
            id="filter",
            classes="panel",
        )
        yield Keys()

    def on_mount(self) -> None:
        """Hide the filter."""
        self._filter.display = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Enter to the filter while that has the focus; offer the keys for a line only if one is listed."""
        if action == "open" and self.focused is not self.option_list:
            return False
        return bool(self.lines) or action not in ("open", "turn", "pin", "forgot")

    @property
    def _filter(self) -> Input:
        return self.query_one("#filter", Input)

    def draw(self) -> None:
        """List the lines that match the filter; the last one is marked unless the marked line is still there."""
        marked = self.option_list.marked_id
        self._read()
        lines = counted(self.earlier + len(self.lines), "lines")
        entitle(self.option_list, heading("Log", f"session {self.context.session.name}, {lines}"))
        empty = "No matching lines" if self._filter.value else "No lines yet"
        options = [Option(self._prompt(line), id=str(line.logged.id)) for line in self.lines]
        if self.earlier:
            more = (
                f"{self.earlier} earlier {agreeing(self.earlier, 'lines')}: Enter lists more, / searches all"
            )
            options.insert(0, Option(text_lines(Content.styled(more, "$quiet")), id=_EARLIER))
        self.option_list.refill(options, empty_state(empty))
        self._show_details()
        numbers, first, self._first_marked = [line.logged.id for line in self.lines], self._first_marked, 0
        if first in numbers:
            self._mark(first)
        elif self.lines and self.option_list.marked_id != marked:
            self._mark(numbers[-1])

    def _read(self) -> None:
        """Read the lines that match the filter."""
        session = self.context.session
        lines = timeline(session, self.context.log_words)
        self.amended = corrections(lines)
        self._turns = _turn_starts(lines)
        words = self._filter.value.lower().split()
        matching = [line for line in lines if _matches(line, words)]
        while (
            self._first_marked
            and self._most < len(matching)
            and matching[-self._most].logged.id > self._first_marked
        ):
            self._most *= 2
        self.lines = matching[-self._most :]
        self.earlier = len(matching) - len(self.lines)

    def _mark(self, number: int) -> None:
        self.option_list.highlighted = self.option_list.get_option_index(str(number))

    def _marked(self) -> TimelineLine | None:
        """Return the marked line."""
        marked = self.option_list.marked_id
        return next((line for line in self.lines if str(line.logged.id) == marked), None)

    def _prompt(self, line: TimelineLine) -> Lines:
        number = line.logged.id
        opened = number in self.opened and not self._beside
        amended = self.amended.get(number, 0)
        drawn_from = (line.says, line.undone, line.pinned, line.notes, opened, amended)
        if number not in self._drawn or self._drawn[number][0] != drawn_from:
            drawn = log_row(line, amended, noted=not opened)
            if opened:
                drawn = stack([drawn, opened_row(line, self._module(line))])
            self._drawn[number] = (drawn_from, drawn)
        return self._drawn[number][1]

    def _module(self, line: TimelineLine) -> GameModule | None:
        """Return the game that a line belongs to."""
        modules = (module for module in self.context.library.modules if module.game.slug == line.logged.game)
        return next(modules, None)

    @property
    def _beside(self) -> bool:
        """Whether there is room for the details beside the lines."""
        return self.size.width >= WIDE and self.size.height >= TALL

    @on(OptionList.OptionHighlighted, "#log")
    def _show_details(self) -> None:
        """Show the details of the marked line beside the lines, where there is room."""
        line = self._marked()
        self.query_one("#line-side").set_class(line is None or self._details_hidden, "-nothing")
        if line is not None:
            kind = line.says.partition(": ")[0] if isinstance(line.logged.event, Calculated) else ""
            title = heading(f"Line {line.logged.id}", f"{line.logged.at[11:16]}  {kind}".rstrip())
            entitle(self.query_one("#line-side"), title)
            self.query_one("#line", PlainText).update(details(line, self._module(line)))

    def action_back(self) -> None:
        """Clear the filter; without one, close the screen."""
        if self._filter.display:
            self._filter.value = ""
            self._filter.display = False
            self.option_list.focus()
            self.redraw()
        else:
            self.dismiss(None)

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Show or hide the details of the marked line; on the line for earlier lines, list more."""
        line = self._marked()
        if self.option_list.marked_id == _EARLIER:
            self._list_more()
        elif self._beside:
            self._details_hidden = not self._details_hidden
            self._show_details()
        elif line is not None:
            self.opened ^= {line.logged.id}
            self.option_list.replace_option_prompt(str(line.logged.id), self._prompt(line))
            self.option_list.scroll_to_highlight(top=line.logged.id in self.opened)

    def _list_more(self) -> None:
        """List twice as many lines, and mark the last of the new ones."""
        first = self.lines[0].logged.id
        self._most *= 2
        self.redraw()
        self.option_list.highlighted = self.option_list.get_option_index(str(first)) - 1

    def action_page(self, step: int) -> None:
        """Go a page down (1) or up (-1), first to the end of an open line that is longer than the screen."""
        line, before = self._marked(), self.option_list.scroll_offset.y
        if line is not None and line.logged.id in self.opened:
            rows = max(self.option_list.size.height - 1, 1)
            self.option_list.scroll_relative(y=step * rows, animate=False, immediate=True)
        if self.option_list.scroll_offset.y == before:
            (self.option_list.action_page_down if step > 0 else self.option_list.action_page_up)()

    def action_filter(self) -> None:
        """Show the filter."""
        self._filter.display = True
        self._filter.focus()

    @on(Input.Changed, "#filter")
    def _filter_changed(self) -> None:
        self.redraw()

    @on(Input.Submitted, "#filter")
    def _filter_submitted(self) -> None:
        self._filter.display = bool(self._filter.value)
        self.option_list.focus()

    def action_turn(self, step: int) -> None:
        """Go to the start of a turn after (1) or before (-1) the mark."""
        line = self._marked()
        here = line.logged.id if line is not None else 0
        starts = [each.logged.id for each in self.lines if each.logged.id in self._turns]
        ahead = [start for start in starts if (start - here) * step > 0]
        if ahead:
            self._mark(ahead[0] if step > 0 else ahead[-1])
            self.option_list.scroll_to_highlight(top=True)
        elif step < 0 and self.earlier:
            self._most *= 2
            self.redraw()
            self.action_turn(step)

    def action_note(self) -> None:
        """Write a note on the marked line."""
        line = self._marked()
        about = line.logged.id if line is not None else 0
        self.app.push_screen(
            FormScreen(
                f"Note on line {about}" if about else "Note",
                [Field("text", "Note")],
                lambda values: add_note(self.context.session, values["text"], about),
                done="Save",
            )
        )

    def action_pin(self) -> None:
        """Toggle the bookmark on the marked line."""
        line = self._marked()
        if line is not None:
            self.attempt(lambda: toggle_pin(self.context.session, line.logged.id))

    def action_forgot(self) -> None:
        """Correct the marked calculation; if it was corrected already, its latest correction."""
        line = self._marked()
        number = line.logged.id if line is not None else 0
        while number in self.amended:
            number = self.amended[number]
        with self.reporting():
            amendment = Amendment(self.context, number)
            if number not in self.context.session.counting():
                raise Refused("That calculation is undone and cannot be corrected.")
            self.app.push_screen(CalculatorScreen(amendment))

    def action_copy(self) -> None:
        """Copy the marked line to the terminal's clipboard, and to a file for terminals without one."""
        line = self._marked()
        if line is None:
            return
        text = f"Turn {line.position.turn}: {shown(line.says)}"
        with self.reporting():
            path = save_copied_line(self.context.places.data, text)
            self.app.copy_to_clipboard(text)
            self.notify(f"{text}\nAlso saved in {shown(str(path))}", title="Copied", timeout=8)

    def action_export(self) -> None:
        """Write the after-action report to a file in the data folder."""
        choices = [Choice(key, form, label) for form, (key, label) in FORMS.items()]
        ask(self, "After-action report\nSave to a file as:", choices, self._export)

    def _export(self, form: str) -> None:
        with self.reporting():
            path = save_report(self.context.places.data, self.context.session, form)
            self.notify(shown(str(path)), title="Report written", timeout=10)


def _matches(line: TimelineLine, words: list[str]) -> bool:
    """Return whether a line has every word; bookmarks are not listed, as they show on the line they mark."""
    if isinstance(line.logged.event, Pinned):
        return False
    text = f"{line.logged.id} {line.says} {' '.join(line.notes)}{' undone' if line.undone else ''}".lower()
    return all(word in text for word in words)


def _turn_starts(lines: list[TimelineLine]) -> set[int]:
    """Return the numbers of the lines with which a turn begins."""
    starts: set[int] = set()
    turns: dict[str, int] = {}
    for line in lines:
        if isinstance(line.logged.event, Moved) and not line.undone:
            if turns.get(line.logged.game) != line.position.turn:
                starts.add(line.logged.id)
            turns[line.logged.game] = line.position.turn
    return starts
