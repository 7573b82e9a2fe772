"""A rule, chart or term with its references."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.content import Content
from textual.widgets.option_list import Option

from companion.model import Chart, Entry, Looked
from companion.model.imported import IMPORT
from companion.play.annotations import toggle_bookmark
from companion.render.entry import entry_title
from companion.render.large import of_cell, of_entry
from companion.render.neighbours import Neighbours, neighbours_of
from companion.render.text import shown
from companion.search.tokens import tokens_of
from companion.ui.base.page import Page
from companion.ui.messages import OpenCalculator
from companion.ui.screens.chapter import ChapterScreen
from companion.ui.screens.forms import note_form, ruling_form
from companion.ui.screens.large import LargeScreen
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.chart_grid import ChartGrid, ChartHead
from companion.ui.widgets.lines import Lines, leading_digit, mark_words, place_of, row, rule_number, section
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import NARROW
from companion.ui.widgets.rule_text import rule_text, rule_title
from companion.ui.widgets.text import PlainText, TextScroll, WrappedText
from companion.workspace.imported_sections import imported_neighbours, own_text_of, section_at, with_own_text
from companion.workspace.record_text import is_calculator, record_id
from companion.workspace.references import Reference, references_of

WIDE = 110
"""Columns from which points are set apart by empty lines."""
TALL = 30
"""Lines from which the references have headings."""


class ReadScreen(Page[None]):
    """Shows a record; references and neighbours replace it."""

    HELP = (
        "Arrows scroll; in a chart they point at a cell. Digits open a reference, Tab goes to the list of references. "
        "[ and ] go to the previous and the next rule, u goes up a level, c lists the chapter. "
        "Left and f go back and forward through the records you opened."
    )
    short_labels = {"read.previous": "Prev"}
    long_labels = {"read.previous": "Previous rule", "read.next": "Next rule", "read.up": "Up a level"}
    titles = {"#cell": "Cell (arrow keys move)", "#references": "Related"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,backspace", "back", "Back", id="read.back"),
        Binding("f,right", "forward", "Forward", id="read.forward"),
        Binding("left", "step_back", "Back in history", id="read.step_back", show=False),
        Binding("left_square_bracket,comma", "turn_to(-1)", "Previous", id="read.previous", key_display="["),
        Binding("right_square_bracket,full_stop", "turn_to(1)", "Next", id="read.next", key_display="]"),
        Binding("u", "parent", "Up", id="read.up", tooltip="To the rule that this one is part of"),
        Binding("c", "chapter", "Chapter", id="read.chapter", tooltip="The rules around this one"),
        Binding("b", "bookmark", "Bookmark", id="read.bookmark", tooltip="Set or remove it"),
        Binding("n", "note", "Note", id="read.note", tooltip="Your own note on it"),
        Binding("exclamation_mark", "large", "Enlarge", id="read.large", tooltip="Readable across the table"),
        Binding("o", "own_text", "Your text", id="read.own_text", tooltip="In the document you imported"),
        Binding("r", "ruling", "Table ruling", id="read.ruling", tooltip="How we play it here"),
        Binding("tab", "references", "References", id="read.references", show=False),
        *(Binding(str(key), f"follow({key})", f"Reference {key}", show=False) for key in range(1, 10)),
    ]

    def __init__(self, record: str, read: tuple[Looked, ...] = (), words: tuple[str, ...] = ()) -> None:
        """`record`: its id. `read`: the cells that a result was read from, to be marked in their charts.

        `words`: what was searched for; the record opens at the sentence that has most of them.
        """
        super().__init__()
        self.record = record
        self.read = read
        stems = (each.rstrip("i") for each in tokens_of(" ".join(words)) if not each[0].isdecimal())
        self._searched = (record, tuple(stems))
        """The record that was searched for, and the words that are marked in it."""
        self.past: list[str] = []
        self.future: list[str] = []
        self.references: list[Reference] = []
        self.library = self.context.library
        """The library of the references shown; a new one is made when files are edited."""

    def compose(self) -> ComposeResult:
        """Header, text, chart, cell, references, keys."""
        yield Header()
        with Container(id="reading"):
            with Vertical(id="text-side"):
                with Vertical(id="page-side", classes="panel"):
                    head = ChartHead()
                    yield PlainText(id="chart-about")
                    yield head
                    with TextScroll(id="page"):
                        yield PlainText(id="text")
                        yield ChartGrid(head)
                yield WrappedText(id="cell", classes="panel")
            yield OptionList(id="references", classes="panel")
        yield Keys()

    def on_mount(self) -> None:
        """Show the record, at the sentence that was searched for."""
        self._show()
        self.call_after_refresh(self._go_to_words)

    def _go_to_words(self) -> None:
        text = self.query_one("#text", PlainText)
        row = place_of(self._text().at(text.content_size.width), self._searched[1]) if text.display else None
        if row:
            page = self.query_one("#page")
            page.scroll_to(y=max(0, row - page.size.height // 3), animate=False)

    def _text(self) -> Lines:
        """Return the text of the record; if it was searched for, with the words marked."""
        text = rule_text(self.context, self.record, self.app.size.width >= WIDE)
        record, words = self._searched
        if record != self.record or not words:
            return text
        return Lines(lambda width: [mark_words(line, words) for line in text.at(width)])

    def go(self, record: str) -> None:
        """Open another record in place of this one."""
        self.past.append(self.record)
        self.future.clear()
        self.record = record
        self._show()

    def action_back(self) -> None:
        """Go back to the previous record; from the first one, close the screen."""
        if self.past:
            self.action_step_back()
        else:
            self.dismiss()

    def action_step_back(self) -> None:
        """Go back to the previous record, if there is one."""
        if self.past:
            self.future.append(self.record)
            self.record = self.past.pop()
            self._show()

    def action_forward(self) -> None:
        """Go forward to the record that was left with Back."""
        if self.future:
            self.past.append(self.record)
            self.record = self.future.pop()
            self._show()

    def action_turn_to(self, step: int) -> None:
        """Go to the next (1) or previous (-1) rule of the book, or chart of the game."""
        around = self._around()
        neighbour = around and (around.before if step < 0 else around.after)
        if neighbour:
            self.go(neighbour.id)

    def action_parent(self) -> None:
        """Go up to the rule that this rule or chart belongs to."""
        around = self._around()
        if around is not None and around.above is not None:
            self.go(around.above.id)

    def action_chapter(self) -> None:
        """List the rules of the chapter."""
        entry = self._record()
        if isinstance(entry, Entry):
            module = self.context.library.module(entry.game)
            self.app.push_screen(ChapterScreen(module, entry), self._chosen)

    def _chosen(self, record: str | None) -> None:
        if record and record != self.record:
            self.go(record)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what exists."""
        around = self._around() if action in ("turn_to", "parent") else None
        match action:
            case "forward":
                return bool(self.future)
            case "turn_to":
                return bool(around and (around.before if parameters == (-1,) else around.after))
            case "parent":
                return bool(around and around.above)
            case "large":
                return self._record() is not None
            case "chapter":
                return isinstance(self._record(), Entry)
            case "own_text":
                return bool(own_text_of(self.context, self.record))
            case "bookmark" | "note" | "ruling":
                return not self.record.startswith(IMPORT)
        return True

    def action_bookmark(self) -> None:
        """Toggle the bookmark."""
        record = record_id(self.context, self.record)
        self.attempt(lambda: toggle_bookmark(self.context.places.data, record, self.context.today()))

    def action_note(self) -> None:
        """Write a note on the record."""
        with self.reporting():
            self.app.push_screen(note_form(self.context, record_id(self.context, self.record)))

    def action_ruling(self) -> None:
        """Make a table ruling about the record."""
        record = self.context.library.first(self.record)
        if record is None:
            self.notify("Only rules, charts and calculators can have table rulings.")
            return
        title = entry_title(record) if isinstance(record, Entry) else record.title
        self.app.push_screen(ruling_form(self.context, [(record.id, title)]))

    def action_own_text(self) -> None:
        """Open the imported section with the number of the rule; on such a section, the document at its page."""
        target = own_text_of(self.context, self.record)
        if target.startswith(IMPORT):
            self.go(target)
        elif target:
            self.app.open_url(target)
            self.notify(target.partition("#")[0], title="Document opened")

    def draw(self) -> None:
        """Show the title and the text as they are now; after an edit of the files, also references and chart."""
        self.heading = rule_title(self.context, self.record)
        text = self._text()
        chart = isinstance(self._record(), Chart)
        self.query_one("#text", PlainText).update("" if chart else text)
        self.query_one("#text").display = not chart
        self.query_one("#chart-about", PlainText).update(text if chart else "")
        self.query_one("#chart-about").display = chart and bool(str(text))
        if self.library is not self.context.library:
            self._show_references()
            self._show_chart()

    def on_resize(self) -> None:
        """Arrange text and references for the new size."""
        super().on_resize()
        if self.is_mounted:
            self.call_after_refresh(self._arrange)

    def _arrange(self) -> None:
        self.draw()
        self._show_references()

    def action_references(self) -> None:
        """Move between the text and the references."""
        if self.option_list.has_focus or not self.references:
            self._focus_text()
        else:
            self.option_list.focus()

    def action_follow(self, number: int) -> None:
        """Open a reference by its number."""
        if number <= len(self.references):
            self._follow(self.references[number - 1].id)

    @on(OptionList.OptionSelected, "#references")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id:
            self._follow(event.option.id)

    def _follow(self, record: str) -> None:
        if is_calculator(self.context, record):
            self.app.post_message(OpenCalculator(record))
        else:
            self.go(record)

    def action_large(self) -> None:
        """Show the rule, or the marked cell of the chart, in large letters."""
        record = self._record()
        if isinstance(record, Chart):
            row, column = self.query_one(ChartGrid).at
            self.app.push_screen(LargeScreen(of_cell(record, record.rows[row], record.columns[column])))
        elif record is not None:
            rulings = [ruling.text for ruling in self.context.rulings_on(record.id)]
            module = self.context.library.module(record.game)
            self.app.push_screen(LargeScreen(of_entry(record, module, rulings)))

    def _record(self) -> Entry | Chart | None:
        """Return the rule or chart that is open; None for a term."""
        record = self.context.library.first(self.record)
        return record if isinstance(record, Entry | Chart) else None

    def _around(self) -> Neighbours | None:
        """Return the neighbours of the rule or chart."""
        if section := section_at(self.context, self.record):
            return imported_neighbours(section)
        record = self._record()
        return neighbours_of(record, self.context.library.module(record.game)) if record is not None else None

    def _show(self) -> None:
        """Show another record from its beginning."""
        self.redraw()
        self.query_one("#page").scroll_home(animate=False)
        self._show_references()
        self._show_chart()
        self._focus_text()

    def _show_references(self) -> None:
        self.library = self.context.library
        self.references = with_own_text(self.context, self.record, references_of(self.context, self.record))
        short = self.app.size.height < TALL or self.app.size.width < NARROW
        options: list[Option] = []
        for number, reference in enumerate(self.references, 1):
            if not short and (not options or reference.group != self.references[number - 2].group):
                options.append(Option(section(reference.group), disabled=True))
            options.append(Option(_reference(number, reference, short), id=reference.id))
        self.option_list.set_options(options)
        self.option_list.display = bool(self.references)

    def _show_chart(self) -> None:
        """Show the cells of a chart, and hide them for any other record."""
        record = self._record()
        grid = self.query_one(ChartGrid)
        grid.display = grid.head.display = isinstance(record, Chart)
        self.set_class(grid.display, "-chart")
        self.query_one("#cell").display = grid.display
        if isinstance(record, Chart):
            names = (record.id, record.id.partition(":")[2])
            module = self.context.library.module(record.game)
            grid.put(record, module, [(cell.row, cell.column) for cell in self.read if cell.chart in names])

    def _focus_text(self) -> None:
        grid = self.query_one(ChartGrid)
        (grid if grid.display else self.query_one("#page")).focus()

    @on(ChartGrid.Pointed)
    def _pointed(self, event: ChartGrid.Pointed) -> None:
        self.query_one("#cell", WrappedText).show(event.grid.cell)


def _reference(number: int, reference: Reference, short: bool) -> Lines:
    """Return a reference after its digit, with its number; `short`: no group headings, so some show their kind."""
    kind = short and reference.group in ("Calculators", "Charts")
    right = Content.styled(reference.group[:-1], "$quiet") if kind else rule_number(reference.number)
    return row(leading_digit(number), Content(shown(reference.title)), right)
