"""Records the version of the game data that a session is played with, and reports a change once."""

from __future__ import annotations

import hashlib
from contextlib import suppress

import msgspec

from companion import __version__
from companion.model import GameModule
from companion.play.session import Session
from companion.play.store.errors import NotSaved


def data_hash(module: GameModule) -> str:
    """Return a short hash of the data behind results: calculators, charts, units, scenarios and sequence of play."""
    parts = [module.procedures, module.charts, module.units, module.scenarios, module.sequence]
    return hashlib.blake2b(msgspec.msgpack.encode(parts, order="deterministic"), digest_size=6).hexdigest()


def note_data(session: Session) -> str:
    """Record the data version of the session's games; return a sentence about those that changed, empty for none."""
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
        f"the game data has changed since this session was last played: {', '.join(changed)}; "
        "the log keeps the earlier results"
    )
