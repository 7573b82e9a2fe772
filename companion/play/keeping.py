"""Units, notes, bookmarks, calculations and table rulings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from companion.formula import FormulaError, Unanswered, compiled
from companion.model import CompanionError, NotFound, Refused
from companion.model.event import (
    Calculated,
    Logged,
    Noted,
    Pinned,
    TableRuling,
    UnitDropped,
    UnitKept,
    Unruled,
)
from companion.model.library import nearest
from companion.play.held import LASTING
from companion.play.replacing import replace_file
from companion.play.session import Session
from companion.play.state import Unit


def keep_unit(session: Session, name: str, facts: dict[str, Any], side: str = "") -> Unit:
    """Keeps facts of a unit, known by the game's units.yaml. Raises Refused for a fact that there is not."""
    called = " ".join(name.split())
    if not called:
        raise Refused("a unit needs a name")
    known = [each.name for each in session.module.units.facts]
    for fact in facts:
        if fact not in known:
            raise Refused(f"{fact[:30]!r} is not kept of units; {', '.join(known) or 'nothing is'}")
    session.add(UnitKept(called, facts, side))
    return session.table.units[called]


def drop_unit(session: Session, name: str) -> None:
    """Keeps a unit no longer. Raises NotFound."""
    session.add(UnitDropped(unit(session, name).name))


def unit(session: Session, name: str) -> Unit:
    """The unit `name`. Raises NotFound naming the nearest."""
    units = session.table.units
    for each in units.values():
        if each.name.casefold() == name.strip().casefold():
            return each
    raise NotFound(f"no unit {name[:40]}{nearest(name, list(units)) or '; none is kept'}")


def offered(session: Session, kept: Unit, procedure: str) -> dict[str, Any]:
    """What a unit can answer of a calculator's inputs, by the input's path."""
    found = session.library.procedure(procedure)
    paths = {given.name for given in found.inputs}
    for given in found.inputs:
        paths |= {f"{given.name}.{field.name}" for field in given.fields}
    facts = {each.name: each for each in session.module.units.facts}
    return {
        fill: value
        for name, value in kept.facts.items()
        if name in facts
        for fill in facts[name].fills
        if fill in paths
    }


def changes(session: Session, kept: Unit, procedure: str, values: dict[str, Any]) -> dict[str, Any]:
    """What an accepted result changes of a unit: facts and their new values, to be offered, never done unasked.

    `values`: answers and results of the calculator.
    """
    found: dict[str, Any] = {}
    for change in session.module.units.changes:
        if f"{session.state.game}:{change.procedure}" != procedure:
            continue
        names = {**values, "was": kept.facts.get(change.fact)}
        if names["was"] is None:
            names.pop("was")
        try:
            if compiled(change.when)(names):
                found[change.fact] = compiled(change.to)(names)
        except (Unanswered, FormulaError):
            continue
    return {fact: value for fact, value in found.items() if value != kept.facts.get(fact)}


def calculated(session: Session, done: Calculated) -> Logged:
    """Logs a calculation. Raises Refused where it amends a line that is no calculation."""
    if done.amends:
        amended = session.event(done.amends)
        if not isinstance(amended.event, Calculated):
            raise Refused(f"line {done.amends} is no calculation")
    return session.add(done, game=done.procedure.partition(":")[0])[-1]


def note(session: Session, text: str, about: int = 0) -> Logged:
    """A note, on a line of the log where given. Raises Refused."""
    if not text.strip():
        raise Refused("an empty note")
    if about:
        session.event(about)
    return session.add(Noted(text.strip(), about))[0]


def pin(session: Session, about: int) -> bool:
    """Turns the bookmark of a line over; gives whether it is there now. Raises Refused."""
    session.event(about)
    on = about not in session.state.pins
    session.add(Pinned(about, on))
    return on


def new_ruling(session: Session, about: str, text: str, taken: list[str]) -> TableRuling:
    """A ruling with an id of its own. Raises NotFound and Refused."""
    if not text.strip():
        raise Refused("a ruling needs its words")
    target, _, label = about.partition("/")
    ids = session.library.ids()
    if target not in ids:
        full = [each.id for each in session.library.find(target, session.state.game)]
        if not full:
            raise NotFound(f"nothing is called {target}{nearest(target, ids)}")
        target = full[0]
    number = 1 + max((int(each) for each in re.findall(r"table-(\d+)", " ".join(taken))), default=0)
    on = session.now().date().isoformat()
    return TableRuling(f"table-{number}", f"{target}/{label}" if label else target, text.strip(), on)


def unrule(session: Session, name: str) -> None:
    """A ruling of the session no longer holds. Raises NotFound."""
    if name not in session.state.rulings:
        raise NotFound(f"no ruling {name}{nearest(name, list(session.state.rulings)) or '; there are none'}")
    session.add(Unruled(name))


def lasting_rulings(folder: Path) -> tuple[TableRuling, ...]:
    """The rulings that hold for good, kept in the player's folder. Raises Refused where the file cannot be read."""
    try:
        return read_rulings((folder / LASTING).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        raise Refused(f"{folder / LASTING} cannot be read: {error.strerror}") from None


def read_rulings(raw: bytes) -> tuple[TableRuling, ...]:
    """Rulings as they are exported. Raises Refused.

    Format 1, the only one so far, is the bare list; a later one is an object that says its `format`.
    """
    try:
        return msgspec.json.decode(raw, type=tuple[TableRuling, ...])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        later = _later_format(raw)
        newer = f"these table rulings are of a newer version of the companion (format {later})"
        raise Refused(newer if later else f"these are no table rulings: {error}") from None


class _Head(msgspec.Struct):
    format: int


def _later_format(raw: bytes) -> int:
    """The format that an object says, 0 where there is none."""
    try:
        return msgspec.json.decode(raw, type=_Head).format
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return 0


class Incoming(NamedTuple):
    """What there is in a file of rulings."""

    new: tuple[TableRuling, ...]
    """Those that do not hold here yet, with ids of their own."""
    known: int
    foreign: tuple[TableRuling, ...]
    """Rulings on something that is in no book here."""


def incoming(session: Session, given: Iterable[TableRuling], held: Sequence[TableRuling]) -> Incoming:
    """Sorts rulings that come in from elsewhere; `held` are all that hold here. Nothing is kept yet."""
    known_ones = {(each.about, each.text) for each in held}
    ids, taken = set(session.library.ids()), [each.id for each in held]
    fresh: list[TableRuling] = []
    foreign: list[TableRuling] = []
    known = 0
    for each in given:
        if (each.about, each.text.strip()) in known_ones:
            known += 1
        elif each.about.partition("/")[0] not in ids:
            foreign.append(each)
        else:
            made = new_ruling(session, each.about, each.text, [*taken, *(one.id for one in fresh)])
            fresh.append(msgspec.structs.replace(made, on=each.on or made.on))
            known_ones.add((each.about, each.text.strip()))
    return Incoming(tuple(fresh), known, tuple(foreign))


def write_rulings(rulings: tuple[TableRuling, ...]) -> bytes:
    """Rulings as they are exported."""
    return msgspec.json.format(msgspec.json.encode(rulings), indent=2) + b"\n"


def keep_rulings(folder: Path, rulings: tuple[TableRuling, ...]) -> None:
    """Keeps the rulings that hold for good. Raises CompanionError where that cannot be done."""
    try:
        replace_file(folder / LASTING, write_rulings(rulings))
    except OSError as error:
        raise CompanionError(f"rulings cannot be kept in {folder}: {error.strerror}") from None
