"""Records by id with their source. A later folder may replace a record; ids are unique within a folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.load.faults import Faults
from companion.load.text_yaml import Path

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class SourcedRecord(Generic[R]):
    """A record and its location."""

    record: R
    faults: Faults
    """Faults of its file."""
    at: Path
    """Key path in the file."""
    folder: int
    """Number of its folder; 0 is the shipped one."""
    line: int


class OverlayRegistry(Generic[R]):
    """The records of one kind from all folders."""

    def __init__(self) -> None:
        self._by_id: dict[str, list[SourcedRecord[R]]] = {}

    def put(
        self, name: str, record: R, faults: Faults, at: Path, folder: int, line: int | None = None
    ) -> None:
        """Add a record; if its folder already contains this id, note a fault and keep the first one.

        `line` is looked up by the key path if it is None.
        """
        added = SourcedRecord(record, faults, at, folder, faults.line(at) if line is None else line)
        versions = self._by_id.setdefault(name, [])
        first = next((version for version in versions if version.folder == folder), None)
        if first is None:
            versions.append(added)
            return
        says = f"{name} appears twice, first in {first.faults.file}:{first.line}"
        faults.add(at, says, "keep one of them, or choose another id", added.line)

    def ids(self) -> list[str]:
        """Return every id, in the order of reading."""
        return list(self._by_id)

    def candidates(self) -> dict[str, list[SourcedRecord[R]]]:
        """Return all versions of each record by id, the shipped one first."""
        return {name: list(versions) for name, versions in self._by_id.items()}

    def last(self) -> Iterator[SourcedRecord[R]]:
        """Yield the last version of each record, in the order in which the ids were first read."""
        return (versions[-1] for versions in self._by_id.values())

    def records(self) -> tuple[R, ...]:
        """Return the last version of each record, without its source."""
        return tuple(version.record for version in self.last())
