"""Checks a procedure against its charts and the other procedures of its game."""

from __future__ import annotations

from companion.formula.types import joined
from companion.load.faults import Faults
from companion.load.formula_checks import NAME, Scope, check_braces, check_formula
from companion.load.inputs import References, check_input, input_paths
from companion.load.step_checks import StepChecker
from companion.load.suggestions import suggest
from companion.load.text_yaml import Path
from companion.load.value_kinds import asks_for_blanks
from companion.model import Procedure


def check_procedure(procedure: Procedure, known: References) -> None:
    """Note the faults of a procedure.

    Every formula is typed with the names that are known at its place, so a misspelt input, a choice that does not exist
    or a condition that adds text is a fault with a line.
    """
    scope: Scope = {}
    paths: set[str] = set()
    for index, given in enumerate(procedure.inputs):
        check_input(given, ("inputs", index), scope, known.own)
        paths.update(input_paths(given, rows=True))
    steps = StepChecker(procedure, known, known.own, paths, asks_for_blanks(procedure))
    steps.check(procedure.steps, ("steps",), scope)
    values = {**steps.settled, **scope}
    for name in steps.settled.keys() & scope.keys():
        values[name] = joined(scope[name], steps.settled[name])
    _check_outcome(procedure, set(values), known.own)
    _check_follow_ups(procedure, values, known)


def _check_outcome(procedure: Procedure, known: set[str], faults: Faults) -> None:
    names: list[str] = []
    for index, outcome in enumerate(procedure.outcome):
        _check_result_name(outcome.name, names, ("outcome", index, "name"), faults)
        names.append(outcome.name)
        if outcome.source not in known:
            at: Path = ("outcome", index, "value" if outcome.value else "name")
            faults.add(at, f"nothing gives {outcome.source}", suggest(outcome.source, known))
    if not any(outcome.show == "headline" for outcome in procedure.outcome):
        faults.add(("outcome",), "no result is the headline", "write show: headline on one")
    for field in ("column", "needed", "total"):
        name = getattr(procedure, field)
        if name and name not in known:
            faults.add((field,), f"nothing gives {name}", suggest(name, known))


def _check_result_name(name: str, earlier: list[str], at: Path, faults: Faults) -> None:
    """Note a fault if a result's name is invalid, repeated, or the group of another (`target`, `target.state`)."""
    clashes = [other for other in earlier if f"{other}.".startswith(f"{name}.")]
    clashes += [other for other in earlier if f"{name}.".startswith(f"{other}.")]
    if clashes:
        faults.add(at, f"the result {name} meets the result {clashes[0]}", "choose another name")
    if not all(NAME.fullmatch(part) for part in name.split(".")):
        mend = "lower-case letters, digits and _, as in target.state"
        faults.add(at, f"{name!r} is not a name of a result", mend)


def _check_follow_ups(procedure: Procedure, scope: Scope, known: References) -> None:
    for index, follow_up in enumerate(procedure.next):
        at: Path = ("next", index)
        check_formula(follow_up.when, (*at, "when"), scope, known.own, "yes-no")
        check_braces(follow_up.says, (*at, "says"), scope, known.own)
        for name, formula in follow_up.carry.items():
            check_formula(formula, (*at, "carry", name), scope, known.own)
        other = known.procedure(follow_up.procedure, (*at, "procedure")) if follow_up.procedure else None
        if other is not None:
            asked = [path for given in other.inputs for path in input_paths(given)]
            for name in follow_up.carry:
                if name not in asked:
                    says = f"{follow_up.procedure} does not ask {name}"
                    known.between.add((*at, "carry", name), says, suggest(name, asked))
