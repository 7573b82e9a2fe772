"""Changes that results make to units, and the results in the log that are not applied to their units yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from companion.formula.evaluation import names_read
from companion.model import GameModule, UnitPart
from companion.model.event import Calculated, Moved, UnitDropped, UnitKept
from companion.model.recorded import Prompt
from companion.play.session import Session
from companion.play.state import Unit
from companion.play.unit_parts import changed_facts, is_removed, named_values, parts_of

RESULT = "result-"
"""Prefix of the id of a prompt for a result that is not applied; the number of its line follows."""


class UnitChange(NamedTuple):
    """A change that a result makes to the facts of a unit, or its removal."""

    unit: Unit
    facts: dict[str, Any]
    """The new values, by fact; None for a fact that is no longer known. A unit that is restored has all its facts."""
    part: UnitPart
    how: Literal["changes", "removes", "restores"] = "changes"
    """Whether the unit changes, is removed, or is restored because the corrected result no longer removes it."""


class Unapplied(NamedTuple):
    """A result in the log that is not applied to units that took part in it."""

    line: int
    turn: int
    """Turn in which it was logged."""
    event: Calculated
    changes: list[UnitChange]

    def prompt(self, module: GameModule) -> Prompt:
        """Return the prompt to apply the result."""
        names = " and ".join(dict.fromkeys(change.unit.name for change in self.changes))
        procedure = module.find_procedure(self.event.procedure)
        cite = procedure.cite if procedure is not None else ""
        return Prompt(f"{RESULT}{self.line}", f"Apply to {names}: {self.event.summary}", self.turn, cite)


def due(session: Session) -> tuple[Prompt, ...]:
    """Return what is due in the game in play: prompts, then results that are not applied."""
    return (*session.game_state.due(), *(result.prompt(session.module) for result in unapplied(session)))


def unapplied(session: Session) -> list[Unapplied]:
    """Return the results of the game in play that are neither applied nor set aside, in the order of the log."""
    logged = _LoggedChanges(session)
    settled = session.game_state.settled
    results = []
    for line, (turn, event) in logged.results.items():
        versions = logged.versions(line)
        if line in logged.corrected or any(f"{RESULT}{version}" in settled for version in versions):
            continue
        changes = list(_open_changes(session, event, line, logged))
        if changes:
            results.append(Unapplied(line, turn, event, changes))
    return results


def changed_unit(
    module: GameModule, part: UnitPart, unit: Unit | None, values: Mapping[str, Any]
) -> UnitChange | None:
    """Return the change that a result still makes to a unit; None for none."""
    if unit is None:
        return None
    if is_removed(module, part, values):
        return UnitChange(unit, {}, part, "removes")
    facts = changed_facts(module, part, unit, values)
    return UnitChange(unit, facts, part) if facts else None


class _LoggedChanges:
    """The results in the log and the changes of units, as far as they count."""

    def __init__(self, session: Session) -> None:
        self.results: dict[int, tuple[int, Calculated]] = {}
        """Turn and calculation, by line, of the calculations in which units took part."""
        self.corrects: dict[int, int] = {}
        self.applied: set[tuple[int, str, str]] = set()
        """Line of the result, part, and name of the unit, for each unit that a result has changed."""
        self.last: dict[tuple[str, str], int] = {}
        """Last line that set a fact of a unit, by name and fact; with an empty fact, the last that removed the unit."""
        self.by_hand: dict[tuple[str, str], int] = {}
        """Last line without a result that set a fact of a unit, by name and fact."""
        counting, turn = session.counting(), 1
        for logged in session.log:
            if logged.id in counting and logged.game == session.state.game:
                turn = logged.event.turn if isinstance(logged.event, Moved) else turn
                self._take(logged.id, turn, logged.event)
        self.corrected = set(self.corrects.values())

    def _take(self, line: int, turn: int, event: object) -> None:
        match event:
            case Calculated(amends=amends, units=units):
                if amends:
                    self.corrects[line] = amends
                if units:
                    self.results[line] = (turn, event)
            case UnitKept(name=name, facts=facts, result=result, part=part):
                self._change(line, name, result, part, *facts)
            case UnitDropped(name=name, result=result, part=part):
                self._change(line, name, result, part, "")

    def _change(self, line: int, name: str, result: int, part: str, *facts: str) -> None:
        if result:
            self.applied.add((result, part, name))
        for fact in facts:
            self.last[name, fact] = line
            if not result:
                self.by_hand[name, fact] = line

    def versions(self, line: int) -> list[int]:
        """Return a line and the lines that it corrects, directly or indirectly."""
        lines = [line]
        while lines[-1] in self.corrects:
            lines.append(self.corrects[lines[-1]])
        return lines

    def is_later(self, line: int, name: str, fact: str, relative: bool) -> bool:
        """Whether a later line has set this fact and so overrides the result.

        A `relative` change, which adds to the fact, is overridden only by a change made by hand.
        """
        return (self.by_hand if relative else self.last).get((name, fact), 0) > line


def _open_changes(
    session: Session, event: Calculated, line: int, logged: _LoggedChanges
) -> Iterator[UnitChange]:
    """Yield the changes that a result of the log still makes to its units."""
    module = session.module
    procedure = module.find_procedure(event.procedure)
    if procedure is None:
        return
    parts = parts_of(module, procedure)
    values = named_values(event.inputs, event.outcome)
    for key, name in event.units.items():
        part = parts.get(key.partition(".")[0])
        versions = logged.versions(line)
        if part is None or any((version, part.id, name) in logged.applied for version in versions):
            continue
        change = changed_unit(module, part, session.game_state.units.get(name), values)
        if change is None or logged.is_later(line, name, "", relative=False):
            continue
        relative = _relative_facts(module, part)
        facts = {
            fact: value
            for fact, value in change.facts.items()
            if not logged.is_later(line, name, fact, fact in relative)
        }
        if facts or change.how == "removes":
            yield change._replace(facts=facts)


def _relative_facts(module: GameModule, part: UnitPart) -> set[str]:
    """Return the facts to which the results of a part add, or from which they subtract."""
    return {
        change.fact
        for change in module.units.changes
        if (change.procedure, change.part) == (part.procedure, part.id)
        if change.to and ("was",) in names_read(change.to)
    }
