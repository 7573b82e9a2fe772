"""JSON Schemas of the data files, made from the records, with which an editor completes and checks keys.

They accept whatever the companion reads: where a record has text, a number, a yes or an empty value is text as well.
The descriptions are the docstrings of the fields.
"""

from __future__ import annotations

import ast
import inspect
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from companion.load.charts import ChartForm
from companion.load.file_records import Conflicts, Glossary, Sources
from companion.load.markdown import FrontMatter
from companion.load.said_of_keys import said_of
from companion.model import Game, Procedure, Scenarios, Sequence, Units
from companion.model.procedure import Record

DRAFT = "http://json-schema.org/draft-07/schema#"
ENDING = ".schema.json"


class FileKind(NamedTuple):
    """A kind of data file."""

    record: type[msgspec.Struct]
    files: str
    """Path of such files; SLUG is the game."""
    says: str


FILE_KINDS: dict[str, FileKind] = {
    "game": FileKind(Game, "tables/SLUG/game.yaml", "what the game is called, and its documents"),
    "chart": FileKind(ChartForm, "tables/SLUG/charts/*.yaml", "a printed chart"),
    "procedure": FileKind(Procedure, "tables/SLUG/procedures/*.yaml", "a calculator"),
    "sequence": FileKind(Sequence, "tables/SLUG/sequence.yaml", "the turn: phases, clock, cup, orders"),
    "scenarios": FileKind(Scenarios, "tables/SLUG/scenarios.yaml", "battles, arrivals, commands, counters"),
    "units": FileKind(Units, "tables/SLUG/units.yaml", "what a named unit keeps"),
    "glossary": FileKind(Glossary, "tables/SLUG/glossary.yaml", "terms, and players' words for them"),
    "conflicts": FileKind(Conflicts, "tables/SLUG/conflicts.yaml", "where sources disagree"),
    "sources": FileKind(Sources, "tables/SLUG/sources.yaml", "what the sources hold, for coverage"),
    "chapter": FileKind(FrontMatter, "head of rulebook/SLUG/*.md", "title and document of a chapter"),
}

_NOT_WRITTEN = {"Procedure": {"game", "overlay"}}
"""Keys that the companion fills in."""
_WHOLE = {"type": ["integer", "string"], "pattern": r"^[+-]?[0-9]+$"}
_TEXT = {"type": ["string", "number", "boolean", "null"]}
_SWITCH = {"yes": True, "no": False}
"""Words that some editors read as booleans."""


def schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of one of FILE_KINDS."""
    record = FILE_KINDS[kind].record
    _, parts = msgspec.json.schema_components([record], ref_template="#/$defs/{name}")
    docs = {written.__name__: attribute_docs(written) for written in _records()}
    definitions = {name: _definition(name, part, docs.get(name, {})) for name, part in parts.items()}
    return {
        "$schema": DRAFT,
        "title": f"{FILE_KINDS[kind].files}: {FILE_KINDS[kind].says}",
        "allOf": [{"$ref": f"#/$defs/{record.__name__}"}],
        "$defs": definitions,
    }


def _definition(name: str, part: dict[str, Any], docs: dict[str, str]) -> dict[str, Any]:
    """Return a record's schema with descriptions, without the keys that the companion fills in."""
    changed: dict[str, Any] = {**part, "description": " ".join(part["description"].split()), "properties": {}}
    for key, value in part["properties"].items():
        if key in _NOT_WRITTEN.get(name, ()):
            continue
        loose = _loosened(value)
        description = docs.get(key) or said_of(name, key)
        if description and "$ref" in loose:
            loose = {"allOf": [loose]}
        changed["properties"][key] = {**loose, "description": description} if description else loose
    return changed


def _loosened(part: Any) -> Any:
    """Return a schema that accepts whatever the reader accepts: any scalar as text, digits in quotes as a number."""
    if isinstance(part, list):
        return [_loosened(item) for item in part]
    if not isinstance(part, dict):
        return part
    if "enum" in part:
        booleans = [_SWITCH[word] for word in map(str, part["enum"]) if word in _SWITCH]
        return {**part, "enum": [*part["enum"], *booleans]}
    if "discriminator" in part:
        return _by_word(part["discriminator"]["propertyName"], part["discriminator"]["mapping"])
    changed = {
        key: value if key == "title" else _loosened(value) for key, value in part.items() if key != "default"
    }
    if part.get("type") == "string":
        changed |= _TEXT
    elif part.get("type") == "integer":
        changed |= _WHOLE
    if part.get("default") and "$ref" not in part:
        changed["default"] = part["default"]
    return changed


def _by_word(key: str, records: dict[str, str]) -> dict[str, Any]:
    """Return a schema that picks the record by the word at `key`, so that a fault is reported for this record only."""
    return {
        "type": "object",
        "required": [key],
        "properties": {key: {"enum": list(records)}},
        "allOf": [
            {"if": {"properties": {key: {"const": word}}}, "then": {"$ref": record}}
            for word, record in records.items()
        ],
    }


@cache
def attribute_docs(record: type) -> dict[str, str]:
    """Return the docstring under each field of a record and of its base classes."""
    docs: dict[str, str] = {}
    for base in reversed(record.__mro__):
        if base.__module__.startswith("companion."):
            docs |= _docs_in_source(base)
    return docs


def _docs_in_source(record: type) -> dict[str, str]:
    """Return the docstring under each field in the source of a class; empty if there is no source file."""
    try:
        body = ast.parse(inspect.getsource(record)).body[0]
    except (OSError, TypeError):
        return {}
    lines = body.body if isinstance(body, ast.ClassDef) else []
    return {
        before.target.id: " ".join(after.value.value.split())
        for before, after in pairwise(lines)
        if isinstance(before, ast.AnnAssign)
        and isinstance(before.target, ast.Name)
        and isinstance(after, ast.Expr)
        and isinstance(after.value, ast.Constant)
        and isinstance(after.value.value, str)
    }


def _records() -> list[type[Record]]:
    """Return every record class."""
    records: list[type[Record]] = []
    waiting = [Record]
    while waiting:
        subclasses = waiting.pop().__subclasses__()
        records += subclasses
        waiting += subclasses
    return records
