"""The user's own keys: `keys` in `config.yaml` says which command has which key."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from difflib import get_close_matches
from importlib import import_module
from typing import Any, NamedTuple

from textual.binding import Binding, BindingsMap
from textual.screen import Screen

from companion.load.settings import Settings
from companion.model import Fault
from companion.ui.key_names import key_of, written

EVERYWHERE = "everywhere"
"""Stands for a screen's name where a key works on all of them."""

_TYPED = {
    **dict.fromkeys(("find", "form", "order", "unit", EVERYWHERE), "is typed as text there"),
    **dict.fromkeys(("calculator", "amend"), "answers questions there"),
}
"""Where letters and digits cannot be keys of something else."""
_KEPT = ("tab", "shift+tab", "ctrl+c")
"""Keys that stay what they are."""


class Bound(NamedTuple):
    """Something that has a key of its own, and may have another."""

    id: str
    keys: tuple[str, ...]
    says: str
    screen: str
    """Class of the screen, or `everywhere`."""


class ChangedKeys(NamedTuple):
    """What the settings come to."""

    keymap: dict[str, str]
    """Ids with their new keys, as Textual takes them; what is at fault is left out."""
    faults: tuple[Fault, ...] = ()
    """What is wrong in `config.yaml`, in its other settings too."""


def bound() -> list[Bound]:
    """Every key of the app that may be changed, once, screen by screen, those that work everywhere first."""
    by_id: dict[str, Bound] = {}
    for each in _all_bound():
        named = each.screen.lower().startswith(each.id.partition(".")[0])
        if each.id and (each.id not in by_id or named):
            by_id[each.id] = each
    return sorted(by_id.values(), key=lambda each: (each.screen != EVERYWHERE, each.screen))


def changed_keys(settings: Settings) -> ChangedKeys:
    """The keys that the user changed, and all faults of the settings."""
    if not settings.keys:
        return ChangedKeys({}, settings.faults)
    found = _Reader(settings).read()
    return found._replace(faults=tuple(sorted((*settings.faults, *found.faults))))


class _Reader:
    """Checks what is wished against every key there is."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.all = _all_bound()
        self.faults: list[Fault] = []

    def read(self) -> ChangedKeys:
        """What can be had; the rest is told."""
        keymap = {
            name: keys for name, value in self.settings.keys.items() if (keys := self._keys(name, value))
        }
        clash = True
        while clash:
            clash = False
            for name in list(keymap):
                taken = self._taken(name, keymap)
                if taken:
                    key, by = taken
                    self._fault(
                        name,
                        f"{key} is the key of {by} already",
                        "take another, or give that one another too",
                    )
                    del keymap[name]
                    clash = True
        return ChangedKeys(
            {name: ",".join(keys) for name, keys in keymap.items()}, tuple(sorted(self.faults))
        )

    def _fault(self, name: str, says: str, mend: str) -> None:
        line = self.settings.lines.get(f"keys.{name}", 1)
        self.faults.append(Fault(self.settings.file, line, f"keys.{name}", says, mend))

    def _keys(self, name: str, value: Any) -> tuple[str, ...]:
        """The keys wished for an id; none where the wish cannot be."""
        ids = list(dict.fromkeys(each.id for each in self.all if each.id))
        if name not in ids:
            near = get_close_matches(name, ids, 1, 0.4)
            mend = f"did you mean {near[0]}? " if near else ""
            self._fault(name, "nothing has this name", f"{mend}companion keys lists all names")
            return ()
        parts = (
            [each.strip() for each in value.split(",")]
            if isinstance(value, str) and value != ","
            else [value]
        )
        keys = []
        for part in parts:
            key = key_of(part) if isinstance(part, str) else ""
            if not key:
                self._fault(
                    name,
                    f"{part!r} is no key",
                    "write a letter, a sign, or a name as f6, enter, ctrl+s, pageup",
                )
                return ()
            if key in _KEPT:
                self._fault(name, f"{part} stays what it is", "take another")
                return ()
            owner = name.partition(".")[0] if "." in name else EVERYWHERE
            if owner in _TYPED and (len(key) == 1 or key == "space"):
                self._fault(name, f"{part} {_TYPED[owner]}", "take f1 to f12, or a key with ctrl")
                return ()
            keys.append(key)
        return tuple(dict.fromkeys(keys))

    def _taken(self, name: str, keymap: dict[str, tuple[str, ...]]) -> tuple[str, str] | None:
        """A key of `name` that something else has, and what that is, on a screen where both work."""
        screens = {each.screen for each in self.all if each.id == name}
        for other in self.all:
            beside = other.screen in screens or EVERYWHERE in (other.screen, *screens)
            if not beside or (other.id == name and other.id):
                continue
            for key in keymap.get(other.id, other.keys):
                if key in keymap[name] and not self._as_shipped(name, key, other):
                    return written(key), other.id or f"the line it stands before ({other.says})"
        return None

    def _as_shipped(self, name: str, key: str, other: Bound) -> bool:
        """Whether both have the key anyway, as where a screen has its own meaning for it."""
        return key in other.keys and any(each.id == name and key in each.keys for each in self.all)


def _all_bound() -> list[Bound]:
    """Every key, with those before a line, which have no id."""
    from companion.ui.bindings import EVERYWHERE as GLOBAL

    found = list(_of(BindingsMap(GLOBAL), EVERYWHERE))
    for kind in _screens():
        merged = BindingsMap.merge(
            [BindingsMap(each.__dict__["BINDINGS"]) for each in kind.__mro__ if _brings_keys(each)]
        )
        found += _of(merged, kind.__name__)
    return found


def _brings_keys(kind: type[object]) -> bool:
    return kind.__module__.startswith("companion.") and "BINDINGS" in kind.__dict__


def _of(bindings: BindingsMap, screen: str) -> Iterator[Bound]:
    """The keys of a screen; those of one id together."""
    by_id: dict[str, list[Binding]] = {}
    for key, listed in bindings.key_to_bindings.items():
        for each in listed:
            by_id.setdefault(each.id or f" {key}", []).append(each)
    for name, listed in by_id.items():
        says = listed[0].description + (f": {listed[0].tooltip}" if listed[0].tooltip else "")
        keys = tuple(dict.fromkeys(each.key for each in listed))
        yield Bound("" if name.startswith(" ") else name, keys, says, screen)


def _screens() -> list[type[Screen[Any]]]:
    """Every screen of the app, by name."""
    from companion.ui import screens

    for module in pkgutil.iter_modules(screens.__path__):
        import_module(f"{screens.__name__}.{module.name}")
    found: list[type[Screen[Any]]] = []
    waiting: list[type[Screen[Any]]] = [Screen]
    while waiting:
        kinds = waiting.pop().__subclasses__()
        found += [each for each in kinds if each.__module__.startswith("companion.")]
        waiting += kinds
    return sorted(found, key=lambda kind: (kind.__module__, kind.__name__))
