"""Conditions and amounts of a calculator in words, with the labels of its questions, for its author to read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.formula import tree
from companion.formula.parse import parse

_PLAIN = {
    "counted": "those that count",
    "dice": "the natural roll",
    "face": "the die",
    "total": "the total",
    "plain_total": "the total",
    "row_above": "the row above that of the total",
    "row_below": "the row below that of the total",
    "needed": "the number needed",
    "limited": "the number needed",
    "modifier": "the modifiers",
    "number_of_dice": "the dice below",
}
_ENDS = {"min": "at most", "max": "at least"}
_TIMES = {"*": "x"}
_SIGNS = {
    "==": "is",
    "!=": "is not",
    "<": "is below",
    ">": "is above",
    "<=": "is at most",
    ">=": "is at least",
}
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


class Words:
    """Reads formulas of one calculator."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        rolls = [step for step in record["steps"] if step["do"] == "roll" and step["name"] != "dice"]
        sums = [step for step in record["steps"] if step["do"] == "tally" and " of " in step["title"]]
        self.labels = {
            **_PLAIN,
            **{step["name"]: f"the {step['title'][:1].lower()}{step['title'][1:]}" for step in sums},
            **{step["name"]: f"the roll of {step['label']}" for step in rolls},
            **{each["name"]: each["label"] for each in (*record["outcome"], *record["inputs"])},
        }
        self.guards: dict[tree.Node, set[str]] = {}
        """The conditions of questions, each with the names of the questions that have it."""
        for given in record["inputs"]:
            if given.get("when"):
                self.guards.setdefault(parse(given["when"]), set()).add(given["name"])
        self.results = {
            each["name"]: each["words"]
            for each in record["outcome"]
            if {*each.get("words", ())} == {"yes", "no"}
        }
        """The words for yes and no of a result: success and failure."""
        self.choices = {
            given["name"]: {choice["key"]: choice.get("label", choice["key"]) for choice in given["choices"]}
            for given in record["inputs"]
            if given["kind"] == "choice"
        }

    def condition(self, formula: str, added: str = "") -> str:
        """Return a condition in words: `Range: near or not In cover`.

        That an amount `added` is not 0 is left out, and so is the condition of a question that another part is about.
        """
        node = parse(formula)
        if added and node == parse(f"{added} != 0"):
            return ""
        return self._condition(self._shortened(node, added), within=False)

    def _shortened(self, node: tree.Node, added: str) -> tree.Node:
        """Return a condition without the parts that another one implies."""
        if not (isinstance(node, tree.Logic) and node.operator == "and"):
            return node
        parts = [part for part in _parts(node) if not added or part != parse(f"{added} != 0")]
        asked = {name for part in parts if part not in self.guards for name in _names(part)} | {added}
        kept = [part for part in parts if not asked & self.guards.get(part, set())] or parts
        return kept[0] if len(kept) == 1 else tree.Logic("and", tuple(kept))

    def amount(self, formula: object) -> str:
        """Return an amount in words: `Men / 2 rounded down`, `9 if Class: Guard, otherwise 8`."""
        return self._value(parse(str(formula)))

    def _name(self, name: str) -> str:
        return self.labels.get(name) or name.replace("_", " ")

    def _condition(self, node: tree.Node, within: bool) -> str:
        """Return a condition in words; in brackets if it has several parts and is `within` another one."""
        if band := _band(node):
            low, value, high = map(self._value, band)
            return f"{value} is {low} to {high}"
        if isinstance(node, tree.Logic):
            parts = list(dict.fromkeys(self._condition(part, within=True) for part in node.parts))
            if node.operator == "or":
                parts = _with_common_head(parts)
            text = f" {node.operator} ".join(parts)
            return f"({text})" if within and len(parts) > 1 else text
        if isinstance(node, tree.Not):
            if isinstance(node.operand, tree.Name) and node.operand.path[0] in self.results:
                return str(self.results[node.operand.path[0]]["no"])
            return f"not {self._condition(node.operand, within=True)}"
        if isinstance(node, tree.Compare):
            return self._comparison(node)
        if isinstance(node, tree.Name) and node.path[0] in self.results:
            return str(self.results[node.path[0]]["yes"])
        return self._value(node)

    def _comparison(self, node: tree.Compare) -> str:
        left, right, sign = node.left, node.right, node.operator
        if isinstance(left, tree.Const) and sign in _TURNED:
            left, right, sign = right, left, _TURNED[sign]
        name = left.path[0] if isinstance(left, tree.Name) else ""
        if sign == "==" and name in self.choices and isinstance(right, tree.Const):
            return f"{self._name(name)}: {self.choices[name].get(str(right.value), right.value)}"
        if sign == "in" and name in self.choices and isinstance(right, tree.Listing):
            labels = [str(self.choices[name].get(str(item.value), item.value)) for item in right.items]
            return f"{self._name(name)}: {' or '.join(labels)}"
        return f"{self._value(left)} {_SIGNS.get(sign, sign)} {self._value(right)}"

    def _value(self, node: tree.Node) -> str:
        if isinstance(node, tree.Name):
            return self._name(node.path[0])
        if isinstance(node, tree.Const):
            words = {"True": "yes", "False": "no", "None": "nothing"}
            return words.get(str(node.value), str(node.value))
        if isinstance(node, tree.Choose):
            test = self._condition(node.test, within=True)
            return f"{self._operand(node.then)} if {test}, otherwise {self._value(node.other)}"
        if isinstance(node, tree.Negate):
            return f"-{self._value(node.operand)}"
        if isinstance(node, tree.Arithmetic):
            if node.operator == "//":
                whole = _rounded_up(node)
                rounded = "up" if whole else "down"
                return f"{self._operand(whole or node.left)} / {self._operand(node.right)} rounded {rounded}"
            return f"{self._operand(node.left)} {_TIMES.get(node.operator, node.operator)} {self._operand(node.right)}"
        if isinstance(node, tree.Call) and node.function == "number":
            return self._value(node.arguments[0])
        if isinstance(node, tree.Call) and node.function in _ENDS and len(node.arguments) == 2:
            return (
                f"{self._value(node.arguments[0])}, {_ENDS[node.function]} {self._value(node.arguments[1])}"
            )
        if isinstance(node, tree.Call):
            return f"{node.function} of {', '.join(map(self._value, node.arguments))}"
        return "a formula"

    def _operand(self, node: tree.Node) -> str:
        """Return a number of a calculation in words; in brackets if it has a condition or is calculated itself."""
        text = self._value(node)
        return f"({text})" if isinstance(node, tree.Choose | tree.Arithmetic) else text


