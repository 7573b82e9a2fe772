"""Changes other than of formulas: defaults, domains and choices, dice, results, answers handed over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.model import FollowUp, Input, Procedure
from companion.model import step as model
from tests.proofs.mutants import Mutant, Path, called, of_formula, records

OTHER_DICE = {"00-99": "2d10", "d6": "d8", "d10": "d6", "1d6": "2d6", "2d6": "1d6", "1d10": "1d6"}
"""Replacements for dice; any other dice get one die more."""


def of_other_fields(procedure: Procedure) -> Iterator[Mutant]:
    """Yield every change of a procedure that is not a change of a formula."""
    for path, place, record in records(procedure, (), ""):
        match record:
            case Input():
                yield from _of_question(procedure.id, path, place, record)
            case model.Roll():
                yield from _of_roll(procedure.id, path, place, record)
            case FollowUp():
                yield from _of_follow_up(procedure.id, path, place, record)
            case model.LookUp() | model.Use():
                yield from _without_each(procedure.id, path, place, "take", "taken", record.take)
    yield from _of_results(procedure)


def _changed(
    kind: str, name: str, path: Path, place: str, field: str, was: Any, now: Any, text: str = ""
) -> Mutant:
    words = text or ("none" if now is None else str(now) or "none")
    return Mutant(kind, name, (*path, field), f"{place} {field}", str(was), now, words)


def _of_question(name: str, path: Path, place: str, given: Input) -> Iterator[Mutant]:
    for now in _other_defaults(given):
        yield _changed("default", name, path, place, "rule", given.rule, now)
    for field, bound in (("least", given.least), ("most", given.most)):
        for moved in (-1, 1) if bound is not None else ():
            if bound is not None and (bound + moved >= 0 or given.kind == "number"):
                yield _changed("domain", name, path, place, field, bound, bound + moved)
    for index, choice in enumerate(given.choices if len(given.choices) > 1 else ()):
        left = given.choices[:index] + given.choices[index + 1 :]
        yield _changed("domain", name, path, place, "choices", "all", left, f"without {choice.key}")
    for index, drawn in enumerate(given.draw if len(given.draw) > 1 else ()):
        rest = given.draw[:index] + given.draw[index + 1 :]
        yield _changed("domain", name, path, place, "draw", "all", rest, f"without {drawn.chart}")


def _other_defaults(given: Input) -> list[str]:
    """Other defaults: none, a number one higher, another choice."""
    if given.kind == "yes-no":
        return ["no" if given.rule == "yes" else "yes"]
    if not given.rule:
        return []
    others = [""]
    if given.kind == "number" and given.rule != "nothing":
        others.append(str(int(given.rule) + 1))
    others += [each.key for each in given.choices if each.key != given.rule][:1]
    return others


def _of_roll(name: str, path: Path, place: str, roll: model.Roll) -> Iterator[Mutant]:
    number, _, sides = roll.dice.partition("d")
    now = OTHER_DICE.get(roll.dice) or f"{int(number or 1) + 1}d{sides}"
    yield _changed("dice", name, path, place, "dice", roll.dice, now)
    if roll.count:
        yield _changed("domain", name, path, place, "most", roll.most, roll.most - 1)


def _of_follow_up(name: str, path: Path, place: str, follow: FollowUp) -> Iterator[Mutant]:
    if follow.procedure:
        yield _changed("carry", name, path, place, "procedure", follow.procedure, "")
    yield from _without_each(name, path, place, "carry", "carry", follow.carry)
    for key, formula in follow.carry.items():
        for now in of_formula(formula, boolean=False):
            yield Mutant("carry", name, (*path, "carry", key), f"{place} carry {key}", formula, now)


def _without_each(
    name: str, path: Path, place: str, field: str, kind: str, entries: dict[str, str]
) -> Iterator[Mutant]:
    """Yield a change for each entry of a field, with that entry removed."""
    for key in entries:
        now = {other: value for other, value in entries.items() if other != key}
        yield _changed(kind, name, path, place, field, "all", now, f"without {key}")


def _of_results(procedure: Procedure) -> Iterator[Mutant]:
    for index, result in enumerate(procedure.outcome):
        path: Path = ("outcome", index)
        place = f" outcome {called(result, index)}"
        yield _changed("result", procedure.id, path, place, "name", result.name, f"{result.name}~")
    for field in ("column", "needed", "total"):
        if value := getattr(procedure, field):
            yield _changed("head", procedure.id, (), "", field, value, "")
