"""The rules of one game: the chapters of all folders, one over the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from companion.load.files import files_in, shown_path, text_of
from companion.load.markdown import Limits, read_chapter
from companion.load.parsed import ParsedFiles
from companion.load.records import Faults
from companion.load.rule_ids import slug
from companion.load.shelf import Shelf
from companion.model import Entry, Fault


class RulebookReader:
    """Reads the chapters of a game from one folder after another; later folders overlay earlier ones."""

    def __init__(self, slug: str, parsed: ParsedFiles) -> None:
        self.slug = slug
        self.parsed = parsed
        self.files: list[Faults] = []
        self.entries: Shelf[Entry] = Shelf()

    @property
    def faults(self) -> Iterator[Fault]:
        """Every fault found so far."""
        return (fault for each in self.files for fault in each.found)

    def read(self, base: Path, folder: int, limits: Limits | None) -> None:
        """Reads the chapters in `base`, the folder with this number; those after 0 are the player's."""
        for path in files_in(base / "rulebook" / self.slug, ".md"):
            self.files.append(Faults(shown_path(path)))
            self._read_chapter(self.files[-1], path, folder, limits)

    def _read_chapter(self, faults: Faults, path: Path, folder: int, limits: Limits | None) -> None:
        def parse() -> tuple[Entry, ...] | None:
            text = text_of(path, faults)
            return (
                tuple(read_chapter(text, self.slug, faults, folder > 0, limits)) if text is not None else None
            )

        entries = self.parsed.read(path, faults, tuple[Entry, ...], parse, f"{folder > 0} {limits}") or ()
        before = self.entries.records() if folder else ()
        shipped = {name: entry for entry in before for name in (entry.id, *entry.also)}
        for entry in entries:
            here = msgspec.structs.replace(entry, file=faults.file)
            same = _same_rule(here, shipped) if folder else here
            self.entries.put(same.id, same, faults, (), folder, same.line)


def _same_rule(entry: Entry, shipped: Mapping[str, Entry]) -> Entry:
    """The entry under the id of the shipped rule with its family, number and topic.

    What is first in the player's own file need not be first in the shipped one.
    """
    if not entry.topics:
        return entry
    whole = next((each for each in entry.also if each.endswith(f"-{slug(entry.topics[0])}")), entry.id)
    if whole in shipped:
        return msgspec.structs.replace(entry, id=shipped[whole].id)
    other = shipped.get(entry.id)
    return msgspec.structs.replace(entry, id=whole) if other is not None and not other.overlay else entry
