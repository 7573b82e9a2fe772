"""Asks the author of a game one question in the terminal."""

from __future__ import annotations

from typing import NamedTuple

from companion.cli.authoring.answer_checks import yes_or_no
from companion.cli.authoring.question import (
    BACK,
    NOTHING,
    REST,
    Question,
    allowed,
    enter_words,
    has_example,
    help_lines,
)
from companion.cli.output import print_lines, print_text
from companion.errors import Refused


class GoBack(Exception):
    """The author wants to answer the previous question again."""


class TakeRest(Exception):
    """The author accepts what Enter stands for, here and in the questions that follow."""


class InputEnded(Refused):
    """The input ended before all questions were answered."""


class Typed(NamedTuple):
    """An answer typed by the author."""

    name: str
    text: str
    value: str
    """The answer in its final form."""


def entered(question: Question, earlier: str) -> Typed | None:
    """Return the answer that Enter stands for, an `earlier` one if there is one; None if an answer must be typed."""
    if earlier := allowed(question, earlier):
        value = question.check(earlier)
        return Typed(question.name, value if question.lists else earlier, value)
    return None if question.default is None else Typed(question.name, "", question.default)


def ask_in_terminal(
    question: Question, earlier: str, goes_back: bool = True, takes_rest: bool = False
) -> Typed:
    """Ask in the terminal until the answer is valid. Raises GoBack, TakeRest, and Refused at the end of input.

    `earlier` is a former answer that Enter takes, empty for none. `<` raises GoBack, if `goes_back`, and `>` TakeRest,
    if `takes_rest`.
    """
    earlier = allowed(question, earlier)
    example = f"for example {question.example}" if has_example(question) else ""
    if question.check is yes_or_no:
        example = "yes or no" if question.default is None else ""
    print_text(f"{question.says}{f' ({example})' if example else ''}{enter_words(question, earlier)}")
    while True:
        try:
            text = input("> ").strip()
        except EOFError:
            raise InputEnded("input ended before all questions were answered; nothing was written") from None
        if text == "?":
            print_lines(question.shows)
            for line in help_lines(question, goes_back, takes_rest):
                print_text(line, "  ", "  ")
            continue
        if text == BACK and goes_back:
            raise GoBack
        if text == REST and takes_rest and question.is_kept:
            raise TakeRest
        text = text or earlier
        is_default = not text or (text == NOTHING and (bool(earlier) or question.default == ""))
        if is_default and question.default is not None:
            return Typed(question.name, "", question.default)
        try:
            if not text:
                raise Refused(
                    "An answer is required. ? explains the question; Ctrl+C quits without writing anything."
                )
            value = question.check(text)
            return Typed(question.name, value if question.lists else text, value)
        except Refused as error:
            print_text(str(error))
