"""The order of play: phases and steps, the clock, the chit cup, orders, reminders.

Every `str` field called a formula is an expression of `companion.formula` over the names of the clock:
`turn`, `day`, `hour`, `minute`, `time` ('HH:MM'), `light` (day, twilight or night), `night`, `phase` and `side`.
"""

from typing import Literal

from companion.model.record import Record

Light = Literal["day", "twilight", "night"]

CHIT_NAMES = ("name", "side", "rating")
"""Names of the facts about a command with a chit."""
ORDER_NAMES = (
    "number",
    "kind",
    "side",
    "sender",
    "recipient",
    "sent",
    "arrives",
    "since",
    "sender_rating",
    "recipient_rating",
)
"""Names of the facts about an order; `since` is the turn of its last change, the ratings are those of its commands."""
EACH_COMMAND = "each command"
"""Value of `who` for a phase that each Command of the cup plays, one after another."""


class PhaseStep(Record, frozen=True):
    """A step of a phase: something to do or to remember."""

    title: str
    says: str = ""
    cite: str = ""
    procedure: str = ""
    """Calculator that Enter opens, without the game before it."""
    only: str = ""
    """Turns in which the step applies, in words; empty for every turn."""
    when: str = ""
    """Formula for the same turns; while the time of day is unknown, only the words are shown."""
    units: str = ""
    """Formula over the facts of a unit: the units that the step concerns; empty for none."""


class Phase(Record, frozen=True):
    """A phase of a turn."""

    id: str
    title: str
    who: str
    """Who plays it: `each side` in its own half of the turn, `both` together, `each command` of the cup in its own
    activation, or the name of one side."""
    allows: tuple[str, ...] = ()
    """Actions allowed in the phase, one sentence each."""
    steps: tuple[PhaseStep, ...] = ()
    cite: str = ""


class TurnLength(Record, frozen=True):
    """Length of a turn in this light."""

    light: Light
    """day, twilight or night."""
    minutes: int
    """Length of the turn."""


class Clock(Record, frozen=True):
    """The time of day of each turn: either all turns of a day are printed, or turns have a length by light."""

    cite: str = ""
    lengths: tuple[TurnLength, ...] = ()
    """Length of a turn by light, unless `times` lists the turns; the scenario or the player says when light changes."""
    times: tuple[str, ...] = ()
    """The turns of a day, if they are printed: `HH:MM`, in order."""
    night_times: tuple[str, ...] = ()
    """Night turns among `times`."""
    fills: dict[str, str] = {}
    """Inputs of calculators that the clock answers, each with a name of the clock, as in turn or night."""


class ChitUse(Record, frozen=True):
    """An attempt that an HQ may make with its chit, besides moving when it is drawn."""

    id: str
    title: str
    does: Literal[
        "goes back after the next draw", "moves before the drawn chit", "keeps its place", "stands aside"
    ]
    """Effect of success on the chit."""
    cite: str = ""
    procedure: str = ""
    """Calculator of the attempt; empty if none is needed."""
    says: str = ""


class Cup(Record, frozen=True):
    """Commands that act one at a time within a phase: drawn by chit, or chosen by the player."""

    title: str
    phase: str
    """Id of the phase in which they act."""
    cite: str = ""
    how: Literal["drawn", "chosen"] = "drawn"
    """drawn: by chit. chosen: the player chooses who acts next."""
    uses: tuple[ChitUse, ...] = ()
    """Attempts that a chit allows besides moving."""
    attempts: int = 1
    """Attempts of one HQ in one turn, over all uses that have a calculator."""
    without_chit: tuple[str, ...] = ()
    """HQs without a chit of their own, one on each side, that may try with the chits of others."""
    marks: tuple[str, ...] = ()
    """Notes on a command that acted, as in ordered, failed, blundered."""
    fills: dict[str, str] = {}
    """Inputs that the command answers when a calculator is opened for it, each with name, side or rating."""
    says: str = ""


class OrderKind(Record, frozen=True):
    """A kind of order."""

    key: str
    """Text that is typed and stored."""
    label: str = ""
    cite: str = ""


class OrderCheck(Record, frozen=True):
    """A roll each turn for accepted orders of some kinds, for each formation that the order has reached."""

    id: str
    title: str
    phase: str
    cite: str = ""
    procedure: str = ""
    kinds: tuple[str, ...] = ()
    """Keys of the kinds; empty for all."""
    when: str = ""
    """Formula of the clock; `since` is the number of turns since the order was accepted."""
    each: str = ""
    """Words after the recipient of an order without formations: `each division separately`."""
    stops: str = ""
    """Yes-no result of the procedure that ends the order for the formation."""


class Orders(Record, frozen=True):
    """Delivery and acceptance of orders."""

    cite: str
    kinds: tuple[OrderKind, ...]
    """The kinds of orders."""
    phase: str
    """Id of the phase in which orders that have arrived are accepted."""
    delay: str = ""
    """Calculator of the delay in turns; empty if the player enters it."""
    delay_outcome: str = "turns"
    """Result of that calculator with the number of turns."""
    accept: str = ""
    """Calculator of the acceptance roll; empty if an order is accepted as it arrives."""
    accept_outcome: str = ""
    """Result of that calculator: yes if the order is accepted, no if not; nothing leaves it to the players."""
    again: Literal["yes", "no"] = "yes"
    """Whether a failed roll is tried again on the next turn."""
    relay: str = ""
    """Rule for relaying orders, in words; empty if they are not relayed."""
    checks: tuple[OrderCheck, ...] = ()
    """Rolls for accepted orders."""
    fills: dict[str, str] = {}
    """Inputs that the order answers when a calculator is opened for it, each with a fact about the order.

    The facts are number, kind, side, sender, recipient, sent, arrives, since, sender_rating or recipient_rating.
    """
    notes: tuple[str, ...] = ()


class Reminder(Record, frozen=True):
    """A reminder that appears at the right moment."""

    id: str
    says: str
    cite: str = ""
    phase: str = ""
    """Id of the phase at whose start it appears; empty for the start of the turn."""
    when: str = ""
    """Formula of the clock; empty for always."""
    every: Literal["once", "turn"] = "once"
    """once: stays until it is done. turn: ends with its phase, or with the turn if it has no phase."""
    procedure: str = ""


class Sequence(Record, frozen=True):
    """The order of a game turn."""

    sides: tuple[str, ...]
    """The sides, in the order in which they play."""
    phases: tuple[Phase, ...]
    """The phases of a turn, in order."""
    cite: str = ""
    notes: tuple[str, ...] = ()
    clock: Clock = Clock()
    """Time of day of each turn."""
    cup: Cup | None = None
    """The chits."""
    orders: Orders | None = None
    """Delivery of orders; left out if the game has none."""
    reminders: tuple[Reminder, ...] = ()
    """Reminders of things that are easily forgotten."""
    side_names: tuple[tuple[str, ...], ...] = ()
    """Names that players often give the sides, one for each side in the order of `sides`."""

    def side_key(self, side: str) -> str:
        """Return the name by which formulas know a side."""
        return side


class NamedSequence(Sequence, frozen=True):
    """The order of a game turn, with the names that a session gives the sides."""

    own_sides: tuple[str, ...] = ()
    """The game's own names of the sides."""

    def side_key(self, side: str) -> str:
        """Return the game's own name of a side, by which formulas know it."""
        return self.own_sides[self.sides.index(side)] if side in self.sides else side
