"""The player's own keys: `keys` in `config.yaml` gives commands other keys."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from difflib import get_close_matches
from importlib import import_module
from typing import Any, NamedTuple

from textual.binding import Binding, BindingsMap, BindingType

from companion.load.settings import Settings
from companion.model import Fault
from companion.ui.base.page import Page
from companion.ui.key_names import key_of, written

EVERYWHERE = "everywhere"
"""In place of a screen's name: the key works on every screen."""

_TYPED = {
    **dict.fromkeys(("find", "form", "import", "order", "unit", EVERYWHERE), "is typed as text there"),
    **dict.fromkeys(("calculator", "amend"), "answers questions there"),
}
"""Screens on which letters and digits cannot be keys, with the reason."""
_RESERVED = ("tab", "shift+tab", "ctrl+c")
"""Keys that no command can have."""


class Bound(NamedTuple):
    """A command whose key may be changed."""

    id: str
    keys: tuple[str, ...]
    says: str
    screen: str
    """Name of the screen's class, or `everywhere`."""


class ChangedKeys(NamedTuple):
    """The player's own keys, checked."""

    keymap: dict[str, str]
    """New keys by id of the command, as Textual expects them; faulty settings are left out."""
    faults: tuple[Fault, ...] = ()
    """Faults of `config.yaml`, those of other settings included."""


def bound() -> list[Bound]:
    """Return every command whose key may be changed, once; those that work everywhere first, then by screen."""
    by_id: dict[str, Bound] = {}
    for command in all_bound():
        home = command.screen.lower().startswith(command.id.partition(".")[0])
        if command.id and (command.id not in by_id or home):
            by_id[command.id] = command
    return sorted(by_id.values(), key=lambda command: (command.screen != EVERYWHERE, command.screen))


def changed_keys(settings: Settings) -> ChangedKeys:
    """Return the keys that the player changed, and all faults of the settings."""
    if not settings.keys:
        return ChangedKeys({}, settings.faults)
    checked = _Reader(settings).read()
    return checked._replace(faults=tuple(sorted((*settings.faults, *checked.faults))))


class _Reader:
    """Checks the player's keys against those of all commands."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.all = all_bound()
        self.faults: list[Fault] = []

    def read(self) -> ChangedKeys:
        """Return the keys without faults and conflicts, and the faults of the others."""
        keymap = {
            name: keys for name, value in self.settings.keys.items() if (keys := self._keys(name, value))
        }
        conflict = True
        while conflict:
            conflict = False
            for name in list(keymap):
                taken = self._taken(name, keymap)
                if taken:
                    key, by = taken
                    self._fault(
                        name,
                        f"{key} is already the key of {by}",
                        "choose another key, or change that one too",
                    )
                    del keymap[name]
                    conflict = True
        return ChangedKeys(
            {name: ",".join(keys) for name, keys in keymap.items()}, tuple(sorted(self.faults))
        )

    def _fault(self, name: str, says: str, mend: str) -> None:
        line = self.settings.lines.get(f"keys.{name}", 1)
        self.faults.append(Fault(self.settings.file, line, f"keys.{name}", says, mend))

    def _keys(self, name: str, value: Any) -> tuple[str, ...]:
        """Return the new keys of a command; none if the setting is faulty."""
        ids = list(dict.fromkeys(command.id for command in self.all if command.id))
        if name not in ids:
            near = get_close_matches(name, ids, 1, 0.4)
            mend = f"did you mean {near[0]}? " if near else ""
            self._fault(name, "unknown command", f"{mend}companion keys lists all names")
            return ()
        parts = (
            [part.strip() for part in value.split(",")]
            if isinstance(value, str) and value != ","
            else [value]
        )
        keys = []
        for part in parts:
            key = key_of(part) if isinstance(part, str) else ""
            if not key:
                self._fault(
                    name,
                    f"{part!r} is not a key",
                    "write a letter, a sign, or a name such as F6, Enter, Ctrl+S, PageUp",
                )
                return ()
            if key in _RESERVED:
                self._fault(name, f"{part} is reserved", "choose another key")
                return ()
            owner = name.partition(".")[0] if "." in name else EVERYWHERE
            if owner in _TYPED and (len(key) == 1 or key == "space"):
                self._fault(name, f"{part} {_TYPED[owner]}", "choose F1 to F12, or a key with Ctrl")
                return ()
            keys.append(key)
        return tuple(dict.fromkeys(keys))

    def _taken(self, name: str, keymap: dict[str, tuple[str, ...]]) -> tuple[str, str] | None:
        """Return a key of `name` that another command has on the same screen, and that command; None for none."""
        screens = {command.screen for command in self.all if command.id == name}
        for other in self.all:
            beside = other.screen in screens or EVERYWHERE in (other.screen, *screens)
            if not beside or (other.id == name and other.id):
                continue
            for key in keymap.get(other.id, other.keys):
                if key in keymap[name] and not self._as_shipped(name, key, other):
                    return written(key), other.id or other.says
        return None

    def _as_shipped(self, name: str, key: str, other: Bound) -> bool:
        """Return whether both commands share the key by default, because a screen gives it another meaning."""
        return key in other.keys and any(command.id == name and key in command.keys for command in self.all)


def all_bound() -> list[Bound]:
    """Return every command with a key; keys that choose a line have no id."""
    from companion.ui.bindings import EVERYWHERE as GLOBAL

    commands = list(_commands(GLOBAL, EVERYWHERE))
    for kind in _screens():
        commands += _commands(kind.__dict__.get("BINDINGS", []), kind.__name__)
    return commands


def _commands(bindings: list[BindingType], screen: str) -> Iterator[Bound]:
    """Yield the commands of a screen; keys with the same id belong to one command."""
    by_id: dict[str, list[Binding]] = {}
    for key, of_key in BindingsMap(bindings).key_to_bindings.items():
        for binding in of_key:
            by_id.setdefault(binding.id or f" {key}", []).append(binding)
    for name, of_id in by_id.items():
        says = of_id[0].description + (f": {of_id[0].tooltip}" if of_id[0].tooltip else "")
        keys = tuple(dict.fromkeys(binding.key for binding in of_id))
        yield Bound("" if name.startswith(" ") else name, keys, says, screen)


def _screens() -> list[type[Page[Any]]]:
    """Every screen class of the app, by module and name."""
    from companion.ui import screens

    for module in pkgutil.iter_modules(screens.__path__):
        import_module(f"{screens.__name__}.{module.name}")
    ours = (kind for kind in Page.__subclasses__() if kind.__module__.startswith("companion."))
    return sorted(ours, key=lambda kind: (kind.__module__, kind.__name__))
