"""Changes of units: by results, by hand during play, and losses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.model import GameModule
from companion.model import event as events
from companion.model.event import Calculated
from companion.model.wording import value_words
from companion.render.timeline import TimelineLine

Lines = Sequence[TimelineLine]
Change = tuple[str, str]
"""A unit and its change: `2nd Wisconsin`, `Strength points 5 to 3`."""


def changes_by_results(lines: Lines, module: GameModule | None) -> dict[int, list[str]]:
    """Return the changes of units by each result, by line number: `2nd Wisconsin: Strength points 5 to 3`."""
    effects: dict[int, list[str]] = {}
    for line, known in _with_facts(lines):
        event = line.logged.event
        if isinstance(event, events.UnitDropped) and event.result:
            effects.setdefault(event.result, []).append(f"{event.name} removed")
        elif isinstance(event, events.UnitKept) and event.result:
            changes = ", ".join(
                _change_words(module, name, known, value) for name, value in event.facts.items()
            )
            effects.setdefault(event.result, []).append(f"{event.name}: {changes}")
    return effects


def changes_by_hand(lines: Lines, module: GameModule | None) -> dict[int, Change]:
    """Return the changes of units that players made by hand after the first calculation, by line number.

    A fact that was unknown before is reported only if it is a state.
    """
    states = {fact.name for fact in (module.units.facts if module else ()) if fact.is_state == "yes"}
    changes: dict[int, Change] = {}
    begun = False
    for line, known in _with_facts(lines):
        event = line.logged.event
        begun = begun or isinstance(event, Calculated)
        if begun and isinstance(event, events.UnitKept) and not event.result:
            words = [
                _change_words(module, name, known, value)
                for name, value in event.facts.items()
                if value != known.get(name) and (known.get(name) is not None or (name in states and value))
            ]
            if words:
                changes[line.logged.id] = (event.name, ", ".join(words))
    return changes


def losses(lines: Lines, module: GameModule | None, sides: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield each number of a unit that changed in play, with its value at the start and at the end of each turn.

    A removed unit has an additional row without numbers.
    """
    by_hand = changes_by_hand(lines, module)
    values: dict[tuple[str, str], dict[int, int]] = {}
    starts: dict[tuple[str, str], int] = {}
    changed: dict[tuple[str, str], int | None] = {}
    begun = False
    for line, known in _with_facts(lines):
        event, turn = line.logged.event, line.position.turn
        begun = begun or isinstance(event, Calculated)
        if begun and isinstance(event, events.UnitDropped):
            changed[event.name, ""] = turn
        if not isinstance(event, events.UnitKept):
            continue
        played = bool(event.result) or line.logged.id in by_hand
        for fact, value in event.facts.items():
            if type(value) is int:
                key = (event.name, fact)
                starts.setdefault(key, value)
                values.setdefault(key, {})[turn] = value
                if played and value != known.get(fact):
                    changed.setdefault(key, None)
    for (name, fact), removed in changed.items():
        course = values.get((name, fact), {})
        yield {
            "unit": name,
            "side": sides.get(name.casefold(), ""),
            "what": _label(module, fact) if fact else "removed",
            "start": starts.get((name, fact)),
            "by_turn": {str(turn): value for turn, value in course.items()},
            "end": next(reversed(course.values()), None),
            "removed": removed,
        }


def _with_facts(lines: Lines) -> Iterator[tuple[TimelineLine, Mapping[str, Any]]]:
    """Yield each line with the facts known about its unit before it."""
    known: dict[str, dict[str, Any]] = {}
    for line in lines:
        event = line.logged.event
        if isinstance(event, events.UnitDropped):
            yield line, known.pop(event.name.casefold(), {})
        elif isinstance(event, events.UnitKept):
            facts = known.get(event.name.casefold(), {})
            yield line, facts
            known[event.name.casefold()] = {**facts, **event.facts}
        else:
            yield line, {}


def _change_words(module: GameModule | None, name: str, known: Mapping[str, Any], value: Any) -> str:
    """Return a change, as in `Strength points 5 to 3`, `Disrupted` and `no longer Disrupted`."""
    label, was = _label(module, name), known.get(name)
    if isinstance(value, bool):
        return label if value else f"no longer {label}" if was else f"not {label}"
    if was is None or isinstance(was, bool):
        return f"{label} {value_words(value)}"
    return f"{label} {value_words(was)} to {value_words(value)}"


def _label(module: GameModule | None, fact: str) -> str:
    labels = {known.name: known.label for known in (module.units.facts if module else ())}
    return labels.get(fact) or fact.replace("_", " ")
