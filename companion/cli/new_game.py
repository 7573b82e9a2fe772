"""`companion new-game`: creates a small, complete game for its author to overwrite."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from pathlib import Path

from companion.cli.output import print_result
from companion.cli.schema import write_schemas
from companion.cli.streams import write_file
from companion.errors import Refused
from companion.load.places import usual_places
from companion.load.schema import FILE_KINDS
from companion.load.yaml_text import scalar

SKELETON = Path(__file__).resolve().parent.parent / "skeleton"
"""Folder of the skeleton, with SLUG for the game in names and text."""
SMALL = SKELETON.with_name("skeleton_small")
"""Folder of the small skeleton, with the two required files."""
_NAME = "The game SLUG"
"""Name of the game in both skeletons."""
_SLUG = re.compile(r"[a-z][a-z0-9-]{0,30}")


def run(options: argparse.Namespace) -> int:
    """Write the files and print what to do next. Raises Refused."""
    places = usual_places()
    slug = options.slug
    folder = options.folder if options.folder is not None else places.own
    skeleton = SMALL if options.small else SKELETON
    files = {
        path: folder / str(path.relative_to(skeleton)).replace("SLUG", slug)
        for path in sorted(skeleton.rglob("*"))
        if path.is_file()
    }
    _check(slug, (folder, *places.bases), files.values())
    written = [] if options.small else write_schemas(folder / "schemas", list(FILE_KINDS))
    for path, target in files.items():
        content = _named(path.read_text(encoding="utf-8"), slug, options.name)
        write_file(target, content.encode(), overwrite=False, make_folder=True)
    written += files.values()
    lines = [f"wrote {path}" for path in files.values()]
    if not options.name:
        game = next(target for target in files.values() if target.name == "game.yaml")
        lines.append(
            f"The game is called {_NAME.replace('SLUG', slug)}. To rename it, change name: in {game}."
        )
    if options.folder is not None and options.folder != places.own:
        lines.append("To play from this folder, set COMPANION_OVERLAY to it.")
    lines += _small_lines(slug) if options.small else _lines(slug, folder)
    print_result(options, [str(path) for path in written], lines)
    return 0


def _named(text: str, slug: str, name: str) -> str:
    """Return the text of a skeleton file for a game; without a name, the name of the skeleton is kept."""
    if name.strip():
        text = text.replace(f"name: {_NAME}", f"name: {scalar(' '.join(name.split()))}")
    return text.replace("SLUG", slug)


def example_chapter(slug: str) -> tuple[str, str]:
    """Return path and text of the chapter written by `new-game --small`, which has an example rule."""
    name = "rulebook/SLUG/01-rules.md"
    text = (SMALL / name).read_text(encoding="utf-8")
    return name.replace("SLUG", slug), _named(text, slug, "")


def example_turn(slug: str) -> str:
    """Return the text of the example turn that `new-game` writes."""
    return _named((SKELETON / "tables/SLUG/sequence.yaml").read_text(encoding="utf-8"), slug, "")


def _lines(slug: str, folder: Path) -> list[str]:
    """Return the next steps after writing the full skeleton."""
    return [
        f"wrote {folder / 'schemas'}, for editors that support YAML schemas",
        "Check the example game:",
        f"  companion check {folder}",
        f"  companion check {folder} --cases {folder / 'tests' / 'cases' / f'{slug}-*.jsonl'}",
        "Only game.yaml and one chapter of rules are required; you may delete any other file.",
        _next_line(slug),
    ]


def _small_lines(slug: str) -> list[str]:
    """Return the next steps after writing the small skeleton."""
    return [
        "If your rulebook is not a file, write your rules into the chapter.",
        _next_line(slug),
    ]


def _next_line(slug: str) -> str:
    """Return the next step after a new game."""
    return f"Next: companion import RULEBOOK.pdf --game {slug} --name rules"


def _check(slug: str, folders: Iterable[Path], targets: Iterable[Path]) -> None:
    """Raise Refused if the slug is invalid, or if its game or files already exist."""
    if not _SLUG.fullmatch(slug):
        raise Refused(
            f"{slug!r} is not a valid slug; use up to 31 lower-case letters, digits and -, starting with a letter"
        )
    games = [folder / kind / slug for folder in folders for kind in ("tables", "rulebook")]
    for path in (*games, *targets):
        if path.exists():
            raise Refused(f"{path} already exists; choose another slug")
