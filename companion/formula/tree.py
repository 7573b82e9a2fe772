"""Nodes of a parsed formula. Frozen, hashable, comparable."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Const:
    """A literal: yes/no, whole number, text, or nothing."""

    value: bool | int | str | None


@dataclass(frozen=True, slots=True)
class Name:
    """A value by name, as in `range`, or a field of a group or of rows, as in `target.dg`."""

    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Negate:
    """`-x`."""

    operand: Node


@dataclass(frozen=True, slots=True)
class Not:
    """`not x`."""

    operand: Node


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`+ - * /` (exact) and `//` (rounded down); of sets, `+` is the union and `-` the difference."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Compare:
    """A single comparison: `== != < <= > >= in not in`."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Logic:
    """`and` / `or` over two or more parts."""

    operator: str
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """`a if test else b`."""

    test: Node
    then: Node
    other: Node


@dataclass(frozen=True, slots=True)
class Call:
    """A call of one of the functions in `parse.FUNCTIONS`."""

    function: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """`['a', 'b']`: a set of literal choices."""

    items: tuple[Const, ...]


Node = Const | Name | Negate | Not | Arithmetic | Compare | Logic | Choose | Call | Listing
