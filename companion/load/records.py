"""Converts parsed YAML to typed records, and notes every mismatch as a fault with line, key and correction."""

from __future__ import annotations

import types
import typing
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeVar, get_args, get_origin

import msgspec

from companion.load.faults import Faults
from companion.load.suggestions import suggest_in_order
from companion.load.text_yaml import Path, Tree, YamlFault, read_yaml

T = TypeVar("T")

MOST_FAULTS = 50
"""Faults listed for one file; any more usually come from one mistake."""
_NO_MAPPING = "expected keys and values"


def read_tree(text: str, faults: Faults, lines_before: int = 0) -> Tree | None:
    """Parse YAML text; return None and note a fault if it is invalid or contains no keys.

    `lines_before` is the number of lines that precede the text in its file.
    """
    try:
        tree = read_yaml(text)
    except YamlFault as fault:
        faults.add((), fault.says, fault.mend, fault.line + lines_before if fault.line else 0)
        return None
    if lines_before:
        tree.lines = {path: line + lines_before for path, line in tree.lines.items()}
    faults.tree = tree
    if not isinstance(tree.value, dict):
        says = "the file must contain keys and values"
        faults.add((), says, "start with a key, as in `id: ...`", 1 + lines_before)
        return None
    return tree


def to_record(value: Any, kind: type[T], faults: Faults) -> T | None:
    """Convert parsed YAML to a record; return None and note every fault if anything is wrong."""
    before = len(faults.noted)
    record = to_rough_record(value, kind, faults)
    return record if len(faults.noted) == before else None


def to_rough_record(value: Any, kind: type[T], faults: Faults) -> T | None:
    """Convert parsed YAML to a record despite unknown keys; return None if anything else is wrong.

    Every fault is noted. An unknown key is read as the closest known one, so that the content of the record can be
    checked in the same run as its keys.
    """
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        comparison = _Comparison(faults)
        corrected = comparison.value(value, kind, ())
    if comparison.unusable:
        return None
    try:
        return msgspec.convert(corrected, kind, strict=False)
    except msgspec.ValidationError as error:
        faults.add((), str(error))
        return None


class _Field(NamedTuple):
    """Type of a record's field, and whether it must be given."""

    kind: Any
    required: bool


@lru_cache(maxsize=256)
def _fields(record: type) -> dict[str, _Field]:
    return {field.encode_name: _Field(field.type, field.required) for field in msgspec.structs.fields(record)}


class _Comparison:
    """Compares parsed YAML with a record type, and notes every difference."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self.count = 0
        self.unusable = False

    def value(self, value: Any, kind: Any, at: Path) -> Any:
        """Return `value` with each unknown key dropped, or renamed to the closest key that is not in use."""
        records = [
            option
            for option in _alternatives(kind)
            if isinstance(option, type) and issubclass(option, msgspec.Struct)
        ]
        if records:
            return self._record(value, records, at)
        arguments = get_args(kind)
        if get_origin(kind) is tuple:
            if not isinstance(value, list):
                return self._wrong(at, "expected a list", "write [..] or lines that start with -")
            return [self.value(item, arguments[0], (*at, index)) for index, item in enumerate(value)]
        if get_origin(kind) is dict:
            if not isinstance(value, dict):
                return self._wrong(at, _NO_MAPPING)
            return {key: self.value(item, arguments[1], (*at, key)) for key, item in value.items()}
        return self._leaf(value, kind, at)

    def _record(self, value: Any, records: list[type[msgspec.Struct]], at: Path) -> Any:
        if not isinstance(value, dict):
            return self._wrong(at, _NO_MAPPING)
        record = records[0]
        tag_field = record.__struct_config__.tag_field
        if tag_field:
            tags = {str(option.__struct_config__.tag): option for option in records}
            if tag_field not in value:
                return self._wrong(at, f"{tag_field} is missing", f"add {tag_field}: ...")
            tag = value[tag_field]
            if not isinstance(tag, str) or tag not in tags:
                return self._unknown_word(tag, list(tags), (*at, tag_field))
            record = tags[tag]
        fields = _fields(record)
        meant = {key: key if key in fields else "" for key in value if key != tag_field}
        unused = set(fields) - set(value)
        for key in meant:
            if key not in fields and self.count < MOST_FAULTS:
                self._note((*at, key), f"unknown key {key}", suggest_in_order(key, fields))
                meant[key] = next(iter(set(get_close_matches(key, fields, 1)) & unused), "")
        for key, field in fields.items():
            if field.required and key not in value and key not in meant.values():
                self._wrong(at, f"{key} is missing", f"add {key}: ...")
        known = {
            name: self.value(value[key], fields[name].kind, (*at, key)) for key, name in meant.items() if name
        }
        return {tag_field: value[tag_field], **known} if tag_field else known

    def _leaf(self, value: Any, kind: Any, at: Path) -> Any:
        try:
            msgspec.convert(value, kind, strict=False)
        except msgspec.ValidationError as error:
            if get_origin(kind) is Literal:
                return self._unknown_word(value, [str(word) for word in get_args(kind)], at)
            quoted = f"{value!r}" if isinstance(value, str) else ""
            if int not in _alternatives(kind):
                need = "expected text" if kind is str else str(error)
                return self._wrong(at, need, "write plain text after the key" if kind is str else "")
            if any(sign in quoted for sign in "−–—"):
                return self._wrong(at, f"{quoted} has a typographic minus sign", "write - (the plain hyphen)")
            says = f"{quoted} is not a whole number" if quoted else "expected a whole number"
            return self._wrong(at, says, "write it in digits, as in 3 or -1")
        return value

    def _unknown_word(self, word: Any, known: list[str], at: Path) -> None:
        if isinstance(word, str):
            self._wrong(at, f"unknown value {word!r}", suggest_in_order(word, known))
        else:
            self._wrong(at, "expected one word", f"known: {', '.join(known)}")

    def _wrong(self, at: Path, says: str, mend: str = "") -> None:
        """Note a fault that makes the record unusable."""
        self.unusable = True
        self._note(at, says, mend)

    def _note(self, at: Path, says: str, mend: str) -> None:
        self.count += 1
        if self.count <= MOST_FAULTS:
            self.faults.add(at, says, mend)


def _alternatives(kind: Any) -> list[Any]:
    """Return the members of a union, or the type itself."""
    if isinstance(kind, types.UnionType) or get_origin(kind) is typing.Union:
        return [option for part in get_args(kind) for option in _alternatives(part)]
    return [kind]
