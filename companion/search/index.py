"""The index on disk: verified before it is opened, updated where files have changed, rebuilt if it is damaged."""

from __future__ import annotations

import hashlib
import json
import math
import os
import shutil
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import whoosh
from whoosh import columns, fields
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.filedb.filestore import FileStorage, RamStorage
from whoosh.index import FileIndex

from companion.load.content import code_hash
from companion.search.indexed_document import IndexedDocument, pack
from companion.search.lexicon import Lexicon
from companion.search.postings import Postings, document_numbers

if TYPE_CHECKING:
    from companion.model import Library
    from companion.search.documents import Document, Unit

_MANIFEST = "manifest.json"
_LEXICON = "lexicon.json"
_UNFINISHED = "index-new-"
"""Beginning of the names of indexes that are still being written."""
_KEPT = 3
"""Indexes kept: another process may still be reading one of an earlier content."""
_ABANDONED = 3600
"""Seconds after which an index that was not finished is removed."""
_SEGMENT = 10_000
"""Documents in a segment."""
_MOST_DELETED = 3
"""An index is rebuilt if more than one in this many of its documents is deleted."""


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
    """Return the index of exactly this content; None if it is missing or damaged, or if other code built it."""
    return _opened(cache / f"index-{content}")[0]


def _opened(folder: Path) -> tuple[Index | None, dict[str, Any]]:
    """Return the index of a folder with its manifest; None and {} if a file is damaged or other code built it."""
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


def refresh_index(library: Library, cache: Path, known: Iterable[Path] = ()) -> Index:
    """An index of the library, kept in `cache`: the newest one in `known` with what changed, else a fresh one."""
    for old in _newest_first(path for folder in known or (cache,) for path in folder.glob("index-*")):
        index, manifest = _opened(old)
        if index is not None:
            renewed = _renewed(old, index, manifest, library, cache)
            if renewed is not None:
                return renewed
    return build_index(library, cache)


def build_index(library: Library, cache: Path) -> Index:
    """Build a new index, stored in `cache` if that is writable and in memory if it is not."""
    from companion.search.documents import units
    from companion.search.lexicon_builder import counted, gathered

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
        _keep(work, lexicon, {unit.key: unit.digest() for unit in every}, {})
        target = _put_in_place(work, cache / f"index-{library.content}")
    except OSError:
        shutil.rmtree(work, ignore_errors=True)
        return Index(_fresh(RamStorage(), found), lexicon)
    return _opened(target)[0] or Index(_fresh(RamStorage(), found), lexicon)


def _renewed(
    old: Path, index: Index, manifest: dict[str, Any], library: Library, cache: Path
) -> Index | None:
    """The old index with the changed units indexed again; None if building a new index is better."""
    from companion.search.documents import units
    from companion.search.lexicon_builder import gathered, recounted

    every = {unit.key: unit for unit in units(library)}
    digests = {key: unit.digest() for key, unit in every.items()}
    known = manifest["units"]
    gone = [key for key in known if digests.get(key) != known[key]]
    new = [(every[key], list(every[key].documents())) for key in every if known.get(key) != digests[key]]
    numbers = [number for key in gone for number in _of_unit(index, key)]
    rows = [index.postings.document(number) for number in numbers]
    deleted = index.postings.size - index.lexicon.size + len(rows)
    if deleted * _MOST_DELETED > index.postings.size:
        return None
    lexicon = gathered(library, recounted(index.lexicon, rows, new), index.lexicon.data)
    try:
        cache.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=cache))
    except OSError:
        return None
    try:
        for name in manifest["files"]:
            if name != _LEXICON:
                _link(old / name, work / name)
        writer = FileStorage(str(work)).open_index().writer()
        for number in numbers:
            writer.delete_document(number)
        _add(writer, new)
        writer.commit()
        _keep(work, lexicon, digests, manifest["files"])
        target = _put_in_place(work, cache / f"index-{library.content}")
    except OSError:
        shutil.rmtree(work, ignore_errors=True)
        return None
    return Index(FileStorage(str(target)).open_index(), lexicon)


def _of_unit(index: Index, key: str) -> Iterable[int]:
    return document_numbers(index.postings.documents_with("unit", key), index.postings.size)


def _link(old: Path, new: Path) -> None:
    """Link a file under another name, or copy it; the files of an index are never written again."""
    try:
        os.link(old, new)
    except OSError:
        shutil.copyfile(old, new)


def _keep(work: Path, lexicon: Lexicon, digests: dict[str, str], known: dict[str, str]) -> None:
    """Write lexicon and manifest; `known` are the digests of files that have not changed."""
    import msgspec  # not at the top: `find` only reads an index, for which json is enough

    (work / _LEXICON).write_bytes(msgspec.json.encode(lexicon.data))
    names = sorted(path.name for path in work.iterdir() if not path.name.endswith(("LOCK", ".lock")))
    same = {name: digest for name, digest in known.items() if name != _LEXICON}
    files = {name: same.get(name) or _digest(work / name) for name in names if name != _MANIFEST}
    manifest = {"files": files, "units": digests, "form": _form()}
    (work / _MANIFEST).write_bytes(msgspec.json.encode(manifest))


def _put_in_place(work: Path, target: Path) -> Path:
    """Give the finished index its name, unless another process was first, and remove older indexes."""
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
    """Return the seconds since a folder was last changed; infinite if it does not exist."""
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return math.inf


def _fresh(storage: Any, found: Iterable[tuple[Unit, list[Document]]]) -> FileIndex:
    """Create an index of these documents in segments, because Whoosh sorts the postings of larger ones on disk."""
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
            row = IndexedDocument(packed)
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
    """Yield 15.2e and 15.2e_4 for `15.2e 4`."""
    for number in printed:
        if number[:1].isdigit():
            parts = number.lower().split()
            yield from dict.fromkeys((parts[0], "_".join(parts)))


def _digest(path: Path) -> str:
    return hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()


def _form() -> str:
    """Return a text that changes with the code that builds indexes and with the version of Whoosh."""
    return f"{code_hash().hex()} {'.'.join(map(str, whoosh.__version__))}"
