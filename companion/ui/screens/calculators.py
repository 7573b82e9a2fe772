"""The calculators of the game in play."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.widgets import Input
from textual.widgets.option_list import Option

from companion.model import Procedure
from companion.play.clock import Position
from companion.render.text import shown
from companion.ui.base.page import Page
from companion.ui.messages import OpenCalculator
from companion.ui.typed_words import match
from companion.ui.widgets.about_calculator import about_calculator
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.lines import Lines, number_columns, row, rule_number
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import empty_state, entitle, heading
from companion.ui.widgets.text import PlainText
from companion.workspace.calculator_list import KEYS, ListedCalculator, listed_calculators


class CalculatorsScreen(Page[None]):
    """Lets the player choose a calculator."""

    HELP = (
        "Press the key in front of a calculator, or mark it and press Enter. Calculators of the current phase come "
        "first, then recently used ones; each keeps its key. / filters the list."
    )
    hints = {"#calculator-about": ("calculators.open",)}
    titles = {"#narrow": "Filter"}
    AUTO_FOCUS = "#calculators"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", id="calculators.back"),
        Binding("enter", "open", "Open", id="calculators.open", priority=True),
        Binding("slash", "filter", "Filter", id="calculators.filter"),
        Binding("f2", "whole", "Calc", id="calculators.calculators", tooltip="The whole list", show=False),
        Binding("down", "mark(1)", "Next", id="calculators.down", show=False, priority=True),
        Binding("up", "mark(-1)", "Previous", id="calculators.up", show=False, priority=True),
        *(
            Binding(key, f"number({place})", f"Calculator {key}", show=False)
            for place, key in enumerate(KEYS)
        ),
    ]

    _drawn_position: Position | None = None
    """The turn and phase for which the list was drawn last."""

    def compose(self) -> ComposeResult:
        """Header, filter, list, what the marked calculator does, keys."""
        yield Header()
        yield Input(placeholder="Words to look for", id="narrow", classes="panel")
        with Container(id="calculator-list"):
            yield OptionList(id="calculators", classes="panel")
            yield PlainText(id="calculator-about", classes="panel")
        yield Keys()

    def on_screen_resume(self) -> None:
        """Show the whole list."""
        self.action_whole()

    @property
    def _filter(self) -> Input:
        return self.query_one("#narrow", Input)

    def draw(self) -> None:
        """List the calculators, or those that match the filter; the filter is hidden once it loses the focus."""
        self._filter.display = self._filter.display and self.focused is self._filter
        moved = self._drawn_position not in (None, self.context.position)
        self._drawn_position = self.context.position
        options = self._options()
        entitle(self.option_list, heading("Calculators", str(len(options) or "")))
        empty = empty_state("No matching calculators") if self._typed() else ""
        self.option_list.refill(options, empty, mark_first=bool(self._typed()) or moved)
        self.query_one("#calculator-about").display = bool(options)
        self.not_offered = () if options else ("calculators.open",)
        if not self._filter.display:
            self.option_list.focus()

    def _typed(self) -> str:
        return self._filter.value.strip() if self._filter.display else ""

    def _options(self) -> list[Option]:
        """Return the calculators that match the filter, the best match first."""
        typed = self._typed()
        listed = listed_calculators(self.context)
        if typed:
            listed = [each for each in listed if _score(typed, each.procedure)]
            listed.sort(key=lambda each: -_score(typed, each.procedure))
        narrow, columns = self.has_class("-narrow"), number_columns(each.procedure.cite for each in listed)
        drafts = [(each, self.context.draft(each.procedure.id, {})) for each in listed]
        return [
            Option(_prompt(each, draft.begun, narrow, columns), id=each.procedure.id)
            for each, draft in drafts
        ]

    @on(Input.Changed, "#narrow")
    def _filter_changed(self) -> None:
        self.redraw()

    @on(OptionList.OptionHighlighted, "#calculators")
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option.id:
            procedure = self.context.library.procedure(event.option.id)
            about = self.query_one("#calculator-about", PlainText)
            entitle(about, heading(procedure.title, number=procedure.cite))
            about.update(about_calculator(procedure, self.context.library.module(procedure.game)))

    def action_filter(self) -> None:
        """Show the filter, which lists only calculators that match all its words."""
        self._filter.value, self._filter.display = "", True
        self.set_focus(self._filter)

    def action_whole(self) -> None:
        """Show every calculator, ready to be opened by its key."""
        self._filter.display = False
        self.redraw()

    def action_back(self) -> None:
        """Show the whole list; if it is shown already, go to the search."""
        if self._filter.display:
            self.action_whole()
        else:
            self.app.action_mode("find")

    def action_mark(self, step: int) -> None:
        """Move the mark, even while the filter has the focus."""
        self.option_list.move_mark(step)

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Open the marked calculator."""
        if self.option_list.marked_id:
            self.app.post_message(OpenCalculator(self.option_list.marked_id))

    def action_number(self, place: int) -> None:
        """Open a calculator by its key and mark it, so that Enter opens it again."""
        procedures = self.context.module.procedures
        if place < len(procedures):
            name = procedures[place].id
            listed = [option.id for option in self.option_list.options]
            if name in listed:
                self.option_list.highlighted = listed.index(name)
            self.app.post_message(OpenCalculator(name))


def _prompt(listed: ListedCalculator, has_draft: bool, narrow: bool, columns: int) -> Lines:
    """Return a calculator after its key, with its rule at the right; if `narrow`, a dot stands for `this phase`."""
    procedure = listed.procedure
    in_phase = listed.why == "this phase"
    words = "• " if narrow and in_phase else "" if narrow else listed.why
    notes = [words.strip(), "draft" if has_draft else "", "your own" if procedure.overlay == "yes" else ""]
    cite = procedure.cite if procedure.cite != procedure.title else ""
    return row(
        Content.styled(f"{listed.key or ' '}  ", "bold $accent"),
        Content.styled(shown(procedure.title), "bold" if in_phase else ""),
        Content.assemble(
            (", ".join(note for note in notes if note), "$quiet"),
            "  " if any(notes) else "",
            rule_number(cite, columns if any(notes) else 0),
        ),
    )


def _score(typed: str, procedure: Procedure) -> float:
    """Return how well a calculator matches the words typed: 0 if it lacks a word; its title counts twice."""
    text = " ".join((procedure.title, procedure.cite, procedure.summary, *procedure.asked))
    return max(2 * match(typed, procedure.title), match(typed, text))
