"""A question to the author of a game: what is shown with it, what Enter stands for, and what `?` prints."""

from __future__ import annotations

from shlex import quote
from typing import NamedTuple

from companion.cli.authoring.answer_checks import Check, yes_or_no
from companion.cli.authoring.kept_answers import Answers
from companion.errors import Refused, shortened
from companion.model.wording import counted

BACK, NOTHING, REST = "<", "-", ">"
"""Typed to go back to the previous question, to give no answer although Enter would accept an earlier one, and to
answer all questions that follow as Enter does.
"""


class Question(NamedTuple):
    """A question to the author."""

    name: str
    """Name for `--answer`."""
    says: str
    """Text of the question; ends with a question mark only if it is a full sentence."""
    example: str = ""
    """Example of an answer."""
    default: str | None = None
    """Answer that Enter stands for; None if an answer is required."""
    default_says: str = ""
    """Description of the default; if empty, the default itself is shown."""
    explains: str = ""
    """Explanation that `?` prints, in one or several lines."""
    check: Check = str
    lists: bool = False
    """Whether the text lists the possible answers, so that no example is needed."""
    is_kept: bool = True
    """Whether the answer is saved in the draft."""
    is_asked: bool = True
    """Whether to ask despite a default; if not, the default applies unless `--answer` overrides it."""
    changes_only: bool = False
    """Whether to ask once the author wants to change the answer, although `is_asked` is not set."""
    adapted: Check = str
    """Returns the part of an earlier answer that can still be given."""
    shows: tuple[str, ...] = ()
    """Lines that `?` prints as they are, before its explanation."""
    label: str = ""
    """Short name, with which the next interview lists the answer as one to keep or change; empty if it does not."""
    among: tuple[str, ...] = ()
    """Possible answers; the next interview keeps an answer only if they are the same."""
    described: Check = str
    """Returns the default or an earlier answer as it is shown in brackets."""


class Answered(NamedTuple):
    """A question that is answered."""

    question: Question
    value: str
    """The answer in its final form."""


def has_example(question: Question) -> bool:
    """Return whether an answer is shown as an example: not where the answers are listed, or where Enter takes it."""
    shown = question.example not in ("", question.default)
    return shown and not question.lists and question.check is not yes_or_no


def allowed(question: Question, earlier: str) -> str:
    """Return an earlier answer; empty if it is no longer valid, or if it is the default."""
    try:
        earlier = question.adapted(earlier)
        is_default = not earlier or question.check(earlier) == question.default
    except Refused:
        return ""
    return "" if is_default else earlier


def enter_words(question: Question, earlier: str) -> str:
    """Return what Enter stands for, in brackets; empty if an answer must be typed."""
    default = question.default_says or question.described(question.default or "") or "nothing"
    if earlier:
        return f" [Enter: {question.described(earlier)}" + (
            "]" if question.default is None else f"; type {NOTHING} for {default}]"
        )
    return "" if question.default is None else f" [Enter: {default}]"


def help_lines(question: Question, goes_back: bool, takes_rest: bool = False) -> list[str]:
    """Return what `?` prints: an explanation, an example, and what `<` and `>` do."""
    lines = (question.explains or "Type an answer, or press Enter for the one in brackets.").splitlines()
    if has_example(question):
        lines.append(f"Example: {question.example}")
    if question.lists:
        lines.append("Type one of the answers in the list, or its number.")
    if goes_back:
        lines.append(f"{BACK} goes back to the previous question; your answers are kept.")
    if takes_rest and question.is_kept:
        lines.append(f"{REST} accepts what Enter stands for, here and in all questions that follow.")
    return lines


def option(question: Question) -> str:
    """Return the --answer option for a question, with its example."""
    text = question.example or "TEXT"
    return f"--answer {quote(f'{question.name}={text}')}"


def offer(answers: Answers, what: str) -> Question:
    """Return the question whether to continue a draft."""
    title = shortened(answers.given.get("title", ""))
    draft = f"{what}{f', {title},' if title else ''} with {counted(len(answers.given), 'answers')}"
    says = f"Found an unfinished {draft}. Continue it: yes, no or remove"
    explains = (
        f"yes continues at the question you answered last. no keeps this draft and starts another {what}. "
        "remove deletes the draft."
    )
    return Question("go-on", says, default="yes", explains=explains, check=_yes_no_or_remove)


def _yes_no_or_remove(text: str) -> str:
    """Return yes, no or remove. Raises Refused."""
    if text.lower() in ("r", "remove"):
        return "remove"
    try:
        return yes_or_no(text)
    except Refused:
        raise Refused(f"{shortened(text)!r} is not yes, no or remove") from None
