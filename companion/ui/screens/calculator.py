"""One calculator: the questions, the ledger beside them, the dice, the answer, what follows."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import Static

from companion.engine import take_answers
from companion.model import CompanionError, NextStep, Refused, Resolution, Rolled
from companion.model.event import TableRuling
from companion.render.calculator import answer_lines, summary_lines
from companion.render.large import of_resolution
from companion.render.summary import labels
from companion.render.text import wrapped
from companion.ui.messages import OpenCalculator, OpenRule
from companion.ui.screens.large import LargeScreen
from companion.ui.screens.offers import ruled_paths
from companion.ui.screens.proof import ProofScreen
from companion.ui.screens.weighing import WeighingScreen
from companion.ui.widgets.dice_row import DiceRow
from companion.ui.widgets.follow_ups import FollowUps
from companion.ui.widgets.form import Form
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.prose import Prose
from companion.ui.widgets.questions import Questions
from companion.ui.widgets.rows import AddRow, Row
from companion.ui.widgets.rule_beside import RuleBeside
from companion.workspace.context import Desk


class CalculatorScreen(WeighingScreen):
    """Asks, adds up, rolls, answers, and writes the log."""

    HELP = (
        "Letters turn the modifier with that letter over. Dice are typed at the bottom, or r rolls them. "
        "= offers what is kept of units, settings and the clock; after the result, what it changes of a unit. "
        "r on a question makes a table ruling about it. / asks one question at a time, with its rule in view: "
        "Enter next, Left back, y and n answer; PageDown scrolls the rule."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Back", id="calculator.back"),
        Binding("f4", "rule", "Rule", id="calculator.rule", tooltip="The rule behind the marked line"),
        Binding("f6", "proof", "Charts", id="calculator.proof", tooltip="The charts this was read from"),
        Binding(
            "f7",
            "ledger",
            "Ledger",
            id="calculator.ledger",
            tooltip="Questions or ledger, on a narrow screen",
        ),
        Binding("f8", "anew", "New", id="calculator.new", tooltip="Start over with nothing answered"),
        Binding(
            "equals_sign",
            "fill",
            "Fill in",
            id="calculator.fill",
            key_display="=",
            tooltip="Answers from units, settings, the clock",
        ),
        Binding(
            "equals_sign",
            "take",
            "To a unit",
            id="calculator.fill",
            key_display="=",
            tooltip="Take the result over to a unit",
        ),
        Binding(
            "exclamation_mark",
            "large",
            "Large",
            id="calculator.large",
            key_display="!",
            tooltip="The result for the other side",
        ),
        Binding("question_mark", "beside", "Rule beside", id="calculator.beside", key_display="?"),
        Binding("r", "ruling", "Table ruling", id="calculator.ruling", tooltip="Here we play it so"),
        Binding("minus", "drop", "Drop unit", id="calculator.drop", show=False, key_display="-"),
        Binding("plus", "add", "Add unit", id="calculator.add", show=False, key_display="+"),
        Binding("ctrl+down", "scroll(1)", "Ledger down", id="calculator.down", show=False),
        Binding("ctrl+up", "scroll(-1)", "Ledger up", id="calculator.up", show=False),
    ]

    OWN_LETTERS = ""
    """Letters that turn no modifier over here."""
    DIE_STANDS = "The companion rolled that die; it stands. F8 starts a new calculation."

    def __init__(self, desk: Desk, procedure: str, carry: dict[str, Any]) -> None:
        super().__init__()
        self.desk = desk
        self.procedure = desk.library.procedure(procedure)
        self.module = desk.library.module(self.procedure.game)
        self.resolution: Resolution | None = None
        self.fault = ""
        self.taken = {}
        self.sitting = self.sit(carry)
        begun = self.sitting.begun
        self.carry, self.rolls = self.sitting.carry, begun.rolls
        self.form = Form(self.procedure, begun.answers or self.begin(), self.OWN_LETTERS)
        self.form.origins = begun.origins

    def begin(self) -> dict[str, Any]:
        """Nothing answered but what was carried over; rows that are needed stand ready, empty."""
        answers = {name: deepcopy(value) for name, value in self.carry.items() if value is not None}
        for given in self.procedure.inputs:
            if given.kind == "rows" and given.least and given.name not in answers:
                answers[given.name] = [{} for _ in range(given.least)]
        return answers

    def compose(self) -> ComposeResult:
        """Questions left, ledger right, the answer across the bottom."""
        yield Static(self.heading(), id="where", markup=False)
        with Horizontal(id="calculator"):
            yield Questions(self.form)
            with VerticalScroll(id="answer-side", can_focus=False):
                yield Prose(id="answer")
            yield RuleBeside(self.desk, self.cited)
        with Vertical(id="bottom"):
            yield DiceRow()
            yield Prose(id="summary")
            yield FollowUps()
        yield Keys()

    async def take_edited(self) -> None:
        """Use the calculator as edited files have it; answers to questions that it still asks stay, and so do dice."""
        module = self.desk.library.module(self.procedure.game)
        if module is self.module:
            return
        found = [each for each in module.procedures if each.id == self.procedure.id]
        self.module = module
        if not found:
            self.notify(
                "This calculator is not in the edited files any more.", severity="warning", markup=False
            )
        elif found[0] != self.procedure:
            self.procedure = self.form.procedure = self.sitting.procedure = found[0]
            asked = {each.name for each in self.procedure.inputs}
            self.form.answers = {name: value for name, value in self.form.answers.items() if name in asked}
            await self.form.build()
            self.update_all()
            self.go_on()

    def heading(self) -> str:
        """What it works out, with its rule; of which game, where another is in play."""
        game = self.module.game
        other = "" if game.slug == self.desk.game else f"  {game.name}, not in play"
        return f"{self.procedure.title}  {self.procedure.cite}{other}"

    def _head(self) -> None:
        head = self.query_one("#where", Static)
        if head.content != self.heading():
            head.update(self.heading())

    async def on_mount(self) -> None:
        """First question in focus."""
        await self.form.build()
        self.update_all()
        if not (self.walking and self.resolution and not self.resolution.done and self.begin_walk()):
            self.go_on()
        welcome = self.sitting.welcome()
        if welcome:
            self.notify(welcome, markup=False)

    def update_all(self, came: Resolution | None = None) -> None:
        """Works everything out anew, or takes what `came` of it, and shows it."""
        fault = ("", "")
        self._head()
        self.stand()
        try:
            self.resolution = came or self.worked()
        except CompanionError as error:
            self.resolution = None
            where = getattr(error, "where", "")
            fault = (where, self._worded(str(error), where))
        self.fault = fault[0]
        self.keep()
        try:
            taken = take_answers(self.procedure.inputs, self.form.answers)
        except Refused as error:
            self._show_fault(error)
            return
        self.weigh()
        resolution, rulings = self.resolution, self.table_rulings()
        self.form.ruled = ruled_paths(resolution, rulings)
        marked = self.focused
        self.form.show(taken, resolution.missing if resolution else tuple(taken.missing), fault)
        if isinstance(marked, Row) and not marked.asked:
            self.set_focus(self.form.beside(marked, 1) or self.form.beside(marked, -1))
        needs = resolution.needs[0] if resolution and resolution.needs else None
        fallen = resolution.rolls if resolution else ()
        kept = [each.shown if isinstance(each, Rolled) else str(each) for each in self.rolls]
        dice = self.query_one(DiceRow)
        dice.idle = "No dice were needed" if resolution and resolution.done else "Dice: not due yet"
        dice.display = bool(self.desk.engine.program(self.procedure).requests)
        dice.put(needs, fallen, [] if fallen else kept)
        says = fault[1]
        self.query_one("#summary", Prose).show(lambda width: self.across(resolution, says, width))
        self.show_answer()
        self.query_one(FollowUps).put(self.follows())
        self.mark()
        self.refresh_bindings()

    def worked(self, *more: Any) -> Resolution:
        """What answers and dice come to, with `more` dice. Raises CompanionError."""
        return self.desk.engine.resolve(self.procedure.id, self.form.answers, [*self.rolls, *more])

    def across(self, resolution: Resolution | None, fault: str, width: int) -> list[str]:
        """What stands under the questions: the answer, and where it is kept."""
        told = self.told()
        return [
            *summary_lines(resolution, self.procedure, fault, width),
            *(wrapped(told, width) if told else []),
        ]

    def beside(
        self, resolution: Resolution | None, rulings: tuple[TableRuling, ...], width: int
    ) -> list[str]:
        """What stands beside the questions."""
        lines = answer_lines(resolution, self.procedure, self.module, width, rulings, self.runs, self.would)
        return [*self.against_a(width), *lines]

    def show_answer(self) -> None:
        """Shows what stands beside the questions."""
        resolution, rulings = self.resolution, self.table_rulings()
        self.query_one("#answer", Prose).show(lambda width: self.beside(resolution, rulings, width))

    def follows(self) -> tuple[NextStep, ...]:
        """What the rules demand next."""
        return self.resolution.next if self.resolution is not None and self.resolution.done else ()

    def _show_fault(self, error: Refused) -> None:
        """An answer outside its domain: said at its row, and the answer is not kept."""
        if not error.where:
            return
        self.form.put(error.where, None)
        said = self._worded(str(error), error.where)
        self.update_all()
        row = self.form.row_at(error.where)
        if row is not None:
            row.blame(said)
        self.query_one("#summary", Prose).show(lambda width: wrapped(said, width))

    def _worded(self, said: str, where: str) -> str:
        """A refusal with the question in place of the input's name."""
        return said.replace(f"{where}:", f"{labels(self.procedure, (where,))[0]}:", 1) if where else said

    def go_on(self) -> None:
        """Focus goes to what is needed next: a question, the dice, what follows."""
        row = self.form.row_at(self.fault) if self.fault else self.form.next_missing()
        if row is not None:
            self.set_focus(row)
        elif self.resolution is None:
            return
        elif self.follows():
            self.set_focus(self.query_one(FollowUps))
        elif self.query_one(DiceRow).display:
            self.set_focus(self.query_one(DiceRow))
        elif self.focused is None:
            self.set_focus(next((row for row in self.form.rows if row.asked), None))

    async def hear(self, message: Message) -> None:
        """Acts at once on what rows, dice and follow-ups tell: the next key finds everything done."""
        match message:
            case Row.Moved() | Row.Answered():
                await self.form.hear(message)
            case Form.Changed(after=after):
                await self._changed(after)
            case Form.Left(step=1) | FollowUps.Left() | DiceRow.Moved():
                self._cross(message)
            case DiceRow.Fell(value=value):
                await self._roll(value)
            case DiceRow.Ask():
                await self._ask()
            case DiceRow.Back() | FollowUps.Back():
                self._take_back()
            case FollowUps.Chosen(step=step):
                self._next(step)

    async def _changed(self, after: Row | None) -> None:
        """Goes on after an answer; a question that an answer brings up is asked at once."""
        before = {row.path for row in self.form.rows if row.missing}
        self.update_all()
        fresh = [row for row in self.form.rows if row.asked and row.missing and row.path not in before]
        if after is not None:
            self.onward(after)
        elif fresh and not self.walking:
            self.set_focus(fresh[0])

    def _cross(self, message: Message) -> None:
        """From the questions to the dice, to what follows, and back."""
        rows = [row for row in self.form.rows if row.asked]
        down = isinstance(message, Form.Left) or (isinstance(message, DiceRow.Moved) and message.step > 0)
        dice, following = self.query_one(DiceRow), self.query_one(FollowUps)
        still = self.form.next_missing() if down and self.walking else None
        if not down:
            self.set_focus(rows[-1] if rows else dice)
        elif still is not None and isinstance(message, Form.Left):
            self.set_focus(still)
        elif following.display:
            self.set_focus(following)
        elif dice.display:
            self.set_focus(dice)

    async def _ask(self) -> None:
        if self.resolution is None or not self.resolution.needs:
            return
        while self.resolution.needs[0].given and not isinstance(self.rolls[-1], Rolled):
            self.rolls.pop()
            self.resolution = self.worked()
        try:
            rolled = self.desk.roll(self.resolution.needs[0], self.procedure)
        except CompanionError as error:
            self.notify(str(error), severity="error", markup=False)
        else:
            await self._roll(rolled)

    def _take_back(self) -> None:
        """A typed die may be corrected; one the companion rolled stays as it fell."""
        if self.rolls and not isinstance(self.rolls[-1], Rolled):
            fallen = self.resolution.rolls if self.resolution else ()
            self.rolls.pop()
            self.update_all()
            row = self.query_one(DiceRow)
            if fallen and fallen[-1].pool:
                row.retype(fallen[-1].faces[:-1])
            self.set_focus(row)
        elif self.rolls:
            self.notify(self.DIE_STANDS, markup=False)

    async def _roll(self, value: Any) -> None:
        try:
            came = self.worked(value)
        except CompanionError as error:
            said = str(error)
            self.query_one("#summary", Prose).show(lambda width: wrapped(said, width))
            return
        self.rolls.append(value)
        self.update_all(came)
        self.go_on()

    def _next(self, step: NextStep) -> None:
        if step.procedure:
            self.left()
            self.app.post_message(OpenCalculator(step.procedure, dict(step.carry)))
        elif step.cite:
            self.app.post_message(OpenRule(f"{self.module.game.slug}:{step.cite}"))

    def action_ledger(self) -> None:
        """On a narrow screen the ledger takes the place of the questions, and back."""
        self.toggle_class("-ledger")

    def cited(self) -> str:
        """The rule behind the marked question or the marked line of what follows, else behind the calculator."""
        match self.focused:
            case Row() as row:
                cite = row.given.cite
            case FollowUps(highlighted=int(place), steps=steps) if place < len(steps):
                cite = steps[place].cite
            case _:
                cite = ""
        return f"{self.module.game.slug}:{cite or self.procedure.cite}"

    def action_rule(self) -> None:
        """Opens the rule behind the marked question, or behind the calculator."""
        read = self.resolution.looked if self.resolution is not None else ()
        self.app.post_message(OpenRule(self.cited(), read))

    def action_beside(self) -> None:
        """On a wide screen that rule stands beside, or goes."""
        self.query_one(RuleBeside).turn()

    def action_proof(self) -> None:
        """The charts that were read."""
        if self.resolution is not None:
            self.app.push_screen(ProofScreen(self.module, self.resolution))

    def action_large(self) -> None:
        """The result to be read across the table."""
        if self.resolution is not None:
            self.app.push_screen(LargeScreen(of_resolution(self.resolution, self.procedure)))

    async def action_add(self) -> None:
        """One more unit."""
        for row in self.form.rows:
            if isinstance(row, AddRow):
                await self.form.add_unit(row)
                return

    async def action_drop(self) -> None:
        """One unit less."""
        await self.form.drop_unit()

    def action_scroll(self, step: int) -> None:
        """Scrolls the ledger."""
        self.query_one("#answer-side", VerticalScroll).scroll_relative(y=step * 5, animate=False)
