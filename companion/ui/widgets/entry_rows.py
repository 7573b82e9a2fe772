"""Questions that are answered by typing: one of several choices, and a number."""

from __future__ import annotations

from textual.content import Content
from textual.events import Key
from textual.style import Style

from companion.model import Choice
from companion.render.text import shown
from companion.ui.widgets.rows import Row

DIGITS = 9
"""Choices that a single digit takes."""


class ChoiceRow(Row):
    """Choices: typed in full or in part, selected with left and right, or touched."""

    HELP = (
        "Here: type the choice, its beginning or its number, or click it; Left and Right select. "
        "Delete removes the answer."
    )

    typed = ""

    def words(self) -> list[Content]:
        """The question, then every choice, the one that is taken in brackets."""
        parts = [self.label()]
        numbered = self.alone and not any(
            name[:1].isdecimal() for choice in self.legal for name in (choice.key, choice.label)
        )
        for place, choice in enumerate(self.legal):
            name = shown(f"{place + 1} {name_of(choice)}" if numbered and place < DIGITS else name_of(choice))
            taken = choice.key == self.value
            link = Style.from_meta({"@click": f"take({place})"})
            style = link + (Style(bold=True, reverse=True) if taken else Style())
            parts.append(Content.styled(f"[{name}]" if taken else f" {name} ", style))
        taken_label = next((choice.label for choice in self.legal if choice.key == self.value), "")
        if taken_label and taken_label not in (name_of(choice) for choice in self.legal):
            parts.append(Content.styled(f" {shown(taken_label)}", "bold"))
        if self.default_words():
            parts.append(Content.styled(f" {self.default_words()}", "$text-muted"))
        if self.typed:
            parts.append(Content.styled(f"  {self.typed}_", "bold $text-accent"))
        return parts

    def action_take(self, place: int) -> None:
        """Take a choice by its place."""
        if place < len(self.legal):
            self._choose(self.legal[place])

    def take_key(self, event: Key) -> bool:
        """Narrow the choices by typing; take the typed choice with Enter."""
        if event.key in ("left", "right") and self.legal:
            keys = [choice.key for choice in self.legal]
            place = (
                keys.index(self.value) if self.value in keys else (-1 if event.key == "right" else len(keys))
            )
            step = 1 if event.key == "right" else -1
            self.give(keys[(place + step) % len(keys)], False)
        elif event.key == "enter":
            exact = [choice for choice in self._matching() if choice.key.lower() == self.typed.lower()]
            self.typed = ""
            if exact:
                self._choose(exact[0])
            else:
                self.draw()
                self.post_message(self.Moved(self, 1))
        elif event.key == "backspace":
            self.typed = self.typed[:-1]
            self.draw()
        elif event.character and event.character.isprintable() and event.character != " ":
            return self._type(event.character)
        else:
            return super().take_key(event)
        return True

    def _type(self, character: str) -> bool:
        """Take the choice as soon as only one fits; leave a first key that fits none to the form."""
        before, self.typed = self.typed, self.typed + character
        matching = self._matching()
        if not matching:
            self.typed = before
            return bool(before)
        if len(matching) == 1:
            self._choose(matching[0], tail_of(matching[0], self.typed))
        else:
            self.draw()
        return True

    def _matching(self) -> list[Choice]:
        """Return the choices that begin with the typed text; if there are none, a digit is the place of a choice."""
        typed = self.typed.lower()
        names = [
            choice
            for choice in self.legal
            if choice.key.lower().startswith(typed) or choice.label.lower().startswith(typed)
        ]
        keyed = [choice for choice in names if choice.key.lower().startswith(typed)]
        if not names and typed.isdecimal() and 1 <= int(typed) <= len(self.legal):
            return [self.legal[int(typed) - 1]]
        return keyed or names

    def left(self) -> None:
        """Drop the beginning of a choice: it is no answer."""
        if self.typed:
            self.typed = ""
            self.draw()

    def _choose(self, choice: Choice, tail: str | None = None) -> None:
        self.typed = ""
        self.give(choice.key, True, tail)


class NumberRow(Row):
    """A number; taken when no digit could follow, or with Enter."""

    HELP = "Here: type the number, and Enter if more digits could follow. Delete removes the answer."

    typed = ""

    def words(self) -> list[Content]:
        """`Range in hexes  [ 3 ] 1 or more`."""
        text = self.typed + "_" if self.typed else "_" if self.value is None else str(self.value)
        rule = f", {self.default_words()}" if self.default_words() else ""
        return [
            self.label(),
            Content.assemble((f"[{text}]", "bold"), (f" {self._domain()}{rule}", "$text-muted")),
        ]

    def _domain(self) -> str:
        low, high = self.given.least, self.given.most
        if low is not None and high is not None:
            return f"{low} to {high}"
        return f"{low}+" if low is not None else "a number"

    def take_key(self, event: Key) -> bool:
        """Take digits and, if negative numbers are legal, a minus; enter the number with Enter, Down or Tab."""
        character = event.character or ""
        if character == "-":
            if not self.typed and (self.given.least is None or self.given.least < 0):
                self.typed = "-"
                self.draw()
        elif character.isdecimal() and len(self.typed) < 7:
            self.typed += character
            if self._whole():
                self._taken(True, "")
            else:
                self.draw()
        elif event.key == "backspace" and self.typed:
            self.typed = self.typed[:-1]
            self.draw()
        elif event.key == "enter" and self.typed:
            self._taken(True)
        elif event.key in ("down", "tab") and self.typed:
            self._taken(False)
            super().take_key(event)
        elif event.key == "enter":
            self.post_message(self.Moved(self, 1))
        else:
            return super().take_key(event)
        return True

    def _whole(self) -> bool:
        """Whether no further digit could follow."""
        number, least, most = int(self.typed), self.given.least, self.given.most
        if self.typed.startswith("-"):
            return least is not None and number * 10 < least
        return number == 0 or (most is not None and number * 10 > most)

    def left(self) -> None:
        """Enter the typed number."""
        if self.typed == "-":
            self.typed = ""
        if self.typed:
            self._taken(False)

    def _taken(self, settled: bool, tail: str | None = None) -> None:
        text, self.typed = self.typed, ""
        self.give(text, settled, tail)


def tail_of(choice: Choice, typed: str) -> str:
    """Return the letters of the choice that the player may still type once `typed` has identified it."""
    for name in (choice.key, choice.label):
        if len(name) > 2 and name.lower().startswith(typed.lower()):
            return name[len(typed) :].lower()
    return ""


def name_of(choice: Choice) -> str:
    """Return the name to show: a short code as it is, a word by its label."""
    return choice.key if len(choice.key) <= 2 else choice.label or choice.key.replace("_", " ")
