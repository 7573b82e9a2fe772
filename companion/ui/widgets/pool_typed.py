"""A pool of dice as it is typed: 345, 3 4 5 or 3,4,5."""

from __future__ import annotations

from collections.abc import Iterable


class PoolTyped:
    """The dice so far. `least` to `most` is the domain of each, `needed` how many are to be typed."""

    def __init__(self, least: int, most: int, needed: int, dice: Iterable[int] = ()) -> None:
        self.least = least
        self.most = most
        self.needed = needed
        self.dice = list(dice)
        self.digits = ""
        """Of a die to which a digit may still come."""
        self.fault = ""
        """What was wrong with the last key, empty for nothing."""

    @property
    def full(self) -> bool:
        """Whether all dice are there."""
        return len(self.dice) >= self.needed

    def press(self, character: str) -> bool:
        """Takes a digit, or what parts two dice; False for any other key. A die that cannot be is not kept."""
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
        """No digit comes to the last die any more."""
        self.fault = ""
        if self.digits:
            self.dice.append(int(self.digits))
            self.digits = ""

    def enter(self) -> None:
        """The last die is done; says where dice are missing."""
        self.finish()
        if not self.full:
            self.fault = f"{self.needed - len(self.dice)} more needed"

    def back(self) -> bool:
        """Takes the last digit or die back; False where nothing is typed."""
        self.fault = ""
        if self.digits:
            self.digits = self.digits[:-1]
        elif self.dice:
            self.dice.pop()
        else:
            return False
        return True

    def text(self) -> str:
        """The dice, as in 3 4 5."""
        return " ".join([*map(str, self.dice), *([self.digits] if self.digits else [])])
