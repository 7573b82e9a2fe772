"""The search: a line to type in, results as you type, and a preview on wide screens."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Input
from textual.widgets.option_list import Option

from companion.render.text import shown
from companion.search.answer import Answer
from companion.search.stable import StableResults
from companion.ui import startup
from companion.ui.base.page import Page
from companion.ui.messages import SearchFinished, SessionChanged
from companion.ui.screens.find_lines import number_columns, result_row
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.lines import text_lines
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import WIDE, empty_state, entitle, heading, key_hint
from companion.ui.widgets.text import PlainText, WrappedText

if TYPE_CHECKING:
    from companion.search.answer import SearchResult as Result
    from companion.search.finder import Finder
    from companion.ui.widgets.home import Home
    from companion.workspace.own_texts import LogTexts

# Imports inside methods: their modules need companion.model, whose 30 ms the first frame would wait for.

LISTED = 20
"""Results that are listed at most."""
_ON_RESULTS = ("find.open", "find.kind", "find.scope", "find.clear")
"""Keys that are offered only while something is typed; the first one needs a result."""
_PAUSE = 0.5
"""Seconds without a key after which the results are shown as ranked."""
_SCOPES = ("first", "only", "every")
"""The game in play first, only the game in play, or all games alike."""

_NONE = Answer(())
_NOTHING = empty_state("Nothing found", "Try fewer words, another kind, or other games.")


class FindScreen(Page[None]):
    """Search line and results."""

    HELP = (
        "Type words or a rule number. Arrows move the mark, Enter opens the marked result. F7 searches one kind of "
        "record only, ^G other games. Or type a filter: kind:chart, game:NAME, optional:no. Words in quotes are "
        "searched as written."
    )
    titles = {"#question": "Find"}
    hints = {"#question": ("find.kind", "find.scope")}
    long_labels = {"find.kind": "Filter by kind", "find.scope": "Other games"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "mark(1)", "Next", id="find.down", show=False, priority=True),
        Binding("up", "mark(-1)", "Previous", id="find.up", show=False, priority=True),
        Binding("enter", "open", "Open", id="find.open", priority=True),
        Binding("escape", "clear", "Clear", id="find.clear"),
        Binding("f6", "app.open('charts')", "Charts", id="find.charts", tooltip="Every chart of the game"),
        Binding("f7", "kind", "Kind", id="find.kind", tooltip="Only rules, only charts, or only calculators"),
        Binding(
            "ctrl+g", "scope", "Games", id="find.scope", tooltip="This game first or only, or every game"
        ),
        Binding(
            "ctrl+b", "app.open('bookmarks')", "Bookmarks", id="find.bookmarks", tooltip="And your notes"
        ),
        Binding("f9", "app.open('games')", "Switch game", id="find.games", tooltip="Play another game"),
    ]

    short_labels = {"find.games": "Game"}
    shown_too = ("quit",)
    not_offered: Collection[str] = _ON_RESULTS
    kind = ""
    """The only kind of record that is searched; empty for all."""
    scope = "first"
    warmed: Finder | None = None
    """The finder whose index has been read ahead."""
    searched: Finder | None = None
    """The finder of the results shown; a new one is made when files are edited."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[str, list[str | None]] | None = None
        """Question and ids of the results shown; while these are the same, the mark stays where it is."""
        self._matched: dict[str, tuple[str, ...]] = {}
        """The words that match in the sentence of each result shown, by id."""
        self._stable = StableResults()
        self._pause: Timer | None = None
        """Runs while the results are not shown as ranked, until the typing pauses."""
        self._notes = ""
        """The line below the results; drawn again only if it changes, since each time costs a layout (8 ms)."""
        self._log: LogTexts | None = None
        """The lines of the session's log; read when something is searched."""
        self._home: Home | None = None
        """The overview; made once the rulebooks are open."""

    def compose(self) -> ComposeResult:
        """Header, search line, results, preview, notes on the question, keys."""
        yield Header()
        yield Input(placeholder="Type words or a rule number", id="question", classes="panel")
        with Horizontal(id="found"):
            yield OptionList(id="results", classes="panel")
            with VerticalScroll(id="preview-side", classes="panel", can_focus=False):
                yield PlainText(id="preview")
        yield WrappedText(id="told")
        yield Keys()

    def on_mount(self) -> None:
        """Focus the search line; its keys move the mark in the results."""
        self.option_list.can_focus, self.option_list.driven = False, True
        self._line.focus()
        self.app.call_after_refresh(self._first_frame_is_up)

    def _first_frame_is_up(self) -> None:
        startup.resume_gc()
        startup.read_other_styles(self.app)

    @property
    def _line(self) -> Input:
        """The search line."""
        return self.query_one("#question", Input)

    @property
    def _marked(self) -> str:
        """The record of the marked result; empty if there is none."""
        return self.option_list.marked_id.partition("|")[2]  # without the place, which makes ids unique

    @on(SessionChanged)
    def _search_again(self) -> None:
        self.search(self._line.value)

    def on_screen_resume(self) -> None:
        """Select the question, so that the next letter replaces it."""
        self._line.select_all()

    def on_resize(self) -> None:
        """Fill preview and overview, which may have more room now."""
        super().on_resize()
        self.call_after_refresh(lambda: self._preview(self._marked))
        self.call_after_refresh(self._show_home)

    def draw(self) -> None:
        """While nothing is typed, show the overview: what is due, what is next, and the latest results."""
        typed = bool(self._line.value.strip())
        self.query_one("#found").display = typed
        self._entitle_results()
        if self._home is None:
            from companion.ui.widgets.home import Home

            self._home = Home()
            self.mount(self._home, after="#found")
            self.call_after_refresh(self._show_home)
        self._home.display = not typed
        self._show_home()
        self._offer()

    def _offer(self) -> None:
        """Offer the keys that act on results only while there are some."""
        typed = bool(self._line.value.strip())
        hidden = _ON_RESULTS if not typed else () if self._marked else _ON_RESULTS[:1]
        if hidden != self.not_offered:
            self.not_offered = hidden
            self.refresh_bindings()

    def _show_home(self) -> None:
        """Show the overview, if it is there and nothing is typed."""
        if self._home is not None and self._home.display and self.app.context is not None:
            self._home.show(self.context)

    @on(Input.Changed, "#question")
    def _typed(self, event: Input.Changed) -> None:
        if self.app.context is not None:
            self.draw()
        self.search(event.value)

    @work(thread=True, exclusive=True, group="search")
    def search(self, question: str) -> None:
        """Search in a thread; post the answer as `SearchFinished`."""
        context = self.app.context
        if context is None:
            return
        if not question and self.warmed is not context.finder:
            self.warmed = context.finder
            context.finder.warm()
            startup.freeze_gc()
        context.follow_imports()
        kind = f"kind:{self.kind} " if self.kind else ""
        asked = f"{kind}game:{context.game} {question}" if self.scope == "only" else f"{kind}{question}"
        game = "" if self.scope == "every" else context.game
        answer = context.finder.find(asked, game, LISTED, typing=True) if question.strip() else _NONE
        self.post_message(SearchFinished(question, self._with_own(answer, asked, game)))

    def _with_own(self, answer: Answer, question: str, game: str) -> Answer:
        """Return the answer with the players' own texts added; called in the thread of the search."""
        from companion.search.own_results import OwnText, with_own
        from companion.workspace.own_texts import LogTexts, noted_texts

        context = self.context
        if self._log is None or self._log.session is not context.session:
            self._log = LogTexts(context.session)
        texts = [OwnText("ruling", each.about, each.text, "this table") for each in context.rulings()]
        texts += noted_texts(context.places.data)
        lexicon, titled = context.finder.lexicon, context.library.titled
        log = self._log.newest_first()
        return with_own(answer, question, texts, lexicon, titled, game, typing=True, log=log)

    @on(SearchFinished)
    def _show_answer(self, message: SearchFinished) -> None:
        if message.question != self._line.value:
            return
        if self.searched is not self.context.finder:
            self.searched, self._shown = self.context.finder, None
        limits = (self.kind, self.scope, self.context.game, self.searched)
        self._show_results(self._stable.show(message.question, limits, message.answer))
        if self._pause is not None:
            self._pause.stop()
        if self._stable.shown is not self._stable.ranked:
            self._pause = self.set_timer(_PAUSE, self.settle)

    def settle(self) -> None:
        """Show the results as ranked when the typing has paused, unless the player has moved the mark or gone on."""
        if not self.option_list.highlighted and self.is_current:
            self._show_results(self._stable.settle())

    def _show_results(self, answer: Answer) -> None:
        """List the results of the typed question."""
        self._matched = {result.id: result.matched for result in answer.results}
        first_other = len(answer.results) - answer.others
        columns, also = number_columns(answer.results), answer.also_under
        options = [
            Option(
                result_row(
                    result, self._chapter(result), place >= first_other, also.get(result.id, ()), columns
                ),
                id=f"{place}|{result.id}",
            )
            for place, result in enumerate(answer.results)
        ]
        shown_now = (self._line.value, [option.id for option in options])
        if self._shown != shown_now:
            self._shown = shown_now
            asked = self._line.value.strip()
            nothing = not answer.results and (len(asked) > 1 or asked.isdigit())
            self.option_list.refill(options, _NOTHING if nothing else "", mark_first=True)
            if not options:
                self._preview("")
                self._offer()
            self._entitle_results()
        self._show_notes([*self._limits(), *answer.notices()])

    def _chapter(self, result: Result) -> str:
        """Return the chapter of a rule; empty for other records."""
        entry = self.context.library.first(result.id) if result.kind == "entry" else None
        return getattr(entry, "chapter", "")

    def _entitle_results(self) -> None:
        """Show the position of the mark among the results in the panel title."""
        results = self.option_list
        count, place = results.option_count, results.highlighted
        entitle(results, heading("Results", f"{place + 1} of {count}" if place is not None else ""))

    def _limits(self) -> list[str]:
        """Return the limits set by F7 and ^G that the answer does not mention itself."""
        kind = [f"Filter: kind {self.kind}"] if self.kind and not self._line.value.strip() else []
        return [*kind, "Every game"] if self.scope == "every" else kind

    def _show_notes(self, notes: list[str]) -> None:
        """Show what was searched for and what was not found, below the results, which stay where they are."""
        line = shown(". ".join(notes))
        if line == self._notes:
            return
        self._notes = line
        text = self.query_one("#told", WrappedText)
        text.show(lambda width: [line] if line else [])
        text.display = bool(line)

    def action_tick(self, number: int) -> None:
        """Toggle the tick of a step of the phase, counted from 1."""
        from companion.play.turn import tick

        self.attempt(lambda: tick(self.context.session, number))

    def action_kind(self) -> None:
        """Search only the next kind of record; after the last one, all kinds."""
        from companion.search.filters import KINDS

        kinds = ("", *KINDS)
        self.kind = kinds[(kinds.index(self.kind) + 1) % len(kinds)]
        self.search(self._line.value)

    def action_scope(self) -> None:
        """Search this game first, this game only, or every game."""
        self.scope = _SCOPES[(_SCOPES.index(self.scope) + 1) % len(_SCOPES)]
        self.search(self._line.value)

    @on(OptionList.OptionHighlighted, "#results")
    def _highlighted(self) -> None:
        self._entitle_results()
        self._offer()
        self._preview(self._marked)

    @on(OptionList.OptionSelected, "#results")
    def _open_marked(self) -> None:
        if self._marked:
            self.open_record(self._marked, self._matched.get(self._marked, ()))

    def action_open(self) -> None:
        """Open the marked result; right after the typing, the best one, since nobody has read the list yet."""
        self.settle()
        self._open_marked()

    def action_mark(self, step: int) -> None:
        """Mark the next (1) or previous (-1) result without leaving the search line; it stops at both ends."""
        count = len(self._shown[1]) if self._shown is not None else 0
        if count:
            place = -1 if self.option_list.highlighted is None else self.option_list.highlighted
            self.option_list.highlighted = max(0, min(place + step, count - 1))

    def action_clear(self) -> None:
        """Clear the search line."""
        self._line.value = ""

    def _preview(self, record: str) -> None:
        """Show a record beside the results, if there is room."""
        context = self.app.context
        side = self.query_one("#preview-side")
        side.set_class(not record, "-nothing")
        if context is None or not record or self.app.size.width < WIDE:
            return
        from companion.search.own_results import LOG
        from companion.ui.widgets.rule_text import rule_text, rule_title

        if record.startswith(LOG):
            line = next(result for result in self._stable.shown.results if result.id == record)
            entitle(side, line.title, key_hint("Enter", "Open"))
            self.query_one("#preview", PlainText).update(text_lines(Content(shown(line.snippet))))
        else:
            entitle(side, rule_title(context, record), key_hint("Enter", "Open"))
            self.query_one("#preview", PlainText).update(rule_text(context, record, True))
        side.scroll_home(animate=False)
