"""Table rulings: made for the session or for good, dropped, handed on as a file."""

from __future__ import annotations

from pathlib import Path

from companion.model import Chart, CompanionError, Entry, Procedure, Refused
from companion.model.event import RulingMade, TableRuling
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
from companion.render.entry import entry_title
from companion.workspace.context import Desk


def make(desk: Desk, about: str, text: str, good: bool) -> TableRuling:
    """A ruling, on disk when this returns. Raises CompanionError."""
    made = new_ruling(desk.session, about, text, [each.id for each in desk.rulings()])
    _keep(desk, (made,), good)
    return made


def drop(desk: Desk, ruling: TableRuling) -> None:
    """A ruling holds no longer. Raises CompanionError."""
    if ruling.id in desk.session.state.rulings:
        drop_ruling(desk.session, ruling.id)
        return
    _check(desk)
    save_lasting_rulings(desk.places.data, tuple(each for each in desk.lasting if each.id != ruling.id))
    desk.reload_rulings()


def lasts(desk: Desk, ruling: TableRuling) -> bool:
    """Whether it holds for good."""
    return ruling.id not in desk.session.state.rulings


def about_words(desk: Desk, ruling: TableRuling) -> str:
    """`3.5 Closing rolls`, `Fire: At range`."""
    target, _, label = ruling.about.partition("/")
    found = desk.library.find(target)
    match found[0] if found else None:
        case Entry() as entry:
            words = entry_title(entry)
        case Chart() | Procedure() as record:
            words = record.title
        case _:
            words = f"{target}, which is not in the books here"
    return f"{words}: {label}" if label else words


def scope_words(desk: Desk, ruling: TableRuling) -> str:
    """How long it holds, and since when."""
    since = f", since {ruling.on}" if ruling.on else ""
    return ("for good" if lasts(desk, ruling) else "this session") + since


def export(desk: Desk) -> Path:
    """Writes every ruling to a file of the data folder. Raises CompanionError."""
    if not desk.rulings():
        raise Refused("there is no table ruling to hand on")
    path = desk.places.data / f"rulings {desk.session.now().date().isoformat()}.json"
    try:
        path.write_bytes(export_rulings(desk.rulings()))
    except OSError as error:
        raise CompanionError(f"{path} cannot be written: {error.strerror}") from None
    return path


def take_in(desk: Desk, file: str, good: bool) -> Incoming:
    """Rulings from a file that was exported. Raises CompanionError."""
    if desk.guest:
        raise Refused("a guest names no files of the host's machine; companion ruling import does it there")
    path = Path(file.strip()).expanduser()
    try:
        found = import_rulings(path.read_bytes())
    except (OSError, ValueError) as error:
        raise Refused(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    come = sort_incoming(desk.session, found, desk.rulings())
    if come.new:
        _keep(desk, come.new, good)
    return come


def _keep(desk: Desk, rulings: tuple[TableRuling, ...], good: bool) -> None:
    if not good:
        desk.session.add(*(RulingMade(each) for each in rulings))
        return
    _check(desk)
    save_lasting_rulings(desk.places.data, (*desk.lasting, *rulings))
    desk.reload_rulings()


def _check(desk: Desk) -> None:
    """Nothing is written over a file that cannot be read, and nothing where the session is only followed."""
    if desk.session.store.read_only:
        raise NotSaved(desk.session.store.warning)
    desk.reload_rulings()
    if desk.rulings_fault:
        raise Refused(desk.rulings_fault)
