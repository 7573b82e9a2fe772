"""Hash and decode shipped files once in a run, and load each library and index once for each content."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar

from companion.load.cache import read_record
from companion.load.content import Content, content_of, data_files
from companion.load.library import Progress, load_library
from companion.load.places import Places
from companion.search.loading import finder_of_games

T = TypeVar("T")
MOST = 2
"""Most results kept; a library with its index takes about 50 MB."""


class Once(Generic[T]):
    """Cache the results of a loading function by content; only the last few are kept."""

    def __init__(self, read: Callable[..., T]) -> None:
        self._read = read
        self._kept: dict[str, T] = {}

    def __call__(self, places: Places, progress: Progress | None = None, content: Content | None = None) -> T:
        content = content or quick_content_of(places)
        kept = self._kept.pop(content.whole, None)
        if kept is None:
            kept = self._read(places, progress, content)
            if len(self._kept) == MOST:
                del self._kept[next(iter(self._kept))]
        self._kept[content.whole] = kept
        return kept

    def forget(self) -> None:
        """Clear the cache."""
        self._kept.clear()


ROOT = Path(__file__).resolve().parent.parent
_contents: dict[object, Content] = {}


def quick_content_of(places: Places) -> Content:
    """Same as `content_of`, but assumes that the shipped files do not change during a run."""
    key = tuple(base == ROOT or tuple(_files(base)) for base in places.bases)
    if key not in _contents:
        _contents[key] = content_of(places)
    return _contents[key]


def _files(base: Path) -> Iterator[tuple[Path, bytes | int | None]]:
    """Yield name and bytes of all data files; the error number if a file cannot be read."""
    for path in data_files(base):
        try:
            yield path.relative_to(base), path.read_bytes()
        except OSError as error:
            yield path.relative_to(base), error.errno


_records: dict[str, object] = {}


@cache
def _shipped() -> frozenset[str]:
    """Names of the records of the shipped games."""
    nowhere = Path("/nonexistent")
    content = quick_content_of(Places((ROOT, nowhere), nowhere, nowhere))
    kinds = {"tables": content.tables, "rulebook": content.rulebooks}
    return frozenset(f"{kind}-{name}" for kind, hashes in kinds.items() for name in hashes.values())


def quick_read_record(folders: Iterable[Path], name: str, kind: type[T]) -> T | None:
    """Same as `read_record`, but decodes the shipped games once; a name contains the hash of the content."""
    if name not in _shipped():
        return read_record(folders, name, kind)
    record = _records.get(name)
    if record is None:
        record = _records[name] = read_record(folders, name, kind)
    assert record is None or isinstance(record, kind)
    return record


LIBRARIES = Once(load_library)
FINDERS = Once(finder_of_games)


@contextmanager
def replaced_everywhere(function: Callable[..., object], other: Callable[..., object]) -> Iterator[None]:
    """Replace a function in every module of the companion, also in those imported until the end."""
    _replace(function.__name__, function, other)
    try:
        yield
    finally:
        _replace(function.__name__, other, function)


def _replace(name: str, old: Callable[..., object], new: Callable[..., object]) -> None:
    for module_name, module in list(sys.modules.items()):
        if module_name.startswith("companion.") and vars(module).get(name) is old:
            setattr(module, name, new)
