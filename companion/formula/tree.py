"""The shapes an expression may have. Frozen, hashable, comparable."""

from __future__ import annotations

import msgspec


class Const(msgspec.Struct, frozen=True):
    """A literal: yes/no, whole number, text, or nothing."""

    value: bool | int | str | None


class Name(msgspec.Struct, frozen=True):
    """A value by name, `range`, or a field of a group or of rows, `target.dg`."""

    path: tuple[str, ...]


class Negate(msgspec.Struct, frozen=True):
    """`-x`."""

    operand: Node


class Not(msgspec.Struct, frozen=True):
    """`not x`."""

    operand: Node


class Arithmetic(msgspec.Struct, frozen=True):
    """`+ - * /` (exact) and `//` (fractions dropped, towards minus infinity); `+ -` join and part sets."""

    operator: str
    left: Node
    right: Node


class Compare(msgspec.Struct, frozen=True):
    """`== != < <= > >= in not in`, one comparison."""

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
    """One of the few known functions."""

    function: str
    arguments: tuple[Node, ...]


class Listing(msgspec.Struct, frozen=True):
    """`['a', 'b']`: a set of literal choices."""

    items: tuple[Const, ...]


Node = Const | Name | Negate | Not | Arithmetic | Compare | Logic | Choose | Call | Listing
