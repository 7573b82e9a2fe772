"""Resolving with the dice of a command line, and saying what is still needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.engine import Dice, Engine
    from companion.model import Procedure, Resolution


def resolve(
    engine: Engine, procedure: Procedure, answers: dict[str, Any], texts: list[str], own: Dice | None = None
) -> Resolution:
    """Resolves with the dice given on the command line; `app` lets the companion roll what is due, with its `own`."""
    from companion.engine import Dice, parse_rolls

    if texts != ["app"]:
        return engine.resolve(procedure.id, answers, parse_rolls(texts))
    dice, rolls = own or Dice(), []
    resolution = engine.resolve(procedure.id, answers, [])
    while resolution.needs:
        rolls.append(dice.roll(resolution.needs[0]))
        resolution = engine.resolve(procedure.id, answers, rolls)
    return resolution


def lacking(resolution: Resolution, procedure: Procedure) -> str:
    """What is missing, in one line with its domain."""
    from companion.engine.answers import domain_words
    from companion.engine.pools import lacks

    inputs = {each.name: each for each in procedure.inputs}
    told = []
    for path in resolution.missing:
        given = inputs.get(path)
        told.append(f"{path} ({domain_words(given, resolution.inputs)})" if given else path)
    if told:
        return f"{procedure.id} still needs {', '.join(told)}"
    request = resolution.needs[0]
    if request.pool is not None:
        dice = ",".join("N" * min(request.pool, 3)) + (",..." if request.pool > 3 else "")
        return (
            f"{procedure.id}: {lacks(request, request.given)}; {request.dice}, each die {request.least} to "
            f"{request.most}: --roll {dice}, or --roll app; --odds shows the odds before it"
        )
    return (
        f"{procedure.id} needs a roll of {request.dice}, {request.least} to {request.most}: "
        "--roll N, or --roll app; --odds shows the odds before it"
    )
