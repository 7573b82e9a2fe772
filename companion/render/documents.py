"""Records as JSON documents: the one place where the JSON of the command line differs from the records' fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any

_FIELDS = {
    "ActiveRuling": "id about text on? authority session? permanent",
    "Annotation": "id=about title? bookmark note? on?",
    "Neighbours": "before after above chapter number of",
    "Chart": "id game section=cite title kind page rows columns cells shading footnotes own=overlay",
    "ChitUse": "id title does cite procedure?",
    "Choice": "key label when?",
    "Coming": "turn when order says",
    "Conflict": "id title readings taken why",
    "Counter": "id title side? count limit reached says cite",
    "CrossGameTerm": "term game means=there",
    "Entry": "id game section=number sections=numbers title kind gap optional chapter parent? family? same_number "
    "points links cited_by calculators phases conflicts own=overlay",
    "Flip": "input was would outcome",
    "Input": "name label type=kind cite domain when? left_out",
    "LedgerLine": "label value state cite because authority- round-",
    "TimelineLine": "number=logged.id at=logged.at game=logged.game turn=position.turn kind says undone pinned notes "
    "event",
    "Looked": "chart row column cell",
    "NextStep": "procedure? says cite inputs=carry",
    "Order": "number state since why? side=slip.side from=slip.sender? to=slip.recipient kind=slip.kind "
    "text=slip.text condition=slip.condition? sent=slip.sent arrives=slip.arrives arrives_at "
    "formations=slip.formations relay=slip.relay grace=slip.grace",
    "OpenFlip": "input was would roll",
    "OutcomeName": "name label headline",
    "OutcomeRecorded": "winner? level? condition? cite? why?",
    "PhaseStep": "number title says cite procedure? only? counts done units",
    "Point": "text authority depth kind only=mark?",
    "Procedure": "id title kind cite summary inputs rolls rounds outcome elsewhere own",
    "Prompt": "number id says turn cite procedure? order? about?",
    "RecordedRoll": "label dice value faces source",
    "Resolution": "procedure cite inputs ledger roll outcome odds flips next charts=looked column- needed- total- "
    "odds_now- steps- decisions- missing- remains- open_flips- untried- unused- by_hand-",
    "Roll": "name label dice part? when? count- most- counts-",
    "Rolled": "id name dice value source",
    "Rounds": "name title while=during",
    "Scenario": "id title cite chosen",
    "Setting": "name label choices value",
    "Shade": "colour means cells",
    "StepResult": "title says rolls round-",
    "Term": "id game section=cite title=term kind short also means",
    "Unit": "name side? facts",
    "Victory": "id title says side? cite",
    "UnitFact": "name label domain fills",
}
"""Keys of a record's JSON document, in order, by class name; records of other classes have all their fields.

`key=field` prints a field under another name. `?` after a key turns an empty value into null; `-` leaves out None and
empty text. A key that is not a field is computed by the caller of `document`.
"""

_Key = tuple[str, Callable[[Any], Any], str]


def document(record: Any, **computed: Any) -> dict[str, Any]:
    """Return the JSON document of a record (a Struct or named tuple); `computed`: values of keys that are no fields."""
    answer = {}
    for key, field, absent in _keys(record.__class__):
        value = computed[key] if key in computed else field(record)
        if absent == "-" and value in (None, ""):
            continue
        answer[key] = encoded(value or None if absent == "?" else value)
    return answer


def encoded(value: Any) -> Any:
    """Return a value as JSON can hold it: records as documents, sets as sorted lists, fractions and others as text."""
    if _field_names(value.__class__):
        return document(value)
    if isinstance(value, Mapping):
        return {key: encoded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [encoded(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(map(encoded, value))
    return value if isinstance(value, str | int | float | None) else str(value)


def _field_names(kind: type) -> tuple[str, ...]:
    """Return the fields of a record class, empty for other classes; msgspec would slow a search by a fifth."""
    names: tuple[str, ...] = getattr(kind, "__struct_fields__", ()) or getattr(kind, "_fields", ())
    return names


@lru_cache
def _keys(kind: type) -> tuple[_Key, ...]:
    """Return each key of a record's document with the getter of its value and its sign for absent values."""
    words = _FIELDS[kind.__name__].split() if kind.__name__ in _FIELDS else _field_names(kind)
    keys = []
    for word in words:
        absent = word[-1] if word[-1] in "?-" else ""
        key, _, field = word.rstrip("?-").partition("=")
        keys.append((key, attrgetter(field or key), absent))
    return tuple(keys)
