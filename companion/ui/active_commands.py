"""The commands that keys run on a screen, read from its active bindings for help and command palette."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from textual.app import App
from textual.binding import ActiveBinding, Binding
from textual.dom import DOMNode
from textual.screen import Screen

from companion.ui.key_names import key_name


class ActiveCommand(NamedTuple):
    """A command that has a key."""

    title: str
    key: str
    """The key as shown; several keys with the same effect together."""
    summary: str
    """A longer description; empty if the title is enough."""
    action: str
    node: DOMNode
    """The node that runs the action."""

    @property
    def stem(self) -> str:
        """The title without its key: `Phase` of `Phase 3`."""
        return self.title.removesuffix(f" {self.key}")


def active_commands(screen: Screen[Any]) -> tuple[list[ActiveCommand], list[ActiveCommand]]:
    """Return the commands of this screen, and those that work everywhere."""
    active = [binding for binding in screen.active_bindings.values() if binding.enabled and _is_ours(binding)]
    here = [binding for binding in active if isinstance(binding.node, Screen)]
    everywhere = [binding for binding in active if isinstance(binding.node, App)]
    return list(_merged(here)), list(_merged(everywhere))


def grouped(commands: list[ActiveCommand]) -> list[ActiveCommand]:
    """Merge commands that differ only in their argument, such as `Phase 1` to `Phase 9`, into one."""
    families: dict[tuple[str, str], list[ActiveCommand]] = {}
    for command in commands:
        families.setdefault((command.action.partition("(")[0], command.stem), []).append(command)
    return [
        family[0]._replace(title=stem, key=f"{family[0].key[0]}-{family[-1].key[-1]}")
        if len(family) > 1
        else family[0]
        for (_, stem), family in families.items()
    ]


def _is_ours(active: ActiveBinding) -> bool:
    """Return whether a binding has a description and is not one of Textual's own."""
    theirs = [binding.action for binding in Screen.BINDINGS if isinstance(binding, Binding)]
    ours = type(active.node).__module__.startswith("companion.") and bool(active.binding.description)
    return ours and active.binding.action not in theirs


def _merged(active: list[ActiveBinding]) -> Iterator[ActiveCommand]:
    """Merge the keys of an action into a single command."""
    by_action: dict[str, list[ActiveBinding]] = {}
    for binding in active:
        by_action.setdefault(binding.binding.action, []).append(binding)
    for action, bindings in by_action.items():
        first = bindings[0]
        keys = " ".join(dict.fromkeys(key_name(binding.binding) for binding in bindings))
        yield ActiveCommand(first.binding.description, keys, first.tooltip, action, first.node)
