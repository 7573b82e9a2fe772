"""Changes of the order of play: sequence, scenarios, settings, and the facts kept for units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.model import GameModule
from tests.charts.play import SENTENCES
from tests.proofs.mutants import Mutant, Path, called, of_formula, records

PARTS = ("sequence", "scenarios", "units")
"""Records of a game that no calculator reads."""
FORMULAS = {"when", "to", "fits"}
ORDERED = {"phases", "steps", "sides", "times", "choices", "days", "lengths", "light"}
"""Lists whose order matters."""


def of_play(module: GameModule) -> Iterator[Mutant]:
    """Yield every change of every part, except of sentences."""
    for part in PARTS:
        top = getattr(module, part)
        for path, place, record in records(top, (part,), "") if top is not None else ():
            for field in record.__struct_fields__:
                if field not in SENTENCES or (type(record).__name__, field) == ("Arrival", "says"):
                    name = f"{module.game.slug}:{part}"
                    here = f"{place} {field}".strip()
                    yield from _of_field(part, name, (*path, field), here, field, getattr(record, field))


def _of_field(part: str, name: str, path: Path, place: str, field: str, value: Any) -> Iterator[Mutant]:
    for now, text in _others(field, value):
        yield Mutant(part, name, path, place, str(value)[:80], now, text)


def _others(field: str, value: Any) -> Iterator[tuple[Any, str]]:
    """Yield other values of a field, each with its text."""
    if isinstance(value, str) and value and field in FORMULAS:
        yield from ((now, now) for now in of_formula(value, boolean=field != "to"))
    elif isinstance(value, str) and value and field == "says":
        now = _other_unit(value)
        yield now, now or "none"
    elif value in ("yes", "no"):
        now = "no" if value == "yes" else "yes"
        yield now, now
    elif isinstance(value, str) and value:
        yield from ((now, now or "none") for now in (_next(value), ""))
    elif isinstance(value, int):
        yield from ((now, str(now)) for now in (value + 1, value - 1))
    elif isinstance(value, dict):
        for key in value:
            yield {name: each for name, each in value.items() if name != key}, f"without {key}"
    elif isinstance(value, tuple):
        for index, each in enumerate(value):
            named = called(each, index) if isinstance(each, msgspec.Struct) else str(each)
            yield value[:index] + value[index + 1 :], f"without {named}"
            if field in ORDERED and index:
                swapped = (*value[: index - 1], each, value[index - 1], *value[index + 1 :])
                yield swapped, f"{named} one earlier"


def _other_unit(says: str) -> str:
    """The arrival with its first digit increased, or without its first unit."""
    for at, char in enumerate(says):
        if char.isdigit():
            return f"{says[:at]}{(int(char) + 1) % 10}{says[at + 1 :]}"
    return says.partition("; ")[2]


def _next(text: str) -> str:
    """The text with its last digit increased, or with an added letter."""
    for at in reversed(range(len(text))):
        if text[at].isdigit():
            return f"{text[:at]}{(int(text[at]) + 1) % 10}{text[at + 1 :]}"
    return f"{text}~"
