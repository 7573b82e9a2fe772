"""Plain questions to the author of a game, answered in a terminal or by `--answer NAME=TEXT`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.cli.output import print_text
from companion.errors import Refused, shortened

Check = Callable[[str], str]
"""Returns the answer as it is used; raises Refused for one that is not allowed."""
MOST_ANSWERS = 500
"""Most questions of one interview, so that no list of answers can be endless."""
MISSING = "\0"
"""Stands for an answer that is missing, until `finish` lists all of them."""


class Question(NamedTuple):
    """A question in plain words."""

    name: str
    """Name for `--answer`."""
    says: str
    """The question, without a question mark at the end where it names a thing."""
    example: str = ""
    """An answer as an example."""
    default: str | None = None
    """Answer of an empty line; None if an answer is needed."""
    default_says: str = ""
    """Meaning of an empty line, in words; the default itself if empty."""
    explains: str = ""
    """Text that `?` prints."""
    check: Check = str
    lists: bool = False
    """Whether the question lists its answers, so that no example is shown."""


class Interview:
    """Asks questions one after the other. Nothing may be written before `finish`."""

    def __init__(self, answers: Sequence[str], asks: bool | None = None) -> None:
        """`answers` are NAME=TEXT; `asks` tells whether there is a terminal, None to find out. Raises Refused."""
        self.given = dict(_pair(answer) for answer in answers)
        self.asks = has_terminal() if asks is None else asks
        self.used: list[str] = []
        """Names of the questions so far."""
        self.missing: list[Question] = []

    def ask(self, question: Question) -> str:
        """Return the answer; MISSING if there is none and nobody can be asked. Raises Refused."""
        self.used.append(question.name)
        if len(self.used) > MOST_ANSWERS:
            raise Refused(f"more than {MOST_ANSWERS} questions; finish the file in an editor")
        if question.name in self.given:
            return self._check_given(question)
        if self.asks:
            return _ask(question)
        if question.default is not None:
            return question.default
        self.missing.append(question)
        return MISSING

    def ask_yes(self, question: Question) -> bool:
        """Return whether the answer is yes. Raises Refused."""
        return self.ask(question._replace(check=yes_or_no)) == "yes"

    def say(self, text: str) -> None:
        """Print a line between questions; nothing if nobody is asked."""
        if self.asks:
            print_text(text)

    def finish_missing(self) -> None:
        """Raise Refused if an answer is missing."""
        if self.missing:
            options = " ".join(_option(each) for each in dict.fromkeys(self.missing))
            raise Refused(f"answers are missing; in a terminal they are asked, else add: {options}")

    def finish(self) -> None:
        """Raise Refused if an answer is missing or has no question."""
        self.finish_missing()
        unknown = [name for name in self.given if name not in self.used]
        if unknown:
            known = ", ".join(dict.fromkeys(self.used))
            raise Refused(f"--answer {unknown[0]}: no question has this name; there were {known}")

    def _check_given(self, question: Question) -> str:
        text = self.given[question.name].strip()
        if not text and question.default is not None:
            return question.default
        try:
            return question.check(text)
        except Refused as error:
            raise Refused(f"--answer {question.name}: {error}") from None


def has_terminal() -> bool:
    """Return whether questions can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _ask(question: Question) -> str:
    """Ask in the terminal until the answer is allowed."""
    example = f" (as in {question.example})" if question.example and not question.lists else ""
    default = ""
    if question.default is not None:
        default = f" [Enter: {question.default_says or question.default or 'nothing'}]"
    print_text(f"{question.says}{example}{default}")
    while True:
        try:
            text = input("> ").strip()
        except EOFError:
            raise Refused("the answers ended before everything was asked; nothing was written") from None
        if text == "?":
            print_text(
                question.explains or "Type an answer, or press Enter for the one in brackets.", "  ", "  "
            )
            continue
        if not text and question.default is not None:
            return question.default
        try:
            if not text:
                raise Refused(
                    "An answer is needed. ? explains the question; Ctrl+C stops, and nothing is written."
                )
            return question.check(text)
        except Refused as error:
            print_text(str(error))


def _option(question: Question) -> str:
    """The option that answers a question, with its example."""
    text = question.example or "TEXT"
    quoted = (
        f"'{question.name}={text}'"
        if set(text + question.name) & set(" *|&;<>()$")
        else f"{question.name}={text}"
    )
    return f"--answer {quoted}"


def _pair(answer: str) -> tuple[str, str]:
    name, sign, text = answer.partition("=")
    if not sign or not name.strip():
        raise Refused(f"{shortened(answer)!r} is not NAME=TEXT, as in --answer cite=3.1")
    return name.strip(), text


def yes_or_no(text: str) -> str:
    """Return yes or no. Raises Refused."""
    word = {"y": "yes", "n": "no"}.get(text.lower(), text.lower())
    if word not in ("yes", "no"):
        raise Refused(f"{shortened(text)!r} is not yes or no")
    return word


def one_of(choices: Sequence[str]) -> Check:
    """Return a check that takes one of `choices`, or its number from 1."""

    def check(text: str) -> str:
        if text.isdecimal() and 0 < int(text[:9]) <= len(choices) and text not in choices:
            return choices[int(text[:9]) - 1]
        for choice in choices:
            if text.casefold() == choice.casefold():
                return choice
        numbered = ", ".join(f"{number} {choice}" for number, choice in enumerate(choices, 1))
        raise Refused(f"{shortened(text)!r} is not one of: {numbered}")

    return check
