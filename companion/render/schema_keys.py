"""The keys of a kind of authored file as a plain list, from its JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.render.text import wrapped

Schema = dict[str, Any]


def schema_key_lines(schema: Schema, width: int) -> list[str]:
    """Return each record of the file with its keys: their kind, whether they are required, and their description."""
    lines = wrapped(schema["title"], width)
    first = schema["allOf"][0]["$ref"]
    names = _reached(schema["$defs"], first.rpartition("/")[2])
    for name in names:
        part = schema["$defs"][name]
        lines += ["", *wrapped(f"{name}: {part['description']}", width, "", "  ")]
        for key, value in part["properties"].items():
            needed = ", needed" if key in part.get("required", ()) else ""
            said = f": {value['description']}" if value.get("description") else ""
            lines += wrapped(f"{key} ({kind_words(value)}{needed}){said}", width, "  ", "      ")
    return lines


def _reached(parts: dict[str, Schema], first: str) -> list[str]:
    """Names of the records, in the order in which keys refer to them."""
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


def kind_words(part: Schema) -> str:
    """Return the kind of a key in words: `text`, `list of Phase`, `one of rule, erratum`."""
    if "$ref" in part:
        return str(part["$ref"].rpartition("/")[2])
    if "enum" in part:
        return f"one of {', '.join(str(word) for word in part['enum'] if not isinstance(word, bool))}"
    if "items" in part:
        return f"list of {kind_words(part['items'])}"
    if isinstance(part.get("additionalProperties"), dict):
        return f"names to {kind_words(part['additionalProperties'])}"
    names = list(dict.fromkeys(_named(part)))
    if names:
        return " or ".join(names)
    if "anyOf" in part:
        kinds = [kind_words(option) for option in part["anyOf"] if option.get("type") != "null"]
        return " or ".join(dict.fromkeys(kinds))
    types = part.get("type", "text")
    if types == "array":
        return "list"
    return "whole number" if "integer" in types else "text" if "string" in types else str(types)
