"""`companion schema`: the keys of the YAML files, as lines or as JSON Schemas for editors."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.cli.output import print_result, width
from companion.cli.streams import write_file
from companion.errors import NotFound
from companion.load.schema import ENDING, FILE_KINDS, schema
from companion.render.text import wrapped

Schema = dict[str, Any]


def run(options: argparse.Namespace) -> int:
    """Print a schema or the list of kinds, or write schema files. Raises Refused and NotFound."""
    kind = options.kind
    if kind and kind not in FILE_KINDS:
        raise NotFound(f"unknown kind {kind}; known: {', '.join(FILE_KINDS)}")
    if options.out is not None:
        written = [str(path) for path in write_schemas(options.out, [kind] if kind else list(FILE_KINDS))]
        print_result(options, written, (f"wrote {path}" for path in written))
    elif kind:
        print_result(options, schema(kind), _key_lines(schema(kind), width()))
    else:
        kinds = [{"kind": name, "files": file.files, "says": file.says} for name, file in FILE_KINDS.items()]
        lines = (f"{name:<10} {file.files:<30} {file.says}" for name, file in FILE_KINDS.items())
        print_result(options, kinds, lines)
    return 0


def write_schemas(folder: Path, kinds: list[str]) -> list[Path]:
    """Write the schemas of these kinds, and return the files. Raises Refused if that fails."""
    files = [folder / f"{kind}{ENDING}" for kind in kinds]
    for kind, path in zip(kinds, files, strict=True):
        text = json.dumps(schema(kind), indent=1, ensure_ascii=False) + "\n"
        write_file(path, text.encode(), make_folder=True)
    return files


def _key_lines(schema: Schema, width: int) -> list[str]:
    """Return the lines that describe each record of the file and its keys."""
    lines = wrapped(schema["title"], width)
    first = schema["allOf"][0]["$ref"]
    names = _reached(schema["$defs"], first.rpartition("/")[2])
    for name in names:
        part = schema["$defs"][name]
        lines += ["", *wrapped(f"{name}: {part['description']}", width, "", "  ")]
        for key, value in part["properties"].items():
            required = ", required" if key in part.get("required", ()) else ""
            description = f": {value['description']}" if value.get("description") else ""
            lines += wrapped(f"{key} ({_kind_words(value)}{required}){description}", width, "  ", "      ")
    return lines


def _reached(parts: dict[str, Schema], first: str) -> list[str]:
    """Return the names of the records, in the order in which keys refer to them."""
    names = [first]
    for name in names:
        names += [name for name in dict.fromkeys(_named(parts[name]["properties"])) if name not in names]
    return names


def _named(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "$ref":
                yield value.rpartition("/")[2]
            else:
                yield from _named(value)
    elif isinstance(part, list):
        for item in part:
            yield from _named(item)


def _kind_words(part: Schema) -> str:
    """Return the kind of a key in words: `text`, `list of Phase`, `one of rule, erratum`."""
    if "$ref" in part:
        return str(part["$ref"].rpartition("/")[2])
    if "enum" in part:
        return f"one of {', '.join(str(word) for word in part['enum'] if not isinstance(word, bool))}"
    if "items" in part:
        return f"list of {_kind_words(part['items'])}"
    if isinstance(part.get("additionalProperties"), dict):
        return f"names to {_kind_words(part['additionalProperties'])}"
    names = list(dict.fromkeys(_named(part)))
    if names:
        return " or ".join(names)
    if "anyOf" in part:
        kinds = [_kind_words(option) for option in part["anyOf"] if option.get("type") != "null"]
        return " or ".join(dict.fromkeys(kinds))
    types = part.get("type", "text")
    if types == "array":
        return "list"
    return "whole number" if "integer" in types else "text" if "string" in types else str(types)
