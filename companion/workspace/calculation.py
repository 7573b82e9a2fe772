"""A calculation in progress: its answers, dice and result, saved and logged after every change."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from companion.engine import take_answers
from companion.engine.answers import CheckedAnswers
from companion.model import CompanionError, NextStep, Refused, Resolution, Rolled
from companion.model.event import Logged, TableRuling
from companion.play.session_defaults import session_defaults
from companion.render.calculator import answer_lines, summary_lines
from companion.render.comparison import comparison_table
from companion.render.summary import labels
from companion.render.text import wrapped
from companion.workspace.answer_sheet import AnswerSheet
from companion.workspace.autofill import unit_changes
from companion.workspace.draft import CalculationDraft
from companion.workspace.logged_dice import LoggedRoll
from companion.workspace.thrown_dice import last_in_use, with_identity, without_replaced
from companion.workspace.what_if import WhatIf, current_option, option_a, options_differ

if TYPE_CHECKING:
    from companion.workspace.context import AppContext


class Calculation:
    """A calculator in use in a session.

    `update` is called after every change of answers or dice; it resolves them again, saves them, and logs a finished
    result with dice before anyone sees it. `commit` is called when the player leaves.
    """

    def __init__(self, context: AppContext, procedure: str, carry: Mapping[str, Any]) -> None:
        """`procedure`: id of a calculator; `carry`: answers handed over by the one before. Raises NotFound."""
        self.context = context
        self.procedure = context.library.procedure(procedure)
        self.module = context.library.module(self.procedure.game)
        self.resolution: Resolution | None = None
        """The resolution of answers and dice; None if a rule refuses them."""
        self.refusal = ""
        """Why they are refused, in the words of the form; empty if they are not."""
        self.refused_path = ""
        """Dotted path of the answer that is refused; empty if none or the answers together are."""
        self.taken: CheckedAnswers | None = None
        """The answers checked one by one; None before the first update."""
        self.applied: dict[str, int] = {}
        """The line of the log with the change, for each unit that this result has changed."""
        self.draft = self.open_draft(carry)
        self._begin_from_draft()

    def open_draft(self, carry: Mapping[str, Any]) -> CalculationDraft:
        """Return the draft that saves this calculation."""
        return CalculationDraft(self.context, self.procedure, carry)

    def _begin_from_draft(self) -> None:
        found = self.draft.initial
        self.rolls: list[Any] = found.rolls
        """The dice in the order in which they were thrown; from `update` on, each with the roll it was thrown for."""
        self.sheet = AnswerSheet(self.procedure, found.answers or self.initial_answers(), dict(found.origins))

    def initial_answers(self) -> dict[str, Any]:
        """Return the answers at the start: those carried over, and lists with the units that they need."""
        answers = {name: deepcopy(value) for name, value in self.draft.carry.items() if value is not None}
        for given in self.procedure.inputs:
            if given.kind == "rows" and given.least and given.name not in answers:
                answers[given.name] = [{} for _ in range(given.least)]
        return answers

    @property
    def done(self) -> bool:
        """Whether the result is final: every answer and every die is there."""
        return self.resolution is not None and self.resolution.done

    @property
    def begun(self) -> bool:
        """Whether the player has entered anything."""
        fresh = AnswerSheet(self.procedure, self.initial_answers())
        fresh.apply_session_defaults(self.session_defaults())
        return bool(self.rolls) or self.sheet.values != fresh.values

    def session_defaults(self) -> dict[str, str]:
        """Return the answers that the session's settings give, by dotted path."""
        table = self.context.session.state.of_game(self.procedure.game)
        return session_defaults(self.module, table.settings, self.procedure)

    def resolve(self) -> Resolution:
        """Return the resolution of the answers and dice. Raises Refused."""
        return self.context.engine.resolve(self.procedure.id, self.sheet.values, self.rolls)

    def update(self, resolution: Resolution | None = None) -> Refused | None:
        """Resolve again, unless the caller already has the resolution; save it, and log it if it is final.

        Returns the refusal of an answer outside its domain; that answer is no longer on the sheet then.
        """
        if not self.rolls:
            self.sheet.apply_session_defaults(self.session_defaults())
        self._resolve(resolution)
        self.save()
        try:
            self.taken = take_answers(self.procedure.inputs, self.sheet.values)
        except Refused as error:
            if error.where:
                self.sheet.put(error.where, None)
                self.update()
            return error
        return None

    def _resolve(self, resolution: Resolution | None) -> None:
        self.refusal = self.refused_path = ""
        try:
            self.resolution = resolution or self.resolve()
        except CompanionError as error:
            self.resolution = None
            self.refused_path = getattr(error, "where", "")
            self.refusal = self.worded(error)
        else:
            self.rolls = with_identity(self.rolls, self.resolution)

    def worded(self, error: CompanionError) -> str:
        """Return a refusal with the question in place of the input's name."""
        where = getattr(error, "where", "")
        if not where:
            return str(error)
        return str(error).replace(f"{where}:", f"{labels(self.procedure, (where,))[0]}:", 1)

    def save(self) -> None:
        """Put answers and dice on disk, and a final result with dice in the log."""
        if self.begun:
            self.draft.save(self.sheet.values, self.rolls, self.sheet.origins)
        else:
            self.draft.clear()
        if self.resolution is not None:
            self.draft.log_result(self.resolution)

    def enter_roll(self, value: Any) -> None:
        """Take dice for the roll that is due: as they were typed, or rolled by the companion. Raises Refused."""
        rolls = [*without_replaced(self.rolls, self.resolution), value]
        resolution = self.context.engine.resolve(self.procedure.id, self.sheet.values, rolls)
        self.rolls = rolls
        self.update(resolution)

    def roll(self) -> None:
        """Roll what is due, which is in the log when this returns; of a pool, the dice that are missing."""
        assert self.resolution is not None and self.resolution.needs
        self.enter_roll(self.context.roll(self.resolution.needs[0], self.procedure))

    def take_back_roll(self) -> Rolled | None:
        """Remove the last typed dice that count and return them; None for the companion's dice and for logged ones."""
        last = last_in_use(self.rolls, self.resolution)
        if not isinstance(last, LoggedRoll) or last.source == "app":
            return None
        self.rolls.remove(last)
        self.update()
        return last

    def commit(self) -> Logged | None:
        """Log a finished result that is not in the log, or correct its line; return the new line, None for none."""
        return self.draft.commit(self.resolution) if self.begun else None

    def restart(self) -> None:
        """Commit, then begin again without answers."""
        self.commit()
        self.draft.restart()
        self.start_over({}, [])

    def start_over(self, answers: dict[str, Any], rolls: list[Any]) -> None:
        """Begin with these answers and dice; without answers, with the initial ones."""
        self.applied = {}
        self.rolls = rolls
        self.sheet = AnswerSheet(self.procedure, answers or self.initial_answers())

    def reopen(self) -> None:
        """Continue with the draft of this calculator in the session that has been opened meanwhile."""
        self.draft = self.open_draft({})
        self.applied = {}
        self._begin_from_draft()

    def drop_undone_rolls(self) -> bool:
        """Remove dice that were undone in the log; return whether there were any."""
        rolls = self.draft.surviving_rolls(self.rolls)
        if len(rolls) == len(self.rolls):
            return False
        self.rolls = rolls
        return True

    def take_edited(self) -> bool | None:
        """Use the calculator as edited files have it.

        Returns whether it changed; None if the edited files no longer contain it, and it stays as it was.
        """
        module = self.context.library.module(self.procedure.game)
        if module is self.module:
            return False
        edited = module.find_procedure(self.procedure.id)
        self.module = module
        if edited is None:
            return None
        if edited == self.procedure:
            return False
        self.procedure = self.draft.procedure = edited
        self.sheet.take_procedure(edited)
        return True

    def next_steps(self) -> tuple[NextStep, ...]:
        """Return the follow-ups that the rules demand after the result."""
        return self.resolution.next if self.resolution is not None and self.done else ()

    def rulings(self) -> tuple[TableRuling, ...]:
        """Return the table rulings on this calculator, its modifiers and the rules that they cite."""
        rulings = self.context.rulings()
        if not rulings:
            return ()
        lines = self.resolution.ledger if self.resolution else ()
        cites = {self.procedure.cite, *(line.cite for line in lines)} - {""}
        ids = {self.procedure.id} | {
            record.id
            for cite in cites
            for record in self.context.library.find(f"{self.procedure.game}:{cite}")
        }
        return tuple(ruling for ruling in rulings if ruling.record in ids)

    def ruled_paths(self) -> frozenset[str]:
        """Return the paths of questions that decide a modifier with a table ruling."""
        abouts = {ruling.about for ruling in self.rulings()}
        if self.resolution is None or not abouts:
            return frozenset()
        return frozenset(
            path
            for line in self.resolution.ledger
            if f"{self.procedure.id}/{line.label}" in abouts
            for path in line.inputs
        )

    def ruling_targets(self, path: tuple[str, ...]) -> list[tuple[str, str]]:
        """Return what a ruling may be about at a question, as (id, words); the calculator as a whole last.

        An empty path gives the calculator alone.
        """
        targets: dict[str, str] = {}
        for line in self.resolution.ledger if self.resolution and path else ():
            reads = {part for read in line.inputs for part in (read, read.partition(".")[0])}
            if f"{path[0]}.{path[-1]}" in line.inputs or (len(path) == 1 and path[0] in reads):
                targets.setdefault(f"{self.procedure.id}/{line.label}", line.label)
        return [*targets.items(), (self.procedure.id, f"{self.procedure.title}, as a whole")]

    def status(self) -> str:
        """Return the line of the result in the log, or why it is not saved; empty if neither applies."""
        if self.draft.log_error:
            return f"NOT IN THE LOG: {self.draft.log_error}"
        if self.draft.save_error:
            return f"NOT SAVED: {self.draft.save_error}"
        return f"Line {self.draft.line} of the log." if self.draft.is_logged else ""

    def welcome(self) -> str:
        """Return the message that an earlier calculation has been restored; empty for a new one."""
        if not self.draft.initial.begun:
            return ""
        where = f" It is line {self.draft.line} of the log." if self.draft.is_logged else ""
        return f"Your {'' if where else 'unfinished '}calculation is back; F8 starts again.{where}"

    def summary_text(self, width: int) -> list[str]:
        """Return the answer in a line or two, and where it is saved."""
        lines = summary_lines(self.resolution, self.procedure, self.refusal, width)
        notes = [self.status()] if self.done or self.draft.error else []
        if unit_changes(self):
            notes.append("= takes the result over to a unit.")
        text = " ".join(filter(None, notes))
        return [*lines, *(wrapped(text, width) if text else [])]

    def answer_text(self, width: int, what_if: WhatIf) -> list[str]:
        """Return odds, ledger, look-ups and notes; above them option A beside the present answers."""
        lines: list[str] = []
        kept = option_a(self)
        if kept is not None and options_differ(self):
            lines += ["Option A, and B as answered now"]
            lines += [*comparison_table(kept, current_option(self), width), ""]
        return lines + answer_lines(
            self.resolution, self.procedure, self.module, width, self.rulings(), what_if.runs, what_if.would
        )
