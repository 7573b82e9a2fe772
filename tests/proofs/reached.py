"""Which keys and screens of the app a walk has come to, of all there are."""

from __future__ import annotations

import pkgutil
import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module

from textual.binding import ActiveBinding, Binding
from textual.dom import DOMNode
from textual.screen import Screen

import companion.ui

LEFT_OUT = frozenset({("CompanionApp", "quit")})
"""Bindings that are not pressed: it would be the end of the walk."""

Bound = tuple[str, str]
"""Class that says a binding, and its action; actions with a number from 0 up are one, `follow(n)`."""
_NUMBER = re.compile(r"\(\d+\)$")


class Reached:
    """Counts of what was pressed and seen; several of them add up."""

    def __init__(self) -> None:
        self.bindings: Counter[Bound] = Counter()
        self.screens: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        """Kinds of steps."""
        self.actions = 0
        """Keys, touches and commands in all; text typed in one go is one."""

    def add(self, other: Reached) -> None:
        """Takes in what another walk has reached."""
        self.bindings += other.bindings
        self.screens += other.screens
        self.kinds += other.kinds
        self.actions += other.actions

    def told(self) -> str:
        """Lines for a reader: how much of it, and what is missing by name."""
        bindings, screens = all_bindings(), all_screens()
        pressed, seen = bindings & set(self.bindings), screens & set(self.screens)
        lines = [
            f"keys: {len(pressed)} of {len(bindings)} bindings pressed; screens: {len(seen)} of {len(screens)} seen",
            "steps: " + ", ".join(f"{name} {number}" for name, number in self.kinds.most_common()),
            "screens: " + ", ".join(f"{name} {number}" for name, number in self.screens.most_common()),
        ]
        if bindings - pressed:
            missing = sorted(f"{owner}.{action}" for owner, action in bindings - pressed)
            lines.append("never pressed: " + ", ".join(missing))
        if screens - seen:
            lines.append("never seen: " + ", ".join(sorted(screens - seen)))
        return "\n".join(lines)


def owner(active: ActiveBinding) -> Bound:
    """The class of the app that says a live binding, and the action; of Textual's own the class that has it."""
    action = active.binding.action
    for kind in type(active.node).__mro__:
        if any(each.action == action for each in _said(kind)):
            return kind.__name__, _NUMBER.sub("(n)", action)
    return type(active.node).__name__, _NUMBER.sub("(n)", action)


def all_bindings() -> set[Bound]:
    """Every binding that the app's own classes say."""
    return {
        (kind.__name__, _NUMBER.sub("(n)", each.action))
        for kind in _classes()
        for each in _said(kind)
        if (kind.__name__, each.action) not in LEFT_OUT
    }


def all_screens() -> set[str]:
    """Every screen that can be opened: those from which no other is made."""
    screens = [kind for kind in _classes() if issubclass(kind, Screen)]
    bases = {base for kind in screens for base in kind.__mro__[1:]}
    return {kind.__name__ for kind in screens if kind not in bases}


def _said(kind: type) -> Iterator[Binding]:
    """Bindings in the class itself."""
    for each in kind.__dict__.get("BINDINGS", ()):
        yield each if isinstance(each, Binding) else Binding(*each)


def _classes() -> set[type[DOMNode]]:
    """Every class of the app's rooms that may have bindings."""
    for module in pkgutil.walk_packages(companion.ui.__path__, "companion.ui."):
        import_module(module.name)
    found: set[type[DOMNode]] = set()
    todo: list[type[DOMNode]] = [DOMNode]
    while todo:
        for kind in todo.pop().__subclasses__():
            if kind not in found:
                found.add(kind)
                todo.append(kind)
    return {kind for kind in found if kind.__module__.startswith("companion.ui")}
