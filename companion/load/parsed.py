"""Caches the parsed files of a game by their hashes, so that after an edit only the edited file is parsed again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from companion.load.cache import UNPACKABLE, read_record, write_record
from companion.load.content import file_hash, name_hash
from companion.load.faults import Faults, key_path
from companion.load.files import record_of, tree_of
from companion.load.game import Reference
from companion.load.places import Places
from companion.load.text_yaml import Path as KeyPath
from companion.load.text_yaml import Tree, walk
from companion.model import Fault

SENTENCE_LISTS = ("allows", "notes")
"""Keys of lists whose items are sentences."""
_SENTENCE_ENDS = tuple(".?!:;)\"'")


class ParsedFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """The content of one file, without its path and without what depends on other files."""

    record: msgspec.Raw = msgspec.Raw(b"\xc0")
    """The packed record; nil if the file has none."""
    faults: tuple[Fault, ...] = ()
    sentence_faults: tuple[Fault, ...] = ()
    """Faults in sentences, reported only if the game can be used."""
    cites: tuple[tuple[int, str, str], ...] = ()
    """Line, key path and text of each citation of a rule."""
    lines: dict[str, int] | None = None
    """Lines of the ids and references in the file by key path; None if it has no lines."""


class CachedFiles(msgspec.Struct):
    """The parsed files of a game, by their hashes."""

    files: dict[str, ParsedFile] = {}
    checked: set[bytes] = set()
    """Hashes of calculators without faults, together with everything they were checked against."""


class _Read(NamedTuple):
    """A file with its faults."""

    faults: Faults
    parsed: ParsedFile


class ParsedFiles:
    """Reads the files of a game; unchanged files come from the cache."""

    def __init__(self, places: Places, what: str, slug: str, hashes: Mapping[Path, bytes]) -> None:
        self.name = f"{what}-{name_hash(slug)}"
        self.places = places
        self.hashes = hashes
        """Path to the hash of a file; if empty, nothing is cached."""
        cached = read_record(reversed(places.caches), self.name, CachedFiles) if hashes else None
        self.before = cached or CachedFiles()
        self.now = CachedFiles({}, set())
        """Content of the cache for the next start."""
        self.faults: list[Faults] = []
        """Faults of each file."""
        self.files: list[_Read] = []

    def faults_of(self, file: str) -> Faults:
        """Return a new collection for the faults of a file."""
        self.faults.append(Faults(file))
        return self.faults[-1]

    def every_fault(self) -> tuple[Fault, ...]:
        """Return the faults of all files."""
        return tuple(fault for each in self.faults for fault in each.noted)

    def read(
        self, path: Path, faults: Faults, kind: Any, parse: Callable[[], Any] | None = None, given: str = ""
    ) -> Any:
        """Return the record of a file from the cache or from `parse`, and add its faults to `faults`.

        Without `parse`, the file is read as YAML. `given` identifies whatever else the record depends on.
        """
        digest = self.hashes.get(path, b"")
        name = f"{digest.hex()} {path.name} {kind} {given}"
        parsed = self.before.files.get(name) if digest else None
        if parsed is None:
            record = parse() if parse else record_of(path, faults, kind)
            parsed = _parsed(faults)
            if digest and file_hash(path) == digest:
                self._cache(name, parsed, record)
        else:
            self.now.files[name] = parsed
            record = _decoder(kind).decode(parsed.record)
            faults.noted += _in_file(parsed.faults, faults.file)
            faults.tree = CachedTree(path, parsed.lines) if parsed.lines is not None else None
        self.files.append(_Read(faults, parsed))
        return record

    def _cache(self, name: str, parsed: ParsedFile, record: Any) -> None:
        with suppress(*UNPACKABLE):
            raw = msgspec.Raw(msgspec.msgpack.encode(record))
            self.now.files[name] = msgspec.structs.replace(parsed, record=raw)

    def save(self) -> None:
        """Write the parsed files to the cache."""
        if self.hashes:
            write_record(self.places.cache, self.name, self.now)

    def add_sentence_faults(self) -> None:
        """Add the faults in sentences to those of each file."""
        for faults, parsed in self.files:
            faults.noted += _in_file(parsed.sentence_faults, faults.file)

    def cites(self) -> Iterator[Reference]:
        """Yield the citations of rules with their places."""
        for faults, parsed in self.files:
            for line, key, cite in parsed.cites:
                yield Reference(faults.file, line, key, cite)


class CachedTree:
    """The lines of a cached file; parses the file again only for a line that is not cached."""

    def __init__(self, path: Path, lines: dict[str, int]) -> None:
        self.path = path
        self.lines = lines

    def line(self, path: KeyPath) -> int:
        """Return the line of a key path, or of the nearest enclosing key that has one."""
        line = self.lines.get(key_path(path))
        return self._tree.line(path) if line is None else line

    @property
    def value(self) -> Any:
        """The content of the file."""
        return self._tree.value

    @cached_property
    def _tree(self) -> Tree:
        return tree_of(self.path, Faults("")) or Tree({})


@cache
def _decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind | None)


def _parsed(faults: Faults) -> ParsedFile:
    tree = faults.tree
    if not isinstance(tree, Tree):
        return ParsedFile(faults=_in_file(faults.noted, ""))
    sentences = Faults("", tree)
    check_split_sentences(tree, sentences)
    return ParsedFile(
        faults=_in_file(faults.noted, ""),
        sentence_faults=tuple(sentences.noted),
        cites=tuple((tree.line(at), key_path(at), cite) for at, cite in _citations_of(tree, faults.file)),
        lines={key_path(at): line for at, line in tree.lines.items() if _is_reference(at)},
    )


def _is_reference(at: KeyPath) -> bool:
    """Return whether a key path leads to an id, or to a reference to another game."""
    return at[-1:] in (("id",), ("term",)) or at[-2:-1] in (("bites",), ("differs",))


def _in_file(faults: Iterable[Fault], file: str) -> tuple[Fault, ...]:
    return tuple(msgspec.structs.replace(fault, file=file) for fault in faults)


def _citations_of(tree: Tree, file: str) -> Iterator[tuple[KeyPath, str]]:
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
        if not path or path[-1] not in SENTENCE_LISTS or not isinstance(items, list) or path in tree.listed:
            continue
        if not all(isinstance(item, str) for item in items):
            continue
        for index, (before, item) in enumerate(pairwise(items), 1):
            if item[:1].islower() and not before.endswith(_SENTENCE_ENDS):
                mend = "split at a comma? put quotes around the whole sentence"
                faults.add((*path, index), f"{item!r} continues {before!r}", mend)
                break
