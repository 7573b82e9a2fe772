"""`companion bookmarks`: lists, sets and removes bookmarks and notes."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from companion.cli.parser import command, game_option, json_option
from companion.cli.screen import put, put_json, width

if TYPE_CHECKING:
    from companion.model import Library
    from companion.play.annotations import Annotation


def add(commands: Any) -> None:
    """Lay out the command."""
    found = command(
        commands,
        "bookmarks",
        "list, set and remove your bookmarks and notes",
        "bookmarks",
        "bookmarks set lob:3.5",
        "bookmarks note lob:3.5 look at the chart first",
    )
    _shared(found)
    actions = found.add_subparsers(dest="action", metavar="action", title="actions")
    for name, says in (("set", "set a bookmark"), ("drop", "remove a bookmark"), ("note", "write a note")):
        action = actions.add_parser(name, help=says, description=f"{says.capitalize()}.")
        action.add_argument("id", help="id or rule number, as in lob:3.5c, 3.5c or combat-table")
        if name == "note":
            action.add_argument("text", nargs="*", help="one line; without any text the note is removed")
        _shared(action)


def _shared(found: argparse.ArgumentParser) -> None:
    """Add the options that may stand before or after the action."""
    game_option(found, "game to look in, if the id does not name it")
    json_option(found)


def run(options: argparse.Namespace) -> int:
    """Does what the options say. Raises NotFound, and Refused where the file cannot be read."""
    from companion.load.places import usual_places
    from companion.load.source import load_library
    from companion.play.annotations import read_annotations
    from companion.render.annotations import annotations_json, annotations_lines

    places = usual_places()
    library = load_library(places)
    if options.game:
        library.module(options.game)
    if options.action is None:
        found = list(read_annotations(places.data))
        if options.game:
            found = [each for each in found if each.about.startswith(f"{options.game}:")]
    else:
        found = [_changed(options, library)]
    put_json(annotations_json(found, library)) if options.json else put(
        annotations_lines(found, library, width())
    )
    return 0


def _changed(options: argparse.Namespace, library: Library) -> Annotation:
    """What stands beside the record by now."""
    from datetime import date

    from companion.load.places import usual_places
    from companion.model import Refused
    from companion.play.annotations import annotation, toggle_bookmark, write_note

    data, today = usual_places().data, date.today().isoformat()
    about = _record(options.id, options.game, library)
    if options.action == "note":
        return write_note(data, about, " ".join(options.text), today)
    wanted = options.action == "set"
    if annotation(data, about).bookmark is wanted:
        raise Refused(f"{about} has {'a bookmark already' if wanted else 'no bookmark'}")
    return toggle_bookmark(data, about, today)


def _record(name: str, game: str, library: Library) -> str:
    """The id of the one rule, chart, calculator or term that is meant. Raises NotFound."""
    from companion.cli.ruled import in_usual_game
    from companion.load.places import usual_places
    from companion.model import NotFound
    from companion.model.library import nearest

    if library.term(name) is not None:
        return name.lower()
    records = in_usual_game(library.find(name.strip(), game), usual_places())
    found = list(dict.fromkeys(each.id for each in records))
    if len(found) > 1:
        raise NotFound(f"{name} may be any of {', '.join(found)}")
    if not found:
        raise NotFound(f"nothing is called {name}{nearest(name, library.ids())}")
    return found[0]
