"""From trees of text to typed records, every fault gathered with file, line, key and mend."""

from __future__ import annotations

import re
from copy import deepcopy
from difflib import get_close_matches
from typing import Any, TypeVar

import msgspec

from companion.load.text_yaml import Path, Tree, YamlFault, read_yaml
from companion.model import Fault

T = TypeVar("T")

MOST = 50
"""Faults listed of one file; more are one and the same mistake."""

_WHERE = re.compile(r"^(.*?) - at `(.*)`$", re.DOTALL)
_UNKNOWN = re.compile(r"unknown field `(.*)`")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")


class Faults:
    """Collects the faults of one file."""

    def __init__(self, file: str, tree: Tree | None = None) -> None:
        self.file = file
        self.tree = tree
        self.found: list[Fault] = []

    def add(self, path: Path, says: str, mend: str = "", line: int | None = None) -> None:
        """One fault at `path`; its line is looked up unless given."""
        if line is None:
            line = self.tree.line(path) if self.tree else 0
        self.found.append(Fault(self.file, line, key_path(path), says, mend))


def key_path(path: Path) -> str:
    """`modifiers[2].add`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def read_tree(text: str, faults: Faults) -> Tree | None:
    """The tree of a file's text; None with the fault noted where it cannot be read."""
    try:
        tree = read_yaml(text)
    except YamlFault as fault:
        faults.add((), fault.says, fault.mend, fault.line)
        return None
    faults.tree = tree
    if not isinstance(tree.value, dict):
        faults.add((), "the file must hold keys and values", "start with a key, as in `id: ...`", 1)
        return None
    return tree


def to_record(value: Any, kind: type[T], faults: Faults, at: Path = ()) -> T | None:
    """`value` as `kind`; None with every fault noted.

    The first fault hides the others, so its place is taken out and the rest is tried again.
    """
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        rest = deepcopy(value)
        current: msgspec.ValidationError | None = error
        for _ in range(MOST):
            if current is None:
                break
            rest = _note_and_remove(rest, current, kind, faults, at)
            current = _failure(rest, kind) if rest is not None else None
        return None


def _failure(value: Any, kind: Any) -> msgspec.ValidationError | None:
    try:
        msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        return error
    return None


def _note_and_remove(value: Any, error: msgspec.ValidationError, kind: Any, faults: Faults, at: Path) -> Any:
    """Notes the fault and returns `value` without its place; None where nothing is left to try."""
    match = _WHERE.match(str(error))
    says, where = (match[1], match[2]) if match else (str(error), "$")
    unknown = _UNKNOWN.search(says)
    path = _locate(value, where, kind)
    if unknown:
        key = unknown[1]
        holder = _at(value, path)
        known = [each for each in _siblings(kind, path, value) if each != key]
        close = get_close_matches(key, known, 1)
        mend = f"did you mean {close[0]}?" if close else f"known here: {', '.join(known)}"
        faults.add((*at, *path, key), f"unknown key {key}", mend)
        holder.pop(key, None)
        return value
    faults.add((*at, *path), *_plain(says, _at(value, path)))
    if "missing required field" in says:
        path = _enclosing_item(path)
    if not path:
        return None
    holder = _at(value, path[:-1])
    if isinstance(holder, list):
        holder[int(path[-1])] = _SKIP
        return _without_skipped(value)
    holder.pop(path[-1], None)
    return value


_SKIP = object()


def _without_skipped(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_skipped(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_without_skipped(each) for each in value if each is not _SKIP]
    return value


def _enclosing_item(path: Path) -> Path:
    """The list item that `path` lies in, or `path` itself without one."""
    for end in range(len(path), 0, -1):
        if isinstance(path[end - 1], int):
            return path[:end]
    return ()


def _plain(says: str, value: Any) -> tuple[str, str]:
    """msgspec's words in a player's, and a mend."""
    shown = f"{value!r}" if isinstance(value, str) else ""
    if match := re.match(r"Object missing required field `(.*)`", says):
        return f"{match[1]} is missing", f"add {match[1]}: ..."
    if "Expected `int`" in says:
        if isinstance(value, str) and any(sign in value for sign in "−–—"):
            return f"{shown} has a typographic minus sign", "write - (the plain hyphen)"
        return f"{shown} is not a whole number", ""
    if "Expected `str`" in says:
        return "text is needed here", "write plain text after the key"
    if "Expected `array`" in says:
        return "a list is needed here", "write [..] or lines that start with -"
    if "Expected `object`" in says:
        return "keys and values are needed here", ""
    if "Invalid enum value" in says:
        return f"{shown} is not known here", ""
    if "Invalid value" in says:
        return f"{shown or 'the value'} is not known here", says.removeprefix("Invalid value ").strip("`'")
    return says, ""


def _locate(value: Any, where: str, kind: Any) -> Path:
    """msgspec's `$.a[2].b` as a path; `[...]` of a mapping becomes the first key whose value fails."""
    path: list[str | int] = []
    for name, index in _STEP.findall(where.removeprefix("$")):
        if name:
            path.append(name)
        elif index == "...":
            holder = _at(value, tuple(path))
            path.append(_failing_key(holder))
        else:
            path.append(int(index))
    return tuple(path)


def _failing_key(holder: Any) -> str:
    if isinstance(holder, dict):
        for key, each in holder.items():
            if not isinstance(each, str):
                return str(key)
        return str(next(iter(holder), ""))
    return ""


def _at(value: Any, path: Path) -> Any:
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _siblings(kind: Any, path: Path, value: Any) -> list[str]:
    """Names of the fields that may stand at `path` of a `kind`."""
    here: list[Any] = [kind]
    for depth, step in enumerate(path):
        below: list[Any] = []
        for each in here:
            below += _children(each, step)
        tag = _at(value, (*path[: depth + 1], "do"))
        here = [each for each in below if not isinstance(tag, str) or _tag(each) in (tag, None)] or below
    names: dict[str, None] = {}
    for each in here:
        if isinstance(each, type) and issubclass(each, msgspec.Struct):
            names.update(dict.fromkeys(each.__struct_fields__))
    return list(names)


def _tag(kind: Any) -> Any:
    config = getattr(kind, "__struct_config__", None)
    return config.tag if config else None


def _children(kind: Any, step: str | int) -> list[Any]:
    if isinstance(step, int):
        arguments = [each for each in getattr(kind, "__args__", ()) if each is not Ellipsis]
        return _flatten(arguments)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        for field in msgspec.structs.fields(kind):
            if field.encode_name == step:
                return _flatten([field.type])
    return []


def _flatten(kinds: list[Any]) -> list[Any]:
    import types
    import typing

    flat: list[Any] = []
    for each in kinds:
        if isinstance(each, types.UnionType) or typing.get_origin(each) is typing.Union:
            flat += _flatten(list(typing.get_args(each)))
        else:
            flat.append(each)
    return flat
