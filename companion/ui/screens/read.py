"""Reading: one entry with its marks, the references under it, its neighbours in the book."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from companion.model import Chart, Entry, Term
from companion.render import entry as render
from companion.render.text import shown
from companion.ui.desk import Desk
from companion.ui.messages import GameChanged, OpenCalculator, TurnChanged
from companion.ui.records import is_calculator, record_lines
from companion.ui.screens.make_ruling import MakeRuling
from companion.ui.screens.page import Page
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.prose import Prose
from companion.ui.widgets.where import Where


class Reference(NamedTuple):
    """Something to go to from here."""

    id: str
    words: str


class ReadScreen(Page[None]):
    """An entry, chart or term."""

    HELP = "Arrows scroll. Digits open a reference. [ and ] turn to the rule before and after."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,backspace", "back", "Back", id="read.back"),
        Binding("left_square_bracket", "turn_to(-1)", "Previous", id="read.previous", key_display="["),
        Binding("right_square_bracket", "turn_to(1)", "Next", id="read.next", key_display="]"),
        Binding("u", "parent", "Up", id="read.up", tooltip="The rule this one belongs to"),
        Binding("r", "ruling", "Table ruling", id="read.ruling", tooltip="Here we play it so"),
        Binding("f", "forward", "Forward", id="read.forward", show=False),
        Binding("tab", "references", "References", id="read.references", show=False),
        *(
            Binding(str(digit), f"follow({digit})", f"Reference {digit}", show=False)
            for digit in range(1, 10)
        ),
    ]

    def __init__(self, desk: Desk, record: str) -> None:
        super().__init__()
        self.desk = desk
        self.record = record
        self.past: list[str] = []
        self.future: list[str] = []
        self.references: list[Reference] = []

    def compose(self) -> ComposeResult:
        """Text and references."""
        yield Where(id="where")
        with VerticalScroll(id="page"):
            yield Prose(id="text")
        yield OptionList(id="references", compact=True)
        yield Keys()

    def on_mount(self) -> None:
        """Shows the entry asked for."""
        self.query_one(Where).tell(self.desk)
        self._show()
        self.query_one("#page").focus()

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

    def action_forward(self) -> None:
        """To what was left with Back."""
        if self.future:
            self.past.append(self.record)
            self.record = self.future.pop()
            self._show()

    def action_turn_to(self, step: int) -> None:
        """The entry before or after in the book."""
        entry = self._entry()
        if entry is None:
            return
        entries = self.desk.library.module(entry.game).entries
        place = [each.id for each in entries].index(entry.id) + step
        if 0 <= place < len(entries):
            self.go(entries[place].id)

    def action_parent(self) -> None:
        """The entry above."""
        entry = self._entry()
        if entry is not None and entry.parent:
            self.go(entry.parent)

    def action_ruling(self) -> None:
        """How this table plays it."""
        found = self.desk.library.find(self.record)
        if not found:
            self.notify("A table ruling is about a rule, a chart or a calculator.", markup=False)
            return
        title = render.entry_title(found[0]) if isinstance(found[0], Entry) else found[0].title
        self.app.push_screen(MakeRuling(self.desk, [(found[0].id, title)]), self._ruled)

    def _ruled(self, done: bool | None) -> None:
        if done:
            self._show()

    @on(GameChanged)
    @on(TurnChanged)
    def _changed(self) -> None:
        self.query_one(Where).tell(self.desk)
        self.query_one("#text", Prose).show(record_lines(self.desk, self.record, references=False))

    def action_references(self) -> None:
        """From the text to the references and back."""
        references = self.query_one("#references", OptionList)
        (self.query_one("#page") if references.has_focus or not self.references else references).focus()

    def action_follow(self, number: int) -> None:
        """Opens a reference by its number."""
        if number <= len(self.references):
            self._follow(self.references[number - 1].id)

    @on(OptionList.OptionSelected, "#references")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._follow(self.references[event.option_index].id)

    def _follow(self, record: str) -> None:
        if is_calculator(self.desk, record):
            self.app.post_message(OpenCalculator(record))
        else:
            self.go(record)

    def _entry(self) -> Entry | None:
        found = self.desk.library.find(self.record)
        return found[0] if found and isinstance(found[0], Entry) else None

    def _show(self) -> None:
        self.query_one("#text", Prose).show(record_lines(self.desk, self.record, references=False))
        self.query_one("#page").scroll_home(animate=False)
        self.references = _referred(self.desk, self.record)
        listed = self.query_one("#references", OptionList)
        listed.set_options([Option(_prompt(number, each)) for number, each in enumerate(self.references, 1)])
        listed.display = bool(self.references)


def _referred(desk: Desk, record: str) -> list[Reference]:
    """What a record leads to."""
    found = desk.library.find(record)
    match found[0] if found else desk.library.term(record):
        case Entry() as entry:
            return _references(entry, desk)
        case Chart() as chart:
            return _cited(chart.cite, chart.game, desk)
        case Term() as term:
            return _cited(term.cite, record.partition(":")[0], desk)
    return []


def _prompt(number: int, reference: Reference) -> Content:
    lead = str(number) if number < 10 else " "
    return Content.assemble((f"{lead} ", "bold $text-accent"), shown(reference.words))


def _references(entry: Entry, desk: Desk) -> list[Reference]:
    """Calculators that use it, what it links to, what belongs to it, what links to it, what stands around it."""
    module = desk.library.module(entry.game)
    by_id = {each.id: each for each in module.entries}
    listed = [Reference(each.id, f"Calculator: {each.title}") for each in render.used_by(entry, module)]
    listed += [
        Reference(each.id, f"Chart: {each.title}") for each in module.charts if each.cite in entry.cites
    ]
    linked = [by_id.get(link) for link in entry.links]
    listed += [Reference(each.id, f"See {render.entry_title(each)}") for each in linked if each is not None]
    listed += [
        Reference(each.id, f"Also {render.entry_title(each)}") for each in render.same_number(entry, module)
    ]
    listed += [
        Reference(each.id, f"Part {render.entry_title(each)}")
        for each in module.entries
        if each.parent == entry.id
    ]
    listed += [
        Reference(each.id, f"Cited by {render.entry_title(each)}")
        for each in render.links_to(entry.id, module)
    ]
    place = [each.id for each in module.entries].index(entry.id)
    around = [("Above", by_id.get(entry.parent))]
    around += [("Before", module.entries[place - 1])] if place else []
    around += [("After", module.entries[place + 1])] if place + 1 < len(module.entries) else []
    listed += [
        Reference(each.id, f"{word} {render.entry_title(each)}") for word, each in around if each is not None
    ]
    once: dict[str, Reference] = {}
    for each in listed:
        once.setdefault(each.id, each)
    return list(once.values())


def _cited(cite: str, game: str, desk: Desk) -> list[Reference]:
    found = desk.library.find(f"{game}:{cite}") if cite else []
    return [
        Reference(each.id, f"Rule {render.entry_title(each)}") for each in found if isinstance(each, Entry)
    ]
