"""Makes, drops, exports and imports table rulings, for the session or for good."""

from __future__ import annotations

from pathlib import Path

from companion.model import Refused
from companion.model.event import RulingMade, TableRuling
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


def make(context: AppContext, about: str, text: str, good: bool) -> TableRuling:
    """Save a new ruling, in every session if `good`, and return it. Raises CompanionError."""
    made = new_ruling(context.session, about, text, [each.id for each in context.rulings()])
    _keep(context, (made,), good)
    return made


def drop(context: AppContext, ruling: TableRuling) -> None:
    """Remove a ruling. Raises CompanionError."""
    if ruling.id in context.session.state.rulings:
        drop_ruling(context.session, ruling.id)
        return
    _check(context)
    save_lasting_rulings(context.places.data, tuple(each for each in context.lasting if each.id != ruling.id))
    context.reload_rulings()


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
        found = import_rulings(path.read_bytes())
    except (OSError, ValueError) as error:
        raise Refused(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    come = sort_incoming(context.session, found, context.rulings())
    if come.new:
        _keep(context, come.new, good)
    return come


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
