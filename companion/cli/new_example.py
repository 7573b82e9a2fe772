"""`companion new-example`: asks what the rulebook says, and adds it to the worked examples of a calculator."""

from __future__ import annotations

import argparse
from contextlib import suppress
from typing import Any, NamedTuple

from companion.cli.authoring.additions import Additions
from companion.cli.authoring.answer_checks import one_of
from companion.cli.authoring.example.changes import CHANGES, Finished, Former, ask_changes
from companion.cli.authoring.example.file import ExampleFile
from companion.cli.authoring.example.place import PLACE, ask_place, belongs
from companion.cli.authoring.example.questions import Dropped, ask_throw
from companion.cli.authoring.example.results import (
    RESULT,
    Difference,
    agreement,
    ask_expected,
    differences,
    line_of,
)
from companion.cli.authoring.example.ticks import former_ticks
from companion.cli.authoring.interview import AnswerRefused, GoBack, InputEnded, Interview, Question
from companion.cli.output import print_lines, print_result, width
from companion.engine import Engine
from companion.engine.cases import verdict
from companion.errors import Refused
from companion.load.files import shown_path
from companion.model import Procedure, Resolution
from companion.render.resolution import resolution_lines

_KEEP = "keep-it"
_INTRODUCTION = (
    "Type an example from the rulebook: answers, dice, results. Only then does the calculator show its own result. "
    "Enter accepts the answer in brackets, ? explains the question, < goes back, Ctrl+C quits; written examples stay."
)


class _BackToResults(GoBack):
    """The author wants to type the results again."""


class _Found(NamedTuple):
    """A worked example, compared with its calculator."""

    line: dict[str, Any]
    agrees: bool
    says: str
    """How it compares."""


class _Examples:
    """The worked examples of one run of the command."""

    def __init__(self, options: argparse.Namespace) -> None:
        game, sign, name = options.calculator.partition(":")
        if not (game and sign and name):
            raise Refused(
                "write the game and the calculator, as in ford:fire; companion calc --list shows all"
            )
        self.additions = Additions(game, options.folder)
        self.procedure: Procedure = self.additions.before.procedure(options.calculator)
        self.module = self.additions.before.module(self.procedure.game)
        self.engine = Engine(self.additions.before)
        self.file = ExampleFile(self.additions, self.procedure.id)
        self.added: list[_Found] = []
        self.last: dict[str, Any] | None = None
        """Answers of the last example; None if it was left out before all were known."""

    def ask(self, interview: Interview, before: Former | None = None) -> None:
        """Ask for one example, and write it; `before` is the previous one, None for the first.

        Raises Refused, and Finished if the author wants no other example.
        """
        self.last = None
        try:
            found = self._answered(interview, before)
        except Dropped:
            interview.say("The example is left out.")
            return
        interview.finish()
        added = self.file.add(found.line)
        self.added.append(found)
        interview.say(found.says)
        where = f"{self.file.path.name}:{added.number}"
        interview.say(f"Written to {where}." if added.is_new else f"{where} already has this example.")
        if added.forms:
            lines, are = ("line", "is") if added.forms == 1 else (f"{added.forms} lines", "are")
            interview.say(f"The {lines} with ? that new-calculator wrote there as a form {are} removed.")

    def _answered(self, interview: Interview, before: Former | None) -> _Found:
        """Ask until all questions are answered. Raises Refused, Dropped and Finished."""
        while True:
            try:
                if before is not None:
                    ask_changes(interview, before)
                return self._found(interview)
            except _BackToResults:
                while any(name.startswith(RESULT) for name in interview.answers()):
                    interview.go_back()
            except GoBack:
                interview.go_back()
            except AnswerRefused as error:
                interview.ask_again(error)

    def _found(self, interview: Interview) -> _Found:
        """Ask all questions once, and compare. Raises Refused, GoBack and Dropped."""
        procedure, expected = self.procedure, None
        throw = ask_throw(interview, self.engine, procedure)
        if throw.resolution is not None:
            expected = ask_expected(interview, self.module, procedure, throw.resolution)
        line = line_of(procedure, throw, expected, ask_place(interview, self.module, procedure))
        self.last = line["inputs"]
        wrong = verdict(self.engine, line)
        if not wrong:
            return _Found(line, True, f"Agrees. {agreement(procedure, expected)}.")
        if throw.resolution is None or expected is None:
            raise Refused(wrong)
        self._ask_keep(interview, throw.resolution, differences(procedure, throw.resolution, expected))
        return _Found(line, False, "The example is kept as it is; companion check --cases reports it.")

    def _ask_keep(self, interview: Interview, resolution: Resolution, differ: list[Difference]) -> None:
        """Show the differences, and ask whether to keep the example. Raises Refused, GoBack and Dropped."""
        if not interview.asks and _KEEP not in interview.given:
            shown = "; ".join(each.line for each in differ)
            raise Refused(f"{shown}; add --answer {_KEEP}=keep to keep the example as it is")
        if interview.asks_now:
            print_lines(line for each in differ for line in each.lines)
            print_lines(resolution_lines(resolution, self.procedure, width()))
        says = "Keep the example as it is, go back and correct it, or leave it out: keep, back or drop"
        explains = (
            "If the rulebook is right, keep the example, and correct the calculator until companion check --cases "
            "finds no difference. back returns to the results; < from there returns to the dice and answers."
        )
        interview.ask(Question(_KEEP, says, explains=explains, check=_keep_back_or_drop))

    def ask_others(self, interview: Interview) -> None:
        """Ask for more examples, in each of them only what changes. Raises Refused."""
        while True:
            answered = interview.answered
            former = {name: text for name, text in interview.answers().items() if _is_offered(name)}
            if self.last is not None:
                former |= former_ticks(self.procedure.inputs, self.last)
            if not belongs(former.get(PLACE, ""), self.module, self.procedure):
                del former[PLACE]
            interview = Interview((), True)
            self.ask(interview, Former(answered, former))

    def blank_lines(self) -> list[str]:
        """Return which lines of the file still have something to fill in. Raises Refused."""
        name = self.file.path.name
        return [
            f"{name}:{number} still has ? to fill in; you can also delete this line."
            for number in self.file.blanks()
        ]


