"""The chit cup: chits with their odds, the order of moves, and attempts to alter it."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input

from companion.model import ChitUse, Resolution
from companion.model import Cup as CupRules
from companion.play import chits
from companion.play.cup import OF_DRAWN, Cup
from companion.render.summary import headline
from companion.ui.base.dialogs import Choice, ask, numbered_choices
from companion.ui.base.page import Page
from companion.ui.due_prompts import calculate
from companion.ui.screens.cup_head import cup_sides, head_lines, head_title, standing
from companion.ui.screens.cup_lines import (
    alter_lines,
    alter_title,
    chit_rows,
    count_words,
    empty_cup,
    move_rows,
    rolled_yes,
    set_name,
    success_choices,
)
from companion.ui.screens.fill import FillScreen
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import NARROW, WIDE, entitle, heading
from companion.ui.widgets.status_line import StatusLine
from companion.ui.widgets.text import PlainText
from companion.workspace.calculation import Calculation
from companion.workspace.place import chit_place

_FROM_CUP = ("cup.draw", "cup.hand", "cup.type")
"""Keys that need a chit in the cup."""


class CupScreen(Page[None]):
    """Draws a chit, or takes one that was drawn by hand; shows the order of moves."""

    HELP = (
        "d lets the companion draw. If you draw by hand, press Enter on the chit, or t and type its name. "
        "Digits try to alter the order with a chit; press h first to let another HQ try. "
        "m notes how a Command's turn ended. Tab goes to the other list."
    )
    hints = {
        "#cup-in": ("cup.draw", "cup.hand"),
        "#moves": ("cup.mark",),
        "#cup-tail-side": ("cup.other",),
    }
    main_view = "turn"
    not_offered: Collection[str] = ("cup.try",)  # the list of attempts shows the digits
    short_labels = {"cup.hand": "Hand", "cup.type": "Name", "cup.fill": "Fill", "undo": ""}
    long_labels = {"cup.draw": "Draw a chit"}
    shown_too = ("history(-1)",)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "draw", "Draw", id="cup.draw", tooltip="The companion draws"),
        Binding(
            "enter", "hand", "Drawn by hand", id="cup.hand", tooltip="You drew the marked chit", priority=True
        ),
        Binding("t", "type", "Type a name", id="cup.type", tooltip="Of the chit you drew"),
        Binding(
            "1",
            "use(1)",
            "Alter",
            id="cup.try",
            key_display="1-9",
            tooltip="The order of moves, with a chit",
        ),
        *(Binding(str(digit), f"use({digit})", "Alter", show=False) for digit in range(2, 10)),
        Binding("h", "other", "Another HQ tries", id="cup.other", tooltip="Instead of the chit's own HQ"),
        Binding("m", "mark", "Note result", id="cup.mark", tooltip="How a Command's turn ended"),
        Binding("f", "fill", "Fill the cup", id="cup.fill", tooltip="Put the chits in"),
        Binding("f4", "rule", "Rule", id="cup.rule", tooltip="The rule for chits"),
        Binding("escape", "leave", "Back", id="cup.back"),
    ]

    _hq = ""
    """The HQ that tries next; empty for the HQ of the chit."""

    _all_drawn = False
    """Whether no chit was left when the screen was drawn last."""

    def compose(self) -> ComposeResult:
        """Next draw and chits in the cup on the left, order of moves and attempts on the right."""
        yield Header()
        with Horizontal(id="cup"):
            with Vertical(id="cup-left"):
                yield PlainText(id="cup-head", classes="panel")
                with Vertical(id="cup-in", classes="panel"):
                    yield Input(placeholder="chit drawn by hand", id="chit", compact=True)
                    yield OptionList(id="chits")
            with Vertical(id="cup-out"):
                yield OptionList(id="moves", classes="panel")
                with VerticalScroll(id="cup-tail-side", classes="panel", can_focus=False):
                    yield PlainText(id="cup-tail")
        yield Keys()
        yield StatusLine("said")

    def on_mount(self) -> None:
        """Focus the chits."""
        self._typed.display = False
        self._chits.focus()

    @property
    def _typed(self) -> Input:
        """The line for the name of a chit."""
        return self.query_one("#chit", Input)

    @property
    def _chits(self) -> OptionList:
        """The chits in the cup."""
        return self.query_one("#chits", OptionList)

    @property
    def _moves(self) -> OptionList:
        """The order of moves."""
        return self.query_one("#moves", OptionList)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer what the game has and what is possible now."""
        rules = self.context.module.cup
        if rules is None:
            return action not in ("draw", "hand", "type", "use", "other", "mark", "fill", "rule")
        cup = self.context.session.game_state.cup
        match action:
            case "draw":
                return rules.how == "drawn" and bool(cup.chits)
            case "hand" | "type":
                return bool(cup.chits)
            case "use":
                return bool(rules.uses) and bool(cup.chits)
            case "other":
                return any(use.procedure for use in rules.uses) and len(cup.chits) > 1
            case "mark":
                return bool(rules.marks) and bool(cup.moved or cup.aside)
        return True

    def action_draw(self) -> None:
        """Let the companion draw a chit."""
        self.attempt(lambda: chits.draw(self.context.session))

    def action_hand(self) -> None:
        """Enter the typed chit, or the one marked in the cup, as drawn by hand."""
        if self._typed.has_focus:
            if not self._typed.value.strip() or self._enter_drawn(self._typed.value):
                self._close_line()
        elif self._chits.has_focus and self._chits.marked_id:
            self._enter_drawn(self._chits.marked_id)

    def action_type(self) -> None:
        """Open the line for the name of a chit."""
        self._typed.display = True
        self._typed.value = ""
        self._typed.focus()

    def action_leave(self) -> None:
        """Close the line for the name of a chit; if it is closed already, close the screen."""
        if self._typed.display:
            self._close_line()
        else:
            self.dismiss()

    def _close_line(self) -> None:
        self._chits.focus()
        self._typed.display = False

    @on(OptionList.OptionSelected, "#chits")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._enter_drawn(event.option.id or "")

    def _enter_drawn(self, name: str) -> bool:
        """Enter a chit that was drawn by hand; return whether that succeeded."""
        return self.attempt(lambda: chits.draw(self.context.session, name))

    def action_use(self, number: int) -> None:
        """Try to alter the order with the chit just drawn, or with the one marked in the cup."""
        rules, session = self.context.module.cup, self.context.session
        if rules is None or number > len(rules.uses):
            return
        use = rules.uses[number - 1]
        with_drawn = use.does in OF_DRAWN
        chit = session.game_state.cup.drawn if with_drawn else self._chits.marked_id
        if not chit:
            self.say("No chit has been drawn yet." if with_drawn else "Mark a chit in the cup first.")
            return
        hq, self._hq = self._hq or chit, ""
        if not use.procedure and not use.says:
            self._try(hq, chit, use, "succeeded")
        elif self.attempt(lambda: chits.check_try(session, hq, use.id, chit)):
            choices = [
                Choice("c", "calculator", "Open the calculator"),
                Choice("s", "succeeded", "It succeeded"),
                Choice("f", "failed", "It failed"),
            ]
            if not use.procedure:
                choices = [Choice("y", "succeeded", "It applies")]
            heading = _attempt_words(hq, chit, use) + (f"\n{use.says}" if use.says else "")
            ask(self, heading, choices, partial(self._try, hq, chit, use))

    def action_other(self) -> None:
        """Choose another HQ to try next."""
        choices = numbered_choices([(hq, self._with_side(hq)) for hq in chits.hqs(self.context.session)])
        ask(self, "Which HQ tries?", choices, self._other)

    def _other(self, hq: str) -> None:
        self._hq = hq
        self.say(f"{hq} tries. Mark the chit, then press the digit of the attempt.")

    def _try(self, hq: str, chit: str, use: ChitUse, choice: str) -> None:
        session = self.context.session
        if choice == "calculator":
            calculate(self, use.procedure, chit_place(hq), partial(self._calculated, hq, chit, use))
        else:
            result = f" {choice}" if use.procedure else ""
            self.attempt(
                lambda: chits.try_use(session, hq, use.id, choice == "succeeded", chit),
                f"{_attempt_words(hq, chit, use)}{result}",
            )

    def _calculated(
        self, hq: str, chit: str, use: ChitUse, calculation: Calculation, resolution: Resolution
    ) -> None:
        heading = f"{_attempt_words(hq, chit, use)}\n{headline(resolution, calculation.procedure)}"
        choices = success_choices(rolled_yes(resolution, calculation.procedure))
        ask(self, heading, choices, partial(self._try, hq, chit, use))

    def action_mark(self) -> None:
        """Ask how the turn of the command marked in the order of moves ended, else of the one that moves now."""
        rules, cup = self.context.module.cup, self.context.session.game_state.cup
        if rules is None:
            return
        marked = self._moves.marked_id if self._moves.has_focus else ""
        name = marked or cup.moving or (*cup.moved, *cup.aside)[-1]
        choices = numbered_choices([(word, word) for word in rules.marks])
        ask(
            self,
            f"How did the turn of {name} end?",
            choices,
            lambda word: self.attempt(lambda: chits.mark(self.context.session, name, word)),
        )

    def action_fill(self) -> None:
        """Edit the chits and fill the cup; first list the chits that were not drawn."""
        rules, cup = self.context.module.cup, self.context.session.game_state.cup
        remaining = (*cup.within, *cup.returning)
        if remaining:
            heading = f"{'Never drawn' if self._draws() else 'Not acted'}: {', '.join(remaining)}"
            choices = [Choice("y", "fill", f"Fill the {set_name(rules)} again anyway")]
            ask(self, heading, choices, self._fill)
        else:
            self._fill("fill")

    def _fill(self, choice: str) -> None:
        self.app.push_screen(FillScreen())

    def action_rule(self) -> None:
        """Open the rule for chits."""
        rules = self.context.module.cup
        self.open_rule(rules.cite if rules is not None else "")

    def draw(self) -> None:
        """Show the cup."""
        rules, cup = self.context.module.cup, self.context.session.game_state.cup
        sides = cup_sides(self.context)
        in_use = rules is not None and bool(cup.chits)
        self.set_class(not in_use, "-unused")
        hidden = type(self).not_offered if cup.within else (*type(self).not_offered, *_FROM_CUP)
        if hidden != self.not_offered:
            self.not_offered = hidden
            self.refresh_bindings()
        self.state_labels = {} if self._draws() else {"cup.hand": "Choose", "cup.fill": "Fill the list"}
        if rules is None or not in_use:
            entitle(self.query_one("#cup-in"), rules.title if rules is not None else "Cup")
            self._chits.refill((), empty_cup(self.context, rules, cup))
            return
        place = standing(self.context, cup)
        entitle(self.query_one("#cup-head"), head_title(rules, place))
        entitle(
            self.query_one("#cup-in"),
            heading("In the cup" if self._draws() else rules.title, count_words(rules, cup)),
        )
        entitle(self.query_one("#cup-tail-side"), alter_title(rules, cup, self.app.size.width >= WIDE))
        self.query_one("#cup-head", PlainText).update(head_lines(self.context, rules, cup, self.key_of))
        self._chits.refill(
            chit_rows(rules, cup, sides, lambda: self._chits.content_region.height),
            empty_cup(self.context, rules, cup),
        )
        self._draw_moves(rules, cup, place.now)
        if self._all_drawn != cup.done:
            self._all_drawn = cup.done
            (self._moves if cup.done else self._chits).focus()
        alter = alter_lines(rules, cup, self._room_beside)
        self.query_one("#cup-tail", PlainText).show_or_hide(alter)
        self.query_one("#cup-tail-side").set_class(alter is None, "-nothing")

    def _draw_moves(self, rules: CupRules, cup: Cup, now: str) -> None:
        """Show the order of moves; the command that moves is marked."""
        entitle(self._moves, heading("Order of moves", f"{len(cup.moved)} of {len(cup.chits)}"))
        self._moves.refill(move_rows(rules, cup, cup_sides(self.context), now))
        if cup.moved:
            self._moves.highlighted = cup.moved.index(now) if now else len(cup.moved) - 1
        self._moves.display = bool(cup.moved or cup.aside)

    def on_resize(self) -> None:
        """Draw the texts for the new size, and the titles again once the panels have their new size."""
        if self.is_mounted and self.app.context is not None:
            self.draw()
            self.call_after_refresh(self.draw)

    def _room_beside(self) -> int:
        """Return the lines that are left for attempts below the order of moves; none on a narrow screen."""
        if self.app.size.width < NARROW:
            return 0
        moves = self._moves.option_count + 2 if self._moves.display else 0
        lines = self.app.size.height - 2
        return lines - min(moves, lines * 6 // 10) - 2

    def _draws(self) -> bool:
        """Return whether the game draws chits at random."""
        rules = self.context.module.cup
        return rules is not None and rules.how == "drawn"

    def _with_side(self, name: str) -> str:
        side = self.context.session.game_state.cup.side_of(name)
        return f"{name} ({side})" if side else name


def _attempt_words(hq: str, chit: str, use: ChitUse) -> str:
    """`Ney: Delay Move`, `Ney with the chit of Reille: Delay Move`."""
    return f"{hq}{f' with the chit of {chit}' if chit != hq else ''}: {use.title}"
