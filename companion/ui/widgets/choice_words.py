"""How a choice is typed and shown."""

from __future__ import annotations

from companion.model import Choice


def tail_of(choice: Choice, typed: str) -> str:
    """Return the letters of the choice that the player may still type once `typed` has identified it."""
    for name in (choice.key, choice.label):
        if len(name) > 2 and name.lower().startswith(typed.lower()):
            return name[len(typed) :].lower()
    return ""


def name_of(choice: Choice) -> str:
    """Return the name to show: a short code as it is, a word by its label."""
    return choice.key if len(choice.key) <= 2 else choice.label or choice.key.replace("_", " ")
