"""The steps of a procedure (calculator): tallies, look-ups, rolls, decisions and so on, in order.

Every `str` field called a formula is an expression of `companion.formula`, checked when the data is loaded.
"""

from typing import Literal

from companion.model.record import Authority, Record, YesNo


class Bar(Record, frozen=True):
    """A reason why a modifier does not count although it applies."""

    when: str
    """Formula: condition under which the modifier does not count."""
    because: str
    cite: str = ""


class Modifier(Record, frozen=True):
    """A line of a tally."""

    label: str
    """The modifier as the chart prints it."""
    add: str
    """Formula: the amount."""
    when: str = "yes"
    """Formula: condition for the modifier."""
    cite: str = ""
    mark: str = ""
    """Stars and footnote marks that the chart prints on it."""
    bars: tuple[Bar, ...] = ()
    """Reasons why the modifier does not count although it applies."""
    one_of: str = ""
    """Name of a group of alternatives of which only one counts."""
    note: str = ""
    """Note after the line while the modifier counts."""
    authority: Authority = "chart"


class Ignore(Record, frozen=True):
    """A condition that removes marked (or unmarked) modifiers from a tally."""

    when: str
    """Formula: condition under which they do not count."""
    because: str
    cite: str = ""
    marked: str = ""
    """Removes the modifiers with this mark."""
    unless_marked: str = ""
    """Removes the modifiers without this mark."""


class Alternatives(Record, frozen=True):
    """A group of modifiers of which only one counts."""

    name: str
    """Name of the group, for `one_of` of its modifiers."""
    because: str
    take: Literal["highest", "lowest", "first"] = "highest"
    """The alternative that counts among those that apply."""
    cite: str = ""


class Factor(Record, frozen=True):
    """A factor of a tally."""

    label: str
    when: str
    times: str
    """Formula: the factor."""
    round: Literal["down", "up", "half up", "exact"] = "exact"
    """Rounding of the product."""
    cite: str = ""


class Tally(Record, frozen=True, tag="tally", tag_field="do"):
    """Adds up modifiers."""

    name: str
    """Name of the sum."""
    modifiers: tuple[Modifier, ...]
    """The lines, in the order of the chart."""
    title: str = ""
    unit: str = ""
    """Unit of the sum: columns, turns; empty for plain numbers."""
    when: str = ""
    start: str = "0"
    """Formula: initial value."""
    added_to: str = "''"
    """Formula: words for a value missing in the sources to which the sum is added; empty text for none."""
    ignore: tuple[Ignore, ...] = ()
    """Conditions that remove modifiers."""
    alternatives: tuple[Alternatives, ...] = ()
    """Groups of modifiers of which only one counts."""
    factors: tuple[Factor, ...] = ()
    """Factors of the sum."""


class Shift(Record, frozen=True, tag="shift", tag_field="do"):
    """Shifts a column of a chart, at most to the first or last column."""

    name: str
    chart: str
    start: str
    """Formula: the key of a column, or a number in its band."""
    by: str
    """Formula: columns to the right, negative to the left."""
    start_name: str = ""
    """Name for the column before the shift."""
    when: str = ""


class LookUp(Record, frozen=True, tag="look-up", tag_field="do"):
    """Reads a cell, or with `holding` finds the row whose cell contains a number."""

    name: str
    """Name of the value."""
    chart: str
    column: str
    """Formula: the exact heading of a column, or a number in its band."""
    row: str = ""
    """Formula: the key of a row, or a number in its band, such as the total of the dice."""
    holding: str = ""
    """Formula: a number; the result is the row whose cell in `column` is a band that contains it."""
    take: dict[str, str] = {}
    """Names for parts of the cell; `shade` and `marked` are parts of every chart."""
    when: str = ""
    show: YesNo = "yes"
    """no: only needed for a condition, not shown in the answer."""


