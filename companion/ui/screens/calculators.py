"""The list of calculators of the game in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input
from textual.widgets.option_list import Option

from companion.model import Procedure
from companion.render.text import shown, wrapped
from companion.ui.messages import OpenCalculator, SessionChanged
from companion.ui.page import Page
from companion.ui.typed_words import match
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.prose import Prose
from companion.ui.widgets.where import Where

if TYPE_CHECKING:
    from companion.ui.app import CompanionApp
    from companion.workspace.context import Desk

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
"""One key a calculator, in the order of the list."""


class CalculatorsScreen(Page[None]):
    """Choose a calculator."""

    app: CompanionApp
    HELP = (
        "Press the sign before a calculator, or move to it and press Enter; one that is begun goes on where it was "
        "left. / narrows the list to words typed."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", id="calculators.back"),
        Binding("enter", "take", "Open", id="calculators.open", priority=True),
        Binding("slash", "narrow", "Narrow", id="calculators.narrow", key_display="/"),
        Binding("f2", "whole", "Calc", id="calculators.whole", tooltip="The whole list"),
        Binding("down", "mark(1)", "Next", id="calculators.down", show=False, priority=True),
        Binding("up", "mark(-1)", "Previous", id="calculators.up", show=False, priority=True),
        *(Binding(key, f"open({place})", f"Calculator {key}", show=False) for place, key in enumerate(KEYS)),
    ]

    def compose(self) -> ComposeResult:
        """The list."""
        yield Where(id="where")
        yield Input(placeholder="Words of the calculator", id="narrow", compact=True)
        yield OptionList(id="calculators")
        yield Prose(id="calculator-about")
        yield Keys()

    def on_mount(self) -> None:
        """Fills the list."""
        self._fill()

    @on(SessionChanged)
    def _changed(self) -> None:
        self._fill()

    def on_screen_resume(self) -> None:
        """The whole list, of the game that is in play by now."""
        self.action_whole()

    def _fill(self) -> None:
        desk = self.app.desk
        self.query_one(Where).tell(desk, "Calculators")
        if desk is None:
            return
        listed = self.query_one(OptionList)
        marked, field = listed.highlighted_option, self.query_one("#narrow", Input)
        field.display = field.display and self.focused is field
        typed = field.value.strip() if field.display else ""
        places = range(len(desk.module.procedures))
        worth = [_worth(typed, each) for each in desk.module.procedures] if typed else [1.0] * len(places)
        options = [
            _option(number, desk)
            for number in sorted(places, key=lambda place: -worth[place])
            if worth[number]
        ]
        listed.set_options(options)
        ids = [each.id for each in options]
        kept = marked is not None and marked.id in ids and not typed
        listed.highlighted = ids.index(marked.id) if marked is not None and kept else 0
        if not ids:
            self.query_one("#calculator-about", Prose).show(
                lambda width: ["None has these words."] if typed else []
            )
        if not field.display:
            listed.focus()

    @on(Input.Changed, "#narrow")
    def _narrowed(self) -> None:
        self._fill()

    @on(OptionList.OptionHighlighted, "#calculators")
    def _marked(self, event: OptionList.OptionHighlighted) -> None:
        """What the marked one works out."""
        desk = self.app.desk
        if desk is not None and event.option.id:
            summary = desk.library.procedure(event.option.id).summary
            self.query_one("#calculator-about", Prose).show(lambda width: wrapped(summary, width))

    def action_narrow(self) -> None:
        """A line to type words in; only calculators with all of them stay."""
        field = self.query_one("#narrow", Input)
        field.value, field.display = "", True
        self.set_focus(field)

    def action_whole(self) -> None:
        """Every calculator: a sign pressed now opens one."""
        self.query_one("#narrow", Input).display = False
        self._fill()

    def action_back(self) -> None:
        """To the whole list, or to the search."""
        if self.query_one("#narrow", Input).display:
            self.action_whole()
        else:
            self.app.action_mode("find")

    def action_mark(self, step: int) -> None:
        """Moves the mark without leaving the line typed in."""
        listed = self.query_one(OptionList)
        (listed.action_cursor_down if step > 0 else listed.action_cursor_up)()

    def action_take(self) -> None:
        """Opens the marked one."""
        marked = self.query_one(OptionList).highlighted_option
        if marked is not None and marked.id:
            self.app.post_message(OpenCalculator(marked.id))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id:
            self.app.post_message(OpenCalculator(event.option.id))

    def action_open(self, place: int) -> None:
        """Opens by its sign; the mark goes there, so that Enter leads back to what was begun."""
        desk = self.app.desk
        if desk is not None and place < len(desk.module.procedures):
            listed = self.query_one(OptionList)
            listed.highlighted = place if place < listed.option_count else listed.highlighted
            self.app.post_message(OpenCalculator(desk.module.procedures[place].id))


def _option(number: int, desk: Desk) -> Option:
    procedure = desk.module.procedures[number]
    return Option(_prompt(number, procedure, desk.draft(procedure.id, {}).begun), id=procedure.id)


def _prompt(number: int, procedure: Procedure, begun: bool) -> Content:
    own = "  your own" if procedure.overlay == "yes" else ""
    return Content.assemble(
        (f"{KEYS[number] if number < len(KEYS) else ' '} ", "bold $text-accent"),
        (shown(procedure.title), "bold"),
        ("  begun", "$text-accent") if begun else "",
        (f"  {shown(procedure.cite)}{own}" if procedure.cite != procedure.title else own, "$text-muted"),
    )


def _worth(typed: str, procedure: Procedure) -> float:
    """How well a calculator is meant by what is typed: its title first, then what it does and how players ask."""
    told = " ".join((procedure.title, procedure.cite, procedure.summary, *procedure.asked))
    return max(2 * match(typed, procedure.title), match(typed, told))
