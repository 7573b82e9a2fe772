"""Nodes of a parsed formula. Frozen, hashable, comparable."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec


class Const(msgspec.Struct, frozen=True):
    """A literal: yes/no, whole number, text, or nothing."""

    value: bool | int | str | None


class Name(msgspec.Struct, frozen=True):
    """A value by name, as in `range`, or a field of a group or of rows, as in `target.dg`."""

    path: tuple[str, ...]


class Negate(msgspec.Struct, frozen=True):
    """`-x`."""

    operand: Node


class Not(msgspec.Struct, frozen=True):
    """`not x`."""

    operand: Node


class Arithmetic(msgspec.Struct, frozen=True):
    """`+ - * /` (exact) and `//` (rounded down); of sets, `+` is the union and `-` the difference."""

    operator: str
    left: Node
    right: Node


class Compare(msgspec.Struct, frozen=True):
    """A single comparison: `== != < <= > >= in not in`."""

    operator: str
    left: Node
    right: Node


class Logic(msgspec.Struct, frozen=True):
    """`and` / `or` over two or more parts."""

    operator: str
    parts: tuple[Node, ...]


class Choose(msgspec.Struct, frozen=True):
    """`a if test else b`."""

    test: Node
    then: Node
    other: Node


class Call(msgspec.Struct, frozen=True):
    """A call of one of the functions in `parse.FUNCTIONS`."""

    function: str
    arguments: tuple[Node, ...]


class Listing(msgspec.Struct, frozen=True):
    """`['a', 'b']`: a set of literal choices."""

    items: tuple[Const, ...]


def parts_of(node: Node) -> Iterator[Node]:
    """Yield the nodes directly inside a node, in the order in which they are written."""
    for name in node.__struct_fields__:
        inner = getattr(node, name)
        yield from (
            part for part in (inner if isinstance(inner, tuple) else (inner,)) if isinstance(part, Node)
        )


Node = Const | Name | Negate | Not | Arithmetic | Compare | Logic | Choose | Call | Listing
