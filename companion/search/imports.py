"""Searches the player's imported documents together with our own records, in one list of results.

The documents have their own index next to them in the data folder. So none of their text is in the cache or in an
export, and nothing is left when they are removed.
"""

from __future__ import annotations

import re
import shutil
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion import trace
from companion.errors import Refused
from companion.load.import_files import import_files, imports_digest, imports_folder, imports_stamp
from companion.search.answer import Answer, SearchResult
from companion.search.finder import BETTER, ELSEWHERE, Finder
from companion.search.index import Index, open_index
from companion.search.lexicon import Lexicon
from companion.search.rule_numbers import number_in

_MOST = 5
"""Most sections of imported documents among other results."""
_COPIED = 0.8
"""Share of the words in a section's snippet that a rule must have to count as copied from it."""
_CLEAR_LEAD = 1.15
"""Factor by which a section must score higher than our own record to be listed above it."""


class ImportLexicon(Lexicon):
    """The words of imported documents; those of our own records are known too, so that they are not corrected."""

    def __init__(self, data: dict[str, Any], main: Lexicon) -> None:
        words = {**dict.fromkeys(main.words, 0), **data["words"]}
        super().__init__({**data, "words": words, "games": main.data["games"]})
        self.imported_words: dict[str, int] = data["words"]
        self._main = main

    def idf(self, token: str) -> float:
        """Return the weight of a stem; if no imported document contains it, its weight in our own records.

        So a section without a word of the question scores less even if no section has that word.
        """
        return super().idf(token) or self._main.idf(token)


class _ImportFinder(Finder):
    """Answers questions from imported documents; ranks fewer candidates, since only a few are listed."""

    candidates = 15


class FinderWithImports(Finder):
    """Answers questions from our own records and from imported documents."""

    def __init__(self, index: Index, imports: Index) -> None:
        super().__init__(index)
        lexicon = ImportLexicon(imports.lexicon.data, index.lexicon)
        self.imports = _ImportFinder(Index(imports.whoosh, lexicon))
        self._imported_words = lexicon.imported_words

    def find(
        self, text: str, game: str = "", limit: int = 10, typing: bool = False, exact: bool = False
    ) -> Answer:
        """Return the best results; at most five come from imported documents, unless nothing else is found."""
        answer = super().find(text, game, limit, typing, exact)
        listed = len(answer.results) - answer.others
        imported = self.imports.find(text, game, min(_MOST, limit) if listed else limit, typing, exact)
        imported = without_copies(imported, answer)
        return merged(answer, imported, limit, number_in(text)[0].number, self._imported_words)

    def warm(self) -> None:
        """Load what the first questions need, so that they are answered without delay."""
        super().warm()
        self.imports.warm()


