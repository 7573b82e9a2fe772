"""The log: what happened, line by line, the last line at the bottom."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input
from textual.widgets.option_list import Option

from companion.model import CompanionError, GameModule, NotFound, Refused
from companion.model.event import Calculated, Moved, Pinned
from companion.play.units_and_notes import add_note, toggle_pin
from companion.render.logged import opened_lines
from companion.render.text import shown, wrapped
from companion.render.timeline import TimelineLine, timeline
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.screens.dialogs import ChooseScreen, FormScreen, Way
from companion.ui.screens.table import StandingScreen
from companion.ui.widgets.fields import Field
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.where import Where
from companion.workspace.amendment import Amendment
from companion.workspace.context import Desk
from companion.workspace.reports import FORMS, save_report


class LogScreen(StandingScreen):
    """Every line of the session; undone ones stay and say so."""

    HELP = (
        "Enter opens a line: answers, what counted, dice, odds. [ and ] go to where a turn starts. "
        "w takes a calculation up again with a fact changed. * before a line is a bookmark."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", id="log.back"),
        Binding("enter", "open", "Open", id="log.open", show=True),
        Binding("pagedown", "page(1)", "Page down", id="log.page_down", show=False, priority=True),
        Binding("pageup", "page(-1)", "Page up", id="log.page_up", show=False, priority=True),
        Binding("slash", "filter", "Filter", id="log.filter", key_display="/"),
        Binding("left_square_bracket", "turn(-1)", "Turn before", id="log.before", key_display="["),
        Binding("right_square_bracket", "turn(1)", "Turn after", id="log.after", key_display="]"),
        Binding("n", "note", "Note", id="log.note"),
        Binding("b", "pin", "Bookmark", id="log.pin"),
        Binding("w", "forgot", "We forgot", id="log.forgot", tooltip="Change a fact, keep the dice"),
        Binding("e", "export", "Report", id="log.export", tooltip="After-action report to a file"),
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.lines: list[TimelineLine] = []
        """The lines that are listed."""
        self.amended: dict[int, int] = {}
        """Lines that were put right, by the line that did."""
        self.opened: set[int] = set()
        self._drawn: dict[int, tuple[tuple[object, ...], Content]] = {}
        self._turns: set[int] = set()

    def compose(self) -> ComposeResult:
        """The lines, the filter."""
        yield Where(id="where")
        yield OptionList(id="log")
        yield Input(placeholder="Only lines with these words; Enter keeps it, Escape shows all", id="filter")
        yield Keys()

    def on_mount(self) -> None:
        """At the last line."""
        self.query_one("#filter").display = False
        self.query_one("#log").focus()
        self._fill(last=True)

    def show(self) -> None:
        """The log as it is by now."""
        self._fill()

    def on_resize(self) -> None:
        """Wraps anew."""
        self.call_after_refresh(self._fill)

    def _fill(self, last: bool = False) -> None:
        """Lists every line that fits the filter; the mark stays on its line."""
        self.tell("Log")
        session = self.desk.session
        every = timeline(session.log, self.desk.log_words, session.counting(), session.state.pins)
        self.amended = {
            each.logged.event.amends: each.logged.id
            for each in every
            if isinstance(each.logged.event, Calculated) and each.logged.event.amends and not each.undone
        }
        self._turns = _turn_starts(every)
        words = self.query_one("#filter", Input).value.lower().split()
        listed = self.query_one("#log", OptionList)
        marked = self._marked()
        self.lines = [each for each in every if _fits(each, words)]
        width = max(listed.scrollable_content_region.width - 2, 20)
        listed.set_options([Option(self._prompt(each, width), id=str(each.logged.id)) for each in self.lines])
        if self.lines:
            numbers = [each.logged.id for each in self.lines]
            here = marked.logged.id if marked is not None else 0
            at_end = last or here not in numbers
            listed.highlighted = len(numbers) - 1 if at_end else numbers.index(here)

    def _marked(self) -> TimelineLine | None:
        """The line with the mark."""
        option = self.query_one("#log", OptionList).highlighted_option
        if option is None:
            return None
        return next((each for each in self.lines if str(each.logged.id) == option.id), None)

    def _prompt(self, line: TimelineLine, width: int) -> Content:
        number = line.logged.id
        key = (
            width,
            line.says,
            line.undone,
            line.pinned,
            line.notes,
            number in self.opened,
            self.amended.get(number),
        )
        drawn = self._drawn.get(number)
        if drawn is None or drawn[0] != key:
            drawn = self._drawn[number] = (key, self._draw(line, width))
        return drawn[1]

    def _draw(self, line: TimelineLine, width: int) -> Content:
        number = line.logged.id
        lead = f"{'*' if line.pinned else ' '}{number:>3} {line.logged.at[11:16]} "
        told = "(undone) " if line.undone else ""
        told += line.says
        if number in self.amended:
            told += f" (put right by line {self.amended[number]})"
        if line.notes and number not in self.opened:
            told += f" (note: {'; '.join(line.notes)})"
        turn = number in self._turns
        lines = wrapped(told, width, lead, " " * 5)
        style = "$text-muted" if line.undone else "bold" if turn else ""
        parts: list[str | tuple[str, str]] = [("\n".join(lines), style)]
        if number in self.opened:
            under = opened_lines(line, self._module(line.logged.game), width - 5)
            parts += [f"\n     {each}" for each in under]
        return Content.assemble(*parts)

    def _module(self, game: str) -> GameModule | None:
        try:
            return self.desk.library.module(game)
        except NotFound:
            return None

    def action_back(self) -> None:
        """Shows all again, or leaves."""
        filtered = self.query_one("#filter", Input)
        if filtered.display:
            filtered.value = ""
            filtered.display = False
            self.query_one("#log").focus()
            self._fill()
        else:
            self.dismiss(None)

    @on(OptionList.OptionSelected, "#log")
    def action_open(self) -> None:
        """Opens the marked line, or closes it."""
        line = self._marked()
        if line is None:
            return
        self.opened ^= {line.logged.id}
        listed = self.query_one("#log", OptionList)
        width = max(listed.scrollable_content_region.width - 2, 20)
        listed.replace_option_prompt(str(line.logged.id), self._prompt(line, width))
        listed.scroll_to_highlight(top=line.logged.id in self.opened)

    def action_page(self, step: int) -> None:
        """A page on or back; within a line that is open and longer than the screen, to its end first."""
        listed, line = self.query_one("#log", OptionList), self._marked()
        before = listed.scroll_offset.y
        if line is not None and line.logged.id in self.opened:
            listed.scroll_relative(y=step * max(listed.size.height - 1, 1), animate=False, immediate=True)
        if listed.scroll_offset.y == before:
            (listed.action_page_down if step > 0 else listed.action_page_up)()

    def action_filter(self) -> None:
        """A line to type in, above the keys."""
        self.query_one("#filter").display = True
        self.query_one("#filter").focus()

    @on(Input.Changed, "#filter")
    def _typed(self) -> None:
        self._fill()

    @on(Input.Submitted, "#filter")
    def _filtered(self) -> None:
        filtered = self.query_one("#filter", Input)
        filtered.display = bool(filtered.value)
        self.query_one("#log").focus()

    def action_turn(self, step: int) -> None:
        """To the start of a turn, before or after the mark."""
        listed = self.query_one("#log", OptionList)
        here = listed.highlighted or 0
        starts = [place for place, each in enumerate(self.lines) if each.logged.id in self._turns]
        ahead = [each for each in starts if (each - here) * step > 0]
        if ahead:
            listed.highlighted = ahead[0] if step > 0 else ahead[-1]
            listed.scroll_to_highlight(top=True)

    def action_note(self) -> None:
        """A note on the marked line."""
        line = self._marked()
        about = line.logged.id if line is not None else 0
        self.app.push_screen(
            FormScreen(
                f"Note on line {about}" if about else "Note",
                [Field("text", "Note")],
                lambda written: add_note(self.desk.session, written["text"], about),
                done="Note it",
            )
        )

    def action_pin(self) -> None:
        """A bookmark on the marked line, or off it."""
        line = self._marked()
        if line is None:
            return
        try:
            toggle_pin(self.desk.session, line.logged.id)
        except CompanionError as error:
            self.notify(str(error), severity="error", markup=False)
        self._fill()

    def action_forgot(self) -> None:
        """The marked calculation again, with its dice; of one that was put right, the one that stands now."""
        line = self._marked()
        number = line.logged.id if line is not None else 0
        while number in self.amended:
            number = self.amended[number]
        try:
            amendment = Amendment(self.desk, number)
            if number not in self.desk.session.counting():
                raise Refused("That calculation is undone and does not count.")
            self.app.push_screen(CalculatorScreen(amendment))
        except CompanionError as error:
            self.notify(str(error), severity="warning", markup=False)

    def action_export(self) -> None:
        """The after-action report as a file in the data folder."""
        ways = [Way(key, form, says) for form, (key, says) in FORMS.items()]
        self.app.push_screen(ChooseScreen("After-action report, written to a file as:", ways), self._export)

    def _export(self, form: str | None) -> None:
        if form is None:
            return
        try:
            path = save_report(self.desk.places.data, self.desk.session, form)
        except CompanionError as error:
            self.notify(str(error), severity="error", markup=False)
        else:
            self.notify(shown(str(path)), title="Report written", timeout=10, markup=False)


def _fits(line: TimelineLine, words: list[str]) -> bool:
    """Whether a line is listed: bookmarks show on their lines."""
    if isinstance(line.logged.event, Pinned):
        return False
    text = f"{line.logged.id} {line.says} {' '.join(line.notes)}{' undone' if line.undone else ''}".lower()
    return all(word in text for word in words)


def _turn_starts(lines: list[TimelineLine]) -> set[int]:
    """Lines with which another turn began."""
    found: set[int] = set()
    last: dict[str, int] = {}
    for each in lines:
        game = each.logged.game
        if isinstance(each.logged.event, Moved) and not each.undone:
            if last.get(game) != each.position.turn:
                found.add(each.logged.id)
            last[game] = each.position.turn
    return found
