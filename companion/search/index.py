"""The index on disk: verified before it is opened, updated where files have changed, rebuilt if it is damaged."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import whoosh
from whoosh import columns, fields
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.filedb.filestore import FileStorage, RamStorage
from whoosh.index import FileIndex

from companion.load.content import code_hash
from companion.search.index_folders import age, digest, is_trusted, newest_first
from companion.search.indexed_document import IndexedDocument, pack
from companion.search.lexicon import Lexicon
from companion.search.postings import Postings, document_numbers

if TYPE_CHECKING:
    from companion.model import Library
    from companion.search.documents import Document

Games = Mapping[str, Sequence[str]]
"""Slug to the hashes of the game's tables and rules."""
NO_GAMES: Games = {}
_MANIFEST = "manifest.json"
_LEXICON = "lexicon.json"
_UNFINISHED = "index-new-"
"""Prefix of the names of indexes that are still being written."""
_MOST_INDEXES = 3
"""Number of indexes to keep: another process may still be reading an older one."""
_ABANDONED = 3600
"""Seconds after which an unfinished index is removed."""
_SEGMENT = 5_000
"""Documents in a segment; Whoosh sorts the postings of 7,000 on disk, which takes twice as long."""
_MOST_SEGMENTS = 6
"""Number of segments from which small ones are merged; merging each time takes longer than opening a few more."""
_MOST_DELETED = 3
"""An index is rebuilt if more than one in this many of its documents is deleted."""


class MemoryStorage(RamStorage):  # type: ignore[misc]  # Whoosh has no types
    """An index in memory, its temporary files included.

    whoosh-reloaded 2.7.5 writes these to a folder in the temporary directory whose name all processes share; whoosh3
    does not.
    """

    def temp_storage(self, name: str | None = None) -> RamStorage:
        """Return a storage for temporary files."""
        return RamStorage()


def _schema() -> fields.Schema:
    """Return the fields. Of each word only its documents are stored; the ranking reads the documents themselves."""
    words = fields.ID(analyzer=SpaceSeparatedTokenizer())
    return fields.Schema(
        unit=fields.ID(),
        game=fields.ID(),
        marks=words,
        number=words,
        text=words,
        head=words,
        title=words,
        stored=fields.COLUMN(columns.VarBytesColumn(write_offsets_cutoff=1)),
    )


class Index:
    """A Whoosh index with its lexicon."""

    def __init__(self, whoosh: FileIndex, lexicon: Lexicon) -> None:
        self.whoosh = whoosh
        self.lexicon = lexicon
        self.postings = Postings(whoosh.reader())


class Row:
    """A document that is added to an index."""

    def __init__(self, unit: str, document: Document) -> None:
        self.unit = unit
        """Key of the document's index unit."""
        self.document = document
        self.packed = pack(self.document)
        self.indexed = IndexedDocument(self.packed)


def open_index(cache: Path, content: str) -> Index | None:
    """Return the index of exactly this content; None if it is missing or damaged, or if other code built it."""
    return _opened(cache / f"index-{content}")[0]


def _opened(folder: Path) -> tuple[Index | None, dict[str, Any]]:
    """Return the index of a folder with its manifest; None and {} if a file is damaged or other code built it.

    A folder that somebody else could have written is not opened either.
    """
    try:
        if not is_trusted(folder):
            return None, {}
        manifest = json.loads((folder / _MANIFEST).read_text())
        files = manifest["files"]
        whole = manifest["form"] == _form() and all(
            digest(folder / name) == known for name, known in files.items()
        )
        lexicon = Lexicon(json.loads((folder / _LEXICON).read_text())) if whole and files else None
    except (OSError, ValueError, AttributeError, KeyError, TypeError):
        return None, {}
    if lexicon is None:
        return None, {}
    return Index(FileStorage(str(folder)).open_index(), lexicon), manifest


class OldIndex(NamedTuple):
    """An index on disk."""

    folder: Path
    opened: Index
    manifest: dict[str, Any]

    def changed(self, games: Games) -> list[str] | None:
        """Return the games with new hashes; None if games were added or removed, or a game.yaml may differ."""
        known = self.manifest["games"]
        if list(known) != list(games) or any(_all_differ(known[slug], games[slug]) for slug in games):
            return None
        return [slug for slug in games if games[slug] != known[slug]]


