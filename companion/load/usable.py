"""Checks the procedures of a game. A faulty one is replaced by its earlier version, or left out."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import NamedTuple

import msgspec

from companion.formula.types import joined
from companion.load.cache import UNPACKABLE
from companion.load.faults import Faults
from companion.load.formula_checks import NAME, Scope, check_braces, check_formula
from companion.load.inputs import (
    Charts,
    References,
    carried_paths,
    check_input,
    input_paths,
    lenders,
    resolve_inputs,
)
from companion.load.overlay import SourcedRecord
from companion.load.role_checks import check_carried_names, check_roles
from companion.load.step_checks import StepChecker, used_by
from companion.load.suggestions import suggest
from companion.load.text_yaml import Path
from companion.load.value_kinds import asks_for_blanks
from companion.model import Fault, Procedure
from companion.model.step import Use

Candidates = dict[str, list[SourcedRecord[Procedure]]]
"""Id to the versions of a procedure, the shipped one first."""

ROW = re.compile(r"\.[1-9]\d?\.")
"""The number of a row in a path: `firers.2.sps`."""


class CheckedHashes(NamedTuple):
    """Hashes of procedures without faults, together with everything they were checked against."""

    before: Collection[bytes]
    """Hashes from the cache."""
    now: set[bytes]
    """Hashes of procedures that are still used, or have been checked now."""

    def has(self, digest: bytes | None) -> bool:
        """Return whether the procedure with this hash has been checked; None is never checked."""
        if digest in self.before:
            self.add(digest)
        return digest in self.now

    def add(self, digest: bytes | None) -> None:
        """Record that the procedure with this hash has no fault."""
        if digest is not None:
            self.now.add(digest)


class _Checked(NamedTuple):
    """A procedure with its inputs resolved, and its faults."""

    procedure: Procedure
    known: References
    """The records that it may refer to, and its faults, including those of its file."""

    @property
    def faults(self) -> list[Fault]:
        return self.known.own_faults.noted + self.known.reference_faults.noted


def usable_procedures(
    candidates: Candidates, charts: Charts, unread: Collection[str], known: CheckedHashes
) -> dict[str, Procedure]:
    """Return the procedures without faults by id, and note each fault at its file.

    The last version of each procedure is tried first. In each round the procedures that cause the faults are replaced
    by their earlier versions, until no fault is left; procedures that only refer to a faulty one are tried again.
    `unread` are the ids of further procedures and charts that exist but cannot be used. Procedures in `known` are not
    checked again.
    """
    versions = {name: list(candidate) for name, candidate in candidates.items()}
    while True:
        checked = _check(versions, charts, {*candidates, *unread} - set(versions), known)
        faulty = {name for name, procedure in checked.items() if procedure.faults}
        if not faulty:
            return {name: procedure.procedure for name, procedure in checked.items()}
        current = {name: version[-1].record for name, version in versions.items()}
        for name in _causes(faulty, current, checked):
            rejected = versions[name].pop()
            rejected.faults.noted = checked[name].faults
            if not versions[name]:
                del versions[name]


def _check(
    versions: Candidates, charts: Charts, left_out: set[str], known: CheckedHashes
) -> dict[str, _Checked]:
    """Check the last version of each procedure, all of them together."""
    current = {name: version[-1].record for name, version in versions.items()}
    checked = {}
    for name, version in versions.items():
        file = version[-1].faults
        own_faults, reference_faults = Faults(file.file, file.tree), Faults(file.file, file.tree)
        own_faults.noted += file.noted
        references = References(current[name].game, charts, current, left_out, own_faults, reference_faults)
        checked[name] = _Checked(resolve_inputs(current[name], references), references)
    resolved = {name: result.procedure for name, result in checked.items()}
    hashes = _hashes(resolved, charts)
    for name, result in checked.items():
        if result.faults or not known.has(hashes.get(name)):
            check_procedure(result.procedure, replace(result.known, procedures=resolved))
            if not result.faults:
                known.add(hashes.get(name))
    return checked


def _hashes(procedures: Mapping[str, Procedure], charts: Charts) -> dict[str, bytes]:
    """Return a hash of each procedure with every procedure and chart that it may be checked against.

    These are all records whose id is one of its texts, and the procedures that those use. Empty if a record cannot be
    packed.
    """
    pack = msgspec.msgpack.encode
    try:
        packed = {name: pack(record) for name, record in {**charts, **procedures}.items()}
    except UNPACKABLE:
        return {}
    ids = {name: pack(name.partition(":")[2]) for name in packed}
    digests = {name: hashlib.blake2b(raw, digest_size=16).digest() for name, raw in packed.items()}
    uses = {name: used_by(procedure, procedures) for name, procedure in procedures.items()}
    hashes = {}
    for name in procedures:
        named = {other for other, text in ids.items() if text in packed[name]}
        related = (name, *sorted(named.union(*(uses.get(other, ()) for other in named))))
        joined = b"".join(digests[other] for other in related)
        hashes[name] = hashlib.blake2b(joined, digest_size=16).digest()
    return hashes


def _causes(faulty: set[str], current: Mapping[str, Procedure], checked: Mapping[str, _Checked]) -> set[str]:
    """Return the faulty procedures that need no other faulty one, apart from those in a cycle with them.

    If any of these have faults of their own, return only those.
    """
    needs = {name: _needs(name, current) & faulty for name in faulty}
    causes = {name for name in faulty if all(name in needs[other] for other in needs[name])}
    return {name for name in causes if checked[name].known.own_faults.noted} or causes


def _needs(name: str, current: Mapping[str, Procedure]) -> set[str]:
    """Return the ids of all procedures that a procedure refers to, directly or not; its own only in a cycle."""
    needed: set[str] = set()
    waiting = [name]
    while waiting:
        direct = _references_of(current[waiting.pop()]) & set(current)
        waiting += direct - needed
        needed |= direct
    return needed


def _references_of(procedure: Procedure) -> set[str]:
    names = {step.procedure for step in procedure.every_step() if isinstance(step, Use)}
    names |= {name for given in procedure.inputs for name in lenders(given)}
    names |= {follow_up.procedure for follow_up in procedure.next if follow_up.procedure}
    names |= {
        source.partition(".")[0] for follow_up in procedure.next for source in follow_up.earlier.values()
    }
    return {f"{procedure.game}:{name}" for name in names}


def check_procedure(procedure: Procedure, known: References) -> None:
    """Note the faults of a procedure.

    Every formula is typed with the names that are known at its place, so a misspelt input, a choice that does not exist
    or a condition that adds text is a fault with a line.
    """
    scope: Scope = {}
    paths: set[str] = set()
    for index, given in enumerate(procedure.inputs):
        check_input(given, ("inputs", index), scope, known.own_faults)
        paths.update(input_paths(given, rows=True))
    steps = StepChecker(procedure, known, known.own_faults, paths, asks_for_blanks(procedure))
    steps.check(procedure.steps, ("steps",), scope)
    values = {**steps.settled, **scope}
    for name in steps.settled.keys() & scope.keys():
        values[name] = joined(scope[name], steps.settled[name])
    _check_outcome(procedure, set(values), known.own_faults)
    _check_follow_ups(procedure, values, known)
    check_roles(procedure, values, known)


def _check_outcome(procedure: Procedure, known: set[str], faults: Faults) -> None:
    names: list[str] = []
    for index, outcome in enumerate(procedure.outcome):
        _check_result_name(outcome.name, names, ("outcome", index, "name"), faults)
        names.append(outcome.name)
        if outcome.source not in known:
            at: Path = ("outcome", index, "value" if outcome.value else "name")
            faults.add(at, f"{outcome.source} is not defined", suggest(outcome.source, known))
    if not any(outcome.show == "headline" for outcome in procedure.outcome):
        faults.add(("outcome",), "no result is the headline", "add show: headline to one result")
    for field in ("column", "needed", "total"):
        name = getattr(procedure, field)
        if name and name not in known:
            faults.add((field,), f"{name} is not defined", suggest(name, known))


def _check_result_name(name: str, earlier: list[str], at: Path, faults: Faults) -> None:
    """Note a fault if a result's name is invalid, repeated, or the group of another (`target`, `target.state`)."""
    clashes = [other for other in earlier if f"{other}.".startswith(f"{name}.")]
    clashes += [other for other in earlier if f"{name}.".startswith(f"{other}.")]
    if clashes:
        faults.add(at, f"result {name} conflicts with result {clashes[0]}", "choose another name")
    if not all(NAME.fullmatch(part) for part in name.split(".")):
        mend = "use lower-case letters, digits and _, as in target.state"
        faults.add(at, f"{name!r} is not a valid result name", mend)


