"""Citations of rules in a table file, and sentences that YAML has split at a comma."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from companion.load.faults import Faults
from companion.load.text_yaml import Path, Tree, walk

SENTENCE_LISTS = ("allows", "notes")
"""Keys of lists whose items are sentences."""
_SENTENCE_ENDS = tuple(".?!:;)\"'")


def citations_of(tree: Tree, file: str) -> Iterator[tuple[Path, str]]:
    """Yield the key path and text of each `cite:` in a table file.

    Yield nothing for conflicts.yaml, where a citation may be any text.
    """
    if file.endswith("conflicts.yaml"):
        return
    for path, text in walk(tree.value):
        if path and path[-1] == "cite" and text and isinstance(text, str):
            yield path, text


def check_split_sentences(tree: Tree, faults: Faults) -> None:
    """Note the sentences of a table file that YAML has split at a comma because they have no quotes."""
    for path, items in walk(tree.value):
        if not path or path[-1] not in SENTENCE_LISTS or not isinstance(items, list):
            continue
        if not all(isinstance(item, str) for item in items):
            continue
        for index, (before, item) in enumerate(pairwise(items), 1):
            if item[:1].islower() and not before.endswith(_SENTENCE_ENDS):
                mend = "split at a comma? put quotes around the whole sentence"
                faults.add((*path, index), f"{item!r} goes on where {before!r} breaks off", mend)
                break
