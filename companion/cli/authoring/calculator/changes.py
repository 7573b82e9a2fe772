"""Asks whether to write a new calculator, or which of the answers to change first."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.cli.authoring.answer_checks import yes_or_no
from companion.cli.authoring.calculator.added import WORDS, addition_of
from companion.cli.authoring.calculator.conditions import TICKS
from companion.cli.authoring.interview import Interview, Question
from companion.cli.authoring.question import Answered
from companion.cli.output import print_lines
from companion.errors import Refused, shortened
from companion.render.text import listed

_EXPLAINS = (
    "yes writes the calculator, and examples to fill in. no writes nothing, but keeps your answers. To change "
    "something, type its number in the list above, or words such as dice, question, exclude, natural, "
    "afterwards, by hand, or words of a modifier. You are asked about it again, and then see the summary again. "
    "modifier Tired -1 adds one at once; if dice are counted one by one, so do dice Tired -1, score Tired -1 and "
    "needed Tired +1."
)
_ROWS = "rows-changed"
"""The question which rows of a table need another condition than the usual one."""
_ROW = re.compile(r"(?P<begins>(?:dice-|score-)?)row-(?P<number>\d+)-when")
_OPTIONAL = {
    "shifts": "shifts of the column",
    "natural-1": "natural rolls",
    "natural-success": "natural rolls that always succeed",
    "natural-failure": "natural rolls that always fail",
    "forbidden-1": "answers that are not allowed together",
    "next-1": "what the rules require afterwards",
}
"""Optional parts of a calculator, by the question that adds each."""
_ALL = "all"
_SEVERAL = "which: "
_ADDS = "adds: "
"""The beginning of what `_read` returns for words that add something: `modifier Tired -1`."""
_WHICH = "The words that you typed are in several answers. Type the number of the one to change; < goes back."
_HIDDEN = ("id", "replace", "another")
"""Questions about the file, which are not offered."""
_AMOUNT = re.compile(r" [+\u2013]\d+$")
"""The amount after the label of a row."""
_PLACE = re.compile(r"^Row \d+ of \d+, ")
_CHOICES = re.compile(r":\s\d+\s.*|\s*\((?:as in|for example|or several)[^)]*\)", re.DOTALL)
"""The choices and examples in the text of a question."""


class ChangeWanted(Exception):
    """The author wants to change an answer before the calculator is written."""

    def __init__(self, name: str, instead: Mapping[str, str]) -> None:
        """`name` is the question, `instead` other answers that change with it, by question name."""
        self.name, self.instead = name, instead


class _Known(NamedTuple):
    """An answer that can be changed."""

    name: str
    says: str
    """Its question, without choices and examples."""
    value: str

    @property
    def line(self) -> str:
        """The question with its answer."""
        return f"{self.says.rstrip('?')}: {shortened(self.value or 'nothing')}"

    @property
    def subject(self) -> str:
        """The subject of the question: the row, or its first clause."""
        return re.split(
            r"\. When |[?]$" if _ROW.fullmatch(self.name) else r"[:,.?] | \(|[?]$", self.says, maxsplit=1
        )[0]

    @property
    def has_usual_condition(self) -> bool:
        """Whether this is the condition of a row that is the player's tick, or an answer of the same name."""
        label = _AMOUNT.sub("", self.subject)
        is_usual = self.value.startswith(TICKS) or self.value.endswith(f": {label}")
        return _ROW.fullmatch(self.name) is not None and is_usual


def left_out(interview: Interview, follows: bool) -> list[str]:
    """Return the sentence that names what the author was not asked because of `>`; none for nothing.

    `follows` says that the calculator has something that follows.
    """
    taken = {name: each.value for name, each in interview.answered.items() if name in interview.taken}
    names = [
        name for name in _OPTIONAL if taken.get(name) in ("", "none") and not (follows and name == "next-1")
    ]
    return [f"Not asked: {', '.join(_OPTIONAL[name] for name in names)}"] if names else []


def ask_to_write(interview: Interview, says: str, summary: Sequence[str], width: int) -> bool:
    """Return whether to write the calculator. Raises ChangeWanted and GoBack.

    `?` lists all answers within `width` columns, and the word all shows the lines of the whole `summary`.
    """
    known = _changeable(interview.answered)
    question = Question(
        "write",
        f"{says}? Or type what to change, such as dice (? lists your answers, all shows the calculator)",
        default="yes",
        explains=_EXPLAINS,
        check=lambda typed: _read(typed, known),
        shows=tuple(_listed(known, width)),
        lists=True,
        is_kept=False,
    )
    while (decided := interview.ask(question)) == _ALL:
        print_lines(summary)
    if decided.startswith(_ADDS) and (addition := addition_of(decided.removeprefix(_ADDS), _values(known))):
        raise ChangeWanted(addition.name, addition.answers)
    if decided.startswith(_SEVERAL):
        decided = _ask_which(interview, known, decided.removeprefix(_SEVERAL).split())
    if decided in ("yes", "no"):
        return decided == "yes"
    row = _ROW.fullmatch(decided)
    if row is None or interview.answered[decided].question.is_asked:
        raise ChangeWanted(decided, {})
    rows = f"{row['begins']}{_ROWS}"
    others = interview.answered[rows].value
    raise ChangeWanted(decided, {rows: row["number"] if others == "none" else f"{others} or {row['number']}"})


