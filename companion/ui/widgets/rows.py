"""Rows of a form: one question each, answered by a key or a click. Nothing is answered beforehand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from textual.content import Content
from textual.events import Click, Key
from textual.geometry import Size
from textual.message import Message
from textual.widgets import Static

from companion.model import Choice, Input
from companion.render.text import shown
from companion.ui.key_queue import SerialKeyApp
from companion.ui.widgets.hanging import INDENT, hanging

Path = tuple[str, ...]
COLUMN, WIDE_COLUMN = 24, 36
"""Width of the column of questions; the wide one where a line has room for both it and the answers."""
ROOM_FOR_WIDE = 60
FLASH = 0.8
"""Seconds for which a changed row is highlighted."""


class Row(Static, can_focus=True):
    """A question. Enter and Down go on, Up goes back, Delete removes the answer; each kind has further keys."""

    app: SerialKeyApp
    auto_links = False  # keys that can be clicked keep their colour
    indent = INDENT
    """Columns by which further lines of the answer are indented."""

    hang = INDENT
    """Column in which the further lines of a wrapped question begin."""
    # Taking the focus folds help away above: between finger down and finger up the row would slip from under it.
    FOCUS_ON_CLICK = False

    @dataclass
    class Answered(Message):
        """The player answered; `value` None removes the answer. `settled`: go on to the next question."""

        row: Row
        value: Any
        settled: bool

    @dataclass
    class Moved(Message):
        """The player goes to the previous or next row."""

        row: Row
        step: int

    def __init__(self, path: Path, given: Input) -> None:
        super().__init__("", markup=False, classes="row")
        self.path = path
        self.given = given
        self.member: Choice | None = None
        """The member of a set that is asked about; None for any other question."""
        self.hotkey = ""
        """The letter that toggles the answer; empty for none."""
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
        self.shown_once = False
        """Whether the row has shown an answer, so that a new one is a change."""
        self._width = 0
        """Columns that `_text` was drawn for."""
        self._text: Content | None = None
        self.answer_height = 1
        """Lines of the question with its answer, not counting the help below."""
        self.aside = ""
        """Text after the answer: its source, and whether there is a table ruling."""

    def is_like(self, other: Row) -> bool:
        """Return whether both ask the same question; `other` may belong to an earlier build of the form."""
        return (self.path, self.member) == (other.path, other.member)

    def put(self, value: Any, missing: bool, fault: str, legal: list[Choice]) -> None:
        """Show the current answer."""
        self.value = value
        self.shown_once = True
        self.missing = missing
        self.legal = legal
        self.blame(fault)

    def blame(self, fault: str) -> None:
        """Show why the answer is refused; an empty text removes the message."""
        self.fault = fault
        self.set_class(self.missing, "-missing")
        self.set_class(bool(fault), "-fault")
        self.draw()

    def draw(self) -> None:
        """Draw the row again."""
        self._text = None
        self.refresh(layout=True)

    def render(self) -> Content:
        """Return the row for its current width."""
        return self._at(self.content_size.width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines at this width, drawn during layout so that the first frame is complete."""
        return self._at(width).plain.count("\n") + 1

    def _at(self, width: int) -> Content:
        if self._text is None or self._width != width:
            self._width = width
            first, *rest = self.words()
            mark = ("▸", "bold") if self.here else " "
            pieces = [Content.assemble(mark, first), *rest]
            if self.aside:
                pieces.append(Content.styled(f"  {shown(self.aside)}", "$accent"))
            lines = [hanging(pieces, width, self.hang, self.indent)]
            self.answer_height = lines[0].plain.count("\n") + 1
            for text, style in ((self.fault, "bold $bad"), (self.given.help, "$quiet")):
                if text and (self.here or text == self.fault):
                    lines.append(hanging([Content.styled(" " * INDENT + shown(text), style)], width))
            self._text = Content("\n").join(lines)
        return self._text

    def words(self) -> list[Content]:
        """Return the text in pieces: the question, to which each kind of row adds its answer."""
        return [self.label()]

    def answer_line(self) -> str:
        """Return the question and its answer in a line."""
        return f"{shown(self.given.label)}: {'no answer' if self.value is None else shown(str(self.value))}"

    def label(self) -> Content:
        """Return the question, with ? while it needs an answer."""
        sign = "? " if self.missing else "  "
        column = 0 if self._width < COLUMN + 12 else WIDE_COLUMN if self._width >= ROOM_FOR_WIDE else COLUMN
        text = f"{sign}{shown(self.given.label)}"
        return Content.styled(f"{text:<{column}}  ", "bold" if self.missing else "")

    def default_words(self) -> str:
        """Return the default, as in `Default: neither`; empty if there is an answer or no default."""
        if self.value is not None or not self.given.rule:
            return ""
        words = {choice.key: choice.label for choice in self.given.choices}
        return f"Default: {shown(words.get(self.given.rule) or self.given.rule.replace('_', ' '))}"

    def on_click(self, event: Click) -> None:
        """Focus the question, unless an answer was clicked, which goes on by itself."""
        if "@click" not in event.style.meta:
            self.focus()

    def on_focus(self) -> None:
        """Show the mark."""
        self.here = True
        self.draw()

    def on_blur(self) -> None:
        """Hide the mark."""
        self.here = False
        self.left()
        self.draw()

    def left(self) -> None:
        """Called when the focus leaves the row: enter or drop what is half typed."""

    def give(self, value: Any, settled: bool) -> None:
        """Post an answer."""
        self.post_message(self.Answered(self, value, settled))

    def answered_early(self) -> None:
        """Note that the current key completes an answer, so that an Enter right after it does nothing."""
        self.app.answered_early()

    @property
    def half_typed(self) -> bool:
        """Whether something is typed that is not entered yet."""
        return False

    def finish(self, settled: bool = True) -> bool:
        """Enter the typed text, or refuse it if it is invalid; return whether it was entered."""
        return False

    def enter_typed(self) -> bool:
        """Enter the typed text, or drop it if it is invalid; return whether there was any."""
        typed = self.half_typed
        if typed:
            self.left()
            self.draw()
        return typed

    def take_hotkey(self, key: str) -> bool:
        """Act on the key that changes this row wherever the mark is; return False for a row without such a key."""
        return False

    def flash(self) -> None:
        """Highlight the row for a moment, as its answer has changed."""
        self.add_class("-flash")
        self.set_timer(FLASH, lambda: self.remove_class("-flash"))

    def on_key(self, event: Key) -> None:
        """Handle a key unless the form does; pass other keys on to the screen and the bindings."""
        if self.intercept(self, event) or self.take_key(event):
            event.stop()
            event.prevent_default()

    def take_key(self, event: Key) -> bool:
        """Move between rows; subclasses add their own keys. Return False to leave the key to the screen."""
        if event.key in ("down", "up", "tab", "shift+tab", "enter"):
            self.post_message(self.Moved(self, -1 if event.key in ("up", "shift+tab") else 1))
        elif event.key == "delete":
            self.give(None, False)
        else:
            return False
        return True


