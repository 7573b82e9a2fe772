"""The scenarios in the player's own folder: reads their file and replaces single scenarios in its text.

The rest of the text stays as it is, comments included, because players edit the file too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from companion.errors import Refused
from companion.load.content import MOST_BYTES
from companion.load.faults import Faults
from companion.load.files import record_of, shown_path, text_of
from companion.load.parsed import check_split_sentences
from companion.load.places import Places
from companion.load.records import read_tree, to_record
from companion.load.sequence_checks import SequenceChecker
from companion.load.text_yaml import Tree, YamlFault, read_yaml
from companion.load.yaml_text import mapping_lines, read_back
from companion.model import GameModule, Scenarios

FILE = "scenarios.yaml"
_WHERE = {"scenarios": "id", "arrivals": "scenario", "victory": "scenario"}
"""List of the file to the key that names the scenario of an item."""
HEADER = "# Your own scenarios. docs/authoring.md describes the keys.\n"
"""First line of a new file."""
Item = Mapping[str, Any]
"""A scenario, an arrival or a victory condition as written in the file: texts, lists and mappings."""
Parts = Mapping[str, Sequence[Item]]
"""Items of a scenario in the file, by list."""


class OwnScenarios(NamedTuple):
    """The player's file of scenarios of one game."""

    path: Path
    text: str
    """Text of the file; empty if there is no file."""
    tree: Tree
    record: Scenarios

    def parts(self, name: str) -> Parts:
        """Return a scenario as written in the file, with its arrivals and victory conditions."""
        return {
            key: [each for each in self._items(key) if each.get(where) == name]
            for key, where in _WHERE.items()
        }

    def _items(self, key: str) -> list[Any]:
        return list(self.tree.value.get(key) or [])

    def changed(self, name: str, parts: Parts) -> str:
        """Return the text with a scenario replaced or added; its items are removed from lists missing in `parts`.

        Raises Refused if the text would not read back as intended.
        """
        new = {key: read_back(parts.get(key, ())) for key in _WHERE}
        text, intended = self.text, dict(self.tree.value)
        try:
            for key, where in _WHERE.items():
                text = self._with_items(key, where, name, new[key], text)
            result = read_yaml(text).value
        except YamlFault as fault:
            raise Refused(f"{self.path} was not changed: {fault.says}") from None
        for key, where in _WHERE.items():
            items, _ = _replaced(self._items(key), where, name, new[key])
            if items != self._items(key):
                intended[key] = items
            if not items and self._items(key):
                del intended[key]
        if result != intended:
            raise Refused(f"{self.path} was not changed: a text would change when the file is read back")
        return text

    def _with_items(self, key: str, where: str, name: str, new: Sequence[Item], text: str) -> str:
        """Return `text` with the items of a list whose `where` is `name` replaced."""
        tree = read_yaml(text)
        old = tree.value.get(key) or []
        items, places = _replaced(old, where, name, new)
        if items == old:
            return text
        lines = text.split("\n")
        if key not in tree.value:
            body = text if not text or text.endswith("\n") else f"{text}\n"
            return f"{body}{key}:\n{_lines(new, '  ')}\n"
        first, end = _section(tree, lines, key)
        spans = _spans(tree, lines, key, end) if old else []
        if not items:
            return "\n".join([*lines[:first], *lines[end:]])
        if len(spans) != len(old) or not spans:
            if any("#" in line for line in lines[first:end]):
                raise Refused(
                    f"{self.path} was not changed: first write each item of the list {key} on its own line"
                )
            return "\n".join([*lines[:first], f"{key}:", _lines(items, "  "), *lines[end:]])
        indent = " " * (len(lines[spans[0][0]]) - len(lines[spans[0][0]].lstrip()))
        comments: list[str] = []
        start = spans[places[0]][0] if places else spans[-1][1]
        for place in places:
            begin, stop = spans[place]
            comments += [line for line in lines[begin:stop] if line.lstrip().startswith("#") and new]
        removed = {number for place in places for number in range(*spans[place])}
        head = [line for number, line in enumerate(lines[:start]) if number not in removed]
        tail = [line for number, line in enumerate(lines[start:], start) if number not in removed]
        return "\n".join([*head, *comments, *([_lines(new, indent)] if new else []), *tail])


