"""New files for a game, checked together with the game before they are written."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from companion.cli.streams import write_file
from companion.errors import NotFound, Refused
from companion.load.library import load_library
from companion.load.places import Places, usual_places
from companion.model import Fault, GameModule
from companion.model.library import fresh_faults
from companion.play.replacing import replace_file


class Additions:
    """Writes new files for a game into the author's folder."""

    def __init__(self, slug: str, folder: Path | None) -> None:
        """Load the game. Raises NotFound if it is unknown."""
        usual = usual_places()
        self.slug = slug
        self.reserved = ""
        """Id, without the game, of a calculator that is made now, which no chart may have; empty for none."""
        self.folder = folder if folder is not None else usual.own
        bases = tuple(dict.fromkeys((*usual.bases, self.folder)))
        self.places = Places(bases, usual.cache, usual.data)
        self.before = load_library(self.places)
        try:
            self.module: GameModule = self.before.module(slug)
        except NotFound:
            known = ", ".join(module.game.slug for module in self.before.modules) or "none"
            raise NotFound(
                f"unknown game {slug}; known: {known}. Create it with companion new-game {slug}"
            ) from None

    def read_again(self) -> GameModule:
        """Load the game again, after a file of it was written, and return it."""
        self.before = load_library(self.places)
        self.module = self.before.module(self.slug)
        return self.module

    @property
    def has_schemas(self) -> bool:
        """Whether the folder has the schemas that new-game writes for editors."""
        return (self.folder / "schemas").is_dir()

    def target(self, name: str) -> Path:
        """Return the path of a new file, given its path within the folder. Raises Refused if it exists."""
        path = self.folder / name
        if path.exists():
            raise Refused(f"{path} already exists; choose another id")
        return path

    def tried(self, files: Mapping[str, str]) -> tuple[GameModule, tuple[Fault, ...]]:
        """Return the game with these files added, and the new faults."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                write_file(Path(folder) / name, text.encode(), make_folder=True)
            bases = (*self.places.bases, Path(folder))
            library = load_library(Places(bases, self.places.cache, self.places.data))
        return library.module(self.slug), fresh_faults(self.before, library)

    def write(self, files: Mapping[str, str]) -> list[Path]:
        """Write all files, or nothing if one of them cannot be written. Raises Refused."""
        paths = [self.target(name) for name in files]
        drafts = [path.with_name(f".{path.name}.new") for path in paths]
        done: list[Path] = []
        try:
            for draft, text in zip(drafts, files.values(), strict=True):
                write_file(draft, text.encode(), make_folder=True)
            for draft, path in zip(drafts, paths, strict=True):
                draft.rename(path)
                done.append(path)
        except (Refused, OSError, KeyboardInterrupt):
            for path in (*drafts, *done):
                with suppress(OSError):
                    path.unlink()
            raise
        return paths

    def replace(self, name: str, text: str) -> Path:
        """Write a file in place of the one of this name. Raises Refused."""
        path = self.folder / name
        try:
            replace_file(path, text.encode())
        except OSError as error:
            raise Refused(f"{path} cannot be written: {error.strerror}") from None
        return path


def fault_lines(faults: Iterable[Fault]) -> str:
    """Return faults on one line, without their file, which is temporary."""
    return "; ".join(
        f"{f'{fault.key}: ' if fault.key else ''}{fault.says}{f' ({fault.mend})' if fault.mend else ''}"
        for fault in faults
    )
