"""Drafts of interviews: the answers so far, saved until the file is written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.errors import CompanionError
from companion.play.replacing import replace_file


class Answers(msgspec.Struct, frozen=True):
    """Answers as typed, by question name; empty for the default."""

    given: dict[str, str]
    """Answers to the questions so far."""
    earlier: dict[str, str]
    """Answers given before the author went back."""
    last: str
    """Name of the last answered question."""


class KeptAnswers:
    """The draft of one interview, a file with its answers. A damaged or unreadable file counts as missing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.is_kept = False
        """Whether the file has answers of this interview."""

    def read(self) -> Answers | None:
        """Return the saved answers; None if there are none."""
        try:
            answers = msgspec.json.decode(self.path.read_bytes(), type=Answers)
        except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
            return None
        self.is_kept = bool(answers.given)
        return answers if answers.given else None

    def write(self, answers: Answers) -> None:
        """Save the answers. If the file cannot be written, they are not saved."""
        if not answers.given:
            self.remove()
            return
        try:
            replace_file(self.path, msgspec.json.encode(answers))
            self.is_kept = True
        except CompanionError:
            self.is_kept = False

    def remove(self) -> None:
        """Remove the file if it exists."""
        with suppress(OSError):
            self.path.unlink()
        self.is_kept = False


class Drafts:
    """The drafts of one kind of interview, each in its own file."""

    def __init__(self, path: Path) -> None:
        """`path` is the file of the first draft; the others add a number to its name."""
        self.path = path

    def every(self) -> Iterator[tuple[KeptAnswers, Answers]]:
        """Yield each draft with its answers, lowest number first."""
        others = self.path.parent.glob(f"{self.path.stem}.*{self.path.suffix}")
        numbers = sorted(int(text) for path in others if (text := path.stem.rpartition(".")[2]).isdecimal())
        for kept in map(KeptAnswers, (self.path, *map(self._numbered, numbers))):
            answers = kept.read()
            if answers is not None:
                yield kept, answers

    def new(self) -> KeptAnswers:
        """Return an empty draft."""
        files = (KeptAnswers(path) for path in (self.path, *map(self._numbered, range(2, 100))))
        return next((kept for kept in files if kept.read() is None), KeptAnswers(self.path))

    def _numbered(self, number: int) -> Path:
        return self.path.with_name(f"{self.path.stem}.{number}{self.path.suffix}")