def run(options: argparse.Namespace) -> int:
    """Ask for examples, write each, and print the next steps. Raises Refused and NotFound."""
    interview = Interview(options.answer)
    examples = _Examples(options)
    interview.say(_INTRODUCTION)
    examples.ask(interview)
    if interview.asks:
        with suppress(Finished, InputEnded):  # the examples so far are written
            examples.ask_others(interview)
    document = {
        "file": str(examples.file.path),
        "examples": [found.line for found in examples.added],
        "agree": all(found.agrees for found in examples.added),
    }
    print_result(options, document, _lines(examples, interview.asks))
    return 0


def _lines(examples: _Examples, asks: bool) -> list[str]:
    """Return how the examples compare, unless that was shown already, and the next steps."""
    cases = shown_path(examples.file.path.parent)
    lines = [] if asks else [found.says for found in examples.added]
    return [
        *lines,
        *examples.blank_lines(),
        f"Run all examples: companion check --cases {cases}",
        *_next_lines(examples),
    ]


def _next_lines(examples: _Examples) -> list[str]:
    """Return the next commands: for a calculator without an example, for the turn if there is none, else to check."""
    game = examples.procedure.game
    others = [each.id for each in examples.module.procedures if each.id != examples.procedure.id]
    if waiting := next((each for each in others if _has_blanks(examples.additions, each)), ""):
        return [f"Next: companion new-example {waiting}"]
    if examples.module.sequence is None:
        return [f"Next: companion new-turn --game {game}"]
    return ["Next: companion check", f"Then: companion --game {game}"]


def _has_blanks(additions: Additions, procedure: str) -> bool:
    """Return whether the file of a calculator has examples to fill in; a damaged file has none."""
    try:
        return bool(ExampleFile(additions, procedure).blanks())
    except Refused:
        return False


def _is_offered(name: str) -> bool:
    """Return whether the next example offers an answer as default: never the result, which the author must work out."""
    return not name.startswith((RESULT, "book-total", _KEEP, "refused-", CHANGES))


def _keep_back_or_drop(text: str) -> str:
    """Return keep. Raises GoBack and Dropped, and Refused for another word."""
    word = one_of(("keep", "back", "drop"))(text)
    if word == "back":
        raise _BackToResults
    if word == "drop":
        raise Dropped
    return word
