"""The story of a game: what happened turn by turn, what was unlikely, and what the units lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from companion.model import GameModule
from companion.model import event as events
from companion.model.event import Calculated
from companion.model.wording import value_words
from companion.render.luck import UNLIKELY, chance_of, dice_facts, one_in, thrown, unlikely_facts
from companion.render.timeline import TimelineLine

_TOLD = (
    events.ScenarioChosen,
    events.OrderSent,
    events.OrderBecame,
    events.ChitDrawn,
    events.ChitTried,
    events.Counted,
    events.UnitDropped,
)
"""Events that the story tells, besides calculations and notes."""
_MOST_TURNING_POINTS = 12
"""Turning points that are listed, the least likely first."""

Lines = Sequence[TimelineLine]


def story_facts(
    lines: Lines, module: GameModule | None, replaced: Iterable[int], phase_of: Mapping[int, str]
) -> dict[str, Any]:
    """Return the story of one game.

    `lines`: those of the game; `replaced`: numbers of calculations that were corrected later; `phase_of`: number of a
    line to its phase in words.
    """
    gone = set(replaced)
    counted = [line for line in lines if not line.undone and line.logged.id not in gone]
    done = [(line, line.logged.event) for line in counted if isinstance(line.logged.event, Calculated)]
    chances = {
        line.logged.id: chance
        for line, event in done
        if (chance := chance_of(event, module.find_procedure(event.procedure) if module else None))
        is not None
    }
    effects = _effects(counted, module)
    sides = sides_of_units(counted)
    throws = (
        (_side(event, roll.id, sides), dice)
        for _, event in done
        for roll in event.rolls
        if (dice := thrown(roll))
    )
    return {
        "turns": list(_turns(counted, chances, effects, phase_of)),
        "turning_points": list(_turning_points(done, chances, effects)),
        "unlikely": unlikely_facts(
            [(event.odds, chances[line.logged.id]) for line, event in done if line.logged.id in chances]
        ),
        "dice": dice_facts(throws),
        "losses": list(_losses(counted, module, sides)),
    }


def sides_of_units(lines: Iterable[TimelineLine]) -> dict[str, str]:
    """Return the side of each unit that has one, by its name in small letters."""
    kept = (line.logged.event for line in lines if isinstance(line.logged.event, events.UnitKept))
    return {event.name.casefold(): event.side for event in kept if event.side}


def _side(done: Calculated, roll: str, sides: Mapping[str, str]) -> str:
    """Return the side whose unit rolled: the one in the part that rolls, or the first that is named; else empty."""
    part = roll.partition(":")[0] if ":" in roll else ""
    named = {**done.names, **done.units}
    names = [named[part]] if part in named else list(named.values())
    return next((sides[name.casefold()] for name in names if name.casefold() in sides), "")


def _effects(lines: Lines, module: GameModule | None) -> dict[int, list[str]]:
    """Return what each result changed about units, by its line: `2nd Wisconsin: Strength points 5 to 3`."""
    labels = {fact.name: fact.label or fact.name for fact in (module.units.facts if module else ())}
    known: dict[str, dict[str, Any]] = {}
    effects: dict[int, list[str]] = {}
    for line in lines:
        event = line.logged.event
        if isinstance(event, events.UnitDropped):
            if event.result:
                effects.setdefault(event.result, []).append(f"{event.name} removed")
            known.pop(event.name.casefold(), None)
        elif isinstance(event, events.UnitKept):
            facts = known.setdefault(event.name.casefold(), {})
            if event.result:
                told = ", ".join(
                    f"{labels.get(name) or name.replace('_', ' ')} {_change(facts.get(name), value)}"
                    for name, value in event.facts.items()
                )
                effects.setdefault(event.result, []).append(f"{event.name}: {told}")
            facts.update(event.facts)
    return effects


def _change(was: Any, now: Any) -> str:
    return value_words(now) if was is None else f"{value_words(was)} to {value_words(now)}"


def _turns(
    lines: Lines,
    chances: Mapping[int, Fraction],
    effects: Mapping[int, list[str]],
    phase_of: Mapping[int, str],
) -> Iterator[dict[str, Any]]:
    told = [(line, sentence) for line in lines for sentence in _sentences(line, chances, effects)]
    for turn, of_turn in groupby(told, key=lambda pair: pair[0].position.turn):
        phases = [
            {"phase": phase, "says": [sentence for _, sentence in of_phase]}
            for phase, of_phase in groupby(of_turn, key=lambda pair: phase_of.get(pair[0].logged.id, ""))
        ]
        yield {"turn": turn, "phases": phases}


def _sentences(
    line: TimelineLine, chances: Mapping[int, Fraction], effects: Mapping[int, list[str]]
) -> Iterator[str]:
    event, number = line.logged.event, line.logged.id
    if isinstance(event, Calculated):
        chance = chances.get(number)
        rare = f" ({one_in(chance)})" if chance is not None and chance <= UNLIKELY else ""
        yield f"{event.summary}{rare}."
        if number in effects:
            yield f"{'; '.join(effects[number])}."
    elif isinstance(event, events.Noted):
        yield f"“{event.text}”"
    elif isinstance(event, _TOLD) and not getattr(event, "result", 0):
        yield f"{line.says}."


def _turning_points(
    done: Iterable[tuple[TimelineLine, Calculated]],
    chances: Mapping[int, Fraction],
    effects: Mapping[int, list[str]],
) -> Iterator[dict[str, Any]]:
    """Yield the unlikely results, the least likely first."""
    rare = [(chances[line.logged.id], line, event) for line, event in done if line.logged.id in chances]
    rare = [each for each in rare if each[0] <= UNLIKELY]
    rare.sort(key=lambda each: (each[0], each[1].logged.id))
    for chance, line, event in rare[:_MOST_TURNING_POINTS]:
        number = line.logged.id
        yield {
            "line": number,
            "turn": line.position.turn,
            "says": event.summary,
            "chance": str(chance),
            "effects": effects.get(number, []),
        }


def _losses(lines: Lines, module: GameModule | None, sides: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield each number of a unit that results changed, with its value at the start and at the end of each turn."""
    labels = {fact.name: fact.label or fact.name for fact in (module.units.facts if module else ())}
    values: dict[tuple[str, str], dict[int, int]] = {}
    starts: dict[tuple[str, str], int] = {}
    changed: set[tuple[str, str]] = set()
    for line in lines:
        event = line.logged.event
        if not isinstance(event, events.UnitKept):
            continue
        for fact, value in event.facts.items():
            if type(value) is int:
                key = (event.name, fact)
                starts.setdefault(key, value)
                values.setdefault(key, {})[line.position.turn] = value
                changed |= {key} if event.result else set()
    for key in values:
        if key in changed:
            name, fact = key
            yield {
                "unit": name,
                "side": sides.get(name.casefold(), ""),
                "what": labels.get(fact) or fact.replace("_", " "),
                "start": starts[key],
                "by_turn": {str(turn): value for turn, value in values[key].items()},
                "end": next(reversed(values[key].values())),
            }
