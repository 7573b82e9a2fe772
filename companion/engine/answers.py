"""From what was typed or sent to typed answers, or a refusal that names the legal domain."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from companion.formula import Unanswered, compiled
from companion.model import Choice, Input, Refused
from companion.model.answer_path import row_order
from companion.model.wording import agreeing

YES = {"yes", "y", "true", "on", "1"}
NO = {"no", "n", "false", "off", "0"}
LARGEST = 1_000_000
"""Largest number anyone may answer."""
MOST_ROWS = 50


@dataclass(slots=True)
class CheckedAnswers:
    """Answers in the engine's types."""

    values: dict[str, Any] = field(default_factory=dict)
    """By input; what is not answered yet is absent."""
    missing: list[str] = field(default_factory=list)
    """Inputs, as paths, that still need an answer."""
    asked: list[str] = field(default_factory=list)
    """Inputs, as paths, that count here."""
    unused: list[str] = field(default_factory=list)
    """What was given although it is not asked here."""


def take_answers(inputs: Sequence[Input], given: Mapping[str, Any], where: str = "") -> CheckedAnswers:
    """The answers `given` to `inputs`.

    Raises Refused for an unknown input or an answer outside its domain. What is missing is no error here.
    """
    known = {question.name for question in inputs}
    for name in given:
        if name not in known:
            raise Refused(f"no input {where}{name}{_nearest(name, known)}", f"{where}{name}")
    taken = CheckedAnswers()
    for question in inputs:
        _take_one(question, given.get(question.name), question.name in given, taken, where, {})
    return taken


def ways_to_answer(inputs: Sequence[Input], given: Mapping[str, Any], most: int) -> list[dict[str, Any]]:
    """The values of every way to answer what `given` leaves open; none where they are endless or more than `most`."""
    ways: list[dict[str, Any]] = []
    for values in _ways(inputs, given, {}, 0):
        if values is None or len(ways) == most:
            return []
        ways.append(values)
    return ways


def _ways(
    inputs: Sequence[Input], given: Mapping[str, Any], values: dict[str, Any], place: int
) -> Iterator[dict[str, Any] | None]:
    """The ways that begin with these values of the inputs before `place`; None where there is no end of them."""
    taken = CheckedAnswers(values)
    for number in range(place, len(inputs)):
        question = inputs[number]
        try:
            _take_one(question, given.get(question.name), question.name in given, taken, "", {})
        except Refused:
            return
        if not taken.missing:
            continue
        domain = _domain(question, taken.values) if taken.missing == [question.name] else None
        if domain is None:
            yield None
            return
        for value in domain:
            yield from _ways(inputs, given, {**taken.values, question.name: value}, number + 1)
        return
    yield taken.values


def _domain(question: Input, scope: Mapping[str, Any]) -> Iterable[Any] | None:
    """Every legal answer, None where they are not to be counted."""
    if question.kind == "choice":
        return dict.fromkeys(choice.key for choice in legal_choices(question, scope))
    if question.kind == "number" and question.least is not None and question.most is not None:
        return range(question.least, question.most + 1)
    return None


def _take_one(
    question: Input, value: Any, is_given: bool, taken: CheckedAnswers, where: str, outer: Mapping[str, Any]
) -> None:
    path = where + question.name
    scope = {**outer, **taken.values}
    if not asked_now(question, scope):
        if is_given and value is not None and value != "":
            typed_answer(question, value, path, scope, CheckedAnswers())
            taken.unused.append(path)
        _neutral(question, taken)
        return
    taken.asked.append(path)
    if is_given and value is not None and value != "":
        inner = CheckedAnswers()
        taken.values[question.name] = typed_answer(question, value, path, scope, inner)
        taken.missing += inner.missing
        taken.asked += inner.asked
        taken.unused += inner.unused
        return
    _left_out(question, taken, path, scope)


def asked_now(question: Input, scope: Mapping[str, Any]) -> bool:
    """Whether an input is asked, given the answers so far; not while what decides it is open."""
    if not question.when:
        return True
    try:
        return bool(compiled(question.when)(scope))
    except Unanswered:
        return False


def _neutral(question: Input, taken: CheckedAnswers) -> None:
    """A yes/no that is not asked is no, a set is empty, what may be left out is nothing; others have no value."""
    if question.kind == "yes-no":
        taken.values[question.name] = False
    elif question.kind == "set":
        taken.values[question.name] = frozenset()
    elif question.may_be_nothing:
        taken.values[question.name] = None


def _left_out(question: Input, taken: CheckedAnswers, path: str, scope: Mapping[str, Any]) -> None:
    if question.kind == "yes-no":
        taken.values[question.name] = question.rule == "yes"
    elif question.kind == "set":
        taken.values[question.name] = frozenset()
    elif question.kind == "group":
        inner = CheckedAnswers()
        taken.values[question.name] = typed_answer(question, {}, path, scope, inner)
        taken.missing += inner.missing
        taken.asked += inner.asked
    elif question.may_be_nothing:
        taken.values[question.name] = None
    elif question.rule:
        taken.values[question.name] = int(question.rule) if question.kind == "number" else question.rule
    elif question.kind == "rows" and not question.least:
        taken.values[question.name] = ()
    else:
        taken.missing.append(path)


