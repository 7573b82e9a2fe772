"""Type checks of formulas: the kind of value a formula has, given the kinds of its names.

A scope gives each name its kind. The check refuses unknown names and choices, sums of text and
conditions that are not yes/no, and suggests the nearest known name.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

import companion.formula.tree as tree
from companion.formula.parse import FormulaError


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value, the type of a formula.

    `base` is yes-no, number, text, set, group, rows, nothing or any. `choices` narrows text and sets; empty
    means any text. `fields` are those of a group or of one row. `colours` gives the colour of each shade that a text
    may name. `blank` is the chart whose blank cells a value of any kind may come from.
    """

    base: str
    choices: frozenset[str] = frozenset()
    fields: Mapping[str, Kind] = field(default_factory=dict, hash=False, compare=False)
    colours: Mapping[str, str] | None = field(default=None, hash=False, compare=False)
    blank: str = field(default="", hash=False, compare=False)


BOOL = Kind("yes-no")
NUMBER = Kind("number")
NOTHING = Kind("nothing")
ANY = Kind("any")
FACES = Kind("column", fields={"each": NUMBER})
"""Kind of the dice of a pool; `sum` adds them up."""

Scope = Mapping[str, Kind]


def choice_of(choices: frozenset[str]) -> Kind:
    """Return the kind of a text that is one of `choices`."""
    return Kind("text", choices)


def shade_of(colours: Mapping[str, str]) -> Kind:
    """Return the kind of a shade's name, `colours` being the colour of each shade; '' means no shade."""
    return Kind("text", frozenset({"", *colours}), colours=colours)


def set_of(choices: frozenset[str]) -> Kind:
    """Return the kind of a set of `choices`."""
    return Kind("set", choices)


def group_of(fields: Mapping[str, Kind]) -> Kind:
    """Return the kind of a group with `fields`."""
    return Kind("group", fields=fields)


def rows_of(fields: Mapping[str, Kind]) -> Kind:
    """Return the kind of rows that each have `fields`."""
    return Kind("rows", fields=fields)


def kind_of(node: tree.Node, scope: Scope) -> Kind:
    """Return the kind of a formula, given the kinds of its names. Raises FormulaError for a type error."""
    match node:
        case tree.Const(value=bool()):
            return BOOL
        case tree.Const(value=int()):
            return NUMBER
        case tree.Const(value=None):
            return NOTHING
        case tree.Const(value=text):
            return choice_of(frozenset({str(text)}))
        case tree.Listing(items=items):
            return set_of(frozenset(str(item.value) for item in items))
        case tree.Name(path=path):
            return _named(path, scope)
        case tree.Negate(operand=operand):
            return _want(operand, scope, "number")
        case tree.Not(operand=operand):
            return _want(operand, scope, "yes-no")
        case tree.Arithmetic():
            return _arithmetic(node, scope)
        case tree.Logic(parts=parts):
            for part in parts:
                _want(part, scope, "yes-no")
            return BOOL
        case tree.Choose(test=test, then=then, other=other):
            _want(test, scope, "yes-no")
            return joined(kind_of(then, scope), kind_of(other, scope))
        case tree.Compare():
            return _compared(node, scope)
        case tree.Call():
            return _called(node, scope)


def _named(path: tuple[str, ...], scope: Scope) -> Kind:
    kind = scope.get(path[0])
    if kind is None:
        raise FormulaError(f"unknown name {path[0]}{nearest_name(path[0], scope)}")
    if len(path) == 1:
        return kind
    if kind.base not in ("group", "rows"):
        raise FormulaError(f"{path[0]} has no fields")
    inner = kind.fields.get(path[1])
    if inner is None:
        raise FormulaError(f"{path[0]} has no field {path[1]}{nearest_name(path[1], kind.fields)}")
    if kind.base == "rows":
        return Kind("column", inner.choices, {"each": inner})
    return inner


