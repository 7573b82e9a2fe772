"""Worked examples: does a procedure give what the example says?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.resolve import Engine
from companion.model import CompanionError


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
        lacking = [*resolution.missing, *(f"a roll of {each.dice}" for each in resolution.needs)]
        return "" if example.get("refused") else f"not settled, missing {', '.join(lacking)}"
    if example.get("refused"):
        return f"not refused but {resolution.outcome}"
    wanted = example.get("outcome") or {}
    wrong = [
        f"{name} {resolution.outcome.get(name, 'absent')!r} instead of {value!r}"
        for name, value in wanted.items()
        if name not in resolution.outcome or not same(resolution.outcome[name], value)
    ]
    return "; ".join(wrong)


def same(found: Any, wanted: Any) -> bool:
    """Equal in value and kind: yes is not 1, 1 is not `1`."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return all(key in found and same(found[key], value) for key, value in wanted.items())
    return type(found) is type(wanted) and bool(found == wanted)
