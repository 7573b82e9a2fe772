"""Where dice are typed from the table, or rolled by the companion."""

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
from companion.render.text import shown
from companion.ui.widgets.pool_typed import PoolTyped

_ROLL = Style.from_meta({"@click": "roll"}) + Style(underline=True)
"""A touch on it rolls."""
MOST_SHOWN = 4
"""Rolls that fell and are shown; of more, the last ones."""


class DiceRow(Static, can_focus=True):
    """Type the total, or `3+4`; of a pool each die, as in `3 4 5` or `345`; r lets the companion roll."""

    HELP = (
        "Here: type the dice as they fell: the total, or each die as in 3+4; of a pool each die. r or a click on roll "
        "lets the companion roll. Backspace takes a typed die back."
    )

    @dataclass
    class Fell(Message):
        """A die was typed; the value is as typed."""

        value: Any

    class Ask(Message):
        """The companion shall roll."""

    class Back(Message):
        """The last typed die is taken back."""

    @dataclass
    class Moved(Message):
        """The player leaves the row."""

        step: int

    def __init__(self, hint: str = "⌫ takes a typed die back, f8 starts anew") -> None:
        """`hint` is shown once all dice have fallen."""
        super().__init__("", markup=False, id="dice")
        self.hint = hint
        self.request: RollRequest | None = None
        self.fallen: tuple[Rolled, ...] = ()
        self.typed = ""
        self.kept: Sequence[str] = ()
        self.pool: PoolTyped | None = None
        """What is typed of a pool; None where no pool is due."""
        self.idle = "Dice: not due yet"
        """Said while none are due and none fell."""

    def put(self, resolution: Resolution | None, rolls: Sequence[Any], has_dice: bool) -> None:
        """Show which dice are due and which fell; `rolls` were made even if answers are open again.

        A calculator without dice (`has_dice`) has no such row.
        """
        self.display = has_dice
        request = resolution.needs[0] if resolution and resolution.needs else None
        self.fallen = resolution.rolls if resolution else ()
        self.kept = [] if self.fallen else [_text(roll) for roll in rolls]
        self.idle = "No dice were needed" if resolution and resolution.done else "Dice: not due yet"
        if request != self.request:
            self.typed = ""
            self.pool = None if request is None or request.pool is None else _pool_of(request)
        self.request = request
        self.draw()

    def draw(self) -> None:
        """Shows the row anew."""
        parts: list[str | tuple[str, str | Style]] = []
        for each in self.fallen[-MOST_SHOWN:]:
            who = "by the companion" if each.source == "app" else "from the table"
            what = f"{shown(each.label)} " if each.label else ""
            parts.append((f"{what}{each.dice}: {each.shown}, {who}\n", "bold"))
        if self.request is not None and self.pool is not None:
            parts += self._pool_words(self.request, self.pool)
        elif self.request is not None:
            parts.append(
                (f"{shown(self.request.label)}: type {self.request.dice} [{self.typed or ' '}_] ", "bold")
            )
            if self.typed:
                parts.append((self._meant(), "$text-muted"))
            else:
                told = f"{self.request.least} to {self.request.most}{self._singly()}, or "
                parts += [(told, "$text-muted"), ("r to roll", _ROLL)]
        elif self.kept:
            parts.append((f"Dice: {', '.join(self.kept)} fell, kept until all is answered again", "bold"))
        elif not self.fallen:
            parts.append((self.idle, "$text-muted"))
        else:
            parts.append((self.hint, "$text-muted"))
        self.update(Content.assemble(*parts))

    def _count(self) -> int:
        """How many dice are due and added up; 1 where they are not told apart."""
        assert self.request is not None
        return 1 if self.request.dice == PERCENTILE else count_and_sides(self.request.dice)[0]

    def _singly(self) -> str:
        """How they may be typed one by one."""
        return f", singly as {'+'.join('34512'[: min(self._count(), 5)])}" if self._count() > 1 else ""

    def _meant(self) -> str:
        """What can be done with what is typed of a roll that is not whole yet."""
        assert self.request is not None
        ways = []
        if self.typed.isdecimal() and self.request.least <= int(self.typed) <= self.request.most:
            ways.append(f"⏎ takes {self.typed}")
        if self.typed.count("+") + 1 < self._count() and not self.typed.endswith("+"):
            ways.append("+ and the next die")
        return ", ".join(ways)

    def _pool_words(self, request: RollRequest, pool: PoolTyped) -> list[str | tuple[str, str | Style]]:
        """What is typed of a pool, how many dice are still to come, and what is wrong with the last key."""
        text = pool.text()
        there = f", {request.given} there" if request.given else ""
        gap = " " if text and not pool.digits else ""
        told = f"{pool.needed - len(pool.dice)} more, each {pool.least} to {pool.most}, or "
        fault = [(f"  {pool.fault}", "bold $text-error")] if pool.fault else []
        head = f"{shown(request.label)}: type {request.dice}{there} [{text}{gap}_] "
        return [(head, "bold"), (told, "$text-muted"), ("r to roll", _ROLL), *fault]

    def retype(self, faces: Sequence[int]) -> None:
        """Puts dice of a pool back as they were typed, to be gone on with."""
        if self.pool is not None:
            self.pool.dice = list(faces)
            self.draw()

    def _type_pool(self, event: Key, pool: PoolTyped) -> bool:
        """A key for a pool: a die, a gap, Enter, the last die back; False for any other."""
        if event.key == "backspace":
            if not pool.back():
                self.post_message(self.Back())
        elif event.key == "enter":
            pool.enter()
        elif not pool.press(event.character or ""):
            return False
        if pool.full:
            text = pool.text()
            pool.dice = []
            self.post_message(self.Fell(text))
        self.draw()
        return True

    def on_key(self, event: Key) -> None:
        """Digits, + between single dice, Enter, r; other keys go on to the screen and the bindings."""
        if self._take_key(event):
            event.stop()
            event.prevent_default()

    def _take_key(self, event: Key) -> bool:
        character = event.character or ""
        if character == "-" or (self.pool is not None and self._type_pool(event, self.pool)):
            return True
        if event.key == "backspace":
            self._take_back()
        elif (
            self.request is not None
            and self.pool is None
            and (character.isdecimal() or (character == "+" and self.typed))
            and len(self.typed) < 12
        ):
            self.typed += character
            if self._whole():
                self._fell()
            else:
                self.draw()
        elif event.key == "enter" and self.typed:
            self._fell()
        elif character == "r" and self.request is not None:
            self._ask()
        elif event.key in ("up", "shift+tab"):
            self.post_message(self.Moved(-1))
        elif event.key in ("down", "tab"):
            self.post_message(self.Moved(1))
        else:
            return False
        return True

    def _take_back(self) -> None:
        """The digit typed last, or the die that fell last."""
        if self.typed:
            self.typed = self.typed[:-1]
            self.draw()
        else:
            self.post_message(self.Back())

    def _ask(self) -> None:
        assert self.request is not None
        self.pool = _pool_of(self.request) if self.pool is not None else None
        self.post_message(self.Ask())

    def action_roll(self) -> None:
        """The companion rolls what is due."""
        if self.request is not None:
            self._ask()

    def on_click(self, event: Click) -> None:
        """A touch takes the focus."""
        self.focus()

    def _fell(self) -> None:
        text, self.typed = self.typed, ""
        self.draw()
        self.post_message(self.Fell(text))

    def _whole(self) -> bool:
        """Whether nothing could follow what is typed: no total goes on from it, or every single die is there."""
        assert self.request is not None
        if self.request.dice == PERCENTILE:
            return len(self.typed) == 2
        count, sides = count_and_sides(self.request.dice)
        if "+" in self.typed:
            last = self.typed.rsplit("+", 1)[1]
            return self.typed.count("+") == count - 1 and bool(last) and int(last) * 10 > sides
        might_be_one_die = count > 1 and int(self.typed) <= sides
        return int(self.typed) * 10 > self.request.most and not might_be_one_die


def _pool_of(request: RollRequest) -> PoolTyped:
    return PoolTyped(request.least, request.most, (request.pool or 0) - request.given)


def _text(roll: Any) -> str:
    return roll.shown if isinstance(roll, Rolled) else str(roll)
