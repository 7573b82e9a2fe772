"""Questions that are answered by typing: choices and numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual.content import Content
from textual.events import Key
from textual.style import Style

from companion.model import Choice
from companion.model.answer_keys import choice_keys, choice_name, explained_name
from companion.render.text import shown
from companion.ui.widgets.rows import Row
from companion.workspace.typed_numbers import LONGEST, domain, is_legal, may_grow, refusal, what_follows

ANSWERED = "bold $ground on $text"
"""The style of an answer."""


class TypedRow(Row):
    """A question whose answer may take several keys."""

    typed = ""
    """Text typed but not entered yet."""

    @property
    def takes_digits(self) -> bool:
        """Whether a digit can be an answer, or part of one."""
        return True

    @property
    def half_typed(self) -> bool:
        """Whether something is typed that is not entered yet."""
        return bool(self.typed)

    def typed_line(self) -> str:
        """Return the question and the text in its field."""
        return f"{shown(self.given.label)}: {self.typed}"


class ChoiceRow(TypedRow):
    """A question with choices, each with a key; Left and Right select, a click chooses."""

    HELP = "Here: press the key before the choice, or click it; Left and Right select. Delete removes the answer."
    explained = False
    """Whether every code is shown with its meaning, not only the chosen one."""

    def words(self) -> list[Content]:
        """Return the question, then every choice with its key, the chosen one in brackets.

        A name that begins with its key shows it. Beside such names, others are joined to their key, as in 1=SR.
        """
        parts = [self.label()]
        keys, name_of = self.keys(), explained_name if self.explained else choice_name
        joint = "=" if any(_begins_with_key(choice, keys, name_of) for choice in self.legal) else " "
        for place, choice in enumerate(self.legal):
            name, key = shown(name_of(choice)), keys[choice.key]
            taken = choice.key == self.value
            style = Style.from_meta({"@click": f"take({place})"})
            named = _begins_with_key(choice, keys, name_of)
            first, rest = (name[: len(key)], name[len(key) :]) if named else (key, f"{joint}{name}")
            plain = Content.assemble(" ", (first, "bold $accent"), f"{rest} ").stylize(style)
            parts.append(Content.styled(f"[{first}{rest}]", ANSWERED) if taken else plain)
        taken_label = next((choice.label for choice in self.legal if choice.key == self.value), "")
        if not self.explained and taken_label not in ("", *map(choice_name, self.legal)):
            parts.append(Content.styled(f" {shown(taken_label)}", "bold"))
        if self.default_words():
            parts.append(Content.styled(f" {self.default_words()}", "$quiet"))
        if self.typed:
            parts.append(Content.styled(f"  {self.typed}_ {self._what_follows()}", "bold $accent"))
        return parts

    def answer_line(self) -> str:
        """Return the question and the name of its choice."""
        taken = next((choice_name(choice) for choice in self.legal if choice.key == self.value), "no answer")
        return f"{shown(self.given.label)}: {shown(taken)}"

    def keys(self) -> dict[str, str]:
        """Return the key to press for each legal choice."""
        return choice_keys(self.given, self.legal)

    @property
    def takes_digits(self) -> bool:
        """Whether a choice is numbered."""
        return any(key.isdecimal() for key in self.keys().values())

    def action_take(self, place: int) -> None:
        """Take a choice by its place."""
        if place < len(self.legal):
            self._choose(self.legal[place])

    def take_key(self, event: Key) -> bool:
        """Take a choice by its key; Enter takes a number that could have more digits."""
        if event.key in ("left", "right") and self.legal:
            keys = [choice.key for choice in self.legal]
            place = (
                keys.index(self.value) if self.value in keys else (-1 if event.key == "right" else len(keys))
            )
            step = 1 if event.key == "right" else -1
            self.give(keys[(place + step) % len(keys)], False)
        elif event.key == "enter":
            if not self.finish():
                self.post_message(self.Moved(self, 1))
        elif event.key == "backspace":
            self.typed = self.typed[:-1]
            self.draw()
        elif event.character and event.character.isprintable() and event.character != " ":
            return self._type(event.character.lower())
        else:
            return super().take_key(event)
        return True

    def _type(self, character: str) -> bool:
        """Take the choice with this key unless another digit may follow; leave any other key to the screen."""
        typed = (self.typed + character).lstrip("0") or "0"
        longer = any(key != typed and key.startswith(typed) for key in self.keys().values())
        choice = self._choice(typed)
        if longer or (typed == "0" and choice is None and len(self.legal) > len("123456789")):
            self.typed = self.typed + character
            self.draw()
        elif choice is not None:
            self._choose(choice)
            self.answered_early()
        elif self.typed:
            self.blame(f"No choice {typed}")
        else:
            return False
        return True

    def _choice(self, key: str) -> Choice | None:
        keys = self.keys()
        return next((choice for choice in self.legal if keys[choice.key] == key), None)

    def _what_follows(self) -> str:
        typed = self.typed.lstrip("0")
        choice = self._choice(typed)
        longer = [key for key in self.keys().values() if key != typed and key.startswith(typed)]
        taken = f"Enter takes {typed} {shown(choice_name(choice))}, or " if choice else ""
        return f"{taken}{longer[0]}{f' to {longer[-1]}' if len(longer) > 1 else ''}" if longer else ""

    def finish(self, settled: bool = True) -> bool:
        """Take the choice with the typed number, or drop an invalid number; return whether one was taken."""
        choice = self._choice(self.typed.lstrip("0"))
        self.typed = ""
        if choice is not None:
            self.give(choice.key, settled)
        else:
            self.draw()
        return choice is not None

    def left(self) -> None:
        """Take the typed number."""
        if self.typed:
            self.finish(False)

    def _choose(self, choice: Choice) -> None:
        self.typed = ""
        self.give(choice.key, True)


def _begins_with_key(choice: Choice, keys: Mapping[str, str], name_of: Callable[[Choice], str]) -> bool:
    """Whether the first word of a choice's name is its key."""
    return name_of(choice).partition(" ")[0].lower() == keys[choice.key]


