"""A calculation in progress: answers, dice and result, saved after every change, and logged when it is finished."""

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
from companion.model.wording import counted
from companion.render.calculator import Section, rulings_by_modifier, sections
from companion.render.comparison import comparison_table
from companion.render.names import title_words
from companion.render.summary import labels
from companion.workspace.answer_sheet import AnswerSheet, Known
from companion.workspace.autofill import barred_words, units_at_start
from companion.workspace.changed_answers import changed_answers, changed_line
from companion.workspace.draft import CalculationDraft
from companion.workspace.known import assign_named_units, fill_known, known_answers
from companion.workspace.names import new_names, participants, place_names, unit_names
from companion.workspace.place import Place, fill_given, list_place
from companion.workspace.rulings import rulings_on
from companion.workspace.thrown_dice import last_in_use, with_identity, without_replaced
from companion.workspace.unit_changes import changes_words, due_changes, possible_changes
from companion.workspace.what_if import current_option, end_comparison, option_a, options_differ

if TYPE_CHECKING:
    from companion.workspace.context import AppContext


class Calculation:
    """A calculator in use in a session.

    Call `update` after every change of answers or dice: it resolves them again, saves them, and logs a finished result
    with dice before anyone sees it. Call `commit` when the player leaves.
    """

    def __init__(
        self, context: AppContext, procedure: str, carry: Mapping[str, Any], place: Place | None = None
    ) -> None:
        """Open a calculator. Raises NotFound.

        `procedure`: its id; `carry`: answers handed over by the previous calculator; `place`: where it is opened.
        """
        self.context = context
        self.procedure = context.library.procedure(procedure)
        self.module = context.library.module(self.procedure.game)
        self.resolution: Resolution | None = None
        """The resolution of answers and dice; None if the answers are refused."""
        self.refusal = ""
        """Why the answers are refused, in the words of the form; empty if they are not."""
        self.refused_path = ""
        """Dotted path of the refused answer; empty if none is, or if only the combination of answers is refused."""
        self.taken: CheckedAnswers | None = None
        """The answers, checked one by one; None before the first update."""
        self.draft = self.open_draft(carry, place or list_place(context))
        self._begin_from_draft()

    def open_draft(self, carry: Mapping[str, Any], place: Place) -> CalculationDraft:
        """Return the draft that saves this calculation."""
        return CalculationDraft(self.context, self.procedure, carry, place)

    def _begin_from_draft(self) -> None:
        initial = self.draft.initial
        self.rolls: list[Any] = initial.rolls
        """The dice in the order in which they were thrown; from `update` on, each with the roll it was thrown for."""
        if not initial.begun:
            self.sheet = self.fresh_sheet()
            self.sheet.names = dict(initial.names)
            return
        self.sheet = AnswerSheet(self.procedure, initial.answers, dict(initial.origins))
        self.sheet.standing, self.sheet.units = set(initial.standing), dict(initial.units)
        self.sheet.names = dict(initial.names)

    @property
    def logged_line(self) -> int:
        """The line of the log with the result; 0 for none."""
        return self.draft.line if self.draft.is_logged else 0

    @property
    def place(self) -> Place:
        """The place from which the calculator was opened."""
        return self.draft.place

    def fresh_sheet(self) -> AnswerSheet:
        """Return a sheet with the initial answers, and the units that take part from the start."""
        sheet = AnswerSheet(self.procedure, self.initial_answers())
        source = self.place.source
        sheet.origins = {path: source for path, _ in single_answers(self.draft.carry)} if source else {}
        fill_given(self.place, sheet)
        sheet.units = units_at_start(self)
        return sheet

    def initial_answers(self) -> dict[str, Any]:
        """Return the answers that were handed over, and lists with the fewest units that they must have."""
        answers = {name: deepcopy(value) for name, value in self.draft.carry.items() if value is not None}
        for question in self.procedure.inputs:
            if question.kind == "rows" and question.least and question.name not in answers:
                answers[question.name] = [{} for _ in range(question.least)]
        return answers

    @property
    def done(self) -> bool:
        """Whether the result is final: no answer and no die is missing."""
        return self.resolution is not None and self.resolution.done

    @property
    def names(self) -> dict[str, str]:
        """The names of units and leaders, by role: typed ones, else those of participating units, else of the place."""
        return {**place_names(self.procedure, self.place), **unit_names(self), **self.sheet.names}

    @property
    def title(self) -> str:
        """The title of the calculator, with the names."""
        return title_words(self.procedure, self.names)

    def name(self, names: Mapping[str, str]) -> None:
        """Set names by role, as the player typed them; an empty name leaves the role to unit and place."""
        self.assign_named_units(names)
        self.sheet.names = {}
        self.sheet.names = new_names(names, self.names)
        self.update()

    def assign_named_units(self, names: Mapping[str, str]) -> None:
        """Let recorded units that are named take the parts of their roles."""
        assign_named_units(self, names)

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
        """Resolve again, unless the caller passes the resolution; save the draft, and log a final result.

        Returns the refusal of an invalid answer, which is removed from the sheet; None if all are valid.
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
        """Return a refusal in words, with the label of the question instead of the input's name."""
        where = getattr(error, "where", "")
        if not where:
            return str(error)
        return str(error).replace(f"{where}:", f"{labels(self.procedure, (where,))[0]}:", 1)

    def save(self) -> None:
        """Save answers and dice to disk, and log a final result with dice."""
        if self.begun:
            self.draft.save(self.sheet, self.rolls)
        else:
            self.draft.clear()
        if self.resolution is not None:
            self.draft.log_result(self.resolution, participants(self))

    def enter_roll(self, value: Any) -> None:
        """Enter all dice of the roll that is due, as typed or as rolled by the companion. Raises Refused."""
        rolls = [*without_replaced(self.rolls, self.resolution), value]
        resolution = self.context.engine.resolve(self.procedure.id, self.sheet.values, rolls)
        for due in resolution.needs:
            if due.given > due.kept:
                raise Refused(lacks(due, due.given))
        self.rolls = rolls
        end_comparison(self)
        self.update(resolution)

    def roll(self) -> None:
        """Roll the dice that are due (of a pool, the missing ones), and log them."""
        assert self.resolution is not None
        self.enter_roll(self.context.roll(self.resolution.needs[0], self.procedure))

    def decide(self, decision: Decision) -> Refused | None:
        """Make a choice before the next roll by setting its answers; return the refusal of one, as `update` does."""
        self.sheet.decide(decision.answers, len(self.rolls))
        return self.update()

    @property
    def last_typed(self) -> Rolled | None:
        """The last dice in use, if they were typed; None for the companion's dice."""
        last = last_in_use(self.rolls, self.resolution)
        return last if last is not None and last.source != "app" else None

    def take_back_roll(self) -> Rolled | None:
        """Remove the last dice in use if they were typed, and return them; None otherwise."""
        last = self.last_typed
        if last is not None:
            self.rolls.remove(last)
            self.sheet.take_back_choices(len(self.rolls))
            self.update()
        return last

    def commit(self) -> Logged | None:
        """Log a finished result that is not in the log, or correct its line; return the new line, or None."""
        return self.draft.commit(self.resolution, participants(self)) if self.begun else None

    def restart(self) -> None:
        """Commit, then begin another calculation without answers."""
        self.commit()
        self.draft.restart()
        self.start_over({}, [])

    def start_over(self, answers: dict[str, Any], rolls: list[Any]) -> None:
        """Begin again with these answers and dice; without answers, with the initial ones."""
        self.rolls = rolls
        self.sheet = AnswerSheet(self.procedure, answers) if answers else self.fresh_sheet()

    def reopen(self) -> None:
        """Begin again in a session that has been opened since."""
        self.draft = self.open_draft({}, list_place(self.context))
        self._begin_from_draft()

    def continue_earlier(self) -> bool:
        """Continue the earlier, unfinished calculation instead of this one; return whether there is one."""
        if self.rolls or not self.draft.continue_offered():
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

    def use_edited(self) -> bool | None:
        """Use the calculator of the edited files; return whether it changed.

        Returns None if the edited files no longer contain it; then the old one stays in use.
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
        self.sheet.use_procedure(edited)
        return True

    def decisions(self) -> tuple[Decision, ...]:
        """Return the choices open to the player before the next roll."""
        return self.resolution.decisions if self.resolution is not None else ()

    def next_steps(self) -> tuple[NextStep, ...]:
        """Return the follow-ups that the rules require after the result."""
        return self.resolution.next if self.resolution is not None else ()

    def changes_text(self) -> str:
        """Return how the result changes the units that took part; empty if it does not."""
        return changes_words(self.module, due_changes(self))

    def return_text(self) -> str:
        """Return the offer to go back to the order, chit or prompt with a final result; empty if there is none."""
        if not (self.done and self.place.waits):
            return ""
        return f"Back to {self.place.title or 'what is due'} with this result"

    def modifier_letters(self) -> dict[str, str]:
        """Return the letters of the modifiers, by sign."""
        return modifier_letters(self.module.procedures)[self.procedure.id]

    def changed_line(self, width: int) -> str:
        """Return the answers that differ from their defaults, as a line of at most `width` columns."""
        asked = self.taken.asked if self.taken is not None else ()
        return changed_line(changed_answers(self.sheet, asked), width)

    def status(self) -> str:
        """Return which line of the log has the result, or why it is not saved; empty if neither applies."""
        if self.draft.log_error:
            return f"NOT IN THE LOG: {self.draft.log_error}"
        if self.draft.save_error:
            return f"NOT SAVED: {self.draft.save_error}"
        return f"Line {self.draft.line} of the log." if self.draft.is_logged else ""

    def earlier_text(self) -> str:
        """Return the offer to continue an earlier calculation; empty if there is none, or if dice were rolled."""
        return "" if self.rolls else self.draft.offered_text()

    def notes_text(self) -> str:
        """Return what is not counted, which units are barred, where the result is saved, and what can be done next."""
        by_hand = len(self.procedure.by_hand)
        not_counted = [f"By hand: {counted(by_hand, 'rules')} below the ledger."] if by_hand else []
        notes = [
            *not_counted,
            *barred_words(self),
            *([self.status()] if self.done or self.draft.error else []),
        ]
        if self.rolls and self.done and not due_changes(self) and possible_changes(self):
            notes.append("Press = to apply the result to a unit.")
        return " ".join(filter(None, (*notes, self.earlier_text())))

    def sections(self) -> list[Section]:
        """Return the sections beside odds and ledger: the comparison with option A first, then the explanations."""
        option, resolution = option_a(self), self.resolution
        if resolution is None:
            return []
        texts: list[Section] = []
        if option is not None and options_differ(self):
            compared = option, current_option(self)
            title = "Option A and current answers (B)"
            texts.append(Section("comparison", title, lambda width: comparison_table(*compared, width)))
        rulings = rulings_on(self)
        of_modifiers = rulings_by_modifier(resolution, rulings)
        others = [ruling for ruling in rulings if ruling.about.partition("/")[2] not in of_modifiers]
        return texts + sections(resolution, self.procedure, self.module, others)

    def instead_of_ledger(self) -> tuple[str, Callable[[int], list[str]]] | None:
        """Return the title and text shown in place of odds and ledger; None if these are shown."""
        return None