def _check_follow_ups(procedure: Procedure, scope: Scope, known: References) -> None:
    for index, follow_up in enumerate(procedure.next):
        at: Path = ("next", index)
        check_formula(follow_up.when, (*at, "when"), scope, known.own_faults, "yes-no")
        check_braces(follow_up.says, (*at, "says"), scope, known.own_faults)
        for name, formula in follow_up.carry.items():
            check_formula(formula, (*at, "carry", name), scope, known.own_faults)
        other = known.procedure(follow_up.procedure, (*at, "procedure")) if follow_up.procedure else None
        if other is not None:
            asked = [path for given in other.inputs for path in carried_paths(given)]
            carried = [("carry", name) for name in follow_up.carry]
            for key, name in (*carried, *(("earlier", name) for name in follow_up.earlier)):
                if ROW.sub(".1.", name) not in asked:
                    says = f"{follow_up.procedure} has no input {name}"
                    known.reference_faults.add((*at, key, name), says, suggest(name, asked))
            check_carried_names(procedure, follow_up, other, (*at, "names"), known)
        for name, source in follow_up.earlier.items():
            _check_earlier(source, (*at, "earlier", name), known)


def _check_earlier(source: str, at: Path, known: References) -> None:
    """Note a fault if `source` is not an input of a calculator, as in `fire-target.terrain`."""
    calculator, _, path = source.partition(".")
    before = known.procedure(calculator, at)
    asked = [path for given in before.inputs for path in input_paths(given)] if before is not None else []
    if before is not None and path not in asked:
        known.reference_faults.add(at, f"{calculator} has no input {path}", suggest(path, asked))
