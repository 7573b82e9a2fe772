"""`companion check`: faults of the data, and worked examples."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.parser import command, complete, json_option
from companion.cli.screen import put, put_json

if TYPE_CHECKING:
    from companion.load.places import Places
    from companion.model import Library
    from companion.search.finder import Finder
    from companion.search.question_cases import QuestionChecker


def add(commands: Any) -> None:
    """Lay out the command."""
    found = command(
        commands,
        "check",
        "check the data for faults, or worked examples against it",
        "check mygames",
        "check --cases tests/cases/lob-calculations.jsonl",
        "check --prose lob",
    )
    path = found.add_argument(
        "path",
        nargs="?",
        type=Path,
        metavar="folder",
        help="folder with rulebook/ and tables/; additions to shipped games are read over these; by default the "
        "shipped games and your own",
    )
    complete(path, "directory")
    cases = found.add_argument(
        "--cases",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="worked examples and questions, one JSON object a line",
    )
    complete(cases, "file")
    found.add_argument(
        "--procedure",
        action="append",
        default=[],
        metavar="ID",
        help="only examples of this calculator (repeatable)",
    )
    found.add_argument(
        "--prose",
        nargs="*",
        metavar="GAME",
        help="also list remarks on the English of the rules, of these games only where they are named; they do not "
        "change the exit status",
    )
    json_option(found)


def run(options: argparse.Namespace) -> int:
    """Prints what is wrong; 1 where anything is."""
    from companion.load.places import Places, usual_places
    from companion.load.source import read_library
    from companion.model import MEND_FIRST, NotFound
    from companion.render.text import shown

    places = usual_places()
    if options.path is not None:
        if not options.path.is_dir():
            raise NotFound(f"no folder {options.path}")
        places = Places(_bases(options.path, places.bases[0]), places.cache, places.data)
    library = read_library(places)
    if options.cases:
        return _cases(library, options)
    if options.prose is not None:
        for game in options.prose:
            library.module(game)
        return _prose(places, library, options)
    if options.json:
        put_json(_faults_json(library))
    else:
        first = sorted(library.faults, key=lambda fault: fault.mend == MEND_FIRST)
        put(shown(str(fault)) for fault in first)
        if not library.modules:
            put([_no_game(library)])
        put([f"{_many(len(library.faults), 'fault')} in {_many(len(library.modules), 'game')}."])
    return 1 if library.faults or not library.modules else 0


def _faults_json(library: Library) -> list[dict[str, Any]]:
    return [
        {"file": each.file, "line": each.line, "key": each.key, "says": each.says, "mend": each.mend}
        for each in library.faults
    ]


def _prose(places: Places, library: Library, options: argparse.Namespace) -> int:
    """Print remarks on the English, with their number by kind; 1 only where the data has faults."""
    from collections import Counter

    from companion.load.wording_lint import remarks
    from companion.render.text import shown

    found = list(remarks(places, tuple(options.prose)))
    if options.json:
        put_json({"faults": _faults_json(library), "remarks": [each._asdict() for each in found]})
    else:
        put(shown(f"{each.file}:{each.line}: {each.says}: {each.excerpt}") for each in found)
        kinds = Counter(each.kind for each in found)
        counts = ", ".join(f"{kind} {number}" for kind, number in sorted(kinds.items()))
        put([f"{_many(len(found), 'remark')}{f': {counts}' if counts else ''}."])
        put([f"{_many(len(library.faults), 'fault')} in {_many(len(library.modules), 'game')}."])
    return 1 if library.faults or not library.modules else 0


def _no_game(library: Library) -> str:
    """Why there is no game."""
    broken = [each.file for each in library.faults if each.file.endswith("game.yaml") and each.line]
    if broken:
        return f"No game can be used: {broken[0]} has faults; mend it first."
    return "No game found: a game is a folder with tables/SLUG/game.yaml; companion new-game SLUG writes one."


def _many(number: int, word: str) -> str:
    """`1 fault`, `2 faults`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _bases(path: Path, shipped: Path) -> tuple[Path, ...]:
    """The folder alone where each of its games is whole; else over the shipped ones, which it adds to."""
    games = {
        each.name for kind in ("tables", "rulebook") for each in (path / kind).glob("*") if each.is_dir()
    }
    adds = any(
        (shipped / "tables" / game).is_dir() and not (path / "tables" / game / "game.yaml").is_file()
        for game in games
    )
    return (shipped, path) if adds else (path,)


class _Asked:
    """Puts questions to a library; its index is made at the first one."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.finder: Finder | None = None
        self.answerable: QuestionChecker | None = None

    def verdict(self, question: dict[str, Any]) -> str:
        """Empty where an entry that answers is among the first three, else its faults or what was found."""
        from companion.search.question_cases import QuestionChecker, finder_of, question_verdict

        if self.finder is None or self.answerable is None:
            self.finder, self.answerable = finder_of(self.library), QuestionChecker(self.library)
        if faults := list(self.answerable.faults(question)):
            return "; ".join(faults)
        return question_verdict(self.finder, question)


def _cases(library: Library, options: argparse.Namespace) -> int:
    from companion.engine import Engine
    from companion.engine.cases import verdict
    from companion.load.cases import json_records

    engine = Engine(library)
    asked = _Asked(library)
    held = total = 0
    failed: list[dict[str, Any]] = []
    for where, example in (pair for file in options.cases for pair in json_records(file)):
        if options.procedure and example.get("procedure") not in options.procedure:
            continue
        total += 1
        instead = asked.verdict(example) if "q" in example else verdict(engine, example)
        held += not instead
        if instead:
            failed.append({"where": where, "example": example, "instead": instead})
    if options.json:
        put_json({"held": held, "total": total, "failed": failed})
    else:
        for each in failed:
            keys = ("q", "game") if "q" in each["example"] else ("procedure", "inputs", "rolls")
            shown = json.dumps({key: each["example"].get(key) for key in keys})
            put([f"{each['where']}: {each['instead']}", f"    {shown}"])
        put([f"{held} of {total} hold"])
    return 0 if held == total and total else 1
