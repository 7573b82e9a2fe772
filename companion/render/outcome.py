"""The outcome of a battle in words."""

from __future__ import annotations

from companion.model.event import OutcomeRecorded
from companion.render.text import cited


def outcome_words(outcome: OutcomeRecorded) -> str:
    """Return who won and by what, as in `Winner: Union. Victory points (21.12). The ridge held.`"""
    parts = [f"Winner: {outcome.winner}" if outcome.winner else "Draw"]
    parts += [cited(outcome.level, outcome.cite)] if outcome.level else []
    parts += [outcome.why] if outcome.why else []
    return " ".join(part if part.endswith((".", "!", "?")) else f"{part}." for part in parts)
