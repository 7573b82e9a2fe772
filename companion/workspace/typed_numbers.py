"""Numbers and dice while they are being typed.

Typed digits are entered as soon as no digit may follow; until then, Enter enters them. A digit that leads to no valid
number is refused and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.dice import PERCENTILE, count_and_sides
from companion.engine.pools import zero_hint
from companion.model import RollRequest
from companion.model.wording import agreeing

LONGEST = 7
"""Most digits of a number."""


def is_legal(text: str, least: int | None, most: int | None) -> bool:
    """Whether typed text is a number from `least` to `most`; None for no limit."""
    if not text.removeprefix("-").isdecimal():
        return False
    number = int(text)
    return (least is None or number >= least) and (most is None or number <= most)


def may_grow(text: str, least: int | None, most: int | None) -> bool:
    """Whether a longer valid number begins with the typed text."""
    return next(_longer(text, least, most), None) is not None


def refusal(text: str, least: int | None, most: int | None) -> str:
    """Return why no valid number begins with the typed text; empty if one does."""
    if is_legal(text, least, most) or may_grow(text, least, most):
        return ""
    return f"{text} is outside {domain(least, most)}"


def _refused_die(text: str, least: int, most: int) -> str:
    """Return why no face of a die begins with the typed text, and what to type for a 0; empty if one does."""
    says = refusal(text, least, most)
    return says and f"{says}{zero_hint(most, [int(text)])}"


def domain(least: int | None, most: int | None) -> str:
    """Return the valid numbers in words: `0 to 4`, `1+` or `a number`."""
    if least is not None and most is not None:
        return f"{least} to {most}"
    return f"{least}+" if least is not None else f"up to {most}" if most is not None else "a number"


def what_follows(text: str, least: int | None, most: int | None) -> str:
    """Return what may be typed next: `Enter takes 1, or 10 to 12`; empty if nothing is typed."""
    if not text:
        return ""
    taken = f"Enter takes {text}" if is_legal(text, least, most) else ""
    spans = list(_longer(text, least, most))
    if not spans:
        return taken
    low, high = min(span[0] for span in spans), max(span[1] for span in spans)
    bounded = least is not None and most is not None
    more = (f"{low} to {high}" if low < high else str(low)) if bounded else "more digits"
    return f"{taken}, or {more}" if taken else more


def _longer(text: str, least: int | None, most: int | None) -> Iterator[tuple[int, int]]:
    """Yield the ranges of longer valid numbers that begin with the text, the shortest numbers first."""
    digits = text.removeprefix("-")
    if digits == "0":
        return
    negative = text.startswith("-")
    if negative:
        most = -1 if most is None else min(most, -1)
    for more in range(1, LONGEST + 1 - len(digits)):
        first = int(digits or "0") * 10**more
        last = first + 10**more - 1
        low, high = (-last, -first) if negative else (first, last)
        low = low if least is None else max(low, least)
        high = high if most is None else min(high, most)
        if low <= high:
            yield low, high


class PoolEntry:
    """A pool of dice while it is being typed, as 345, 3 4 5 or 3,4,5.

    Each die shows `least` to `most`; `needed` dice must be typed, in addition to `given` dice of the same roll.
    """

    def __init__(self, least: int, most: int, needed: int, given: int = 0) -> None:
        self.least = least
        self.most = most
        self.needed = needed
        self.given = given
        self.dice: list[int] = []
        self.digits = ""
        """Digits of a die to which another digit may be added."""
        self.fault = ""
        """The reason why the last key was refused; empty if it was not."""

    @property
    def full(self) -> bool:
        """Whether all dice are typed."""
        return len(self.dice) >= self.needed

    @property
    def empty(self) -> bool:
        """Whether nothing has been typed."""
        return not self.text()

    @property
    def value(self) -> str:
        """The dice to enter."""
        return self.text()

    def press(self, character: str) -> bool:
        """Take a digit or a separator, refusing impossible faces; return False for any other key."""
        if character in (" ", ",", "+"):
            self.finish()
            return True
        if len(character) != 1 or character not in "0123456789":
            return False
        self.fault = _refused_die(self.digits + character, self.least, self.most)
        if not self.fault:
            self.digits += character
            if not may_grow(self.digits, self.least, self.most):
                self.finish()
        return True

    def finish(self) -> None:
        """Complete the last die."""
        self.fault = ""
        if self.digits:
            self.dice.append(int(self.digits))
            self.digits = ""

    def enter(self) -> None:
        """Complete the last die; if dice are missing, report how many in `fault`."""
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
        """Return the dice as text, such as 3 4 5."""
        return " ".join([*map(str, self.dice), *([self.digits] if self.digits else [])])

    def hint(self) -> str:
        """Return what may be typed."""
        missing = self.needed - len(self.dice)
        noun = "more" if self.dice or self.given else agreeing(missing, "dice")
        return f"{missing} {noun}, each {self.least} to {self.most}"


class TotalEntry:
    """The total of dice while it is being typed; single dice after Space, or after the first die and +."""

    def __init__(self, request: RollRequest) -> None:
        self.least, self.most = request.least, request.most
        self.percentile = request.dice == PERCENTILE
        self.count, self.sides = count_and_sides("1d100" if self.percentile else request.dice)
        self.typed = ""
        self.each: PoolEntry | None = None
        """The single dice; None while a total is typed."""
        self.fault = ""
        """The reason why the last key was refused; empty if it was not."""
        self._entered = False

    @property
    def full(self) -> bool:
        """Whether the roll is complete: Enter was pressed, or no digit may follow."""
        if self.each is not None:
            return self.each.full
        if self.percentile:
            return self._entered or len(self.typed) >= 2
        return self._entered or bool(self.typed and not may_grow(self.typed, self.least, self.most))

    @property
    def empty(self) -> bool:
        """Whether nothing has been typed."""
        return not self.typed and self.each is None

    @property
    def first_die(self) -> str:
        """The typed total if it could also be the first of several single dice; empty otherwise."""
        is_die = self.each is None and self.count > 1 and is_legal(self.typed, 1, self.sides)
        return self.typed if is_die else ""

    @property
    def value(self) -> str:
        """The total, or single dice as in 4+5."""
        return self.typed if self.each is None else "+".join(map(str, self.each.dice))

    def press(self, character: str) -> bool:
        """Take a digit, or Space or + for single dice; return False for any other key."""
        if self.each is not None:
            pressed = self.each.press(character)
            self.fault = self.each.fault
            return pressed
        if self.count > 1 and character == ("+" if self.typed else " "):
            self._begin_single_dice()
            return True
        if len(character) != 1 or character not in "0123456789":
            return False
        longer = self.typed + character
        refused = _refused_die if self.count == 1 else refusal
        self.fault = "" if self.percentile else refused(longer, self.least, self.most)
        if not self.fault:
            self.typed = longer
        return True

    def _begin_single_dice(self) -> None:
        """Switch to single dice; a digit that is already typed becomes the first die."""
        first, self.typed, self.fault = self.typed, "", ""
        self.each = PoolEntry(1, self.sides, self.count)
        for digit in first:
            self.press(digit)
        self.press("+")

    def enter(self) -> None:
        """Take the typed roll, or report in `fault` why it is refused."""
        if self.each is not None:
            self.each.enter()
            self.fault = self.each.fault
        elif is_legal(self.typed, self.least, self.most):
            self._entered = True
        else:
            self.fault = f"{self.typed} is outside {domain(self.least, self.most)}"

    def back(self) -> bool:
        """Remove the last digit or die; False if nothing is typed."""
        self.fault = ""
        if self.each is not None:
            if not self.each.back():
                self.each = None
        elif self.typed:
            self.typed = self.typed[:-1]
        else:
            return False
        return True

    def text(self) -> str:
        """Return the typed text, such as 1 or 4+5."""
        if self.each is None:
            return self.typed
        return "".join(f"{die}+" for die in self.each.dice) + self.each.digits

    def hint(self) -> str:
        """Return what may be typed."""
        if self.each is not None:
            return f"single dice: {self.each.hint()}"
        if self.percentile and self.typed:
            return f"Enter takes {self.typed}, or another digit"
        if self.typed:
            return what_follows(self.typed, self.least, self.most)
        if self.count == 1:
            return "two digits, 00 to 99" if self.percentile else f"{self.least} to {self.most}"
        return f"the total, {self.least} to {self.most} (each die: Space first)"


def typed_roll(request: RollRequest) -> PoolEntry | TotalEntry:
    """Return the object that reads the typed dice of a roll that is due."""
    if request.pool is None:
        return TotalEntry(request)
    return PoolEntry(request.least, request.most, request.pool - request.given, request.given)
