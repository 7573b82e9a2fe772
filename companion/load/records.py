"""From trees of text to typed records, every fault gathered with file, line, key and mend."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar, get_args, get_origin

import msgspec

from companion.load.text_yaml import Path, Tree, YamlFault, read_yaml
from companion.model import Fault

if TYPE_CHECKING:
    from companion.load.parsed import KeptTree

T = TypeVar("T")

MOST = 50
"""Faults listed of one file; more are one and the same mistake."""


class Faults:
    """Collects the faults of one file."""

    def __init__(self, file: str, tree: Tree | KeptTree | None = None) -> None:
        self.file = file
        self.tree = tree
        self.found: list[Fault] = []

    def add(self, path: Path, says: str, mend: str = "", line: int | None = None) -> None:
        """One fault at `path`; its line is looked up unless given."""
        self.found.append(
            Fault(self.file, self.line(path) if line is None else line, key_path(path), says, mend)
        )

    def line(self, path: Path) -> int:
        """The line of `path`, 0 where the file could not be read."""
        return self.tree.line(path) if self.tree else 0


def key_path(path: Path) -> str:
    """`modifiers[2].add`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def read_tree(text: str, faults: Faults, above: int = 0) -> Tree | None:
    """The tree of a file's text; None with the fault noted where it cannot be read.

    `above` is the number of lines that stand before the text in its file.
    """
    try:
        tree = read_yaml(text)
    except YamlFault as fault:
        faults.add((), fault.says, fault.mend, fault.line + above if fault.line else 0)
        return None
    if above:
        tree.lines = {path: line + above for path, line in tree.lines.items()}
    faults.tree = tree
    if not isinstance(tree.value, dict):
        faults.add((), "the file must hold keys and values", "start with a key, as in `id: ...`", 1 + above)
        return None
    return tree


def to_record(value: Any, kind: type[T], faults: Faults) -> T | None:
    """`value` as `kind`; None with every fault noted."""
    before = len(faults.found)
    record = to_rough_record(value, kind, faults)
    return record if len(faults.found) == before else None


def to_rough_record(value: Any, kind: type[T], faults: Faults) -> T | None:
    """`value` as `kind`, with every fault noted; None where more than unknown keys is wrong.

    So what the record says can be looked at together with its keys. An unknown key is taken for the nearest.
    """
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        walk = _Walk(faults)
        rest = walk.value(value, kind, ())
    if walk.broken:
        return None
    try:
        return msgspec.convert(rest, kind, strict=False)
    except msgspec.ValidationError as error:
        faults.add((), str(error))
        return None


def close_or_known(name: str, known: Iterable[str]) -> str:
    """A mend: the nearest of `known`, else all of them."""
    listed = list(known)
    close = get_close_matches(name, listed, 1)
    return f"did you mean {close[0]}?" if close else f"known here: {', '.join(listed)}"


class _Field(NamedTuple):
    """A field of a record: its type, and whether it must be written."""

    kind: Any
    required: bool


@lru_cache(maxsize=256)
def _fields(record: type) -> dict[str, _Field]:
    return {each.encode_name: _Field(each.type, each.required) for each in msgspec.structs.fields(record)}


class _Walk:
    """Compares a tree with the shape it should have, and notes every difference."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self.told = 0
        self.broken = False

    def value(self, value: Any, kind: Any, at: Path) -> Any:
        """`value`, its unknown keys left out or taken for the nearest that is not written."""
        records = [
            each for each in _either(kind) if isinstance(each, type) and issubclass(each, msgspec.Struct)
        ]
        if records:
            return self._record(value, records, at)
        arguments = get_args(kind)
        if get_origin(kind) is tuple:
            if not isinstance(value, list):
                return self._wrong(at, "a list is needed here", "write [..] or lines that start with -")
            return [self.value(each, arguments[0], (*at, index)) for index, each in enumerate(value)]
        if get_origin(kind) is dict:
            if not isinstance(value, dict):
                return self._wrong(at, "keys and values are needed here")
            return {key: self.value(each, arguments[1], (*at, key)) for key, each in value.items()}
        return self._leaf(value, kind, at)

    def _record(self, value: Any, records: list[type[msgspec.Struct]], at: Path) -> Any:
        if not isinstance(value, dict):
            return self._wrong(at, "keys and values are needed here")
        record = records[0]
        tag_field = record.__struct_config__.tag_field
        if tag_field:
            tags = {str(each.__struct_config__.tag): each for each in records}
            if tag_field not in value:
                return self._wrong(at, f"{tag_field} is missing", f"add {tag_field}: ...")
            tag = value[tag_field]
            if not isinstance(tag, str) or tag not in tags:
                return self._unknown_word(tag, list(tags), (*at, tag_field))
            record = tags[tag]
        fields = _fields(record)
        meant = {key: key if key in fields else "" for key in value if key != tag_field}
        free = set(fields) - set(value)
        for key in meant:
            if key not in fields and self.told < MOST:
                self._tell((*at, key), f"unknown key {key}", close_or_known(key, fields))
                meant[key] = next(iter(set(get_close_matches(key, fields, 1)) & free), "")
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
                return self._unknown_word(value, [str(each) for each in get_args(kind)], at)
            shown = f"{value!r}" if isinstance(value, str) else ""
            if int not in _either(kind):
                need = "text is needed here" if kind is str else str(error)
                return self._wrong(at, need, "write plain text after the key" if kind is str else "")
            if any(sign in shown for sign in "−–—"):
                return self._wrong(at, f"{shown} has a typographic minus sign", "write - (the plain hyphen)")
            says = f"{shown} is not a whole number" if shown else "a whole number is needed here"
            return self._wrong(at, says, "write it in digits, as in 3 or -1")
        return value

    def _unknown_word(self, word: Any, known: list[str], at: Path) -> None:
        if isinstance(word, str):
            self._wrong(at, f"{word!r} is not known here", close_or_known(word, known))
        else:
            self._wrong(at, "one word is needed here", f"known here: {', '.join(known)}")

    def _wrong(self, at: Path, says: str, mend: str = "") -> None:
        """A fault that leaves no record."""
        self.broken = True
        self._tell(at, says, mend)

    def _tell(self, at: Path, says: str, mend: str) -> None:
        self.told += 1
        if self.told <= MOST:
            self.faults.add(at, says, mend)


def _either(kind: Any) -> list[Any]:
    """The kinds of which `kind` is one."""
    if isinstance(kind, types.UnionType) or get_origin(kind) is typing.Union:
        return [each for part in get_args(kind) for each in _either(part)]
    return [kind]
