"""Checks answers: converts text and JSON to typed values, or refuses them and names the legal domain."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.errors import shortened
from companion.formula import Unanswered, compiled
from companion.formula.types import nearest_name
from companion.model import Choice, Input, Refused
from companion.model.answer_path import OPEN, answer_at, input_at, row_order
from companion.model.wording import counted

YES = {"yes", "y", "true", "on", "1"}
NO = {"no", "n", "false", "off", "0"}
LARGEST = 1_000_000
"""Largest number that is a legal answer."""
MOST_ROWS = 50


@dataclass(slots=True)
class CheckedAnswers:
    """Answers as typed values, and the paths of the inputs that are asked."""

    values: dict[str, Any] = field(default_factory=dict)
    """Value by input; an input without an answer is absent."""
    missing: list[str] = field(default_factory=list)
    """Paths of inputs that still need an answer."""
    asked: list[str] = field(default_factory=list)
    """Paths of the inputs that are asked, answered or not."""
    unused: list[str] = field(default_factory=list)
    """Paths of answers whose input is not asked."""


def take_answers(
    inputs: Sequence[Input], given: Mapping[str, Any], where: str = "", outer: Mapping[str, Any] | None = None
) -> CheckedAnswers:
    """Return the answers `given` to `inputs` as typed values.

    `where` is put before each path; `outer` are the values outside the group or row that conditions may read.
    Raises Refused for an unknown input or an answer outside its domain. A missing answer is not an error.
    """
    known = {question.name for question in inputs}
    for name in given:
        if name not in known:
            raise Refused(f"unknown input {where}{name}{nearest_name(str(name), known)}", f"{where}{name}")
    visible = {name: value for name, value in (outer or {}).items() if name not in known}
    taken = CheckedAnswers()
    for question in inputs:
        _take_one(question, given.get(question.name), taken, where, visible)
    return taken


def ways_to_answer(inputs: Sequence[Input], given: Mapping[str, Any], most: int) -> list[dict[str, Any]]:
    """Return the values of every way to complete the answers `given`; empty if there are more than `most`."""
    ways: list[dict[str, Any]] = [{}]
    for question in inputs:
        longer: list[dict[str, Any]] = []
        for values in ways:
            taken = CheckedAnswers(dict(values))
            try:
                _take_one(question, given.get(question.name), taken, "", {})
            except Refused:
                continue
            if not taken.missing:
                longer.append(taken.values)
                continue
            domain = _domain(question, taken.values) if taken.missing == [question.name] else None
            if domain is None or len(longer) + len(domain) > most:
                return []
            longer += [{**taken.values, question.name: value} for value in domain]
        ways = longer
    return ways


def _domain(question: Input, scope: Mapping[str, Any]) -> Sequence[Any] | None:
    """Return every legal answer; None if they cannot be listed."""
    if question.kind == "choice":
        return list(dict.fromkeys(choice.key for choice in legal_choices(question, scope)))
    if question.kind == "number" and question.least is not None and question.most is not None:
        return range(question.least, question.most + 1)
    return None


def _take_one(
    question: Input, value: Any, taken: CheckedAnswers, where: str, outer: Mapping[str, Any]
) -> None:
    """Add the answer to one input to `taken`; None and empty text are no answer, `OPEN` leaves it missing."""
    path = where + question.name
    scope = {**outer, **taken.values}
    is_given = value is not None and value != ""
    if not asked_now(question, scope):
        if is_given and value != OPEN:
            typed_answer(question, value, path, scope)
            taken.unused.append(path)
        _set_neutral(question, taken)
        return
    taken.asked.append(path)
    if value == OPEN:
        taken.missing.append(path)
    elif is_given:
        taken.values[question.name] = typed_answer(question, value, path, scope, taken)
    else:
        _set_default(question, taken, path, scope)


def asked_now(question: Input, scope: Mapping[str, Any]) -> bool:
    """Return whether an input is asked with the values so far; False while its condition is undecided."""
    if not question.when:
        return True
    try:
        return bool(compiled(question.when)(scope))
    except Unanswered:
        return False


def _set_neutral(question: Input, taken: CheckedAnswers) -> None:
    """Set the value of an input that is not asked: no, an empty set, nothing, or no value at all."""
    if question.kind == "yes-no":
        taken.values[question.name] = False
    elif question.kind == "set":
        taken.values[question.name] = frozenset()
    elif question.may_be_nothing:
        taken.values[question.name] = None


def _set_default(question: Input, taken: CheckedAnswers, path: str, scope: Mapping[str, Any]) -> None:
    """Set the default of an input that is asked and has no answer; without a default, note that it is missing."""
    if question.kind == "yes-no":
        taken.values[question.name] = question.rule == "yes"
    elif question.kind == "set":
        taken.values[question.name] = frozenset()
    elif question.kind == "group":
        taken.values[question.name] = typed_answer(question, {}, path, scope, taken)
    elif question.may_be_nothing:
        taken.values[question.name] = None
    elif question.rule:
        taken.values[question.name] = int(question.rule) if question.kind == "number" else question.rule
    elif question.kind == "rows" and not question.least:
        taken.values[question.name] = ()
    else:
        taken.missing.append(path)


def typed_answer(
    question: Input,
    value: Any,
    path: str = "",
    scope: Mapping[str, Any] | None = None,
    outer: CheckedAnswers | None = None,
) -> Any:
    """Return an answer as a typed value. Raises Refused with the legal domain.

    `path` is the input's name by default; `scope` are the values that conditions read; `outer` receives the paths of
    the fields of groups and rows.
    """
    path, scope = path or question.name, scope or {}
    match question.kind:
        case "yes-no":
            return _yes_no(value, path)
        case "number":
            return _number(question, value, path)
        case "choice":
            return _choice(legal_choices(question, scope), value, path)
        case "set":
            legal = legal_choices(question, scope)
            return frozenset(_choice(legal, member, path) for member in _members(value, path))
        case "group":
            return _fields(question, value, path, scope, outer or CheckedAnswers())
        case "rows":
            return _rows(question, value, path, scope, outer or CheckedAnswers())
        case "borrowed":
            raise Refused(f"borrowed input {path} was not resolved on loading", path)


def is_asked(inputs: Sequence[Input], taken: CheckedAnswers, path: str) -> bool:
    """Return whether an input is asked, or a member of a set may be ticked (`terrain=slope`), its condition decided."""
    path, _, member = path.partition("=")
    given = input_at(inputs, path)
    if given is None or path not in taken.asked:
        return False
    scope = {**taken.values, **answer_at(taken.values, path.rpartition(".")[0], {})}
    return not member or any(each.key == member for each in legal_choices(given, scope, undecided=False))


def legal_choices(question: Input, scope: Mapping[str, Any], undecided: bool = True) -> list[Choice]:
    """Return the choices that are legal now; with `undecided`, also those whose condition is undecided."""
    legal = []
    for choice in question.choices:
        try:
            if not choice.when or compiled(choice.when)(scope):
                legal.append(choice)
        except Unanswered:
            if undecided:
                legal.append(choice)
    return legal


def domain_words(question: Input, scope: Mapping[str, Any]) -> str:
    """Return the legal domain in words, as in `1 to 6` or `one of A, B`."""
    match question.kind:
        case "yes-no":
            return "yes or no"
        case "number":
            if question.least is not None and question.most is not None:
                return f"{question.least} to {question.most}"
            if question.least is not None:
                return f"{question.least} or more"
            return f"at most {question.most}" if question.most is not None else "a whole number"
        case "choice":
            return "one of " + ", ".join(
                dict.fromkeys(choice.key for choice in legal_choices(question, scope))
            )
        case "set":
            return "any of " + ", ".join(choice.key for choice in legal_choices(question, scope))
        case "rows" if question.most == 0:
            return "an empty list"
        case "group":
            return "a group of " + ", ".join(inner.name for inner in question.fields)
        case _:  # rows; loading a game replaces borrowed inputs
            return "rows of " + ", ".join(inner.name for inner in question.fields)


def _yes_no(value: Any, path: str) -> bool:
    word = _text(value).lower()
    if word in YES or word in NO:
        return word in YES
    raise Refused(f"{path}: {_shown(value)} is neither yes nor no", path)


def _number(question: Input, value: Any, path: str) -> int:
    domain = domain_words(question, {})
    if _is_huge(value):
        raise Refused(f"{path}: the number is too large; allowed: {domain}", path)
    text = str(value).strip().replace("−", "-")
    if not isinstance(value, int | str) or not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise Refused(f"{path}: {_shown(value)} is not a whole number; allowed: {domain}", path)
    number = int(text)
    most = LARGEST if question.most is None else question.most
    least = -LARGEST if question.least is None else question.least
    if not least <= number <= most:
        raise Refused(f"{path}: {number} is out of range; allowed: {domain}", path)
    return number


def _choice(choices: list[Choice], value: Any, path: str) -> str:
    keys = list(dict.fromkeys(choice.key for choice in choices))
    text = "" if isinstance(value, bool) else _text(value)
    if text in keys:
        return text
    word = _folded(text)
    matches = {key for key in keys if _folded(key) == word}
    matches = matches or {choice.key for choice in choices if choice.label and _folded(choice.label) == word}
    if len(matches) == 1:
        return matches.pop()
    raise Refused(f"{path}: {_shown(value)} is not one of {', '.join(keys)}", path)


def _folded(text: str) -> str:
    """Return the text of a choice for comparison: case, blanks, hyphens and underscores do not matter."""
    return text.casefold().replace("_", " ").replace("-", " ")


def _members(value: Any, path: str) -> list[Any]:
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    if isinstance(value, list | tuple | set | frozenset):
        return list(value)
    raise Refused(f"{path}: {_shown(value)} is not a list of choices", path)


def _fields(
    question: Input, value: Any, path: str, scope: Mapping[str, Any], outer: CheckedAnswers
) -> dict[str, Any]:
    """Return the values of a group's or row's fields, by name."""
    if not isinstance(value, Mapping):
        raise Refused(f"{path}: {_shown(value)} is not {domain_words(question, scope)}", path)
    inner = take_answers(question.fields, value, f"{path}.", scope)
    outer.missing += inner.missing
    outer.asked += inner.asked
    outer.unused += inner.unused
    return inner.values


def _rows(
    question: Input, value: Any, path: str, scope: Mapping[str, Any], outer: CheckedAnswers
) -> tuple[dict[str, Any], ...]:
    if isinstance(value, Mapping):
        value = [value[key] for key in sorted(value, key=row_order)]
    if not isinstance(value, list | tuple):
        raise Refused(f"{path}: {_shown(value)} is not {domain_words(question, scope)}", path)
    least, most = question.least or 0, MOST_ROWS if question.most is None else question.most
    if len(value) > most:
        legal = "the list must be empty" if most == 0 else f"at most {most}"
        raise Refused(f"{path}: {counted(len(value), 'rows')}; {legal}", path)
    if len(value) < least:
        outer.missing.append(path)
    return tuple(
        _fields(question, row, f"{path}.{number}", scope, outer) for number, row in enumerate(value, 1)
    )


def _is_huge(value: Any) -> bool:
    """Return whether a number is too long to be written out."""
    return isinstance(value, int) and abs(value) > LARGEST


def _text(value: Any) -> str:
    return "" if _is_huge(value) else str(value).strip()


def _shown(value: Any) -> str:
    """Return an answer as quoted in messages, cut to a readable length."""
    if _is_huge(value):
        return "a number that large"
    if isinstance(value, str):
        return repr(shortened(value))
    is_number = isinstance(value, bool | int | float)
    return str(value) if is_number else shortened(f"{type(value).__name__} {value}")
