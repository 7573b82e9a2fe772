"""We forgot: a logged calculation with its answers and its dice, one fact changed, what differs beside it."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from companion.model import CompanionError, NextStep, Refused, Resolution, Rolled
from companion.model.event import Calculated, Logged, TableRuling
from companion.render.calculator import summary_lines
from companion.render.differences import difference_lines
from companion.render.log import dice_of
from companion.render.summary import headline
from companion.render.text import shown, wrapped
from companion.ui.screens.calculator import CalculatorScreen
from companion.ui.widgets.dice_row import DiceRow
from companion.workspace.context import Desk
from companion.workspace.draft import Apart, Sitting
from companion.workspace.logged_answers import answered


class AmendScreen(CalculatorScreen):
    """Changes a fact of what was worked out; nothing of it is in the log until it is kept."""

    HELP = "Change what was forgotten. The dice stay. k keeps it as a line that puts the other right, Escape discards."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Discard", id="calculator.back"),
        Binding("k", "keep", "Keep", id="amend.keep"),
        Binding("f7", "ledger", "Differences", id="calculator.ledger"),
        Binding("f8", "anew", "As it was", id="calculator.new"),
    ]
    OWN_LETTERS = "k"
    DIE_STANDS = "The dice stay as they fell."

    def __init__(self, desk: Desk, line: Logged) -> None:
        """Raises NotFound where the calculator is not there any more."""
        assert isinstance(line.event, Calculated)
        self.line = line
        self.done: Calculated = line.event
        self.was: Resolution | None = None
        super().__init__(desk, line.event.procedure, {})
        try:
            self.was = self.worked()
        except CompanionError as error:
            self.broken = str(error)

    started = False
    """Whether the player has been shown where to begin."""
    broken = ""
    """Why what was logged cannot be worked out again, as where a chart has changed since."""

    def sit(self, carry: dict[str, Any]) -> Sitting:
        """Nothing is kept before the player says so."""
        return Apart(
            self.desk, self.procedure, answered(self.procedure, self.done.inputs), dice_of(self.done)
        )

    def standing(self) -> dict[str, str]:
        """Nothing: what was logged was answered."""
        return {}

    def begin(self) -> dict[str, Any]:
        """As it was logged."""
        return answered(self.procedure, self.done.inputs)

    def worked(self, *more: Any) -> Resolution:
        """What the answers come to with the dice as they fell, each for the roll it was made for."""
        left = [*self.rolls, *more]
        given: list[Any] = []
        while True:
            resolution = self.desk.engine.resolve(self.procedure.id, self.form.answers, given)
            place = _dice_for(resolution, left)
            if place is None:
                return resolution
            try:
                self.desk.engine.resolve(self.procedure.id, self.form.answers, [*given, left[place]])
            except Refused:
                if not isinstance(left[place], Rolled):
                    raise
            else:
                given.append(left[place])
            del left[place]

    def beside(
        self, resolution: Resolution | None, rulings: tuple[TableRuling, ...], width: int
    ) -> list[str]:
        """What differs from the line of the log."""
        head = wrapped(f"Line {self.line.id}: {self.done.line}", width, "", "  ")
        if self.was is None or resolution is None:
            return [*head, "", *wrapped(self.broken or "What is answered now is not allowed.", width)]
        return [*head, "", *difference_lines(self.was, resolution, self.procedure, width)]

    def across(self, resolution: Resolution | None, fault: str, width: int) -> list[str]:
        """The answer now and as it was."""
        told = wrapped(self.told(), width)
        if resolution is None or not resolution.done:
            return [*summary_lines(resolution, self.procedure, fault, width), *told]
        return [*wrapped(headline(resolution, self.procedure), width, "=> ", "     "), *told]

    def follows(self) -> tuple[NextStep, ...]:
        """Nothing is gone on with from here; what would follow stands among the differences."""
        return ()

    def told(self) -> str:
        """What it was, and how to go on."""
        how = "k keeps it, esc discards" if self._differs() else "Change what was forgotten"
        return f"Was: {shown(self.done.line.partition(': ')[2])}. {how}."

    def left(self) -> None:
        """Nothing is kept unasked."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Units change with a result at the table only."""
        return (
            False
            if action in ("fill", "take", "keep_a", "against")
            else super().check_action(action, parameters)
        )

    async def on_mount(self) -> None:
        """The dice are not to be typed anew; all else is as with any calculator."""
        self.query_one(DiceRow).hint = "The dice stay as they fell"

    def go_on(self) -> None:
        """The first question has the focus to begin with: something of it is to change."""
        rows = [row for row in self.form.rows if row.asked]
        if self.started or not rows or self.form.next_missing() is not None:
            super().go_on()
        else:
            self.set_focus(rows[0])
        self.started = True

    async def action_anew(self) -> None:
        """Back to how it was logged."""
        await self.start(self.begin(), list(dice_of(self.done)))

    def action_keep(self) -> None:
        """Puts the line right with another one."""
        if self.resolution is None or not self.resolution.done:
            self.notify(
                "It is not worked out yet: answer what is open first.", severity="warning", markup=False
            )
            return
        if not self._differs():
            self.notify("Nothing differs from what is logged.", markup=False)
            return
        try:
            kept = self.desk.log_calculation(self.resolution, self.procedure, self.line.id)
        except CompanionError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        self.app.notify(f"Line {self.line.id} of the log is put right by line {kept.id}.", markup=False)
        self.dismiss(None)

    def _differs(self) -> bool:
        now = self.resolution
        if now is None or self.was is None:
            return now is not None
        return now.inputs != self.was.inputs or now.rolls != self.was.rolls


def _dice_for(resolution: Resolution, left: list[Any]) -> int | None:
    """The place of the dice that fell for the roll that is due; dice typed here are for whatever is due."""
    if not resolution.needs:
        return None
    name = resolution.needs[0].name
    fell = (place for place, each in enumerate(left) if not isinstance(each, Rolled) or each.name == name)
    return next(fell, None)