def typed_answer(
    question: Input, value: Any, path: str, scope: Mapping[str, Any], inner: CheckedAnswers
) -> Any:
    """`value` in the type of the input. Raises Refused with the domain."""
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
            return _fields(question, value, path, scope, inner)
        case "rows":
            return _rows(question, value, path, scope, inner)
        case "borrowed":
            raise Refused(f"{path} was not filled in when the data was loaded", path)


def legal_choices(question: Input, scope: Mapping[str, Any]) -> list[Choice]:
    """The choices that may be taken now; one whose condition is open may."""
    legal = []
    for choice in question.choices:
        try:
            if not choice.when or compiled(choice.when)(scope):
                legal.append(choice)
        except Unanswered:
            legal.append(choice)
    return legal


def domain_words(question: Input, scope: Mapping[str, Any]) -> str:
    """The legal domain in words."""
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
        case "rows":
            return "rows of " + ", ".join(inner.name for inner in question.fields)
        case "borrowed":
            return f"as {question.of} {question.input}"


def _yes_no(value: Any, path: str) -> bool:
    if isinstance(value, bool):
        return value
    if _endless(value):
        raise Refused(f"{path}: {_shown(value)} is neither yes nor no", path)
    word = str(value).strip().lower()
    if word in YES:
        return True
    if word in NO:
        return False
    raise Refused(f"{path}: {_shown(value)} is neither yes nor no", path)


def _number(question: Input, value: Any, path: str) -> int:
    domain = domain_words(question, {})
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise Refused(f"{path}: {_shown(value)} is not a whole number; legal is {domain}", path)
    if isinstance(value, int) and abs(value) > LARGEST:
        raise Refused(f"{path}: the number is too large; legal is {domain}", path)
    text = str(value).strip().replace("−", "-")
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise Refused(f"{path}: {_shown(value)} is not a whole number; legal is {domain}", path)
    number = int(text)
    most = LARGEST if question.most is None else question.most
    least = -LARGEST if question.least is None else question.least
    if not least <= number <= most:
        raise Refused(f"{path}: {number} is outside the domain, {domain}", path)
    return number


def _choice(choices: list[Choice], value: Any, path: str) -> str:
    keys = list(dict.fromkeys(choice.key for choice in choices))
    if _endless(value):
        raise Refused(f"{path}: {_shown(value)} is not one of {', '.join(keys)}", path)
    text = str(value).strip()
    if not isinstance(value, bool) and text in keys:
        return text
    loose = [key for key in keys if key.lower() == text.lower().replace(" ", "_").replace("-", "_")]
    loose = loose or [choice.key for choice in choices if choice.label.lower() == text.lower()]
    if len(set(loose)) == 1 and not isinstance(value, bool):
        return loose[0]
    raise Refused(f"{path}: {_shown(value)} is not one of {', '.join(keys)}", path)


def _members(value: Any, path: str) -> list[Any]:
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    if isinstance(value, list | tuple | set | frozenset):
        return list(value)
    raise Refused(f"{path}: {_shown(value)} is not a list of choices", path)


def _fields(
    question: Input, value: Any, path: str, scope: Mapping[str, Any], inner: CheckedAnswers
) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise Refused(f"{path}: {_shown(value)} is not {domain_words(question, scope)}", path)
    known = {field.name for field in question.fields}
    for name in value:
        if name not in known:
            raise Refused(f"no input {path}.{name}{_nearest(str(name), known)}", f"{path}.{name}")
    fields = CheckedAnswers()
    outer = {
        name: known for name, known in scope.items() if name not in {own.name for own in question.fields}
    }
    for inner_question in question.fields:
        _take_one(
            inner_question,
            value.get(inner_question.name),
            inner_question.name in value,
            fields,
            f"{path}.",
            outer,
        )
    inner.missing += fields.missing
    inner.asked += fields.asked
    inner.unused += fields.unused
    return fields.values


def _rows(
    question: Input, value: Any, path: str, scope: Mapping[str, Any], inner: CheckedAnswers
) -> tuple[dict[str, Any], ...]:
    if isinstance(value, Mapping):
        value = [value[key] for key in sorted(value, key=row_order)]
    if not isinstance(value, list | tuple):
        raise Refused(f"{path}: {_shown(value)} is not {domain_words(question, scope)}", path)
    least, most = question.least or 0, MOST_ROWS if question.most is None else question.most
    if len(value) > most:
        legal = "legal is an empty list" if most == 0 else f"at most {most}"
        raise Refused(f"{path}: {len(value)} {agreeing(len(value), 'rows')}; {legal}", path)
    if len(value) < least:
        inner.missing.append(path)
    return tuple(
        _fields(question, row, f"{path}.{number}", scope, inner) for number, row in enumerate(value, 1)
    )


def _nearest(name: str, known: set[str]) -> str:
    close = get_close_matches(name, known, 1)
    return f"; did you mean {close[0]}?" if close else f"; there are {', '.join(sorted(known)) or 'none'}"


def _endless(value: Any) -> bool:
    """A number with more digits than anyone writes out."""
    return isinstance(value, int) and abs(value) > LARGEST


def _shown(value: Any) -> str:
    if isinstance(value, int) and abs(value) > LARGEST:
        return "a number that large"
    text = value if isinstance(value, str) else f"{type(value).__name__} {str(value)[:30]}"
    if isinstance(value, bool | int | float):
        text = str(value)
    return repr(text if len(text) <= 40 else text[:40] + "...") if isinstance(value, str) else text