def _all_differ(old: Sequence[str], new: Sequence[str]) -> bool:
    """Return whether both tables and rules differ, as they do whenever game.yaml does."""
    return all(one != other for one, other in zip(old, new, strict=True))


def newest_index(folders: Iterable[Path]) -> OldIndex | None:
    """Return the newest index that can be opened, or None."""
    for folder in newest_first(path for cache in folders for path in cache.glob("index-*")):
        index, manifest = _opened(folder)
        if index is not None:
            return OldIndex(folder, index, manifest)
    return None


def refresh_index(
    library: Library, cache: Path, old: OldIndex | None = None, games: Games = NO_GAMES
) -> Index:
    """Return an index of the library, stored in `cache`: an updated old one, or else a new one.

    Without `old`, the newest index in `cache` is updated. `games` are the hashes of the library's games.
    """
    old = old or newest_index((cache,))
    return (old and renewed_index(old, library, cache, games)) or build_index(library, cache, games)


def build_index(library: Library, cache: Path, games: Games = NO_GAMES) -> Index:
    """Build a new index, stored in `cache`, or in memory if that is not writable."""
    from companion.search.documents import units
    from companion.search.lexicon_builder import build_lexicon, counted

    all_units = list(units(library))
    rows = [Row(unit.key, unit.document()) for unit in all_units]
    lexicon = build_lexicon(library, counted(row.indexed for row in rows), {})
    digests = {unit.key: unit.digest() for unit in all_units}
    return index_of(rows, lexicon, cache, library.content, digests, games)


def index_of(
    rows: Sequence[Row], lexicon: Lexicon, cache: Path, content: str, digests: dict[str, str], games: Games
) -> Index:
    """Build an index of these rows, stored in `cache` under `content`, or in memory if that is not writable."""

    def write(work: Path) -> None:
        create_segments(FileStorage(str(work)), rows)
        _write_metadata(work, lexicon, {}, digests, games)

    folder = _stored(cache, content, write)
    return (folder and _opened(folder)[0]) or Index(create_segments(MemoryStorage(), rows), lexicon)


def renewed_index(
    old: OldIndex, library: Library, cache: Path, games: Games, changed: Collection[str] | None = None
) -> Index | None:
    """Return the old index with the changed units indexed again; None if building a new index is better.

    If `changed` is given, the library contains only these games, and the others are unchanged.
    """
    from companion.search.documents import units
    from companion.search.lexicon_builder import build_lexicon, recounted

    folder, index, manifest = old
    unit_of = {unit.key: unit for unit in units(library)}
    known = manifest["units"]
    digests = {
        key: digest
        for key, digest in known.items()
        if changed is not None and key.partition("/")[0] not in changed
    }
    digests |= {key: unit.digest() for key, unit in unit_of.items()}
    new = [Row(key, unit.document()) for key, unit in unit_of.items() if known.get(key) != digests[key]]
    outdated = [key for key in known if digests.get(key) != known[key]]
    numbers = [number for key in outdated for number in _numbers_of_unit(index, key)]
    deleted = index.postings.size - index.lexicon.size + len(numbers)
    if deleted * _MOST_DELETED > index.postings.size:
        return None
    counts = recounted(index.lexicon, map(index.postings.document, numbers), (row.indexed for row in new))
    lexicon = build_lexicon(library, counts, index.lexicon.data["games"], whole=changed is None)

    def write(work: Path) -> None:
        _write_changes(folder, work, manifest["files"], numbers, new)
        _write_metadata(work, lexicon, manifest["files"], digests, games)

    target = _stored(cache, library.content, write)
    return Index(FileStorage(str(target)).open_index(), lexicon) if target else None


def _stored(cache: Path, content: str, write: Callable[[Path], None]) -> Path | None:
    """Store an index that `write` writes to a folder, and return its final folder; None if `cache` is not writable."""
    try:
        cache.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=cache))
    except OSError:
        return None
    try:
        write(work)
        return _publish(work, cache / f"index-{content}")
    except OSError:
        shutil.rmtree(work, ignore_errors=True)
        return None


