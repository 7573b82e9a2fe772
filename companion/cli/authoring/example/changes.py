"""Asks for another worked example, and which answers of the last one change in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.cli.authoring.example.choices import Choices
from companion.cli.authoring.interview import GoBack, Interview, Question
from companion.cli.authoring.question import Answered, allowed
from companion.cli.output import print_text

CHANGES = "another"
"""Name of the question."""
ROLL = "roll-"
"""Beginning of the names of the questions about dice."""
_NO, _ALL, _DICE = ("n", "no"), ("y", "yes", "all"), "dice"


class Finished(Exception):
    """The author wants no other example."""


class Former(NamedTuple):
    """The last example."""

    answered: Mapping[str, Answered]
    """Its questions, by name."""
    texts: Mapping[str, str]
    """Answers that the next example may take again, by the name of the question."""


def ask_changes(interview: Interview, former: Former) -> None:
    """Ask which answers of the last example change, and take the others again. Raises Finished.

    What changes must be typed; only if everything is asked again, Enter takes the former answers.
    """
    interview.offer(former.texts)
    kept = [answered.question for answered in former.answered.values() if answered.question.label]
    choices = Choices([question.label for question in kept], [question.name for question in kept])
    if interview.asks_now:
        for label, question in zip(choices.numbered, kept, strict=True):
            print_text(f"{label}: {_offered(interview, question)}", "  ", "    ")
    text = _ask(interview, choices, any(name.startswith(ROLL) for name in former.answered)).casefold()
    if text in _NO:
        raise Finished
    if text in _ALL:
        interview.repeat(())
        return
    changed = {choices.key(label) for label in choices.several(text)} if text != _DICE else set()
    interview.repeat([question for question in kept if question.name not in changed])
    interview.offer({name: text for name, text in former.texts.items() if name not in changed})


def _ask(interview: Interview, choices: Choices, has_dice: bool) -> str:
    """Return the numbers of the answers that change, yes for all, dice for only these, or no, as Enter does."""
    words = (*_NO, *_ALL, *([_DICE] if has_dice else []))

    def check(text: str) -> str:
        if text.casefold() not in words:
            choices.several(text)
        return text

    question = Question(
        CHANGES,
        f"Another example? What changes ({_how(len(choices.labels))}){', or dice' if has_dice else ''}",
        default="no",
        default_says="no other example",
        explains="Type the numbers of the answers that change; the others stay. Dice and results are asked anyway. "
        f"{'dice changes nothing else. ' if has_dice else ''}yes asks for every answer.",
        check=check,
    )
    while True:
        try:
            return interview.ask(question)
        except GoBack:
            print_text("The previous example is already written; correct it in its file.")


def _how(number: int) -> str:
    """Return how to type several of these answers."""
    return f"as in 1 {min(number, 3)}" if number > 1 else "as in 1"


def _offered(interview: Interview, question: Question) -> str:
    """Return the answer that is kept unless the author changes it."""
    text = allowed(question, interview.former.get(question.name, ""))
    return text or question.default_says or question.default or "nothing"
