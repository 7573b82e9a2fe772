"""Reports errors to the player in one place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.model import CompanionError


class ErrorReporter:
    """Base of the app and its screens: an error that the player can act on never ends the app."""

    def report(self, error: CompanionError, title: str = "") -> None:
        """Show the player why something was not done; `title` heads a message that appears in passing."""
        raise NotImplementedError

    @contextmanager
    def reporting(self, title: str = "") -> Iterator[None]:
        """Report a CompanionError raised in the block; the rest of the block is skipped."""
        from companion.model import CompanionError  # 30 ms, for which the first frame would wait

        try:
            yield
        except CompanionError as error:
            self.report(error, title)