def _write_changes(
    folder: Path, work: Path, files: Iterable[str], deleted: Iterable[int], new: list[Row]
) -> None:
    """Write the index in `folder` to `work` without the `deleted` documents and with the new ones."""
    for name in files:
        if name != _LEXICON:
            _link(folder / name, work / name)
    writer = FileStorage(str(work)).open_index().writer()
    for number in deleted:
        writer.delete_document(number)
    _add(writer, new)
    writer.commit(mergetype=_merged)


def _merged(writer: Any, segments: list[Any]) -> list[Any]:
    """Return the segments to keep next to the new one; merge the others into it."""
    from whoosh.writing import MERGE_SMALL

    remaining: list[Any] = MERGE_SMALL(writer, segments) if len(segments) >= _MOST_SEGMENTS else segments
    return remaining


def _numbers_of_unit(index: Index, key: str) -> Iterable[int]:
    return document_numbers(index.postings.documents_with("unit", key), index.postings.size)


def _link(old: Path, new: Path) -> None:
    """Hard-link a file under a new name, or copy it; a link is safe because the files of an index never change."""
    try:
        os.link(old, new)
    except OSError:
        shutil.copyfile(old, new)


def _write_metadata(
    work: Path, lexicon: Lexicon, known: dict[str, str], digests: dict[str, str], games: Games
) -> None:
    """Write the lexicon and the manifest; `known` has the digests of files that have not changed."""
    import msgspec  # not at the top: `find` only reads an index, for which json is enough

    (work / _LEXICON).write_bytes(msgspec.json.encode(lexicon.data))
    names = sorted(path.name for path in work.iterdir() if not path.name.endswith(("LOCK", ".lock")))
    same = {name: old for name, old in known.items() if name != _LEXICON}
    files = {name: same.get(name) or digest(work / name) for name in names}
    manifest = {"files": files, "units": digests, "games": games, "form": _form()}
    (work / _MANIFEST).write_bytes(msgspec.json.encode(manifest))


def _publish(work: Path, target: Path) -> Path:
    """Rename the finished index to `target`, unless another process was first, and remove old indexes."""
    if _opened(target)[0] is None:
        shutil.rmtree(target, ignore_errors=True)
        try:
            work.rename(target)
        except OSError:
            if _opened(target)[0] is None:
                raise
    shutil.rmtree(work, ignore_errors=True)
    folders = newest_first(target.parent.glob("index-*"))
    unfinished = [path for path in folders if path.name.startswith(_UNFINISHED)]
    old = [path for path in folders if path not in (*unfinished, target)]
    for path in (*old[_MOST_INDEXES - 1 :], *(work for work in unfinished if age(work) > _ABANDONED)):
        shutil.rmtree(path, ignore_errors=True)
    return target


def create_segments(storage: Any, rows: Sequence[Row]) -> FileIndex:
    """Create an index of these documents, divided into segments."""
    index = storage.create_index(_schema())
    for first in range(0, max(len(rows), 1), _SEGMENT):
        writer = index.writer()
        _add(writer, rows[first : first + _SEGMENT])
        writer.commit(merge=False)
    return index


def _add(writer: Any, rows: Iterable[Row]) -> None:
    for row in rows:
        document, indexed = row.document, row.indexed
        writer.add_document(
            unit=row.unit,
            game=document.game,
            marks=list(document.marks),
            number=list(_numbers(document.numbers)),
            text=list(indexed.everything),
            head=list(indexed.heads()),
            title=list(indexed.title_tokens),
            stored=row.packed.encode(),
        )


def _numbers(printed: Iterable[str]) -> Iterable[str]:
    """Yield the indexed forms of printed numbers: 15.2e and 15.2e_4 for `15.2e 4`."""
    for number in printed:
        if number[:1].isdigit():
            parts = number.lower().split()
            yield from dict.fromkeys((parts[0], "_".join(parts)))


def _form() -> str:
    """Return a fingerprint of the code that builds indexes and of the version of Whoosh."""
    return f"{code_hash().hex()} {'.'.join(map(str, whoosh.__version__))}"
