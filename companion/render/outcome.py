"""The outcome of a battle in words."""

from __future__ import annotations

from companion.model.event import OutcomeRecorded
from companion.model.scenario import Victory
from companion.render.text import cited


def outcome_words(outcome: OutcomeRecorded) -> str:
    """Return who won, at what level and why, as in `Winner: Union. Victory points (21.12). The ridge held.`"""
    parts = [f"Winner: {outcome.winner}" if outcome.winner else "Draw"]
    parts += [cited(outcome.level, outcome.cite)] if outcome.level else []
    parts += [outcome.why] if outcome.why else []
    return " ".join(part if part.endswith((".", "!", "?")) else f"{part}." for part in parts)


def condition_words(condition: Victory) -> str:
    """Return a victory condition, as in `Decisive victory (French): They hold the hill.`"""
    named = f"{condition.title} ({condition.side})" if condition.side else condition.title
    says = f": {condition.says}" if condition.says != condition.title else ""
    return cited(named, condition.cite) + says
