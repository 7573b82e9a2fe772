"""Finds modifiers of calculators that never count, whatever the player answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from math import prod
from typing import Any

from companion.formula import FormulaError, compiled, names_read
from companion.load.calculator_files import file_of, usable_calculators
from companion.load.places import Places
from companion.model import Fault, Library, Procedure
from companion.model.inputs import Input
from companion.model.step import Modifier, Tally

_MOST_CASES = 20_000
"""Maximum number of combinations of answers that are tried for a modifier."""


def modifier_faults(places: Places, library: Library) -> Iterator[Fault]:
    """Yield a fault for each modifier that never counts, in the games whose tables have no other fault."""
    for procedure in usable_calculators(library):
        if idle := list(idle_modifiers(procedure)):
            faults = file_of(procedure, places)
            for step, place, says in idle:
                mend = "correct its formulas, or the largest number of the question"
                faults.add(("steps", step, "modifiers", place), says, mend)
            yield from faults.noted


def idle_modifiers(procedure: Procedure) -> Iterator[tuple[int, int, str]]:
    """Yield the places of the step and of the modifier, and a sentence, for each modifier that never counts.

    Only modifiers that read nothing but questions with a limited number of answers are tried.
    """
    given = {each.name: each for each in procedure.inputs}
    for step_place, step in enumerate(procedure.steps):
        if not isinstance(step, Tally):
            continue
        for place, modifier in enumerate(step.modifiers):
            paths = {*names_read(modifier.when), *names_read(modifier.add)}
            asked = [given[path[0]] for path in sorted(paths) if path[0] in given]
            if asked and len(asked) == len(paths) and _never_counts(modifier, asked):
                labels = " and ".join(f"{each.label!r}{_limits(each)}" for each in asked)
                says = f"no allowed answer to {labels} makes it more or less than 0"
                yield step_place, place, f"{modifier.label!r} never counts: {says}"


def _never_counts(modifier: Modifier, asked: list[Input]) -> bool:
    """Return whether a modifier is 0 or does not apply for all answers; False if there are too many to try."""
    domains = [_answers(each) for each in asked]
    if not all(domains) or prod(map(len, domains)) > _MOST_CASES:
        return False
    applies, amount = compiled(modifier.when), compiled(modifier.add)
    for answers in product(*domains):
        values = dict(zip((each.name for each in asked), answers, strict=True))
        with suppress(FormulaError, LookupError):
            if not (applies(values) and amount(values) != 0):
                continue
        return False
    return True


def _answers(given: Input) -> range | tuple[Any, ...]:
    """Return all answers to a question; nothing if they are not limited."""
    if given.may_be_nothing or given.draw:
        return ()
    match given.kind:
        case "yes-no":
            return (False, True)
        case "choice":
            return tuple(choice.key for choice in given.choices)
        case "number" if given.least is not None and given.most is not None:
            return range(given.least, given.most + 1)
    return ()


def _limits(given: Input) -> str:
    return f" ({given.least} to {given.most})" if given.kind == "number" else ""
