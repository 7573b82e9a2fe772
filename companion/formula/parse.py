"""Parses formulas into trees, with Python's own parser and a whitelist of syntax."""

from __future__ import annotations

import ast
import keyword
import re
import warnings
from functools import lru_cache

import companion.formula.tree as tree

LONGEST = 1_000
"""Most characters; a longer formula is refused before it is parsed."""
DEEPEST = 20
"""Most levels of brackets."""
LONGEST_CHAIN = 100
"""Most levels of the tree; a sum has as many levels as terms."""
LARGEST = 1_000_000
"""Largest whole number that a formula may contain."""

FUNCTIONS = {
    *("min", "max", "abs", "floor", "ceil", "round_half_up"),
    *("sum", "count", "any", "all", "only", "number"),
}
BY_CASES = "write 4 if quality == 'raw' else 3, or look it up in a chart"
"""Advice for a formula that tries to use a list or a dictionary."""
WORDS: dict[str, bool | None] = {"yes": True, "no": False, "nothing": None}

_ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
}
_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
}


class FormulaError(ValueError):
    """A formula that cannot be parsed, has a type error or cannot be evaluated; the message says why."""


@lru_cache(maxsize=8192)
def parse(text: str) -> tree.Node:
    """Return the tree of a formula.

    Raises FormulaError for anything outside the small grammar: comparisons, `and or not`, `+ - * / //`,
    `a if b else c`, names, `group.field`, text in quotes, whole numbers, yes, no, nothing, ['a', 'b'] and the
    functions in FUNCTIONS.
    """
    if len(text) > LONGEST:
        raise FormulaError(f"longer than {LONGEST} characters")
    if text.isascii() and text.isidentifier() and not keyword.iskeyword(text):
        return _convert(ast.Name(text), 0)
    if "−" in text or "–" in text:
        raise FormulaError("a typographic minus sign; write -")
    if (plain := _plain(text)) != text:
        raise FormulaError(f"typographic quotes or signs; write {plain}")
    if _nesting(text) > DEEPEST:
        raise FormulaError(f"nested deeper than {DEEPEST} levels")
    text = _spared(text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            body = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        if re.search(r"(?<![=!<>])=(?!=)", _QUOTED.sub("", text)):
            raise FormulaError("cannot be read: a single =; write == to compare") from None
        raise FormulaError(f"cannot be read: {getattr(error, 'msg', error)}") from None
    return _convert(body, 0)


_SYNTAX = {
    *("and", "or", "not", "if", "else", "in", "is"),
    *("None", "True", "False", "lambda", "for", "await", "yield"),
}
"""Python keywords that `_spared` leaves alone: formulas use them, or must be refused because of them."""
_KEYWORDS = re.compile(rf"\b({'|'.join(sorted(set(keyword.kwlist) - _SYNTAX))})\b")
_BRACKET = re.compile(r"[()\[\]{}]")
_QUOTED = re.compile(r"""('[^']*'|"[^"]*")""")


_TYPOGRAPHIC = {
    **dict.fromkeys("‘’‚‛`´‹›", "'"),
    **dict.fromkeys("“”„‟«»", '"'),
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "×": "*",
    "÷": "/",
}
"""Characters that word processors insert, to the characters of formulas."""


def _plain(text: str) -> str:
    """Replace typographic quotes and signs, except those within plain quotes."""
    parts = _QUOTED.split(text)
    return "".join(
        part if part[:1] in "'\"" and part else "".join(_TYPOGRAPHIC.get(sign, sign) for sign in part)
        for part in parts
    )


def _spared(text: str) -> str:
    """Append _ to names that are Python keywords, like `from`, so that Python can parse them."""
    parts = _QUOTED.split(text)
    return "".join(part if part[:1] in "'\"" and part else _KEYWORDS.sub(r"\1_", part) for part in parts)


def _name(written: str) -> str:
    """Return a name without the _ that `_spared` appended."""
    return written[:-1] if written.endswith("_") and keyword.iskeyword(written[:-1]) else written


def _nesting(text: str) -> int:
    """Return the most levels of open brackets."""
    deepest = depth = 0
    for char in _BRACKET.findall(text):
        depth += (char in "([{") - (char in ")]}")
        deepest = max(deepest, depth)
    return deepest


def _convert(node: ast.expr, depth: int) -> tree.Node:
    if depth > LONGEST_CHAIN:
        raise FormulaError(f"more than {LONGEST_CHAIN} nested operations")
    below = depth + 1
    match node:
        case ast.Constant(value=value):
            return _constant(value)
        case ast.Name(id=name):
            return tree.Const(WORDS[name]) if name in WORDS else tree.Name((_name(name),))
        case ast.Attribute(value=ast.Name(id=group), attr=field):
            return tree.Name((_name(group), _name(field)))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return tree.Negate(_convert(operand, below))
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _convert(operand, below)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return tree.Not(_convert(operand, below))
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _ARITHMETIC:
            return tree.Arithmetic(_ARITHMETIC[type(operator)], _convert(left, below), _convert(right, below))
        case ast.BoolOp(op=operator, values=values):
            word = "and" if isinstance(operator, ast.And) else "or"
            return tree.Logic(word, tuple(_convert(value, below) for value in values))
        case ast.Compare():
            return _comparison(node, below)
        case ast.IfExp(test=test, body=then, orelse=other):
            return tree.Choose(_convert(test, below), _convert(then, below), _convert(other, below))
        case ast.List(elts=items):
            return tree.Listing(tuple(_literal(item) for item in items))
        case ast.Call(func=ast.Name(id=function), args=arguments, keywords=[]) if function in FUNCTIONS:
            return tree.Call(function, tuple(_convert(argument, below) for argument in arguments))
        case ast.Call(func=ast.Name(id=function)) if function not in FUNCTIONS:
            raise FormulaError(f"unknown function {function}; known: {', '.join(sorted(FUNCTIONS))}")
    if isinstance(node, ast.Call) and node.keywords:
        raise FormulaError("named arguments are not supported")
    if isinstance(node, ast.Subscript | ast.Dict | ast.Set):
        sign = "[...]" if isinstance(node, ast.Subscript) else "{...}"
        raise FormulaError(f"{sign} is not supported; {BY_CASES}")
    raise FormulaError(f"{type(node).__name__.lower()} is not supported in formulas")


def _constant(value: object) -> tree.Const:
    if isinstance(value, bool) or value is None:
        raise FormulaError("write yes, no or nothing")
    if isinstance(value, int):
        if value > LARGEST:
            raise FormulaError(f"a number larger than {LARGEST:,}")
        return tree.Const(value)
    if isinstance(value, str):
        return tree.Const(value)
    raise FormulaError(f"{value!r}: only whole numbers and text in quotes are allowed")


def _literal(node: ast.expr) -> tree.Const:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return tree.Const(node.value)
    raise FormulaError("a list may contain only choices in quotes")


def _comparison(node: ast.Compare, depth: int) -> tree.Node:
    operands = [_convert(operand, depth) for operand in [node.left, *node.comparators]]
    pairs = []
    for operator, left, right in zip(node.ops, operands, operands[1:], strict=False):
        if type(operator) not in _COMPARE:
            raise FormulaError("`is` is not supported; write ==")
        pairs.append(tree.Compare(_COMPARE[type(operator)], left, right))
    return pairs[0] if len(pairs) == 1 else tree.Logic("and", tuple(pairs))
