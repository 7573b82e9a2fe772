"""The row for dice: the player types them, or the companion rolls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from textual.content import Content
from textual.events import Click, Key
from textual.message import Message
from textual.style import Style
from textual.widgets import Static

from companion.engine.dice import PERCENTILE, count_and_sides
from companion.model import Resolution, Rolled, RollRequest
from companion.render.resolution import step_words
from companion.render.text import shown

_ROLL = Style.from_meta({"@click": "roll"}) + Style(underline=True)
"""A touch on it rolls."""
MOST_SHOWN = 4
"""Rolls that are shown at most: the last ones."""
_LONGEST = 12
"""Characters of a typed roll at most."""

Parts = list[str | tuple[str, str | Style]]


class PoolTyped:
    """A pool of dice while it is typed, as 345, 3 4 5 or 3,4,5.

    Each die shows `least` to `most`; `needed` dice are to be typed.
    """

    def __init__(self, least: int, most: int, needed: int) -> None:
        self.least = least
        self.most = most
        self.needed = needed
        self.dice: list[int] = []
        self.digits = ""
        """Digits of a die that may get another digit."""
        self.fault = ""
        """The reason why the last key was refused; empty if it was not."""

    @property
    def full(self) -> bool:
        """Whether all dice are typed."""
        return len(self.dice) >= self.needed

    def press(self, character: str) -> bool:
        """Take a digit or a separator; return False for any other key. A face that does not exist is refused."""
        if character in (" ", ",", "+"):
            self.finish()
            return True
        if len(character) != 1 or character not in "0123456789":
            return False
        self.fault = ""
        face = int(self.digits + character)
        if not self.least <= face <= self.most:
            self.fault = f"{face} is outside {self.least} to {self.most}"
        else:
            self.digits += character
            if face * 10 > self.most:
                self.finish()
        return True

    def finish(self) -> None:
        """Complete the last die."""
        self.fault = ""
        if self.digits:
            self.dice.append(int(self.digits))
            self.digits = ""

    def enter(self) -> None:
        """Complete the last die, and say how many dice are missing."""
        self.finish()
        if not self.full:
            self.fault = f"{self.needed - len(self.dice)} more needed"

    def back(self) -> bool:
        """Remove the last digit or die; False if nothing is typed."""
        self.fault = ""
        if self.digits:
            self.digits = self.digits[:-1]
        elif self.dice:
            self.dice.pop()
        else:
            return False
        return True

    def text(self) -> str:
        """The dice, such as 3 4 5."""
        return " ".join([*map(str, self.dice), *([self.digits] if self.digits else [])])


class DiceRow(Static, can_focus=True):
    """Type the total, or `3+4`; of a pool each die, as in `3 4 5` or `345`; r lets the companion roll."""

    HELP = (
        "Here: type the total of the dice, or each die as in 3+4; of a pool, each die. r or a click on roll "
        "lets the companion roll. Backspace removes a typed die."
    )

    @dataclass
    class Typed(Message):
        """A roll was typed; the value is as typed."""

        value: Any

    class Ask(Message):
        """The companion shall roll."""

    class Back(Message):
        """The last typed die is removed."""

    @dataclass
    class Moved(Message):
        """The player leaves the row."""

        step: int

    def __init__(self, hint: str = "⌫ removes a typed die, f8 starts over") -> None:
        """`hint` is shown once all dice are rolled."""
        super().__init__("", markup=False, id="dice")
        self.hint = hint
        self.request: RollRequest | None = None
        """The roll that is due."""
        self.rolled: tuple[Rolled, ...] = ()
        self.results: Sequence[str] = ()
        """Results of the steps that each roll completed; empty for none."""
        self.typed = ""
        self.kept: Sequence[str] = ()
        """Rolls that count again once every question is answered."""
        self.pool: PoolTyped | None = None
        """The pool that is due; None for any other roll."""
        self.idle = "Dice: not due yet"
        """Shown if no roll is due and none was made."""

    def put(self, resolution: Resolution | None, rolls: Sequence[Any], has_dice: bool) -> None:
        """Show the roll that is due and those that were made; `rolls` are kept even if questions are open again.

        A calculator without dice (`has_dice`) has no such row.
        """
        self.display = has_dice
        request = resolution.needs[0] if resolution and resolution.needs else None
        self.rolled = resolution.rolls if resolution else ()
        self.results = (
            [step_words(resolution, number) for number in range(1, len(self.rolled) + 1)]
            if resolution
            else []
        )
        self.kept = [] if self.rolled else [_text(roll) for roll in rolls]
        self.idle = "No dice were needed" if resolution and resolution.done else "Dice: not due yet"
        if request != self.request:
            self.typed = ""
            self.pool = None if request is None or request.pool is None else _pool_of(request)
        self.request = request
        self.draw()

    def draw(self) -> None:
        """Draw the row again."""
        parts: Parts = []
        for roll, result in list(zip(self.rolled, self.results, strict=True))[-MOST_SHOWN:]:
            how = "rolled by the companion" if roll.source == "app" else "typed"
            label = f"{shown(roll.label)} " if roll.label else ""
            parts.append((f"{label}{roll.dice}: {roll.shown}, {how}", "bold"))
            parts.append((f": {shown(result)}\n" if result else "\n", "bold $text-accent"))
        if self.request is not None:
            parts += (
                self._pool_parts(self.request, self.pool) if self.pool else self._roll_parts(self.request)
            )
        elif self.kept:
            parts.append((f"Dice: {', '.join(self.kept)}, kept until every question is answered", "bold"))
        else:
            parts.append((self.hint if self.rolled else self.idle, "$text-muted"))
        self.update(Content.assemble(*parts))

    def _roll_parts(self, request: RollRequest) -> Parts:
        """The roll that is due, and which keys make sense next."""
        head = (f"{shown(request.label)}: type {request.dice} [{self.typed or ' '}_] ", "bold")
        count = self._count(request)
        if not self.typed:
            each = f", singly as {'+'.join('34512'[: min(count, 5)])}" if count > 1 else ""
            return [
                head,
                (f"{request.least} to {request.most}{each}, or ", "$text-muted"),
                ("r to roll", _ROLL),
            ]
        ways = []
        if self.typed.isdecimal() and request.least <= int(self.typed) <= request.most:
            ways.append(f"⏎ takes {self.typed}")
        if self.typed.count("+") + 1 < count and not self.typed.endswith("+"):
            ways.append("+ and the next die")
        return [head, (", ".join(ways), "$text-muted")]

    def _pool_parts(self, request: RollRequest, pool: PoolTyped) -> Parts:
        """The pool that is due, how many dice are missing, and why the last key was refused."""
        text = pool.text()
        there = f", {request.given} there" if request.given else ""
        gap = " " if text and not pool.digits else ""
        told = f"{pool.needed - len(pool.dice)} more, each {pool.least} to {pool.most}, or "
        head = f"{shown(request.label)}: type {request.dice}{there} [{text}{gap}_] "
        parts: Parts = [(head, "bold"), (told, "$text-muted"), ("r to roll", _ROLL)]
        return [*parts, (f"  {pool.fault}", "bold $text-error")] if pool.fault else parts

    @staticmethod
    def _count(request: RollRequest) -> int:
        """How many dice are added up; 1 for percentile dice, which are read together."""
        return 1 if request.dice == PERCENTILE else count_and_sides(request.dice)[0]

    def retype(self, faces: Sequence[int]) -> None:
        """Put the typed dice of a pool back, to be continued."""
        if self.pool is not None:
            self.pool.dice = list(faces)
            self.draw()

    def on_key(self, event: Key) -> None:
        """Take digits, + between single dice, Enter and r; other keys go on to the screen and the bindings."""
        typed_pool = self.pool is not None and self._type_pool(event, self.pool)
        if typed_pool or self._take_key(event):
            event.stop()
            event.prevent_default()

    def _type_pool(self, event: Key, pool: PoolTyped) -> bool:
        """Take a die, a gap, Enter or Backspace for a pool; return False for any other key."""
        if event.key == "backspace":
            if not pool.back():
                self.post_message(self.Back())
        elif event.key == "enter":
            pool.enter()
        elif not pool.press(event.character or ""):
            return event.character == "-"
        if pool.full:
            text = pool.text()
            pool.dice = []
            self.post_message(self.Typed(text))
        self.draw()
        return True

    def _take_key(self, event: Key) -> bool:
        character = event.character or ""
        if event.key == "backspace":
            if not self.typed:
                self.post_message(self.Back())
            self.typed = self.typed[:-1]
            self.draw()
        elif character.isdecimal() or (character == "+" and self.typed):
            return self._type(character)
        elif event.key == "enter" and self.typed:
            self._send()
        elif character == "r" and self.request is not None:
            self.action_roll()
        elif event.key in ("up", "shift+tab"):
            self.post_message(self.Moved(-1))
        elif event.key in ("down", "tab"):
            self.post_message(self.Moved(1))
        else:
            return character == "-"
        return True

    def _type(self, character: str) -> bool:
        """Take a digit or +, and send the roll if nothing could follow."""
        if self.request is None or self.pool is not None or len(self.typed) >= _LONGEST:
            return False
        self.typed += character
        if self._is_complete(self.request):
            self._send()
        else:
            self.draw()
        return True

    def action_roll(self) -> None:
        """Let the companion roll what is due; a pool that was typed in part is dropped."""
        if self.request is not None:
            self.pool = _pool_of(self.request) if self.pool is not None else None
            self.post_message(self.Ask())

    def on_click(self, event: Click) -> None:
        """Focus the row."""
        self.focus()

    def _send(self) -> None:
        text, self.typed = self.typed, ""
        self.draw()
        self.post_message(self.Typed(text))

    def _is_complete(self, request: RollRequest) -> bool:
        """Whether nothing could follow: no total begins with the typed digits, or every single die is there."""
        if request.dice == PERCENTILE:
            return len(self.typed) == 2
        count, sides = count_and_sides(request.dice)
        if "+" in self.typed:
            last = self.typed.rsplit("+", 1)[1]
            return self.typed.count("+") == count - 1 and bool(last) and int(last) * 10 > sides
        might_be_one_die = count > 1 and int(self.typed) <= sides
        return int(self.typed) * 10 > request.most and not might_be_one_die


def _pool_of(request: RollRequest) -> PoolTyped:
    return PoolTyped(request.least, request.most, (request.pool or 0) - request.given)


def _text(roll: Any) -> str:
    return roll.shown if isinstance(roll, Rolled) else str(roll)
