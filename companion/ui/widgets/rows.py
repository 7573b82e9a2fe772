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
    """A question. Enter and Down go on, Up goes back, Delete removes the answer; each kind has further keys."""

    # Taking the focus folds help away above: between finger down and finger up the row would slip from under it.
    FOCUS_ON_CLICK = False

    @dataclass
    class Answered(Message):
        """The player answered; `value` None removes the answer. `settled`: go on to the next question.

        `tail` are the letters of a word that was understood before it was typed out; None where nothing can follow, as
        after Enter or a touch.
        """

        row: Row
        value: Any
        settled: bool
        tail: str | None = None

    @dataclass
    class Moved(Message):
        """The player goes to the previous or next row."""

        row: Row
        step: int

    def __init__(self, path: Path, given: Input, hotkey: str = "") -> None:
        super().__init__("", markup=False, classes="row")
        self.path = path
        self.given = given
        self.member: Choice | None = None
        """The member of a set that is asked about; None for any other question."""
        self.hotkey = hotkey
        self.intercept: Callable[[Row, Key], bool] = lambda row, event: False
        """Called before the row handles a key; returns whether it has handled the key."""
        self.value: Any = None
        self.missing = False
        self.asked = False
        """Whether the question is asked, given the answers so far."""
        self.alone = False
        """Whether this is the only question on the screen."""
        self.fault = ""
        self.here = False
        self.legal: list[Choice] = []
        self._width = 0
        self.aside = ""
        """Text behind the answer: its source, and whether there is a table ruling."""

    def put(self, value: Any, missing: bool, fault: str, legal: list[Choice]) -> None:
        """Show the present answer."""
        self.value = value
        self.missing = missing
        self.legal = legal
        self.blame(fault)

    def blame(self, fault: str) -> None:
        """Show why the answer is refused; empty if it is not."""
        self.fault = fault
        self.set_class(self.missing, "-missing")
        self.set_class(bool(fault), "-fault")
        self.draw()

    def draw(self) -> None:
        """Draw the row again."""
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
        """Wrap the lines to the new width; only now can the marked row be scrolled to."""
        if self.content_size.width != self._width:
            self.draw()
        if self.here:
            self.scroll_visible(animate=False)

    def words(self) -> list[Content]:
        """Return the text in pieces: the question, to which each kind adds its answer."""
        return [self.label()]

    def label(self) -> Content:
        """The question, with ? while it needs an answer."""
        sign = "? " if self.missing else "  "
        return Content.styled(f"{sign}{shown(self.given.label)}  ", "bold" if self.missing else "")

    def default_words(self) -> str:
        """Return the answer of the rule as `Default: neither`; empty if there is an answer or no default."""
        if self.value is not None or not self.given.rule:
            return ""
        words = {choice.key: choice.label for choice in self.given.choices}
        return f"Default: {shown(words.get(self.given.rule) or self.given.rule.replace('_', ' '))}"

    def on_click(self, event: Click) -> None:
        """Focus the question; a touch on an answer has gone on already."""
        if "@click" not in event.style.meta:
            self.focus()

    def on_focus(self) -> None:
        """Show the mark, which needs no colour."""
        self.here = True
        self.draw()

    def on_blur(self) -> None:
        """Hide the mark."""
        self.here = False
        self.left()
        self.draw()

    def left(self) -> None:
        """Called when the focus leaves the row: a number is entered, the beginning of a choice is dropped."""

    def give(self, value: Any, settled: bool, tail: str | None = None) -> None:
        """Post an answer."""
        self.post_message(self.Answered(self, value, settled, tail))

    def on_key(self, event: Key) -> None:
        """Handle a key unless the form does; other keys go on to the screen and the bindings."""
        if self.intercept(self, event) or self.take_key(event):
            event.stop()
            event.prevent_default()

    def take_key(self, event: Key) -> bool:
        """Move between rows; kinds add their own keys. False leaves the key to the screen."""
        if event.key in ("down", "up", "tab", "shift+tab"):
            self.post_message(self.Moved(self, 1 if event.key in ("down", "tab") else -1))
        elif event.key == "delete":
            self.give(None, False)
        else:
            return False
        return True


class YesNoRow(Row):
    """A yes/no question. `value` is the answer that counts, which may be the default of the rule."""

    HELP = "Here: y is yes, n is no; Space, Enter or a click toggles. Up and Down go to the other questions."

    def words(self) -> list[Content]:
        """`[x] s Moving stack is Shaken`."""
        return [boxed(bool(self.value), self.hotkey, self.given.label)]

    def take_key(self, event: Key) -> bool:
        """Toggle or set the answer."""
        if event.key in ("space", "enter"):
            self.toggle()
        elif event.character in ("y", "n"):
            self.give(event.character == "y", False)
        else:
            return super().take_key(event)
        return True

    def on_click(self, event: Click) -> None:
        """Toggle the answer."""
        self.toggle()

    def toggle(self) -> None:
        """Give the other answer."""
        self.give(not self.value, False)


class MemberRow(YesNoRow):
    """A member of a set, as a yes/no question."""

    def __init__(self, path: Path, given: Input, choice: Choice, hotkey: str = "") -> None:
        super().__init__(path, given, hotkey)
        self.choice = self.member = choice

    def words(self) -> list[Content]:
        """`[x] w behind a stone wall`."""
        return [boxed(bool(self.value), self.hotkey, self.choice.label or self.choice.key)]


def boxed(value: bool, hotkey: str, label: str) -> Content:
    """Return a box, the letter that toggles it, and its label."""
    return Content.assemble(
        ("[x]" if value else "[ ]", "bold"),
        (f" {hotkey or ' '} ", "bold $text-accent"),
        (shown(label), "bold" if value else ""),
    )


class AddRow(Row):
    """Adds another unit, such as a firing unit, or removes the last one."""

    def words(self) -> list[Content]:
        """`+ one more`."""
        return [
            Content.assemble(("  + ", "bold $text-accent"), f"one more: {shown(self.given.label)}"),
            Content.styled("  - one less", "$text-muted"),
        ]

    def take_key(self, event: Key) -> bool:
        """Add with Enter or Space, remove with -."""
        if event.key in ("enter", "space"):
            self.give("+", True)
        elif event.character == "-":
            self.give("-", False)
        else:
            return super().take_key(event)
        return True

    def on_click(self, event: Click) -> None:
        """Add a unit, which gets the focus."""
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
