"""Files of a game as they were parsed, kept by their hashes: after an edit only the edited file is parsed again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from companion.load.cache import UNPACKABLE, read_record, write_record
from companion.load.content import file_hash, name_hash
from companion.load.files import tree_of
from companion.load.game import Reference
from companion.load.places import Places
from companion.load.records import Faults, key_path
from companion.load.text_yaml import Path as KeyPath
from companion.load.text_yaml import Tree
from companion.load.written import check_prose, cites_of
from companion.model import Fault

T = TypeVar("T")


class ParsedFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one file holds, without its path and without what depends on other files."""

    record: msgspec.Raw = msgspec.Raw(b"\xc0")
    """The packed record; nil where the file has none."""
    faults: tuple[Fault, ...] = ()
    prose: tuple[Fault, ...] = ()
    """Faults in sentences, told only where the game can be used."""
    cites: tuple[tuple[int, str, str], ...] = ()
    """Line, key path and citation of each rule that the file cites."""
    lines: dict[str, int] | None = None
    """Lines that are needed of a file without faults, by key path; None where there are no lines."""


class Kept(msgspec.Struct):
    """The parsed files of a game, by their hashes."""

    files: dict[str, ParsedFile] = {}
    checked: set[bytes] = set()
    """Hashes of calculators without faults, each with everything it was checked against."""


class _Read(NamedTuple):
    """A file that was read."""

    faults: Faults
    parsed: ParsedFile


class ParsedFiles:
    """Reads the files of a game. Those with a hash that is kept are not parsed again."""

    def __init__(self, places: Places, what: str, slug: str, hashes: Mapping[Path, bytes]) -> None:
        self.name = f"{what}-{name_hash(slug)}"
        self.places = places
        self.hashes = hashes
        """By path; without them nothing is kept."""
        kept = read_record(reversed(places.caches), self.name, Kept) if hashes else None
        self.before = kept or Kept()
        self.now = Kept({}, set())
        """What is kept for the next time."""
        self.files: list[_Read] = []

    def read(
        self, path: Path, faults: Faults, kind: Any, parse: Callable[[], T | None], given: str = ""
    ) -> T | None:
        """The record of a file, by `parse` unless it is kept; its faults are added to `faults`.

        `given` names what else than the file the record depends on.
        """
        hashed = self.hashes.get(path, b"")
        name = f"{hashed.hex()} {path.name} {kind} {given}"
        parsed = self.before.files.get(name) if hashed else None
        if parsed is None:
            record = parse()
            parsed = _parsed(faults)
            if hashed and file_hash(path) == hashed:
                self._keep(name, parsed, record)
        else:
            self.now.files[name] = parsed
            record = _decoder(kind).decode(parsed.record)
            faults.found += _in_file(parsed.faults, faults.file)
            faults.tree = KeptTree(path, parsed.lines) if parsed.lines is not None else None
        self.files.append(_Read(faults, parsed))
        return record

    def _keep(self, name: str, parsed: ParsedFile, record: Any) -> None:
        with suppress(*UNPACKABLE):
            raw = msgspec.Raw(msgspec.msgpack.encode(record))
            self.now.files[name] = msgspec.structs.replace(parsed, record=raw)

    def keep(self) -> None:
        """Write what was read to the cache."""
        if self.hashes:
            write_record(self.places.cache, self.name, self.now)

    def add_prose(self) -> None:
        """Add the faults in sentences to those of each file."""
        for faults, parsed in self.files:
            faults.found += _in_file(parsed.prose, faults.file)

    def cites(self) -> Iterator[Reference]:
        """The rules that the files cite, with the places where they do."""
        for faults, parsed in self.files:
            for line, key, cite in parsed.cites:
                yield Reference(faults.file, line, key, cite)


class KeptTree:
    """Stands for the tree of a kept file, which is parsed again for anything but the kept lines."""

    def __init__(self, path: Path, lines: dict[str, int]) -> None:
        self.path = path
        self.lines = lines

    def line(self, path: KeyPath) -> int:
        """Line of `path`, or of the nearest enclosing key that has one."""
        kept = self.lines.get(key_path(path))
        return self._tree.line(path) if kept is None else kept

    @property
    def value(self) -> Any:
        """The dicts, lists and strings of the file."""
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
        return ParsedFile(faults=_in_file(faults.found, ""))
    prose = Faults("", tree)
    check_prose(prose)
    return ParsedFile(
        faults=_in_file(faults.found, ""),
        prose=tuple(prose.found),
        cites=tuple((tree.line(at), key_path(at), cite) for at, cite in cites_of(faults)),
        lines={key_path(at): line for at, line in tree.lines.items() if _is_reference(at)},
    )


def _is_reference(at: KeyPath) -> bool:
    """Whether a place holds an id, or the id of something in another game."""
    return at[-1:] in (("id",), ("term",)) or at[-2:-1] in (("bites",), ("differs",))


def _in_file(faults: Iterable[Fault], file: str) -> tuple[Fault, ...]:
    return tuple(msgspec.structs.replace(each, file=file) for each in faults)
