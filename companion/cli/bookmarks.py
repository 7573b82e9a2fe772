"""`companion bookmarks`: list, set and remove bookmarks and notes on rules, charts, calculators and terms."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path

from companion.cli.defaults import in_usual_game, warn_of_repair
from companion.cli.output import print_result, width
from companion.errors import NotFound
from companion.load.library import load_library
from companion.load.places import Places, usual_places
from companion.model import Library
from companion.model.library import nearest
from companion.play.annotations import Annotation, read_annotations, set_bookmark, write_note
from companion.render.annotations import annotations_json, annotations_lines


def run(options: argparse.Namespace) -> int:
    """Run the action; without one, list the bookmarks and notes. Raises NotFound, and errors of the player's file."""
    places = usual_places()
    warn_of_repair(places.data)
    library = load_library(places)
    if options.game:
        library.module(options.game)
    if options.action is None:
        prefix = f"{options.game}:" if options.game else ""
        annotations = [noted for noted in read_annotations(places.data) if noted.about.startswith(prefix)]
    else:
        annotations = [_change(options, places.data, _record(options.id, options.game, library, places))]
    lines = annotations_lines(annotations, library, width())
    print_result(options, annotations_json(annotations, library), lines)
    return 0


def _change(options: argparse.Namespace, data: Path, record: str) -> Annotation:
    """Run the action; return the new bookmark and note of the record."""
    today = date.today().isoformat()
    if options.action == "note":
        return write_note(data, record, " ".join(options.text), today)
    return set_bookmark(data, record, options.action == "set", today)


def _record(name: str, game: str, library: Library, places: Places) -> str:
    """Return the id of the only rule, chart, calculator or term with this name. Raises NotFound."""
    if library.term(name) is not None:
        return name.lower()
    records = in_usual_game(library.find(name.strip(), game), places)
    ids = list(dict.fromkeys(record.id for record in records))
    if len(ids) > 1:
        raise NotFound(f"{name} is ambiguous; write one of {', '.join(ids)}")
    if not ids:
        raise NotFound(f"{name} not found{nearest(name, library.ids())}")
    return ids[0]
