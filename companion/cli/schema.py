"""`companion schema`: the keys of the YAML that authors write; JSON Schemas for editors that complete and check."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from companion.cli.parser import command, complete, json_option
from companion.cli.screen import put, put_json, width


def add(commands: Any) -> None:
    """Lay out the command."""
    found = command(
        commands,
        "schema",
        "describe the keys of the YAML files, or write JSON Schemas for editors",
        "schema",
        "schema procedure",
        "schema --out schemas",
    )
    found.add_argument("kind", nargs="?", default="", help="kind of file; by default all kinds are listed")
    out = found.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="write KIND.schema.json to this folder, for every kind by default",
    )
    complete(out, "directory")
    json_option(found, "print JSON: the schema, the kinds, or the files written")


def run(options: argparse.Namespace) -> int:
    """Prints a schema or the list of kinds, or writes schemas. Raises Refused and NotFound."""
    from companion.load.schema import FILE_KINDS, schema
    from companion.model import NotFound
    from companion.model.library import nearest

    if options.kind and options.kind not in FILE_KINDS:
        near = nearest(options.kind, list(FILE_KINDS))
        raise NotFound(f"no kind {options.kind}{near}; there are {', '.join(FILE_KINDS)}")
    if options.out is not None:
        written = write_schemas(options.out, [options.kind] if options.kind else list(FILE_KINDS))
        put_json([str(each) for each in written]) if options.json else put(
            f"wrote {each}" for each in written
        )
    elif options.kind and options.json:
        put_json(schema(options.kind))
    elif options.kind:
        from companion.render.schema_keys import schema_key_lines

        put(schema_key_lines(schema(options.kind), width()))
    elif options.json:
        put_json(
            [{"kind": name, "files": each.files, "says": each.says} for name, each in FILE_KINDS.items()]
        )
    else:
        put(f"{name:<10} {each.files:<30} {each.says}" for name, each in FILE_KINDS.items())
    return 0


def write_schemas(folder: Path, kinds: list[str]) -> list[Path]:
    """Writes the schemas of these kinds; gives the files. Raises Refused where that cannot be."""
    import json

    from companion.load.schema import ENDING, schema
    from companion.model import Refused

    files = []
    for kind in kinds:
        path = folder / f"{kind}{ENDING}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(schema(kind), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        except OSError as error:
            raise Refused(f"{path} cannot be written: {error.strerror}") from None
        files.append(path)
    return files
