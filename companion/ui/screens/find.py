"""Home: a line to type in, results as you type, the rule beside them where there is room."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input
from textual.widgets.option_list import Option

from companion.render.text import shown
from companion.search.answer import Answer
from companion.ui import garbage
from companion.ui.messages import OpenCalculator, OpenRule, SearchFinished, SessionChanged
from companion.ui.page import Page
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.prose import Prose
from companion.ui.widgets.where import Where

if TYPE_CHECKING:
    from companion.search.answer import Found as Result
    from companion.search.finder import Finder
    from companion.ui.app import CompanionApp

_STYLES = Path(__file__).parents[1] / "companion.tcss"
LISTED = 30
_SCOPES = ("first", "only", "every")
"""The game in play first, it alone, every game alike."""

_NONE = Answer(())
_KINDS = {"entry": "", "chart": " chart", "procedure": " calculator", "term": " term", "ruling": " TABLE"}


class FindScreen(Page[None]):
    """Search and results."""

    app: CompanionApp
    HELP = (
        "Type words or a rule number. Enter opens the marked result, arrows move the mark. F6 looks for one kind "
        "alone, F7 in other games. The same typed: kind:chart, game:NAME, optional:no. In quotes: as written."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "mark(1)", "Next", id="find.down", show=False, priority=True),
        Binding("up", "mark(-1)", "Previous", id="find.up", show=False, priority=True),
        Binding("enter", "open", "Open", id="find.open", priority=True),
        Binding("escape", "clear", "Clear", id="find.clear"),
        Binding("f4", "app.open('charts')", "Charts", id="find.charts", tooltip="Every chart of the game"),
        Binding("f6", "kind", "Kind", id="find.kind", tooltip="Rules, charts, calculators ... alone"),
        Binding(
            "f7", "scope", "Games", id="find.scope", tooltip="This game first, this game only, every game"
        ),
        Binding(
            "f8", "app.open('bookmarks')", "Bookmarks", id="find.bookmarks", tooltip="Bookmarks and notes"
        ),
        Binding("f9", "app.games", "Game", id="find.games", tooltip="Play another game"),
    ]

    kind = ""
    """The one kind that is looked for; empty for all."""
    scope = "first"
    warmed: Finder | None = None
    searched: Finder | None = None
    """What the results shown were found with; edited files make another."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[str, list[str | None]] | None = None
        """Question and results on the screen: asked again, the mark stays where it is."""

    def compose(self) -> ComposeResult:
        """Search line, results, preview."""
        yield Where("Opening the rulebooks ...", id="where")
        yield Input(placeholder="Find a rule: words, or its number", id="question")
        with Horizontal(id="found"):
            with Vertical(id="results-side"):
                yield Prose(id="told")
                yield Prose(id="home")
                yield OptionList(id="results")
            with VerticalScroll(id="preview-side", can_focus=False):
                yield Prose(id="preview")
        yield Keys()

    def on_mount(self) -> None:
        """Ready to type."""
        results = self.query_one("#results", OptionList)
        results.can_focus, results.driven = False, True
        self.query_one("#question", Input).focus()
        self.query_one(Where).tell(self.app.desk)
        self.app.call_after_refresh(self._first_frame_is_up)

    def _first_frame_is_up(self) -> None:
        """Reads what the first frame did not need: the styles of the other screens."""
        garbage.begin()
        self.app.stylesheet.read(_STYLES)
        self.app.refresh_css(animate=False)

    @on(SessionChanged)
    def _moved(self) -> None:
        if self.app.desk is not None and self.searched is not self.app.desk.finder:
            self.searched, self._shown = self.app.desk.finder, None
        self._home()
        self.search(self.query_one("#question", Input).value)

    def on_screen_resume(self) -> None:
        """Shows the turn as it stands now; what was typed is marked, so that typing begins anew."""
        self._home()
        self.query_one("#question", Input).select_all()

    def on_resize(self) -> None:
        """The preview may have room by now."""
        option = self.query_one("#results", OptionList).highlighted_option
        self.call_after_refresh(self._preview, _id(option) if option is not None else "")

    def _home(self) -> None:
        """Before anything is asked: whose turn it is, what is due and next, what happened last."""
        desk = self.app.desk
        self.query_one(Where).tell(desk)
        home = self.query_one("#home", Prose)
        home.display = desk is not None and not self.query_one("#question", Input).value.strip()
        self.query_one("#results").display = not home.display
        if desk is not None and home.display:
            from companion.render.home import home_lines, last_results

            session = desk.session
            last = last_results(session.log, desk.log_words, session.counting(), desk.game)
            home.show(lambda width: home_lines(desk.module, session.game_state, last, width))

    @on(Input.Changed, "#question")
    def _typed(self, event: Input.Changed) -> None:
        self._home()
        self.search(event.value)

    @work(thread=True, exclusive=True, group="search")
    def search(self, question: str) -> None:
        """Searches off the UI thread."""
        desk = self.app.desk
        if desk is None:
            return
        if not question and self.warmed is not desk.finder:
            self.warmed = desk.finder
            desk.finder.warm()
            garbage.keep()
        prefix = f"kind:{self.kind} " if self.kind else ""
        prefix += f"game:{desk.game} " if self.scope == "only" else ""
        game = "" if self.scope == "every" else desk.game
        answer = desk.finder.find(prefix + question, game, LISTED, typing=True) if question.strip() else _NONE
        rulings = desk.rulings() if self.kind in ("", "ruling") else ()
        if rulings:
            from companion.search.tabled import Ruled, with_rulings

            held = [Ruled(each.about, each.text, "this table") for each in rulings]
            asked = prefix + question
            answer = with_rulings(
                answer, asked, held, desk.finder.lexicon, desk.library.titled, game, typing=True
            )
        self.post_message(SearchFinished(question, answer))

    @on(SearchFinished)
    def _found(self, message: SearchFinished) -> None:
        if message.question != self.query_one("#question", Input).value:
            return
        results = self.query_one("#results", OptionList)
        answer = message.answer
        first_other = len(answer.results) - answer.others
        options = [
            Option(
                _prompt(each, place >= first_other, answer.folded.get(each.id, ())), id=f"{place}|{each.id}"
            )
            for place, each in enumerate(answer.results)
        ]
        again = self._shown == (message.question, [each.id for each in options])
        self._shown = (message.question, [each.id for each in options])
        if not again:
            results.set_options(options)
            if options:
                results.highlighted = 0
            else:
                self._preview("")
        asked = message.question.strip()
        nothing = not answer.results and (len(asked) > 1 or asked.isdigit())
        self._tell([*self._limits(), *answer.told(), *(["nothing found"] if nothing else [])])

    def _limits(self) -> list[str]:
        """What the keys limit the search to, where the answer does not say so itself."""
        asked = self.query_one("#question", Input).value.strip()
        told = [f"only kind {self.kind}"] if self.kind and not asked else []
        return [*told, "every game"] if self.scope == "every" else told

    def _tell(self, told: list[str]) -> None:
        line = shown("; ".join(told))
        prose = self.query_one("#told", Prose)
        prose.show(lambda width: [line] if line else [])
        prose.display = bool(line)

    def action_kind(self) -> None:
        """Looks for the next kind alone, after the last for all again."""
        from companion.search.filters import KINDS

        kinds = ("", *KINDS)
        self.kind = kinds[(kinds.index(self.kind) + 1) % len(kinds)]
        self.search(self.query_one("#question", Input).value)

    def action_scope(self) -> None:
        """This game first, this game only, every game."""
        self.scope = _SCOPES[(_SCOPES.index(self.scope) + 1) % len(_SCOPES)]
        self.search(self.query_one("#question", Input).value)

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
        from companion.workspace.record_text import is_calculator

        open_it = OpenCalculator(record) if is_calculator(desk, record) else OpenRule(record)
        self.app.post_message(open_it)

    def _preview(self, record: str) -> None:
        desk = self.app.desk
        side = self.query_one("#preview-side")
        if desk is None or not side.display:
            return
        from companion.workspace.record_text import record_lines

        preview = self.query_one("#preview", Prose)
        preview.show(record_lines(desk, record) if record else lambda width: [])
        side.scroll_home(animate=False)


def _id(option: Option) -> str:
    return (option.id or "|").partition("|")[2]


def _prompt(result: Result, elsewhere: bool, also: tuple[str, ...]) -> Content:
    """A result in two lines; one of a game that is not in play says whose it is."""
    number = f"{result.section} " if result.section and result.kind != "term" else ""
    kind = _KINDS.get(result.kind, "")
    families = f" (also under {', '.join(also)})" if also else ""
    return Content.assemble(
        (f"{result.game}: " if elsewhere else "", "$text-warning"),
        (f"{number}{shown(result.title)}", "bold"),
        (kind, "$text-accent"),
        "\n",
        (f"  {shown(result.snippet + families)}", "$text-muted"),
    )
