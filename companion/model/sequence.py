"""The order of play: phases and steps, the clock, the chit cup, orders, reminders.

Every `str` field called a formula is an expression of `companion.formula` over the names of the clock:
`turn`, `day`, `hour`, `minute`, `time` ('HH:MM'), `light` (day, twilight or night), `night`, `phase` and `side`.
"""

from typing import Literal

from companion.model.procedure import Record

Light = Literal["day", "twilight", "night"]

EACH_COMMAND = "each command"
"""Who plays a phase that every Command of the cup goes through, one Command after another."""


class PhaseStep(Record, frozen=True):
    """One thing to do or to remember within a phase."""

    title: str
    says: str = ""
    cite: str = ""
    procedure: str = ""
    only: str = ""
    """When in the game it comes up, in words; empty for every turn."""
    when: str = ""
    """Formula for the same; without the hours of the day it cannot be told, and the words alone stand."""


class Phase(Record, frozen=True):
    """A phase of a turn."""

    id: str
    title: str
    who: str
    """Who plays it: `each side` in its own half of the turn, `both` together, `each command` of the cup in its own
    activation, or the name of the one side."""
    allows: tuple[str, ...] = ()
    steps: tuple[PhaseStep, ...] = ()
    cite: str = ""


class TurnLength(Record, frozen=True):
    """How long a turn lasts in this light."""

    light: Light
    minutes: int


class Clock(Record, frozen=True):
    """How turns become time of day: each turn of the day printed, or a length for each light."""

    cite: str = ""
    lengths: tuple[TurnLength, ...] = ()
    """Where a turn lasts as long as its light says; when light changes the scenario or the player says."""
    times: tuple[str, ...] = ()
    """Where every turn of a day is printed: `HH:MM`, in order."""
    night_times: tuple[str, ...] = ()
    """Those of `times` that are night turns."""
    fills: dict[str, str] = {}
    """Calculators' inputs that the clock may answer, with the name of the clock that does, as in turn, night."""


class ChitUse(Record, frozen=True):
    """What an HQ may try with its chit, besides moving when it is drawn."""

    id: str
    title: str
    does: Literal[
        "goes back after the next draw", "moves before the drawn chit", "keeps its place", "stands aside"
    ]
    cite: str = ""
    procedure: str = ""
    """Calculator of the attempt; empty where none is needed."""
    says: str = ""


class Cup(Record, frozen=True):
    """Commands that act one at a time within a phase: drawn by chit, or chosen by the player."""

    title: str
    phase: str
    """Id of the phase in which they act."""
    cite: str = ""
    how: Literal["drawn", "chosen"] = "drawn"
    uses: tuple[ChitUse, ...] = ()
    attempts: int = 1
    """Attempts of one HQ in one turn, over all uses that have a calculator."""
    without_chit: tuple[str, ...] = ()
    """HQs without a chit of their own, one on each side, that may try with the chits of others."""
    marks: tuple[str, ...] = ()
    """What may be noted of a command that acted, as in ordered, failed, blundered."""
    says: str = ""


class OrderKind(Record, frozen=True):
    """A kind of order."""

    key: str
    label: str = ""
    cite: str = ""


class OrderCheck(Record, frozen=True):
    """A roll that accepted orders of some kinds bring up, each turn, for each formation under them."""

    id: str
    title: str
    phase: str
    cite: str = ""
    procedure: str = ""
    kinds: tuple[str, ...] = ()
    """Keys of the kinds; empty for all."""
    when: str = ""
    """Formula of the clock; `since` is the number of turns since the order was accepted."""


class Orders(Record, frozen=True):
    """How orders travel and are taken."""

    cite: str
    kinds: tuple[OrderKind, ...]
    phase: str
    """Id of the phase in which orders that arrived are taken."""
    delay: str = ""
    """Calculator that gives the turns of delay; empty where the player says them."""
    delay_outcome: str = "turns"
    accept: str = ""
    """Calculator of the acceptance roll; empty where an order is taken as it arrives."""
    accept_outcome: str = ""
    """Its result that is yes when the order is taken."""
    again: Literal["yes", "no"] = "yes"
    """Whether a failed roll is tried again the turn after."""
    relay: str = ""
    """How orders are handed on, in words; empty where they are not."""
    checks: tuple[OrderCheck, ...] = ()
    notes: tuple[str, ...] = ()


class Reminder(Record, frozen=True):
    """Something to be told at the right moment."""

    id: str
    says: str
    cite: str = ""
    phase: str = ""
    """Id of the phase at whose start it is told; empty for the start of the turn."""
    when: str = ""
    """Formula of the clock; empty for always."""
    every: Literal["once", "turn"] = "once"
    """once stands until it is done; turn goes with its phase, or the turn where it has none."""
    procedure: str = ""


class Sequence(Record, frozen=True):
    """The order of a game turn."""

    sides: tuple[str, ...]
    phases: tuple[Phase, ...]
    cite: str = ""
    notes: tuple[str, ...] = ()
    clock: Clock = Clock()
    cup: Cup | None = None
    orders: Orders | None = None
    reminders: tuple[Reminder, ...] = ()
