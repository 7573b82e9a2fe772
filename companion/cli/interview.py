"""Plain questions to the author of a game, answered in a terminal or by `--answer NAME=TEXT`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from shlex import quote
from typing import NamedTuple

from companion.cli.kept_answers import Answers, Drafts, KeptAnswers
from companion.cli.output import print_text
from companion.errors import Refused, shortened

Check = Callable[[str], str]
"""Returns the answer as it is used; raises Refused for one that is not allowed."""
MOST_ANSWERS = 500
"""Most questions of one interview, so that no list of answers can be endless."""
BACK, NOTHING = "<", "-"
"""Typed to go back to the previous question, and for no answer although Enter would take an earlier one."""
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
    is_kept: bool = True
    """Whether the answer is kept if the interview is broken off."""
    is_asked: bool = True
    """Whether it is asked although it has a default; else the default counts, unless `--answer` gives another."""


class GoBack(Exception):
    """The author wants to answer the previous question again."""


class AnswerRefused(Refused):
    """The answers do not fit together; in a terminal the last question is asked again."""


class _Typed(NamedTuple):
    """An answer that was typed."""

    name: str
    text: str
    value: str
    """The answer as it is used."""


class Interview:
    """Asks questions one after the other. Nothing may be written before `finish`."""

    def __init__(self, answers: Sequence[str], asks: bool | None = None, goes_back: bool = False) -> None:
        """`answers` are NAME=TEXT; `asks` tells whether there is a terminal, None to find out. Raises Refused.

        With `goes_back`, `<` raises GoBack. The caller then calls `go_back` and asks everything again; answers before
        that question are not asked for a second time.
        """
        self.goes_back = goes_back
        self._typed: list[_Typed] = []
        self._place = 0
        """Number of the typed answers that have been used since everything was asked again."""
        self._earlier: dict[str, str] = {}
        """Answers that were given before the author went back, by name of the question."""
        self._resumed: dict[str, str] = {}
        """Answers of an interview that was broken off, until their questions come."""
        self.kept: KeptAnswers | None = None
        """File with the answers so far; None if they are not kept."""
        self.given = dict(_pair(answer) for answer in answers)
        self.asks = has_terminal() if asks is None else asks
        self.used: list[str] = []
        """Names of the questions so far."""
        self.missing: list[Question] = []

    def keep(self, drafts: Drafts, what: str) -> None:
        """Keep the answers from now on, and offer to continue with those that are kept already.

        `what` names the file that was not finished; a title among the answers is added to it. The question that was
        answered last is asked again. Without a terminal, nothing is offered or kept.
        """
        if not self.asks:
            return
        for kept, answers in list(drafts.every()):
            decided = _ask(_offer(answers, what), "", False).value
            if decided == "yes":
                self.kept = kept
                self._resumed = dict(answers.given)
                self._earlier = dict(answers.earlier)
                if answers.last in self._resumed:
                    self._earlier[answers.last] = self._resumed.pop(answers.last)
                return
            if decided == "remove":
                kept.remove()
        self.kept = drafts.new()

    def ask(self, question: Question) -> str:
        """Return the answer; MISSING if there is none and nobody can be asked. Raises Refused."""
        self.used.append(question.name)
        if len(self.used) > MOST_ANSWERS:
            raise Refused(f"more than {MOST_ANSWERS} questions; finish the file in an editor")
        if question.name in self.given:
            self._resumed.pop(question.name, None)
            try:
                return self._check_given(question)
            except Refused as error:
                if not self.asks:
                    raise
                print_text(str(error))
                del self.given[question.name]
        if not question.is_asked and question.default is not None:
            self._resumed.pop(question.name, None)
            return question.default
        if self.asks:
            if self._place == len(self._typed):
                self._typed.append(self._resume(question) or self._ask_and_keep(question))
            self._place += 1
            return self._typed[self._place - 1].value
        if question.default is not None:
            return question.default
        self.missing.append(question)
        return MISSING

    def ask_yes(self, question: Question) -> bool:
        """Return whether the answer is yes. Raises Refused."""
        return self.ask(question._replace(check=yes_or_no)) == "yes"

    def ask_again(self, why: AnswerRefused) -> None:
        """Print why the answers do not fit together, and go back. Raises it again if nobody can be asked."""
        if not self._typed:
            raise why
        print_text(str(why))
        self.go_back()

    def go_back(self) -> None:
        """Begin again, up to the last question that was answered; its answer is offered as the one for Enter."""
        if self._typed:
            last = self._typed.pop()
            self._earlier[last.name] = last.text
            self._write_kept(last.name)
        else:
            print_text("This is the first question.")
        self._place = 0
        self.used.clear()
        self.missing.clear()

    def say(self, text: str) -> None:
        """Print a line between questions; nothing if nobody is asked, or if the answers are known already."""
        if self.asks_now:
            print_text(text)

    @property
    def asks_now(self) -> bool:
        """Whether the next question is shown in the terminal, because its answer is not known already."""
        return self.asks and self._place == len(self._typed) and not self._resumed

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

    def _resume(self, question: Question) -> _Typed | None:
        """Return the answer of the interview that was broken off; None if no legal one is kept."""
        text = self._resumed.pop(question.name, None)
        if text is None:
            return None
        if not text and question.default is not None:
            return _Typed(question.name, "", question.default)
        try:
            return _Typed(question.name, text, question.check(text))
        except Refused:
            self._earlier |= {question.name: text, **self._resumed}
            self._resumed.clear()
            return None

    def _ask_and_keep(self, question: Question) -> _Typed:
        """Ask in the terminal, and keep the answer. Raises Refused and GoBack."""
        answer = _ask(question, self._earlier.get(question.name, ""), self.goes_back)
        if question.is_kept:
            self._write_kept(answer.name, answer)
        return answer

    def _write_kept(self, last: str, *more: _Typed) -> None:
        """Keep all answers so far and `more` of them."""
        if self.kept is not None:
            given = {name: self.given[name].strip() for name in self.used if name in self.given}
            typed = {answer.name: answer.text for answer in (*self._typed, *more)}
            self.kept.write(Answers({**given, **self._resumed, **typed}, self._earlier, last))

    def _check_given(self, question: Question) -> str:
        text = self.given[question.name].strip()
        if not text and question.default is not None:
            return question.default
        try:
            return question.check(text)
        except Refused as error:
            raise Refused(f"--answer {question.name}: {error}") from None


def _offer(answers: Answers, what: str) -> Question:
    """Return the question whether to continue with answers that are kept."""
    title = shortened(answers.given.get("title", ""))
    number = len(answers.given)
    says = (
        f"An unfinished {what}{f' {title}' if title else ''} was found with {number} "
        f"answer{'' if number == 1 else 's'}. Go on with it: yes, no or remove"
    )
    explains = (
        f"yes takes these answers, and asks the last of them again. no keeps them, and begins another {what}. "
        "remove deletes them."
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


def has_terminal() -> bool:
    """Return whether questions can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _ask(question: Question, earlier: str, goes_back: bool) -> _Typed:
    """Ask in the terminal until the answer is allowed. Raises GoBack."""
    earlier = _allowed(question, earlier)
    has_example = question.example not in ("", question.default) and not question.lists
    example = f" (as in {question.example})" if has_example else ""
    print_text(f"{question.says}{example}{_enter_words(question, earlier)}")
    while True:
        try:
            text = input("> ").strip()
        except EOFError:
            raise Refused("the answers ended before everything was asked; nothing was written") from None
        if text == "?":
            for line in _help_lines(question, goes_back):
                print_text(line, "  ", "  ")
            continue
        if text == BACK and goes_back:
            raise GoBack
        text = text or earlier
        is_default = not text or (text == NOTHING and (bool(earlier) or question.default == ""))
        if is_default and question.default is not None:
            return _Typed(question.name, "", question.default)
        try:
            if not text:
                raise Refused(
                    "An answer is needed. ? explains the question; Ctrl+C stops, and nothing is written."
                )
            value = question.check(text)
            return _Typed(question.name, value if question.lists else text, value)
        except Refused as error:
            print_text(str(error))


