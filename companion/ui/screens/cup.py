"""The chit cup: what is in it with its odds, who moved in which order, what may be tried with a chit."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static
from textual.widgets.option_list import Option

from companion.model import ChitUse, Procedure, Resolution
from companion.model import Cup as CupRules
from companion.play import chits
from companion.play.cup import BACK, HOLD, Cup
from companion.render.summary import headline
from companion.render.text import shown
from companion.ui.messages import OpenRule
from companion.ui.screens.cup_lines import chit_words, cup_head, cup_tail, mark_words
from companion.ui.screens.dialogs import ChooseScreen, Way
from companion.ui.screens.fill import FillScreen
from companion.ui.screens.table import TableScreen, refill
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.prose import Prose
from companion.ui.widgets.told import Told
from companion.ui.widgets.where import Where
from companion.workspace.calculation import Calculation


class CupScreen(TableScreen):
    """Draw, or say which chit was drawn; the order of moves stays in sight."""

    HELP = (
        "d draws by the companion. Enter on a chit, or t and its name, says that it was drawn by hand. "
        "Digits are what may be tried with a chit; h before them lets another HQ try with it. "
        "m notes what came of a chit's turn. Tab goes to the other list."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "draw", "Draw", id="cup.draw", tooltip="The companion draws"),
        Binding(
            "enter",
            "hand",
            "By hand",
            id="cup.hand",
            tooltip="The marked chit was drawn by hand",
            priority=True,
        ),
        Binding("t", "type", "Type", id="cup.type", tooltip="Type the chit that was drawn by hand"),
        Binding(
            "1", "use(1)", "Try", id="cup.try", key_display="1-9", tooltip="What may be tried with a chit"
        ),
        *(Binding(str(digit), f"use({digit})", "Try", show=False) for digit in range(2, 10)),
        Binding("h", "other", "Other HQ", id="cup.other", tooltip="Another HQ tries with the chit"),
        Binding("m", "mark", "Mark", id="cup.mark", tooltip="What came of a chit's turn"),
        Binding("f", "fill", "Fill", id="cup.fill", tooltip="Put the chits in"),
        Binding("r", "rule", "Rule", id="cup.rule", tooltip="The rule of the chits"),
        Binding("escape", "leave", "Back", id="cup.back"),
    ]

    _hq = ""
    """The HQ that tries next; empty for the one whose chit it is."""

    def compose(self) -> ComposeResult:
        """Chits in the cup, order of moves."""
        yield Where(id="where")
        yield Prose(id="cup-head")
        with Horizontal(id="cup"):
            with Vertical(id="cup-in"):
                yield Input(placeholder="chit drawn by hand", id="chit", compact=True)
                yield OptionList(id="chits")
            with VerticalScroll(id="cup-out", can_focus=False):
                yield Static("Order of moves", id="moves-head")
                yield OptionList(id="moves")
                yield Prose(id="cup-tail")
        yield Told("said")
        yield Keys()

    def on_mount(self) -> None:
        """Shows the cup."""
        self.query_one("#chit").display = False
        self.show()
        self.query_one("#chits").focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys for what the game has."""
        rules = self._rules()
        cup = self.ready.session.game_state.cup
        match action:
            case "draw":
                return rules is not None and rules.how == "drawn" and bool(cup.chits)
            case "hand" | "type":
                return rules is not None and bool(cup.chits)
            case "use":
                return rules is not None and bool(rules.uses) and bool(cup.chits)
            case "other":
                return rules is not None and any(each.procedure for each in rules.uses) and len(cup.chits) > 1
            case "mark":
                return rules is not None and bool(rules.marks) and bool(cup.moved or cup.aside)
            case "fill" | "rule":
                return rules is not None
        return True

    def action_draw(self) -> None:
        """The companion draws."""
        drawn: list[str] = []
        if self.attempt(lambda: drawn.append(chits.draw(self.ready.session))):
            self.say(f"Drawn by the companion: {self._named(drawn[0])}")

    def action_hand(self) -> None:
        """The chit typed, or the one marked in the cup, was drawn by hand."""
        line = self.query_one("#chit", Input)
        if line.has_focus:
            if not line.value.strip() or self._drawn(line.value):
                self._untype()
        elif self.query_one("#chits").has_focus and self._marked("#chits"):
            self._drawn(self._marked("#chits"))

    def action_type(self) -> None:
        """Opens the line for the name of a chit."""
        line = self.query_one("#chit", Input)
        line.display = True
        line.value = ""
        line.focus()

    def action_leave(self) -> None:
        """From the line to the list, else out."""
        if self.query_one("#chit").display:
            self._untype()
        else:
            self.dismiss()

    def _untype(self) -> None:
        self.query_one("#chits").focus()
        self.query_one("#chit").display = False

    @on(OptionList.OptionSelected, "#chits")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._drawn(event.option.id or "")

    def _drawn(self, name: str) -> bool:
        drawn: list[str] = []
        done = self.attempt(lambda: drawn.append(chits.draw(self.ready.session, name)))
        if done:
            what = "Drawn by hand" if self._drawing() else "Acts now"
            self.say(f"{what}: {self._named(drawn[0])}")
        return done

    def action_use(self, number: int) -> None:
        """Something that may be tried: with the chit just drawn, or with the one marked in the cup."""
        rules, session = self._rules(), self.ready.session
        if rules is None or number > len(rules.uses):
            return
        use = rules.uses[number - 1]
        of_drawn = use.does in (BACK, HOLD)
        chit = session.game_state.cup.drawn if of_drawn else self._marked("#chits")
        if not chit:
            self.say("No chit has been drawn yet." if of_drawn else "Mark a chit in the cup first.")
            return
        hq, self._hq = self._hq or chit, ""
        if not use.procedure:
            self._try(hq, chit, use.id, "succeeded")
            return
        if not self.attempt(lambda: chits.check_try(session, hq, use.id, chit)):
            return
        ways = [
            Way("c", "calculator", "Open the calculator"),
            Way("s", "succeeded", "It succeeded"),
            Way("f", "failed", "It failed"),
        ]
        says = _tries(hq, chit, use) + (f"\n{use.says}" if use.says else "")
        self.app.push_screen(ChooseScreen(says, ways), partial(self._try, hq, chit, use.id))

    def action_other(self) -> None:
        """Which HQ tries next, where it is not the one whose chit it is."""
        names = chits.hqs(self.ready.session)
        ways = [
            Way(str(place) if place < 10 else "", each, self._named(each))
            for place, each in enumerate(names, 1)
        ]
        self.app.push_screen(ChooseScreen("Which HQ tries?", ways), self._other)

    def _other(self, hq: str | None) -> None:
        self._hq = hq or ""
        if hq is not None:
            self.say(f"{hq} tries: mark the chit it is about, then 1-9.")

    def _try(self, hq: str, chit: str, use: str, way: str | None) -> None:
        session = self.ready.session
        chosen = chits.use_of(chits.rules_of(session), use)
        if way == "calculator":
            self.calculate(chosen.procedure, partial(self._worked_out, hq, chit, use))
        elif way is not None:
            came = f" {way}" if chosen.procedure else ""
            self.attempt(
                lambda: chits.try_use(session, hq, use, way == "succeeded", chit),
                f"{_tries(hq, chit, chosen)}{came}",
            )

    def _worked_out(self, hq: str, chit: str, use: str, done: Calculation) -> None:
        assert done.resolution is not None
        said = headline(done.resolution, done.procedure)
        chosen = chits.use_of(chits.rules_of(self.ready.session), use)
        ways = _ways(_yes(done.resolution, done.procedure))
        says = f"{_tries(hq, chit, chosen)}\n{said}"
        self.app.push_screen(ChooseScreen(says, ways), partial(self._try, hq, chit, use))

    def action_mark(self) -> None:
        """What came of the turn of the command marked in the order of moves, else of the one that moves."""
        rules, cup = self._rules(), self.ready.session.game_state.cup
        if rules is None:
            return
        marked = self._marked("#moves") if self.query_one("#moves").has_focus else ""
        name = marked or cup.moving or (*cup.moved, *cup.aside)[-1]
        ways = [
            Way(str(place) if place < 10 else "", word, word) for place, word in enumerate(rules.marks, 1)
        ]
        self.app.push_screen(ChooseScreen(f"What came of {name}?", ways), partial(self._mark, name))

    def _mark(self, name: str, word: str | None) -> None:
        if word is not None:
            self.attempt(lambda: chits.mark(self.ready.session, name, word))

    def action_fill(self) -> None:
        """Edits the set and puts it in; what was not drawn is told first."""
        left = (*self.ready.session.game_state.cup.within, *self.ready.session.game_state.cup.returning)
        if left:
            what = "Never drawn" if self._drawing() else "Not acted"
            ways = [Way("y", "fill", "Put a new set in all the same")]
            says = f"{what}: {', '.join(left)}"
            self.app.push_screen(ChooseScreen(says, ways), lambda way: self._fill() if way else None)
        else:
            self._fill()

    def _fill(self) -> None:
        self.app.push_screen(FillScreen(self.ready))

    def action_rule(self) -> None:
        """The rule of the chits."""
        rules = self._rules()
        if rules is not None and rules.cite:
            self.app.post_message(OpenRule(f"{self.ready.game}:{rules.cite}"))

    def show(self) -> None:
        """The cup as the session has it."""
        desk = self.tell("Chits")
        if desk is None:
            return
        rules, cup = self._rules(), desk.session.game_state.cup
        self.query_one("#cup-head", Prose).show(cup_head(desk))
        self.query_one("#cup").display = rules is not None
        if rules is None:
            return
        odds = cup.odds() if rules.how == "drawn" else {}
        refill(
            self.query_one("#chits", OptionList),
            [Option(chit_words(cup, name, odds.get(name)), id=name) for name in cup.within],
        )
        self._show_moves(cup)
        self.query_one("#cup-tail", Prose).show(cup_tail(rules, cup))

    def _show_moves(self, cup: Cup) -> None:
        moves = self.query_one("#moves", OptionList)
        lines = []
        for place, name in enumerate(cup.moved, 1):
            now = name == cup.moving
            sign = ("> " if now else "  ", "bold")
            words = (f"{place} {shown(self._named(name))}{mark_words(cup, name)}", "bold" if now else "")
            when = " moves now" if now else " waits" if name in cup.waiting else ""
            lines.append(Option(Content.assemble(sign, words, when), id=name))
        for name in cup.aside:
            words = (f"  aside: {shown(self._named(name))}{mark_words(cup, name)}", "")
            lines.append(Option(Content.assemble(words), id=name))
        moves.set_options(lines)
        if lines:
            last = max(len(cup.moved) - 1, 0)
            moves.highlighted = cup.moved.index(cup.moving) if cup.moving else last
        moves.display = bool(lines)

    def _rules(self) -> CupRules | None:
        sequence = self.ready.module.sequence
        return sequence.cup if sequence is not None else None

    def _drawing(self) -> bool:
        rules = self._rules()
        return rules is not None and rules.how == "drawn"

    def _marked(self, selector: str) -> str:
        option = self.query_one(selector, OptionList).highlighted_option
        return option.id or "" if option is not None else ""

    def _named(self, name: str) -> str:
        side = self.ready.session.game_state.cup.side_of(name)
        return f"{name} ({side})" if side else name


def _tries(hq: str, chit: str, use: ChitUse) -> str:
    """`Ney: Delay Move`, `Ney with the chit of Reille: Delay Move`."""
    return f"{hq}{f' with the chit of {chit}' if chit != hq else ''}: {use.title}"


def _yes(resolution: Resolution, procedure: Procedure) -> bool | None:
    """Whether the roll says yes; None where its results are more than one yes or no."""
    heads = [resolution.outcome.get(each.name) for each in procedure.outcome if each.show == "headline"]
    return heads[0] if len(heads) == 1 and isinstance(heads[0], bool) else None


def _ways(yes: bool | None) -> list[Way]:
    """What came of an attempt; what the roll says stands first, where the mark is."""
    rolled = ", as the roll says"
    good = Way("s", "succeeded", "It succeeded" + rolled * (yes is True))
    bad = Way("f", "failed", "It failed" + rolled * (yes is False))
    return [bad, good] if yes is False else [good, bad]
