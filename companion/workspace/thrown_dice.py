"""The dice of a calculation in progress, and the rolls for which they were thrown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from companion.model import Resolution, Rolled
from companion.workspace.logged_dice import LoggedRoll


def with_identity(rolls: Sequence[Any], resolution: Resolution) -> list[Any]:
    """Return the dice, with typed ones as a `LoggedRoll` that has the identity of the roll that took them."""
    known = [roll for roll in rolls if isinstance(roll, Rolled) and roll.id]
    if len(known) == len(rolls) or resolution.missing:
        return list(rolls)
    parts = Counter(roll.id for roll in known)
    fresh: list[Rolled] = []
    for rolled in resolution.rolls:
        if parts[rolled.id]:
            parts[rolled.id] -= 1
        else:
            fresh.append(rolled)
    return [*known, *(LoggedRoll(**msgspec.structs.asdict(rolled)) for rolled in fresh)]


def without_replaced(rolls: Sequence[Any], resolution: Resolution | None) -> list[Any]:
    """Return the dice without those of a roll that is due again because they no longer fit it."""
    due = resolution.needs[0] if resolution is not None and resolution.needs else None
    if due is None or due.kept:
        return list(rolls)
    return [roll for roll in rolls if not (isinstance(roll, Rolled) and roll.id == due.id)]


def last_in_use(rolls: Sequence[Any], resolution: Resolution | None) -> Rolled | None:
    """Return the last dice that the result or the roll in progress uses; None if it uses none."""
    thrown = [roll for roll in rolls if isinstance(roll, Rolled)]
    if resolution is None:
        return thrown[-1] if thrown else None
    used = {rolled.id for rolled in resolution.rolls} | {due.id for due in resolution.needs}
    spare = [(rolled.id, rolled.faces) for rolled in resolution.spare]
    in_use = [roll for roll in thrown if roll.id in used and (roll.id, roll.faces) not in spare]
    return in_use[-1] if in_use else None
