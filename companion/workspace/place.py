"""The place from which a calculator was opened: order, chit, due prompt or phase, and its units and names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from companion.model.answer_path import answer_at
from companion.model.recorded import Prompt
from companion.play.activation import acting, activation
from companion.play.clock import moments
from companion.workspace.unit_changes import facts_before

if TYPE_CHECKING:
    from companion.workspace.answer_sheet import AnswerSheet
    from companion.workspace.calculation import Calculation
    from companion.workspace.context import AppContext


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """The place from which a calculator was opened. A draft is continued only from the same place."""

    id: str = ""
    """Id such as `order 3`; empty for the list of calculators, the search and the command palette."""
    title: str = ""
    """Title for the player: `order 3`, `Longstreet's chit`; empty for the list."""
    about: str = ""
    """Leader, HQ, formation or unit for whom the calculator was opened; empty for nobody."""
    chit: str = ""
    """Command whose chit it is; empty for none."""
    order: int = 0
    """Number of the order; 0 for none."""
    source: str = ""
    """Title of the calculator that led here and handed answers over; empty for none."""
    line: int = 0
    """Line of that calculator in the log; 0 for none."""
    waits: bool = False
    """Whether the order, chit or prompt waits for the result; false for calculators that follow."""
    units: dict[str, str] = {}
    """Names of the units in the previous calculators, by part, as in `fire.target`."""
    names: dict[str, str] = {}
    """Names that the previous calculator handed over, by role."""
    answers: dict[str, tuple[Any, str]] = {}
    """Answers of previous calculators that a later one takes, as in `fire-target.terrain`, each with its origin."""
    given: dict[str, tuple[Any, str]] = {}
    """Answers of previous calculators that this one takes, by the path of its question, each with its origin."""
    before: dict[str, dict[str, Any]] = {}
    """Facts of units, by name, from before any result of the exchange that led here was applied."""
    recipient: str = ""
    """Recipient of the order; empty for none."""

    @property
    def key(self) -> str:
        """Key under which a draft of this place is saved; all phases share one."""
        return "phase" if self.id.startswith("phase ") else self.id

    @property
    def words(self) -> str:
        """The place in words: for whom and where, as in `Hood, order 3`; empty for the list of calculators."""
        named = self.about and self.about in self.title
        return ", ".join(filter(None, ("" if named else self.about, self.title)))

    def after(
        self,
        calculation: Calculation,
        names: dict[str, str] | None = None,
        earlier: Mapping[str, str] | None = None,
    ) -> Place:
        """Return the place of a calculator that follows this calculation, with the units that took part in it.

        `names`: names that the calculation hands over, by role; `earlier`: answers of earlier calculators by the
        question that takes them, as in `NextStep.earlier`.
        """
        short = calculation.procedure.id.partition(":")[2]
        units = {f"{short}.{part}": name for part, name in calculation.sheet.units.items()}
        others = {part: name for part, name in self.units.items() if part not in units}
        before = facts_before(calculation) | self.before
        answers = self.answers | dict(_later_answers(calculation))
        title = calculation.procedure.title
        return msgspec.structs.replace(
            self,
            source=title,
            line=calculation.logged_line,
            waits=False,
            units=others | units,
            names=names or {},
            before=before,
            answers=answers,
            given={path: answers[source] for path, source in (earlier or {}).items() if source in answers},
        )


LIST = Place()
"""The list of calculators, the search, the command palette."""


def _later_answers(calculation: Calculation) -> Iterator[tuple[str, tuple[Any, str]]]:
    """Yield the answers that any follow-up in the game takes from this calculator, each with its origin."""
    procedure, resolution = calculation.procedure, calculation.resolution
    short = procedure.id.partition(":")[2]
    steps = (step for other in calculation.module.procedures for step in other.next)
    for source in dict.fromkeys(source for step in steps for source in step.earlier.values()):
        owner, _, path = source.partition(".")
        value = answer_at(resolution.inputs, path) if owner == short and resolution is not None else None
        if value is not None:
            yield source, (value, procedure.title)


def fill_given(place: Place, sheet: AnswerSheet) -> None:
    """Fill in the answers taken from earlier calculators in the chain, except those that were handed over."""
    for path, (value, source) in place.given.items():
        if sheet.at(tuple(path.split("."))) is None:
            sheet.fill(path, value, source)


def list_place(context: AppContext) -> Place:
    """Return the place of a calculator opened from a list, with the Command that acts now, if any."""
    command = _acting(context)
    return Place(about=command, chit=command)


def phase_place(context: AppContext, unit: str = "") -> Place:
    """Return the place of a calculator opened from a step of the current phase, for `unit` if the step is for units."""
    turn, moment = context.position
    command = _acting(context)
    about = unit or command
    return Place(f"phase {turn} {moment} {about}".strip(), "", about, command)


def chit_place(hq: str) -> Place:
    """Return the place of a calculator opened for the chit of `hq`."""
    return Place(f"chit {hq}", f"{hq}'s chit", hq, hq, waits=True)


def order_place(context: AppContext, number: int, about: str = "") -> Place:
    """Return the place of a calculator opened for an order, which may not be written yet."""
    order = context.session.game_state.order(number)
    whom = about or (order.slip.recipient if order is not None else "")
    recipient = order.slip.recipient if order is not None else about
    place = f"order {number} {whom}".strip()
    return Place(place, f"order {number}", whom, order=number, recipient=recipient, waits=True)


def prompt_place(context: AppContext, prompt: Prompt) -> Place:
    """Return the place of a calculator that a due prompt asks for."""
    if prompt.order:
        return order_place(context, prompt.order, prompt.about)
    return Place(f"prompt {prompt.id.partition('@')[0]}", "", prompt.about, waits=True)


def _acting(context: AppContext) -> str:
    """Return the Command that acts now, in games whose players choose who acts; empty for none."""
    sequence, cup = context.module.sequence, context.session.game_state.cup
    at = context.position
    if sequence is None or sequence.cup is None or sequence.cup.how != "chosen" or cup.turn != at.turn:
        return ""
    if activation(sequence):
        return acting(sequence, cup, at)
    moment = moments(sequence)[at.moment]
    its_side = cup.side_of(cup.moving)
    of_its_side = not its_side or moment.side in ("", its_side)
    return cup.moving if moment.phase.id == sequence.cup.phase and of_its_side else ""
