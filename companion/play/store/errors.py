"""Exceptions for sessions that could not be saved or opened."""

from __future__ import annotations

from companion.errors import CompanionError


class NotSaved(CompanionError):
    """An event could not be written to disk; nothing has changed."""


class BusyElsewhere(NotSaved):
    """Another process is creating the session's file, or locks it for a moment. Try again soon."""
