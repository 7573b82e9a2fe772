"""Opens the session that a command uses."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing, contextmanager

from companion.cli.defaults import game_in_settings, session_name
from companion.cli.streams import warn
from companion.errors import NotFound, Refused
from companion.load.library import load_library
from companion.load.places import Places, usual_places
from companion.model import Library
from companion.model.event import Opened
from companion.play.opening import FIRST, open_session, short_pause
from companion.play.session import Session
from companion.play.session_files import current_name, existing_name, sessions_folder
from companion.play.state import apply_event
from companion.play.store.errors import NotSaved
from companion.play.store.memory import MemoryStore
from companion.play.store.session_file import SessionFile


@contextmanager
def open_for_write(options: argparse.Namespace, first: str = "") -> Iterator[Session]:
    """Yield the session, locked for this process and switched to the game of --game; `first` if it has no game yet.

    Raises NotFound for an unknown session, and Refused if another process has it open.
    """
    places = usual_places()
    library = load_library(places)
    name = session_name(options)
    if name:
        name = existing_name(sessions_folder(places.data), name)
    slug = options.game and library.module(options.game).game.slug
    with closing(open_session(places.data, library, name, pause=short_pause)) as session:
        if session.store.read_only:
            raise Refused(session.store.warning)
        if session.store.warning:
            warn(session.store.warning)
        if slug or not session.state.game:
            session.open_game(slug or first or first_game(library, places))
        yield session


@contextmanager
def open_read_only(options: argparse.Namespace) -> Iterator[Session]:
    """Yield the session read-only, unless --game switches to another game."""
    places = usual_places()
    library = load_library(places)
    with closing(read_session(places, library, session_name(options))) as session:
        if options.game and session.state.game != options.game and session.log:
            session.close()
            with open_for_write(options) as opened:
                yield opened
            return
        if options.game or not session.state.game:
            slug = library.module(options.game or first_game(library, places)).game.slug
            session.state = apply_event(session.state, slug, Opened(slug))
        yield session


def read_session(places: Places, library: Library, name: str) -> Session:
    """Return the session `name` (default: the current one), read-only; an empty session if there is none yet.

    A damaged file is repaired, as when opening it for writing. Raises NotFound for an unknown name.
    """
    folder = sessions_folder(places.data)
    known = existing_name(folder, name) if name else current_name(places.data)
    if not known:
        return Session(MemoryStore(FIRST, "no session has been started"), library)
    try:
        return Session(SessionFile(folder, known, write=False), library)
    except NotSaved:
        session = open_session(places.data, library, known, pause=short_pause)
        if session.store.warning:
            warn(session.store.warning)
        return session


def first_game(library: Library, places: Places) -> str:
    """Return the slug of the game for a new session: the one in the settings, or else the first. Raises NotFound."""
    if not library.modules:
        raise NotFound("no game is installed: no tables/SLUG/game.yaml was found")
    slugs = [module.game.slug for module in library.modules]
    return game_in_settings(places, slugs) or slugs[0]