def nearest_name(name: str, known: Collection[str]) -> str:
    """Return the end of a message about an unknown name: the nearest known one, else all of them."""
    close = get_close_matches(name, known, 1)
    return f"; did you mean {close[0]}?" if close else f"; known: {', '.join(sorted(known)) or 'none'}"


def _want(node: tree.Node, scope: Scope, base: str) -> Kind:
    return _checked(node, kind_of(node, scope), base)


def _checked(node: tree.Node, kind: Kind, base: str) -> Kind:
    """Return the kind of a node that must have the given base. Raises FormulaError if it does not."""
    if kind.base not in (base, "any"):
        message = f"{describe(node)} is {kind_words(kind)}, but {kind_words(Kind(base))} is needed here"
        raise FormulaError(f"{message}{as_yes_no(node, kind) if base == 'yes-no' else ''}")
    if base == "number":
        no_blank(describe(node), kind)
    return kind


def no_blank(description: str, kind: Kind) -> None:
    """Raise FormulaError if a value that is used as a number may be a blank cell."""
    if kind.blank:
        name = description.rpartition(".")[2]
        raise FormulaError(
            f"{description} is text where {kind.blank} has a blank cell: give that chart "
            f"parts: [{{name: {name}, without: 0}}] and take the part, or test {name} == '-' first"
        )


def as_yes_no(node: tree.Node, kind: Kind) -> str:
    """Return advice on turning a named number into a condition; empty for any other node."""
    return f" (write {describe(node)} > 0)" if isinstance(node, tree.Name) and kind.base == "number" else ""


def kind_words(kind: Kind) -> str:
    """Return a kind of value in words, as in `a number`."""
    return {
        "yes-no": "a yes/no value",
        "number": "a number",
        "text": "text",
        "column": "one value for each row",
    }.get(kind.base, f"a {kind.base}")


def _arithmetic(node: tree.Arithmetic, scope: Scope) -> Kind:
    left, right = kind_of(node.left, scope), kind_of(node.right, scope)
    if node.operator == "-" and left.base == right.base == "set":
        _known_choices(left, right)
        return left
    if node.operator == "+" and left.base == right.base == "set":
        return set_of(left.choices | right.choices)
    _checked(node.left, left, "number")
    _checked(node.right, right, "number")
    return NUMBER


def joined(then: Kind, other: Kind) -> Kind:
    """Return the kind of a value that has one of two kinds."""
    if then.base == other.base:
        both = then.choices | other.choices if then.choices and other.choices else frozenset()
        return Kind(then.base, both, then.fields, then.colours if then.colours == other.colours else None)
    return ANY


def _refuse_bare_choice(unquoted: tree.Node, other: tree.Node, scope: Scope) -> None:
    """Raise FormulaError for a choice without its quotes."""
    if (
        isinstance(unquoted, tree.Name)
        and isinstance(other, tree.Name)
        and unquoted.path[0] not in scope
        and other.path[0] in scope
    ):
        word = ".".join(unquoted.path)
        if word in kind_of(other, scope).choices:
            raise FormulaError(f"{word} is a choice; write '{word}' in quotes")


def _compared(node: tree.Compare, scope: Scope) -> Kind:
    _refuse_bare_choice(node.left, node.right, scope)
    _refuse_bare_choice(node.right, node.left, scope)
    left, right = kind_of(node.left, scope), kind_of(node.right, scope)
    if node.operator in ("in", "not in"):
        if right.base not in ("set", "any"):
            raise FormulaError(f"{describe(node.right)} is not a set")
        if left.base not in ("text", "any"):
            raise FormulaError(f"{describe(node.left)} is not a choice")
        _known_choices(right, left) if isinstance(node.left, tree.Const) else _known_choices(left, right)
        return BOOL
    if node.operator in ("==", "!="):
        _refuse_shade_as_nothing(node, left, right)
        loose = {"any", "nothing"}
        if left.base != right.base and not ({left.base, right.base} & loose):
            raise FormulaError(f"{describe(node.left)} and {describe(node.right)} can never be equal")
        if left.base == "text":
            if isinstance(node.right, tree.Const) or isinstance(node.left, tree.Const):
                known, asked = (left, right) if isinstance(node.right, tree.Const) else (right, left)
                _known_choices(known, asked)
            elif left.choices and right.choices and not left.choices & right.choices:
                raise FormulaError(
                    f"{describe(node.left)} and {describe(node.right)} have no choice in common"
                )
        return BOOL
    _checked(node.left, left, "number")
    _checked(node.right, right, "number")
    return BOOL


