"""Makes, drops, imports and exports table rulings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.model import NotFound, Refused
from companion.model.event import RulingDropped
from companion.model.library import nearest
from companion.model.recorded import TableRuling
from companion.play.active_rulings import FILE, ActiveRuling
from companion.play.json_records import decode_records, encode_records, read_records
from companion.play.replacing import replace_file
from companion.play.session import Session
from companion.play.store.lock import file_lock

SESSION, LASTING = "table", "house"
"""Beginnings of the ids of rulings for a session and of lasting ones, so that no two in force have the same id."""


def new_ruling(
    session: Session, about: str, text: str, taken: Iterable[str], scope: str = SESSION
) -> TableRuling:
    """Return a ruling with an id that is not among those `taken`. Nothing is saved yet.

    `scope` is SESSION or LASTING. `about`: id or rule number, with `/` and a label that of a modifier. Raises NotFound
    for a record that does not exist, and Refused for an empty text.
    """
    if not text.strip():
        raise Refused("a ruling needs its words")
    target, _, label = about.partition("/")
    ids = session.library.ids()
    if target not in ids:
        records = session.library.find(target, session.state.game)
        if not records:
            raise NotFound(f"nothing is called {target}{nearest(target, ids)}")
        target = records[0].id
    numbers = re.findall(rf"\b{scope}-(\d+)", " ".join(taken))
    number = 1 + max(map(int, numbers), default=0)
    today = session.now().date().isoformat()
    return TableRuling(f"{scope}-{number}", f"{target}/{label}" if label else target, text.strip(), today)


def table_ruling(active: ActiveRuling) -> TableRuling:
    """Return a ruling in force as the record that the log and the files hold."""
    return TableRuling(active.id, active.about, active.text, active.on)


def lasting_rulings(data: Path) -> tuple[TableRuling, ...]:
    """Return the rulings for every session, from the data folder. Raises Refused where they cannot be read."""
    return read_records(data / FILE, TableRuling, "table rulings")


def drop_ruling(session: Session, name: str) -> None:
    """End a ruling of the session. Raises NotFound."""
    rulings = session.state.rulings
    if name not in rulings:
        raise NotFound(f"no ruling {name}{nearest(name, list(rulings)) or '; there are none'}")
    session.add(RulingDropped(name))


@contextmanager
def changed_lasting(data: Path) -> Iterator[list[TableRuling]]:
    """Give the rulings for every session as a list, and save the changed list; other processes wait.

    Raises CompanionError, and then changes nothing.
    """
    with file_lock(data / FILE):
        rulings = list(lasting_rulings(data))
        yield rulings
        replace_file(data / FILE, encode_records(rulings))


def export_rulings(rulings: Sequence[TableRuling]) -> bytes:
    """Return the content of a file of rulings."""
    return encode_records(rulings)


def import_rulings(raw: bytes) -> tuple[TableRuling, ...]:
    """Return the rulings of an exported file. Raises Refused for any other file."""
    return decode_records(raw, TableRuling, "table rulings")


class Incoming(NamedTuple):
    """The rulings of a file, sorted."""

    new: tuple[TableRuling, ...]
    """Rulings not yet in force, with new ids."""
    known: int
    """Number of those already in force."""
    foreign: tuple[TableRuling, ...]
    """Rulings about a record that does not exist here."""


def sort_incoming(
    session: Session, rulings: Iterable[TableRuling], active: Sequence[TableRuling], scope: str
) -> Incoming:
    """Sort the rulings of a file. Nothing is saved yet.

    `active` are all that are in force; `scope` as in `new_ruling`.
    """
    known_texts = {(ruling.about, ruling.text) for ruling in active}
    ids, taken = set(session.library.ids()), [ruling.id for ruling in active]
    new: list[TableRuling] = []
    foreign: list[TableRuling] = []
    known = 0
    for ruling in rulings:
        key = (ruling.about, ruling.text.strip())
        if key in known_texts:
            known += 1
        elif ruling.record not in ids:
            foreign.append(ruling)
        else:
            made = new_ruling(session, ruling.about, ruling.text, taken, scope)
            new.append(msgspec.structs.replace(made, on=ruling.on or made.on))
            taken.append(made.id)
            known_texts.add(key)
    return Incoming(tuple(new), known, tuple(foreign))
