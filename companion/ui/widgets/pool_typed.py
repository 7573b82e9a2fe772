"""A pool of dice while it is typed, as 345, 3 4 5 or 3,4,5."""

from __future__ import annotations

from collections.abc import Iterable


class PoolTyped:
    """The dice typed so far. Each die shows `least` to `most`; `needed` dice are to be typed."""

    def __init__(self, least: int, most: int, needed: int, dice: Iterable[int] = ()) -> None:
        self.least = least
        self.most = most
        self.needed = needed
        self.dice = list(dice)
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
