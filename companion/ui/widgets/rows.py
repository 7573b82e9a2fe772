"""Rows of a form: one question each, answered by a key or a touch. Nothing is answered beforehand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from textual.content import Content
from textual.events import Click, Key
from textual.message import Message
from textual.style import Style
from textual.widgets import Static

from companion.model import Choice, Input
from companion.render.text import shown
from companion.ui.widgets.choice_words import name_of, tail_of
from companion.ui.widgets.hanging import INDENT, hanging

Path = tuple[str, ...]

DIGITS = 9
"""Choices that a single digit takes."""


class Row(Static, can_focus=True):
    """A question. Keys: see each kind; Enter and Down go on, Up back, Delete takes the answer away."""

    # Taking the focus folds help away above: between finger down and finger up the row would slip from under it.
    FOCUS_ON_CLICK = False

    @dataclass
    class Answered(Message):
        """The player answered; `value` None takes the answer away. `settled`: go on to the next question.

        `tail` are the letters of a word that was understood before it was typed out; None where nothing can follow, as
        after Enter or a touch.
        """

        row: Row
        value: Any
        settled: bool
        tail: str | None = None

    @dataclass
    class Moved(Message):
        """The player goes to the row before or after."""

        row: Row
        step: int

    def __init__(self, path: Path, given: Input, hotkey: str = "") -> None:
        super().__init__("", markup=False, classes="row")
        self.path = path
        self.given = given
        self.member: Choice | None = None
        """Which member of a set is asked; None for any other question."""
        self.hotkey = hotkey
        self.intercept: Callable[[Row, Key], bool] = lambda row, event: False
        """Takes a key before the row does, as the steps of a walk."""
        self.value: Any = None
        self.missing = False
        self.asked = False
        """Whether the question is asked, given the answers so far."""
        self.alone = False
        """Whether it is the only question on show."""
        self.fault = ""
        self.here = False
        self.legal: list[Choice] = []
        self._width = 0
        self.aside = ""
        """Said behind the answer: where it was taken from, that the table has a ruling."""

    def put(self, value: Any, missing: bool, fault: str, legal: list[Choice]) -> None:
        """Shows the answer as it stands."""
        self.value = value
        self.missing = missing
        self.legal = legal
        self.blame(fault)

    def blame(self, fault: str) -> None:
        """Shows what is wrong with the answer; empty where nothing is."""
        self.fault = fault
        self.set_class(self.missing, "-missing")
        self.set_class(bool(fault), "-fault")
        self.draw()

    def draw(self) -> None:
        """Shows the row anew."""
        first, *rest = self.words()
        mark = ("▸", "bold") if self.here else " "
        pieces = [Content.assemble(mark, first), *rest]
        if self.aside:
            pieces.append(Content.styled(f"  {shown(self.aside)}", "$text-accent"))
        self._width = self.content_size.width
        lines = [hanging(pieces, self._width)]
        for text, style in ((self.fault, "bold $text-error"), (self.given.help, "$text-muted")):
            if text and (self.here or text == self.fault):
                lines.append(hanging([Content.styled(" " * INDENT + shown(text), style)], self._width))
        self.update(Content("\n").join(lines))

    def on_resize(self) -> None:
        """Lines are as long as there is room; the marked row has its place only now, where it has just come up."""
        if self.content_size.width != self._width:
            self.draw()
        if self.here:
            self.scroll_visible(animate=False)

    def words(self) -> list[Content]:
        """The row's text in pieces: the question, to which each kind adds its answer."""
        return [self.label()]

    def label(self) -> Content:
        """The question, with ? while it needs an answer."""
        sign = "? " if self.missing else "  "
        return Content.styled(f"{sign}{shown(self.given.label)}  ", "bold" if self.missing else "")

    def unless_said(self) -> str:
        """`neither unless said`: what the rule gives where nobody answers; empty where an answer is there or due."""
        if self.value is not None or not self.given.rule:
            return ""
        words = {choice.key: choice.label for choice in self.given.choices}
        return f"{shown(words.get(self.given.rule) or self.given.rule.replace('_', ' '))} unless said"

    def on_click(self, event: Click) -> None:
        """A touch goes to the question; one that answers it has gone on already."""
        if "@click" not in event.style.meta:
            self.focus()

    def on_focus(self) -> None:
        """The mark shows where the player is, without colour too."""
        self.here = True
        self.draw()

    def on_blur(self) -> None:
        """The mark goes."""
        self.here = False
        self.left()
        self.draw()

    def left(self) -> None:
        """What is half typed when the row is left; kinds that take it say so."""

    def give(self, value: Any, settled: bool, tail: str | None = None) -> None:
        """Tells an answer."""
        self.post_message(self.Answered(self, value, settled, tail))

    def on_key(self, event: Key) -> None:
        """Acts on a key unless the form does; other keys go on to the screen and the bindings."""
        if self.intercept(self, event) or self.take_key(event):
            event.stop()
            event.prevent_default()

    def take_key(self, event: Key) -> bool:
        """Moves between rows; kinds add their own keys. False leaves the key to the screen."""
        if event.key in ("down", "up", "tab", "shift+tab"):
            self.post_message(self.Moved(self, 1 if event.key in ("down", "tab") else -1))
        elif event.key == "delete":
            self.give(None, False)
        else:
            return False
        return True


