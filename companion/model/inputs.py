"""Inputs of calculators: the questions to the player."""

from typing import Literal

from companion.model.record import Record


class Choice(Record, frozen=True):
    """An answer to a choice, or a member of a set."""

    key: str
    """Typed and stored text."""
    label: str = ""
    """Displayed text; default: the key."""
    when: str = ""
    """Formula: condition for the choice; empty for always."""
    hotkey: str = ""
    """Letter or digit that selects the choice, or letter that toggles the member of a set; empty for a free key."""


class Drawn(Record, frozen=True):
    """Choices read from the rows of a chart."""

    chart: str
    label: str
    """Column that contains the labels."""
    when: str = ""
    """Formula: condition for these choices; empty for always."""


class Input(Record, frozen=True):
    """A question to the player.

    `when` may read only earlier inputs.
    """

    name: str
    label: str
    """The question, as the player reads it."""
    kind: Literal["yes-no", "number", "choice", "set", "group", "rows", "borrowed"]
    """borrowed: the same as `input` of the procedure `of`, except for name, label and condition."""
    cite: str = ""
    help: str = ""
    when: str = ""
    """Formula: condition for the question; empty for always."""
    choices: tuple[Choice, ...] = ()
    """For a choice or a set: the possible answers."""
    draw: tuple[Drawn, ...] = ()
    """Choices read from the rows of charts."""
    least: int | None = None
    """Lowest legal number; left out for no limit. For rows: the least number of rows."""
    most: int | None = None
    """Highest legal number; left out for no limit. For rows: the most rows; `most: 0` allows only an empty list."""
    rule: str = ""
    """Default answer, given by the rule itself; empty if the player must answer.

    `nothing`, for a number or a choice: the question may be left unanswered, and its value is then nothing.
    """
    rule_says: str = ""
    """Meaning of the default, in words."""
    hotkey: str = ""
    """Letter that toggles a yes/no question in all calculators of the game; empty for a free letter."""
    fields: tuple["Input", ...] = ()
    """Fields of a group or of each row; optional for rows with `most: 0`."""
    of: str = ""
    """For a borrowed input: the calculator that it is taken from."""
    input: str = ""
    """For a borrowed input: the input of that calculator."""

    @property
    def may_be_nothing(self) -> bool:
        """Whether its value without an answer is nothing."""
        return self.rule == "nothing" and self.rule not in {choice.key for choice in self.choices}
