"""Reading: one entry with its marks, the references under it, its neighbours in the book."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets.option_list import Option

from companion.model import Chart, CompanionError, Entry, Looked
from companion.play.annotations import toggle_bookmark
from companion.render.entry import entry_title
from companion.render.large import of_cell, of_entry
from companion.render.neighbours import Neighbours, neighbours_of, place_words
from companion.ui.messages import OpenCalculator, SessionChanged
from companion.ui.page import Page
from companion.ui.screens.chapter import ChapterScreen
from companion.ui.screens.large import LargeScreen
from companion.ui.screens.make_ruling import MakeRuling
from companion.ui.screens.note import NoteScreen
from companion.ui.widgets.chart_grid import ChartGrid
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList, numbered
from companion.ui.widgets.prose import Prose
from companion.ui.widgets.text_scroll import TextScroll
from companion.ui.widgets.where import Where
from companion.workspace.context import Desk
from companion.workspace.record_text import is_calculator, record_id, record_lines
from companion.workspace.references import Reference, referred


class ReadScreen(Page[None]):
    """An entry, chart or term."""

    HELP = (
        "Arrows scroll; in a chart they point at a cell. Digits open a reference, Tab goes to their list. "
        "[ and ] turn to the rule before and after, u goes to the one above, c lists the chapter. "
        "Left and f go back and forward through what was opened."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,backspace", "back", "Back", id="read.back"),
        Binding("f,right", "forward", "Forward", id="read.forward"),
        Binding("left", "step_back", "Back, but not out", id="read.step_back", show=False),
        Binding("left_square_bracket,comma", "turn_to(-1)", "Before", id="read.previous", key_display="["),
        Binding("right_square_bracket,full_stop", "turn_to(1)", "After", id="read.next", key_display="]"),
        Binding("u", "parent", "Above", id="read.up", tooltip="The rule this one belongs to"),
        Binding("c", "chapter", "Chapter", id="read.chapter", tooltip="The rules around this one"),
        Binding("b", "bookmark", "Bookmark", id="read.bookmark", tooltip="Set a bookmark, or take it out"),
        Binding("n", "note", "Note", id="read.note", tooltip="Your own line on it"),
        Binding(
            "exclamation_mark",
            "large",
            "Large",
            id="read.large",
            key_display="!",
            tooltip="For the other side",
        ),
        Binding("r", "ruling", "Table ruling", id="read.ruling", tooltip="Here we play it so"),
        Binding("tab", "references", "References", id="read.references", show=False),
        *(
            Binding(str(digit), f"follow({digit})", f"Reference {digit}", show=False)
            for digit in range(1, 10)
        ),
    ]

    def __init__(self, desk: Desk, record: str, read: tuple[Looked, ...] = ()) -> None:
        """`read`: the cells of charts that an answer was read from, to be marked."""
        super().__init__()
        self.desk = desk
        self.record = record
        self.read = read
        self.past: list[str] = []
        self.future: list[str] = []
        self.references: list[Reference] = []
        self.library = desk.library
        """What the references shown were found in; edited files make another."""

    def compose(self) -> ComposeResult:
        """Text and references."""
        yield Where(id="where")
        with TextScroll(id="page"):
            yield Prose(id="text")
            yield ChartGrid()
        yield Prose(id="cell")
        yield OptionList(id="references", compact=True)
        yield Keys()

    def on_mount(self) -> None:
        """Shows the entry asked for."""
        self._show()

    def go(self, record: str) -> None:
        """Reads another record and remembers this one."""
        self.past.append(self.record)
        self.future.clear()
        self.record = record
        self._show()

    def action_back(self) -> None:
        """To what was read before, or out."""
        if self.past:
            self.future.append(self.record)
            self.record = self.past.pop()
            self._show()
        else:
            self.dismiss()

    def action_step_back(self) -> None:
        """To what was read before; from the first record nowhere."""
        if self.past:
            self.action_back()

    def action_forward(self) -> None:
        """To what was left with Back."""
        if self.future:
            self.past.append(self.record)
            self.record = self.future.pop()
            self._show()

    def action_turn_to(self, step: int) -> None:
        """The rule before or after in the book, the chart before or after among the charts."""
        found = self._around()
        place = found and (found.before if step < 0 else found.after)
        if place:
            self.go(place.id)

    def action_parent(self) -> None:
        """The rule above; of a chart the rule it belongs to."""
        found = self._around()
        if found is not None and found.above is not None:
            self.go(found.above.id)

    def action_chapter(self) -> None:
        """The rules of the chapter, to go to one."""
        entry = self._record()
        if isinstance(entry, Entry):
            self.app.push_screen(ChapterScreen(self.desk, entry), self._turned)

    def _turned(self, record: str | None) -> None:
        if record and record != self.record:
            self.go(record)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only the ways that there are from here."""
        found = self._around() if action in ("turn_to", "parent", "chapter") else None
        match action:
            case "forward":
                return bool(self.future)
            case "turn_to":
                return bool(found and (found.before if parameters == (-1,) else found.after))
            case "parent":
                return bool(found and found.above)
            case "large":
                return self._record() is not None
            case "chapter":
                return isinstance(self._record(), Entry)
        return True

    def action_bookmark(self) -> None:
        """Sets a bookmark, or takes it out."""
        try:
            toggle_bookmark(self.desk.places.data, record_id(self.desk, self.record), self.desk.today())
        except CompanionError as error:
            self.notify(str(error), severity="error", markup=False)
        self._show_text()

    def action_note(self) -> None:
        """The player's own line on it."""
        try:
            page = NoteScreen(self.desk, record_id(self.desk, self.record))
        except CompanionError as error:
            self.notify(str(error), severity="error", markup=False)
        else:
            self.app.push_screen(page, self._written)

    def _written(self, done: bool | None) -> None:
        if done:
            self._show_text()

    def action_ruling(self) -> None:
        """How this table plays it."""
        found = self.desk.library.find(self.record)
        if not found:
            self.notify("A table ruling is about a rule, a chart or a calculator.", markup=False)
            return
        title = entry_title(found[0]) if isinstance(found[0], Entry) else found[0].title
        self.app.push_screen(MakeRuling(self.desk, [(found[0].id, title)]), self._written)

    @on(SessionChanged)
    def _changed(self) -> None:
        self._tell_where()
        self._show_text()
        if self.library is not self.desk.library:
            self._show_references()
            self._show_chart()

    def action_references(self) -> None:
        """From the text to the references and back."""
        references = self.query_one("#references", OptionList)
        if references.has_focus or not self.references:
            self._focus_text()
        else:
            references.focus()

    def action_follow(self, number: int) -> None:
        """Opens a reference by its number."""
        if number <= len(self.references):
            self._follow(self.references[number - 1].id)

    @on(OptionList.OptionSelected, "#references")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id:
            self._follow(event.option.id)

    def _follow(self, record: str) -> None:
        if is_calculator(self.desk, record):
            self.app.post_message(OpenCalculator(record))
        else:
            self.go(record)

    def action_large(self) -> None:
        """The rule, or the cell pointed at, to be read across the table."""
        record = self._record()
        if isinstance(record, Chart):
            row, column = self.query_one(ChartGrid).at
            self.app.push_screen(LargeScreen(of_cell(record, record.rows[row], record.columns[column])))
        elif record is not None:
            rulings = [each.text for each in self.desk.rulings_on(record.id)]
            module = self.desk.library.module(record.game)
            self.app.push_screen(LargeScreen(of_entry(record, module, rulings)))

    def _record(self) -> Entry | Chart | None:
        """The rule or chart that is open; None for a term."""
        found = self.desk.library.find(self.record)
        return found[0] if found and isinstance(found[0], Entry | Chart) else None

    def _around(self) -> Neighbours | None:
        record = self._record()
        return neighbours_of(record, self.desk.library.module(record.game)) if record is not None else None

    def _show_text(self) -> None:
        self.query_one("#text", Prose).show(record_lines(self.desk, self.record, references=False))

    def _show(self) -> None:
        self._show_text()
        self.query_one("#page").scroll_home(animate=False)
        self._show_references()
        self._show_chart()
        self._focus_text()
        self._tell_where()
        self.refresh_bindings()

    def _show_references(self) -> None:
        self.library = self.desk.library
        self.references = referred(self.desk, self.record)
        listed = self.query_one("#references", OptionList)
        listed.set_options(
            [
                Option(numbered(number, each.words), id=each.id)
                for number, each in enumerate(self.references, 1)
            ]
        )
        listed.display = bool(self.references)

    def _show_chart(self) -> None:
        """The cells of a chart under its title; of anything else none."""
        record = self._record()
        grid = self.query_one(ChartGrid)
        grid.display = isinstance(record, Chart)
        self.query_one("#cell").display = grid.display
        if isinstance(record, Chart):
            names = (record.id, record.id.partition(":")[2])
            grid.put(record, [(each.row, each.column) for each in self.read if each.chart in names])

    def _focus_text(self) -> None:
        grid = self.query_one(ChartGrid)
        (grid if grid.display else self.query_one("#page")).focus()

    @on(ChartGrid.Pointed)
    def _pointed(self, event: ChartGrid.Pointed) -> None:
        self.query_one("#cell", Prose).show(event.grid.cell)

    def _tell_where(self) -> None:
        """The place in the book, then where the turn stands."""
        found = self._around()
        self.query_one(Where).tell(self.desk, place_words(found) if found is not None else "")
