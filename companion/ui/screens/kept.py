"""What of a calculator is on disk: answers and dice at once, its result in the log before it shows."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from textual import on
from textual.screen import ModalScreen

from companion.engine import apply_session_defaults
from companion.model import CompanionError, Resolution
from companion.play.standing import standing_answers
from companion.ui.messages import SessionChanged
from companion.ui.screens.offers import OfferingScreen
from companion.ui.screens.proof import ProofScreen
from companion.ui.screens.read import ReadScreen
from companion.ui.widgets.rows import NumberRow, Row
from companion.ui.widgets.rule_beside import WIDE
from companion.workspace.draft import Sitting


class KeptScreen(OfferingScreen):
    """A calculator's sitting, from its first answer to its line in the log."""

    sitting: Sitting
    rolls: list[Any]
    carry: dict[str, Any]
    _gone = False
    """Whether the player left."""

    @abstractmethod
    def begin(self) -> dict[str, Any]:
        """Answers that it begins with."""

    @abstractmethod
    def worked(self, *more: Any) -> Resolution:
        """What answers and dice come to. Raises CompanionError."""

    @abstractmethod
    def go_on(self) -> None:
        """Focus goes to what is needed next."""

    def standing(self) -> dict[str, str]:
        """What the session's settings answer here, by path."""
        module = self.desk.library.module(self.procedure.game)
        table = self.desk.session.state.table(self.procedure.game)
        return standing_answers(module, table.settings, self.procedure)

    def stand(self) -> None:
        """Has the session's settings answer what they can, while no die lies; a change of them counts at once."""
        if not self.rolls:
            form = self.form
            apply_session_defaults(self.procedure, form.answers, form.origins, self.standing(), form.declined)

    def sit(self, carry: dict[str, Any]) -> Sitting:
        """What keeps the calculation."""
        return Sitting(self.desk, self.procedure, carry)

    def keep(self) -> None:
        """Puts what was entered on disk, and a result with dice in the log, before either shows."""
        told = self.sitting.fault
        self.sitting.keep(self.form.answers, self.rolls, self.form.origins, self._begun())
        if self.resolution is not None:
            self.sitting.came(self.resolution)
        if self.sitting.fault and not told:
            self.notify(self.sitting.told(), severity="error", markup=False)

    def _begun(self) -> bool:
        fresh = self.begin()
        apply_session_defaults(self.procedure, fresh, {}, self.standing())
        return bool(self.rolls) or self.form.answers != fresh

    def told(self) -> str:
        """Where the result stands in the log, and what it can be taken over to."""
        if self.resolution is None or not self.resolution.done:
            return self.sitting.told() if self.sitting.fault else ""
        changes = self.changed_units()
        offer = "= takes the result over to a unit." if changes else ""
        return " ".join(part for part in (self.sitting.told(), offer) if part)

    def left(self) -> None:
        """A finished calculation without dice goes into the log, and a correction of one that is in it."""
        before = self.sitting.line if self.sitting.counts else 0
        logged = self.sitting.left(self.resolution, self._begun())
        if logged is not None and before:
            self.app.notify(
                f"Line {before} of the log is put right by line {logged.id}.", timeout=3, markup=False
            )
        elif self.sitting.unlogged:
            self.app.notify(self.sitting.told(), severity="error", markup=False)

    def on_unmount(self) -> None:
        """The app ends, or goes back past this calculator."""
        if not self._gone:
            self.left()

    def on_screen_suspend(self) -> None:
        """The player turned to something else; looking a rule up is none."""
        if not isinstance(self.app.screen, ModalScreen | ProofScreen | ReadScreen):
            self._take_typed()
            self.left()

    def _take_typed(self) -> None:
        """A number typed and not yet entered counts when the player turns away."""
        row = self.focused
        if not isinstance(row, NumberRow) or not row.typed.strip("-"):
            return
        self.form.put(row.path, row.typed)
        self.form.origins.pop(".".join(row.path), None)
        row.typed = ""
        try:
            self.resolution = self.worked()
        except CompanionError:
            self.resolution = None
        self.keep()

    async def on_screen_resume(self) -> None:
        """Something may have happened meanwhile."""
        await self._look_again()

    @abstractmethod
    async def take_edited(self) -> None:
        """Use the calculator as edited files have it."""

    @on(SessionChanged)
    async def _look_again(self) -> None:
        """What was undone meanwhile is gone; another session has calculations of its own; files may be edited."""
        await self.take_edited()
        if self.sitting.over:
            self.sitting = self.sit({})
            self.taken, self.carry = {}, self.sitting.carry
            await self.start(self.sitting.begun.answers, self.sitting.begun.rolls)
            return
        rolls = self.sitting.fallen(self.rolls)
        if len(rolls) < len(self.rolls):
            self.rolls = rolls
            self.notify(
                "That was undone: its dice are taken back; the companion's fall the same again.", markup=False
            )
        if self.form.rows:
            self.update_all()

    def action_leave(self) -> None:
        """Out, with what is finished in the log."""
        self._take_typed()
        self.left()
        self._gone = True
        self.dismiss(None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """= fills in before the result and takes it over after; r is a ruling where it rolls no dice.

        A rule stands beside only where there is room, the ledger takes the questions' place only where there is none;
        large is what needs no answer any more.
        """
        done = self.resolution is not None and self.resolution.done
        if action == "ledger":
            return self.has_class("-narrow")
        if action == "beside":
            return self.app.size.width >= WIDE
        if action == "large":
            asking = self.resolution is None or bool(self.resolution.missing)
            return not asking and (done or not isinstance(self.focused, Row))
        if action == "fill":
            return not done
        if action == "take":
            return done and bool(self.changed_units())
        if action == "ruling":
            return isinstance(self.focused, Row) and len(self.abouts()) > 1
        return True

    async def action_anew(self) -> None:
        """Starts over with nothing answered."""
        self.left()
        self.sitting.anew()
        self.taken, self.carry = {}, {}
        await self.start({}, [])

    async def start(self, answers: dict[str, Any], rolls: list[Any]) -> None:
        """Begins with these answers and dice, or with nothing."""
        self.rolls = rolls
        self.form.answers = answers or self.begin()
        self.form.origins = dict(self.sitting.begun.origins) if answers else {}
        self.form.declined = set()
        await self.form.build()
        self.update_all()
        self.go_on()