class YesNoRow(Row):
    """y, n; space or Enter turns it over. `value` is what counts, the rule's own answer included."""

    HELP = (
        "Here: y is yes, n no; Space, Enter or a click turn it over. Up and Down go to the other questions."
    )

    def words(self) -> list[Content]:
        """`[x] s Moving stack is Shaken`."""
        return [boxed(bool(self.value), self.hotkey, self.given.label)]

    def take_key(self, event: Key) -> bool:
        """Turns over or sets."""
        if event.key in ("space", "enter"):
            self.toggle()
        elif event.character in ("y", "n"):
            self.give(event.character == "y", False)
        else:
            return super().take_key(event)
        return True

    def on_click(self, event: Click) -> None:
        """A touch turns it over."""
        self.toggle()

    def toggle(self) -> None:
        """The other answer."""
        self.give(not self.value, False)


class MemberRow(YesNoRow):
    """One member of a set."""

    def __init__(self, path: Path, given: Input, choice: Choice, hotkey: str = "") -> None:
        super().__init__(path, given, hotkey)
        self.choice = self.member = choice

    def words(self) -> list[Content]:
        """`[x] w behind a stone wall`."""
        return [boxed(bool(self.value), self.hotkey, self.choice.label or self.choice.key)]


def boxed(value: bool, hotkey: str, label: str) -> Content:
    """A box, the letter that turns it over, what it says."""
    return Content.assemble(
        ("[x]" if value else "[ ]", "bold"),
        (f" {hotkey or ' '} ", "bold $text-accent"),
        (shown(label), "bold" if value else ""),
    )


class ChoiceRow(Row):
    """Type the choice or its beginning; left and right go through; a touch takes one."""

    HELP = (
        "Here: type the choice, its beginning or its number, or click it; Left and Right go through them. "
        "Delete takes the answer away."
    )

    typed = ""

    def words(self) -> list[Content]:
        """The question, then every choice, the one taken in brackets."""
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
        if self.unless_said():
            parts.append(Content.styled(f" {self.unless_said()}", "$text-muted"))
        if self.typed:
            parts.append(Content.styled(f"  {self.typed}_", "bold $text-accent"))
        return parts

    def action_take(self, place: int) -> None:
        """Takes a choice by its place."""
        if place < len(self.legal):
            self._choose(self.legal[place])

    def take_key(self, event: Key) -> bool:
        """Typing narrows, Enter takes what is typed."""
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
        """Takes the choice once what is typed fits only one; leaves keys that fit none to the form."""
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
        """Choices that begin with what is typed; a digit counts places where no choice begins with one."""
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
        """A beginning that fits several is no answer."""
        if self.typed:
            self.typed = ""
            self.draw()

    def _choose(self, choice: Choice, tail: str | None = None) -> None:
        self.typed = ""
        self.give(choice.key, True, tail)


class NumberRow(Row):
    """Digits, a minus before them where less than 0 is legal; taken when no digit could follow, or with Enter."""

    HELP = "Here: type the number, and Enter where more digits could follow. Delete takes the answer away."

    typed = ""

    def words(self) -> list[Content]:
        """`Range in hexes  [ 3 ] 1 or more`."""
        text = self.typed + "_" if self.typed else "_" if self.value is None else str(self.value)
        rule = f", {self.unless_said()}" if self.unless_said() else ""
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
        """Digits add up, Enter takes and goes on, an arrow takes and goes to the row beside."""
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
        """What was typed counts when the row is left."""
        if self.typed == "-":
            self.typed = ""
        if self.typed:
            self._taken(False)

    def _taken(self, settled: bool, tail: str | None = None) -> None:
        text, self.typed = self.typed, ""
        self.give(text, settled, tail)


class AddRow(Row):
    """Adds a row, as of one more firing unit, or takes the last one away."""

    def words(self) -> list[Content]:
        """`+ one more`."""
        return [
            Content.assemble(("  + ", "bold $text-accent"), f"one more: {shown(self.given.label)}"),
            Content.styled("  - one less", "$text-muted"),
        ]

    def take_key(self, event: Key) -> bool:
        """Enter, space adds; - takes away."""
        if event.key in ("enter", "space"):
            self.give("+", True)
        elif event.character == "-":
            self.give("-", False)
        else:
            return super().take_key(event)
        return True

    def on_click(self, event: Click) -> None:
        """A touch adds, and goes to what was added."""
        event.prevent_default()
        self.give("+", True)