class Roll(Record, frozen=True, tag="roll", tag_field="do"):
    """Dice that the player types or the companion rolls.

    With `count` it is a pool: each die keeps its face, and `counts` counts dice by conditions. The name of
    the roll is then the list of faces, for display or for `sum(name)`.
    """

    name: str
    """Name of the total."""
    dice: str
    """`1d6`, `2d6`: number and sides, added up. `00-99`: two ten-sided dice read as 0 to 99. For a pool: `d6`."""
    label: str
    """Displayed name of the roll."""
    cite: str = ""
    part: str = ""
    """Name of the side that rolls, if several sides roll."""
    when: str = ""
    """Formula: condition for the roll; otherwise the roll and the counts of a pool have no value."""
    count: str = ""
    """Formula: number of dice in the pool. With 0 dice there is no roll, and every count is 0."""
    most: int = 100
    """Largest legal pool."""
    counts: dict[str, str] = {}
    """Name to a condition for one die, called `face` there; the value of the name is the number of such dice."""
    says: str = ""
    """The result of the roll in words, shown at once beside the dice; may contain values in braces."""


class WorkOut(Record, frozen=True, tag="work-out", tag_field="do"):
    """Gives names to formulas, in order."""

    values: dict[str, str]
    """Name to formula, evaluated in this order."""
    when: str = ""


class Require(Record, frozen=True, tag="require", tag_field="do"):
    """Refuses the answers unless `that` holds. `says` may contain values in braces."""

    that: str
    """Formula: condition for the answers to be legal."""
    says: str
    cite: str = ""
    when: str = ""
    about: str = ""
    """Input at fault, which the form marks."""


class Settle(Record, frozen=True, tag="settle", tag_field="do"):
    """Ends the procedure early and sets values."""

    when: str
    """Formula: condition for the end."""
    values: dict[str, str]
    because: str
    """Reason for the end, in the player's words."""
    cite: str = ""


class Repeat(Record, frozen=True, tag="repeat", tag_field="do"):
    """Runs steps for each row; the values that they name become fields of the row."""

    rows: str
    """Name of the input with the rows."""
    steps: tuple["Step", ...]
    when: str = ""


class Use(Record, frozen=True, tag="use", tag_field="do"):
    """Runs another procedure as one step."""

    name: str
    """Name of the step; formulas do not use it."""
    procedure: str
    given: dict[str, str]
    """Input of the other procedure (`charge.attacker_sps` for a field of a group) to formula here."""
    take: dict[str, str]
    """Name here to result there."""
    when: str = ""
    dice: str = ""
    """Label of its rolls, such as whose they are; default: their own labels."""
    says: str = ""
    """The result of the step in words; may contain values in braces. Default: the headlines of a step with dice."""


class Decide(Record, frozen=True, tag="decide", tag_field="do"):
    """A choice of the player before the next roll. Making it changes answers; rolling on declines it."""

    says: str
    """The choice in a sentence; may contain values in braces."""
    answers: dict[str, str]
    """Input to formula: the answers that the choice sets."""
    when: str = ""
    cite: str = ""


class Rounds(Record, frozen=True, tag="rounds", tag_field="do"):
    """Repeats steps, including dice, as long as a condition holds.

    Values of the steps are known until the next round begins, and after the last round; only values in `begin`
    are carried from round to round.
    """

    name: str
    """Name for the number of the round; before and after the steps, the number of completed rounds."""
    during: str
    """Formula over `begin`, `name` and earlier values: condition for another round."""
    steps: tuple["Step", ...]
    begin: dict[str, str] = {}
    """Name to formula: the value before the first round."""
    then: dict[str, str] = {}
    """Name in `begin` to formula over the values of the round: the value after each round. All change at once."""
    title: str = "Round"
    """Title of the rounds, as in Round 2."""
    when: str = ""


Step = Tally | Shift | LookUp | Roll | WorkOut | Require | Settle | Repeat | Use | Decide | Rounds
