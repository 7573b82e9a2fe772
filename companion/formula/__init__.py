"""Formulas: the short expressions that authors write in tables, parsed, type-checked and evaluated.

`parse` turns text into a tree, `kind_of` finds the type of the tree within a scope of names, and `compiled` turns text
into a function of the values of its names. Nothing else in the companion knows the syntax, and no expression can reach
code, attributes or files.
"""

from companion.formula.evaluation import Unanswered, compiled, decided_by, names_read
from companion.formula.parse import FormulaError, parse
from companion.formula.types import BOOL, NUMBER, Kind, Scope, choice_of, group_of, kind_of, rows_of, set_of

__all__ = [
    "BOOL",
    "NUMBER",
    "FormulaError",
    "Kind",
    "Scope",
    "Unanswered",
    "choice_of",
    "compiled",
    "decided_by",
    "group_of",
    "kind_of",
    "names_read",
    "parse",
    "rows_of",
    "set_of",
]
