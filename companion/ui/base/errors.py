"""Reports errors to the player."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def reporting(show: Callable[[str], object]) -> Iterator[None]:
    """Pass the text of a CompanionError raised in the block to `show`; the rest of the block is skipped."""
    from companion.model import CompanionError  # 30 ms, for which the first frame would wait

    try:
        yield
    except CompanionError as error:
        show(str(error))