def merged(
    answer: Answer, imported: Answer, limit: int, number: str = "", imported_words: Container[str] = ()
) -> Answer:
    """Return the answer with results from imported documents.

    `number` is the rule number in the question, and `imported_words` are the words that those documents contain.
    """
    if not imported.results:
        return answer
    end, imported_end = len(answer.results) - answer.others, len(imported.results) - imported.others
    head, imported_head = answer.results[:end], imported.results[:imported_end]
    changed = tuple(pair for pair in answer.changed if pair[0] not in imported_words)
    unknown = tuple(word for word in answer.unknown if word in imported.unknown)
    own_numbered = any(result.section == number for result in head)
    imported_numbered = any(result.section == number for result in imported_head)
    if number and own_numbered and not imported_numbered:
        imported_head = ()
    only_imported = (changed, unknown) != (answer.changed, answer.unknown)
    only_imported = only_imported or bool(number and imported_numbered and not own_numbered)
    lead = 0.0 if only_imported else _CLEAR_LEAD
    first = list(_by_score(head, imported_head, lead))[:limit]
    imported_others = () if number and first else imported.results[imported_end:][:_MOST]
    if first and not only_imported and not _is_better(imported_others[:1], first[0]):
        imported_others = ()
    room = min(ELSEWHERE, limit // 2) if first else limit
    others = list(_by_score(answer.results[end:], imported_others, lead))[:room]
    first = first[: limit - len(others)]
    faults = () if number and imported_numbered else answer.faults
    return answer._replace(
        results=(*first, *others),
        others=len(others),
        changed=changed,
        unknown=unknown,
        faults=faults,
        expanded=answer.expanded or imported.expanded,
    )


def _is_better(others: Sequence[SearchResult], first: SearchResult) -> bool:
    """Return whether one of these results of another game is clearly better than the first result."""
    return any(other.score > BETTER * first.score for other in others)


def without_copies(imported: Answer, answer: Answer) -> Answer:
    """Return an answer from imported documents without the sections of which `answer` has a copy, made as a rule."""
    words_of_rules: dict[tuple[str, ...], list[set[str]]] = defaultdict(list)
    for result in answer.results:
        words_of_rules[_heading(result)].append(_words(result))
    others = len(imported.results) - imported.others
    copied = [
        any(len(words & known) >= _COPIED * len(words) for known in words_of_rules[_heading(result)])
        for result, words in zip(imported.results, map(_words, imported.results), strict=True)
    ]
    results = tuple(result for result, is_copy in zip(imported.results, copied, strict=True) if not is_copy)
    return imported._replace(results=results, others=imported.others - sum(copied[others:]))


def _heading(result: SearchResult) -> tuple[str, ...]:
    return result.game, result.section, result.title.casefold()


def _words(result: SearchResult) -> set[str]:
    return set(re.findall(r"\w+", result.snippet.lower()))


def _by_score(
    head: Sequence[SearchResult], imported: Sequence[SearchResult], lead: float
) -> Iterator[SearchResult]:
    """Yield both lists as one, each in its order; an imported section precedes a record that it beats by `lead`."""
    place = 0
    for result in imported:
        while place < len(head) and head[place].score * lead >= result.score:
            yield head[place]
            place += 1
        yield result
    yield from head[place:]


def with_imports(finder: Finder, data: Path, build: bool = True) -> Finder:
    """Return a finder that also searches the player's imported documents; the same finder if there are none.

    Without `build`, return the same finder if there is no index yet.
    """
    finder.imports_stamp = stamp = imports_stamp(data)
    files = import_files(data)
    if not files:
        return finder
    folder = imports_folder(data)
    try:
        content = imports_digest(files)
        index = open_index(folder, content)
        if index is None and build:
            index = _build(files, folder, content)
    except Refused as error:
        trace.note("imported documents are not searched: %s", error)
        return finder
    if index is None:
        return finder
    combined = FinderWithImports(finder.index, index)
    combined.imports_stamp = stamp
    return combined


def with_current_imports(finder: Finder, data: Path) -> Finder:
    """Return a finder that searches the documents that are imported now.

    While another process builds the index of a new document, return the same finder.
    """
    if not import_files(data):
        without = Finder(finder.index)
        without.imports_stamp = imports_stamp(data)
        return without
    return with_imports(finder, data, build=False)


def build_imports_index(data: Path) -> None:
    """Build the index of the imported documents, and remove the one it replaces. Raises Refused."""
    files, folder = import_files(data), imports_folder(data)
    content = imports_digest(files)
    if files and open_index(folder, content) is None:
        _build(files, folder, content)
    for old in folder.glob("index-*"):
        if not files or old.name != f"index-{content}":
            shutil.rmtree(old, ignore_errors=True)
    if not files:
        with suppress(OSError):
            folder.rmdir()  # only an empty folder


def _build(files: Sequence[Path], folder: Path, content: str) -> Index:
    from companion.load.imports import read_import  # only when an index is built
    from companion.search.import_documents import build_imports

    return build_imports([read_import(path) for path in files], folder, content)