def _allowed(question: Question, earlier: str) -> str:
    """Return an earlier answer; empty if the question no longer allows it, or if Enter means it anyway."""
    try:
        is_default = not earlier or question.check(earlier) == question.default
    except Refused:
        return ""
    return "" if is_default else earlier


def _enter_words(question: Question, earlier: str) -> str:
    """Return what Enter means, in brackets; empty if an answer must be typed."""
    default = question.default_says or question.default or "nothing"
    if earlier:
        return f" [Enter: {earlier}" + (
            "]" if question.default is None else f"; type {NOTHING} for {default}]"
        )
    return "" if question.default is None else f" [Enter: {default}]"


def _help_lines(question: Question, goes_back: bool) -> list[str]:
    """Return what `?` prints: the question in other words, an example, and what Enter and `<` do."""
    lines = [question.explains or "Type an answer, or press Enter for the one in brackets."]
    if question.example and not question.lists:
        lines.append(f"Example: {question.example}")
    if question.lists:
        lines.append("Type one of the answers in the list, or its number.")
    if goes_back:
        lines.append(f"{BACK} goes back to the previous question; the answers are kept.")
    return lines


def _option(question: Question) -> str:
    """The option that answers a question, with its example."""
    text = question.example or "TEXT"
    return f"--answer {quote(f'{question.name}={text}')}"


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
