"""`companion new-game`: the skeleton of a whole small game, to be written over."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

from companion.cli.parser import command, complete, json_option
from companion.cli.screen import put, put_json

SKELETON = Path(__file__).resolve().parent.parent / "skeleton"
"""Its files, with SLUG for the game in names and text."""
_SLUG = re.compile(r"[a-z][a-z0-9-]{0,30}")


def add(commands: Any) -> None:
    """Lay out the command."""
    found = command(
        commands,
        "new-game",
        "write the commented skeleton of a small game, to start your own from",
        "new-game ford",
        "new-game ford --folder mygames",
    )
    found.add_argument("slug", help="short name of the game: lower-case letters, digits and -")
    folder = found.add_argument(
        "--folder", type=Path, metavar="DIR", help="folder to write to; by default your own"
    )
    complete(folder, "directory")
    json_option(found, "print JSON: the files written")


def run(options: argparse.Namespace) -> int:
    """Writes the files and says what to do next. Raises Refused."""
    from companion.cli.schema import write_schemas
    from companion.load.places import usual_places
    from companion.load.schema import FILE_KINDS

    places = usual_places()
    folder = options.folder if options.folder is not None else places.own
    _free(options.slug, folder, places.bases)
    written = write_schemas(folder / "schemas", list(FILE_KINDS))
    written += [_write(path, folder, options.slug) for path in sorted(SKELETON.rglob("*")) if path.is_file()]
    if options.json:
        put_json([str(each) for each in written])
        return 0
    put(f"wrote {each}" for each in written if each.parent.name != "schemas")
    put([f"wrote {folder / 'schemas'}, for editors that read YAML by schema"])
    cases = folder / "tests" / "cases" / f"{options.slug}-*.jsonl"
    put(["Next:", f"  companion check {folder}", f"  companion check {folder} --cases {cases}"])
    put(["Needed are game.yaml and one chapter of rules; any other file may be deleted."])
    if options.folder is not None and options.folder != places.own:
        put(["To play from there, set COMPANION_OVERLAY to that folder."])
    return 0


def _free(slug: str, folder: Path, bases: tuple[Path, ...]) -> None:
    """Raises Refused where the slug is none, or a game or a file of this name is there."""
    from companion.model import Refused

    if not _SLUG.fullmatch(slug):
        raise Refused(
            f"{slug!r} is not a slug: lower-case letters, digits and -, a letter first, 31 at most, as in ford"
        )
    for base in (folder, *bases):
        for kind in ("tables", "rulebook"):
            if (base / kind / slug).exists():
                raise Refused(
                    f"{base / kind / slug} is there already; nothing is overwritten, choose another"
                )
    for path in SKELETON.rglob("*"):
        target = _target(path, folder, slug)
        if path.is_file() and target.exists():
            raise Refused(f"{target} is there already; nothing is overwritten, choose another slug")


def _target(path: Path, folder: Path, slug: str) -> Path:
    """Where a file of the skeleton goes."""
    return folder / str(path.relative_to(SKELETON)).replace("SLUG", slug)


def _write(path: Path, folder: Path, slug: str) -> Path:
    """Writes one file of the skeleton. Raises Refused where that cannot be."""
    from companion.model import Refused

    target = _target(path, folder, slug)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8").replace("SLUG", slug)
        with target.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise Refused(f"{target} cannot be written: {error.strerror}") from None
    return target
