"""The index on disk: built once for each content, verified before it is opened, rebuilt when anything is off."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whoosh import fields
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.filedb.filestore import FileStorage, RamStorage
from whoosh.index import FileIndex
from whoosh.scoring import BM25F

from companion.search.lexicon import Lexicon, build_lexicon, to_json
from companion.search.words import tokens_of

if TYPE_CHECKING:
    from companion.model import Library
    from companion.search.documents import Document

WEIGHTING = BM25F(B=0.6, K1=1.2)
"""Entries differ much in length; B below the usual 0.75 keeps long ones in."""
_MANIFEST = "manifest.json"
_LEXICON = "lexicon.json"


def _schema() -> fields.Schema:
    text = fields.TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=False)
    return fields.Schema(
        game=fields.ID(),
        kind=fields.ID(),
        number=fields.KEYWORD(),
        text=text,
        stored=fields.STORED(),
    )


class Index:
    """A Whoosh index with its lexicon."""

    def __init__(self, whoosh: FileIndex, lexicon: Lexicon) -> None:
        self.whoosh = whoosh
        self.lexicon = lexicon
        self.searcher = whoosh.searcher(weighting=WEIGHTING)


def open_index(cache: Path, content: str) -> Index | None:
    """The index of exactly this content, None where it is missing, stale or damaged."""
    folder = cache / f"index-{content}"
    try:
        manifest = json.loads((folder / _MANIFEST).read_text())
        whole = all(_digest(folder / name) == digest for name, digest in manifest.items())
        lexicon = Lexicon(json.loads((folder / _LEXICON).read_text())) if whole and manifest else None
    except (OSError, ValueError, AttributeError, KeyError):
        return None
    if lexicon is None:
        return None
    return Index(FileStorage(str(folder)).open_index(), lexicon)


def build_index(library: Library, cache: Path) -> Index:
    """A fresh index, kept in `cache` where that can be written and in memory where it cannot."""
    from companion.search.documents import documents

    every = list(documents(library))
    lexicon = build_lexicon(library, every)
    try:
        cache.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix="index-new-", dir=cache))
    except OSError:
        return Index(_write(RamStorage(), every, lexicon), lexicon)
    try:
        _write(FileStorage(str(work)), every, lexicon)
        (work / _LEXICON).write_text(to_json(lexicon))
        manifest = {
            path.name: _digest(path) for path in sorted(work.iterdir()) if not path.name.endswith(".lock")
        }
        (work / _MANIFEST).write_text(json.dumps(manifest))
        _put_in_place(work, cache, f"index-{library.content}")
    except OSError:
        shutil.rmtree(work, ignore_errors=True)
        return Index(_write(RamStorage(), every, lexicon), lexicon)
    return open_index(cache, library.content) or Index(_write(RamStorage(), every, lexicon), lexicon)


def _put_in_place(work: Path, cache: Path, name: str) -> None:
    """Renames the finished index and clears older ones away."""
    target = cache / name
    for old in cache.glob("index-*"):
        if old not in (work, target) and not old.name.startswith("index-new-"):
            shutil.rmtree(old, ignore_errors=True)
    if target.exists():
        shutil.rmtree(target, ignore_errors=True)
    work.rename(target)


def _write(storage: Any, every: list[Document], lexicon: Lexicon) -> FileIndex:
    index = storage.create_index(_schema())
    writer = index.writer()
    for document in every:
        title = tokens_of(document.title)
        lines = [tokens_of(line) for line in document.lines]
        asked = [tokens_of(phrase) for phrase in document.asked]
        above = tokens_of(document.above)
        writer.add_document(
            game=document.game,
            kind=document.kind,
            number=" ".join(number.lower().split()[0] for number in document.numbers if number[:1].isdigit()),
            text=" ".join([*title, *title, *above, *(token for part in (*asked, *lines) for token in part)]),
            stored=json.dumps([*document, title, asked, lines, above], separators=(",", ":")),
        )
    writer.commit()
    return index


def _digest(path: Path) -> str:
    return hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()
