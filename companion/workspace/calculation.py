"""A calculation in progress: its answers, dice and result, saved and logged after every change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from companion.engine import take_answers
from companion.engine.answers import CheckedAnswers
from companion.engine.pools import lacks
from companion.model import CompanionError, Decision, NextStep, Refused, Resolution, Rolled
from companion.model.answer_keys import modifier_letters
from companion.model.answer_path import single_answers
from companion.model.event import Logged
from companion.render.calculator import Section, rulings_by_modifier, sections
from companion.render.comparison import comparison_table
from companion.render.names import title_words
from companion.render.summary import labels
from companion.workspace.answer_sheet import AnswerSheet, Known
from companion.workspace.autofill import barred_words, units_at_start
from companion.workspace.changed_answers import changed_answers, changed_line
from companion.workspace.draft import CalculationDraft
from companion.workspace.known import fill_known, known_answers, take_named
from companion.workspace.names import own_names, place_names, taking, unit_names
from companion.workspace.place import Place, fill_given, list_place
from companion.workspace.rulings import rulings_on
from companion.workspace.thrown_dice import last_in_use, with_identity, without_replaced
from companion.workspace.unit_changes import changes_words, due_changes, possible_changes
from companion.workspace.what_if import current_option, end_comparison, option_a, options_differ

if TYPE_CHECKING:
    from companion.workspace.context import AppContext


class Calculation:
    """A calculator in use in a session.

    `update` is called after every change of answers or dice; it resolves them again, saves them, and logs a finished
    result with dice before anyone sees it. `commit` is called when the player leaves.
    """

    def __init__(
        self, context: AppContext, procedure: str, carry: Mapping[str, Any], place: Place | None = None
    ) -> None:
        """`procedure`: id of a calculator; `carry`: answers handed over by the one before; `place`: where it is opened.

        Raises NotFound.
        """
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
        self.draft = self.open_draft(carry, place or list_place(context))
        self._begin_from_draft()

    def open_draft(self, carry: Mapping[str, Any], place: Place) -> CalculationDraft:
        """Return the draft that saves this calculation."""
        return CalculationDraft(self.context, self.procedure, carry, place)

    def _begin_from_draft(self) -> None:
        found = self.draft.initial
        self.rolls: list[Any] = found.rolls
        """The dice in the order in which they were thrown; from `update` on, each with the roll it was thrown for."""
        if not found.begun:
            self.sheet = self.fresh_sheet()
            self.sheet.names = dict(found.names)
            return
        self.sheet = AnswerSheet(self.procedure, found.answers, dict(found.origins))
        self.sheet.standing, self.sheet.units = set(found.standing), dict(found.units)
        self.sheet.names = dict(found.names)

    @property
    def logged_line(self) -> int:
        """The line of the log that holds the result, 0 for none."""
        return self.draft.line if self.draft.is_logged else 0

    @property
    def place(self) -> Place:
        """The place from which the calculator was opened."""
        return self.draft.place

    def fresh_sheet(self) -> AnswerSheet:
        """Return the answers at the start, with the units that take part from the start."""
        sheet = AnswerSheet(self.procedure, self.initial_answers())
        source = self.place.source
        sheet.origins = {path: source for path, _ in single_answers(self.draft.carry)} if source else {}
        fill_given(self.place, sheet)
        sheet.units = units_at_start(self)
        return sheet

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
    def names(self) -> dict[str, str]:
        """The names of those it is about, by role: typed, of the units that take part, or of its place."""
        return {**place_names(self.procedure, self.place), **unit_names(self), **self.sheet.names}

    @property
    def title(self) -> str:
        """The title with the names."""
        return title_words(self.procedure, self.names)

    def name(self, names: Mapping[str, str]) -> None:
        """Take names by role as the player typed them; an empty one leaves that role to unit and place."""
        self.take_named(names)
        self.sheet.names = {}
        self.sheet.names = own_names(names, self.names)
        self.update()

    def take_named(self, names: Mapping[str, str]) -> None:
        """Let kept units that are named take the parts of their roles."""
        take_named(self, names)

    @property
    def begun(self) -> bool:
        """Whether the player has entered anything."""
        fresh = self.fresh_sheet()
        if self.rolls or self.sheet.units != fresh.units:
            return True
        fresh.fill_known(self.known())
        return self.sheet.values != fresh.values

    def known(self) -> dict[str, Known]:
        """Return the answers that the session knows, by dotted path."""
        return known_answers(self)

    def resolve(self) -> Resolution:
        """Return the resolution of the answers and dice. Raises Refused."""
        return self.context.engine.resolve(self.procedure.id, self.sheet.values, self.rolls)

    def update(self, resolution: Resolution | None = None) -> Refused | None:
        """Resolve again, unless the caller already has the resolution; save it, and log it if it is final.

        Returns the refusal of an answer outside its domain; that answer is no longer on the sheet then.
        """
        if not self.rolls:
            fill_known(self)
        self._resolve(resolution)
        self.save()
        try:
            self.taken = take_answers(self.procedure.inputs, self.sheet.values)
        except Refused as error:
            if error.where:
                self.sheet.drop_refused(error.where)
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
            self.draft.save(self.sheet, self.rolls)
        else:
            self.draft.clear()
        if self.resolution is not None:
            self.draft.log_result(self.resolution, taking(self))

    def enter_roll(self, value: Any) -> None:
        """Take all dice of the roll that is due: as they were typed, or rolled by the companion. Raises Refused."""
        rolls = [*without_replaced(self.rolls, self.resolution), value]
        resolution = self.context.engine.resolve(self.procedure.id, self.sheet.values, rolls)
        for due in resolution.needs:
            if due.given > due.kept:
                raise Refused(lacks(due, due.given))
        self.rolls = rolls
        end_comparison(self)
        self.update(resolution)

    def roll(self) -> None:
        """Roll what is due, which is in the log when this returns; of a pool, the dice that are missing."""
        assert self.resolution is not None
        self.enter_roll(self.context.roll(self.resolution.needs[0], self.procedure))

    def decide(self, decision: Decision) -> Refused | None:
        """Make a choice that the player has before the next roll: take its answers. Returns what `update` does."""
        self.sheet.decide(decision.answers, len(self.rolls))
        return self.update()

    @property
    def last_typed(self) -> Rolled | None:
        """The last dice that count, if they were typed; None for the companion's dice."""
        last = last_in_use(self.rolls, self.resolution)
        return last if last is not None and last.source != "app" else None

    def take_back_roll(self) -> Rolled | None:
        """Remove the last dice if they were typed, and return them; None otherwise."""
        last = self.last_typed
        if last is not None:
            self.rolls.remove(last)
            self.sheet.take_back_choices(len(self.rolls))
            self.update()
        return last

    def commit(self) -> Logged | None:
        """Log a finished result that is not in the log, or correct its line; return the new line, None for none."""
        return self.draft.commit(self.resolution, taking(self)) if self.begun else None

    def restart(self) -> None:
        """Commit, then begin again without answers."""
        self.commit()
        self.draft.restart()
        self.start_over({}, [])

    def start_over(self, answers: dict[str, Any], rolls: list[Any]) -> None:
        """Begin with these answers and dice; without answers, with the initial ones."""
        self.rolls = rolls
        self.sheet = AnswerSheet(self.procedure, answers) if answers else self.fresh_sheet()

    def reopen(self) -> None:
        """Begin in the session that has been opened meanwhile."""
        self.draft = self.open_draft({}, list_place(self.context))
        self._begin_from_draft()

    def continue_earlier(self) -> bool:
        """Continue the unfinished calculation that is offered in place of this one; return whether there is one."""
        if self.rolls or not self.draft.take_offered():
            return False
        self._begin_from_draft()
        return True

    def drop_undone_rolls(self) -> bool:
        """Remove dice that were undone in the log; return whether there were any."""
        rolls = self.draft.surviving_rolls(self.rolls)
        if len(rolls) == len(self.rolls):
            return False
        self.rolls = rolls
        self.sheet.take_back_choices(len(rolls))
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

    def decisions(self) -> tuple[Decision, ...]:
        """Return the choices that the player has before the next roll."""
        return self.resolution.decisions if self.resolution is not None and not self.done else ()

    def next_steps(self) -> tuple[NextStep, ...]:
        """Return the follow-ups that the rules demand after the result."""
        return self.resolution.next if self.resolution is not None and self.done else ()

    def changes_text(self) -> str:
        """Return what the result changes about the units that took part; empty for nothing."""
        return changes_words(self.module, due_changes(self))

    def return_text(self) -> str:
        """Return the words for going back to the order, chit or prompt with a final result; empty if it has none."""
        if not (self.done and self.place.waits):
            return ""
        return f"Back to {self.place.title or 'what is due'} with this result"

    def modifier_letters(self) -> dict[str, str]:
        """Return the letters of the modifiers, by sign."""
        return modifier_letters(self.module.procedures)[self.procedure.id]

    def changed_line(self, width: int) -> str:
        """Return the answers that differ from their defaults, in a line of at most `width` columns."""
        asked = self.taken.asked if self.taken is not None else ()
        return changed_line(changed_answers(self.sheet, asked), width)

    def status(self) -> str:
        """Return the line of the result in the log, or why it is not saved; empty if neither applies."""
        if self.draft.log_error:
            return f"NOT IN THE LOG: {self.draft.log_error}"
        if self.draft.save_error:
            return f"NOT SAVED: {self.draft.save_error}"
        return f"Line {self.draft.line} of the log." if self.draft.is_logged else ""

    def earlier_text(self) -> str:
        """Return the offer of an earlier unfinished calculation; empty if there is none, or dice were rolled."""
        return "" if self.rolls else self.draft.offered_text()

    def notes_text(self) -> str:
        """Return which units the rules bar, where the answer is saved, and what can be done with it."""
        notes = [*barred_words(self), *([self.status()] if self.done or self.draft.error else [])]
        if self.rolls and self.done and not due_changes(self) and possible_changes(self):
            notes.append("= applies the result to a unit.")
        return " ".join(filter(None, (*notes, self.earlier_text())))

    def sections(self) -> list[Section]:
        """Return what explains the answer beside odds and ledger; first option A beside the present answers."""
        kept, resolution = option_a(self), self.resolution
        if resolution is None:
            return []
        texts: list[Section] = []
        if kept is not None and options_differ(self):
            option, now = kept, current_option(self)
            title = "Option A and current answers (B)"
            texts.append(Section("comparison", title, lambda width: comparison_table(option, now, width)))
        rulings = rulings_on(self)
        of_modifiers = rulings_by_modifier(resolution, rulings)
        others = [ruling for ruling in rulings if ruling.about.partition("/")[2] not in of_modifiers]
        return texts + sections(resolution, self.procedure, self.module, others)

    def instead_of_ledger(self) -> tuple[str, Callable[[int], list[str]]] | None:
        """Return the title and text of what is shown in place of odds and ledger; None for a new calculation."""
        return None
