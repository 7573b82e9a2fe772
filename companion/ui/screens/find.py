"""Home: a line to type in, results as you type, the rule beside them where there is room."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from companion.render.text import shown
from companion.ui.messages import Found, GameChanged, OpenCalculator, OpenRule, TurnChanged
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.prose import Prose
from companion.ui.widgets.where import Where

if TYPE_CHECKING:
    from companion.search.finder import Found as Result
    from companion.ui.app import CompanionApp

LISTED = 30

_KINDS = {"entry": "", "chart": " chart", "procedure": " calculator", "term": " term", "ruling": " TABLE"}


class FindScreen(Screen[None]):
    """Search and results."""

    app: CompanionApp
    HELP = "Type words or a rule number. Enter opens the marked result, arrows move the mark."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "mark(1)", "Next", show=False, priority=True),
        Binding("up", "mark(-1)", "Previous", show=False, priority=True),
        Binding("enter", "open", "Open", id="find.open", priority=True),
        Binding("escape", "clear", "Clear", id="find.clear"),
        Binding("f9", "app.games", "Game", id="find.games", tooltip="Play another game"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[str, list[str | None]] | None = None
        """Question and results on the screen: asked again, the mark stays where it is."""

    def compose(self) -> ComposeResult:
        """Search line, results, preview."""
        yield Where("opening the rulebook ...", id="where")
        yield Input(placeholder="Find a rule: words, or a number like 3.5c", id="question")
        with Horizontal(id="found"):
            with Vertical(id="results-side"):
                yield Prose(id="told")
                yield OptionList(id="results")
            with VerticalScroll(id="preview-side", can_focus=False):
                yield Prose(id="preview")
        yield Keys()

    def on_mount(self) -> None:
        """Ready to type."""
        self.query_one("#results", OptionList).can_focus = False
        self.query_one("#question", Input).focus()
        self.query_one(Where).tell(self.app.desk)

    @on(GameChanged)
    @on(TurnChanged)
    def _moved(self) -> None:
        self.query_one(Where).tell(self.app.desk)
        self.search(self.query_one("#question", Input).value)

    def on_screen_resume(self) -> None:
        """Shows the turn as it stands now; what was typed is marked, so that typing begins anew."""
        self.query_one(Where).tell(self.app.desk)
        self.query_one("#question", Input).select_all()

    def on_resize(self) -> None:
        """The preview may have room by now."""
        option = self.query_one("#results", OptionList).highlighted_option
        self.call_after_refresh(self._preview, _id(option) if option is not None else "")

    @on(Input.Changed, "#question")
    def _typed(self, event: Input.Changed) -> None:
        self.search(event.value)

    @work(thread=True, exclusive=True, group="search")
    def search(self, question: str) -> None:
        """Searches off the UI thread."""
        desk = self.app.desk
        if desk is None:
            return
        answer = desk.finder.find(question, desk.game, LISTED, typing=True)
        rulings = desk.rulings()
        if rulings:
            from companion.search.tabled import tabled

            ours = tabled(rulings, question, answer.results, desk.library, desk.game, typing=True)
            answer = answer._replace(results=(*ours, *answer.results))
        self.post_message(Found(question, answer))

    @on(Found)
    def _found(self, message: Found) -> None:
        if message.question != self.query_one("#question", Input).value:
            return
        results = self.query_one("#results", OptionList)
        options = [
            Option(_prompt(each), id=f"{place}|{each.id}")
            for place, each in enumerate(message.answer.results)
        ]
        again = self._shown == (message.question, [each.id for each in options])
        self._shown = (message.question, [each.id for each in options])
        if not again:
            results.set_options(options)
            if options:
                results.highlighted = 0
            else:
                self._preview("")
        told = [f"{typed} read as {read}" for typed, read in message.answer.changed]
        told += [f"{word} stands nowhere" for word in message.answer.unknown]
        if message.question.strip() and not message.answer.results:
            told.append("nothing found")
        line = shown("; ".join(told))
        self.query_one("#told", Prose).show(lambda width: [line] if line else [])
        self.query_one("#told", Prose).display = bool(line)

    @on(OptionList.OptionHighlighted, "#results")
    def _marked(self, event: OptionList.OptionHighlighted) -> None:
        self._preview(_id(event.option))

    @on(OptionList.OptionSelected, "#results")
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        self._open(_id(event.option))

    def action_mark(self, step: int) -> None:
        """Moves the mark in the results without leaving the search line."""
        results = self.query_one("#results", OptionList)
        if results.option_count:
            place = -1 if results.highlighted is None else results.highlighted
            results.highlighted = max(0, min(place + step, results.option_count - 1))

    def action_open(self) -> None:
        """Opens the marked result."""
        option = self.query_one("#results", OptionList).highlighted_option
        if option is not None:
            self._open(_id(option))

    def action_clear(self) -> None:
        """Empties the search line."""
        self.query_one("#question", Input).value = ""

    def _open(self, record: str) -> None:
        desk = self.app.desk
        if desk is None:
            return
        from companion.ui.records import is_calculator

        open_it = OpenCalculator(record) if is_calculator(desk, record) else OpenRule(record)
        self.app.post_message(open_it)

    def _preview(self, record: str) -> None:
        desk = self.app.desk
        side = self.query_one("#preview-side")
        if desk is None or not side.display:
            return
        from companion.ui.records import record_lines

        preview = self.query_one("#preview", Prose)
        preview.show(record_lines(desk, record) if record else lambda width: [])
        side.scroll_home(animate=False)


def _id(option: Option) -> str:
    return (option.id or "|").partition("|")[2]


def _prompt(result: Result) -> Content:
    number = f"{result.section} " if result.section and result.kind != "term" else ""
    kind = _KINDS.get(result.kind, "")
    return Content.assemble(
        (f"{number}{shown(result.title)}", "bold"),
        (kind, "$text-accent"),
        "\n",
        (f"  {shown(result.snippet)}", "$text-muted"),
    )
