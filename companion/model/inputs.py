"""Inputs of calculators: what the player is asked."""

from typing import Literal

from companion.model.record import Record


class Choice(Record, frozen=True):
    """An answer to a choice, or a member of a set."""

    key: str
    """Text that is typed and stored."""
    label: str = ""
    """Text that the player reads; the key if empty."""
    when: str = ""
    """Formula: only then may it be chosen; empty for always."""
    hotkey: str = ""
    """Letter or digit that takes the choice, or letter that toggles the member of a set; empty for a free one."""


class Drawn(Record, frozen=True):
    """Choices read from the rows of a chart, so that they are written only once."""

    chart: str
    label: str
    """Column with the labels."""
    when: str = ""
    """Formula: only then are these choices offered."""


class Input(Record, frozen=True):
    """A question to the player.

    `when` may read only earlier inputs.
    """

    name: str
    label: str
    """The question, as the player reads it."""
    kind: Literal["yes-no", "number", "choice", "set", "group", "rows", "borrowed"]
    """borrowed: as the input `input` of the procedure `of`, but for name, label and condition."""
    cite: str = ""
    help: str = ""
    when: str = ""
    """Formula: asked only then; empty for always."""
    choices: tuple[Choice, ...] = ()
    """Of a choice or a set: what may be answered."""
    draw: tuple[Drawn, ...] = ()
    """Choices that are the rows of a chart, read from there."""
    least: int | None = None
    """Lowest number that is legal; left out where none is. Of rows: how many at least."""
    most: int | None = None
    """Domain of a number, both ends legal; None for open. Of rows, how many; `most: 0` takes only an empty list."""
    rule: str = ""
    """The answer that the rule itself gives if the player does not answer; empty if the player must answer.

    `nothing`, for a number or a choice: it may be left out, and its value is then nothing.
    """
    rule_says: str = ""
    """Meaning of no answer, in words."""
    hotkey: str = ""
    """Letter that toggles a yes/no question in all calculators of the game; empty for the next free one."""
    fields: tuple["Input", ...] = ()
    """Of a group, or of each row. Rows of which there may be none (`most: 0`) need none."""
    of: str = ""
    """Of a borrowed one: the calculator it is taken from."""
    input: str = ""
    """Of a borrowed one: which input of that calculator."""

    @property
    def may_be_nothing(self) -> bool:
        """Whether its value is nothing without an answer."""
        return self.rule == "nothing" and self.rule not in {choice.key for choice in self.choices}
