"""Rows of a form: one question each, answered by a key or a touch. Nothing is answered beforehand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from textual.content import Content
from textual.events import Click, Key
from textual.message import Message
from textual.widgets import Static

from companion.model import Choice, Input
from companion.render.text import shown

Path = tuple[str, ...]
INDENT = 4
_WORD = re.compile(r"\s*\S+\s*|\s+")


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


def hanging(pieces: Iterable[Content], width: int) -> Content:
    """Return the pieces in lines of at most `width` cells; in a single line if the width is not known yet (0).

    A piece longer than a line starts on a new line.
    """
    listed = list(pieces)
    if width <= 2 * INDENT:
        return Content.assemble(*listed)
    lines: list[Content] = [Content("")]
    broken = False
    for place, piece in enumerate(listed):
        fits = _length(piece) <= width - INDENT
        if broken or (place and not fits):
            lines.append(Content(""))
        broken = bool(place) and not fits
        for part in [piece] if fits else _words(piece):
            room = width if len(lines) == 1 else width - INDENT
            if lines[-1] and lines[-1].cell_length + _length(part) > room:
                lines.append(Content(""))
            lines[-1] = lines[-1] + part
    return Content("\n" + " " * INDENT).join(lines)


def _length(piece: Content) -> int:
    return piece.rstrip().cell_length


def _words(piece: Content) -> Iterator[Content]:
    for match in _WORD.finditer(piece.plain):
        yield piece[match.start() : match.end()]