class YesNoRow(Row):
    """A yes/no question. `value` is the answer that counts, which may be the default."""

    hang = 8
    HELP = "Here: y is yes, n is no; Space or a click toggles. Up and Down go to the other questions."

    def words(self) -> list[Content]:
        """`[x] s Moving stack is Shaken`; a marked line without a letter ends with the key that toggles it."""
        words = [boxed(bool(self.value), self.hotkey, self.modifier_name())]
        if self.here and not self.hotkey:
            words.append(Content.assemble(("  Space", "bold $accent"), " Toggle"))
        return words

    def modifier_name(self) -> str:
        """Return the name of the modifier."""
        return self.given.label

    def answer_line(self) -> str:
        """Return the question and yes or no."""
        return f"{shown(self.modifier_name())}: {'yes' if self.value else 'no'}"

    def take_key(self, event: Key) -> bool:
        """Toggle or set the answer."""
        if event.key == "space":
            self.toggle()
        elif event.character in ("y", "n"):
            self.give(event.character == "y", False)
        else:
            return super().take_key(event)
        return True

    def on_click(self, event: Click) -> None:
        """Toggle the answer."""
        self.toggle()

    def take_hotkey(self, key: str) -> bool:
        """Toggle the answer."""
        self.toggle()
        return True

    def toggle(self) -> None:
        """Switch between yes and no."""
        self.give(not self.value, False)


class MemberRow(YesNoRow):
    """A member of a set, as a yes/no question."""

    def __init__(self, path: Path, given: Input, choice: Choice) -> None:
        super().__init__(path, given)
        self.choice = self.member = choice

    def modifier_name(self) -> str:
        """Return the name of the member."""
        return self.choice.label or self.choice.key


def boxed(value: bool, hotkey: str, label: str) -> Content:
    """Return a box, the letter that toggles it, and its label."""
    return Content.assemble(
        ("[x]" if value else "[ ]", "bold"),
        (f" {hotkey or ' '}  ", "bold $accent"),
        (shown(label), "bold" if value else ""),
    )


class AddRow(Row):
    """Adds another unit, such as a firing unit, or removes the last one."""

    hang = 5

    def words(self) -> list[Content]:
        """`+ Add: Firing unit`."""
        return [
            Content.assemble(("  + ", "bold $accent"), f"Add: {shown(self.given.label)}"),
            Content.styled("  - Remove", "$quiet"),
        ]

    def take_key(self, event: Key) -> bool:
        """Add with + or Space, remove with -; Enter goes on."""
        if event.key == "space":
            self.give("+", True)
        elif event.character in ("+", "-"):
            self.take_hotkey(event.character)
        else:
            return super().take_key(event)
        return True

    def take_hotkey(self, key: str) -> bool:
        """Add a unit with +, remove the last one with -."""
        self.give(key, key == "+")
        return True

    def on_click(self, event: Click) -> None:
        """Add a unit, which gets the focus."""
        event.prevent_default()
        self.give("+", True)
