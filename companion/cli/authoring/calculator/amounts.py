"""Reads the amount of a modifier, and asks for it if it is not printed: a number, or the answer to a question."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from companion.cli.authoring.calculator.conditions import all_of
from companion.cli.authoring.calculator.draft import Draft, Option
from companion.cli.authoring.calculator.other_side import BOTH, mirrored, sides_in
from companion.cli.authoring.calculator.questions import number_domain
from companion.cli.authoring.calculator.values import a_number
from companion.cli.authoring.labels import leaves_out, named_by
from companion.cli.authoring.printed.modifiers import read_printed, without_limit
from companion.errors import Refused

_COLUMNS = re.compile(
    r"(^|.*\S\s+)(\d{1,2})\s*(?:columns?\s+)?(?:to\s+the\s+)?(l|r|left|right)", re.IGNORECASE
)
"""A number of columns, alone or after the modifier, as charts and answers print it: `Howitzer 1 left`, `2R`."""
IN_WORDS = re.compile(r"(.*\S)\s+[+\-\u2212\u2013]\s?([^\W\d].*)")
"""A modifier with its amount in words: `Leader + his rating`."""
_MINUS = ("-", "\u2212", "\u2013")
_NEW = "+"
"""Placeholder for a new question that gives the amount."""
_AMOUNT = (
    "A number with its sign, or the label of a question: Men adds its answer, -Men subtracts it. new asks the player "
    "for the number."
)
_OF_OTHER = "A number, or the label of a question that the other side answers. < goes back to the first side."
_BY_ANSWER = "One number for each answer, in the order of the list. An answer with 0 becomes no modifier."


class Amount(NamedTuple):
    """The amount of a modifier."""

    label: str
    """The modifier without its amount."""
    add: str
    """A number or a formula."""
    guard: str = ""
    """The condition under which its question is asked; empty for always."""
    of_other: Option | None = None
    """Amount for the other side, with its condition, unless it is the same by its own answers."""
    most: int = 0
    """Largest amount in all, without its sign; 0 for no printed limit."""


def read_amount(draft: Draft, name: str, typed: str, whose: str, sides: tuple[str, ...]) -> Amount:
    """Return label and amount of a typed modifier; ask for a missing amount, for each side if it counts for both."""
    plain, most = without_limit(typed)
    label, printed, _ = read_printed(signed(draft, plain))
    if printed:
        return Amount(label, a_number()(printed.replace(" ", "")), most=most)
    typed = label
    taken = typed[1:].strip().casefold() if typed.startswith(_MINUS) else ""
    for option in draft.numbers():
        if option.label.casefold() == taken:
            return Amount(option.label, f"-{option.value}", option.guard)
    return _ask_amount(draft, name, typed, whose, sides)._replace(most=most)


def signed(draft: Draft, text: str) -> str:
    """Return the text of a modifier with columns to the left or right as a number with its sign."""
    return with_sign(text) if draft.counts_columns else text


def with_sign(text: str) -> str:
    """Return a text that ends in columns to the left or right with a number and its sign instead: `Howitzer -1`."""
    found = _COLUMNS.fullmatch(text)
    return f"{found[1]}{'+' if found[3][0] in 'rR' else '-'}{found[2]}" if found else text


def is_shift(text: str) -> bool:
    """Return whether the text of a modifier ends in a number of columns to the left or right: `Howitzer 1 left`."""
    found = _COLUMNS.fullmatch(text)
    return found is not None and bool(found[1])


def own_side(label: str, whose: str, sides: tuple[str, ...]) -> str:
    """Return the side whose answers decide a modifier of a side or of both."""
    return (sides_in(label, sides) or sides)[0] if whose == BOTH else whose


def _ask_amount(draft: Draft, name: str, label: str, whose: str, sides: tuple[str, ...]) -> Amount:
    """Ask for the amount of a modifier."""
    side = own_side(label, whose, sides) if sides else ""
    numbers = _numbers_of(draft, side, sides)
    names = "".join(f"{option.label}; " for option in numbers)
    new = f"new (a new question{' for each side' if whose == BOTH else ''})"
    says = f"What does {label} add{f' for {side}' if side else ''}: a number; {names}or {new}"
    usual = _usual(label, side, numbers)
    typed = draft.need(
        f"{name}-add",
        says,
        "-1",
        default=usual.value if usual else None,
        default_says=usual.label if usual else "",
        check=lambda text: _NEW if text.casefold() == "new" else _read(draft, text),
        explains=_AMOUNT,
    )
    if typed == _NEW:
        words = IN_WORDS.fullmatch(label)
        question = f"{words[1]}, {words[2]}" if words else label
        domain = number_domain(draft, f"{name}-add", question)
        return Amount(label, draft.add_input(question, "number", **domain))
    of_other = _ask_other(draft, name, typed, side, sides) if whose == BOTH else None
    return Amount(label, typed, _guard(draft, typed), of_other)


def _ask_other(draft: Draft, name: str, add: str, side: str, sides: tuple[str, ...]) -> Option | None:
    """Ask for the amount for the other side; None if it is the same, or the same question of that side.

    Enter takes nothing if the question of the first side names no side: both sides would have the same answer.
    """
    other = next(each for each in sides if each != side)
    asked = next((option for option in draft.numbers() if option.value == add.lstrip("-")), None)
    label = mirrored(asked.label, side, other) if asked else ""
    usual: str | None = add
    if asked:
        sign = add.removesuffix(asked.value)
        same = next((option.value for option in draft.numbers() if option.label == label), _NEW)
        usual = None if label == asked.label else f"{sign}{same}" if same != _NEW else _NEW
    is_new = usual == _NEW
    numbers = "; ".join(option.label for option in _numbers_of(draft, other, sides))
    says = f"And what does it add for {other}"
    typed = draft.need(
        f"{name}-add-2",
        says if usual or not numbers else f"{says}: a number, or {numbers}",
        "-1",
        default=usual,
        default_says=f"{'a new question, ' if is_new else ''}{label}" if asked else "",
        check=lambda text: _read(draft, text),
        explains=_OF_OTHER,
    )
    return None if typed == usual else Option(other, typed, guard=_guard(draft, typed))


def _read(draft: Draft, text: str) -> str:
    """Return the formula of a typed amount, a number or the label of a question. Raises Refused."""
    known = {option.label.casefold(): option.value for option in draft.numbers()}
    text = signed(draft, text)
    given = known.get(text.lstrip("+-\u2212\u2013 ").casefold())
    if given is None:
        return a_number()(text)
    return given if not text.startswith(_MINUS) else f"-{given}"


def _guard(draft: Draft, add: str) -> str:
    """Return the condition under which the question of an amount is asked; empty for always."""
    return next((option.guard for option in draft.numbers() if option.value == add.lstrip("-")), "")


def _numbers_of(draft: Draft, side: str, sides: tuple[str, ...]) -> list[Option]:
    """Return the questions for a number that do not name the other side."""
    return [option for option in draft.numbers() if sides_in(option.label, sides) in ([], [side])]


def _usual(label: str, side: str, numbers: list[Option]) -> Option | None:
    """Return the question that Enter takes as an amount: it has the same label, or the same words; None if unsure."""
    for option in numbers:
        if option.label.casefold() == label.casefold():
            return option
    found = [
        option
        for option in numbers
        if not leaves_out(f"{side} {label}", option.label) and not leaves_out(option.label, label)
    ]
    return found[0] if len(found) == 1 else None


def choice_named(
    draft: Draft, typed: str, whose: str = "", sides: tuple[str, ...] = ()
) -> tuple[str, dict[str, Any]] | None:
    """Return the label of a modifier without an amount that names a question with several choices, and the question."""
    if read_printed(signed(draft, typed)).add:
        return None
    words = IN_WORDS.fullmatch(typed)
    head, _, rest = (part.strip() for part in typed.partition(":"))
    label = words[1] if words else head
    choices = {given["label"]: given for given in draft.inputs if given["kind"] == "choice"}
    side = own_side(label, whose, sides) if sides else ""
    named = named_by(label, list(choices)) or named_by(f"{side} {label}", list(choices))
    if side and len(named) > 1:
        named = tuple(each for each in named if sides_in(each, sides) == [side])
    if len(named) != 1 or rest.casefold() in map(str.casefold, _answers(choices[named[0]])):
        return None
    return label, choices[named[0]]


def _answers(given: dict[str, Any]) -> list[str]:
    """Return the labels of the answers to a question with several choices."""
    return [str(choice.get("label", choice["key"])) for choice in given["choices"]]


def ask_by_answer(
    draft: Draft, name: str, label: str, given: dict[str, Any], says: str
) -> list[dict[str, str]]:
    """Ask what each answer of a question with several choices adds, and return a modifier for each that adds some.

    `says` begins the question.
    """
    answers = _answers(given)
    number = a_number()

    def numbers(text: str) -> list[str]:
        typed = [number(signed(draft, part)) for part in re.split(r"[\s,;]+", text.strip(" ,;"))]
        if len(typed) != len(answers):
            says = f"{len(answers)} numbers are needed, one for each answer: {', '.join(answers)}"
            raise Refused(f"{says}; 0 for an answer that adds nothing")
        return typed

    typed = draft.need(
        f"{name}-by-answer",
        f"{says}What does each answer of {given['label']} add: {', '.join(answers)}",
        " ".join(map(str, range(len(answers)))),
        check=lambda text: " ".join(numbers(text)),
        explains=_BY_ANSWER,
    )
    return [
        {
            "label": f"{label}: {answer}",
            "add": add,
            "when": all_of([given.get("when", ""), f"{given['name']} == '{choice['key']}'"]),
        }
        for answer, choice, add in zip(answers, given["choices"], numbers(typed), strict=True)
        if add != "0"
    ]
