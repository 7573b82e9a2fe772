"""Random changes of what the companion keeps, and what is on disk after some of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from companion.load.settings import setting
from companion.model.event import Noted
from companion.play.annotations import read_annotations
from companion.play.rulings import permanent_rulings
from companion.play.session_files import session_names, sessions_folder
from companion.play.store.player_file import repair
from companion.play.store.session_file import SessionFile

RULE = "lob:3.5"
ABOUTS = (RULE, "lob:3.5c", "bp:shooting", "pub:cavalry-withdrawal")


class Change(NamedTuple):
    """A change that a player makes."""

    kind: str
    """`note`, `bookmark` (toggled), `ruling`, `dropped`, `theme` or `line`, a note in the log."""
    about: str = ""
    """Record; for `dropped`, the id of the ruling."""
    text: str = ""
    """New text; for `theme`, its name."""


class Kept(NamedTuple):
    """Everything that the files of a player and the log must contain."""

    notes: Mapping[str, str] = {}
    bookmarks: frozenset[str] = frozenset()
    rulings: Mapping[str, str] = {}
    """Texts of the permanent rulings by id."""
    theme: str = ""
    lines: tuple[str, ...] = ()
    """Notes in the log."""

    def after(self, change: Change, ruling: str) -> Kept:
        """Return the contents after a change; `ruling` is the id of the next ruling."""
        kind, about, text = change
        match kind:
            case "note":
                return self._replace(notes={**self.notes, about: text})
            case "bookmark":
                return self._replace(bookmarks=self.bookmarks ^ {about})
            case "ruling":
                return self._replace(rulings={**self.rulings, ruling: text})
            case "dropped":
                return self._replace(
                    rulings={each: says for each, says in self.rulings.items() if each != about}
                )
            case "theme":
                return self._replace(theme=text)
            case _:
                return self._replace(lines=(*self.lines, text))


def changes(
    seed: int, kinds: tuple[str, ...], abouts: tuple[str, ...] = ABOUTS
) -> Iterator[tuple[Change, Kept]]:
    """Yield random changes without end, the same for the same seed, each with the contents before it."""
    chance, kept, made = random.Random(seed), Kept(), 0
    for number in range(1_000_000):
        kind, about = chance.choice(kinds), chance.choice(abouts)
        match kind:
            case "note":
                change = Change(kind, about, f"{kept.notes.get(about, '')} see{number}".strip())
            case "dropped" if kept.rulings:
                change = Change(kind, chance.choice(list(kept.rulings)))
            case "dropped" | "ruling":
                change = Change("ruling", about, f"ruled{number} " + "so " * chance.randrange(9) + "it is")
            case "theme":
                change = Change(kind, "", "dark" if kept.theme == "light" else "light")
            case _:
                change = Change(kind, about, f"line {number}")
        yield change, kept
        made += change.kind == "ruling"
        kept = kept.after(change, f"house-{made}")


def read_kept(data: Path, config: Path) -> Kept:
    """Return what is on disk. Raises AssertionError if anything is damaged."""
    assert repair(data) == ""
    annotations = read_annotations(data)
    assert len({each.about for each in annotations}) == len(annotations), "two notes on one record"
    return Kept(
        {each.about: each.note for each in annotations if each.note},
        frozenset(each.about for each in annotations if each.bookmark),
        {each.id: each.text for each in permanent_rulings(data)},
        setting(config, "theme"),
        _lines(data),
    )


def _lines(data: Path) -> tuple[str, ...]:
    """The notes in the log of the only session."""
    names = session_names(sessions_folder(data))
    if not names:
        return ()
    store = SessionFile(sessions_folder(data), names[0])
    log = store.read()
    store.close()
    assert (store.read_only, store.warning) == (False, ""), store.warning
    return tuple(each.event.text for each in log if isinstance(each.event, Noted))


def assert_kept(plan: Iterator[tuple[Change, Kept]], shown: int, found: Kept) -> None:
    """Raises AssertionError unless the `shown` first changes of a plan were kept, and of the next all or nothing."""
    befores = [next(plan)[1] for _ in range(shown + 2)]
    assert found in befores[shown:], f"{shown} changes shown:\n{befores[shown]}\nfound:\n{found}"