def own_path(places: Places, slug: str) -> Path:
    """Return the path of the player's file of scenarios of a game."""
    return places.own / "tables" / slug / FILE


def read_own(places: Places, slug: str) -> OwnScenarios:
    """Read the player's scenarios of a game. Raises Refused if the file cannot be read or is invalid."""
    path = own_path(places, slug)
    faults = Faults(shown_path(path))
    text = (text_of(path, faults) or "") if path.exists() else ""
    tree = read_tree(text, faults) if not faults.noted else None
    record = to_record(tree.value, Scenarios, faults) if tree is not None else None
    if tree is None or record is None:
        raise Refused(f"{path} was not changed; first correct the fault in it: {_first_fault(faults)}")
    return OwnScenarios(path, text, tree, record)


def checked_scenarios(places: Places, module: GameModule, text: str) -> Scenarios:
    """Return the scenarios of a game with `text` as the player's file. Raises Refused with the first fault."""
    path = own_path(places, module.game.slug)
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise Refused(f"{path} would be larger than {MOST_BYTES // 1_000_000} MB")
    faults = Faults(shown_path(path))
    tree = read_tree(text, faults)
    record = to_record(tree.value, Scenarios, faults) if tree is not None else None
    if tree is None or record is None:
        raise Refused(_first_fault(faults))
    before = Scenarios()
    for base in places.bases[:-1]:
        shipped = base / "tables" / module.game.slug / FILE
        read = record_of(shipped, Faults(""), Scenarios) if shipped.is_file() else None
        before = read.added_to(before) if read is not None else before
    whole = record.added_to(before)
    check_split_sentences(tree, faults)
    SequenceChecker(module.game.slug, {}, ()).scenarios(whole, module.sequence, faults)
    if faults.noted:
        raise Refused(_first_fault(faults))
    return whole


def _first_fault(faults: Faults) -> str:
    """Return the first fault as a message."""
    fault = faults.noted[0]
    where = f"line {fault.line}, {fault.key}: " if fault.line and fault.key else ""
    return f"{where}{fault.says}{f' ({fault.mend})' if fault.mend else ''}"


def _replaced(old: list[Any], where: str, name: str, new: Sequence[Item]) -> tuple[list[Any], list[int]]:
    """Return a list with the items whose `where` is `name` replaced by `new`, and the indices of those items."""
    places = [place for place, each in enumerate(old) if each.get(where) == name]
    first = places[0] if places else len(old)
    others = [(place, each) for place, each in enumerate(old) if place not in places]
    before = [each for place, each in others if place < first]
    return [*before, *new, *(each for place, each in others if place > first)], places


def _lines(items: Sequence[Item], indent: str) -> str:
    """Return items as lines of a list."""
    lines = mapping_lines({"items": [dict(each) for each in items]})[1:]
    return "\n".join(f"{indent}{line[2:]}" for line in lines)


def _section(tree: Tree, lines: list[str], key: str) -> tuple[int, int]:
    """Return the first line of a top-level key, and the line after its last one; both counted from 0."""
    first = tree.lines[(key,)] - 1
    later = [line - 1 for path, line in tree.lines.items() if len(path) == 1 and line - 1 > first]
    return first, _end(lines, first + 1, min(later, default=len(lines)), 0)


def _spans(tree: Tree, lines: list[str], key: str, end: int) -> list[tuple[int, int]]:
    """Return the first line and the end of each item of a block list; empty for any other list."""
    starts = [tree.lines[key, place] - 1 for place in range(len(tree.value[key]))]
    if sorted(set(starts)) != starts or not all(lines[start].lstrip().startswith("- ") for start in starts):
        return []
    column = len(lines[starts[0]]) - len(lines[starts[0]].lstrip())
    return [
        (start, _end(lines, start + 1, stop, column))
        for start, stop in zip(starts, [*starts[1:], end], strict=True)
    ]


def _end(lines: list[str], first: int, end: int, column: int) -> int:
    """Return `end`, moved before trailing blank lines and comments indented up to `column`."""
    while end > first:
        text = lines[end - 1].lstrip()
        if text and not (text.startswith("#") and len(lines[end - 1]) - len(text) <= column):
            break
        end -= 1
    return end
