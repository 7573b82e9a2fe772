"""Questions to the author of a game, answered in a terminal or with `--answer NAME=TEXT`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from companion.cli.authoring.answer_checks import yes_or_no
from companion.cli.authoring.asking import GoBack as GoBack
from companion.cli.authoring.asking import InputEnded as InputEnded
from companion.cli.authoring.asking import TakeRest, Typed, ask_in_terminal, entered
from companion.cli.authoring.kept_answers import Answers, Drafts, KeptAnswers
from companion.cli.authoring.question import Answered, allowed, offer, option
from companion.cli.authoring.question import Question as Question
from companion.cli.output import print_lines, print_text
from companion.errors import Refused, shortened

MOST_ANSWERS = 500
"""Maximum number of questions in one interview, so that no list can be endless."""
MISSING = "\0"
"""Placeholder for a missing answer, until `finish` lists all of them."""


class AnswerRefused(Refused):
    """Answers that conflict with each other; in a terminal, the last question is asked again."""


class Interview:
    """Asks questions one after the other. Nothing may be written before `finish`."""

    def __init__(self, answers: Sequence[str], asks: bool | None = None, takes_rest: bool = False) -> None:
        """`answers` are NAME=TEXT; `asks` says whether to ask in a terminal, None to detect one. Raises Refused.

        Typing `<` raises GoBack. The caller then calls `go_back` and starts again; questions that were answered before
        are not shown again. With `takes_rest`, typing `>` answers this question and all later ones as Enter does, up to
        one without a default or one whose answer is not kept.
        """
        self._takes_rest = takes_rest
        self._takes_now = False
        """Whether questions are answered as Enter does, without asking."""
        self._unchanged: dict[str, str] | None = None
        """The answers before a change whose question is asked now; None otherwise."""
        self._changed = ""
        """Name of the question whose answer the author changes; empty for none."""
        self.taken: set[str] = set()
        """Names of the questions that were answered so."""
        self._typed: list[Typed] = []
        self._place = 0
        """Number of typed answers that have been reused since the last start."""
        self._earlier: dict[str, str] = {}
        """Answers given before the author went back, by question name."""
        self.former: dict[str, str] = {}
        """Answers of an earlier interview that are offered again, by question name."""
        self._repeated: dict[str, Question] = {}
        """Questions of an earlier interview whose answers are taken again without asking, by name."""
        self._resumed: dict[str, str] = {}
        """Answers of a resumed draft whose questions have not been asked yet."""
        self.kept: KeptAnswers | None = None
        """Draft with the answers so far; None if they are not saved."""
        self.given = dict(_pair(answer) for answer in answers)
        self.asks = has_terminal() if asks is None else asks
        self.used: list[str] = []
        """Names of the questions asked so far."""
        self.answered: dict[str, Answered] = {}
        """Questions answered so far, by name."""
        self.missing: list[Question] = []

    @contextmanager
    def keeping(self, drafts: Drafts, what: str) -> Iterator[None]:
        """Save the answers as `keep` does while questions are asked and the file is written; then remove the draft.

        After Ctrl+C, the draft stays, and a message says so.
        """
        try:
            self.keep(drafts, what)
            yield
        except KeyboardInterrupt:
            if self.kept is not None and self.kept.is_kept:
                print_lines([""])
                print_text("Nothing was written. Your answers are kept; run the same command to continue.")
            raise
        if self.kept is not None:
            self.kept.remove()

    def keep(self, drafts: Drafts, what: str) -> None:
        """Save the answers in a draft from now on, and offer to continue an unfinished draft.

        `what` names the kind of draft, as in calculator. After resuming, the question that was answered last is asked
        again. Without a terminal, nothing is offered or saved.
        """
        if not self.asks:
            return
        for kept, answers in list(drafts.every()):
            decided = ask_in_terminal(offer(answers, what), "", goes_back=False).value
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
        """Return the answer; MISSING if there is none and no terminal to ask in. Raises Refused."""
        self.used.append(question.name)
        if len(self.used) > MOST_ANSWERS:
            raise Refused(f"more than {MOST_ANSWERS} questions; finish the file in an editor")
        value = self._value(question)
        self.answered[question.name] = Answered(question, value)
        return value

    def _value(self, question: Question) -> str:
        """Return the answer that is given, repeated, typed or the default; else MISSING. Raises Refused and GoBack."""
        if question.name in self.given:
            self._resumed.pop(question.name, None)
            try:
                return self._check_given(question)
            except Refused as error:
                if not self.asks:
                    raise
                print_text(str(error))
                del self.given[question.name]
        if (repeated := self._repeat(question)) is not None:
            return repeated
        if not (question.is_asked or self._is_changed(question)) and question.default is not None:
            self._resumed.pop(question.name, None)
            return question.default
        if self.asks:
            if self._place < len(self._typed) and self._typed[self._place].name != question.name:
                self._resume_from_here()
            if self._place == len(self._typed):
                self._typed.append(self._resume(question) or self._ask_and_keep(question))
            self._place += 1
            return self._typed[self._place - 1].value
        if former := allowed(question, self.former.get(question.name, "")):
            return question.check(former)
        if question.default is not None:
            return question.default
        self.missing.append(question)
        return MISSING

    def ask_yes(self, question: Question) -> bool:
        """Return whether the answer is yes. Raises Refused."""
        return self.ask(question._replace(check=yes_or_no)) == "yes"

    def replace_last(self, name: str, text: str) -> None:
        """Replace the answer to the question `name`, the last one, by what it has come to mean, also in the draft."""
        if self._typed and self._typed[-1].name == name:
            self._typed[-1] = Typed(name, text, text)
            self._write_kept(name)

    def offer(self, former: Mapping[str, str]) -> None:
        """Offer the answers of an earlier interview, by question name, in place of those offered before."""
        self.former = dict(former)

    def repeat(self, questions: Sequence[Question]) -> None:
        """Take the offered answers to these questions of an earlier interview again without asking.

        A question is asked nevertheless if its answer or the possible answers have changed.
        """
        self._repeated = {question.name: question for question in questions}

    def answers(self) -> dict[str, str]:
        """Return the answers so far as typed, by question name; empty texts for defaults."""
        given = {name: self.given[name].strip() for name in self.used if name in self.given}
        former = {name: text for name, text in self.former.items() if name in self.used}
        return {**former, **given, **{answer.name: answer.text for answer in self._typed}}

    def ask_again(self, why: AnswerRefused) -> None:
        """Print why the answers conflict, and go back to the last question. Raises `why` without a terminal."""
        if not self._typed:
            raise why
        print_text(str(why))
        self.go_back()

    def go_back(self) -> None:
        """Start again and stop at the last question that was answered; Enter then keeps its answer.

        At the question of a change, the change is dropped.
        """
        if self._unchanged is not None:
            self._resumed, self._unchanged = self._unchanged, None
            self._typed.clear()
        elif self._typed:
            last = self._typed.pop()
            self._earlier[last.name] = last.text
            self._write_kept(last.name)
        else:
            print_text("This is the first question.")
        self._start_again()

    def change(self, name: str, instead: Mapping[str, str]) -> None:
        """Start again and ask the question `name` once more; all other answers stay, but for those in `instead`.

        If `instead` has its answer, it is not asked, and the questions that it leads to are answered as Enter does.
        """
        typed = (each for each in self._typed if self.answered[each.name].question.is_kept)
        self._unchanged = {each.name: each.text for each in typed}
        self._resumed = self._unchanged | dict(instead)
        if name not in instead:
            self._earlier |= {name: self._resumed.pop(name, "")}
        self._typed.clear()
        self._changed = name
        self._start_again()
        self._takes_now = name in instead

    def _start_again(self) -> None:
        """Forget which questions were asked, but not the answers."""
        self._place = 0
        self._takes_now = False
        self.used.clear()
        self.answered.clear()
        self.missing.clear()

    def say(self, text: str) -> None:
        """Print a line between questions; nothing without a terminal or while earlier answers are reused."""
        if self.asks_now:
            print_text(text)

    @property
    def asks_now(self) -> bool:
        """Whether the next question is shown in the terminal, because its answer is not known already."""
        is_new = self._place == len(self._typed) and not self._resumed
        return self.asks and is_new and not self._takes_now

    def finish_missing(self) -> None:
        """Raise Refused if an answer is missing."""
        if self.missing:
            options = " ".join(option(question) for question in dict.fromkeys(self.missing))
            raise Refused(f"answers are missing; run this in a terminal, or add your own, as in: {options}")

    def finish(self) -> None:
        """Raise Refused if an answer is missing, or if `--answer` names an unknown question."""
        self.finish_missing()
        unknown = [name for name in self.given if name not in self.used]
        if unknown:
            known = ", ".join(dict.fromkeys(self.used))
            raise Refused(f"--answer {unknown[0]}: unknown question; known: {known}")

    def _repeat(self, question: Question) -> str | None:
        """Return the answer to a question that is repeated; None if it must be asked."""
        before = self._repeated.get(question.name)
        if before is None or before.among != question.among:
            return None
        try:
            text = question.adapted(self.former.get(question.name, ""))
            return question.check(text) if text else question.default
        except Refused:
            return None

    def _is_changed(self, question: Question) -> bool:
        """Return whether the author changes the answer to a question that is otherwise not asked, or has changed it."""
        is_typed = self._place < len(self._typed) and self._typed[self._place].name == question.name
        is_known = is_typed or question.name in (self._changed, *self._resumed)
        return question.changes_only and (is_known or bool(self.former.get(question.name)))

    def _resume_from_here(self) -> None:
        """Keep the typed answers from here on by name: other questions are asked since the last start."""
        self._resumed = {each.name: each.text for each in self._typed[self._place :]} | self._resumed
        del self._typed[self._place :]

    def _resume(self, question: Question) -> Typed | None:
        """Return the answer from the resumed draft; None if it has no valid one."""
        text = self._resumed.pop(question.name, None)
        if text is None:
            return None
        if not text and question.default is not None:
            return Typed(question.name, "", question.default)
        try:
            return Typed(question.name, text, question.check(text))
        except Refused:
            self._earlier |= {question.name: text, **self._resumed}
            self._resumed.clear()
            return None

    def _ask_and_keep(self, question: Question) -> Typed:
        """Ask in the terminal, and save the answer in the draft. Raises Refused and GoBack."""
        earlier = self._earlier.get(question.name) or self.former.get(question.name, "")
        answer = self._entered(question, earlier) or self._ask_in_terminal(question, earlier)
        if earlier and answer.text and answer.text != earlier:
            self._forget(f"{question.name}-")
        self._unchanged = None
        if question.is_kept:
            self._write_kept(answer.name, answer)
        return answer

    def _ask_in_terminal(self, question: Question, earlier: str) -> Typed:
        """Return the typed answer; `>` takes that of Enter, for later questions too. Raises Refused and GoBack."""
        self.taken.discard(question.name)
        try:
            return ask_in_terminal(question, earlier, takes_rest=self._takes_rest)
        except TakeRest:
            self._takes_now = True
        if answer := self._entered(question, earlier):
            return answer
        print_text("This question needs an answer. Those after it are then answered as Enter does.")
        return self._ask_in_terminal(question, earlier)

    def _entered(self, question: Question, earlier: str) -> Typed | None:
        """Return the answer that Enter stands for while these are taken without asking; None if it must be asked."""
        if not self._takes_now or not question.is_kept:
            return None
        answer = entered(question, earlier)
        if answer is not None:
            self.taken.add(question.name)
        return answer

    def _forget(self, start: str) -> None:
        """Offer no longer what was answered to questions about the answer that has just been replaced."""
        for answers in (self._earlier, self.former):
            for name in [name for name in answers if name.startswith(start)]:
                del answers[name]

    def _write_kept(self, last: str, *more: Typed) -> None:
        """Save all answers so far, and `more`, in the draft."""
        if self.kept is not None:
            typed = {answer.name: answer.text for answer in more}
            self.kept.write(Answers({**self._resumed, **self.answers(), **typed}, self._earlier, last))

    def _check_given(self, question: Question) -> str:
        text = self.given[question.name].strip()
        if not text and question.default is not None:
            return question.default
        try:
            return question.check(text)
        except Refused as error:
            raise Refused(f"--answer {question.name}: {error}") from None


def has_terminal() -> bool:
    """Return whether there is a terminal to ask questions in."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _pair(answer: str) -> tuple[str, str]:
    name, sign, text = answer.partition("=")
    if not sign or not name.strip():
        raise Refused(f"invalid answer {shortened(answer)!r}; write NAME=TEXT, as in --answer cite=3.1")
    return name.strip(), text
