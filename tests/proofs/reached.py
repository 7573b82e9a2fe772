"""Count which bindings and screens of the app a walk has reached."""

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
"""Bindings that are never pressed, because they would end the walk."""

Bound = tuple[str, str]
"""Class that declares a binding, and its action; actions that differ only in a number count as one, `follow(n)`."""
_NUMBER = re.compile(r"\(\d+\)$")


class Reached:
    """Counts of pressed bindings and seen screens; they can be added."""

    def __init__(self) -> None:
        self.bindings: Counter[Bound] = Counter()
        self.screens: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        """Steps by kind."""
        self.actions = 0
        """Keys, touches and commands so far; a typed text counts once."""

    def add(self, other: Reached) -> None:
        """Add the counts of another walk."""
        self.bindings += other.bindings
        self.screens += other.screens
        self.kinds += other.kinds
        self.actions += other.actions

    def summary(self) -> str:
        """Summary as lines of text, with the names of what was never reached."""
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
    """The app's class that declares a live binding, and its action; for Textual's own bindings, the widget's class."""
    action = active.binding.action
    for kind in type(active.node).__mro__:
        if any(each.action == action for each in _declared(kind)):
            return kind.__name__, _NUMBER.sub("(n)", action)
    return type(active.node).__name__, _NUMBER.sub("(n)", action)


def all_bindings() -> set[Bound]:
    """Every binding that the app's own classes declare."""
    return {
        (kind.__name__, _NUMBER.sub("(n)", each.action))
        for kind in _classes()
        for each in _declared(kind)
        if (kind.__name__, each.action) not in LEFT_OUT
    }


def all_screens() -> set[str]:
    """Every screen that can be opened: screen classes without subclasses."""
    screens = [kind for kind in _classes() if issubclass(kind, Screen)]
    bases = {base for kind in screens for base in kind.__mro__[1:]}
    return {kind.__name__ for kind in screens if kind not in bases}


def _declared(kind: type) -> Iterator[Binding]:
    """Yield the bindings that the class itself declares."""
    for each in kind.__dict__.get("BINDINGS", ()):
        yield each if isinstance(each, Binding) else Binding(*each)


def _classes() -> set[type[DOMNode]]:
    """Every class in `companion.ui` that can have bindings."""
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
