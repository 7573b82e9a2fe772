"""Searches the documents that the player imported together with our own records, in one list of results.

They have an index of their own beside them in the data folder, so that nothing of them is in the cache, in an export,
or left over when they are removed.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import trace
from companion.errors import Refused
from companion.load.imports import import_files, imports_digest, imports_folder, read_import
from companion.search.answer import Answer, SearchResult
from companion.search.documents import Document
from companion.search.finder import Finder
from companion.search.index import Index, Row, index_of, open_index
from companion.search.lexicon import Lexicon

if TYPE_CHECKING:
    from companion.model.imported import ImportedDocument

KIND = "import"
"""Kind of the results that are sections of imported documents."""
_MARK = "kind/yours"
_MOST = 5
"""Sections of imported documents that are listed among other results."""
_CLEARLY = 1.15
"""Factor by which a section must score higher than our own record to be listed above it."""
_EXACT = 2.0
"""Score of a record with exactly the number of the question."""


class ImportLexicon(Lexicon):
    """The words of imported documents; those of our own records are known words too, so nothing corrects them."""

    def __init__(self, data: dict[str, Any], main: Lexicon) -> None:
        words = {**dict.fromkeys(main.words, 0), **data["words"]}
        super().__init__({**data, "words": words, "games": main.data["games"]})
        self.own_words: dict[str, int] = data["words"]
        self._main = main

    def idf(self, token: str) -> float:
        """Return the weight of a stem, in our own records if no imported document contains it.

        So a section without a word of the question scores less, also if no section has that word.
        """
        return super().idf(token) or self._main.idf(token)


class FinderWithImports(Finder):
    """Answers questions from our own records and from imported documents."""

    def __init__(self, index: Index, imports: Index) -> None:
        super().__init__(index)
        own = Index(imports.whoosh, ImportLexicon(imports.lexicon.data, index.lexicon))
        self.imports = Finder(own)
        self._imported_words = own.lexicon.own_words if isinstance(own.lexicon, ImportLexicon) else {}

    def find(
        self, text: str, game: str = "", limit: int = 10, typing: bool = False, exact: bool = False
    ) -> Answer:
        """Return the best results, at most five of them from imported documents unless only these are searched."""
        answer = super().find(text, game, limit, typing, exact)
        own = self.imports.find(text, game, limit, typing, exact)
        return self._merged(answer, own, limit)

    def warm(self) -> None:
        """Read ahead what the first questions would otherwise wait for."""
        super().warm()
        self.imports.warm()

    def _merged(self, answer: Answer, own: Answer, limit: int) -> Answer:
        if not own.results:
            return answer
        end, own_end = len(answer.results) - answer.others, len(own.results) - own.others
        head, own_head = answer.results[:end], own.results[:own_end]
        if not head and not own_head:
            own_head = own.results[:limit]
        changed = tuple(pair for pair in answer.changed if pair[0] not in self._imported_words)
        unknown = tuple(word for word in answer.unknown if word in own.unknown)
        is_own = (changed, unknown) != (answer.changed, answer.unknown)
        most = limit if not head else min(_MOST, limit)
        merged = list(_by_score(head, own_head[:most], 0.0 if is_own else _CLEARLY))[:limit]
        others = answer.results[end:][: max(0, limit - len(merged))]
        has_number = any(result.score >= _EXACT for result in own_head)
        faults = () if has_number else answer.faults
        return answer._replace(
            results=(*merged, *others),
            others=len(others),
            changed=changed,
            unknown=unknown,
            faults=faults,
            expanded=answer.expanded or own.expanded,
        )


def _by_score(
    head: Sequence[SearchResult], own: Sequence[SearchResult], clearly: float
) -> Iterator[SearchResult]:
    """Yield both lists as one, each in its order; an imported section comes first only if it is clearly better."""
    place = 0
    for result in own:
        while place < len(head) and head[place].score * clearly >= result.score:
            yield head[place]
            place += 1
        yield result
    yield from head[place:]


def with_imports(finder: Finder, data: Path) -> Finder:
    """Return a finder that also searches the player's imported documents; the same one if there are none."""
    files = import_files(data)
    if not files:
        return finder
    folder = imports_folder(data)
    try:
        content = imports_digest(files)
        index = open_index(folder, content)
        if index is None:
            index = _built([read_import(path) for path in files], folder, content)
    except Refused as error:
        trace.note("imported documents are not searched: %s", error)
        return finder
    return FinderWithImports(finder.index, index)


def build_imports_index(data: Path) -> None:
    """Build the index of the imported documents, and remove the one it replaces. Raises Refused."""
    files, folder = import_files(data), imports_folder(data)
    content = imports_digest(files)
    if files and open_index(folder, content) is None:
        _built([read_import(path) for path in files], folder, content)
    for old in folder.glob("index-*"):
        if not files or old.name != f"index-{content}":
            shutil.rmtree(old, ignore_errors=True)


def _built(documents: Sequence[ImportedDocument], folder: Path, content: str) -> Index:
    from companion.search.lexicon_builder import counted  # only when an index is built

    rows = [Row(section.id, section) for document in documents for section in section_documents(document)]
    words, stems, size, length = counted(row.indexed for row in rows)
    data = {"words": dict(words), "stems": dict(stems), "size": size, "length": length, "games": {}}
    return index_of(rows, Lexicon(data), folder, content, {}, {})


def section_documents(document: ImportedDocument) -> Iterator[Document]:
    """Yield the document that is indexed for each section."""
    above: list[tuple[int, str, str]] = []
    for place, section in enumerate(document.sections):
        above = [each for each in above if each[0] < section.level]
        name = document.section_id(place)
        yield Document(
            id=name,
            game=document.game,
            kind=KIND,
            section=section.number,
            numbers=(section.number,) if section.number else (),
            title=section.title
            if section.number[:1].isdigit()
            else f"{section.number} {section.title}".strip(),
            above=" ".join(title for _, title, _ in above),
            lines=tuple(paragraph.text for paragraph in section.paragraphs),
            asked=(),
            authority="your document",
            source=", ".join(filter(None, (document.name, section.pages))),
            parent=above[-1][2] if above else "",
            marks=(_MARK,),
        )
        above.append((section.level, section.title, name))
