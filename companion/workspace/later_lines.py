"""Later calculations in the log that used values of a calculation that is being corrected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from companion.model.answer_path import OPEN, answer_at, single_answers
from companion.model.event import Calculated
from companion.play.unit_parts import named_values, part_answers, parts_of
from companion.render.summary import labels
from companion.workspace.unit_changes import applied_to, exchanged, facts_after

if TYPE_CHECKING:
    from companion.workspace.amendment import Amendment


LATER = "Used the old values"
"""Title of the list of later lines."""


class LaterLine(NamedTuple):
    """A calculation in the log that used values of the corrected calculation."""

    line: int
    event: Calculated
    paths: tuple[str, ...]
    """Paths of the answers with an old value; empty if the corrected result no longer leads to this calculation."""


def later_lines(amendment: Amendment) -> list[LaterLine]:
    """Return the later lines that used values which the correction changes, in the order of the log.

    For the correction of a correction, they include those between the two.
    """
    session = amendment.context.session
    counting, first = session.counting(), min(_lines_of(amendment))
    lines = {line.id: line.event for line in session.log if line.id in counting and line.id > first}
    later = {line: event for line, event in lines.items() if isinstance(event, Calculated)}
    corrected = {amendment.line, *(event.amends for event in later.values())}
    affected = []
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
            affected.append(LaterLine(line, event, tuple(dict.fromkeys(paths))))
    return affected


def later_words(amendment: Amendment) -> str:
    """Return the later lines in words: `line 14 (Defender's state), line 15 (no longer follows)`; empty for none."""
    words = []
    for line, event, paths in later_lines(amendment):
        procedure = amendment.module.find_procedure(event.procedure)
        named = labels(procedure, paths) if procedure is not None else ()
        what = "; ".join(dict.fromkeys(named)) or "no longer follows"
        words.append(f"line {line} ({what})")
    return ", ".join(words)


def _lines_of(amendment: Amendment) -> set[int]:
    """Return the corrected line, and the lines that it corrects itself."""
    lines, event = {amendment.line}, amendment.context.session.event(amendment.line).event
    while isinstance(event, Calculated) and event.amends:
        lines.add(event.amends)
        event = amendment.context.session.event(event.amends).event
    return lines


def _follows(amendment: Amendment, event: Calculated) -> bool:
    """Whether a calculation was opened from the corrected one, as a follow-up of the logged result."""
    follow_ups = {step.procedure for step in amendment.recorded.follow_ups}
    return event.after in _lines_of(amendment) and event.procedure in follow_ups


def _no_longer_follows(amendment: Amendment, event: Calculated) -> bool:
    assert amendment.resolution is not None
    follow_ups = {step.procedure for step in amendment.resolution.next}
    return _follows(amendment, event) and event.procedure not in follow_ups


def _handed_over(amendment: Amendment, event: Calculated) -> Iterator[str]:
    """Yield the answers that a calculation took from the logged result, if the corrected one hands over others."""
    if not _follows(amendment, event):
        return
    assert amendment.resolution is not None
    now = [step.carry for step in amendment.resolution.next if step.procedure == event.procedure]
    for step in amendment.recorded.follow_ups:
        for path, old in single_answers(step.inputs) if step.procedure == event.procedure else ():
            new = [answer_at(carry, path) for carry in now if answer_at(carry, path) is not None]
            if old not in (None, OPEN) and new and old not in new and answer_at(event.inputs, path) == old:
                yield path


def _earlier(amendment: Amendment, event: Calculated, later: Mapping[int, Calculated]) -> Iterator[str]:
    """Yield the answers that a calculation took from answers of the corrected one, earlier in the chain."""
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
        old = answer_at(amendment.recorded.inputs, question)
        now = answer_at(amendment.resolution.inputs, question)
        if name == short and old != now and old is not None and answer_at(event.inputs, path) == old:
            yield path


def _of_units(amendment: Amendment, line: int, event: Calculated) -> Iterator[str]:
    """Yield the answers that came from facts of units which the logged result had changed."""
    session, module = amendment.context.session, amendment.module
    procedure = module.find_procedure(event.procedure)
    changed = _changed_facts(amendment, line)
    taking_part = {key: name for key, name in event.units.items() if name in changed}
    if procedure is None or not taking_part:
        return
    units = session.state_before(line).of_game(module.game.slug).units
    parts = parts_of(module, procedure)
    for key, name in taking_part.items():
        part_id, _, row = key.partition(".")
        if part_id not in parts or name not in units:
            continue
        unit = units[name]
        other = msgspec.structs.replace(unit, facts={**unit.facts, **exchanged(unit.facts, *changed[name])})
        was, now = (part_answers(parts[part_id], version, row) for version in (unit, other))
        yield from (
            path for path in was if was[path] != now.get(path) and answer_at(event.inputs, path) == was[path]
        )


def _changed_facts(amendment: Amendment, line: int) -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """Return, by unit, its facts after the logged result and after the corrected one, for changes before a line."""
    assert amendment.resolution is not None
    values = named_values(amendment.resolution.inputs, amendment.resolution.outcome)
    parts = parts_of(amendment.module, amendment.procedure)
    changed = {}
    for (part, name), earlier in applied_to(amendment, line).items():
        if part in parts:
            was, now = facts_after(amendment.module, parts[part], earlier, values)
            if was != now:
                changed[name] = was, now
    return changed
