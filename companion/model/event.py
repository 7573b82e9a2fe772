"""A record for each kind of event in a session's log. These records are the format on disk (docs/formats.md)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from companion.model.recorded import Chit as Chit
from companion.model.recorded import ClockSetting as ClockSetting
from companion.model.recorded import Light as Light
from companion.model.recorded import Number, RecordedFollowUp, RecordedModifier, RecordedRoll, Tape


class BaseEvent(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Base of all events."""


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that the players must not forget, raised once."""

    id: str
    """Its cause; with `@` and the turn, as in `stop-1-I Corps@9`, if it is raised again in other turns."""
    says: str
    turn: int
    """Turn in which it was raised."""
    cite: str = ""
    procedure: str = ""
    """Calculator to use, without the game; empty for none."""
    order: int = 0
    """Number of the order it is about, 0 for none."""
    about: str = ""
    """Formation it is about."""
    within: tuple[int, ...] = ()
    """Phases of the turn, counted from 0, in which it is due; empty for all."""


class OrderSlip(msgspec.Struct, frozen=True, omit_defaults=True):
    """A written order."""

    side: str
    sender: str
    recipient: str
    kind: str
    """Key of the kind of order."""
    text: str
    sent: int
    """Turn in which it is sent."""
    arrives: int
    """Turn in which it arrives."""
    condition: str = ""
    """Event that the recipient waits for; empty for none."""
    formations: tuple[str, ...] = ()
    """Divisions of the recipient; each makes its own rolls."""
    relay: int = 0
    """Turns from the arrival until the divisions have the order."""
    grace: int = 0
    """Turns after acceptance without checks."""


OrderState = Literal["in transit", "accepted", "ended", "lost"]


class TableRuling(msgspec.Struct, frozen=True, omit_defaults=True):
    """The players' own reading of a rule."""

    id: str
    about: str
    """Id of an entry, a chart or a calculator; with `/` and its label that of a modifier."""
    text: str
    on: str = ""
    """Date on which it was made, as 2026-11-20; empty if unknown."""

    @property
    def record(self) -> str:
        """Id of the entry, chart or calculator."""
        return self.about.partition("/")[0]

    @property
    def modifier(self) -> str:
        """Label of the modifier; empty for a ruling on the whole record."""
        return self.about.partition("/")[2]


class Opened(BaseEvent, frozen=True, tag="opened"):
    """A game was chosen."""

    game: str


class ScenarioChosen(BaseEvent, frozen=True, tag="scenario"):
    """A scenario began."""

    scenario: str
    orders: tuple[OrderSlip, ...] = ()
    """Orders that are in force from the start."""


class ClockChanged(BaseEvent, frozen=True, tag="clock"):
    """The time of day was set."""

    clock: ClockSetting | None
    """None for an unknown time."""


class SettingChosen(BaseEvent, frozen=True, tag="setting"):
    """A setting of the game was chosen for the session."""

    name: str
    value: str
    """Empty resets the setting."""


class Moved(BaseEvent, frozen=True, tag="moved"):
    """The marker on the turn track moved."""

    turn: int
    moment: int
    """Phase of the turn, counted from 0."""
    raises: tuple[Prompt, ...] = ()
    """Prompts raised by the move."""
    command: str = ""
    """Command whose activation it is, empty for none."""


class Ticked(BaseEvent, frozen=True, tag="ticked"):
    """A step of a phase's checklist was ticked, or its tick removed."""

    turn: int
    moment: int
    """Phase of the turn, counted from 0."""
    step: int
    """Counted from 0."""
    on: bool = True
    command: str = ""
    """Command whose activation it is, empty for none."""


class PromptSettled(BaseEvent, frozen=True, tag="settled"):
    """A prompt was done or dismissed."""

    prompt: str
    how: str = "done"


class CupFilled(BaseEvent, frozen=True, tag="filled"):
    """A new set of chits went into the cup."""

    chits: tuple[Chit, ...]
    turn: int


class ChitDrawn(BaseEvent, frozen=True, tag="drawn"):
    """A chit left the cup, and its command moves."""

    chit: str
    by: Literal["app", "hand"]


class ChitTried(BaseEvent, frozen=True, tag="tried"):
    """An HQ tried to use a chit."""

    hq: str
    use: str
    """Id of the use in sequence.yaml."""
    success: bool
    does: str
    """Effect of a success, as in sequence.yaml."""
    chit: str
    counts: bool
    """Whether it is one of the HQ's attempts of the turn."""


