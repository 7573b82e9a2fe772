"""The index on disk: verified before it is opened, updated where files have changed, rebuilt if it is damaged."""

from __future__ import annotations

import hashlib
import json
import math
import os
import shutil
import tempfile
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import whoosh
from whoosh import columns, fields
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.filedb.filestore import FileStorage, RamStorage
from whoosh.index import FileIndex

from companion.load.content import code_hash
from companion.search.lexicon import Lexicon
from companion.search.postings import Postings, numbers_in
from companion.search.rows import Row, pack

if TYPE_CHECKING:
    from companion.model import Library
    from companion.search.documents import Document, Unit

Games = Mapping[str, Sequence[str]]
"""Hashes over tables and rules of each game, by its slug."""
NO_GAMES: Games = {}
_MANIFEST = "manifest.json"
_LEXICON = "lexicon.json"
_UNFINISHED = "index-new-"
"""Names of indexes that are being written begin so."""
_KEPT = 3
"""Indexes kept: another process may still be reading one of an earlier content."""
_ABANDONED = 3600
"""Seconds after which an index that was not finished is removed."""
_SEGMENT = 10_000
"""Documents of a segment."""
_MOST_SEGMENTS = 6
"""Segments from which on the small ones are merged; each time would take longer than opening a few more."""
_MOST_DELETED = 3
"""An index of which more than one document in so many is deleted is built anew."""


def _schema() -> fields.Schema:
    words = {"analyzer": SpaceSeparatedTokenizer(), "phrase": False}
    return fields.Schema(
        unit=fields.ID(),
        game=fields.ID(),
        marks=fields.KEYWORD(),
        number=fields.KEYWORD(),
        text=fields.TEXT(**words),
        head=fields.KEYWORD(),
        title=fields.KEYWORD(),
        stored=fields.COLUMN(columns.VarBytesColumn(write_offsets_cutoff=1)),
    )


class Index:
    """A Whoosh index with its lexicon."""

    def __init__(self, whoosh: FileIndex, lexicon: Lexicon) -> None:
        self.whoosh = whoosh
        self.lexicon = lexicon
        self.postings = Postings(whoosh.reader())


def open_index(cache: Path, content: str) -> Index | None:
    """The index of exactly this content, None where it is missing, stale or damaged."""
    return _opened(cache / f"index-{content}")[0]


