"""Which procedures are whole. Of one that is not, an earlier one counts; what needs one that is not is left out."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import NamedTuple

import msgspec

from companion.load.cache import UNPACKABLE
from companion.load.inputs import Charts, Others, filled, lenders
from companion.load.procedures import check_procedure, used_by
from companion.load.records import Faults
from companion.load.shelf import Placed
from companion.model import Procedure
from companion.model.procedure import Use

Candidates = dict[str, list[Placed[Procedure]]]


class Checked(NamedTuple):
    """Hashes of procedures without faults, each with everything it was checked against."""

    before: Collection[bytes]
    now: set[bytes]

    def has(self, hashed: bytes | None) -> bool:
        """Whether the procedure of this hash has been checked."""
        if hashed in self.before:
            self.add(hashed)
        return hashed in self.now

    def add(self, hashed: bytes | None) -> None:
        """The procedure of this hash has no fault."""
        if hashed is not None:
            self.now.add(hashed)


class _Tried(NamedTuple):
    """A procedure with its choices written out, and what is wrong with it."""

    procedure: Procedure
    own: Faults
    """Its own faults, those of its shape among them."""
    between: Faults
    """Faults that lie between it and another procedure."""

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.own.found or self.between.found)


def whole_procedures(
    candidates: Candidates, charts: Charts, unread: Collection[str], known: Checked
) -> dict[str, Procedure]:
    """The procedures that can be played. Every fault is noted at the file where it stands.

    The last record of each id is tried. In each round those at the root of the trouble give way to the record
    before them, until nothing is wrong with what is left: what only suffers from another is tried again. `unread` are
    ids of procedures and charts that are written, but cannot be used. What is in `known` is not checked again.
    """
    held = {name: list(placed) for name, placed in candidates.items()}
    while True:
        checked = _check(held, charts, {*candidates, *unread} - set(held), known)
        broken = {name for name, each in checked.items() if not each.whole}
        if not broken:
            return {name: each.procedure for name, each in checked.items()}
        written = {name: placed[-1].record for name, placed in held.items()}
        for name in _roots(broken, written, checked):
            placed = held[name].pop()
            placed.faults.found = checked[name].own.found + checked[name].between.found
            if not held[name]:
                del held[name]


def _check(held: Candidates, charts: Charts, left_out: set[str], known: Checked) -> dict[str, _Tried]:
    written = {name: placed[-1].record for name, placed in held.items()}
    others = Others(written, left_out)
    checked = {}
    for name, placed in held.items():
        file = placed[-1].faults
        own, between = Faults(file.file, file.tree), Faults(file.file, file.tree)
        own.found += file.found
        checked[name] = _Tried(filled(written[name], charts, others, own, between), own, between)
    complete = {name: each.procedure for name, each in checked.items()}
    hashes = _hashes(complete, charts)
    for name, each in checked.items():
        if not (each.whole and known.has(hashes.get(name))):
            check_procedure(each.procedure, charts, Others(complete, left_out), each.own, each.between)
            if each.whole:
                known.add(hashes.get(name))
    return checked


def _hashes(procedures: Mapping[str, Procedure], charts: Charts) -> dict[str, bytes]:
    """Hash of each procedure with every procedure and chart that it may be checked against.

    These are all whose id is one of its texts, and those that they use. Nothing has a hash where a record cannot be
    packed.
    """
    pack = msgspec.msgpack.encode
    try:
        raw = {name: pack(each) for name, each in {**charts, **procedures}.items()}
    except UNPACKABLE:
        return {}
    ids = {name: pack(name.partition(":")[2]) for name in raw}
    own = {name: hashlib.blake2b(each, digest_size=16).digest() for name, each in raw.items()}
    uses = {name: used_by(each, procedures) for name, each in procedures.items()}
    found = {}
    for name in procedures:
        named = {each for each, said in ids.items() if said in raw[name]}
        every = (name, *sorted(named.union(*(uses.get(each, ()) for each in named))))
        found[name] = hashlib.blake2b(b"".join(own[each] for each in every), digest_size=16).digest()
    return found


def _roots(broken: set[str], written: Mapping[str, Procedure], checked: Mapping[str, _Tried]) -> set[str]:
    """Those of `broken` that suffer from no other one, but for each other in a circle.

    Of a circle those with faults of their own, where there are any.
    """
    needs = {name: _needs(name, written) & broken for name in broken}
    roots = {name for name in broken if all(name in needs[other] for other in needs[name])}
    return {name for name in roots if checked[name].own.found} or roots


def _needs(name: str, written: Mapping[str, Procedure]) -> set[str]:
    """Ids of all that a procedure names, and they name, itself left out unless it is named in turn."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for each in _named_in(written[waiting.pop()]) & set(written):
            if each not in found:
                found.add(each)
                waiting.append(each)
    return found


def _named_in(procedure: Procedure) -> set[str]:
    names = {step.procedure for step in procedure.every_step() if isinstance(step, Use)}
    names |= {name for each in procedure.inputs for name in lenders(each)}
    names |= {follow.procedure for follow in procedure.next if follow.procedure}
    return {f"{procedure.game}:{name}" for name in names}
