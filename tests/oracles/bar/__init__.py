"""Battles from the Age of Reason, from the compendium and the second keying of its charts."""

from tests.oracles.bar import morale, movement, rout, stacking

__all__ = ["morale", "movement", "rout", "stacking"]
