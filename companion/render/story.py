"""The story of a game: what happened turn by turn, what was unlikely, and what the units lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from companion.model import GameModule, UnitPart
from companion.model.event import Calculated, UnitKept
from companion.render.luck import UNLIKELY, Thrown, chance_of, dice_facts, thrown, unlikely_facts
from companion.render.story_changes import Lines, changes_by_hand, changes_by_results, losses
from companion.render.story_named import dice_by_line, with_side, with_sides_named
from companion.render.story_sides import names_with_sides, side_of_roll, sides_by_name
from companion.render.story_turns import Telling, story_turns
from companion.render.timeline import TimelineLine

_MOST_TURNING_POINTS = 12
"""Maximum number of turning points that are listed."""


def story_facts(
    lines: Lines, module: GameModule | None, replaced: Iterable[int], phase_of: Mapping[int, str]
) -> dict[str, Any]:
    """Return the story of one game.

    `lines`: those of the game; `replaced`: numbers of calculations that were corrected later; `phase_of`: phase in
    words, by line number.
    """
    corrected = set(replaced)
    counted = [line for line in lines if not line.undone and line.logged.id not in corrected]
    done = [(line, line.logged.event) for line in counted if isinstance(line.logged.event, Calculated)]
    chances = {
        line.logged.id: chance
        for line, event in done
        if (chance := chance_of(event, module.find_procedure(event.procedure) if module else None))
        is not None
    }
    effects = changes_by_results(counted, module)
    sides = sides_by_name(counted)
    parts = module.units.parts if module else ()
    dice = dice_by_line(
        ((line.logged.id, event) for line, event in done),
        lambda event, roll: side_of_roll(event, roll, sides, parts),
    )
    telling = Telling(module, chances, effects, changes_by_hand(counted, module), dice, phase_of)
    names = names_with_sides(counted, sides)
    return {
        "cast": _cast(counted, sides),
        "turns": with_sides_named(story_turns(lines, counted, telling), names),
        "turning_points": list(_turning_points(done, chances, effects, names)),
        "unlikely": unlikely_facts(
            [(event.odds, chances[line.logged.id]) for line, event in done if line.logged.id in chances]
        ),
        "dice": dice_facts(_throws(done, sides, parts)),
        "losses": list(losses(counted, module, sides)),
    }


def _throws(
    done: Iterable[tuple[TimelineLine, Calculated]], sides: Mapping[str, str], parts: Iterable[UnitPart]
) -> Iterator[tuple[str, Thrown]]:
    """Yield the dice of each roll with the side that rolled."""
    known = tuple(parts)
    for _, event in done:
        for roll in event.rolls:
            if dice := thrown(roll):
                yield side_of_roll(event, roll.id, sides, known), dice


def _cast(lines: Sequence[TimelineLine], sides: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the names of the units in calculations, by side, in order of appearance."""
    units = {line.logged.event.name.casefold() for line in lines if isinstance(line.logged.event, UnitKept)}
    cast: dict[str, list[str]] = {}
    for line in lines:
        event = line.logged.event
        if isinstance(event, Calculated):
            for name in (*event.names.values(), *event.units.values()):
                known = cast.setdefault(sides.get(name.casefold(), ""), [])
                if name.casefold() in units and name not in known:
                    known.append(name)
    return {side: names for side, names in cast.items() if side and names}


def _turning_points(
    done: Iterable[tuple[TimelineLine, Calculated]],
    chances: Mapping[int, Fraction],
    effects: Mapping[int, list[str]],
    names: Mapping[str, str],
) -> Iterator[dict[str, Any]]:
    """Yield the unlikely results, the least likely first; `names` has the side of each name."""
    rare = [(chances[line.logged.id], line, event) for line, event in done if line.logged.id in chances]
    rare = [each for each in rare if each[0] <= UNLIKELY]
    rare.sort(key=lambda each: (each[0], each[1].logged.id))
    for chance, line, event in rare[:_MOST_TURNING_POINTS]:
        number = line.logged.id
        yield {
            "line": number,
            "turn": line.position.turn,
            "says": with_side(event.summary, names),
            "chance": str(chance),
            "effects": effects.get(number, []),
        }
