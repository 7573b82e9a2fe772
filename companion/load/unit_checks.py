"""Checks a game's units.yaml against its calculators."""

from __future__ import annotations

from itertools import chain

from companion.formula.types import ANY, group_of
from companion.load.faults import Faults
from companion.load.formula_checks import Scope, check_formula
from companion.load.inputs import input_paths
from companion.load.record_checks import (
    CalculatorChecker,
    check_known,
    check_unique,
    fields_of,
    set_members,
    single_inputs,
)
from companion.load.suggestions import nearest, suggest
from companion.load.text_yaml import Path
from companion.load.value_kinds import input_kind
from companion.model import Procedure, UnitChange, UnitFact, UnitPart, Units
from companion.model.answer_path import input_at

_BEFORE = "before"
"""Group of the facts before the exchange (formulas of `answers`) or before the result (formulas of `changes`)."""


class UnitChecker(CalculatorChecker):
    """Notes the faults of one game's units."""

    def check(self, units: Units, faults: Faults) -> None:
        """Check that facts, parts and changes refer to inputs and results of calculators."""
        names = [fact.name for fact in units.facts]
        check_unique(units.facts, "facts", faults, "name")
        self._facts(units, faults)
        scope = self.fact_scope(units)
        for index, part in enumerate(units.parts):
            self._part(part, ("parts", index), scope, units, faults)
        for index, change in enumerate(units.changes):
            at: Path = ("changes", index)
            if change.removes == "no":
                check_known(change.fact, names, (*at, "fact"), faults)
            if (change.removes == "no") is not bool(change.to) or (change.to and not change.fact):
                faults.add(at, "a change needs either fact and to, or only removes")
            self._change(change, at, scope, units, faults)

    def _facts(self, units: Units, faults: Faults) -> None:
        inputs = chain.from_iterable(procedure.inputs for procedure in self.procedures.values())
        paths = {path for given in inputs for path in input_paths(given, rows=True)}
        for index, fact in enumerate(units.facts):
            at: Path = ("facts", index)
            if fact.name == _BEFORE:
                faults.add((*at, "name"), f"the name {_BEFORE} is taken", "choose another")
            if set(fact.label) & set(",="):
                faults.add((*at, "label"), "a list of units separates facts by commas", "leave out , and =")
            name, _, path = fact.like.partition(".")
            owner = self.procedure(name, (*at, "like"), faults)
            if owner is not None:
                known = {each for given in owner.inputs for each in input_paths(given, rows=True)}
                if path not in known:
                    faults.add((*at, "like"), f"{name} has no input {path}", "write procedure.input")
            for number, filled in enumerate(fact.fills):
                if filled not in paths and not self.left_out:
                    mend = nearest(filled, paths)
                    faults.add((*at, "fills", number), f"no calculator has an input {filled}", mend)
            self._given(fact, at, self.fact_scope(units), faults)

    def _given(self, fact: UnitFact, at: Path, facts: Scope, faults: Faults) -> None:
        """Check the inputs that determine the choices of a fact."""
        owner = self.procedures.get(f"{self.slug}:{fact.like.partition('.')[0]}")
        asked = [given.name for given in owner.inputs] if owner is not None else list(fact.given)
        for path, formula in fact.given.items():
            check_known(path, asked, (*at, "given", path), faults)
            check_formula(formula, (*at, "given", path), facts, faults)

    def fact_scope(self, units: Units) -> Scope:
        """Return the kinds of the facts, by name."""
        scope: Scope = {}
        for fact in units.facts:
            name, _, path = fact.like.partition(".")
            owner = self.procedures.get(f"{self.slug}:{name}")
            given = input_at(owner.inputs, path) if owner is not None else None
            scope[fact.name] = input_kind(given) if given is not None else ANY
        return scope

    def _part(self, part: UnitPart, at: Path, facts: Scope, units: Units, faults: Faults) -> None:
        same = [other for other in units.parts if other.procedure == part.procedure and other.id == part.id]
        if not part.id or "." in part.id:
            faults.add((*at, "id"), f"{part.id!r} is not a valid id", "use a word in lower-case letters")
        elif same[0] is not part:
            faults.add((*at, "id"), f"{part.id} appears twice in {part.procedure}", "choose another name")
        self._follows(part, at, units, faults)
        check_formula(part.fits, (*at, "fits"), facts, faults, "yes-no")
        for number, bar in enumerate(part.bars):
            check_formula(bar.when, (*at, "bars", number, "when"), facts, faults, "yes-no")
        scope = {_BEFORE: group_of(facts), **facts}
        owner = self.procedure(part.procedure, (*at, "procedure"), faults)
        if owner is None:
            return
        paths = (
            fields_of(owner, part.rows)
            if part.rows
            else {*single_inputs([owner]), *set_members(owner.inputs)}
        )
        if part.rows and not paths:
            faults.add(
                (*at, "rows"), f"{part.procedure} has no list {part.rows}", "name an input of kind rows"
            )
        for path, formula in part.answers.items():
            if path not in paths:
                says = f"{part.procedure} has no single-answer input {path}"
                faults.add((*at, "answers", path), says, nearest(path, paths))
            check_formula(formula, (*at, "answers", path), scope, faults)

    def _follows(self, part: UnitPart, at: Path, units: Units, faults: Faults) -> None:
        known = [f"{other.procedure}.{other.id}" for other in units.parts if not other.rows]
        for number, before in enumerate(part.follows):
            check_known(before, known, (*at, "follows", number), faults)

    def _change(self, change: UnitChange, at: Path, facts: Scope, units: Units, faults: Faults) -> None:
        parts = [part.id for part in units.parts if part.procedure == change.procedure]
        if parts and change.part not in parts:
            faults.add((*at, "part"), f"unknown part {change.part!r}", suggest(change.part, parts))
        elif change.part and not parts:
            faults.add((*at, "part"), f"{change.procedure} has no parts", "leave it out, or add the part")
        owner = self.procedure(change.procedure, (*at, "procedure"), faults)
        if owner is not None:
            scope = {**_named_kinds(owner), "was": ANY}
            if change.removes == "no":
                scope[_BEFORE] = group_of(facts)
            check_formula(change.to, (*at, "to"), scope, faults)
            check_formula(change.when, (*at, "when"), scope, faults, "yes-no")


def _named_kinds(procedure: Procedure) -> Scope:
    """Return the kinds of answers and results; a result replaces the answer or field of the same name."""
    scope: Scope = {given.name: input_kind(given) for given in procedure.inputs}
    for outcome in procedure.outcome:
        name, _, field = outcome.name.partition(".")
        fields = scope[name].fields if name in scope else {}
        scope[name] = group_of({**fields, field: ANY}) if field else ANY
    return scope
