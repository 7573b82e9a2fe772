"""Resolves a calculator with the dice of a command line."""

from __future__ import annotations

from typing import Any

from companion.engine import Dice, Engine, parse_rolls
from companion.engine.answers import domain_words
from companion.engine.pools import lacks
from companion.model import Procedure, Resolution


def resolve_with(
    engine: Engine, procedure: Procedure, answers: dict[str, Any], rolls: list[str], dice: Dice | None = None
) -> Resolution:
    """Resolve with the values of --roll; for `app`, roll with `dice`, or with new dice."""
    if rolls != ["app"]:
        return engine.resolve(procedure.id, answers, parse_rolls(rolls))
    dice, rolled = dice or Dice(), []
    resolution = engine.resolve(procedure.id, answers, [])
    while resolution.needs:
        rolled.append(dice.roll(resolution.needs[0]))
        resolution = engine.resolve(procedure.id, answers, rolled)
    return resolution


def missing_words(resolution: Resolution, procedure: Procedure) -> str:
    """Return one line with the missing answers or the next roll, and their domains, for an unfinished resolution."""
    inputs = {asked.name: asked for asked in procedure.inputs}
    missing = []
    for path in resolution.missing:
        asked = inputs.get(path)
        missing.append(f"{path} ({domain_words(asked, resolution.inputs)})" if asked else path)
    if missing:
        return f"{procedure.id} still needs {', '.join(missing)}"
    request = resolution.needs[0]
    if request.pool is not None:
        dice = ",".join("N" * min(request.pool, 3)) + (",..." if request.pool > 3 else "")
        return (
            f"{procedure.id}: {lacks(request, request.given)}; {request.dice}, each die {request.least} to "
            f"{request.most}: --roll {dice}, or --roll app; --odds shows the odds without rolling"
        )
    return (
        f"{procedure.id} needs a roll of {request.dice}, {request.least} to {request.most}: "
        "--roll N, or --roll app; --odds shows the odds without rolling"
    )
