"""Small changes of Python functions, made in the running process."""

from __future__ import annotations

import ast
import gc
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef
Variant = tuple[ast.AST, str, Any]
"""The node to change, the name of its field, and the new value of the field."""

OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
UNEVALUATED = ("annotation", "returns", "type_comment", "type_params")


class Mutant(NamedTuple):
    """A change of one function, or of one numeric constant of a module."""

    lines: list[tuple[Path, int]]
    """File and number of each line that the change affects: of the changed statement, or of the uses of a constant."""
    name: str
    """Module, function, and the statement before and after the change; unique and free of line numbers."""
    apply: Callable[[], None]
    """Make the change in this process, permanently."""


def mutants(file: Path, root: Path) -> Iterator[Mutant]:
    """Yield all changes of an imported module, in the order of its lines."""
    module = module_of(file, root)
    tree = ast.parse(file.read_text())
    used: Counter[str] = Counter()
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and _is_number(statement.value):
            yield _constant(root, module, statement)
    for scope, function in _functions(tree, ""):
        for statement, (node, field, value) in _changes(function):
            before = getattr(node, field)
            text = _text(statement)
            setattr(node, field, value)
            changed = _text(statement)
            setattr(node, field, before)
            name = f"{module} {scope}: {text} -> {changed}"
            used[name] += 1
            if used[name] > 1:
                name += f" #{used[name]}"
            change = partial(setattr, node, field, value)
            lines = [(file, line) for line in _lines(statement, node)]
            yield Mutant(lines, name, partial(_replace, file, scope, tree, change))


def _functions(node: ast.AST, scope: str) -> Iterator[tuple[str, Function]]:
    """Yield the functions of a module and its classes, with their qualified names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            yield f"{scope}{child.name}", child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{scope}{child.name}.")


def _lines(statement: ast.stmt, node: ast.AST) -> list[int]:
    """The lines of a statement, without the statements inside it, and of the changed node."""
    inner = [
        each
        for each in ast.walk(statement)
        if isinstance(each, ast.stmt | ast.match_case) and each is not statement
    ]
    starts = [each.pattern.lineno if isinstance(each, ast.match_case) else each.lineno for each in inner]
    end = min(starts, default=(statement.end_lineno or statement.lineno) + 1)
    lines = {statement.lineno, *range(statement.lineno, end)}
    if isinstance(node, ast.expr):
        lines |= {*range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    return sorted(lines)


def _text(statement: ast.stmt) -> str:
    """The first line of a statement."""
    return ast.unparse(statement).partition("\n")[0]


def _changes(function: Function) -> Iterator[tuple[ast.stmt, Variant]]:
    """Yield all changes inside a function, each with the innermost enclosing statement."""
    body: list[ast.AST] = list(function.body)
    if ast.get_docstring(function) is not None:
        del body[0]
    for child in body:
        yield from _inside(child, function)


def _inside(node: ast.AST, around: ast.stmt) -> Iterator[tuple[ast.stmt, Variant]]:
    if _is_idle(node):
        return
    around = node if isinstance(node, ast.stmt) else around
    for variant in _variants(node):
        yield around, variant
    for field, value in ast.iter_fields(node):
        if field not in UNEVALUATED:
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _inside(child, around)


def _variants(node: ast.AST) -> Iterator[Variant]:
    match node:
        case ast.BinOp(left=left, right=right) if _is_text(left) or _is_text(right):
            return
        case ast.BoolOp(op=op) | ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in OPERATORS:
            yield node, "op", OPERATORS[type(op)]()
        case ast.Compare(ops=[op, *others]):
            yield node, "ops", [OPERATORS[type(op)](), *others]
        case ast.Constant(value=bool(value)):
            yield node, "value", not value
        case ast.Constant(value=int(value) | float(value)):
            yield node, "value", value + 1
        case ast.Return(value=ast.expr() as value) if not _is_nothing(value):
            yield node, "value", _never(value)
        case ast.Expr(value=ast.Call() | ast.Await() as value):
            yield node, "value", _never(value)
        case ast.If(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Compare):
            negated = test.operand if isinstance(test, ast.UnaryOp) else ast.UnaryOp(ast.Not(), test)
            yield node, "test", negated
        case ast.comprehension(ifs=[_, *others]):
            yield node, "ifs", others


def _is_idle(node: ast.AST) -> bool:
    """Whether the node is a line of the debugging log or the `strict=` of a zip, which are not changed."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="trace")))):
            return True
        case ast.keyword(arg="strict"):
            return True
    return False


def _never(value: ast.expr) -> ast.expr:
    """None instead of a value; the unreachable code keeps the function's variables unchanged."""
    return ast.IfExp(ast.Constant(False), value, ast.Constant(None))


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _is_nothing(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and not node.value


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _constant(root: Path, module: str, statement: ast.Assign) -> Mutant:
    """The change of a module's constant by one, in every module that imports it."""
    (target,) = statement.targets
    assert isinstance(target, ast.Name) and isinstance(statement.value, ast.Constant)
    name, value = target.id, statement.value.value
    assert isinstance(value, int | float)
    apply = partial(_set_everywhere, module, name, value)
    return Mutant(_uses(root, module, name), f"{module}: {name} = {value} -> {value + 1}", apply)


def _uses(root: Path, module: str, name: str) -> list[tuple[Path, int]]:
    """File and number of the lines of functions that read a constant of a module."""
    found = []
    for file in sorted((root / "companion").rglob("*.py")):
        text = file.read_text()
        if name in text:
            tree = ast.parse(text)
            if module_of(file, root) == module or _imports(tree, module, name):
                found += [(file, line) for node in ast.walk(tree) for line in _reads(node, name)]
    return found


def _imports(tree: ast.Module, module: str, name: str) -> bool:
    imports = [each for each in ast.walk(tree) if isinstance(each, ast.ImportFrom) and each.module == module]
    return any(alias.name == name for each in imports for alias in each.names)


def _reads(node: ast.AST, name: str) -> list[int]:
    match node:
        case ast.Name(id=found, ctx=ast.Load()) if found == name:
            return [node.lineno]
    return []


def module_of(file: Path, root: Path) -> str:
    """Return the dotted name of a module."""
    return ".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def _set_everywhere(owner: str, name: str, value: float) -> None:
    number = vars(sys.modules[owner])[name]
    for module in list(sys.modules.values()):
        if module.__name__.startswith("companion") and vars(module).get(name) is number:
            setattr(module, name, value + 1)


def _replace(file: Path, scope: str, tree: ast.Module, change: Callable[[], None]) -> None:
    """Give every function object of this file and qualified name the code of the changed module."""
    change()
    module = compile(ast.fix_missing_locations(tree), str(file), "exec", dont_inherit=True)
    codes = {(code.co_qualname, code.co_firstlineno): code for code in _codes(module)}
    for function in functions_by_file()[str(file)]:
        name = function.__code__.co_qualname
        if name == scope or name.startswith(f"{scope}.<locals>."):
            function.__code__ = codes[name, function.__code__.co_firstlineno]


@cache
def functions_by_file() -> dict[str, list[FunctionType]]:
    """Return all function objects, found once, by the file of their code."""
    found: dict[str, list[FunctionType]] = defaultdict(list)
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            found[each.__code__.co_filename].append(each)
    return found


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)
