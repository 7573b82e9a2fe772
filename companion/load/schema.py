"""JSON Schemas of the data files, generated from the records; editors use them to complete and check keys.

They accept whatever the companion reads: for text also a number, a yes or an empty value.
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
from companion.model import Game, Procedure, Scenarios, Sequence, Units
from companion.model.record import Record

DRAFT = "http://json-schema.org/draft-07/schema#"
ENDING = ".schema.json"


class FileKind(NamedTuple):
    """A kind of data file."""

    record: type[msgspec.Struct]
    files: str
    """Path of such files; SLUG is the game."""
    says: str


FILE_KINDS: dict[str, FileKind] = {
    "game": FileKind(Game, "tables/SLUG/game.yaml", "name and documents of the game"),
    "chart": FileKind(ChartForm, "tables/SLUG/charts/*.yaml", "a printed chart"),
    "procedure": FileKind(Procedure, "tables/SLUG/procedures/*.yaml", "a calculator"),
    "sequence": FileKind(Sequence, "tables/SLUG/sequence.yaml", "the turn: phases, clock, cup, orders"),
    "scenarios": FileKind(Scenarios, "tables/SLUG/scenarios.yaml", "battles, arrivals, commands, counters"),
    "units": FileKind(Units, "tables/SLUG/units.yaml", "facts of named units"),
    "glossary": FileKind(Glossary, "tables/SLUG/glossary.yaml", "terms, and players' words for them"),
    "conflicts": FileKind(Conflicts, "tables/SLUG/conflicts.yaml", "differences between sources"),
    "sources": FileKind(Sources, "tables/SLUG/sources.yaml", "contents of the sources, for coverage"),
    "chapter": FileKind(FrontMatter, "head of rulebook/SLUG/*.md", "title and document of a chapter"),
}

_NOT_WRITTEN = {"Procedure": {"game", "overlay"}}
"""Keys that the companion fills in."""
_WHOLE = {"type": ["integer", "string"], "pattern": r"^[+-]?[0-9]+$"}
_TEXT = {"type": ["string", "number", "boolean", "null"]}
_SWITCH = {"yes": True, "no": False}
"""Words that some editors read as booleans."""

_SHARED = {
    "id": "Short name in lower-case letters, as in closing-roll; other records refer to it.",
    "name": "Name for formulas and other keys; lower-case letters, digits, _.",
    "title": "Title that the player reads.",
    "label": "Label that the player reads; the key or name if empty.",
    "cite": "Number of its rule, as in 3.5c, or the heading of a rule without a number.",
    "when": "Condition as a formula; empty for always.",
    "says": "One sentence of your own, which the player reads.",
    "because": "Reason in the player's words, shown after the line.",
    "means": "Meaning, in your own words.",
    "asked": "Words that players search for.",
    "notes": "Sentences shown below the answer.",
    "help": "A line shown below the question while it is asked.",
    "procedure": "Id of a calculator of this game, without the game prefix.",
    "chart": "Id of a chart of this game.",
    "phase": "Id of a phase.",
    "side": "One of the sides of the game.",
    "do": "Kind of step.",
    "steps": "Steps, in this order.",
    "values": "Name to formula.",
    "order": "Position in the list, lowest first.",
    "document": "Id of a document of game.yaml.",
    "authority": "Authority: rule, erratum and chart are official; the others are not, and are marked.",
}
"""Descriptions of keys that mean the same in every record; a docstring under the field takes precedence."""


def schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of one of FILE_KINDS."""
    record = FILE_KINDS[kind].record
    _, parts = msgspec.json.schema_components([record], ref_template="#/$defs/{name}")
    records = {written.__name__: written for written in _records()}
    definitions = {name: _definition(records[name], part) for name, part in parts.items()}
    return {
        "$schema": DRAFT,
        "title": f"{FILE_KINDS[kind].files}: {FILE_KINDS[kind].says}",
        "allOf": [{"$ref": f"#/$defs/{record.__name__}"}],
        "$defs": definitions,
    }


def _definition(record: type, part: dict[str, Any]) -> dict[str, Any]:
    """Return a record's schema with descriptions, without the keys that the companion fills in."""
    changed: dict[str, Any] = {**part, "description": " ".join(part["description"].split()), "properties": {}}
    for key, value in part["properties"].items():
        if key in _NOT_WRITTEN.get(record.__name__, ()):
            continue
        loose = _loosened(value)
        description = _key_description(record, key)
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


def _records() -> list[type[Record]]:
    """Return every record class."""
    records: list[type[Record]] = []
    waiting = [Record]
    while waiting:
        subclasses = waiting.pop().__subclasses__()
        records += subclasses
        waiting += subclasses
    return records


def _key_description(record: type, key: str) -> str:
    """Return the description of a key of a record, empty if it has none."""
    return field_docstrings(record).get(key) or _SHARED.get(key, "")


@cache
def field_docstrings(record: type) -> dict[str, str]:
    """Return the docstring under each field of a record, inherited fields included.

    Empty if the source of the class is not installed.
    """
    docstrings: dict[str, str] = {}
    for base in reversed(record.__mro__):
        if base.__module__.startswith("companion."):
            docstrings |= _own_docstrings(base)
    return docstrings


def _own_docstrings(record: type) -> dict[str, str]:
    try:
        statement = ast.parse(inspect.getsource(record)).body[0]
    except (OSError, TypeError):
        return {}
    body = statement.body if isinstance(statement, ast.ClassDef) else []
    return {
        field.target.id: " ".join(doc.value.value.split())
        for field, doc in pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(doc, ast.Expr)
        and isinstance(doc.value, ast.Constant)
        and isinstance(doc.value.value, str)
    }