def _refuse_shade_as_nothing(node: tree.Compare, left: Kind, right: Kind) -> None:
    """Raise FormulaError if a shade is compared with nothing: the shade of an unshaded cell is empty text."""
    for side, kind, other in ((node.left, left, right), (node.right, right, left)):
        if kind.colours is not None and other == NOTHING:
            raise FormulaError(f"a shade is never nothing; write {describe(side)} {node.operator} ''")


def _known_choices(known: Kind, asked: Kind) -> None:
    unknown = asked.choices - known.choices if known.choices else frozenset()
    if unknown:
        name = sorted(unknown)[0]
        raise FormulaError(f"unknown choice {name!r}; {_instead(name, known)}")


def _instead(name: str, known: Kind) -> str:
    """Return advice on what to write instead of the unknown choice `name`."""
    of_colour = [shade for shade, colour in (known.colours or {}).items() if colour == name]
    if of_colour:
        return f"{name} is the colour of {' and '.join(of_colour)}"
    named = sorted(known.choices - {""})
    if close := get_close_matches(name, named, 1):
        return f"did you mean {close[0]}?"
    if "" in known.choices:
        unset = "'' where unshaded" if known.colours is not None else "''"
        named.append(unset)
    return f"known: {', '.join(named)}"


def _called(node: tree.Call, scope: Scope) -> Kind:
    kinds = [kind_of(argument, scope) for argument in node.arguments]
    name = node.function
    if name in ("min", "max"):
        if len(kinds) < 2:
            raise FormulaError(f"{name} needs two or more numbers")
        for argument, kind in zip(node.arguments, kinds, strict=True):
            _checked(argument, kind, "number")
        return NUMBER
    wanted = 2 if name == "only" else 1
    if len(kinds) != wanted:
        raise FormulaError(f"{name} takes {wanted} value{'s' if wanted > 1 else ''}, {len(kinds)} given")
    first = kinds[0]
    if name in ("abs", "floor", "ceil", "round_half_up"):
        _checked(node.arguments[0], first, "number")
        return NUMBER
    if name == "number":
        return NUMBER
    if name == "sum":
        _column(node, first, "number")
        return NUMBER
    if name == "count":
        if first.base not in ("set", "rows", "any") and not (
            first.base == "column" and first.fields["each"].base == "yes-no"
        ):
            raise FormulaError("count takes a set, rows, or a yes/no value of every row")
        return NUMBER
    if name in ("any", "all"):
        if not (name == "any" and first.base == "set"):
            _column(node, first, "yes-no")
        return BOOL
    if first.base != "set" or kinds[1].base != "text":
        raise FormulaError("only takes a set and one choice")
    _known_choices(first, kinds[1])
    return BOOL


def _column(node: tree.Call, kind: Kind, base: str) -> None:
    if kind.base != "column" or kind.fields["each"].base not in (base, "any"):
        raise FormulaError(f"{node.function} takes {kind_words(Kind(base))} of every row, as in firers.sps")
    if base == "number":
        no_blank(describe(node.arguments[0]), kind.fields["each"])


def describe(node: tree.Node) -> str:
    """Return a short name of a node for messages."""
    match node:
        case tree.Name(path=path):
            return ".".join(path)
        case tree.Const(value=value):
            return repr(value)
        case _:
            return type(node).__name__.lower()
