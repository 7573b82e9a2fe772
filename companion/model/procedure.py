"""Procedures: what is asked, what is added up, what is rolled, what follows.

Every `str` field called a formula is an expression of `companion.formula`, checked when the data is loaded.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

from companion.model.authority import Authority

YesNo = Literal["yes", "no"]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the records that authors write: an unknown key is a fault."""


class Choice(Record, frozen=True):
    """One answer to a choice, or one member of a set."""

    key: str
    """What is typed and stored."""
    label: str = ""
    """What is read; the key where empty."""
    when: str = ""
    """Formula: only then may it be chosen; empty for always."""


class Drawn(Record, frozen=True):
    """Choices read from a chart's rows, so that they stand in one place."""

    chart: str
    label: str
    """Column that holds what is read."""
    when: str = ""


class Input(Record, frozen=True):
    """Something the player answers.

    `when` may read only inputs that stand before it.
    """

    name: str
    label: str
    kind: Literal["yes-no", "number", "choice", "set", "group", "rows", "borrowed"]
    """borrowed: as the input `input` of the procedure `of`, but for name, label and condition."""
    cite: str = ""
    help: str = ""
    when: str = ""
    """Formula: asked only then; empty for always."""
    choices: tuple[Choice, ...] = ()
    draw: tuple[Drawn, ...] = ()
    least: int | None = None
    most: int | None = None
    """Domain of a number, both ends legal; None for open. Of rows, how many; `most: 0` takes only an empty list."""
    rule: str = ""
    """The answer that the rule itself gives where nobody answers; empty where the player must answer.

    `nothing`, for a number or a choice: it may be left out, and its value is then nothing.
    """
    rule_says: str = ""
    """What leaving it out means, in words."""
    fields: tuple["Input", ...] = ()
    """Of a group, or of each row. Rows of which there may be none (`most: 0`) need none."""
    of: str = ""
    input: str = ""

    @property
    def may_be_nothing(self) -> bool:
        """Whether its value is nothing where it is left out."""
        return self.rule == "nothing" and self.rule not in {choice.key for choice in self.choices}


class Bar(Record, frozen=True):
    """What keeps a modifier from counting although it would apply."""

    when: str
    because: str
    cite: str = ""


class Modifier(Record, frozen=True):
    """One line of a tally."""

    label: str
    add: str
    """Formula: amount."""
    when: str = "yes"
    cite: str = ""
    mark: str = ""
    """Stars and footnote signs the chart prints on it."""
    bars: tuple[Bar, ...] = ()
    one_of: str = ""
    """Name of a set of alternatives of which only the best counts."""
    note: str = ""
    authority: Authority = "chart"


class Ignore(Record, frozen=True):
    """A condition that strikes marked (or unmarked) modifiers from a tally."""

    when: str
    because: str
    cite: str = ""
    marked: str = ""
    """Strikes those that carry this mark."""
    unless_marked: str = ""
    """Strikes those that do not carry this mark."""


class Alternatives(Record, frozen=True):
    """How one modifier is taken out of several alternatives."""

    name: str
    because: str
    take: Literal["highest", "lowest", "first"] = "highest"
    cite: str = ""


class Factor(Record, frozen=True):
    """Multiplies a tally."""

    label: str
    when: str
    times: str
    """Formula."""
    round: Literal["down", "up", "half up", "exact"] = "exact"
    cite: str = ""


class Tally(Record, frozen=True, tag="tally", tag_field="do"):
    """Adds modifiers up."""

    name: str
    modifiers: tuple[Modifier, ...]
    title: str = ""
    unit: str = ""
    when: str = ""
    start: str = "0"
    ignore: tuple[Ignore, ...] = ()
    alternatives: tuple[Alternatives, ...] = ()
    factors: tuple[Factor, ...] = ()


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
    chart: str
    column: str
    row: str = ""
    holding: str = ""
    """Formula: a number; the row is the one whose cell in `column` is a band that holds it."""
    take: dict[str, str] = {}
    """Further names for parts of the cell; `shade` and `marked` are parts of every chart."""
    when: str = ""
    show: YesNo = "yes"
    """no: read for a condition alone, not worth a line in the answer."""