def _listed(known: Sequence[_Known], width: int) -> list[str]:
    """Return the answers with their numbers as lines: rows with the usual condition together, and empty ones."""
    lines, ticks, without = [], [], []
    for number, each in enumerate(known, 1):
        if each.value in ("", "none"):
            without.append(f"{number} {each.subject}")
        elif each.has_usual_condition:
            ticks.append(f"{number} {each.subject}")
        else:
            lines.append(f"{number} {each.line}")
    more = (("When the player ticks it or gives this answer", ticks), ("Nothing yet", without))
    lines += [f"{head}: {'; '.join(texts)}" for head, texts in more if texts]
    return listed(lines, width, "", "  ")


def _ask_which(interview: Interview, known: Sequence[_Known], numbers: Sequence[str]) -> str:
    """Ask which of the answers with these `numbers` is meant, and return the name of its question."""

    def number(text: str) -> str:
        if text not in numbers:
            raise Refused(f"{shortened(text)!r} is not one of these numbers; < goes back")
        return text

    listed = "; ".join(f"{each} {known[int(each) - 1].line}" for each in numbers)
    question = Question(
        "which", f"Which one: {listed}", check=number, explains=_WHICH, lists=True, is_kept=False
    )
    return known[int(interview.ask(question)) - 1].name


def _changeable(answered: Mapping[str, Answered]) -> list[_Known]:
    """Return the answers that can be changed, in the order of their questions."""

    def says(name: str, question: Question) -> str:
        """Return the question; before a condition, with the modifier that has it."""
        of = answered.get(name.removesuffix("-when")) if name.endswith("-when") else None
        plain = _PLACE.sub("", _CHOICES.sub("", question.says)).strip()
        return f"{of.value}. {plain}" if of and of.value else plain

    return [
        _Known(name, says(name, question), value)
        for name, (question, value) in answered.items()
        if name not in _HIDDEN
        and (question.is_asked or question.changes_only or _is_usual_row(name, answered))
    ]


def _is_usual_row(name: str, answered: Mapping[str, Answered]) -> bool:
    """Return whether a question is the condition of a row that was listed with the others of its table."""
    row = _ROW.fullmatch(name)
    return row is not None and f"{row['begins']}{_ROWS}" in answered


def _read(typed: str, known: list[_Known]) -> str:
    """Return yes, no, all, or the name of the question that is meant by its number or by words. Raises Refused.

    If several are meant, return their numbers after `_SEVERAL`; words that add something come after `_ADDS`.
    """
    try:
        return yes_or_no(typed)
    except Refused:
        pass
    if typed.casefold() == _ALL:
        return _ALL
    if typed.isdecimal() and 1 <= int(typed) <= len(known):
        return known[int(typed) - 1].name
    words = re.findall(r"\w+", typed.casefold())
    found = [
        (number, each)
        for number, each in enumerate(known, 1)
        if words and all(_begins(word, f"{each.name} {each.line}".casefold()) for word in words)
    ]
    addition = addition_of(typed, _values(known))
    if addition and (addition.is_plain or not found):
        return f"{_ADDS}{typed}"
    called = [each.name for _, each in found if each.name.removesuffix("-1") == typed.casefold()]
    if called or len(found) == 1:
        return called[0] if called else found[0][1].name
    if not found and typed.casefold() in WORDS:
        raise Refused(
            f"there is no {typed.casefold()} to add for this kind of roll; type afterwards to say what the rules add"
        )
    if not found:
        raise Refused(f"{shortened(typed)!r} is not yes, no, or words of one of your answers; ? lists them")
    return f"{_SEVERAL}{' '.join(str(number) for number, _ in found)}"


def _values(known: Sequence[_Known]) -> dict[str, str]:
    """Return the answers by the names of their questions."""
    return {each.name: each.value for each in known}


def _begins(word: str, text: str) -> bool:
    """Return whether a word of the text begins with `word`."""
    return re.search(rf"\b{re.escape(word)}", text) is not None
