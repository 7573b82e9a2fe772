"""The steps of a procedure (calculator): what is added up, looked up, rolled and decided, in order.

Every `str` field called a formula is an expression of `companion.formula`, checked when the data is loaded.
"""

from typing import Literal

from companion.model.record import Authority, Record, YesNo


class Bar(Record, frozen=True):
    """A reason why a modifier does not count although it applies."""

    when: str
    """Formula: then the modifier does not count."""
    because: str
    cite: str = ""


class Modifier(Record, frozen=True):
    """A line of a tally."""

    label: str
    """The modifier as the chart prints it."""
    add: str
    """Formula: amount."""
    when: str = "yes"
    """Formula: then it counts."""
    cite: str = ""
    mark: str = ""
    """Stars and footnote signs the chart prints on it."""
    bars: tuple[Bar, ...] = ()
    """Reasons why the modifier does not count although it applies."""
    one_of: str = ""
    """Name of a set of alternatives of which only the best counts."""
    note: str = ""
    """Note behind the line while the modifier counts."""
    authority: Authority = "chart"


class Ignore(Record, frozen=True):
    """A condition that strikes marked (or unmarked) modifiers from a tally."""

    when: str
    """Formula: then they do not count."""
    because: str
    cite: str = ""
    marked: str = ""
    """Strikes those that carry this mark."""
    unless_marked: str = ""
    """Strikes those that do not carry this mark."""


class Alternatives(Record, frozen=True):
    """A choice of one modifier among several alternatives."""

    name: str
    """The word that modifiers have at `one_of`."""
    because: str
    take: Literal["highest", "lowest", "first"] = "highest"
    """The alternative that counts among those that apply."""
    cite: str = ""


class Factor(Record, frozen=True):
    """Multiplies a tally."""

    label: str
    when: str
    times: str
    """Formula."""
    round: Literal["down", "up", "half up", "exact"] = "exact"
    """Rounding of the product."""
    cite: str = ""


class Tally(Record, frozen=True, tag="tally", tag_field="do"):
    """Adds modifiers up."""

    name: str
    """Name that the sum gets."""
    modifiers: tuple[Modifier, ...]
    """The lines, in the chart's order."""
    title: str = ""
    unit: str = ""
    """Unit of the sum: columns, turns; empty for plain numbers."""
    when: str = ""
    start: str = "0"
    """Formula: what it begins with."""
    added_to: str = "''"
    """Formula: words for the figure that the sources lack and that the sum is added to; empty text for none."""
    ignore: tuple[Ignore, ...] = ()
    """Conditions that strike modifiers."""
    alternatives: tuple[Alternatives, ...] = ()
    """Modifiers of which one counts alone."""
    factors: tuple[Factor, ...] = ()
    """Factors of the sum."""


class Shift(Record, frozen=True, tag="shift", tag_field="do"):
    """Moves along a chart's columns and stops at its ends."""

    name: str
    chart: str
    start: str
    """Formula: a column's key, or a number that a column's band holds."""
    by: str
    """Formula: columns to the right, negative to the left."""
    start_name: str = ""
    """Name for the column before the shift."""
    when: str = ""


class LookUp(Record, frozen=True, tag="look-up", tag_field="do"):
    """Reads a cell, or (with `holding`) the row whose cell holds a number."""

    name: str
    """Name that the cell's value gets."""
    chart: str
    column: str
    """Formula: a column's heading to the letter, or a number that its band holds."""
    row: str = ""
    """Formula: a row's key, or a number that its band holds, as the total of the dice."""
    holding: str = ""
    """Formula: a number; the row is the one whose cell in `column` is a band that holds it."""
    take: dict[str, str] = {}
    """Further names for parts of the cell; `shade` and `marked` are parts of every chart."""
    when: str = ""
    show: YesNo = "yes"
    """no: read for a condition alone, not worth a line in the answer."""