def _rounded_up(node: tree.Arithmetic) -> tree.Node | None:
    """Return what a division rounds up, as in `(men + 1) // 2`; None if it rounds down."""
    left, by = node.left, node.right
    if isinstance(left, tree.Arithmetic) and left.operator == "+" and isinstance(by, tree.Const):
        more = left.right
        if isinstance(more, tree.Const) and isinstance(by.value, int) and more.value == by.value - 1:
            return left.left
    return None


def _with_common_head(parts: list[str]) -> list[str]:
    """Return alternatives without what they have in common but once: `Class: guard`, `raw` of `Class: raw`."""
    for sign in (": ", " is "):
        head = f"{parts[0].partition(sign)[0]}{sign}"
        if not head.startswith("(") and all(part.startswith(head) for part in parts):
            return [parts[0], *(part.removeprefix(head) for part in parts[1:])]
    return parts


def _band(node: tree.Node) -> tuple[tree.Node, tree.Node, tree.Node] | None:
    """Return the parts of a condition such as `3 <= men <= 5`; None for any other."""
    if not (isinstance(node, tree.Logic) and node.operator == "and" and len(node.parts) == 2):
        return None
    low, high = node.parts
    if not (isinstance(low, tree.Compare) and isinstance(high, tree.Compare)):
        return None
    is_band = (
        low.operator == high.operator == "<=" and low.right == high.left and isinstance(low.left, tree.Const)
    )
    return (low.left, low.right, high.right) if is_band else None


def _parts(node: tree.Node) -> Iterator[tree.Node]:
    """Yield the parts that a condition joins with `and`, those of parts in brackets too; a band is one part."""
    if isinstance(node, tree.Logic) and node.operator == "and" and not _band(node):
        for part in node.parts:
            yield from _parts(part)
    else:
        yield node


def _nodes(node: tree.Node) -> Iterator[tree.Node]:
    """Yield a formula and all of its parts."""
    yield node
    for part in tree.parts_of(node):
        yield from _nodes(part)


def _names(node: tree.Node) -> Iterator[str]:
    """Yield the names in a formula."""
    return (each.path[0] for each in _nodes(node) if isinstance(each, tree.Name))
