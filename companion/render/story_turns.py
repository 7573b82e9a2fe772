"""The story turn by turn: what each line of the log tells, and lines that belong together in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from companion.model import GameModule
from companion.model import event as events
from companion.model.event import Calculated
from companion.play.prompts import OVER
from companion.render.luck import UNLIKELY, one_in
from companion.render.story_changes import Change, Lines
from companion.render.story_named import NOTE
from companion.render.timeline import TimelineLine

_TOLD = (events.ScenarioChosen, events.OrderSent, events.OrderBecame, events.ChitTried, events.UnitDropped)
"""Events that the story takes as the log has them, unless they follow from a result."""
_ARRIVAL = "arrival-"
"""Start of the id of an arrival among the prompts."""


class Telling(NamedTuple):
    """Facts of the story beside the lines of the log."""

    module: GameModule | None
    chances: Mapping[int, Fraction]
    """Chance of a result before the roll, by the line of its calculation."""
    effects: Mapping[int, list[str]]
    """Changes by a result, by the line of its calculation."""
    by_hand: Mapping[int, Change]
    """Changes of a unit by the players, by line."""
    dice: Mapping[int, str]
    """The dice of each side, by the line of a calculation in which both rolled."""
    phase_of: Mapping[int, str]
    """Phase of a line in words."""


class _Piece(NamedTuple):
    """A sentence, or a part of one."""

    place: TimelineLine
    """Line in whose turn and phase it belongs."""
    about: str
    """Sort and subject, such as `counted losses`; pieces in a row with the same words make one sentence."""
    says: str
    by: int = 0
    """Change of a counter."""


def story_turns(lines: Lines, counted: Lines, telling: Telling) -> list[dict[str, Any]]:
    """Return the sentences of the counted lines by turn and phase.

    A correction stands where the first calculation that it corrects happened; `lines` has those, too.
    """
    numbered = {line.logged.id: line for line in lines}
    places = [(_first(line, numbered), line) for line in counted]
    places.sort(key=lambda pair: pair[0].logged.id)
    prompts = _prompts(lines)
    pieces = [piece for place, line in places for piece in _pieces(place, line, telling, prompts)]
    told = list(_sentences(pieces, telling))
    return [
        {
            "turn": turn,
            "phases": [
                {"phase": phase, "says": [sentence for _, sentence in of_phase]}
                for phase, of_phase in groupby(
                    of_turn, key=lambda pair: telling.phase_of.get(pair[0].logged.id, "")
                )
            ],
        }
        for turn, of_turn in groupby(told, key=lambda pair: pair[0].position.turn)
    ]


def _first(line: TimelineLine, numbered: Mapping[int, TimelineLine]) -> TimelineLine:
    """Return the first calculation that a line corrects, by way of others; else the line itself."""
    while isinstance(line.logged.event, Calculated) and line.logged.event.amends in numbered:
        line = numbered[line.logged.event.amends]
    return line


def _prompts(lines: Iterable[TimelineLine]) -> dict[str, str]:
    """Return the text of every prompt that was raised, by its id."""
    moves = (line.logged.event for line in lines if isinstance(line.logged.event, events.Moved))
    return {prompt.id: prompt.says for event in moves for prompt in event.raises}


def _pieces(
    place: TimelineLine, line: TimelineLine, telling: Telling, prompts: Mapping[str, str]
) -> Iterator[_Piece]:
    """Yield what a line tells, with the players' notes on it; nothing if it is not part of the story."""
    yield from _events(place, line, telling, prompts)
    notes = line.notes if place is line else (*place.notes, *line.notes)
    yield from (_Piece(place, "", f"{NOTE}{note}”") for note in notes)


def _events(
    place: TimelineLine, line: TimelineLine, telling: Telling, prompts: Mapping[str, str]
) -> Iterator[_Piece]:
    event, number = line.logged.event, line.logged.id
    if isinstance(event, Calculated):
        chance = telling.chances.get(number)
        rare = f" ({one_in(chance)})" if chance is not None and chance <= UNLIKELY else ""
        yield _Piece(place, "", f"{event.summary}{rare}.")
        if number in telling.dice:
            yield _Piece(place, "", telling.dice[number])
        if number in telling.effects:
            yield _Piece(place, "", f"{'; '.join(telling.effects[number])}.")
    elif isinstance(event, events.Noted):
        yield _Piece(place, "", f"{NOTE}{event.text}”")
    elif isinstance(event, events.ChitDrawn) and not _chosen(telling.module):
        yield _Piece(place, "drawn", event.chit)
    elif isinstance(event, events.Counted):
        yield _Piece(place, f"counted {event.counter}", "", event.by)
    elif isinstance(event, events.Moved):
        yield from (_Piece(place, "", f"{each.says}.") for each in event.raises if each.id == OVER)
    elif isinstance(event, events.PromptSettled):
        if event.how == "done" and event.prompt.startswith(_ARRIVAL) and event.prompt in prompts:
            yield _Piece(place, "", f"{prompts[event.prompt]}.")
    elif number in telling.by_hand:
        unit, changed = telling.by_hand[number]
        yield _Piece(place, f"unit {unit}", changed)
    elif isinstance(event, (*_TOLD, events.ChitDrawn)) and not getattr(event, "result", 0):
        yield _Piece(place, "", f"{line.says}.")


def _chosen(module: GameModule | None) -> bool:
    """Whether the players choose the Command that acts."""
    cup = module.cup if module is not None else None
    return cup is not None and cup.how == "chosen"


def _sentences(pieces: Iterable[_Piece], telling: Telling) -> Iterator[tuple[TimelineLine, str]]:
    """Yield each sentence with the line to which it belongs; pieces about the same subject in a phase are joined."""
    counts: dict[str, int] = {}

    def together(piece: _Piece) -> tuple[str, int, str]:
        about = piece.about or f"line {id(piece)}"
        return about, piece.place.position.turn, telling.phase_of.get(piece.place.logged.id, "")

    for (about, _, _), joined in groupby(pieces, key=together):
        run = list(joined)
        sort, _, subject = about.partition(" ")
        if sort == "line":
            yield from ((piece.place, piece.says) for piece in run)
        elif sort == "drawn":
            yield run[0].place, f"Drawn: {', '.join(piece.says for piece in run)}."
        elif sort == "unit":
            yield run[0].place, f"{subject}: {', '.join(piece.says for piece in run)}."
        else:
            before = counts.get(subject, 0)
            counts[subject] = before + sum(piece.by for piece in run)
            yield run[0].place, _count_words(telling.module, subject, before, counts[subject])


def _count_words(module: GameModule | None, counter: str, before: int, now: int) -> str:
    """`Losses of I Corps: 4 to 6 (limit 12).`"""
    known = {each.id: each for each in (module.scenarios.counters if module else ())}.get(counter)
    limit = f" (limit {known.limit})" if known is not None and known.limit is not None else ""
    return f"{known.title if known is not None else counter}: {before} to {now}{limit}."
