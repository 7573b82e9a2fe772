"""Resolutions as JSON."""

from __future__ import annotations

from typing import Any

from companion.model import OpenFlip, Resolution, nested
from companion.render.documents import document
from companion.render.resolution import marked_authority, missing_dice


def resolution_json(resolution: Resolution) -> dict[str, Any]:
    """Return a resolution as `companion calc --json` prints it."""
    return document(
        resolution,
        ledger=[document(line, authority=marked_authority(line.authority)) for line in resolution.ledger],
        roll=[document(roll, value=roll.faces if roll.pool else roll.value) for roll in resolution.rolls],
        outcome=nested(resolution.outcome),
        flips=[document(flip, outcome=nested(flip.outcome)) for flip in resolution.flips],
        open_flips=[_open_flip_json(flip) for flip in resolution.open_flips] or None,
        untried=resolution.untried or None,
        missing=None if resolution.done else resolution.missing,
        remains=None if resolution.done else nested(resolution.remains),
        unused=resolution.unused or None,
        by_hand=resolution.by_hand or None,
        odds_now=resolution.odds_now or None,
        steps=resolution.steps or None,
        decisions=resolution.decisions or None,
    )


def _open_flip_json(flip: OpenFlip) -> dict[str, Any]:
    roll = {
        "id": flip.roll.id,
        "name": flip.roll.name,
        "label": flip.roll.label,
        "dice": missing_dice(flip.roll),
    }
    return document(flip, roll=roll)
