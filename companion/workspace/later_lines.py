"""Later calculations in the log that took values from a calculation which is corrected now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from companion.model.answer_path import OPEN, answer_at, single_answers
from companion.model.event import Calculated, UnitDropped, UnitKept
from companion.play.unit_parts import named_values, part_answers, parts_of
from companion.render.summary import labels
from companion.workspace.unit_changes import applied_to, exchanged, facts_after

if TYPE_CHECKING:
    from companion.workspace.amendment import Amendment


LATER = "Used the old values"
"""Words before the list of later lines."""


class LaterLine(NamedTuple):
    """A calculation in the log with values from the calculation that is corrected."""

    line: int
    event: Calculated
    paths: tuple[str, ...]
    """Paths of the answers that had the old value; empty if the corrected result no longer leads to it."""


def later_lines(amendment: Amendment) -> list[LaterLine]:
    """Return the later lines of the log that used values which the correction changes, in the order of the log."""
    session = amendment.context.session
    counting = session.counting()
    lines = {line.id: line.event for line in session.log if line.id in counting and line.id > amendment.line}
    later = {line: event for line, event in lines.items() if isinstance(event, Calculated)}
    corrected = {event.amends for event in later.values()}
    found = []
    for line, event in later.items():
        same_game = event.procedure.startswith(f"{amendment.module.game.slug}:")
        if line in corrected or not (amendment.done and same_game):
            continue
        paths = [
            *_handed_over(amendment, event),
            *_earlier(amendment, event, later),
            *_of_units(amendment, line, event),
        ]
        if paths or _no_longer_follows(amendment, event):
            found.append(LaterLine(line, event, tuple(dict.fromkeys(paths))))
    return found


def later_words(amendment: Amendment) -> str:
    """`line 14 (Defender's state), line 15 (no longer follows)`; empty if no later line used an old value."""
    told = []
    for line, event, paths in later_lines(amendment):
        procedure = amendment.context.library.procedure(event.procedure)
        what = "; ".join(dict.fromkeys(labels(procedure, paths))) or "no longer follows"
        told.append(f"line {line} ({what})")
    return ", ".join(told)


def _lines_of(amendment: Amendment) -> set[int]:
    """The line that is corrected, and those that it corrects itself."""
    session, lines, line = amendment.context.session, set(), amendment.line
    while line:
        lines.add(line)
        event = session.event(line).event
        line = event.amends if isinstance(event, Calculated) else 0
    return lines


def _follows(amendment: Amendment, event: Calculated) -> bool:
    """Whether a calculation was opened from the one that is corrected, and its result as logged leads there."""
    led = {step.procedure for step in amendment.recorded.follow_ups}
    return event.after in _lines_of(amendment) and event.procedure in led


def _no_longer_follows(amendment: Amendment, event: Calculated) -> bool:
    assert amendment.resolution is not None
    leads = {step.procedure for step in amendment.resolution.next}
    return _follows(amendment, event) and event.procedure not in leads


def _handed_over(amendment: Amendment, event: Calculated) -> Iterator[str]:
    """The answers that this calculation took from the logged result, if the corrected one hands over others."""
    if not _follows(amendment, event):
        return
    assert amendment.resolution is not None
    now = [step.carry for step in amendment.resolution.next if step.procedure == event.procedure]
    for step in amendment.recorded.follow_ups:
        for path, old in single_answers(step.inputs) if step.procedure == event.procedure else ():
            fresh = [answer_at(carry, path) for carry in now if answer_at(carry, path) is not None]
            if (
                old not in (None, OPEN)
                and fresh
                and old not in fresh
                and answer_at(event.inputs, path) == old
            ):
                yield path


def _earlier(amendment: Amendment, event: Calculated, later: Mapping[int, Calculated]) -> Iterator[str]:
    """The answers that this calculation took from answers of an earlier one, if that is the one that is corrected."""
    before, lines = later.get(event.after), _lines_of(amendment)
    source = before
    while source is not None and source.after not in lines:
        source = later.get(source.after)
    owner = amendment.module.find_procedure(before.procedure) if before is not None else None
    if source is None or owner is None or amendment.resolution is None:
        return
    short = amendment.procedure.id.partition(":")[2]
    steps = (
        step for step in owner.next if f"{amendment.module.game.slug}:{step.procedure}" == event.procedure
    )
    for path, taken in ((path, taken) for step in steps for path, taken in step.earlier.items()):
        name, _, question = taken.partition(".")
        old, now = (answer_at(each.inputs, question) for each in (amendment.recorded, amendment.resolution))
        if name == short and old != now and old is not None and answer_at(event.inputs, path) == old:
            yield path


def _of_units(amendment: Amendment, line: int, event: Calculated) -> Iterator[str]:
    """The answers of units that had facts from the logged result."""
    session, module = amendment.context.session, amendment.module
    procedure = module.find_procedure(event.procedure)
    changed = _changed_facts(amendment, line)
    if procedure is None or not changed.keys() & set(event.units.values()):
        return
    units = session.state_before(line).of_game(module.game.slug).units
    parts = parts_of(module, procedure)
    for key, name in event.units.items():
        part_id, _, row = key.partition(".")
        if part_id not in parts or name not in changed or name not in units:
            continue
        unit = units[name]
        other = msgspec.structs.replace(unit, facts={**unit.facts, **exchanged(unit.facts, *changed[name])})
        was, now = (part_answers(parts[part_id], each, row) for each in (unit, other))
        yield from (
            path for path in was if was[path] != now.get(path) and answer_at(event.inputs, path) == was[path]
        )


def _changed_facts(amendment: Amendment, line: int) -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """The facts of units after the logged result and after the corrected one, for changes before a line."""
    assert amendment.resolution is not None
    values = named_values(amendment.resolution.inputs, amendment.resolution.outcome)
    parts = parts_of(amendment.module, amendment.procedure)
    first = _first_applied(amendment)
    found = {}
    for (part, name), earlier in applied_to(amendment).items():
        if part in parts and first.get((part, name), line) < line:
            was, now = facts_after(amendment.module, parts[part], earlier, values)
            if was != now:
                found[name] = was, now
    return found


def _first_applied(amendment: Amendment) -> dict[tuple[str, str], int]:
    """The first line in which the logged result changed a unit, by part and name."""
    lines, found = _lines_of(amendment), {}
    for logged in reversed(amendment.context.session.log):
        event = logged.event
        if isinstance(event, UnitKept | UnitDropped) and event.result in lines:
            found[event.part, event.name] = logged.id
    return found
