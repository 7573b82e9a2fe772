"""Checks the steps that use another procedure: its inputs, its results, and how deep the uses go."""

from __future__ import annotations

from collections.abc import Mapping

from companion.load.inputs import References, input_paths, required_inputs
from companion.load.suggestions import suggest
from companion.load.text_yaml import Path
from companion.model import Procedure
from companion.model.procedure import Use

MOST_STEPS = 300
"""Most steps of a procedure that is used, including the steps of all procedures it uses."""
MOST_LEVELS = 12
"""Most levels of procedures that use each other."""


def check_use(step: Use, user: Procedure, known: References, at: Path) -> None:
    """Note the faults of a step at `at` that lie between its procedure `user` and the procedure it uses."""
    faults = known.between
    other = known.procedure(step.procedure, (*at, "procedure"))
    if other is None:
        return
    if user.id in used_by(other, known.procedures):
        faults.add((*at, "procedure"), f"{step.procedure} uses this procedure in turn")
    elif _steps_in_all(other, known.procedures, MOST_LEVELS) > MOST_STEPS:
        says = f"{step.procedure}, with all it uses, has more than {MOST_STEPS} steps or {MOST_LEVELS} levels"
        faults.add((*at, "procedure"), says)
    asked = {path for given in other.inputs for path in input_paths(given)}
    for name in step.given:
        if name not in asked:
            faults.add((*at, "given", name), f"{step.procedure} does not ask {name}", suggest(name, asked))
    for given in other.inputs:
        for name in required_inputs(given, step.given):
            faults.add((*at, "given"), f"{step.procedure} must know {name}", f"add {name}: ...")
    results = {outcome.name for outcome in other.outcome}
    for name, result in step.take.items():
        if result not in results:
            says = f"{step.procedure} has no result {result}"
            faults.add((*at, "take", name), says, suggest(result, results))


def _steps_in_all(procedure: Procedure, procedures: Mapping[str, Procedure], levels: int) -> int:
    """Count the steps of a procedure and of all that it uses, as often as it uses them; stop above MOST_STEPS."""
    steps = 0
    for step in procedure.every_step():
        steps += 1
        if isinstance(step, Use):
            if levels == 0:
                return MOST_STEPS + 1
            other = procedures.get(f"{procedure.game}:{step.procedure}")
            steps += _steps_in_all(other, procedures, levels - 1) if other else 0
        if steps > MOST_STEPS:
            break
    return steps


def used_by(procedure: Procedure, procedures: Mapping[str, Procedure]) -> set[str]:
    """Return the ids of a procedure and of all procedures that it uses, directly or not."""
    ids: set[str] = set()
    waiting = [procedure]
    while waiting:
        current = waiting.pop()
        if current.id in ids:
            continue
        ids.add(current.id)
        names = [f"{current.game}:{step.procedure}" for step in current.every_step() if isinstance(step, Use)]
        waiting += [procedures[name] for name in names if name in procedures]
    return ids
