"""What of a choice is typed and read."""

from __future__ import annotations

from companion.model import Choice


def tail_of(choice: Choice, typed: str) -> str:
    """The letters of the choice that are still to come when it is understood."""
    for name in (choice.key, choice.label):
        if len(name) > 2 and name.lower().startswith(typed.lower()):
            return name[len(typed) :].lower()
    return ""


def name_of(choice: Choice) -> str:
    """A code as it is, a word by its label."""
    return choice.key if len(choice.key) <= 2 else choice.label or choice.key.replace("_", " ")