class Roll(Record, frozen=True, tag="roll", tag_field="do"):
    """Dice, typed from the table or rolled by the companion.

    With `count` it is a pool: each die keeps its face, and `counts` says what is counted among them. The name of
    the roll is then the faces as they fell, for showing, or for `sum(name)`.
    """

    name: str
    dice: str
    """`1d6`, `2d6`: number and sides, added up. `00-99`: two ten-sided dice read as 0 to 99. Of a pool: `d6`."""
    label: str
    cite: str = ""
    part: str = ""
    """Name of the side that rolls, where several do."""
    when: str = ""
    """Formula: rolled only then; else the roll has no value, and no count of a pool has one."""
    count: str = ""
    """Formula: dice in the pool. 0 needs no roll, and every count is 0."""
    most: int = 100
    """Largest pool; more is refused."""
    counts: dict[str, str] = {}
    """Name to a condition of one die, which is `face` there; the name's value is the number of dice that fit."""


class WorkOut(Record, frozen=True, tag="work-out", tag_field="do"):
    """Gives names to formulas, in order."""

    values: dict[str, str]
    when: str = ""


class Require(Record, frozen=True, tag="require", tag_field="do"):
    """Refuses where `that` is not so. `says` may name values in braces."""

    that: str
    says: str
    cite: str = ""
    when: str = ""
    about: str = ""
    """Input at fault, for the form to mark."""


class Settle(Record, frozen=True, tag="settle", tag_field="do"):
    """Ends the procedure early with values."""

    when: str
    values: dict[str, str]
    because: str
    cite: str = ""


class Repeat(Record, frozen=True, tag="repeat", tag_field="do"):
    """Does steps for each row; what they name becomes a field of the row."""

    rows: str
    steps: tuple["Step", ...]
    when: str = ""


class Use(Record, frozen=True, tag="use", tag_field="do"):
    """Another procedure as one step."""

    name: str
    procedure: str
    given: dict[str, str]
    """Input of the other procedure (`charge.attacker_sps` for a field of a group) to formula here."""
    take: dict[str, str]
    """Name here to outcome there."""
    when: str = ""


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
    """What a round is called: Round 2."""
    when: str = ""


Step = Tally | Shift | LookUp | Roll | WorkOut | Require | Settle | Repeat | Use | Rounds


class OutcomeName(Record, frozen=True):
    """A named result.

    Dots make groups: `target.state` and `target.retreats` come out as `{"target": {"state": .., "retreats": ..}}`. A
    result may be nothing.
    """

    name: str
    label: str
    value: str = ""
    """The value it gives, where that has another name; empty for `name` itself."""
    words: dict[str, str] = {}
    """Value to what is read: {yes: closes, no: fails}."""
    show: Literal["headline", "yes", "no"] = "yes"
    """headline: odds are given over it. no: part of the answer, but not worth a line of its own."""

    @property
    def source(self) -> str:
        """Name of the value it gives."""
        return self.value or self.name


class FollowUp(Record, frozen=True):
    """What the rules demand next."""

    says: str
    when: str = "yes"
    """Formula over inputs, values and outcome."""
    cite: str = ""
    procedure: str = ""
    """Procedure to open; empty for a reminder."""
    carry: dict[str, str] = {}
    """Input there (`unit.state` for a field of a group) to formula here; a field over what its whole group carries."""


class Procedure(Record, frozen=True):
    """A calculator."""

    id: str
    title: str
    cite: str
    summary: str
    inputs: tuple[Input, ...]
    steps: tuple[Step, ...]
    outcome: tuple[OutcomeName, ...]
    column: str = ""
    needed: str = ""
    total: str = ""
    """Names whose values the answer repeats at its head, where the chart has them."""
    next: tuple[FollowUp, ...] = ()
    notes: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    order: int = 100
    """Place in the list of calculators, lowest first."""
    game: str = ""
    overlay: YesNo = "no"

    def every_step(self) -> Iterator[Step]:
        """Its steps, those done for each row or in each round among them, in order."""
        return _flat(self.steps)


def _flat(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        if isinstance(step, Repeat | Rounds):
            yield from _flat(step.steps)
