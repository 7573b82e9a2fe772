"""What the keys do here and now, as footer, help and palette say it: read from the live bindings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from textual.app import App
from textual.binding import ActiveBinding, Binding
from textual.dom import DOMNode
from textual.screen import Screen

from companion.ui.key_names import key_name


class ActiveCommand(NamedTuple):
    """Something that keys do."""

    title: str
    key: str
    """As it is shown; two keys that do the same together."""
    says: str
    """What it does in more words; empty where the title says it all."""
    action: str
    node: DOMNode
    """What the action is done by."""

    @property
    def stem(self) -> str:
        """The title without the sign of a line: `Phase` of `Phase 3`."""
        return self.title.removesuffix(f" {self.key}")


def active_commands(screen: Screen[Any]) -> tuple[list[ActiveCommand], list[ActiveCommand]]:
    """What can be done on this screen, and on every one."""
    active = [each for each in screen.active_bindings.values() if each.enabled]
    here = [each for each in active if isinstance(each.node, Screen) and _own(each)]
    everywhere = [each for each in active if isinstance(each.node, App) and _own(each)]
    return list(_merged(here)), list(_merged(everywhere))


def rows(listed: list[ActiveCommand]) -> list[ActiveCommand]:
    """The same with keys that each take a line of their own, as 1 to 9, told in one."""
    families: dict[tuple[str, str], list[ActiveCommand]] = {}
    for each in listed:
        families.setdefault((each.action.partition("(")[0], each.stem), []).append(each)
    return [
        family[0]._replace(title=stem, key=f"{family[0].key[0]}-{family[-1].key[-1]}")
        if len(family) > 1
        else family[0]
        for (_, stem), family in families.items()
    ]


def _own(each: ActiveBinding) -> bool:
    """Whether it is a key of ours; Textual's screens bring some that every one has."""
    theirs = [binding for binding in Screen.BINDINGS if isinstance(binding, Binding)]
    ours = type(each.node).__module__.startswith("companion.") and bool(each.binding.description)
    return ours and all(each.binding.action != binding.action for binding in theirs)


def _merged(active: list[ActiveBinding]) -> Iterator[ActiveCommand]:
    """All the keys of an action together, in the order in which they are said."""
    by_action: dict[str, list[ActiveBinding]] = {}
    for each in active:
        by_action.setdefault(each.binding.action, []).append(each)
    for action, listed in by_action.items():
        first = listed[0]
        keys = " ".join(dict.fromkeys(key_name(each.binding) for each in listed))
        yield ActiveCommand(first.binding.description, keys, first.tooltip, action, first.node)