class NumberRow(TypedRow):
    """A question for a number, which is entered when no digit could follow, or by Enter."""

    HELP = "Here: type the number, and Enter if more digits could follow. Delete removes the answer."

    def words(self) -> list[Content]:
        """Return `Range in hexes  [3] 1+`; while a number is typed, what can follow."""
        text = self.typed + "_" if self.typed else "_" if self.value is None else str(self.value)
        low, high = self.given.least, self.given.most
        rule = f", {self.default_words()}" if self.default_words() else ""
        hint = what_follows(self.typed, low, high) if self.typed else f"{domain(low, high)}{rule}"
        style = "bold $accent" if self.typed else "bold" if self.value is None else ANSWERED
        return [self.label(), Content.assemble((f"[{text}]", style), (f" {hint}", "$quiet"))]

    def take_key(self, event: Key) -> bool:
        """Handle digits and, if negative numbers are valid, a minus; Enter or leaving the row enters the number."""
        character = event.character or ""
        if character == "-" and (self.typed or self.given.least is None or self.given.least < 0):
            self.typed = self.typed or "-"
            self.draw()
        elif character.isdecimal() and character.isascii():
            self._type(character)
        elif event.key == "backspace" and self.typed:
            self.typed = self.typed[:-1]
            self.draw()
        elif event.key == "enter" and self.typed:
            self.finish()
        else:
            return super().take_key(event)
        return True

    def _type(self, digit: str) -> None:
        """Add a digit, refuse one that leads to no valid number, and enter the number if no digit can follow."""
        low, high, longer = self.given.least, self.given.most, self.typed + digit
        wrong = refusal(longer, low, high) or ("" if len(longer) <= LONGEST else "too many digits")
        if not wrong:
            self.typed = longer
        self.blame(wrong)
        if not wrong and is_legal(longer, low, high) and not may_grow(longer, low, high):
            self._enter(True)
            self.answered_early()

    def finish(self, settled: bool = True) -> bool:
        """Enter the typed number, or refuse an invalid one; return whether it was entered."""
        legal = is_legal(self.typed, self.given.least, self.given.most)
        if legal:
            self._enter(settled)
        else:
            self.blame(f"{self.typed} is outside {domain(self.given.least, self.given.most)}")
        return legal

    def left(self) -> None:
        """Enter the typed number; drop an invalid one."""
        if is_legal(self.typed, self.given.least, self.given.most):
            self._enter(False)
        self.typed = ""

    def _enter(self, settled: bool) -> None:
        text, self.typed = self.typed, ""
        self.give(text, settled)
