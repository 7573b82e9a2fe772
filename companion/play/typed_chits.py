"""Reads typed or pasted chits: name, side and rating."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.errors import shortened
from companion.model import Refused
from companion.model.event import Chit
from companion.play.session import Session
from companion.play.turn import sequence_of

_RATED = re.compile(r"(.*\S)\s+(\d{1,3})")
"""A name followed by its rating."""
_MOST_FAULTS = 3
"""Most faults listed in a message."""


def typed_chit(session: Session, text: str) -> Chit:
    """Return the chit NAME[:SIDE[:RATING]]; omitted parts come from the game's list of commands. Raises Refused."""
    name, _, rest = text.partition(":")
    side, _, rating = (part.strip() for part in rest.partition(":"))
    commands = session.module.scenarios.commands
    known = next((command for command in commands if command.name.casefold() == name.casefold()), None)
    if rating and not (rating.isdecimal() and len(rating) < 4):
        raise Refused(f"{name}: {shortened(rating)!r} is not a rating; write a whole number")
    if known is not None:
        name, side = known.name, side or known.side
        rating = rating or ("" if known.rating is None else str(known.rating))
    sides = sequence_of(session).sides
    return Chit(name.strip(), one_of(side, sides, name) if side else "", int(rating) if rating else None)


def pasted_chits(session: Session, text: str) -> list[Chit]:
    """Return the chits of a list, separated by lines or commas: `Ney 4`, `Ney:French:4`, or in columns.

    Raises Refused, which names the lines that cannot be read.
    """
    lines = text.splitlines()
    chits: list[Chit] = []
    faults: list[str] = []
    for number, line in enumerate(lines, 1):
        for part in re.split("[,;]+", line):
            try:
                chits += _pasted_chit(session, part)
            except Refused as error:
                faults.append(f"line {number}: {error}" if len(lines) > 1 else str(error))
    if faults:
        more = f"; and {len(faults) - _MOST_FAULTS} more" if len(faults) > _MOST_FAULTS else ""
        raise Refused("; ".join(faults[:_MOST_FAULTS]) + more)
    return chits


def _pasted_chit(session: Session, part: str) -> list[Chit]:
    """Return the chit in a part of a pasted list; empty if the part is blank."""
    words = ":".join(cell.strip() for cell in part.split("\t") if cell.strip())
    rated = _RATED.fullmatch(words)
    if rated is not None and ":" not in words:
        words = f"{rated[1]}::{rated[2]}"
    return [typed_chit(session, words)] if words else []


def one_of(word: str, known: Sequence[str], what: str) -> str:
    """Return `word` as spelled in `known`; it may be in any case, and abbreviated to a unique beginning.

    Raises Refused, which names `what` it is and the known words.
    """
    wanted = word.strip().casefold()
    exact = [name for name in known if name.casefold() == wanted]
    matches = exact or [name for name in known if wanted and name.casefold().startswith(wanted)]
    if len(matches) != 1:
        raise Refused(f"{what}: {shortened(word)!r} is not one of {', '.join(known) or 'none'}")
    return matches[0]
