"""Private names of Textual: a widget of ours that sets one would break the widget."""

from __future__ import annotations

import ast
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from textwrap import dedent

import pytest
from textual.message_pump import MessagePump

import companion.ui


def _widgets() -> Iterator[type[MessagePump]]:
    for module in pkgutil.walk_packages(companion.ui.__path__, "companion.ui."):
        for value in vars(import_module(module.name)).values():
            if isinstance(value, type) and issubclass(value, MessagePump) and value.__module__ == module.name:
                yield value


_MEANT = {"PlainApp": {"_handle_exception"}}
"""Private names that a class takes on purpose, by the name of the class; its docstring says why."""


@cache
def _private_names(kind: type) -> frozenset[str]:
    """Private names that the source of a class defines or sets on its instances."""
    tree = ast.parse(dedent(inspect.getsource(kind))).body[0]
    assert isinstance(tree, ast.ClassDef)
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            names.add(node.attr)
    return frozenset(name for name in names if name.startswith("_") and not name.startswith("__"))


@pytest.mark.parametrize("widget", sorted(set(_widgets()), key=str))
def test_no_private_name_of_textual_is_used(widget: type[MessagePump]) -> None:
    """No attribute or method of ours has the name of a private one of Textual."""
    for base in widget.__mro__:
        if base.__module__.startswith("textual."):
            ours = _private_names(widget) - _MEANT.get(widget.__name__, set())
            assert not ours & _private_names(base), base
