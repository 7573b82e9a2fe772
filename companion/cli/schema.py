"""`companion schema`: the keys of the YAML files, as lines or as JSON Schemas for editors."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion.cli.output import print_result, width
from companion.cli.streams import write_file
from companion.errors import NotFound
from companion.load.schema import ENDING, FILE_KINDS, schema
from companion.model.library import nearest
from companion.render.schema_keys import schema_key_lines


def run(options: argparse.Namespace) -> int:
    """Print a schema or the list of kinds, or write schemas. Raises Refused and NotFound."""
    kind = options.kind
    if kind and kind not in FILE_KINDS:
        near = nearest(kind, list(FILE_KINDS))
        raise NotFound(f"no kind {kind}{near}; there are {', '.join(FILE_KINDS)}")
    if options.out is not None:
        written = [str(path) for path in write_schemas(options.out, [kind] if kind else list(FILE_KINDS))]
        print_result(options, written, (f"wrote {path}" for path in written))
    elif kind:
        print_result(options, schema(kind), schema_key_lines(schema(kind), width()))
    else:
        kinds = [{"kind": name, "files": file.files, "says": file.says} for name, file in FILE_KINDS.items()]
        print_result(
            options, kinds, (f"{kind['kind']:<10} {kind['files']:<30} {kind['says']}" for kind in kinds)
        )
    return 0


def write_schemas(folder: Path, kinds: list[str]) -> list[Path]:
    """Write the schemas of these kinds; returns the files. Raises Refused where that is impossible."""
    files = [folder / f"{kind}{ENDING}" for kind in kinds]
    for kind, path in zip(kinds, files, strict=True):
        text = json.dumps(schema(kind), indent=1, ensure_ascii=False) + "\n"
        write_file(path, text.encode(), make_folder=True)
    return files
