"""The version of the data with which a session was played: recorded, and a change is reported once."""

from __future__ import annotations

import hashlib
from contextlib import suppress

import msgspec

from companion import __version__
from companion.model import GameModule
from companion.play.session import Session
from companion.play.store.errors import NotSaved


def data_hash(module: GameModule) -> str:
    """Return a short hash of what results come from: calculators, charts, units, scenarios and the order of play."""
    parts = [module.procedures, module.charts, module.units, module.scenarios, module.sequence]
    return hashlib.blake2b(msgspec.msgpack.encode(parts, order="deterministic"), digest_size=6).hexdigest()


def note_data(session: Session) -> str:
    """Record the data of the session's games, and return in a sentence which have changed; empty for none."""
    changed = []
    for slug in filter(None, {session.state.game: None} | dict.fromkeys(session.state.games)):
        module = session.find_module(slug)
        if module is None:
            continue
        key, now = f"data {slug}", f"{__version__} {data_hash(session.library.module(slug))}"
        before = session.store.value(key)
        if before == now:
            continue
        with suppress(NotSaved):
            session.store.set_value(key, now)
        if before:
            changed.append(f"{module.game.name} (was {before}, now {now})")
    if not changed:
        return ""
    return (
        f"the data have changed since this session was last played: {', '.join(changed)}; "
        "the log keeps the earlier results"
    )
