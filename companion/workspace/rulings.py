"""Makes, drops, exports and imports table rulings, for the session or permanent, and finds those on a calculation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.load.short_files import read_short
from companion.model import Refused
from companion.model.event import RulingMade
from companion.model.recorded import TableRuling
from companion.play.replacing import replace_file
from companion.play.rulings import (
    Incoming,
    add_permanent_rulings,
    drop_ruling,
    export_rulings,
    import_rulings,
    new_ruling,
    session_ids,
    sort_incoming,
)
from companion.play.store.errors import NotSaved
from companion.play.store.player_file import PlayerFile, changing
from companion.workspace.context import AppContext

if TYPE_CHECKING:
    from companion.workspace.calculation import Calculation


def make(context: AppContext, about: str, text: str, permanent: bool) -> TableRuling:
    """Save a new ruling, for every session if `permanent`, and return it. Raises CompanionError."""
    if not permanent:
        ids = session_ids(ruling.id for ruling in context.rulings())
        ruling = new_ruling(context.session, about, text, ids)
        context.session.add(RulingMade(ruling))
        return ruling
    with _changing_permanent_rulings(context) as file:
        ruling = new_ruling(context.session, about, text, file.ruling_ids())
        add_permanent_rulings(file, ruling)
    return ruling


def drop(context: AppContext, name: str) -> None:
    """Drop the ruling with the id `name`. Raises NotFound if it is unknown, and CompanionError if saving fails."""
    context.reload_rulings()
    if name in (ruling.id for ruling in context.permanent_rulings):
        with _changing_permanent_rulings(context) as file:
            file.drop_ruling(name)
    else:
        drop_ruling(context.session, name)


def export(context: AppContext) -> Path:
    """Write all rulings to a file in the data folder; return its path. Raises CompanionError."""
    if not context.rulings():
        raise Refused("there are no table rulings to export")
    path = context.places.data / f"rulings {context.session.now().date().isoformat()}.json"
    replace_file(path, export_rulings(context.rulings()))
    return path


def import_rulings_file(context: AppContext, file: str, permanent: bool) -> Incoming:
    """Import the rulings of an exported file; return them, sorted into new and known ones. Raises CompanionError."""
    if context.guest:
        raise Refused("guests cannot import files from the host; on the host, use companion ruling import")
    path = Path(file.strip())
    try:
        path = path.expanduser()
        raw = read_short(path)
    except (OSError, ValueError, RuntimeError) as error:
        raise Refused(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return add_exported(context, raw, permanent)


def add_exported(context: AppContext, raw: bytes, permanent: bool) -> Incoming:
    """Import the new rulings from the content of an exported file; return all, sorted. Raises CompanionError."""
    rulings = import_rulings(raw)
    if not permanent:
        active = context.rulings()
        ids = session_ids(ruling.id for ruling in active)
        incoming = sort_incoming(context.session, rulings, active, ids)
        if incoming.new:
            context.session.add(*(RulingMade(ruling) for ruling in incoming.new))
        return incoming
    with _changing_permanent_rulings(context) as file:
        active = (*context.session.state.rulings.values(), *(TableRuling(*row) for row in file.rulings()))
        incoming = sort_incoming(context.session, rulings, active, file.ruling_ids())
        add_permanent_rulings(file, *incoming.new)
    return incoming


@contextmanager
def _changing_permanent_rulings(context: AppContext) -> Iterator[PlayerFile]:
    """Change the permanent rulings. Raises NotSaved if the session is read-only, and Refused if they cannot be read."""
    if context.session.store.read_only:
        raise NotSaved(context.session.store.warning)
    with changing(context.places.data) as file:
        yield file
    context.reload_rulings()


def rulings_on(calculation: Calculation) -> tuple[TableRuling, ...]:
    """Return the table rulings on this calculator, on its modifiers, and on the rules that these cite."""
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
    """Return the possible subjects of a ruling at a question, as pairs of id and words; last the whole calculator.

    With an empty path, returns only the calculator.
    """
    targets: dict[str, str] = {}
    for line in calculation.resolution.ledger if calculation.resolution and path else ():
        reads = {part for read in line.inputs for part in (read, read.partition(".")[0])}
        if f"{path[0]}.{path[-1]}" in line.inputs or (len(path) == 1 and path[0] in reads):
            targets.setdefault(f"{calculation.procedure.id}/{line.label}", line.label)
    return [*targets.items(), (calculation.procedure.id, f"{calculation.procedure.title}, as a whole")]