class Roll(Record, frozen=True, tag="roll", tag_field="do"):
    """Dice that the player types or the companion rolls.

    With `count` it is a pool: each die keeps its face, and `counts` says what is counted among them. The name of
    the roll is then the list of faces, for showing, or for `sum(name)`.
    """

    name: str
    """Name that the total gets."""
    dice: str
    """`1d6`, `2d6`: number and sides, added up. `00-99`: two ten-sided dice read as 0 to 99. Of a pool: `d6`."""
    label: str
    """Name of the roll, as the player reads it."""
    cite: str = ""
    part: str = ""
    """Name of the side that rolls, if several do."""
    when: str = ""
    """Formula: rolled only then; else the roll has no value, and no count of a pool has one."""
    count: str = ""
    """Formula: dice in the pool. 0 needs no roll, and every count is 0."""
    most: int = 100
    """Largest pool; more is refused."""
    counts: dict[str, str] = {}
    """Name to a condition of one die, which is `face` there; the name's value is the number of dice that fit."""
    says: str = ""
    """The result of the roll in words, shown beside its dice at once; may contain values in braces."""


class WorkOut(Record, frozen=True, tag="work-out", tag_field="do"):
    """Gives names to formulas, in order."""

    values: dict[str, str]
    """Name to formula, worked out in this order."""
    when: str = ""


class Require(Record, frozen=True, tag="require", tag_field="do"):
    """Refuses the answers unless `that` holds. `says` may contain values in braces."""

    that: str
    """Formula: if it is no, the answers are refused."""
    says: str
    cite: str = ""
    when: str = ""
    about: str = ""
    """Input at fault, for the form to mark."""


class Settle(Record, frozen=True, tag="settle", tag_field="do"):
    """Ends the procedure early with values."""

    when: str
    """Formula: then it ends here."""
    values: dict[str, str]
    because: str
    """Reason for the end, in the player's words."""
    cite: str = ""


class Repeat(Record, frozen=True, tag="repeat", tag_field="do"):
    """Does steps for each row; what they name becomes a field of the row."""

    rows: str
    """Name of the input whose rows are gone through."""
    steps: tuple["Step", ...]
    when: str = ""


class Use(Record, frozen=True, tag="use", tag_field="do"):
    """Another procedure as one step."""

    name: str
    """Name of the step; formulas do not use it."""
    procedure: str
    given: dict[str, str]
    """Input of the other procedure (`charge.attacker_sps` for a field of a group) to formula here."""
    take: dict[str, str]
    """Name here to outcome there."""
    when: str = ""
    dice: str = ""
    """Label of its rolls in place of their own, such as whose they are; empty for their own."""
    says: str = ""
    """The result of the step in words; values in braces. By default, the headlines of a step with dice."""


class Decide(Record, frozen=True, tag="decide", tag_field="do"):
    """A choice that the player has before the next roll. To make it changes answers; to roll on leaves it unmade."""

    says: str
    """The choice in a sentence; may contain values in braces."""
    answers: dict[str, str]
    """Input to formula: the answers that the choice gives."""
    when: str = ""
    cite: str = ""


class Rounds(Record, frozen=True, tag="rounds", tag_field="do"):
    """Does steps again and again, dice included, for as long as a condition holds.

    What the steps name is known until the next round begins, and after the last one; only what is in `begin`
    goes from round to round.
    """

    name: str
    """Number of the round; before and after the steps, how many were done."""
    during: str
    """Formula over `begin`, `name` and what was known before: another round is done while it holds."""
    steps: tuple["Step", ...]
    begin: dict[str, str] = {}
    """Name to formula: its value before the first round."""
    then: dict[str, str] = {}
    """Name of `begin` to formula over what the round named: its value after each round. All change at once."""
    title: str = "Round"
    """Title of a round: Round 2."""
    when: str = ""


Step = Tally | Shift | LookUp | Roll | WorkOut | Require | Settle | Repeat | Use | Decide | Rounds
