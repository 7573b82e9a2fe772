"""Makes, drops, imports and exports table rulings."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.model import NotFound, Refused
from companion.model.event import RulingDropped
from companion.model.library import nearest
from companion.model.recorded import TableRuling
from companion.play.active_rulings import ActiveRuling
from companion.play.session import Session
from companion.play.store.player_file import PlayerFile, permanent_rows

FORMAT = 1
"""Format of exported rulings that this version writes, and the latest that it reads."""
_SESSION = "table"
"""Prefix of the ids of rulings for a session; permanent rulings have another one (`store/player_file.py`)."""


def session_ids(taken: Iterable[str]) -> Iterator[str]:
    """Yield ids for rulings of a session, higher than those in the texts `taken`."""
    numbers = re.findall(rf"\b{_SESSION}-(\d+)", " ".join(taken))
    first = 1 + max(map(int, numbers), default=0)
    return (f"{_SESSION}-{number}" for number in itertools.count(first))


def new_ruling(session: Session, about: str, text: str, ids: Iterator[str]) -> TableRuling:
    """Return a ruling with the next of `ids`, without saving it.

    `about`: an id or rule number, followed for a modifier by `/` and its label. Raises NotFound for an unknown
    record, and Refused for an empty text.
    """
    if not text.strip():
        raise Refused("a ruling needs text")
    target, _, label = about.partition("/")
    known = session.library.ids()
    if target not in known:
        records = session.library.find(target, session.state.game)
        if not records:
            raise NotFound(f"{target} not found{nearest(target, known)}")
        target = records[0].id
    today = session.now().date().isoformat()
    return TableRuling(next(ids), f"{target}/{label}" if label else target, text.strip(), today)


def table_ruling(active: ActiveRuling) -> TableRuling:
    """Convert a ruling in force to the record used in the log and in files."""
    return TableRuling(active.id, active.about, active.text, active.on)


def permanent_rulings(data: Path) -> tuple[TableRuling, ...]:
    """Return the permanent rulings, from the data folder. Raises CompanionError if they cannot be read."""
    return tuple(TableRuling(*row) for row in permanent_rows(data))


def add_permanent_rulings(file: PlayerFile, *rulings: TableRuling) -> None:
    """Add permanent rulings, whose ids come from `file.ruling_ids`."""
    for ruling in rulings:
        file.add_ruling(ruling.id, ruling.about, ruling.text, ruling.on)


def drop_ruling(session: Session, name: str) -> None:
    """Drop a ruling of the session. Raises NotFound."""
    rulings = session.state.rulings
    if name not in rulings:
        raise NotFound(
            f"unknown ruling {name}{nearest(name, list(rulings)) if rulings else '; there are no rulings'}"
        )
    session.add(RulingDropped(name))


class _Head(msgspec.Struct):
    format: int


class _Content(msgspec.Struct):
    format: int
    records: tuple[TableRuling, ...]


def export_rulings(rulings: Sequence[TableRuling]) -> bytes:
    """Return rulings as the content of a file: an indented JSON object with `format` and `records`."""
    return msgspec.json.format(msgspec.json.encode(_Content(FORMAT, tuple(rulings))), indent=2) + b"\n"


def import_rulings(raw: bytes) -> tuple[TableRuling, ...]:
    """Return the rulings of an exported file. Raises Refused for any other file."""
    try:
        version = msgspec.json.decode(raw, type=_Head).format
        if version <= FORMAT:
            return msgspec.json.decode(raw, type=_Content).records
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(f"this is not a file of exported table rulings: {error}") from None
    raise Refused(f"these table rulings were exported by a newer version of the companion (format {version})")


class Incoming(NamedTuple):
    """The rulings of an imported file, sorted."""

    new: tuple[TableRuling, ...]
    """Rulings not yet in force, with new ids."""
    known: int
    """Number of rulings already in force."""
    foreign: tuple[TableRuling, ...]
    """Rulings about a record that does not exist here."""


def sort_incoming(
    session: Session, rulings: Iterable[TableRuling], active: Sequence[TableRuling], ids: Iterator[str]
) -> Incoming:
    """Sort the rulings of an imported file, without saving them.

    `active`: all rulings in force; `ids`: as in `new_ruling`.
    """
    known_texts = {(ruling.about, ruling.text) for ruling in active}
    known_records = set(session.library.ids())
    new: list[TableRuling] = []
    foreign: list[TableRuling] = []
    known = 0
    for ruling in rulings:
        key = (ruling.about, ruling.text.strip())
        if key in known_texts:
            known += 1
        elif ruling.record not in known_records:
            foreign.append(ruling)
        else:
            made = new_ruling(session, ruling.about, ruling.text, ids)
            new.append(msgspec.structs.replace(made, on=ruling.on or made.on))
            known_texts.add(key)
    return Incoming(tuple(new), known, tuple(foreign))
