"""Table rulings, for the session or for good: made, dropped, exported, imported, and those on a calculation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.model import Refused
from companion.model.event import RulingMade
from companion.model.recorded import TableRuling
from companion.play.replacing import replace_file
from companion.play.rulings import (
    Incoming,
    drop_ruling,
    export_rulings,
    import_rulings,
    new_ruling,
    save_lasting_rulings,
    sort_incoming,
)
from companion.play.store.errors import NotSaved
from companion.workspace.context import AppContext

if TYPE_CHECKING:
    from companion.workspace.calculation import Calculation


def make(context: AppContext, about: str, text: str, good: bool) -> TableRuling:
    """Save a new ruling, in every session if `good`, and return it. Raises CompanionError."""
    made = new_ruling(context.session, about, text, [each.id for each in context.rulings()])
    _keep(context, (made,), good)
    return made


def drop(context: AppContext, name: str) -> None:
    """End the ruling with the id `name`. Raises NotFound for an unknown one, and what saving raises."""
    if name not in context.session.state.rulings:
        _check(context)
        others = tuple(ruling for ruling in context.lasting if ruling.id != name)
        if len(others) < len(context.lasting):
            save_lasting_rulings(context.places.data, others)
            context.reload_rulings()
            return
    drop_ruling(context.session, name)


def export(context: AppContext) -> Path:
    """Write all rulings to a file in the data folder; return its path. Raises CompanionError."""
    if not context.rulings():
        raise Refused("there is no table ruling to hand on")
    path = context.places.data / f"rulings {context.session.now().date().isoformat()}.json"
    replace_file(path, export_rulings(context.rulings()))
    return path


def take_in(context: AppContext, file: str, good: bool) -> Incoming:
    """Add the rulings of an exported file; return them sorted into new and known ones. Raises CompanionError."""
    if context.guest:
        raise Refused("a guest names no files of the host's machine; companion ruling import does it there")
    path = Path(file.strip()).expanduser()
    try:
        raw = path.read_bytes()
    except (OSError, ValueError) as error:
        raise Refused(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return add_exported(context, raw, good)


def add_exported(context: AppContext, raw: bytes, good: bool) -> Incoming:
    """Add the rulings of an exported file with the content `raw`, where they are new. Raises CompanionError."""
    incoming = sort_incoming(context.session, import_rulings(raw), context.rulings())
    if incoming.new:
        _keep(context, incoming.new, good)
    return incoming


def _keep(context: AppContext, rulings: tuple[TableRuling, ...], good: bool) -> None:
    if not good:
        context.session.add(*(RulingMade(each) for each in rulings))
        return
    _check(context)
    save_lasting_rulings(context.places.data, (*context.lasting, *rulings))
    context.reload_rulings()


def _check(context: AppContext) -> None:
    """Raise NotSaved if the session is read-only, and Refused if the lasting rulings cannot be read."""
    if context.session.store.read_only:
        raise NotSaved(context.session.store.warning)
    context.reload_rulings()
    if context.rulings_fault:
        raise Refused(context.rulings_fault)


def rulings_on(calculation: Calculation) -> tuple[TableRuling, ...]:
    """Return the table rulings on this calculator, its modifiers and the rules that they cite."""
    rulings = calculation.context.rulings()
    if not rulings:
        return ()
    lines = calculation.resolution.ledger if calculation.resolution else ()
    cites = {calculation.procedure.cite, *(line.cite for line in lines)} - {""}
    ids = {calculation.procedure.id} | {
        record.id
        for cite in cites
        for record in calculation.context.library.find(f"{calculation.procedure.game}:{cite}")
    }
    return tuple(ruling for ruling in rulings if ruling.record in ids)


def ruled_paths(calculation: Calculation) -> frozenset[str]:
    """Return the paths of questions that decide a modifier with a table ruling."""
    abouts = {ruling.about for ruling in rulings_on(calculation)}
    if calculation.resolution is None or not abouts:
        return frozenset()
    return frozenset(
        path
        for line in calculation.resolution.ledger
        if f"{calculation.procedure.id}/{line.label}" in abouts
        for path in line.inputs
    )


def ruling_targets(calculation: Calculation, path: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return what a ruling may be about at a question, as (id, words); the calculator as a whole last.

    An empty path gives the calculator alone.
    """
    targets: dict[str, str] = {}
    for line in calculation.resolution.ledger if calculation.resolution and path else ():
        reads = {part for read in line.inputs for part in (read, read.partition(".")[0])}
        if f"{path[0]}.{path[-1]}" in line.inputs or (len(path) == 1 and path[0] in reads):
            targets.setdefault(f"{calculation.procedure.id}/{line.label}", line.label)
    return [*targets.items(), (calculation.procedure.id, f"{calculation.procedure.title}, as a whole")]
