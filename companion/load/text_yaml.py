"""Reads YAML as text with line numbers.

Scalars keep the text of the file (4.10, NO, 1:2, 012). Duplicate keys, anchors, aliases and tags are refused; depth and
size are limited. One loop over parser events builds the tree, because libyaml's own composer overruns the stack on deep
nesting.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

Path = tuple[str | int, ...]
"""Keys and list indices that lead from the top of a file to a value."""

DEEPEST = 40
"""Most levels of nesting in a file."""
LONGEST = 2_000_000
"""Most characters in a file."""

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class YamlFault(ValueError):
    """A file cannot be read. `line` counts from 1; 0 means the whole file."""

    def __init__(self, line: int, says: str, mend: str = "") -> None:
        super().__init__(says)
        self.line = line
        self.says = says
        self.mend = mend


@dataclass(slots=True)
class Tree:
    """Content of a YAML file: dicts, lists and strings."""

    value: Any
    lines: dict[Path, int] = field(default_factory=dict)
    """Line of each key and list item, counted from 1."""
    listed: set[Path] = field(default_factory=set)
    """Lists in block style, with a line for each item."""

    def line(self, path: Path) -> int:
        """Return the line of a key path, or of the nearest enclosing key that has one."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def walk(content: Any) -> Iterator[tuple[Path, Any]]:
    """Yield the key path and value of everything in dicts and lists, in order, containers before their content."""
    waiting: list[tuple[Path, Any]] = [((), content)]
    while waiting:
        path, value = waiting.pop()
        yield path, value
        if isinstance(value, dict):
            waiting += [((*path, key), inner) for key, inner in reversed(value.items())]
        elif isinstance(value, list | tuple):
            waiting += [((*path, index), inner) for index, inner in reversed(list(enumerate(value)))]


@dataclass(slots=True)
class _Open:
    """A mapping or list whose content is still being read."""

    value: dict[str, Any] | list[Any]
    path: Path
    key: str | None = None
    """Key whose value comes next; None before a key, and in a list."""


def read_yaml(text: str) -> Tree:
    """Parse YAML text. Raises YamlFault if it is invalid."""
    if len(text) > LONGEST:
        raise YamlFault(0, f"longer than {LONGEST:,} characters")
    try:
        return _build(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        line = mark.line + 1 if mark else 0
        raise YamlFault(line, f"invalid YAML: {problem}", _mend(text, line)) from None
    except UnicodeError as error:
        raise YamlFault(0, f"not UTF-8 text: {error}") from None


def _mend(text: str, line: int) -> str:
    """Return a correction for a common mistake in an invalid line; empty if none fits."""
    source = "".join(text.split("\n")[line - 1 : line]) if line else ""
    if source[: len(source) - len(source.lstrip())].count("\t"):
        return "indent with spaces, not with a tab"
    if re.search(r":\s+\{[^{}]*\}\s*(\[|\.get\b)", source):
        return "a formula cannot look up in {...}; write 4 if quality == 'raw' else 3, or use a chart"
    if re.search(r":\s+'[^']*'\s+\w", source):
        return "put double quotes around a formula that begins with a quoted word"
    if re.search(r":\s+[*&%@`]", source):
        return "put quotes around text that begins with a special character"
    if re.search(r":\s.*:\s", source):
        return "put quotes around text that contains a colon and a space"
    return ""


def _build(text: str) -> Tree:
    tree = Tree({})
    stack: list[_Open] = []
    has_document = False
    for event in yaml.parse(text, Loader=_LOADER):
        mark = event.start_mark
        line = mark.line + 1 if mark else 0
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise YamlFault(line, "anchors and aliases are not supported", "write out the value")
        if tag := getattr(event, "tag", None):
            raise YamlFault(line, f"tag {tag} is not supported", "remove the tag")
        if isinstance(event, yaml.DocumentStartEvent):
            if has_document:
                raise YamlFault(line, "more than one document in the file", "remove the --- line")
            has_document = True
        elif isinstance(event, yaml.ScalarEvent):
            _scalar(tree, stack, event.value, line)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            collection: dict[str, Any] | list[Any] = {} if isinstance(event, yaml.MappingStartEvent) else []
            path = _place(tree, stack, collection, line)
            if isinstance(event, yaml.SequenceStartEvent) and not event.flow_style:
                tree.listed.add(path)
            stack.append(_Open(collection, path))
            if len(stack) > DEEPEST:
                raise YamlFault(line, f"nested deeper than {DEEPEST} levels")
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            stack.pop()
    return tree


def _scalar(tree: Tree, stack: list[_Open], value: str, line: int) -> None:
    parent = stack[-1] if stack else None
    if parent is None or isinstance(parent.value, list) or parent.key is not None:
        _place(tree, stack, value, line)
        return
    if value in parent.value:
        first = tree.line((*parent.path, value))
        raise YamlFault(line, f"key {value!r} appears twice, first in line {first}", "keep one of them")
    parent.key = value
    tree.lines[(*parent.path, value)] = line


def _place(tree: Tree, stack: list[_Open], value: Any, line: int) -> Path:
    """Add a value at the current position of the parser, and return its key path."""
    if not stack:
        tree.value = value
        return ()
    parent = stack[-1]
    if isinstance(parent.value, list):
        path = (*parent.path, len(parent.value))
        parent.value.append(value)
    elif parent.key is None:
        raise YamlFault(line, "a key must be plain text")
    else:
        path = (*parent.path, parent.key)
        parent.value[parent.key] = value
        parent.key = None
    tree.lines.setdefault(path, line)
    return path
