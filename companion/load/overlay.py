"""Records by id, each with the place where it is written: another folder may replace one, the same folder may not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.load.records import Faults
from companion.load.text_yaml import Path

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class SourcedRecord(Generic[R]):
    """A record and where it stands."""

    record: R
    faults: Faults
    """Of the file it is in."""
    at: Path
    """Key path in the file."""
    folder: int
    """Which of the folders it is in, counted from the shipped one."""
    line: int


class OverlayRegistry(Generic[R]):
    """The records of one kind."""

    def __init__(self) -> None:
        self._by_id: dict[str, list[SourcedRecord[R]]] = {}

    def put(
        self, name: str, record: R, faults: Faults, at: Path, folder: int, line: int | None = None
    ) -> None:
        """Adds a record; one whose id its folder has already is told, and the first is kept."""
        placed = SourcedRecord(record, faults, at, folder, faults.line(at) if line is None else line)
        held = self._by_id.setdefault(name, [])
        twin = next((each for each in held if each.folder == folder), None)
        if twin is None:
            held.append(placed)
            return
        where = f"first in {twin.faults.file}:{twin.line}"
        faults.add(at, f"{name} stands twice, {where}", "keep one of them, or choose another id", placed.line)

    def ids(self) -> list[str]:
        """Every id, in the order of reading."""
        return list(self._by_id)

    def candidates(self) -> dict[str, list[SourcedRecord[R]]]:
        """Every record of every id, the shipped one first."""
        return {name: list(held) for name, held in self._by_id.items()}

    def last(self) -> Iterator[SourcedRecord[R]]:
        """Of each id the record of the last folder, in the place of the first."""
        return (held[-1] for held in self._by_id.values())

    def records(self) -> tuple[R, ...]:
        """Of each id the record that counts."""
        return tuple(placed.record for placed in self.last())
