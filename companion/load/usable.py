"""Finds the usable procedures of a game. A faulty one is replaced by its earlier version, or left out."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import NamedTuple

import msgspec

from companion.load.cache import UNPACKABLE
from companion.load.faults import Faults
from companion.load.inputs import Charts, References, lenders, resolve_inputs
from companion.load.overlay import SourcedRecord
from companion.load.procedure_checks import check_procedure
from companion.load.step_checks import used_by
from companion.model import Fault, Procedure
from companion.model.procedure import Use

Candidates = dict[str, list[SourcedRecord[Procedure]]]
"""Id to the versions of a procedure, the shipped one first."""


class CheckedHashes(NamedTuple):
    """Hashes of procedures without faults, including everything they were checked against."""

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
    """The records it may refer to; with its faults, those of the form of its file included."""

    @property
    def faults(self) -> list[Fault]:
        return self.known.own.noted + self.known.between.noted


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
        own, between = Faults(file.file, file.tree), Faults(file.file, file.tree)
        own.noted += file.noted
        references = References(current[name].game, charts, current, left_out, own, between)
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

    These are all records whose id is one of its texts, and the procedures that those use. Return nothing if a record
    cannot be packed.
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
    """Return the faulty procedures that need no other faulty one, except one that needs them in turn.

    If any of these have faults of their own, return only those.
    """
    needs = {name: _needs(name, current) & faulty for name in faulty}
    causes = {name for name in faulty if all(name in needs[other] for other in needs[name])}
    return {name for name in causes if checked[name].known.own.noted} or causes


def _needs(name: str, current: Mapping[str, Procedure]) -> set[str]:
    """Return the ids of all procedures that a procedure refers to, directly or not; its own only in a circle."""
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
    return {f"{procedure.game}:{name}" for name in names}
