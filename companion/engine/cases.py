"""Worked examples: does a procedure give what the example says?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.pools import lacks
from companion.engine.resolve import Engine
from companion.model import CompanionError, RollRequest, nested


def verdict(engine: Engine, example: Mapping[str, Any]) -> str:
    """Empty where the example holds, else what came instead.

    An example holds when every key of its `outcome` comes back with that value, or, with `refused`, when the
    companion refuses or cannot finish with what is given.
    """
    try:
        resolution = engine.resolve(
            str(example.get("procedure", "")), example.get("inputs") or {}, example.get("rolls")
        )
    except CompanionError as error:
        return "" if example.get("refused") else f"refused: {error}"
    if not resolution.done:
        lacking = [*resolution.missing, *map(_lacking, resolution.needs)]
        return "" if example.get("refused") else f"not settled, missing {', '.join(lacking)}"
    outcome = nested(resolution.outcome)
    if example.get("refused"):
        return f"not refused but {outcome}"
    wanted = example.get("outcome") or {}
    wrong = [
        f"{name} {outcome.get(name, 'absent')!r} instead of {value!r}"
        for name, value in wanted.items()
        if name not in outcome or not same(outcome[name], value)
    ]
    return "; ".join(wrong)


def _lacking(request: RollRequest) -> str:
    return f"a roll of {request.dice}" if request.pool is None else lacks(request, request.given)


def same(found: Any, wanted: Any) -> bool:
    """Equal in value and kind: yes is not 1, 1 is not `1`."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return all(key in found and same(found[key], value) for key, value in wanted.items())
    return type(found) is type(wanted) and bool(found == wanted)