def _opened(folder: Path) -> tuple[Index | None, dict[str, Any]]:
    """The index of a folder with its manifest; nothing of either where a byte is off or other code built it."""
    try:
        manifest = json.loads((folder / _MANIFEST).read_text())
        files = manifest["files"]
        whole = manifest["form"] == _form() and all(
            _digest(folder / name) == digest for name, digest in files.items()
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
        """The games that have other hashes now; None where games came or went, or a game.yaml may be another."""
        known = self.manifest["games"]
        if list(known) != list(games) or any(_all_new(known[slug], games[slug]) for slug in games):
            return None
        return [slug for slug in games if games[slug] != known[slug]]


def _all_new(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether tables and rules are others: both depend on game.yaml."""
    return all(one != other for one, other in zip(old, new, strict=True))


def newest_index(folders: Iterable[Path]) -> OldIndex | None:
    """The index that was made last of those that can be opened."""
    for folder in _newest_first(path for each in folders for path in each.glob("index-*")):
        index, manifest = _opened(folder)
        if index is not None:
            return OldIndex(folder, index, manifest)
    return None


def refresh_index(
    library: Library, cache: Path, old: OldIndex | None = None, games: Games = NO_GAMES
) -> Index:
    """An index of the library, kept in `cache`: the old one, else the newest there, with what changed; or a fresh one.

    `games` are the hashes of its games.
    """
    old = old or newest_index((cache,))
    return (old and renewed_index(old, library, cache, games)) or build_index(library, cache, games)


def build_index(library: Library, cache: Path, games: Games = NO_GAMES) -> Index:
    """A fresh index, kept in `cache` where that can be written and in memory where it cannot."""
    from companion.search.documents import units
    from companion.search.gathering import counted, gathered

    every = list(units(library))
    found = [(unit, list(unit.documents())) for unit in every]
    lexicon = gathered(library, counted(found), {})
    try:
        cache.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=cache))
    except OSError:
        return Index(_fresh(RamStorage(), found), lexicon)
    try:
        _fresh(FileStorage(str(work)), found)
        _keep(work, lexicon, {}, {unit.key: unit.digest() for unit in every}, games)
        target = _put_in_place(work, cache / f"index-{library.content}")
    except OSError:
        shutil.rmtree(work, ignore_errors=True)
        return Index(_fresh(RamStorage(), found), lexicon)
    return _opened(target)[0] or Index(_fresh(RamStorage(), found), lexicon)


def renewed_index(
    old: OldIndex, library: Library, cache: Path, games: Games, changed: Collection[str] | None = None
) -> Index | None:
    """The old index with the changed units indexed again; None if building a new index is better.

    Where only `changed` games are in the library, nothing changes of the others.
    """
    from companion.search.documents import units
    from companion.search.gathering import gathered, recounted

    folder, index, manifest = old
    every = {unit.key: unit for unit in units(library)}
    known = manifest["units"]
    digests = {
        key: each
        for key, each in known.items()
        if changed is not None and key.partition("/")[0] not in changed
    }
    known = {key: each for key, each in known.items() if key not in digests}
    digests |= {key: unit.digest() for key, unit in every.items()}
    gone = [key for key in known if digests.get(key) != known[key]]
    new = [(every[key], list(every[key].documents())) for key in every if known.get(key) != digests[key]]
    numbers = [number for key in gone for number in _of_unit(index, key)]
    rows = [index.postings.row(number) for number in numbers]
    deleted = index.postings.size - index.lexicon.size + len(rows)
    if deleted * _MOST_DELETED > index.postings.size:
        return None
    counts = recounted(index.lexicon, rows, new)
    lexicon = gathered(library, counts, index.lexicon.data["games"], whole=changed is None)
    try:
        cache.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=cache))
    except OSError:
        return None
    try:
        for name in manifest["files"]:
            if name != _LEXICON:
                _link(folder / name, work / name)
        writer = FileStorage(str(work)).open_index().writer()
        for number in numbers:
            writer.delete_document(number)
        _add(writer, new)
        writer.commit(mergetype=_merged)
        _keep(work, lexicon, manifest["files"], digests, games)
        target = _put_in_place(work, cache / f"index-{library.content}")
    except OSError:
        shutil.rmtree(work, ignore_errors=True)
        return None
    return Index(FileStorage(str(target)).open_index(), lexicon)


def _merged(writer: Any, segments: list[Any]) -> list[Any]:
    """The segments to keep beside the new one; the others are merged into it."""
    from whoosh.writing import MERGE_SMALL

    kept: list[Any] = MERGE_SMALL(writer, segments) if len(segments) >= _MOST_SEGMENTS else segments
    return kept


def _of_unit(index: Index, key: str) -> Iterable[int]:
    return numbers_in(index.postings.having("unit", key), index.postings.size)


def _link(old: Path, new: Path) -> None:
    """The same file under another name; files of an index are never written a second time."""
    try:
        os.link(old, new)
    except OSError:
        shutil.copyfile(old, new)


def _keep(work: Path, lexicon: Lexicon, known: dict[str, str], digests: dict[str, str], games: Games) -> None:
    """Writes lexicon and manifest; files that `known` has are as they were."""
    import msgspec  # not at the top: finding needs no more than json

    (work / _LEXICON).write_bytes(msgspec.json.encode(lexicon.data))
    names = sorted(path.name for path in work.iterdir() if not path.name.endswith(("LOCK", ".lock")))
    same = {name: digest for name, digest in known.items() if name != _LEXICON}
    files = {name: same.get(name) or _digest(work / name) for name in names if name != _MANIFEST}
    manifest = {"files": files, "units": digests, "games": games, "form": _form()}
    (work / _MANIFEST).write_bytes(msgspec.json.encode(manifest))


def _put_in_place(work: Path, target: Path) -> Path:
    """Give the finished index its name, unless another process was first; remove what is left of older ones."""
    if _opened(target)[0] is None:
        shutil.rmtree(target, ignore_errors=True)
        try:
            work.rename(target)
        except OSError:
            if _opened(target)[0] is None:
                raise
    shutil.rmtree(work, ignore_errors=True)
    every = _newest_first(target.parent.glob("index-*"))
    unfinished = [path for path in every if path.name.startswith(_UNFINISHED)]
    old = [path for path in every if path not in (*unfinished, target)]
    for path in (*old[_KEPT - 1 :], *(each for each in unfinished if _age(each) > _ABANDONED)):
        shutil.rmtree(path, ignore_errors=True)
    return target


def _newest_first(paths: Iterable[Path]) -> list[Path]:
    return sorted(paths, key=_age)


def _age(path: Path) -> float:
    """Seconds since the folder was changed last; infinite where it is gone."""
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return math.inf


def _fresh(storage: Any, found: Iterable[tuple[Unit, list[Document]]]) -> FileIndex:
    """An index of these documents, in segments of so many: of more at once Whoosh sorts the postings on disk."""
    index = storage.create_index(_schema())
    segment: list[tuple[Unit, list[Document]]] = []
    size = 0
    for unit, documents in found:
        segment.append((unit, documents))
        size += len(documents)
        if size >= _SEGMENT:
            _write(index, segment)
            segment, size = [], 0
    if segment or index.is_empty():
        _write(index, segment)
    return index


def _write(index: FileIndex, found: Iterable[tuple[Unit, list[Document]]]) -> None:
    writer = index.writer()
    _add(writer, found)
    writer.commit(merge=False)


def _add(writer: Any, found: Iterable[tuple[Unit, list[Document]]]) -> None:
    for unit, documents in found:
        for document in documents:
            packed = pack(document)
            row = Row(packed)
            heads = row.heads()
            writer.add_document(
                unit=unit.key,
                game=document.game,
                marks=" ".join(document.marks),
                number=" ".join(_numbers(document.numbers)),
                text=" ".join(row.searched()),
                head=" ".join(heads),
                title=" ".join(row.title_tokens),
                stored=packed.encode(),
            )


def _numbers(printed: Iterable[str]) -> Iterable[str]:
    """`15.2e 4` as 15.2e and 15.2e_4."""
    for number in printed:
        if number[:1].isdigit():
            parts = number.lower().split()
            yield from dict.fromkeys((parts[0], "_".join(parts)))


def _digest(path: Path) -> str:
    return hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()


def _form() -> str:
    """Changes with the code that makes indexes and with the version of Whoosh, whose own records they hold."""
    return f"{code_hash().hex()} {'.'.join(map(str, whoosh.__version__))}"
