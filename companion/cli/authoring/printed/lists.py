"""Finds lists of words in the rules of a game, such as `Guard, Veteran, Line or Raw`, of which one holds at a time."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from companion.model import Entry, GameModule
from companion.render.text import table_cells, unlinked

_ITEM = r"[A-Z][\w'\u2019-]*(?: [A-Z][\w'\u2019-]*)?"
_LIST = re.compile(rf"{_ITEM}(?:(?:, | or |, or ){_ITEM})+")
_NO_AMOUNT = r"(?![+\-\u2212\u2013]\s?\d)"
_HEAD = re.compile(rf"^({_ITEM})[.:] {_NO_AMOUNT}|(?<=[.;!] )({_ITEM})(?::|\s[\u2013\u2014-]) {_NO_AMOUNT}")
"""The words that begin a point or a sentence: `Disordered. It may not charge.`, `Guard: the old regiments.`

Before an amount, as in `Shaken: -1`, they are modifiers, of which several may be true.
"""
_CALLED = re.compile(r"\b(?:has|have)\s+(?:an?|one)\s+(\w+)[.:]", re.IGNORECASE)
"""The name of a list of words: `Every unit has a grade.`"""
_BETWEEN = re.compile(r",\s*or\s+|,\s*|\s+or\s+|\s*/\s*")
_BRACKETS = re.compile(r"\s*\([^()]*\)")
_AMOUNT = re.compile(r"[+\-\u2212\u2013]\s?\d.*")
_LONGEST_TITLE = 2


class PrintedList(NamedTuple):
    """Words that a rule lists."""

    items: tuple[str, ...]
    title: str
    """Name of all of them, in one or two words; empty if the rule has none."""
    is_ordered: bool
    """Whether they are in one sentence, from one end of a scale to the other."""

    def among(self, labels: Sequence[str]) -> list[str]:
        """Return the labels that are words of the list, or several of them: `Guard or Grenadier`."""
        known = {item.casefold() for item in self.items}
        return [label for label in labels if parts_of(label) <= known]

    def middle(self, labels: Sequence[str]) -> str:
        """Return the only item that no label names, if it is neither the first nor the last; else an empty text."""
        named = set[str]().union(*map(parts_of, labels))
        others = [item for item in self.items if item.casefold() not in named]
        is_middle = len(others) == 1 and others[0] not in (self.items[0], self.items[-1])
        return others[0] if is_middle and self.is_ordered else ""


def parts_of(label: str) -> set[str]:
    """Return the words that a label lists: two for `Guard or Grenadier`."""
    return {part.casefold() for part in _BETWEEN.split(label)}


def printed_lists(module: GameModule, but: Collection[str]) -> list[PrintedList]:
    """Return the lists in all rules of a game, except for the rules `but`."""
    rules = [entry for entry in module.entries if not set(entry.cites) & set(but)]
    return [found for entry in rules for found in _of_rule(entry)]


def _of_rule(entry: Entry) -> Iterator[PrintedList]:
    """Yield the lists in the sentences of a rule, in the first column of its tables, and of heads of its points."""
    heads: list[str] = []
    is_scale = False
    whole = " ".join(unlinked(point.text) for point in entry.points if point.kind != "table")
    called = _CALLED.search(whole)
    title = called[1].capitalize() if called else singular(entry.title)
    for point in entry.points:
        text = unlinked(point.text)
        if point.kind == "table":
            yield from _of_table(*table_cells(text))
            continue
        text = _BRACKETS.sub("", text)
        for found in _LIST.finditer(text):
            if " or " in found[0]:
                yield PrintedList(tuple(_BETWEEN.split(found[0])), title, is_ordered=True)
        own = [found[1] or found[2] for found in _HEAD.finditer(text)]
        heads += own
        is_scale = is_scale or len(own) > 1
    if len(heads) > 1:
        yield PrintedList(tuple(heads), title, is_ordered=is_scale)


def _of_table(head: Sequence[str], *rows: Sequence[str]) -> Iterator[PrintedList]:
    """Yield the list in the first column of a table; one for each group of rows below a title across the table.

    A table of modifiers is none if a condition in it is longer than two words.
    """
    amounts = sum(bool(_AMOUNT.fullmatch(row[-1].strip())) for row in rows)
    if 2 * amounts > len(rows) and any(len(row[0].split()) > _LONGEST_TITLE for row in rows if any(row[1:])):
        return  # modifiers, of which several may be true
    title, items = head[0], list[str]()
    for row in rows:
        if not any(row[1:]):
            if items:
                yield PrintedList(tuple(items), singular(title), is_ordered=False)
            title, items = _BRACKETS.sub("", row[0]), []
        else:
            items.append(row[0])
    yield PrintedList(tuple(items), singular(title), is_ordered=False)


def singular(title: str) -> str:
    """Return a title of one or two words in the singular; empty for a longer one."""
    if len(title.split()) > _LONGEST_TITLE:
        return ""
    for end, instead in (("sses", "ss"), ("ies", "y"), ("ss", "ss"), ("us", "us"), ("s", "")):
        if title.endswith(end):
            return title.removesuffix(end) + instead
    return title
