"""Pub Battles 3.0, from the Rules of Play and the second transcription of its charts."""

from tests.oracles.pub import combat, command, march, next_steps, status

__all__ = ["combat", "command", "march", "next_steps", "status"]
