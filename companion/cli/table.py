"""The session that a command works with, and the options that every session command has."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from companion.cli.parser import game_option, json_option, session_option
from companion.cli.ruled import session_name, warn

if TYPE_CHECKING:
    from companion.load.places import Places
    from companion.model import Library
    from companion.play.session import Session


def common(found: argparse.ArgumentParser, game: bool = True) -> argparse.ArgumentParser:
    """Add --session, --game and --json; each may stand before or after the action."""
    session_option(found, "session to work with; by default the one used last")
    if game:
        game_option(found, "game to switch to")
    json_option(found)
    return found


def whole(text: str) -> int:
    """A number of turns, lines, losses. Raises ArgumentTypeError."""
    bare = text.strip().lstrip("+-")
    if not (bare.isascii() and bare.isdecimal()) or len(bare) > 6 or len(text.strip()) - len(bare) > 1:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number up to 999999")
    return int(text)


class Actions:
    """The actions of one command, as in `turn next`."""

    def __init__(self, parser: argparse.ArgumentParser, game: bool = True) -> None:
        self._game = game
        common(parser, game)
        self._parsers: Any = parser.add_subparsers(dest="action", metavar="action", title="actions")

    def add(self, name: str, says: str) -> argparse.ArgumentParser:
        """Add an action; `says` describes it without a full stop."""
        made = self._parsers.add_parser(name, help=says, description=f"{says[0].upper()}{says[1:]}.")
        return common(made, self._game)


@contextmanager
def open_for_write(options: argparse.Namespace, first: str = "") -> Iterator[Session]:
    """Open the session to change it, with the game of `--game`; a session without a game gets `first`.

    Raises NotFound for a session that does not exist, and Refused where another process writes it.
    """
    from companion.load.places import usual_places
    from companion.load.source import load_library
    from companion.model import Refused
    from companion.play.opening import open_session, short_pause
    from companion.play.session_files import existing_name, sessions_folder

    places = usual_places()
    library = load_library(places)
    name = session_name(options)
    if name:
        name = existing_name(sessions_folder(places.data), name)
    slug = options.game and library.module(options.game).game.slug
    session = open_session(places.data, library, name, pause=short_pause)
    try:
        if session.store.read_only:
            raise Refused(session.store.warning)
        if session.store.warning:
            warn(session.store.warning)
        if slug or not session.state.game:
            session.open_game(slug or first or first_game(library, places))
        yield session
    finally:
        session.close()


@contextmanager
def open_read_only(options: argparse.Namespace) -> Iterator[Session]:
    """Open the session to read it; nothing is locked and nothing is written, unless `--game` switches the game."""
    from companion.load.places import usual_places
    from companion.load.source import load_library
    from companion.model.event import Opened
    from companion.play.state import apply_event

    places = usual_places()
    library = load_library(places)
    session = look(places, library, session_name(options))
    try:
        if options.game and session.state.game != options.game and session.log:
            session.close()
            with open_for_write(options) as opened:
                yield opened
            return
        if options.game or not session.state.game:
            slug = library.module(options.game or first_game(library, places)).game.slug
            session.state = apply_event(session.state, slug, Opened(slug))
        yield session
    finally:
        session.close()


def look(places: Places, library: Library, name: str) -> Session:
    """The session `name`, or the current one, without taking it from anyone; an empty one where none has begun.

    Raises NotFound for a name that is none. A damaged file is mended as it is when one plays on.
    """
    from companion.play.opening import FIRST, open_session, short_pause
    from companion.play.session import Session
    from companion.play.session_files import current_name, existing_name, sessions_folder
    from companion.play.store.errors import NotSaved
    from companion.play.store.memory import MemoryStore
    from companion.play.store.session_file import SessionFile

    folder = sessions_folder(places.data)
    found = existing_name(folder, name) if name else current_name(places.data)
    if not found:
        return Session(MemoryStore(FIRST, "no session has begun"), library)
    try:
        return Session(SessionFile(folder, found, write=False), library)
    except NotSaved:
        session = open_session(places.data, library, found, pause=short_pause)
        if session.store.warning:
            warn(session.store.warning)
        return session


def first_game(library: Library, places: Places) -> str:
    """The game of a new session: the one that the settings name, else the first. Raises NotFound if there is none."""
    from companion.cli.ruled import usual
    from companion.model import NotFound

    if not library.modules:
        raise NotFound("no game is installed: no tables/SLUG/game.yaml was found")
    return usual(places, [each.game.slug for each in library.modules]) or library.modules[0].game.slug


def one_of(word: str, known: tuple[str, ...] | list[str], what: str) -> str:
    """`word` as it is written in `known`, capitals or not, or its only beginning. Raises Refused with the domain."""
    from companion.model import Refused

    wanted = word.strip().casefold()
    exact = [each for each in known if each.casefold() == wanted]
    found = exact or [each for each in known if wanted and each.casefold().startswith(wanted)]
    if len(found) != 1:
        raise Refused(f"{what}: {word[:30]!r} is not one of {', '.join(known) or 'none'}")
    return found[0]
