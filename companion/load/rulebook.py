"""Reads the rules of one game: the chapters of all folders, where later ones replace earlier ones."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.load.content import files_in
from companion.load.faults import Faults
from companion.load.files import shown_path, text_of
from companion.load.game import Limits
from companion.load.markdown import read_chapter
from companion.load.overlay import OverlayRegistry
from companion.load.parsed import ParsedFiles
from companion.model import Entry
from companion.model.rulebook import slug


class RulebookReader:
    """Reads the chapters of a game folder by folder; later folders replace entries of earlier ones."""

    def __init__(self, slug: str, parsed: ParsedFiles) -> None:
        self.slug = slug
        self.parsed = parsed
        self.entries: OverlayRegistry[Entry] = OverlayRegistry()

    def read(self, base: Path, folder: int, limits: Limits) -> None:
        """Read the chapters in `base`; `folder` is its number, 0 for the shipped one and more for the player's."""
        for path in files_in(base / "rulebook" / self.slug, ".md"):
            self._read_chapter(self.parsed.faults_of(shown_path(path)), path, folder, limits)

    def _read_chapter(self, faults: Faults, path: Path, folder: int, limits: Limits) -> None:
        def parse() -> tuple[Entry, ...] | None:
            text = text_of(path, faults)
            if text is None:
                return None
            return tuple(read_chapter(text, self.slug, faults, folder > 0, limits))

        entries = self.parsed.read(path, faults, tuple[Entry, ...], parse, f"{folder > 0} {limits}") or ()
        known = self.entries.records() if folder else ()
        earlier = {name: entry for entry in known for name in (entry.id, *entry.also)}
        for entry in entries:
            entry = msgspec.structs.replace(entry, file=faults.file)
            entry = _with_shipped_id(entry, earlier) if folder else entry
            self.entries.put(entry.id, entry, faults, (), folder, entry.line)


def _with_shipped_id(entry: Entry, earlier: Mapping[str, Entry]) -> Entry:
    """Return a player's entry with the id of the shipped rule that has its family, number and topic.

    An id depends on which topic of a number comes first, and the player's file may have another order.
    """
    if not entry.topics:
        return entry
    topic = f"-{slug(entry.topics[0])}"
    full_id = next((other for other in entry.also if other.endswith(topic)), entry.id)
    if full_id in earlier:
        return msgspec.structs.replace(entry, id=earlier[full_id].id)
    other = earlier.get(entry.id)
    return msgspec.structs.replace(entry, id=full_id) if other is not None and not other.overlay else entry
