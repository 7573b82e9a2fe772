"""`companion check`: lists faults in the data and remarks on its English, and checks worked examples."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import msgspec

from companion.cli.output import print_result
from companion.cli.streams import warn
from companion.errors import NotFound
from companion.load.files import shown_path
from companion.load.idle_modifiers import modifier_faults
from companion.load.library import read_library
from companion.load.places import Places, usual_places
from companion.load.unread_files import unread_files
from companion.load.unused_questions import question_faults
from companion.load.wording_lint import remarks
from companion.model import MEND_FIRST, Library
from companion.model.wording import counted
from companion.render.documents import encoded


def run(options: argparse.Namespace) -> int:
    """Print faults and unread files; return 1 if there are faults. Raises NotFound for an unknown folder or game."""
    places = usual_places()
    if options.path is not None:
        if not options.path.is_dir():
            raise NotFound(f"folder {options.path} not found")
        places = Places(_bases(options.path, places.bases[0]), places.cache, places.data)
    library = read_library(places)
    if options.cases:
        from companion.cli.check_cases import (
            check_cases,
        )  # would double the time of a small check

        return check_cases(library, options)
    if options.prose is not None:
        return _list_remarks(places, library, options)
    more = (*question_faults(places, library), *modifier_faults(places, library))
    library = msgspec.structs.replace(library, faults=(*library.faults, *more))
    lines = [str(fault) for fault in sorted(library.faults, key=lambda fault: fault.mend == MEND_FIRST)]
    lines += [] if library.modules else [_no_game(library)]
    notices = [f"{shown_path(unread.file)}: not read; {unread.help}" for unread in unread_files(places)]
    if options.json:
        for notice in notices:
            warn(notice)
    print_result(options, encoded(library.faults), [*lines, *notices, _fault_count(library)])
    return _status(library)


def _status(library: Library) -> int:
    return 1 if library.faults or not library.modules else 0


def _fault_count(library: Library) -> str:
    """Return the number of faults and games; beside included games, also of those of the author."""
    games = [module.game.slug for module in library.modules]
    included = usual_places().bases[0]
    own = [slug for slug in games if not (included / "tables" / slug / "game.yaml").is_file()]
    mixed = f" ({len(own)} of your own)" if 0 < len(own) < len(games) else ""
    return f"{counted(len(library.faults), 'faults')} in {counted(len(games), 'games')}{mixed}."


def _list_remarks(places: Places, library: Library, options: argparse.Namespace) -> int:
    """Print remarks on the English, counted by kind; return 1 only if the data has faults."""
    for game in options.prose:
        library.module(game)
    listed = list(remarks(places, tuple(options.prose)))
    kinds = Counter(remark.kind for remark in listed)
    counts = ", ".join(f"{kind} {number}" for kind, number in sorted(kinds.items()))
    lines = [f"{remark.file}:{remark.line}: {remark.says}: {remark.excerpt}" for remark in listed]
    lines += [f"{counted(len(listed), 'remarks')}{f': {counts}' if counts else ''}.", _fault_count(library)]
    print_result(options, encoded({"faults": library.faults, "remarks": listed}), lines)
    return _status(library)


def _no_game(library: Library) -> str:
    """Return the message that there is no usable game, with the reason."""
    broken = [fault.file for fault in library.faults if fault.file.endswith("game.yaml") and fault.line]
    if broken:
        return f"No usable game: {broken[0]} has faults; correct it first."
    return (
        "No game found: a game needs a file tables/SLUG/game.yaml. Create one with companion new-game SLUG."
    )


def _bases(folder: Path, shipped: Path) -> tuple[Path, ...]:
    """Return the folder alone if all its games are complete, otherwise the shipped games with the folder on top."""
    games = {
        game.name for kind in ("tables", "rulebook") for game in (folder / kind).glob("*") if game.is_dir()
    }
    adds = any(
        (shipped / "tables" / game).is_dir() and not (folder / "tables" / game / "game.yaml").is_file()
        for game in games
    )
    return (shipped, folder) if adds else (folder,)