class ChitMarked(BaseEvent, frozen=True, tag="marked"):
    """A result was noted for a command's turn."""

    chit: str
    mark: str
    """As in sequence.yaml: ordered, failed, blundered."""


class OrderSent(BaseEvent, frozen=True, tag="sent"):
    """An order was sent."""

    slip: OrderSlip


class OrderBecame(BaseEvent, frozen=True, tag="order"):
    """The state of an order changed."""

    order: int
    state: OrderState
    turn: int
    why: str = ""


class OrderRewritten(BaseEvent, frozen=True, tag="rewritten"):
    """An order was corrected."""

    order: int
    slip: OrderSlip


class UnitKept(BaseEvent, frozen=True, tag="unit"):
    """Facts of a unit were recorded; they replace those of the same name."""

    name: str
    facts: dict[str, Any]
    side: str = ""
    """Empty leaves the side as it was."""


class UnitDropped(BaseEvent, frozen=True, tag="dropped"):
    """A unit was removed."""

    name: str


class Counted(BaseEvent, frozen=True, tag="counted"):
    """A counter went up or down."""

    counter: str
    by: int


class DiceRolled(BaseEvent, frozen=True, tag="rolled"):
    """The companion rolled dice."""

    sides: int
    """Sides of each die."""
    faces: tuple[int, ...]
    label: str
    """Name of the roll."""
    first: int
    """Number of dice with these sides that were rolled for this roll before and not undone."""
    procedure: str = ""
    """Id of the calculator they were rolled for; empty for none, as when a chit is drawn."""
    roll: str = ""
    """Identity of the roll within that calculator; empty outside of calculators."""

    @property
    def tape(self) -> Tape:
        """The tape that keeps the faces of these dice, for when they are undone and rolled again."""
        return self.procedure, self.roll, self.sides


class Calculated(BaseEvent, frozen=True, tag="calculated"):
    """A finished calculation. The log and the report show it from this record alone, without the books."""

    procedure: str
    inputs: dict[str, Any]
    """Answers by input name."""
    rolls: tuple[RecordedRoll, ...]
    summary: str
    """Title and headline result in one line."""
    ledger: tuple[RecordedModifier, ...] = ()
    column: Number = None
    needed: Number = None
    total: Number = None
    outcome: dict[str, Any] = {}
    """Named results, by dotted name."""
    odds: dict[str, str] = {}
    """Headline result in words to its probability before the roll, as a fraction."""
    follow_ups: tuple[RecordedFollowUp, ...] = ()
    rulings: tuple[TableRuling, ...] = ()
    """Table rulings on the calculator that were in force."""
    amends: int = 0
    """Number of the event that it corrects, 0 for none."""


class Noted(BaseEvent, frozen=True, tag="noted"):
    """A note was written."""

    text: str
    about: int = 0
    """Number of the event it is about, 0 for none."""


class Pinned(BaseEvent, frozen=True, tag="pinned"):
    """The bookmark of an event was set or removed."""

    about: int
    on: bool = True


class RulingMade(BaseEvent, frozen=True, tag="ruled"):
    """A table ruling came into force."""

    ruling: TableRuling


class RulingDropped(BaseEvent, frozen=True, tag="unruled"):
    """A table ruling ended."""

    ruling: str


class Undone(BaseEvent, frozen=True, tag="undone"):
    """These events no longer count."""

    events: tuple[int, ...]


class Redone(BaseEvent, frozen=True, tag="redone"):
    """These events count again."""

    events: tuple[int, ...]


Event = (
    Opened
    | ScenarioChosen
    | ClockChanged
    | SettingChosen
    | Moved
    | Ticked
    | PromptSettled
    | CupFilled
    | ChitDrawn
    | ChitTried
    | ChitMarked
    | OrderSent
    | OrderBecame
    | OrderRewritten
    | UnitKept
    | UnitDropped
    | Counted
    | DiceRolled
    | Calculated
    | Noted
    | Pinned
    | RulingMade
    | RulingDropped
    | Undone
    | Redone
)


class Logged(msgspec.Struct, frozen=True):
    """An event in its place in the log."""

    id: int
    """Number in the session, counted from 1."""
    at: str
    """When it happened, as `2026-11-20T18:03:11`."""
    game: str
    batch: int
    """Number of the first event of those that happened together."""
    event: Event
