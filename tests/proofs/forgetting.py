"""Clears the caches of the companion, so that a test runs every line whose result it uses.

As a plugin (`-p tests.proofs.forgetting`) before every test, in a run that records which test runs which line.
"""

from __future__ import annotations

import functools
import gc
import sys
from types import ModuleType

import pytest

from companion.engine import Engine
from companion.model import GameModule
from tests.once import FINDERS

_Cached = type(functools.lru_cache(len))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Clear the caches before each test."""
    forget()


def forget() -> None:
    """Clear all cached functions, properties and finders, and what engines and games have made of their records."""
    FINDERS.forget()
    properties = _cached_properties()
    properties.setdefault(GameModule, []).append("with_sides")
    for each in gc.get_objects():
        kind = type(each)
        if kind is _Cached:
            if (getattr(each, "__module__", None) or "").startswith("companion."):
                each.cache_clear()
        elif kind is Engine:
            each._programs.clear()
            each._known_odds.clear()
        elif kind in properties:
            for name in properties[kind]:
                vars(each).pop(name, None)


def _cached_properties() -> dict[type, list[str]]:
    """The names of the cached properties of each class of the companion."""
    modules = [each for name, each in sys.modules.items() if name.startswith("companion.")]
    return {kind: names for module in modules for kind, names in _properties_in(module)}


def _properties_in(module: ModuleType) -> list[tuple[type, list[str]]]:
    kinds = [each for each in vars(module).values() if isinstance(each, type)]
    found = []
    for kind in kinds:
        names = [
            name
            for base in kind.__mro__
            for name, value in vars(base).items()
            if isinstance(value, functools.cached_property)
        ]
        if names:
            found.append((kind, names))
    return found
