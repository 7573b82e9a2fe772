"""Chits as they are typed or pasted: name, side and rating."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.errors import shortened
from companion.model import Refused
from companion.model.event import Chit
from companion.play.session import Session
from companion.play.turn import sequence_of

_RATED = re.compile(r"(.*\S)\s+(\d{1,3})")
"""A name with its rating behind it."""


def typed_chit(session: Session, text: str) -> Chit:
    """Return the chit NAME[:SIDE[:RATING]]; the game's list of commands gives what is left out. Raises Refused."""
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
    """Return the chits of a list, one on each line or with commas between: `Ney 4`, `Ney:French:4` or in columns.

    Raises Refused.
    """
    chits = []
    for line in re.split(r"[\n\r,;]+", text):
        words = ":".join(part.strip() for part in line.split("\t") if part.strip())
        rated = _RATED.fullmatch(words)
        if rated is not None and ":" not in words:
            words = f"{rated[1]}::{rated[2]}"
        if words:
            chits.append(typed_chit(session, words))
    return chits


def one_of(word: str, known: Sequence[str], what: str) -> str:
    """`word` as `known` spells it, in any case or abbreviated to a unique beginning.

    Raises Refused naming `what` it is and the legal words.
    """
    wanted = word.strip().casefold()
    exact = [name for name in known if name.casefold() == wanted]
    matches = exact or [name for name in known if wanted and name.casefold().startswith(wanted)]
    if len(matches) != 1:
        raise Refused(f"{what}: {shortened(word)!r} is not one of {', '.join(known) or 'none'}")
    return matches[0]
