"""YAML as text with places.

Scalars stay the text that was written (4.10, NO, 1:2, 012), equal keys are refused, anchors, aliases and tags are
refused, depth and size are bounded. The tree is built from parser events, one loop, no recursion: libyaml's own
composer overruns the stack on deep nesting.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

Path = tuple[str | int, ...]

DEEPEST = 40
"""Levels of nesting a file may have."""
LONGEST = 2_000_000
"""Characters a file may have."""

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class YamlFault(ValueError):
    """A file that cannot be read as text; `line` counts from 1."""

    def __init__(self, line: int, says: str, mend: str = "") -> None:
        super().__init__(says)
        self.line = line
        self.says = says
        self.mend = mend


@dataclass(slots=True)
class Tree:
    """Dicts, lists and strings, with the line of each by key path."""

    value: Any
    lines: dict[Path, int] = field(default_factory=dict)

    def line(self, path: Path) -> int:
        """Line of `path`, or of the nearest enclosing key that has one."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


@dataclass(slots=True)
class _Open:
    """A collection that is being filled."""

    value: dict[str, Any] | list[Any]
    path: Path
    key: str | None = None


def read_yaml(text: str) -> Tree:
    """The tree of `text`. Raises YamlFault."""
    if len(text) > LONGEST:
        raise YamlFault(0, f"longer than {LONGEST} characters")
    try:
        return _build(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        line = mark.line + 1 if mark else 0
        raise YamlFault(line, f"not YAML: {problem}", _mend(text, line)) from None
    except UnicodeError as error:
        raise YamlFault(0, f"not UTF-8 text: {error}") from None


def _mend(text: str, line: int) -> str:
    """What is most often the matter in a line that is not YAML."""
    written = "".join(text.split("\n")[line - 1 : line]) if line else ""
    if written[: len(written) - len(written.lstrip())].count("\t"):
        return "indent with spaces, not with a tab"
    if re.search(r":\s+\{[^{}]*\}\s*(\[|\.get\b)", written):
        return "a formula cannot look up in {...}; write 4 if quality == 'raw' else 3, or use a chart"
    if re.search(r":\s+'[^']*'\s+\w", written):
        return "put double quotes around a formula that begins with a quoted word"
    if re.search(r":\s+[*&%@`]", written):
        return "put quotes around what begins with a sign"
    if re.search(r":\s.*:\s", written):
        return "put quotes around text that holds a colon and a space"
    return ""


def _build(text: str) -> Tree:
    tree = Tree({})
    stack: list[_Open] = []
    documents = 0
    for event in yaml.parse(text, Loader=_LOADER):
        mark = event.start_mark
        line = mark.line + 1 if mark else 0
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise YamlFault(line, "anchors and aliases are not used here", "write the value out")
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise YamlFault(line, "a second document in one file", "remove the --- line")
        elif isinstance(event, yaml.ScalarEvent):
            if event.tag:
                raise YamlFault(line, f"tag {event.tag} is not used here", "remove the tag")
            _scalar(tree, stack, event.value, line)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            if event.tag:
                raise YamlFault(line, f"tag {event.tag} is not used here", "remove the tag")
            fresh: dict[str, Any] | list[Any] = {} if isinstance(event, yaml.MappingStartEvent) else []
            path = _place(tree, stack, fresh, line)
            stack.append(_Open(fresh, path))
            if len(stack) > DEEPEST:
                raise YamlFault(line, f"nested deeper than {DEEPEST} levels")
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            stack.pop()
    return tree


def _scalar(tree: Tree, stack: list[_Open], value: str, line: int) -> None:
    holder = stack[-1] if stack else None
    if holder is None or isinstance(holder.value, list) or holder.key is not None:
        _place(tree, stack, value, line)
        return
    if value in holder.value:
        first = tree.line((*holder.path, value))
        raise YamlFault(line, f"key {value!r} stands twice, first in line {first}", "keep one of them")
    holder.key = value
    tree.lines[(*holder.path, value)] = line


def _place(tree: Tree, stack: list[_Open], value: Any, line: int) -> Path:
    """Puts `value` where the parser stands; returns its path."""
    if not stack:
        tree.value = value
        return ()
    holder = stack[-1]
    if isinstance(holder.value, list):
        path = (*holder.path, len(holder.value))
        holder.value.append(value)
    elif holder.key is None:
        raise YamlFault(line, "a key must be plain text")
    else:
        path = (*holder.path, holder.key)
        holder.value[holder.key] = value
        holder.key = None
    tree.lines.setdefault(path, line)
    return path
