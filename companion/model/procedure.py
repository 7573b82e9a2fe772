"""Procedures (calculators): their steps, results and follow-ups.

Every `str` field called a formula is an expression of `companion.formula`, checked when the data is loaded.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from companion.model.inputs import Input
from companion.model.record import Record, YesNo
from companion.model.roles import WHO, Role, Sentence
from companion.model.step import Repeat, Rounds, Step
from companion.model.wording import repeats, value_words

_BARE = ("nothing", "none", "yes", "no")


class OutcomeName(Record, frozen=True):
    """A named result.

    Dots make groups: `target.state` and `target.retreats` come out as `{"target": {"state": .., "retreats": ..}}`. A
    result may be nothing.
    """

    name: str
    label: str
    value: str = ""
    """Name of its value; default: the name of the result."""
    words: dict[str, str] = {}
    """Value to words: {yes: closes, no: fails}."""
    show: Literal["headline", "yes", "before", "no"] = "yes"
    """headline: odds are given for it. before: shown only until the dice are rolled. no: not on a separate line."""
    sentence: YesNo = "no"
    """Whether label and words form a sentence without a colon: `The stack closes`."""

    @property
    def source(self) -> str:
        """Name of its value."""
        return self.value or self.name

    def words_for(self, value: Any) -> str:
        """Return a value in words, as displayed to players."""
        key = "nothing" if value is None else value_words(value) if isinstance(value, bool) else str(value)
        return self.words.get(key, value_words(value))

    def statement(self, words: str) -> str:
        """Return the label with a value in words: `Result: 1 loss`, or as a sentence: `The stack closes`.

        Words that repeat the label stand alone: `3 hits`, not `Hits: 3 hits`.
        """
        if self.sentence == "yes":
            return f"{self.label} {words}"
        return words if repeats(words, self.label) else f"{self.label}: {words}"

    def short_statement(self, words: str) -> str:
        """Return a value in words, with the label if the words alone are unclear, such as a bare number."""
        return self.statement(words) if words.isdecimal() or words in _BARE else words


class FollowUp(Record, frozen=True):
    """A consequence that the rules require next."""

    says: str
    """The consequence in a sentence; may contain values in braces."""
    when: str = "yes"
    """Formula over inputs, values and outcome."""
    cite: str = ""
    procedure: str = ""
    """Procedure to open; empty for a reminder."""
    carry: dict[str, str] = {}
    """Input there (`unit.state` of a group, `firers.1.sps` of a row) to formula here; a field overrides its group.

    The value `?` leaves the question open, even if it has a default.
    """
    earlier: dict[str, str] = {}
    """Input there to an answer of a calculator earlier in the chain of follow-ups, as in `fire-target.terrain`."""
    names: dict[str, str] = {}
    """Role there to the role here whose name it takes; no other names are passed on."""


class ByHand(Record, frozen=True):
    """A rule that the calculator does not apply; the player applies it by hand."""

    says: str
    """The rule in a sentence or two."""
    cite: str


class Procedure(Record, frozen=True):
    """A calculator."""

    id: str
    title: str
    """Title in the list of calculators."""
    cite: str
    """Rule or sheet that it resolves."""
    summary: str
    """Purpose of the calculator in one sentence."""
    inputs: tuple[Input, ...]
    """Questions to the player, in this order."""
    steps: tuple[Step, ...]
    outcome: tuple[OutcomeName, ...]
    """Results."""
    column: str = ""
    """Name of the value that is the column, shown at the top of the answer."""
    needed: str = ""
    """Name of the value that is the required roll, shown at the top of the answer."""
    total: str = ""
    """Name of the value that is the total, shown at the top of the answer."""
    next: tuple[FollowUp, ...] = ()
    """Consequences that the rules require afterwards."""
    by_hand: tuple[ByHand, ...] = ()
    """Rules that it does not apply, shown with every result for the player to apply by hand."""
    notes: tuple[str, ...] = ()
    roles: tuple[Role, ...] = ()
    """The units and leaders in a calculation, the most important first; default: one called `who`."""
    heading: str = ""
    """Title if the roles in its braces have names: `{leader}'s command roll`."""
    sentences: tuple[Sentence, ...] = ()
    """Sentences for the log; the first that applies is used."""
    asked: tuple[str, ...] = ()
    """Words that players use for it, for the search."""
    order: int = 100
    """Position in the list of calculators, lowest first."""
    game: str = ""
    overlay: YesNo = "no"

    @property
    def headlines(self) -> tuple[OutcomeName, ...]:
        """The results for which odds are given."""
        return tuple(result for result in self.outcome if result.show == "headline")

    @property
    def named_roles(self) -> tuple[Role, ...]:
        """The units and leaders in a calculation: `roles`, or one called `who`."""
        return self.roles or (WHO,)

    def headline_words(self, values: Mapping[str, Any], labelled: bool = False) -> str:
        """Return the headline results among `values` (by the names of their sources) in words, joined by commas.

        `labelled`: a bare number follows its label, as in `Loss 2`.
        """
        known = (result for result in self.headlines if result.source in values)
        pairs = ((result.label, result.words_for(values[result.source])) for result in known)
        return ", ".join(
            f"{label} {word}" if labelled and word.isdecimal() else word for label, word in pairs
        )

    def every_step(self) -> Iterator[Step]:
        """Yield its steps in order, including those repeated for each row or in each round."""
        return _flat(self.steps)


def _flat(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        if isinstance(step, Repeat | Rounds):
            yield from _flat(step.steps)
